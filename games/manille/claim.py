"""Claim: a seat lays down its cards and claims all the tricks that are left. Is that so?

The question of every rule book is: could an opponent still have won a trick by legal play? It is
asked of every lie of the unseen cards, that is every way in which they may be held that fits the
sizes of the hands, the hands that were told, the cards that came out, and the duties obeyed so far.
Where no lie makes every play so far legal, somebody revoked already, and duties say nothing. Where
a trick lacks more cards than `outcomes.FEW`, or tricks had more outcomes than `MOST_OUTCOMES`, only
what its plays say for certain counts: then too many lies are looked at, so that a claim is rather
called open than proved or refuted wrongly.

Since any opponent's trick will do, all players may be thought to work together for it. A hand is
not dealt out beforehand: a card that nobody has seen belongs to whoever plays it, as long as the
cards left over still fit somewhere. So one search goes through all lies at once, and it ends at the
first trick of an opponent. Cards that are neighbours in their suit and may lie in the same places
are alike; so are the suits but trump.

Whether there is also a lie in which *no* opponent's trick was possible is found by trial: a lie is
proposed, and the line of play that refutes it also refutes every other lie that allows that line.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from .cards import Card
from .endings import Played, barring, denied_by, stand_after, without
from .errors import Fault, InvalidRecord, gettext_noop
from .notation import TrickRecord
from .play import law_of
from .positions import Position, has_one_lie, positions, some_lie
from .replay import refuses_legality, replay
from .rules import Rules
from .search import MOST_TURNS, Force, Search, Steps, TooLong, safe_lie
from .table import Camp, Seat

ClaimAnswer: TypeAlias = Literal["proved", "playable", "refuted", "open", "possible"]
"""`proved`: wherever the unseen cards lie, no legal play gives an opponent a trick. `refuted`:
wherever they lie, some legal play does. `open`: it depends on where they lie. `playable`: all cards
are known and an opponent can win a trick, but only if the claiming camp lets it happen. `possible`:
an opponent can win a trick in some lie; whether in every one, or (all cards known) against the
best play too, takes too long to find out (`search.MOST_STEPS`)."""


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
    be judged under these rules, the search takes too long (`search.MOST_TURNS`), or (as `replay`)
    the cards cannot have been played so.
    """
    told = replay(rules, dealer, trump, tricks, leader, hands)
    reason = refuses_legality(rules)
    if reason:
        raise InvalidRecord(Fault(reason))
    if len(told.plays) == rules.seats * rules.hand_size:
        raise InvalidRecord(Fault(gettext_noop("Every trick has been played: none is left.")))
    law = law_of(rules, trump)
    starts: list[Position] = []
    for judged in (True, False) if told.explained else (False,):
        starts = list(positions(law, dealer, told.tricks, hands or {}, leader, judged))
        if starts:
            break
    if not starts:
        message = gettext_noop("These cards fit no hands of the size that was dealt.")
        raise InvalidRecord(Fault(message))
    camp = rules.table.camp_of(claimer, dealer)
    opponents = sum(1 << n for n, seat in enumerate(rules.table.seats) if seat not in camp)
    search = Search(starts[0].table, opponents)
    first = starts[0].number
    verdict = ClaimVerdict(
        answer="proved",
        claimer=claimer,
        camp=camp,
        first=first,
        left=rules.hand_size - first + 1,
        known=all(has_one_lie(start) for start in starts)
        and len({tuple(start.cards(some_lie(start)).items()) for start in starts}) == 1,
        explained=judged,
    )
    search.steps = Steps(MOST_TURNS)
    try:
        found = [(start, search.shortest(start)) for start in starts]
    except TooLong:
        message = gettext_noop("So many tricks are claimed that it takes too long to judge.")
        raise InvalidRecord(Fault(message)) from None
    lines = [(start, played) for start, played in found if played is not None]
    if not lines:
        return verdict
    line = _line(*min(lines, key=lambda each: len(each[1])))
    try:
        return _whether_everywhere(replace(verdict, line=line, answer="refuted"), found, search)
    except TooLong:
        return replace(verdict, line=line, answer="possible")


def _whether_everywhere(
    verdict: ClaimVerdict,
    found: "Sequence[tuple[Position, Played | None]]",
    search: "Search",
) -> ClaimVerdict:
    """The answer once it is known that an opponent can win a trick. Raises TooLong."""
    search.steps = Steps()
    start = found[0][0]
    if verdict.known:
        force = Force(start.table, search.opponents, search.steps)
        won = force.wins(start.dealt_out(some_lie(start)))
        return replace(verdict, answer="playable") if won else verdict
    for start, played in found:
        safe = some_lie(start) if played is None else safe_lie(start, search, played)
        if safe is not None:
            return replace(verdict, answer="open", safe=start.cards(safe))
    return verdict


def _line(position: Position, played: Played) -> Line:
    """The line of play as it is told, with hands in which it is legal."""
    table, rules = position.table, position.table.law.rules
    hands, stand, leader = position.hands, position.stand, position.leader
    lie = [0] * len(hands.held)
    tricks: list[tuple[Seat, tuple[Card, ...]]] = []
    cards = [rules.cards.cards[card] for card in position.lying]
    for seat, card in played:
        lie[seat] |= hands.unseen & 1 << card
        denied = denied_by(table.law, table.camps, stand, seat, card)
        hands = without(hands, seat, card)
        hands = barring(hands, seat, denied & hands.unseen)
        stand = stand_after(table.law, stand, seat, card)
        cards.append(rules.cards.cards[card])
        if stand.laid == rules.seats:
            tricks.append((rules.table.seats[leader], tuple(cards)))
            leader, stand, cards = stand.winner, None, []
    rest = some_lie(position, hands)
    return Line(
        hands=position.cards(tuple(a | b for a, b in zip(lie, rest, strict=True))),
        tricks=tuple(tricks),
        trick=position.number + len(tricks) - 1,
        winner=rules.table.seats[leader],
    )
