"""Round robins: everyone meets everyone, home and away come out even."""

from collections import Counter
from itertools import combinations

import pytest

from games.pairing import CannotDraw, Entrant, join, leave, round_robin

FIELDS = [*range(2, 26), 99, 200]


def meetings(rounds):
    return [(table.sides[0][0], table.sides[1][0]) for this in rounds for table in this.tables]


def entrants(count):
    return [Entrant(name, name) for name in range(count)]


@pytest.mark.parametrize("count", FIELDS)
def test_everyone_meets_everyone_once(count):
    rounds = round_robin(entrants(count))
    assert len(rounds) == count - 1 + count % 2
    met = Counter(frozenset(two) for two in meetings(rounds))
    assert set(met.values()) == {1} and len(met) == count * (count - 1) // 2
    for number, this in enumerate(rounds, 1):
        assert this.number == number
        there = [name for table in this.tables for name in table.around]
        assert sorted(there + [out.id for out in this.out]) == list(range(count))
    byes = Counter(out.id for this in rounds for out in this.byes)
    assert byes == (dict.fromkeys(range(count), 1) if count % 2 else {})
    home = Counter(one for one, _ in meetings(rounds))
    away = Counter(other for _, other in meetings(rounds))
    assert all(abs(home[name] - away[name]) <= 1 - count % 2 for name in range(count))


@pytest.mark.parametrize("count", FIELDS)
def test_everyone_meets_everyone_at_home_and_away(count):
    rounds = round_robin(entrants(count), double=True)
    assert len(rounds) == 2 * (count - 1 + count % 2)
    assert sorted(meetings(rounds)) == sorted(
        two for pair in combinations(range(count), 2) for two in (pair, pair[::-1])
    )
    assert [this.number for this in rounds] == list(range(1, len(rounds) + 1))
    half = len(rounds) // 2
    assert len({frozenset(two) for two in meetings(rounds[:half])}) == len(meetings(rounds)) // 2


@pytest.mark.parametrize("count", range(3, 26))
@pytest.mark.parametrize("double", [False, True])
def test_nobody_is_on_one_side_three_times_running(count, double):
    rounds = round_robin(entrants(count), double)
    for name in range(count):
        sides = "".join(
            "h" if (name,) == table.sides[0] else "a"
            for this in rounds
            for table in this.tables
            if name in table.around
        )
        assert "hhh" not in sides and "aaa" not in sides, (name, sides)


def test_numbers_are_given_by_rank_or_by_lot():
    by_rank = round_robin(entrants(4), drawn=False)
    assert meetings(by_rank) == [(0, 3), (1, 2), (3, 2), (0, 1), (1, 3), (2, 0)]
    assert len({round_robin(entrants(8), seed=seed) for seed in range(10)}) == 10
    assert round_robin(entrants(8)[::-1], seed=3) == round_robin(entrants(8), seed=3)


@pytest.mark.parametrize("double", [False, True])
@pytest.mark.parametrize("count", [3, 5, 9])
def test_a_late_entry_takes_the_place_of_the_bye(count, double):
    rounds = join(round_robin(entrants(count), double), "late")
    assert not any(this.out for this in rounds)
    met = Counter(meetings(rounds))
    names = [*range(count), "late"]
    pairs = [(a, b) for a in names for b in names if a != b]
    if double:
        assert met == Counter(pairs)
    else:
        assert all(met[a, b] + met[b, a] == 1 for a, b in pairs)
    home = sum(one == "late" for one, _ in meetings(rounds))
    assert abs(2 * home - len(rounds)) <= 1


def test_a_late_entry_has_no_place_in_an_even_field():
    with pytest.raises(CannotDraw, match="nobody has a bye in round 1"):
        join(round_robin(entrants(4)), "late")
    with pytest.raises(CannotDraw, match="3 is entered twice"):
        join(round_robin(entrants(5)), 3)


def test_who_withdraws_leaves_byes_from_then_on():
    rounds = round_robin(entrants(5), drawn=False)
    left = leave(rounds, 2, 3)
    assert left[:2] == rounds[:2]
    for before, after in zip(rounds[2:], left[2:], strict=True):
        assert not any(2 in table.around for table in after.tables)
        why = {out.id: out.why for out in after.out}
        assert why[2] == "withdrawn"
        foes = [name for table in before.tables if 2 in table.around for name in table.around]
        assert all(why[name] == "opponent-withdrew" for name in foes if name != 2)
        there = [name for table in after.tables for name in table.around]
        assert sorted(there + list(why)) == list(range(5))
    both = leave(left, 3, 4)
    assert all(len(this.out) == len({out.id for out in this.out}) for this in both)
    assert {out.id: out.why for out in both[4].out}[3] == "withdrawn"


def test_who_has_withdrawn_before_is_not_entered():
    assert len(round_robin([Entrant(1), Entrant(2), Entrant(3, withdrawn=True)])) == 1
    with pytest.raises(CannotDraw, match="at least two"):
        round_robin([Entrant(1), Entrant(3, withdrawn=True)])
