"""Claim: a seat lays down its cards and claims all the tricks that are left. Is that so?

The question of every rule book is: could an opponent still have won a trick by legal play? It is
asked of every lie of the unseen cards, that is every way in which they may be held that fits the
sizes of the hands, the hands that were told, the cards that came out, and the duties obeyed so far.
Where no lie makes every play so far legal, somebody revoked already, and duties say nothing.

Since any opponent's trick will do, all players may be thought to work together for it. A hand is
not dealt out beforehand: a card that nobody has seen belongs to whoever plays it, as long as the
cards left over still fit somewhere. So one search goes through all lies at once, and it ends at the
first trick of an opponent. Cards that are neighbours in their suit and may lie in the same places
are alike; so are the suits but trump.

Whether there is also a lie in which *no* opponent's trick was possible is found by trial: a lie is
proposed, and the line of play that refutes it also refutes every other lie that allows that line.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from .cards import Card, Mask
from .errors import Fault, InvalidRecord, gettext_noop
from .notation import TrickRecord
from .play import Law, law_of
from .replay import PlayedTrick, refuses_legality, replay
from .rules import Rules
from .table import Camp, Seat

ClaimAnswer: TypeAlias = Literal["proved", "playable", "refuted", "open", "possible"]
"""`proved`: wherever the unseen cards lie, no legal play gives an opponent a trick. `refuted`:
wherever they lie, some legal play does. `open`: it depends on where they lie. `playable`: all cards
are known and an opponent can win a trick, but only if the claiming camp lets it happen. `possible`:
an opponent can win a trick in some lie; whether in every one, or (all cards known) against the
best play too, takes more than MOST_STEPS to find out."""

MOST_STEPS = 8_000
"""So many turns of play are tried for what comes second, which takes about a second."""


@dataclass(frozen=True)
class Line:
    """How an opponent can win a trick. `hands` are the cards that each seat holds at the claim,
    `tricks` the tricks from the claim on up to that trick, each its leader and its cards in the
    order of play; the first begins with the cards that lay on the table. `trick` is the number of
    the last of them, and `winner` wins it."""

    hands: Mapping[Seat, tuple[Card, ...]]
    tricks: tuple[tuple[Seat, tuple[Card, ...]], ...]
    trick: int
    winner: Seat


@dataclass(frozen=True)
class ClaimVerdict:
    """The answer to a claim by `claimer` for `camp` of the `left` tricks from number `first` on.

    `line` shows how an opponent can win one, unless that is ruled out. `safe` (only where the
    answer is `open`) are hands with which no opponent could. `known`: there was only one lie.
    `explained`: the lies considered are those in which every play so far was legal; False where
    there are none.
    """

    answer: ClaimAnswer
    claimer: Seat
    camp: Camp
    first: int
    left: int
    known: bool
    explained: bool
    line: Line | None = None
    safe: Mapping[Seat, tuple[Card, ...]] | None = None


def judge_claim(
    rules: Rules,
    dealer: Seat,
    trump: str,
    tricks: Sequence[TrickRecord],
    claimer: Seat,
    hands: Mapping[Seat, tuple[Card, ...]] | None = None,
    leader: Seat | None = None,
) -> ClaimVerdict:
    """What is to be said of a claim of all the tricks after `tricks`, of which the last may be
    unfinished and then is claimed too. `hands` are cards that seats are known to have held when
    play began, `leader` led to the first trick (the eldest hand unless told).

    Raises InvalidRecord where nothing is left to claim, nobody can tell who leads now, plays cannot
    be judged under these rules, or (as `replay`) the cards cannot have been played so.
    """
    told = replay(rules, dealer, trump, tricks, leader, hands)
    reason = refuses_legality(rules)
    if reason:
        raise InvalidRecord(Fault(reason))
    if len(told.plays) == rules.seats * rules.hand_size:
        raise InvalidRecord(Fault(gettext_noop("Every trick has been played: none is left.")))
    law = law_of(rules, trump)
    starts: list[_Position] = []
    for judged in (True, False):
        starts = list(_positions(law, dealer, told.tricks, hands or {}, leader, judged))
        if starts:
            break
    if not starts:
        message = gettext_noop("These cards fit no hands of the size that was dealt.")
        raise InvalidRecord(Fault(message))
    camp = rules.table.camp_of(claimer, dealer)
    opponents = sum(1 << n for n, seat in enumerate(rules.table.seats) if seat not in camp)
    search = _Search(starts[0].table, opponents)
    first = starts[0].number
    verdict = ClaimVerdict(
        answer="proved",
        claimer=claimer,
        camp=camp,
        first=first,
        left=rules.hand_size - first + 1,
        known=len(starts) == 1 and _only_lie(starts[0]),
        explained=judged,
    )
    found = [(start, search.shortest(start)) for start in starts]
    lines = [(start, played) for start, played in found if played is not None]
    if not lines:
        return verdict
    line = _line(*min(lines, key=lambda each: len(each[1])))
    try:
        return _whether_everywhere(replace(verdict, line=line, answer="refuted"), found, search)
    except _TooLong:
        return replace(verdict, line=line, answer="possible")


def _whether_everywhere(
    verdict: ClaimVerdict,
    found: "Sequence[tuple[_Position, _Played | None]]",
    search: "_Search",
) -> ClaimVerdict:
    """The answer once it is known that an opponent can win a trick. Raises _TooLong."""
    search.steps = _Steps()
    start = found[0][0]
    if verdict.known:
        force = _Force(start.table, search.opponents, search.steps)
        won = force.wins(start.dealt_out(_fill(start)))
        return replace(verdict, answer="playable") if won else verdict
    for start, played in found:
        safe = _fill(start) if played is None else _safe_lie(start, search, played)
        if safe is not None:
            return replace(verdict, answer="open", safe=start.cards(safe))
    return verdict


class _TooLong(Exception):
    """More steps than are allowed."""


class _Steps:
    """Counts turns of play tried."""

    def __init__(self, most: int | None = MOST_STEPS) -> None:
        self.left = most

    def take(self, steps: int = 1) -> None:
        if self.left is not None:
            self.left -= steps
            if self.left < 0:
                raise _TooLong


# Where the cards may lie


@dataclass(frozen=True)
class _Table:
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


class _Hands(NamedTuple):
    """The cards in play: `held` by each seat for certain; `unseen`, which lie anywhere; how many of
    those each seat has `room` for, and which each is `barred` from."""

    held: tuple[Mask, ...]
    room: tuple[int, ...]
    barred: tuple[Mask, ...]
    unseen: Mask


class _Stand(NamedTuple):
    """How a trick stands: how many cards lie there, the card led, the card winning and whose that
    is."""

    laid: int
    led: int
    best: int
    winner: int


_Lie: TypeAlias = tuple[Mask, ...]
"""Which of the unseen cards each seat holds."""

_Played: TypeAlias = tuple[tuple[int, int], ...]
"""Plays in their order, each a seat and a card."""


@dataclass(frozen=True)
class _Position:
    """Where the play stands at a claim: `leader` led, or leads, trick `number`; `lying` are the
    cards that lie there, `stand` is how that trick stands, and `turn` whose turn it is."""

    table: _Table
    hands: _Hands
    leader: int
    number: int
    lying: tuple[int, ...]
    stand: _Stand | None
    turn: int

    def dealt_out(self, lie: _Lie) -> "_Position":
        """The same with the unseen cards where `lie` says."""
        held = tuple(cards | more for cards, more in zip(self.hands.held, lie, strict=True))
        nothing = (0,) * len(held)
        table = replace(self.table, aside=())
        return replace(self, table=table, hands=_Hands(held, nothing, nothing, 0))

    def cards(self, lie: _Lie) -> dict[Seat, tuple[Card, ...]]:
        """Each seat's cards in that lie, those on the table left out."""
        rules = self.table.law.rules
        return {
            seat: rules.cards.cards_in(held | more)
            for seat, held, more in zip(rules.table.seats, self.hands.held, lie, strict=True)
        }


