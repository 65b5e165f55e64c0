"""Files that are damaged or forged: refused whole, with line and place, and nothing written."""

import copy
import functools
import io
import json
import random
from typing import Any

import pytest

from games.backup import InvalidBackup, checks, restore, stream
from games.backup.stream import pieces
from games.models import Match
from tests.backups import GONE, changed, file_of, full_club, kept, laid_out, refused, restored
from tests.clubs import account, found_club, people

pytestmark = pytest.mark.django_db


@pytest.fixture
def file() -> bytes:
    return kept(full_club)


@pytest.fixture
def document(file):
    return json.loads(file)


NESTED: Any = functools.reduce(lambda inner, _level: {"a": inner}, range(60), 1)
SWISS, POOLS, KNOCKOUT = 4, 16, 19  # where their first rounds stand


def three_of_them(document: Any) -> int:
    """The match in which three play."""
    matches = document["matches"]
    return next(each["id"] for each in matches if each["preset"] == "three-dealer-alone")


def rules_of_three(document: Any) -> Any:
    return document["matches"][three_of_them(document) - 1]["frozen_rules"]


def oneself(document: Any) -> int:
    return document["rounds"][0]["tables"][0]["a"]


def elsewhere(document: Any) -> int:
    """An entry of the evening that is not at its first table."""
    table = document["rounds"][0]["tables"][0]
    return next(each for each in range(1, 10) if each not in map(table.get, ("a", "a2", "b", "b2")))


def beside(document: Any) -> int:
    """An entry of the Swiss that is not at its first table."""
    table = document["rounds"][SWISS]["tables"][0]
    entries = [each["id"] for each in document["entries"] if each["competition"] == 3]
    return next(each for each in entries if each not in (table["a"], table["b"]))


