"""How players are put to tables of four and three so that few meet again: drawn, bettered, proved.

Players are numbers from 0. First pairs are matched, then pairs to tables, each exactly; then any
two players of different tables change places while that gains, with a few kicks to leave a dead
end. If something still repeats, it is compared with a bound, and on small fields with every way to
fill the tables.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

from .matching import Cost, Edge, match

Group = tuple[int, ...]
"""Who is at a table."""

BASE = 1 << 24
"""A cost is one number: threes, partners and opponents, each before all that follow."""

EXACT = 16
"""Up to so many players every way to fill the tables is looked through, where need be."""

KICKS = 60
"""So often players at a table with repeats are moved at random, to better the draw from there."""

SPLITS = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))


@dataclass
class Past:
    """How often any two were partners and opponents, and each sat at a table of three. Where
    everyone at a table partners everyone, `partners` counts tables shared, and `split` is false."""

    partners: list[list[int]]
    opponents: list[list[int]]
    threes: list[int]
    split: bool
    known: dict[Group, int] = field(default_factory=dict)

    @cached_property
    def players(self) -> int:
        return len(self.threes)

    def sides(self, group: Group) -> tuple[int, tuple[Group, ...]]:
        """A table's cost and the sides by which it comes to the least of partners and opponents."""
        if len(group) == 3:
            cost = sum(self.threes[one] for one in group) * BASE * BASE
            pairs = tuple(combinations(group, 2))
            if self.split:
                cost += sum(self.opponents[one][other] for one, other in pairs)
            else:
                cost += sum(self.partners[one][other] for one, other in pairs) * BASE
            return cost, tuple((one,) for one in group)
        if not self.split:
            cost = sum(self.partners[one][other] for one, other in combinations(group, 2))
            a, b, c, d = group
            return cost * BASE, ((a, c), (b, d))
        best: tuple[int, tuple[Group, ...]] | None = None
        for (i, j), (k, m) in SPLITS:
            a, b, c, d = group[i], group[j], group[k], group[m]
            against = self.opponents
            cost = (self.partners[a][b] + self.partners[c][d]) * BASE
            cost += against[a][c] + against[a][d] + against[b][c] + against[b][d]
            if best is None or cost < best[0]:
                best = cost, ((a, b), (c, d))
        assert best is not None
        return best

    def cost(self, group: Group) -> int:
        """A table's cost; `group` in rising order."""
        found = self.known.get(group)
        if found is None:
            found = self.known[group] = self.sides(group)[0]
        return found


def seat(past: Past, threes: int, chance: random.Random) -> tuple[list[Group], bool]:
    """All players at `threes` tables of three and the rest of four, and whether it is proved that
    no seating costs less."""
    least = _bound(past, threes)
    groups = _better(past, _first(past, threes, chance), least)
    for _ in range(KICKS):
        if sum(map(past.cost, groups)) <= least:
            return groups, True
        kicked = _better(past, _kick(past, groups, chance), least)
        if sum(map(past.cost, kicked)) <= sum(map(past.cost, groups)):
            groups = kicked
    if sum(map(past.cost, groups)) <= least:
        return groups, True
    if past.players > EXACT:
        return groups, False
    return _exact(past, threes, groups), True


def _first(past: Past, threes: int, chance: random.Random) -> list[Group]:
    """At the tables of three those who sat there least, by lot; the others pair by pair."""
    order = list(range(past.players))
    chance.shuffle(order)
    order.sort(key=lambda one: past.threes[one])
    groups = [tuple(sorted(order[place : place + 3])) for place in range(0, 3 * threes, 3)]
    rest = sorted(order[3 * threes :])
    costs: dict[Edge, Cost] = {
        (a, b): (past.partners[rest[a]][rest[b]],) for a, b in combinations(range(len(rest)), 2)
    }
    found = match(len(rest), costs, chance) if rest else []
    assert found is not None, "anyone may be anyone's partner"
    pairs = [(rest[a], rest[b]) for a, b in found]
    across = past.opponents if past.split else past.partners
    costs = {
        (p, q): (sum(across[one][other] for one in pairs[p] for other in pairs[q]),)
        for p, q in combinations(range(len(pairs)), 2)
    }
    found = match(len(pairs), costs, chance) if pairs else []
    assert found is not None, "any two pairs may meet"
    return groups + [tuple(sorted(pairs[p] + pairs[q])) for p, q in found]


