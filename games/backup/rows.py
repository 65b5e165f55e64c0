"""Rows of a file that are ready to be written, and writing them many at a time; codes and
names that are free."""

from dataclasses import dataclass, field
from typing import Any

from django.db import DataError, IntegrityError, transaction
from django.utils.formats import date_format
from django.utils.translation import gettext

from games.manille.errors import Fault, gettext_noop
from games.models import Club, Match, reading_code
from games.models.club import LONGEST_CLUB_NAME

from .faults import InvalidBackup

AT_A_TIME = 200
"""So many rows of a list are written with one statement."""


@dataclass
class Row:
    """A row of a list, with the rows `inner` in it, and where it stands in the file."""

    row: Any
    line: int
    place: str
    inner: dict[str, list[Any]] = field(default_factory=dict)


def free_name(club: Club) -> str:
    """The name of a club about to be restored: its own, or where a club of that name is here
    already, with the day, so that lists tell the two apart."""

    def taken(name: str) -> bool:
        return Club.objects.filter(name__iexact=name).exists()

    name, number = club.name, 1
    day = date_format(club.today())
    while taken(name):
        told = {"day": day, "number": number}
        pattern = gettext("%(name)s (restored on %(day)s)")
        if number > 1:  # twice on a day
            pattern = gettext("%(name)s (restored on %(day)s, %(number)s)")
        room = LONGEST_CLUB_NAME - len(pattern % {**told, "name": ""})
        short = club.name if len(club.name) <= room else f"{club.name[: room - 1].rstrip()}…"
        name = pattern % {**told, "name": short}
        number += 1
    return name


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
