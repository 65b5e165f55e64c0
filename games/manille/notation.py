"""Cards, hands, tricks and rules as text, and back.

The canonical form is suit then rank (`ST` is the ten of spades), cards parted by one space, one
trick a line, `??` for a card nobody remembers, and the leader before a trick where it must be told
(`W: HK H7 H8 H9`). Accepted besides: lower case, `S10`, and Spanish figures where the faces are
Spanish (`O12`, `C1`, `E10`, `B7`).

`C` begins both *clubs* and *copas*. A figure settles it (`C1` and `C12` are copas, `CA` and `CK`
clubs); for `C7` the text around decides: it is copas where every card is written the Spanish way,
else clubs.
"""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from .cards import Card
from .errors import Fault, InvalidRecord, InvalidRules, gettext_noop
from .presets import PRESETS
from .rules import NEUTRAL, OPTIONS, Rules
from .table import Seat

UNKNOWN = "??"
"""A card that nobody remembers, as text; in values it is None."""

SPANISH_SUITS = {"O": "D", "C": "H", "E": "S", "B": "C"}
"""Oros, copas, espadas, bastos -> the suit that stands for them."""

SPANISH_FIGURES = {"1": "A", "12": "K", "11": "Q", "10": "J"}

_CARD = re.compile(r"([SHDCOEB])(10|11|12|1|[AKQJT2-9])")
_LEADER = re.compile(r"\s*([A-Za-z])\s*:")


@dataclass(frozen=True)
class TrickRecord:
    """One trick as written down: `cards` in the order played, None for a card nobody remembers;
    `leader` only where it was written."""

    cards: tuple[Card | None, ...]
    leader: Seat | None = None


def copas(texts: Iterable[str], rules: Rules) -> bool:
    """Whether a `C` in these texts, taken together, stands for copas: the faces are Spanish, some
    card shows the Spanish way of writing and none the other."""
    if rules.faces != "spanish":
        return False
    spanish = False
    for text in texts:
        for token in _LEADER.sub("", text, count=1).upper().split():
            match = _CARD.fullmatch(token)
            if match and (match[1] in "SHD" or match[2] in "AKQJT"):
                return False
            spanish |= bool(match) and (token[0] in "OEB" or token[1:] in SPANISH_FIGURES)
    return spanish


def parse_card(text: str, rules: Rules, *, c_is_copas: bool = False, place: str = "") -> Card:
    """The card that `text` names, in canonical form; `c_is_copas` tells how to read `C7`.

    Raises InvalidRecord where it names no card, or one that is not in the pack.
    """
    if text in rules.cards.number and not c_is_copas:
        return text  # most cards are written so
    match = _CARD.fullmatch(text.upper()) if text.isascii() else None
    if match is None:
        raise _unreadable(text, place)
    suit, rank = match[1], match[2]
    # Ten of clubs or jack of copas: only a pack without tens leaves one reading.
    ten = rank == "10" and "T" in rules.pack and not c_is_copas
    figure = rank in SPANISH_FIGURES and not ten
    if rules.faces == "spanish" and (suit in "OEB" or (suit == "C" and (c_is_copas or figure))):
        suit, rank = SPANISH_SUITS[suit], SPANISH_FIGURES.get(rank, rank)
    elif rank == "10":
        rank = "T"
    if suit in "OEB" or rank in SPANISH_FIGURES:
        raise _unreadable(text, place)
    card = suit + rank
    if card not in rules.cards.number:
        message = gettext_noop("There is no “%(card)s” in this pack.")
        raise InvalidRecord(Fault(message, {"card": text}, place))
    return card


def parse_hand(
    text: str, rules: Rules, *, c_is_copas: bool | None = None, place: str = ""
) -> tuple[Card, ...]:
    """The cards of a hand, in the order written; at least one, none twice, no more than are dealt.

    `c_is_copas` None lets the text itself decide. Raises InvalidRecord with a fault for each thing
    wrong.
    """
    known = copas([text], rules) if c_is_copas is None else c_is_copas
    tokens = text.split()
    if len(tokens) > rules.hand_size:
        message = gettext_noop("A hand has at most %(cards)s cards.")
        raise InvalidRecord(Fault(message, {"cards": rules.hand_size}, place))
    faults: list[Fault] = []
    cards = []
    for token in tokens:
        try:
            card = parse_card(token, rules, c_is_copas=known, place=place)
        except InvalidRecord as error:
            faults += error.faults
            continue
        if card in cards:
            faults.append(twice(card, place))
        cards.append(card)
    if not tokens:
        faults.append(Fault(gettext_noop("Write at least one card."), {}, place))
    if faults:
        raise InvalidRecord(faults)
    return tuple(cards)


def write_hand(cards: Iterable[Card]) -> str:
    """A hand as text, which `parse_hand` reads back."""
    return " ".join(cards)


def parse_tricks(
    text: str | Sequence[str],
    rules: Rules,
    *,
    c_is_copas: bool | None = None,
    place: str = "tricks",
) -> tuple[TrickRecord, ...]:
    """The tricks of a deal: a text with one trick a line (empty lines are skipped), or one text a
    trick.

    Every trick but the last has a card (or `??`) of each seat, the last at least one; no card comes
    twice, and there are no more tricks than cards in a hand. Raises InvalidRecord with a fault for
    each thing wrong, its place such as `tricks[1]`, counted from 0.
    """
    lines = [line for line in text.splitlines() if line.strip()] if isinstance(text, str) else text
    known = copas(lines, rules) if c_is_copas is None else c_is_copas
    faults: list[Fault] = []
    tricks: list[TrickRecord] = []
    seen: set[Card] = set()
    for number, line in enumerate(lines):
        here = f"{place}[{number}]"
        if number == rules.hand_size:
            message = gettext_noop("A deal has at most %(tricks)s tricks.")
            faults.append(Fault(message, {"tricks": rules.hand_size}, here))
            break
        try:
            trick = _parse_trick(line, rules, known, here)
        except InvalidRecord as error:
            faults += error.faults
            continue
        if len(trick.cards) < rules.seats and number < len(lines) - 1:
            message = gettext_noop(
                "Only the last trick may be cut short: write ?? for a lost card."
            )
            faults.append(Fault(message, {}, here))
        for card in filter(None, trick.cards):
            if card in seen:
                faults.append(twice(card, here))
            seen.add(card)
        tricks.append(trick)
    if faults:
        raise InvalidRecord(faults)
    return tuple(tricks)


