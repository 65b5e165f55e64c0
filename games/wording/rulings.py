"""Rulings in a player's words: what was decided, by whom, by which rule, and what it brings."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, gettext_lazy

from games.manille.rules import Rules
from games.manille.scoring import Line
from games.manille.table import Side
from games.models import Deal, Match
from games.wording.figures import figure
from games.wording.lists import listed
from games.wording.rules import value_word

REVOKES = {
    "whole-pot": gettext_lazy(
        "In this match a revoke costs the whole pot: the side that revoked counts no card points, "
        "and the others count them all."
    ),
    "flat-60": gettext_lazy(
        "In this match the others write 60 match points for a revoke, whatever the deal was worth, "
        "and the side that revoked none."
    ),
    "warning": gettext_lazy("In this match a revoke brings a warning, and no points change hands."),
}

BY_OPTION = "revoke: "
"""How `rule` of a ruling begins where the match's own option on revokes decided; its value
follows."""


def revoke_words(rules: Rules) -> str:
    """What a revoke costs in this match, as a sentence."""
    if rules.revoke == "whole-pot" and len(rules.table.camps(rules.table.seats[0])) > 2:
        return gettext(
            "In this match a player who revoked counts no card points; the others keep theirs."
        )
    return str(REVOKES[rules.revoke])


def rule_words(match: Match, rule: str) -> str:
    """By which rule, as told; in words where that is the match's own option on revokes."""
    if rule != BY_OPTION + match.rules.revoke:
        return rule
    cost = {"cost": value_word(match.rules, "revoke")}
    return gettext("The rules of this match: a revoke costs %(cost)s") % cost


def score_words(match: Match, points: Mapping[Side, int]) -> str:
    """Points of every side, "An & Cis 8, Bo & Dré 0"."""
    return listed(
        gettext("%(side)s %(points)s") % {"side": match.names(side), "points": figure(points[side])}
        for side in match.rules.table.sides
        if side in points
    )


def decision_words(match: Match, ruling: Mapping[str, Any]) -> str:
    """What a ruling decides, as a record tells it; penalties and reason are apart."""
    if "revoke" in ruling:
        who = {"player": match.names(ruling["revoke"]), "trick": ruling.get("trick")}
        if ruling.get("trick"):
            return gettext("%(player)s revoked in trick %(trick)s") % who
        return gettext("%(player)s revoked") % who
    if "points" in ruling:
        given = listed(
            gettext("%(side)s: %(points)s")
            % {"side": match.names(side), "points": figure(ruling["points"][side])}
            for side in match.rules.table.sides
            if side in ruling["points"]
        )
        return gettext("Points given: %(given)s") % {"given": given}
    if ruling.get("play_stands"):
        return gettext("The play stands")
    return gettext("Penalties only")


def moment(at: str) -> datetime | None:
    """The time that a record writes so, where the site is; None where none is told."""
    return localtime(parse_datetime(at)) if at else None


def moment_words(at: str) -> str:
    """The same in the reader's way of writing it."""
    when = moment(at)
    return date_format(when, "DATETIME_FORMAT") if when else ""


@dataclass(frozen=True)
class Decided:
    """By whom something was decided or asked, when (None: not told) and why."""

    by: str
    at: datetime | None
    reason: str


@dataclass(frozen=True)
class RulingWords:
    """A ruling, ready to be shown; `stands`: no other has replaced it."""

    decision: str
    penalties: str
    rule: str
    given: Decided
    appeal: Decided | None
    stands: bool


def rulings_words(match: Match, deal: Deal) -> list[RulingWords]:
    """All rulings of a deal, newest first."""
    last = len(deal.rulings) - 1
    return [
        RulingWords(
            decision_words(match, ruling),
            score_words(match, ruling.get("penalties", {})),
            rule_words(match, ruling.get("rule", "")),
            _decided(ruling),
            _decided(ruling["appeal"]) if "appeal" in ruling else None,
            number == last,
        )
        for number, ruling in reversed(list(enumerate(deal.rulings)))
    ]


def _decided(told: Mapping[str, str]) -> Decided:
    return Decided(told.get("by", ""), moment(told.get("at", "")), told.get("reason", ""))


# On the sheet


def sheet_words(match: Match, line: Line) -> str:
    """What was ruled on a deal and why, as sentences; what it would have scored is apart."""
    ruling = line.result.ruling
    if ruling is None:
        return ""
    said = []
    if ruling.revoke:
        words = {"name": match.names(ruling.revoke), "trick": ruling.trick}
        if ruling.trick:
            said.append(gettext("Ruling: %(name)s revoked in trick %(trick)s.") % words)
        else:
            said.append(gettext("Ruling: %(name)s revoked.") % words)
        said.append(_brings(match.rules, words))
    elif ruling.points is not None:
        points = dict.fromkeys(match.rules.table.sides, 0) | dict(ruling.points)
        said.append(
            gettext("Ruling: match points %(points)s.") % {"points": score_words(match, points)}
        )
    elif ruling.play_stands:
        said.append(gettext("Ruling: the play stands."))
    else:
        said.append(gettext("Ruling: a penalty apart from the deal."))
    said += given_words(match, ruling.by, ruling.at, ruling.rule, ruling.reason)
    if line.kind == "misdeal" and ruling.points:
        totals = score_words(match, totals_of_deal(line))
        said.append(gettext("Totals: %(totals)s.") % {"totals": totals})
    if ruling.appeal and ruling.appeal.by:
        said.append(gettext("Under appeal by %(name)s.") % {"name": ruling.appeal.by})
    elif ruling.appeal:
        said.append(gettext("Under appeal."))
    return " ".join(said)


def given_words(match: Match, by: str, at: str, rule: str, reason: str) -> list[str]:
    """Who gave a ruling and when, by which rule and why, as sentences, as far as that is told."""
    said = []
    if by and at:
        words = {"name": by, "when": moment_words(at)}
        said.append(gettext("Given by %(name)s on %(when)s.") % words)
    elif by:
        said.append(gettext("Given by %(name)s.") % {"name": by})
    if rule:
        said.append(gettext("By which rule: %(rule)s.") % {"rule": rule_words(match, rule)})
    if reason:
        said.append(gettext("Reason: “%(reason)s”.") % {"reason": reason})
    return said


def totals_of_deal(line: Line) -> dict[Side, int]:
    """The running totals once the deal is added, before its penalties."""
    return {side: total - line.penalties.get(side, 0) for side, total in line.totals.items()}


def _brings(rules: Rules, words: Mapping[str, Any]) -> str:
    """What a revoke brings those who did not revoke."""
    if rules.revoke == "warning":
        return gettext("A warning, without effect on the points.")
    two_sides = len(rules.table.sides) == 2
    if rules.revoke == "flat-60":
        if two_sides:
            return gettext("The other side gets 60 match points, whatever the deal.")
        return gettext("Each opponent gets 60 match points, whatever the deal.")
    if two_sides:
        return gettext("All the card points go to the other side.")
    if rules.camps == "dealer-alone":
        return gettext("All the card points go to those who played against %(name)s.") % words
    return gettext("%(name)s counts no card points in this deal.") % words
