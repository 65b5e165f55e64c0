"""Files for spreadsheets in words: what they hold, and what the lines of one would do."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.csv_files.columns import COLUMNS, RESULTS, YES_OR_NO, readings
from games.csv_files.importing import CHANGED, FAULT, NEW, NOTHING, Line, Outcome
from games.models import folded

from .lists import listed

TITLES = {
    "people": _("People"),
    "entries": _("Entries"),
    "fixtures": _("Fixtures and days"),
    "results": _("Results"),
    "standings": _("Standings"),
}
LEADS = {
    "people": _(
        "A line for each person. Whoever is not there yet joins the club’s people; a line with the "
        "number of somebody can give another name. Nobody is taken out."
    ),
    "entries": _(
        "A line for each entry. Whoever is not entered yet is; others can get another name in the "
        "lists, withdraw or come back. Nobody is struck out."
    ),
    "fixtures": _(
        "A line for each table, or for each round where only its day is known. Days are set where "
        "they are given. Where everyone meets everyone, rounds that are not there yet can come "
        "from somebody else’s schedule; a side with nobody opposite sits out. What is drawn stays."
    ),
    "results": _(
        "A line for each table. Results that are missing are typed in, and confirmed as yours if "
        "you may confirm. A result that counts already is never overwritten: it is corrected at "
        "its table, with a reason."
    ),
}
KNOWN = _("known from a file of this site; else empty")
ABOUT = {
    "number": KNOWN,
    "club_number": KNOWN,
    "listed": _("whether everybody may read the name: %(words)s"),
    "day": _("as in 2026-10-25 or 25/10/2026"),
    "time": _("as in 19:30"),
    "captain": _("if empty, the first of the people"),
    "player_3": _("and so on, a column for each of the people"),
    "table": _("its number; can stay empty where the sides tell it"),
    "meeting": _("its number; can stay empty where the teams tell it"),
    "home": _("side 1, the team at home"),
    "home_pair": _("only told, not read"),
    "guests": _("side 2, the guests"),
    "guests_pair": _("only told, not read"),
    "counts": _("only told, not read"),
}
EFFECTS = {
    NEW: _("new"),
    CHANGED: _("changed"),
    FAULT: _("wrong"),
}
LEADS_OF_TEAMS = {
    "entries": _(
        "A line for each team: its name, its captain, its people. Whoever is not there yet joins; "
        "teams can get another name or captain, withdraw or come back. Nobody leaves a team by a "
        "file, and no team is struck out."
    ),
    "fixtures": _(
        "A line for each meeting, or for each round where only its day is known. The day that most "
        "meetings of a round have is the round’s; one with another day is held on that. Rounds "
        "that are not there yet can come from somebody else’s schedule; a team with nobody "
        "opposite sits out. What is drawn stays."
    ),
    "results": _(
        "A line for each game of a meeting. Results that are missing are typed in, and confirmed "
        "as yours if you may confirm. A result that counts already is never overwritten: it is "
        "corrected at its game, with a reason."
    ),
}


def lead(kind: str, of_teams: bool = False) -> str:
    """What a file of that kind holds, and what it does."""
    return str(LEADS_OF_TEAMS[kind] if of_teams else LEADS[kind])


def column_rows(keys: Iterable[str]) -> list[tuple[str, str]]:
    """The columns of a file, and what they hold where that is not plain."""
    cells = {"listed": YES_OR_NO, "withdrawn": YES_OR_NO, "called_off": YES_OR_NO}
    cells["result"] = RESULTS
    told = []
    for key in keys:
        said = listed(map(str, cells.get(key, {}).values()))
        told.append(
            (str(COLUMNS[key]), str(ABOUT[key]) % {"words": said} if key in ABOUT else said)
        )
    return told


@dataclass(frozen=True)
class EffectRow:
    """A line of a file, ready to be shown."""

    line: Line
    effect: str
    wrong: bool


def effect_rows(outcome: Outcome) -> list[EffectRow]:
    """All lines but those that change nothing."""
    return [
        EffectRow(line, str(EFFECTS[line.effect]), line.effect == FAULT)
        for line in outcome.lines
        if line.effect != NOTHING
    ]


def say_outcome(outcome: Outcome) -> list[str]:
    """What a file comes to, in a few sentences."""
    wrong, same = outcome.of(FAULT), outcome.of(NOTHING)
    changes = outcome.of(NEW, CHANGED)
    told = []
    if wrong:
        told.append(
            ngettext(
                "%(count)s line is wrong, so nothing is taken over. Put it right below, then look "
                "again.",
                "%(count)s lines are wrong, so nothing is taken over. Put them right below, then "
                "look again.",
                len(wrong),
            )
            % {"count": len(wrong)}
        )
    elif changes:
        told.append(
            ngettext(
                "%(count)s line would change something.",
                "%(count)s lines would change something.",
                len(changes),
            )
            % {"count": len(changes)}
        )
    elif not outcome.faults:
        return [gettext("There is nothing to do: all of this is here already.")]
    if same:
        told.append(
            ngettext(
                "%(count)s line says what is here already.",
                "%(count)s lines say what is here already.",
                len(same),
            )
            % {"count": len(same)}
        )
    return told


def say_older(outcome: Outcome) -> list[str]:
    """Of a file of people: that it is an older one, whose numbers are not the club's."""
    numbers = readings(COLUMNS, ("number",))
    if not any(folded(word) in numbers for word in outcome.unread):
        return []
    return [
        gettext(
            "This file is an older one, or from elsewhere: its numbers are not those of the club, "
            "so everybody is known by name. A name that was changed in it joins as somebody new."
        )
    ]


def say_done(outcome: Outcome) -> str:
    """What was done."""
    count = len(outcome.of(NEW, CHANGED))
    if not count:
        return gettext("There is nothing to do: all of this is here already.")
    return ngettext("%(count)s line was taken over.", "%(count)s lines were taken over.", count) % {
        "count": count
    }