def write_trick(trick: TrickRecord) -> str:
    """A trick as text: `HQ H7 ?? H9`, or with its leader, `W: HQ H7 ?? H9`."""
    cards = " ".join(card or UNKNOWN for card in trick.cards)
    return f"{trick.leader}: {cards}" if trick.leader else cards


def write_tricks(tricks: Iterable[TrickRecord]) -> str:
    """The tricks of a deal, one a line, which `parse_tricks` reads back."""
    return "\n".join(write_trick(trick) for trick in tricks)


def rules_from_json(value: object) -> tuple[str | None, Rules]:
    """(preset, rules) of a preset's name, or of an object with `preset` and the options that
    differ, or with every option; those that came after the first version may be missing. Raises
    InvalidRecord; a place is `rules` or `rules.<option>`."""
    if isinstance(value, str):
        if value not in PRESETS:
            raise InvalidRecord(_no_preset(value, "rules"))
        return value, PRESETS[value]
    if not isinstance(value, dict):
        message = gettext_noop("The rules are a system's name, or options by name.")
        raise InvalidRecord(Fault(message, {}, "rules"))
    faults = [written_twice(key, "rules") for key in getattr(value, "twice", ())]
    preset = value.get("preset")
    if preset is not None and not (isinstance(preset, str) and preset in PRESETS):
        faults.append(_no_preset(preset, "rules.preset"))
    for key, option in value.items():
        if key not in (*OPTIONS, "preset"):
            message = gettext_noop("There is no option “%(option)s”.")
            faults.append(Fault(message, {"option": shown(key)}, "rules"))
        elif isinstance(option, dict | list):
            message = gettext_noop("An option is a word, a number, yes or no.")
            faults.append(Fault(message, {}, f"rules.{key}"))
    if preset is None:
        message = gettext_noop("This option is missing: name a system, or give every option.")
        faults += [
            Fault(message, {}, f"rules.{key}")
            for key in OPTIONS
            if key not in value and key not in NEUTRAL
        ]
    if faults:
        raise InvalidRecord(faults)
    options: dict[str, Any] = {key: value[key] for key in OPTIONS if key in value}
    try:
        if preset:
            return preset, PRESETS[preset].changed(**options)
        return None, Rules(**{**NEUTRAL, **options})
    except InvalidRules as error:
        raise InvalidRecord(
            Fault(f.message, {k: shown(v) for k, v in f.params.items()}, f"rules.{f.place}")
            for f in error.faults
        ) from error


def rules_to_json(rules: Rules, preset: str | None = None) -> dict[str, Any]:
    """Every option, after the preset's name where there is one, ready for JSON."""
    options = {option: getattr(rules, option) for option in OPTIONS}
    return {"preset": preset, **options} if preset else options


# Sentences that the record needs too


def twice(card: Card, place: str) -> Fault:
    """The fault of a card that turns up a second time."""
    return Fault(gettext_noop("The card %(card)s is there twice."), {"card": card}, place)


def written_twice(key: str, place: str) -> Fault:
    message = gettext_noop("“%(key)s” is written twice here.")
    return Fault(message, {"key": shown(key)}, place)


def shown(value: object) -> str:
    """A value of the document, short enough for a sentence."""
    if isinstance(value, str):
        return value if len(value) <= 40 else value[:39] + "…"
    # A list's own text can be as long as the document, and as deep.
    if isinstance(value, list | dict):
        return "[…]" if isinstance(value, list) else "{…}"
    return json.dumps(value)


# Inside


def _parse_trick(line: str, rules: Rules, c_is_copas: bool, place: str) -> TrickRecord:
    faults: list[Fault] = []
    cards: list[Card | None] = []
    named = _LEADER.match(line)
    leader = named[1].upper() if named else None
    if leader is not None and leader not in rules.table.seats:
        message = gettext_noop("“%(seat)s” is not a seat at this table.")
        faults.append(Fault(message, {"seat": leader}, place))
    tokens = line[named.end() if named else 0 :].split()
    if len(tokens) > rules.seats:
        message = gettext_noop("A trick has at most %(cards)s cards.")
        raise InvalidRecord(Fault(message, {"cards": rules.seats}, place))
    for token in tokens:
        try:
            cards.append(
                None
                if token == UNKNOWN
                else parse_card(token, rules, c_is_copas=c_is_copas, place=place)
            )
        except InvalidRecord as error:
            faults += error.faults
    if not tokens:
        faults.append(Fault(gettext_noop("Write at least one card."), {}, place))
    if faults:
        raise InvalidRecord(faults)
    return TrickRecord(tuple(cards), leader)


def _unreadable(text: str, place: str) -> InvalidRecord:
    message = gettext_noop(
        "“%(card)s” is not a card: write its suit, then its rank, as in ST or H7."
    )
    # A file that holds no cards at all can have one “card” of a million letters.
    return InvalidRecord(Fault(message, {"card": text[:20]}, place))


def _no_preset(value: object, place: str) -> Fault:
    return Fault(gettext_noop("There is no system “%(name)s”."), {"name": shown(value)}, place)
