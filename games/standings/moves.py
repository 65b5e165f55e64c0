"""Who moves from where to where when a result is put right."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.manille.errors import gettext_noop

from .ranking import Standings
from .results import Id

MOVES: Mapping[str, str] = {
    "rises": gettext_noop("%(entry)s rises from place %(before)s to place %(after)s."),
    "falls": gettext_noop("%(entry)s falls from place %(before)s to place %(after)s."),
    "shares": gettext_noop("%(entry)s stays at place %(after)s, but now shares it."),
    "alone": gettext_noop("%(entry)s stays at place %(after)s and no longer shares it."),
    "comes": gettext_noop("%(entry)s comes in at place %(after)s."),
    "leaves": gettext_noop("%(entry)s leaves place %(before)s and is not ranked any more."),
}
"""What can happen to an entry, as a sentence."""


@dataclass(frozen=True)
class Move:
    """One entry's way from one rank to another, None being none; `tied` whether it shares the rank
    before and after. `kind` is a key of MOVES, whose sentence takes entry, before and after."""

    entry: Id
    kind: str
    before: int | None
    after: int | None
    tied_before: bool
    tied_after: bool


def compare(before: Standings, after: Standings) -> tuple[Move, ...]:
    """Whoever has another rank after than before, or shares it now or no longer; in order of the
    ranks after, those who have none last."""
    moves = []
    for id in {**after.row_of, **before.row_of}:
        old, new = before.row_of.get(id), after.row_of.get(id)
        was, now = old and old.rank, new and new.rank
        tied_before, tied_after = bool(old and old.tied), bool(new and new.tied)
        if (was, tied_before) != (now, tied_after):
            kind = _kind(was, now, tied_after)
            moves.append(Move(id, kind, was, now, tied_before, tied_after))
    return tuple(
        sorted(moves, key=lambda move: (move.after is None, move.after or 0, move.before or 0))
    )


def _kind(before: int | None, after: int | None, tied: bool) -> str:
    if before is None:
        return "comes"
    if after is None:
        return "leaves"
    if before == after:
        return "shares" if tied else "alone"
    return "rises" if after < before else "falls"
