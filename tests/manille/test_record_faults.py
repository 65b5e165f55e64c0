"""What is refused of a record document, and the place of every fault."""

import copy
import json

import pytest

from games.manille.notation import TrickRecord
from games.manille.record import MAX_BYTES, parse_record
from tests.manille.documents import BASE, changed, faults_of

HUGE = "a whole number of 5000 digits, which Python's own json does not write"


@pytest.mark.parametrize(
    ("path", "value", "place", "message"),
    [
        (["format"], ..., "format", "This is not a Manille record."),
        (["format"], "chess", "format", "This is not a Manille record."),
        (["version"], 2, "version", "Only version 1 of the format is known here."),
        (["version"], True, "version", "Only version 1"),
        (["version"], ..., "version", "Only version 1"),
        (["rules"], ..., "rules", "The rules are missing."),
        (["rules"], "bridge", "rules", "There is no system “bridge”."),
        (["rules", "target"], 0, "rules.target", "a whole number from 1 to 9999"),
        (["rules", "taget"], 5, "rules", "There is no option “taget”."),
        (["players"], [], "players", "Here a JSON object is expected."),
        (["players", "X"], "Fi", "players", "“X” cannot stand here, only one of: N E S W."),
        (["players", "N"], 5, "players.N", "Here a text is expected."),
        (["players", "N"], "A\x00n", "players.N", "a character that cannot be shown"),
        (["players", "N"], "A\nn", "players.N", "a character that cannot be shown"),
        (["players", "N"], "\ud800", "players.N", "a character that cannot be shown"),
        (["played_on"], "2026-13-01", "played_on", "Here a day is expected, as in 2026-10-25."),
        (["played_on"], "20261025", "played_on", "Here a day is expected"),
        (["played_on"], 2026, "played_on", "Here a day is expected"),
        (["place"], ["Café"], "place", "Here a text is expected."),
        (["deals"], {}, "deals", "Here a JSON list is expected."),
        (["deals"], [{"misdeal": "abandoned"}] * 1000, "deals", "at most 999 deals"),
        (["deals", 0], "D", "deals[0]", "Here a JSON object is expected."),
        (["deals", 0, "dealer"], "Q", "deals[0].dealer", "“Q” cannot stand here"),
        (["deals", 0, "dealer"], ["N"], "deals[0].dealer", "“[…]” cannot stand here"),
        (["deals", 0, "declarer"], "n", "deals[0].declarer", "“n” cannot stand here"),
        (["deals", 0, "trump"], ..., "deals[0].trump", "Say what was trump"),
        (["deals", 0, "trump"], "X", "deals[0].trump", "only one of: S H D C NT."),
        (["deals", 0, "calls"], "double", "deals[0].calls", "Here a JSON list is expected."),
        (["deals", 0, "calls"], ["treble"], "deals[0].calls", "“treble” cannot stand here"),
        (["deals", 0, "calls"], ["redouble"], "deals[0].calls", "do not allow that call"),
        (["deals", 0, "calls"], ["double"] * 2, "deals[0].calls", "cannot be made twice"),
        (["deals", 0, "bid"], "40", "deals[0].bid", "a whole number from 0 to 60"),
        (["deals", 0, "bid"], 40, "deals[0].bid", "There is no bidding under these rules."),
        (["deals", 0, "card_points"], 39, "deals[0].card_points", "a JSON object"),
        (["deals", 0, "card_points", "NS"], 61, "deals[0].card_points.NS", "from 0 to 60"),
        (["deals", 0, "card_points", "NS"], -1, "deals[0].card_points.NS", "from 0 to 60"),
        (["deals", 0, "card_points", "NS"], 21.0, "deals[0].card_points.NS", "a whole number"),
        (["deals", 0, "card_points", "NS"], True, "deals[0].card_points.NS", "a whole number"),
        (["deals", 0, "card_points", "NS"], HUGE, "deals[0].card_points.NS", "from 0 to 60"),
        (["deals", 0, "card_points", "NS"], 22, "deals[0].card_points", "add up to 60, not 61"),
        (["deals", 0, "card_points"], {"N": 3}, "deals[0].card_points", "“N” is not a side"),
        (["deals", 0, "card_points"], {"XY": 3}, "deals[0].card_points", "“XY” is not a side"),
        (["deals", 0, "card_points"], {"": 3}, "deals[0].card_points", "“” is not a side"),
        (["deals", 0, "last_trick"], "N", "deals[0].last_trick", "“N” is not a side"),
        (["deals", 0, "last_trick"], 1, "deals[0].last_trick", "Here a text is expected."),
        (["deals", 0, "points"], [], "deals[0].points", "Here a JSON object is expected."),
        (["deals", 0, "points", "EW"], "18", "deals[0].points.EW", "a whole number"),
        (["deals", 0, "points", "N"], 18, "deals[0].points", "“N” is not a side"),
        (["deals", 0, "note"], 3, "deals[0].note", "Here a text is expected."),
        (["deals", 0, "note"], "\x1b[2J", "deals[0].note", "a character that cannot be shown"),
        (["deals", 0, "minute"], -1, "deals[0].minute", "a whole number from 0"),
        (["deals", 1, "misdeal"], "boredom", "deals[1].misdeal", "“boredom” cannot stand here"),
        (["deals", 1, "misdeal"], True, "deals[1].misdeal", "“true” cannot stand here"),
        (["deals", 1, "trump"], "D", "deals[1].trump", "A misdeal is not played"),
        (["deals", 1, "tricks"], [], "deals[1].tricks", "A misdeal is not played"),
        (["deals", 1, "card_points"], {"NS": 1}, "deals[1].card_points", "A misdeal is not"),
        (["deals", 1, "ruling"], {"revoke": "N"}, "deals[1].ruling", "revoke in a misdeal"),
        (["deals", 2, "leader"], "X", "deals[2].leader", "“X” cannot stand here"),
        (["deals", 2, "hands"], "ST", "deals[2].hands", "Here a JSON object is expected."),
        (["deals", 2, "hands", "Q"], "C9", "deals[2].hands", "“Q” cannot stand here"),
        (["deals", 2, "hands", "N"], 9, "deals[2].hands.N", "Here a text is expected."),
        (["deals", 2, "hands", "N"], "", "deals[2].hands.N", "Write at least one card."),
        (["deals", 2, "hands", "N"], "S6", "deals[2].hands.N", "no “S6” in this pack"),
        (["deals", 2, "hands", "N"], "??", "deals[2].hands.N", "“??” is not a card"),
        (["deals", 2, "hands", "N"], "CK CK", "deals[2].hands.N", "CK is there twice"),
        (["deals", 2, "hands", "N"], "CK C7", "deals[2].hands.N", "C7 is there twice"),
        (["deals", 2, "tricks"], "ST S7 S8 SK", "deals[2].tricks", "a JSON list"),
        (["deals", 2, "tricks", 1], 5, "deals[2].tricks[1]", "Here a text is expected."),
        (["deals", 2, "tricks", 1], "", "deals[2].tricks[1]", "Write at least one card."),
        (["deals", 2, "tricks", 1], "HT ST", "deals[2].tricks[1]", "ST is there twice"),
        (["deals", 2, "tricks", 1], "HT H7 H9 HA HQ", "deals[2].tricks[1]", "at most 4"),
        (["deals", 2, "tricks", 0], "ST S7", "deals[2].tricks[0]", "may be cut short"),
        (["deals", 2, "tricks", 1], "HT HX", "deals[2].tricks[1]", "“HX” is not a card"),
        (["deals", 2, "tricks", 1], "X: HT", "deals[2].tricks[1]", "“X” is not a seat"),
        (["deals", 2, "tricks", 1], "HQ", "deals[2].tricks[1]", "S plays HQ, which was not in"),
        (["deals", 2, "tricks", 1], "HT HK", "deals[2].tricks[1]", "W plays HK, which was not"),
        (["deals", 2, "ruling"], "N", "deals[2].ruling", "Here a JSON object is expected."),
        (["deals", 2, "ruling"], {}, "deals[2].ruling", "either who revoked or the points"),
        (["deals", 2, "ruling"], {"revoke": "X"}, "deals[2].ruling.revoke", "“X” cannot"),
        (
            ["deals", 2, "ruling"],
            {"revoke": "N", "trick": 9},
            "deals[2].ruling.trick",
            "a whole number from 1 to 8",
        ),
        (
            ["deals", 2, "ruling"],
            {"points": {"NS": 30}, "reason": 5},
            "deals[2].ruling.reason",
            "Here a text is expected.",
        ),
        (
            ["deals", 2, "ruling"],
            {"points": {"N": 30}},
            "deals[2].ruling.points",
            "“N” is not a side",
        ),
        (
            ["deals", 2, "ruling"],
            {"points": {"NS": 30}, "revoke": "N"},
            "deals[2].ruling",
            "either who revoked or the points",
        ),
        (
            ["deals", 2, "ruling"],
            {"revoke": "N", "play_stands": True},
            "deals[2].ruling",
            "either who revoked or the points",
        ),
        (
            ["deals", 2, "ruling"],
            {"play_stands": "yes"},
            "deals[2].ruling.play_stands",
            "true or false",
        ),
        (
            ["deals", 2, "ruling"],
            {"penalties": {"EW": "5"}},
            "deals[2].ruling.penalties.EW",
            "a whole number",
        ),
        (
            ["deals", 2, "ruling"],
            {"play_stands": True, "at": "yesterday"},
            "deals[2].ruling.at",
            "Here a time is expected",
        ),
        (
            ["deals", 2, "ruling"],
            {"play_stands": True, "at": "2026-10-25T25:00Z"},
            "deals[2].ruling.at",
            "Here a time is expected",
        ),
        (
            ["deals", 2, "ruling"],
            {"play_stands": True, "at": "2026-10-25T21:30"},
            "deals[2].ruling.at",
            "Here a time is expected",
        ),
        (
            ["deals", 2, "ruling"],
            {"play_stands": True, "appeal": {"by": 1}},
            "deals[2].ruling.appeal.by",
            "Here a text is expected.",
        ),
        (
            ["deals", 2, "earlier_rulings"],
            [{"play_stands": True}],
            "deals[2].earlier_rulings",
            "none that replaced them",
        ),
        (["deals", 2, "earlier_rulings"], {}, "deals[2].earlier_rulings", "a JSON list"),
        (["totals"], 18, "totals", "Here a JSON object is expected."),
        (["totals", "EW"], "18", "totals.EW", "a whole number from -999999 to 999999"),
        (["totals", "EW"], 10**6, "totals.EW", "a whole number from -999999 to 999999"),
        (["totals", "SN"], 18, "totals", "“SN” is not a side"),
    ],
)
def test_a_fault_has_its_place(path, value, place, message):
    text = json.dumps(changed(path, value)).replace(json.dumps(HUGE), "1" + "0" * 5000)
    found = faults_of(text)
    assert [fault[0] for fault in found] == [place]
    assert message in found[0][1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "This is empty: there is nothing to read."),
        (b"\x00\x01", "This is not a Manille record."),
        (b"\xff\xfe{\x00}\x00", "This is not text in UTF-8: see byte 1."),
        (b'{"a": "\xe9"}', "This is not text in UTF-8: see byte 8."),
        (b'{"a":\n 1,}', "This is not JSON: see line 2, column 4."),
        (b'{"a": NaN}', "“NaN” is not a number in JSON."),
        (b'{"a": -Infinity}', "“-Infinity” is not a number in JSON."),
        (b'{"a":' + b"[" * 100_000, "The document is nested too deeply to be a record."),
        (b'{"a":' * 100_000, "The document is nested too deeply to be a record."),
        (b" " * (MAX_BYTES + 1), "The document is larger than 1 MiB."),
        ("é" * (MAX_BYTES // 2 + 1), "The document is larger than 1 MiB."),
        ("\ud800", "This is not text in UTF-8: see byte 1."),
        (b"[]", "This is not a Manille record."),
        (b"null", "This is not a Manille record."),
        (b'"manille-record"', "This is not a Manille record."),
        (b'{"a": 1, "a": 2}', "“a” is written twice here."),
    ],
    ids=range(16),
)
def test_what_is_no_document_is_refused(text, message):
    assert [(place, message in text) for place, text in faults_of(text)] == [("", True)]


