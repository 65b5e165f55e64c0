"""Replay: a recorded deal card by card, with a verdict on every play, and its card points.

A hand is known by the cards it shows later, and by what the record says it was dealt. So a deal is
gone through twice: forwards for who plays which card and who wins each trick, then backwards, where
every card played returns to its hand, so that each play is judged by the hand before it.

A card nobody remembers leaves a trick open: it is carried in every way in which it may stand.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple, TypeAlias

from .cards import Card, Mask
from .errors import Fault, InvalidRecord, gettext_noop
from .notation import TrickRecord
from .play import Duty, Ladder, Law, law_of, on_ladder
from .rules import Rules
from .table import Camp, Seat

Verdict: TypeAlias = Literal["legal", "illegal", "undecided"]

AVEUGLE = gettext_noop(
    "In manille aveugle nobody sees the cards: plays are not judged, only points are counted."
)
SCORE_PAD = gettext_noop(
    "No rules of play are known for this game: plays are not judged, only points are counted."
)

MILDNESS: Mapping[Duty, int] = {
    "head": 0,
    "follow": 1,
    "overtrump": 2,
    "ruff": 3,
    "no-undertrump": 4,
    "free": 5,
    "lead": 6,
}
"""Which of two duties is named that leave a hand equally many cards: the greater."""


@dataclass(frozen=True)
class Play:
    """One card played, and what is to be said of it.

    `hand` is what the seat is known to have held just before (the card played included), `legal`
    the cards of that hand that were allowed, `duty` what bound it. An illegal play names the cards
    that were `due`, and as `witness` the first of them, which came out in trick `witness_trick`
    (None where only the hand as the record tells it shows the card); `established` says that play
    had gone on too far for it to be put right (option `correction`). `card` is None where nobody
    remembers it.
    """

    trick: int
    seat: Seat
    card: Card | None
    hand: tuple[Card, ...]
    legal: tuple[Card, ...]
    duty: Duty
    verdict: Verdict
    due: tuple[Card, ...] = ()
    witness: Card | None = None
    witness_trick: int | None = None
    established: bool = False


@dataclass(frozen=True)
class PlayedTrick:
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
    """A deal as far as it was recorded.

    `complete`: every card of every trick is known; only then are there `card_points`, those of each
    camp. `hands` are the cards each seat is known to have held when play began.
    """

    rules: Rules
    dealer: Seat
    trump: str
    plays: tuple[Play, ...]
    tricks: tuple[PlayedTrick, ...]
    hands: Mapping[Seat, tuple[Card, ...]]

    @cached_property
    def complete(self) -> bool:
        seats = self.rules.seats
        return len(self.plays) == seats * self.rules.hand_size and all(
            play.card is not None for play in self.plays
        )

    @cached_property
    def card_points(self) -> dict[Camp, int] | None:
        return self.after(len(self.plays)) if self.complete else None

    @cached_property
    def last_trick(self) -> Camp | None:
        """The camp that won the last trick of the deal; None where that is not recorded or open."""
        if len(self.tricks) < self.rules.hand_size or self.tricks[-1].winner is None:
            return None
        return self.rules.table.camp_of(self.tricks[-1].winner, self.dealer)

    @cached_property
    def revokes(self) -> tuple[Play, ...]:
        """The illegal plays."""
        return tuple(play for play in self.plays if play.verdict == "illegal")

    @cached_property
    def explained(self) -> bool | None:
        """Whether every play can have been legal; None where undecided ones leave that open."""
        if self.revokes:
            return False
        return None if any(play.verdict == "undecided" for play in self.plays) else True

    @cached_property
    def suspects(self) -> tuple[Seat, ...] | None:
        """Where some play was illegal: the seats such that every play was legal but for theirs, so
        one seat or none. None where that cannot be said."""
        offenders = {play.seat for play in self.revokes}
        if len(offenders) != 1:
            return ()
        others = (play for play in self.plays if play.seat not in offenders)
        return None if any(play.verdict == "undecided" for play in others) else tuple(offenders)

    def after(self, plays: int) -> dict[Camp, int]:
        """Card points of each camp after that many plays, as far as completed tricks make them
        known. Cards left over at the deal count once the last trick is in."""
        rules, camps = self.rules, self.rules.table.camps(self.dealer)
        points = dict.fromkeys(camps, 0)
        for trick in self.tricks[: plays // rules.seats]:
            if trick.winner is not None and trick.card_points is not None:
                points[rules.table.camp_of(trick.winner, self.dealer)] += trick.card_points
        if self.complete and plays >= len(self.plays):
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
) -> Replay:
    """The deal given by `dealer`, played with `trump` as `tricks` tell, as far as they go.

    `leader` led to the first trick (the eldest hand unless told), `hands` are cards that seats are
    known to have been dealt. All cards must be the pack's, and no card played twice. Raises
    InvalidRecord, a fault's place being `tricks[n]`, where nobody can tell who led a trick, or
    where a seat plays a card that the hand it was dealt does not hold.
    """
    law, pack = law_of(rules, trump), rules.cards
    dealt = {seat: pack.mask((hands or {}).get(seat, ())) for seat in rules.table.seats}
    seen = pack.mask(card for trick in tricks for card in trick.cards if card is not None)
    unseen = {seat: _unseen(rules, dealt, seat) & ~seen for seat in dealt}
    turns, played = _forwards(law, dealer, tricks, leader or rules.table.after(dealer), unseen)
    _refuse_impossible(rules, dealt, turns)
    plays, known = _backwards(law, turns, dealt, seen, unseen)
    return Replay(
        rules=rules,
        dealer=dealer,
        trump=trump,
        plays=plays,
        tricks=played,
        hands={seat: pack.cards_in(hand) for seat, hand in known.items()},
    )


class _Turn(NamedTuple):
    """A seat's turn to play: the card's number (None: nobody remembers it) and what may have bound
    it, one ladder for each way in which the trick may have stood."""

    trick: int
    seat: Seat
    card: int | None
    ladders: frozenset[Ladder]


_Stands: TypeAlias = dict[tuple[int, Seat], Mask]
"""How a trick may stand: a card of the suit led, and whose card is winning -> which that may be."""


def _unseen(rules: Rules, dealt: Mapping[Seat, Mask], seat: Seat) -> Mask:
    """The cards that `seat` can have held for all that is told of the hands."""
    if dealt[seat].bit_count() == rules.hand_size:
        return dealt[seat]
    return rules.cards.whole & ~_others(dealt, seat)


def _others(dealt: Mapping[Seat, Mask], seat: Seat) -> Mask:
    """The cards told to have been in the hands of the other seats."""
    others = 0
    for other, hand in dealt.items():
        others |= hand if other != seat else 0
    return others


def _forwards(
    law: Law, dealer: Seat, tricks: Sequence[TrickRecord], leader: Seat, unseen: Mapping[Seat, Mask]
) -> tuple[list[_Turn], tuple[PlayedTrick, ...]]:
    """Who played which card, bound by what; and what became of each trick."""
    rules, pack, table = law.rules, law.rules.cards, law.rules.table
    turns: list[_Turn] = []
    played: list[PlayedTrick] = []
    expected: Seat | None = leader
    for number, record in enumerate(tricks, start=1):
        led_by = record.leader or expected
        if led_by is None:
            raise InvalidRecord(
                Fault(
                    gettext_noop(
                        "Say who led: a missing card leaves open who won the trick before."
                    ),
                    {},
                    f"tricks[{number - 1}]",
                )
            )
        stands: _Stands = {}
        worth = {rules.trick_points + (rules.last_trick if number == rules.hand_size else 0)}
        for seat, card in zip(table.order(led_by), record.cards, strict=False):
            candidates = unseen[seat] if card is None else 1 << pack.number[card]
            turns.append(
                _Turn(
                    number,
                    seat,
                    None if card is None else pack.number[card],
                    _ladders(law, dealer, stands, seat),
                )
            )
            stands = _stands_after(law, stands, seat, candidates)
            values = {pack.points[n] for n in _numbers(candidates)}
            worth = {sum_ + value for sum_ in worth for value in values}
        complete = len(record.cards) == rules.seats
        winners = {winner for _, winner in stands} if complete else set()
        winner = winners.pop() if len(winners) == 1 else None
        played.append(
            PlayedTrick(
                number=number,
                leader=led_by,
                expected_leader=expected,
                cards=record.cards,
                seats=table.order(led_by),
                winner=winner,
                card_points=worth.pop() if complete and len(worth) == 1 else None,
                complete=complete,
            )
        )
        expected = winner
    return turns, tuple(played)


def _ladders(law: Law, dealer: Seat, stands: _Stands, seat: Seat) -> frozenset[Ladder]:
    """What may bind `seat` to play to a trick that may stand in these ways."""
    if not stands:
        return frozenset((law.free_lead,))
    table = law.rules.table
    bound: set[Ladder] = set()
    for (led, winner), best in stands.items():
        bound |= _ladders_over(law, led, best, table.partners(seat, winner, dealer))
    return frozenset(bound)


@lru_cache(maxsize=4096)  # tricks that nobody remembers are all alike
def _ladders_over(law: Law, led: int, best: Mask, partner_winning: bool) -> frozenset[Ladder]:
    """What may bind a hand where each of the cards `best` may be winning."""
    return frozenset(law.ladders[led][card][partner_winning] for card in _numbers(best))


def _stands_after(law: Law, stands: _Stands, seat: Seat, candidates: Mask) -> _Stands:
    """The ways in which a trick may stand once `seat` has played one of `candidates`."""
    pack = law.rules.cards
    if not candidates:
        return {}  # nothing was left to play: `_refuse_impossible` says so
    if not stands:
        # Of a card led that nobody remembers, any card of its suit tells the duty to follow.
        by_suit = (candidates & suit for suit in pack.suits.values())
        return {(pack.first_of_suit[_weakest(law, led)], seat): led for led in by_suit if led}
    after: _Stands = {}
    for (led, winner), best in stands.items():
        in_play = pack.suit_of[led] | law.trumps  # no other card ever beats one
        stays = best
        if not candidates & ~in_play:
            weakest = _weakest(law, candidates)
            stays &= law.beaten_by[weakest] | 1 << weakest
        beating = candidates & law.beaten_by[_weakest(law, best)]
        for who, cards in ((winner, stays), (seat, beating)):
            if cards:
                after[led, who] = after.get((led, who), 0) | cards
    return after


def _weakest(law: Law, cards: Mask) -> int:
    """The card that all the others beat, of cards that are all trumps or of one suit besides."""
    return (cards & ~law.trumps or cards).bit_length() - 1


def _refuse_impossible(rules: Rules, dealt: Mapping[Seat, Mask], turns: Sequence[_Turn]) -> None:
    """Raise InvalidRecord for every play of a card that the hand told of its seat does not hold, or
    that another's does, and of more cards than there are in the hand."""
    faults = []
    for turn in turns:
        hand, cards = dealt[turn.seat], rules.cards.cards
        params = {"seat": turn.seat, "card": "" if turn.card is None else cards[turn.card]}
        if turn.card is None:
            wrong = hand and turn.trick > hand.bit_count()
            message = gettext_noop("%(seat)s plays more cards than were in that hand.")
        else:
            wrong = (hand or rules.cards.whole & ~_others(dealt, turn.seat)) >> turn.card & 1 == 0
            message = gettext_noop("%(seat)s plays %(card)s, which was not in that hand.")
        if wrong:
            faults.append(Fault(message, params, f"tricks[{turn.trick - 1}]"))
    if faults:
        raise InvalidRecord(faults)


