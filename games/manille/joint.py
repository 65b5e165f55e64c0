"""Joint proof: whether all the plays of a deal together can have been legal.

A legal play says "I held none of the cards that I had to play before this one" (`play.py`): from
then on the seat's rooms are closed to those cards. Each play may be in order by itself and yet no
lie satisfy all of them: then somebody revoked, though no single card shows who.

What a play said for certain closes rooms at once. Where a trick lacks cards, what its plays said
hangs on what those were: what none of its outcomes leaves is closed too (`outcomes.py`), at first
of the tricks that lack few. What then remains open is asked in three ways, what is quick first.
Cards of some lie change places until it makes every play legal (`mending.py`): where there is such
a lie, that comes to it soon as a rule, but it never proves that there is none. That is mostly shown
by the suits alone (`by_suits.py`). Where it is not, one outcome is chosen for each trick until they
leave a lie together (`choosing.py`), in turns with mending.
"""

from .by_suits import BySuits
from .cards import Mask
from .choosing import Choosing
from .lies import Lies, Rooms
from .mending import Mending
from .outcomes import FEW, narrowed, unsettled
from .table import Seat

TURNS = 3
"""How often mending is tried in a row."""

CHOICES = 200
"""How many choices are looked at before mending is tried again, the first time; then twice as many
more each time."""


def explained(lies: Lies, excused: Seat | None = None) -> bool:
    """Whether some lie makes every play legal, those of `excused` left aside."""
    rooms, lack_cards = closed(lies, excused), unsettled(lies)
    if rooms is None or lies.fill(rooms) is None:
        return False
    _, rooms = narrowed(lies, rooms, excused, lack_cards, FEW)
    lie = lies.fill(rooms)
    if lie is None:
        return False
    mending = Mending(lies, rooms, lie, excused)
    if mending.succeeds():
        return True
    if not BySuits(lies, excused).can_be(rooms, lie):
        return False
    if any(mending.succeeds() for _ in range(TURNS)):
        return True
    tricks, rooms = narrowed(lies, rooms, excused, lack_cards, lies.law.rules.seats)
    lie = lies.fill(rooms, lie)
    if lie is None:
        return False
    choosing, most = Choosing(lies, tricks), CHOICES
    while (found := choosing.succeeds(rooms, lie, most)) is None:
        if any(mending.succeeds() for _ in range(TURNS)):
            return True
        most *= 2
    return found


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