def _swapped(group: Group, one: int, other: int) -> Group:
    return tuple(sorted(other if each == one else each for each in group))


def _better(past: Past, groups: list[Group], least: int) -> list[Group]:
    """Two players of different tables change places, the most gainful pair for each table that
    costs anything, until no change gains."""
    groups = list(groups)
    cost = past.cost
    gained = True
    while gained and sum(map(cost, groups)) > least:
        gained = False
        for here in range(len(groups)):
            if not cost(groups[here]):
                continue
            best: tuple[int, int, Group, Group] | None = None
            for there in range(len(groups)):
                if here == there:
                    continue
                now = cost(groups[here]) + cost(groups[there])
                for one in groups[here]:
                    for other in groups[there]:
                        mine = _swapped(groups[here], one, other)
                        gain = now - cost(mine)
                        if gain <= 0 or (best is not None and gain <= best[0]):
                            continue
                        theirs = _swapped(groups[there], other, one)
                        gain -= cost(theirs)
                        if gain > 0 and (best is None or gain > best[0]):
                            best = gain, there, mine, theirs
            if best is not None:
                _, there, groups[here], groups[there] = best
                gained = True
    return groups


def _kick(past: Past, groups: list[Group], chance: random.Random) -> list[Group]:
    """A table that costs something, and two others, dealt out anew by lot."""
    costly = [place for place, group in enumerate(groups) if past.cost(group)]
    first = chance.choice(costly)
    others = [place for place in range(len(groups)) if place != first]
    chosen = [first, *chance.sample(others, min(2, len(others)))]
    pool = [one for place in chosen for one in groups[place]]
    chance.shuffle(pool)
    groups = list(groups)
    for place in chosen:
        size = len(groups[place])
        groups[place], pool = tuple(sorted(pool[:size])), pool[size:]
    return groups


def _bound(past: Past, threes: int) -> int:
    """What any seating costs at the least: at the tables of three those who sat there least; as
    partners the cheapest matching; as opponents, or at a table shared, each with those whom it had
    least."""
    sat = sum(sorted(past.threes)[: 3 * threes])
    if not past.split:
        mates = 2 if threes else 3
        return (sat * BASE + _nearest(past.partners, mates)) * BASE
    partners = 0
    if not threes:
        costs: dict[Edge, Cost] = {
            (a, b): (past.partners[a][b],) for a, b in combinations(range(past.players), 2)
        }
        found = match(past.players, costs, random.Random(0))
        partners = sum(past.partners[a][b] for a, b in found or ())
    return (sat * BASE + partners) * BASE + _nearest(past.opponents, 2)


def _nearest(times: Sequence[Sequence[int]], others: int) -> int:
    """Half the sum of the `others` smallest figures of each player, rounded up."""
    total = sum(
        sum(sorted(figure for other, figure in enumerate(row) if other != one)[:others])
        for one, row in enumerate(times)
    )
    return -(-total // 2)


def _exact(past: Past, threes: int, groups: list[Group]) -> list[Group]:
    """The cheapest seating of all; `groups` if none is cheaper. The first player who is left is
    put to every possible table, and what is left is looked up where it has been met before."""
    everyone = (1 << past.players) - 1
    known: dict[tuple[int, int], tuple[int, Group]] = {}

    def cheapest(left: int, threes: int) -> int:
        if not left:
            return 0
        found = known.get((left, threes))
        if found is not None:
            return found[0]
        first, *others = (one for one in range(past.players) if left >> one & 1)
        best: tuple[int, Group] | None = None
        for size in (3, 4):
            if size == 3 and not threes or size == 4 and len(others) + 1 == 3 * threes:
                continue
            for mates in combinations(others, size - 1):
                group = (first, *mates)
                cost = past.cost(group)
                if best is not None and cost >= best[0]:
                    continue
                rest = left
                for one in group:
                    rest ^= 1 << one
                cost += cheapest(rest, threes - (size == 3))
                if best is None or cost < best[0]:
                    best = cost, group
        assert best is not None, "the players fill the tables"
        known[left, threes] = best
        return best[0]

    if cheapest(everyone, threes) >= sum(map(past.cost, groups)):
        return groups
    exact: list[Group] = []
    left = everyone
    while left:
        group = known[left, threes][1]
        exact.append(group)
        threes -= len(group) == 3
        for one in group:
            left ^= 1 << one
    return exact
