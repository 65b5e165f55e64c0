"""Records as text in the manner of PBN: round trips, what is understood besides the canonical
form, and the line of every fault."""

import json
import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.manille import pbn
from games.manille.errors import InvalidRecord
from games.manille.facts import checked
from games.manille.pbn import HEADER, MAX_MATCHES, parse_text, read_matches, write_text
from games.manille.presets import PRESETS
from games.manille.record import MAX_BYTES, MAX_DEALS, parse_record, record_to_json, write_record
from tests.manille.random_records import records
from tests.manille.test_record import BASE

RECORDS = Path(__file__).parent.parent / "records"
TEXT_MD = Path(pbn.__file__).parent / "TEXT.md"

SPANISH = "malilla-es"
HEAD = """[Game "Manille"]
[Rules "west-flemish"]
"""
PLAYED = """[Dealer "N"]
[Trump "H"]
[Play "E"]
H7 H8 H9 HT
S7 S8 S9 ST
"""


def record_of(*deals, **keys):
    document = {"format": "manille-record", "version": 1, "rules": "west-flemish"}
    return parse_record(json.dumps({**document, "deals": deals, **keys}))


def comes_back(*told):
    text = write_text(told)
    back = parse_text(text)
    assert back == told
    assert write_text(back) == text
    return text


def faults_of(text):
    with pytest.raises(InvalidRecord) as caught:
        parse_text(text)
    return [(fault.place, str(fault.message % fault.params)) for fault in caught.value.faults]


def lines_of(text):
    return [place for place, _ in faults_of(text)]


# Round trips


@settings(max_examples=50)
@given(st.lists(records(), min_size=1, max_size=3))
def test_every_record_comes_back(told):
    comes_back(*told)


@pytest.mark.parametrize("name", PRESETS)
@settings(max_examples=8)
@given(data=st.data())
def test_every_record_of_every_system_comes_back(name, data):
    comes_back(data.draw(records(name)))


@settings(max_examples=20)
@given(records())
def test_the_text_says_what_the_json_says(told):
    back = parse_text(write_text([told]).encode())
    assert [write_record(record) for record in back] == [write_record(told)]


@pytest.mark.parametrize("file", sorted(RECORDS.glob("*.json")), ids=lambda file: file.name)
def test_the_records_of_the_other_tests_come_back(file):
    comes_back(parse_record(file.read_bytes()))


def test_the_base_record_reads_like_pbn():
    text = comes_back(parse_record(json.dumps(BASE)))
    assert text.startswith(HEADER)
    assert '[Site "Café De Sportvriend, table 3"]\n[Date "2026.10.25"]\n[North "An"]\n' in text
    assert "\ntarget 61\n" in text
    assert text.endswith(
        """
[Board "1"]
[Dealer "N"]
[Declarer "N"]
[Trump "D"]
[Doubling "double"]
[CardPoints "NS 21, EW 39"]
[Score "NS 0, EW 18"]

[Board "2"]
[Misdeal "wrong-count"]

[Board "3"]
[Dealer "E"]
[Trump "NT"]
[Deal "N:- - TA9.TK.7.87 -"]
[Leader "S"]
[Play "S"]
ST   S7   S8   SK
HT   ??   H9   HA
*
"""
    )


@pytest.mark.parametrize(
    "name",
    [
        'Renée O\'Brien-Åsgård "Jo" <x>',
        "\\",
        '\\"',
        "Jo\\n",
        "%x",
        "{a} ; b",
        "[Game]",
        "#",
        "?",
        "-",
        "مريم \u202e",
        "An\u2028na\x85",
        " x ",
        "🂡 👩‍👩‍👧",
        "x" * 500,
    ],
)
def test_any_text_comes_back(name):
    note = f"{name}\n\n[Board]\r\n\t{name}"
    comes_back(
        record_of({"misdeal": "abandoned", "note": note}, players={"W": name}, place=name),
        record_of(),
    )


