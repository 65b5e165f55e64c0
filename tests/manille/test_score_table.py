"""The score table against figures worked by hand, and against the engine on any deal."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.manille.points import deal_points
from games.manille.presets import PRESETS
from games.manille.results import Contract, Doubling
from games.manille.score_table import carried_draws, score_table
from tests.manille.matches import rule_sets


def cell(rules, own, times, kind="camps"):
    """What the table has in the row of `own` card points and the column of so many times."""
    table = score_table(rules)
    place = [column.times for column in table.columns].index(times)
    (part,) = [part for part in table.parts if part.kind == kind]
    (row,) = [row for row in part.rows if row.card_points[0] == own]
    return row.points[place]


@pytest.mark.parametrize(
    ("system", "changes", "own", "times", "points"),
    [
        ("classic-turnup", {}, 36, 1, (6, 0)),
        ("manillen-61", {}, 38, 1, (8, 0)),
        ("manillen-61", {}, 38, 2, (16, 0)),
        ("manillen-61", {"narrow_win": 2}, 31, 2, (2, 0)),
        ("west-flemish", {}, 39, 4, (36, 0)),
        ("west-flemish", {}, 30, 2, (0, 0)),
        ("flemish-club", {}, 39, 4, (36, 0)),
        ("botifarra-lliure", {}, 45, 2, (18, 0)),
        ("classic-turnup", {"whole_pot": "double"}, 60, 1, (60, 0)),
        ("dealer-names", {"surplus_cap": 6}, 40, 2, (12, 0)),
        ("classic-turnup", {"loser": "minus"}, 36, 1, (6, -6)),
        ("classic-turnup", {"count": "card-points"}, 36, 1, (36, 24)),
    ],
)
def test_figures_of_two_sides(system, changes, own, times, points):
    assert cell(PRESETS[system].changed(**changes), own, times) == points


def test_figures_of_an_auction():
    assert cell(PRESETS["coinchee"], 45, 2, "made") == (30, 0)
    assert cell(PRESETS["coinchee"], 5, 4, "failed") == (0, 20)
    assert cell(PRESETS["coinchee"].changed(loser="minus"), 5, 1, "failed") == (-5, 5)


def test_figures_where_each_plays_alone():
    assert cell(PRESETS["three-solo"], 26, 1, "each") == (6,)
    assert cell(PRESETS["three-solo"].changed(loser="minus"), 14, 1, "each") == (-6,)


def test_where_the_dealer_plays_alone_both_camps_are_in_a_row():
    assert cell(PRESETS["three-dealer-alone"], 39, 4) == (36, 0)


@pytest.mark.parametrize(
    ("system", "changes", "times"),
    [
        ("classic-turnup", {}, [1]),
        ("dealer-names", {}, [1, 2]),
        ("west-flemish", {}, [1, 2, 4, 8]),
        ("west-flemish", {"stacking": "add"}, [1, 2, 3, 4, 5, 6]),
        ("west-flemish", {"cap": 3}, [1, 2, 3]),
        ("flemish-club", {}, [1, 2, 4]),
        ("en-voiture", {}, [2]),
        ("manillen-61", {"fail_doubles": True, "cap": None}, [1, 2, 4]),
        ("three-dealer-alone", {}, [1, 2, 4]),
        ("two-hand", {}, [1]),
    ],
)
def test_the_columns_are_the_multipliers_that_can_be_reached(system, changes, times):
    table = score_table(PRESETS[system].changed(**changes))

    assert [column.times for column in table.columns] == times


def test_a_column_tells_how_it_comes_about_and_whether_the_limit_holds():
    once, twice, four = score_table(PRESETS["flemish-club"]).columns

    assert (once.ways, once.limited) == (((),), False)
    assert set(twice.ways) == {("no-trump",), ("double",), ("carried",)}
    assert ("redouble",) in four.ways and ("no-trump", "double") in four.ways
    assert four.limited and not twice.limited


def test_marked_rows():
    table = score_table(PRESETS["manillen-61"].changed(narrow_win=2))
    marks = {row.card_points: row.mark for row in table.parts[0].rows if row.mark}
    assert marks == {(31, 30): "narrow", (61, 0): "whole-pot"}

    (part,) = score_table(PRESETS["west-flemish"]).parts
    assert [row.mark for row in part.rows if row.card_points == (30, 30)] == ["level"]


def test_a_deal_that_fails_is_no_level_one():
    """Nobody fails at 30-30 of 60, so that no deal with these card points counts for it."""
    rules = PRESETS["dealer-names"].changed(
        contract="majority", fail_doubles=True, no_trump="not-played"
    )
    assert cell(rules, 30, 2) is None
    assert cell(rules, 40, 2) == (20, 0)


@settings(max_examples=60)
@given(rule_sets(), st.data())
def test_any_deal_is_scored_as_the_table_says(rules, data):
    table = score_table(rules)
    dealer = rules.table.seats[0]
    camps = rules.table.camps(dealer)
    kind = data.draw(st.sampled_from([part.kind for part in table.parts]))
    (part,) = [part for part in table.parts if part.kind == kind]
    row = data.draw(st.sampled_from(part.rows))
    own, bid = row.card_points[0], None
    if kind == "made":
        bid = data.draw(st.integers(rules.par + 1, own))
    elif kind == "failed":
        bid = data.draw(st.integers(max(rules.par + 1, own), rules.pot))
        own = bid - own
    rest = rules.pot - own
    shares = [rest] if len(camps) == 2 else [rest // (len(camps) - 1)] * (len(camps) - 1)
    shares[0] += rest - sum(shares)
    card_points = dict(zip(camps, [own, *shares], strict=True))
    trump = data.draw(st.sampled_from(rules.trumps))
    doubling = Doubling()
    while (call := doubling.next_call(rules, trump)) and data.draw(st.booleans()):
        doubling = Doubling((*doubling.calls, call))
    declarer = camps[0][0] if bid else data.draw(st.sampled_from(rules.table.seats))
    carried = data.draw(st.sampled_from(carried_draws(rules)))
    contract = Contract(declarer, trump, doubling.calls, bid)

    _factors, times, points = deal_points(rules, dealer, contract, card_points, carried)
    shown = row.points[[column.times for column in table.columns].index(times)]
    if kind == "each":
        # How the others share the rest is theirs; only who has an odd card point matters.
        assert shown == (points[camps[0]],)
    else:
        other = next(side for side in points if side[0] not in camps[0])
        assert shown == (points[rules.table.side_of(camps[0][0])], points[other])
