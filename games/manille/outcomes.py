"""What a trick from which cards are missing may leave of the rooms, if its plays were legal.

What its plays said hangs on what the missing cards were. All that can be reduces to *outcomes*:
dozens if it lacks few cards, hundreds if it lacks all. What none of them leaves is closed.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from .cards import Mask, numbers
from .lies import Lies, Rooms
from .stands import Stand
from .table import Seat

FEW = 3
"""Up to how many missing cards the outcomes of a trick are looked at first: they grow by tens for
each, and close less and less."""


def unsettled(lies: Lies) -> list[range]:
    """The places of the turns of each trick from which cards are missing.

    Once no known card follows, nothing is left to go through: whatever hands the seats hold then,
    they can play legally from them. Unless it was answered what a hand still held after that.
    """
    known = [place for place, turn in enumerate(lies.turns) if turn.card is not None]
    last = max([place + 1 for place in known[-1:]] + [lies.place_of(a) for a in lies.answers] + [0])
    return lacking(lies, last)


def lacking(lies: Lies, last: int) -> list[range]:
    """The places, those from `last` on left out, of the turns of each trick that lacks cards."""
    tricks, first = [], 0
    while first < last:
        stop = first + 1
        while stop < last and lies.turns[stop].trick == lies.turns[first].trick:
            stop += 1
        if lies.missing(range(first, stop)):
            tricks.append(range(first, stop))
        first = stop
    return tricks


def fulfilled(
    lies: Lies, place: int, stand: Stand | None, cards: Mask, held: Mask, excused: Seat | None
) -> Iterator[tuple[Mask, Mask]]:
    """For each duty that one of `cards` may have fulfilled in the turn at `place`, with the trick
    standing so (None: nobody has led): those cards, and what the seat thereby denied to hold after
    it, which is none of what it `held`. To `excused` nothing is a duty."""
    turn = lies.turns[place]
    ladder = lies.law.free_lead if stand is None else lies.ladder(stand, turn.seat)
    denied = 0
    for _, rung in ladder[-1:] if turn.seat == excused else ladder:
        if denied & held:
            return
        if here := cards & rung & ~denied:
            yield here, denied
        denied |= rung


class Outcomes(NamedTuple):
    """What a trick from which cards are missing may leave of all rooms, if its plays were legal:
    one of the `outcomes`. `missing` are the rooms of its missing cards, each as all that there can
    be in it."""

    missing: Sequence[Rooms]
    outcomes: Sequence[Rooms]

    @property
    def together(self) -> Rooms:
        """What one outcome or another leaves."""
        rooms = 0
        for one in self.outcomes:
            rooms |= one
        return rooms

    def holds(self, lie: Rooms) -> bool:
        """Whether one of the outcomes leaves that lie."""
        return any(not lie & ~one for one in self.outcomes)


def narrowed(
    lies: Lies, rooms: Rooms, excused: Seat | None, lack_cards: Sequence[range], few: int
) -> tuple[list[Outcomes], Rooms]:
    """The outcomes of those tricks that lack up to so `few` cards, and the rooms closed to what no
    outcome of a trick leaves them: one trick narrows the others until nothing changes. Where a
    trick has no outcome left, nothing is left of the rooms."""
    tricks: list[Outcomes] = []
    for places in lack_cards:
        missing = lies.missing_rooms(places)
        if len(missing) <= few:
            outcomes = _outcomes(lies, places, rooms, excused)
            tricks.append(Outcomes(missing, outcomes))
            rooms &= tricks[-1].together
    before = None
    while rooms != before:
        before = rooms
        for i, trick in enumerate(tricks):
            left = joined(lies, [rooms & one for one in trick.outcomes], trick.missing)
            tricks[i] = trick._replace(outcomes=left)
            rooms &= tricks[i].together
    return tricks, rooms


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
        so_far = lies.missing_rooms(range(places[0], place + 1))
        reached = {stand: joined(lies, left, so_far) for stand, left in after.items()}
    return reached.get(None, [])


def _played(
    lies: Lies, place: int, stand: Stand | None, rooms: Rooms, excused: Seat | None, last: bool
) -> Iterator[tuple[Stand | None, Rooms]]:
    """How a trick stands (None: nobody has led yet) and what is left of the rooms after the turn at
    `place`, if the play was legal: for each duty that a missing card may have fulfilled, and for
    each card apart that wins the trick so far, unless it is the `last` to be looked at."""
    turn = lies.turns[place]
    room = lies.room_at.get(place)
    may_be = 1 << (turn.card or 0) if room is None else lies.cards_of(rooms, room)
    for here, denied in fulfilled(lies, place, stand, may_be, lies.shown_after[place], excused):
        left = rooms & ~(denied * lies.later[place])
        wins = here if stand is None else here & lies.law.beaten_by[stand.best]
        if last:
            wins = 0
        for cards in (here & ~wins, *(1 << card for card in numbers(wins))):
            if cards:
                then = lies.stand_after(stand, turn.seat, cards) if cards & wins else stand
                yield then, left if room is None else lies.narrowed(left, room, cards)


def joined(lies: Lies, outcomes: Iterable[Rooms], rooms: Sequence[Rooms]) -> list[Rooms]:
    """The same outcomes in fewer: those that differ only in one of `rooms` are one; what can never
    be filled, or leaves nothing that another does not, is left out."""
    joined = set(outcomes)
    for room in rooms:
        alike: dict[Rooms, Rooms] = {}
        for one in joined:
            rest = one & ~room
            alike[rest] = alike.get(rest, 0) | one
        joined = set(alike.values())
    best: list[Rooms] = []
    for one in sorted(joined, key=int.bit_count, reverse=True):
        if all(one & ~other for other in best) and lies.fill(one) is not None:
            best.append(one)
    return best


def together(tricks: Sequence[Outcomes], rooms: Rooms) -> tuple[list[Outcomes], Rooms]:
    """The outcomes that leave something of each room of their own trick, and the rooms closed to
    what no outcome of a trick leaves them: one trick narrows the others until nothing changes.
    Where a trick has no outcome left, nothing is left of the rooms."""
    left, before = [trick.outcomes for trick in tricks], None
    while rooms != before:
        before = rooms
        for i, trick in enumerate(tricks):
            some, of_some = list[Rooms](), 0
            for one in left[i]:
                here = rooms & one
                for room in trick.missing:
                    if not here & room:
                        break
                else:
                    some.append(here)
                    of_some |= here
            left[i], rooms = some, of_some
            if not some:
                return [], 0
    return [trick._replace(outcomes=left[i]) for i, trick in enumerate(tricks)], rooms
