"""How a match ends."""

import pytest

from games.manille.presets import CLASSIC_TURNUP, DEALER_NAMES, WEST_FLEMISH
from games.manille.scoring import Contract, Result, Ruling, score

SHORT = CLASSIC_TURNUP.changed(target=21)
BOTH = CLASSIC_TURNUP.changed(count="card-points", target=61)
TIMED = CLASSIC_TURNUP.changed(minutes=50, target=None)


def deal(first, minute=None, **ruling):
    """A deal in spades from north-south's card points."""
    points = {"NS": first, "EW": 60 - first}
    told = Ruling(**ruling) if ruling else None
    return Result(contract=Contract(None, "S"), card_points=points, ruling=told, minute=minute)


def sheet_of(rules, *deals):
    """Each deal north-south's card points, or a pair of them and the minute, or a result."""
    told = []
    for each in deals:
        if isinstance(each, tuple):
            each = deal(*each)
        told.append(each if isinstance(each, Result) else deal(each))
    return score(rules, told, "N")


def given_points(north_south, east_west):
    return deal(30, points={"NS": north_south, "EW": east_west})


# The end


def test_exactly_the_target_wins():
    sheet = sheet_of(SHORT, 40, 41)
    assert sheet.totals["NS"] == 21
    assert (sheet.finished, sheet.winner, sheet.lines[-1].ended) == ("target", "NS", True)


def test_one_short_of_the_target_does_not():
    sheet = sheet_of(SHORT, 40, 40)
    assert (sheet.finished, sheet.winner) == (None, None)
    assert sheet.distance == {"NS": 1, "EW": 21}
    assert sheet_of(SHORT, 60).distance == {"NS": 0, "EW": 21}


def test_a_ruling_can_end_a_match():
    assert sheet_of(SHORT, 40, deal(20, revoke="E")).winner == "NS"
    penalty = Result(misdeal="wrong-count", ruling=Ruling(points={"EW": 21}))
    sheet = sheet_of(SHORT, 40, penalty)
    assert (sheet.winner, sheet.lines[-1].ended, sheet.played) == ("EW", True, 1)


def test_a_ruling_taken_back_opens_it_again():
    assert sheet_of(SHORT, 40, deal(20)).finished is None


def test_deals_after_the_end_stand_there_and_count_for_nothing():
    sheet = sheet_of(SHORT, 60, 0, deal(0, points={"EW": 500}), Result(misdeal="abandoned"))
    assert [line.kind for line in sheet.lines] == ["played", "beyond", "beyond", "beyond"]
    assert [line.ended for line in sheet.lines] == [True, False, False, False]
    assert sheet.totals == {"NS": 30, "EW": 0}
    assert (sheet.winner, sheet.played) == ("NS", 1)
    assert [line.dealer for line in sheet.lines] == list("NWSE")


def test_a_number_of_deals_ends_a_match():
    rules = CLASSIC_TURNUP.changed(deals=2)
    assert sheet_of(rules, 31).finished is None
    sheet = sheet_of(rules, 31, 40)
    assert (sheet.finished, sheet.winner) == ("deals", "NS")


def test_misdeals_are_no_deals():
    misdeal = Result(misdeal="wrong-count")
    assert sheet_of(CLASSIC_TURNUP.changed(deals=2), 31, misdeal, misdeal).finished is None


def test_the_deal_in_hand_when_time_is_up_is_finished():
    assert sheet_of(TIMED, (31, 49)).finished is None
    sheet = sheet_of(TIMED, (31, 49), (31, 53))
    assert (sheet.finished, sheet.winner, sheet.played) == ("minutes", "NS", 2)
    assert sheet_of(TIMED, (31, 50)).finished == "minutes"


def test_minute_nought_is_a_minute():
    assert sheet_of(TIMED, (31, 0)).finished is None


def test_time_stays_up_where_a_later_deal_has_no_minute():
    late = Result(misdeal="wrong-count", minute=51)
    waiting = sheet_of(TIMED, 40, late)
    assert (waiting.finished, waiting.extra_deal, waiting.last_deal()) == (None, False, True)
    assert sheet_of(TIMED, 40, late, 31).finished == "minutes"


def test_time_stops_only_after_an_even_number_of_deals_where_so_agreed():
    rules = TIMED.changed(even_deals=True)
    assert sheet_of(rules, (31, 51)).finished is None
    assert sheet_of(rules, (31, 51), (31, 60)).finished == "minutes"
    assert sheet_of(rules.changed(target=1), (31, 10)).finished == "target"
    assert sheet_of(rules.changed(deals=1), (31, 10)).finished == "deals"


def test_whichever_end_comes_first_decides():
    rules = CLASSIC_TURNUP.changed(target=21, deals=3, minutes=50)
    assert sheet_of(rules, 60).finished == "target"
    assert sheet_of(rules, 31, 31, 31).finished == "deals"
    assert sheet_of(rules, (31, 55)).finished == "minutes"


