"""Meetings of a team league, their days, and their games as tables, out and in."""

from datetime import date, time

import pytest
from django.test import Client

from games.models import Meeting, Player, Table, start_match_at

from .competitions import enter, hand_in, meetings, owner, type_result
from .csv_files import cells, faults, told
from .team_files import everything, export, make_league, plan_and_draw, see, take

pytestmark = pytest.mark.django_db


@pytest.fixture
def league():
    return make_league()


@pytest.fixture
def drawn(league):
    return plan_and_draw(league)


# Meetings


def test_a_line_for_each_meeting(drawn):
    first, second = meetings(drawn.rounds.get(number=1))
    second.move(date(2026, 3, 5), "", owner())
    rows = cells(export(drawn, "fixtures", Client()))
    assert rows[0] == [
        "Round", "Day", "Time", "Location", "Called off", "Meeting", "Home", "Guests"
    ]  # fmt: skip
    assert len(rows) == 1 + Meeting.objects.count()
    rest = ["19:30", "Café Ç", "no"]
    assert rows[1:3] == [
        ["1", "2026-03-03", *rest, "1", first.home.name, first.guests.name],
        ["1", "2026-03-05", *rest, "2", second.home.name, second.guests.name],
    ]
    assert rows[5][:6] == ["3", "", "", "", "", "1"]


SCHEDULE = """Round;Date;Day;Time;Home;Guests
1;;03/03/2026;19.30;Team 1;Team 2
1;;05/03/2026;;Team 3;Team 4
1;;03/03/2026;;Team 5;
2;;;;Team 2;Team 3
2;;;;Team 5;Team 1
2;;;;;Team 4
3;;2026-03-17;;;
"""


def test_a_schedule_of_meetings_that_somebody_else_drew(league):
    enter(league, 1, first=5)
    shown = see(league, "fixtures", SCHEDULE)
    assert not faults(shown)
    assert [row[:2] for row in told(shown)] == [(number, "new") for number in range(2, 9)]
    texts = [text for _number, _effect, text in told(shown)]
    assert texts[0] == "Round 1: Team 1 – Team 2; Round 1: Tuesday 3 March 2026, 19:30"
    assert texts[1] == "Round 1: Team 3 – Team 4, on Thursday 5 March 2026"
    assert texts[2] == "Round 1: Team 5 sits out"
    assert texts[6] == "Round 3: Tuesday 17 March 2026"
    take(league, "fixtures", SCHEDULE)
    league.refresh_from_db()
    assert league.state == "running" and Meeting.objects.count() == 4
    assert Table.objects.filter(b__isnull=False).count() == 16
    one, other = meetings(league.rounds.get(number=1))
    assert (one.home.name, one.held_on, other.held_on) == ("Team 1", None, date(2026, 3, 5))
    assert list(league.days.values_list("number", "on", "at")) == [
        (1, date(2026, 3, 3), time(19, 30)), (3, date(2026, 3, 17), None)
    ]  # fmt: skip
    shown = see(league, "fixtures", export(league, "fixtures"))
    assert not told(shown) and not faults(shown)


def redated(league, days):
    """The fixtures as they come out, with other days in these lines."""
    rows = cells(export(league, "fixtures"))
    for at, day in days.items():
        rows[at][1] = day
    return "\n".join(map(",".join, rows))


def days_of(league, number=1):
    """The day of a round, and those that its meetings have of their own."""
    planned = league.days.filter(number=number).first()
    return planned and planned.on, [
        one.held_on for one in meetings(league.rounds.get(number=number))
    ]


MARCH = {day: date(2026, 3, day) for day in range(1, 32)}


def test_a_meeting_with_another_day_is_held_on_that(drawn):
    text = redated(drawn, {1: "2026-03-05"})
    (line,) = told(see(drawn, "fixtures", text))
    assert line[:2] == (2, "changed") and line[2].endswith(", on Thursday 5 March 2026")
    take(drawn, "fixtures", text)
    assert days_of(drawn) == (MARCH[3], [MARCH[5], None])
    assert drawn.log.get(verb="move meeting").after["day"] == "2026-03-05"
    # And back again.
    take(drawn, "fixtures", redated(drawn, {1: "2026-03-03"}))
    assert days_of(drawn) == (MARCH[3], [None, None])


