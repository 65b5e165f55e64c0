"""What the deals of an imported record become, ready to be stored."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from games.manille.errors import Fault, InvalidRecord, gettext_noop
from games.manille.facts import Record, checked
from games.manille.scoring import complete_card_points, score

from .deal import Deal

LONGEST_NAME = 80
"""Characters of a player's name; more than anybody answers to at the table."""

LONGEST_PLACE = 200
"""Characters of the place where a match is played."""


def deals_of(record: Record, started_at: datetime) -> list[Deal]:
    """The deals of a record whose match counts as begun at `started_at`, not yet stored.

    What the record claims of a deal is kept as logged, even where its tricks say otherwise. Raises
    InvalidRecord where something cannot have happened or is too long to be kept.
    """
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
