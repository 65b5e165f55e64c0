"""Positions: where the play stands when the remaining tricks are claimed, and where cards may lie.

Where they may lie is what the verdict on the plays says too (`lies.py`): the rooms, closed to what
the plays so far said for certain (`joint.py`), one position for each of the outcomes that tricks
with missing cards may have had (`outcomes.py`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from .assignment import fill
from .cards import Card, Mask, numbers
from .endings import (
    Fixed,
    Hands,
    Lie,
    Stand,
    barring,
    denied_by,
    fits,
    moves_of,
    places_of,
    stand_after,
    without,
)
from .errors import Fault, InvalidRecord, gettext_noop
from .joint import closed
from .lies import Lies, Rooms, Turn
from .outcomes import FEW, lacking, narrowed
from .play import Law
from .replay import PlayedTrick
from .table import Camp, Seat

MOST_OUTCOMES = 24
"""With more outcomes of the tricks that lack cards, those of the last ones are left open: then some
lies in which a play was against the rules are taken for possible."""


@dataclass(frozen=True)
class Position:
    """Where the play stands at a claim: `leader` led, or leads, trick `number`; `lying` are the
    cards that lie there, `stand` is how that trick stands, and `turn` whose turn it is."""

    table: Fixed
    hands: Hands
    leader: int
    number: int
    lying: tuple[int, ...]
    stand: Stand | None
    turn: int

    def dealt_out(self, lie: Lie) -> "Position":
        """The same with the unseen cards where `lie` says."""
        held = tuple(cards | more for cards, more in zip(self.hands.held, lie, strict=True))
        nothing = (0,) * len(held)
        table = replace(self.table, aside=())
        return replace(self, table=table, hands=Hands(held, nothing, nothing, 0))

    def cards(self, lie: Lie) -> dict[Seat, tuple[Card, ...]]:
        """Each seat's cards in that lie, those on the table left out."""
        rules = self.table.law.rules
        return {
            seat: rules.cards.cards_in(held | more)
            for seat, held, more in zip(rules.table.seats, self.hands.held, lie, strict=True)
        }


def positions(
    law: Law,
    dealer: Seat,
    tricks: Sequence[PlayedTrick],
    dealt: Mapping[Seat, tuple[Card, ...]],
    leader: Seat | None,
    judged: bool,
) -> Iterator[Position]:
    """Where the play stands after `tricks`, once for each outcome of the tricks that lack cards,
    and for each kind of card that may lie in the trick unfinished and that nobody remembers.
    `judged`: every play so far is taken to be legal. Nothing comes where the cards fit no hands so.
    """
    pack, table = law.rules.cards, law.rules.table
    done = [trick for trick in tricks if trick.complete]
    open_trick = tricks[-1] if tricks and not tricks[-1].complete else None
    if open_trick:
        leads: Seat | None = open_trick.leader
    else:
        leads = done[-1].winner if done else leader or table.after(dealer)
    if leads is None:
        raise InvalidRecord(
            Fault(gettext_noop("A missing card leaves open who won the last trick and leads now."))
        )
    lying: dict[Seat, int | None] = {}
    if open_trick:
        for seat, card in zip(open_trick.seats, open_trick.cards, strict=False):
            lying[seat] = None if card is None else pack.number[card]
    turns = [
        Turn(trick.number, seat, None if card is None else pack.number[card])
        for trick in done
        for seat, card in zip(trick.seats, trick.cards, strict=True)
    ]
    held = {seat: 0 if card is None else 1 << card for seat, card in lying.items()}
    told = {seat: pack.mask(dealt.get(seat, ())) | held.get(seat, 0) for seat in table.seats}
    lies = Lies(law, dealer, turns, told)
    lead = table.seats.index(leads)
    for rooms in _rooms(lies, held, judged):
        fixed, hands = _hands(lies, rooms)
        start = Position(fixed, hands, lead, len(done) + 1, (), None, lead)
        yield from _laid(start, tuple(lying.values()), judged)


