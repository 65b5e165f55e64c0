"""Changes of a match in a player's words: facts of a deal, before and after, and what follows."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext, gettext_lazy, pgettext

from games.effect import Change, Effect, Standing
from games.manille.notation import parse_tricks
from games.manille.rules import Rules
from games.manille.scoring import Line
from games.models import LogEntry, Match
from games.templatetags.cards import SUIT_WORDS
from games.wording.sheet import CALLS, MISDEALS, multiplier_words, names

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


def revoke_words(rules: Rules) -> str:
    """What a revoke costs in this match, as a sentence."""
    if rules.revoke == "whole-pot" and len(rules.table.camps(rules.table.seats[0])) > 2:
        return gettext(
            "In this match a player who revoked counts no card points; the others keep theirs."
        )
    return str(REVOKES[rules.revoke])


@dataclass(frozen=True)
class Value:
    """One value as shown: a text, a suit drawn beside it, or cards."""

    text: str = ""
    suit: str = ""
    cards: tuple[str, ...] = ()


@dataclass(frozen=True)
class Row:
    """One thing before and after; None: nothing was said of it, or the deal is not there."""

    label: str
    before: Value | None
    after: Value | None

    @property
    def differs(self) -> bool:
        return self.before != self.after


# What was told of a deal


def facts_of(match: Match, facts: Mapping[str, Any]) -> dict[str, tuple[str, Value]]:
    """The facts of a deal as the log keeps them, as labels and values, keyed by which fact it is."""
    return {key: (label, value) for key, label, value in _told(match, facts)}


def _told(match: Match, facts: Mapping[str, Any]) -> Iterator[tuple[str, str, Value]]:
    def player(seat: str) -> Value:
        return Value(names(match, seat))

    if "dealer" in facts:
        yield "dealer", gettext("Dealer, as told"), player(facts["dealer"])
    if "misdeal" in facts:
        kind = facts["misdeal"]
        yield "misdeal", gettext("What happened"), Value(str(MISDEALS.get(kind, kind)))
    if "trump" in facts:
        suit = facts["trump"]
        yield "trump", pgettext("suit", "Trump"), Value(str(SUIT_WORDS.get(suit, suit)), suit)
    if "declarer" in facts:
        yield "declarer", gettext("Trump named by"), player(facts["declarer"])
    if "calls" in facts:
        calls = " ".join(facts["calls"])
        yield "calls", gettext("Doubling"), Value(str(CALLS.get(calls, calls)))
    if "bid" in facts:
        yield "bid", gettext("Card points bid"), Value(str(facts["bid"]))
    for camp, points in facts.get("card_points", {}).items():
        label = gettext("Card points of %(side)s") % {"side": names(match, camp)}
        yield f"card_points {camp}", label, Value(str(points))
    if "last_trick" in facts:
        yield "last_trick", gettext("Last trick won by"), player(facts["last_trick"])
    if "ruling" in facts:
        yield "ruling", gettext("Ruling"), Value(ruling_words(match, facts["ruling"]))
        reason = facts["ruling"].get("reason")
        if reason:
            yield "ruling reason", gettext("Reason of the ruling"), Value(reason)
    if "note" in facts:
        yield "note", gettext("Note"), Value(facts["note"])
    if "leader" in facts:
        yield "leader", gettext("Led first"), player(facts["leader"])
    for seat, hand in facts.get("hands", {}).items():
        label = gettext("Hand of %(player)s") % {"player": names(match, seat)}
        yield f"hand {seat}", label, Value(cards=tuple(hand.split()))
    for number, trick in enumerate(parse_tricks(facts.get("tricks", ()), match.rules), 1):
        cards = tuple(str(card) if card else "??" for card in trick.cards)
        label = gettext("Trick %(number)s") % {"number": number}
        yield f"trick {number}", label, Value(cards=cards)


def ruling_words(match: Match, ruling: Mapping[str, Any]) -> str:
    """A ruling as a record tells it, as a sentence; its reason is apart."""
    if "revoke" in ruling:
        who = {"player": names(match, ruling["revoke"]), "trick": ruling.get("trick")}
        if ruling.get("trick"):
            return gettext("%(player)s revoked in trick %(trick)s") % who
        return gettext("%(player)s revoked") % who
    points = ruling.get("points") or {}
    given = ", ".join(
        gettext("%(side)s: %(points)s") % {"side": names(match, side), "points": number}
        for side, number in points.items()
    )
    return gettext("Points given: %(given)s") % {"given": given}


def differences(
    match: Match, before: Mapping[str, Any] | None, after: Mapping[str, Any] | None
) -> list[Row]:
    """The facts of a deal before and after a change, in the order of telling; cards only where they
    changed, since there are many."""
    old, new = facts_of(match, before or {}), facts_of(match, after or {})
    order = list(_merged(list(old), list(new)))
    rows = []
    for key in order:
        label = (new.get(key) or old[key])[0]
        row = Row(label, old[key][1] if key in old else None, new[key][1] if key in new else None)
        many = bool((row.after or row.before or Value()).cards)
        if row.differs or not many:
            rows.append(row)
    return rows


_ORDER = (
    "dealer misdeal trump declarer calls bid card_points last_trick ruling note leader hand trick"
).split()


def _merged(old: list[str], new: list[str]) -> list[str]:
    """The keys of both, in the order of telling."""
    return sorted(dict.fromkeys([*old, *new]), key=lambda key: _ORDER.index(key.split()[0]))


# What a change comes to


@dataclass(frozen=True)
class EffectWords:
    """An effect, ready to be shown: rows of the deal itself, later deals with theirs, the match."""

    told: list[Row]
    scored: list[Row]
    later: list[tuple[int, list[Row]]]
    match: list[Row]


def effect_words(match: Match, effect: Effect) -> EffectWords:
    """What a change comes to, in words."""
    return EffectWords(
        differences(match, *effect.facts),
        _line_rows(match, effect.deal),
        [(change.number, _changed(_line_rows(match, change))) for change in effect.later],
        _standing_rows(match, effect.before, effect.after),
    )


def _changed(rows: list[Row]) -> list[Row]:
    return [row for row in rows if row.differs]


def _line_rows(match: Match, change: Change) -> list[Row]:
    before, after = _line(match, change.before), _line(match, change.after)
    return [Row(label, before.get(label), after.get(label)) for label in before | after]


def _line(match: Match, line: Line | None) -> dict[str, Value]:
    """What the sheet derives of a deal, by label."""
    if line is None:
        return {}
    found = {gettext("Dealt by"): Value(names(match, line.dealer))}
    if line.multiplier is not None:
        words = multiplier_words(match.rules, line)
        times = f"×{line.multiplier}"
        found[gettext("Counts")] = Value(f"{times} ({words})" if words else times)
    for side, points in line.points.items():
        label = gettext("Match points of %(side)s") % {"side": names(match, side)}
        found[label] = Value(str(points))
    if line.kind != "played":
        found[gettext("On the sheet")] = Value(kind_words(line))
    return found


def kind_words(line: Line) -> str:
    """What a line that is not simply a played deal is."""
    return {
        "misdeal": gettext("a misdeal"),
        "replayed": gettext("drawn, and dealt again"),
        "unscored": gettext("no points, too little is known"),
        "beyond": gettext("after the end of the match: does not count"),
    }.get(line.kind, "")


def _standing_rows(match: Match, before: Standing, after: Standing) -> list[Row]:
    rows = [
        Row(
            gettext("Total of %(side)s") % {"side": names(match, side)},
            Value(str(before.totals[side])),
            Value(str(after.totals[side])),
        )
        for side in match.rules.table.sides
    ]
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


def entry_words(match: Match, entry: LogEntry) -> Entry:
    """A row of the log, ready to be shown."""
    before, after = entry.before or {}, entry.after or {}
    verb, of_deal = entry.verb, entry.number is not None
    if verb == "rule" and "ruling" not in after:
        verb = "rule none"
    if verb == "give up" and not after.get("side"):
        verb = "agree"
    totals = after.get("totals") or before.get("totals") or {}
    return Entry(
        at=entry.at,
        by=entry.by,
        verb=verb,
        number=entry.number,
        reason=entry.reason,
        rows=differences(match, before, after) if of_deal else [],
        compared=bool(of_deal and before and after),
        side=names(match, after.get("side") or "") if not of_deal else "",
        name=after.get("name", "") if not of_deal else "",
        score="–".join(str(totals[side]) for side in match.rules.table.sides if side in totals),
        deals=after.get("deals", 0) if entry.verb == "start" else 0,
    )
