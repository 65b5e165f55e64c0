"""Values of a file as fields take them, each tested before any of them comes near the database."""

import math
import re
import uuid
from collections.abc import Callable, Mapping
from copy import copy
from datetime import UTC, date, datetime
from functools import cache
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.db.backends.base.operations import BaseDatabaseOperations

from games.manille.errors import Fault, gettext_noop
from games.manille.notation import shown
from games.models import unturned

from .faults import InvalidBackup, wrong
from .parts import MISSING, Column, Part

_UNKEPT = re.compile("[\x00\ud800-\udfff]")
_DAY = re.compile(r"[12]\d{3}-\d{2}-\d{2}", re.ASCII)
_TIME = re.compile(rf"{_DAY.pattern}T\d{{2}}:\d{{2}}:\d{{2}}(\.\d{{1,6}})?Z", re.ASCII)

DEEPEST = 50


def row_of(part: Part, told: Any, place: str) -> Mapping[str, Any]:
    """A row of the file, with no other keys than the part has. Raises InvalidBackup."""
    if not isinstance(told, dict):
        raise wrong(place, gettext_noop("Here a JSON object is expected."))
    for key in told:
        if key != "id" and key not in part.of and key not in {inner.name for inner in part.parts}:
            raise unknown(key, place)
    return told


def unknown(key: str, place: str) -> InvalidBackup:
    """The error of a key that nothing here is called."""
    message = gettext_noop(
        "“%(key)s” is not known here: the file may come from a newer version of this program."
    )
    return wrong(place, message, key=shown(key))


def value_of(column: Column, told: Mapping[str, Any], place: str) -> Any:
    """The value of a field that is no link to another row. Raises InvalidBackup."""
    if told.get(column.name) is None:
        if column.empty is MISSING:
            raise wrong(f"{place}.{column.name}", gettext_noop("This is missing."))
        if column.name in told and column.empty is not None:
            raise wrong(f"{place}.{column.name}", gettext_noop("This is missing."))
        return copy(column.empty)
    value, place = told[column.name], f"{place}.{column.name}"
    read = READERS[kind_of(column.field)](column.field, value, place)
    try:
        column.field.run_validators(read)
    except ValidationError as error:
        faults = [Fault("%(message)s", {"message": text}, place) for text in error.messages]
        raise InvalidBackup(faults) from None
    if column.field.choices and read not in {key for key, _label in column.field.flatchoices}:
        raise wrong(place, gettext_noop("This value cannot stand here."))
    return read


def link_of(column: Column, told: Mapping[str, Any], place: str) -> int | None:
    """The number in the file of the row that a field names. Raises InvalidBackup."""
    number = told.get(column.name)
    if number is None and column.empty is not MISSING:
        return None
    if type(number) is not int or number < 1:
        raise wrong(f"{place}.{column.name}", gettext_noop("Here the number of a row is expected."))
    return number


def listed(told: Mapping[str, Any], name: str, place: str) -> list[Any]:
    """The list under a name, empty where there is none. Raises InvalidBackup."""
    found = told.get(name, [])
    if not isinstance(found, list):
        raise wrong(f"{place}.{name}", gettext_noop("Here a JSON list is expected."))
    return found


@cache
def kind_of(field: Any) -> type | None:
    """The first of READERS that the field is one of; None: nothing here can read it."""
    return next((kind for kind in READERS if isinstance(field, kind)), None)


def text(value: Any, place: str, longest: int | None = None) -> str:
    """A text that any database keeps. Raises InvalidBackup."""
    if not isinstance(value, str):
        raise wrong(place, gettext_noop("Here a text is expected."))
    if _UNKEPT.search(value):
        raise wrong(place, gettext_noop("The text holds a character that cannot be shown."))
    if longest is not None and len(value) > longest:
        raise wrong(place, gettext_noop("At most %(most)s characters fit here."), most=longest)
    return value


def _text(field: Any, value: Any, place: str) -> str:
    read = text(value, place, field.max_length)
    return unturned(read) if field.name == "name" else read


def _whole(field: Any, value: Any, place: str) -> int:
    least, most = BaseDatabaseOperations.integer_field_ranges[field.get_internal_type()]
    if type(value) is not int or not least <= value <= most:
        message = gettext_noop("Here a whole number from %(least)s to %(most)s is expected.")
        raise wrong(place, message, least=least, most=most)
    return value


def _number(_field: Any, value: Any, place: str) -> float:
    if type(value) not in (int, float) or not math.isfinite(value):
        raise wrong(place, gettext_noop("Here a number is expected."))
    return float(value)


def _flag(_field: Any, value: Any, place: str) -> bool:
    if not isinstance(value, bool):
        raise wrong(place, gettext_noop("Here true or false is expected."))
    return value


def moment(value: Any, place: str) -> datetime:
    """A time as the file tells it, in UTC. Raises InvalidBackup."""
    try:
        if isinstance(value, str) and _TIME.fullmatch(value):
            return datetime.fromisoformat(value).astimezone(UTC)
    except ValueError:
        pass  # the 25th hour
    message = gettext_noop("Here a time is expected, as in 2026-10-25T21:30:00Z.")
    raise wrong(place, message)


def _day(_field: Any, value: Any, place: str) -> date:
    try:
        if isinstance(value, str) and _DAY.fullmatch(value):
            return date.fromisoformat(value)
    except ValueError:
        pass  # the thirteenth month
    raise wrong(place, gettext_noop("Here a day is expected, as in 2026-10-25."))


def _uuid(_field: Any, value: Any, place: str) -> uuid.UUID:
    try:
        if isinstance(value, str):
            return uuid.UUID(value)
    except ValueError:
        pass
    raise wrong(place, gettext_noop("Here a key of 32 figures and letters a to f is expected."))


def _other(field: Any, value: Any, place: str) -> Any:
    """A field that stands as text in JSON, as Django writes and reads it."""
    try:
        return field.to_python(text(value, place))
    except ValidationError as error:
        faults = [Fault("%(message)s", {"message": said}, place) for said in error.messages]
        raise InvalidBackup(faults) from None


def plain(value: Any, place: str, deep: int = 0) -> None:
    """Tests that any database keeps a JSON value. Raises InvalidBackup."""
    if isinstance(value, str):
        text(value, place)
    elif isinstance(value, dict | list) and deep >= DEEPEST:
        raise wrong(place, gettext_noop("This is nested too deeply."))
    elif isinstance(value, dict):
        for key, inner in value.items():
            plain(key, place, deep + 1)
            plain(inner, place, deep + 1)
    elif isinstance(value, list):
        for inner in value:
            plain(inner, place, deep + 1)


def _json(field: Any, value: Any, place: str) -> Any:
    plain(value, place)
    expected = list if field.default is list else dict
    if not isinstance(value, expected):
        message = (
            gettext_noop("Here a JSON list is expected.")
            if expected is list
            else gettext_noop("Here a JSON object is expected.")
        )
        raise wrong(place, message)
    return value


READERS: Mapping[type, Callable[[Any, Any, str], Any]] = {
    models.CharField: _text,  # slugs and addresses too
    models.TextField: _text,
    models.BooleanField: _flag,
    models.IntegerField: _whole,
    models.FloatField: _number,
    models.DateTimeField: lambda _field, value, place: moment(value, place),
    models.DateField: _day,
    models.UUIDField: _uuid,
    models.JSONField: _json,
    models.TimeField: _other,
    models.DecimalField: _other,
    models.DurationField: _other,
}
"""Kind of field -> how its value is read; the first that fits. DateTimeField is a DateField too."""
