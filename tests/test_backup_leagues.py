"""Days, meetings, line-ups and captains in files that are damaged or forged."""

import json
from typing import Any

import pytest

from games.models import Meeting
from tests.backups import GONE, changed, kept, laid_out, league_club, refused, restored
from tests.clubs import account

pytestmark = pytest.mark.django_db

LEAGUE, NOT_IT = 1, 0  # where the league stands among the competitions, and one that is none
BOTH, WAITS = 0, 1  # meetings whose line-ups are both in, and of which one waits
LINE_UP = ("meetings", BOTH, "line_ups")
DAY = ("competitions", LEAGUE, "days", 0)
OPTIONS = ("competitions", LEAGUE, "settings", "options")


@pytest.fixture
def document():
    return json.loads(kept(league_club))


@pytest.fixture
def team(document):
    """Where the first team stands among the entries."""
    return document["meetings"][BOTH]["home"] - 1


WRONG: dict[str, tuple[tuple[Any, ...], Any, str]] = {
    # Days
    "the day of no round": ((*DAY, "number"), 0, "No competition has so many rounds."),
    "the day of round 201": ((*DAY, "number"), 201, "No competition has so many rounds."),
    "a day of long ago": ((*DAY, "on"), "1999-12-31", "too far away"),
    "a day of long to come": ((*DAY, "on"), "2200-01-01", "too far away"),
    "a day without a date": ((*DAY, "on"), GONE, "This is missing."),
    "a day that is none": ((*DAY, "on"), "2026-02-30", "a day is expected"),
    "two days of a round": ((*DAY, "number"), 2, "contradicts"),
    "a time that is none": ((*DAY, "at"), "25:00", "25:00"),
    "a time that is a number": ((*DAY, "at"), 20, "a text is expected"),
    "a place too long": ((*DAY, "place"), "p" * 999, "At most"),
    "called off perhaps": ((*DAY, "called_off"), "yes", "true or false"),
    "a key that is none": ((*DAY, "uid"), "7", "key of 32"),
    "changed less than never": ((*DAY, "sequence"), -1, "whole number from 0"),
    "a field of a day of later": ((*DAY, "until"), "23:00", "not known here"),
    "days that are no list": (DAY[:-1], {"1": "2026-10-02"}, "list is expected"),
    "a day that is no object": (DAY, "2026-10-02", "object is expected"),
    # What a league is
    "no games": ((*OPTIONS, "games"), 0, "cannot stand here"),
    "games too many": ((*OPTIONS, "games"), 51, "cannot stand here"),
    "no pairs": ((*OPTIONS, "pairs"), 0, "cannot stand here"),
    "pairs too many": ((*OPTIONS, "pairs"), 21, "cannot stand here"),
    "true for games": ((*OPTIONS, "games"), True, "cannot stand here"),
    "a league of pairs": (("competitions", LEAGUE, "entry_kind"), "pair", "cannot stand here"),
    # Meetings
    "a meeting in no league": (("meetings", BOTH, "round"), 1, "nobody meets as a team"),
    "a meeting of no round": (("meetings", BOTH, "round"), 9999, "no row 9999"),
    "a team of another's": (("meetings", BOTH, "home"), 1, "another competition"),
    "a team of nobody": (("meetings", BOTH, "guests"), 9999, "no row 9999"),
    "without guests": (("meetings", BOTH, "guests"), GONE, "number of a row"),
    "against itself": (("meetings", BOTH, "guests"), "home", "plays twice"),
    "other teams than at its tables": (("meetings", BOTH, "home"), "other", "not those of this"),
    "a number of no table": (("meetings", BOTH, "number"), 9, "not those of this meeting"),
    "two of one number": (("meetings", WAITS, "number"), 1, "contradicts"),
    "held on no day": (("meetings", WAITS, "held_on"), "2026-13-01", "a day is expected"),
    "handed in at no time": (("meetings", BOTH, "home_at"), "noon", "a time is expected"),
    "handed in at the 25th hour": (
        ("meetings", BOTH, "home_at"), "2026-10-25T25:00:00Z", "a time is expected",
    ),
    # Line-ups
    "a third side": ((*LINE_UP, 0, "side"), "c", "cannot stand here"),
    "both sides": ((*LINE_UP, 0, "side"), "ab", "At most 1"),
    "place 0": ((*LINE_UP, 0, "place"), 0, "cannot stand here"),
    "a place too many": ((*LINE_UP, 0, "place"), 5, "cannot stand here"),
    "from game 0": ((*LINE_UP, 0, "from_game"), 0, "cannot stand here"),
    "after the last game": ((*LINE_UP, 0, "from_game"), 5, "cannot stand here"),
    "nobody plays": ((*LINE_UP, 0, "player"), 9999, "no row 9999"),
    "without a player": ((*LINE_UP, 0, "player"), GONE, "number of a row"),
    "a place left out": ((*LINE_UP, 0), "substitute", "somebody for every place"),
    "a place twice": ((*LINE_UP, 0, "place"), 2, "somebody for every place"),
    "one in two pairs": ((*LINE_UP, 0, "player"), "second", "two pairs"),
    "a substitute who plays already": ((*LINE_UP, "last", "player"), "second", "two pairs"),
    "a line-up nobody handed in": (("meetings", BOTH, "home_at"), GONE, "for every place"),
    "two line-ups of which one is told": (LINE_UP, "home", "for every place"),
    "two line-ups of which none is told": (LINE_UP, GONE, "for every place"),
    "one that waits and is told in part": (
        ("meetings", WAITS, "line_ups"), [{"side": "a", "place": 1, "player": 1}], "every place",
    ),
    "line-ups that are no list": (LINE_UP, {"a": [1, 2, 3, 4]}, "list is expected"),
    # Teams and who leads them: the first of their people
    "a team without people": (("entries", "team", "people"), GONE, "people of one entry"),
    "two captains": (("entries", "team", "people", 1, "place"), 1, "contradicts"),
    "one person twice": (("entries", "team", "people", 1, "player"), "first", "contradicts"),
    "a place below 0": (("entries", "team", "people", 0, "place"), -1, "whole number from 0"),
    "a captain who is nobody": (("entries", "team", "people", 0, "player"), 9999, "no row 9999"),
    "no place": (("entries", "team", "people", 0, "place"), GONE, "This is missing."),
}  # fmt: skip


