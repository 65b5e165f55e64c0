"""A round to hang up: by table, and by name."""

from datetime import date, time
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Competition, Day, Entry, Planned, Player, start_match_at
from games.models.names import joined

from .competitions import (
    add_people,
    client_of,
    draw,
    enter,
    make_club,
    make_competition,
    make_user,
    meeting_of_captains,
    meetings,
    owner,
    play,
    tables,
    type_result,
)

pytestmark = pytest.mark.django_db


def get(round, client=None, **query):
    competition = round.competition
    args = [competition.club.slug, competition.slug, round.number]
    response = (client or Client()).get(reverse("round_sheet", args=args), query)
    assert response.status_code == 200
    return response


@pytest.fixture
def evening():
    """A draw evening of three games a table: one absent, one with a bye."""
    evening = make_competition(make_club(), "draw-evening", published=True)
    names = ("Zoë", "élise", "Eduard", "An", "Bo", "Cis", "Dré", "Fons", "Gui", "Han")
    Entry.enter(evening, [(p.name, [p]) for p in add_people(evening.club, *names)], owner())
    evening.entries.get(name="Zoë").tell("absent", 1, owner())
    return evening


def test_a_table_of_three_games_has_four_people_and_three_pairings(evening):
    round = draw(evening)
    one, two = get(round).context["tables"]
    assert (one.number, two.number) == (1, 2)
    assert [(game.one.text, game.other.text) for game in one.games] == [
        ("1 & 2", "3 & 4"),
        ("1 & 3", "2 & 4"),
        ("1 & 4", "2 & 3"),
    ]
    for game, table in zip(one.games, tables(round), strict=False):
        places = [one.people[int(place) - 1].text for place in game.one.text.split(" & ")]
        assert set(places) == {table.a.name, table.a2.name}


def test_byes_and_who_is_absent_stand_below(evening):
    round = draw(evening)
    html = get(round).content.decode()
    (bye,) = (table for table in round.places() if table.is_bye)
    told = dict(get(round).context["without"])
    assert told["Zoë"] == "is absent" and told[bye.a.name].startswith("sits out")
    assert "Without a table" in html and html.count("wall-box") == 2 * 3 * 2


def test_results_stand_there_once_they_count(evening):
    round = draw(evening)
    one, two, three = tables(round)[:3]
    type_result(one, 101, 0)
    type_result(two, 7, 8, make_user("Scorer"))
    games = get(round).context["tables"][0].games
    assert [game.points for game in games] == [("101", "0"), ("", ""), ("", "")]


def test_pairs_meet_with_a_box_each_and_the_time(evening):
    swiss = make_competition(evening.club, name="Swiss", published=True)
    enter(swiss, 4)
    round = draw(swiss)
    round.start_clock(50, owner())
    page = get(round)
    html = page.content.decode()
    assert [table.people for table in page.context["tables"]] == [[], []]
    game = page.context["tables"][0].games[0]
    table = tables(round)[0]
    assert (game.one.text, game.other.text) == (table.side("a"), table.side("b"))
    ends = round.ends_at.astimezone(ZoneInfo(swiss.club.zone))
    assert f"– {ends:%H:%M}" in html and "Print" in html


def test_by_name_everybody_finds_the_table(evening):
    round = draw(evening)
    people = get(round, by="name").context["people"]
    assert [one.name.text for one in people] == [
        *("An", "Bo", "Cis", "Dré", "Eduard", "élise", "Fons", "Gui", "Han", "Zoë")
    ]
    where = {one.name.text: one.table for one in people}
    for table in tables(round):
        assert {where[entry.name] for entry in (table.a, table.a2, table.b, table.b2)} == {
            table.number
        }
    assert people[-1].why == "is absent" and people[-1].table is None


