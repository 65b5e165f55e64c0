"""Deleting a name on request: for good, everywhere, and nothing of anybody else's."""

import json

import pytest
from django.core import serializers
from django.test import Client
from django.urls import reverse

from games.models import (
    UNNAMED,
    CannotChange,
    ClubEntry,
    Deal,
    LogEntry,
    Match,
    Player,
    Rated,
    Rating,
    Seating,
    Signature,
    effect_of_forgetting,
)
from games.models.names import without
from tests.changes import typed
from tests.clubs import account, found_club, logged_in, officer, owner_of, people
from tests.matches import reading_client, record
from tests.play import played, seats
from tests.test_hide_player import HIDDEN, match_with_everything, pages, read

pytestmark = pytest.mark.django_db

NAMES = [HIDDEN, "Quirijn before", "Quirijn twice", "Q. Account"]


@pytest.fixture
def club():
    return found_club(listed=True)


@pytest.fixture
def four(club):
    return people(club, "Quirijn before", "Bo", "Cis", "Dré")


def url(player: Player) -> str:
    return reverse("forget_player", args=[player.club.slug, player.pk])


def everything() -> str:
    """All that is stored, as text."""
    models = (Match, Deal, Signature, LogEntry, ClubEntry, Player, Seating, Rating, Rated)
    return serializers.serialize("json", [row for model in models for row in model.objects.all()])


def world(club, four) -> tuple[Player, Match]:
    """Somebody with an earlier name, a merged entry and an account, and matches by all of them."""
    owner = owner_of(club)
    one = four[0]
    played(club, seats(*four))
    one.rename(HIDDEN, owner)
    match = match_with_everything(club, [one, *four[1:]])
    (twin,) = people(club, "Quirijn twice")
    played(club, seats(four[1], twin, four[2], four[3]), day=2)
    one.merge(twin, one.effect_of_merging(twin).mark, owner)
    club.invite_player(one, owner).accept(account("Q. Account"))
    other = played(club, seats(*people(club, "E", "F", "G", "H")), day=3, sign=False)
    other.sign("NS", "E", by="Q. Account")
    return Player.objects.get(pk=one.pk), match


def test_the_effect_is_shown_first(club, four):
    one, _match = world(club, four)
    before = everything()
    response = logged_in(owner_of(club)).get(url(one))
    effect = response.context["effect"]

    assert effect.names == (HIDDEN, "Quirijn twice", "Quirijn before", "Q. Account")
    assert (effect.sheets, effect.signatures) == (3, 5)
    assert effect.deals == 2 and effect.changes > 5 and effect.club_changes >= 4
    assert "cannot be taken back" in response.content.decode()
    assert everything() == before


def test_the_name_is_nowhere_any_more(club, four):
    one, match = world(club, four)
    results = list(Match.objects.order_by("pk").values_list("signed_result", "signed_deals"))
    rated = list(Rated.objects.order_by("pk").values_list("player", "mu", "sigma"))
    client = logged_in(owner_of(club))
    response = client.post(url(one), typed(client.get(url(one))), follow=True)

    assert "The name is deleted." in response.content.decode()
    stored = everything()
    for name in NAMES:
        assert name not in stored, name
        assert json.dumps(name)[1:-1] not in stored
    for page in pages(match):
        shown = read(client if "start" not in page else reading_client(match), page)
        assert not any(name in shown for name in NAMES), page
    assert results == list(
        Match.objects.order_by("pk").values_list("signed_result", "signed_deals")
    )
    assert rated == list(Rated.objects.order_by("pk").values_list("player", "mu", "sigma"))
    assert "Bo" in Match.objects.get(pk=match.pk).players.values()
    assert f"Seen by {UNNAMED}." in stored and f"{UNNAMED} was right" in stored
    assert client.get(reverse("player", args=[club.slug, one.pk])).status_code == 404
    partner = client.get(reverse("player", args=[club.slug, four[2].pk])).content.decode()
    assert UNNAMED in partner and f"/people/{one.pk}/" not in partner
    assert all(
        row["name"] != UNNAMED
        for row in client.get(reverse("ratings", args=[club.slug])).context["rows"]
    )
    history = client.get(reverse("club_history", args=[club.slug])).content.decode()
    assert "name was deleted on request" in history


