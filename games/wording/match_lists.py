"""A match in a list, ready to be shown."""

from typing import Any

from django.utils.translation import gettext

from games.models import Match, Table
from games.wording.matches import say_state, totals_as_played
from games.wording.tables import say_facts


def match_row(match: Match, typed: Table | None = None) -> dict[str, Any]:
    """A match in a list: its sides with their totals, how it stands, whether it goes on. `typed`:
    its table, where a result was typed in there that counts instead of its sheet; the totals are
    None where that was not played."""
    if typed:
        return _typed_row(match, typed)
    totals = match.sheet.totals
    return {
        "match": match,
        "sides": [{"names": match.names(side), "total": totals[side]} for side in totals],
        "as_played": totals_as_played(match),
        "state": say_state(match),
        "open": not (match.is_signed or match.is_over),
    }


def _typed_row(match: Match, table: Table) -> dict[str, Any]:
    names = [match.names(side) for side in match.rules.table.sides]
    points = (table.points_a, table.points_b) if table.kind == "played" else (None, None)
    one, other = names
    state = gettext("counts as it was typed in")
    if table.kind != "played":
        state = say_facts(table.facts, {"one": one, "other": other})
    return {
        "match": match,
        "sides": [
            {"names": each, "total": total} for each, total in zip(names, points, strict=True)
        ],
        "as_played": "",
        "state": state,
        "open": False,
    }