@pytest.mark.parametrize("what", WRONG)
def test_one_thing_that_cannot_be_is_told_with_its_place(document, team, what):
    steps, value, reason = WRONG[what]
    meeting = document["meetings"][BOTH]
    places = meeting["line_ups"]
    at = {"team": team, "last": len(places) - 1}
    steps = tuple(at.get(step, step) for step in steps)
    value = {
        "home": meeting["home"] if steps[-1] == "guests" else [
            one for one in places if one["side"] == "a"
        ],
        "other": document["meetings"][WAITS]["home"],
        "substitute": {**places[0], "from_game": 4},
        "second": places[1]["player"],
        "first": document["entries"][team]["people"][0]["player"],
    }.get(value, value) if isinstance(value, str) else value  # fmt: skip
    changed(document, steps, value)
    written = laid_out(document)
    error = refused(written)

    assert reason in str(error)
    part, at = steps[:2]
    assert error.faults[0].place.startswith(f"{part}[{at}]")
    line = written.splitlines()[error.line - 1]
    assert json.loads(line.rstrip(b",")) == document[part][at]


def test_what_the_table_above_rests_on(document):
    """The club whose file it is has, at these places, what is said of them."""
    league, other = (document["competitions"][at] for at in (LEAGUE, NOT_IT))
    assert (league["format"], other["format"]) == ("team-league", "draw-evening")
    assert [day["number"] for day in league["days"]] == [1, 2]
    both, waits = (document["meetings"][at] for at in (BOTH, WAITS))
    assert {"home_at", "guests_at"} <= set(both) and both["round"] == waits["round"]
    substitute = both["line_ups"][-1]
    assert (substitute["side"], substitute["from_game"]) == ("a", 3)
    assert both["line_ups"][1]["side"] == "a" and both["line_ups"][1]["place"] == 2
    assert restored(laid_out(document), account("New")).club.competitions.count() == 2


def test_tables_of_no_meeting_are_told_with_their_round(document):
    """A meeting was taken out of the file, and the counts with it."""
    taken = document["meetings"].pop()
    document["rows"]["meetings"] -= 1
    written = laid_out(document)
    error = refused(written)
    assert "A table of this round is of no meeting." in str(error)
    assert error.faults[0].place == f"rounds[{taken['round'] - 1}]"
    line = written.splitlines()[error.line - 1]
    assert json.loads(line.rstrip(b","))["id"] == taken["round"]


@pytest.mark.parametrize(
    "key, value, reason",
    [
        ("a2", "late", "sides of a table of this format"),
        ("b", "late", "not those of this meeting"),
        ("game", 2, "contradicts"),
        ("game", 9, "not those of this meeting"),
        ("number", 7, "not those of this meeting"),
    ],
)
def test_games_are_those_of_their_meeting(document, key, value, reason):
    round = document["rounds"][document["meetings"][BOTH]["round"] - 1]
    round["tables"][0][key] = len(document["entries"]) if value == "late" else value
    assert reason in str(refused(laid_out(document)))


# A line-up that waits for the other team's


def test_a_line_up_that_waits_is_not_in_the_file(document):
    """Whoever owns the club opens the file, and may lead the other team."""
    waits = document["meetings"][WAITS]
    assert "home_at" in waits and "guests_at" not in waits  # that one is in, all may know
    assert "line_ups" not in waits
    assert document["meetings"][BOTH]["line_ups"]


def test_it_is_handed_in_again_where_the_club_is_restored(document):
    again = restored(laid_out(document), account("New"))
    assert again.line_ups == 1
    both, waits = Meeting.objects.order_by("pk")[:2]
    assert both.revealed and both.line_ups.count() == 9
    assert not waits.handed_in("a") and not waits.handed_in("b")
    assert not waits.line_ups.exists()


def test_a_file_that_tells_one_is_read_as_it_is(document):
    """Files were written so before, and it is nobody's secret from whoever has the file."""
    waits = document["meetings"][WAITS]
    people = document["entries"][waits["home"] - 1]["people"][:4]
    waits["line_ups"] = [
        {"side": "a", "place": place, "player": one["player"], "from_game": 1}
        for place, one in enumerate(people, 1)
    ]
    assert restored(laid_out(document), account("New")).line_ups == 0
    kept = Meeting.objects.order_by("pk")[1]
    assert kept.handed_in("a") and not kept.revealed
    assert kept.line_ups.count() == 4