# What is changed: the way to it, by what, and a word of the reason.
WRONG: dict[str, tuple[tuple[Any, ...], Any, str]] = {
    "another format": (("format",), "manille-record", "not the back-up"),
    "a later version": (("version",), 2, "Only version 1"),
    "true for a version": (("version",), True, "Only version 1"),
    "no time": (("exported_at",), "yesterday", "a time is expected"),
    "a field of later": (("club", "motto"), "Ever on", "not known here"),
    "no name": (("club", "name"), "  ", "missing"),
    "a name too long": (("club", "name"), "n" * 61, "At most 60 characters"),
    "a zone of nowhere": (("club", "zone"), "Mars/Base", "no such time zone"),
    "an address that is none": (("club", "slug"), "../x", "slug"),
    "hours below 0": (("club", "window_hours"), -1, "whole number from 0"),
    "true for hours": (("club", "window_hours"), True, "whole number from 0"),
    "an officer of no office": (("officers", 1, "role"), "king", "no such office"),
    "an officer without an address": (("officers", 1, "email"), GONE, "officer is expected"),
    "a character nobody keeps": (("people", 0, "name"), "An\0", "cannot be shown"),
    "half a character": (("people", 0, "name"), "\ud83c", "cannot be shown"),
    "a row that is none": (("people", 0), ["An"], "object is expected"),
    "a row without its number": (("people", 0, "id"), GONE, "row 1 is expected"),
    "a list that is none": (("people",), {"1": "An"}, "list is expected"),
    "merged into nobody": (("people", 0, "merged_into"), 9999, "no row 9999"),
    "merged into itself": (("people", 0, "merged_into"), 1, "merged into itself"),
    "merged in a circle": (("people", 0, "merged_into"), 2, "merged into itself"),
    "a change nobody knows": (("history", 1, "verb"), "explode", "cannot be told"),
    "a change that is a list": (("history", 1, "after"), [], "object is expected"),
    "a draw of one struck out": (("rounds", 0, "draw", "out"), [[-1, "odd"]], "no entry -1"),
    "of nobody": (("history", 4, "player"), 9999, "no row 9999"),
    "a day that is none": (("matches", 0, "played_on"), "2026-02-30", "a day is expected"),
    "no such rules": (("matches", 0, "frozen_rules", "target"), -5, ""),
    "rules that contradict": (("matches", 0, "frozen_rules", "double"), False, "Doubling"),
    "a system of nowhere": (("matches", 0, "preset"), "poker", "cannot stand here"),
    "a reading link that is none": (("matches", 0, "code"), "a/b", "cannot stand here"),
    "a seat without a player": (("matches", 0, "players", "N"), GONE, "every seat"),
    "a dealer at no seat": (("matches", 0, "first_dealer"), "X", "cannot stand here"),
    "nobody signed it": (("matches", 0, "signed_at"), GONE, "time of signing"),
    "a winner that is no side": (("matches", 0, "signed_result", "winner"), "NE", "cannot stand"),
    "points that are words": (("matches", 0, "signed_result", "totals", "NS"), "x", "result looks"),
    "follows a later one": (("matches", 0, "follows"), 2, "no row 2 before"),
    "two at one seat": (("matches", 0, "seats", 1, "seat"), "N", "contradicts"),
    "a seat that is none": (("matches", 0, "seats", 1, "seat"), "X", "cannot stand here"),
    "signed by no side": (("matches", 0, "signatures", 0, "side"), "NE", "cannot stand here"),
    "card points beyond the pot": (("matches", 0, "deals", 0, "card_points"), 98, ""),
    "a deal twice": (("matches", 0, "deals", 1, "number"), 1, "contradicts"),
    "a deal of number 0": (("matches", 0, "deals", 0, "number"), 0, "contradicts"),
    "a trump that is none": (("matches", 0, "deals", 0, "trump"), "X", "“X” cannot stand here"),
    "a call that is none": (("matches", 0, "deals", 0, "calls"), "kontra", "cannot stand here"),
    "a card that is none": (("matches", 0, "deals", 2, "hands"), "N: ZZ", "not a card"),
    "a ruling that is none": (("matches", 0, "deals", 0, "rulings", 0, "revoke"), "X", "X"),
    "a ruling that is a word": (("matches", 0, "deals", 0, "rulings", 0), "x", "deal looks like"),
    "an event that is none": (("matches", 0, "deals", 2, "events", 0, "kind"), "x", "x"),
    "a key that is none": (("matches", 0, "deals", 0, "key"), "x", "key of 32"),
    "a log that is odd": (("matches", 0, "history", 1, "after", "card_points"), 7, "be told"),
    "a format of nowhere": (("competitions", 0, "format"), "snooker", "cannot stand here"),
    "of no kind": (("competitions", 0, "entry_kind"), "dogs", "cannot stand here"),
    "of no state": (("competitions", 0, "state"), "gone", "contradicts"),
    "two at one address": (("competitions", 1, "slug"), "an-draw-evening", "contradicts"),
    "no options": (("competitions", 0, "settings", "options"), 3, "options of the format"),
    "an option of another kind": (
        ("competitions", 0, "settings", "options", "three_games"), 7, "cannot stand here",
    ),
    "a scheme with a hole": (("competitions", 0, "settings", "scheme", "win"), GONE, "missing"),
    "a number that takes for ever": (
        ("competitions", 0, "settings", "scheme", "win"), "1e999999999", "cannot stand here",
    ),
    "lots of nobody": (("competitions", 2, "lots"), {"9999": 1}, "no entry 9999"),
    "lots of another's": (("competitions", 2, "lots"), {"1": 1}, "another competition"),
    "lots that are words": (("competitions", 2, "lots"), {"x": "y"}, "draw looks like"),
    "an entry of nobody": (("entries", 0, "people", 0, "player"), 9999, "no row 9999"),
    "an entry of two": (
        ("entries", 0, "people"), [{"place": 1, "player": 1}, {"place": 2, "player": 2}], "people",
    ),
    "an entry without people": (("entries", 0, "people"), GONE, "people"),
    "a note of no kind": (("entries", 8, "notes", 0, "kind"), "ill", "contradicts"),
    "a round left out": (("rounds", 0, "number"), 2, "one after another"),
    "a draw that is none": (("rounds", 0, "draw"), {"out": []}, "draw looks like"),
    "a score that takes for ever": (
        ("rounds", 0, "draw", "scores"), {"1": "1e999999999"}, "draw looks like",
    ),
    "a draw of another's": (("rounds", 0, "draw", "scores"), {"30": "1"}, "another competition"),
    "out for no reason": (("rounds", 0, "draw", "out"), [[1, "lazy"]], "draw looks like"),
    "a table of another's": (("rounds", 0, "tables", 0, "a"), 30, "another competition"),
    "a table of nobody": (("rounds", 0, "tables", 0, "a"), 9999, "no row 9999"),
    "against oneself": (("rounds", 0, "tables", 0, "a"), GONE, "number of a row"),
    "a result of no kind": (("rounds", 0, "tables", 0, "kind"), "won", "contradicts"),
    "a match that is not there": (("rounds", 0, "tables", 0, "match"), 9999, "no row 9999"),
    "a match for three": (("rounds", 0, "tables", 0, "match"), three_of_them, "two sides"),
    "rows too many": (("rows", "people"), 3, "should tell 3 rows"),
    "a competition's change nobody knows": (
        ("competition_history", 0, "verb"), "explode", "cannot be told",
    ),
    "a name that is empty": (("people", 0, "name"), None, "missing"),
    "a result with more to it": (("matches", 0, "signed_result", "odds"), 1, "result looks"),
    "points of one side": (("matches", 0, "signed_result", "totals"), {"NS": 1}, "result looks"),
    "a revoke in a misdeal": (
        ("matches", 0, "deals", 0, "misdeal"), "exposed-card", "Nobody can revoke in a misdeal",
    ),
    "a change of a number for a name": (
        ("matches", 0, "history", 1, "after", "side"), 7, "be told",
    ),
    "a side that is a number": (("matches", 0, "history", 0, "after", "side"), 7, "be told"),
    "nested without end": (("matches", 0, "history", 1, "after"), NESTED, "nested too deeply"),
    "the address of a page": (("competitions", 0, "slug"), "new", "cannot stand here"),
    "rules for three": (
        ("competitions", 0, "frozen_rules"), rules_of_three, "other sides",
    ),
    "settings of later": (("competitions", 0, "settings", "x"), 1, "the scheme and the options"),
    "a scheme that is none": (("competitions", 0, "settings", "scheme"), [], "object is expected"),
    "pools of two": (
        ("competitions", 5, "settings", "options", "pool_size"), 2, "cannot stand here",
    ),
    "lots from 0": (("competitions", 2, "lots"), lambda d: {str(beside(d)): 0}, "draw looks like"),
    "a first round without pools": (("rounds", POOLS, "draw", "pools"), GONE, "tells the pools"),
    "pools of nobody": (("rounds", POOLS, "draw", "pools"), [[9999]], "no entry 9999"),
    "a bracket of three": (("rounds", KNOCKOUT, "draw", "slots"), [None] * 3, "draw looks like"),
    "a bracket of one": (("rounds", KNOCKOUT, "draw", "slots"), [None], "draw looks like"),
    "met in no way": (("rounds", 0, "draw", "repeats"), [["x", 1, 2, 1]], "draw looks like"),
    "met no times": (("rounds", 0, "draw", "repeats"), [["partners", 1, 2, 0]], "draw looks like"),
    "proved perhaps": (("rounds", 0, "draw", "proved"), "yes", "draw looks like"),
    "a draw of later": (("rounds", 0, "draw", "stars"), 5, "draw looks like"),
    "one twice at a table": (("rounds", 0, "tables", 0, "a2"), oneself, "plays twice"),
    "three at a table of fours": (("rounds", 0, "tables", 0, "a2"), GONE, "sides of a table"),
    "three at a table of two": (("rounds", SWISS, "tables", 0, "a2"), beside, "sides of a table"),
    "another at the second game": (("rounds", 0, "tables", 1, "b2"), elsewhere, "sides of a table"),
    "a bye for no reason": (("rounds", SWISS, "tables", -1, "why"), "lazy", "cannot stand here"),
    "a name that is a number": (
        ("competition_history", 0, "after", "name"), 7, "a text is expected",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", WRONG)
def test_one_thing_that_cannot_be_is_told_with_its_place(document, what):
    steps, value, reason = WRONG[what]
    if callable(value):
        value = value(document)
    changed(document, steps, value)
    error = refused(laid_out(document))

    assert reason in str(error)
    assert error.line > 0 or steps[0] == "format"
    if len(steps) > 1 and isinstance(steps[1], int) and steps[0] != "competitions":
        assert error.faults[0].place.startswith(f"{steps[0]}[{steps[1]}]")
        line = laid_out(document).splitlines()[error.line - 1]
        assert json.loads(line.rstrip(b",")) == document[steps[0]][steps[1]]


def test_what_the_table_above_rests_on(document):
    """The club whose file it is has, at these places, what is said of them."""
    formats = [each["format"] for each in document["competitions"]]
    assert (formats[2], formats[5]) == ("swiss", "pools")
    rounds = document["rounds"]
    assert [rounds[at]["competition"] for at in (SWISS, POOLS, KNOCKOUT)] == [3, 6, 6]
    assert "pools" in rounds[POOLS]["draw"] and len(rounds[KNOCKOUT]["draw"]["slots"]) == 2
    assert "b" not in rounds[SWISS]["tables"][-1]
    assert restored(laid_out(document), account("New")).club.matches.count() == 12


@pytest.mark.parametrize("merged, fine", [(100, True), (101, False), (3000, False)])
def test_nobody_was_merged_through_entries_without_end(merged, fine):
    """Whoever names the first asks for each of them."""
    club = found_club()
    people(club, "Person 1")
    document = json.loads(file_of(club))
    last = document["people"][0]
    document["people"] = [
        {**last, "id": number, "name": f"Person {number}", "merged_into": number + 1}
        for number in range(1, merged + 1)
    ]
    document["people"].append({**last, "id": merged + 1, "name": "Last"})
    document["rows"]["people"] = merged + 1
    if not fine:
        assert refused(laid_out(document)).faults[0].place.startswith("people[")
        return
    found = restored(laid_out(document), account("Other")).club.players.order_by("pk")
    assert found[0].person.name == "Last"


def test_standings_that_nobody_can_work_out_are_told_with_their_competition(document):
    """A bye between two."""
    document["rounds"][0]["tables"][0]["kind"] = "bye"
    written = laid_out(document)
    error = refused(written)
    assert "Nobody can work out the standings" in str(error)
    assert error.faults[0].place == "competitions[0]"
    line = written.splitlines()[error.line - 1]
    assert json.loads(line.rstrip(b",")) == document["competitions"][0]


def test_a_fault_far_down_a_long_list_is_told_with_its_line():
    """Rows are written many at a time: those before it are not left behind."""
    club = found_club()
    people(club, *(f"Person {number}" for number in range(450)))
    file = file_of(club)
    assert restored(file, account("Other")).club.players.count() == 450
    written = file.replace(b'"Person 420"', b"420")
    error = refused(written)
    assert error.faults[0].place == "people[420].name"
    assert b'"name": 420' in written.splitlines()[error.line - 1]


@pytest.mark.parametrize(
    "old, new, place, reason",
    [
        (b'\n"rows": {', b'\n"cups": {', "cups", "not known here"),
        (b'"rows": {', b'"rows": {}, "rows": {', "rows", "should tell"),
        (b"}\n}\n", b'},\n"motto": "x"}\n', "motto", "Nothing comes after"),
        (b'\n"matches": [', b'\n"people": [\n],\n"matches": [', "people", "in their order"),
        (b'\n"history": [', b'\n"people": [\n],\n"history": [', "people", "written twice"),
        (b'\n"people": [', b'\n"officers": [\n],\n"people": [', "officers", "written twice"),
    ],
)
def test_lists_that_are_out_of_place_are_told(file, old, new, place, reason):
    written = file.replace(b"}}\n", b"}\n}\n").replace(old, new, 1)
    error = refused(written)
    assert reason in str(error)
    assert place in error.faults[0].place or place in str(error)
    assert place.encode() in written.splitlines()[error.line - 1]


def test_a_file_that_does_not_count_its_rows_is_refused(document):
    document["rows"] = [3]
    assert str(refused(laid_out(document))) == "rows: Here a JSON object is expected."
    del document["rows"]
    assert str(refused(laid_out(document))) == "rows: This is missing."


def test_deals_without_end_are_refused(document, monkeypatch):
    monkeypatch.setattr(checks, "MAX_DEALS", 2)
    error = refused(laid_out(document))
    assert "A record holds at most 2 deals." in str(error)
    assert error.faults[0].place == "matches[0].deals" and error.line > 0


def test_what_no_check_was_ready_for_is_refused_at_its_row(document, monkeypatch):
    def stumble(*_args: Any) -> None:
        raise KeyError("what nobody thought of")

    monkeypatch.setattr(checks, "entry", stumble)
    error = refused(laid_out(document))
    assert str(error) == "entries[0]: This row is not built as it should be." and error.line > 0


def test_officers_without_end_are_refused(document):
    document["officers"] = document["officers"][:1] * 501
    error = refused(laid_out(document))
    assert error.faults[0].place == "officers[500]" and "cannot stand here" in str(error)


def test_rows_lost_or_put_in_are_noticed(document):
    for part in ("people", "matches", "entries"):
        short = copy.deepcopy(document)
        del short[part][0]
        assert "row 1 is expected" in str(refused(laid_out(short)))
        account_of_it_is_gone()
        short = copy.deepcopy(document)
        short["competition_history"].pop()
        assert "should tell" in str(refused(laid_out(short)))
        account_of_it_is_gone()


def account_of_it_is_gone() -> None:
    from games.models import User

    User.objects.filter(name="New").delete()


def test_a_file_cut_off_anywhere_is_refused(file):
    """It came from a download that broke off, or a full disk."""
    by = account("New")
    chance = random.Random(8)
    for at in [0, 1, 30, len(file) - 3, *(chance.randrange(len(file)) for _ in range(12))]:
        with pytest.raises(InvalidBackup) as error:
            restore(io.BytesIO(file[:at]), by)
        assert "ends before it is complete" in str(error.value) or at == 0
    assert not by.memberships.exists()


@pytest.mark.parametrize(
    "text, line, reason",
    [
        ('{"a": [\n{"b": 1},\n{"b": 1,,}\n]}', 3, "not JSON"),
        ('{"a": [\n{"b": 1}\n{"b": 1}\n]}', 3, "not JSON"),
        ('{"a": [\n{"b": 1, "b": 2}\n]}', 2, "written twice"),
        ('{"a": [\n{"b": NaN}\n]}', 2, "no number"),
        ('{"a": [\n{"b": 1e999}\n]}', 2, "no number"),
        ('{"a": [\n{"b": ' + "9" * 5000 + "}\n]}", 2, "no number"),
        ('{"a": [\n' + "[" * 100_000, 2, "nested too deeply"),
        ('{"a": 1}\n{}', 2, "not JSON"),
        ('{"a": [', 1, "ends before"),
        ("{1: 2}", 1, "not JSON"),
        ("", 0, "^This is empty: there is nothing to read.$"),
        (" \n", 0, "^This is empty: there is nothing to read.$"),
        ("\n\n[]", 0, "^This is not the back-up of a club.$"),
        ("null", 0, "^This is not the back-up of a club.$"),
        ("7", 0, "^This is not the back-up of a club.$"),
        ('"a"', 0, "^This is not the back-up of a club.$"),
    ],
)
def test_what_is_no_json_is_told_with_its_line(text, line, reason):
    with pytest.raises(InvalidBackup, match=reason) as error:
        list(pieces(io.BytesIO(text.encode())))
    assert error.value.line == line


def test_a_row_without_end_is_not_read_to_its_end(monkeypatch):
    monkeypatch.setattr(stream, "LARGEST_ROW", 1000)
    monkeypatch.setattr(stream, "CHUNK", 100)
    file = io.BytesIO(b'{"a": [\n"' + b"x" * 100_000 + b'"]}')
    with pytest.raises(InvalidBackup, match="too long") as error:
        list(pieces(file))
    assert error.value.line == 2 and file.tell() < 5000


@pytest.mark.parametrize("size", range(1, 42))
def test_numbers_are_whole_wherever_the_reading_stops(size, monkeypatch):
    monkeypatch.setattr(stream, "CHUNK", size)
    found = pieces(io.BytesIO(b'{"a": 12345678, "b": [123, 456.5, 1e-7]}'))
    assert [each.value for each in found] == [12345678, [], 123, 456.5, 1e-7]


@pytest.mark.parametrize("raw", [b"\xff\xfe{\x00", b'{"a": "\xe9"}', b'{"a": "\xc3'])
def test_what_is_no_utf8_is_refused(raw):
    with pytest.raises(InvalidBackup, match="UTF-8"):
        list(pieces(io.BytesIO(raw)))


def test_rows_are_read_whole_wherever_the_reading_stops():
    """Long rows, numbers and letters of several bytes across the pieces that are read at once."""
    rows = [{"n": number, "text": "é🂡\n" * (number * 997 % 9000)} for number in range(40)]
    text = json.dumps({"a": rows, "b": 12345678, "c": []}, ensure_ascii=False, indent=1)
    found = list(pieces(io.BytesIO(text.encode())))
    assert [piece.value for piece in found if piece.index is not None] == rows
    assert [(piece.key, piece.value) for piece in found if piece.index is None] == [
        ("a", []),
        ("b", 12345678),
        ("c", []),
    ]
    lines = text.splitlines()
    assert all(lines[piece.line - 1] == "  {" for piece in found if piece.index is not None)


def test_whatever_stands_there_is_refused_in_a_sentence_or_taken(document):
    """One value at a time replaced by something odd, anywhere in a small file."""
    chance = random.Random(51)
    odd = [None, True, 0, -1, 10**17, 1.5, "", "x", "\0", "x" * 600, [], {}, [[1, "x"]], {"a": 1}]
    most = {"people": 8, "matches": 2}
    for part, value in document.items():
        if isinstance(value, list) and part != "officers":
            document[part] = value[: most.get(part, 0)]
    document["rows"] = {}
    by = account("New")
    refusals = 0
    for _attempt in range(150):
        changed = copy.deepcopy(document)
        holder, step = chance.choice(list(_places(changed)))
        holder[step] = chance.choice(odd)
        try:
            restore(io.BytesIO(laid_out(changed)), by).club.delete()
            Match.objects.filter(club=None).delete()
        except InvalidBackup:
            refusals += 1
    assert refusals > 50


def _places(value: Any) -> Any:
    steps = value.items() if isinstance(value, dict) else enumerate(value)
    for step, inner in list(steps):
        yield value, step
        if isinstance(inner, dict | list):
            yield from _places(inner)