def test_an_open_match_goes_on():
    sheet = sheet_of(CLASSIC_TURNUP.changed(target=None), *[60] * 50)
    assert (sheet.finished, sheet.totals["NS"], sheet.distance) == (None, 1500, None)


# Ties


def test_of_two_sides_past_the_target_the_higher_wins():
    sheet = sheet_of(BOTH.changed(target=85), 30, 30, 28)
    assert sheet.totals == {"NS": 88, "EW": 92}
    assert (sheet.winner, sheet.extra_deal) == ("EW", False)


@pytest.mark.parametrize(("deals", "winner"), [((30, 30, 30), "NS"), ((30, 30, 30, 30), "EW")])
def test_level_at_the_target_the_dealing_side_comes_first_where_so_agreed(deals, winner):
    rules = DEALER_NAMES.changed(count="card-points", target=30 * len(deals))
    sheet = sheet_of(rules, *deals)
    assert (sheet.finished, sheet.winner) == ("target", winner)


def test_the_dealing_side_comes_first_only_when_level():
    rules = DEALER_NAMES.changed(count="card-points", target=85)
    sheet = sheet_of(rules, 30, 30, 28)
    assert (sheet.lines[-1].dealer, sheet.winner) == ("S", "EW")


def test_the_dealing_side_comes_first_only_at_the_target():
    rules = DEALER_NAMES.changed(deals=2)
    sheet = sheet_of(rules, 40, 20)
    assert (sheet.winner, sheet.extra_deal) == (None, True)


def test_a_tie_asks_for_extra_deals_until_one_side_is_ahead():
    rules = CLASSIC_TURNUP.changed(deals=2)
    tied = sheet_of(rules, 40, 20)
    assert (tied.finished, tied.winner, tied.extra_deal, tied.last_deal()) == (
        None,
        None,
        True,
        True,
    )
    still = sheet_of(rules, 40, 20, 30)
    assert (still.finished, still.extra_deal) == (None, True)
    won = sheet_of(rules, 40, 20, 30, 29)
    assert (won.finished, won.winner, won.extra_deal, won.last_deal()) == (
        "deals",
        "EW",
        False,
        False,
    )
    assert [line.kind for line in won.lines] == ["played"] * 4


def test_a_tie_at_the_target_asks_for_one_more():
    sheet = sheet_of(BOTH, 30, 30, 30)
    assert (sheet.finished, sheet.extra_deal) == (None, True)
    assert sheet_of(BOTH, 30, 30, 30, 31).winner == "NS"


def test_an_extra_deal_after_time_needs_no_even_number():
    rules = TIMED.changed(even_deals=True)
    assert sheet_of(rules, (40, 30), (20, 55)).extra_deal
    assert sheet_of(rules, (40, 30), (20, 55), (31, 60)).winner == "NS"


def test_points_taken_away_can_undo_a_tie_at_the_target():
    sheet = sheet_of(SHORT, given_points(21, 21), given_points(-10, -10))
    assert (sheet.extra_deal, sheet.finished) == (False, None)


def test_a_tie_may_be_a_draw():
    sheet = sheet_of(CLASSIC_TURNUP.changed(deals=2, tie="drawn-match"), 40, 20)
    assert (sheet.finished, sheet.winner, sheet.drawn, sheet.extra_deal) == (
        "deals",
        None,
        True,
        False,
    )


def test_standings_credit_no_more_than_the_cap():
    rules = CLASSIC_TURNUP.changed(result_cap=121, target=151)
    sheet = sheet_of(rules, 60, 60, 60, 60, 60, 20)
    assert (sheet.totals, sheet.credited) == ({"NS": 150, "EW": 10}, {"NS": 121, "EW": 10})
    assert sheet_of(CLASSIC_TURNUP, 60).credited == {"NS": 30, "EW": 0}


# The last deal


def test_the_last_deal_is_announced():
    rules = CLASSIC_TURNUP.changed(deals=2)
    assert [sheet_of(rules, *deals).last_deal() for deals in ((), (31,), (31, 31))] == [
        False,
        True,
        False,
    ]


def test_the_last_deal_by_the_clock():
    sheet = sheet_of(TIMED, (31, 10))
    assert [sheet.last_deal(minute) for minute in (None, 0, 49, 50, 80)] == [
        False,
        False,
        False,
        True,
        True,
    ]
    assert sheet_of(TIMED, Result(misdeal="wrong-count", minute=50)).last_deal()
    even = TIMED.changed(even_deals=True)
    assert not sheet_of(even).last_deal(60)
    assert sheet_of(even, (31, 10)).last_deal(60)


def test_a_long_match_of_narrow_wins_stops_one_short():
    sheet = score(WEST_FLEMISH, [deal(31)] * 100, "N")
    assert sheet.totals["NS"] == 100
    assert sheet.distance == {"NS": 1, "EW": 101}
