"""The record of a match as a document: JSON text to a `Record`, and back.

The format is a contract with other programs: names and meanings stay, additions take new names, so
a key that is not known here is left alone. Only among the rules it is refused, since plays cannot
be judged by a rule that nobody here knows.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping

from .errors import Fault, InvalidRecord, gettext_noop
from .events import Event, event_to_json
from .facts import DealRecord as DealRecord
from .facts import Record as Record
from .facts import checked
from .notation import rules_from_json as rules_from_json
from .notation import (
    rules_to_json,
    write_hand,
    write_trick,
)
from .record_reader import FORMAT, VERSION, Reader
from .record_reader import MAX_DEALS as MAX_DEALS
from .record_reader import MAX_EVENTS as MAX_EVENTS
from .rules import Rules
from .rulings import ruling_to_json
from .scoring import AsPlayed, Contract
from .table import Side

MAX_BYTES = 1 << 20
"""The largest document read: a match of hundreds of deals with every card is far smaller."""


def parse_record(text: str | bytes) -> Record:
    """The match that a JSON document of at most 1 MiB holds. Raises InvalidRecord with one fault
    for each thing wrong, its place such as `deals[2].tricks[1]`."""
    return record_from_json(_load(text))


def record_from_json(document: object) -> Record:
    """The match that a document tells, made of what JSON is made of. Raises as parse_record."""
    record = record_as_told(document)
    checked(record)
    return record


def record_as_told(document: object) -> Record:
    """The same without asking whether it can have happened: only what is not built like a record
    raises InvalidRecord."""
    reader = Reader()
    record = reader.record(document)
    if record is None or reader.faults:
        raise InvalidRecord(reader.faults)
    return record


def write_record(record: Record) -> str:
    """The canonical document: every option of the rules, keys in one order, ending in a newline.
    `parse_record` reads it back to an equal value, and writing that gives the same bytes."""
    return json.dumps(record_to_json(record), ensure_ascii=False, indent=2) + "\n"


def record_to_json(record: Record) -> dict[str, object]:
    """The document that `write_record` writes, keys without a value left out."""
    table = record.rules.table
    document = {
        "format": FORMAT,
        "version": VERSION,
        "rules": rules_to_json(record.rules, record.preset),
        "players": _in_order(record.players, table.seats),
        "played_on": record.played_on,
        "place": record.place,
    }
    filled = {key: value for key, value in document.items() if value not in (None, "", {})}
    filled["deals"] = [deal_to_json(record.rules, deal) for deal in record.deals]
    if record.totals:
        filled["totals"] = _in_order(record.totals, table.sides)
    return filled


# Reading


class _Object(dict[str, object]):
    """A JSON object that remembers which keys were `twice` in it."""

    twice: tuple[str, ...] = ()


def decoded(text: str | bytes) -> str:
    """The text of a document without its byte order mark. Raises InvalidRecord for what is empty,
    not UTF-8 or larger than 1 MiB."""
    # A lone surrogate in a str has no UTF-8 form, but must not stop the measuring.
    raw = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    if len(raw) > MAX_BYTES:
        raise InvalidRecord(Fault(gettext_noop("The document is larger than 1 MiB.")))
    try:
        found = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = gettext_noop("This is not text in UTF-8: see byte %(byte)s.")
        raise InvalidRecord(Fault(message, {"byte": error.start + 1})) from error
    if not found.strip():
        raise InvalidRecord(Fault(gettext_noop("This is empty: there is nothing to read.")))
    return found


def _load(text: str | bytes) -> object:
    """What the JSON text says. Raises InvalidRecord for whatever is not JSON in UTF-8 of 1 MiB, or
    no object: whoever wrote anything else never meant a record, and knows nothing of JSON."""
    document = decoded(text)
    if not document.lstrip().startswith("{"):
        raise InvalidRecord(Fault(gettext_noop("This is not a Manille record.")))
    try:
        return json.loads(
            document, object_pairs_hook=_object, parse_int=_number, parse_constant=_constant
        )
    except json.JSONDecodeError as error:
        message = gettext_noop("This is not JSON: see line %(line)s, column %(column)s.")
        params = {"line": error.lineno, "column": error.colno}
        raise InvalidRecord(Fault(message, params)) from error
    except RecursionError as error:
        message = gettext_noop("The document is nested too deeply to be a record.")
        raise InvalidRecord(Fault(message)) from error


def _object(pairs: list[tuple[str, object]]) -> _Object:
    found = _Object(pairs)
    if len(found) < len(pairs):
        found.twice = tuple(key for key, times in Counter(k for k, _ in pairs).items() if times > 1)
    return found


def _number(digits: str) -> int | float:
    # Python refuses to read a number of thousands of digits. As a float it stays a number that is
    # not a whole one, so that it is refused like any other, at its place.
    return int(digits) if len(digits) < 20 else float(digits)


def _constant(name: str) -> object:
    message = gettext_noop("“%(name)s” is not a number in JSON.")
    raise InvalidRecord(Fault(message, {"name": name}))


# Writing


def _in_order(values: Mapping[str, object], keys: Iterable[str]) -> dict[str, object]:
    """The mapping with its keys in the order of the table."""
    return {key: values[key] for key in keys if key in values}


def deal_to_json(rules: Rules, deal: DealRecord) -> dict[str, object]:
    """One deal as it stands in the document, keys without a value left out, ready for JSON."""
    table = rules.table
    contract = deal.contract or Contract(None, "")
    # Camps are runs of seats; sorted by first seat they come as the table names them.
    by_seats = sorted(deal.card_points, key=lambda camp: table.seats.index(camp[0]))
    found: dict[str, object] = {
        "dealer": deal.dealer,
        "misdeal": deal.misdeal,
        "declarer": contract.declarer,
        "trump": contract.trump,
        "calls": list(contract.calls),
        "bid": contract.bid,
        "blind": contract.blind or None,
        "card_points": _in_order(deal.card_points, by_seats),
        "last_trick": deal.last_trick,
        "points": _in_order(deal.points, table.sides),
        "as_played": deal.as_played and _as_played_to_json(deal.as_played, table.sides),
        "hands": {seat: write_hand(deal.hands[seat]) for seat in table.seats if seat in deal.hands},
        "leader": deal.leader,
        "tricks": [write_trick(trick) for trick in deal.tricks],
        "ruling": deal.ruling and ruling_to_json(rules, deal.ruling),
        "earlier_rulings": [ruling_to_json(rules, each) for each in deal.earlier_rulings],
        "note": deal.note,
        "minute": deal.minute,
        "events": [event_to_json(event) for event in deal.events],
    }
    return {key: value for key, value in found.items() if value not in (None, "", [], {})}


def _as_played_to_json(plain: AsPlayed, sides: Iterable[Side]) -> dict[str, object]:
    """What a deal would have come to without rulings, with the keys that the verdict gives it."""
    found = {
        "multiplier": plain.multiplier,
        "points": _in_order(plain.points, sides),
        "totals": _in_order(plain.totals, sides),
    }
    return {key: value for key, value in found.items() if value not in (None, {})}


def events_from_json(rules: Rules, value: object) -> tuple[Event, ...]:
    """The events that a list in a document tells. Raises InvalidRecord."""
    reader = Reader()
    events = reader.events(value, rules, "events")
    if reader.faults:
        raise InvalidRecord(reader.faults)
    return events
