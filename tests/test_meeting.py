"""The page of a meeting of two teams: its games, how it stands, what is not told there."""

import pytest
from django.core import serializers
from django.test import Client
from django.urls import reverse

from games.models import (
    CompetitionChange,
    Entry,
    Match,
    Player,
    effect_of_forgetting,
    take_off,
)
from games.models.forgetting import forget

from .competitions import (
    captain_client,
    client_of,
    current,
    draw,
    hand_in,
    html_of,
    league_of_four,
    make_user,
    meeting_of_captains,
    meetings,
    owner,
    play,
    sign,
    tables,
    type_result,
)
from .matches import rule

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    return league_of_four()


@pytest.fixture
def meeting(competition):
    return meetings(draw(competition))[0]


def test_a_captain_starts_a_match_and_scores_it(meeting):
    hand_in(meeting)
    client, game = captain_client(meeting, "b"), current(meeting).games.get(game=2)
    page = html_of(client, meeting.get_absolute_url())
    assert page.count("Start the match") == 2  # those of the first turn
    args = [meeting.competition.club.slug, meeting.competition.slug, game.pk]
    url = reverse("start_table", args=args)
    assert url in page
    people = meeting.home.people
    form = client.get(url).context["form"]
    offered = dict(form.fields["seat_N"].choices)
    assert set(offered.values()) == {one.name for one in people}
    seats = {
        f"seat_{seat}": field.initial
        for seat, field in ((one, form.fields[f"seat_{one}"]) for one in "NESW")
    }
    seats["seat_S"] = people[4].pk  # another of the team
    response = client.post(url, {**seats, "dealer": "N"})
    match = Match.objects.get()
    assert response["Location"] == match.get_absolute_url()
    assert match.place == "Autumn cup, round 1, meeting 1, game 2"
    assert match.players["N"] == people[2].name and match.players["S"] == people[4].name
    assert client.get(reverse("share", args=[match.code])).status_code == 200  # may score
    assert f"{people[2].name} &amp; {people[4].name}" in html_of(
        Client(), meeting.get_absolute_url()
    )
    # Nobody of the other team sits here.
    game = current(meeting).games.get(game=1)
    args[-1] = game.pk
    seats["seat_S"] = meeting.guests.people[4].pk
    response = client.post(reverse("start_table", args=args), {**seats, "dealer": "N"})
    assert "seat_S" in response.context["form"].errors


def test_the_page_tells_how_the_meeting_stands(meeting):
    hand_in(meeting)
    games = current(meeting).places()
    sign(play(games[0], 38, 36))
    type_result(games[1], 40, 101, make_user("Scorer"))
    url = meeting.get_absolute_url()
    html = html_of(client_of("Secretary"), url)
    assert "2 of 4 games are in; counting so far: 1" in html.casefold() and "1–1" in html
    assert "1 result waits for an officer." in html
    assert "Confirm the results" in html
    assert "Confirm" not in html_of(client_of("Scorer"), url)
    part = client_of("Referee").get(url, headers={"HX-Request": "true"})
    assert "<html" not in part.content.decode() and "1–1" in part.content.decode()
    assert "HX-Request" in part["Vary"]
    round_page = html_of(client_of("Secretary"), meeting.round.get_absolute_url())
    assert "2 results are missing" in round_page and "is-waiting" in round_page
    part = html_of(Client(), meeting.round.get_absolute_url(), **{"HX-Request": "true"})
    assert "<html" not in part and meeting.home.name in part and "2 of 4 games are in; c" in part
    board = html_of(
        Client(),
        reverse("round_board", args=[meeting.competition.club.slug, meeting.competition.slug, 1]),
    )
    assert "game 3" in board and "game 1" not in board


def test_a_match_taken_off_its_game_is_told_in_the_history(meeting):
    hand_in(meeting, "a", "b")
    game = current(meeting).places()[1]
    play(game, 40)
    take_off(game, "started for others", game.mark, owner())
    competition = meeting.competition
    history = reverse("competition_history", args=[competition.club.slug, competition.slug])
    html = html_of(client_of("Secretary"), history)
    assert "Round 1, meeting 1, game 2: the match was taken off" in html
    assert "started for others" in html


def test_a_meeting_goes_to_another_day(meeting):
    client, url = client_of("Secretary"), meeting.url("move_meeting")
    response = client.post(url, {"held_on": "some day", "reason": "snow"})
    assert "held_on" in response.context["form"].errors and "snow" in response.content.decode()
    assert client.post(url, {"held_on": "2027-01-14", "reason": "snow"}).status_code == 302
    for address in (meeting.get_absolute_url(), meeting.round.get_absolute_url()):
        assert "Held on 14 January 2027." in html_of(
            Client(), address, **{"Accept-Language": "en-GB"}
        ) or "Held on Jan. 14, 2027." in html_of(Client(), address)
    entry = CompetitionChange.objects.get(verb="move meeting")
    assert (entry.reason, entry.after["day"]) == ("snow", "2027-01-14")
    assert client.post(url, {"held_on": ""}).status_code == 302
    assert current(meeting).held_on is None