@pytest.mark.parametrize(
    ("deal", "shown"),
    [
        # Play tells who led: no [Leader], unless it could be mistaken.
        ({"dealer": "N", "tricks": ["ST S7 S8 S9"]}, '[Play "E"]\nST   S7   S8   S9'),
        ({"dealer": "N", "leader": "W", "tricks": ["ST"]}, '[Play "W"]\nST   -    -    -\n*'),
        ({"dealer": "N", "leader": "E", "tricks": ["ST"]}, '[Leader "E"]\n[Play "E"]'),
        ({"tricks": ["ST S7 S8 S9"]}, '[Leader "?"]\n[Play "E"]'),
        ({"leader": "E", "tricks": ["ST S7 S8 S9"]}, '[Trump "H"]\n[Play "E"]'),
        ({"dealer": "N", "leader": "E"}, '[Leader "E"]'),
        # The winner leads, in his own column.
        ({"dealer": "N", "tricks": ["S7 S8 ST S9", "DT D9"]}, "\n-    -    DT   D9\n*"),
        ({"dealer": "N", "tricks": ["S7 S8 ST S9", "N: DT D9"]}, "\nD9   -    -    DT^L\n*"),
        # Out of turn, and after a card that nobody remembers.
        ({"dealer": "N", "tricks": ["S7 S8 ST S9", "S: DT D9"]}, "\n-    DT^L D9   -\n*"),
        ({"dealer": "N", "tricks": ["W: S7 S8"]}, "\n-    -    S7^L S8\n*"),
        ({"dealer": "N", "tricks": ["ST ?? S8 S9", "W: DT"]}, "\n-    -    DT^L -\n*"),
        ({"trump": "S", "tricks": ["ST ?? S8 S9", "DT D9"]}, "\nDT^W D9   -    -\n*"),
        ({"dealer": "N", "tricks": ["?? ??"]}, "\n??   ??   -    -\n*"),
        # A hand told in another order than the pack's keeps it.
        ({"hands": {"E": "HK ST SA"}}, '[Deal "N:- TA.K.. - -"]\n[Hand "E:HK ST SA"]\n'),
        ({"hands": {"E": "ST SA HK", "N": "C7"}}, '[Deal "N:...7 TA.K.. - -"]\n'),
        (
            {"ruling": {"revoke": "E", "trick": 2, "reason": "Seen\nlate"}},
            '[Ruling ""]\nrevoke "E"\ntrick 2\nreason "Seen\\nlate"\n',
        ),
        ({"ruling": {"points": {"NS": -3}}}, '[Ruling ""]\npoints.NS -3\n'),
        ({"ruling": {"points": {}, "reason": "x"}}, '[Ruling ""]\npoints -\nreason "x"\n'),
    ],
)  # fmt: skip
def test_what_is_hard_to_write_comes_back(deal, shown):
    assert shown in comes_back(record_of({"trump": "H", **deal}))


def test_what_comes_later_needs_no_new_grammar(monkeypatch):
    """Mappings, lists and single values that the record may get one day go both ways."""
    extra = {
        "incidents": [{"kind": "claim", "seat": "E", "cards": ["ST", "H7"], "right": None}, {}],
        "appeal_of": {"by": 'Jo "x"', "at": "2026-10-25T20:15", "upheld": False, "by_rule": []},
        "weight": 3,
        "date": "today",
        "board": {"x": 1},
    }
    told = record_of({"trump": "H", "card_points": {"NS": 40}}, {"misdeal": "abandoned"})
    document = record_to_json(told)
    document["deals"][0] |= extra
    document["season"] = ["a", 1, True]
    seen = []
    monkeypatch.setattr(pbn, "record_to_json", lambda record: json.loads(json.dumps(document)))
    monkeypatch.setattr(
        pbn, "record_from_json", lambda value: seen.append(value) or parse_record(json.dumps(value))
    )
    text = write_text([told])
    assert parse_text(text) == (told,)
    assert '[Incidents ""]\n1.kind "claim"\n1.seat "E"\n1.cards.1 "ST"\n' in text
    assert "\nupheld no\n" in text
    deal = seen[0]["deals"][0]
    # An empty list reads as an empty mapping.
    assert {key: deal[key] for key in extra} == {
        **extra,
        "appeal_of": {**extra["appeal_of"], "by_rule": {}},
    }
    assert seen[0]["season"] == ["a", 1, True]


