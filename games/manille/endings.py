"""Endings: where the cards may lie at a point of a deal, and what each seat may play from there.

A hand is not dealt out beforehand: a card that nobody has seen belongs to whoever plays it, as long
as the cards left over still fit somewhere. So one walk goes through all lies at once. Cards that
are neighbours in their suit and may lie in the same places are alike; so are the suits but trump.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, TypeAlias

from .cards import Card, Mask
from .errors import Fault, InvalidRecord, gettext_noop
from .play import Law
from .replay import PlayedTrick
from .table import Camp, Seat


@dataclass(frozen=True)
class Fixed:
    """What stays the same while cards are played: the law, who follows whom (seats by number), who
    partners whom (sets of seats), and the places beside the hands where an unseen card may lie
    (cards left over at the deal, cards played that nobody remembers): how many, and what cannot."""

    law: Law
    after: tuple[int, ...]
    camps: tuple[int, ...]
    aside: tuple[tuple[int, Mask], ...]

    @cached_property
    def beaten_by(self) -> tuple[Mask, ...]:
        return self.law.beaten_by


class Hands(NamedTuple):
    """The cards in play: `held` by each seat for certain; `unseen`, which lie anywhere; how many of
    those each seat has `room` for, and which each is `barred` from."""

    held: tuple[Mask, ...]
    room: tuple[int, ...]
    barred: tuple[Mask, ...]
    unseen: Mask


class Stand(NamedTuple):
    """How a trick stands: how many cards lie there, the card led, the card winning and whose that
    is."""

    laid: int
    led: int
    best: int
    winner: int


Lie: TypeAlias = tuple[Mask, ...]
"""Which of the unseen cards each seat holds."""

Played: TypeAlias = tuple[tuple[int, int], ...]
"""Plays in their order, each a seat and a card."""


@dataclass(frozen=True)
class Position:
    """Where the play stands at a claim: `leader` led, or leads, trick `number`; `lying` are the
    cards that lie there, `stand` is how that trick stands, and `turn` whose turn it is."""

    table: Fixed
    hands: Hands
    leader: int
    number: int
    lying: tuple[int, ...]
    stand: Stand | None
    turn: int

    def dealt_out(self, lie: Lie) -> "Position":
        """The same with the unseen cards where `lie` says."""
        held = tuple(cards | more for cards, more in zip(self.hands.held, lie, strict=True))
        nothing = (0,) * len(held)
        table = replace(self.table, aside=())
        return replace(self, table=table, hands=Hands(held, nothing, nothing, 0))

    def cards(self, lie: Lie) -> dict[Seat, tuple[Card, ...]]:
        """Each seat's cards in that lie, those on the table left out."""
        rules = self.table.law.rules
        return {
            seat: rules.cards.cards_in(held | more)
            for seat, held, more in zip(rules.table.seats, self.hands.held, lie, strict=True)
        }


