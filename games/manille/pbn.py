"""Records as a text that a bridge player can read, in the manner of PBN 2.1, and back (TEXT.md).

The text says what the JSON document says: it is read into the same document, which `record.py`
judges, and every fault is told by its line.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from .cards import SUITS
from .errors import Fault, InvalidRecord, gettext_noop
from .facts import DealRecord, Record, Told, checked
from .notation import UNKNOWN
from .pbn_cards import LED, WON, leader_told, winner
from .pbn_reader import MatchReader
from .pbn_tags import (
    DEAL,
    FACTS,
    MATCH,
    NOTHING,
    WORDS,
    Faults,
    TaggedMatch,
    at,
    grouped,
    quoted,
    read_tags,
    section_name,
)
from .record import MAX_DEALS, decoded, parse_record, record_from_json, record_to_json
from .rules import Rules
from .table import Seat

HEADER = "% PBN 2.1\n% Manille record 1\n"

MAX_MATCHES = 100
"""So many matches one text may hold: a club's evening, not a flood."""

_JSON = re.compile(r"\s*(\{\s*(\"|\}|\Z)|\[\s*([^A-Za-z\s]|\Z)|[^\s\[{%;])")


@dataclass(frozen=True)
class Source:
    """A match as read, and `lines`: place in the record -> the line of the text that tells it,
    empty where it came from JSON. `number` is which match of the text it is; 0: the only one."""

    record: Record
    lines: Mapping[str, int] = field(default_factory=dict)
    number: int = 0

    def placed(self, faults: Iterable[Fault]) -> list[Fault]:
        """The faults, their places turned into lines of the text."""
        if not self.lines:
            return list(faults)
        return [_of_match(_placed(fault, self.lines), self.number) for fault in faults]


def read_matches(document: str | bytes) -> tuple[Source, ...]:
    """The matches of a document of at most 1 MiB, JSON (which holds one) or text. Raises
    InvalidRecord with a fault for each thing wrong."""
    if _is_text(document):
        return _read_text(document)
    return (Source(parse_record(document)),)


def parse_text(text: str | bytes) -> tuple[Record, ...]:
    """The matches of a text of at most 1 MiB, at least one. Raises InvalidRecord with one fault
    for each thing wrong, its place being `line 12`."""
    return tuple(source.record for source in _read_text(text))


def write_text(records: Iterable[Record]) -> str:
    """The canonical text of records that `parse_record` accepts. `parse_text` reads it back to
    equal values, and writing those gives the same text."""
    return "\n".join([HEADER, *("\n".join(_match_blocks(record)) for record in records)])


def _is_text(document: str | bytes) -> bool:
    head = document[:4096]
    if isinstance(head, bytes):
        head = head.decode("utf-8", "replace")
    return bool(head.lstrip("\ufeff").strip()) and not _JSON.match(head.lstrip("\ufeff"))


# Reading


def _read_text(text: str | bytes) -> tuple[Source, ...]:
    faults = Faults()
    found = grouped(read_tags(decoded(text), faults), faults)
    if not found and not faults:
        faults.at(1, gettext_noop("This is not a Manille record."))
    for most, number, message in (
        (MAX_MATCHES, len(found), gettext_noop("A file holds at most %(most)s matches.")),
        (
            MAX_DEALS,
            sum(len(match.deals) for match in found),
            gettext_noop("A file holds at most %(most)s deals."),
        ),
    ):
        if number > most:
            raise InvalidRecord(Fault(message, {"most": most}, at(1)))
    sources = []
    # What a tag nobody could read tells would seem to be missing, though it is there.
    for number, match in enumerate([] if faults else found, start=1):
        source = _source(match, faults)
        if source:
            sources.append(replace(source, number=number) if len(found) > 1 else source)
    if faults:
        faults.sort(key=_line_of)
        firsts = [min(tag.line for tag in match.tags) for match in found if match.tags]
        raise InvalidRecord(
            _of_match(fault, sum(first <= _line_of(fault) for first in firsts))
            if len(found) > 1
            else fault
            for fault in faults
        )
    return tuple(sources)


def _line_of(fault: Fault) -> int:
    return int(fault.place.rpartition(" ")[2])