def test_the_example_in_the_description_is_read():
    (example,) = re.findall(r"```pbn\n(.*?)```", TEXT_MD.read_text(encoding="utf-8"), re.DOTALL)
    first, second = parse_text(example)
    assert first.rules == PRESETS["west-flemish"].changed(target=61)
    assert first.players["W"] == "Dré"
    assert [deal.misdeal for deal in first.deals] == [None, "wrong-count", None]
    assert first.deals[0].ruling.revoke == "E"
    assert [trick.leader for trick in first.deals[2].tricks] == [None, None, "W"]
    assert second.rules == PRESETS["manillen-61"]
    comes_back(first, second)


# What is understood besides


def test_it_may_be_written_by_hand():
    text = (
        "\ufeff; made at the table\r\n"
        "% escaped [Game \"x\"\r\n"
        '[NORTH "An"] [event "Club night"] {a comment [Trump "S"]\r\n\r\nover lines; with all}\r\n'
        '[rules "west-flemish"] ; the rules of the club\r\n'
        'target 101 {not here} ; nor here\r\n'
        '[game "MANILLE"]\r\n'
        "\r\n\r\n"
        '[trump "d"]\r\n[Vulnerable "None"]\r\n[dealer "n"]\r\n[BOARD "7"]\r\n'
        '[Auction "N"]\r\nPass 1S\r\n[doubling "Double"]\r\n'
        '[Play "e"]\r\n'
        "s10 {from the top} s7 S8 =1= S9\r\n"
        "ha ^R h7 $3 hk; comment\r\n"
        "+\r\n"
        '[Score "ns:3 ew=0"]'
    )  # fmt: skip
    (told,) = parse_text(text)
    assert told.rules == PRESETS["west-flemish"].changed(target=101)
    assert told.players == {"N": "An"}
    (deal,) = told.deals
    assert (deal.dealer, deal.contract.trump, deal.contract.calls) == ("N", "D", ("double",))
    assert [trick.cards for trick in deal.tricks] == [
        ("ST", "S7", "S8", "S9"),
        ("HA", "H7", "HK"),
    ]
    assert deal.points == {"NS": 3, "EW": 0}
    assert parse_text(text.replace("\r\n", "\n")) == (told,)
    assert parse_text(text.replace("\r\n", "\r").encode()) == (told,)


@pytest.mark.parametrize(
    "row",
    [
        "DT D9! ?? DK\n",
        "DT=1= D9$3 ??^R DK!?=12=\n",
        "^RDT D9 =1= ?? ! DK?\n",
        "DT {first\nsecond} D9 {x} {\n\n} ?? DK\n",
        "DT D9 {at the end of the line\nand on} ?? DK\n",
    ],
)
def test_marks_and_comments_within_a_row_are_left_alone(row):
    (plain,) = parse_text(HEAD + PLAYED + "DT D9 ?? DK\n*\n")
    assert parse_text(HEAD + PLAYED + row + "*\n") == (plain,)
    # What comes after them is counted as ever.
    bad = HEAD + PLAYED + row + "ZZ\n"
    assert set(lines_of(bad)) == {f"line {bad.count(chr(10))}"}


def test_a_tag_that_cannot_be_read_leaves_nothing_missing():
    text = HEAD + '\n[Board "1"]\n[Dealer "N"]\n[Trump "D"\n'
    assert lines_of(text) == ["line 6"]


def test_a_single_block_without_boards_is_a_match_of_one_deal():
    (told,) = parse_text('[Trump "H"]\n' + HEAD + '[CardPoints "NS 40"]')
    assert [deal.card_points for deal in told.deals] == [{"NS": 40}]