def positions(
    law: Law,
    dealer: Seat,
    tricks: Sequence[PlayedTrick],
    dealt: Mapping[Seat, tuple[Card, ...]],
    leader: Seat | None,
    judged: bool,
) -> Iterator[Position]:
    """Where the play stands after `tricks`, once for each kind of card that may lie in the trick
    unfinished and that nobody remembers. `judged`: every play so far is taken to be legal. Nothing
    comes where the cards fit no hands so."""
    rules, pack, table = law.rules, law.rules.cards, law.rules.table
    seats = table.seats
    number = {seat: n for n, seat in enumerate(seats)}
    done = [trick for trick in tricks if trick.complete]
    open_trick = tricks[-1] if tricks and not tricks[-1].complete else None
    if open_trick:
        leads: Seat | None = open_trick.leader
    else:
        leads = done[-1].winner if done else leader or table.after(dealer)
    if leads is None:
        raise InvalidRecord(
            Fault(gettext_noop("A missing card leaves open who won the last trick and leads now."))
        )
    seen = pack.mask(card for trick in tricks for card in trick.cards if card)
    told = [pack.mask(dealt.get(seat, ())) for seat in seats]
    barred = [0] * len(seats)
    # A card that came out is where it was seen; its seat bars nothing but the cards still unseen.
    forgotten: dict[tuple[int, Mask], int] = {}
    out = {number[s]: 0 for s in seats}
    lost = [0] * len(seats)
    shown = [0] * len(seats)  # cards played, to find plays that those of later tricks prove illegal
    denied_at: list[tuple[int, Mask, Mask]] = []
    for trick in done:
        stand: Stand | None = None
        clear = True
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            s = number[seat]
            out[s] += 1
            if card is None:
                clear = False  # what binds the others cannot be told any more
                lost[s] += 1
                key = (s, barred[s])
                forgotten[key] = forgotten.get(key, 0) + 1
                continue
            c = pack.number[card]
            shown[s] |= 1 << c
            if clear and judged:
                denies = denied_by(law, _partners(table.camps(dealer), seats), stand, s, c)
                barred[s] |= denies
                denied_at.append((s, denies, shown[s]))
            stand = stand_after(law, stand, s, c)
    lying: tuple[int | None, ...] = ()
    held = [0] * len(seats)
    if open_trick:
        lying = tuple(None if card is None else pack.number[card] for card in open_trick.cards)
        for seat, lies in zip(open_trick.seats, lying, strict=False):
            if lies is not None:
                held[number[seat]] |= 1 << lies
    room = [0] * len(seats)
    for s in range(len(seats)):
        if judged and any(
            who == s and denies & (shown[s] | held[s]) & ~before
            for who, denies, before in denied_at
        ):
            return  # a card that came out later proves a revoke
        own = told[s] & ~seen
        room[s] = rules.hand_size - out[s] - held[s].bit_count()
        if not lost[s]:
            if own & barred[s]:
                return
            held[s] |= own
            room[s] -= own.bit_count()
    certain = 0
    for cards in held:
        certain |= cards
    unseen = pack.whole & ~seen & ~certain
    # A card told of one seat lies with no other, nor was it left over.
    for s in range(len(seats)):
        others = 0
        for other, cards in enumerate(told):
            others |= cards if other != s else 0
        barred[s] |= others
    everybody = 0
    for cards in told:
        everybody |= cards
    aside = [
        (count, bars | (everybody & ~told[s])) for (s, bars), count in sorted(forgotten.items())
    ]
    if left_over := pack.size - rules.seats * rules.hand_size:
        aside.append((left_over, everybody))
    # Places that bar the same cards are one place.
    merged: dict[Mask, int] = {}
    for count, bars in aside:
        merged[bars & unseen] = merged.get(bars & unseen, 0) + count
    fixed = Fixed(
        law=law,
        after=tuple(number[table.after(seat)] for seat in seats),
        camps=_partners(table.camps(dealer), seats),
        aside=tuple((count, bars) for bars, count in merged.items()),
    )
    hands = Hands(tuple(held), tuple(room), tuple(bars & unseen for bars in barred), unseen)
    if min(room) < 0 or not fits(fixed, hands):
        return
    lead = number[leads]
    yield from _laid(Position(fixed, hands, lead, len(done) + 1, (), None, lead), lying, judged)


def _laid(position: Position, lying: Sequence[int | None], judged: bool) -> Iterator[Position]:
    """The positions once the cards `lying` are played, None standing for a card forgotten."""
    if not lying:
        yield position
        return
    table, stand, seat = position.table, position.stand, position.turn
    card = lying[0]
    moves: Iterable[tuple[int, Hands]]
    if card is None:
        moves = moves_of(table, position.hands, stand, seat, judged)
    else:
        denied = denied_by(table.law, table.camps, stand, seat, card) if judged else 0
        left = without(position.hands, seat, card)
        left = barring(left, seat, denied & left.unseen)
        moves = [(card, left)] if not denied & left.held[seat] and fits(table, left) else []
    for played, left in moves:
        after = replace(
            position,
            hands=left,
            lying=(*position.lying, played),
            stand=stand_after(table.law, stand, seat, played),
            turn=table.after[seat],
        )
        yield from _laid(after, lying[1:], judged)


def _partners(camps: Iterable[Camp], seats: str) -> tuple[int, ...]:
    """Seat number -> the set of seats of its camp."""
    sets = [sum(1 << seats.index(seat) for seat in camp) for camp in camps]
    return tuple(next(camp for camp in sets if camp >> s & 1) for s in range(len(seats)))


