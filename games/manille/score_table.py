"""The score table of a rule set: match points for every card-point total and every multiplier.

Nothing is scored here: each figure is what `deal_points` gives for a deal that can be told.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from .cards import NO_TRUMP
from .points import Cause, Factor, deal_points
from .results import Contract, Doubling
from .rules import Rules
from .table import Camp, Seat

Way: TypeAlias = tuple[Cause, ...]
Mark: TypeAlias = Literal["", "level", "narrow", "whole-pot"]


@dataclass(frozen=True)
class Column:
    """A multiplier that a deal can have: how many `times` it counts, the `ways` in which that comes
    about (each the causes together, the shortest first; an empty one is a plain deal), and whether
    the limit of the rules holds one of them back."""

    times: int
    ways: tuple[Way, ...]
    limited: bool


@dataclass(frozen=True)
class Row:
    """Card points and what they score. `card_points` are those of the camp told of and, where that
    makes two, of the other; of a failed bid, how many are missing. `points` has for each column the
    match points of the one told of and, in a table of two, of an opponent; None where a deal with
    this result cannot count so many times."""

    card_points: tuple[int, ...]
    points: tuple[tuple[int, ...] | None, ...]
    mark: Mark


@dataclass(frozen=True)
class Part:
    """A run of rows. `camps`: both camps of a deal; `each`: a player among more than two camps;
    `made` and `failed`: the bidders, then their opponents."""

    kind: Literal["camps", "each", "made", "failed"]
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class ScoreTable:
    columns: tuple[Column, ...]
    parts: tuple[Part, ...]


def may_draw(rules: Rules) -> bool:
    """Whether a deal can end with nobody above par (a bid is always made or failed)."""
    camps = len(rules.table.camps(rules.table.seats[0]))
    return rules.contract != "bid" and rules.par * camps >= rules.pot


def carried_draws(rules: Rules) -> range:
    """The numbers of draws before a deal that a table shows: three at most, since a limit is
    reached by then; one where the limit is far away or there is none."""
    if rules.draw != "carry" or not may_draw(rules):
        return range(1)
    return range(2 if rules.cap is None or rules.cap > 8 else 4)


def contracts(rules: Rules, declarer: Seat, bid: int | None = None) -> Iterator[Contract]:
    """Every contract that counts otherwise: with and without trump, doubled as far as may be."""
    for trump in dict.fromkeys((rules.trumps[0], rules.trumps[-1])):
        for blind in (False, True) if rules.blind_no_trump and trump == NO_TRUMP else (False,):
            doubling: Doubling | None = Doubling()
            while doubling is not None:
                yield Contract(declarer, trump, doubling.calls, bid, blind)
                call = doubling.next_call(rules, trump)
                doubling = Doubling((*doubling.calls, call)) if call else None


@lru_cache(maxsize=64)
def score_table(rules: Rules) -> ScoreTable:
    """The table of `rules`."""
    dealer = rules.table.seats[0]
    camps = rules.table.camps(dealer)
    par, pot = rules.par, rules.pot
    lines: list[tuple[str, tuple[int, ...], dict[Camp, int], int | None]] = []
    if rules.contract == "bid":
        for made in range(par + 1, pot + 1):
            lines.append(("made", (made,), shared(camps, made, pot), par + 1))
        for short in range(1, pot + 1):
            least = max(par + 1, short)
            lines.append(("failed", (short,), shared(camps, least - short, pot), least))
    elif len(camps) == 2:
        for more in range((pot + 1) // 2, pot + 1):
            lines.append(("camps", (more, pot - more), shared(camps, more, pot), None))
    else:
        # Where losers write nothing, whoever has an equal share or less needs no row each.
        least = 0 if rules.loser == "minus" or rules.count == "card-points" else par
        for own in range(least, pot + 1):
            lines.append(("each", (own,), shared(camps, own, pot), None))
    ways: dict[int, dict[Way, bool]] = {}
    scored = []
    for kind, shown, card_points, bid in lines:
        points: dict[int, tuple[int, ...]] = {}
        for times, factors, pair in _deals(rules, dealer, card_points, bid):
            points.setdefault(times, pair)
            way = tuple(factor.cause for factor in factors)
            ways.setdefault(times, {})[way] = stacked(rules, factors) > times
        scored.append((kind, shown, points, _mark(rules, card_points, camps, kind)))
    columns = tuple(
        Column(times, _shortest(ways[times]), any(ways[times].values())) for times in sorted(ways)
    )
    parts: dict[str, list[Row]] = {}
    for kind, shown, points, mark in scored:
        cells = tuple(points.get(column.times) for column in columns)
        parts.setdefault(kind, []).append(Row(shown, cells, mark))
    return ScoreTable(
        columns,
        tuple(Part(kind, tuple(rows)) for kind, rows in parts.items()),  # type: ignore[arg-type]
    )


def _shortest(ways: Iterable[Way]) -> tuple[Way, ...]:
    """The ways that hold no other of them, the shortest first: one reason more changes nothing."""
    kept: list[Way] = []
    for way in sorted(ways, key=len):
        if not any(not Counter(other) - Counter(way) for other in kept):
            kept.append(way)
    return tuple(kept)


def shared(camps: tuple[Camp, ...], first: int, pot: int) -> dict[Camp, int]:
    """The first camp's card points, and the rest shared as evenly as may be by the others."""
    others = len(camps) - 1
    share, odd = divmod(pot - first, others)
    return {camps[0]: first} | {camp: share + (place < odd) for place, camp in enumerate(camps[1:])}


def _deals(
    rules: Rules, dealer: Seat, card_points: dict[Camp, int], bid: int | None
) -> Iterator[tuple[int, tuple[Factor, ...], tuple[int, ...]]]:
    """Every deal with these card points: how many times it counts, why, and the match points of
    the first camp's side and, of two camps or a bid, of another."""
    camps = rules.table.camps(dealer)
    declarers = [camps[0][0]] if bid else [camp[0] for camp in camps]
    told = {rules.table.side_of(camp[0]): None for camp in camps}
    shown = list(told)[: 2 if bid or len(camps) == 2 else 1]
    for declarer in declarers:
        for contract in contracts(rules, declarer, bid):
            for carried in carried_draws(rules):
                factors, times, points = deal_points(rules, dealer, contract, card_points, carried)
                yield times, factors, tuple(points[side] for side in shown)


def stacked(rules: Rules, factors: tuple[Factor, ...]) -> int:
    """What the factors make without a limit."""
    times = 1
    for factor in factors:
        times = times * factor.times if rules.stacking == "multiply" else times + factor.times - 1
    return times


def _mark(rules: Rules, card_points: dict[Camp, int], camps: tuple[Camp, ...], kind: str) -> Mark:
    own = card_points[camps[0]]
    if kind == "failed":
        return ""
    if own == rules.pot:
        return "whole-pot"
    if all(points <= rules.par for points in card_points.values()):
        return "level"
    odd = sum(abs(points - rules.par) for points in card_points.values()) == 1
    return "narrow" if odd and own > rules.par and rules.narrow_win is not None else ""
