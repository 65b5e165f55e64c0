"""Play: which cards a seat may play, what binds it, and which card wins.

Every system of the family binds a hand by an ordered list of wishes: first "beat the card that is
winning", else "follow suit", else "overtrump", and so on. Here that list is a *ladder*: rungs, each
a duty and the set of cards that fulfil it. A hand stands on the first rung that any of its cards
fulfils, and those cards are legal. What the rungs are depends on the rules, on trump, on the suit
led, on the card that is winning and on whether a partner played it; never on the hand.

It follows that more cards never excuse a play. Let some cards of a hand reach a rung, and let the
card played not be on it. The whole hand reaches the same rung or a higher one; were the card on
that, the part, which holds the card, would have reached it too. So a few cards shown later are
enough to prove a revoke.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Literal, TypeAlias

from .cards import NO_TRUMP, TRUMPS, Card, Mask
from .rules import Rules
from .table import Seat

Duty: TypeAlias = Literal["lead", "head", "follow", "ruff", "overtrump", "no-undertrump", "free"]
"""What bound a seat. `lead`: it led, nothing did; `head`: to beat in the suit led; `follow`: to
follow suit; `ruff`: to trump, with whichever trump; `overtrump`: to trump higher; `no-undertrump`:
not to play a lower trump, because it held other cards; `free`: nothing did."""

Ladder: TypeAlias = tuple[tuple[Duty, Mask], ...]
"""Duties and the cards that fulfil each, the most pressing first; any card fulfils the last."""


@dataclass(frozen=True, eq=False)
class Law:
    """What one rule set binds a hand to, with one trump (a suit or `NT`); see `law_of`.

    Cards are numbers of the rules' pack, sets of cards are masks (see `cards.py`).
    """

    rules: Rules
    trump: str

    @cached_property
    def trumps(self) -> Mask:
        """All trumps; none where the deal is played without."""
        return 0 if self.trump == NO_TRUMP else self.rules.cards.suits[self.trump]

    @cached_property
    def beaten_by(self) -> tuple[Mask, ...]:
        """Card that is winning -> the cards that would beat it: higher ones of its suit, and any
        trump where it is none itself."""
        pack, trumps = self.rules.cards, self.trumps
        return tuple(
            above if trumps >> card & 1 else above | trumps for card, above in enumerate(pack.above)
        )

    def beats(self, challenger: int, best: int) -> bool:
        """Whether the card `challenger` beats `best`, the card winning the trick so far."""
        return bool(self.beaten_by[best] >> challenger & 1)

    @cached_property
    def free_lead(self) -> Ladder:
        """What binds a hand that is to lead: nothing."""
        return (("lead", self.rules.cards.whole),)

    @cached_property
    def free(self) -> Ladder:
        """What binds a hand of which nothing is known, once somebody led: nothing."""
        return (("free", self.rules.cards.whole),)

    @cached_property
    def ladders(self) -> tuple[tuple[tuple[Ladder, Ladder], ...], ...]:
        """[card led][card winning][whether a partner is winning] -> what binds the next hand."""
        pack = self.rules.cards
        by_suit = {
            suit: tuple(
                (self._ladder(suit, best, False), self._ladder(suit, best, True))
                for best in range(pack.size)
            )
            for suit in pack.suits.values()
        }
        return tuple(by_suit[suit] for suit in pack.suit_of)

    def _ladder(self, suit: Mask, best: int, partner_winning: bool) -> Ladder:
        """The duties of RULES.md, "Card play", in their order; `suit` is all of the suit led."""
        rules, whole, trumps = self.rules, self.rules.cards.whole, self.trumps
        higher = self.rules.cards.above[best]
        trumped = bool(trumps >> best & 1)
        rungs: list[tuple[Duty, Mask]] = []

        must_head = (
            rules.head == "always"
            or (rules.head == "opponent-winning" and not partner_winning)
            or (
                rules.head == "trump-led"
                and suit == trumps
                and (not partner_winning or rules.exemption == "none")
            )
        )
        if must_head and suit >> best & 1:  # following never beats a ruff
            rungs.append(("head", suit & higher))
        rungs.append(("follow", suit))

        if partner_winning and rules.exemption == "full":
            if rules.undertrump_partner == "forbidden" and trumped:
                rungs.append(("no-undertrump", whole & ~trumps | trumps & higher))
                rungs.append(("ruff", trumps))
        elif not trumped or (partner_winning and rules.exemption == "overtrump"):
            rungs.append(("ruff", trumps))
        else:
            rungs.append(("overtrump", trumps & higher))
            if rules.cannot_overtrump == "undertrump":
                rungs.append(("ruff", trumps))
            elif rules.cannot_overtrump == "discard":
                rungs.append(("no-undertrump", whole & ~trumps))
                rungs.append(("ruff", trumps))
        rungs.append(("free", whole))
        # No hand reaches a rung without cards (no trump, nothing higher than the manille).
        return tuple((duty, cards) for duty, cards in rungs if cards)

    def duty(
        self, hand: Mask, led: int | None, best: int | None, partner_winning: bool
    ) -> tuple[Duty, Mask]:
        """What binds `hand`, and its legal cards: `led` is the card led (None: the hand is to
        lead), `best` the one winning so far, `partner_winning` whether a partner played that."""
        if led is None or best is None:
            return on_ladder(self.free_lead, hand)
        return on_ladder(self.ladders[led][best][partner_winning], hand)

    def legal(self, hand: Mask, led: int | None, best: int | None, partner_winning: bool) -> Mask:
        """The cards of `hand` that may be played; the arguments are those of `duty`."""
        return self.duty(hand, led, best, partner_winning)[1]


def on_ladder(ladder: Ladder, hand: Mask) -> tuple[Duty, Mask]:
    """The duty that binds `hand` on `ladder`, and its cards that fulfil it. A hand without cards
    stands at the foot: nothing binds it."""
    for duty, rung in ladder:
        fulfil = hand & rung
        if fulfil:
            # Undertrumping is barred only for a hand that could do it.
            return ("free" if duty == "no-undertrump" and fulfil == hand else duty), fulfil
    return ladder[-1][0], 0


@lru_cache(maxsize=256)
def law_of(rules: Rules, trump: str) -> Law:
    """The law of `rules` with that trump (`S H D C NT`), made once: its tables are costly.

    Raises ValueError for any other trump.
    """
    if trump not in TRUMPS:
        raise ValueError(f"not a trump: {trump!r}")
    return Law(rules, trump)


@dataclass(frozen=True)
class Trick:
    """A trick while it is played: who led and the cards so far, in the order of play.

    `dealer` matters only where the dealer plays alone: it decides who is whose partner (ValueError
    where it is missing then).
    """

    rules: Rules
    trump: str
    leader: Seat
    dealer: Seat | None = None
    cards: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        if self.dealer is None and self.rules.table.dealer_alone:
            raise ValueError("who plays with whom depends on the dealer here")

    @cached_property
    def law(self) -> Law:
        return law_of(self.rules, self.trump)

    @cached_property
    def seats(self) -> str:
        """The seats in the order in which they play to this trick."""
        return self.rules.table.order(self.leader)

    @property
    def complete(self) -> bool:
        """Whether every seat has played."""
        return len(self.cards) == len(self.seats)

    @property
    def seat_to_play(self) -> Seat | None:
        """Whose turn it is; None once every seat has played."""
        return None if self.complete else self.seats[len(self.cards)]

    @cached_property
    def _best(self) -> int:
        """The place in the trick of the card that is winning."""
        number = self.rules.cards.number
        best = 0
        for place, card in enumerate(self.cards):
            if self.law.beats(number[card], number[self.cards[best]]):
                best = place
        return best

    @property
    def winning_card(self) -> Card | None:
        """The card that is winning so far; None before the lead."""
        return self.cards[self._best] if self.cards else None

    @property
    def winner(self) -> Seat | None:
        """The seat that is winning so far; None before the lead."""
        return self.seats[self._best] if self.cards else None

    @property
    def card_points(self) -> int:
        """The card points of the cards so far, without points for the trick or the last one."""
        pack = self.rules.cards
        return sum(pack.points[pack.number[card]] for card in self.cards)

    def play(self, card: Card) -> "Trick":
        """The trick with `card` added, legal or not. Raises ValueError once all have played."""
        if self.complete:
            raise ValueError("every seat has played to this trick")
        return replace(self, cards=(*self.cards, card))

    def duty(self, hand: Iterable[Card]) -> tuple[Duty, tuple[Card, ...]]:
        """What binds the seat whose turn it is, holding `hand`, and its legal cards: suits in the
        order S H D C, each from the manille down. Raises ValueError once all have played."""
        seat = self.seat_to_play
        if seat is None:
            raise ValueError("every seat has played to this trick")
        pack = self.rules.cards
        held = pack.mask(hand)
        if self.winner is None or self.winning_card is None:
            return "lead", pack.cards_in(held)
        led, best = pack.number[self.cards[0]], pack.number[self.winning_card]
        partner_winning = self.rules.table.partners(seat, self.winner, self.dealer or self.leader)
        duty, legal = self.law.duty(held, led, best, partner_winning)
        return duty, pack.cards_in(legal)

    def legal(self, hand: Iterable[Card]) -> tuple[Card, ...]:
        """The cards of `hand` that the seat whose turn it is may play, ordered as by `duty`."""
        return self.duty(hand)[1]


def legal_cards(hand: Iterable[Card], trick: Trick) -> tuple[Card, ...]:
    """The cards of `hand` that may be played to `trick` by the seat whose turn it is."""
    return trick.legal(hand)