def _of_match(fault: Fault, number: int) -> Fault:
    """The fault with `match`, the number of its match, for whoever shows it; 0: the only one, or
    none."""
    return replace(fault, params={**fault.params, "match": number}) if number else fault


def _source(match: TaggedMatch, faults: Faults) -> Source | None:
    """The match that the tags tell; None where something is wrong, which is added to `faults`."""
    reader = MatchReader(match, faults)
    try:
        record = record_from_json(reader.document)
        told = checked(record)
    except InvalidRecord as error:
        faults.add(_placed(fault, reader.lines) for fault in error.faults)
        return None
    for deal, leaders in zip(told, reader.leaders, strict=True):
        faults.add(_misread(deal, leaders))
    return Source(record, reader.lines)


def _misread(told: Told, leaders: Sequence[tuple[int, str]]) -> Iterator[Fault]:
    """Where a trick was led by another seat than its row was read for."""
    for trick, (line, leader) in zip(
        told.replay.tricks if told.replay else (), leaders, strict=False
    ):
        if trick.leader != leader:
            message = gettext_noop(
                "It follows that %(seat)s led here: if somebody else did, write ^L after the card."
            )
            yield Fault(message, {"seat": trick.leader}, at(line))
            return


_IN_TEXT = {
    gettext_noop("Here a JSON object is expected."): gettext_noop(
        "Here one value for each name is expected, as in points.NS 30."
    ),
    gettext_noop("Here a JSON list is expected."): gettext_noop(
        "Here a list is expected, its entries numbered from 1, as in 1.kind."
    ),
}
"""Sentences about JSON -> the same for a text."""


def _placed(fault: Fault, lines: Mapping[str, int]) -> Fault:
    """The fault at its line: that of its place, of what its place is part of, or the first."""
    place = fault.place
    named = (str(fault.params.get(name, "")) for name in ("camp", "option", "value"))
    line = next((lines[f"{place}.{name}"] for name in named if f"{place}.{name}" in lines), None)
    while line is None:
        line = lines.get(place)
        if not place:
            break
        place = place[: max(place.rfind("."), place.rfind("["), 0)]
    return replace(fault, message=_IN_TEXT.get(fault.message, fault.message), place=at(line or 1))


# Writing

_PLAYERS = {place.rpartition(".")[2]: name for name, place in MATCH.items() if "players" in place}


def _match_blocks(record: Record) -> Iterator[str]:
    """The blocks of a match, which are parted by empty lines."""
    document = record_to_json(record)
    rules = dict(_mapping(document.pop("rules")))
    preset = str(rules.pop("preset", ""))
    deals = document.pop("deals")
    lines = ['[Game "Manille"]']
    if record.place:
        lines.append(f"[Site {quoted(record.place)}]")
    if record.played_on:
        lines.append(f'[Date "{record.played_on.replace("-", ".")}"]')
    for seat, name in _mapping(document.get("players", {})).items():
        lines.append(f"[{_PLAYERS[seat]} {quoted(str(name))}]")
    if record.totals:
        lines.append(f'[Totals "{_figures(document["totals"])}"]')
    lines.append(f"[Rules {quoted(preset)}]")
    lines += _facts(rules, "")
    for key in ("format", "version", "place", "played_on", "players", "totals"):
        document.pop(key, None)
    lines += _sections(document)
    yield "\n".join(lines) + "\n"
    assert isinstance(deals, list)
    for number, told, deal in zip(count(1), record.told, deals, strict=False):
        yield "\n".join(_deal_lines(number, record, told, deal)) + "\n"