def test_a_day_that_most_meetings_have_is_their_rounds(drawn):
    text = redated(drawn, {1: "2026-03-06", 2: "2026-03-06"})
    assert [row[2] for row in told(see(drawn, "fixtures", text))] == [
        f"Round 1, meeting 1: {meetings(drawn.rounds.get(number=1))[0]}; "
        "Round 1: Friday 6 March 2026, 19:30, Café Ç"
    ]
    take(drawn, "fixtures", text)
    assert days_of(drawn) == (MARCH[6], [None, None])
    # Of a round without a day most of those that have one.
    take(drawn, "fixtures", redated(drawn, {5: "2026-03-17", 6: "2026-03-18"}))
    assert days_of(drawn, 3) == (MARCH[17], [None, MARCH[18]])
    # A line without teams tells the round's, whatever its meetings have.
    take(drawn, "fixtures", "Round,Day\n3,2026-03-19\n")
    assert days_of(drawn, 3) == (MARCH[19], [None, MARCH[18]])


def test_meetings_that_have_a_day_of_their_own_keep_it(drawn):
    """All meetings of a round on one other day are no reason that the round has it."""
    for meeting in meetings(drawn.rounds.get(number=1)):
        meeting.move(MARCH[9], "", owner())
    meetings(drawn.rounds.get(number=3))[0].move(MARCH[20], "", owner())
    before = everything(drawn)
    shown = see(drawn, "fixtures", export(drawn, "fixtures"))
    assert not told(shown) and not faults(shown) and everything(drawn) == before


def test_what_is_wrong_with_meetings(drawn):
    one, other = meetings(drawn.rounds.get(number=1))
    three = meetings(drawn.rounds.get(number=3))[0]
    text = f"""Round,Day,Time,Meeting,Home,Guests
1,2026-03-03,19:30,,{one.home},{one.guests}
1,2026-03-03,20:00,,{other.home},{other.guests}
1,2026-03-04,19:30,,{one.home},{one.guests}
1,,,,{one.guests},{one.home}
1,,,2,{one.home},{one.guests}
1,,,1,,
3,,20:00,,{three.home},{three.guests}
2,1999-01-01,,,,
7,,,,Team 1,Team 2
"""
    before = everything(drawn)
    wrong = faults(see(drawn, "fixtures", text))
    assert sorted(wrong) == [3, 4, 5, 6, 7, 8, 9]
    assert "Line 2 has another time" in wrong[3] and "Line 2 has another day" in wrong[4]
    assert "other way round" in wrong[5] and "others play" in wrong[6]
    assert "Which teams" in wrong[7] and "no day" in wrong[8] and "too far away" in wrong[9]
    assert everything(drawn) == before
    far = redated(drawn, {1: "0001-01-01"})
    assert "too far away" in faults(see(drawn, "fixtures", far))[2]
    twice = "Round,Meeting,Home,Away\n7,1,Team 1,Team 2\n7,1,Team 3,Team 4\n"
    assert "Line 2 has this meeting" in faults(see(drawn, "fixtures", twice))[3]
    assert everything(drawn) == before
    drawn.become("finished", owner())
    assert "finished" in faults(see(drawn, "fixtures", redated(drawn, {1: "2026-03-05"})))[2]


# Games


