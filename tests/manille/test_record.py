"""The record document: what it holds, and that it comes back."""

import copy
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.manille.errors import InvalidRecord
from games.manille.facts import DealRecord, Record, results
from games.manille.notation import TrickRecord
from games.manille.presets import PRESETS
from games.manille.record import parse_record, write_record
from games.manille.rules import OPTIONS
from games.manille.scoring import Contract
from tests.manille.documents import BASE, changed, faults_of
from tests.manille.random_records import records

RECORDS = Path(__file__).parent.parent / "records"


def test_a_record_is_read():
    record = parse_record(json.dumps(BASE))
    rules = PRESETS["west-flemish"].changed(target=61)
    assert record == Record(
        rules=rules,
        preset="west-flemish",
        players={"N": "An", "E": "Bo", "S": "Cis", "W": "Dré"},
        played_on="2026-10-25",
        place="Café De Sportvriend, table 3",
        deals=(
            DealRecord(
                dealer="N",
                contract=Contract("N", "D", ("double",)),
                card_points={"NS": 21, "EW": 39},
                points={"NS": 0, "EW": 18},
            ),
            DealRecord(misdeal="wrong-count"),
            DealRecord(
                dealer="E",
                contract=Contract(None, "NT"),
                hands={"S": ("ST", "SA", "S9", "HT", "HK", "D7", "C8", "C7")},
                leader="S",
                tricks=(
                    TrickRecord(("ST", "S7", "S8", "SK")),
                    TrickRecord(("HT", None, "H9", "HA")),
                ),
            ),
        ),
        totals={"NS": 0, "EW": 18},
    )


def test_what_is_not_told_has_its_default():
    text = '{"format": "manille-record", "version": 1, "rules": "flemish-club"}'
    assert parse_record(text) == Record(rules=PRESETS["flemish-club"], preset="flemish-club")
    nulls = changed(["players"], None) | {"played_on": None, "place": None, "totals": None}
    nulls["deals"] = [{"trump": "D", "dealer": None, "bid": None, "tricks": None, "ruling": None}]
    assert parse_record(json.dumps(nulls)).deals == (DealRecord(contract=Contract(None, "D")),)


def test_bytes_text_and_a_byte_order_mark_are_read_alike():
    text = json.dumps(BASE, ensure_ascii=False)
    expected = parse_record(text)
    assert parse_record(text.encode()) == expected
    assert parse_record(b"\xef\xbb\xbf" + text.encode()) == expected
    assert parse_record("\ufeff" + text) == expected


def test_keys_of_a_later_time_are_left_alone():
    document = copy.deepcopy(BASE) | {"referee": "Els"}
    document["deals"][0]["weather"] = {"rain": [1.5, None]}
    assert parse_record(json.dumps(document)) == parse_record(json.dumps(BASE))


def test_where_the_dealer_plays_alone_the_camps_are_those_of_the_deal():
    rules = {
        "preset": "flemish-club",
        "seats": 3,
        "sides": "singles",
        "camps": "dealer-alone",
        "undealt": "dealer",
    }
    document = {"format": "manille-record", "version": 1, "rules": rules}
    document["deals"] = [
        {"trump": "D", "card_points": {"N": 20, "ES": 40}},
        {"trump": "H", "card_points": {"E": 35}, "last_trick": "NS"},
        {"trump": "H", "card_points": {"E": 35}},
    ]
    assert faults_of(document) == [("deals[2].card_points", "“E” is not a side in this deal.")]
    document["deals"][2]["card_points"] = {"S": 60}
    record = parse_record(json.dumps(document))
    assert [one.dealer for one in record.told] == ["N", "E", "S"]
    assert [result.card_points for result in results(record)] == [
        {"N": 20, "ES": 40},
        {"E": 35, "NS": 25},
        {"S": 60, "NE": 0},
    ]
    assert parse_record(write_record(record)) == record


