"""How a competition is counted, in words: what of its scheme can bear on its standings."""

from fractions import Fraction
from typing import Any

from django.utils.translation import gettext

from games.models import Competition
from games.models.formats import Format
from games.standings import Scheme
from games.standings.scheme import NUMBERS, OPPONENTS
from games.wording.lists import listed
from games.wording.rules import identifier, rules_title
from games.wording.schemes import (
    GROUPS,
    HELP_WHERE_SEVERAL_ARE_MISSED,
    LABELS,
    VALUES,
    WHEN_A_BYE_COUNTS,
    measure_name,
    written_number,
)
from games.wording.standings import shown_figure

BYES = {"bye", "requested_bye", "bye_games", "bye_points", "requested_bye_points"}
MATCH_POINTS = {"match-points-for", "match-points-against", "difference"}


def about_counting(competition: Competition) -> dict[str, Any]:
    """By which rules a competition is played, and how its results become standings: what it is
    `ranked_by`, in order; by group, as pairs of a label and a value, the options that can bear on
    that; and a `note` where a bye stands for several games, or its round may be still to come."""
    scheme, how = competition.scheme, competition.how
    options = bearing(scheme, how)
    groups = [
        (title, [(LABELS[each], value_of(scheme, each)) for each in group if each in options])
        for title, group in GROUPS
    ]
    if "head-to-head" in scheme.measures:
        looked_at = listed(map(measure_name, scheme.among_tied))
        groups[-1][1].insert(0, (gettext("Head-to-head looks at"), looked_at))
    note = ""
    if options & BYES and competition.option.get("three_games"):
        note = HELP_WHERE_SEVERAL_ARE_MISSED["requested_bye"]
    elif options & BYES and how.at_once:
        note = WHEN_A_BYE_COUNTS
    return {
        "rules": rules_title(competition.preset, competition.rules_name),
        "identifier": identifier(competition.rules),
        "ranked_by": list(map(measure_name, scheme.measures)),
        "groups": [(title, told) for title, told in groups if told],
        "note": note,
    }


def bearing(scheme: Scheme, how: Format) -> set[str]:
    """The options of a scheme that can bear on its measures, in a competition of that format:
    nothing of league points where nobody is ranked by them. Means are over matches alone."""
    opponents = bool(set(OPPONENTS) & set(scheme.measures))
    sums = {*scheme.measures, *(["league-points"] if opponents else [])}
    looked_at = scheme.among_tied if "head-to-head" in scheme.measures else ()
    measures = {measure.removesuffix("-mean") for measure in (*sums, *looked_at)}
    found = {"withdrawn"}
    if "league-points" in measures:
        found |= {"win", "draw", "loss", "forfeit_win", "forfeit_loss"}
    if "league-points" in sums:
        found |= {"bye", "requested_bye", "late"}
    if "games-won" in measures:
        found |= {"drawn_game", "forfeit_games"}
    if "games-won" in sums:
        found.add("bye_games")
    if measures & MATCH_POINTS:
        found |= {"forfeit_points"} | ({"result_cap"} if scheme.result_cap else set())
    if sums & MATCH_POINTS:
        found |= {"bye_points", "requested_bye_points"}
    if how.at_once:  # nobody enters late, or asks for a bye
        found -= {"late", "requested_bye", "requested_bye_points"}
    if scheme.best:
        found.add("best")
    if scheme.withdrawn == "by-rounds":
        found |= {"keep_from", "rounds"}
    if scheme.withdrawn != "void":
        found.add("unplayed")
    if "head-to-head" in scheme.measures:
        found |= {"head_to_head", "head_to_head_when"}
    if opponents:
        found |= {"bye_opponent", "forfeit_opponent", "withdrawn_opponent"}
        if scheme.withdrawn_opponent == "draws":
            found.add("rounds")
    if "opponents-cut" in scheme.measures:
        found |= {"cut_lowest", "cut_highest"}
    return found


def value_of(scheme: Scheme, option: str) -> str:
    """What an option is set to: `½`, `2/3`, `0–0`, or in words."""
    value = getattr(scheme, option)
    if option in VALUES:
        return str(VALUES[option][value])
    if isinstance(value, tuple):
        return "–".join(shown_figure("match-points-for", each) for each in value)
    if option in NUMBERS and Fraction(value).denominator > 2:
        return written_number(value)  # exact: a third is not 0.33
    return shown_figure("league-points", value)
