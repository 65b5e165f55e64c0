"""The standings of a competition: the results that they come from, and who would move in them."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.db import models

from games.standings import Entry as Ranked
from games.standings import Move, Result, Standings, compare, meetings, removed, standings

from .evenings import evenings_of

if TYPE_CHECKING:
    from .competition import Competition

AS_IT_COMES = models.Field()
"""The field of a column that is left as the database gives it: converting any column of a season,
one call of Python for each of its results, would double the time that reading them takes."""

NO_GAMES = models.Value(None, output_field=AS_IT_COMES)
COUNTED = models.ExpressionWrapper(models.F("counted"), output_field=AS_IT_COMES)

RESULT = (
    *("pk", "round__number", "a", "a2", "b", "b2", "winner", "kind", "points_a", "points_b"),
    *(NO_GAMES, NO_GAMES, "deals_a", "deals_b", COUNTED),
)
"""The columns of a table that are a Result of games.standings, in its order; the games that a
meeting comes to are added up afterwards."""


def results_of(competition: "Competition") -> list[Result]:
    """Every table, meeting and bye as the standings take it, in one query."""
    return _results(competition, _rows(competition))


def _rows(competition: "Competition") -> list[Result]:
    """Every table and bye: plain tuples in the order of a Result."""
    from .table import Table

    # In no order, since the standings need none, but for the games of meetings.
    order = ("pk",) if competition.how.meetings else ()
    tables = Table.objects.filter(round__competition=competition).order_by(*order)
    rows = list(tables.values_list(*RESULT))
    if competition.option.get("three_games"):  # whoever sits out misses three
        rows += [row for row in rows if row[4] is None for _game in range(2)]
    return rows


def _results(competition: "Competition", rows: list[Result]) -> list[Result]:
    if not competition.how.meetings:
        return rows
    return meetings((Result(*row) for row in rows), competition.scheme.drawn_game)


def standings_of(competition: "Competition", results: list[Result] | None = None) -> Standings:
    """The standings as they are, or with these results, of all entries together."""
    return _standings(
        competition, results_of(competition) if results is None else results, ranked_of(competition)
    )


def every_standings(
    competition: "Competition",
    results: list[Result] | None = None,
    evenings: dict[int, int] | None = None,
    withdrawn: Mapping[int, bool] | None = None,
) -> list[Standings]:
    """The standings as a competition shows them: one, or where pools are drawn one for each,
    without the knock-out after them; with other `evenings` than there are, or as if entries,
    by their keys, were `withdrawn` or not."""
    results = results_of(competition) if results is None else results
    told = withdrawn or {}
    ranked = [
        one._replace(withdrawn=told.get(one.id, one.withdrawn)) for one in ranked_of(competition)
    ]
    pools = competition.drawn_pools()
    if not pools:
        return [_standings(competition, results, ranked, evenings)]
    found = []
    for pool in pools.members:
        rows = [row for row in results if row[1] <= pools.rounds and row[2] in pool]
        found.append(_standings(competition, rows, [one for one in ranked if one.id in pool]))
    return found


def ranked_of(competition: "Competition") -> list[Ranked]:
    """All its entries as the standings take them."""
    entries = competition.entries.order_by("number").values_list("pk", "withdrawn_at", "late_from")
    return [Ranked(key, withdrawn is not None, late) for key, withdrawn, late in entries]


def _standings(
    competition: "Competition",
    results: list[Result],
    ranked: list[Ranked],
    evenings: dict[int, int] | None = None,
) -> Standings:
    lots = {int(key): lot for key, lot in competition.lots.items()}
    if competition.how.at_once:
        results = _without_byes_to_come(results, ranked)
    if evenings is None and competition.scheme.best is not None:
        evenings = evenings_of(competition)
    return standings(competition.scheme, ranked, results, lots, evenings)


def _without_byes_to_come(results: list[Result], ranked: list[Ranked]) -> list[Result]:
    """These results, of rounds that were drawn together, in which no bye counts of a round that is
    still to come: none of its results counts yet, and something of it is left to be played."""
    byes = {row[1] for row in results if row[4] is None}
    if not byes:
        return results
    gone = {one.id for one in ranked if one.withdrawn}
    under_way, open = set(), set()
    for row in results:
        if row[4] is not None and row[1] in byes:
            if row[14] or row[7] == "void":
                under_way.add(row[1])
            elif row[2] not in gone and row[4] not in gone:
                open.add(row[1])
    to_come = open - under_way
    return [
        Result(*row[:14], False) if row[4] is None and row[1] in to_come else row for row in results
    ]


def removed_of(competition: "Competition") -> frozenset[int]:
    """The entries, by their keys, that withdrew and whose results the standings remove."""
    pools = competition.drawn_pools()
    last = pools.rounds if pools else None
    rows = [row for row in results_of(competition) if last is None or row[1] <= last]
    return removed(competition.scheme, {entry.id: entry for entry in ranked_of(competition)}, rows)


def moves_if(
    competition: "Competition", changes: Mapping[int, tuple[bool, Result | None]]
) -> tuple[Move, ...]:
    """Who would move if the tables of these keys had these results (None: none that counts).
    They are compared with the tables' own, as if those were counted where it says so."""
    before, after = [], []
    for row in _rows(competition):
        if row[0] in changes:
            counted, changed = changes[row[0]]
            was = Result(*row)
            before.append(was._replace(counted=counted))
            after.append(changed or was._replace(counted=False))
        else:
            before.append(row)
            after.append(row)
    were, are = (
        every_standings(competition, _results(competition, rows)) for rows in (before, after)
    )
    pairs = zip(were, are, strict=True)
    return tuple(move for was, now in pairs for move in compare(was, now))


def moves_of_evening(competition: "Competition", number: int, same: bool) -> tuple[Move, ...]:
    """Who would move in the standings if that round was of the same evening as the one before, or
    not."""
    before = every_standings(competition)
    after = every_standings(competition, evenings=evenings_of(competition, {number: same}))
    return tuple(move for was, now in zip(before, after, strict=True) for move in compare(was, now))
