"""The matching of least cost, against every matching there is."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.pairing.matching import match

from .exact import perfect_matchings


def total(pairs, costs):
    return tuple(map(sum, zip(*(costs[pair] for pair in pairs), strict=True)))


@settings(max_examples=150)
@given(st.data(), st.sampled_from([2, 4, 6, 8]))
def test_no_matching_costs_less_level_by_level(data, size):
    edges = [(a, b) for b in range(size) for a in range(b)]
    kept = data.draw(st.lists(st.sampled_from(edges), unique=True, min_size=1))
    level = st.sampled_from([0, 1, 2, 3, 1000])
    costs = {edge: data.draw(st.tuples(level, level, level)) for edge in kept}
    possible = [
        total(pairs, costs)
        for pairs in perfect_matchings(range(size))
        if all(pair in costs for pair in pairs)
    ]
    found = match(size, costs, random.Random(1))
    if found is None:
        assert not possible
    else:
        assert sorted(vertex for edge in found for vertex in edge) == list(range(size))
        assert total(found, costs) == min(possible)


def test_a_level_outweighs_whatever_lies_below_it():
    """One unit above against the most that all pairs of 200 can cost below."""
    size = 200
    costs = {(a, b): (0, 1000) for b in range(size) for a in range(b)}
    for a in range(0, size, 2):
        costs[a, a + 1] = (0, 0)
    costs[0, 1] = (1, 0)
    found = match(size, costs, random.Random(1))
    assert found is not None and (0, 1) not in found


def test_no_number_of_lots_outweighs_a_cost():
    """Round a ring of 200 there are two matchings; one edge of the one costs a single unit, and
    the lots of a hundred edges often add up to more on the other."""
    ring = {(place, place + 1): (0,) for place in range(199)} | {(0, 199): (0,)}
    ring[0, 1] = (1,)
    for seed in range(30):
        found = match(200, ring, random.Random(seed))
        assert found is not None and (0, 199) in found


def test_equally_good_matchings_are_parted_by_the_lot_alone():
    costs = {(a, b): (0,) for b in range(40) for a in range(b)}
    first = match(40, costs, random.Random(1))
    again = [
        match(40, dict(random.sample(list(costs.items()), len(costs))), random.Random(1))
        for _ in range(10)
    ]
    assert all(found == first for found in again)
    assert match(40, costs, random.Random(2)) != first


def test_an_odd_number_cannot_be_matched():
    assert match(3, {(0, 1): (0,), (0, 2): (0,), (1, 2): (0,)}, random.Random(1)) is None


def test_costs_too_large_for_exact_numbers_are_refused():
    with pytest.raises(OverflowError):
        match(2, {(0, 1): (2**120,)}, random.Random(1))