def test_it_is_asked_twice_and_done_once(club, four):
    one, _match = world(club, four)
    client = logged_in(owner_of(club))
    data = typed(client.get(url(one)))
    client.post(url(one), data)
    stored = everything()
    assert client.post(url(one), data).status_code == 404  # there is nobody of that name
    assert everything() == stored


def test_what_was_shown_has_to_hold(club, four):
    one, match = world(club, four)
    client = logged_in(owner_of(club))
    data = typed(client.get(url(one)))
    played(club, seats(one, *four[1:]), day=9)
    response = client.post(url(one), data)
    page = response.content.decode()
    assert response.status_code == 200 and "Meanwhile something has changed" in page
    assert not Player.objects.get(pk=one.pk).forgotten

    client.post(url(one), typed(response))
    assert Player.objects.get(pk=one.pk).forgotten


def test_an_officer_gives_up_the_office_first(club, four):
    secretary = officer(club, "secretary")
    four[0].link(secretary)
    with pytest.raises(CannotChange):
        effect_of_forgetting(Player.objects.get(pk=four[0].pk))
    response = logged_in(owner_of(club)).get(url(four[0]))
    page = response.content.decode()
    assert "is an officer of the club" in page and "Delete the name for good" not in page
    logged_in(owner_of(club)).post(url(four[0]), {"seen": ""})
    assert not Player.objects.get(pk=four[0].pk).forgotten


def test_refused(club, four):
    one = four[0]
    one.link(account("Own"))
    for user in (one.user, account("Stranger"), officer(club, "referee"), officer(club, "scorer")):
        assert logged_in(user).get(url(one)).status_code == 404
        assert logged_in(user).post(url(one), {"seen": "x"}).status_code == 404
    assert "log-in" in Client().get(url(one)).url
    assert not Player.objects.get(pk=one.pk).forgotten


def test_a_sheet_without_names_and_others_of_the_same_name(club):
    """A person called like a seat or a suit: no fact is taken for a name."""
    one, *others = people(club, "H", "An", "Bo", "Cis")
    match = played(club, seats(one, *others), sign=False)
    facts = list(LogEntry.objects.filter(number=1).values_list("after", flat=True))
    client = logged_in(owner_of(club))
    client.post(url(one), typed(client.get(url(one))))

    assert Match.objects.get(pk=match.pk).players == {
        "N": UNNAMED,
        "E": "An",
        "S": "Bo",
        "W": "Cis",
    }
    assert list(LogEntry.objects.filter(number=1).values_list("after", flat=True)) == facts
    assert Deal.objects.first().trump == "H"


def test_a_match_goes_on_without_the_name(club, four):
    match = played(club, seats(*four), sign=False)
    match.undo(2)
    client = logged_in(owner_of(club))
    client.post(url(four[0]), typed(client.get(url(four[0]))))
    match = Match.objects.get(pk=match.pk)
    record(match, 60)
    assert match.is_over and read(client, match.get_absolute_url())


@pytest.mark.parametrize(
    "text, expected",
    [
        ("Jan", UNNAMED),
        ("said Jan, and Jan again", f"said {UNNAMED}, and {UNNAMED} again"),
        ("Janssens and Ján", "Janssens and Ján"),
        ("Jan de Wit and Jan", f"{UNNAMED} and {UNNAMED}"),
        ("Bo", UNNAMED),
        ("Bo went first", "Bo went first"),  # as short a word could be any
        ("", ""),
    ],
)
def test_words_of_a_text(text, expected):
    assert without(text, {"Jan", "Jan de Wit", "Bo"}) == expected


def test_only_texts_in_what_is_stored_as_json():
    told = {
        "trump": "Jan",
        "by": "Jan",
        "calls": ["Jan"],
        "ruling": {"reason": "Jan did", "at": "Jan"},
    }
    assert without(told, {"Jan"}) == {
        "trump": "Jan",
        "by": UNNAMED,
        "calls": ["Jan"],
        "ruling": {"reason": f"{UNNAMED} did", "at": "Jan"},
    }
