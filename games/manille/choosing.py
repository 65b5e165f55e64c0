"""Choosing: whether one outcome of each trick from which cards are missing leave a lie together.

Of such a trick this or that may have been (`outcomes.py`): each closes the rooms further, and so
leaves the other tricks fewer outcomes. One is chosen for a trick only if the lie that fills the
rooms so far is none that an outcome of it leaves, and first for the one that has the fewest left.
Once all outcomes of all tricks are known, this proves that there is a lie which makes every play
legal, or that there is none.
"""

from collections.abc import Callable, Hashable, Sequence
from random import Random

from .lies import Lies, Rooms
from .outcomes import Outcomes, together


class _Astray(Exception):
    """It takes so long that it is better to begin anew."""


def _itself(rooms: Rooms) -> Hashable:
    return rooms


class Choosing:
    """The tricks for each of which an outcome is to be chosen."""

    def __init__(
        self,
        lies: Lies,
        tricks: Sequence[Outcomes],
        alike: Callable[[Rooms], Hashable] = _itself,
    ) -> None:
        """`alike` is the same for rooms that are the same but for cards that can change places."""
        self.lies, self.tricks, self.alike = lies, tricks, alike
        self.dead: set[Hashable] = set()
        """What rooms are alike where no choice will do."""
        self.left: int | None = None
        """How many choices may be looked at until it is begun anew; None: any number."""
        self.order: Random | None = None
        """What puts outcomes in another order, once it was begun anew."""

    def succeeds(self, rooms: Rooms, lie: Rooms, most: int | None = None) -> bool | None:
        """Whether a choice leaves a lie that fills the rooms, as `lie` does; None: more than `most`
        choices would have to be looked at. Asked again, it is begun anew in another order, as a
        wrong choice early on can cost hundreds of times what another takes; what was found to lead
        nowhere stays found."""
        self.left = most
        try:
            return self._succeeds(self.tricks, rooms, lie)
        except _Astray:
            self.order = self.order or Random(0)
            return None

    def _succeeds(self, tricks: Sequence[Outcomes], rooms: Rooms, lie: Rooms) -> bool:
        """The same for those tricks for which none is chosen yet. Raises _Astray."""
        if self.left is not None:
            if not self.left:
                raise _Astray
            self.left -= 1
        tricks, rooms = together(tricks, rooms)
        if lie & ~rooms:
            filled = self.lies.fill(rooms, lie) if rooms else None
            if filled is None:
                return False
            lie = filled
        unmet = [trick for trick in tricks if not trick.holds(lie)]
        if not unmet:
            return True
        like = self.alike(rooms)
        if like in self.dead:
            return False
        narrowest = min(unmet, key=lambda trick: len(trick.outcomes))
        outcomes = list(narrowest.outcomes)
        if self.order is not None:
            self.order.shuffle(outcomes)
        others = [trick for trick in tricks if trick is not narrowest]
        if any(self._succeeds(others, one, lie) for one in outcomes):
            return True
        self.dead.add(like)
        return False
