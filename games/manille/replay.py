"""Replay: a recorded deal card by card, with a verdict on every play, and its card points.

A deal is gone through twice: forwards for who plays which card and who wins each trick, then
backwards to judge each play (`plays.py`). Cards that nobody saw are judged over every way in which
they can lie (`lies.py`), and all plays together (`joint.py`, `proof.py`).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from . import joint, proof
from .assignment import can_fill
from .cards import Card, Mask
from .errors import Fault, InvalidRecord, gettext_noop
from .judge import Lawful, lawful
from .lies import Answer, Lies, Turn
from .notation import TrickRecord
from .play import Law, law_of
from .plays import Play, backwards
from .proof import Argument
from .rules import Rules
from .stands import ways
from .table import Camp, Seat

AVEUGLE = gettext_noop(
    "In manille aveugle nobody sees the cards: plays are not judged, only points are counted."
)
SCORE_PAD = gettext_noop(
    "No rules of play are known for this game: plays are not judged, only points are counted."
)


class PlayedTrick(NamedTuple):
    """One trick: `leader` as recorded, `expected_leader` by the winner of the trick before (None
    where that is open), `seats` in the order of play, `winner` and `card_points` (points for the
    trick and for the last one included) None where a missing card leaves them open."""

    number: int
    leader: Seat
    expected_leader: Seat | None
    cards: tuple[Card | None, ...]
    seats: str
    winner: Seat | None
    card_points: int | None
    complete: bool


@dataclass(frozen=True)
class Replay:
    """A deal as far as it was recorded: the tricks as written, who was to lead the first and who
    led each, the hands told as `dealt`, what was answered. What follows from that is worked out
    when it is asked for.

    `lawful` is what becomes of a complete deal in which every play was legal, which is most deals:
    nothing has to be proved of them. It is None of any other.
    """

    rules: Rules
    dealer: Seat
    trump: str
    records: Sequence[TrickRecord]
    leader: Seat
    led: Sequence[Seat]
    dealt: Mapping[Seat, Mask]
    lawful: Lawful | None
    answers: Sequence[Answer] = ()

    @cached_property
    def lies(self) -> Lies:
        """Every way in which the cards that nobody saw can lie."""
        number = self.rules.cards.number
        turns = [
            Turn(place, seat, None if card is None else number[card])
            for place, (record, leader) in enumerate(zip(self.records, self.led, strict=True), 1)
            for seat, card in zip(self.rules.table.order(leader), record.cards, strict=False)
        ]
        return Lies(law_of(self.rules, self.trump), self.dealer, turns, self.dealt, self.answers)

    @cached_property
    def tricks(self) -> tuple[PlayedTrick, ...]:
        """What became of each trick."""
        return tuple(_played(self))

    @cached_property
    def _judged(self) -> tuple[tuple[Play, ...], dict[Seat, Mask]]:
        return backwards(self.lies, refuses_legality(self.rules) is None)

    @property
    def plays(self) -> tuple[Play, ...]:
        """Every card played, in order, and what is to be said of it."""
        return self._judged[0]

    @cached_property
    def hands(self) -> Mapping[Seat, tuple[Card, ...]]:
        """The cards each seat is known to have held when play began."""
        return {seat: self.rules.cards.cards_in(hand) for seat, hand in self._judged[1].items()}

    @cached_property
    def complete(self) -> bool:
        """Whether every card of every trick is known; only then are there `card_points`."""
        rules = self.rules
        return len(self.records) == rules.hand_size and all(
            len(record.cards) == rules.seats and None not in record.cards for record in self.records
        )

    @cached_property
    def card_points(self) -> dict[Camp, int] | None:
        """The card points of each camp."""
        return self.after(self.rules.seats * self.rules.hand_size) if self.complete else None

    @cached_property
    def last_trick(self) -> Camp | None:
        """The camp that won the last trick of the deal; None where that is not recorded or open."""
        if len(self.tricks) < self.rules.hand_size or self.tricks[-1].winner is None:
            return None
        return self.rules.table.camp_of(self.tricks[-1].winner, self.dealer)

    @cached_property
    def revokes(self) -> tuple[Play, ...]:
        """The illegal plays."""
        if self.lawful:
            return ()
        return tuple(play for play in self.plays if play.verdict == "illegal")

    @cached_property
    def explained(self) -> bool:
        """Whether some way for the unseen cards to lie makes every play legal. True where plays are
        not judged under these rules."""
        if self.lawful:
            return True
        if self.revokes:
            return False
        return bool(refuses_legality(self.rules)) or joint.explained(self.lies)

    @cached_property
    def suspects(self) -> tuple[Seat, ...]:
        """Where not every play can have been legal: the seats such that, were that seat excused
        from its duties, some lie of the cards makes all other plays legal."""
        if self.complete:  # every hand is known: there is nothing to prove
            offenders = {play.seat for play in self.revokes}
            return tuple(offenders) if len(offenders) == 1 else ()
        return () if self.explained else joint.suspects(self.lies)

    @cached_property
    def argument(self) -> Argument | None:
        """Why somebody revoked, where no single play is proved illegal; else None."""
        return None if self.explained or self.revokes else proof.argument(self.lies)

    def after(self, plays: int) -> dict[Camp, int]:
        """Card points of each camp after that many plays, as far as completed tricks make them
        known. Cards left over at the deal count once the last trick is in."""
        rules, camps = self.rules, self.rules.table.camps(self.dealer)
        points = dict.fromkeys(camps, 0)
        for trick in self.tricks[: plays // rules.seats]:
            if trick.winner is not None and trick.card_points is not None:
                points[rules.table.camp_of(trick.winner, self.dealer)] += trick.card_points
        if self.complete and plays >= rules.seats * rules.hand_size:
            points[rules.table.camp_of(self.dealer, self.dealer)] += rules.pot - sum(
                points.values()
            )
        return points


def refuses_legality(rules: Rules) -> str | None:
    """Why plays cannot be judged under these rules (a translatable sentence), or None: they can."""
    if rules.play == "score-pad":
        return SCORE_PAD
    return AVEUGLE if rules.talk == "aveugle" else None


def replay(
    rules: Rules,
    dealer: Seat,
    trump: str,
    tricks: Sequence[TrickRecord],
    leader: Seat | None = None,
    hands: Mapping[Seat, tuple[Card, ...]] | None = None,
    answers: Sequence[Answer] = (),
) -> Replay:
    """The deal given by `dealer`, played with `trump` as `tricks` tell, as far as they go.

    `leader` led to the first trick (the eldest hand unless told), `hands` are cards that seats are
    known to have been dealt, `answers` what else is told of single cards. All cards must be the
    pack's, and no card played twice. Raises InvalidRecord, a fault's place being `tricks[n]`, where
    nobody can tell who led a trick, or where a seat plays a card that the hand it was dealt does
    not hold; the place being `answers[n]` or `answers`, where what was answered cannot be.
    """
    leader = leader or rules.table.after(dealer)
    dealt = {seat: rules.cards.mask((hands or {}).get(seat, ())) for seat in rules.table.seats}
    found = None if refuses_legality(rules) else lawful(rules, trump, leader, dealer, tricks)
    led = found.led if found else _led(law_of(rules, trump), dealt, tricks, leader)
    if hands or not found:
        _refuse_impossible(rules, dealt, tricks, led)
    replayed = Replay(rules, dealer, trump, tricks, leader, led, dealt, found, answers)
    if answers:
        _refuse_answers(replayed.lies)
    return replayed


def _others(dealt: Mapping[Seat, Mask], seat: Seat) -> Mask:
    """The cards told to have been in the hands of the other seats."""
    others = 0
    for other, hand in dealt.items():
        others |= hand if other != seat else 0
    return others


def _led(
    law: Law, dealt: Mapping[Seat, Mask], tricks: Sequence[TrickRecord], leader: Seat
) -> list[Seat]:
    """Who led each trick: as written, else the winner of the one before. Raises InvalidRecord where
    that is open."""
    rules, pack, table = law.rules, law.rules.cards, law.rules.table
    seen = pack.mask(card for trick in tricks for card in trick.cards if card is not None)
    missing = {
        seat: (
            dealt[seat]
            if dealt[seat].bit_count() == rules.hand_size
            else pack.whole & ~_others(dealt, seat)
        )
        & ~seen
        for seat in table.seats
    }
    led: list[Seat] = []
    for place, record in enumerate(tricks):
        led_by = record.leader or (
            _sure_winner(law, table.order(led[-1]), tricks[place - 1], missing) if led else leader
        )
        if led_by is None:
            message = gettext_noop(
                "Say who led: a missing card leaves open who won the trick before."
            )
            raise InvalidRecord(Fault(message, {}, f"tricks[{place}]"))
        led.append(led_by)
    return led


def _sure_winner(
    law: Law, seats: str, trick: TrickRecord, missing: Mapping[Seat, Mask]
) -> Seat | None:
    """Who won a trick to which `seats` played in this order, where each seat's missing cards are
    among `missing`; None where they leave that open."""
    number = law.rules.cards.number
    may_be = [
        missing[seat] if card is None else 1 << number[card]
        for seat, card in zip(seats, trick.cards, strict=False)
    ]
    winners = {
        way.stand.winner
        for way in ways(law, seats[: len(may_be)], may_be)
        if can_fill([1] * len(may_be), list(way.limits.values()))
    }
    return winners.pop() if len(winners) == 1 else None


def _played(found: Replay) -> Iterator[PlayedTrick]:
    """What became of each trick."""
    rules, first = found.rules, 0
    expected: Seat | None = found.leader
    for place, (record, leader) in enumerate(zip(found.records, found.led, strict=True)):
        complete = len(record.cards) == rules.seats
        winner = worth = None
        if found.lawful:
            winner, worth = found.lawful.winners[place], found.lawful.card_points[place]
        elif complete:
            places = range(first, first + rules.seats)
            winner, worth = found.lies.winner(places), found.lies.card_points(places)
        if worth is not None:
            worth += rules.trick_points
            worth += rules.last_trick if place + 1 == rules.hand_size else 0
        yield PlayedTrick(
            place + 1,
            leader,
            expected,
            record.cards,
            rules.table.order(leader),
            winner,
            worth,
            complete,
        )
        first += rules.seats
        expected = winner


def _refuse_impossible(
    rules: Rules,
    dealt: Mapping[Seat, Mask],
    tricks: Sequence[TrickRecord],
    led: Sequence[Seat],
) -> None:
    """Raise InvalidRecord for every play of a card that the hand told of its seat does not hold, or
    that another's does."""
    faults = []
    may_hold = {s: dealt[s] or rules.cards.whole & ~_others(dealt, s) for s in dealt}
    for place, (record, leader) in enumerate(zip(tricks, led, strict=True)):
        for seat, card in zip(rules.table.order(leader), record.cards, strict=False):
            if card is not None and not may_hold[seat] >> rules.cards.number[card] & 1:
                message = gettext_noop("%(seat)s plays %(card)s, which was not in that hand.")
                faults.append(Fault(message, {"seat": seat, "card": card}, f"tricks[{place}]"))
    if faults:
        raise InvalidRecord(faults)