def _rooms(lies: Lies, held: Mapping[Seat, Mask], judged: bool) -> Iterable[Rooms]:
    """What the rooms may take, for one outcome of the tricks so far after the other; what a seat
    `held` is in its hand still."""
    rooms = closed(lies) if judged else lies.whole
    if rooms is None:
        return ()
    for i, room in enumerate(lies.rooms):
        if room.until < len(lies.turns):
            rooms = lies.narrowed(rooms, i, ~held.get(room.seat, 0))
    found = [rooms]
    if judged:
        lack_cards = lacking(lies, len(lies.turns))
        tricks, rooms = narrowed(lies, rooms, None, lack_cards, FEW)
        found = [rooms]
        for trick in tricks:
            more = {one & some for one in trick.outcomes for some in found}
            fit = [some for some in more if lies.fill(some) is not None]
            if len(fit) > MOST_OUTCOMES:
                break
            found = fit
    return [some for some in found if lies.fill(some) is not None]


def _hands(lies: Lies, rooms: Rooms) -> tuple[Fixed, Hands]:
    """The cards in play where the rooms take only so much."""
    law, table = lies.law, lies.law.rules.table
    seats = table.seats
    masks = [lies.cards_of(rooms, room) for room in range(len(lies.rooms))]
    held, room_for, may_hold = ([0] * len(seats) for _ in range(3))
    aside: dict[Mask, int] = {}
    unseen = lies.unseen
    for i, (room, mask) in enumerate(zip(lies.rooms, masks, strict=True)):
        if room.seat and room.until == len(lies.turns):
            seat, sure = seats.index(room.seat), mask
            for other in (*masks[:i], *masks[i + 1 :]):
                sure &= ~other
            held[seat], room_for[seat], may_hold[seat] = sure, room.size - sure.bit_count(), mask
            unseen &= ~sure
        else:
            aside[mask] = aside.get(mask, 0) + room.size
    number = {seat: place for place, seat in enumerate(seats)}
    fixed = Fixed(
        law=law,
        after=tuple(number[table.after(seat)] for seat in seats),
        camps=_partners(table.camps(lies.dealer), seats),
        aside=tuple((count, unseen & ~mask) for mask, count in aside.items()),
    )
    barred = tuple(unseen & ~mask for mask in may_hold)
    return fixed, Hands(tuple(held), tuple(room_for), barred, unseen)


def _laid(position: Position, lying: Sequence[int | None], judged: bool) -> Iterator[Position]:
    """The positions once the cards `lying` are played, None standing for a card forgotten."""
    if not lying:
        yield position
        return
    table, stand, seat = position.table, position.stand, position.turn
    card = lying[0]
    moves: Iterable[tuple[int, Hands]]
    if card is None:
        moves = moves_of(table, position.hands, stand, seat, judged)
    else:
        denied = denied_by(table.law, table.camps, stand, seat, card) if judged else 0
        left = without(position.hands, seat, card)
        left = barring(left, seat, denied & left.unseen)
        moves = [(card, left)] if not denied & left.held[seat] and fits(table, left) else []
    for played, left in moves:
        after = replace(
            position,
            hands=left,
            lying=(*position.lying, played),
            stand=stand_after(table.law, stand, seat, played),
            turn=table.after[seat],
        )
        yield from _laid(after, lying[1:], judged)


def _partners(camps: Iterable[Camp], seats: str) -> tuple[int, ...]:
    """Seat number -> the set of seats of its camp."""
    sets = [sum(1 << seats.index(seat) for seat in camp) for camp in camps]
    return tuple(next(camp for camp in sets if camp >> s & 1) for s in range(len(seats)))


# Lies of a position


def some_lie(position: Position, hands: Hands | None = None, first: int = 0) -> Lie:
    """Some lie of the unseen cards of `hands`; the seats of the set `first` get the stronger ones
    where there is a choice."""
    hands = hands or position.hands
    sizes, masks = places_of(position.table, hands)
    order = sorted(range(len(sizes)), key=lambda place: not first >> place & 1)
    given = fill([sizes[place] for place in order], [masks[place] for place in order])
    assert given is not None
    lie = dict(zip(order, given, strict=True))
    return tuple(lie[seat] for seat in range(len(hands.held)))


def has_one_lie(position: Position) -> bool:
    """Whether the unseen cards can lie in one way only."""
    hands = position.hands
    lie = some_lie(position)
    for s, cards in enumerate(lie):
        for card in numbers(cards):
            barred = list(hands.barred)
            barred[s] |= 1 << card
            if fits(position.table, hands._replace(barred=tuple(barred))):
                return False
    return True
