"""What is refused of records as text, and the line of every fault."""

import json
import random
import re
from pathlib import Path

import pytest

from games.manille.errors import InvalidRecord
from games.manille.facts import checked
from games.manille.pbn import MAX_MATCHES, parse_text, write_text
from games.manille.presets import PRESETS
from games.manille.record import MAX_BYTES, MAX_DEALS, parse_record
from tests.manille.documents import BASE
from tests.manille.texts import HEAD, PLAYED, faults_of, lines_of

RECORDS = Path(__file__).parent.parent / "records"


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("% PBN 2.1\n", 1, "not a Manille record"),
        ('[Game "Bridge"]\n[Rules "west-flemish"]', 1, "not a Manille record"),
        ('\n[Rules "west-flemish"]\n[Trump "H"]', 2, "not a Manille record"),
        ('[Game "Manille"]', 1, "The rules are missing."),
        ('; x\n[Game "Manille"]\n[Rules "nowhere"]', 3, "There is no system “nowhere”."),
        (HEAD + "target x", 3, "This must be a whole number from 1 to 9999, or none."),
        (HEAD + "target 61\n\n; x\n{\n}\nspeed 3", 8, "There is no option “speed”."),
        (HEAD + "target 61\ntarget 61", 4, "“target” is written twice here."),
        (HEAD + "target", 3, "Here a name and a value are expected, as in target 61."),
        (HEAD + "third yes", 3, "The doublers can go on only after a redouble"),
        (HEAD + '[Rules "west-flemish" ]\n[Rules "x"]', 4, "“Rules” is written twice here."),
        (HEAD + '[North "#"]', 3, "as in the match before, but this is the first."),
        ('[Game "#"]\n[Rules "west-flemish"]', 1, "but this is the first."),
        ('[Game "Manille"]\n\n[Rules "#"]', 3, "but this is the first."),
        (HEAD + HEAD + '[North "#"]', 5, "but that does not tell it."),
        (HEAD + '[Game "Manille"]\n[Rules "#"]\ntarget 61', 5, "Nothing can stand under [Rules]"),
        (HEAD + '[Rules "#"]\ntarget 61', 4, "Nothing can stand under [Rules]"),
        ('[North "An"]\n' + HEAD + '\n[Game "Manille"]\n[North "#"]\n[Rules "x"]', 7, "no system"),
        (HEAD + '[Date "2026.02.30"]', 3, "Here a day is expected"),
        (HEAD + '[Totals "NS 3 NS 3"]', 3, "“NS” is written twice here."),
        (HEAD + '[Totals "NS 3, XY 3"]', 3, "“XY” is not a side in this deal."),
        (HEAD + '[Totals "NS"]', 3, "Here sides and their points are expected"),
        (HEAD + "\n[Trump H", 4, "A tag is a name and a value in quotation marks"),
        (HEAD + '\n[Trump "H]', 4, "A quotation mark is missing on this line."),
        (HEAD + "\n{ no end\n", 4, "This comment has no end: a } is missing."),
        (HEAD + "\n}\n", 4, "This } ends no comment."),
        ("hello\n" + HEAD, 1, "Before the first tag only comments may stand."),
        (HEAD + '\n[Trump "X"]', 4, "“X” cannot stand here, only one of"),
        (HEAD + '\n[Board "1"]\n[Dealer "N"]', 4, "Say what was trump"),
        (HEAD + '\n[Trump "H"]\n[Trump "H"]', 5, "“Trump” is written twice here."),
        (HEAD + '\n[Trump "H"]\nS7 S8', 5, "Nothing can stand under [Trump]"),
        (HEAD + '\n[Trump "H"]\n[Bid "many"]', 5, "Here a whole number from 0 to 60 is expected."),
        (HEAD + '\n[Trump "H"]\n[Dealer "EW"]', 5, "“EW” cannot stand here"),
        (HEAD + '\n[Trump "H"]\n[CardPoints "NS 61"]', 5, "from 0 to 60"),
        (HEAD + '\n[Misdeal "abandoned"]\n[Trump "H"]', 5, "A misdeal is not played"),
        (HEAD + '\n[Misdeal "abandoned"]\n[Ruling "x"]', 5, "Write it on the lines below"),
        (
            HEAD + '\n[Misdeal "abandoned"]\n[Ruling ""]\nreason "x"\npoints.NS 1\npoints.XX 2',
            8,
            "“XX” is not a side in this deal.",
        ),
        (HEAD + '\n[Misdeal "abandoned"]\n[Ruling ""]\npoints 3', 6, "Here one value for each"),
        (HEAD + '\n[Misdeal "abandoned"]\n[Ruling ""]\nreason 3', 6, "Here a text is expected."),
        (HEAD + '\n[Trump "H"]\n[Deal "N:TA.K.."]', 5, "A deal is the first seat"),
        (HEAD + '\n[Trump "H"]\n[Deal "N:TA.K. - - -"]', 5, "A hand is its spades"),
        (HEAD + '\n[Trump "H"]\n[Deal "N:T1.K.. - - -"]', 5, "is not a card"),
        (HEAD + '\n[Trump "H"]\n[Deal "N:TX.K.. - - -"]', 5, "“SX” is not a card"),
        (HEAD + '\n[Trump "H"]\n[Deal "N:t-.K.. - - -"]', 5, "“t-” is no list of ranks."),
        (HEAD + '\n[Trump "H"]\n[Deal "N:T6.K.. - - -"]', 5, "There is no “S6” in this pack."),
        (HEAD + '\n[Trump "H"]\n[Deal "N:T.K.. T... - -"]', 5, "The card ST is there twice."),
        (HEAD + '\n[Trump "H"]\n[Deal "N:... - - -"]', 5, "Write at least one card."),
        (HEAD + '\n[Trump "H"]\n[Hand "N:ST"]\n[Hand "E:ST"]', 6, "The card ST is there twice."),
        (HEAD + '\n[Trump "H"]\n[Hand "N:ST"]\n[Hand "N:SA"]', 6, "written twice"),
        (HEAD + '\n[Trump "H"]\n[Hand "Q:ST"]', 5, "“Q” is not a seat at this table."),
        (
            HEAD + '\n[Trump "H"]\n[Deal "N:T... - - -"]\n[Hand "N:SA"]',
            6,
            "These are other cards than [Deal] gives this seat.",
        ),
        (HEAD + '\n[Trump "H"]\n[Play "Q"]\nS7', 5, "“Q” is not a seat at this table."),
        (HEAD + PLAYED + "DT - - DT\n", 8, "The card DT is there twice."),
        (HEAD + PLAYED + "DT D9 ZZ DK\n", 8, "“ZZ” is not a card"),
        (HEAD + PLAYED + "D7 D8 D9 DT DJ\n", 8, "A trick has at most 4 cards."),
        (HEAD + PLAYED + "D7 - D9 DT\n", 8, "before it was their turn"),
        (HEAD + PLAYED + "D7^L - - D8^L\n", 8, "Only one of them can have led"),
        (HEAD + PLAYED + "*\nD7 D8 D9 DT\n", 9, "More stands after the *"),
        (HEAD + PLAYED + "?? D8 D9 DT\nC7\n", 9, "Say who led"),
        (HEAD + PLAYED + "D7 - - DT\nC7 C8 C9 CT\n", 8, "Only the last trick may be cut short"),
        (HEAD + PLAYED + "D7^W D8 D9 DT\n", 8, "It follows that N led here"),
        (
            HEAD + '\n[Trump "H"]\n[Leader "?"]\n[Play "S"]\nS7',
            7,
            "It follows that E led here",
        ),
        (
            HEAD + '\n[Trump "H"]\n[Hand "E:S7 S8 S9 SJ SQ SK SA ST"]\n[Play "E"]\n; x\nH7',
            8,
            "",
        ),
    ],
)  # fmt: skip
def test_a_fault_is_told_at_its_line(text, line, words):
    found = faults_of(text)
    assert len(found) == 1, found
    assert found[0][0] == f"line {line}"
    assert words in found[0][1]
    # Whatever ends the lines, they are counted alike.
    assert faults_of(text.replace("\n", "\r\n").encode()) == found


