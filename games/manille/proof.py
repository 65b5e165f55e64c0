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
from .lies import Lies, Room, Way, denied, fill
from .play import Duty, Ladder, on_ladder
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


_Rooms: TypeAlias = tuple[Room, ...]


class _Stand(NamedTuple):
    """How a trick stands while it is gone through: the suit led, the card winning and its seat."""

    led: Mask
    best: int
    winner: Seat


def explained(lies: Lies, excused: Seat | None = None) -> bool:
    """Whether some lie makes every play legal, those of `excused` left aside."""
    rooms = _closed(lies, excused)
    if rooms is None or fill(rooms) is None:
        return False
    return _some_way(lies, rooms, _unsettled(lies), None, excused)


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


def _closed(lies: Lies, excused: Seat | None) -> _Rooms | None:
    """The rooms, closed to what the known cards say for certain; None where a card that came out
    later gives one of them the lie."""
    rooms = lies.rooms
    for place, turn in enumerate(lies.turns):
        if turn.card is None or turn.seat == excused:
            continue
        said = _certainly_denied(lies, place)
        if said & lies.shown_after[place]:
            return None
        rooms = _close(rooms, turn.seat, place, said)
    return rooms


def _close(rooms: _Rooms, seat: Seat, place: int, cards: Mask) -> _Rooms:
    """The rooms with those of `seat` after that turn closed to `cards`."""
    if not cards:
        return rooms
    return tuple(
        room._replace(cards=room.cards & ~cards)
        if room.seat == seat and room.until > place
        else room
        for room in rooms
    )


# What hangs on missing cards


def _unsettled(lies: Lies) -> tuple[int, ...]:
    """The places of the turns that hang on missing cards, tricks with the fewest of them first.

    Once no known card follows, nothing is left to go through: whatever hands the seats hold then,
    they can play legally from them.
    """
    known = [place for place, turn in enumerate(lies.turns) if turn.card is not None]
    tricks: dict[int, list[int]] = {}
    for place, turn in enumerate(lies.turns[: known[-1] + 1] if known else ()):
        tricks.setdefault(turn.trick, []).append(place)
    missing = {
        trick: sum(lies.turns[place].card is None for place in places)
        for trick, places in tricks.items()
    }
    order = sorted((trick for trick in tricks if missing[trick]), key=lambda t: (missing[t], t))
    return tuple(place for trick in order for place in tricks[trick])


def _some_way(
    lies: Lies, rooms: _Rooms, places: Sequence[int], stand: _Stand | None, excused: Seat | None
) -> bool:
    """Whether the turns at `places` can all have been legal, the first of them being played to a
    trick that stands so (None: it is the lead)."""
    if not places:
        return True
    place, rest = places[0], places[1:]
    turn = lies.turns[place]
    more = bool(rest) and lies.turns[rest[0]].trick == turn.trick
    if turn.card is None:
        options = _options(lies, rooms, place, stand, excused, more)
    else:
        options = iter(((1 << turn.card, *_said(lies, place, stand, turn.card, excused)),))
    for cards, said, beats in options:
        if said & lies.shown_after[place]:
            continue
        left = _close(rooms, turn.seat, place, said)
        if turn.card is None:
            left = tuple(
                room._replace(cards=room.cards & cards)
                if room.until == place and room.seat
                else room
                for room in left
            )
        if left != rooms and fill(left) is None:
            continue
        after = _after(lies, stand, turn.seat, cards) if beats else stand
        if _some_way(lies, left, rest, after if more else None, excused):
            return True
    return False


def _after(lies: Lies, stand: _Stand | None, seat: Seat, cards: Mask) -> _Stand:
    """How a trick stands once `seat` has led, or beaten it, with the one card in `cards`."""
    card = cards.bit_length() - 1
    led = stand.led if stand else lies.law.rules.cards.suit_of[card]
    return _Stand(led, card, seat)


def _ladder(lies: Lies, stand: _Stand | None, seat: Seat) -> Ladder:
    if stand is None:
        return lies.law.free_lead
    return lies.ladder(Way(*stand, {}), seat)


