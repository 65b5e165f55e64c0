"""Teams, their meetings and their games as tables, out and in."""

from datetime import date, time

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from games.csv_files.entries import entry_lines
from games.csv_files.fixtures import FixturesTaker, fixture_lines
from games.csv_files.results import ResultsTaker, result_lines
from games.csv_files.teams import TeamsTaker
from games.models import (
    Day,
    Entry,
    EntryPlayer,
    LineUpPlace,
    Meeting,
    Planned,
    Player,
    Round,
    Table,
    folded,
)

from .competitions import (
    add_people,
    client_of,
    draw,
    enter,
    hand_in,
    make_club,
    make_competition,
    meetings,
    owner,
    play,
    sign,
    type_result,
)
from .csv_files import address, cells, download, faults, look, take_over, told
from .test_import_file import names, through

pytestmark = pytest.mark.django_db

AWKWARD = "Renée O'Brien-Åsgård \u05d3\u05d5\u05d3 🂡"


@pytest.fixture
def league():
    competition = make_competition(
        make_club(), "team-league", options={"games": 4}, name="League", published=True
    )
    enter(competition, 4)
    return competition


@pytest.fixture
def drawn(league):
    planned = {
        number: Planned(date(2026, 3, 3 + 7 * (number - 1)), time(19, 30), "Café Ç")
        for number in (1, 2)
    }
    Day.plan(league, planned, owner())
    draw(league)
    return league


def url_of(competition, kind):
    return address(competition, "import_file", kind)


def export(competition, kind, client=None, **headers):
    url = address(competition, "export_file", kind)
    return download(client or client_of("Olga"), url, **headers)


def everything(competition):
    """What there is of all that files write."""
    models = (Player, Entry, EntryPlayer, Day, Round, Meeting, LineUpPlace, Table)
    rows = [list(model.objects.order_by("pk").values()) for model in models]
    return [*rows, competition.log.count(), competition.club.log.count()]


def see(competition, kind, text, **more):
    return look(client_of("Olga"), url_of(competition, kind), text, **more)


def take(competition, kind, text, **more):
    """Take a file over, and see that it does nothing when it comes again."""
    response = take_over(client_of("Secretary"), url_of(competition, kind), text, **more)
    assert response.status_code == 302, faults(response)
    before = everything(competition)
    assert "nothing to do" in see(competition, kind, text, **more).content.decode()
    assert everything(competition) == before


# Teams


def test_teams_come_out_with_all_their_people(league):
    Entry.objects.get(number=2).make_captain(Player.objects.get(name="C2"), owner())
    Entry.objects.get(number=3).join_team(add_people(league.club, AWKWARD), owner())
    Entry.objects.get(number=4).withdraw("", owner())
    assert cells(export(league, "entries"))[:5] == [
        ["Number", "Name", "Captain", *(f"Player {n}" for n in range(2, 7)), "Withdrawn"],
        ["1", "Team 1", "A1", "B1", "C1", "D1", "E1", "", "no"],
        ["2", "Team 2", "C2", "B2", "A2", "D2", "E2", "", "no"],
        ["3", "Team 3", "A3", "B3", "C3", "D3", "E3", AWKWARD, "no"],
        ["4", "Team 4", "A4", "B4", "C4", "D4", "E4", "", "yes"],
    ]


def test_teams_of_an_empty_league_have_a_pattern():
    league = make_competition(make_club(), "team-league", options={"pairs": 1})
    assert cells(export(league, "entries")) == [
        ["Number", "Name", "Captain", "Player 2", "Withdrawn"]
    ]


def test_a_team_league_of_another_club_comes_in_whole(league):
    text = export(league, "entries")
    other = make_competition(make_club("Elsewhere"), "team-league", name="Other")
    wrong = faults(see(other, "entries", text))
    assert wrong.keys() == {2, 3, 4, 5} and "called “A1”" in wrong[2] and "“E1”" in wrong[2]
    assert not Player.of(other.club) and not other.entries.exists()
    shown = told(see(other, "entries", text, join="on"))
    assert shown[0] == (
        2,
        "new",
        "Team 1 with A1, B1, C1, D1, E1, new in the club: A1, B1, C1, D1, E1",
    )
    take(other, "entries", text, join="on")
    assert cells(export(other, "entries")) == cells(text)
    assert other.log.get(verb="import").after == {"file": "entries", "lines": 4}


def test_a_list_from_elsewhere_names_the_captain_among_the_players():
    league = make_competition(make_club(), "team-league")
    add_people(league.club, "An", "Bo", "Cis", "Dré", AWKWARD)
    text = (
        "Name;Player 1;Player 2;Player 3;Player 4;Player 12;Captain\n"
        "De Troeven;An;Bo;Cis;;dré;CIS\n"
    )
    take(league, "entries", text)
    team = league.entries.get()
    assert [one.name for one in team.people] == ["Cis", "An", "Bo", "Dré"]
    take(league, "entries", f"Name,player_60\nDe  Troeven,{AWKWARD}\n")
    assert [one.name for one in team.people] == ["Cis", "An", "Bo", "Dré", AWKWARD]
    assert team.name == "De Troeven"