def test_every_fault_of_every_match_is_told_in_order():
    bad = HEAD + '\n[Board "1"]\n[Trump "H"]\n[Dealer "Q"]\n[Trump "S"]\n[Play "E"]\nS7 ZZ\n'
    assert lines_of(bad + "\n" + bad) == [
        "line 6",
        "line 7",
        "line 9",
        "line 16",
        "line 17",
        "line 19",
    ]


@pytest.mark.parametrize("text", ["", " \r\n", "\ufeff"])
def test_an_empty_text_is_said_to_be_empty(text):
    assert faults_of(text) == [("", "This is empty: there is nothing to read.")]


def test_what_is_wrong_with_rules_is_told_where_they_are_taken_over_too():
    wrong = '[Game "Manille"]\n[Rules "west-flemish"]\ntarget x\n'
    assert lines_of(wrong + '\n[Game "Manille"]\n[Rules "#"]\n') == ["line 3", "line 6"]


def test_a_sign_for_nothing_is_told_once_and_hides_no_other_fault():
    text = HEAD + '\n[Game "Manille"]\n[Site "#"]\n[Rules "#"]\n' * 2 + "\n[Trump\n"
    assert lines_of(text) == ["line 5", "line 12"]


def test_three_players_have_no_west():
    name = next(name for name, rules in PRESETS.items() if rules.seats == 3)
    head = HEAD.replace("west-flemish", name)
    assert lines_of(head + '[North "An"]\n[West "Jo"]') == ["line 4"]


