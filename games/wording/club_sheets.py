"""The sheets on which the tables of a Flemish club keep their score."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import groupby, zip_longest

from django.utils.translation import gettext

from games.models import Table
from games.wording.figures import figure
from games.wording.paper import (
    LANE,
    CameIn,
    Name,
    Unnamed,
    not_named,
    on_paper,
    sits_instead,
    who_plays,
)
from games.wording.tables import table_row

LINES = 25
"""Numbered lines of a block on a club sheet; deals beyond them go on to a second sheet."""

BLOCKS = 3
"""Blocks that have room side by side on a club sheet; a meeting of more games has more sheets."""


@dataclass(frozen=True)
class SheetLine:
    """A numbered line: the match points of each pair, empty where nothing was written down."""

    number: int
    points: tuple[str, str] = ("", "")


@dataclass(frozen=True)
class Block:
    """A game on a club sheet: who plays, its lines, what they come to (empty to be filled in), and
    whether more follows on the next sheet. `game` 0: the only one."""

    game: int
    sides: tuple[list[Name], list[Name]]
    lines: list[SheetLine]
    foot: tuple[str, str] = ("", "")
    goes_on: bool = False


@dataclass(frozen=True)
class ClubSheet:
    """A sheet of paper: a table (None: of any), or a meeting, and its blocks side by side. `page`
    of `pages`. `played_on`: the day it was played, or is to be."""

    table: int | None
    blocks: list[Block]
    page: int = 1
    pages: int = 1
    played_on: date | None = None
    of_meeting: bool = False


def blank_sheet() -> ClubSheet:
    """A sheet for any table, of three games."""
    return ClubSheet(None, [Block(game, ([], []), _lines([], 0)) for game in (1, 2, 3)])


def club_sheets(
    tables: Iterable[Table], came_in: CameIn, planned: Mapping[int, date]
) -> list[ClubSheet]:
    """The sheets of these tables, with the deals that were logged; a table has more than one where
    it has more games than a sheet has room for, or a match more deals than lines. `planned`: by
    their numbers, on which day tables are to be played, where no match has begun."""
    found = []
    playing = [table for table in tables if not table.is_bye]
    instead, unnamed = sits_instead(playing, came_in), not_named(playing)
    for number, games in groupby(playing, key=lambda table: table.number or 0):
        several = list(games)
        blocks = [_blocks(table, len(several) > 1, instead, unnamed) for table in several]
        dates = [table.match.played_on for table in several if table.match]
        played_on = min(dates, default=planned.get(number))
        meeting = several[0].meeting is not None
        pages = [page for together in _together(blocks) for page in _pages(together)]
        found += [
            ClubSheet(number, there, page, len(pages), played_on, meeting)
            for page, there in enumerate(pages, 1)
        ]
    return found


def _together(games: list[list[Block]]) -> Iterator[list[list[Block]]]:
    """The games of a table in as few sheets as have room for them, about as many on each."""
    sheets = -(-len(games) // BLOCKS)
    size = -(-len(games) // sheets)
    for at in range(0, len(games), size):
        yield games[at : at + size]


def _pages(games: list[list[Block]]) -> Iterator[list[Block]]:
    """The blocks of games that stand side by side, sheet by sheet; one that has no more deals is
    empty there."""
    for page, side_by_side in enumerate(zip_longest(*games)):
        yield [
            each or Block(one[0].game, one[0].sides, _lines([], page))
            for each, one in zip(side_by_side, games, strict=True)
        ]


def _blocks(
    table: Table, several: bool, instead: Mapping[int, str], unnamed: Unnamed
) -> list[Block]:
    """The blocks of a game, one a sheet."""
    names_of = who_plays(table, instead, unnamed)
    sides = tuple([on_paper(name, LANE) for name in names] for names in names_of)
    told, totals = _deals(table)
    # A match that is not over yet has room for every deal that it can have.
    to_come = 0 if table.counted else table.competition.rules.deals or 0
    count = max(1, -(-max(len(told), to_come) // LINES))
    return [
        Block(
            table.game if several else 0,
            sides,  # type: ignore[arg-type]
            _lines(told, page),
            totals[min((page + 1) * LINES, len(told))],
            page + 1 < count,
        )
        for page in range(count)
    ]


def _lines(told: list[tuple[str, str]], page: int) -> list[SheetLine]:
    first = page * LINES
    lines = zip_longest(range(first + 1, first + LINES + 1), told[first : first + LINES])
    return [SheetLine(number, points or ("", "")) for number, points in lines]


def _deals(table: Table) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """What each deal that was logged brought both sides, rulings included, and what that came to
    before the first and after each. What was typed in for the table stands under all."""
    told: list[tuple[str, str]] = []
    totals = [("", "")]
    if table.match:
        one, other = table.match.rules.table.sides
        before = {one: 0, other: 0}
        for line in table.match.sheet.lines:
            brought = [line.totals[side] - before[side] for side in (one, other)]
            before = line.totals
            if line.kind == "unscored":
                told.append(("?", "?"))
            elif line.kind == "played" or any(brought):
                told.append((figure(brought[0]), figure(brought[1])))
            else:
                told.append(("–", "–"))
            totals.append((figure(line.totals[one]), figure(line.totals[other])))
    if table.typed_by or not told:
        row = table_row(table)
        totals[-1] = row.points if table.kind == "played" else ("", "")
    return told, totals


def say_sheet(sheet: ClubSheet) -> str:
    """A sheet by its name."""
    if sheet.table is None:
        return gettext("Club sheet")
    told = {"number": sheet.table, "page": sheet.page, "pages": sheet.pages}
    if sheet.of_meeting:
        if sheet.pages == 1:
            return gettext("Meeting %(number)s") % told
        return gettext("Meeting %(number)s, sheet %(page)s of %(pages)s") % told
    if sheet.pages == 1:
        return gettext("Table %(number)s") % told
    return gettext("Table %(number)s, sheet %(page)s of %(pages)s") % told
