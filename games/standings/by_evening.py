"""What each evening brought to each entry, and which evenings count."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from .credit import exact, parts_of
from .ranking import Standings
from .results import Id
from .scheme import MEAN, SUMS, Number, Scheme


class Brought(NamedTuple):
    """A measure's figure in one evening, and whether that evening is among those that count."""

    figure: Number
    counts: bool


@dataclass(frozen=True)
class ByEvening:
    """`measure` is the one told of each evening; `rounds` are those of each evening of which
    anything counts, in order; `brought` holds for each entry what its evenings brought, those
    alone in which it has a result; `totals` add up the evenings that count."""

    measure: str
    rounds: Mapping[int, tuple[int, ...]]
    brought: Mapping[Id, Mapping[int, Brought]]
    totals: Mapping[Id, Number]


def by_evening(standings: Standings) -> ByEvening:
    """Every entry's evenings, each result looked at once."""
    told = standings.tally
    measure = told_of_evenings(standings.scheme)
    parts = parts_of(standings.scheme, measure)
    brought: dict[Id, dict[int, Brought]] = {}
    totals: dict[Id, Number] = {}
    all_totals = told.evening_totals(measure, told.counted)
    for id in told.entries:
        sums = all_totals.get(id, {})
        best = sums.keys() if standings.scheme.best is None else told.best(id)
        brought[id] = {
            evening: Brought(exact(total, parts), evening in best)
            for evening, total in sums.items()
        }
        totals[id] = exact(sum(total for each, total in sums.items() if each in best), parts)
    rounds: dict[int, list[int]] = {}
    for round, evening in told.evening_of.items():
        rounds.setdefault(evening, []).append(round)
    held = sorted({evening for own in brought.values() for evening in own})
    return ByEvening(
        measure,
        {evening: tuple(sorted(rounds.get(evening, [evening]))) for evening in held},
        brought,
        totals,
    )


def told_of_evenings(scheme: Scheme) -> str:
    """The measure that is told of each evening: the first that adds up, of a mean what it is the
    mean of; where none does, league points."""
    sums = (measure.removesuffix(MEAN) for measure in scheme.measures)
    return next((measure for measure in sums if measure in SUMS), "league-points")
