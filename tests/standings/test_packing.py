"""Sums that stand in one number come out as if each had been added up by itself."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from games.standings.credit import TERMS
from games.standings.packing import RECORD, Packing
from games.standings.scheme import FEWER_IS_BETTER, MEAN, SUMS
from games.standings.schemes import CLUB_SEASON
from games.standings.tally import tally

from .test_properties import entries, results, schemes

FIGURE = st.integers(-(2**31) + 1, 2**31 - 1)


def names_of(packing):
    return list(packing.unpack(0))


def packed(packing, figures):
    return sum(figure * packing.weight(name) for name, figure in figures.items())


@given(schemes(), st.data())
def test_many_added_up_are_each_added_up(scheme, data):
    packing = Packing(scheme)
    names = names_of(packing)
    rows = data.draw(st.lists(st.tuples(*[FIGURE for _name in names]), max_size=12))
    lines = [dict(zip(names, row, strict=True)) for row in rows]
    total = packing.unpack(sum(packed(packing, line) for line in lines))
    assert total == {name: sum(line[name] for line in lines) for name in names}


def test_sixty_thousand_of_the_largest_figure_do_not_run_over():
    packing = Packing(CLUB_SEASON)
    names = names_of(packing)
    for sign in (1, -1):
        lines = 60_000 * packed(packing, dict.fromkeys(names, sign * (2**31 - 1)))
        assert packing.unpack(lines) == dict.fromkeys(names, sign * 60_000 * (2**31 - 1))


@given(
    st.sampled_from([Fraction("0.3333333333333333"), Fraction(1, 99999999)]),
    st.sampled_from([0, Fraction(1, 999999999)]),
    st.sampled_from([(0, 0), (2**50, 0), (-(2**60), 2**55)]),
    entries(),
    results(),
)
def test_a_scheme_may_divide_a_league_point_however_finely(draw, loss, points, people, rows):
    """Its parts are then very many."""
    scheme = CLUB_SEASON.changed(draw=draw, loss=loss, forfeit_points=points)
    told = tally(scheme, people, rows)
    for entry in people:
        credits = told.accounts[entry.id].credits
        for measure in scheme.measures:
            assert told.sums[entry.id][measure] == sum(map(TERMS[measure], credits))


@given(schemes(), st.data())
def test_what_ranks_is_compared_figure_by_figure_and_nothing_else(scheme, data):
    packing = Packing(scheme)
    ranking = [measure for measure in scheme.measures if measure in SUMS]
    few = st.integers(-2, 2)
    evenings = []
    for _ in range(2):
        figures = {name: data.draw(few) for name in names_of(packing)}
        evenings.append({**figures, "results": data.draw(st.integers(1, 3))})
    one, other = packing.ranks([packed(packing, figures) for figures in evenings])
    keys = [
        [-own[name] if name in FEWER_IS_BETTER else own[name] for name in ranking]
        for own in evenings
    ]
    assert (one > other, one == other) == (keys[0] > keys[1], keys[0] == keys[1])


@given(schemes(), entries(), results(), st.dictionaries(st.integers(1, 4), st.integers(1, 3)))
def test_what_is_counted_at_once_is_what_the_results_bring_one_by_one(
    scheme, people, rows, evening_of
):
    told = tally(scheme, people, rows, evening_of)
    for entry in people:
        id, credits = entry.id, told.chosen(entry.id).credits
        matches = [credit for credit in credits if credit.outcome.match]
        by_hand = {
            "results": len(credits),
            "matches": len(matches),
            "drawn": sum(credit.outcome.name == "drawn" for credit in credits),
        }
        for name, total in told.sums[id].items():
            if name not in by_hand:
                of = matches if name.endswith(MEAN) else credits
                by_hand[name] = sum(map(TERMS[name.removesuffix(MEAN)], of))
            assert total == by_hand[name], name
        assert {*RECORD} <= set(told.sums[id])
