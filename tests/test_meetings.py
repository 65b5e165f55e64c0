"""The pages of a team league: teams, line-ups, a meeting, its results, the captains' sheets."""

import re
from datetime import date, time

import pytest
from django.core import serializers
from django.test import Client
from django.urls import reverse

from games.models import (
    Competition,
    CompetitionChange,
    Day,
    Entry,
    LineUpPlace,
    Match,
    Meeting,
    Planned,
    Player,
    Table,
    effect_of_forgetting,
    take_off,
)
from games.models.forgetting import forget

from .competitions import (
    add_people,
    client_of,
    draw,
    enter,
    hand_in,
    make_club,
    make_competition,
    make_user,
    meeting_of_captains,
    meetings,
    owner,
    play,
    sign,
    tables,
    type_result,
)
from .gallery import AWKWARD_NAME
from .matches import rule
from .test_competition_settings import typed

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    competition = make_competition(
        make_club(), "team-league", options={"games": 4, "double": False}, published=True
    )
    enter(competition, 4)
    return competition


@pytest.fixture
def meeting(competition):
    return meetings(draw(competition))[0]


def current(meeting):
    found = Meeting.objects.select_related("home", "guests", "round__competition__club")
    return found.get(pk=meeting.pk)


def captain_client(meeting, side):
    Player.objects.filter(pk=meeting.team(side).captain.pk).update(user=make_user(f"Capt {side}"))
    return client_of(f"Capt {side}")


def line_up(players):
    return {f"place_{at}": player.pk for at, player in enumerate(players, 1)}


def html_of(client, url, **headers):
    response = client.get(url, headers=headers)
    assert response.status_code == 200
    return response.content.decode()


# Making one, and its teams


def test_a_team_league_is_made_and_settled():
    club = make_club()
    client = client_of("Secretary")
    data = {"name": "League", "format": "team-league", "system": "flemish-club"}
    url = reverse("new_competition", args=[club.slug])
    settings = client.post(url, data)["Location"]
    made = Competition.objects.get()
    assert dict(made.option) == {"double": True, "games": 6, "pairs": 2}
    assert made.scheme.forfeit_games == 6
    # A forfeit brings all games of a meeting, also where these become fewer.
    told = typed(client.get(settings), games="4", pairs="1")
    assert client.post(settings, told).status_code == 302
    made = Competition.objects.get()
    assert (made.option["games"], made.option["pairs"], made.scheme.forfeit_games) == (4, 1, 4)
    told = typed(client.get(settings), games="3", forfeit_games="5")
    client.post(settings, told)
    assert Competition.objects.get().scheme.forfeit_games == 5
    for wrong in ({"games": "0"}, {"games": "51"}, {"pairs": "x"}, {"pairs": "21"}):
        page = client.post(settings, typed(client.get(settings), **wrong))
        assert set(page.context["form"].errors) == set(wrong)


def test_a_team_enters_with_its_people_new_ones_join():
    competition = make_competition(make_club(), "team-league")
    an, bo, cis = add_people(competition.club, "An", AWKWARD_NAME, "Cis")
    client = client_of("Secretary")
    url = reverse("entries", args=[competition.club.slug, competition.slug])
    data = {"name": "De Troeven", "captain": cis.pk, "chosen": [an.pk, bo.pk], "lines": "Dré\nDré"}
    page = client.post(url, data)
    assert "Nobody of the club has " in page.content.decode() and not Entry.objects.exists()
    assert "De Troeven" in page.content.decode()
    assert client.post(url, {**data, "join": "on"}).status_code == 302
    team = Entry.objects.get()
    assert team.name == "De Troeven"
    assert [one.name for one in team.people] == ["Cis", "An", AWKWARD_NAME, "Dré"]
    assert team.captain == cis
    page = client.post(url, {"name": "", "lines": "Els", "join": "on"})
    assert set(page.context["form"].errors) == {"name"}
    page = client.post(url, {"name": "Few", "lines": "Els\nFons", "join": "on"})
    assert "at least 4 people" in str(page.context["form"].errors["lines"])
    people = "Els\nFons\nGui\nHan"
    page = client.post(url, {"name": "de  TROEVEN", "lines": people, "join": "on"})
    assert "There is an entry “de  TROEVEN” already" in page.content.decode()
    assert Player.objects.filter(name="Els").count() == 0  # nothing half-written
    page = client.post(url, {"name": "Taken", "captain": an.pk, "lines": people, "join": "on"})
    assert "captain" in page.context["form"].errors


