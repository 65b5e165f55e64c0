"""Teams as a table, out and in; and all files of a team league out and in again."""

from datetime import date

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from games.csv_files.entries import entry_lines
from games.csv_files.fixtures import FixturesTaker, fixture_lines
from games.csv_files.results import ResultsTaker, result_lines
from games.csv_files.teams import TeamsTaker
from games.models import Entry, Player, folded

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
from .csv_files import cells, faults, names, through, told
from .team_files import everything, export, make_league, plan_and_draw, see, take, url_of

pytestmark = pytest.mark.django_db

AWKWARD = "Renée O'Brien-Åsgård \u05d3\u05d5\u05d3 🂡"


@pytest.fixture
def league():
    return make_league()


@pytest.fixture
def drawn(league):
    return plan_and_draw(league)


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


# All files


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
