"""The fixtures of a competition as a table: each round's day, and who meets whom at which table."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext

from games import pairing
from games.models import CannotChange, Competition, Day, Entry, Planned, Round, User, folded
from games.models.day import MOST_ROUNDS
from games.models.imports import LONGEST_PLACE
from games.wording.days import say_planned

from .columns import COLUMNS, YES_OR_NO, clock, day, whole, words, yes
from .importing import CHANGED, NEW, Cells, Line, Reader, Wrong
from .tables import Tables, seated, sides, tables_of

DAY = ("day", "time", "location", "called_off")


def columns(competition: Competition) -> tuple[str, ...]:
    """The columns of its file."""
    pool = ("pool",) if competition.how.pools else ()
    game = ("game",) if competition.option.get("three_games") else ()
    return ("round", *DAY, *pool, "table", *game, *sides(competition))


def fixture_lines(competition: Competition) -> Iterator[list[object]]:
    """The head, then every table and bye; of rounds not drawn yet their days."""
    keys = columns(competition)
    head = words(COLUMNS, keys)
    yes_no = words(YES_OR_NO, ("no", "yes"))
    days = {each.number: each for each in competition.days.all()}
    drawn = set(competition.rounds.values_list("number", flat=True))
    blank = dict.fromkeys(keys, "")
    who = sides(competition)

    def line(number: int, told: Mapping[str, object]) -> list[object]:
        cells: dict[str, object] = {**blank, "round": number, **told}
        if planned := days.get(number):
            cells |= {
                "day": planned.on.isoformat(),
                "time": planned.at.isoformat("minutes") if planned.at else "",
                "location": planned.place,
                "called_off": yes_no[planned.called_off],
            }
        return [cells[key] for key in keys]

    def lines() -> Iterator[list[object]]:
        yield head
        for table in tables_of(competition).iterator():
            told: dict[str, object] = {"table": table.number}
            if "pool" in blank:
                told["pool"] = table.pool
            if "game" in blank and table.number:
                told["game"] = table.game
            told |= zip(who, seated(table, who, competition.covers), strict=True)
            yield line(table.round.number, told)
        for number in sorted(days.keys() - drawn):
            yield line(number, {})

    return lines()


@dataclass
class Given:
    """A line of a schedule: a table of a round, or a bye (`b` is None)."""

    line: Line
    table: int | None
    a: Entry
    b: Entry | None


class FixturesTaker:
    """Days of rounds; and where all rounds are known at once, a schedule that somebody else drew,
    for rounds that are not there yet. What is drawn stays as it is."""

    needed = ("round",)

    def __init__(self, competition: Competition, by: User) -> None:
        self.competition, self.by = competition, by
        self.columns = columns(competition)
        self.days: dict[int, tuple[int, tuple[Any, ...]]] = {}
        self.given: dict[int, list[Given]] = {}

    @contextmanager
    def door(self) -> Iterator[None]:
        with self.competition.changing(self.by, "draw"):
            self.tables = Tables(self.competition)
            self.planned = {each.number: each.planned for each in self.competition.days.all()}
            self.entries = list(self.competition.entries.all())
            yield

    def take(self, cells: Cells, line: Line) -> None:
        reader = Reader(cells)
        number = reader.read("round", whole, least=1, most=MOST_ROUNDS)
        if not cells["round"]:
            reader.faults.append(gettext("There is no round."))
        told = (
            reader.read("day", day),
            reader.read("time", clock),
            reader.name("location", LONGEST_PLACE),
            reader.read("called_off", yes),
        )
        table = reader.read("table", whole, least=1, most=999)
        game = reader.read("game", whole, least=1, most=3)
        reader.check()
        said = []
        try:
            if any(cells[column] for column in self.tables.columns):
                said.append(self._fixture(number, table, game, cells, line))
            elif table or game:
                raise Wrong(gettext("Who sits at this table?"))
        except Wrong as error:
            reader.faults += error.sentences
        try:
            said += self._day(number, told, line)
        except Wrong as error:
            reader.faults += error.sentences
        reader.check()
        line.text = "; ".join(said) or gettext("Round %(number)s") % {"number": number}

    # Its day

    def _day(self, number: int, told: tuple[Any, ...], line: Line) -> list[str]:
        """Plan the round's day as the line has it; an empty cell leaves what is planned."""
        on, at, place, off = told
        if not any((on, at, place)) and off is None:
            return []
        first, before = self.days.setdefault(number, (line.number, told))
        if before != told:
            raise Wrong(
                gettext("Line %(line)s has another day, time or location for round %(round)s.")
                % {"line": first, "round": number}
            )
        known = self.planned.get(number)
        if first != line.number:
            return []
        if known is None and not isinstance(on, date):
            raise Wrong(gettext("There is a time or a location, but no day."))
        was = known or Planned(on)
        wanted = Planned(
            on or was.on, at or was.at, place or was.place, was.called_off if off is None else off
        )
        if " ".join(was.place.split()) == wanted.place:
            wanted = wanted._replace(place=was.place)
        if not Day.plan(self.competition, {number: wanted}, self.by):
            return []
        if line.effect != NEW:
            line.effect = CHANGED if known else NEW
        return [gettext("Round %(round)s: %(day)s") % {"round": number, "day": say_planned(wanted)}]

    # Who meets whom

    def _fixture(
        self, number: int, table: int | None, game: int | None, cells: Cells, line: Line
    ) -> str:
        if number in self.tables.rounds:
            found, turned = self.tables.find(cells, number, table, game)
            if turned and not found.is_bye:
                raise Wrong(gettext("The round is drawn, with these two the other way round."))
            return self._told(number, found.number, found.side("a"), found.side("b"))
        how = self.competition.how
        if not how.at_once or how.pools:
            raise Wrong(
                gettext(
                    "Here the site draws each round, so that a file can bring days only: leave the "
                    "sides empty."
                )
            )
        a, b = (self._entry(cells[column]) for column in self.tables.columns)
        if a is None:
            a, b = b, a
        if a is None or a == b:
            raise Wrong(gettext("Nobody meets themselves."))
        there = self.given.setdefault(number, [])
        for other in there:
            if again := {a, b} & {other.a, other.b} - {None}:
                raise Wrong(
                    gettext("%(entry)s plays in line %(line)s of this round already.")
                    % {"entry": again.pop(), "line": other.line.number}
                )
            if table and table == other.table:
                raise Wrong(
                    gettext("Line %(line)s has this table in this round already.")
                    % {"line": other.line.number}
                )
        there.append(Given(line, table, a, b))
        line.effect = NEW
        return self._told(number, table, a.name, b.name if b else "")

    def _entry(self, name: str) -> Entry | None:
        if not name:
            return None
        for entry in self.entries:
            if folded(entry.name) == folded(name):
                return entry
        raise Wrong(gettext("There is no entry “%(name)s”.") % {"name": name})

    def _told(self, round: int, table: int | None, one: str, other: str) -> str:
        told = {"round": round, "table": table, "one": one, "other": other}
        if not other:
            return gettext("Round %(round)s: %(one)s sits out") % told
        if table is None:
            return gettext("Round %(round)s: %(one)s – %(other)s") % told
        return gettext("Round %(round)s, table %(table)s: %(one)s – %(other)s") % told

    def finish(self) -> None:
        """Write the rounds that were given, once all their lines are there."""
        rounds = sorted(self.given)
        if not rounds:
            return
        expected = range(self.competition.last_number + 1, MOST_ROUNDS + 1)
        for number, wanted in zip(rounds, expected, strict=False):
            if number != wanted:
                self.given[number][0].line.blame(
                    gettext("Round %(round)s has to come first.") % {"round": wanted}
                )
                return
        try:
            Round.take_schedule(
                self.competition, [self._round(number) for number in rounds], self.by
            )
        except CannotChange as error:
            self.given[rounds[0]][0].line.blame(str(error))

    def _round(self, number: int) -> pairing.Round:
        given = self.given[number]
        taken = {each.table for each in given}
        free = iter([at for at in range(1, 2 * len(given) + 1) if at not in taken])
        tables = [
            pairing.Table(each.table or next(free), ((each.a.pk,), (each.b.pk,)))
            for each in given
            if each.b
        ]
        out = [pairing.Out(each.a.pk, "odd") for each in given if not each.b]
        return pairing.Round(number, tuple(sorted(tables, key=lambda one: one.number)), tuple(out))

    def note(self, lines: int) -> None:
        after = {"file": "fixtures", "lines": lines}
        self.competition.note("import", self.by.name, after=after)
