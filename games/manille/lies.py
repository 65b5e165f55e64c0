"""Lies: every way in which the cards that nobody saw can lie, and what a single play is by them.

A lie puts each unseen card into one *room*: the place of a card played that nobody remembers, the
rest of a hand that was never played, or the cards left over at the deal. Each room takes so many
cards and, for all that is told, only some of them; that there is a lie at all is then the question
whether every room can be filled (`assignment.py`). Nothing is sampled and no lie is written out: a
question about all of them is asked of the rooms.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from .assignment import can_fill, fill
from .cards import Card, Mask, numbers
from .play import Ladder, Law
from .stands import Stand, Way, ways
from .table import Seat


class Turn(NamedTuple):
    """A seat's turn to play: the number of the trick, the seat, and the card's number (None: nobody
    remembers it)."""

    trick: int
    seat: Seat
    card: int | None


class Answer(NamedTuple):
    """What is told of one card: that `seat` held it when it was to play to trick `trick`, or that
    it did not."""

    seat: Seat
    trick: int
    card: Card
    held: bool


class Room(NamedTuple):
    """Where unseen cards lie: `size` of them, out of `cards`. They were in the hand of `seat`
    (empty: left over at the deal) until the turn of that place, counted through the deal, at which
    one was played; cards never played stay until a place after the last."""

    seat: Seat
    until: int
    size: int
    cards: Mask


Rooms: TypeAlias = int
"""What all rooms take, as one set: the cards of room *i* shifted by *i* times the size of the pack.
So whole answers about the rooms are compared and joined at once."""

Verdict: TypeAlias = Literal["legal", "illegal", "undecided"]


class Lies:
    """The lies of a deal of which `turns` were recorded, in order, hands told as `dealt`, and
    `answers` given, each about a turn that was recorded or is the next of its seat."""

    def __init__(
        self,
        law: Law,
        dealer: Seat,
        turns: Sequence[Turn],
        dealt: Mapping[Seat, Mask],
        answers: Sequence[Answer] = (),
    ) -> None:
        self.law, self.dealer, self.turns, self.dealt = law, dealer, tuple(turns), dealt
        self.answers = tuple(answers)
        rules, pack = law.rules, law.rules.cards
        seen = 0
        for turn in turns:
            if turn.card is not None:
                seen |= 1 << turn.card
        self.unseen = pack.whole & ~seen
        self._told = {seat: dealt.get(seat, 0) & ~seen for seat in rules.table.seats}
        anyone = self.unseen
        for cards in self._told.values():
            anyone &= ~cards
        self.cards: dict[Seat, Mask] = {"": anyone}
        """Seat -> the unseen cards that may lie in its rooms, answers left aside."""
        shown = dict.fromkeys(rules.table.seats, 0)
        for turn in turns:
            shown[turn.seat] += turn.card is not None
        for seat, told in self._told.items():
            full = told.bit_count() == rules.hand_size - shown[seat]
            self.cards[seat] = told if full else told | anyone

    def knowing(self, place: int, card: int) -> "Lies":
        """The lies that are left once the card missing at that place is known."""
        turns = list(self.turns)
        turns[place] = turns[place]._replace(card=card)
        return Lies(self.law, self.dealer, turns, self.dealt, self.answers)

    def place_of(self, answer: Answer) -> int:
        """The place of the turn that an answer is about; after the last where it is yet to come."""
        return next(
            (
                place
                for place, turn in enumerate(self.turns)
                if (turn.trick, turn.seat) == (answer.trick, answer.seat)
            ),
            len(self.turns),
        )

    def _kept_out(self, seat: Seat, until: int) -> Mask:
        """The cards that no room of `seat` until that place can take, by what was answered: a card
        that was held lies in a room from which it had yet to come, one that was not held in none
        of those."""
        out = 0
        for answer in self.answers:
            had_yet_to_come = seat == answer.seat and until >= self.place_of(answer)
            if had_yet_to_come != answer.held:
                out |= 1 << self.law.rules.cards.number[answer.card]
        return out

    def held(self, place: int) -> Mask:
        """The unseen cards that the seat held in the turn at `place`, as was answered."""
        seat = self.turns[place].seat
        return self.unseen & self.law.rules.cards.mask(
            answer.card
            for answer in self.answers
            if answer.held and answer.seat == seat and place <= self.place_of(answer)
        )

    def may_hold(self, place: int) -> Mask:
        """The unseen cards that the seat may have held after the turn at `place`."""
        cards = 0
        for room in self.rooms:
            if room.seat == self.turns[place].seat and room.until > place:
                cards |= room.cards
        return cards

    @cached_property
    def rooms(self) -> tuple[Room, ...]:
        """All the rooms; together they take every unseen card."""
        rules, last = self.law.rules, len(self.turns)
        rooms = [
            Room(turn.seat, place, 1, self._takes(turn.seat, place))
            for place, turn in enumerate(self.turns)
            if turn.card is None
        ]
        for seat in rules.table.seats:
            kept = rules.hand_size - sum(turn.seat == seat for turn in self.turns)
            if kept:
                rooms.append(Room(seat, last, kept, self._takes(seat, last)))
        left_over = rules.cards.size - rules.seats * rules.hand_size
        if left_over:
            rooms.append(Room("", last, left_over, self._takes("", last)))
        return tuple(rooms)

    def _takes(self, seat: Seat, until: int) -> Mask:
        """The unseen cards that a room of `seat` until that place may take."""
        return self.cards[seat] & ~self._kept_out(seat, until)

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """How many cards each room takes."""
        return tuple(room.size for room in self.rooms)

    @cached_property
    def masks(self) -> tuple[Mask, ...]:
        """Which cards each room takes, for all that is told."""
        return tuple(room.cards for room in self.rooms)

    @cached_property
    def room_at(self) -> dict[int, int]:
        """Place of a turn whose card is missing -> its room."""
        last = len(self.turns)
        return {room.until: i for i, room in enumerate(self.rooms) if room.until < last}

    @cached_property
    def whole(self) -> Rooms:
        """What the rooms take, for all that is told."""
        width = self.law.rules.cards.size
        return sum(mask << room * width for room, mask in enumerate(self.masks))

    @cached_property
    def later(self) -> tuple[int, ...]:
        """Place of a turn -> the rooms in which its seat kept cards after it, a bit in each: times
        a set of cards, that set in all of them."""
        width = self.law.rules.cards.size
        return tuple(
            sum(
                1 << i * width
                for i, room in enumerate(self.rooms)
                if room.seat == turn.seat and room.until > place
            )
            for place, turn in enumerate(self.turns)
        )

    def cards_of(self, rooms: Rooms, room: int) -> Mask:
        """What one room takes."""
        pack = self.law.rules.cards
        return rooms >> room * pack.size & pack.whole

    def narrowed(self, rooms: Rooms, room: int, cards: Mask) -> Rooms:
        """The rooms, of which one takes only `cards` from now on."""
        pack = self.law.rules.cards
        return rooms & ~((pack.whole & ~cards) << room * pack.size)

    def fill(self, rooms: Rooms, like: Rooms = 0) -> Rooms | None:
        """Some lie that fills the rooms, perhaps much `like` one that did before they were closed
        further; None where there is none."""
        pack, like = self.law.rules.cards, like & rooms
        width, whole = pack.size, pack.whole
        firsts = range(0, len(self.rooms) * width, width)
        masks = [rooms >> first & whole for first in firsts]
        held = fill(self.sizes, masks, [like >> first & whole for first in firsts])
        if held is None:
            return None
        return sum(cards << room * width for room, cards in enumerate(held))

    def missing(self, places: range) -> list[int]:
        """The rooms of the cards missing from these turns."""
        return [self.room_at[place] for place in places if place in self.room_at]

    def missing_rooms(self, places: range) -> list[Rooms]:
        """The same, each room as all that there can be in it."""
        pack = self.law.rules.cards
        return [pack.whole << room * pack.size for room in self.missing(places)]

    @cached_property
    def shown_after(self) -> tuple[Mask, ...]:
        """Place of a turn -> the cards which its seat shows at a later one."""
        shown = dict.fromkeys(self.law.rules.table.seats, 0)
        after = []
        for turn in reversed(self.turns):
            after.append(shown[turn.seat])
            if turn.card is not None:
                shown[turn.seat] |= 1 << turn.card
        return tuple(reversed(after))

    @cached_property
    def _stands(self) -> tuple[Stand | None, ...]:
        """Place of a turn -> how its trick stood before it; None for a lead, and where a card that
        is missing leaves it open."""
        stands: list[Stand | None] = []
        stand: Stand | None = None
        trick, is_open = 0, False
        for turn in self.turns:
            if turn.trick != trick:
                stand, trick, is_open = None, turn.trick, False
            stands.append(None if is_open else stand)
            if turn.card is None:
                is_open = True
            elif not is_open and (stand is None or self.law.beats(turn.card, stand.best)):
                stand = self.stand_after(stand, turn.seat, 1 << turn.card)
        return tuple(stands)

    def before(self, place: int) -> range:
        """The places of the turns of the same trick before that of `place`."""
        first = place
        while first and self.turns[first - 1].trick == self.turns[place].trick:
            first -= 1
        return range(first, place)

    def ways_before(self, place: int) -> Iterator[Way]:
        """How a trick may stand before the turn at `place`; nothing for a lead."""
        stand = self._stands[place]
        if stand:
            yield Way(stand, {})
        elif before := self.before(place):
            yield from self._ways(before)

    def _ways(self, places: range) -> Iterator[Way]:
        """How a trick may stand after the turns at `places`, its first ones."""
        turns = [self.turns[place] for place in places]
        may_be = [
            self.masks[self.room_at[place]] if turn.card is None else 1 << turn.card
            for place, turn in zip(places, turns, strict=True)
        ]
        for way in ways(self.law, [turn.seat for turn in turns], may_be):
            missing = {places[i]: c for i, c in way.limits.items() if turns[i].card is None}
            yield way._replace(limits=missing)

    def limited(self, way: Way) -> list[Mask]:
        """What each room takes where the trick stands so."""
        masks = list(self.masks)
        for place, cards in way.limits.items():
            masks[self.room_at[place]] &= cards
        return masks

    def possible(self, way: Way) -> bool:
        """Whether some lie follows the way."""
        return not way.limits or can_fill(self.sizes, self.limited(way))

    def ladder(self, stand: Stand, seat: Seat) -> Ladder:
        """What binds `seat` to play to a trick that stands so."""
        partner_winning = self.law.rules.table.partners(seat, stand.winner, self.dealer)
        return self.law.ladders[next(numbers(stand.led))][stand.best][partner_winning]

    def stand_after(self, stand: Stand | None, seat: Seat, card: Mask) -> Stand:
        """How the trick stands once `seat` has led that card, or won the trick so far with it."""
        number = card.bit_length() - 1
        led = stand.led if stand else self.law.rules.cards.suit_of[number]
        return Stand(led, number, seat)

    def denied(self, way: Way, place: int) -> Mask:
        """The cards that the seat says it does not hold by what it plays in that turn: those of the
        rungs above the one that its card stands on."""
        turn = self.turns[place]
        above = 0
        for _, rung in self.ladder(way.stand, turn.seat):
            if rung >> (turn.card or 0) & 1:
                break
            above |= rung
        return above

    # One trick

    def winner(self, places: range) -> Seat | None:
        """Who won the trick of the turns at `places`; None where the lies differ."""
        found: set[Seat] = set()
        last = self.turns[places[-1]]
        if last.card is not None and (stand := self._stands[places[-1]]):
            return last.seat if self.law.beats(last.card, stand.best) else stand.winner
        for way in self._ways(places):
            if way.stand.winner not in found and self.possible(way):
                found.add(way.stand.winner)
                if len(found) > 1:
                    return None
        return found.pop()

    def card_points(self, places: range) -> int | None:
        """The card points of the cards played in these turns; None where the lies differ."""
        points = self.law.rules.cards.points
        cards = [self.turns[place].card for place in places]
        known = sum(points[card] for card in cards if card is not None)
        missing = self.missing(places)
        worth: set[int] = set()
        for more in self._worth(self.masks, missing) if missing else (0,):
            worth.add(known + more)
            if len(worth) > 1:
                return None
        return worth.pop()

    def _worth(self, masks: tuple[Mask, ...], missing: Sequence[int]) -> Iterator[int]:
        """What the cards in these rooms, one in each, may be worth together."""
        if not missing:
            yield 0
            return
        i = missing[0]
        for value, cards in self.law.rules.cards.by_points.items():
            some = (*masks[:i], masks[i] & cards, *masks[i + 1 :])
            if some[i] and can_fill(self.sizes, some):
                for more in self._worth(some, missing[1:]):
                    yield value + more

    # One play

    def verdict(self, place: int) -> Verdict:
        """Whether a known card was legal: in every lie, in none, or in some."""
        legal = illegal = False
        for way in self.ways_before(place):
            legal = legal or self.can_be_legal(place, way)
            illegal = illegal or self.can_be_illegal(place, way)
            if legal and illegal:
                return "undecided"
        return "illegal" if illegal else "legal"

    def can_be_legal(self, place: int, way: Way) -> bool:
        """Whether in some lie that follows the way, a play was legal."""
        barred = self.denied(way, place)
        return not barred & self.shown_after[place] and self.can_lack(place, way, barred)

    def can_be_illegal(self, place: int, way: Way) -> bool:
        """Whether in some lie that follows the way, the seat held a card that had to be played."""
        barred = self.denied(way, place)
        if barred & self.shown_after[place]:
            return self.possible(way)
        return self.can_hold(place, way, barred)

    def can_lack(self, place: int, way: Way, cards: Mask) -> bool:
        """Whether in some lie that follows the way, the seat of that turn held none of `cards`, all
        of them unseen, after it."""
        if not way.limits and not cards & self.cards[self.turns[place].seat]:
            return True
        return can_fill(self.sizes, self._lacking(place, way, cards))

    def can_hold(self, place: int, way: Way, cards: Mask, lacking: Mask = 0) -> bool:
        """Whether in some lie that follows the way, the seat of that turn held one of `cards` after
        it, and none of those it is `lacking`."""
        seat, masks = self.turns[place].seat, self._lacking(place, way, lacking)
        for i, room in enumerate(self.rooms):
            if room.seat == seat and room.until > place and masks[i] & cards:
                # The room apart from one place in it, which takes only these cards.
                sizes = (*self.sizes[:i], room.size - 1, *self.sizes[i + 1 :], 1)
                if can_fill(sizes, [*masks, masks[i] & cards]):
                    return True
        return False

    def _lacking(self, place: int, way: Way, cards: Mask) -> list[Mask]:
        """What each room takes where the trick stands so, and the seat of that turn held none of
        `cards` after it."""
        seat, masks = self.turns[place].seat, self.limited(way)
        for i, room in enumerate(self.rooms):
            if room.seat == seat and room.until > place:
                masks[i] &= ~cards
        return masks
