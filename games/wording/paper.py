"""A round on paper, to hang up: its tables, and who sits where."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from unicodedata import east_asian_width

from django.db.models import Q

from games.manille.table import Seat
from games.models import EntryPlayer, Player, Round, Seating, Table, looked_up
from games.models.formats import INDIVIDUAL
from games.models.meeting import SIDES
from games.models.names import is_unnamed, joined
from games.wording.days import MeetingDay
from games.wording.figures import figure
from games.wording.rounds import say_out
from games.wording.tables import say_bye, say_substitute

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


def on_paper(text: str, room: int) -> Name:
    """A name for which there is so much room, in em."""
    return Name(text, width(text) > room)


CameIn = Mapping[int, list[tuple[Player, Player]]]
"""Number of a table -> who was drawn to it, with whoever sits there instead now
(games.models.came_in_now)."""


def sits_instead(tables: Iterable[Table], came_in: CameIn) -> dict[int, str]:
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


Unnamed = Mapping[tuple[int | None, str], str]
"""Key of a match and a seat at it -> what stands for somebody whose name is not told, with the
number in the competition, as in the games that were not begun yet."""


def not_named(tables: Iterable[Table]) -> Unnamed:
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


def who_plays(table: Table, instead: Mapping[int, str], unnamed: Unnamed) -> list[list[str]]:
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
    return _drawn_sides(table, instead)


def _drawn_sides(table: Table, instead: Mapping[int, str]) -> list[list[str]]:
    """The names of either side of a table, of individuals those who sit there now."""
    entries = ((table.a, table.a2), (table.b, table.b2))
    return [[instead.get(one.pk, one.name) for one in side if one] for side in entries]


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
    instead, unnamed = sits_instead(playing, came_in), not_named(playing)
    for number, games in groupby(playing, key=lambda table: table.number or 0):
        several = list(games)
        first = several[0]
        told = (say_came_in(first.round, came_in.get(number, ())), days.get(number))
        if len(several) == 1 and not _pairs_known(first):
            found.append(
                SheetTable(number, [], [_game(first, _drawn_sides(first, instead))], *told)
            )
            continue
        there = [entry for entry in (first.a, first.a2, first.b, first.b2) if entry]
        places = {entry.pk: str(place) for place, entry in enumerate(there, 1)}
        names = [on_paper(instead.get(entry.pk, entry.name), WALL) for entry in there]
        rows = []
        for table in several:
            known = _pairs_known(table)
            sides = who_plays(table, instead, unnamed) if known else _places(table, places)
            rows.append(_game(table, sides))
        found.append(SheetTable(number, names, rows, *told))
    return found


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
    one, other = (on_paper(joined(names), 2 * WALL) for names in sides)
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
        Whereabouts(on_paper(name_of(other), WALL), number)
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
        found.append(Whereabouts(on_paper(name_of(person), WALL), number, why, day))
    return sorted(found, key=lambda one: (looked_up(one.name.text), one.table or 0))