def _deal_lines(
    number: int, record: Record, told: Told, document: Mapping[str, object]
) -> Iterator[str]:
    """The tags of one deal, `document` being what the JSON says of it."""
    deal, table = told.deal, record.rules.table
    values = dict(document)
    calls = values.get("calls")
    first = deal.leader or table.after(told.dealer)
    yield f'[Board "{number}"]'
    for name, key in DEAL.items():
        value = values.pop(key, None)
        if name == "Doubling" and isinstance(calls, list):
            yield f'[Doubling "{" ".join(calls)}"]'
        elif name == "Deal" and deal.hands:
            yield from _hand_lines(record, deal)
        elif name == "Leader":
            told_by_play = deal.tricks and leader_told(table, deal.dealer or "", "", first)
            if (told_by_play or None) != deal.leader:
                yield f'[Leader "{deal.leader or "?"}"]'
        elif name == "Play" and deal.tricks:
            yield from _play_lines(record, told, first)
        elif name in ("CardPoints", "Score") and value:
            yield f'[{name} "{_figures(value)}"]'
        elif name == "Blind" and value:
            yield '[Blind "yes"]'
        elif isinstance(value, str | int) and value != "":
            yield f"[{name} {quoted(str(value))}]"
    yield from _sections(values)


def _hand_lines(record: Record, deal: DealRecord) -> Iterator[str]:
    """`[Deal]` with every hand by suits, and `[Hand]` for each that was told in another order."""
    number, seats = record.rules.cards.number, record.rules.table.seats
    in_order = {
        seat: tuple(sorted(cards, key=lambda card: number[card]))
        for seat, cards in deal.hands.items()
    }
    hands = [
        ".".join("".join(card[1] for card in in_order[seat] if card[0] == suit) for suit in SUITS)
        if seat in in_order
        else "-"
        for seat in seats
    ]
    yield f'[Deal "{seats[0]}:{" ".join(hands)}"]'
    for seat in seats:
        if seat in in_order and deal.hands[seat] != in_order[seat]:
            yield f'[Hand "{seat}:{" ".join(deal.hands[seat])}"]'


def _play_lines(record: Record, told: Told, first: str) -> Iterator[str]:
    """`[Play]` and a row for each trick, in columns by seat from the first leader."""
    table, open_ = record.rules.table, False
    columns = table.order(first)
    yield f'[Play "{first}"]'
    for trick, leader in zip(told.deal.tricks, _leaders(record.rules, told, first), strict=True):
        cells = dict(zip(table.order(leader), (c or UNKNOWN for c in trick.cards), strict=False))
        if trick.leader:
            cells[leader] += LED
        elif open_:
            cells[leader] += WON
        yield " ".join(f"{cells.get(seat, '-'):4}" for seat in columns).rstrip()
        open_ = None in trick.cards
    yield "*"


def _leaders(rules: Rules, told: Told, first: Seat) -> list[Seat]:
    """Who led each trick. Nobody can replay the cards of a misdeal, or cards that no longer fit
    since the deal was corrected: those are told as the reader of rows takes them."""
    if told.replay:
        return [played.leader for played in told.replay.tricks]
    trump = told.deal.contract.trump if told.deal.contract else ""
    led, expected = [], first
    for trick in told.deal.tricks:
        led.append(trick.leader or expected)
        expected = winner(rules, trump, led[-1], trick.cards) or led[-1]
    return led


def _figures(points: object) -> str:
    return ", ".join(f"{side} {number}" for side, number in _mapping(points).items())


def _mapping(value: object) -> Mapping[str, object]:
    assert isinstance(value, Mapping)
    return value


def _sections(values: Mapping[str, object]) -> Iterator[str]:
    """Whatever has no tag: a section for each list or mapping, `[Facts]` for the rest."""
    rest = {}
    for key, value in values.items():
        name = section_name(key)
        if isinstance(value, list | dict) and name:
            yield f'[{name} ""]'
            yield from _facts(value, "")
        else:
            rest[key] = value
    if rest:
        yield f'[{FACTS} ""]'
        yield from _facts(rest, "")


def _facts(value: object, path: str) -> Iterator[str]:
    """A line for each value within a mapping or list: its path, and the value."""
    if not isinstance(value, list | dict):
        yield f"{path} {_word(value)}"
    elif path and not value:
        yield f"{path} {NOTHING}"
    else:
        entries = value.items() if isinstance(value, dict) else enumerate(value, start=1)
        for key, item in entries:
            yield from _facts(item, f"{path}.{key}" if path else str(key))


def _word(value: object) -> str:
    if isinstance(value, str):
        return quoted(value)
    return next((word for word, what in WORDS.items() if what is value), str(value))