def test_a_document_of_just_1_mib_is_read():
    text = json.dumps(BASE)
    assert parse_record(text + " " * (MAX_BYTES - len(text))) == parse_record(text)


@pytest.mark.parametrize(
    ("old", "place"),
    [
        ('"players": {', "players"),
        ('"deals": [{', "deals[0]"),
        ('"card_points": {', "deals[0].card_points"),
        ('"points": {"NS": 0', "deals[0].points"),
        ('"hands": {', "deals[2].hands"),
        ('"rules": {', "rules"),
    ],
)
def test_a_key_written_twice_has_its_place(old, place):
    text = json.dumps(BASE)
    at = text.index("{", text.index(old)) + 1
    key = text[at + 1 : text.index('":', at)]
    doubled = f'{text[:at]}"{key}": 0, {text[at:]}'
    assert (place, f"“{key}” is written twice here.") in faults_of(doubled)


def test_every_fault_is_told():
    document = copy.deepcopy(BASE)
    document["players"]["N"] = 5
    document["deals"][0]["dealer"] = "Q"
    document["deals"][0]["card_points"] = {"NS": 99, "EW": "x"}
    document["deals"][1]["misdeal"] = "x"
    document["deals"][2]["tricks"] = ["ST S7 S7 ZZ", "HT"]
    document["totals"]["NS"] = 1.5
    assert [place for place, _ in faults_of(document)] == [
        "players.N",
        "deals[0].dealer",
        "deals[0].card_points.NS",
        "deals[0].card_points.EW",
        "deals[1].misdeal",
        "deals[2].tricks[0]",
        "totals.NS",
    ]