def denied_by(law: Law, camps: tuple[int, ...], stand: Stand | None, seat: int, card: int) -> Mask:
    """The cards that `seat` cannot have held if it legally played `card`."""
    if stand is None:
        return 0
    denied = 0
    for _, rung in law.ladders[stand.led][stand.best][camps[stand.winner] >> seat & 1]:
        if rung >> card & 1:
            break
        denied |= rung
    return denied


def stand_after(law: Law, stand: Stand | None, seat: int, card: int) -> Stand:
    """How the trick stands once `seat` has played `card`."""
    if stand is None:
        return Stand(1, card, card, seat)
    if law.beaten_by[stand.best] >> card & 1:
        return Stand(stand.laid + 1, stand.led, card, seat)
    return stand._replace(laid=stand.laid + 1)


def fits(table: Fixed, hands: Hands) -> bool:
    """Whether the unseen cards can be given to the places that have room for them: by Hall's
    theorem, whether every choice of places can be filled from the cards that may lie there."""
    places = [
        *((room, bars) for room, bars in zip(hands.room, hands.barred, strict=True) if room),
        *table.aside,
    ]
    unseen = hands.unseen
    if sum(room for room, _ in places) != unseen.bit_count():
        return False
    if len(places) > 7:
        return _assigned(places, unseen) is not None
    chosen = [(0, unseen)]
    for room, bars in places:
        grown = [(rooms + room, common & bars) for rooms, common in chosen]
        for rooms, common in grown:
            if (unseen & ~common).bit_count() < rooms:
                return False
        chosen += grown
    return True


def _assigned(places: Sequence[tuple[int, Mask]], cards: Mask) -> list[Mask] | None:
    """The `cards` given out to `places`, each with room for so many and barred from some; None
    where they do not fit. Earlier places get stronger cards where there is a choice."""
    given = [0] * len(places)

    def place(card: int, tried: set[int]) -> bool:
        for p, (room, bars) in enumerate(places):
            if p in tried or bars >> card & 1:
                continue
            tried.add(p)
            if given[p].bit_count() < room:
                given[p] |= 1 << card
                return True
            for other in numbers(given[p]):
                given[p] ^= 1 << other
                if place(other, tried):
                    given[p] |= 1 << card
                    return True
                given[p] |= 1 << other
        return False

    return given if all(place(card, set()) for card in numbers(cards)) else None


def some_lie(position: Position, hands: Hands | None = None, first: int = 0) -> Lie:
    """Some lie of the unseen cards of `hands`; the seats of the set `first` get the stronger ones
    where there is a choice."""
    hands = hands or position.hands
    seats = range(len(hands.held))
    order = sorted(seats, key=lambda s: not first >> s & 1)
    places = [(hands.room[s], hands.barred[s]) for s in order]
    given = _assigned([*places, *position.table.aside], hands.unseen)
    assert given is not None
    lie = [0] * len(hands.held)
    for s, cards in zip(order, given, strict=False):
        lie[s] = cards
    return tuple(lie)


def has_one_lie(position: Position) -> bool:
    """Whether the unseen cards can lie in one way only."""
    hands = position.hands
    lie = some_lie(position)
    for s, cards in enumerate(lie):
        for card in numbers(cards):
            barred = list(hands.barred)
            barred[s] |= 1 << card
            if fits(position.table, hands._replace(barred=tuple(barred))):
                return False
    return True


def numbers(cards: Mask) -> Iterator[int]:
    while cards:
        lowest = cards & -cards
        yield lowest.bit_length() - 1
        cards ^= lowest


def _one_of_each(
    table: Fixed, hands: Hands, cards: Mask, places: Sequence[Mask], best: int | None
) -> list[int]:
    """One of each run of `cards` that are neighbours among the cards in play and barred from the
    same of the `places`."""
    in_play = hands.unseen
    for held in hands.held:
        in_play |= held
    if best is not None:
        in_play |= 1 << best
    suit_of = table.law.rules.cards.suit_of
    found: list[int] = []
    previous, last_bars = -1, -1
    for card in numbers(cards):
        bars = 0
        for barred in places:
            bars = bars << 1 | (barred >> card & 1)
        new = previous < 0 or bars != last_bars or not suit_of[card] >> previous & 1
        if new or in_play & ((1 << card) - (2 << previous)):
            found.append(card)
        previous, last_bars = card, bars
    return found


