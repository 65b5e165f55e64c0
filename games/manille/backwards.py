"""Backwards: whether a deal can have been played by the rules, trick by trick from the last one on.

A play is legal or not by what its seat held after it. Going backwards that is known: the cards that
came out later, and those taken for cards that nobody remembers. (Cards never played may lie in any
hand that did not deny them: the rooms for those are closed as plays come to deny more.) So each
trick from which cards are missing is taken back in every way in which it can have been played, and
yet little has to be gone through, because

- what leaves no lie is given up at once;
- all that binds a hand is which suits it holds and its best card in each: duties are to play a
  suit, or a card above the one that is winning;
- cards form *runs*: neighbours in rank that the same rooms take. Of a run the lower cards came out
  last. For had a seat held the higher one of two while the lower one was played, then with the two
  the other way round it would have been bound by less, and nobody by more. And which seat played
  which card of a run makes no difference, but for those that won the trick so far;
- what was found to lead nowhere is not tried again, nor is anything that is the same card for card.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from .cards import Mask, numbers
from .lies import Lies, Rooms, Stand
from .table import Seat


def unsettled(lies: Lies) -> list[range]:
    """The places of the turns of each trick from which cards are missing.

    Once no known card follows, nothing is left to go through: whatever hands the seats hold then,
    they can play legally from them. Unless it was answered what a hand still held after that.
    """
    known = [place for place, turn in enumerate(lies.turns) if turn.card is not None]
    last = max([place + 1 for place in known[-1:]] + [lies.place_of(a) for a in lies.answers] + [0])
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
    one of the `outcomes`. It was led at place `first`; `missing` are the rooms of its missing
    cards."""

    first: int
    missing: Sequence[int]
    outcomes: Sequence[Rooms]

    @property
    def together(self) -> Rooms:
        """What one outcome or another leaves."""
        rooms = 0
        for one in self.outcomes:
            rooms |= one
        return rooms


def can_be_played(
    lies: Lies, tricks: Sequence[Outcomes], rooms: Rooms, excused: Seat | None
) -> bool:
    """Whether some lie that fills `rooms` makes every play legal, those of `excused` left aside.
    The rooms are closed already to what plays said in tricks from which no card is missing; of some
    other `tricks` the outcomes are known."""
    lie = lies.fill(rooms)
    if lie is None:
        return False
    later = dict.fromkeys(lies.law.rules.table.seats, 0)
    return _Course(lies, tricks, excused).goes_back(0, _At(None, rooms, lie, lies.unseen, later))


class _At(NamedTuple):
    """A point of the deal: how the trick stands (None: nobody has led), what is left of the rooms,
    a lie that fills them, the cards still to be found a room, and those found for each seat that it
    was to play later."""

    stand: Stand | None
    rooms: Rooms
    lie: Rooms
    left: Mask
    later: dict[Seat, Mask]


class _Ranked:
    def __init__(self, course): 
        self.lies, self.law, self.excused = course.lies, course.law, course.excused
        self.pack = course.pack
    @cached_property
    def equals(self) -> Mask:
        ladders = self.law.ladders
        return sum(suit for suit in self.pack.suits.values() if len({ladder for best in numbers(suit) for ladder in ladders[best][best]}) == 1)
    def duties(self, place, stand, cards, held):
        return fulfilled(self.lies, place, stand, cards, held, self.excused)
    def stand(self, stand: Stand | None, seat: Seat, card: int) -> Stand:
        if stand is None or self.law.beats(card, stand.best):
            return self.lies.stand_after(stand, seat, 1 << card)
        return stand

class _Unranked(_Ranked):
    @cached_property
    def equals(self) -> Mask:
        return self.pack.whole
    def duties(self, place, stand, cards, held):
        turn = self.lies.turns[place]
        if stand is None or turn.seat == self.excused:
            yield cards, 0
            return
        partners = frozenset(self.law.rules.table.partners(turn.seat, w, self.lies.dealer) for w in stand.winner)
        for suit, denied in self.denied(stand.led, self.law.trumps >> stand.best & 1, partners):
            if cards & suit and not denied & held:
                yield cards & suit, denied
    def stand(self, stand, seat, card):
        suit = self.pack.suit_of[card]
        if stand is None:
            return Stand(suit, self.pack.first_of_suit[card], seat)
        if suit >> stand.best & 1:
            return stand._replace(winner=stand.winner + seat)
        if suit == self.law.trumps:
            return stand._replace(best=self.pack.first_of_suit[card], winner=seat)
        return stand
    def denied(self, led, trumped, partners):
        key = led, trumped, partners
        if key not in self.cache:
            self.cache[key] = list(self._denied(*key))
        return self.cache[key]
    def __init__(self, course):
        super().__init__(course)
        self.cache = {}
    def _denied(self, led, trumped, partners):
        suits = [suit for suit in self.pack.suits.values() if suit]
        a_led = next(numbers(led))
        for suit in suits:
            denied = -1
            for best in numbers(self.law.trumps if trumped else led):
                for partner in partners:
                    for card in numbers(suit):
                        above = 0
                        for _, rung in self.law.ladders[a_led][best][partner]:
                            if rung >> card & 1:
                                break
                            above |= rung
                        denied &= above
            yield suit, sum(s for s in suits if s & denied == s)


