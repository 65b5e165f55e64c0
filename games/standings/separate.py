"""Rankings made of standings: of clubs by their members, and of places across pools."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from games.manille.errors import Fault, gettext_noop

from .credit import exact, parts_of
from .figures import matches
from .order import Figure
from .ranking import Standings
from .results import Id
from .scheme import FEWER_IS_BETTER, SUMS, InvalidScheme, Number


class ClubRow(NamedTuple):
    """One club: `figures` are the sums over those `counted`, in the order of the measures that add
    up; `others` are its entries beyond the best. `rank` is None for a club with too few entries
    where that many are needed."""

    rank: int | None
    tied: bool
    club: Hashable
    figures: tuple[Number, ...]
    counted: tuple[Id, ...]
    others: tuple[Id, ...]


def club_ranking(
    standings: Standings, clubs: Mapping[Id, Hashable], best: int, *, whole: bool
) -> tuple[ClubRow, ...]:
    """The clubs by the figures of their `best` entries by rank, added up. `clubs` says of which
    club an entry is; entries not in it, and those without a rank, count for none. With `whole` a
    club with fewer entries has no rank; otherwise it counts with those it has.

    Raises InvalidScheme where no measure adds up.
    """
    measures = _sums(standings)
    at = [standings.scheme.measures.index(measure) for measure in measures]
    members: dict[Hashable, list[Id]] = {}
    for row in standings.rows:
        if row.rank is not None and row.entry in clubs:
            members.setdefault(clubs[row.entry], []).append(row.entry)
    figures: dict[Hashable, tuple[Number, ...]] = {}
    for club, own in members.items():
        rows = [standings.row_of[id].figures for id in own[:best]]
        figures[club] = tuple(sum(row[place] or 0 for row in rows) for place in at)
    full = [club for club, own in members.items() if len(own) >= best or not whole]
    ranked = [
        ClubRow(rank, tied, club, figures[club], *_cut(members[club], best))
        for rank, tied, club in _ranks(measures, {club: figures[club] for club in full}, {})
    ]
    short = [
        ClubRow(None, False, club, figures[club], *_cut(own, best))
        for club, own in members.items()
        if club not in full
    ]
    return (*ranked, *short)


def _cut(members: Sequence[Id], best: int) -> tuple[tuple[Id, ...], tuple[Id, ...]]:
    return tuple(members[:best]), tuple(members[best:])


@dataclass(frozen=True)
class PlaceRow:
    """One who holds a place in a pool, ranked among those who hold it in the others. `pool` counts
    from 0; `figures` are in the order of the measures that add up, made comparable as asked;
    `left_out` are the ids of the results that were left out for that. `shared` if others of the
    pool share the place, or the last places of the pool are shared, so that nothing is certain."""

    rank: int
    tied: bool
    entry: Id
    pool: int
    figures: tuple[Figure, ...]
    left_out: tuple[Id | None, ...]
    shared: bool


Normalise = Literal["as-is", "mean", "equal-size"]


def across_pools(
    pools: Sequence[Standings],
    place: int,
    normalise: Normalise,
    lots: Mapping[Id, int] | None = None,
) -> tuple[PlaceRow, ...]:
    """Those who hold a place (1 is the winner) in their pools, the best first, by the measures of
    the first pool's scheme that add up and then by lot, if lots were drawn.

    Pools of different size are made comparable as `normalise` says: `as-is` not at all; `mean` by
    each figure over the number of matches; `equal-size` by leaving out, in the larger pools, the
    matches against those placed below the size of the smallest pool.

    Raises InvalidScheme where no measure adds up.
    """
    if not pools:
        return ()
    measures = _sums(pools[0])
    sizes = [sum(row.rank is not None for row in pool.rows) for pool in pools]
    smallest = min(sizes)
    found: dict[Hashable, tuple[Figure, ...]] = {}
    facts: dict[Hashable, tuple[int, tuple[Id | None, ...], bool]] = {}
    for number, pool in enumerate(pools):
        below, certain = _below(pool, smallest if normalise == "equal-size" else sizes[number])
        holders = [
            row.entry
            for row in pool.rows
            if row.rank is not None and row.rank <= place < row.rank + _sharing(pool, row.rank)
        ]
        for id in holders:
            account = pool.tally.chosen(id)
            fair = [below.isdisjoint(foes) for foes in account.foes]
            counted = account.only(fair)
            if normalise == "mean":
                counted = matches(counted)
            figures: list[Figure] = []
            for measure in measures:
                parts = parts_of(pool.scheme, measure)
                if normalise == "mean":
                    parts *= len(counted)
                total = sum(counted.terms(measure))
                figures.append(exact(total, parts) if parts else None)
            left = tuple(
                result[0] for result, stays in zip(account.results, fair, strict=True) if not stays
            )
            found[id] = tuple(figures)
            facts[id] = (number, left, len(holders) > 1 or not certain)
    return tuple(
        PlaceRow(rank, tied, id, facts[id][0], found[id], facts[id][1], facts[id][2])  # type: ignore[arg-type]
        for rank, tied, id in _ranks(measures, found, lots or {})
    )


def _sharing(pool: Standings, rank: int) -> int:
    return sum(row.rank == rank for row in pool.rows)


def _below(pool: Standings, size: int) -> tuple[frozenset[Id], bool]:
    """Who is placed below the first `size`, and whether that is certain: if a rank is shared across
    that line, all who share it are taken for below."""
    below = frozenset(
        row.entry
        for row in pool.rows
        if row.rank is not None and row.rank + _sharing(pool, row.rank) - 1 > size
    )
    return below, len(below) == max(0, sum(row.rank is not None for row in pool.rows) - size)


@dataclass(frozen=True)
class Qualified:
    """Who goes on: `through` for certain, `undecided` those of whom some will, once a lot is drawn
    or a place is no longer shared. `winners` and `seconds` are the rankings behind it."""

    winners: tuple[PlaceRow, ...]
    seconds: tuple[PlaceRow, ...]
    through: tuple[Id, ...]
    undecided: tuple[Id, ...]


def qualified(
    pools: Sequence[Standings],
    best_seconds: int,
    normalise: Normalise,
    lots: Mapping[Id, int] | None = None,
) -> Qualified:
    """The winners of all pools and the best so many seconds. Raises InvalidScheme as
    `across_pools` does."""
    winners = across_pools(pools, 1, normalise, lots)
    seconds = across_pools(pools, 2, normalise, lots)
    joint = {row.entry for row in winners if _shares_place(row, winners)}
    through = [row.entry for row in winners if row.entry not in joint]
    undecided = [row.entry for row in winners if row.entry in joint]
    certain = not any(row.shared for row in seconds)
    for row in seconds:
        last = row.rank + sum(other.rank == row.rank for other in seconds) - 1
        if not best_seconds or row.entry in undecided:
            continue
        if certain and last <= best_seconds:
            through.append(row.entry)
        elif row.rank <= best_seconds or not certain:
            undecided.append(row.entry)
    return Qualified(winners, seconds, tuple(through), tuple(undecided))


def _shares_place(row: PlaceRow, rows: Sequence[PlaceRow]) -> bool:
    return sum(other.pool == row.pool for other in rows) > 1


def _sums(standings: Standings) -> tuple[str, ...]:
    measures = tuple(measure for measure in standings.scheme.measures if measure in SUMS)
    if not measures:
        message = gettext_noop("This ranking needs a measure that adds up.")
        raise InvalidScheme(Fault(message, {}, "measures"))
    return measures


def _ranks(
    measures: Sequence[str], figures: Mapping[Hashable, tuple[Figure, ...]], lots: Mapping[Id, int]
) -> list[tuple[int, bool, Hashable]]:
    """Rank, whether shared, and whom, the best first: by figures, then by lot among those who are
    equal if all of them have one."""
    signs = [-1 if measure in FEWER_IS_BETTER else 1 for measure in measures]
    groups: dict[tuple[tuple[bool, Number], ...], list[Hashable]] = {}
    for who, own in figures.items():
        key = tuple(
            (figure is not None, 0 if figure is None else sign * figure)
            for figure, sign in zip(own, signs, strict=True)
        )
        groups.setdefault(key, []).append(who)
    ranks: list[tuple[int, bool, Hashable]] = []
    for key in sorted(groups, reverse=True):
        group = groups[key]
        place = len(ranks) + 1
        drawn = {who: lots[who] for who in group if who in lots}  # type: ignore[index]
        if len(drawn) < len(group):
            ranks += [(place, len(group) > 1, who) for who in group]
            continue
        for who in sorted(group, key=drawn.__getitem__):
            rank = place + sum(lot < drawn[who] for lot in drawn.values())
            ranks.append((rank, sum(lot == drawn[who] for lot in drawn.values()) > 1, who))
    return ranks
