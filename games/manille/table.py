"""Who sits where and who plays with whom.

A seat is a letter: `N E S W` go clockwise round the table (`N E S` for three, `N E` for two),
whatever the direction of play. A side is a string of the seats that keep one score together: `NS`,
or `N` where each plays alone. A camp is a string of the seats that pool their tricks in one deal:
the sides themselves, except where the dealer plays alone against the rest.
"""

from dataclasses import dataclass
from functools import cache, cached_property
from typing import TypeAlias

Seat: TypeAlias = str
Side: TypeAlias = str
Camp: TypeAlias = str

SEATS = {4: "NESW", 3: "NES", 2: "NE"}


@dataclass(frozen=True)
class Table:
    """`size` seats (2, 3 or 4); `pairs`: those opposite keep one score (four seats only);
    `dealer_alone`: in each deal the dealer plays against all the others."""

    size: int = 4
    clockwise: bool = True
    pairs: bool = True
    dealer_alone: bool = False

    @cached_property
    def seats(self) -> str:
        """The seats clockwise from north."""
        return SEATS[self.size]

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """The sides, in the order in which sheets and records name them."""
        if self.pairs:
            half = self.size // 2
            return tuple(self.seats[i] + self.seats[i + half] for i in range(half))
        return tuple(self.seats)

    @cached_property
    def _turns(self) -> str:
        """The seats from north in the direction of play."""
        return self.seats if self.clockwise else self.seats[0] + self.seats[:0:-1]

    def after(self, seat: Seat, steps: int = 1) -> Seat:
        """The seat whose turn comes `steps` after `seat`, in the direction of play."""
        turns = self._turns
        return turns[(turns.index(seat) + steps) % self.size]

    def order(self, first: Seat) -> str:
        """All the seats in the direction of play, beginning with `first`."""
        start = self._turns.index(first)
        return self._turns[start:] + self._turns[:start]

    def side_of(self, seat: Seat) -> Side:
        """The side that `seat` belongs to."""
        return self._side_of[seat]

    @cached_property
    def _side_of(self) -> dict[Seat, Side]:
        return {seat: side for side in self.sides for seat in side}

    def camps(self, dealer: Seat) -> tuple[Camp, ...]:
        """The camps of a deal given by `dealer`, in the order in which records name them."""
        if self.dealer_alone:
            return dealer, self.seats.replace(dealer, "")
        return self.sides

    def camp_of(self, seat: Seat, dealer: Seat) -> Camp:
        """The camp that `seat` plays in, in a deal given by `dealer`."""
        return self._camps[dealer, seat]

    @cached_property
    def _camps(self) -> dict[tuple[Seat, Seat], Camp]:
        """Dealer and seat -> the camp of the seat."""
        return {
            (dealer, seat): camp
            for dealer in self.seats
            for camp in self.camps(dealer)
            for seat in camp
        }

    def partners(self, one: Seat, other: Seat, dealer: Seat) -> bool:
        """Whether two seats play in the same camp, in a deal given by `dealer`."""
        return self.camp_of(one, dealer) == self.camp_of(other, dealer)


@cache
def table_of(size: int, clockwise: bool, pairs: bool, dealer_alone: bool) -> Table:
    """The table of that shape, made once."""
    return Table(size, clockwise, pairs, dealer_alone)
