"""Two entries of one person: merged after seeing what it comes to, and taken apart again."""

import pytest
from django.urls import reverse

from games.manille.presets import PRESETS
from games.models import (
    FORMATS,
    ClubEntry,
    Competition,
    Entry,
    EntryPlayer,
    Match,
    Player,
    Round,
    Seating,
    next_draw,
)
from games.standings.schemes import SCHEMES
from tests.changes import typed
from tests.clubs import account, club_match, found_club, logged_in, owner_of, people

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return found_club()


@pytest.fixture
def an(club):
    return people(club, "An Peeters")[0]


@pytest.fixture
def twin(club):
    return people(club, "An P.")[0]


@pytest.fixture
def client(club):
    return logged_in(owner_of(club))


def url(player: Player) -> str:
    return reverse("merge_player", args=[player.club.slug, player.pk])


def merge(client, stays: Player, goes: Player):
    shown = client.post(url(stays), {"other": goes.pk})
    assert shown.status_code == 200
    return client.post(url(stays), {**typed(shown), "confirm": "1"})


def test_what_it_comes_to_is_shown_first(client, club, an, twin):
    for seat in "NE":
        club_match(club, seated={seat: an})
    club_match(club, seated={"S": twin})
    assert "Similar names" in client.get(url(an)).content.decode()
    shown = client.post(url(an), {"other": twin.pk})

    effect = shown.context["effect"]
    assert effect.rows == [("matches", 2, 1, 3)]
    assert "Competitions entered" not in shown.content.decode()
    assert Player.objects.filter(merged_into=None).count() == 2  # nothing is written yet


def test_merged_they_are_one_and_no_row_of_a_match_is_rewritten(client, club, an, twin):
    matches = [club_match(club, seated={"N": an}), club_match(club, seated={"S": twin})]
    before = (list(Match.objects.order_by("pk").values()), list(Seating.objects.values()))
    assert merge(client, an, twin).url == an.get_absolute_url()

    assert before == (list(Match.objects.order_by("pk").values()), list(Seating.objects.values()))
    assert [one.name for one in Player.of(club)] == ["An Peeters"]
    html = client.get(an.get_absolute_url()).content.decode()
    assert all(match.get_absolute_url() in html for match in matches)
    assert "An P." in html and "2 matches" in html
    # Its old address leads to the person.
    assert client.get(twin.get_absolute_url()).url == an.get_absolute_url()


def test_taken_back_all_is_as_it_was(client, club, an, twin):
    club_match(club, seated={"S": twin})
    before = list(Player.objects.order_by("pk").values())
    merge(client, an, twin)
    back = reverse("take_back_merge", args=[club.slug, twin.pk])
    assert client.get(back).status_code == 405
    assert client.post(back).url == twin.get_absolute_url()

    assert list(Player.objects.order_by("pk").values()) == before
    assert Player.objects.get(pk=twin.pk).seatings.count() == 1
    assert Player.objects.get(pk=an.pk).seatings.count() == 0
    count = ClubEntry.objects.count()
    assert client.post(back).status_code == 302  # the same press twice
    assert ClubEntry.objects.count() == count


def test_a_merged_entry_goes_along_and_can_be_taken_out_alone(client, club, an, twin):
    (third,) = people(club, "A. Peeters")
    for seat, one in zip("NES", (an, twin, third), strict=True):
        club_match(club, seated={seat: one})
    merge(client, twin, third)
    merge(client, an, twin)
    person = Player.objects.get(pk=third.pk).person
    assert person == an and Player.objects.get(pk=an.pk).seatings.count() == 3

    client.post(reverse("take_back_merge", args=[club.slug, third.pk]))
    assert Player.objects.get(pk=an.pk).seatings.count() == 2
    assert Player.objects.get(pk=third.pk).person == third


def test_two_who_sat_at_one_table_are_two_people(client, club, an, twin):
    club_match(club, seated={"N": an, "S": twin})
    response = client.post(url(an), {"other": twin.pk})

    assert "sat at the same table" in response.context["form"].errors["other"][0]
    assert "effect" not in response.context


def test_so_are_two_with_accounts_and_one_account_goes_along(client, club, an, twin):
    owner = owner_of(club)
    zoe = account("Zoë")
    club.invite_player(twin, owner).accept(zoe)
    shown = client.post(url(an), {"other": twin.pk})
    assert "The account of <bdi>Zoë</bdi>" in shown.content.decode()
    merge(client, an, twin)
    assert Player.objects.get(pk=an.pk).account == zoe
    client.post(reverse("take_back_merge", args=[club.slug, twin.pk]))

    club.invite_player(Player.objects.get(pk=an.pk), owner).accept(account("Other"))
    response = client.post(url(an), {"other": twin.pk})
    assert "an account of its own" in response.context["form"].errors["other"][0]


