"""The history of a competition, its entries, rounds and tables, in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import CompetitionChange
from games.wording.competitions import FILES, STATES
from games.wording.days import told_day
from games.wording.figures import figure
from games.wording.lists import listed
from games.wording.tables import FORFEITS, say_substitute


@dataclass(frozen=True)
class Change:
    """A row of a competition's history, ready to be shown."""

    at: datetime
    by: str
    text: str
    reason: str


SENTENCES = {
    "make": _("The competition was made"),
    "change": _("Settings were changed: %(settings)s"),
    "state": _("Its state changed: %(state)s"),
    "lots": _("Lots were drawn"),
    "enter": _("%(entry)s was entered"),
    "strike": _("%(was)s was struck out"),
    "rename": _("%(was)s is now entered as %(entry)s"),
    "withdraw": _("%(entry)s withdrew"),
    "come back": _("The withdrawal of %(entry)s was taken back"),
    "absent": _("%(entry)s is absent from round %(round)s"),
    "bye": _("%(entry)s asked for a bye in round %(round)s"),
    "plays": _("%(entry)s plays in round %(round)s after all"),
    "draw": _("Round %(round)s was drawn"),
    "same evening": _("Round %(round)s belongs to the same evening as the round before"),
    "another evening": _("Round %(round)s belongs to another evening than the round before"),
    "forfeit the rest": _("What was not played in time counts as lost by both sides"),
    "take back": _("Round %(round)s was taken back"),
    "join team": _("%(name)s joined %(entry)s"),
    "leave team": _("%(name)s left %(entry)s"),
    "captain": _("%(name)s is now the captain of %(entry)s"),
    "hand in": _("Round %(round)s, meeting %(table)s: the line-up of %(entry)s was handed in"),
    "line-ups": _("Round %(round)s, meeting %(table)s: both line-ups are in: %(line_ups)s"),
    "substitute": _(
        "Round %(round)s, meeting %(table)s: from game %(game)s %(name)s plays for %(was_name)s"
    ),
    "move meeting": _("Round %(round)s, meeting %(table)s: it is held on %(day)s"),
    "plan day": _("The day of round %(round)s is now %(day)s"),
    "unplan day": _("The day of round %(round)s was taken out of the plan: %(day_before)s"),
    "import": _("A file was taken over (%(file)s); lines that changed something: %(lines)s"),
    "clock": _("The time of round %(round)s was set"),
    "start match": _("Round %(round)s, table %(table)s: the match was started"),
    "take off match": _("Round %(round)s, table %(table)s: the match was taken off"),
    "type result": _("Round %(round)s, table %(table)s, typed in: %(result)s"),
    "confirm result": _("Round %(round)s, table %(table)s, confirmed: %(result)s"),
    "correct result": _(
        "Round %(round)s, table %(table)s, corrected: %(result)s (before: %(before)s)"
    ),
}
GAMES_OF_TABLES = {
    "start match": _("Round %(round)s, table %(table)s, game %(game)s: the match was started"),
    "take off match": _("Round %(round)s, table %(table)s, game %(game)s: the match was taken off"),
    "type result": _("Round %(round)s, table %(table)s, game %(game)s, typed in: %(result)s"),
    "confirm result": _("Round %(round)s, table %(table)s, game %(game)s, confirmed: %(result)s"),
    "correct result": _(
        "Round %(round)s, table %(table)s, game %(game)s, "
        "corrected: %(result)s (before: %(before)s)"
    ),
}
"""What is said where several games are played at a table."""

CAME_IN = _("Round %(round)s, table %(table)s: the match was started; %(came_in)s")
GAME_CAME_IN = _(
    "Round %(round)s, table %(table)s, game %(game)s: the match was started; %(came_in)s"
)
MEETING_CAME_IN = _(
    "Round %(round)s, meeting %(table)s, game %(game)s: the match was started; %(came_in)s"
)
"""What is said where somebody plays for another."""

