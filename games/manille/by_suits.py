"""By suits: whether a deal could have been played by the rules if ranks counted for nothing.

A play then denies only whole suits, those that it denies whichever cards of their suits were
played, and the winner of a trick so far is each seat that may have won it. So more can have been
than truly can; but each trick has few outcomes then, however many cards it lacks, and it is soon
found whether one of each go together (`choosing.py`): what is ruled out so is ruled out.
"""

from collections.abc import Iterator

from .cards import Mask, numbers
from .choosing import Choosing
from .lies import Lies, Rooms
from .outcomes import Outcomes, joined, unsettled
from .stands import Stand
from .table import Seat


class BySuits:
    """The outcomes of the tricks from which cards are missing, where ranks count for nothing."""

    def __init__(self, lies: Lies, excused: Seat | None) -> None:
        """The plays of `excused` are left aside."""
        self.lies, self.excused = lies, excused
        self.law, self.pack = lies.law, lies.law.rules.cards
        self.every_room = sum(1 << room * self.pack.size for room in range(len(lies.rooms)))
        """A bit for each room."""
        self.unseen = [list(numbers(lies.unseen & suit)) for suit in self.pack.suits.values()]
        """The unseen cards of each suit."""
        self.denials: dict[tuple[object, ...], list[tuple[Mask, Mask]]] = {}
        """What is denied with a trick that stands so, once that was asked."""
        rooms_of = [(places, lies.missing_rooms(places)) for places in unsettled(lies)]
        self.tricks = [
            Outcomes(rooms, joined(lies, set(self.outcomes_of(places)), rooms))
            for places, rooms in rooms_of
        ]

    def can_be(self, rooms: Rooms, lie: Rooms) -> bool:
        """Whether some lie that fills the rooms, as `lie` does, will do for all the tricks."""
        return bool(Choosing(self.lies, self.tricks, self.alike).succeeds(rooms, lie))

    def alike(self, rooms: Rooms) -> tuple[tuple[Rooms, ...], ...]:
        """In each suit the rooms that take each card: which card it is makes no difference."""
        every_room = self.every_room
        return tuple(
            tuple(sorted([rooms >> card & every_room for card in cards])) for cards in self.unseen
        )

    def outcomes_of(
        self, places: range, stand: Stand | None = None, rooms: Rooms = -1
    ) -> Iterator[Rooms]:
        """What the turns at `places` may leave of the rooms."""
        if not places:
            yield rooms
            return
        lies, place = self.lies, places[0]
        turn, room = lies.turns[place], lies.room_at.get(place)
        may_be = 1 << (turn.card or 0) if room is None else lies.masks[room]
        for cards, denied in self.fulfilled(place, stand, may_be):
            for suit in self.pack.suits.values():
                if cards & suit:
                    left = rooms & ~(denied * lies.later[place])
                    if room is not None:
                        left = lies.narrowed(left, room, suit)
                    then = self.stand_after(stand, turn.seat, next(numbers(cards & suit)))
                    yield from self.outcomes_of(places[1:], then, left)

    def fulfilled(
        self, place: int, stand: Stand | None, cards: Mask
    ) -> Iterator[tuple[Mask, Mask]]:
        """Those of `cards` of each suit that may be played in the turn at `place`, and what the
        seat thereby denies to hold."""
        seat, table = self.lies.turns[place].seat, self.law.rules.table
        if stand is None or seat == self.excused:
            yield cards, 0
            return
        partners = {table.partners(seat, winner, self.lies.dealer) for winner in stand.winner}
        key = stand.led, stand.best, *sorted(partners)
        if key not in self.denials:
            self.denials[key] = list(self.denied(stand, partners))
        for suit, denied in self.denials[key]:
            if cards & suit and not denied & self.lies.shown_after[place]:
                yield cards & suit, denied

    def denied(self, stand: Stand, partners: set[bool]) -> Iterator[tuple[Mask, Mask]]:
        """For each suit, the suits that a card of it denies, however the trick stands exactly."""
        suits = [suit for suit in self.pack.suits.values() if suit]
        led, winning = next(numbers(stand.led)), self.pack.suit_of[stand.best]
        ladders = [self.law.ladders[led][best][by] for best in numbers(winning) for by in partners]
        for suit in suits:
            said = self.pack.whole
            for ladder in ladders:
                for card in numbers(suit):
                    denied = 0
                    for _, rung in ladder:
                        if rung >> card & 1:
                            break
                        denied |= rung
                    said &= denied
            yield suit, sum(some for some in suits if not some & ~said)

    def stand_after(self, stand: Stand | None, seat: Seat, card: int) -> Stand:
        """How the trick stands once `seat` has played that card; its winner is each seat that may
        have won it so far."""
        suit, first = self.pack.suit_of[card], self.pack.first_of_suit[card]
        if stand is None:
            return Stand(suit, first, seat)
        if suit >> stand.best & 1:
            return stand._replace(winner=stand.winner + seat)
        return stand._replace(best=first, winner=seat) if suit == self.law.trumps else stand
