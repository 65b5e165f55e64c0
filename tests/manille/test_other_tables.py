"""What only some systems have: three and two players, cards left over, no trump named blind, deals
that all pass, points without play."""

import json

import pytest

from games.manille.errors import InvalidRecord
from games.manille.notation import TrickRecord
from games.manille.points import Factor, deal_points
from games.manille.presets import PRESETS
from games.manille.record import parse_record, write_record
from games.manille.replay import AVEUGLE, SCORE_PAD, replay
from games.manille.results import possible_misdeals
from games.manille.scoring import Contract, Result, score
from games.manille.verdict import status, verdict

ALONE = PRESETS["three-dealer-alone"]
# Ten tricks of three in diamonds, dealt by north; the ten of spades and king of hearts are left.
LEFT_OVER = (
    "D8 DJ DT, D9 D7 DA, CJ CT C8, CA C7 CK, S8 SJ SQ, HA HQ HT, H9 SK H7, HJ S9 DK, DQ S7 SA, "
    "C9 H8 CQ"
)


def document(rules, *deals, **rest):
    return {"format": "manille-record", "version": 1, "rules": rules, "deals": deals, **rest}


def read(*args, **rest):
    return parse_record(json.dumps(document(*args, **rest)))


def faults(*args, **rest):
    with pytest.raises(InvalidRecord) as refused:
        read(*args, **rest)
    return [(fault.place, str(fault.message % fault.params)) for fault in refused.value.faults]


def comes_back(record):
    text = write_record(record)
    assert parse_record(text) == record and write_record(parse_record(text)) == text
    return json.loads(text)


# Cards left over


def test_two_cards_left_over_count_for_the_dealer():
    """The figures in RULES.md, "Worked figures: cards left over"."""
    tricks = [TrickRecord(tuple(trick.split())) for trick in LEFT_OVER.split(", ")]
    found = replay(ALONE, "N", "D", tricks)
    assert found.complete and found.revokes == ()
    assert sum(trick.card_points for trick in found.tricks if trick.winner == "N") == 29
    assert found.last_trick == "ES"  # so it is not for the last trick that he has them
    assert found.card_points == {"N": 37, "ES": 23}
    assert found.after(29) == {"N": 29, "ES": 23 - found.tricks[-1].card_points}
    assert deal_points(ALONE, "N", Contract("N", "D"), found.card_points)[2] == {
        "N": 7,
        "E": 0,
        "S": 0,
    }


def test_a_card_that_nobody_else_holds_may_have_been_left_over():
    hands = {
        "N": ("SA", "SK", "SQ", "SJ", "S9", "S8", "HA", "HK", "HQ", "HJ"),
        "E": ("CT", "CA", "CK", "CQ", "CJ", "C9", "C8", "C7", "H8", "H7"),
    }
    trick = [TrickRecord(("H8", "DT"))]
    # South holds ten of twelve: all diamonds, and two of ten and seven of spades, ten and nine of
    # hearts. Whether a heart is among them nobody can say.
    open_ = replay(ALONE, "N", "D", trick, hands=hands)
    assert open_.plays[1].verdict == "undecided"
    hands["S"] = ("ST", "S7", "DT", "DA", "DK", "DQ", "DJ", "D9", "D8", "D7")
    told = replay(ALONE, "N", "D", trick, hands=hands)
    assert told.plays[1].verdict == "legal"


# Three players


