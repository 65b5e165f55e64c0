"""Pools: sizes, ways to fill them, clubs apart against every way there is."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.pairing import CannotDraw, Entrant, draw_pools
from games.pairing.pools import pool_sizes


def entrants(count, clubs=None):
    return [Entrant(name, name + 1, club=clubs[name] if clubs else None) for name in range(count)]


@pytest.mark.parametrize("count", range(2, 201))
def test_pools_are_of_four_and_three(count):
    sizes = pool_sizes(count)
    assert sum(sizes) == count and max(sizes) - min(sizes) <= 1
    assert sizes == (count,) if count in (2, 5) else set(sizes) <= {3, 4}


def test_the_snake():
    drawn = draw_pools(entrants(12))
    assert drawn.pools == ((0, 5, 6, 11), (1, 4, 7, 10), (2, 3, 8, 9))
    assert drawn.proved and not drawn.together


def test_given_sizes():
    drawn = draw_pools(entrants(9), sizes=(4, 2, 3))
    assert tuple(map(len, drawn.pools)) == (4, 2, 3)
    assert sorted(name for pool in drawn.pools for name in pool) == list(range(9))


@settings(max_examples=80)
@given(
    st.sampled_from(["snake", "seeded", "drawn"]),
    st.lists(st.sampled_from([None, "a", "b", "c"]), min_size=2, max_size=40),
    st.integers(0, 5),
    st.randoms(use_true_random=False),
)
def test_every_way_fills_the_pools_whatever_the_order(way, clubs, seed, chance):
    field = entrants(len(clubs), clubs)
    drawn = draw_pools(field, way, seed=seed)
    chance.shuffle(field)
    assert draw_pools(field, way, seed=seed) == drawn
    assert sorted(name for pool in drawn.pools for name in pool) == list(range(len(clubs)))
    assert tuple(sorted(map(len, drawn.pools), reverse=True)) == pool_sizes(len(clubs))
    together = [
        two
        for pool in drawn.pools
        for two in combinations(pool, 2)
        if clubs[two[0]] is not None and clubs[two[0]] == clubs[two[1]]
    ]
    assert list(drawn.together) == together
    if way != "drawn":
        count = len(drawn.pools)
        for place, _ in enumerate(clubs):
            pool = next(pool for pool in drawn.pools if place in pool)
            assert pool.index(place) == place // count  # nobody comes before or after its turn


@settings(max_examples=40)
@given(st.lists(st.sampled_from("abcd"), min_size=9, max_size=9))
def test_no_way_through_the_pots_has_fewer_of_one_club_together(clubs):
    drawn = draw_pools(entrants(9, clubs), "snake")
    pots = [range(0, 3), range(3, 6), range(6, 9)]
    least = min(
        sum(
            clubs[one] == clubs[other]
            for pool in zip(*rows, strict=True)
            for one, other in combinations(pool, 2)
        )
        for rows in product(*map(permutations, pots))
    )
    assert len(drawn.together) == least and drawn.proved


@settings(max_examples=60)
@given(st.lists(st.sampled_from("abcde"), min_size=12, max_size=48))
def test_pools_drawn_by_lot_spread_every_club_evenly(clubs):
    drawn = draw_pools(entrants(len(clubs), clubs), "drawn")
    assert drawn.proved
    for club, members in Counter(clubs).items():
        counts = [sum(clubs[name] == club for name in pool) for pool in drawn.pools]
        assert sum(counts) == members and max(counts) - min(counts) <= 1


def test_many_clubs_on_a_large_field_are_apart():
    clubs = [place % 25 for place in range(100)]  # the snake alone would pair off every club
    drawn = draw_pools(entrants(100, clubs), "snake")
    assert not drawn.together and drawn.proved


def test_what_is_not_as_good_as_can_be_is_not_said_to_be(monkeypatch):
    monkeypatch.setattr("games.pairing.pools._bettered", lambda rows, pools, chance: list(rows))
    drawn = draw_pools(entrants(100, [place % 25 for place in range(100)]), "snake")
    assert drawn.together and not drawn.proved


def test_no_more_is_moved_than_clubs_ask_for():
    """1 and 6 are of one club, and the snake has them in one pool: 6 and 5 change places."""
    clubs = ["a", "b", "c", "d", "e", "a", "f", "g", "h"]
    drawn = draw_pools(entrants(9, clubs))
    assert drawn.pools == ((0, 4, 6), (1, 5, 7), (2, 3, 8))


def test_seeded_pools_are_drawn_by_lot_within_the_pots():
    draws = {draw_pools(entrants(16), "seeded", seed=seed).pools for seed in range(10)}
    assert len(draws) == 10
    for pools in draws:
        assert [sorted(row) for row in zip(*pools, strict=True)] == [
            [*range(0, 4)], [*range(4, 8)], [*range(8, 12)], [*range(12, 16)],
        ]  # fmt: skip


def test_what_cannot_be_drawn_is_a_sentence():
    with pytest.raises(CannotDraw, match="at least two"):
        draw_pools([replace(entrants(1)[0]), Entrant(2, withdrawn=True)])
    with pytest.raises(CannotDraw, match="8 places for 9"):
        draw_pools(entrants(9), sizes=(4, 4))
    with pytest.raises(CannotDraw, match="at least two entries"):
        draw_pools(entrants(5), sizes=(4, 1))