def test_rotation_follows_misdeals_and_replayed_draws():
    def dealers(preset, *deals):
        document = {"format": "manille-record", "version": 1, "rules": preset}
        text = json.dumps(document | {"deals": [*deals, {"misdeal": "abandoned"}]})
        return "".join(one.dealer for one in parse_record(text).told)

    played = {"trump": "H", "card_points": {"NS": 40}}
    wrong, peek = {"misdeal": "wrong-count"}, {"misdeal": "partner-peek"}
    assert dealers("west-flemish", played, played, wrong, wrong, wrong, played) == "NESSSSW"
    assert dealers("flemish-club", wrong, wrong, wrong, played, wrong, wrong) == "NNEESSW"
    assert dealers("flemish-club", peek, wrong, wrong, peek) == "NEESW"
    assert dealers("classic-turnup", wrong, peek, wrong, wrong) == "NNNNW"
    assert dealers("manillen-61", played, played) == "NWS"
    level = {"trump": "H", "card_points": {"NS": 30}}
    assert dealers({"preset": "west-flemish", "draw": "replay"}, level, played) == "NNE"
    assert dealers("west-flemish", {"misdeal": "abandoned", "dealer": "S"}, played) == "SSW"


# Round trips


@given(records())
def test_a_record_comes_back(record):
    text = write_record(record)
    again = parse_record(text)
    assert again == record
    assert write_record(again) == text
    assert parse_record(text.encode()) == record


@pytest.mark.parametrize("name", sorted(path.stem for path in RECORDS.glob("*.json")))
def test_a_file_is_written_the_same_however_often(name):
    written = write_record(parse_record((RECORDS / f"{name}.json").read_bytes()))
    assert write_record(parse_record(written)) == written
    assert written.endswith("}\n")


def test_the_document_written_names_every_option_in_one_order():
    document = json.loads(write_record(parse_record(json.dumps(BASE))))
    assert list(document) == [
        "format",
        "version",
        "rules",
        "players",
        "played_on",
        "place",
        "deals",
        "totals",
    ]
    assert list(document["rules"]) == ["preset", *OPTIONS]
    assert document["deals"] == [
        {k: v for k, v in deal.items() if k != "note"} for deal in BASE["deals"]
    ]
    assert document["players"] == BASE["players"]


def test_the_order_of_keys_leaves_no_trace():
    def reversed_keys(value):
        if isinstance(value, dict):
            return {key: reversed_keys(value[key]) for key in reversed(value)}
        return [reversed_keys(item) for item in value] if isinstance(value, list) else value

    backwards = json.dumps(reversed_keys(BASE))
    assert write_record(parse_record(backwards)) == write_record(parse_record(json.dumps(BASE)))


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
                    lambda inner: st.lists(inner, max_size=3)
                    | st.dictionaries(st.text(max_size=3), inner, max_size=3), max_leaves=8),
       st.data())  # fmt: skip
def test_any_value_anywhere_is_read_or_refused(value, data):
    paths = [
        ["rules"], ["rules", "pack"], ["rules", "removed"], ["rules", "seats"], ["players"],
        ["players", "N"], ["deals"], ["deals", 0], ["deals", 0, "trump"], ["deals", 0, "calls"],
        ["deals", 0, "card_points"], ["deals", 0, "points"], ["deals", 0, "last_trick"],
        ["deals", 1], ["deals", 1, "misdeal"], ["deals", 1, "ruling"], ["deals", 2, "hands"],
        ["deals", 2, "hands", "S"], ["deals", 2, "tricks"], ["deals", 2, "tricks", 0],
        ["deals", 2, "leader"], ["deals", 2, "note"], ["deals", 2, "minute"], ["totals"],
    ]  # fmt: skip
    document = changed(data.draw(st.sampled_from(paths)), value)
    try:
        record = parse_record(json.dumps(document))
    except InvalidRecord as error:
        assert error.faults
    else:
        assert parse_record(write_record(record)) == record
