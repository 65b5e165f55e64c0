"""The standings of a competition as a table. They follow from the results: none come in."""

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.utils.formats import get_format

from games.models import Competition
from games.wording.schemes import measure_name

from .columns import COLUMNS, YES_OR_NO, words
from .text import Figure

PLACES = Decimal("0.0001")


def standing_lines(competition: Competition) -> Iterator[list[object]]:
    """The head, then every entry, best first; of pools one after another."""
    pools = competition.every_standings()
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
    ]
    for at, standings in enumerate(pools, 1):
        for row in standings.rows:
            yield [
                *([at] if pool else ()),
                *(row.rank, numbers[row.entry], names[row.entry]),
                *(_number(figure, point) for figure in row.figures),
                *(row.matches, *([row.won] if won else []), row.drawn, row.lost),
                yes_no[row.withdrawn],
            ]


def _number(figure: Any, point: str) -> object:
    """A figure as a spreadsheet of that language reads a number."""
    if figure is None or isinstance(figure, int):
        return figure
    exact = Fraction(figure)
    number = (Decimal(exact.numerator) / Decimal(exact.denominator)).quantize(PLACES)
    text = f"{number.normalize():f}"
    return Figure(text.replace(".", point))
