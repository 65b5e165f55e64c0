"""What holds of every match, whatever the rules."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.manille.points import deal_points
from games.manille.presets import PRESETS
from games.manille.scoring import Contract, Result, Ruling, score
from tests.manille.matches import matches, results, rule_sets, rules_and_matches


@given(rules_and_matches())
def test_totals_are_the_sum_of_the_lines_that_count(match):
    rules, told, first = match
    sheet = score(rules, told, first)
    running = dict.fromkeys(rules.table.sides, 0)
    count = 0
    for line, result in zip(sheet.lines, told, strict=True):
        assert line.result is result
        for side, points in line.points.items():
            running[side] += points + line.penalties.get(side, 0)
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


@given(rules_and_matches())
def test_penalties_count_as_told_until_the_match_is_over(match):
    rules, told, first = match
    for line in score(rules, told, first).lines:
        if line.kind != "beyond" and line.result.ruling:
            told_apart = line.result.ruling.penalties or {}
            assert {k: v for k, v in line.penalties.items() if v} == {
                k: v for k, v in told_apart.items() if v
            }


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
                contract and replace(contract, declarer=moved[contract.declarer]),
                move(result.card_points, rules.table.camps(dealer)),
                None,
                ruling
                and Ruling(
                    "",
                    ruling.revoke and moved[ruling.revoke],
                    None,
                    move(ruling.points, rules.table.sides),
                    penalties=move(ruling.penalties, rules.table.sides),
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
            contract = line.result.contract
            times = (4 if contract.blind else 2) if contract.trump == "NT" else 1
            times = min(times * 2 ** len(contract.calls), rules.cap)
            share = {60: 30, 61: 30, 68: 34, 70: 35, 71: 35, 72: 36}[rules.pot]
            share = 20 if preset == "three-solo" else share
            worth = {camp: max(0, p - share) for camp, p in line.card_points.items()}
            if preset in ("coinchee", "encheres"):
                bidders, others = ("NS", "EW") if contract.declarer in "NS" else ("EW", "NS")
                missing = contract.bid - line.card_points[bidders]
                worth[others] = max(0, missing)
                if missing > 0:
                    worth[bidders] = 0
            assert line.points == {
                side: next(worth[camp] for camp in worth if side[0] in camp) * times
                for side in rules.table.sides
            }


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
