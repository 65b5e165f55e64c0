"""What is hung up or written on: round sheets, and the sheets of a Flemish club."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import groupby, zip_longest
from unicodedata import east_asian_width

from django.db.models import Q
from django.utils.translation import gettext

from games.manille.table import Seat
from games.models import EntryPlayer, Player, Round, Seating, Table, looked_up
from games.models.formats import INDIVIDUAL
from games.models.meeting import SIDES
from games.models.names import is_unnamed, joined
from games.wording.days import MeetingDay
from games.wording.figures import figure
from games.wording.rounds import say_out
from games.wording.tables import say_bye, say_substitute, table_row

LINES = 25
"""Numbered lines of a block on a club sheet; deals beyond them go on to a second sheet."""

BLOCKS = 3
"""Blocks that have room side by side on a club sheet; a meeting of more games has more sheets."""

LANE, WALL = 40, 32
"""About how wide a name may be, in em, to stand in large letters down the side of a block of a club
sheet, and on a round sheet."""


def width(text: str) -> float:
    """About how wide a text is, in em."""
    return sum(
        1.1 if c in "WM" or east_asian_width(c) in "WF" else 0.8 if c.isupper() else 0.6
        for c in text
    )


@dataclass(frozen=True)
class Name:
    """A name, and whether it is so long that it is set smaller."""

    text: str
    is_long: bool


def _name(text: str, room: int) -> Name:
    return Name(text, width(text) > room)


CameIn = Mapping[int, list[tuple[Player, Player]]]
"""Number of a table -> who was drawn to it, with whoever sits there instead now
(games.models.came_in_now)."""


def _instead(tables: Iterable[Table], came_in: CameIn) -> dict[int, str]:
    """Key of each individual for whom somebody else sits at a table -> that one's name. A pair
    keeps the name under which it competes. One query where somebody does."""
    replaced = [table for table in tables if came_in.get(table.number or 0)]
    if not replaced or replaced[0].competition.entry_kind != INDIVIDUAL:
        return {}
    keys = {getattr(table, f"{each}_id") for table in replaced for each in ("a", "a2", "b", "b2")}
    rows = EntryPlayer.objects.filter(entry__in=keys - {None}).select_related("player__merged_into")
    entry_of = {row.player.person.pk: row.entry_id for row in rows}
    name_of = replaced[0].competition.name_of
    return {
        entry_of[one.pk]: name_of(other)
        for number in {table.number for table in replaced}
        for one, other in came_in[number]
    }


def say_came_in(round: Round, pairs: Iterable[tuple[Player, Player]]) -> list[str]:
    """Who sits somewhere for whom, each in a sentence."""
    name_of = round.competition.name_of
    return [say_substitute(name_of(other), name_of(one)) for one, other in pairs]


# A round, to hang up


@dataclass(frozen=True)
class Game:
    """A game at a table. Of several at one table, `one` and `other` are the places of those who
    play together, "1 & 2", in a meeting the names of the pairs once they are known; else the names
    of the sides. `points` are match points, empty while no result counts."""

    number: int
    one: Name
    other: Name
    points: tuple[str, str]


@dataclass(frozen=True)
class SheetTable:
    """A table on a round sheet; `people` only where several games are played at it.
    `substitutes`: who sits there for whom, each in a sentence. Of a meeting its `day`, where one is
    planned."""

    number: int
    people: list[Name]
    games: list[Game]
    substitutes: list[str]
    day: MeetingDay | None = None


def sheet_tables(
    tables: Iterable[Table], came_in: CameIn, days: Mapping[int, MeetingDay] = {}
) -> list[SheetTable]:
    """The tables of a round in order, each with all its games, and with those who sit there now;
    `days`: of meetings, by their numbers."""
    found = []
    playing = [table for table in tables if not table.is_bye]
    instead, unnamed = _instead(playing, came_in), _unnamed(playing)
    for number, games in groupby(playing, key=lambda table: table.number or 0):
        several = list(games)
        first = several[0]
        told = (say_came_in(first.round, came_in.get(number, ())), days.get(number))
        if len(several) == 1 and not _pairs_known(first):
            found.append(SheetTable(number, [], [_game(first, _sides(first, instead))], *told))
            continue
        there = [entry for entry in (first.a, first.a2, first.b, first.b2) if entry]
        places = {entry.pk: str(place) for place, entry in enumerate(there, 1)}
        names = [_name(instead.get(entry.pk, entry.name), WALL) for entry in there]
        rows = [
            _game(
                table,
                _names(table, instead, unnamed) if _pairs_known(table) else _places(table, places),
            )
            for table in several
        ]
        found.append(SheetTable(number, names, rows, *told))
    return found


def _sides(table: Table, instead: Mapping[int, str]) -> list[list[str]]:
    """The names of either side of a table, of individuals those who sit there now."""
    entries = ((table.a, table.a2), (table.b, table.b2))
    return [[instead.get(one.pk, one.name) for one in side if one] for side in entries]


def _places(table: Table, places: Mapping[int, str]) -> list[list[str]]:
    """The places at the table of those who play together in a game."""
    keys = ((table.a_id, table.a2_id), (table.b_id, table.b2_id))
    return [sorted(places[key] for key in side if key) for side in keys]


def _pairs_known(table: Table) -> bool:
    """Whether it is known which pairs play a game of a meeting."""
    return bool(table.meeting and (table.match or table.meeting.revealed))


def _game(table: Table, sides: Iterable[Iterable[str]]) -> Game:
    points = ("", "")
    if table.counted and table.points_a is not None and table.points_b is not None:
        points = (figure(table.points_a), figure(table.points_b))
    one, other = (_name(joined(names), 2 * WALL) for names in sides)
    return Game(table.game, one, other, points)


def play_for_others(round: Round, came_in: CameIn) -> set[int]:
    """Keys of the individuals of the competition who sit at a table for somebody else now. One
    query where somebody does."""
    there = [other.pk for pairs in came_in.values() for _one, other in pairs]
    if not there or round.competition.entry_kind != INDIVIDUAL:
        return set()
    rows = EntryPlayer.objects.filter(entry__competition=round.competition_id)
    found = rows.filter(Q(player__in=there) | Q(player__merged_into__in=there))
    return set(found.values_list("entry", flat=True))


def without_table(
    round: Round, tables: Iterable[Table], names: Mapping[int, str], came_in: CameIn
) -> list[tuple[str, str]]:
    """Who has no table now, and why: byes, and whoever is absent; but nobody who plays for somebody
    else."""
    there = play_for_others(round, came_in)
    byes = [
        (table.a.name, say_bye(table))
        for table in tables
        if table.is_bye and table.a_id not in there
    ]
    keys = [key for key, _why in round.draw["out"]]
    out = [told for key, told in zip(keys, say_out(round, names), strict=True) if key not in there]
    return byes + out


@dataclass(frozen=True)
class Whereabouts:
    """A person, and where they sit: `table` None for one without, and then `why`. `day`: that of a
    meeting, where it is another than its round's."""

    name: Name
    table: int | None
    why: str = ""
    day: str = ""


