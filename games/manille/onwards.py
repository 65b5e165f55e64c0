"""Onwards: whether a deal can have been played by the rules, turn by turn from the first lead on.

Each card that nobody remembers may have been any that its room takes; each play closes the rooms
that its seat is still to fill to what it denied. All that can have been is gone through, and yet
little of it, because

- what leaves no lie is given up at once;
- of cards that are *alike* one is played. Two are alike if they are of one suit, the same rooms
  still take them, and no card ranks between them that is still to be played or that wins the trick.
  The rules ask only for suits and for cards above the one that is winning: so once both cards can
  no longer win this trick, playing one leaves the same as playing the other, card for card;
- what was found to lead nowhere is not tried again, nor is anything that is the same card for card.

Where neither duties nor partners hang on it which card of a suit is winning, ranks make no
difference in that suit at all.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple, TypeAlias

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
    lies: Lies, place: int, stand: Stand | None, cards: Mask, excused: Seat | None
) -> Iterator[tuple[Mask, Mask]]:
    """For each duty that one of `cards` may have fulfilled in the turn at `place`, with the trick
    standing so (None: nobody has led): those cards, and what the seat thereby denied to hold. To
    `excused` nothing is a duty."""
    turn = lies.turns[place]
    ladder = lies.law.free_lead if stand is None else lies.ladder(stand, turn.seat)
    denied = 0
    for _, rung in ladder[-1:] if turn.seat == excused else ladder:
        if denied & lies.shown_after[place]:
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
    return _Course(lies, tricks, excused).goes_on(_At(0, None, rooms, lies.unseen, lie))


class _At(NamedTuple):
    """A point of the deal: how many turns were taken, how the trick stands (None: nobody has led),
    what is left of the rooms, the unseen cards still to be played or kept, and a lie; that fills
    the rooms unless what the last play denied stands against it."""

    taken: int
    stand: Stand | None
    rooms: Rooms
    unplayed: Mask
    lie: Rooms


_Likeness: TypeAlias = tuple[object, ...]


class _Course:
    """The turns of the tricks from which cards are missing, gone through in their order."""

    def __init__(self, lies: Lies, tricks: Sequence[Outcomes], excused: Seat | None) -> None:
        self.lies, self.tricks, self.excused, self.law = lies, tricks, excused, lies.law
        self.pack = lies.law.rules.cards
        self.places = [place for places in unsettled(lies) for place in places]
        self.leads = {places[0] for places in unsettled(lies)}
        self.last_in_trick = {places[-1] for places in unsettled(lies)}
        self.dead: set[_Likeness] = set()
        """What the points were like from which nothing leads on to the end."""

    @cached_property
    def suits(self) -> list[tuple[Mask, bool]]:
        """The cards of each suit, and whether it makes no difference which of them is winning."""
        ladders = self.law.ladders
        return [
            (suit, len({ladder for best in numbers(suit) for ladder in ladders[best][best]}) == 1)
            for suit in self.pack.suits.values()
        ]

    @cached_property
    def equals(self) -> Mask:
        """The cards of the suits in which ranks make no difference."""
        return sum(suit for suit, equal in self.suits if equal)

    @cached_property
    def every_room(self) -> Rooms:
        """A bit for each room: times a set of cards, that set in all of them."""
        return self._rooms_from(0)

    @cached_property
    def rooms_from(self) -> list[Rooms]:
        """Place of a turn -> a bit for each room that is not filled before it."""
        return [self._rooms_from(place) for place in range(len(self.lies.turns) + 1)]

    def _rooms_from(self, place: int) -> Rooms:
        rooms = enumerate(self.lies.rooms)
        return sum(1 << i * self.pack.size for i, room in rooms if room.until >= place)

    @cached_property
    def known_from(self) -> list[Mask]:
        """Place of a turn -> the known cards played then or later."""
        known = [0]
        for turn in reversed(self.lies.turns):
            known.append(known[-1] if turn.card is None else known[-1] | 1 << turn.card)
        return known[::-1]

    def goes_on(self, at: _At) -> bool:
        """Whether the deal can have been played to its end from here."""
        over = at.taken == len(self.places)
        if not over and self.places[at.taken] in self.leads:
            at = at._replace(rooms=self.narrowed(at))
        if at.lie & ~at.rooms:
            lie = self.lies.fill(at.rooms)
            if lie is None:
                return False
            at = at._replace(lie=lie)
        if over:
            return True
        like = self.likeness(at)
        if like in self.dead:
            return False
        if any(self.goes_on(after) for after in self.moves(at)):
            return True
        self.dead.add(like)
        return False

    def narrowed(self, at: _At) -> Rooms:
        """The rooms at the lead to a trick, closed to what no outcome of it or of a later one
        leaves. An outcome is past where nothing is left for a missing card of its trick."""
        rooms, before, first = at.rooms, None, self.places[at.taken]
        width, whole = self.pack.size, self.pack.whole
        missing = [
            (trick, [whole << room * width for room in trick.missing])
            for trick in self.tricks
            if trick.first >= first
        ]
        while rooms != before:
            before = rooms
            for trick, own in missing:
                together = 0
                for one in trick.outcomes:
                    left = rooms & one
                    if all(left & room for room in own):
                        together |= left
                rooms &= together
        return rooms

    def moves(self, at: _At) -> Iterator[_At]:
        """What the next turn may come to, one of each kind; first what the lie at hand has."""
        lies, place = self.lies, self.places[at.taken]
        card = lies.turns[place].card
        if card is not None:
            for _, rooms in self.closings(at, place, 1 << card):
                yield self.after(at, place, card, rooms, at.lie)
            return
        room = lies.room_at[place]
        may_be = lies.cards_of(at.rooms, room)
        held = lies.cards_of(at.lie, room)
        choices = [
            (card, rooms)
            for cards, rooms in self.closings(at, place, may_be)
            for card in self.kinds(at, place, cards, rooms)
        ]
        choices.sort(key=lambda choice: not held >> choice[0] & 1)
        width = self.pack.size
        for card, rooms in choices:
            # The card leaves every other room, and every other card leaves this one.
            elsewhere = self.every_room << card
            here = 1 << room * width
            left = rooms & ~elsewhere & ~(self.pack.whole * here) | here << card
            lie = at.lie
            if not held >> card & 1:  # the two cards change places
                there = (lie & elsewhere) >> card
                lie ^= (1 << card | held) * here ^ (1 << card | held) * there
            yield self.after(at, place, card, left, lie)

    def closings(self, at: _At, place: int, cards: Mask) -> Iterator[tuple[Mask, Rooms]]:
        """For each duty that one of `cards` may fulfil at `place`: those, and what the denial that
        comes with it leaves of the rooms."""
        lies = self.lies
        for some, denied in fulfilled(lies, place, at.stand, cards, self.excused):
            yield some, at.rooms & ~(denied * lies.later[place])

    def after(self, at: _At, place: int, card: int, rooms: Rooms, lie: Rooms) -> _At:
        """The point after that card was played at `place`."""
        stand = at.stand
        if place in self.last_in_trick:
            stand = None
        elif stand is None or self.law.beats(card, stand.best):
            stand = self.lies.stand_after(stand, self.lies.turns[place].seat, 1 << card)
        return _At(at.taken + 1, stand, rooms, at.unplayed & ~(1 << card), lie)

    def kinds(self, at: _At, place: int, cards: Mask, rooms: Rooms) -> Iterator[int]:
        """One of each kind of `cards`, of which one is to be played at `place` and leaves `rooms`:
        none that is like another that was given."""
        between = self.known_from[place] | at.unplayed & ~cards
        if place in self.last_in_trick:
            wins = 0
        elif at.stand:
            between |= 1 << at.stand.best
            wins = self.law.beaten_by[at.stand.best]
        else:
            wins = self.pack.whole
        later = self.rooms_from[place + 1]
        for suit, equal in self.suits:
            given: set[Rooms] = set()
            before, taken_before = 0, -1
            for card in numbers(cards & suit):
                taken_by = rooms >> card & later
                if equal:
                    alike = taken_by in given
                    given.add(taken_by)
                else:
                    gap = (1 << card) - (2 << before)
                    alike = taken_by == taken_before and not (wins >> card & 1 or between & gap)
                    before, taken_before = card, taken_by
                if not alike:
                    yield card

    def likeness(self, at: _At) -> _Likeness:
        """What the point has in common with all that are the same card for card: the turn, how the
        trick stands, and in each suit by rank what takes each card that is not played yet, with the
        cards between that make a difference."""
        place, stand = self.places[at.taken], at.stand
        rooms, known = self.rooms_from[place], self.known_from[place]
        like: list[object] = [at.taken]
        if stand:
            known |= 1 << stand.best
            of_suit = self.pack.suit_of[stand.best]
            like += (stand.led, of_suit, "" if self.equals & of_suit else stand.winner)
        for suit, equal in self.suits:
            by_rank = []
            for card in numbers(suit & (at.unplayed if equal else at.unplayed | known)):
                if at.unplayed >> card & 1:
                    by_rank.append(at.rooms >> card & rooms)
                else:
                    by_rank.append(-1 if stand and card == stand.best else 0)
            like.append(tuple(sorted(by_rank) if equal else by_rank))
        return tuple(like)