class _Course:
    """The tricks from which cards are missing, taken back one after the other."""

    def __init__(self, lies: Lies, few, excused: Seat | None, ranked: bool = True) -> None:
        self.few = few
        self.lies, self.excused, self.law = lies, excused, lies.law
        self.pack = lies.law.rules.cards
        self.tricks = unsettled(lies)[::-1]
        self.found: dict[tuple[object, ...], bool] = {}
        self.nodes = 0
        self.by = _Ranked(self) if ranked else _Unranked(self)
        self.suits = [(suit, suit & self.by.equals == suit) for suit in self.pack.suits.values()]
        self.relaxed = _Course(lies, [], excused, False) if ranked else None

    @cached_property
    def every_room(self) -> Rooms:
        """A bit for each room: times a set of cards, that set in all of them."""
        return sum(1 << i * self.pack.size for i in range(len(self.lies.rooms)))

    @cached_property
    def kept(self) -> Rooms:
        """A bit for each room of cards that were kept beyond the last trick to be taken back."""
        end = self.tricks[0][-1]
        rooms = enumerate(self.lies.rooms)
        return sum(1 << i * self.pack.size for i, room in rooms if room.seat and room.until > end)

    @cached_property
    def known(self) -> list[Mask]:
        """Number of tricks taken back -> the known cards of all others."""
        known = [0]
        for places in reversed(self.tricks):
            cards = [self.lies.turns[place].card for place in places]
            known.append(known[-1] | sum(1 << card for card in cards if card is not None))
        return known[::-1]

    def goes_back(self, back: int, at: _At) -> bool:
        """Whether the deal can have come here from its beginning, so many tricks taken back."""
        if back == len(self.tricks):
            return True
        if self.few:
            rooms = self.narrowed(back, at)
            lie = at.lie
            if lie & ~rooms:
                lie = self.lies.fill(rooms)
                if lie is None:
                    return False
            at = at._replace(rooms=rooms, lie=lie)
        runs, like = self.runs(back, at)
        found = self.found.get(like)
        if found is None:
            self.nodes += 1
            found = (not self.relaxed or self.relaxed.goes_back(back, at)) and any(
                self.goes_back(back + 1, before) for before in self.taken_back(back, 0, at, runs)
            )
            self.found[like] = found
        return found

    def narrowed(self, back: int, at: _At) -> Rooms:
        """The rooms, closed to what no outcome of a trick not yet taken back leaves."""
        rooms, before, end = at.rooms, None, self.tricks[back][-1]
        width, whole = self.pack.size, self.pack.whole
        missing = [
            (trick, [whole << room * width for room in trick.missing])
            for trick in self.few
            if trick.first <= end
        ]
        pinned = at.lie & ~(at.left * self.every_room)
        while rooms != before:
            before = rooms
            for trick, own in missing:
                together = 0
                for one in trick.outcomes:
                    left = rooms & one
                    if not pinned & ~one and all([left & room for room in own]):
                        together |= left
                rooms &= together
        return rooms

    def runs(self, back: int, at: _At) -> tuple[list[Mask], tuple[object, ...]]:
        places = self.tricks[back]
        held = dict(at.later)
        for place in places:
            held[self.lies.turns[place].seat] |= self.lies.shown_after[place]
        left, rooms, every_room = at.left, at.rooms, self.every_room
        runs: list[Mask] = []
        like: list[object] = [back]
        for suit, equal in self.suits:
            hands = [cards & suit for cards in held.values()]
            if equal:
                by_rooms: dict[Rooms, Mask] = {}
                for card in numbers(left & suit):
                    taken_by = rooms >> card & every_room
                    by_rooms[taken_by] = by_rooms.get(taken_by, 0) | 1 << card
                runs += by_rooms.values()
                like += sorted((r, m.bit_count()) for r, m in by_rooms.items())
                like.append(tuple([cards > 0 for cards in hands]))
                continue
            tops = 0
            for cards in hands:
                tops |= cards & -cards
            relevant = (left | self.known[back]) & suit
            before = None
            for card in numbers(relevant | tops):
                one = 1 << card
                if left & one:
                    taken_by = rooms >> card & every_room
                    if taken_by == before:
                        runs[-1] |= one
                    else:
                        runs.append(one)
                        before = taken_by
                    like.append(taken_by)
                else:
                    before = None
                    if relevant & one:
                        like.append(0)
                    if tops & one:
                        like += [~i for i, cards in enumerate(hands) if cards & -cards == one]
            like.append("")
        return runs, tuple(like)

    def taken_back(self, back: int, turn: int, at: _At, runs: Sequence[Mask]) -> Iterator[_At]:
        """What may have been before a trick, of which so many turns are gone through already."""
        lies, places = self.lies, self.tricks[back]
        if turn == len(places):
            for before in self.closed(at, runs):
                yield before
            return
        place = places[turn]
        seat, card = lies.turns[place].seat, lies.turns[place].card
        held = lies.shown_after[place] | at.later[seat]
        room = lies.room_at.get(place)
        may_be = 1 << card if card is not None else lies.cards_of(at.rooms, room)
        for cards, denied in self.by.duties(place, at.stand, may_be, held):
            rooms, lie = at.rooms & ~(denied * (lies.later[place] & self.kept)), at.lie
            if lie & ~rooms:
                lie = lies.fill(rooms)
                if lie is None:
                    continue
            if card is not None:
                stand = self.by.stand(at.stand, seat, card)
                yield from self.taken_back(
                    back, turn + 1, at._replace(stand=stand, rooms=rooms, lie=lie), runs
                )
                continue
            still = len(lies.missing(places[turn + 1 :]))
            mine = lies.cards_of(lie, room)
            choices = list(self.choices(at, cards, runs, still))
            choices.sort(key=lambda choice: not mine >> choice & 1)
            for choice in choices:
                one = 1 << choice
                width = room * self.pack.size
                elsewhere = self.every_room << choice
                then_rooms = rooms & ~elsewhere & ~(self.pack.whole << width) | one << width
                then_lie = lie
                if not mine & one:
                    there = (lie & elsewhere) >> choice
                    then_lie ^= (one | mine) << width ^ (one | mine) * there
                    if then_lie & ~then_rooms:
                        then_lie = lies.fill(then_rooms)
                        if then_lie is None:
                            continue
                then = _At(
                    self.by.stand(at.stand, seat, choice),
                    then_rooms,
                    then_lie,
                    at.left & ~one,
                    {**at.later, seat: at.later[seat] | one},
                )
                yield from self.taken_back(back, turn + 1, then, runs)

    def choices(self, at: _At, cards: Mask, runs: Sequence[Mask], still: int) -> Iterator[int]:
        wins = self.law.beaten_by[at.stand.best] if at.stand else -1
        for run in runs:
            here = run & cards
            if not here:
                continue
            if run & self.by.equals:
                yield here.bit_length() - 1
                continue
            kept = self.rooms_taking(at, run)
            losing = here & ~wins
            taken = run & ~at.left
            if kept:
                for card in numbers(here):
                    hull = taken | 1 << card
                    low, high = hull.bit_length(), (hull & -hull)
                    between = run & ((1 << low) - high)
                    if (between & at.left & ~(1 << card)).bit_count() <= still:
                        yield card
                continue
            if losing:
                yield losing.bit_length() - 1
            if winning := here & wins:
                free = run & at.left
                for card in numbers(winning):
                    if (free >> card + 1).bit_count() <= still:
                        yield card

    def rooms_taking(self, at: _At, run: Mask) -> bool:
        return bool(at.rooms & (run * self.kept))

    def closed(self, at: _At, runs: Sequence[Mask]) -> Iterator[_At]:
        rooms = at.rooms
        for run in runs:
            played = run & ~at.left
            if not played or not run & at.left or run & self.by.equals:
                continue
            lower = run & at.left & -(played & -played) 
            high = run & at.left & ((played & -played) - 1)
            top = 1 << played.bit_length()
            low = run & at.left & -top
            if low | high != run & at.left:
                return
            rooms &= ~(high * self.kept) & ~(low * (self.every_room & ~self.kept))
        lie = at.lie
        if lie & ~rooms:
            lie = self.lies.fill(rooms)
            if lie is None:
                return
        yield at._replace(stand=None, rooms=rooms, lie=lie)
