"""What captains typed in as the results of the games of their meeting; the log tells."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .table import FACTS, RESULT_KINDS, SIDES

if TYPE_CHECKING:
    from .meeting import Meeting


def typed_in(meeting: "Meeting") -> list[dict[str, Any]]:
    """What the log tells of the results typed in since the round of the meeting was drawn, in
    order: a round that was taken back had meetings of the same numbers."""
    rows = meeting.competition.log.filter(
        verb__in=("type result", "correct result"),
        round=meeting.round.number,
        after__table=meeting.number,
        at__gte=meeting.round.drawn_at,
    )
    told = rows.order_by("pk").values_list("after", flat=True)
    # A restored log can hold anything.
    return [each for each in told if isinstance(each.get("game"), int)]


def is_result(facts: Mapping[str, Any]) -> bool:
    """Whether these can be the facts of a result."""
    figures = [facts[fact] for fact in FACTS if fact not in ("kind", "winner")]
    return (
        facts["kind"] in RESULT_KINDS
        and facts["winner"] in ("", *SIDES)
        and all(each is None or isinstance(each, int) for each in figures)
    )


def differ(claims: Mapping[str, Mapping[str, Any]]) -> bool:
    """Whether both captains told a result of a game (`Meeting.claims`), and not the same."""
    return len(claims) > 1 and claims["a"] != claims["b"]