def test_a_document_full_of_faults_is_not_read_to_its_end():
    faults = faults_of(changed(["deals", 0, "calls"], [1] * 5000))
    assert len(faults) == 1000
    assert set(faults) == {
        ("deals[0].calls", "“1” cannot stand here, only one of: double redouble third.")
    }


def test_what_cannot_have_happened_is_told_of_every_deal():
    document = copy.deepcopy(BASE)
    document["deals"][0]["card_points"] = {"NS": 21, "EW": 40}
    document["deals"][2]["tricks"] = ["ST S7 S8 SK", "HQ ?? H9 HA"]
    assert [place for place, _ in faults_of(document)] == [
        "deals[0].card_points",
        "deals[2].tricks[1]",
    ]


def test_a_missing_card_that_leaves_the_winner_open_needs_the_next_leader():
    document = changed(["deals", 2], {"trump": "NT", "tricks": ["S7 ?? S9 SK", "HT"]})
    assert faults_of(document) == [
        (
            "deals[2].tricks[1]",
            "Say who led: a missing card leaves open who won the trick before.",
        )
    ]
    document["deals"][2]["tricks"][1] = "W: HT"
    assert parse_record(json.dumps(document)).deals[2].tricks[1] == TrickRecord(("HT",), "W")


def test_a_hand_told_plays_no_other_card_but_one_that_nobody_remembers():
    deal = {"trump": "NT", "dealer": "E", "hands": {"S": "ST"}, "tricks": ["ST S7 S8 SK", "S: ??"]}
    parse_record(json.dumps(changed(["deals", 2], deal)))
    deal["tricks"][1] = "S: H9"
    assert faults_of(changed(["deals", 2], deal)) == [
        ("deals[2].tricks[1]", "S plays H9, which was not in that hand.")
    ]
    del deal["tricks"][1]
    parse_record(json.dumps(changed(["deals", 2], deal)))
