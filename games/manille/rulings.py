"""Rulings: what a referee decided on a deal, what cannot be decided, and rulings as JSON values.

A deal keeps all its rulings in order: the last one stands, and none is ever erased. To set one
aside, another replaces it, if need be one that says that the play stands.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .errors import Fault, gettext_noop
from .rules import Rules
from .table import Seat, Side

MOST_GIVEN = 9999
"""Match points given or taken by a ruling go no further than this, up or down."""


@dataclass(frozen=True)
class Appeal:
    """Said against a ruling: `by` whom, `at` what time (ISO 8601, with its offset), and why."""

    by: str = ""
    at: str = ""
    reason: str = ""


@dataclass(frozen=True)
class Ruling:
    """A referee's decision on a deal. It names either `revoke`, the seat that broke the rules (in
    `trick`, where known), which the option `revoke` turns into points; or `points`, match points by
    side (a side left out gets none) that stand instead of the deal's own; or that the `play_stands`
    as it was. Beside it, or alone, `penalties`: match points by side, apart from the deal's points,
    mostly below 0. `rule` tells by which rule, as a text or `revoke: ` and the option's value, `by`
    who ruled, `at` when (ISO 8601, with its offset); `appeal` is what was said against it."""

    reason: str = ""
    revoke: Seat | None = None
    trick: int | None = None
    points: Mapping[Side, int] | None = None
    play_stands: bool = False
    penalties: Mapping[Side, int] | None = None
    rule: str = ""
    by: str = ""
    at: str = ""
    appeal: Appeal | None = None


def ruling_faults(rules: Rules, ruling: Ruling, misdeal: bool) -> list[Fault]:
    """Why there can be no such ruling on a deal; faults have no place."""
    messages = []
    named = sum((ruling.revoke is not None, ruling.points is not None, ruling.play_stands))
    if named > 1 or (not named and not ruling.penalties):
        messages.append(
            gettext_noop(
                "A ruling names either who revoked or the points given, or says that the play "
                "stands, or gives penalties."
            )
        )
    if ruling.revoke is not None and misdeal:
        messages.append(gettext_noop("Nobody can revoke in a misdeal: nothing was played."))
    trick = ruling.trick
    if trick is not None and (type(trick) is not int or not 1 <= trick <= rules.hand_size):
        messages.append(gettext_noop("There is no such trick in a deal."))
    for side, points in (*(ruling.points or {}).items(), *(ruling.penalties or {}).items()):
        if side not in rules.table.sides:
            messages.append(gettext_noop("Points can be given only to the sides of the match."))
        elif type(points) is not int or abs(points) > MOST_GIVEN:
            messages.append(
                gettext_noop("The points given are whole numbers of at most four figures.")
            )
    return [Fault(message) for message in messages]


def ruling_to_json(rules: Rules, ruling: Ruling) -> dict[str, Any]:
    """The ruling as records and rows hold it, keys without a value left out."""

    def by_side(points: Mapping[Side, int]) -> dict[Side, int]:
        return {side: points[side] for side in rules.table.sides if side in points}

    found: dict[str, Any] = {"revoke": ruling.revoke, "trick": ruling.trick}
    if ruling.points is not None:
        found["points"] = by_side(ruling.points)
    found |= {
        "play_stands": ruling.play_stands or None,
        "penalties": by_side(ruling.penalties or {}) or None,
        "rule": ruling.rule,
        "by": ruling.by,
        "at": ruling.at,
        "reason": ruling.reason,
    }
    if ruling.appeal is not None:
        found["appeal"] = {key: value for key, value in vars(ruling.appeal).items() if value}
    return {key: value for key, value in found.items() if value not in (None, "")}


def ruling_from_json(told: Mapping[str, Any]) -> Ruling:
    """The ruling that `ruling_to_json` wrote."""
    appeal = told.get("appeal")
    return Ruling(**{**told, "appeal": None if appeal is None else Appeal(**appeal)})
