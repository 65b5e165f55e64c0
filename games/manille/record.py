"""The record of a match: one JSON document, read into values and written back.

The format is the project's contract with other programs (RULES.md, "The record"). What cannot have
happened is refused here; what was merely against the rules is kept, for `replay` to judge.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .cards import Card
from .notation import TrickRecord
from .rules import Rules
from .scoring import Contract, Ruling
from .table import Camp, Seat, Side

MAX_BYTES = 1 << 20


@dataclass(frozen=True, kw_only=True)
class DealRecord:
    """One deal as told: facts, and the claims that are checked against what follows from them.

    `dealer` None means by rotation. `contract` is None only for a misdeal. `card_points`, `last_trick`
    and `points` (match points) are claims, empty or None where nothing was claimed; `card_points` may
    name some camps only. `hands` are the cards held when play began, of any seats. `minute` counts
    from the start of the match.
    """

    dealer: Seat | None = None
    misdeal: str | None = None
    contract: Contract | None = None
    card_points: Mapping[Camp, int] = field(default_factory=dict)
    last_trick: Camp | None = None
    points: Mapping[Side, int] = field(default_factory=dict)
    hands: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    leader: Seat | None = None
    tricks: tuple[TrickRecord, ...] = ()
    ruling: Ruling | None = None
    note: str = ""
    minute: int | None = None


@dataclass(frozen=True, kw_only=True)
class Record:
    """One match as told. `preset` names the system that `rules` came from, if any; `players` maps
    seats to names, where known; `played_on` is an ISO date; `totals` are claimed match points."""

    rules: Rules
    preset: str | None = None
    players: Mapping[Seat, str] = field(default_factory=dict)
    played_on: str | None = None
    place: str = ""
    deals: tuple[DealRecord, ...] = ()
    totals: Mapping[Side, int] = field(default_factory=dict)


def parse_record(text: str | bytes) -> Record:
    """The match that a JSON document of at most 1 MiB holds. Raises InvalidRecord with one fault for
    each thing wrong, its place such as `deals[2].tricks[1]`."""
    raise NotImplementedError


def write_record(record: Record) -> str:
    """The canonical document: every option of the rules, keys in one order, ending in a newline.
    `parse_record` reads it back to an equal value, and writing that gives the same bytes."""
    raise NotImplementedError


def rules_from_json(value: object) -> tuple[str | None, Rules]:
    """(preset, rules) of a preset's name, or of an object with `preset` and the options that differ,
    or with every option. Raises InvalidRecord; a place is `rules` or `rules.<option>`."""
    raise NotImplementedError


def rules_to_json(rules: Rules, preset: str | None = None) -> dict[str, Any]:
    """Every option, after the preset's name where there is one, ready for JSON."""
    raise NotImplementedError
