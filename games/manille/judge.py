"""Judge: a complete deal in one walk, as fast as Python goes. `replay` says the same, and why.

To play a card that stands low on the ladder (see `play.py`) is to say "I hold none of the cards
that fulfil a more pressing duty": the play *denies* them. It was legal if the seat told the truth.
So no hand has to be known beforehand: the walk gathers what each seat has denied, and in a legal
deal no seat ever plays a card that it denied before.

The walk goes from node to node. A node is whose turn it is and how the trick stands. There are a
few thousand at most, each made when it is first reached, and each knows for every card what playing
it would mean.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from .cards import Mask
from .notation import TrickRecord
from .play import Duty, Law, law_of
from .rules import Rules
from .table import Camp, Seat


class Judgement(NamedTuple):
    """What `judge` finds: the winner of each trick, the card points of each camp, and the places in
    the order of play (0 is the first lead) at which a play was illegal."""

    winners: str
    card_points: dict[Camp, int]
    illegal: tuple[int, ...]


def judge(
    rules: Rules, trump: str, leader: Seat, cards: Sequence[int], dealer: Seat | None = None
) -> Judgement:
    """Legality of every play, winners and card points of a complete deal.

    `cards` are the numbers of all cards played, in the order of play, each trick led by the winner
    of the one before and the first by `leader`; the dealer is the seat before that one unless told.
    Raises ValueError where a trick is cut short.
    """
    start, camps, dealing = _start(rules, trump, leader, dealer)
    points = rules.cards.points
    node = start
    winners = ""
    won = dict.fromkeys(camps, 0)
    denied = 0
    truthful = True
    for trick in zip(*[iter(cards)] * rules.seats, strict=True):  # as many cards as seats
        worth = rules.trick_points
        for card in trick:
            played, denies, node, _, _ = node[card]
            if denied & played:
                truthful = False
            if denies:
                denied |= denies
            worth += points[card]
        # Whoever is to lead now has won this trick.
        winners += node.seat
        won[node.camp] += worth
    won[node.camp] += rules.last_trick
    won[dealing] += rules.pot - sum(won.values())  # the cards left over at the deal
    return Judgement(winners, won, () if truthful else _illegal(start, cards))


def _illegal(node: "_Node", cards: Sequence[int]) -> tuple[int, ...]:
    """The places of the illegal plays. Backwards each card returns to the hand it came from, so
    that what a play denies can be held against that hand."""
    steps = []
    for card in cards:
        steps.append(node[card])
        node = steps[-1][2]
    held = 0
    places = []
    for place in reversed(range(len(steps))):
        played, denies, _, _, _ = steps[place]
        held |= played
        if held & denies:
            places.append(place)
    return tuple(reversed(places))


class Lawful(NamedTuple):
    """A complete deal in which every play was legal: who led each trick, the winner of each and the
    card points of its cards, and in order of play the duties fulfilled."""

    led: str
    winners: str
    card_points: list[int]
    duties: list[Duty]


def lawful(
    rules: Rules, trump: str, leader: Seat, dealer: Seat, tricks: Sequence[TrickRecord]
) -> Lawful | None:
    """What becomes of a complete deal in which every play was legal; None of any other deal.

    `leader` was to lead the first trick; where it is not written who led another, it was the winner
    of the trick before.
    """
    if len(tricks) < rules.hand_size or len(tricks[-1].cards) < rules.seats:
        return None
    number, points = rules.cards.number, rules.cards.points
    node = _start(rules, trump, leader, dealer)[0]
    led = winners = ""
    worth: list[int] = []
    duties: list[Duty] = []
    all_played: list[Mask] = []
    could_undertrump: list[tuple[int, Mask]] = []
    denied = 0
    for trick in tricks:
        if trick.leader and trick.leader != node.seat:
            node = node.walk[trick.leader, None]
        led += node.seat
        value = 0
        for told in trick.cards:
            if told is None:
                return None
            card = number[told]
            played, denies, node, duty, barred = node[card]
            if denied & played:
                return None
            denied |= denies
            if barred:
                could_undertrump.append((len(duties), barred))
            all_played.append(played)
            duties.append(duty)
            value += points[card]
        winners += node.seat
        worth.append(value)
    for place, barred in could_undertrump:
        if not any(played & barred for played in all_played[place:]):
            duties[place] = "free"  # the hand had no trump that was too low
    return Lawful(led, winners, worth, duties)


_Step: TypeAlias = tuple[Mask, Mask, "_Node", Duty, Mask]
"""A card played, the cards which that denies, the node reached, and the duty that the card fulfils;
where that is not to undertrump, the cards that would not: it bound only a hand with one of them.
Each seat has bits of its own in these sets: those of seat number s are shifted by s times the size
of the pack."""

_Stand: TypeAlias = tuple[int, int, int, Seat]
"""How a trick stands: how many cards, the card led, the card winning, and whose that is."""


class _Node(dict[int, _Step]):
    """The turn of `seat`, with a trick as it `stands` (None: to lead). Card number -> what playing
    it means, worked out when first asked for."""

    __slots__ = ("walk", "seat", "camp", "stands")

    def __init__(self, walk: "_Walk", seat: Seat, stands: _Stand | None) -> None:
        self.walk = walk
        self.seat = seat
        self.camp = walk.law.rules.table.camp_of(seat, walk.dealer)
        self.stands = stands

    def __missing__(self, card: int) -> _Step:
        step = self[card] = self.walk.step(self, card)
        return step


class _Walk(dict[tuple[Seat, _Stand | None], _Node]):
    """All nodes for one law and dealer, made when first reached."""

    def __init__(self, law: Law, dealer: Seat) -> None:
        self.law = law
        self.dealer = dealer
        self.sets: dict[Mask, Mask] = {}

    def __missing__(self, key: tuple[Seat, _Stand | None]) -> _Node:
        node = self[key] = _Node(self, *key)
        return node

    def step(self, node: _Node, card: int) -> _Step:
        """What it means that the seat whose turn it is plays `card`."""
        law, pack, table = self.law, self.law.rules.cards, self.law.rules.table
        seat = node.seat
        if node.stands is None:
            count, led, best, winner = 1, pack.first_of_suit[card], card, seat
            ladder = law.free_lead
        else:
            count, led, best, winner = node.stands
            count += 1
            ladder = law.ladders[led][best][table.partners(seat, winner, self.dealer)]
            if law.beats(card, best):
                best, winner = card, seat
        stands_on = next(i for i, (_, rung) in enumerate(ladder) if rung >> card & 1)
        duty, rung = ladder[stands_on]
        denies = 0
        for _, above in ladder[:stands_on]:
            denies |= above
        barred = pack.whole & ~rung if duty == "no-undertrump" else 0
        shift = table.seats.index(seat) * pack.size
        if count == table.size:
            after = self[winner, None]
        else:
            after = self[table.after(seat), (count, led, best, winner)]
        # One object for equal sets: it is memory, not arithmetic, that costs the time.
        played, denies, barred = (
            self.sets.setdefault(cards << shift, cards << shift)
            for cards in (1 << card, denies, barred)
        )
        return played, denies, after, duty, barred


@lru_cache(maxsize=64)  # once all its nodes have been visited, a walk takes a few megabytes
def _walk(rules: Rules, trump: str, dealer: Seat) -> _Walk:
    return _Walk(law_of(rules, trump), dealer)


@lru_cache(maxsize=512)
def _start(
    rules: Rules, trump: str, leader: Seat, dealer: Seat | None
) -> tuple[_Node, tuple[Camp, ...], Camp]:
    """The node of the first lead, the camps, and the dealer's camp."""
    table = rules.table
    dealer = dealer or table.after(leader, table.size - 1)
    # Where the dealer does not play alone, who deals makes no difference to the play.
    walk = _walk(rules, trump, dealer if table.dealer_alone else table.seats[0])
    return walk[leader, None], table.camps(dealer), table.camp_of(dealer, dealer)
