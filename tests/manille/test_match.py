"""How a match ends, and what holds of every match."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.manille.presets import CLASSIC_TURNUP, DEALER_NAMES, PRESETS, WEST_FLEMISH
from games.manille.scoring import Contract, Result, Ruling, deal_points, score
from tests.manille.matches import matches, results, rule_sets, rules_and_matches

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
    assert sheet_of(TIMED, late).finished is None
    assert sheet_of(TIMED, late, 31).finished == "minutes"


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


# What holds of every match


@given(rules_and_matches())
def test_totals_are_the_sum_of_the_lines_that_count(match):
    rules, told, first = match
    sheet = score(rules, told, first)
    running = dict.fromkeys(rules.table.sides, 0)
    count = 0
    for line, result in zip(sheet.lines, told, strict=True):
        assert line.result is result
        for side, points in line.points.items():
            running[side] += points
        count += line.kind == "played"
        assert (line.totals, line.played) == (running, count)
        if line.kind in ("replayed", "unscored", "beyond"):
            assert not any(line.points.values())
    assert (sheet.totals, sheet.played) == (running, count)
    assert sum(line.ended for line in sheet.lines) == (sheet.finished is not None)
    assert (sheet.winner is not None) + sheet.drawn == (sheet.finished is not None)
    if sheet.winner:
        assert sheet.totals[sheet.winner] == max(running.values())


@given(rules_and_matches())
def test_the_sheet_up_to_a_deal_does_not_depend_on_what_follows(match):
    rules, told, first = match
    lines = score(rules, told, first).lines
    for end in range(len(told)):
        assert score(rules, told[:end], first).lines == lines[:end]


@given(rules_and_matches(), st.data())
def test_correcting_a_deal_is_folding_again(match, data):
    rules, told, first = match
    if not told:
        return
    place = data.draw(st.integers(0, len(told) - 1))
    before = score(rules, told, first)
    corrected = list(told)
    corrected[place] = data.draw(results(rules, before.lines[place].dealer))
    after = score(rules, corrected, first)
    assert after.lines[:place] == before.lines[:place]
    corrected[place] = told[place]
    assert score(rules, corrected, first) == before


@given(rules_and_matches())
def test_a_carried_double_is_given_to_the_next_deal_and_to_no_other(match):
    rules, told, first = match
    waiting = 0
    for line in score(rules, told, first).lines:
        carried = sum(factor.cause == "carried" for factor in line.factors)
        if line.kind == "misdeal":
            assert (carried, line.carried_after) == (0, waiting)
        else:
            assert carried == waiting
        if line.carried_after != waiting:
            assert line.kind == "played"
            assert line.carried_after in (0, waiting + 1)
        if line.carried_after > waiting:
            assert rules.draw == "carry"
            assert max(line.card_points.values()) <= rules.par
        waiting = line.carried_after
        if line.ended:
            assert waiting == 0


@given(rules_and_matches())
def test_the_multiplier_shown_is_the_factors_stacked_under_the_cap(match):
    rules, told, first = match
    for line in score(rules, told, first).lines:
        if line.kind == "misdeal" or line.result.misdeal:
            assert (line.multiplier, line.factors) == (None, ())
            continue
        product, added = 1, 1
        for factor in line.factors:
            product *= factor.times
            added += factor.times - 1
        stacked = product if rules.stacking == "multiply" else added
        assert line.multiplier == min(stacked, rules.cap or stacked)


@given(rules_and_matches())
def test_the_points_shown_are_those_of_the_preview(match):
    rules, told, first = match
    waiting = 0
    for line in score(rules, told, first).lines:
        if line.kind == "played" and line.result.ruling is None:
            contract = line.result.contract
            preview = deal_points(rules, line.dealer, contract, line.card_points, waiting)
            assert preview == (line.factors, line.multiplier, line.points)
        waiting = line.carried_after


@given(rules_and_matches(rulings=False))
def test_without_rulings_nothing_differs_from_what_was_played(match):
    rules, told, first = match
    sheet = score(rules, told, first)
    assert all(line.as_played is None for line in sheet.lines)
    for line in sheet.lines:
        if line.kind == "played":
            assert line.card_points == line.result.card_points
            if rules.loser == "nothing":
                assert min(line.points.values()) >= 0
            elif len(line.camps) == 2 and len(line.points) == 2:
                assert sum(line.points.values()) == 0


@given(rules_and_matches())
def test_what_was_played_is_the_match_without_its_rulings(match):
    """As far as no ruling moved the dealer, replayed a deal or ended the match."""
    rules, told, first = match
    rules = rules.changed(
        draw="carry",
        target=None,
        dealer_side_first=False,
        deals=None,
        minutes=None,
        even_deals=False,
    )
    ruled = score(rules, told, first).lines
    bare = [Result(**{**vars(result), "ruling": None}) for result in told]
    for line, plain in zip(ruled, score(rules, bare, first).lines, strict=True):
        shown = (line.multiplier, line.points, line.totals)
        if line.as_played is not None:
            shown = (line.as_played.multiplier, line.as_played.points, line.as_played.totals)
        assert shown == (plain.multiplier, plain.points, plain.totals)


@given(rules_and_matches())
def test_sides_that_swap_seats_swap_their_scores(match):
    """Everybody moves one seat on: the same sheet, with the names of the sides exchanged."""
    rules, told, first = match
    seats = rules.table.seats
    moved = {seat: seats[(place + 1) % len(seats)] for place, seat in enumerate(seats)}

    def move(mapping, names):
        by_seats = {frozenset(name): name for name in names}
        return mapping and {
            by_seats[frozenset(moved[seat] for seat in name)]: points
            for name, points in mapping.items()
        }

    mirrored = []
    for result in told:
        ruling, contract = result.ruling, result.contract
        dealer = moved[result.dealer]
        mirrored.append(
            Result(
                dealer,
                result.misdeal,
                contract
                and Contract(
                    moved[contract.declarer], contract.trump, contract.calls, contract.bid
                ),
                move(result.card_points, rules.table.camps(dealer)),
                None,
                ruling
                and Ruling(
                    "",
                    ruling.revoke and moved[ruling.revoke],
                    None,
                    move(ruling.points, rules.table.sides),
                ),
                result.minute,
            )
        )
    here, there = score(rules, told, first), score(rules, mirrored, moved[first])
    assert there.totals == move(here.totals, rules.table.sides)
    assert (there.finished, there.drawn, there.extra_deal) == (
        here.finished,
        here.drawn,
        here.extra_deal,
    )
    assert there.next_dealer == moved[here.next_dealer]
    for line, other in zip(here.lines, there.lines, strict=True):
        assert other.points == move(line.points, rules.table.sides)
        assert (other.kind, other.factors) == (line.kind, line.factors)


@given(rules_and_matches())
def test_dealers_follow_one_another_round_the_table(match):
    rules, told, first = match
    sheet = score(rules, [Result(**{**vars(result), "dealer": None}) for result in told], first)
    dealers = [line.dealer for line in sheet.lines] + [sheet.next_dealer]
    assert dealers[0] == first
    for line, dealer in zip(sheet.lines, dealers[1:], strict=True):
        passed = dealer == rules.table.after(line.dealer)
        assert passed or dealer == line.dealer
        assert line.eldest == rules.table.after(line.dealer)
        if line.kind in ("played", "unscored"):
            assert passed


@pytest.mark.parametrize("preset", PRESETS)
@given(data=st.data())
def test_plain_deals_of_every_system_score_their_surplus(preset, data):
    """A second, simpler reckoning for the systems as they are."""
    rules = PRESETS[preset].changed(draw="nothing")
    told, first = data.draw(matches(rules, rulings=False))
    for line in score(rules, told, first).lines:
        if line.kind == "played":
            times = 2 if line.result.contract.trump == "NT" else 1
            times = min(times * 2 ** len(line.result.contract.calls), rules.cap)
            half = {60: 30, 61: 30, 68: 34, 70: 35, 72: 36}[rules.pot]
            expected = {side: max(0, p - half) * times for side, p in line.card_points.items()}
            assert line.points == expected


@given(rule_sets())
def test_a_whole_pot_is_never_worth_less_than_another_win(rules):
    if rules.contract != "none":
        return
    dealer = "N"
    camps = rules.table.camps(dealer)
    contract = Contract("N", rules.trumps[0])
    earned = []
    for points in range(rules.par + 1, rules.pot + 1):
        rest = dict.fromkeys(camps, 0)
        rest[camps[0]] = points
        rest[camps[-1]] += rules.pot - points
        earned.append(deal_points(rules, dealer, contract, rest)[2][rules.table.sides[0]])
    if rules.narrow_win is None and rules.count == "surplus":
        assert earned == sorted(earned)


def test_a_long_match_of_narrow_wins_stops_one_short():
    sheet = score(WEST_FLEMISH, [deal(31)] * 100, "N")
    assert sheet.totals["NS"] == 100
    assert sheet.distance == {"NS": 1, "EW": 101}
