"""Planned days in words."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time
from typing import Any

from django.utils.formats import date_format, time_format
from django.utils.translation import gettext, ngettext, pgettext

from games.calendars import Occasion
from games.models import Competition, Day, EntryPlayer, Meeting, Missing, Planned, Round, Table
from games.models.day import (
    LastChanges,
    days_of,
    fixtures_of,
    moved_meetings,
    planned_of,
    revisions_of,
)

from .lists import listed


def say_date(on: date) -> str:
    """A day with its weekday, which is how people remember when they play."""
    return pgettext("day with its weekday", "%(weekday)s %(date)s") % {
        "weekday": date_format(on, "l"),
        "date": date_format(on, "DATE_FORMAT"),
    }


def say_when(planned: Planned) -> str:
    """The day, and the time where one is set."""
    parts = [say_date(planned.on)]
    if planned.at:
        parts.append(time_format(planned.at, "TIME_FORMAT"))
    return listed(parts)


def say_planned(planned: Planned) -> str:
    """All that is planned, in one line."""
    parts = [say_when(planned)]
    if planned.place:
        parts.append(planned.place)
    if planned.called_off:
        parts.append(gettext("called off"))
    return listed(parts)


def told_day(facts: Mapping[str, Any]) -> str:
    """The same, of a day as it stands in the log."""
    if "on" not in facts:
        return ""
    at = time.fromisoformat(facts["at"]) if facts["at"] else None
    day = date.fromisoformat(facts["on"])
    return say_planned(Planned(day, at, facts["place"], facts["called_off"]))


def say_days_changed(count: int) -> str:
    """How many days are other than before."""
    if not count:
        return gettext("Nothing has changed: they were planned so already.")
    return ngettext("%(count)s day is planned.", "%(count)s days are planned.", count) % {
        "count": count
    }


def occasions(
    days: Sequence[Day], moved: Sequence[Meeting], address: Callable[[str], str]
) -> list[Occasion]:
    """The days as a calendar tells them, with who meets whom where that is drawn, and the meetings
    that are held on another day than their round's; all of one club. `address` makes a whole one of
    a path."""
    competitions = [day.competition for day in days] + [each.competition for each in moved]
    if not competitions:
        return []
    tables = fixtures_of(days)
    changes = LastChanges(competitions[0].club, {each.pk for each in competitions})
    found = [
        Occasion(
            uid=str(day.uid),
            begins=day.begins or day.on,
            title=gettext("%(competition)s, round %(round)s")
            % {"competition": day.competition.name, "round": day.number},
            place=day.place,
            text="\n".join(map(_met, tables.get((day.competition_id, day.number), ()))),
            url=address(day.leads_to),
            called_off=day.called_off,
            sequence=day.sequence,
            changed=changes.of(day.competition, day.number, day.at is not None),
        )
        for day in days
    ]
    return found + _moved_occasions(moved, changes, address)


def _met(table: Table) -> str:
    told = {"table": table.number, "one": table.side("a"), "other": table.side("b")}
    if table.meeting:
        return gettext("%(one)s – %(other)s") % told
    return gettext("Table %(table)s: %(one)s – %(other)s") % told


def _moved_occasions(
    moved: Sequence[Meeting], changes: LastChanges, address: Callable[[str], str]
) -> list[Occasion]:
    if not moved:
        return []
    days, revisions = days_of(moved), revisions_of(moved)
    covers = EntryPlayer.covers(*{each.competition.pk: each.competition for each in moved}.values())
    found = []
    for meeting in moved:
        day = days[meeting.pk]
        competition, number = meeting.competition, meeting.round.number
        told = {
            "competition": competition.name,
            "round": number,
            "one": covers.get(meeting.home_id, meeting.home.name),
            "other": covers.get(meeting.guests_id, meeting.guests.name),
        }
        begins = day.begins_on(meeting.held_on) if day else None
        found.append(
            Occasion(
                uid=str(meeting.uid),
                begins=begins or meeting.held_on,
                title=gettext("%(competition)s, round %(round)s: %(one)s – %(other)s") % told,
                place=day.place if day else "",
                text=gettext("Instead of %(day)s") % {"day": say_date(day.on)} if day else "",
                url=address(meeting.get_absolute_url()),
                # That its round is called off is why it is held on another day.
                called_off=meeting.withdrawn is not None,
                sequence=revisions[meeting.pk],
                changed=changes.of(competition, number, begins is not None),
            )
        )
    return found


@dataclass(frozen=True)
class RoundRow:
    """A round in the list of a competition, drawn or only planned: `when` is its day, `missing`
    which of its results are, None while it is not played yet."""

    number: int
    round: Round | None
    day: Day | None
    stage: str
    when: str
    missing: Missing | None


def round_rows(
    rounds: Iterable[tuple[Round, str]],
    days: Iterable[Day],
    missing: Mapping[int, Missing | None] = {},
) -> list[RoundRow]:
    """All rounds that are drawn or have a day, by number; `rounds` come with their stage, `missing`
    tells what each lacks (games.models.missing_of)."""
    drawn = {round.number: (round, stage) for round, stage in rounds}
    planned = {day.number: day for day in days}
    rows = []
    for number in sorted(drawn.keys() | planned.keys()):
        round, stage = drawn.get(number, (None, ""))
        day = planned.get(number)
        when = say_when(day.planned) if day else ""
        rows.append(RoundRow(number, round, day, stage, when, missing.get(number)))
    return rows


def moved_rows(competition: Competition) -> list[tuple[Meeting, str]]:
    """The meetings of a team league that are held on another day than their round's, each with that
    day, and the time that is planned for its round."""
    if not competition.how.meetings:
        return []
    found = list(moved_meetings([competition]))
    for meeting in found:
        competition.cover(meeting.home, meeting.guests)
    return [(each, say_when(Planned(each.held_on, each.at))) for each in found]


@dataclass(frozen=True)
class MeetingDay:
    """When and where a meeting is held; `instead`: of which day of its round, where it was moved
    from one."""

    when: str
    place: str
    instead: str


def meeting_days(meetings: Sequence[Meeting], day: Day | None) -> dict[int, MeetingDay]:
    """Number of each meeting of a round whose day is known -> that day; `day` is the round's. One
    query."""
    found = {}
    for meeting, planned in zip(meetings, planned_of(meetings).values(), strict=True):
        if planned:
            moved = day is not None and planned.on != day.on
            instead = gettext("Instead of %(day)s") % {"day": say_date(day.on)} if moved else ""
            found[meeting.number] = MeetingDay(say_when(planned), planned.place, instead)
    return found


def days_planned(round: Round, tables: Iterable[Table]) -> dict[int, date]:
    """Number of each table of a round, or meeting, that is to be played on a day that is known ->
    that day. One query."""
    meetings = list({table.meeting: None for table in tables if table.meeting})
    if meetings:
        days = zip(meetings, planned_of(meetings).values(), strict=True)
        return {meeting.number: day.on for meeting, day in days if day}
    day = round.competition.days.filter(number=round.number, called_off=False).first()
    return {table.number: day.on for table in tables if table.number} if day else {}


@dataclass(frozen=True)
class Coming:
    """What comes up at a club: the day of a round (`number`), or of one of its meetings that is
    held on a day of its own, `home` against `guests`; `url` is a path."""

    planned: Planned
    competition: Competition
    number: int
    url: str
    home: str = ""
    guests: str = ""

    @property
    def when(self) -> str:
        return say_when(self.planned)


def coming_up(days: Iterable[Day], moved: Iterable[Meeting], everything: bool) -> list[Coming]:
    """The next first; `moved` as games.models.day.meetings_to_come tells them. Unless `everything`
    is told, without the names of those who do not want to be listed."""
    found = [Coming(day.planned, day.competition, day.number, day.leads_to) for day in days]
    meetings = list(moved)
    competitions = {each.competition.pk: each.competition for each in meetings}
    covers = {} if everything or not meetings else EntryPlayer.covers(*competitions.values())
    for meeting in meetings:
        planned = Planned(meeting.held_on, meeting.at, meeting.place or "")
        names = [covers.get(team.pk, team.name) for team in (meeting.home, meeting.guests)]
        url = meeting.get_absolute_url()
        found.append(Coming(planned, meeting.competition, meeting.round.number, url, *names))
    # Of one day those first of which no time is told, as of all days.
    return sorted(found, key=lambda each: (each.planned.on, each.planned.at or time.min))
