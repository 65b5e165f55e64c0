import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.manille.errors import ImpossibleResult
from games.manille.presets import (
    BOTIFARRA_LLIURE,
    CLASSIC_TURNUP,
    DEALER_NAMES,
    FLEMISH_CLUB,
    MANILLE_FR_68,
    MANILLEN_61,
    PRESETS,
    WEST_FLEMISH,
)
from games.manille.scoring import (
    CALLS,
    Contract,
    Doubling,
    Result,
    Ruling,
    callers,
    check_result,
    complete_card_points,
)
from tests.manille.matches import results, rule_sets

AUCTION = DEALER_NAMES.changed(trump="auction", contract="bid")
ALONE = FLEMISH_CLUB.changed(seats=3, sides="singles", camps="dealer-alone", undealt="dealer")
SINGLES = FLEMISH_CLUB.changed(seats=3, sides="singles", undealt="dealer")
PLAYED = {"NS": 38, "EW": 22}


def places(error):
    for fault in error.value.faults:
        assert (fault.message % fault.params)[-1] == "."
    return [fault.place for fault in error.value.faults]


# Doubling


@pytest.mark.parametrize(
    ("rules", "trump", "calls"),
    [
        (CLASSIC_TURNUP, "S", ()),
        (DEALER_NAMES, "NT", ()),
        (WEST_FLEMISH, "S", ("double",)),
        (WEST_FLEMISH, "NT", ("double",)),
        (FLEMISH_CLUB, "NT", ("double", "redouble")),
        (BOTIFARRA_LLIURE, "S", ("double", "redouble", "third")),
        (BOTIFARRA_LLIURE, "NT", ()),
    ],
)
def test_a_deal_is_doubled_as_far_as_the_rules_go_and_no_further(rules, trump, calls):
    doubling = Doubling()
    for number, call in enumerate(calls):
        assert doubling.next_call(rules, trump) == call
        assert doubling.factor == 2**number
        doubling = Doubling.of(rules, trump, calls[: number + 1])
    assert doubling.next_call(rules, trump) is None


@given(st.sampled_from(list(PRESETS.values())), st.lists(st.sampled_from(CALLS), max_size=4))
def test_only_calls_in_their_order_can_be_made(rules, calls):
    reached = []
    while call := Doubling(tuple(reached)).next_call(rules, "H"):
        reached.append(call)
    if calls == reached[: len(calls)]:
        assert Doubling.of(rules, "H", calls).factor == 2 ** len(calls)
    else:
        with pytest.raises(ImpossibleResult) as error:
            Doubling.of(rules, "H", calls)
        assert places(error) == ["calls"]


@pytest.mark.parametrize(
    ("rules", "trump", "calls", "word"),
    [
        (FLEMISH_CLUB, "S", ["redouble"], "Only a doubled deal"),
        (BOTIFARRA_LLIURE, "S", ["double", "third"], "Only after a redouble"),
        (FLEMISH_CLUB, "S", ["double", "double"], "twice"),
        (FLEMISH_CLUB, "S", ["double", "redouble", "third"], "do not allow"),
        (CLASSIC_TURNUP, "S", ["double"], "do not allow"),
        (BOTIFARRA_LLIURE, "NT", ["double"], "without trump"),
        (FLEMISH_CLUB, "S", ["kontra"], "kontra"),
    ],
)
def test_a_call_that_cannot_be_made_is_refused_for_its_reason(rules, trump, calls, word):
    with pytest.raises(ImpossibleResult, match=word) as error:
        Doubling.of(rules, trump, calls)
    assert places(error) == ["calls"]


@pytest.mark.parametrize(
    ("rules", "declarer", "calls", "seats"),
    [
        (BOTIFARRA_LLIURE, "N", (), "EW"),
        (BOTIFARRA_LLIURE, "N", ("double",), "NS"),
        (BOTIFARRA_LLIURE, "N", ("double", "redouble"), "EW"),
        (BOTIFARRA_LLIURE, "N", CALLS, ""),
        (BOTIFARRA_LLIURE, None, (), ""),
        (BOTIFARRA_LLIURE, "E", (), "NS"),
        (WEST_FLEMISH, None, (), "EW"),
        (WEST_FLEMISH, "N", ("double",), ""),
        (CLASSIC_TURNUP, "N", (), ""),
        (SINGLES, "E", (), "NS"),
        (SINGLES, "E", ("double",), "E"),
        (ALONE, "N", (), "ES"),
        (ALONE, "E", (), "N"),
    ],
)
def test_only_opponents_double_and_only_the_declarers_camp_redoubles(rules, declarer, calls, seats):
    assert callers(rules, Contract(declarer, "H", calls), "N") == seats


# Card points


