"""The fixtures of a competition as a table: each round's day, and who meets whom at which table."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext

from games import pairing
from games.models import CannotChange, Competition, Day, Entry, Round, User, folded
from games.models.day import MOST_ROUNDS
from games.models.names import LONGEST_PLACE
from games.wording.days import say_planned

from .columns import COLUMNS, YES_OR_NO, clock, day, whole, words, yes
from .importing import CHANGED, NEW, Cells, Line, Reader, Wrong
from .meeting_days import MeetingDays, as_told
from .tables import Tables, place, seated, sides, tables_of

DAY = ("day", "time", "location", "called_off")


def columns(competition: Competition) -> tuple[str, ...]:
    """The columns of its file."""
    pool = ("pool",) if competition.how.pools else ()
    where = place(competition)
    if competition.how.meetings:
        where = where[:1]
    return ("round", *DAY, *pool, *where, *sides(competition))


def fixture_lines(competition: Competition) -> Iterator[list[object]]:
    """The head, then every table, meeting of teams and bye; of rounds not drawn yet their days."""
    keys = columns(competition)
    head = words(COLUMNS, keys)
    yes_no = words(YES_OR_NO, ("no", "yes"))
    days = {each.number: each for each in competition.days.all()}
    drawn = set(competition.rounds.values_list("number", flat=True))
    blank = dict.fromkeys(keys, "")
    who = sides(competition)
    number, *_game = place(competition)
    tables = tables_of(competition)
    if competition.how.meetings:
        tables = tables.filter(game=1)

    def line(round: int, told: Mapping[str, object]) -> list[object]:
        cells: dict[str, object] = {**blank, "round": round}
        if planned := days.get(round):
            cells |= {
                "day": planned.on.isoformat(),
                "time": planned.at.isoformat("minutes") if planned.at else "",
                "location": planned.place,
                "called_off": yes_no[planned.called_off],
            }
        return [(cells | told)[key] for key in keys]

    def lines() -> Iterator[list[object]]:
        yield head
        for table in tables.iterator():
            told: dict[str, object] = {number: table.number}
            if "pool" in blank:
                told["pool"] = table.pool
            if "game" in blank and table.number:
                told["game"] = table.game
            if table.meeting and table.meeting.held_on:
                told["day"] = table.meeting.held_on.isoformat()
            told |= zip(who, seated(table, who, competition.covers), strict=True)
            yield line(table.round.number, told)
        for round in sorted(days.keys() - drawn):
            yield line(round, {})

    return lines()


@dataclass
class Given:
    """A line of a schedule: a table of a round, or a bye (`b` is None)."""

    line: Line
    table: int | None
    a: Entry
    b: Entry | None


class FixturesTaker:
    """Days of rounds, and of meetings of teams; and where all rounds are known at once, a schedule
    that somebody else drew, for rounds that are not there yet. What is drawn stays as it is."""

    needed = ("round",)
    moves = None

    def __init__(self, competition: Competition, by: User) -> None:
        self.competition, self.by = competition, by
        self.columns = columns(competition)
        self.number, *_game = place(competition)
        self.days: dict[int, tuple[int, tuple[Any, ...]]] = {}
        self.given: dict[int, list[Given]] = {}

    @contextmanager
    def door(self) -> Iterator[None]:
        with self.competition.changing(self.by, "draw"):
            self.tables = Tables(self.competition)
            self.meeting_days = MeetingDays(self.competition, self.by)
            self.planned = self.meeting_days.planned
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
        table = reader.read(self.number, whole, least=1, most=999)
        game = reader.read("game", whole, least=1, most=3)
        reader.check()
        said = []
        a = b = None
        try:
            if any(cells[column] for column in self.tables.columns):
                text, a, b = self._fixture(number, table, game, cells, line)
                said.append(text)
            elif table or game:
                raise Wrong(self._who())
        except Wrong as error:
            reader.faults += error.sentences
        try:
            if not self.competition.how.meetings:
                said += self._day(number, told, line)
            elif not reader.faults and (b or not a):  # whoever sits out has no day
                self.meeting_days.tell(line, number, told[0], told[1:], a)
        except Wrong as error:
            reader.faults += error.sentences
        reader.check()
        line.text = "; ".join(said)

    def _who(self) -> str:
        if self.competition.how.meetings:
            return gettext("Which teams meet here?")
        return gettext("Who sits at this table?")

    # Its day

    def _day(self, number: int, told: tuple[Any, ...], line: Line) -> list[str]:
        """Plan the round's day as the line has it; an empty cell leaves what is planned."""
        on, at, location, off = told
        if not any((on, at, location)) and off is None:
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
        wanted = as_told(known, on or known.on, (at, location, off))
        if wanted == known or not Day.plan(self.competition, {number: wanted}, self.by):
            return []
        if line.effect != NEW:
            line.effect = CHANGED if known else NEW
        return [gettext("Round %(round)s: %(day)s") % {"round": number, "day": say_planned(wanted)}]

    # Who meets whom

    def _fixture(
        self, number: int, table: int | None, game: int | None, cells: Cells, line: Line
    ) -> tuple[str, Entry, Entry | None]:
        """What a line says of who meets whom, and the two (None: nobody). Raises Wrong."""
        if number in self.tables.rounds:
            if self.competition.how.meetings:
                game = 1
            found, turned = self.tables.find(cells, number, table, game)
            if turned and not found.is_bye:
                raise Wrong(gettext("The round is drawn, with these two the other way round."))
            text = self._told(number, found.number, found.side("a"), found.side("b"))
            return text, found.a, found.b
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
                raise Wrong(self._taken() % {"line": other.line.number})
        there.append(Given(line, table, a, b))
        line.effect = NEW
        return self._told(number, table, a.name, b.name if b else ""), a, b

    def _taken(self) -> str:
        if self.competition.how.meetings:
            return gettext("Line %(line)s has this meeting in this round already.")
        return gettext("Line %(line)s has this table in this round already.")

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
        if self.competition.how.meetings:
            return gettext("Round %(round)s, meeting %(table)s: %(one)s – %(other)s") % told
        return gettext("Round %(round)s, table %(table)s: %(one)s – %(other)s") % told

    def finish(self) -> None:
        """Write the rounds that were given, once all their lines are there; then the days of
        meetings."""
        try:
            if self._draw():
                self.meeting_days.settle()
        except CannotChange as error:
            self.given[min(self.given)][0].line.blame(str(error))

    def _draw(self) -> bool:
        """Whether the rounds that were given could come next, and are there now."""
        rounds = sorted(self.given)
        expected = range(self.competition.last_number + 1, MOST_ROUNDS + 1)
        for number, wanted in zip(rounds, expected, strict=False):
            if number != wanted:
                self.given[number][0].line.blame(
                    gettext("Round %(round)s has to come first.") % {"round": wanted}
                )
                return False
        if rounds:
            drawn = [self._round(number) for number in rounds]
            Round.take_schedule(self.competition, drawn, self.by)
        return True

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
