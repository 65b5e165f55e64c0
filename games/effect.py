"""What changing one deal does to a match: the sheet before and after, side by side. Pure.

A draw can double the next deal and a misdeal moves the dealer, so a change of one deal can reach
all that follow. Nothing is calculated here: both sheets come from the engine's fold.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from .manille.scoring import Line, Sheet
from .manille.table import Seat, Side

Facts: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True)
class Standing:
    """How a match stands: match points by side, and what they would be `as_played`, without any
    ruling; what of them is `credited`, whether it is `over`, the `winner` (None: still open, or
    drawn), who deals next, and how many draws that deal is doubled for (0 once it is over)."""

    totals: dict[Side, int]
    as_played: dict[Side, int]
    credited: dict[Side, int]
    over: bool
    winner: Side | None
    next_dealer: Seat
    carried: int


@dataclass(frozen=True)
class Change:
    """One deal's line before and after; `after` is None for a deal that is withdrawn."""

    number: int
    before: Line
    after: Line | None


@dataclass(frozen=True)
class Effect:
    """The deal that is changed, as told (`facts`, as the log keeps them; None after: withdrawn) and
    as scored; the later ones that change with it (who deals, multiplier, points, whether they
    count); and how the match stands before and after."""

    facts: tuple[Facts, Facts | None]
    deal: Change
    later: tuple[Change, ...]
    before: Standing
    after: Standing

    @property
    def changes_nothing(self) -> bool:
        """Whether the deal was told like this already."""
        return self.facts[0] == self.facts[1]


def winner_if_given_up(sheet: Sheet, by_side: Side) -> Side | None:
    """Who wins a match given up by a side, or (empty) by agreement: the side ahead of those left;
    None where several are."""
    left = [side for side in sheet.totals if side != by_side]
    best = max(sheet.totals[side] for side in left)
    leaders = [side for side in left if sheet.totals[side] == best]
    return leaders[0] if len(leaders) == 1 else None


def effect_of(
    number: int,
    facts: tuple[Facts, Facts | None],
    before: Mapping[int, Line],
    after: Mapping[int, Line],
    standings: tuple[Standing, Standing],
) -> Effect:
    """Compare the lines of two sheets, by deal number, where deal `number` is the one changed."""
    later = tuple(
        Change(other, line, after[other])
        for other, line in before.items()
        if other > number and _shown(line) != _shown(after[other])
    )
    changed = Change(number, before[number], after.get(number))
    return Effect(facts, changed, later, *standings)


def _shown(line: Line) -> tuple[object, ...]:
    """What a reader of the sheet would see differ, the running totals apart."""
    return line.dealer, line.kind, line.multiplier, line.points, line.penalties, line.ended