def _backwards(
    law: Law,
    turns: Sequence[_Turn],
    dealt: Mapping[Seat, Mask],
    seen: Mask,
    unseen: Mapping[Seat, Mask],
) -> tuple[tuple[Play, ...], dict[Seat, Mask]]:
    """The verdict on each turn, and the cards each seat is known to have held when play began."""
    rules = law.rules
    shown = dict.fromkeys(dealt, 0)  # what each seat plays from here on
    shown_in: dict[int, int] = {}  # card -> the trick it comes out in
    forgotten = {seat: sum(t.seat == seat and t.card is None for t in turns) for seat in dealt}
    plays: list[Play] = []
    for turn in reversed(turns):
        seat = turn.seat
        if turn.card is None:
            forgotten[seat] -= 1
        else:
            shown[seat] |= 1 << turn.card
            shown_in[turn.card] = turn.trick
        # A card dealt that never came out is held until a card is played that nobody remembers.
        known = shown[seat] | (0 if forgotten[seat] else dealt[seat] & ~seen)
        whole = known.bit_count() == rules.hand_size - turn.trick + 1
        widest = known if whole else known | unseen[seat]
        established = _established(rules, turns, turn, followed=bool(plays))
        plays.append(_play(law, turn, known, widest, shown_in, established))
    known_at_start = {seat: shown[seat] | dealt[seat] for seat in dealt}
    return tuple(reversed(plays)), known_at_start