def _positions(
    law: Law,
    dealer: Seat,
    tricks: Sequence[PlayedTrick],
    dealt: Mapping[Seat, tuple[Card, ...]],
    leader: Seat | None,
    judged: bool,
) -> Iterator[_Position]:
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
        stand: _Stand | None = None
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
                denies = _denied(law, _partners(table.camps(dealer), seats), stand, s, c)
                barred[s] |= denies
                denied_at.append((s, denies, shown[s]))
            stand = _after(law, stand, s, c)
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
    fixed = _Table(
        law=law,
        after=tuple(number[table.after(seat)] for seat in seats),
        camps=_partners(table.camps(dealer), seats),
        aside=tuple((count, bars) for bars, count in merged.items()),
    )
    hands = _Hands(tuple(held), tuple(room), tuple(bars & unseen for bars in barred), unseen)
    if min(room) < 0 or not _fits(fixed, hands):
        return
    lead = number[leads]
    yield from _laid(_Position(fixed, hands, lead, len(done) + 1, (), None, lead), lying, judged)


def _laid(position: _Position, lying: Sequence[int | None], judged: bool) -> Iterator[_Position]:
    """The positions once the cards `lying` are played, None standing for a card forgotten."""
    if not lying:
        yield position
        return
    table, stand, seat = position.table, position.stand, position.turn
    card = lying[0]
    moves: Iterable[tuple[int, _Hands]]
    if card is None:
        moves = _moves(table, position.hands, stand, seat, judged)
    else:
        denied = _denied(table.law, table.camps, stand, seat, card) if judged else 0
        left = _without(position.hands, seat, card)
        left = _barred(left, seat, denied & left.unseen)
        moves = [(card, left)] if not denied & left.held[seat] and _fits(table, left) else []
    for played, left in moves:
        after = replace(
            position,
            hands=left,
            lying=(*position.lying, played),
            stand=_after(table.law, stand, seat, played),
            turn=table.after[seat],
        )
        yield from _laid(after, lying[1:], judged)


