"""Competitions and their entries, in words."""

from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.models import Competition, Entry
from games.wording.lists import listed

FORMATS = {
    "draw-evening": (
        _("Draw evening"),
        _("Individuals; each round the computer draws tables of four."),
    ),
    "swiss": (
        _("Swiss"),
        _("Each round opponents of about the same score, nobody twice while that can be avoided."),
    ),
    "ladder": (
        _("Ladder evening"),
        _("Each round neighbours in the ranking meet, so that the best come to the top."),
    ),
    "season": (
        _("Season"),
        _("Draw evenings, of a round or several, that add up; the best of them can count."),
    ),
    "pools": (
        _("Pools, then knock-out"),
        _("Everyone meets everyone in a small pool; winners and best second places go through."),
    ),
    "round-robin": (
        _("Round robin"),
        _("Everyone meets everyone, once or twice. All rounds are drawn at once."),
    ),
    "team-league": (
        _("Team league"),
        _("Teams meet at home and away, in several games between pairs of theirs."),
    ),
}
KINDS = {
    "pair": pgettext_lazy("who enters a competition", "Pairs"),
    "individual": pgettext_lazy("who enters a competition", "Individuals"),
    "team": pgettext_lazy("who enters a competition", "Teams"),
}
STATES = {
    "draft": pgettext_lazy("state of a competition", "being prepared"),
    "open": pgettext_lazy("state of a competition", "open for entries"),
    "running": pgettext_lazy("state of a competition", "under way"),
    "finished": pgettext_lazy("state of a competition", "finished"),
}
FILES = {
    "entries": _("entries"),
    "fixtures": _("fixtures"),
    "results": _("results"),
    "standings": _("standings"),
}
"""The files that a competition gives; all but the standings it takes, too."""

OPTIONS = {
    "three_games": (
        _("Three games at each table, so that everyone partners everyone"),
        _("Otherwise one game, and partners are drawn anew each round."),
    ),
    "pool_size": (
        _("Entries in a pool"),
        _("At most; pools differ by one at most."),
    ),
    "through": (
        _("How many go through to the knock-out"),
        _("0: as many as make a whole bracket, all winners among them."),
    ),
    "double": (
        _("Everyone meets everyone twice"),
        _("The second time with the sides changed."),
    ),
    "games": (
        _("Games in a meeting"),
        _("Each is a match by the rules chosen."),
    ),
    "pairs": (
        _("Pairs of each team in a meeting"),
        _("They play at the same time, each against the next pair of the other team in turn."),
    ),
}


def format_title(format: str) -> str:
    """A format as it is called."""
    return str(FORMATS[format][0])


def say_competition(competition: Competition) -> str:
    """Its format and state, in a few words."""
    told = {
        "format": format_title(competition.format),
        "state": STATES[competition.state],
    }
    return gettext("%(format)s, %(state)s") % told


def say_entries(count: int) -> str:
    """How many entries."""
    return ngettext("%(count)s entry", "%(count)s entries", count) % {"count": count}


def say_entry(entry: Entry, absent: list[int], byes: list[int]) -> list[str]:
    """What there is to know of an entry beside its name, each in a few words."""
    told = []
    if entry.withdrawn_at:
        told.append(gettext("withdrawn"))
    if entry.late_from:
        told.append(gettext("from round %(round)s") % {"round": entry.late_from})
    if absent:
        text = ngettext(
            "absent from round %(rounds)s", "absent from rounds %(rounds)s", len(absent)
        )
        told.append(text % {"rounds": listed(map(str, absent))})
    if byes:
        text = ngettext(
            "asked for a bye in round %(rounds)s",
            "asked for byes in rounds %(rounds)s",
            len(byes),
        )
        told.append(text % {"rounds": listed(map(str, byes))})
    return told
