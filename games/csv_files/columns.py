"""The words at the head of a file and in its cells. Files are written in the language of whoever
asks for one, and read in every language of the site, and by the keys below."""

import re
from collections.abc import Iterable, Mapping
from datetime import date, time
from functools import cache
from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.functional import lazy
from django.utils.translation import gettext, pgettext, pgettext_lazy

from games.models import folded

from .text import Table

MOST_OF_A_TEAM = 99
"""So many people of a team stand in one line."""


def _player(number: int) -> str:
    return pgettext("column of a file", "Player %(number)s") % {"number": number}


COLUMNS = {
    "number": pgettext_lazy("column of a file", "Number"),
    "club_number": pgettext_lazy("column of a file", "Number in the club"),
    "name": pgettext_lazy("column of a file", "Name"),
    "listed": pgettext_lazy("column of a file", "Listed"),
    "player_1": pgettext_lazy("column of a file", "Player 1"),
    "player_2": pgettext_lazy("column of a file", "Player 2"),
    "captain": pgettext_lazy("column of a file", "Captain"),
    "withdrawn": pgettext_lazy("column of a file", "Withdrawn"),
    "round": pgettext_lazy("column of a file", "Round"),
    "day": pgettext_lazy("column of a file", "Day"),
    "time": pgettext_lazy("column of a file", "Time"),
    "location": pgettext_lazy("column of a file", "Location"),
    "called_off": pgettext_lazy("column of a file", "Called off"),
    "pool": pgettext_lazy("column of a file", "Pool"),
    "table": pgettext_lazy("column of a file", "Table"),
    "meeting": pgettext_lazy("column of a file", "Meeting"),
    "game": pgettext_lazy("column of a file", "Game"),
    "side_1": pgettext_lazy("column of a file", "Side 1"),
    "partner_1": pgettext_lazy("column of a file", "Partner 1"),
    "side_2": pgettext_lazy("column of a file", "Side 2"),
    "partner_2": pgettext_lazy("column of a file", "Partner 2"),
    "home": pgettext_lazy("column of a file", "Home"),
    "home_pair": pgettext_lazy("column of a file", "Pair at home"),
    "guests": pgettext_lazy("column of a file", "Guests"),
    "guests_pair": pgettext_lazy("column of a file", "Pair of the guests"),
    "points_1": pgettext_lazy("column of a file", "Points 1"),
    "points_2": pgettext_lazy("column of a file", "Points 2"),
    "played_1": pgettext_lazy("column of a file", "As played 1"),
    "played_2": pgettext_lazy("column of a file", "As played 2"),
    "deals_1": pgettext_lazy("column of a file", "Deals won 1"),
    "deals_2": pgettext_lazy("column of a file", "Deals won 2"),
    "result": pgettext_lazy("column of a file", "Result"),
    "counts": pgettext_lazy("column of a file", "Counts"),
    "rank": pgettext_lazy("column of a file", "Rank"),
    "played": pgettext_lazy("column of a file", "Matches"),
    "won": pgettext_lazy("column of a file", "Matches won"),
    "drawn": pgettext_lazy("column of a file", "Matches drawn"),
    "lost": pgettext_lazy("column of a file", "Matches lost"),
    "evenings_that_count": pgettext_lazy("column of a file", "Evenings that count"),
}
COLUMNS |= {f"player_{n}": lazy(_player, str)(n) for n in range(3, MOST_OF_A_TEAM + 1)}
YES_OR_NO = {
    "yes": pgettext_lazy("in a cell of a file", "yes"),
    "no": pgettext_lazy("in a cell of a file", "no"),
}
RESULTS = {
    "played": pgettext_lazy("in a cell of a file", "played"),
    "1-absent": pgettext_lazy("in a cell of a file", "side 1 did not come"),
    "2-absent": pgettext_lazy("in a cell of a file", "side 2 did not come"),
    "nobody": pgettext_lazy("in a cell of a file", "neither side came"),
    "void": pgettext_lazy("in a cell of a file", "void"),
}

_ALSO = {"yes": ("1", "x", "true"), "no": ("0", "false"), "guests": ("away",)}
_DAYS = (
    re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})(?:[T ]0{1,2}:00(?::00)?)?"),
    re.compile(r"(?P<day>\d{1,2})[./-] ?(?P<month>\d{1,2})[./-] ?(?P<year>\d{4}|\d{2})"),
)
_TIME = re.compile(r"(\d{1,2})(?:[:.h](\d{2}))?h?(?::00)?(?: ?([ap])\.?m\.?)?", re.IGNORECASE)