def test_a_game_put_right_goes_back_to_its_meeting(meeting):
    for game in current(meeting).places():
        type_result(game, 60, 40)
    game = current(meeting).games.get(game=4)
    client = client_of("Secretary")
    args = [meeting.competition.club.slug, meeting.competition.slug, game.pk]
    url = reverse("table_result", args=args)
    data = {"how": "played", "points_a": "40", "points_b": "60", "reason": "read wrongly"}
    shown = client.post(url, data)
    assert shown.context["effect"] and meeting.get_absolute_url() in shown.content.decode()
    data |= {"seen": shown.context["mark"], "confirm": "1"}
    assert client.post(url, data)["Location"] == meeting.get_absolute_url()
    assert "3–1" in html_of(client, meeting.get_absolute_url())


def test_the_working_shows_meetings_with_their_games(meeting):
    hand_in(meeting)
    for game, points in zip(current(meeting).places(), (60, 60, 60, 40), strict=True):
        type_result(game, points, 50)
    competition = meeting.competition
    args = [competition.club.slug, competition.slug, meeting.guests.number]
    page = Client().get(reverse("standing", args=args))
    (played,) = page.context["working"].counted
    assert (played.games, played.outcome, played.points) == ("1–3", "lost", "200–220")
    html = page.content.decode()
    a, b = meeting.home.people[:2]
    assert f"{a.name} &amp; {b.name}" in html and "60–50" in html
    assert meeting.get_absolute_url() in html
    part = Client().get(reverse("standing", args=args), headers={"HX-Request": "true"})
    assert "<html" not in part.content.decode() and "60–50" in part.content.decode()


def test_the_round_of_a_withdrawn_team_misses_nothing(meeting):
    meeting.home.competition = meeting.competition
    meeting.home.withdraw("", owner())
    html = html_of(client_of("Secretary"), meeting.round.get_absolute_url())
    assert "1 result is missing" in html and f"{meeting.home.name} has withdrawn" in html
    page = html_of(client_of("Secretary"), meeting.get_absolute_url())
    assert "line-up/" not in page


def test_the_evening_starts_every_match_and_prints_its_slips(meeting):
    hand_in(meeting)
    client = client_of("Scorer")
    args = [meeting.competition.club.slug, meeting.competition.slug, 1]
    client.post(reverse("start_round", args=args))
    assert Match.objects.count() == 2
    assert client.get(reverse("round_slips", args=args)).status_code == 404  # hand_on: the office
    html = html_of(client_of("Secretary"), reverse("round_slips", args=args))
    assert "Meeting 1, game 1" in html and "Meeting 1, game 2" in html


def test_pages_cost_no_more_for_more_games(competition, django_assert_max_num_queries):
    round = draw(competition)
    for meeting in meetings(round):
        hand_in(meeting)
    for table in tables(round):
        play(table, 40)
    meeting = meetings(round)[0]
    args = [competition.club.slug, competition.slug]
    with django_assert_max_num_queries(14):
        html_of(Client(), round.get_absolute_url())
    with django_assert_max_num_queries(14):
        html_of(Client(), reverse("round_board", args=[*args, 1]))
    with django_assert_max_num_queries(24):
        html_of(Client(), meeting.get_absolute_url())
    with django_assert_max_num_queries(20):
        html_of(Client(), reverse("standing", args=[*args, 1]))


# Names that are not told


def test_who_does_not_want_to_be_listed_is_told_to_officers_alone(meeting):
    hand_in(meeting)
    player = meeting.home.people[0]
    player.rename("Quirijn Zonderling", owner())
    play(current(meeting).places()[0], 40)
    type_result(current(meeting).places()[1], 60, 50)
    Player.objects.get(pk=player.pk).hide(True, owner())
    competition = meeting.competition
    args = [competition.club.slug, competition.slug]
    addresses = [
        meeting.get_absolute_url(),
        *(reverse(name, args=[*args, 1]) for name in ("competition_round", "round_board")),
        reverse("standing", args=[*args, meeting.home.number]),
        reverse("entries", args=args),
    ]
    for address in addresses:
        html = html_of(Client(), address)
        assert "Quirijn" not in html and meeting.home.name in html
    assert "Quirijn Zonderling" in html_of(client_of("Secretary"), addresses[0])


def test_a_name_deleted_is_told_in_no_line_up_and_no_history(meeting):
    player = meeting.home.people[0]
    player.rename("Quirijn Zonderling", owner())
    hand_in(current(meeting))
    current(meeting).substitute("a", 3, player, meeting.home.people[4], owner())
    player = Player.objects.get(pk=player.pk)
    forget(player, effect_of_forgetting(player).mark, owner())
    rows = [*CompetitionChange.objects.all(), *Entry.objects.all(), *Player.objects.all()]
    stored = serializers.serialize("json", rows)
    assert "Quirijn" not in stored
    assert list(Entry.objects.values_list("name", flat=True)) == [f"Team {n}" for n in (1, 2, 3, 4)]
    page = html_of(client_of("Secretary"), meeting.get_absolute_url())
    assert "Quirijn" not in page and meeting.home.people[1].name in page


@pytest.mark.parametrize("page", ["meeting", "round_board"])
def test_what_was_played_stands_beside_what_a_ruling_made_of_a_game(page):
    meeting = meeting_of_captains(4)
    game = meeting.games.order_by("game").first()
    rule(play(game, 40), 1, revoke="N", trick=3)
    competition, place = meeting.competition, {"meeting": meeting.pk, "round_board": 1}[page]
    url = reverse(page, args=[competition.club.slug, competition.slug, place])
    html = client_of("Secretary").get(url).content.decode()
    assert html.count("as played") == 1 and "as played 10–0" in html