def _said(
    lies: Lies, place: int, stand: _Stand | None, card: int, excused: Seat | None
) -> tuple[Mask, bool]:
    """What the seat says by playing `card`, and whether that wins the trick so far."""
    seat = lies.turns[place].seat
    said = 0 if seat == excused else denied(_ladder(lies, stand, seat), card)
    return said, stand is None or lies.law.beats(card, stand.best)


def _options(
    lies: Lies,
    rooms: _Rooms,
    place: int,
    stand: _Stand | None,
    excused: Seat | None,
    more: bool,
) -> Iterator[tuple[Mask, Mask, bool]]:
    """What a missing card may have been: (cards, what playing one of them says, whether it wins the
    trick so far). Cards alike in both go together, but a card that wins goes alone where more
    follow, who may have to beat it."""
    seat = lies.turns[place].seat
    may_be = next(room.cards for room in rooms if room.until == place and room.seat)
    ladder = _ladder(lies, stand, seat)
    said = 0
    for _, rung in ladder if seat != excused else ladder[-1:]:
        here = may_be & rung & ~said
        wins = here if stand is None else here & lies.law.beaten_by[stand.best]
        if not more:
            wins = 0
        if here & ~wins:
            yield here & ~wins, said, False
        for card in numbers(wins):
            yield 1 << card, said, True
        said |= rung


# The argument

MOST_CARDS = 3
"""Of how many cards an argument speaks where one as short can be found."""


def argument(lies: Lies) -> Argument:
    """Why no lie makes every play legal, to be asked where that is so and no play is illegal."""
    rooms = _closed(lies, None) or lies.rooms
    cards = _crowded(lies, rooms)
    if not cards:
        turns = lies.turns
        return Argument(tricks=tuple(sorted({t.trick for t in turns if t.card is None})))
    pack = lies.law.rules.cards
    seats: dict[Seat, int] = {}
    for room in rooms:
        if room.cards & cards:
            seats[room.seat] = seats.get(room.seat, 0) + room.size
    return Argument(
        cards=pack.cards_in(cards),
        room=sum(seats.values()),
        seats=seats,
        bars=tuple(_bars(lies, rooms, cards)),
    )


def _crowded(lies: Lies, rooms: _Rooms) -> Mask:
    """Unseen cards for which there is too little room, as few as possible; none where all of them
    fit (Hall's theorem: rooms can be filled exactly where no cards are crowded)."""
    one_by_one = tuple(1 << card for card in numbers(lies.unseen))
    for size in range(1, MOST_CARDS + 1):
        for some in combinations(one_by_one, size):
            if _room_for(rooms, sum(some)) < size:
                return sum(some)
    if fill(rooms) is not None:
        return 0
    # Take away whatever the rest is still crowded without.
    crowded = next(
        c for c in _closed_sets(rooms, lies.unseen) if _room_for(rooms, c) < c.bit_count()
    )
    for card in one_by_one:
        fewer = crowded & ~card
        if _room_for(rooms, fewer) < fewer.bit_count():
            crowded = fewer
    return crowded


def _closed_sets(rooms: _Rooms, unseen: Mask) -> Iterator[Mask]:
    """For each choice of rooms, the cards that none of them takes."""
    kinds = sorted({room.cards for room in rooms})
    for size in range(1, len(kinds) + 1):
        for some in combinations(kinds, size):
            cards = unseen
            for taken in some:
                cards &= ~taken
            yield cards


def _room_for(rooms: _Rooms, cards: Mask) -> int:
    """How many of the cards the rooms that take any can hold."""
    return sum(room.size for room in rooms if room.cards & cards)


def _bars(lies: Lies, rooms: _Rooms, cards: Mask) -> Iterator[Bar]:
    """Which plays keep `cards` out of the rooms that take none of them."""
    pack = lies.law.rules.cards
    for seat in lies.law.rules.table.seats:
        ends = [room.until for room in rooms if room.seat == seat and not room.cards & cards]
        barred = cards & lies.cards[seat] if ends else 0
        for place, turn in enumerate(lies.turns):
            if turn.seat != seat or turn.card is None or place >= max(ends, default=0):
                continue
            kept_out = _certainly_denied(lies, place) & barred
            if kept_out:
                barred &= ~kept_out
                way = next(lies.ways(lies.before(place)))
                duty = on_ladder(lies.ladder(way, seat), kept_out)[0]
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
    return fill(known.rooms) is None or known.verdict(place) != "undecided"