def test_people_of_a_team_come_and_go(competition):
    team = competition.entries.first()
    url = reverse("team", args=[competition.club.slug, competition.slug, team.number])
    client = client_of("Secretary")
    assert client.post(url, {"lines": "Fien", "join": "on"}).status_code == 302
    assert [one.name for one in team.people] == ["A1", "B1", "C1", "D1", "E1", "Fien"]
    assert "A2 is entered already" in client.post(url, {"lines": "A2"}).content.decode()
    b, fien = team.people[1], team.people[5]
    client.post(url, {"captain": fien.pk})
    client.post(url, {"leave": b.pk})
    assert [one.name for one in team.people] == ["Fien", "C1", "D1", "E1", "A1"]
    page = client.post(url, {"leave": fien.pk}, follow=True)
    assert "Make somebody else the captain first" in page.content.decode()
    assert client.post(url, {"leave": "x"}).status_code == 404
    assert client.post(url, {"captain": b.pk}).status_code == 302  # who has left
    rename = reverse("entry", args=[competition.club.slug, competition.slug, team.number])
    assert "At most 80" in client.post(rename, {"name": "x" * 81}).content.decode()
    history = reverse("competition_history", args=[competition.club.slug, competition.slug])
    html = html_of(client, history)
    for told in ("Fien joined Team 1", "B1 left Team 1", "Fien is now the captain of Team 1"):
        assert told in html


# Line-ups


def test_captains_hand_in_and_neither_sees_the_other_before(meeting):
    home, guests = captain_client(meeting, "a"), captain_client(meeting, "b")
    people, others = meeting.home.people, meeting.guests.people
    chosen = [people[3], people[1], people[4], people[0]]
    url, page = meeting.url("line_up", "a"), meeting.get_absolute_url()
    assert home.post(url, line_up(chosen))["Location"] == page
    secret = f"{people[3].name} &amp; {people[1].name}"
    assert secret in html_of(home, page)
    competition = meeting.competition
    args = [competition.club.slug, competition.slug]
    everywhere = [
        page,
        *(reverse(name, args=[*args, 1]) for name in ("competition_round", "round_board")),
        reverse("standing", args=[*args, meeting.home.number]),
    ]
    for client in (guests, client_of("Olga"), Client()):
        for address in everywhere:
            assert secret not in html_of(client, address)
        assert "handed in" in html_of(client, page)
    # Officers are told nothing by the form, the paper or the history either.
    olga = client_of("Olga")
    form = html_of(olga, url)
    chosen_before = [f'value="{one.pk}" selected' for one in chosen]
    assert "hidden until the other one is in" in form
    assert not any(option in form for option in chosen_before)
    assert "hidden" not in html_of(home, url).split("<main", 1)[1].split("<form")[0]
    assert all(option in html_of(home, url) for option in chosen_before)
    papers = html_of(olga, reverse("captains_sheets", args=[*args, 1]))
    assert secret not in papers
    history = html_of(olga, reverse("competition_history", args=args))
    assert f"the line-up of {meeting.home.name} was handed in" in history
    told = f"{meeting.home.name} with {people[3].name}"  # a name alone is short enough for a token
    assert told not in history
    game = current(meeting).games.get(game=1)
    started = guests.get(reverse("start_table", args=[*args, game.pk]), follow=True)
    assert "Both line-ups are to be handed in first" in started.content.decode()
    assert secret not in started.content.decode()

    guests.post(meeting.url("line_up", "b"), line_up(others[:4]))
    for client in (guests, home, client_of("Olga"), Client()):
        assert secret in html_of(client, page)
    assert secret in html_of(Client(), reverse("round_board", args=[*args, 1]))
    history = html_of(olga, reverse("competition_history", args=args))
    assert told in history and "both line-ups are in" in history