def test_of_a_pair_both_are_found(evening):
    swiss = make_competition(evening.club, name="Swiss", published=True)
    people = add_people(swiss.club, "Piet", "Quinten", "Rik", "Staf")
    Entry.enter(swiss, [("Bruges 1", people[:2]), ("Bruges 2", people[2:])], owner())
    round = draw(swiss)
    found = get(round, by="name").context["people"]
    assert [(one.name.text, one.table) for one in found] == [
        ("Piet", 1),
        ("Quinten", 1),
        ("Rik", 1),
        ("Staf", 1),
    ]
    # Whoever does not want to be listed is hung up for officers only.
    Player.objects.filter(name="Rik").update(hidden=True)
    assert len(get(round, by="name").context["people"]) == 3
    assert "Rik" not in get(round, by="name").content.decode()
    assert "Rik" in get(round, client_of("Scorer"), by="name").content.decode()


def test_its_cost_does_not_grow_with_its_tables(evening, django_assert_num_queries):
    enter(evening, 20, first=30)
    round = draw(evening)
    get(round)
    with django_assert_num_queries(6):  # competition, who is hidden, round, tables, day, names
        get(round)
    with django_assert_num_queries(6):
        get(round, by="name")
    add_people(evening.club, "Urbain", "Valère")
    costs = []
    for table, name in zip(tables(round)[::3][:2], ("Urbain", "Valère"), strict=True):
        stand_in(table, Player.objects.get(name=name))
        with CaptureQueriesContext(connection) as queries:
            get(round)
            get(round, by="name")
        costs.append(len(queries))
    assert costs[0] == costs[1]


def stand_in(table, player):
    """Start the match with somebody for whoever was drawn to S; that one."""
    table.round.competition = Competition.objects.get()
    people = table.seated()
    start_match_at(table, {**people, "S": player}, "N", owner())
    return people["S"]


def test_who_came_in_stands_there_for_whoever_was_drawn(evening):
    (urbain,) = add_people(evening.club, "Urbain")
    round = draw(evening)
    before = [name.text for name in get(round).context["tables"][0].people]
    gone = stand_in(tables(round)[0], urbain)
    page = get(round)
    one, two = page.context["tables"]
    assert [name.text for name in one.people] == [
        "Urbain" if name == gone.name else name for name in before
    ]
    assert one.substitutes == [f"Urbain plays for {gone.name}"] and two.substitutes == []
    assert f"<bdi>Urbain plays for {gone.name}</bdi>" in page.content.decode()
    found = {one.name.text: one for one in get(round, by="name").context["people"]}
    assert found["Urbain"].table == 1
    assert (found[gone.name].table, found[gone.name].why) == (None, one.substitutes[0])
    # Whoever does not want to be listed is named by neither.
    Player.objects.filter(pk=urbain.pk).update(hidden=True)
    for query in ({}, {"by": "name"}):
        html = get(round, **query).content.decode()
        assert "Urbain" not in html and f"plays for {gone.name}" in html
        assert "Urbain" in get(round, client_of("Scorer"), **query).content.decode()


def test_who_was_to_sit_out_and_comes_in_has_a_table(evening):
    round = draw(evening)
    zoe = Player.objects.get(name="Zoë")  # absent
    stand_in(tables(round)[0], zoe)
    people = get(round, by="name").context["people"]
    assert [one.table for one in people if one.name.text == "Zoë"] == [1]
    (bye,) = (table.a.name for table in round.places() if table.is_bye)
    assert [name for name, _why in get(round).context["without"]] == [bye]
    # So has whoever had the bye.
    stand_in(tables(round)[3], Player.objects.get(name=bye))
    assert get(round).context["without"] == []


def test_a_pair_keeps_its_name_and_tells_who_came_in(evening):
    swiss = make_competition(evening.club, name="Swiss", published=True)
    enter(swiss, 4)
    (urbain,) = add_people(evening.club, "Urbain")
    evening.delete()
    round = draw(swiss)
    table = tables(round)[0]
    gone = stand_in(table, urbain)
    one = get(round).context["tables"][0]
    assert (one.games[0].one.text, one.games[0].other.text) == (table.side("a"), table.side("b"))
    assert one.substitutes == [f"Urbain plays for {gone.name}"]
    found = {one.name.text: one.table for one in get(round, by="name").context["people"]}
    assert found["Urbain"] == 1 and found[gone.name] is None


