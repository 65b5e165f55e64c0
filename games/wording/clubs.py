"""Offices of a club, and the history of a club, in words."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.models import ClubEntry
from games.permissions import OWNER, REFEREE, SCORER, SECRETARY

ROLES = {
    OWNER: pgettext_lazy("office in a club", "Owner"),
    SECRETARY: pgettext_lazy("office in a club", "Secretary"),
    REFEREE: pgettext_lazy("office in a club", "Referee"),
    SCORER: pgettext_lazy("office in a club", "Scorer"),
}
ABOUT = {
    OWNER: _("may do everything, and makes others officers."),
    SECRETARY: _("looks after people, officers and matches, and corrects results."),
    REFEREE: _("gives rulings on any match of the club, and reopens signed ones."),
    SCORER: _("keeps the score of any match of the club, without its scoring link."),
}


def role(role: str) -> str:
    """An office as it is called."""
    return str(ROLES.get(role, role))


def about_role(role: str) -> str:
    """What somebody in that office may do."""
    return str(ABOUT.get(role, ""))


@dataclass(frozen=True)
class Entry:
    """A row of a club's history, ready to be shown."""

    at: datetime
    by: str
    text: str


SETTINGS = {
    "name": _("name"),
    "zone": _("time zone"),
    "listed": _("shown to everybody"),
    "indexable": _("found by search engines"),
    "window_hours": _("time for corrections"),
    "table_corrects": _("who corrects"),
}

SENTENCES = {
    "found": _("The club was founded"),
    "settings": _("Settings were changed: %(settings)s"),
    "invite": _("Somebody was invited to the office “%(role)s”"),
    "invite player": _("%(name)s was invited to link an account"),
    "role": _("%(name)s has the office “%(role)s” instead of “%(before)s”"),
    "remove": _("%(name)s has the office “%(role)s” no more"),
    "leave": _("%(name)s gave up the office"),
    "join": _("%(name)s took the office “%(role)s”"),
    "add player": _("%(name)s joined the club’s people"),
    "import": _("A file of people was taken over; lines that changed something: %(lines)s"),
    "rename": _("%(before)s is now called %(name)s"),
    "merge": _("The entry %(before)s was merged into %(name)s"),
    "unmerge": _("The entry %(name)s was taken out of %(before)s again"),
    "link": _("%(name)s linked an account"),
    "hide": _("%(name)s is no longer named in public"),
    "show": _("%(name)s is named in public again"),
    "forget": _("Somebody’s name was deleted on request"),
    "release": _("The match %(name)s was released from the club"),
    "restore": _("The club was restored from its back-up"),
    "was officer": _("%(name)s was %(role)s when the back-up was made"),
}


def club_entry(entry: ClubEntry) -> Entry:
    """One change of a club in a sentence."""
    before, after = entry.before or {}, entry.after or {}
    told: dict[str, Any] = {
        "name": after.get("name") or before.get("name", ""),
        "before": role(before["role"]) if "role" in before else before.get("name", ""),
        "role": role(after.get("role") or before.get("role", "")),
        "lines": after.get("lines", ""),
        "settings": ", ".join(str(SETTINGS.get(key, key)) for key in after),
    }
    return Entry(entry.at, entry.by, str(SENTENCES[entry.verb]) % told)


def say_window(hours: int, table: bool) -> str:
    """When a signed match of the club can be reopened, and by whom."""
    if hours == 0:
        return gettext("A signed match is reopened by the owner or a secretary only.")
    if table:
        text = ngettext(
            "For %(hours)s hour after it was signed, a match can be reopened by whoever keeps its "
            "score, the owner, a secretary or a referee; later by the owner or a secretary only.",
            "For %(hours)s hours after it was signed, a match can be reopened by whoever keeps its "
            "score, the owner, a secretary or a referee; later by the owner or a secretary only.",
            hours,
        )
    else:
        text = ngettext(
            "For %(hours)s hour after it was signed, a match can be reopened by the owner, a "
            "secretary or a referee; later by the owner or a secretary only.",
            "For %(hours)s hours after it was signed, a match can be reopened by the owner, a "
            "secretary or a referee; later by the owner or a secretary only.",
            hours,
        )
    return text % {"hours": hours}
