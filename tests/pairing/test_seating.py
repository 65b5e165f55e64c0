"""The bound by which a seating is proved: it never asks for more than the best seating costs."""

import random

import pytest

from games.pairing import seating


@pytest.mark.parametrize(("players", "threes"), [(8, 0), (6, 2), (7, 1), (10, 2), (9, 3)])
@pytest.mark.parametrize("split", [True, False])
def test_the_bound_is_never_above_the_best(players, threes, split):
    for seed in range(40):
        chance = random.Random(seed)
        tables = []
        for _ in range(2):
            times = [[0] * players for _ in range(players)]
            for one in range(players):
                for other in range(one):
                    times[one][other] = times[other][one] = chance.choice([0, 1, 1, 2])
            tables.append(times)
        sat = [chance.choice([0, 1]) for _ in range(players)]
        past = seating.Past(tables[0], tables[1], sat, split)
        groups = seating._first(past, threes, chance)
        best = sum(map(past.cost, seating._exact(past, threes, groups)))
        assert seating._bound(past, threes) <= best