class Misread(ValueError):
    """A cell does not say what its column tells; a sentence in the reader's language."""


def words(table: Mapping[str, Any], keys: Iterable[str]) -> list[str]:
    """Those words in the language of whoever asks."""
    return [str(table[key]) for key in keys]


def readings(table: Mapping[str, Any], keys: Iterable[str] | None = None) -> Mapping[str, str]:
    """Every way in which these words (all unless told) can be written, folded -> their keys."""
    wanted = tuple(table if keys is None else keys)
    return _readings(tuple((key, table[key]) for key in wanted))


@cache
def _readings(wanted: tuple[tuple[str, Any], ...]) -> Mapping[str, str]:
    # Kept: they are asked for with every cell, and are the same in whatever language that is.
    found = {key: key for key, _word in wanted}
    found |= {key.replace("_", " "): key for key, _word in wanted}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            for key, word in wanted:
                found.setdefault(folded(str(word)), key)
    for key, _word in wanted:
        found.update(dict.fromkeys(_ALSO.get(key, ()), key))
    return found


def columns_of(table: Table, keys: Iterable[str]) -> tuple[dict[str, int], list[str]]:
    """Where each of these columns stands in a file, and the words at its head that say none of
    them. Raises Misread where one stands there twice."""
    known = readings(COLUMNS, keys)
    places: dict[str, int] = {}
    others = []
    for place, word in enumerate(table.head):
        key = known.get(folded(word))
        if key is None:
            others += [word] if word else []
        elif key in places:
            raise Misread(gettext("The column “%(column)s” stands there twice.") % {"column": word})
        else:
            places[key] = place
    return places, others


def whole(text: str, least: int = 0, most: int = 9999) -> int | None:
    """A whole number; None for an empty cell. Raises Misread."""
    if not text:
        return None
    bare = text.replace("\N{MINUS SIGN}", "-").replace("\N{NO-BREAK SPACE}", "")
    # A spreadsheet may have made a decimal number of it.
    if not re.fullmatch(r"[+-]?[0-9]{1,9}(?:[.,]0{1,6})?", bare):
        raise Misread(gettext("“%(text)s” is no whole number.") % {"text": text})
    number = int(re.split("[.,]", bare)[0])
    if not least <= number <= most:
        raise Misread(
            gettext("%(number)s is not between %(least)s and %(most)s.")
            % {"number": text, "least": least, "most": most}
        )
    return number


def yes(text: str) -> bool | None:
    """Yes or no; None for an empty cell. Raises Misread."""
    found = readings(YES_OR_NO).get(folded(text)) if text else ""
    if found is None:
        raise Misread(
            gettext("“%(text)s”: write %(yes)s or %(no)s.")
            % {"text": text, "yes": YES_OR_NO["yes"], "no": YES_OR_NO["no"]}
        )
    return found == "yes" if found else None


def day(text: str) -> date | None:
    """A day: 2026-10-25, or 25/10/2026 as spreadsheets write it in most of Europe; None for an
    empty cell. Raises Misread."""
    if not text:
        return None
    for pattern in _DAYS:
        if match := pattern.fullmatch(text):
            year, month, number = (int(match[part]) for part in ("year", "month", "day"))
            try:
                return date(year + (2000 if len(match["year"]) == 2 else 0), month, number)
            except ValueError:
                break
    raise Misread(
        gettext("“%(text)s” is no day: write it as in 2026-10-25 or 25/10/2026.") % {"text": text}
    )


def clock(text: str) -> time | None:
    """A time of the day: 19:30, 19.30, 19h30; None for an empty cell. Raises Misread."""
    if not text:
        return None
    match = _TIME.fullmatch(text)
    hour, minute = (int(match[1]), int(match[2] or 0)) if match else (99, 99)
    if match and match[3]:
        hour = hour % 12 + (12 if match[3].lower() == "p" else 0)
    if hour > 23 or minute > 59:
        raise Misread(gettext("“%(text)s” is no time: write it as in 19:30.") % {"text": text})
    return time(hour, minute)