def test_a_wrong_line_up_keeps_what_was_chosen(meeting):
    client, people = captain_client(meeting, "a"), meeting.home.people
    url = meeting.url("line_up", "a")
    response = client.post(url, line_up([people[0], people[1], people[0]]))
    errors = response.context["form"].errors
    assert set(errors) == {"place_3", "place_4"} and "two pairs" in str(errors["place_3"])
    assert response.content.decode().count(" selected") >= 3
    stranger = meeting.guests.people[0]
    response = client.post(url, line_up([*people[:3], stranger]))
    assert "Meanwhile the team has changed" in str(response.context["form"].errors["place_4"])
    assert not LineUpPlace.objects.exists()
    # Handed in by both while the form was open: it is kept for nothing, and said so.
    hand_in(meeting)
    assert "A substitute comes in" in html_of(client, url)


def test_a_substitute_comes_in(meeting):
    hand_in(meeting)
    client, people = captain_client(meeting, "a"), meeting.home.people
    url = meeting.url("line_up", "a")
    data = {"game": "3", "leaves": people[0].pk, "comes": people[4].pk}
    response = client.post(url, {**data, "game": "1"})  # not offered to a captain
    assert "has not begun" in str(response.context["form"].errors["game"])
    response = client.post(url, {**data, "comes": people[1].pk})
    assert "one who plays, and one who does not" in response.content.decode()
    assert client.post(url, {"game": "3"}).context["form"].errors.keys() == {"leaves", "comes"}
    assert client.post(url, data).status_code == 302
    told = f"From game 3 {people[4].name} plays for {people[0].name}."
    assert told in html_of(Client(), meeting.get_absolute_url())
    assert f"{people[4].name} &amp; {people[1].name}" in html_of(
        Client(), meeting.get_absolute_url()
    )
    for game in current(meeting).places():
        type_result(game, 60, 40)
    assert "no game to come" in html_of(client, url)


# A meeting played


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


def test_an_officer_confirms_all_that_waits(meeting):
    for game, points in zip(current(meeting).places(), (60, 60, 60, 40), strict=True):
        type_result(game, points, 50, make_user("Scorer"))
    client, url = client_of("Secretary"), meeting.url("confirm_meeting")
    page = client.get(url)
    assert len(page.context["waiting"]) == 4 and page.context["moves"]
    refused = client.post(url, {"seen": "another"})
    assert "Meanwhile this result has changed" in refused.content.decode()
    assert not Table.objects.filter(counted=True).exclude(b=None).exists()
    assert client.post(url, {"seen": page.context["mark"]}).status_code == 302
    assert Table.objects.filter(meeting=meeting, counted=True).count() == 4
    assert client.post(url, {"seen": page.context["mark"]}).status_code == 302  # pressed twice
    assert "The result counts already" in html_of(client, url)
    assert "3–1" in html_of(client, meeting.get_absolute_url())


def test_a_team_did_not_come(meeting):
    client, url = client_of("Secretary"), meeting.url("forfeit_meeting")
    assert "how" in client.post(url, {"seen": ""}).context["form"].errors
    shown = client.post(url, {"how": "b-absent"})
    assert shown.context["effect"] and shown.context["moves"]
    absent = f"{meeting.guests.name} did not come"
    change = f"So far: not played yet. From now on: {absent}."
    assert [told for _game, told in shown.context["effect"]] == [change] * 4
    assert not Table.objects.filter(kind="forfeit").exists()
    data = {"how": "b-absent", "seen": shown.context["mark"], "confirm": "1"}
    assert client.post(url, data).status_code == 302
    assert client.post(url, data).status_code == 302  # pressed twice
    html = html_of(client, meeting.get_absolute_url())
    assert f"{meeting.guests.name} did not come" in html
    # The wrong team: put right with a reason.
    shown = client.post(url, {"how": "a-absent"})
    assert "Say why" in str(shown.context["form"].errors["reason"])
    shown = client.post(url, {"how": "a-absent", "reason": "mixed up"})
    change = f"So far: {absent}. From now on: {meeting.home.name} did not come."
    assert shown.content.decode().count(change) == 4
    data = {"how": "a-absent", "reason": "mixed up", "confirm": "1"}
    stale = client.post(url, {**data, "seen": "old"})
    assert stale.context["moved"]
    assert client.post(url, {**data, "seen": shown.context["mark"]}).status_code == 302
    assert set(Table.objects.filter(meeting=meeting).values_list("winner", flat=True)) == {"b"}
    history = reverse(
        "competition_history", args=[meeting.competition.club.slug, meeting.competition.slug]
    )
    assert "Round 1, meeting 1, game 4:" in html_of(client, history)
    assert "mixed up" in html_of(client, history)


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