def moves_of(
    table: Fixed, hands: Hands, stand: Stand | None, seat: int, judged: bool = True
) -> Iterator[tuple[int, Hands]]:
    """The cards that `seat` may play, one of each kind, with what is then left in play."""
    law = table.law
    held, room, barred = hands.held[seat], hands.room[seat], hands.barred[seat]
    if stand is None:
        ladder = law.free_lead
    else:
        ladder = law.ladders[stand.led][stand.best][table.camps[stand.winner] >> seat & 1]
    if not judged:
        ladder = ladder[-1:]
    best = None if stand is None else stand.best
    above = 0
    for _, rung in ladder:
        if held & above:
            return
        fresh = rung & ~above
        own = held & fresh
        other = hands.unseen & ~barred & fresh if room else 0
        after = hands
        if room and above & hands.unseen & ~barred:
            after = barring(hands, seat, above & hands.unseen)
            if own and not fits(table, after):
                own = 0
        for card in _one_of_each(table, hands, own, (), best) if own else ():
            yield card, without(after, seat, card)
        if other:
            # Of unseen cards those left over may still be played to this trick, by others: they
            # are alike only once it no longer matters for this trick which one it was.
            alike = other
            if stand is None:
                alike = 0
            elif stand.laid < len(table.after) - 1:
                alike &= ~law.beaten_by[stand.best]
            places = [*hands.barred, *(bars for _, bars in table.aside)]
            cards = [*_one_of_each(table, hands, alike, places, best), *numbers(other & ~alike)]
            for card in cards:
                left = without(after, seat, card)
                if fits(table, left):
                    yield card, left
        above |= rung


def without(hands: Hands, seat: int, card: int) -> Hands:
    """The hands after `seat` has played `card`, held for certain or unseen so far."""
    bit = 1 << card
    if hands.unseen & bit:
        room = list(hands.room)
        room[seat] -= 1
        keep = ~bit
        return Hands(
            hands.held, tuple(room), tuple(b & keep for b in hands.barred), hands.unseen & keep
        )
    held = list(hands.held)
    held[seat] &= ~bit
    return hands._replace(held=tuple(held))


def likeness_of(table: Fixed, hands: Hands, leader: int) -> tuple[object, ...]:
    """The same for hands that differ only in which cards of a suit are gone, and in the names of
    the suits but trump."""
    law = table.law
    marks: dict[int, int] = {}
    for s, held in enumerate(hands.held):
        for card in numbers(held):
            marks[card] = s
    if hands.unseen:
        places = [
            *(b if r else -1 for r, b in zip(hands.room, hands.barred, strict=True)),
            *(bars for _, bars in table.aside),
        ]
        for card in numbers(hands.unseen):
            mark = 1
            for bars in places:
                mark = mark << 1 | (bars >> card & 1)
            marks[card] = 16 + mark
    suits: list[tuple[int, ...]] = []
    trumps: tuple[int, ...] = ()
    for suit in law.rules.cards.suits.values():
        found = tuple(marks[card] for card in numbers(suit) if card in marks)
        if suit == law.trumps:
            trumps = found
        else:
            suits.append(found)
    return leader, hands.room, trumps, tuple(sorted(suits))


def barring(hands: Hands, seat: int, cards: Mask) -> Hands:
    """The hands with `seat` barred from these cards too."""
    barred = list(hands.barred)
    barred[seat] |= cards
    return hands._replace(barred=tuple(barred))


def giving(hands: Hands, fixed: Lie, seat: int, card: int) -> tuple[Hands, Lie]:
    room, more = list(hands.room), list(fixed)
    room[seat] -= 1
    more[seat] |= 1 << card
    keep = ~(1 << card)
    barred = tuple(bars & keep for bars in hands.barred)
    return Hands(hands.held, tuple(room), barred, hands.unseen & keep), tuple(more)
