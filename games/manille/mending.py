"""Mending: a lie that makes every play legal, come to from another one by exchanging cards.

If a play is illegal as the cards lie, one of those that make it so has to lie elsewhere: the card
played, the card led, the one that was winning, or one that the seat should have played. Of all
exchanges of such a card for another is made what leaves the least illegal. Where none leaves less,
what is illegal weighs more from then on, until something else is given up for it.

Most often this comes to such a lie within a few exchanges, where any search in order can go astray
for long. That there is none it never proves: that is done in the other way (`choosing.py`), and the
two take turns.
"""

from random import Random
from typing import NamedTuple, TypeAlias

from .cards import Mask, numbers
from .lies import Lies, Rooms
from .outcomes import unsettled
from .table import Seat

EXCHANGES = 15
"""How many are tried in a row. Then cards change places by chance, and it begins from there."""

SHUFFLED = 40
"""How many exchanges are made by chance then."""

AWAY = range(4, 8)
"""For how many exchanges a card may not return to a room that it left: one of these, by chance."""

ANYTHING = 1 << 30
"""More than all that is illegal ever weighs."""

_Exchange: TypeAlias = tuple[Mask, int, Mask, int]
"""A card and its room, and another and its room, that are to change places."""


class _Turn(NamedTuple):
    """A turn of a trick that lacks cards: its place, the number of the seat, the number of its card
    or the `room` of that (None: it is known), which cards the seat shows later, and whether it had
    a duty that is not left aside."""

    place: int
    seat: int
    card: int
    room: int | None
    shown: Mask
    bound: bool


class _Wrong(NamedTuple):
    """What is illegal as the cards lie: the place of the turn, and the cards that make it so."""

    place: int
    cards: Mask


class Mending:
    """A lie that fills the rooms, changed until every play is legal."""

    def __init__(self, lies: Lies, rooms: Rooms, lie: Rooms, excused: Seat | None) -> None:
        """It begins with `lie` and stays within the `rooms`, which are closed to all that the known
        tricks say. The plays of `excused` are left aside."""
        self.lies, self.law = lies, lies.law
        every, table = range(len(lies.rooms)), lies.law.rules.table
        self.takes = [lies.cards_of(rooms, room) for room in every]
        self.has = [lies.cards_of(lie, room) for room in every]
        tricks = unsettled(lies)[::-1]
        self.tricks = [
            [self._turn(place, excused, trick[0]) for place in trick] for trick in tricks
        ]
        self.partners = [
            [table.partners(seat, other, lies.dealer) for other in table.seats]
            for seat in table.seats
        ]
        end = tricks[0][-1] if tricks else -1
        self.kept = [
            (table.seats.index(room.seat), i)
            for i, room in enumerate(lies.rooms)
            if room.seat and room.until > end
        ]
        """The number of a seat and a room in which it kept cards beyond those tricks."""
        self.denied: dict[tuple[int, int, bool], list[Mask]] = {}
        self.weights = [1] * len(lies.turns)
        """How much it weighs if the play of that place is illegal."""
        self.chance = Random(0)

    def _turn(self, place: int, excused: Seat | None, lead: int) -> _Turn:
        lies = self.lies
        turn, room, shown = lies.turns[place], lies.room_at.get(place), lies.shown_after[place]
        bound = place != lead and turn.seat != excused
        seat = lies.law.rules.table.seats.index(turn.seat)
        return _Turn(place, seat, turn.card or 0, room, shown, bound)

    def succeeds(self) -> bool:
        """Whether one of the next exchanges leaves every play legal: then the cards lie so."""
        lies_in = {1 << card: room for room, has in enumerate(self.has) for card in numbers(has)}
        unseen = self.lies.unseen
        left_at: dict[tuple[Mask, int], int] = {}
        weight, wrong = self.wrong()
        for now in range(EXCHANGES):
            if not wrong:
                return True
            least, best = ANYTHING, list[_Exchange]()
            for card in numbers(self.chance.choice(wrong).cards & unseen):
                one, here = 1 << card, lies_in[1 << card]
                for other, there in lies_in.items():
                    if not (here != there and self.takes[there] & one and self.takes[here] & other):
                        continue
                    if left_at.get((one, there), 0) > now and left_at.get((other, here), 0) > now:
                        continue
                    self._exchange(one, here, other, there)
                    then, _ = self.wrong(least)
                    self._exchange(one, there, other, here)
                    if then < least:
                        least, best = then, []
                    if then == least:
                        best.append((one, here, other, there))
            if least >= weight:
                for place, _ in wrong:
                    self.weights[place] += 1
            if best:
                one, here, other, there = self.chance.choice(best)
                self._exchange(one, here, other, there)
                lies_in[one], lies_in[other] = there, here
                left_at[one, here] = left_at[other, there] = now + self.chance.choice(AWAY)
            weight, wrong = self.wrong()
        if wrong:
            self._shuffle()
        return not wrong

    def wrong(self, most: int | None = None) -> tuple[int, list[_Wrong]]:
        """How much all that is illegal weighs as the cards lie, each card counted that should have
        been played, and what it is. Asked only whether it weighs up to `most`, that is not told,
        nor how much more it weighs."""
        has, weights, partners = self.has, self.weights, self.partners
        beaten_by, denied = self.law.beaten_by, self.denied
        weight, wrong = 0, list[_Wrong]()
        later = [0] * len(partners)
        for seat, room in self.kept:
            later[seat] |= has[room]
        for trick in self.tricks:
            led = best = winner = -1
            for place, seat, known, found_in, shown, bound in trick:
                card = known if found_in is None else has[found_in].bit_length() - 1
                if led < 0:
                    led, best, winner = card, card, seat
                    continue
                if bound:
                    key = led, best, partners[seat][winner]
                    denies = denied.get(key) or self._denials(*key)
                    held = denies[card] & (later[seat] | shown)
                    if held:
                        weight += weights[place] * held.bit_count()
                        if most is None:
                            wrong.append(_Wrong(place, held | 1 << card | 1 << led | 1 << best))
                        elif weight > most:
                            return weight, wrong
                if beaten_by[best] >> card & 1:
                    best, winner = card, seat
            for _, seat, _, found_in, _, _ in trick:
                if found_in is not None:
                    later[seat] |= has[found_in]
        return weight, wrong

    def _denials(self, led: int, best: int, by_partner: bool) -> list[Mask]:
        """Card -> the cards that a seat says it does not hold by playing it to a trick that stands
        so."""
        denials, above = [0] * self.law.rules.cards.size, 0
        for _, rung in self.law.ladders[led][best][by_partner]:
            for card in numbers(rung & ~above):
                denials[card] = above
            above |= rung
        self.denied[led, best, by_partner] = denials
        return denials

    def _exchange(self, one: Mask, here: int, other: Mask, there: int) -> None:
        self.has[here] ^= one | other
        self.has[there] ^= one | other

    def _shuffle(self) -> None:
        """Have cards change places by chance, and all weigh the same again."""
        every, choice = range(len(self.has)), self.chance.choice
        for _ in range(SHUFFLED):
            here, there = choice(every), choice(every)
            ones = list(numbers(self.has[here] & self.takes[there]))
            others = list(numbers(self.has[there] & self.takes[here]))
            if here != there and ones and others:
                self._exchange(1 << choice(ones), here, 1 << choice(others), there)
        self.weights = [1] * len(self.weights)
