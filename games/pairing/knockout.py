"""From pools to a knock-out: who goes through, the bracket, and who goes on in it."""

import random
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from games.manille.errors import Fault, gettext_noop

from .field import CannotDraw, Entrant, lots
from .matching import Cost, Edge, match
from .rounds import Id, Out, Repeat, Round, Table

Slots: TypeAlias = tuple[Id | None, ...]
"""A bracket's round: neighbours meet, the first with the second and so on; None is nobody."""


@dataclass(frozen=True)
class Qualifier:
    """One placed in a pool: `place` in it, and `rank` among all who have the same place in their
    pools, 1 the best; equal ranks are parted by lot."""

    id: Id
    pool: int
    place: int
    rank: int


@dataclass(frozen=True)
class Bracket:
    """A knock-out's first round: its slots, and the round as it is played."""

    slots: Slots
    round: Round


def qualifiers(
    placed: Iterable[Qualifier], size: int | None = None, seed: int | str = 0
) -> tuple[Qualifier, ...]:
    """Who goes through, the best seed first: all pool winners, then the best second places until
    `size` are together, then the best third places. `size` is by default the next power of two
    that has room for the winners; where so many have not been placed, all go through.

    Raises CannotDraw if there are fewer than two, or `size` leaves out a winner.
    """
    placed = list(placed)
    drawn, _ = lots((Entrant(each.id) for each in placed), f"{seed} qualifiers")
    all_placed = {each.id: each for each in placed}
    order = sorted(
        (all_placed[each.id] for each in drawn), key=lambda each: (each.place, each.rank)
    )
    winners = sum(each.place == 1 for each in order)
    if size is None:
        size = max(2, _power(winners))
    if len(order) < 2 or size < 2:
        raise CannotDraw(Fault(gettext_noop("A knock-out needs at least two entries."), {}, "size"))
    if size < winners:
        raise CannotDraw(
            Fault(
                gettext_noop("%(winners)s pool winners do not fit into %(size)s places."),
                {"winners": winners, "size": size},
                "size",
            )
        )
    return tuple(order[:size])


def bracket(seeds: Sequence[Qualifier], seed: int | str = 0) -> Bracket:
    """The first round of a knock-out of these seeds, the best first.

    The best meets the worst, the second best the second worst, and the two best can meet in the
    final only. Where the number is no power of two, the best seeds have byes. Pool-mates meet in
    the first round only where that cannot be avoided by any pairing of those who play it; then as
    few as can be. To keep them apart, opponents are moved by as few places as can be. A single
    elimination without pools: give each a pool of its own.

    Raises CannotDraw if there are fewer than two, or one is there twice.
    """
    _, chance = lots((Entrant(each.id) for each in seeds), f"{seed} bracket")
    if len(seeds) < 2:
        raise CannotDraw(
            Fault(gettext_noop("A knock-out needs at least two entries."), {}, "seeds")
        )
    size = _power(len(seeds))
    byes = size - len(seeds)
    pairs = _first_pairs(seeds, byes, chance)
    places = _places(size)
    slots: list[Id | None] = []
    for upper in places[::2]:  # the better seed of each two slots
        if upper < byes:
            slots += [seeds[upper].id, None]
        else:
            slots += [seeds[place].id for place in pairs[upper - byes]]
    repeats = tuple(
        Repeat("opponents", seeds[a].id, seeds[b].id, 1)
        for a, b in pairs
        if seeds[a].pool == seeds[b].pool
    )
    return Bracket(tuple(slots), _play(tuple(slots), 1, repeats))


def _first_pairs(seeds: Sequence[Qualifier], byes: int, chance: random.Random) -> list[Edge]:
    """Who of the seeds after the byes meet, as places among the seeds, by the better of the two."""
    players = len(seeds) - byes
    costs: dict[Edge, Cost] = {}
    for b in range(players):
        for a in range(b):
            costs[a, b] = (
                int(seeds[byes + a].pool == seeds[byes + b].pool),
                (players - 1 - a - b) ** 2,  # how far from the best meeting the worst
            )
    found = match(players, costs, chance)
    assert found is not None, "any two may meet, and their number is even"
    return [(byes + a, byes + b) for a, b in found]


def advance(slots: Slots, winners: Collection[Id], number: int) -> Bracket:
    """Round `number` of the bracket, from 2: the winners of neighbouring tables of the round before
    meet, who had a bye goes on; of the final's slots one is left, the winner of all.

    Raises CannotDraw if a table has no winner, or two, or the final has been played.
    """
    if len(slots) < 2:
        raise CannotDraw(Fault(gettext_noop("The final has been played."), {}, "slots"))
    went_on: list[Id | None] = []
    for one, other in zip(slots[::2], slots[1::2], strict=True):
        there = [id for id in (one, other) if id is not None]
        on = there if len(there) == 1 else [id for id in there if id in winners]
        if len(on) != 1:
            raise CannotDraw(
                Fault(
                    gettext_noop("One of %(one)s and %(other)s goes on, and only one."),
                    {"one": one, "other": other},
                    "winners",
                )
            )
        went_on += on
    return Bracket(tuple(went_on), _play(tuple(went_on), number, ()))


def _play(slots: Slots, number: int, repeats: tuple[Repeat, ...]) -> Round:
    tables: list[Table] = []
    out: list[Out] = []
    for one, other in zip(slots[::2], slots[1::2], strict=False):
        if one is not None and other is not None:
            tables.append(Table(len(tables) + 1, ((one,), (other,))))
        elif one is not None:
            out.append(Out(one, "seeded"))
    return Round(number, tuple(tables), tuple(out), repeats)


def _power(count: int) -> int:
    """The least power of two from `count` on."""
    return 1 << (count - 1).bit_length()


def _places(size: int) -> list[int]:
    """The seeds, from 0, in the order of the bracket's slots: 0 3 1 2 for four."""
    places = [0]
    while len(places) < size:
        turned = 2 * len(places) - 1
        places = [each for place in places for each in (place, turned - place)]
    return places