def test_teams_get_people_names_and_captains_and_nobody_leaves(league):
    add_people(league.club, "Fien")
    text = (
        "Number,Name,Captain,Player 2,Player 3,Withdrawn\n"
        "1,Team 1,B1,Fien,,\n"
        "2,The Others,A2,Gust,,\n"
        "3,Team 3,,,,yes\n"
        "4,Team 4,A4,B4,C4,no\n"
    )
    shown = see(league, "entries", text, join="on")
    assert told(shown) == [
        (2, "changed", "Team 1, joined by Fien, led by B1"),
        (3, "changed", "“Team 2” is renamed “The Others”, joined by Gust, new in the club: Gust"),
        (4, "changed", "Team 3 withdraws"),
    ]  # fmt: skip
    take(league, "entries", text, join="on")
    people = {team.name: [one.name for one in team.people] for team in league.entries.all()}
    assert people["Team 1"] == ["B1", "A1", "C1", "D1", "E1", "Fien"]
    assert people["The Others"] == ["A2", "B2", "C2", "D2", "E2", "Gust"]
    assert people["Team 4"] == ["A4", "B4", "C4", "D4", "E4"]
    assert Entry.objects.get(number=3).withdrawn_at
    verbs = set(league.log.values_list("verb", flat=True))
    assert {"join team", "captain", "rename", "withdraw", "import"} <= verbs


def test_what_is_wrong_with_teams(league):
    add_people(league.club, "An", "Bo", "Cis", "Dré", "Els")
    long = "x" * 81
    text = f"""Number;Name;Captain;Player 2;Player 3;Player 4;Withdrawn
;Few;An;Bo;Cis;;
;;An;Bo;Cis;Dré;
;Taken;A1;Bo;Cis;Dré;
;Twice;An;Bo;bo;Dré;
;Team 1;Stranger;;;;
;{long};An;Bo;Cis;Dré;
x;Odd;An;Bo;Cis;Dré;perhaps
;Good;An;Bo;Cis;Dré;
;Again;An;Bo;Cis;Els;
;good;;;;;
;Team 2;A1;;;;
;N. N.;;;;;
;Nameless;An;N. N.;Bo;Cis;
"""
    before = everything(league)
    shown = see(league, "entries", text)
    wrong = faults(shown)
    assert sorted(wrong) == [2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14]
    assert "at least 4 people" in wrong[2] and "no name" in wrong[3]
    assert "A1 is entered already" in wrong[4] and "“bo” stands here twice" in wrong[5]
    assert "Nobody of the club is called “Stranger”" in wrong[6]
    assert "longer than 80" in wrong[7]
    assert "no whole number" in wrong[8] and "perhaps" in wrong[8]
    assert "An is entered already" in wrong[10] and "stands here twice" in wrong[11]
    assert "A1 is entered already" in wrong[12]
    assert "cannot be entered" in wrong[13] and "cannot be entered" in wrong[14]
    assert everything(league) == before
    assert text.splitlines()[3].split(";")[1] in shown.content.decode()  # what was pasted stays


def test_new_people_of_a_team_that_is_refused_do_not_stay_known(league):
    text = "Name,Captain,Player 2,Player 3,Player 4\nFew,Xa,Xb,,\nNext,Xa,Xb,Xc,Xd\n"
    shown = see(league, "entries", text, join="on")
    assert faults(shown).keys() == {2}
    assert told(shown)[1] == (3, "new", "Next with Xa, Xb, Xc, Xd, new in the club: Xa, Xb, Xc, Xd")


def test_names_that_are_not_told_come_back_as_they_were(league):
    Player.objects.get(name="B1").hide(True, owner())
    public = export(league, "entries", Client())
    assert "B1" not in public and "N.\u00a0N." in public
    for text in (public, export(league, "entries")):
        shown = see(league, "entries", text)
        assert not told(shown) and not faults(shown)
    # A team that is called by somebody's name keeps it, whatever the public reads.
    Entry.objects.get(number=1).rename("Friends of Bart", owner())
    Player.objects.filter(name="B1").update(name="Bart")
    public = export(league, "entries", Client())
    assert "Bart" not in public
    shown = see(league, "entries", public)
    assert not told(shown) and not faults(shown)


def test_what_only_all_lines_together_tell_is_told_of_its_line(league):
    """Two lines that are in order by themselves: one takes the name that another gives away."""
    add_people(league.club, "An", "Bo", "Cis", "Dré", "Els", "Fons", "Gui", "Han")
    text = (
        "Number,Name,Captain,Player 2,Player 3,Player 4\n"
        ",Fresh,An,Bo,Cis,Dré\n"
        ",Others,Els,Fons,Gui,Han\n"
        "1,Others,A1,,,\n"
    )
    shown = see(league, "entries", text)
    assert faults(shown) == {3: "There is an entry “Others” already."}
    assert [row[0] for row in told(shown)] == [2, 3, 4]
    take(league, "entries", text.replace("1,Others", "1,Team 9"))
    assert [team.name for team in league.entries.all()] == [
        "Team 9", "Team 2", "Team 3", "Team 4", "Fresh", "Others"
    ]  # fmt: skip