def whereabouts(
    round: Round,
    tables: Iterable[Table],
    came_in: CameIn,
    days: Mapping[int, MeetingDay] = {},
) -> list[Whereabouts]:
    """Where everybody sits now, by name; `days`: of meetings, by their numbers. Whoever does not
    want to be listed is left out where the competition covers names."""
    where: dict[int, tuple[int | None, str]] = {}
    for table in tables:
        for key in (table.a_id, table.a2_id, table.b_id, table.b2_id):
            if key:
                where[key] = (table.number, say_bye(table) if table.is_bye else "")
    keys = [key for key, _why in round.draw["out"]]
    where |= {
        key: (None, why)
        for key, (_name, why) in zip(keys, say_out(round, {}), strict=True)
        if key not in where
    }
    name_of, hides = round.competition.name_of, round.competition.covers_people
    moved = {number: day.when for number, day in days.items() if day.instead}
    gone = {pair[0].pk: pair for pairs in came_in.values() for pair in pairs}
    there = {other.pk for pairs in came_in.values() for _one, other in pairs}
    found = [
        Whereabouts(_name(name_of(other), WALL), number)
        for number, pairs in came_in.items()
        for _one, other in pairs
        if not (hides and other.hidden)
    ]
    rows = EntryPlayer.objects.filter(entry__in=where).select_related("player__merged_into")
    for row in rows:
        person, (number, why) = row.player.person, where[row.entry_id]
        if hides and (row.player.hidden or person.hidden):
            continue
        if person.pk in gone:
            number, (why,) = None, say_came_in(round, [gone[person.pk]])
        elif number is None and person.pk in there:
            continue  # was to have no table, and plays for somebody
        day = moved.get(number, "") if number else ""
        found.append(Whereabouts(_name(name_of(person), WALL), number, why, day))
    return sorted(found, key=lambda one: (looked_up(one.name.text), one.table or 0))


# The sheet of a Flemish club: rules.md of the engine tells how it is kept


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
    instead, unnamed = _instead(playing, came_in), _unnamed(playing)
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


Unnamed = Mapping[tuple[int | None, str], str]
"""Key of a match and a seat at it -> what stands for somebody whose name is not told, with the
number in the competition, as in the games that were not begun yet."""


def _unnamed(tables: Iterable[Table]) -> Unnamed:
    """Of the matches at these tables. One query where there is somebody."""
    found = [
        table
        for table in tables
        if table.match and any(map(is_unnamed, table.match.names_told.values()))
    ]
    if not found:
        return {}
    name_of = found[0].competition.name_of
    seatings = Seating.objects.filter(match__in=[table.match_id for table in found])
    rows = seatings.select_related("player__merged_into")
    told = {(row.match_id, row.seat): name_of(row.player.person) for row in rows}
    return {place: name for place, name in told.items() if is_unnamed(name)}


def _blocks(
    table: Table, several: bool, instead: Mapping[int, str], unnamed: Unnamed
) -> list[Block]:
    """The blocks of a game, one a sheet."""
    names_of = _names(table, instead, unnamed)
    sides = tuple([_name(name, LANE) for name in names] for names in names_of)
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


def _names(table: Table, instead: Mapping[int, str], unnamed: Unnamed) -> list[list[str]]:
    """Who plays on either side: as they sat down, or as they are to: in a meeting by the line-ups
    once both are in, else as drawn, and whoever came in for somebody."""
    if table.match:
        seats: tuple[tuple[Seat, ...], ...] = table.match.rules.table.sides
        return [
            [unnamed.get((table.match_id, seat)) or table.match.name(seat) for seat in side]
            for side in seats
        ]
    if table.meeting and table.meeting.revealed:
        name_of = table.competition.name_of
        return [[name_of(one) for one in table.meeting.pair(side, table.game)] for side in SIDES]
    return _sides(table, instead)


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