def test_what_has_become_another_effect_is_shown_again(client, club, an, twin):
    shown = client.post(url(an), {"other": twin.pk})
    club_match(club, seated={"S": twin})
    response = client.post(url(an), {**typed(shown), "confirm": "1"})

    assert "something has changed" in response.content.decode()
    assert response.context["effect"].added.matches == 1
    assert client.post(url(an), {**typed(response), "confirm": "1"}).status_code == 302


def test_pressed_twice_it_is_merged_once(client, an, twin):
    shown = client.post(url(an), {"other": twin.pk})
    for _press in range(2):
        assert client.post(url(an), {**typed(shown), "confirm": "1"}).status_code == 302
    assert ClubEntry.objects.filter(verb="merge").count() == 1


def test_one_can_go_back_and_choose_another(client, an, twin):
    response = client.post(url(an), {"other": twin.pk, "change": "1"})
    assert response.context["form"]["other"].value() == str(twin.pk)
    assert "effect" not in response.context


def test_a_name_taken_meanwhile_has_to_go_first(client, club, an, twin):
    merge(client, an, twin)
    people(club, "an p.")
    response = client.post(reverse("take_back_merge", args=[club.slug, twin.pk]), follow=True)
    assert "rename that entry first" in response.content.decode()
    assert Player.objects.get(pk=twin.pk).merged_into == an


@pytest.mark.parametrize("other", ["", "x", "0", "9" * 30])
def test_nobody_else_can_be_chosen(client, an, twin, other):
    elsewhere = people(found_club("Elsewhere", account()), "An P.")[0]
    for asked in (other, elsewhere.pk, an.pk):
        response = client.post(url(an), {"other": asked, "confirm": "1"})
        assert response.status_code == 200 and "other" in response.context["form"].errors
    assert not Player.objects.exclude(merged_into=None).exists()


def test_competitions_results_and_line_ups_are_told_too(client, club, an, twin):
    by = owner_of(club)
    others = people(club, "Bo", "Cis", "Dré")

    def cup(name, *pairs, format="swiss"):
        competition = make_competition_of(club, by, name, format)
        Entry.enter(competition, [(" & ".join(p.name for p in pair), pair) for pair in pairs], by)
        return competition

    first = cup("First", [an, others[0]], [others[1], others[2]])
    second = cup("Second", [twin, others[0]], [others[1], others[2]])
    both = cup("Both & all", [an, others[0]], [twin, others[1]])
    for competition, points in ((first, 60), (second, 40), (second, 30), (both, 20)):
        drawn = next_draw(competition)
        (table,) = Round.draw_next(competition, drawn.number, drawn.mark, by).places()
        facts = {"kind": "played", "winner": "a", "points_a": points, "points_b": 10}
        if competition != both:
            table.type_result(facts, "", table.mark, by)
    shown = client.post(url(an), {"other": twin.pk})
    html = shown.content.decode()
    assert shown.context["effect"].rows == [
        ("matches", 0, 0, 0),
        ("competitions", 2, 2, 3),
        ("results", 1, 2, 3),
    ]
    assert "<bdi>Both &amp; all</bdi>" in html and "stay two entries there" in html
    assert "Line-ups" not in html
    # Nothing of it is rewritten; and a further result is shown before it is done.
    table.type_result(facts, "", table.mark, by)
    again = client.post(url(an), {**typed(shown), "confirm": "1"})
    assert "something has changed" in again.content.decode()
    entries = list(EntryPlayer.objects.values())
    assert client.post(url(an), {**typed(again), "confirm": "1"}).status_code == 302
    assert list(EntryPlayer.objects.values()) == entries


def test_of_a_team_the_line_ups_are_the_persons_and_the_results_are_not(client, club, an, twin):
    by = owner_of(club)
    league = make_competition_of(
        club, by, "League", "team-league", {"double": False, "games": 1, "pairs": 1}
    )
    four = people(club, "Bo", "Cis", "Dré", "Eva")
    Entry.enter(league, [("One", [twin, four[0], four[1]]), ("Two", four[2:])], by)
    drawn = next_draw(league)
    round = Round.draw_next(league, 1, drawn.mark, by)
    (meeting,) = round.meetings.all()
    meeting.round = round
    for side in "ab":
        meeting.hand_in(side, meeting.team(side).people[:2], by)
    effect = client.post(url(an), {"other": twin.pk}).context["effect"]
    assert effect.rows == [
        ("matches", 0, 0, 0),
        ("competitions", 0, 1, 1),
        ("line-ups", 0, 1, 1),
    ]


def make_competition_of(club, by, name, format, options=None):
    competition = Competition.make(
        club,
        by,
        name=name,
        format=format,
        entry_kind=FORMATS[format].kinds[0],
        preset="west-flemish",
        rules=PRESETS["west-flemish"],
        scheme=SCHEMES[FORMATS[format].scheme],
        options={**FORMATS[format].options, **(options or {})},
    )
    competition.become("open", by)
    return competition
