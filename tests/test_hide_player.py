"""Not being named in public: who asks for it, and where the name is not told any more."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from games.models import UNNAMED, Match, Player
from games.shortcuts import cover
from tests.clubs import account, found_club, logged_in, officer, owner_of, people
from tests.matches import reading_client, remember, rule, scoring_client, start_match
from tests.play import played, seats

pytestmark = pytest.mark.django_db

HIDDEN = "Quirijn Verhulst"


@pytest.fixture
def club():
    return found_club(listed=True)


@pytest.fixture
def four(club):
    return people(club, HIDDEN, "Bo", "Cis", "Dré")


def url(player: Player) -> str:
    return reverse("hide_player", args=[player.club.slug, player.pk])


def test_officers_and_the_person_may(club, four):
    one = four[0]
    itself = account("Own")
    one.link(itself)
    for client in (logged_in(owner_of(club)), logged_in(itself)):
        assert client.post(url(one)).status_code == 302
        assert Player.objects.get(pk=one.pk).hidden
        response = client.post(url(one), {"show": "1"}, follow=True)
        assert "The name is shown again." in response.content.decode()
        assert not Player.objects.get(pk=one.pk).hidden
    assert [entry.verb for entry in club.log.filter(player=one)][-4:] == ["hide", "show"] * 2


def test_nobody_else_may(club, four):
    one, other, *_ = four
    other.link(account("Other"))
    stranger = account("Stranger")
    for user in (other.user, stranger, officer(club, "referee"), officer(club, "scorer")):
        assert logged_in(user).post(url(one)).status_code == 404
    assert "log-in" in Client().post(url(one)).url
    assert logged_in(owner_of(club)).get(url(one)).status_code == 405
    assert not Player.objects.get(pk=one.pk).hidden


@pytest.mark.parametrize("hidden", ["stays", "goes"])
def test_a_merged_person_stays_unnamed(club, four, hidden):
    (twin,) = people(club, "Q. Verhulst")
    owner = owner_of(club)
    (four[0] if hidden == "stays" else twin).hide(True, owner)
    four[0].merge(twin, four[0].effect_of_merging(twin).mark, owner)
    assert set(Player.objects.filter(hidden=True)) == {four[0], twin}


def match_with_everything(club, four) -> Match:
    """A match in which the name stands wherever one can."""
    match = played(club, seats(*four), sign=False)
    rule(match, 1, play_stands=True, by="Lieve", reason=f"{HIDDEN} was right")
    match = Match.objects.get(pk=match.pk)
    match.appeal(1, {"by": HIDDEN, "reason": "No"}, match.deal(1).revision, by=HIDDEN)
    match = Match.objects.get(pk=match.pk)
    changed = match.deal(2)
    changed.note = f"Seen by {HIDDEN}."
    match.correct_deal(changed, f"as {HIDDEN} says", by=HIDDEN)
    for side in ("NS", "EW"):
        match.sign(side, HIDDEN if side == "NS" else "Bo", by=HIDDEN)
    return match


def pages(match: Match) -> list[str]:
    code = match.code
    return [
        match.get_absolute_url(),
        reverse("history", args=[code]),
        reverse("deal", args=[code, 1]),
        reverse("deal", args=[code, 2]),
        reverse("export_record", args=[code]),
        reverse("export_text", args=[code]),
        reverse("hand_records", args=[code]),
        reverse("match_rules", args=[code]),
        reverse("passport", args=[code]),
        reverse("club", args=[match.club.slug]),
        reverse("ratings", args=[match.club.slug]),
        reverse("home"),
        reverse("start") + f"?like={code}",
    ]


def test_the_public_reads_no_name_anywhere(club, four):
    match = match_with_everything(club, four)
    told = [page for page in pages(match) if HIDDEN in read(reading_client(match), page)]
    assert len(told) >= 9
    four[0].hide(True, owner_of(club))

    for page in pages(match):
        assert HIDDEN not in read(reading_client(match), page), page
    assert UNNAMED in read(reading_client(match), match.get_absolute_url())
    assert Match.objects.get(pk=match.pk).players["N"] == HIDDEN


def read(client: Client, page: str) -> str:
    response = client.get(page)
    assert response.status_code == 200, page
    return response.content.decode()


def test_whoever_keeps_the_score_and_officers_read_it(club, four):
    match = match_with_everything(club, four)
    four[0].hide(True, owner_of(club))
    referee = officer(club, "referee")
    for client in (scoring_client(match), logged_in(referee)):
        assert HIDDEN in read(client, match.get_absolute_url())
        assert HIDDEN in read(client, reverse("history", args=[match.code]))
    elsewhere = found_club("Elsewhere", account("Other"))
    assert HIDDEN not in read(logged_in(owner_of(elsewhere)), match.get_absolute_url())


def test_guests_matches_cost_nothing(db, rf, django_assert_num_queries):
    guests = [start_match(), start_match()]
    request = rf.get("/")
    request.session, request.user = {}, AnonymousUser()
    with django_assert_num_queries(0):
        assert cover(request, guests) == guests


def test_one_query_covers_a_list(club, four, django_assert_num_queries):
    client = Client()
    for day in range(2):
        client = remember(client, played(club, seats(*four), day=day), scoring=False)
    four[0].hide(True, owner_of(club))
    with django_assert_num_queries(4):  # session, matches, deals, who is not named
        page = client.get(reverse("home")).content.decode()
    assert UNNAMED in page and HIDDEN not in page