def test_three_players_keep_three_scores():
    record = read(
        "three-solo",
        {"trump": "S", "card_points": {"N": 24, "E": 23}, "points": {"N": 4, "E": 3, "S": 0}},
        {"dealer": "S", "trump": "H", "card_points": {"S": 40, "E": 20, "N": 0}},
        players={"N": "An", "E": "Bo", "S": "Cis"},
        totals={"N": 4, "E": 3, "S": 20},
    )
    found = verdict(record)
    assert [deal["card_points"] for deal in found["deals"]] == [
        {"N": 24, "E": 23, "S": 13},
        {"N": 0, "E": 20, "S": 40},
    ]
    assert found["totals"] == {"N": 4, "E": 3, "S": 20}
    assert [(deal["dealer"], deal["eldest"]) for deal in found["deals"]] == [("N", "S"), ("S", "E")]
    assert (found["claims"], status(found)) == ([], 0)
    assert list(comes_back(record)["deals"][1]["card_points"]) == ["N", "E", "S"]


@pytest.mark.parametrize(
    ("rest", "place"),
    [
        ({"players": {"W": "Dré"}}, "players"),
        ({"totals": {"NS": 4}}, "totals"),
        ({"deals": [{"trump": "S", "dealer": "W"}]}, "deals[0].dealer"),
        ({"deals": [{"trump": "S", "card_points": {"NS": 30}}]}, "deals[0].card_points"),
        ({"deals": [{"trump": "S", "card_points": {"N": 30}}]}, "deals[0].card_points"),
        ({"deals": [{"trump": "S", "tricks": ["SA SK SQ SJ"]}]}, "deals[0].tricks[0]"),
        ({"deals": [{"trump": "S", "tricks": ["S7 SK SQ"]}]}, "deals[0].tricks[0]"),
    ],
)
def test_three_players_have_no_fourth_place_and_no_black_sevens(rest, place):
    with pytest.raises(InvalidRecord) as refused:
        parse_record(json.dumps(document("three-solo") | rest))
    assert {fault.place for fault in refused.value.faults} == {place}


def test_each_player_keeps_the_points_of_the_camp_of_the_deal():
    record = read(
        "three-dealer-alone",
        {"trump": "D", "card_points": {"N": 38}},
        {"trump": "D", "calls": ["double"], "card_points": {"E": 21}},
    )
    found = verdict(record)
    assert [deal["card_points"] for deal in found["deals"]] == [
        {"N": 38, "ES": 22},
        {"E": 21, "NS": 39},
    ]
    assert found["totals"] == {"N": 8 + 18, "E": 0, "S": 18}
    comes_back(record)


# No trump named blind


def test_no_trump_named_blind_counts_four_times():
    contract = Contract("N", "NT", ("double",), blind=True)
    [line] = score(ALONE, [Result("N", None, contract, {"N": 38, "ES": 22})], "N").lines
    assert line.factors == (Factor("blind-no-trump", 4), Factor("double", 2))
    assert line.multiplier == ALONE.cap == 4


def test_a_record_tells_what_was_named_blind():
    deal = {"trump": "NT", "blind": True, "card_points": {"N": 38}}
    written = comes_back(read("three-dealer-alone", deal))["deals"]
    assert written[0]["blind"] is True
    for open_ in ({"blind": False}, {"blind": None}):
        written = comes_back(read("three-dealer-alone", deal | open_))["deals"]
        assert "blind" not in written[0]


@pytest.mark.parametrize(
    ("rules", "deal", "message"),
    [
        ("three-dealer-alone", {"trump": "NT", "blind": 1}, "true or false"),
        ("three-dealer-alone", {"trump": "NT", "blind": "yes"}, "true or false"),
        ("three-dealer-alone", {"trump": "S", "blind": True}, "this deal has a trump"),
        ("west-flemish", {"trump": "NT", "blind": True}, "counts nothing under these rules"),
        ("west-flemish", {"misdeal": "abandoned", "blind": True}, "leave this out"),
    ],
)
def test_blind_stands_only_where_it_can(rules, deal, message):
    [(place, said)] = faults(rules, deal)
    assert place == "deals[0].blind" and message in said


# All pass


