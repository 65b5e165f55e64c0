"""Changes of a match in a player's words: what one comes to, and the history of all of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext

from games.effect import Change, Effect, Standing
from games.manille.table import Side
from games.models import LogEntry, Match
from games.wording.deals import Row, Value, differences, line_words, ruled_rows
from games.wording.figures import figure
from games.wording.scoreboard import say_carried
from games.wording.sheet import names

# What a change comes to


@dataclass(frozen=True)
class EffectWords:
    """An effect, ready to be shown: rows of the deal itself, which then compared as played and as
    `ruled`, later deals with theirs, the match, and its totals as played and as ruled."""

    told: list[Row]
    scored: list[Row]
    ruled: list[Row]
    later: list[tuple[int, list[Row]]]
    match: list[Row]
    match_ruled: list[Row]


def effect_words(match: Match, effect: Effect) -> EffectWords:
    """What a change comes to, in words."""
    after = effect.deal.after
    return EffectWords(
        differences(match, *effect.facts),
        _line_rows(match, effect.deal),
        ruled_rows(match, after) if after and after.result.ruling else [],
        [(change.number, _later_rows(match, effect, change)) for change in effect.later],
        _standing_rows(match, effect.before, effect.after),
        _total_rows(match, effect.after.as_played, effect.after.totals)
        if effect.after.as_played != effect.after.totals
        else [],
    )


def _later_rows(match: Match, effect: Effect, change: Change) -> list[Row]:
    """What differs of a later deal, and whether the match ends with it, where that differs."""
    rows = _line_rows(match, change)
    ended = [
        Value(
            result_words(match, standing) if line and line.ended else gettext("The match goes on")
        )
        for line, standing in ((change.before, effect.before), (change.after, effect.after))
    ]
    return [row for row in [*rows, Row(gettext("Result"), *ended)] if row.differs]


def _line_rows(match: Match, change: Change) -> list[Row]:
    before, after = line_words(match, change.before), line_words(match, change.after)
    return [Row(label, before.get(label), after.get(label)) for label in before | after]


def _total_rows(match: Match, before: Mapping[Side, int], after: Mapping[Side, int]) -> list[Row]:
    return [
        Row(
            gettext("Total of %(side)s") % {"side": names(match, side)},
            Value(figure(before[side])),
            Value(figure(after[side])),
        )
        for side in match.rules.table.sides
    ]


def _standing_rows(match: Match, before: Standing, after: Standing) -> list[Row]:
    rows = _total_rows(match, before.totals, after.totals)
    rows.append(
        Row(
            gettext("Result"),
            Value(result_words(match, before)),
            Value(result_words(match, after)),
        )
    )
    if not (before.over and after.over):
        deals_next = [
            None if standing.over else Value(names(match, standing.next_dealer))
            for standing in (before, after)
        ]
        rows.append(Row(gettext("Deals next"), *deals_next))
    if before.carried != after.carried:
        next_deals = [
            Value(say_carried(standing.carried)) if standing.carried else None
            for standing in (before, after)
        ]
        rows.append(Row(gettext("Next deal"), *next_deals))
    return rows


def result_words(match: Match, standing: Standing) -> str:
    """How a match stands, in a few words."""
    if not standing.over:
        return gettext("The match goes on")
    if standing.winner is None:
        return gettext("Drawn match")
    return gettext("%(side)s won") % {"side": names(match, standing.winner)}


# The history


@dataclass(frozen=True)
class Entry:
    """One change as the history tells it. `side`, `name` and `score` are a signature's; `rows` what
    was told of the deal, `compared` when both before and after are there."""

    at: datetime
    by: str
    verb: str
    number: int | None
    reason: str
    rows: list[Row]
    compared: bool
    side: str = ""
    name: str = ""
    score: str = ""
    deals: int = 0


def _ruled(before: Mapping[str, Any] | None, after: Mapping[str, Any] | None) -> str:
    """What giving a ruling came to."""
    if after is None:
        return "rule none"  # as it could be done once
    if before is None:
        return "rule"
    told = ("revoke", "trick", "points", "play_stands", "penalties")
    same = all(before.get(key) == after.get(key) for key in told)
    return "uphold" if same and "appeal" in before else "rule again"


def entry_words(match: Match, entry: LogEntry) -> Entry:
    """A row of the log, ready to be shown."""
    before, after = match.told(entry.before or {}), match.told(entry.after or {})
    verb, of_deal = entry.verb, entry.number is not None
    if verb == "rule":
        verb = _ruled(before.get("ruling"), after.get("ruling"))
    if verb == "give up" and not after.get("side"):
        verb = "agree"
    totals = after.get("totals") or before.get("totals") or {}
    rows = differences(match, before, after) if of_deal else []
    if verb in ("cards", "events"):
        rows = [row for row in rows if row.differs]
    return Entry(
        at=entry.at,
        by=match.told(entry.by),
        verb=verb,
        number=entry.number,
        reason=match.told(entry.reason),
        rows=rows,
        compared=bool(of_deal and before and after),
        side=names(match, after.get("side") or "") if not of_deal else "",
        name="" if of_deal else after.get("name") or (after | before).get("club", ""),
        score="–".join(figure(totals[side]) for side in match.rules.table.sides if side in totals),
        deals=after.get("deals", 0) if entry.verb == "start" else 0,
    )
