"""Backwards: whether a deal can have been played by the rules, trick by trick from the last one on.

A play is legal or not by what its seat held after it. Going backwards that is known: the cards that
came out later, and those taken for cards that nobody remembers. (Cards never played may lie in any
hand that did not deny them: the rooms for those are closed as plays come to deny more.) So each
trick from which cards are missing is taken back in every way in which it can have been played, and
yet little has to be gone through, because

- what leaves no lie is given up at once, and so is what leaves a trick none of its outcomes;
- all that binds a hand is which suits it holds and its best card in each: duties are to play a
  suit, or a card above the one that is winning;
- cards form *runs*: neighbours in rank that the same rooms take. Of a run the lower cards were held
  the longest. For had the higher one of two still been held while the lower one was played, then
  with the two the other way round the one held would bind less, and nothing would bind more. Nor
  does it matter which seat played which card of a run, but for those that won the trick so far;
- what was found to lead nowhere is not tried again, nor is anything that is the same card for card
  or binds the hands more;
- what a seat held whose plays are left aside binds nobody;
- where it takes long, it is begun anew in another order: nothing is left out by that, for what
  was found stays found, and each time more is gone through.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from random import Random
from typing import NamedTuple, TypeAlias, TypeVar

from .cards import Mask, numbers
from .lies import Lies, Rooms
from .outcomes import Outcomes, fulfilled, together, unsettled, up_to
from .stands import Stand
from .table import Seat

STRETCH = 50
"""How many points are met before it is begun anew in another order, the first time; then twice as
many more each time. A wrong choice early on can cost hundreds of times what another takes."""


class At(NamedTuple):
    """A point of the deal: how the trick stands (None: nobody has led), what is left of the rooms,
    a lie that fills them, the cards still to be found a room, and, in the order of the table, what
    binds each seat of the cards found for it that it was to play later."""

    stand: Stand | None
    rooms: Rooms
    lie: Rooms
    left: Mask
    later: tuple[Mask, ...]


class _Astray(Exception):
    """It takes so long that it is better to begin anew."""


_Choice = TypeVar("_Choice")

_Met: TypeAlias = set[tuple[object, ...]]
"""What the points were like that were met in a trick."""


class Course:
    """The tricks from which cards are missing, taken back one after the other."""

    def __init__(self, lies: Lies, tricks: Sequence[Outcomes], excused: Seat | None) -> None:
        """The plays of `excused` are left aside; of some `tricks` the outcomes are known, or what
        they leave at most."""
        self.lies, self.excused = lies, excused
        self.law, self.pack = lies.law, lies.law.rules.cards
        self.tricks = unsettled(lies)[::-1]
        self.seats = lies.law.rules.table.seats
        self.outcomes = list(tricks)
        self.suits: dict[tuple[int, ...], tuple[list[Mask], tuple[object, ...], int, int]] = {}
        """The runs of a suit, once they were asked for."""
        self.dead: dict[tuple[object, ...], list[int]] = {}
        """Of points that are alike: what binds the hands where the beginning cannot be reached."""
        self.alive: dict[tuple[object, ...], list[int]] = {}
        """And where it can."""
        self.met = self.most_met = 0
        """How many points were met, and how many there may be before it is begun anew."""
        self.stretch = STRETCH
        """How many more there may be the next time."""
        self.order: Random | None = None
        """What puts choices in another order, once it was begun anew."""

    def reached(self, rooms: Rooms, lie: Rooms) -> bool | None:
        """Whether the deal can have come from its beginning to its end with the rooms closed to
        that, which a lie fills; None: it takes longer. Asked again, it is begun anew, in another
        order."""
        self.most_met = self.met + self.stretch
        end = At(None, rooms, lie, self.lies.unseen, (0,) * len(self.seats))
        try:
            return self.goes_back(0, end)
        except _Astray:
            self.stretch *= 2
            self.order = self.order or Random(0)
            return None

    @cached_property
    def equals(self) -> Mask:
        """The cards of the suits in which ranks make no difference, for neither duties nor partners
        hang on which card of them is winning."""
        ladders, suits = self.law.ladders, self.pack.suits.values()
        return sum(
            suit
            for suit in suits
            if len({ladder for best in numbers(suit) for ladder in ladders[best][best]}) == 1
        )

    @cached_property
    def every_room(self) -> Rooms:
        """A bit for each room: times a set of cards, that set in all of them."""
        return sum(1 << room * self.pack.size for room in range(len(self.lies.rooms)))

    @cached_property
    def kept(self) -> Rooms:
        """A bit for each room of cards that hands kept beyond the last trick to be taken back."""
        end, rooms = self.tricks[0][-1], enumerate(self.lies.rooms)
        return sum(1 << i * self.pack.size for i, room in rooms if room.seat and room.until > end)

    @cached_property
    def known(self) -> list[Mask]:
        """Number of tricks taken back -> the known cards of the others."""
        known = [0]
        for places in reversed(self.tricks):
            cards = [self.lies.turns[place].card for place in places]
            known.append(known[-1] | sum(1 << card for card in cards if card is not None))
        return known[::-1]

    def goes_back(self, back: int, at: At) -> bool:
        """The same. Raises _Astray."""
        if self.met == self.most_met:
            raise _Astray
        self.met += 1
        if back == len(self.tricks):
            return True
        runs, like, bound = self.runs(back, at)
        dead, alive = self.dead.setdefault(like, []), self.alive.setdefault(like, [])
        if any(not less & ~bound for less in dead):
            return False
        if any(not bound & ~more for more in alive):
            return True
        closed = self.filled(at, self.narrowed(back, at))
        if closed is None:
            goes_back = False
        elif closed.rooms != at.rooms:
            goes_back = self.goes_back(back, closed)
        else:
            goes_back = self.comes_back(back, at, runs)
        (alive if goes_back else dead).append(bound)
        return goes_back

    def comes_back(self, back: int, at: At, runs: Sequence[Mask]) -> bool:
        """The same, gone through."""
        before = self.taken_back(back, 0, at, runs, set())
        return any(self.goes_back(back + 1, one) for one in before)

    def filled(self, at: At, rooms: Rooms) -> At | None:
        """The point with its rooms closed to that; None if no lie fills them."""
        lie = at.lie
        if lie & ~rooms:
            other = self.lies.fill(rooms, lie)
            if other is None:
                return None
            lie = other
        return At(at.stand, rooms, lie, at.left, at.later)

    def narrowed(self, back: int, at: At) -> Rooms:
        """The rooms, closed to what no outcome of a trick not yet taken back leaves."""
        found = at.lie & ~(at.left * self.every_room)
        tricks = up_to(self.tricks[back][-1], self.outcomes, found)
        return together(tricks, at.rooms)[1]

    def runs(self, back: int, at: At) -> tuple[list[Mask], tuple[object, ...], int]:
        """The runs of the cards still to be found a room; what the point has in common with all
        that are alike; and what binds the hands: for each suit and seat a bit for holding the suit,
        and one for each card that its best one of the suit beats."""
        runs: list[Mask] = []
        like: list[object] = [back]
        bound = 0
        for suit in self.pack.suits.values():
            left = at.left & suit
            key = back, suit, left, at.rooms & left * self.every_room, *map(suit.__and__, at.later)
            if key not in self.suits:
                held = [cards & suit for cards in at.later]
                for place in self.tricks[back]:
                    seat = self.lies.turns[place].seat
                    if seat != self.excused:
                        held[self.seats.index(seat)] |= self.lies.shown_after[place] & suit
                known = self.known[back] & suit
                self.suits[key] = self.runs_of(known, left, at.rooms, held)
            some, alike, binds, size = self.suits[key]
            runs += some
            like.append(alike)
            bound = bound << size | binds
        return runs, tuple(like), bound

    def runs_of(
        self, known: Mask, left: Mask, rooms: Rooms, held: Sequence[Mask]
    ) -> tuple[list[Mask], tuple[object, ...], int, int]:
        """The same in one suit, of which some cards are `known` and some `left`, by the cards of it
        that each seat `held`. What all that are alike have in common are by rank the rooms that
        take each card left, and between them the known cards. Last, how many bits bind the hands.
        """
        every_room, runs, like, bound = self.every_room, list[Mask](), list[object](), 0
        if (known | left) & self.equals:
            alike: dict[Rooms, Mask] = {}
            for card in numbers(left):
                taken_by = rooms >> card & every_room
                alike[taken_by] = alike.get(taken_by, 0) | 1 << card
            like += sorted((taken_by, cards.bit_count()) for taken_by, cards in alike.items())
            for cards in held:
                bound = bound << 1 | (cards > 0)
            return list(alike.values()), tuple(like), bound, len(held)
        ranked, best = left | known, 0
        size = ranked.bit_count() + 1
        for cards in held:
            bound <<= size
            if cards:
                one = cards & -cards
                best |= one
                bound |= (1 << size) - 1 >> (ranked & one - 1).bit_count()
        before = -1
        for card in numbers(ranked | best):
            taken_by = rooms >> card & every_room if left >> card & 1 else -1
            if taken_by == -1 or taken_by != before:
                runs.append(0)
            if taken_by != -1:
                runs[-1] |= 1 << card
            if ranked >> card & 1:
                like.append(taken_by)
            before = taken_by
        return runs, tuple(like), bound, size * len(held)

    def taken_back(
        self, back: int, turn: int, at: At, runs: Sequence[Mask], met: _Met
    ) -> Iterator[At]:
        """What may have been before a trick of which so many turns are gone through; what was `met`
        already is left out."""
        like = turn, at.stand, at.left, at.later, at.rooms & at.left * self.every_room
        if like in met:
            return
        met.add(like)
        lies, places = self.lies, self.tricks[back]
        if turn == len(places):
            rooms = self.closed(at, runs)
            before = None if rooms is None else self.filled(at, rooms)
            if before:
                yield before._replace(stand=None)
            return
        place = places[turn]
        known, room = lies.turns[place].card, lies.room_at.get(place)
        cards = 1 << (known or 0) if room is None else lies.cards_of(at.rooms, room)
        for some, denied in self.in_order(self.fulfilled(place, at.stand, cards, at.later)):
            then = self.filled(at, at.rooms & ~(denied * (lies.later[place] & self.kept)))
            if then is None:
                continue
            if room is None:
                stand = self.stand_after(at.stand, lies.turns[place].seat, known or 0)
                then = then._replace(stand=stand)
                yield from self.taken_back(back, turn + 1, then, runs, met)
                continue
            still = len(lies.missing(places[turn + 1 :]))
            for card in self.in_order(self.choices(then, some, runs, still)):
                if after := self.after(then, place, room, card):
                    yield from self.taken_back(back, turn + 1, after, runs, met)

    def in_order(self, choices: Iterator[_Choice]) -> Iterable[_Choice]:
        """The choices in the order in which they are to be tried."""
        if self.order is None:
            return choices
        listed = list(choices)
        self.order.shuffle(listed)
        return listed

    def fulfilled(
        self, place: int, stand: Stand | None, cards: Mask, later: Sequence[Mask]
    ) -> Iterator[tuple[Mask, Mask]]:
        """For each duty that one of `cards` may have fulfilled in the turn at `place`: those, and
        what the seat thereby denied to hold; `later` are the cards found for each seat."""
        held = later[self.seats.index(self.lies.turns[place].seat)] | self.lies.shown_after[place]
        return fulfilled(self.lies, place, stand, cards, held, self.excused)

    def stand_after(self, stand: Stand | None, seat: Seat, card: int) -> Stand:
        """How the trick stands once `seat` has played that card."""
        if stand is None or self.law.beats(card, stand.best):
            return self.lies.stand_after(stand, seat, 1 << card)
        return stand

    def after(self, at: At, place: int, room: int, card: int) -> At | None:
        """The point once that card is found for the room of that place; None: no lie is left."""
        one, first = 1 << card, room * self.pack.size
        held, everywhere = self.lies.cards_of(at.lie, room), self.every_room << card
        rooms, lie = at.rooms & ~everywhere & ~(self.pack.whole << first) | one << first, at.lie
        if held != one:  # the two cards change places
            there = (lie & everywhere) >> card
            lie ^= (one | held) << first ^ (one | held) * there
        seat, suit = self.lies.turns[place].seat, self.pack.suit_of[card]
        index = self.seats.index(seat)
        of_suit = (at.later[index] | one) & suit
        best = suit & -suit if suit & self.equals else of_suit & -of_suit
        later = list(at.later)
        if seat != self.excused:
            later[index] = later[index] & ~suit | best
        stand = self.stand_after(at.stand, seat, card)
        return self.filled(At(stand, rooms, lie, at.left & ~one, tuple(later)), rooms)

    def choices(self, at: At, cards: Mask, runs: Sequence[Mask], still: int) -> Iterator[int]:
        """Those of `cards` that are worth trying, if so many are still missing from the trick after
        this one: where nobody kept cards of a run, the trick has its lowest, else neighbours."""
        wins = self.law.beaten_by[at.stand.best] if at.stand else -1
        for run in runs:
            here = run & cards
            if not here:
                continue
            kept = at.rooms & run * self.kept
            if here & self.equals:
                yield here.bit_length() - 1
                continue
            if not kept and (losing := here & ~wins):
                yield losing.bit_length() - 1
                here &= wins
            for card in numbers(here):
                played = run & ~at.left | 1 << card
                lowest = (played if kept else run).bit_length()
                between = run & ~played & (1 << lowest) - (played & -played)
                if between.bit_count() <= still:
                    yield card

    def closed(self, at: At, runs: Sequence[Mask]) -> Rooms | None:
        """The rooms before a trick that is gone through, closed so that of each run of which it
        had cards, those below them were kept and those above were not; None where it cannot be."""
        rooms = at.rooms
        for run in runs:
            left, played = run & at.left, run & ~at.left
            if played and left and not run & self.equals:
                above = left & ((played & -played) - 1)
                below = left >> played.bit_length() << played.bit_length()
                if left != above | below:
                    return None
                rooms &= ~(above * self.kept) & ~(below * (self.every_room & ~self.kept))
        return rooms