def test_where_all_pass_the_next_player_deals():
    record = read(
        "encheres",
        {"misdeal": "all-pass"},
        {"trump": "H", "declarer": "E", "bid": 40, "card_points": {"EW": 35}},
    )
    found = verdict(record)
    assert found["misdeals"] == [{"number": 1, "dealer": "N", "kind": "all-pass"}]
    assert found["deals"][0]["dealer"] == "W" and found["totals"] == {"NS": 5, "EW": 0}
    comes_back(record)


def test_passing_is_no_second_misdeal_and_keeps_a_carried_double():
    rules = PRESETS["encheres"].changed(second_misdeal_passes=True)
    kinds = ["wrong-count", "all-pass", "wrong-count", "wrong-count"]
    sheet = score(rules, [Result(misdeal=kind) for kind in kinds], "N")
    assert [line.dealer for line in sheet.lines] == ["N", "N", "W", "W"]
    rules = PRESETS["manillen-61"].changed(last_trick=0, draw="carry", all_pass="next-dealer")
    drawn = Result(contract=Contract("N", "S"), card_points={"NS": 30, "EW": 30})
    assert score(rules, [drawn, Result(misdeal="all-pass")], "N").carried == 1


def test_all_can_pass_only_where_nobody_has_to_play():
    may = {name for name, rules in PRESETS.items() if "all-pass" in possible_misdeals(rules)}
    assert may == {"coinchee", "encheres"}
    for rules in ("west-flemish", "manillen-61", "verplicht-manille", "two-hand"):
        [(place, said)] = faults(rules, {"misdeal": "all-pass"})
        assert place == "deals[0].misdeal" and "somebody has to play" in said


# Only points


def test_a_score_pad_asks_for_card_points_only():
    record = read("two-hand", {"card_points": {"N": 36}}, {"card_points": {"E": 60}})
    found = verdict(record)
    assert [deal["points"] for deal in found["deals"]] == [{"N": 6, "E": 0}, {"N": 0, "E": 30}]
    assert [deal["multiplier"] for deal in found["deals"]] == [1, 1]
    assert (found["unjudged"], found["claims"], status(found)) == (SCORE_PAD, [], 0)
    written = comes_back(record)["deals"]
    assert written == [{"card_points": {"N": 36}}, {"card_points": {"E": 60}}]


@pytest.mark.parametrize("trump", ["S", "", None])
def test_a_score_pad_may_be_told_what_was_trump(trump):
    found = verdict(read("two-hand", {"trump": trump, "card_points": {"N": 36}}))
    assert found["totals"] == {"N": 6, "E": 0}


@pytest.mark.parametrize(
    ("deal", "place"),
    [
        ({"trump": "NT"}, "trump"),
        ({"calls": ["double"]}, "calls"),
        ({"bid": 40}, "bid"),
        ({"card_points": {"N": 61}}, "card_points.N"),
        ({"tricks": ["SA SK"]}, "trump"),
    ],
)
def test_a_score_pad_knows_no_more(deal, place):
    assert [where for where, _ in faults("two-hand", deal)] == [f"deals[0].{place}"]


@pytest.mark.parametrize(
    ("rules", "trick", "reason"),
    [("two-hand", "S7 H8", SCORE_PAD), ("manille-aveugle", "S7 H8 S9 ST", AVEUGLE)],
)
def test_plays_that_nobody_can_judge_are_left_open_with_the_reason(rules, trick, reason):
    found = verdict(read(rules, {"trump": "D", "tricks": [trick]}))
    [deal] = found["deals"]
    assert {play["verdict"] for play in deal["plays"]} == {"undecided"}
    assert (deal["explained"], found["unjudged"], status(found)) == (True, reason, 0)


def test_a_verdict_says_by_which_rules():
    one, other = (verdict(read(rules))["rules_id"] for rules in ("manillen-61", "ascolana"))
    assert one == other == PRESETS["ascolana"].digest
    changed = verdict(read({"preset": "manillen-61", "target": 61}))["rules_id"]
    assert changed == PRESETS["manillen-61"].changed(target=61).digest != one