def _established(rules: Rules, turns: Sequence[_Turn], turn: _Turn, followed: bool) -> bool:
    """Whether a play can no longer be put right; `followed`: a card was played after it."""
    if rules.correction == "next-card":
        return followed
    if rules.correction == "next-trick":
        return turn.trick < turns[-1].trick
    return len(turns) == rules.seats * rules.hand_size


def _play(
    law: Law, turn: _Turn, known: Mask, widest: Mask, shown_in: Mapping[int, int], established: bool
) -> Play:
    """What is to be said of a turn: `known` are cards the seat held for certain, `widest` all that
    it may have held, `shown_in` tells in which trick a card comes out from here on."""
    pack = law.rules.cards
    bound = [on_ladder(ladder, known) for ladder in turn.ladders]
    # Where it is open how the trick stood, the mildest of the duties is named.
    duty = max(bound, key=lambda each: (each[1].bit_count(), MILDNESS[each[0]]))[0]
    legal = 0
    for _, cards in bound:
        legal |= cards
    play = Play(
        trick=turn.trick,
        seat=turn.seat,
        card=None if turn.card is None else pack.cards[turn.card],
        hand=pack.cards_in(known),
        legal=pack.cards_in(legal),
        duty=duty,
        verdict="undecided",
    )
    if turn.card is None or refuses_legality(law.rules):
        return play
    if not legal >> turn.card & 1:
        witness = next(_numbers(legal))
        return replace(
            play,
            verdict="illegal",
            due=play.legal,
            witness=pack.cards[witness],
            witness_trick=shown_in.get(witness),
            established=established,
        )
    if all(on_ladder(ladder, widest)[1] >> turn.card & 1 for ladder in turn.ladders):
        return replace(play, verdict="legal")
    return play


def _numbers(cards: Mask) -> Iterator[int]:
    """The numbers of the cards of a set, lowest first."""
    while cards:
        lowest = cards & -cards
        yield lowest.bit_length() - 1
        cards ^= lowest