def _refuse_answers(lies: Lies) -> None:
    """Raise InvalidRecord where the cards played give an answer the lie, or no lie of the others
    makes all of them true. In a fault `played_in` is the trick to which `other` played the card."""
    faults = []
    number, turns = lies.law.rules.cards.number, lies.turns
    for at, answer in enumerate(lies.answers):
        place = lies.place_of(answer)
        message = ""
        params = {"seat": answer.seat, "trick": answer.trick, "card": answer.card}
        if place == len(turns) and answer.trick > sum(t.seat == answer.seat for t in turns) + 1:
            message = gettext_noop(
                "What %(seat)s held at trick %(trick)s cannot be told before the tricks up to it."
            )
        for played, turn in enumerate(turns):
            if turn.card != number[answer.card]:
                continue
            params |= {"other": turn.seat, "played_in": turn.trick}
            held = turn.seat == answer.seat and played >= place
            if held and not answer.held:
                message = gettext_noop(
                    "%(seat)s played %(card)s to trick %(played_in)s, so it was in that hand at "
                    "trick %(trick)s."
                )
            elif answer.held and not held:
                message = gettext_noop(
                    "%(other)s played %(card)s to trick %(played_in)s, so %(seat)s cannot have "
                    "held it at trick %(trick)s."
                )
        if message:
            faults.append(Fault(message, params, f"answers[{at}]"))
    if not faults and lies.fill(lies.whole) is None:
        message = gettext_noop(
            "What was answered cannot all be right: some card would have been nowhere."
        )
        faults.append(Fault(message, {}, "answers"))
    if faults:
        raise InvalidRecord(faults)
