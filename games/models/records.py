"""A match as a record, and matches begun from what records tell."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date, datetime

from django.db import transaction
from django.utils import timezone

from games.manille.errors import Fault, InvalidRecord, gettext_noop
from games.manille.facts import Record, checked
from games.manille.pbn import Source
from games.manille.scoring import complete_card_points, score
from games.manille.table import Seat

from .deal import Deal
from .match import Match
from .names import LONGEST_NAME, LONGEST_PLACE, unturned


def record_of(match: Match) -> Record:
    """The match as a record, to be exported or judged."""
    sheet = match.sheet
    return Record(
        rules=match.rules,
        preset=match.preset or None,
        players={seat: name for seat, name in match.names_told.items() if name != seat},
        played_on=match.played_on.isoformat() if match.played_on else None,
        place=match.place,
        deals=tuple(
            deal.as_record(
                None if line.kind == "unscored" else line.points, line.dealer, line.as_played
            )
            for deal, line in zip(match.played, sheet.lines, strict=True)
        ),
        totals=dict(sheet.totals),
    )


def start_from_record(record: Record, by: str = "") -> Match:
    """Begin a match with all that a record tells. Seats stand for names that it leaves out.

    What the record claims of a deal is kept as logged, even where its tricks say otherwise. Raises
    InvalidRecord where something cannot have happened or is too long to be kept.
    """
    rules, started_at = record.rules, timezone.now()
    return Match.start(
        by=by,
        deals=_deals(record, started_at),
        rules=rules,
        preset=record.preset or "",
        players={seat: _name_at(seat, record) for seat in rules.table.seats},
        first_dealer=record.first_dealer,
        played_on=date.fromisoformat(record.played_on) if record.played_on else None,
        place=unturned(record.place),
        started_at=started_at,
    )


def start_from_sources(sources: Iterable[Source], by: str = "") -> list[Match]:
    """Begin a match for each that was read, all or none. Raises InvalidRecord with every fault of
    them all, at its line where they were read from a text."""
    matches, faults = [], []
    with transaction.atomic():
        for source in sources:
            try:
                matches.append(start_from_record(source.record, by))
            except InvalidRecord as error:
                faults += source.placed(error.faults)
        if faults:
            raise InvalidRecord(faults)
    return matches


def _name_at(seat: Seat, record: Record) -> str:
    name = unturned(record.players.get(seat, ""))
    return name if name.strip() else seat


def _deals(record: Record, started_at: datetime) -> list[Deal]:
    """The deals of a record whose match counts as begun at `started_at`, not yet stored."""
    rules = record.rules
    if faults := list(_too_long(record)):
        raise InvalidRecord(faults)
    told = checked(record)
    results = [
        replace(
            one.result,
            dealer=one.dealer,
            card_points=complete_card_points(rules, one.dealer, one.deal.card_points)
            if one.deal.card_points
            else one.result.card_points,
        )
        for one in told
    ]
    lines = score(rules, results, record.first_dealer).lines
    return [
        Deal.from_record(rules, line, one.deal, started_at)
        for line, one in zip(lines, told, strict=True)
    ]


def _too_long(record: Record) -> Iterator[Fault]:
    """What of a record is longer than can be kept."""
    texts = [(f"players.{seat}", name, LONGEST_NAME) for seat, name in record.players.items()]
    texts.append(("place", record.place, LONGEST_PLACE))
    longest_note = Deal._meta.get_field("note").max_length
    texts += [(f"deals[{i}].note", deal.note, longest_note) for i, deal in enumerate(record.deals)]
    for place, text, most in texts:
        if len(text) > most:
            yield Fault(
                gettext_noop("At most %(most)s characters fit here."), {"most": most}, place
            )
