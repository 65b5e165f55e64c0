"""On which days a file has the meetings of a team league: a round's day, or one of their own."""

from collections import Counter
from dataclasses import dataclass
from datetime import date, time

from django.utils.translation import gettext

from games.models import CannotChange, Competition, Day, Entry, Meeting, Planned, User
from games.wording.days import say_date, say_planned

from .importing import CHANGED, NEW, Line, Wrong

Rest = tuple[time | None, str, bool | None]
"""Time, location, and whether it is called off, as a line has them; None and empty: not told."""
NOTHING_TOLD: Rest = (None, "", None)


def as_told(known: Planned | None, on: date, rest: Rest) -> Planned:
    """What is planned, changed as a line has it."""
    was = known or Planned(on)
    at, location, off = rest
    if not location or " ".join(was.place.split()) == location:
        location = was.place
    return Planned(on, at or was.at, location, was.called_off if off is None else off)


@dataclass
class Dated:
    """A line with a day: of the meeting that this team has at home, or (None) of the round."""

    line: Line
    home: Entry | None
    on: date


class MeetingDays:
    """What the lines of a file say of days.

    The day on which lines have meetings is their round's where more than half of the round's
    meetings come to that day, or where the round has none and most of those lines have that; else
    each is held on a day of its own. A line without teams tells the round's. Time and location are
    the round's.
    """

    def __init__(self, competition: Competition, by: User) -> None:
        self.competition, self.by = competition, by
        self.planned = {each.number: each.planned for each in competition.days.all()}
        self.rest: dict[int, tuple[Line, Rest]] = {}
        self.dated: dict[int, dict[Entry | None, Dated]] = {}

    def tell(
        self, line: Line, number: int, on: date | None, rest: Rest, home: Entry | None
    ) -> None:
        """Keep what a line says of that round, or of a meeting in it. Raises Wrong."""
        first, before = self.rest.get(number, (line, rest))
        if rest != NOTHING_TOLD and before != rest:
            raise Wrong(
                gettext(
                    "Line %(line)s has another time or location for round %(round)s: its meetings "
                    "have the same, on whatever day."
                )
                % {"line": first.number, "round": number}
            )
        if rest != NOTHING_TOLD:
            self.rest.setdefault(number, (line, rest))
        if on is None:
            return
        other = self.dated.setdefault(number, {}).setdefault(home, Dated(line, home, on))
        if other.on != on:
            raise Wrong(
                gettext("Line %(line)s has another day for this.") % {"line": other.line.number}
            )

    def settle(self) -> None:
        """Plan the rounds and move the meetings, once all are drawn; blames lines."""
        found = Meeting.objects.filter(round__competition=self.competition)
        meetings: dict[int, dict[int, Meeting]] = {}
        for meeting in found.select_related("round", "home", "guests"):
            meeting.round.competition = self.competition
            meetings.setdefault(meeting.round.number, {})[meeting.home_id] = meeting
        for number in sorted(self.dated.keys() | self.rest.keys()):
            rows = [*self.dated.get(number, {}).values()]
            there = meetings.get(number, {})
            on = self._day(number, rows, there)
            for row in rows:
                if row.home:
                    self._move(row, there[row.home.pk], on)
            self._plan(number, rows, on)

    def _day(self, number: int, rows: list[Dated], meetings: dict[int, Meeting]) -> date | None:
        """The day of a round; None while it has none."""
        known = self.planned.get(number)
        planned = known.on if known else None
        told: Counter[date] = Counter()
        for row in rows:
            if row.home is None:
                return row.on
            # What is so already has no say: else the days of meetings would become their round's.
            if row.on != (meetings[row.home.pk].held_on or planned):
                told[row.on] += 1
        if not told:
            return planned
        ((common, count),) = told.most_common(1)
        return planned if planned and 2 * count <= len(meetings) else common

    def _move(self, row: Dated, meeting: Meeting, day: date | None) -> None:
        """Have a meeting held on the day that its line tells, `day` being its round's."""
        if row.on == (meeting.held_on or day):
            return
        try:
            meeting.move(None if row.on == day else row.on, "", self.by)
        except CannotChange as error:
            row.line.blame(str(error))
            return
        told = {"meeting": row.line.text, "day": say_date(row.on)}
        _did(row.line, gettext("%(meeting)s, on %(day)s") % told, CHANGED)

    def _plan(self, number: int, rows: list[Dated], on: date | None) -> None:
        known = self.planned.get(number)
        first, rest = self.rest.get(number, (None, NOTHING_TOLD))
        line = next((row.line for row in rows if row.on == on), first)
        if line is None:
            return
        if on is None:
            line.blame(gettext("There is a time or a location, but no day."))
            return
        wanted = as_told(known, on, rest)
        try:
            if wanted == known or not Day.plan(self.competition, {number: wanted}, self.by):
                return
        except CannotChange as error:
            line.blame(str(error))
            return
        told = {"round": number, "day": say_planned(wanted)}
        said = gettext("Round %(round)s: %(day)s") % told
        _did(line, f"{line.text}; {said}" if line.text else said, CHANGED if known else NEW)


def _did(line: Line, text: str, effect: str) -> None:
    line.text = text
    line.effect = NEW if line.effect == NEW else effect
