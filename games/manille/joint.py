"""Joint proof: whether all the plays of a deal together can have been legal.

A legal play says "I held none of the cards that I had to play before this one" (`play.py`): from
then on the seat's rooms are closed to those cards. Each play may be in order by itself and yet no
lie satisfy all of them: then somebody revoked, though no single card shows who.

What a play said for certain closes rooms at once. Where a trick lacks cards, what its plays said
hangs on what those were. All that can be reduces to a few *outcomes*, each what the trick leaves of
the rooms; then one outcome of each such trick must agree with those of the others.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from .cards import Mask, numbers
from .lies import Lies, Rooms, Stand
from .table import Seat

MOST_TRIED = 3000
"""So many ways to go on are tried before all are gone through; a fraction of a second."""


class _Trick(NamedTuple):
    """A trick from which cards are missing: its `outcomes`, each what it may leave of all rooms,
    and the `rooms` of its missing cards."""

    outcomes: list[Rooms]
    rooms: list[int]


def explained(lies: Lies, excused: Seat | None = None) -> bool:
    """Whether some lie makes every play legal, those of `excused` left aside."""
    rooms = closed(lies, excused)
    if rooms is None or lies.fill(rooms) is None:
        return False
    found = _at_once(lies, rooms, excused)
    if found is not None:
        return found
    tricks = [
        _Trick(_outcomes(lies, places, rooms, excused), lies.missing(places))
        for places in _unsettled(lies)
    ]
    return _agree(lies, rooms, tricks)


def suspects(lies: Lies) -> tuple[Seat, ...]:
    """The seats such that some lie makes every play legal but for theirs; to be asked where no lie
    makes all of them legal."""
    return tuple(seat for seat in lies.law.rules.table.seats if explained(lies, seat))


# What every play says for certain


def certainly_denied(lies: Lies, place: int) -> Mask:
    """The cards that the play at `place` says its seat does not hold, however its trick stood."""
    said = -1
    for way in lies.ways_before(place):
        said &= lies.denied(way, place)
    return said if said != -1 else 0


def closed(lies: Lies, excused: Seat | None = None) -> Rooms | None:
    """The rooms, closed to what the known cards say for certain, those played by `excused` left
    aside; None where a card that came out later gives one of them the lie."""
    rooms = lies.whole
    for place, turn in enumerate(lies.turns):
        if turn.card is None or turn.seat == excused:
            continue
        said = certainly_denied(lies, place)
        if said & lies.shown_after[place]:
            return None
        rooms &= ~(said * lies.later[place])
    return rooms


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
        if lies.missing(range(first, stop)):
            yield range(first, stop)
        first = stop


def _at_once(lies: Lies, rooms: Rooms, excused: Seat | None) -> bool | None:
    """Whether every play can have been legal, found turn by turn: what leaves no lie is taken back.
    None where that is not known after `MOST_TRIED` ways to go on.

    Most deals have some lie that does, and even with most cards missing it is found like this
    while going through all outcomes would take minutes. Tricks with few missing cards come first:
    they leave the least choice.
    """
    tricks = sorted(_unsettled(lies), key=lambda places: len(lies.missing(places)))
    turns = list(chain.from_iterable(tricks))
    leads, lasts = {places[0] for places in tricks}, {places[-1] for places in tricks}
    tried = 0
    begin: list[tuple[Stand | None, Rooms]] = [(None, rooms)]
    ways = [iter(begin)]  # for each turn taken, what else there was to go on with
    while ways:
        following = next(ways[-1], None)
        if following is None:
            ways.pop()
            continue
        then, some = following
        tried += 1
        if tried > MOST_TRIED:
            return None
        if lies.fill(some) is None:
            continue
        if len(ways) > len(turns):
            return True
        place = turns[len(ways) - 1]
        stand = None if place in leads else then
        ways.append(_played(lies, place, stand, some, excused, place in lasts))
    return False


def _outcomes(lies: Lies, places: range, rooms: Rooms, excused: Seat | None) -> list[Rooms]:
    """What the trick of the turns at `places` leaves of the rooms if all its plays were legal, for
    all that its missing cards may have been."""
    reached: dict[Stand | None, list[Rooms]] = {None: [rooms]}
    for place in places:
        last = place == places[-1]
        after: dict[Stand | None, list[Rooms]] = {}
        for stand, left in reached.items():
            for one in left:
                for then, some in _played(lies, place, stand, one, excused, last):
                    after.setdefault(None if last else then, []).append(some)
        so_far = lies.missing(range(places[0], place + 1))
        reached = {stand: _joined(lies, left, so_far) for stand, left in after.items()}
    return reached.get(None, [])


def _played(
    lies: Lies, place: int, stand: Stand | None, rooms: Rooms, excused: Seat | None, last: bool
) -> Iterator[tuple[Stand | None, Rooms]]:
    """How a trick stands (None: nobody has led yet) and what is left of the rooms after the turn at
    `place`, if the play was legal: for each duty that a missing card may have fulfilled, and for
    each card apart that wins the trick so far, unless it is the `last` to be looked at."""
    turn = lies.turns[place]
    ladder = lies.law.free_lead if stand is None else lies.ladder(stand, turn.seat)
    if turn.seat == excused:
        ladder = ladder[-1:]
    room = lies.room_at.get(place)
    may_be = 1 << (turn.card or 0) if room is None else lies.cards_of(rooms, room)
    denied = 0
    for _, rung in ladder:
        here = may_be & rung & ~denied
        if here and not denied & lies.shown_after[place]:
            left = rooms & ~(denied * lies.later[place])
            wins = here if stand is None else here & lies.law.beaten_by[stand.best]
            if last:
                wins = 0
            for cards in (here & ~wins, *(1 << card for card in numbers(wins))):
                if cards:
                    then = lies.stand_after(stand, turn.seat, cards) if cards & wins else stand
                    yield then, left if room is None else lies.narrowed(left, room, cards)
        denied |= rung


def _joined(lies: Lies, outcomes: Sequence[Rooms], rooms: Sequence[int]) -> list[Rooms]:
    """The same outcomes in fewer: those that differ only in one of `rooms` are one; what can never
    be filled, or leaves nothing that another does not, is left out."""
    joined = set(outcomes)
    for room in rooms:
        alike: dict[Rooms, Rooms] = {}
        for one in joined:
            rest = lies.narrowed(one, room, 0)
            alike[rest] = alike.get(rest, 0) | one
        joined = set(alike.values())
    best: list[Rooms] = []
    for one in sorted(joined, key=int.bit_count, reverse=True):
        if all(one & ~other for other in best) and lies.fill(one) is not None:
            best.append(one)
    return best


def _agree(lies: Lies, rooms: Rooms, tricks: Sequence[_Trick]) -> bool:
    """Whether one outcome of each trick can be had together with those of the others, in what is
    left of the rooms.

    Some lie fills the rooms; while it suits all tricks, nothing is to be gone through. Of those
    that it does not suit, the one with the fewest outcomes left is.
    """
    lie = lies.fill(rooms)
    if lie is None:
        return False
    if all(_suits(lie, trick) for trick in tricks):
        return True
    left = _narrowed(lies, rooms, tricks)
    if left is None:
        return False
    left.sort(key=lambda trick: len(trick.outcomes))
    first = next(trick for trick in left if not _suits(lie, trick))
    others = [trick for trick in left if trick is not first]
    return any(_agree(lies, outcome, others) for outcome in first.outcomes)


def _narrowed(lies: Lies, rooms: Rooms, tricks: Sequence[_Trick]) -> list[_Trick] | None:
    """The tricks with the outcomes that can still be had; None where one has none. What no outcome
    of a trick leaves is closed for all others, so they are narrowed in turn until nothing changes.
    """
    while True:
        left, before = [], rooms
        for trick in tricks:
            outcomes = _joined(lies, [rooms & one for one in trick.outcomes], trick.rooms)
            if not outcomes:
                return None
            left.append(_Trick(outcomes, trick.rooms))
            together = 0
            for one in outcomes:
                together |= one
            rooms &= together
        if rooms == before:
            return left
        tricks = left


def _suits(lie: Rooms, trick: _Trick) -> bool:
    """Whether the lie, which puts one card in each place of the rooms, is one of the trick's."""
    return any(not lie & ~outcome for outcome in trick.outcomes)