def test_a_new_team_can_have_withdrawn_already(league):
    add_people(league.club, "An", "Bo", "Cis", "Dré")
    text = "Name,Captain,Player 2,Player 3,Player 4,Withdrawn\nGone,An,Bo,Cis,Dré,yes\n"
    assert told(see(league, "entries", text)) == [
        (2, "new", "Gone with An, Bo, Cis, Dré withdraws")
    ]
    take(league, "entries", text)
    assert league.entries.get(name="Gone").withdrawn_at


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
    assert [row[2:7:2] for row in rows[1:5]] == [
        ["1", f"{a} & {b}", f"{e} & N.\u00a0N."],
        ["2", f"{c} & {d}", f"{g} & {h}"],
        ["3", f"{substitute} & {b}", f"{g} & {h}"],
        ["4", f"{c} & {d}", f"{e} & N.\u00a0N."],
    ]
    assert rows[1][7:] == ["played", "61", "-3", "", "", "yes"]
    assert f"{e} & {f}" in export(drawn, "results")  # for officers


def test_who_played_is_told_by_the_match(drawn):
    (one, _other) = meetings(drawn.rounds.get(number=1))
    hand_in(one)
    table = one.places()[0]
    people = table.seated()
    north = table.competition.rules.table.sides[0][0]
    people[north] = one.home.people[4]
    table.start_match(people, north, owner())
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


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
def test_out_and_in_again_changes_nothing(drawn, language):
    one, other = meetings(drawn.rounds.get(number=1))
    hand_in(one)
    sign(play(one.places()[0], 40, 40))
    type_result(one.places()[1], 61, 61)
    other.move(date(2026, 3, 9), "", owner())
    Player.objects.get(name="A1").hide(True, owner())
    Entry.objects.get(number=4).withdraw("", owner())
    before = everything(drawn)
    for kind in ("entries", "fixtures", "results"):
        text = export(drawn, kind, **{"accept-language": language})
        shown = see(drawn, kind, text)
        assert not faults(shown) and not told(shown), kind
        assert not shown.context["outcome"].unread
    assert everything(drawn) == before
    assert len(cells(export(drawn, "standings"))) == 5


class OutAndIn(TestCase):
    """Whatever teams and people are called."""

    @settings(max_examples=25, suppress_health_check=list(HealthCheck), deadline=None)
    @given(
        st.lists(names, min_size=4, max_size=4, unique_by=folded),
        st.lists(names, min_size=2, max_size=2, unique_by=folded),
        st.sampled_from(["en", "nl"]),
    )
    def test_out_and_in_again_changes_nothing(self, called, teams, language):
        club, by = make_club("Out and in"), owner()
        options = {"pairs": 1, "games": 2}
        league = make_competition(club, "team-league", options=options)
        people = add_people(club, *called)
        Entry.enter(league, zip(teams, (people[:2], people[2:]), strict=True), by)
        (meeting,) = meetings(draw(league))
        hand_in(meeting)
        meeting.move(date(2026, 3, 9), "", by)
        type_result(meeting.places()[0], 61, -3)
        before = everything(league)
        for lines, taker in (
            (entry_lines(league), TeamsTaker(league, by, False)),
            (fixture_lines(league), FixturesTaker(league, by)),
            (result_lines(league), ResultsTaker(league, by)),
        ):
            assert through(lines, taker, language) == []
        assert everything(league) == before
        # In a club where nobody is yet the teams come again.
        other = make_competition(make_club("Elsewhere"), "team-league", options=options)
        found = through(entry_lines(league), TeamsTaker(other, by, True), language)
        assert [(effect, wrong) for effect, _text, wrong in found] == [("new", [])] * 2


@pytest.mark.parametrize("kind", ["entries", "fixtures", "results"])
def test_each_page_tells_the_columns_of_teams(drawn, kind):
    html = client_of("Olga").get(url_of(drawn, kind)).content.decode()
    assert {"entries": "A line for each team", "fixtures": "A line for each meeting",
            "results": "A line for each game"}[kind] in html  # fmt: skip
    assert "<dt>Table</dt>" not in html and "<dt>Player 4</dt>" not in html
    assert Client().get(url_of(drawn, kind)).status_code == 302
    make_club("Elsewhere")
    assert client_of("Referee").get(url_of(drawn, kind)).status_code == 404


@pytest.mark.parametrize("count", [4, 8])
@pytest.mark.parametrize("kind, queries", [("entries", 4), ("fixtures", 5), ("results", 8)])
def test_the_cost_of_what_comes_out_does_not_grow(
    kind, queries, count, django_assert_max_num_queries
):
    league = make_competition(make_club(), "team-league", published=True)
    enter(league, count)
    for meeting in meetings(draw(league)):
        hand_in(meeting)
    play(meeting.places()[0], 40)
    with django_assert_max_num_queries(queries):
        export(league, kind, Client())
