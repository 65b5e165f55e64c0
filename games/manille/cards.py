"""Suits, cards and packs: the cards in use, their order and their points.

A card is written suit first, then rank: `ST` is the ten of spades. Suits are `S H D C`, ranks
`A K Q J T 9 8 7 6 5 4 3 2`; which ranks are in use, and in what order, is the pack's business.
Sets of cards are bit masks: bit *i* stands for the pack's card number *i*, numbered suit by suit,
each suit from the manille down. So within a suit the lower bit is the stronger card.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TypeAlias

from .errors import Fault, InvalidRules, gettext_noop

Suit: TypeAlias = str
Rank: TypeAlias = str
Card: TypeAlias = str
Mask: TypeAlias = int

SUITS = "SHDC"
RANKS = "AKQJT98765432"
NO_TRUMP = "NT"
TRUMPS = (*SUITS, NO_TRUMP)

PIQUET_32 = "TAKQJ987"
SPANISH_48 = "9AKQJ8765432"
SPANISH_40 = "7AKQJ65432"
CUSTOM_44 = "9AKQJ765432"
"""The ranks of each pack in use, from the manille down (rules in prose: RULES.md, "The packs")."""

VALUES = (5, 4, 3, 2, 1)
"""Card points of the five highest ranks of every pack; all others are worth nothing."""


@dataclass(frozen=True)
class Pack:
    """The cards in use: `ranks` from the manille down, in four suits, less the cards `removed`.

    Raises InvalidRules when the ranks are not at least five different known ones, or a removed card
    is not in the pack.
    """

    ranks: str
    removed: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        if len(set(self.ranks)) != len(self.ranks) or not set(self.ranks) <= set(RANKS):
            raise InvalidRules(
                Fault(
                    gettext_noop("A pack names each of its ranks once, strongest first."),
                    {},
                    "pack",
                )
            )
        if len(self.ranks) < len(VALUES):
            raise InvalidRules(
                Fault(
                    gettext_noop("A pack needs at least five ranks: five of them count."),
                    {},
                    "pack",
                )
            )
        whole = {suit + rank for suit in SUITS for rank in self.ranks}
        if len(set(self.removed)) != len(self.removed) or not set(self.removed) <= whole:
            raise InvalidRules(
                Fault(
                    gettext_noop("Only cards of the pack can be taken out, each once."),
                    {},
                    "removed",
                )
            )

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Every card in use, suits in the order S H D C, each from the manille down."""
        every = (suit + rank for suit in SUITS for rank in self.ranks)
        return tuple(card for card in every if card not in self.removed)

    @cached_property
    def size(self) -> int:
        return len(self.cards)

    @cached_property
    def number(self) -> dict[Card, int]:
        """Card -> its number, which is the position of its bit."""
        return {card: number for number, card in enumerate(self.cards)}

    @cached_property
    def whole(self) -> Mask:
        """All the cards in use."""
        return (1 << self.size) - 1

    @cached_property
    def suits(self) -> dict[Suit, Mask]:
        """Suit -> the cards of that suit."""
        return {suit: self.mask(card for card in self.cards if card[0] == suit) for suit in SUITS}

    @cached_property
    def suit_of(self) -> tuple[Mask, ...]:
        """Card number -> all the cards of its suit."""
        return tuple(self.suits[card[0]] for card in self.cards)

    @cached_property
    def first_of_suit(self) -> tuple[int, ...]:
        """Card number -> the strongest card of its suit."""
        return tuple((suit & -suit).bit_length() - 1 for suit in self.suit_of)

    @cached_property
    def above(self) -> tuple[Mask, ...]:
        """Card number -> the stronger cards of its suit."""
        return tuple(((1 << n) - 1) & suit for n, suit in enumerate(self.suit_of))

    @cached_property
    def points(self) -> tuple[int, ...]:
        """Card number -> its card points."""
        values = dict(zip(self.ranks, VALUES, strict=False))
        return tuple(values.get(card[1], 0) for card in self.cards)

    @cached_property
    def by_points(self) -> dict[int, Mask]:
        """Card points -> the cards worth so many."""
        cards: dict[int, Mask] = {}
        for number, points in enumerate(self.points):
            cards[points] = cards.get(points, 0) | 1 << number
        return cards

    def mask(self, cards: Iterable[Card]) -> Mask:
        """The set of `cards`, all of them in the pack (KeyError otherwise)."""
        number = self.number
        mask = 0
        for card in cards:
            mask |= 1 << number[card]
        return mask

    def cards_in(self, mask: Mask) -> tuple[Card, ...]:
        """The cards of a set, suits in the order S H D C, each from the manille down."""
        found: tuple[Card, ...] = ()
        for eight in self._by_eight:
            found += eight[mask & 255]
            mask >>= 8
        return found

    @cached_property
    def _by_eight(self) -> tuple[tuple[tuple[Card, ...], ...], ...]:
        """For each eight cards in their order, all their subsets: eight bits -> the cards. Many
        sets are turned into cards; to look up eight at a time is faster than one by one."""
        eights = (self.cards[first : first + 8] for first in range(0, self.size, 8))
        return tuple(
            tuple(
                tuple(card for bit, card in enumerate(eight) if bits >> bit & 1)
                for bits in range(1 << len(eight))
            )
            for eight in eights
        )


@cache
def pack_of(ranks: str, removed: tuple[Card, ...] = ()) -> Pack:
    """The pack with these ranks, made once: its tables serve every rule set that uses it."""
    return Pack(ranks, removed)


def numbers(cards: Mask) -> Iterator[int]:
    """The numbers of the cards of a set, lowest first."""
    while cards:
        lowest = cards & -cards
        yield lowest.bit_length() - 1
        cards ^= lowest