def _partners(camps: Iterable[Camp], seats: str) -> tuple[int, ...]:
    """Seat number -> the set of seats of its camp."""
    sets = [sum(1 << seats.index(seat) for seat in camp) for camp in camps]
    return tuple(next(camp for camp in sets if camp >> s & 1) for s in range(len(seats)))


def _denied(law: Law, camps: tuple[int, ...], stand: _Stand | None, seat: int, card: int) -> Mask:
    """The cards that `seat` cannot have held if it legally played `card`."""
    if stand is None:
        return 0
    denied = 0
    for _, rung in law.ladders[stand.led][stand.best][camps[stand.winner] >> seat & 1]:
        if rung >> card & 1:
            break
        denied |= rung
    return denied


def _after(law: Law, stand: _Stand | None, seat: int, card: int) -> _Stand:
    """How the trick stands once `seat` has played `card`."""
    if stand is None:
        return _Stand(1, card, card, seat)
    if law.beaten_by[stand.best] >> card & 1:
        return _Stand(stand.laid + 1, stand.led, card, seat)
    return stand._replace(laid=stand.laid + 1)


def _fits(table: _Table, hands: _Hands) -> bool:
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
            for other in _numbers(given[p]):
                given[p] ^= 1 << other
                if place(other, tried):
                    given[p] |= 1 << card
                    return True
                given[p] |= 1 << other
        return False

    return given if all(place(card, set()) for card in _numbers(cards)) else None


def _fill(position: _Position, hands: _Hands | None = None, first: int = 0) -> _Lie:
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


def _only_lie(position: _Position) -> bool:
    """Whether the unseen cards can lie in one way only."""
    hands = position.hands
    lie = _fill(position)
    for s, cards in enumerate(lie):
        for card in _numbers(cards):
            barred = list(hands.barred)
            barred[s] |= 1 << card
            if _fits(position.table, hands._replace(barred=tuple(barred))):
                return False
    return True


def _numbers(cards: Mask) -> Iterator[int]:
    while cards:
        lowest = cards & -cards
        yield lowest.bit_length() - 1
        cards ^= lowest


