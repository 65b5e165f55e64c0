"""What comes out: a round's tables, who sits it out and why, and what could not be avoided."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.manille.errors import gettext_noop

Id: TypeAlias = int | str
"""An entry: an individual, a pair or a team."""

Sides: TypeAlias = tuple[tuple[Id, ...], ...]
"""Who plays with whom: ids within a side are partners, ids of two sides are opponents."""

Why: TypeAlias = Literal[
    "odd", "requested", "seeded", "opponent-withdrew", "late", "absent", "withdrawn"
]

WHY: Mapping[Why, str] = {
    "odd": gettext_noop("sits out: the number of entries does not come out even"),
    "requested": gettext_noop("sits out, as was asked"),
    "seeded": gettext_noop("goes straight to the next round"),
    "opponent-withdrew": gettext_noop("sits out: the opponent has withdrawn"),
    "late": gettext_noop("joins in a later round"),
    "absent": gettext_noop("is absent"),
    "withdrawn": gettext_noop("has withdrawn"),
}
"""Why an entry has no table in a round."""

BYES = frozenset({"odd", "requested", "seeded", "opponent-withdrew"})
"""Of these, the ones that are byes: the entry is in the round, but has nobody to meet."""


@dataclass(frozen=True)
class Table:
    """A table, numbered from 1. In duels the first side is at home, or sits north and south; which
    side that is has been balanced over the rounds. The sides of a table of four sit crosswise."""

    number: int
    sides: Sides

    @property
    def around(self) -> tuple[Id, ...]:
        """Everyone at the table in the order of the seats: side by side in turns."""
        return tuple(id for rank in zip(*self.sides, strict=True) for id in rank)


@dataclass(frozen=True)
class Out:
    """One without a table, and why (a key of WHY)."""

    id: Id
    why: Why

    @property
    def bye(self) -> bool:
        return self.why in BYES


@dataclass(frozen=True)
class Repeat:
    """Two who meet again: as partners, as opponents, or at one table where everyone partners
    everyone; `times` is how often they had done so before."""

    kind: Literal["partners", "opponents", "together"]
    one: Id
    other: Id
    times: int


@dataclass(frozen=True)
class Round:
    """A round drawn. `repeats` could not be avoided, and where `proved`, no draw that keeps to the
    rule for byes has fewer: of partners first, then of opponents."""

    number: int
    tables: tuple[Table, ...]
    out: tuple[Out, ...] = ()
    repeats: tuple[Repeat, ...] = ()
    proved: bool = True

    @property
    def byes(self) -> tuple[Out, ...]:
        """Those of `out` who are in the round, but have nobody to meet."""
        return tuple(each for each in self.out if each.bye)
