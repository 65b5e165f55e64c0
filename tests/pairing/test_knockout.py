"""Who goes through, the bracket, and the way to the final."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.pairing import CannotDraw, Qualifier, advance, bracket, qualifiers

from .exact import perfect_matchings


def seeds(pools):
    return [Qualifier(name, pool, 1, name) for name, pool in enumerate(pools)]


def alone(count):
    return seeds(range(count))


def placed(pools, places=4):
    """Pools of so many places; a lower pool number has the better figures."""
    return [
        Qualifier(f"{pool}.{place}", pool, place, pool)
        for pool in range(1, pools + 1)
        for place in range(1, places + 1)
    ]


def test_best_second_places_fill_the_bracket():
    assert [each.id for each in qualifiers(placed(6))] == [
        "1.1", "2.1", "3.1", "4.1", "5.1", "6.1", "1.2", "2.2",
    ]  # fmt: skip
    assert [each.id for each in qualifiers(placed(2), size=5)] == [
        "1.1", "2.1", "1.2", "2.2", "1.3",
    ]  # fmt: skip
    assert len(qualifiers(placed(4))) == 4
    assert len(qualifiers(placed(3, places=1))) == 3  # nobody to fill the fourth place


def test_equal_second_places_are_parted_by_lot():
    equal = [Qualifier(name, name, 1 + (name > 2), 1) for name in range(1, 7)]
    chosen = {frozenset(each.id for each in qualifiers(equal, 3, seed)) for seed in range(40)}
    assert chosen == {frozenset((1, 2, name)) for name in range(3, 7)}
    assert qualifiers(equal[::-1], 3, 8) == qualifiers(equal, 3, 8)


def test_the_best_meets_the_worst_and_the_two_best_meet_last():
    assert bracket(alone(8)).slots == (0, 7, 3, 4, 1, 6, 2, 5)


@pytest.mark.parametrize("count", [*range(2, 40), 63, 64, 65, 100, 128, 129, 199, 200])
def test_the_better_seed_wins_to_the_end(count):
    """Then the last `n` are always the `n` best, and byes went to the best."""
    now = bracket(alone(count))
    size = len(now.slots)
    assert sorted(out.id for out in now.round.byes) == list(range(size - count))
    assert not now.round.repeats
    number = 1
    while len(now.slots) > 1:
        left = [id for id in now.slots if id is not None]
        assert sorted(left) == list(range(min(count, len(now.slots))))
        if number > 1:
            assert not now.round.out
        winners = {min(table.around) for table in now.round.tables}
        number += 1
        now = advance(now.slots, winners, number)
    assert now.slots == (0,) and not now.round.tables


@settings(max_examples=150)
@given(st.lists(st.integers(1, 4), min_size=2, max_size=10))
def test_pool_mates_meet_only_where_it_cannot_be_avoided(pools):
    drawn = bracket(seeds(pools))
    byes = len(drawn.slots) - len(pools)
    least = min(
        sum(pools[one] == pools[other] for one, other in pairs)
        for pairs in perfect_matchings(range(byes, len(pools)))
    )
    mates = [
        two for two in (sorted(table.around) for table in drawn.round.tables)
        if pools[two[0]] == pools[two[1]]
    ]  # fmt: skip
    assert len(mates) == least
    assert sorted([each.one, each.other] for each in drawn.round.repeats) == sorted(mates)
    assert sorted(id for id in drawn.slots if id is not None) == list(range(len(pools)))


def test_four_pools_winners_and_seconds():
    """Each winner meets the second of another pool, moved as little as can be."""
    drawn = bracket(qualifiers(placed(4), 8))
    meetings = [set(table.around) for table in drawn.round.tables]
    assert all(len({name[0] for name in two}) == 2 for two in meetings)
    assert all({name[2] for name in two} == {"1", "2"} for two in meetings)


def test_a_table_without_a_winner_is_a_sentence():
    first = bracket(alone(4))
    for winners in ([0], [0, 3, 1], []):
        with pytest.raises(CannotDraw, match="goes on, and only one"):
            advance(first.slots, winners, 2)


def test_after_the_final_there_is_no_round():
    final = bracket(alone(2))
    over = advance(final.slots, [1], 2)
    assert over.slots == (1,) and not over.round.tables and not over.round.out
    with pytest.raises(CannotDraw, match="final has been played"):
        advance(over.slots, [1], 3)


def test_what_cannot_be_a_bracket_is_a_sentence():
    with pytest.raises(CannotDraw, match="at least two"):
        bracket(alone(1))
    with pytest.raises(CannotDraw, match="at least two"):
        qualifiers(placed(1, places=1))
    with pytest.raises(CannotDraw, match="5 pool winners do not fit into 4"):
        qualifiers(placed(5), size=4)
    with pytest.raises(CannotDraw, match="entered twice"):
        bracket([*alone(3), *alone(1)])