def test_meetings_have_their_days(evening):
    league = make_competition(evening.club, "team-league", name="League", published=True)
    enter(league, 4)
    round = draw(league)
    assert [table.day for table in get(round).context["tables"]] == [None, None]
    planned = Planned(date(2026, 12, 4), time(20, 0), "Zaal Rust")
    Day.plan(league, {1: planned}, owner())
    one, two = meetings(round)
    two.move(date(2026, 12, 9), "the hall is let", owner())
    page = get(round)
    first, second = (table.day for table in page.context["tables"])
    assert (first.when, first.place, first.instead) == (
        "Friday 4 December 2026, 20:00", "Zaal Rust", "",
    )  # fmt: skip
    assert (second.when, second.place) == ("Wednesday 9 December 2026, 20:00", "Zaal Rust")
    assert second.instead == "Instead of Friday 4 December 2026"
    html = page.content.decode()
    assert "Wednesday 9 December 2026, 20:00 · <bdi>Zaal Rust</bdi>" in html
    assert "(Instead of Friday 4 December 2026)" in html and "<small>Meeting</small> 1" in html
    # By name the people of the meeting that was moved are told so.
    days = {one.table: one.day for one in get(round, by="name").context["people"]}
    assert days == {1: "", 2: second.when}
    # Called off, but for what is held on a day of its own.
    Day.plan(league, {1: planned._replace(called_off=True)}, owner())
    page = get(round)
    assert [bool(table.day) for table in page.context["tables"]] == [False, True]
    assert "called off" in page.content.decode()


def test_the_games_of_a_meeting_tell_who_plays_them(django_assert_max_num_queries):
    meeting = meeting_of_captains(2)
    league, round = meeting.competition, meeting.round
    league.change(owner(), published=True)
    one, two = meeting.places()
    sides = [[joined(p.name for p in meeting.pair(side, game.game)) for side in "ab"]
             for game in (one, two)]  # fmt: skip

    def told():
        (found,) = get(round).context["tables"]
        return [[game.one.text, game.other.text] for game in found.games]

    assert told() == sides and len({name for side in sides for name in side}) == 4
    html = get(round).content.decode().replace("&amp;", "&")
    assert f"<bdi>{sides[0][0]}</bdi> –</span> <bdi>{sides[0][1]}</bdi>" in html
    # As they sat down, once they have.
    *_first, leaves, _other, comes = meeting.home.people
    meeting.substitute("a", 2, leaves, comes, owner())
    play(one, 40)
    names = told()
    assert names[0] == sides[0] and comes.name in names[1][0] and leaves.name not in names[1][0]
    # Whoever does not want to be listed is told by the number that they have elsewhere.
    hidden = Player.objects.get(name=one.match.players["N"])
    hidden.hide(True, owner())
    assert f"N.\u00a0N.\u00a0{meeting.home.number}." in told()[0][0]
    assert hidden.name in get(round, client_of("Scorer")).content.decode()
    get(round)
    with django_assert_max_num_queries(14):
        get(round)


def test_before_the_line_ups_the_games_of_a_meeting_tell_the_teams(evening):
    league = make_competition(evening.club, "team-league", name="League", published=True)
    enter(league, 2)
    (table,) = get(draw(league)).context["tables"]
    assert {(game.one.text, game.other.text) for game in table.games} == {("1", "2")}
    assert {name.text for name in table.people} == {"Team 1", "Team 2"}


def test_a_meeting_of_one_game_tells_the_teams_and_then_who_plays():
    meeting = meeting_of_captains(1)
    meeting.competition.change(owner(), published=True)
    (table,) = get(meeting.round).context["tables"]
    assert [name.text for name in table.people] == [meeting.home.name, meeting.guests.name]
    assert table.games[0].one.text == joined(p.name for p in meeting.pair("a", 1))


def test_a_day_that_is_planned_stands_above(evening):
    round = draw(evening)
    Day.plan(evening, {1: Planned(date(2026, 12, 4), None, "Zaal Rust")}, owner())
    for query in ({}, {"by": "name"}):
        assert (
            "Friday 4 December 2026 · <bdi>Zaal Rust</bdi>" in get(round, **query).content.decode()
        )
