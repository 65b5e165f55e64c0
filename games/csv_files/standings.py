"""The standings of a competition as a table. They follow from the results: none come in."""

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.utils.formats import get_format
from django.utils.translation import pgettext

from games.models import Competition, evenings_of, every_standings
from games.standings import ByEvening, by_evening
from games.wording.schemes import measure_name

from .columns import COLUMNS, YES_OR_NO, words
from .text import Figure

PLACES = Decimal("0.0001")


def standing_lines(competition: Competition) -> Iterator[list[object]]:
    """The head, then every entry, best first; of pools one after another. Of a competition over
    several evenings each of them is a column, and where only the best count, one tells which."""
    over_evenings = competition.how.evenings
    pools = every_standings(
        competition, evenings=evenings_of(competition) if over_evenings else None
    )
    evenings = by_evening(pools[0]) if over_evenings else ByEvening("", {}, {}, {})
    only_best = over_evenings and competition.scheme.best is not None
    names = competition.names()
    numbers = dict(competition.entries.values_list("pk", "number"))
    yes_no = words(YES_OR_NO, ("no", "yes"))
    point = str(get_format("DECIMAL_SEPARATOR"))
    pool = ("pool",) if competition.how.pools else ()
    # The same figure under the same word: where it is one of the measures it stands there alone.
    won = "matches-won" not in competition.scheme.measures
    yield [
        *words(COLUMNS, (*pool, "rank", "number", "name")),
        *map(measure_name, competition.scheme.measures),
        *words(COLUMNS, ("played", *(["won"] if won else []), "drawn", "lost", "withdrawn")),
        *(_evening(evening) for evening in evenings.rounds),
        *words(COLUMNS, ["evenings_that_count"] if only_best else []),
    ]
    for at, standings in enumerate(pools, 1):
        for row in standings.rows:
            yield [
                *([at] if pool else ()),
                *(row.rank, numbers[row.entry], names[row.entry]),
                *(_number(figure, point) for figure in row.figures),
                *(row.matches, *([row.won] if won else []), row.drawn, row.lost),
                yes_no[row.withdrawn],
                *_of_evenings(evenings, row.entry, point),
                *([_that_count(evenings, row.entry)] if only_best else ()),
            ]


def _evening(evening: int) -> str:
    return pgettext("column of a file", "Evening %(evening)s") % {"evening": evening}


def _of_evenings(evenings: ByEvening, entry: Any, point: str) -> list[object]:
    """The first measure in each evening, empty where the entry has no result."""
    own = [evenings.brought[entry].get(evening) for evening in evenings.rounds]
    return [_number(brought.figure, point) if brought else None for brought in own]


def _that_count(evenings: ByEvening, entry: Any) -> str:
    """Which evenings count: in a column of its own, since a figure in brackets is a negative one to
    spreadsheets."""
    own = evenings.brought[entry].items()
    return ", ".join(str(evening) for evening, brought in sorted(own) if brought.counts)


def _number(figure: Any, point: str) -> object:
    """A figure as a spreadsheet of that language reads a number."""
    if figure is None or isinstance(figure, int):
        return figure
    exact = Fraction(figure)
    number = (Decimal(exact.numerator) / Decimal(exact.denominator)).quantize(PLACES)
    text = f"{number.normalize():f}"
    return Figure(text.replace(".", point))
