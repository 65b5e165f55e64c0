"""A club as a file, written piece by piece: memory does not grow with what the club owns, but for
a number for each row that others name."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import connection, models

from games.models import Club, Entry

from .parts import CLUB, PARTS, Column, Part

FORMAT, VERSION = "manille-club", 1

AT_A_TIME = 500
"""So many rows of a list are read with one statement."""

Numbers = dict[type[models.Model], dict[int, int]]
"""Of each model that rows name: key -> its number in the file, from 1."""


def write(club: Club, at: datetime) -> Iterator[str]:
    """The file, whose time is `at`, as the club was at one moment. The same club gives the same
    text, on whatever database, but for that time."""
    with _one_moment():
        numbers: Numbers = {part.model: _numbers(part, club) for part in PARTS}
        gone: dict[int, int] = {}

        def one(key: int) -> int:
            # Logs go on naming entries that were struck out. They have numbers below 0.
            return numbers[Entry].get(key) or gone.setdefault(key, -1 - len(gone))

        yield f'{{"format": "{FORMAT}",\n"version": {VERSION},\n"exported_at": "{_time(at)}",\n'
        row = Club.objects.filter(pk=club.pk).values_list(*_names(CLUB)).get()
        yield f'"club": {_text(_told(CLUB, row, numbers, one))},\n'
        officers = ",\n".join(map(_text, _officers(club)))
        yield f'"officers": [\n{officers}\n],\n'
        for part in PARTS:
            yield from _listed(part, club, numbers, one)
        counts = {part.name: len(numbers[part.model]) for part in PARTS}
        yield f'"rows": {json.dumps(counts)}}}\n'


@contextmanager
def _one_moment() -> Iterator[None]:
    """All that is read inside is read as of one moment, while others go on writing. (Django's own
    transactions would lock SQLite for that long.)"""
    if connection.in_atomic_block:
        yield
        return
    kind = " ISOLATION LEVEL REPEATABLE READ READ ONLY" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        cursor.execute(f"BEGIN{kind}")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


def _numbers(part: Part, club: Club) -> dict[int, int]:
    keys = _rows(part, club).values_list("pk", flat=True)
    return {key: number for number, key in enumerate(keys, 1)}


def _rows(part: Part, club: Club) -> "models.QuerySet[Any]":
    return part.model._default_manager.filter(part.only, **{part.holder: club}).order_by("pk")


def _officers(club: Club) -> Iterator[dict[str, str]]:
    rows = club.memberships.order_by("since", "pk")
    for name, email, role, since in rows.values_list("user__name", "user__email", "role", "since"):
        yield {"email": email, "name": name, "role": role, "since": _time(since)}


def _listed(part: Part, club: Club, numbers: Numbers, one: Callable[[int], int]) -> Iterator[str]:
    """One list of the file, a row a line."""
    yield f'"{part.name}": ['
    keys = list(numbers[part.model])
    separator = "\n"
    for start in range(0, len(keys), AT_A_TIME):
        these = keys[start : start + AT_A_TIME]
        rows = _rows(part, club).filter(pk__gte=these[0], pk__lte=these[-1])
        within = [(inner, _within(inner, these, numbers, one)) for inner in part.parts]
        lines = []
        for key, *row in rows.values_list("pk", *_names(part)):
            told = _told(part, row, numbers, one)
            told |= {inner.name: found[key] for inner, found in within if key in found}
            lines.append(f'{{"id": {numbers[part.model][key]}, {_text(told)[1:]}')
        yield separator + ",\n".join(lines)
        separator = ",\n"
    yield "\n],\n"


def _within(
    part: Part, keys: list[int], numbers: Numbers, one: Callable[[int], int]
) -> dict[int, list[dict[str, Any]]]:
    """The rows that stand in these others, by the key of the other."""
    found: dict[int, list[dict[str, Any]]] = {}
    rows = part.model._default_manager.filter(part.only, **{f"{part.holder}__in": keys})
    for holder, *row in rows.order_by("pk").values_list(part.holder, *_names(part)):
        found.setdefault(holder, []).append(_told(part, row, numbers, one))
    return found


def _names(part: Part) -> list[str]:
    return [column.field.attname for column in part.columns]


def _told(part: Part, row: Any, numbers: Numbers, one: Callable[[int], int]) -> dict[str, Any]:
    """A row as the file tells it, without what is empty."""
    told = {}
    for column, value in zip(part.columns, row, strict=True):
        if value is None or (value == column.empty and value in ("", [], {})):
            continue
        if column.field.remote_field:
            value = numbers[column.field.related_model][value]
        elif shape := part.json.get(column.name):
            value = shape(value, one)
        told[column.name] = value if isinstance(value, _PLAIN) else _plain(column, value)
    return told


_PLAIN = (str, int, float, list, dict)  # and true and false, which are numbers to Python


def _plain(column: Column, value: Any) -> str:
    """A value that JSON has no kind of its own for."""
    return _time(value) if isinstance(value, datetime) else str(value)


def _time(at: datetime) -> str:
    return at.isoformat().replace("+00:00", "Z")


def _text(told: dict[str, Any]) -> str:
    # Sorted: databases do not agree on the order of keys.
    return json.dumps(told, ensure_ascii=False, sort_keys=True)