def test_a_line_for_each_game_with_who_plays_once_both_line_ups_are_in(drawn):
    one, other = meetings(drawn.rounds.get(number=1))
    hand_in(one, "a")
    rows = cells(export(drawn, "results", Client()))
    assert rows[0] == [
        *("Round", "Meeting", "Game", "Home", "Pair at home", "Guests", "Pair of the guests"),
        *("Result", "Points 1", "Points 2", "Deals won 1", "Deals won 2", "Counts"),
        *("As played 1", "As played 2"),
    ]
    assert len(rows) == 1 + 4 * Meeting.objects.count()
    assert rows[1][:7] == ["1", "1", "1", one.home.name, "", one.guests.name, ""]
    hand_in(one, "b")
    (a, b, c, d, *_), (e, f, g, h, *_) = (
        [player.name for player in team.people] for team in (one.home, one.guests)
    )
    substitute = one.home.people[4]
    one.substitute("a", 3, one.home.people[0], substitute, owner())
    type_result(one.places()[0], 61, -3)
    Player.objects.get(name=f).hide(True, owner())
    rows = cells(export(drawn, "results", Client()))
    no = f"N.\u00a0N.\u00a0{one.guests.number}.2"
    assert [row[2:7:2] for row in rows[1:5]] == [
        ["1", f"{a} & {b}", f"{e} & {no}"],
        ["2", f"{c} & {d}", f"{g} & {h}"],
        ["3", f"{substitute} & {b}", f"{g} & {h}"],
        ["4", f"{c} & {d}", f"{e} & {no}"],
    ]
    assert rows[1][7:] == ["played", "61", "-3", "", "", "yes", "", ""]
    assert f"{e} & {f}" in export(drawn, "results")  # for officers


def test_who_played_is_told_by_the_match(drawn):
    (one, _other) = meetings(drawn.rounds.get(number=1))
    hand_in(one)
    table = one.places()[0]
    people = table.seated()
    north = table.competition.rules.table.sides[0][0]
    people[north] = one.home.people[4]
    start_match_at(table, people, north, owner())
    name = one.home.people[4].name
    assert name in cells(export(drawn, "results"))[1][4]


def test_results_of_games_come_in(drawn):
    one, other = meetings(drawn.rounds.get(number=1))
    text = (
        "Round;Meeting;Game;Home;Guests;Points 1;Points 2;Result\n"
        "1;1;1;;;61;20;\n"
        f"1;;4;{one.home};{one.guests};0;40;played\n"
        f";;2;{other.guests};{other.home};1;2;\n"
        "1;1;3;;;;;side 2 did not come\n"
    )
    # A double round robin has the teams of a meeting again the other way round.
    again = meetings(drawn.rounds.get(number=4))
    assert (other.guests_id, other.home_id) in {(one.home_id, one.guests_id) for one in again}
    shown = see(drawn, "results", text)
    assert not faults(shown)
    texts = [text for _number, _effect, text in told(shown)]
    assert texts[0] == f"Round 1, meeting 1, game 1: {one.home} – {one.guests} 61–20"
    assert texts[2].startswith("Round 4, meeting")
    take(drawn, "results", text)
    games = one.places()
    assert [(game.points_a, game.points_b, game.winner, game.counted) for game in games] == [
        (61, 20, "a", True), (None, None, "", False), (None, None, "a", True), (0, 40, "b", True)
    ]  # fmt: skip
    assert games[2].kind == "forfeit"
    shown = see(drawn, "results", text.replace("61;20", "61;21"))
    assert "counts already" in faults(shown)[2]


def test_what_is_wrong_with_games(drawn):
    one, other = meetings(drawn.rounds.get(number=1))
    text = f"""Round,Meeting,Game,Home,Guests,Points 1,Points 2
1,1,5,,,61,20
1,1,,,,61,20
1,,,{one.home},{one.guests},61,20
1,2,1,{one.home},{one.guests},61,20
9,1,1,,,61,20
1,,1,{one.home},{other.home},61,20
,,1,{one.home},Nobody,61,20
1,1,1,,,61,
1,1,2,,,61,20
1,1,2,,,61,20
"""
    before = everything(drawn)
    wrong = faults(see(drawn, "results", text))
    assert sorted(wrong) == [2, 3, 4, 5, 6, 7, 8, 9, 11]
    assert "between 1 and 4" in wrong[2]
    assert "Several games can be meant" in wrong[3] and "Several games" in wrong[4]
    assert "In meeting 2 of round 1 others play" in wrong[5] and "not drawn yet" in wrong[6]
    assert "none of its games" in wrong[7] and "do not meet" in wrong[8]
    assert "both sides" in wrong[9] and "Line 10" in wrong[11]
    assert everything(drawn) == before
