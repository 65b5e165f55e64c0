"""Stands: how a trick stands before a turn, and in which ways it can where cards are missing.

How a trick stands hangs on little: which suit was led and whose card is winning. With missing cards
there is one *way* for each card that may be winning; the other missing cards are then any that do
not beat it.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from .cards import Mask, numbers
from .play import Law
from .table import Seat


class Stand(NamedTuple):
    """How a trick stands: all cards of the suit led, the card that is winning, and whose it is."""

    led: Mask
    best: int
    winner: Seat


class Way(NamedTuple):
    """A way in which a trick may stand, and what that leaves for each missing card (place of the
    turn -> cards)."""

    stand: Stand
    limits: Mapping[int, Mask]


def ways(law: Law, seats: Sequence[Seat], may_be: Sequence[Mask]) -> Iterator[Way]:
    """How a trick may stand after as many turns as there are `seats`, if each of them played one of
    the cards that `may_be`. No two ways have a lie in common. `limits` are by place in the trick;
    each leaves a card to every turn, though perhaps not to all of them together."""
    for suit in law.rules.cards.suits.values():
        leads = may_be[0] & suit
        in_play = suit | law.trumps  # no other card ever beats one
        for i, seat in enumerate(seats):
            for best in numbers(may_be[i] & in_play if i else leads):
                losing = ~(law.beaten_by[best] | 1 << best)
                limits = {j: cards & losing for j, cards in enumerate(may_be)}
                limits[0] &= suit
                limits[i] = 1 << best
                if all(limits.values()):
                    yield Way(Stand(suit, best, seat), limits)
