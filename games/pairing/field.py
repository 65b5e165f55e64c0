"""What goes in: entrants, and what was played before; who takes part in a round."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf

from games.manille.errors import Fault, ManilleError, gettext_noop

from .rounds import Id, Out, Sides, Why


class CannotDraw(ManilleError):
    """There is nothing to draw: too few are there, or what is asked for cannot be. A fault's place
    is the argument's name, where it concerns one."""


@dataclass(frozen=True)
class Entrant:
    """One who competes, with the facts of the round to be drawn.

    `rank` is the place in the standings or the seeding, 1 being the best; it may be shared; None
    comes after all others. `byes` counts the byes had before, allotted and asked for alike. A bye
    asked for is asked for this round; `absent` is absent from this round; `late_from` is the first
    round of one who entered after the start.
    """

    id: Id
    rank: int | None = None
    score: int | Fraction = 0
    club: Id | None = None
    byes: int = 0
    requested_bye: bool = False
    absent: bool = False
    withdrawn: bool = False
    late_from: int | None = None


@dataclass(frozen=True)
class Met:
    """A game or match of an earlier round. `scores` are the sides' scores when they were drawn to
    meet, if floats are to be balanced. Meetings with those who are no longer there do no harm."""

    round: int
    sides: Sides
    scores: tuple[int | Fraction, ...] = ()


@dataclass(frozen=True)
class Field:
    """Those who can be drawn, the best first, and those who cannot."""

    present: tuple[Entrant, ...]
    out: tuple[Out, ...]
    chance: random.Random


def named(id: Id) -> tuple[str, Id]:
    """A key that puts ids of both types in one order, so that the order of the input is none."""
    return type(id).__name__, id


def lots(entrants: Iterable[Entrant], seed: int | str) -> tuple[list[Entrant], random.Random]:
    """The entrants in an order drawn by lot, and the chance that the rest of the draw is left to.
    Depends on the ids and the seed alone."""
    drawn = sorted(entrants, key=lambda each: named(each.id))
    twice = [id for id, count in Counter(each.id for each in drawn).items() if count > 1]
    if twice:
        raise CannotDraw(
            Fault(gettext_noop("%(entry)s is entered twice."), {"entry": twice[0]}, "entrants")
        )
    chance = random.Random(str(seed))
    chance.shuffle(drawn)
    return drawn, chance


def by_rank(entrants: Iterable[Entrant]) -> list[Entrant]:
    """The best first; those who share a rank stay in the order given, which is drawn by lot."""
    return sorted(entrants, key=lambda each: each.rank if each.rank is not None else inf)


def take_part(entrants: Iterable[Entrant], number: int, seed: int | str, least: int = 2) -> Field:
    """The field of round `number`: who asked for a bye gets it, and who is not there is not drawn.
    Raises CannotDraw if fewer than `least` are left."""
    drawn, chance = lots(entrants, f"{seed} {number}")
    present: list[Entrant] = []
    out: list[Out] = []
    for each in by_rank(drawn):
        why = _why(each, number)
        if why is None:
            present.append(each)
        else:
            out.append(Out(each.id, why))
    if len(present) < least:
        raise CannotDraw(
            Fault(
                gettext_noop(
                    "A round needs at least %(least)s entries that take part; "
                    "this one has %(present)s."
                ),
                {"least": least, "present": len(present)},
                "entrants",
            )
        )
    return Field(tuple(present), tuple(out), chance)


def _why(entrant: Entrant, number: int) -> Why | None:
    """Why an entrant is not drawn in a round; the fact that lasts longest is the one named."""
    if entrant.withdrawn:
        return "withdrawn"
    if entrant.late_from is not None and entrant.late_from > number:
        return "late"
    if entrant.absent:
        return "absent"
    return "requested" if entrant.requested_bye else None


def sit_out(present: Sequence[Entrant], count: int) -> tuple[list[Entrant], list[Out]]:
    """Those who play, and the `count` who sit out because the number does not come out even: who
    had the fewest byes, and of these the lowest ranked. `present` is the best first."""
    rows = list(enumerate(present))
    chosen = sorted(rows, key=lambda row: (row[1].byes, -row[0]))[:count]
    places = {place for place, _ in chosen}
    return (
        [each for place, each in rows if place not in places],
        [Out(present[place].id, "odd") for place, _ in chosen],
    )