def test_where_all_was_played_no_team_can_not_have_come(meeting):
    for game in current(meeting).places():
        type_result(game, 60, 40)
    client, url = client_of("Secretary"), meeting.url("forfeit_meeting")
    assert "All games of this meeting were played" in html_of(client, url)
    client.post(url, {"how": "a-absent", "confirm": "1", "seen": current(meeting).mark})
    assert not Table.objects.filter(kind="forfeit").exists()


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


@pytest.mark.parametrize("page", ["meeting", "round_board"])
def test_what_was_played_stands_beside_what_a_ruling_made_of_a_game(page):
    meeting = meeting_of_captains(4)
    game = meeting.games.order_by("game").first()
    rule(play(game, 40), 1, revoke="N", trick=3)
    competition, place = meeting.competition, {"meeting": meeting.pk, "round_board": 1}[page]
    url = reverse(page, args=[competition.club.slug, competition.slug, place])
    html = client_of("Secretary").get(url).content.decode()
    assert html.count("as played") == 1 and "as played 10–0" in html


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


# Paper


def test_captains_sheets_of_a_round_and_of_a_meeting(meeting):
    args = [meeting.competition.club.slug, meeting.competition.slug, 1]
    url = reverse("captains_sheets", args=args)
    html = html_of(client_of("Scorer"), url)
    assert html.count('class="captains-sheet"') == 6  # two meetings, three pages each
    for name in ("A1", "E1", "A4"):
        assert f"<bdi>{name}</bdi>" in html
    one = f"{url}?meeting={meeting.pk}"
    assert html_of(client_of("Secretary"), one).count('class="captains-sheet"') == 3
    own = html_of(captain_client(meeting, "a"), one)
    assert own.count('class="captains-sheet"') == 2
    assert f"<bdi>{meeting.home.people[1].name}</bdi>" in own
    assert f"<bdi>{meeting.guests.people[1].name}</bdi>" not in own


def test_the_papers_tell_when_and_where_the_meeting_is_planned(meeting):
    competition = meeting.competition
    args = [competition.club.slug, competition.slug, 1]
    url, client = reverse("captains_sheets", args=args), client_of("Scorer")

    def heads():
        """The head of each meeting's sheets, all the same on its three pages."""
        html = client.get(url, headers={"Accept-Language": "en-GB"}).content.decode()
        found = [part.split("</header>")[0] for part in html.split("<header")[2:]]
        assert found[0] == found[2] and found[3] == found[5]
        return [" ".join(re.sub(r"<.*?>|^.*?>", " ", found[at]).split()) for at in (0, 3)]

    for head in heads():
        assert head.endswith("Date")  # to be filled in by hand
    day = Planned(date(2027, 1, 12), time(20), "Café Ç, back room")
    Day.plan(competition, {1: day}, owner())
    for head in heads():
        assert head.endswith("Tuesday 12 January 2027, 20:00 · Café Ç, back room")
    current(meeting).move(date(2027, 1, 14), "", owner())
    moved, other = heads()
    assert moved.endswith("Thursday 14 January 2027, 20:00 · Café Ç, back room")
    assert other.endswith("Tuesday 12 January 2027, 20:00 · Café Ç, back room")
    Day.plan(competition, {1: day._replace(called_off=True, at=None)}, owner())
    moved, other = heads()
    assert moved.endswith("Thursday 14 January 2027 · Café Ç, back room")
    assert other.endswith("Date")
    Day.plan(competition, {1: None}, owner())
    assert heads()[0].endswith("Thursday 14 January 2027")


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
