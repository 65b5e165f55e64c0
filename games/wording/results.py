"""How a match ended, in a player's words: the sides with their totals, and what ended it."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext, gettext_lazy, ngettext

from games.effect import Standing
from games.manille.table import Side
from games.models import Match
from games.wording.sheet import names

SEATS = {
    "N": gettext_lazy("North"),
    "E": gettext_lazy("East"),
    "S": gettext_lazy("South"),
    "W": gettext_lazy("West"),
}


@dataclass(frozen=True)
class SideResult:
    """A side as a result shows it. `total`, `as_played` (without any ruling) and `credited` are
    match points; `credited` is what the standings count, less than the total where the rules cap a
    result."""

    side: Side
    names: str
    total: int
    as_played: int
    credited: int
    won: bool


def side_results(match: Match, standing: Standing) -> list[SideResult]:
    """The sides in the order of the sheet."""
    return [
        SideResult(
            side,
            names(match, side),
            standing.totals[side],
            standing.as_played[side],
            standing.credited[side],
            side == standing.winner,
        )
        for side in match.rules.table.sides
    ]


def ended_by(match: Match) -> str:
    """What ended the match, as a sentence; empty while it goes on. Why it was given up is apart."""
    rules, sheet = match.rules, match.sheet
    if match.given_up_by:
        who = {"side": names(match, match.given_up_by)}
        return gettext("%(side)s gave up.") % who
    if match.given_up:
        return gettext("All agreed to stop before the end.")
    if sheet.finished == "target":
        return gettext("The target of %(target)s points is reached.") % {"target": rules.target}
    if sheet.finished == "deals":
        played = {"deals": sheet.played}
        return (
            ngettext(
                "The %(deals)s deal is played.", "All %(deals)s deals are played.", sheet.played
            )
            % played
        )
    if sheet.finished == "minutes":
        return gettext("The time of %(minutes)s minutes is up.") % {"minutes": rules.minutes}
    return ""


@dataclass(frozen=True)
class SignedBy:
    """A signature as a result shows it: `name` signed for the side of `names`."""

    side: Side
    names: str
    name: str
    at: datetime


def signatures(match: Match) -> list[SignedBy]:
    """Who signed so far, in the order of signing."""
    return [
        SignedBy(
            signature.side, names(match, signature.side), match.told(signature.name), signature.at
        )
        for signature in match.signatures.order_by("at", "pk")
    ]
