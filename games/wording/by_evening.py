"""What each evening brought to each entry, ready to be shown."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.formats import date_format

from games.standings import Brought, ByEvening, Row, Standings

from .schemes import measure_name
from .standings import Names, say_evening, shown_figure


@dataclass(frozen=True)
class Column:
    """An evening at the head of its column: of which rounds it is, in words; and its `day`, empty
    where none is known."""

    evening: int
    told: str
    day: str


@dataclass(frozen=True)
class Line:
    """An entry's row: its `total` of the evenings that count; for each column the figure, empty
    where it has no result there, and whether that counts."""

    row: Row
    name: str
    number: int
    total: str
    evenings: list[tuple[str, bool]]


@dataclass(frozen=True)
class Evenings:
    """The whole table: `measure` is what it tells of each evening; `best` how many of them count,
    None where all do."""

    measure: str
    columns: list[Column]
    lines: list[Line]
    best: int | None


def evenings_words(
    standings: Standings,
    told: ByEvening,
    names: Names,
    numbers: Mapping[Any, int],
    days: Mapping[int, date],
) -> Evenings:
    """The evenings of all entries, who is best first; `days` are those of rounds."""

    def shown(brought: Brought | None) -> tuple[str, bool]:
        if brought is None:
            return "", True
        return shown_figure(told.measure, brought.figure), brought.counts

    columns = [
        Column(evening, say_evening(evening, rounds), _day(days.get(rounds[0])))
        for evening, rounds in told.rounds.items()
    ]
    lines = [
        Line(
            row,
            names[row.entry],
            numbers[row.entry],
            shown_figure(told.measure, told.totals[row.entry]),
            [shown(told.brought[row.entry].get(evening)) for evening in told.rounds],
        )
        for row in standings.rows
    ]
    return Evenings(measure_name(told.measure), columns, lines, standings.scheme.best)


def _day(on: date | None) -> str:
    """As short as a column is narrow: `12 Oct`."""
    return date_format(on, "j M") if on else ""
