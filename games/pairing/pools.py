"""Pools: the entries spread so that those of one club are apart."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations, product
from math import factorial, prod
from typing import Literal, TypeAlias

from games.manille.errors import Fault, gettext_noop

from .field import CannotDraw, Entrant, by_rank, lots, named
from .matching import Cost, Edge, match
from .rounds import Id

Way: TypeAlias = Literal["snake", "seeded", "drawn"]
"""How pools are filled. `snake`: by rank, along the pools and back again. `seeded`: the best, one
a pool, by lot; then the next. `drawn`: all by lot."""

Row: TypeAlias = tuple[Entrant, ...]
"""Entrants who have one place each in different pools, in the order of the pools."""

TRIALS = 15_000
"""Up to so many ways of filling the pools are all tried."""


@dataclass(frozen=True)
class Pools:
    """The pools, unless drawn by lot with the best of each first. `together` are those of one club
    in one pool; where `proved`, there cannot be fewer."""

    pools: tuple[tuple[Id, ...], ...]
    together: tuple[tuple[Id, Id], ...]
    proved: bool


def pool_sizes(count: int, size: int = 4) -> tuple[int, ...]:
    """As few pools as have room for `count`, of at most `size` each and differing by one at most;
    one pool fewer, and so larger ones, where pools would otherwise have fewer than three."""
    pools = -(-count // size)
    if pools > 1 and count // pools < 3:
        pools -= 1
    return tuple(count // pools + (place < count % pools) for place in range(pools))


def draw_pools(
    entrants: Iterable[Entrant],
    way: Way = "snake",
    size: int = 4,
    sizes: Sequence[int] | None = None,
    seed: int | str = 0,
) -> Pools:
    """Pools of `size`, or of the `sizes` given. Those of one club are apart as far as the way
    allows: under `snake` and `seeded` an entry goes to another pool than it would have, but never
    before or after its turn; under `snake` as few pools further as can be.

    Raises CannotDraw if fewer than two take part, or the sizes do not fit.
    """
    drawn, chance = lots((each for each in entrants if not each.withdrawn), f"{seed} pools")
    if len(drawn) < 2:
        raise CannotDraw(Fault(gettext_noop("Pools need at least two entries."), {}, "entrants"))
    if size < 2 or (sizes is not None and min(sizes, default=0) < 2):
        raise CannotDraw(Fault(gettext_noop("A pool has at least two entries."), {}, "sizes"))
    sizes = pool_sizes(len(drawn), size) if sizes is None else tuple(sizes)
    if sum(sizes) != len(drawn):
        raise CannotDraw(
            Fault(
                gettext_noop("The pools have %(places)s places for %(entries)s entries."),
                {"places": sum(sizes), "entries": len(drawn)},
                "sizes",
            )
        )
    order = _clubs_in_turn(drawn, chance) if way == "drawn" else by_rank(drawn)
    pools = [[place for place, room in enumerate(sizes) if room > row] for row in range(max(sizes))]
    rows: list[Row] = []
    for index, places in enumerate(pools):
        row, order = order[: len(places)], order[len(places) :]
        if way == "seeded":
            chance.shuffle(row)
        elif way == "snake" and index % 2:
            row.reverse()
        rows.append(tuple(row))
    least = _least(drawn, len(sizes))
    proved = True
    if way != "drawn" and _together(rows, pools) > least:
        if prod(factorial(len(row)) for row in rows) <= TRIALS:
            rows = _best(rows, pools)
        else:
            rows = _bettered(rows, pools, chance)
            proved = _together(rows, pools) == least
    elif way == "drawn":
        proved = _together(rows, pools) == least
    filled = _filled(rows, pools)
    return Pools(
        tuple(tuple(each.id for each in pool) for pool in filled),
        tuple(
            (one.id, other.id)
            for pool in filled
            for one, other in combinations(pool, 2)
            if one.club is not None and one.club == other.club
        ),
        proved,
    )


def _clubs_in_turn(drawn: list[Entrant], chance: random.Random) -> list[Entrant]:
    """By lot, but those of one club after one another, so that dealing them out one a pool keeps
    them as far apart as can be; those without a club last."""
    clubs = sorted({each.club for each in drawn if each.club is not None}, key=named)
    chance.shuffle(clubs)
    place = {club: index for index, club in enumerate(clubs)}
    return sorted(drawn, key=lambda each: len(clubs) if each.club is None else place[each.club])


def _filled(rows: Sequence[Row], pools: Sequence[Sequence[int]]) -> list[list[Entrant]]:
    filled: list[list[Entrant]] = [[] for _ in range(1 + max(map(max, pools), default=0))]
    for row, places in zip(rows, pools, strict=True):
        for each, place in zip(row, places, strict=False):
            filled[place].append(each)
    return filled


def _together(rows: Sequence[Row], pools: Sequence[Sequence[int]]) -> int:
    """How many pairs of one club are in one pool."""
    return sum(
        count * (count - 1) // 2
        for pool in _filled(rows, pools)
        for count in Counter(each.club for each in pool if each.club is not None).values()
    )


def _least(drawn: Iterable[Entrant], pools: int) -> int:
    """What `_together` is at the least: each club spread evenly over all pools."""
    least = 0
    for members in Counter(each.club for each in drawn if each.club is not None).values():
        each, more = divmod(members, pools)
        least += pools * each * (each - 1) // 2 + more * each
    return least


def _moved(before: Row, after: Row) -> int:
    """The squares of how many pools further the entrants of a row were put."""
    place = {each.id: index for index, each in enumerate(before)}
    return sum((place[each.id] - index) ** 2 for index, each in enumerate(after))


def _best(rows: Sequence[Row], pools: Sequence[Sequence[int]]) -> list[Row]:
    """The best of all ways to order each row."""
    return min(
        map(list, product(*(permutations(row) for row in rows))),
        key=lambda trial: (_together(trial, pools), sum(map(_moved, rows, trial))),
    )


def _bettered(
    rows: Sequence[Row], pools: Sequence[Sequence[int]], chance: random.Random
) -> list[Row]:
    """One row after the other put as is best while the others stay, until none gains."""
    now = list(rows)
    best = _together(now, pools), sum(map(_moved, rows, now))
    while True:
        for index, row in enumerate(rows):
            others = [*now[:index], (), *now[index + 1 :]]
            filled = _filled(others, pools)
            now[index] = _row(row, [filled[place] for place in pools[index]], chance)
        cost = _together(now, pools), sum(map(_moved, rows, now))
        if cost >= best:
            return now
        best = cost


def _row(row: Row, filled: Sequence[Sequence[Entrant]], chance: random.Random) -> Row:
    """The row in the order that puts the fewest beside others of their clubs."""
    width = len(row)
    costs: dict[Edge, Cost] = {}
    for index, each in enumerate(row):
        for place, pool in enumerate(filled):
            mates = sum(each.club is not None and each.club == mate.club for mate in pool)
            costs[index, width + place] = (mates, (index - place) ** 2)
    found = match(2 * width, costs, chance)
    assert found is not None, "every entrant of a row may take every place"
    order = sorted(found, key=lambda edge: edge[1])
    return tuple(row[index] for index, _ in order)
