"""Records as text in the manner of PBN: round trips, and what is understood besides the canonical
form."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.manille import pbn
from games.manille.errors import InvalidRecord
from games.manille.pbn import HEADER, parse_text, read_matches, write_text
from games.manille.presets import PRESETS
from games.manille.record import parse_record, record_to_json, write_record
from tests.manille.documents import BASE
from tests.manille.random_records import records
from tests.manille.texts import HEAD, PLAYED, faults_of, lines_of

RECORDS = Path(__file__).parent.parent / "records"
TEXT_MD = Path(pbn.__file__).parent / "TEXT.md"

SPANISH = "malilla-es"


def record_of(*deals, **keys):
    document = {"format": "manille-record", "version": 1, "rules": "west-flemish"}
    return parse_record(json.dumps({**document, "deals": deals, **keys}))


def comes_back(*told):
    text = write_text(told)
    back = parse_text(text)
    assert back == told
    assert write_text(back) == text
    return text


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
    assert (second.place, second.played_on, second.players) == (first.place, first.played_on, {})
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


EVENING = """[Game "Manille"]
[Site "Café"]
[Date "2026.10.25"]
[North "An"]
[East "Bo"]
[Rules "west-flemish"]
target 61
redouble yes

[Board "1"]
[Trump "H"]
"""


@pytest.mark.parametrize("same", ['"#"', "#"])
def test_a_later_match_takes_over_what_the_match_before_tells(same):
    names = ("Site", "Date", "North", "Rules")
    later = '[Game "Manille"]\n' + "".join(f"[{name} {same}]\n" for name in names)
    deal = '\n[Board "1"]\n[Trump "S"]\n\n'
    found = parse_text(EVENING + "\n" + later + '[East "Cis"]\n' + deal + later + deal)

    first, second, third = found
    assert first.rules == PRESETS["west-flemish"].changed(target=61, redouble=True)
    assert [told.rules for told in found] == [first.rules] * 3
    assert [told.preset for told in found] == ["west-flemish"] * 3
    assert [(told.place, told.played_on) for told in found] == [("Café", "2026-10-25")] * 3
    assert second.players == {"N": "An", "E": "Cis"}
    assert third.players == {"N": "An"}  # nothing comes over but what is asked for
    assert [told.deals[0].contract.trump for told in found] == ["H", "S", "S"]
    assert same not in comes_back(*found)


def test_what_a_match_changes_meanwhile_is_taken_over():
    """Also where its own deals repeat it, and where the sign stands among the deals."""
    text = (
        EVENING
        + '[North "#"]\n[Rules "#"]\n'
        + '\n[Game "Manille"]\n[North "Dré"]\n[Rules "manillen-61"]\n'
        + '[Board "1"]\n[Trump "H"]\n[North "Dré"]\n[Rules "#"]\n[East "#"]\n'
        + '\n[Game "Manille"]\n[North "#"]\n[East "#"]\n[Rules "#"]\n'
    )
    found = parse_text(text)
    assert [told.players for told in found] == [
        {"N": "An", "E": "Bo"},
        {"N": "Dré", "E": "Bo"},
        {"N": "Dré", "E": "Bo"},
    ]
    assert found[1].rules == found[2].rules == PRESETS["manillen-61"]


def test_somebody_called_so_is_no_sign():
    first, second = (record_of(players={"N": "#", "E": name}, place="#") for name in ("#", "\\#"))
    text = comes_back(first, second)
    assert '[North "\\#"]' in text and '[East "\\\\#"]' in text
    text += '\n[Game "Manille"]\n[East "#"]\n[North "#"]\n[Rules "west-flemish"]\n'
    assert parse_text(text)[2].players == {"N": "#", "E": "\\#"}


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