# A trick for an opponent


def _one_of_each(
    table: _Table, hands: _Hands, cards: Mask, places: Sequence[Mask], best: int | None
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
    for card in _numbers(cards):
        bars = 0
        for barred in places:
            bars = bars << 1 | (barred >> card & 1)
        new = previous < 0 or bars != last_bars or not suit_of[card] >> previous & 1
        if new or in_play & ((1 << card) - (2 << previous)):
            found.append(card)
        previous, last_bars = card, bars
    return found


def _moves(
    table: _Table, hands: _Hands, stand: _Stand | None, seat: int, judged: bool = True
) -> Iterator[tuple[int, _Hands]]:
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
            after = _barred(hands, seat, above & hands.unseen)
            if own and not _fits(table, after):
                own = 0
        for card in _one_of_each(table, hands, own, (), best) if own else ():
            yield card, _without(after, seat, card)
        if other:
            # Of unseen cards those left over may still be played to this trick, by others: they
            # are alike only once it no longer matters for this trick which one it was.
            alike = other
            if stand is None:
                alike = 0
            elif stand.laid < len(table.after) - 1:
                alike &= ~law.beaten_by[stand.best]
            places = [*hands.barred, *(bars for _, bars in table.aside)]
            cards = [*_one_of_each(table, hands, alike, places, best), *_numbers(other & ~alike)]
            for card in cards:
                left = _without(after, seat, card)
                if _fits(table, left):
                    yield card, left
        above |= rung


def _without(hands: _Hands, seat: int, card: int) -> _Hands:
    """The hands after `seat` has played `card`, held for certain or unseen so far."""
    bit = 1 << card
    if hands.unseen & bit:
        room = list(hands.room)
        room[seat] -= 1
        keep = ~bit
        return _Hands(
            hands.held, tuple(room), tuple(b & keep for b in hands.barred), hands.unseen & keep
        )
    held = list(hands.held)
    held[seat] &= ~bit
    return hands._replace(held=tuple(held))


def _key(table: _Table, hands: _Hands, leader: int) -> tuple[object, ...]:
    """The same for hands that differ only in which cards of a suit are gone, and in the names of
    the suits but trump."""
    law = table.law
    marks: dict[int, int] = {}
    for s, held in enumerate(hands.held):
        for card in _numbers(held):
            marks[card] = s
    if hands.unseen:
        places = [
            *(b if r else -1 for r, b in zip(hands.room, hands.barred, strict=True)),
            *(bars for _, bars in table.aside),
        ]
        for card in _numbers(hands.unseen):
            mark = 1
            for bars in places:
                mark = mark << 1 | (bars >> card & 1)
            marks[card] = 16 + mark
    suits: list[tuple[int, ...]] = []
    trumps: tuple[int, ...] = ()
    for suit in law.rules.cards.suits.values():
        found = tuple(marks[card] for card in _numbers(suit) if card in marks)
        if suit == law.trumps:
            trumps = found
        else:
            suits.append(found)
    return leader, hands.room, trumps, tuple(sorted(suits))


class _Search:
    """Looks for a line of play in which one of the `opponents` (a set of seats) wins a trick."""

    def __init__(self, table: _Table, opponents: int) -> None:
        self.table, self.opponents = table, opponents
        self.size = len(table.after)
        self.failed: set[tuple[object, ...]] = set()
        self.cut = False  # whether a line was left because it got too long
        self.steps = _Steps(None)

    def shortest(self, position: _Position) -> _Played | None:
        """The plays from the claim on up to an opponent's trick, in as few tricks as that takes;
        None where there is no such line."""
        self.table = position.table
        for tricks in range(1, self.table.law.rules.hand_size + 1):
            self.failed.clear()
            self.cut = False
            if position.stand is None:
                line = self._trick(position.hands, position.leader, tricks)
            else:
                line = self._turn(position.hands, position.stand, position.turn, tricks)
            if line is not None or not self.cut:
                return line
        return None

    def _trick(self, hands: _Hands, leader: int, most: int) -> _Played | None:
        """A line of at most so many tricks from where `leader` leads."""
        if not any(hands.held) and not any(hands.room):
            return None
        if self._sure(hands, leader):
            return None
        if not most:
            self.cut = True
            return None
        key = (most, *_key(self.table, hands, leader))
        if key in self.failed:
            return None
        line = self._turn(hands, None, leader, most)
        if line is None:
            self.failed.add(key)
        return line

    def _turn(self, hands: _Hands, stand: _Stand | None, seat: int, most: int) -> _Played | None:
        self.steps.take()
        table, law = self.table, self.table.law
        moves: Iterable[tuple[int, _Hands]] = _moves(table, hands, stand, seat)
        if stand is not None:
            beats = law.beaten_by[stand.best]
            hostile = self.opponents >> seat & 1
            # What gives an opponent the trick is tried first.
            moves = sorted(moves, key=lambda move: (beats >> move[0] & 1) != hostile)
        for card, left in moves:
            after = _after(law, stand, seat, card)
            if after.laid < self.size:
                rest = self._turn(left, after, table.after[seat], most)
            elif self.opponents >> after.winner & 1:
                rest = ()
            else:
                rest = self._trick(left, after.winner, most - 1)
            if rest is not None:
                return ((seat, card), *rest)
        return None

    def _sure(self, hands: _Hands, leader: int) -> bool:
        """Whether it is plain that no opponent will win a trick: no card of the leader can be
        beaten by anybody, or no card of the leader's camp by an opponent."""
        beaten_by = self.table.beaten_by
        others = against = 0
        camp, camp_known = self.table.camps[leader], True
        if self.opponents >> leader & 1:
            return False
        ours = 0
        for s in range(self.size):
            may_hold = hands.held[s] | (hands.unseen & ~hands.barred[s] if hands.room[s] else 0)
            if s != leader:
                others |= may_hold
            if self.opponents >> s & 1:
                against |= may_hold
            elif camp >> s & 1:
                ours |= hands.held[s]
                camp_known = camp_known and not hands.room[s]
        if not hands.room[leader] and not any(
            beaten_by[card] & others for card in _numbers(hands.held[leader])
        ):
            return True
        return camp_known and not any(beaten_by[card] & against for card in _numbers(ours))


def _line(position: _Position, played: _Played) -> Line:
    """The line of play as it is told, with hands in which it is legal."""
    table, rules = position.table, position.table.law.rules
    hands, stand, leader = position.hands, position.stand, position.leader
    lie = [0] * len(hands.held)
    tricks: list[tuple[Seat, tuple[Card, ...]]] = []
    cards = [rules.cards.cards[card] for card in position.lying]
    for seat, card in played:
        lie[seat] |= hands.unseen & 1 << card
        denied = _denied(table.law, table.camps, stand, seat, card)
        hands = _without(hands, seat, card)
        hands = _barred(hands, seat, denied & hands.unseen)
        stand = _after(table.law, stand, seat, card)
        cards.append(rules.cards.cards[card])
        if stand.laid == rules.seats:
            tricks.append((rules.table.seats[leader], tuple(cards)))
            leader, stand, cards = stand.winner, None, []
    rest = _fill(position, hands)
    return Line(
        hands=position.cards(tuple(a | b for a, b in zip(lie, rest, strict=True))),
        tricks=tuple(tricks),
        trick=position.number + len(tricks) - 1,
        winner=rules.table.seats[leader],
    )


# A lie without a trick for an opponent


class _Needs(NamedTuple):
    """What makes a line of play possible: each seat has the unseen cards it `plays`, and none of
    those it `lacks`. Any lie that is like this allows the line."""

    plays: tuple[Mask, ...]
    lacks: tuple[Mask, ...]

    def met_by(self, lie: _Lie) -> bool:
        return all(
            plays & ~cards == 0 and not lacks & cards
            for plays, lacks, cards in zip(self.plays, self.lacks, lie, strict=True)
        )


def _needs(position: _Position, played: _Played) -> _Needs:
    table, unseen, stand = position.table, position.hands.unseen, position.stand
    plays, lacks = [0] * len(table.after), [0] * len(table.after)
    gone = 0
    for seat, card in played:
        lacks[seat] |= _denied(table.law, table.camps, stand, seat, card) & unseen & ~gone
        plays[seat] |= 1 << card & unseen
        gone |= 1 << card
        stand = _after(table.law, stand, seat, card)
        if stand.laid == len(table.after):
            stand = None
    return _Needs(tuple(plays), tuple(lacks))


def _threat(position: _Position, hands: Sequence[Mask], opponents: int) -> _Needs | None:
    """What of these `hands` makes it sure that an opponent can win the trick at the claim with a
    card that nobody else who has still to play could beat; None where there is no such card.

    Whatever the others play, such a card beats it. So it is on the first rung of its seat's ladder,
    as soon as that seat has none of the suit led, or the card is of that suit.
    """
    table, law, unseen = position.table, position.table.law, position.hands.unseen
    suit_of, stand = law.rules.cards.suit_of, position.stand
    to_play = [position.turn]
    while len(to_play) + (stand.laid if stand else 0) < len(table.after):
        to_play.append(table.after[to_play[-1]])
    best: _Needs | None = None
    fewest = 1000
    for lead in _numbers(hands[position.turn]) if stand is None else (stand.led,):
        winning = lead if stand is None else stand.best
        for seat in to_play:
            if not opponents >> seat & 1:
                continue
            cards = hands[seat] & law.beaten_by[winning]
            if stand is None and seat == position.turn:
                cards = 1 << lead
            elif hands[seat] & suit_of[lead]:
                cards &= suit_of[lead]
            for card in _numbers(cards):
                beats = law.beaten_by[card]
                others = [s for s in to_play if s != seat and (stand or s != position.turn)]
                if any(hands[s] & beats for s in others):
                    continue
                plays, lacks = [0] * len(hands), [0] * len(hands)
                plays[seat] |= 1 << card & unseen
                if stand is None:
                    plays[position.turn] |= 1 << lead & unseen
                for s in others:
                    lacks[s] = beats & unseen
                if not suit_of[lead] >> card & 1:
                    lacks[seat] |= suit_of[lead] & unseen
                size = sum(map(int.bit_count, plays)) + sum(map(int.bit_count, lacks))
                if size < fewest:
                    best, fewest = _Needs(tuple(plays), tuple(lacks)), size
    return best


def _safe_lie(position: _Position, search: _Search, refuted: _Played) -> _Lie | None:
    """A lie of the unseen cards with which no opponent can win a trick; None where there is none.
    `refuted` is a line by which one can."""
    seats = range(len(position.table.after))
    camp = ((1 << len(seats)) - 1) & ~search.opponents
    lines = [_needs(position, refuted)]
    start = position.hands
    # The highest trump wins a trick, whenever it is played.
    in_play = start.unseen
    for held in start.held:
        in_play |= held
    trumps = position.table.law.trumps & in_play
    if not position.table.aside and trumps:
        for seat in seats:
            if search.opponents >> seat & 1:
                if start.held[seat] & trumps & -trumps:
                    return None
                start = _barred(start, seat, trumps & -trumps & start.unseen)

    def wanting(hands: _Hands, fixed: _Lie, needs: _Needs) -> int:
        """How many things could still be otherwise; 0 where the line is possible for certain, a
        great number where it is not possible."""
        free = 0
        for s in seats:
            if needs.plays[s] & ~fixed[s] & (~hands.unseen | hands.barred[s]):
                return 1000
            if needs.lacks[s] & fixed[s]:
                return 1000
            free += (needs.plays[s] & hands.unseen).bit_count()
            free += (needs.lacks[s] & hands.unseen & ~hands.barred[s]).bit_count()
        return free

    def look(hands: _Hands, fixed: _Lie) -> _Lie | None:
        """In the lies in which each seat has the cards `fixed` and what fits of the rest."""
        search.steps.take(1 + len(lines) // 8)  # each line is looked at
        if min(hands.room) < 0 or not _fits(position.table, hands):
            return None
        needs = min(lines, key=lambda needs: wanting(hands, fixed, needs))
        least = wanting(hands, fixed, needs)
        if not least:
            return None
        if least > 2:
            given = _fill(position, hands, camp)
            lie = tuple(a | b for a, b in zip(fixed, given, strict=True))
            met = next((needs for needs in lines if needs.met_by(lie)), None)
            if met is None:
                dealt = position.dealt_out(lie)
                met = _threat(position, dealt.hands.held, search.opponents)
                if met is None:
                    line = search.shortest(dealt)
                    if line is None:
                        return lie
                    met = _needs(position, line)
                lines.append(met)
            needs = met
        # One of the things that the line needs has to be otherwise; those before it are kept.
        for seat in seats:
            for card in _numbers(needs.plays[seat] & hands.unseen):
                found = look(_barred(hands, seat, 1 << card), fixed)
                if found is not None:
                    return found
                hands, fixed = _given(hands, fixed, seat, card)
            for card in _numbers(needs.lacks[seat] & hands.unseen & ~hands.barred[seat]):
                found = look(*_given(hands, fixed, seat, card))
                if found is not None:
                    return found
                hands = _barred(hands, seat, 1 << card)
        return None

    return look(start, (0,) * len(seats))


def _barred(hands: _Hands, seat: int, cards: Mask) -> _Hands:
    """The hands with `seat` barred from these cards too."""
    barred = list(hands.barred)
    barred[seat] |= cards
    return hands._replace(barred=tuple(barred))


def _given(hands: _Hands, fixed: _Lie, seat: int, card: int) -> tuple[_Hands, _Lie]:
    room, more = list(hands.room), list(fixed)
    room[seat] -= 1
    more[seat] |= 1 << card
    keep = ~(1 << card)
    barred = tuple(bars & keep for bars in hands.barred)
    return _Hands(hands.held, tuple(room), barred, hands.unseen & keep), tuple(more)


# All cards known: can the camp keep them off?


class _Force:
    """Whether the camp opposite the `opponents` wins every trick by playing well, all cards being
    known to all."""

    def __init__(self, table: _Table, opponents: int, steps: _Steps) -> None:
        self.table, self.opponents, self.steps = table, opponents, steps
        self.size = len(table.after)
        self.known: dict[tuple[object, ...], bool] = {}

    def wins(self, position: _Position) -> bool:
        """From the claim on."""
        self.table = position.table
        return self._turn(position.hands, position.stand, position.turn)

    def _trick(self, hands: _Hands, leader: int) -> bool:
        if not any(hands.held):
            return True
        ours = theirs = 0
        for s, held in enumerate(hands.held):
            if self.opponents >> s & 1:
                theirs |= held
            else:
                ours |= held
        trumps = self.table.law.trumps & (ours | theirs)
        if trumps & -trumps & theirs:
            return False  # the highest trump wins a trick, whenever it is played
        key = _key(self.table, hands, leader)
        if key not in self.known:
            self.known[key] = self._turn(hands, None, leader)
        return self.known[key]

    def _turn(self, hands: _Hands, stand: _Stand | None, seat: int) -> bool:
        self.steps.take()
        hostile = bool(self.opponents >> seat & 1)
        moves = list(_moves(self.table, hands, stand, seat))
        if stand is not None:
            beats = self.table.law.beaten_by[stand.best]
            moves.sort(key=lambda move: not beats >> move[0] & 1)
        elif not hostile:
            others = 0
            for held in hands.held:
                others |= held
            beaten_by = self.table.beaten_by
            moves.sort(key=lambda move: (beaten_by[move[0]] & others).bit_count())
        for card, left in moves:
            after = _after(self.table.law, stand, seat, card)
            if after.laid < self.size:
                won = self._turn(left, after, self.table.after[seat])
            else:
                won = not self.opponents >> after.winner & 1 and self._trick(left, after.winner)
            if won != hostile:
                return won
        return hostile
