"""One against one, round by round: Swiss and ladder evenings.

Both are one question to the matching: whom to leave out, who meets whom. The levels of a pairing's
cost, each before all that follow:

1. whether the two have met, then how often: a repeat only where it cannot be avoided at all;
2. the place of who sits out: the lowest ranked of those who had the fewest byes;
3. the square of the distance: of the scores (Swiss), of the places (ladder). Squares, so that two
   small distances come before a large one and none;
4. Swiss: how often each was drawn down and up: squares of the balance after the round;
5. how often each sat on the first side and the second: squares of the balance after the round;
6. the lot.

Who had more byes than another who takes part is no candidate for the next, even if that costs a
repeat: that is decided before the first level.
"""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm
from typing import TypeAlias

from games.manille.errors import Fault, gettext_noop

from .field import CannotDraw, Entrant, Field, Met, take_part
from .matching import Cost, Edge, match
from .rounds import Id, Out, Repeat, Round, Table

Pair: TypeAlias = frozenset[Id]


def swiss(
    entrants: Iterable[Entrant], history: Iterable[Met] = (), number: int = 1, seed: int | str = 0
) -> Round:
    """Round `number` of a Swiss tournament: no opponent twice while that can be avoided, then
    opponents of nearly the same score. Tables are numbered from the best scores down.

    Raises CannotDraw if fewer than two take part.
    """
    field = take_part(entrants, number, seed)
    present = tuple(sorted(field.present, key=lambda each: -each.score))  # of a score, by rank
    parts = lcm(*(Fraction(each.score).denominator for each in present))
    scores = [int(each.score * parts) for each in present]
    return _draw(Field(present, field.out, field.chance), scores, list(history), number, True)


def ladder(
    entrants: Iterable[Entrant], history: Iterable[Met] = (), number: int = 1, seed: int | str = 0
) -> Round:
    """Round `number` of a ladder evening: neighbours in the ranking meet, no opponent twice while
    that can be avoided. Tables are numbered from the top of the ladder.

    Raises CannotDraw if fewer than two take part.
    """
    field = take_part(entrants, number, seed)
    places = list(range(len(field.present)))
    return _draw(field, places, list(history), number, False)


def _draw(
    field: Field, worth: Sequence[int], history: Sequence[Met], number: int, floats: bool
) -> Round:
    """Pair the field, the best first, by the levels above; `worth` is what distance is measured
    in."""
    present = field.present
    met, balance, drift = _past(history)
    costs: dict[Edge, Cost] = {}
    for b, two in enumerate(present):
        for a, one in enumerate(present[:b]):
            times = met[frozenset((one.id, two.id))]
            apart = abs(worth[a] - worth[b])
            down = int(floats and apart > 0)
            costs[a, b] = (
                min(times, 1),
                times,
                0,
                apart**2,
                (drift[one.id] + down) ** 2 + (drift[two.id] - down) ** 2 if floats else 0,
                min(_sides(balance, one.id, two.id), _sides(balance, two.id, one.id)),
            )
    bye = len(present)
    if bye % 2:
        fewest = min(each.byes for each in present)
        for place, each in enumerate(present):
            if each.byes == fewest:
                costs[place, bye] = (0, 0, bye - 1 - place, 0, 0, 0)
    try:
        found = _match(bye + bye % 2, costs, field.chance)
    except OverflowError as error:
        raise CannotDraw(
            Fault(gettext_noop("The scores lie too far apart to be paired."), {}, "entrants")
        ) from error
    assert found is not None, "everyone may meet everyone, and someone may sit out"
    tables: list[Table] = []
    out = list(field.out)
    repeats: list[Repeat] = []
    for a, b in found:
        if b == bye:
            out.append(Out(present[a].id, "odd"))
            continue
        home, guest = present[a].id, present[b].id
        if times := met[frozenset((home, guest))]:
            repeats.append(Repeat("opponents", home, guest, times))
        there, back = _sides(balance, home, guest), _sides(balance, guest, home)
        if back < there or (back == there and field.chance.random() < 0.5):
            home, guest = guest, home
        tables.append(Table(len(tables) + 1, ((home,), (guest,))))
    return Round(number, tuple(tables), tuple(out), tuple(repeats))


def _match(size: int, costs: dict[Edge, Cost], chance: random.Random) -> list[Edge] | None:
    """The best pairing without repeats, or if there is none, the best with. The first is what the
    second would find as well: it is asked for alone because it takes fewer bits, and less time."""
    fresh = {edge: cost[2:] for edge, cost in costs.items() if not cost[0]}
    return match(size, fresh, chance) or match(size, costs, chance)


def _sides(balance: Counter[Id], first: Id, second: Id) -> int:
    """What sitting so adds up to: squares of how far each has sat on one side more often."""
    return (balance[first] + 1) ** 2 + (balance[second] - 1) ** 2


def _past(history: Iterable[Met]) -> tuple[Counter[Pair], Counter[Id], Counter[Id]]:
    """How often two have met; how much more often each sat on the first side than on the second;
    how much more often each was drawn down, to one of lower score, than up."""
    met: Counter[Pair] = Counter()
    balance: Counter[Id] = Counter()
    drift: Counter[Id] = Counter()
    for each in history:
        (one,), (other,) = each.sides
        met[frozenset((one, other))] += 1
        balance[one] += 1
        balance[other] -= 1
        if each.scores and each.scores[0] != each.scores[1]:
            one_down = 1 if each.scores[0] > each.scores[1] else -1
            drift[one] += one_down
            drift[other] -= one_down
    return met, balance, drift
