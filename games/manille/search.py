"""Search: can an opponent win a trick from an ending on, in some lie, in all, against best play?"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .cards import Mask, numbers
from .endings import (
    Fixed,
    Hands,
    Lie,
    Played,
    Stand,
    barring,
    denied_by,
    fits,
    giving,
    likeness_of,
    moves_of,
    stand_after,
)
from .positions import Position, some_lie

MOST_TURNS = 24_000
"""So many turns of play are tried to find an opponent's trick: two or three seconds."""

MOST_STEPS = 8_000
"""So many turns of play are tried for what comes second, which takes about a second."""


class TooLong(Exception):
    """More steps than are allowed."""


class Steps:
    """Counts turns of play tried."""

    def __init__(self, most: int | None = MOST_STEPS) -> None:
        self.left = most

    def take(self, steps: int = 1) -> None:
        if self.left is not None:
            self.left -= steps
            if self.left < 0:
                raise TooLong


# A trick for an opponent


class Search:
    """Looks for a line of play in which one of the `opponents` (a set of seats) wins a trick."""

    def __init__(self, table: Fixed, opponents: int) -> None:
        self.table, self.opponents = table, opponents
        self.size = len(table.after)
        self.failed: set[tuple[object, ...]] = set()
        self.cut = False  # whether a line was left because it got too long
        self.steps = Steps(None)

    def shortest(self, position: Position) -> Played | None:
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

    def _trick(self, hands: Hands, leader: int, most: int) -> Played | None:
        """A line of at most so many tricks from where `leader` leads."""
        if not any(hands.held) and not any(hands.room):
            return None
        if self._sure(hands, leader):
            return None
        if not most:
            self.cut = True
            return None
        key = (most, *likeness_of(self.table, hands, leader))
        if key in self.failed:
            return None
        line = self._turn(hands, None, leader, most)
        if line is None:
            self.failed.add(key)
        return line

    def _turn(self, hands: Hands, stand: Stand | None, seat: int, most: int) -> Played | None:
        self.steps.take()
        table, law = self.table, self.table.law
        moves: Iterable[tuple[int, Hands]] = moves_of(table, hands, stand, seat)
        if stand is not None:
            beats = law.beaten_by[stand.best]
            hostile = self.opponents >> seat & 1
            # What gives an opponent the trick is tried first.
            moves = sorted(moves, key=lambda move: (beats >> move[0] & 1) != hostile)
        for card, left in moves:
            after = stand_after(law, stand, seat, card)
            if after.laid < self.size:
                rest = self._turn(left, after, table.after[seat], most)
            elif self.opponents >> after.winner & 1:
                rest = ()
            else:
                rest = self._trick(left, after.winner, most - 1)
            if rest is not None:
                return ((seat, card), *rest)
        return None

    def _sure(self, hands: Hands, leader: int) -> bool:
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
            beaten_by[card] & others for card in numbers(hands.held[leader])
        ):
            return True
        return camp_known and not any(beaten_by[card] & against for card in numbers(ours))


# A lie without a trick for an opponent


class _Needs(NamedTuple):
    """What makes a line of play possible: each seat has the unseen cards it `plays`, and none of
    those it `lacks`. Any lie that is like this allows the line."""

    plays: tuple[Mask, ...]
    lacks: tuple[Mask, ...]

    def met_by(self, lie: Lie) -> bool:
        return all(
            plays & ~cards == 0 and not lacks & cards
            for plays, lacks, cards in zip(self.plays, self.lacks, lie, strict=True)
        )


def _needs(position: Position, played: Played) -> _Needs:
    table, unseen, stand = position.table, position.hands.unseen, position.stand
    plays, lacks = [0] * len(table.after), [0] * len(table.after)
    gone = 0
    for seat, card in played:
        lacks[seat] |= denied_by(table.law, table.camps, stand, seat, card) & unseen & ~gone
        plays[seat] |= 1 << card & unseen
        gone |= 1 << card
        stand = stand_after(table.law, stand, seat, card)
        if stand.laid == len(table.after):
            stand = None
    return _Needs(tuple(plays), tuple(lacks))


def _threat(position: Position, hands: Sequence[Mask], opponents: int) -> _Needs | None:
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
    for lead in numbers(hands[position.turn]) if stand is None else (stand.led,):
        winning = lead if stand is None else stand.best
        for seat in to_play:
            if not opponents >> seat & 1:
                continue
            cards = hands[seat] & law.beaten_by[winning]
            if stand is None and seat == position.turn:
                cards = 1 << lead
            elif hands[seat] & suit_of[lead]:
                cards &= suit_of[lead]
            for card in numbers(cards):
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


def safe_lie(position: Position, search: Search, refuted: Played) -> Lie | None:
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
                start = barring(start, seat, trumps & -trumps & start.unseen)

    def wanting(hands: Hands, fixed: Lie, needs: _Needs) -> int:
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

    def look(hands: Hands, fixed: Lie) -> Lie | None:
        """In the lies in which each seat has the cards `fixed` and what fits of the rest."""
        search.steps.take(1 + len(lines) // 8)  # each line is looked at
        if min(hands.room) < 0 or not fits(position.table, hands):
            return None
        needs = min(lines, key=lambda needs: wanting(hands, fixed, needs))
        least = wanting(hands, fixed, needs)
        if not least:
            return None
        if least > 2:
            given = some_lie(position, hands, camp)
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
            for card in numbers(needs.plays[seat] & hands.unseen):
                found = look(barring(hands, seat, 1 << card), fixed)
                if found is not None:
                    return found
                hands, fixed = giving(hands, fixed, seat, card)
            for card in numbers(needs.lacks[seat] & hands.unseen & ~hands.barred[seat]):
                found = look(*giving(hands, fixed, seat, card))
                if found is not None:
                    return found
                hands = barring(hands, seat, 1 << card)
        return None

    return look(start, (0,) * len(seats))


# All cards known: can the camp keep them off?


class Force:
    """Whether the camp opposite the `opponents` wins every trick by playing well, all cards being
    known to all."""

    def __init__(self, table: Fixed, opponents: int, steps: Steps) -> None:
        self.table, self.opponents, self.steps = table, opponents, steps
        self.size = len(table.after)
        self.known: dict[tuple[object, ...], bool] = {}

    def wins(self, position: Position) -> bool:
        """From the claim on."""
        self.table = position.table
        return self._turn(position.hands, position.stand, position.turn)

    def _trick(self, hands: Hands, leader: int) -> bool:
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
        key = likeness_of(self.table, hands, leader)
        if key not in self.known:
            self.known[key] = self._turn(hands, None, leader)
        return self.known[key]

    def _turn(self, hands: Hands, stand: Stand | None, seat: int) -> bool:
        self.steps.take()
        hostile = bool(self.opponents >> seat & 1)
        moves = list(moves_of(self.table, hands, stand, seat))
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
            after = stand_after(self.table.law, stand, seat, card)
            if after.laid < self.size:
                won = self._turn(left, after, self.table.after[seat])
            else:
                won = not self.opponents >> after.winner & 1 and self._trick(left, after.winner)
            if won != hostile:
                return won
        return hostile