def test_limits():
    deal = '\n[Misdeal "abandoned"]\n'
    assert faults_of(HEAD + deal * (MAX_DEALS + 1)) == [
        ("line 1", f"A file holds at most {MAX_DEALS} deals.")
    ]
    assert faults_of(HEAD * (MAX_MATCHES + 1)) == [
        ("line 1", f"A file holds at most {MAX_MATCHES} matches.")
    ]
    assert len(parse_text(HEAD * MAX_MATCHES)) == MAX_MATCHES
    assert faults_of(" " * (MAX_BYTES + 1)) == [("", "The document is larger than 1 MiB.")]
    assert faults_of(b"\xff\xfe[")[0][1].startswith("This is not text in UTF-8")


HOSTILE = {
    "open brackets": "[" * MAX_BYTES,
    "tags on one line": '[a "b"]' * 140_000,
    "comments": "{}" * 500_000,
    "comment openings": "{" * MAX_BYTES,
    "quotation marks": '"' * MAX_BYTES,
    "backslashes": HEAD + '"' + "\\" * 1_000_000,
    "lone quotation marks": HEAD + '"\n' * 300_000,
    "facts": HEAD + "a.b.c.d 1\n" * 100_000,
    "different facts": HEAD + "".join(f"a.b.c{n} 1\n" for n in range(70_000)),
    "deep facts": HEAD + "a" + ".a" * 500_000 + " 1",
    "words": HEAD + "a " * 500_000,
    "a long row": HEAD + '[Trump "H"]\n[Play "E"]\n' + "?? " * 300_000,
    "rows": HEAD + '[Trump "H"]\n[Play "E"]\n' + "?? ?? ?? ??\n" * 80_000,
    "marks": HEAD + '[Trump "H"]\n[Play "E"]\n' + "^L" * 500_000,
    "a long hand": HEAD + '[Trump "H"]\n[Hand "N:' + "S7 " * 300_000 + '"]',
    "a long suit": HEAD + '[Trump "H"]\n[Deal "N:' + "7" * 1_000_000 + '... - - -"]',
    "figures": HEAD + '[Totals "' + "NS 3 " * 200_000 + '"]',
    "a number": HEAD + "target " + "9" * 1_000_000,
    "repeated tags": HEAD + '[Trump "H"]\n' * 80_000,
    "boards without end": HEAD + '[Board ""]\n' * 90_000,
    "surrogates": HEAD + '[Site "\ud800"]',
    "a format sign": HEAD.replace("west-flemish", "%(name)s %s %"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts_are_refused(name):
    assert lines_of(HOSTILE[name][:MAX_BYTES])


def test_damaged_texts_are_refused_by_line_or_read():
    rng = random.Random(1)
    sources = [parse_record(file.read_bytes()) for file in sorted(RECORDS.glob("*.json"))]
    whole = write_text([parse_record(json.dumps(BASE)), *sources])
    for _ in range(100):
        text = whole
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(text))
            cut = rng.choice([0, 1, 20])
            text = (
                text[:at]
                + rng.choice(["", '"', "[", "]", "{", "\n", "?? ", "9"])
                + text[at + cut :]
            )
        try:
            for told in parse_text(text):
                checked(told)
        except InvalidRecord as error:
            last = len(text.split("\n"))
            for fault in error.faults:
                assert re.fullmatch("line [0-9]+", fault.place), fault
                assert 1 <= int(fault.place[5:]) <= last
                assert fault.message % fault.params if fault.params else fault.message
