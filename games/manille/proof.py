"""Proof: whether all the plays of a deal together can have been legal, and if not, why.

A legal play says "I held none of the cards that I had to play before this one" (`play.py`): from
then on the seat's rooms are closed to those cards. Each play may be in order by itself and yet no
lie satisfy all of them: then somebody revoked, though no single card shows who. Where a trick lacks
cards, what a play said hangs on what they were, and the ways are gone through one by one.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple, TypeAlias

from .cards import Card, Mask, numbers
from .lies import Lies, Stand, can_fill
from .play import Duty, on_ladder
from .table import Seat


class Bar(NamedTuple):
    """Why `seat` cannot hold `cards`: in trick `trick` it played `card`, where `duty` would have
    bound it to play one of them instead."""

    seat: Seat
    cards: tuple[Card, ...]
    trick: int
    card: Card
    duty: Duty


@dataclass(frozen=True)
class Argument:
    """Why no lie makes every play legal.

    `cards`, which nobody saw, must all lie somewhere, but there is room for only `room` of them:
    `seats` tells how many each seat can still have (seats that can have none are left out, `""` are
    the cards left over at the deal), `bars` why the others cannot. Where missing cards had to be
    gone through, `tricks` are those they are missing from, and cards and bars are empty.
    """

    cards: tuple[Card, ...] = ()
    room: int = 0
    seats: Mapping[Seat, int] = field(default_factory=dict)
    bars: tuple[Bar, ...] = ()
    tricks: tuple[int, ...] = ()


class Question(NamedTuple):
    """A question whose answer helps to decide a play: whether `seat` held any of `cards` when it
    played to trick `trick`, or (no cards) which card it played to that."""

    seat: Seat
    trick: int
    cards: tuple[Card, ...] = ()


_Masks: TypeAlias = tuple[Mask, ...]
"""What each room still takes, in the order of `Lies.rooms`."""


def explained(lies: Lies, excused: Seat | None = None) -> bool:
    """Whether some lie makes every play legal, those of `excused` left aside."""
    masks = _closed(lies, excused)
    if masks is None or not can_fill(lies.sizes, masks):
        return False
    outcomes = []
    for places in _unsettled(lies):
        found = _outcomes(lies, places, masks, excused)
        if not found:
            return False
        outcomes.append(found)
    return _agree(lies, masks, sorted(outcomes, key=len))


def suspects(lies: Lies) -> tuple[Seat, ...]:
    """The seats such that some lie makes every play legal but for theirs; to be asked where no lie
    makes all of them legal."""
    return tuple(seat for seat in lies.law.rules.table.seats if explained(lies, seat))


# What every play says for certain


def _certainly_denied(lies: Lies, place: int) -> Mask:
    """The cards that the play at `place` says its seat does not hold, however its trick stood."""
    before = lies.before(place)
    said = -1
    for way in lies.ways(before) if before else ():
        said &= lies.denied(way, place)
    return said if said != -1 else 0


def _closed(lies: Lies, excused: Seat | None) -> _Masks | None:
    """The rooms, closed to what the known cards say for certain; None where a card that came out
    later gives one of them the lie."""
    masks = tuple(room.cards for room in lies.rooms)
    for place, turn in enumerate(lies.turns):
        if turn.card is None or turn.seat == excused:
            continue
        said = _certainly_denied(lies, place)
        if said & lies.shown_after[place]:
            return None
        masks = _close(lies, masks, place, said)
    return masks


def _close(lies: Lies, masks: _Masks, place: int, cards: Mask) -> _Masks:
    """The rooms of the seat whose turn is at `place` closed to `cards` from then on."""
    if not cards:
        return masks
    seat = lies.turns[place].seat
    return tuple(
        mask & ~cards if room.seat == seat and room.until > place else mask
        for room, mask in zip(lies.rooms, masks, strict=True)
    )


# What hangs on missing cards


def _unsettled(lies: Lies) -> Iterator[range]:
    """The places of the turns of each trick from which cards are missing.

    Once no known card follows, nothing is left to go through: whatever hands the seats hold then,
    they can play legally from them.
    """
    known = [place for place, turn in enumerate(lies.turns) if turn.card is not None]
    last = known[-1] + 1 if known else 0
    first = 0
    while first < last:
        stop = first + 1
        while stop < last and lies.turns[stop].trick == lies.turns[first].trick:
            stop += 1
        if lies.is_open(range(first, stop)):
            yield range(first, stop)
        first = stop


def _outcomes(lies: Lies, places: range, masks: _Masks, excused: Seat | None) -> list[_Masks]:
    """What a trick in which every play was legal leaves of the rooms, for all that its missing
    cards may have been. Outcomes that differ in one room only are one; what leaves less than
    another in every room tells nothing new."""
    found = dict.fromkeys(_through(lies, places, masks, None, excused))
    merged = list(found)
    for room in range(len(masks)):
        if lies.rooms[room].until not in places:
            continue
        alike: dict[_Masks, Mask] = {}
        for one in merged:
            rest = (*one[:room], 0, *one[room + 1 :])
            alike[rest] = alike.get(rest, 0) | one[room]
        merged = [(*rest[:room], mask, *rest[room + 1 :]) for rest, mask in alike.items()]
    merged = [one for one in dict.fromkeys(merged) if can_fill(lies.sizes, one)]
    return [
        one
        for one in merged
        if not any(one is not other and _within(one, other) for other in merged)
    ]


def _within(one: _Masks, other: _Masks) -> bool:
    """Whether `one` leaves no room more than `other`."""
    return all(not mask & ~more for mask, more in zip(one, other, strict=True))


def _through(
    lies: Lies, places: range, masks: _Masks, stand: Stand | None, excused: Seat | None
) -> Iterator[_Masks]:
    """Go through the turns at `places`, played to a trick that stands so (None: the first leads):
    what they leave of the rooms if all of them were legal."""
    if not places:
        yield masks
        return
    place = places[0]
    turn = lies.turns[place]
    ladder = lies.law.free_lead if stand is None else lies.ladder(stand, turn.seat)
    if turn.seat == excused:
        ladder = ladder[-1:]
    at = lies.room_at.get(place)
    may_be = masks[at] if at is not None else 1 << (turn.card or 0)
    denied = 0
    for _, rung in ladder:
        here = may_be & rung & ~denied
        if here and not denied & lies.shown_after[place]:
            left = _close(lies, masks, place, denied)
            wins = here if stand is None else here & lies.law.beaten_by[stand.best]
            if len(places) == 1:
                wins = 0  # nobody follows who might have to beat it
            for cards in (here & ~wins, *(1 << card for card in numbers(wins))):
                if cards:
                    then = lies.stand_after(stand, turn.seat, cards) if cards & wins else stand
                    some = left if at is None else (*left[:at], cards, *left[at + 1 :])
                    if all(some):
                        yield from _through(lies, places[1:], some, then, excused)
        denied |= rung


def _agree(lies: Lies, masks: _Masks, outcomes: Sequence[list[_Masks]]) -> bool:
    """Whether one outcome of each trick can be had together with the others."""
    if not outcomes:
        return True
    for outcome in outcomes[0]:
        both = tuple(mask & other for mask, other in zip(masks, outcome, strict=True))
        if can_fill(lies.sizes, both) and _agree(lies, both, outcomes[1:]):
            return True
    return False


# The argument

MOST_CARDS = 3
"""Of how many cards an argument speaks where one as short can be found."""


def argument(lies: Lies) -> Argument:
    """Why no lie makes every play legal, to be asked where that is so and no play is illegal."""
    masks = _closed(lies, None) or lies.masks
    cards = _crowded(lies, masks)
    if not cards:
        turns = lies.turns
        return Argument(tricks=tuple(sorted({t.trick for t in turns if t.card is None})))
    pack = lies.law.rules.cards
    seats: dict[Seat, int] = {}
    for room, mask in zip(lies.rooms, masks, strict=True):
        if mask & cards:
            seats[room.seat] = seats.get(room.seat, 0) + room.size
    return Argument(
        cards=pack.cards_in(cards),
        room=sum(seats.values()),
        seats=seats,
        bars=tuple(_bars(lies, masks, cards)),
    )


def _crowded(lies: Lies, masks: _Masks) -> Mask:
    """Unseen cards for which there is too little room, as few as possible; none where all of them
    fit (Hall's theorem: rooms can be filled exactly where no cards are crowded)."""
    one_by_one = tuple(1 << card for card in numbers(lies.unseen))
    for size in range(1, MOST_CARDS + 1):
        for some in combinations(one_by_one, size):
            if _room_for(lies, masks, sum(some)) < size:
                return sum(some)
    if can_fill(lies.sizes, masks):
        return 0
    # Take away whatever the rest is still crowded without.
    crowded = next(
        c for c in _left_by_some(masks, lies.unseen) if _room_for(lies, masks, c) < c.bit_count()
    )
    for card in one_by_one:
        fewer = crowded & ~card
        if _room_for(lies, masks, fewer) < fewer.bit_count():
            crowded = fewer
    return crowded


def _left_by_some(masks: _Masks, unseen: Mask) -> Iterator[Mask]:
    """For each choice of rooms, the cards that none of them takes."""
    kinds = sorted(set(masks))
    for size in range(1, len(kinds) + 1):
        for some in combinations(kinds, size):
            cards = unseen
            for taken in some:
                cards &= ~taken
            yield cards


def _room_for(lies: Lies, masks: _Masks, cards: Mask) -> int:
    """How many of the cards the rooms that take any can hold."""
    return sum(size for size, mask in zip(lies.sizes, masks, strict=True) if mask & cards)


def _bars(lies: Lies, masks: _Masks, cards: Mask) -> Iterator[Bar]:
    """Which plays keep `cards` out of the rooms that take none of them."""
    pack = lies.law.rules.cards
    for seat in lies.law.rules.table.seats:
        rooms = zip(lies.rooms, masks, strict=True)
        ends = [room.until for room, mask in rooms if room.seat == seat and not mask & cards]
        barred = cards & lies.cards[seat] if ends else 0
        for place, turn in enumerate(lies.turns):
            if turn.seat != seat or turn.card is None or place >= max(ends, default=0):
                continue
            kept_out = _certainly_denied(lies, place) & barred
            if kept_out:
                barred &= ~kept_out
                way = next(lies.ways(lies.before(place)))
                duty = on_ladder(lies.ladder(way.stand, seat), kept_out)[0]
                yield Bar(seat, pack.cards_in(kept_out), turn.trick, pack.cards[turn.card], duty)


# What would settle it


def questions(lies: Lies, place: int) -> tuple[Question, ...]:
    """The fewest questions whose answers decide whether the play at `place`, undecided so far, was
    legal: whether its seat held a card, or which cards are missing from its trick, or both."""
    turn, before = lies.turns[place], lies.before(place)
    ways = [way for way in lies.ways(before) if lies.possible(way)]
    holdable = _holdable(lies, place)
    barred = {lies.denied(way, place) & (holdable | lies.shown_after[place]) for way in ways}
    together = 0
    for cards in barred:
        together |= cards
    held = Question(turn.seat, turn.trick, lies.law.rules.cards.cards_in(together & lies.unseen))
    if len(barred) == 1:
        return (held,)
    missing = [p for p in before if lies.turns[p].card is None]
    for one in missing:
        if all(
            _decided(lies, place, one, card) for card in numbers(lies.cards[lies.turns[one].seat])
        ):
            return (Question(lies.turns[one].seat, turn.trick),)
    which = tuple(Question(lies.turns[p].seat, turn.trick) for p in missing)
    open_still = any(
        lies.can_be_legal(place, way) and lies.can_be_illegal(place, way) for way in ways
    )
    return (*which, held) if open_still else which


def _holdable(lies: Lies, place: int) -> Mask:
    """The unseen cards that the seat may have held after the turn at `place`."""
    seat = lies.turns[place].seat
    later = any(room.seat == seat and room.until > place for room in lies.rooms)
    return lies.cards[seat] if later else 0


def _decided(lies: Lies, place: int, missing: int, card: int) -> bool:
    """Whether the play at `place` is decided once a missing card is known to be `card`."""
    turns = list(lies.turns)
    turns[missing] = turns[missing]._replace(card=card)
    known = Lies(lies.law, lies.dealer, turns, lies.dealt)
    return not can_fill(known.sizes, known.masks) or known.verdict(place) != "undecided"
