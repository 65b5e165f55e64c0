"""Cards, hands and tricks as text, and back.

The canonical form is suit then rank (`ST` is the ten of spades), cards parted by one space, one trick
a line, `??` for a card nobody remembers, and the leader before a trick where it must be told
(`W: HK H7 H8 H9`). Accepted besides: lower case, `S10`, and Spanish figures where the faces are
Spanish (`O12`, `C1`, `E10`, `B7`).
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from .cards import RANKS, SUITS, Card
from .errors import Fault, InvalidRecord, gettext_noop
from .rules import Rules
from .table import Seat

UNKNOWN = "??"
"""A card that nobody remembers, as text; in values it is None."""

SPANISH_SUITS = {"O": "D", "C": "H", "E": "S", "B": "C"}
SPANISH_FIGURES = {"1": "A", "12": "K", "11": "Q", "10": "J"}


@dataclass(frozen=True)
class TrickRecord:
    """One trick as written down: `cards` in the order played, None for a card nobody remembers;
    `leader` only where it was written."""

    cards: tuple[Card | None, ...]
    leader: Seat | None = None


def parse_card(text: str, rules: Rules) -> Card:
    """The card that `text` names. Raises InvalidRecord where it names none of the pack."""
    raise NotImplementedError


def parse_hand(text: str, rules: Rules) -> tuple[Card, ...]:
    """The cards of a hand, in the order written."""
    raise NotImplementedError


def write_hand(cards: Iterable[Card]) -> str:
    """A hand as text, which `parse_hand` reads back."""
    return " ".join(cards)


def parse_trick(text: str, rules: Rules) -> TrickRecord:
    """One trick: `HQ H7 ?? H9`, or with its leader, `W: HQ H7 ?? H9`."""
    raise NotImplementedError


def write_trick(trick: TrickRecord) -> str:
    """A trick as text, which `parse_trick` reads back."""
    cards = " ".join(card or UNKNOWN for card in trick.cards)
    return f"{trick.leader}: {cards}" if trick.leader else cards


def parse_tricks(text: str, rules: Rules) -> tuple[TrickRecord, ...]:
    """The tricks of a deal, one a line; empty lines are skipped."""
    raise NotImplementedError


def write_tricks(tricks: Iterable[TrickRecord]) -> str:
    """The tricks of a deal, one a line, which `parse_tricks` reads back."""
    return "\n".join(write_trick(trick) for trick in tricks)
