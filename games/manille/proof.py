"""Why somebody revoked where no single play shows it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, NamedTuple

from .assignment import can_fill
from .cards import Card, Mask, numbers
from .joint import certainly_denied, closed
from .lies import Lies
from .play import Duty, on_ladder
from .table import Seat


class Bar(NamedTuple):
    """Why `seat` cannot hold `cards`: in trick `trick` it played `card` (None: the missing card
    spoken of), where `duty` would have bound it to play one of them instead. Or it was answered
    that at that trick it held them, so that nobody else can, or lacked them."""

    seat: Seat
    cards: tuple[Card, ...]
    trick: int
    card: Card | None
    duty: Duty | Literal["held", "lacked"]


@dataclass(frozen=True)
class Argument:
    """Why no lie makes every play legal.

    `cards`, which nobody saw, must all lie somewhere, but there is room for only `room` of them:
    `seats` tells how many each seat can still have (pairs; seats that can have none are left out,
    `""` are the cards left over at the deal), `bars` why the others cannot. Where that hangs on a
    missing card, `cases` go through all that it can have been instead. Where they are too many,
    there are only the `tricks` from which the cards are missing.
    """

    cards: tuple[Card, ...] = ()
    room: int = 0
    seats: tuple[tuple[Seat, int], ...] = ()
    bars: tuple[Bar, ...] = ()
    cases: "tuple[Case, ...]" = ()
    tricks: tuple[int, ...] = ()


class Case(NamedTuple):
    """What follows if the card missing from `seat` in trick `trick` was one of `cards`: a play was
    illegal, as `revoke` tells (its cards are those that the seat held instead; none where only
    counting proves that it held one), or else there is a further `argument`."""

    seat: Seat
    trick: int
    cards: tuple[Card, ...]
    revoke: Bar | None = None
    argument: Argument | None = None


# The argument

MOST_CARDS = 3
"""Of how many cards an argument speaks where one as short can be found."""


MOST_CASES, MOST_TRIED = 12, 4
"""How many cards a missing one may have been for the cases to be told one by one, and with how many
missing cards that is tried."""


def argument(lies: Lies) -> Argument:
    """Why no lie makes every play legal, to be asked where that is so and no play is illegal."""
    missing = tuple(sorted({turn.trick for turn in lies.turns if turn.card is None}))
    return _crowding(lies) or _by_cases(lies, depth=2) or Argument(tricks=missing)


def _crowding(lies: Lies) -> Argument | None:
    """The argument from what is certain, or None: that proves nothing."""
    rooms = closed(lies)
    if rooms is None:
        return None
    masks = tuple(lies.cards_of(rooms, room) for room in range(len(lies.rooms)))
    cards = _crowded(lies, masks)
    if not cards:
        return None
    seats: dict[Seat, int] = {}
    for room, mask in zip(lies.rooms, masks, strict=True):
        if mask & cards:
            seats[room.seat] = seats.get(room.seat, 0) + room.size
    return Argument(
        cards=lies.law.rules.cards.cards_in(cards),
        room=sum(seats.values()),
        seats=tuple(seats.items()),
        bars=tuple(_bars(lies, masks, cards)),
    )


def _by_cases(lies: Lies, depth: int) -> Argument | None:
    """The argument by all that one missing card can have been; None where that does not end within
    so many cards one after the other."""
    places = [place for place, turn in enumerate(lies.turns) if turn.card is None]
    places.sort(key=lambda place: lies.masks[lies.room_at[place]].bit_count())
    for place in places[:MOST_TRIED]:
        may_be = lies.masks[lies.room_at[place]]
        if may_be.bit_count() > MOST_CASES:
            break
        found: dict[tuple[Bar | None, Argument | None], Mask] = {}
        for card in numbers(may_be):
            known = lies.knowing(place, card)
            if not can_fill(known.sizes, known.masks):
                continue  # it cannot have been that card
            why = _conclusion(known, place, depth)
            if why is None:
                break
            found[why] = found.get(why, 0) | 1 << card
        else:
            turn, pack = lies.turns[place], lies.law.rules.cards
            return Argument(
                cases=tuple(
                    Case(turn.seat, turn.trick, pack.cards_in(cards), *why)
                    for why, cards in found.items()
                )
            )
    return None


def _conclusion(lies: Lies, assumed: int, depth: int) -> tuple[Bar | None, Argument | None] | None:
    """Why no lie makes every play legal, the card at place `assumed` being one that is missing: an
    illegal play, or an argument; None where neither was found."""
    pack = lies.law.rules.cards
    for place, turn in enumerate(lies.turns):
        if turn.card is not None and lies.verdict(place) == "illegal":
            denied = certainly_denied(lies, place)
            held = denied & lies.shown_after[place]
            duty = _duty(lies, place, held or denied & lies.may_hold(place))
            card = None if place == assumed else pack.cards[turn.card]
            return Bar(turn.seat, pack.cards_in(held), turn.trick, card, duty), None
    further = _crowding(lies) or (_by_cases(lies, depth - 1) if depth > 1 else None)
    return None if further is None else (None, further)


def _crowded(lies: Lies, masks: Sequence[Mask]) -> Mask:
    """Unseen cards for which there is too little room, as few as possible; none where all of them
    fit (Hall's theorem: rooms can be filled exactly where no cards are crowded)."""
    if can_fill(lies.sizes, masks):
        return 0
    one_by_one = tuple(1 << card for card in numbers(lies.unseen))
    for size in range(1, MOST_CARDS + 1):
        for some in combinations(one_by_one, size):
            if _room_for(lies, masks, sum(some)) < size:
                return sum(some)
    # Take away whatever the rest is still crowded without.
    crowded = next(
        c for c in _left_by_some(masks, lies.unseen) if _room_for(lies, masks, c) < c.bit_count()
    )
    for card in one_by_one:
        fewer = crowded & ~card
        if _room_for(lies, masks, fewer) < fewer.bit_count():
            crowded = fewer
    return crowded


def _left_by_some(masks: Sequence[Mask], unseen: Mask) -> Iterator[Mask]:
    """For each choice of rooms, the cards that none of them takes."""
    kinds = sorted(set(masks))
    for size in range(1, len(kinds) + 1):
        for some in combinations(kinds, size):
            cards = unseen
            for taken in some:
                cards &= ~taken
            yield cards


def _room_for(lies: Lies, masks: Sequence[Mask], cards: Mask) -> int:
    """How many of the cards the rooms that take any can hold."""
    return sum(size for size, mask in zip(lies.sizes, masks, strict=True) if mask & cards)


def _bars(lies: Lies, masks: Sequence[Mask], cards: Mask) -> Iterator[Bar]:
    """Which plays keep `cards` out of the rooms that take none of them."""
    pack = lies.law.rules.cards
    for seat, trick, card, held in lies.answers:
        if pack.mask((card,)) & cards:
            yield Bar(seat, (card,), trick, None, "held" if held else "lacked")
    for seat in lies.law.rules.table.seats:
        rooms = zip(lies.rooms, masks, strict=True)
        ends = [room.until for room, mask in rooms if room.seat == seat and not mask & cards]
        barred = cards & lies.cards[seat] if ends else 0
        for place, turn in enumerate(lies.turns):
            if turn.seat != seat or turn.card is None or place >= max(ends, default=0):
                continue
            kept_out = certainly_denied(lies, place) & barred
            if kept_out:
                barred &= ~kept_out
                duty = _duty(lies, place, kept_out)
                yield Bar(seat, pack.cards_in(kept_out), turn.trick, pack.cards[turn.card], duty)


def _duty(lies: Lies, place: int, instead: Mask) -> Duty:
    """What would have bound the seat to play one of the cards `instead` of the one it played."""
    turn, stand = lies.turns[place], next(lies.ways_before(place)).stand
    duty = on_ladder(lies.ladder(stand, turn.seat), instead)[0]
    if duty == "head" and not stand.led >> (turn.card or 0) & 1:
        return "follow"  # what shows on the table is the other suit
    return duty
