"""Joint proof: whether all the plays of a deal together can have been legal.

A legal play says "I held none of the cards that I had to play before this one" (`play.py`): from
then on the seat's rooms are closed to those cards. Each play may be in order by itself and yet no
lie satisfy all of them: then somebody revoked, though no single card shows who.

What a play said for certain closes rooms at once. Where a trick lacks cards, what its plays said
hangs on what those were. If it lacks few, all that can be reduces to some *outcomes*, each what the
trick leaves of the rooms; what none of them leaves is closed too. What then remains open is gone
through turn by turn (`onwards.py`).
"""

from collections.abc import Iterator, Sequence

from .cards import Mask, numbers
from .lies import Lies, Rooms, Stand
from .backwards import Outcomes, can_be_played, fulfilled, unsettled
from .table import Seat

FEW = 3
"""Up to how many missing cards the outcomes of a trick are worth while: they grow by tens for each,
and close less and less."""


def explained(lies: Lies, excused: Seat | None = None) -> bool:
    """Whether some lie makes every play legal, those of `excused` left aside."""
    rooms = closed(lies, excused)
    if rooms is None or lies.fill(rooms) is None:
        return False
    tricks, rooms = _narrowed(lies, rooms, excused)
    return can_be_played(lies, tricks, rooms, excused)


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


def _narrowed(lies: Lies, rooms: Rooms, excused: Seat | None) -> tuple[list[Outcomes], Rooms]:
    """The outcomes of the tricks that lack few cards, and the rooms closed to what no outcome of a
    trick leaves them: one trick narrows the others until nothing changes. Where a trick has no
    outcome left, nothing is left of the rooms."""
    tricks: list[Outcomes] = []
    for places in unsettled(lies):
        missing = lies.missing(places)
        if len(missing) <= FEW:
            outcomes = _outcomes(lies, places, rooms, excused)
            tricks.append(Outcomes(places[0], missing, outcomes))
            rooms &= tricks[-1].together
    before = None
    while rooms != before:
        before = rooms
        for i, trick in enumerate(tricks):
            left = _joined(lies, [rooms & one for one in trick.outcomes], trick.missing)
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
    room = lies.room_at.get(place)
    may_be = 1 << (turn.card or 0) if room is None else lies.cards_of(rooms, room)
    for here, denied in fulfilled(
        lies, place, stand, may_be, lies.shown_after[place], excused
    ):
        left = rooms & ~(denied * lies.later[place])
        wins = here if stand is None else here & lies.law.beaten_by[stand.best]
        if last:
            wins = 0
        for cards in (here & ~wins, *(1 << card for card in numbers(wins))):
            if cards:
                then = lies.stand_after(stand, turn.seat, cards) if cards & wins else stand
                yield then, left if room is None else lies.narrowed(left, room, cards)


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
