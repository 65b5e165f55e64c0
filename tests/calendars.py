"""Reading calendars, for the tests of those that the site gives: their lines, and as a program."""

from typing import Any

from icalendar import Calendar


def lines(response: Any) -> list[bytes]:
    """The lines as they are sent, once it was seen that they keep to RFC 5545: each ends in CR LF,
    has 75 octets at most and parts no character of UTF-8."""
    assert response.status_code == 200
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    data = response.content
    assert data.endswith(b"\r\n") and data.count(b"\n") == data.count(b"\r") == data.count(b"\r\n")
    found = data.removesuffix(b"\r\n").split(b"\r\n")
    for line in found:
        assert len(line) <= 75, line
        line.decode()
    return found


def events(response: Any) -> list[Any]:
    """What a calendar program finds in it."""
    lines(response)
    return list(Calendar.from_ical(response.content).walk("VEVENT"))
