"""Rows of a file that are ready to be written, and writing them many at a time."""

from dataclasses import dataclass, field
from typing import Any

from django.db import DataError, IntegrityError, transaction

from games.manille.errors import Fault, gettext_noop
from games.models import Match, reading_code

from .faults import InvalidBackup


@dataclass
class Row:
    """A row of a list, with the rows `inner` in it, and where it stands in the file."""

    row: Any
    line: int
    place: str
    inner: dict[str, list[Any]] = field(default_factory=dict)


def free_codes(matches: list[Match]) -> int:
    """Give another reading code to those whose own is taken; how many."""
    codes = [match.code for match in matches]
    taken = set(Match.objects.filter(code__in=codes).values_list("code", flat=True))
    others = 0
    for match in matches:
        if match.code in taken:
            match.code = reading_code()
            others += 1
        taken.add(match.code)
    return others


def insert(rows: list[Row]) -> None:
    """Write rows of one model. Raises InvalidBackup at the one that the database refuses."""
    if not rows:
        return
    manager = type(rows[0].row)._default_manager
    try:
        with transaction.atomic():
            manager.bulk_create([each.row for each in rows])
    except (IntegrityError, DataError):
        for each in rows:
            each.row.pk = None
            try:
                with transaction.atomic():
                    each.row.save(force_insert=True)
            except (IntegrityError, DataError) as error:
                message = gettext_noop("This contradicts itself, or another row of the file.")
                raise InvalidBackup(Fault(message, {}, each.place), each.line) from error