GAMES_OF_MEETINGS = {
    "start match": _("Round %(round)s, meeting %(table)s, game %(game)s: the match was started"),
    "take off match": _(
        "Round %(round)s, meeting %(table)s, game %(game)s: the match was taken off"
    ),
    "type result": _("Round %(round)s, meeting %(table)s, game %(game)s: %(result)s was typed in"),
    "confirm result": _(
        "Round %(round)s, meeting %(table)s, game %(game)s: %(result)s was confirmed"
    ),
    "correct result": _(
        "Round %(round)s, meeting %(table)s, game %(game)s: %(before)s was corrected to %(result)s"
    ),
}
"""What is said of a game of a meeting."""

SETTINGS = {
    "name": _("name"),
    "published": _("shown to everybody"),
    "settings": _("points and measures"),
    "entry_kind": _("who enters"),
    "catch_up_until": _("last day for catching up games"),
    "preset": _("rules"),
    "rules_name": _("rules"),
}


def competition_change(entry: CompetitionChange) -> Change:
    """One change of a competition in a sentence."""
    before, after = entry.before or {}, entry.after or {}
    told = {
        # Sorted: databases keep the keys of JSON in orders of their own.
        "settings": listed(dict.fromkeys(str(SETTINGS.get(key, key)) for key in sorted(after))),
        "state": STATES.get(after.get("state", ""), ""),
        "entry": after.get("entry", ""),
        "was": before.get("entry", ""),
        "round": entry.round,
        "table": after.get("table", ""),
        "game": after.get("game", ""),
        "name": after.get("name", ""),
        "was_name": before.get("name", ""),
        "line_ups": _line_ups(after),
        "came_in": listed(say_substitute(*names) for names in after.get("came_in", ())),
        "before": facts_words(before),
        "result": facts_words(after),
        "day": told_day(after) or _day(after.get("day")),
        "day_before": told_day(before),
        "file": FILES.get(after.get("file", ""), ""),
        "lines": after.get("lines", ""),
    }
    own: Mapping[str, Any] = {}
    if after.get("meeting"):
        own = GAMES_OF_MEETINGS | ({"start match": MEETING_CAME_IN} if told["came_in"] else {})
    elif "game" in after and entry.competition.option.get("three_games"):
        own = GAMES_OF_TABLES | ({"start match": GAME_CAME_IN} if told["came_in"] else {})
    elif told["came_in"]:
        own = {"start match": CAME_IN}
    sentence = str(own.get(entry.verb, SENTENCES[entry.verb]))
    return Change(entry.at, entry.by, sentence % told, entry.reason)


def _line_ups(facts: Mapping[str, Any]) -> str:
    """Both line-ups of a meeting as the history tells them."""
    line_ups = zip(facts.get("sides", ()), facts.get("line_ups", ()), strict=False)
    return listed(
        gettext("%(name)s with %(people)s") % {"name": team, "people": listed(people)}
        for team, people in line_ups
    )


def _day(day: str | None) -> str:
    if day is None:
        return gettext("the day of its round")
    return date_format(date.fromisoformat(day))


def facts_words(facts: Mapping[str, Any]) -> str:
    """A result as it is told in the history: sides with points; empty for other facts. (An absence
    has a kind too, and no sides.)"""
    if not {"kind", "sides"} <= set(facts):
        return ""
    one, other = facts["sides"]
    if facts["kind"] == "void":
        return gettext("%(one)s – %(other)s void") % {"one": one, "other": other}
    if facts["kind"] == "forfeit":
        return str(FORFEITS[facts["winner"]]) % {"one": one, "other": other}
    if facts["kind"] == "unplayed":
        return gettext("%(one)s – %(other)s") % {"one": one, "other": other}
    return gettext("%(one)s – %(other)s %(points)s–%(against)s") % {
        "one": one,
        "other": other,
        "points": figure(facts["points_a"]) if facts["points_a"] is not None else "?",
        "against": figure(facts["points_b"]) if facts["points_b"] is not None else "?",
    }