@given(rule_sets(), st.data())
def test_the_last_camps_card_points_follow_from_the_others(rules, data):
    dealer = data.draw(st.sampled_from(rules.table.seats))
    told = data.draw(results(rules, dealer, rulings=False, misdeals=False)).card_points
    assert complete_card_points(rules, dealer, told) == told
    left_out = data.draw(st.sampled_from(list(told)))
    given_points = {camp: points for camp, points in told.items() if camp != left_out}
    complete = complete_card_points(rules, dealer, given_points)
    assert complete == told
    assert tuple(complete) == rules.table.camps(dealer)


def test_nothing_is_a_figure_too():
    assert complete_card_points(CLASSIC_TURNUP, "N", {"EW": 0}) == {"NS": 60, "EW": 0}
    assert complete_card_points(MANILLEN_61, "N", {"NS": 0}) == {"NS": 0, "EW": 61}


@pytest.mark.parametrize(
    ("rules", "card_points"),
    [
        (CLASSIC_TURNUP, {}),
        (CLASSIC_TURNUP, {"NS": 61}),
        (CLASSIC_TURNUP, {"NS": -1}),
        (CLASSIC_TURNUP, {"NS": 38, "EW": 23}),
        (CLASSIC_TURNUP, {"NS": 38, "EW": 21}),
        (CLASSIC_TURNUP, {"N": 38}),
        (CLASSIC_TURNUP, {"NS": True}),
        (CLASSIC_TURNUP, {"NS": 30.0}),
        (CLASSIC_TURNUP, {"NS": "38"}),
        (CLASSIC_TURNUP, {"NS": None}),
        (SINGLES, {"N": 30}),
        (SINGLES, {"N": 30, "E": 31}),
        (ALONE, {"N": 30, "E": 20}),
    ],
)
def test_card_points_that_no_deal_gives_are_refused(rules, card_points):
    with pytest.raises(ImpossibleResult) as error:
        complete_card_points(rules, "N", card_points)
    assert places(error) == ["card_points"]


def test_the_pot_of_the_rules_is_the_limit():
    assert complete_card_points(MANILLE_FR_68, "N", {"NS": 68}) == {"NS": 68, "EW": 0}
    with pytest.raises(ImpossibleResult, match="from 0 to 68, not 69"):
        complete_card_points(MANILLE_FR_68, "N", {"NS": 69})
    with pytest.raises(ImpossibleResult, match="add up to 60, not 61"):
        complete_card_points(CLASSIC_TURNUP, "N", {"NS": 38, "EW": 23})


# Whole results


@given(rule_sets(), st.data())
def test_what_can_be_told_is_accepted(rules, data):
    dealer = data.draw(st.sampled_from(rules.table.seats))
    check_result(rules, dealer, data.draw(results(rules, dealer)))