def test_without_boards_empty_lines_part_the_deals():
    (told,) = parse_text(HEAD + '\n[Trump "H"]\n\n[Event "x"]\n\n[Misdeal "abandoned"]\n')
    assert [deal.misdeal for deal in told.deals] == [None, "abandoned"]


def test_with_boards_empty_lines_part_nothing():
    deals = '\n[Board "1"]\n\n[Trump "H"]\n\n[Play "E"]\n\nS7\n\n[Board "2"]\n[Misdeal "abandoned"]'
    (told,) = parse_text(HEAD + deals)
    assert [len(deal.tricks) for deal in told.deals] == [1, 0]
    assert parse_text(HEAD + deals.replace("\n\n", "\n")) == (told,)


def test_games_may_repeat_what_is_the_same():
    same = '\n[Game "#"]\n[North "#"]\n[Site "Café"]\n[Board "2"]\n[Misdeal "abandoned"]\n'
    (told,) = parse_text(
        '[North "An"]\n[Site "Café"]\n' + HEAD + '[Board "1"]\n[Trump "H"]\n' + same
    )
    assert (told.players, told.place, len(told.deals)) == ({"N": "An"}, "Café", 2)


def test_several_matches():
    one = '[Site "A"]\n' + HEAD + '\n[Board "1"]\n[Trump "H"]\n'
    two = HEAD + '[Site "B"]\n\n[Board "1"]\n[Trump "H"]\n\n[Board "2"]\n[Trump "S"]\n'
    for text in (one + "\n" + two, one + two):
        found = parse_text(text)
        assert [(told.place, len(told.deals)) for told in found] == [("A", 1), ("B", 2)]


def test_spanish_figures():
    head = HEAD.replace("west-flemish", SPANISH)
    deal = '[Dealer "N"]\n[Trump "H"]\n'
    columns = PRESETS[SPANISH].table.order(PRESETS[SPANISH].table.after("N"))
    rows = f'[Play "{columns[0]}"]\nO12 O1 O11 O10\n'
    (told,) = parse_text(head + deal + rows)
    assert told.deals[0].tricks[0].cards == ("DK", "DA", "DQ", "DJ")
    # With Spanish figures around, C7 is copas in the play, but clubs where [Deal] has clubs.
    (told,) = parse_text(head + deal + '[Deal "N:2.10Q.10.7 - - -"]\n' + rows + "C7 E7 E1 E2\n")
    assert told.deals[0].hands == {"N": ("S2", "HJ", "HQ", "DJ", "C7")}
    assert set(told.deals[0].tricks[1].cards) == {"H7", "S7", "SA", "S2"}
    assert faults_of(head + deal + '[Deal "N:712... - - -"]')[0][0] == "line 5"


def test_the_winner_need_not_be_marked_where_every_card_is_known():
    (told,) = parse_text(HEAD + PLAYED + "D7 D8 D9 DT\n")
    assert [trick.cards for trick in told.deals[0].tricks] == [
        ("H7", "H8", "H9", "HT"),
        ("ST", "S7", "S8", "S9"),
        ("DT", "D7", "D8", "D9"),
    ]
    assert {trick.leader for trick in told.deals[0].tricks} == {None}


def test_json_and_text_are_told_apart():
    told = record_of()
    for document in (write_record(told), "\ufeff \n" + write_record(told), write_text([told])):
        assert [source.record for source in read_matches(document)] == [told]
        assert [source.record for source in read_matches(document.encode())] == [told]
    for json_like in ("{", "[]", "null", "", " ", "{}", "[1]", '{"a": 1}', "[[", "5"):
        with pytest.raises(InvalidRecord) as caught:
            read_matches(json_like)
        assert not caught.value.faults[0].place.startswith("line")
    for text in ("{ a comment }", "; x", "% PBN", '[Game "x"]', "[Game"):
        with pytest.raises(InvalidRecord) as caught:
            read_matches(text)
        assert caught.value.faults[0].place == "line 1"


# What is refused


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 1, "not a Manille record"),
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
