"""standings: results in, ranked rows out, and for each row its working."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from .account import Account
from .credit import GAME, exact, parts_of
from .figures import Worked, figures, place, worked
from .order import Figure, Split, order
from .results import Entry, Id, Result
from .scheme import Number, Scheme
from .tally import Tally, tally, uncollected


class Row(NamedTuple):
    """One line of the standings.

    `rank` is None for one whose results are removed; `tied` if others share the rank, because they
    are equal on everything. `figures` are in the order of the scheme's measures: exact numbers, or
    None where a measure has none or (head-to-head, lot) was not asked. Of head-to-head it is the
    first measure in the matches among those who were equal. Matches are those that count, byes not
    among them.
    """

    rank: int | None
    tied: bool
    entry: Id
    figures: tuple[Figure, ...]
    matches: int
    won: int
    drawn: int
    lost: int
    withdrawn: bool


@dataclass(frozen=True)
class Counted:
    """A result that counts, as seen from one entry: points are match points, capped if `capped`."""

    result: Result
    opponents: tuple[Id, ...]
    outcome: str  # won, drawn, lost, or of a bye its kind
    league_points: Number
    games_won: Number
    points: int
    against: int
    capped: bool


@dataclass(frozen=True)
class LeftOut:
    """A result that does not count; `reason` is a key of `results.REASONS`."""

    result: Result
    reason: str


@dataclass(frozen=True)
class EveningTotal:
    """The first measure in one evening, of the rounds told, and whether the evening is among the
    best that count."""

    evening: int
    rounds: tuple[int, ...]
    figure: Number
    counts: bool


@dataclass(frozen=True)
class Working:
    """Everything that led to a row: `figures` in the order of the measures (without head-to-head
    and lot, which stand in `splits`); `splits` are all attempts to part the entry from others who
    were equal until then, in order; `evenings` is empty unless only the best of them
    count."""

    entry: Id
    counted: tuple[Counted, ...]
    left_out: tuple[LeftOut, ...]
    figures: tuple[Worked, ...]
    splits: tuple[Split, ...]
    evenings: tuple[EveningTotal, ...]


@dataclass(frozen=True, eq=False)
class Standings:
    """The rows, best first, those without a rank last; entries that share a rank stand in the order
    in which they were given."""

    scheme: Scheme
    rows: tuple[Row, ...]
    splits: tuple[Split, ...]
    tally: Tally

    @cached_property
    def row_of(self) -> Mapping[Id, Row]:
        """The row of each entry."""
        return {row.entry: row for row in self.rows}

    @cached_property
    def _left_out(self) -> Mapping[Id, list[LeftOut]]:
        left: dict[Id, list[LeftOut]] = {}
        for result, reason in self.tally.left_out:
            for id in result[2:6]:
                if id is not None:
                    left.setdefault(id, []).append(LeftOut(result, reason))
        return left

    @cached_property
    def _splits(self) -> Mapping[Id, list[Split]]:
        of: dict[Id, list[Split]] = {}
        for split in self.splits:
            for id in split.tied:
                of.setdefault(id, []).append(split)
        return of

    def working(self, entry: Id) -> Working:
        """How the row of an entry came about."""
        scheme, row = self.scheme, self.row_of[entry]
        account, chosen = self.tally.accounts[entry], self.tally.chosen(entry)
        told = self.tally
        count = told.best(entry)
        dropped = [
            LeftOut(Result(*result), "dropped")
            for result in account.results
            if told.evening(result[1]) not in count
        ]
        left_out = [*self._left_out.get(entry, ()), *dropped]
        evenings: list[EveningTotal] = []
        if scheme.best is not None:
            first = scheme.measures[0]
            rounds = sorted(set(account.rounds))
            totals = told.evening_totals(first, account.results).get(entry, {})
            for evening, total in totals.items():
                own = tuple(round for round in rounds if told.evening(round) == evening)
                figure = exact(total, parts_of(scheme, first))
                evenings.append(EveningTotal(evening, own, figure, evening in count))
        return Working(
            entry,
            _counted(self.tally, chosen),
            tuple(sorted(left_out, key=lambda left: (left.result.round, str(left.result.id)))),
            tuple(
                worked(told, measure, figure, entry)
                for measure, figure in zip(scheme.measures, row.figures, strict=True)
                if measure not in ("head-to-head", "lot")
            ),
            tuple(self._splits.get(entry, ())),
            tuple(evenings),
        )


@uncollected()
def standings(
    scheme: Scheme,
    entries: Iterable[Entry],
    results: Iterable[Result],
    lots: Mapping[Id, int] | None = None,
    evenings: Mapping[int, int] | None = None,
) -> Standings:
    """The standings of a competition. `lots` are the lots drawn and recorded: 1 comes first;
    `evenings` tell of each round of which evening it is, where an evening has several. Raises
    InvalidResults for a result that cannot be."""
    told = tally(scheme, entries, results, evenings)
    found = figures(told)
    ranked = [id for id in told.entries if id not in told.void]
    groups, splits = order(told, ranked, found, lots or {})
    for measure in ("head-to-head", "lot"):
        if measure in scheme.measures:
            asked: dict[Id, Figure] = {}
            found[measure] = asked
            for split in splits:
                if split.measure == measure:
                    for id, own in split.figures.items():
                        asked.setdefault(id, own[0])
    columns = [found[measure] for measure in scheme.measures]
    rows, rank = [], 1
    for group in groups:
        for id in group:
            rows.append(_row(told, id, rank, len(group) > 1, columns))
        rank += len(group)
    for id in told.entries:
        if id in told.void:
            rows.append(_row(told, id, None, False, columns))
    return Standings(scheme, tuple(rows), tuple(splits), told)


def _row(told: Tally, id: Id, rank: int | None, tied: bool, columns: list[dict[Id, Figure]]) -> Row:
    sums = told.sums[id]
    matches, won, drawn = sums["matches"], sums["matches-won"], sums["drawn"]
    own = tuple([column.get(id) for column in columns])
    lost = matches - won - drawn
    return Row(rank, tied, id, own, matches, won, drawn, lost, told.entries[id].withdrawn)


def _counted(told: Tally, account: Account) -> tuple[Counted, ...]:
    """The lines of an account, round by round."""
    cap, as_it_counts = told.scheme.result_cap, told.crediting.as_it_counts
    return tuple(
        Counted(
            result,
            foes,
            credit.outcome.name,
            exact(credit.outcome.league, told.scheme.unit),
            exact(credit.games, GAME),
            credit.points,
            credit.against,
            cap is not None and any((points or 0) > cap for points in as_it_counts(result)[8:10]),
        )
        for result, credit, foes in sorted(account.lines(), key=place)
    )