@pytest.mark.parametrize(
    ("rules", "result", "expected"),
    [
        (WEST_FLEMISH, Result(), ["trump"]),
        (WEST_FLEMISH, Result(dealer="X"), ["dealer", "trump"]),
        (WEST_FLEMISH, Result(dealer="NE"), ["dealer", "trump"]),
        (WEST_FLEMISH, Result(dealer=""), ["dealer", "trump"]),
        (CLASSIC_TURNUP, Result(contract=Contract("N", "NT")), ["trump"]),
        (CLASSIC_TURNUP, Result(contract=Contract("N", "")), ["trump"]),
        (
            DEALER_NAMES.changed(no_trump="every-deal"),
            Result(contract=Contract("N", "S")),
            ["trump"],
        ),
        (CLASSIC_TURNUP, Result(contract=Contract("Q", "S")), ["declarer"]),
        (SINGLES, Result(contract=Contract("W", "S")), ["declarer"]),
        (WEST_FLEMISH, Result(contract=Contract("N", "S", ("redouble",))), ["calls"]),
        (WEST_FLEMISH, Result(contract=Contract("N", "S", bid=40)), ["bid"]),
        (AUCTION, Result(contract=Contract("N", "S", bid=30)), ["bid"]),
        (AUCTION, Result(contract=Contract("N", "S", bid=61)), ["bid"]),
        (AUCTION, Result(contract=Contract("N", "S", bid=True)), ["bid"]),
        (AUCTION, Result(contract=Contract(None, "S"), card_points=PLAYED), ["bid", "declarer"]),
        (
            WEST_FLEMISH,
            Result(contract=Contract("N", "S"), card_points={"NS": 70}),
            ["card_points"],
        ),
        (WEST_FLEMISH, Result(contract=Contract("N", "S"), last_trick="N"), ["last_trick"]),
        (
            MANILLEN_61,
            Result(contract=Contract("N", "S"), card_points={"NS": 0, "EW": 61}, last_trick="NS"),
            ["last_trick"],
        ),
        (
            MANILLE_FR_68.changed(last_trick=1),
            Result(contract=Contract("N", "S"), card_points={"NS": 1, "EW": 68}, last_trick="NS"),
            ["last_trick"],
        ),
        (WEST_FLEMISH, Result(misdeal="earthquake"), ["misdeal"]),
        (WEST_FLEMISH, Result(misdeal="all-pass"), ["misdeal"]),
        (MANILLEN_61, Result(misdeal="all-pass"), ["misdeal"]),
        (WEST_FLEMISH, Result(contract=Contract("N", "")), ["trump"]),
        (WEST_FLEMISH, Result(contract=Contract("N", "NT", blind=True)), ["blind"]),
        (PRESETS["three-dealer-alone"], Result(contract=Contract("N", "S", blind=True)), ["blind"]),
        (PRESETS["two-hand"], Result(contract=Contract(None, "NT")), ["trump"]),
        (PRESETS["two-hand"], Result(contract=Contract(None, "", ("double",))), ["calls"]),
        (PRESETS["two-hand"], Result(contract=Contract(None, "", (), 40)), ["bid"]),
        (WEST_FLEMISH, Result(misdeal="wrong-count", card_points=PLAYED), ["misdeal"]),
        (WEST_FLEMISH, Result(misdeal="abandoned", contract=Contract("N", "S")), ["misdeal"]),
        (WEST_FLEMISH, Result(misdeal="wrong-count", minute=-1), ["minute"]),
        (WEST_FLEMISH, Result(misdeal="wrong-count", minute=1.5), ["minute"]),
        (WEST_FLEMISH, Result(misdeal="wrong-count", ruling=Ruling()), ["ruling"]),
        (WEST_FLEMISH, Result(misdeal="wrong-count", ruling=Ruling(revoke="N")), ["ruling"]),
        (WEST_FLEMISH, Result(misdeal="abandoned", ruling=Ruling(points={"N": 3})), ["ruling"]),
        (WEST_FLEMISH, Result(misdeal="abandoned", ruling=Ruling(points={"NS": 0.5})), ["ruling"]),
        (
            WEST_FLEMISH,
            Result(misdeal="abandoned", ruling=Ruling(points={"NS": 10**5})),
            ["ruling"],
        ),
        (
            WEST_FLEMISH,
            Result(contract=Contract("N", "S"), ruling=Ruling(revoke="X", trick=9)),
            ["ruling", "ruling"],
        ),
        (
            WEST_FLEMISH,
            Result(contract=Contract("N", "S"), ruling=Ruling(revoke="N", points={"NS": 1})),
            ["ruling"],
        ),
        (
            WEST_FLEMISH,
            Result(contract=Contract("N", "S"), ruling=Ruling(revoke="N", play_stands=True)),
            ["ruling"],
        ),
        (
            WEST_FLEMISH,
            Result(misdeal="abandoned", ruling=Ruling(penalties={"N": -3, "NS": 10**5})),
            ["ruling", "ruling"],
        ),
        (WEST_FLEMISH, Result(misdeal="abandoned", ruling=Ruling(penalties={})), ["ruling"]),
        (
            CLASSIC_TURNUP,
            Result("Y", None, Contract("X", "NT", ("double",), 40), {"NS": 99}, "NS", None, -5),
            ["dealer", "declarer", "minute", "trump", "calls", "bid", "card_points"],
        ),
    ],
)
def test_every_fault_of_an_impossible_result_is_told_at_its_place(rules, result, expected):
    with pytest.raises(ImpossibleResult) as error:
        check_result(rules, "N", result)
    assert places(error) == expected


@pytest.mark.parametrize(
    "result",
    [
        Result(contract=Contract(None, "S")),
        Result(contract=Contract("N", "S"), card_points={"EW": 0}, last_trick="NS"),
        Result(contract=Contract("E", "H"), card_points=PLAYED, ruling=Ruling(revoke="N", trick=8)),
        Result(misdeal="partner-peek", ruling=Ruling(points={"NS": -30}), minute=0),
        Result(misdeal="partner-peek", ruling=Ruling(penalties={"NS": -30})),
        Result(misdeal="partner-peek", ruling=Ruling(play_stands=True, penalties={"EW": 0})),
    ],
)
def test_little_may_be_known(result):
    check_result(WEST_FLEMISH, "N", result)


def test_a_trick_is_worth_a_card_point_to_whoever_wins_the_last():
    contract = Contract("N", "S")
    check_result(MANILLE_FR_68, "N", Result(None, None, contract, {"NS": 1, "EW": 67}, "NS"))
    with pytest.raises(ImpossibleResult, match="at least 1"):
        check_result(MANILLE_FR_68, "N", Result(None, None, contract, {"NS": 0, "EW": 68}, "NS"))
