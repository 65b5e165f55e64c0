"""Endings: the hands while the last tricks are played, and what each seat may play from them.

A hand is not dealt out beforehand: a card that nobody has seen belongs to whoever plays it, as long
as the cards left over still fit somewhere. So one walk goes through all lies at once. Cards that
are neighbours in their suit and may lie in the same places are alike; so are the suits but trump.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from .assignment import can_fill
from .cards import Mask, numbers
from .play import Law


@dataclass(frozen=True)
class Fixed:
    """What stays the same while cards are played: the law, who follows whom (seats by number), who
    partners whom (sets of seats), and the places beside the hands where an unseen card may lie
    (cards left over at the deal, cards played that nobody remembers): how many, and what cannot."""

    law: Law
    after: tuple[int, ...]
    camps: tuple[int, ...]
    aside: tuple[tuple[int, Mask], ...]

    @cached_property
    def beaten_by(self) -> tuple[Mask, ...]:
        return self.law.beaten_by


class Hands(NamedTuple):
    """The cards in play: `held` by each seat for certain; `unseen`, which lie anywhere; how many of
    those each seat has `room` for, and which each is `barred` from."""

    held: tuple[Mask, ...]
    room: tuple[int, ...]
    barred: tuple[Mask, ...]
    unseen: Mask


class Stand(NamedTuple):
    """How a trick stands: how many cards lie there, the card led, the card winning and whose that
    is."""

    laid: int
    led: int
    best: int
    winner: int


Lie: TypeAlias = tuple[Mask, ...]
"""Which of the unseen cards each seat holds."""

Played: TypeAlias = tuple[tuple[int, int], ...]
"""Plays in their order, each a seat and a card."""


def denied_by(law: Law, camps: tuple[int, ...], stand: Stand | None, seat: int, card: int) -> Mask:
    """The cards that `seat` cannot have held if it legally played `card`."""
    if stand is None:
        return 0
    denied = 0
    for _, rung in law.ladders[stand.led][stand.best][camps[stand.winner] >> seat & 1]:
        if rung >> card & 1:
            break
        denied |= rung
    return denied


def stand_after(law: Law, stand: Stand | None, seat: int, card: int) -> Stand:
    """How the trick stands once `seat` has played `card`."""
    if stand is None:
        return Stand(1, card, card, seat)
    if law.beaten_by[stand.best] >> card & 1:
        return Stand(stand.laid + 1, stand.led, card, seat)
    return stand._replace(laid=stand.laid + 1)


def places_of(table: Fixed, hands: Hands) -> tuple[list[int], list[Mask]]:
    """How many unseen cards each place takes, and which: the hands in the order of the seats, then
    the places beside them."""
    places = [*zip(hands.room, hands.barred, strict=True), *table.aside]
    return [room for room, _ in places], [hands.unseen & ~bars for _, bars in places]


def fits(table: Fixed, hands: Hands) -> bool:
    """Whether the unseen cards can be given to the places that have room for them."""
    sizes, masks = places_of(table, hands)
    return sum(sizes) == hands.unseen.bit_count() and can_fill(sizes, masks)


def _one_of_each(
    table: Fixed, hands: Hands, cards: Mask, places: Sequence[Mask], best: int | None
) -> list[int]:
    """One of each run of `cards` that are neighbours among the cards in play and barred from the
    same of the `places`."""
    in_play = hands.unseen
    for held in hands.held:
        in_play |= held
    if best is not None:
        in_play |= 1 << best
    suit_of = table.law.rules.cards.suit_of
    found: list[int] = []
    previous, last_bars = -1, -1
    for card in numbers(cards):
        bars = 0
        for barred in places:
            bars = bars << 1 | (barred >> card & 1)
        new = previous < 0 or bars != last_bars or not suit_of[card] >> previous & 1
        if new or in_play & ((1 << card) - (2 << previous)):
            found.append(card)
        previous, last_bars = card, bars
    return found


def moves_of(
    table: Fixed, hands: Hands, stand: Stand | None, seat: int, judged: bool = True
) -> Iterator[tuple[int, Hands]]:
    """The cards that `seat` may play, one of each kind, with what is then left in play."""
    law = table.law
    held, room, barred = hands.held[seat], hands.room[seat], hands.barred[seat]
    if stand is None:
        ladder = law.free_lead
    else:
        ladder = law.ladders[stand.led][stand.best][table.camps[stand.winner] >> seat & 1]
    if not judged:
        ladder = ladder[-1:]
    best = None if stand is None else stand.best
    above = 0
    for _, rung in ladder:
        if held & above:
            return
        fresh = rung & ~above
        own = held & fresh
        other = hands.unseen & ~barred & fresh if room else 0
        after = hands
        if room and above & hands.unseen & ~barred:
            after = barring(hands, seat, above & hands.unseen)
            if own and not fits(table, after):
                own = 0
        for card in _one_of_each(table, hands, own, (), best) if own else ():
            yield card, without(after, seat, card)
        if other:
            # Of unseen cards those left over may still be played to this trick, by others: they
            # are alike only once it no longer matters for this trick which one it was.
            alike = other
            if stand is None:
                alike = 0
            elif stand.laid < len(table.after) - 1:
                alike &= ~law.beaten_by[stand.best]
            places = [*hands.barred, *(bars for _, bars in table.aside)]
            cards = [*_one_of_each(table, hands, alike, places, best), *numbers(other & ~alike)]
            for card in cards:
                left = without(after, seat, card)
                if fits(table, left):
                    yield card, left
        above |= rung


def without(hands: Hands, seat: int, card: int) -> Hands:
    """The hands after `seat` has played `card`, held for certain or unseen so far."""
    bit = 1 << card
    if hands.unseen & bit:
        room = list(hands.room)
        room[seat] -= 1
        keep = ~bit
        return Hands(
            hands.held, tuple(room), tuple(b & keep for b in hands.barred), hands.unseen & keep
        )
    held = list(hands.held)
    held[seat] &= ~bit
    return hands._replace(held=tuple(held))


def likeness_of(table: Fixed, hands: Hands, leader: int) -> tuple[object, ...]:
    """The same for hands that differ only in which cards of a suit are gone, and in the names of
    the suits but trump."""
    law = table.law
    marks: dict[int, int] = {}
    for s, held in enumerate(hands.held):
        for card in numbers(held):
            marks[card] = s
    if hands.unseen:
        places = [
            *(b if r else -1 for r, b in zip(hands.room, hands.barred, strict=True)),
            *(bars for _, bars in table.aside),
        ]
        for card in numbers(hands.unseen):
            mark = 1
            for bars in places:
                mark = mark << 1 | (bars >> card & 1)
            marks[card] = 16 + mark
    suits: list[tuple[int, ...]] = []
    trumps: tuple[int, ...] = ()
    for suit in law.rules.cards.suits.values():
        found = tuple(marks[card] for card in numbers(suit) if card in marks)
        if suit == law.trumps:
            trumps = found
        else:
            suits.append(found)
    return leader, hands.room, trumps, tuple(sorted(suits))


def barring(hands: Hands, seat: int, cards: Mask) -> Hands:
    """The hands with `seat` barred from these cards too."""
    barred = list(hands.barred)
    barred[seat] |= cards
    return hands._replace(barred=tuple(barred))


def giving(hands: Hands, fixed: Lie, seat: int, card: int) -> tuple[Hands, Lie]:
    room, more = list(hands.room), list(fixed)
    room[seat] -= 1
    more[seat] |= 1 << card
    keep = ~(1 << card)
    barred = tuple(bars & keep for bars in hands.barred)
    return Hands(hands.held, tuple(room), barred, hands.unseen & keep), tuple(more)
