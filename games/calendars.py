"""Planned days as an iCalendar (RFC 5545) that calendar programs subscribe to."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from icalendar import Calendar, Event, vText


@dataclass(frozen=True)
class Occasion:
    """One planned day. `begins` is a moment in UTC, or the date where no time is set; `changed` is
    when anything of it last was, `sequence` how often its day, time or place was."""

    uid: str
    begins: datetime | date
    title: str
    place: str
    text: str
    url: str
    called_off: bool
    sequence: int
    changed: datetime


def write_calendar(name: str, occasions: Iterable[Occasion]) -> bytes:
    """The text of a calendar of that name. The same facts give the same text: DTSTAMP tells, as it
    does in a calendar without METHOD, when the event was last revised."""
    calendar = Calendar()
    calendar.add("prodid", "-//manillescore//manillescore//EN")
    calendar.add("version", "2.0")
    # The library knows neither as a text, and would not escape it.
    calendar.add("name", vText(name))
    calendar.add("x-wr-calname", vText(name))
    calendar.add("refresh-interval", timedelta(hours=6), parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", "PT6H")
    for occasion in occasions:
        calendar.add_component(_event(occasion))
    return calendar.to_ical()


def _event(occasion: Occasion) -> Event:
    event = Event()
    changed = occasion.changed.astimezone(UTC).replace(microsecond=0)
    event.add("uid", occasion.uid)
    event.add("dtstamp", changed)
    event.add("last-modified", changed)
    event.add("sequence", occasion.sequence)
    event.add("dtstart", occasion.begins)
    event.add("summary", occasion.title)
    if occasion.place:
        event.add("location", occasion.place)
    if occasion.text:
        event.add("description", occasion.text)
    event.add("url", occasion.url)
    event.add("status", "CANCELLED" if occasion.called_off else "CONFIRMED")
    # A day of play is nothing that fills the whole day of those who have it in their calendar.
    event.add("transp", "OPAQUE" if isinstance(occasion.begins, datetime) else "TRANSPARENT")
    return event
