"""Pools and the knock-out after them: what their draws come to."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from games import pairing
from games.standings import Standings
from games.standings.separate import across_pools

from .competition import Competition
from .standings import every_standings
from .user import CannotChange


@dataclass(frozen=True)
class Stage:
    """Rounds of one stage: with the pools that they are played in, or as a knock-out with the slots
    of its bracket."""

    rounds: tuple[pairing.Round, ...]
    pools: tuple[tuple[int, ...], ...] = ()
    slots: tuple[int | None, ...] = ()


def draw_pools(competition: Competition, entrants: Iterable[pairing.Entrant]) -> Stage:
    """Pools by lot, and in each a round robin; a round is one of every pool."""
    seed, size = competition.seed, competition.option["pool_size"]
    # By lot: nobody has a rank yet.
    drawn = pairing.draw_pools(
        [replace(each, rank=None) for each in entrants], "drawn", size, seed=seed
    )
    each_pool = [
        pairing.round_robin([pairing.Entrant(id) for id in pool], seed=f"{seed} {number}")
        for number, pool in enumerate(drawn.pools)
    ]
    rounds = []
    for index in range(max(map(len, each_pool))):
        tables: list[pairing.Table] = []
        out: list[pairing.Out] = []
        for pool in each_pool:
            if index < len(pool):
                tables += pool[index].tables
                out += pool[index].out
        numbered = tuple(replace(table, number=at) for at, table in enumerate(tables, 1))
        rounds.append(pairing.Round(index + 1, numbered, tuple(out)))
    return Stage(tuple(rounds), drawn.pools)


def draw_knockout(competition: Competition, number: int, last: Any) -> Stage:
    """The first round of the knock-out after the pools, or the one after `last`, the round before
    it. Raises CannotChange, CannotDraw."""
    if "slots" in last.draw:
        return _next_round(number, last)
    # What a pair that withdrew leaves unplayed is waited for by nobody.
    missing = last.competition.rounds.filter(
        tables__counted=False,
        tables__kind__in=("unplayed", "played", "forfeit"),
        tables__a__withdrawn_at=None,
        tables__b__withdrawn_at=None,
    )
    if missing.exists():
        raise CannotChange(_("Results of the pools are missing: the knock-out waits for them."))
    pools = every_standings(competition)
    lots = {int(key): lot for key, lot in competition.lots.items()}
    size = competition.option["through"] or None
    wanted = size or 1 << (len(pools) - 1).bit_length()
    placed: list[pairing.Qualifier] = []
    for place in range(1, max(len(pool.rows) for pool in pools) + 1):
        if len(placed) >= max(wanted, 2):
            break
        rows = across_pools(pools, place, "equal-size", lots)
        if any(row.shared for row in rows):
            raise CannotChange(
                _("Places in a pool are shared: draw the lots, on the page of the standings.")
            )
        placed += [pairing.Qualifier(row.entry, row.pool, place, row.rank) for row in rows]
    seeds = pairing.qualifiers(placed, size, competition.seed)
    bracket = pairing.bracket(seeds, competition.seed)
    return Stage((replace(bracket.round, number=number),), slots=bracket.slots)


def _next_round(number: int, last: Any) -> Stage:
    slots = tuple(last.draw["slots"])
    if len(slots) <= 2:
        raise CannotChange(_("The final is drawn: no round comes after it."))
    winners = []
    for table in last.places():
        if table.is_bye:
            continue
        if not table.counted or not table.winner:
            raise CannotChange(
                _("Table %(table)s has no winner yet who goes on.") % {"table": table.number}
            )
        winners.append(table.a_id if table.winner == "a" else table.b_id)
    bracket = pairing.advance(slots, winners, number)
    return Stage((bracket.round,), slots=bracket.slots)


def pool_of(pools: Sequence[Sequence[int]], entry: int) -> int | None:
    """The number of an entry's pool, from 1."""
    return next((number for number, pool in enumerate(pools, 1) if entry in pool), None)


def of_pool(pools: Sequence[Standings], entry: int) -> Standings | None:
    """The standings in which an entry is."""
    return next((pool for pool in pools if entry in pool.row_of), None)
