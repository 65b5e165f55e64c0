"""A deal in a player's words: what was told of it, what the sheet makes of it, before and after."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, pgettext

from games.manille.events import Event
from games.manille.notation import parse_tricks
from games.manille.scoring import Line
from games.manille.table import Side
from games.models import Deal, Match
from games.wording.cards import SUIT_WORDS
from games.wording.events import event_words
from games.wording.figures import figure
from games.wording.rulings import (
    RulingWords,
    decision_words,
    moment_words,
    rule_words,
    rulings_words,
    score_words,
)
from games.wording.sheet import (
    CALLS,
    MISDEALS,
    contract_words,
    declarer_label,
    multiplier_words,
    names,
)


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
    """The facts of a deal as the log keeps them, as labels and values, by which fact it is."""
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
        yield "declarer", declarer_label(match.rules), player(facts["declarer"])
    if "calls" in facts:
        calls = " ".join(facts["calls"])
        yield "calls", gettext("Doubling"), Value(str(CALLS.get(calls, calls)))
    if "bid" in facts:
        yield "bid", gettext("Card points bid"), Value(str(facts["bid"]))
    if "blind" in facts:
        yield "blind", gettext("No trump named before looking"), Value(gettext("yes"))
    seats = match.rules.table.seats
    # By seats: what is stored comes back in an order of the database's own.
    card_points = facts.get("card_points", {})
    for camp in sorted(card_points, key=lambda camp: seats.index(camp[0])):
        label = gettext("Card points of %(side)s") % {"side": names(match, camp)}
        yield f"card_points {camp}", label, Value(str(card_points[camp]))
    if "last_trick" in facts:
        yield "last_trick", gettext("Last trick won by"), player(facts["last_trick"])
    if "ruling" in facts:
        yield from _told_of_ruling(match, facts["ruling"])
    if "note" in facts:
        yield "note", gettext("Note"), Value(facts["note"])
    yield from _happened(match, facts)
    if "leader" in facts:
        yield "leader", gettext("Led first"), player(facts["leader"])
    for seat, hand in sorted(facts.get("hands", {}).items(), key=lambda one: seats.index(one[0])):
        label = gettext("Hand of %(player)s") % {"player": names(match, seat)}
        yield f"hand {seat}", label, Value(cards=tuple(hand.split()))
    for number, trick in enumerate(parse_tricks(facts.get("tricks", ()), match.rules), 1):
        cards = tuple(card or "??" for card in trick.cards)
        label = gettext("Trick %(number)s") % {"number": number}
        yield f"trick {number}", label, Value(cards=cards)


def _happened(match: Match, facts: Mapping[str, Any]) -> Iterator[tuple[str, str, Value]]:
    for place, event in enumerate(facts.get("events", ())):
        text = event_words(match, Event(**event))
        yield f"event {place}", gettext("Event"), Value(text)


def _told_of_ruling(match: Match, ruling: Mapping[str, Any]) -> Iterator[tuple[str, str, Value]]:
    yield "ruling", gettext("Ruling"), Value(decision_words(match, ruling))
    appeal = ruling.get("appeal", {})
    for key, label, text in (
        ("penalties", gettext("Penalty"), score_words(match, ruling.get("penalties", {}))),
        ("rule", gettext("By which rule"), rule_words(match, ruling.get("rule", ""))),
        ("by", gettext("Who ruled"), ruling.get("by", "")),
        ("at", gettext("When it was ruled"), moment_words(ruling.get("at", ""))),
        ("reason", gettext("Reason of the ruling"), ruling.get("reason", "")),
        ("appeal by", gettext("Who appeals"), appeal.get("by", "")),
        ("appeal at", gettext("When it was appealed against"), moment_words(appeal.get("at", ""))),
        ("appeal reason", gettext("Reason of the appeal"), appeal.get("reason", "")),
    ):
        if text:
            yield f"ruling {key}", label, Value(text)


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


_ORDER = [
    "dealer",
    "misdeal",
    "trump",
    "declarer",
    "calls",
    "bid",
    "blind",
    "card_points",
    "last_trick",
    "ruling",
    "note",
    "event",
    "leader",
    "hand",
    "trick",
]


def _merged(old: list[str], new: list[str]) -> list[str]:
    """The keys of both, in the order of telling."""
    return sorted(dict.fromkeys([*old, *new]), key=lambda key: _ORDER.index(key.split()[0]))


# What the sheet makes of it


def line_words(match: Match, line: Line | None) -> dict[str, Value]:
    """What the sheet derives of a deal, by label."""
    if line is None:
        return {}
    found = {gettext("Dealt by"): Value(names(match, line.dealer))}
    if line.multiplier is not None:
        words = multiplier_words(match.rules, line)
        times = f"×{line.multiplier}"
        found[gettext("Counts")] = Value(f"{times} ({words})" if words else times)
    if words := contract_words(match, line):
        found[gettext("Contract")] = Value(words)
    for side, points in line.points.items():
        label = gettext("Match points of %(side)s") % {"side": names(match, side)}
        found[label] = Value(figure(points))
    for side, points in _penalties(line):
        found[gettext("Penalty of %(side)s") % {"side": names(match, side)}] = Value(figure(points))
    if line.kind != "played":
        found[gettext("On the sheet")] = Value(kind_words(line))
    return found


def _penalties(line: Line) -> list[tuple[Side, int]]:
    """Those who have one, with their penalty."""
    return [(side, points) for side, points in line.penalties.items() if points]


def kind_words(line: Line) -> str:
    """What a line that is not simply a played deal is."""
    return {
        "misdeal": gettext("a misdeal"),
        "replayed": gettext("drawn, and dealt again"),
        "unscored": gettext("no points, too little is known"),
        "beyond": gettext("after the end of the match: does not count"),
    }.get(line.kind, "")


# The page of a deal


@dataclass(frozen=True)
class SidePoints:
    """A side's figures of one deal: card points of its camp (None: not known) and match points,
    both as ruled, a `penalty` apart from them, and the running total."""

    names: str
    card_points: int | None
    points: int
    penalty: int
    total: int


@dataclass(frozen=True)
class DealWords:
    """A deal, ready to be shown. `told` and `scored` are labels with values; `rulings` all that
    were given, newest first; `ruled` compares the deal as played with the deal as ruled, where that
    differs, and `scores_otherwise` says whether more differs of it than the totals it starts from.
    """

    told: list[tuple[str, Value]]
    scored: list[tuple[str, Value]]
    sides: list[SidePoints]
    penalised: bool
    rulings: list[RulingWords]
    pooled: str  # those who kept scores apart but played this deal together
    ruled: list[Row]
    scores_otherwise: bool


def deal_words(match: Match, deal: Deal, line: Line) -> DealWords:
    """All that is said of a deal on its page."""
    table = match.rules.table
    facts = facts_of(match, deal.facts)
    derived = line_words(match, line)
    scored = [(gettext("Dealt by"), Value(names(match, line.dealer)))]
    if not deal.misdeal:
        leads = Value(names(match, deal.leader or line.eldest))
        scored.append((gettext("Led first"), leads))
    shown = (gettext("Counts"), gettext("Contract"), gettext("On the sheet"))
    card_points = None if deal.misdeal else line.card_points or deal.points_by_camp
    return DealWords(
        told=[
            fact
            for key, fact in facts.items()
            if key.split()[0]
            in ("misdeal", "trump", "declarer", "calls", "bid", "blind", "last_trick")
        ],
        scored=[*scored, *((label, derived[label]) for label in shown if label in derived)],
        sides=[
            SidePoints(
                names(match, side),
                card_points and card_points[table.camp_of(side[0], line.dealer)],
                line.points[side],
                line.penalties.get(side, 0),
                line.totals[side],
            )
            for side in table.sides
        ],
        penalised=bool(line.penalties),
        rulings=rulings_words(match, deal),
        pooled=names(match, line.camps[-1]) if table.dealer_alone and not deal.misdeal else "",
        ruled=ruled_rows(match, line),
        scores_otherwise=bool(
            line.penalties or (line.as_played and line.as_played.points != line.points)
        ),
    )


def ruled_rows(match: Match, line: Line) -> list[Row]:
    """The deal as played and as ruled; empty where no ruling makes a difference."""
    plain = line.as_played
    if plain is None:
        return []
    rows = []
    if line.multiplier != plain.multiplier:
        before, after = (
            None if times is None else Value(f"×{times}")
            for times in (plain.multiplier, line.multiplier)
        )
        rows.append(Row(gettext("Counts"), before, after))
    table, taken, ruled = match.rules.table, line.result.card_points, line.card_points
    if ruled and ruled != taken:
        for side in table.sides:
            camp = table.camp_of(side[0], line.dealer)
            rows.append(
                Row(
                    gettext("Card points of %(side)s") % {"side": names(match, side)},
                    Value(figure(taken[camp])) if taken and camp in taken else None,
                    Value(figure(ruled[camp])),
                )
            )
    for side in match.rules.table.sides:
        side_names = {"side": names(match, side)}
        rows.append(
            Row(
                gettext("Match points of %(side)s") % side_names,
                Value(figure(plain.points[side])),
                Value(figure(line.points[side])),
            )
        )
    for side, points in _penalties(line):
        label = gettext("Penalty of %(side)s") % {"side": names(match, side)}
        rows.append(Row(label, None, Value(figure(points))))
    for side in match.rules.table.sides:
        rows.append(
            Row(
                gettext("Total of %(side)s") % {"side": names(match, side)},
                Value(figure(plain.totals[side])),
                Value(figure(line.totals[side])),
            )
        )
    return rows
