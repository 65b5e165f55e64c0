"""A rule set on paper: its sentences, its worked examples and its score table in a player's words.

Everything is told of the rules alone: of a match only the names of its rules are used.
"""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext

from games.manille.examples import TrickExample, score_example, trick_example
from games.manille.likeness import resembling
from games.manille.presets import PRESETS, SOURCES
from games.manille.replay import refuses_legality
from games.manille.rules import Rules
from games.manille.score_table import ScoreTable, score_table
from games.manille.scoring import Line
from games.manille.table import Camp
from games.models.names import joined
from games.wording.cards import suit_word
from games.wording.figures import figure

from .results import SEATS
from .rule_options import OPTIONS
from .rule_sentences import sentences, talk_reminder
from .rules import identifier, title, value_word
from .sheet import multiplier_words

CALLED = {
    ("double",): gettext_lazy("The opponents doubled."),
    ("double", "redouble"): gettext_lazy("The opponents doubled, the declarer’s side redoubled."),
    ("double", "redouble", "third"): gettext_lazy(
        "The opponents doubled, the declarer’s side redoubled and the opponents doubled again."
    ),
}

# What binds the last player of the example; `suit` is the suit led.
DUTIES = {
    "head": gettext_noop(
        "%(seat)s must follow suit (%(suit)s), with a card higher than the one winning."
    ),
    "follow": gettext_noop("%(seat)s must follow suit (%(suit)s); any card of it will do."),
    "ruff": gettext_noop("%(seat)s holds none of the suit led (%(suit)s) and must trump."),
    "overtrump": gettext_noop(
        "%(seat)s holds none of the suit led (%(suit)s) and must play a higher trump than the one "
        "winning."
    ),
    "no-undertrump": gettext_noop(
        "%(seat)s holds none of the suit led (%(suit)s) and may play anything but a lower trump "
        "than the one winning."
    ),
    "free": gettext_noop("%(seat)s may play any card."),
}

# Of each part of a score table its title, and the head of its first column.
HEADINGS = {
    "camps": (gettext_lazy("Match points of both sides"), gettext_lazy("Card points")),
    "each": (gettext_lazy("Match points of each player"), gettext_lazy("Card points")),
    "made": (gettext_lazy("If the bid is made"), gettext_lazy("Card points")),
    "failed": (gettext_lazy("If the bid fails"), gettext_lazy("Points short")),
}
MARKS = {
    "": "",
    "level": gettext_lazy("level"),
    "narrow": gettext_lazy("narrowest win"),
    "whole-pot": gettext_lazy("all the points"),
}
WAYS = {
    "no-trump": gettext_lazy("no trump"),
    "blind-no-trump": gettext_lazy("no trump named blind"),
    "double": gettext_lazy("doubled"),
    "redouble": gettext_lazy("redoubled"),
    "third": gettext_lazy("doubled again"),
    "carried": gettext_lazy("draw before"),
    "failed": gettext_lazy("not made"),
}

ROWS_TO_SPLIT = 12
"""With more rows than this a part of the table is split into blocks that stand side by side."""


def tell_rules(rules: Rules, preset: str) -> dict[str, Any]:
    """All that a passport shows: sentences by group, those unlike the system's marked `house`, with
    what the system says `instead`; source, reminder, identifier, and the two worked examples."""
    groups = sentences(rules)
    system = sentences(PRESETS[preset]) if preset in PRESETS else groups
    told = [
        {
            "title": heading,
            "sentences": [{"text": text, "house": text not in theirs} for text in ours],
            "instead_of": [text for text in theirs if text not in ours],
        }
        for (heading, ours), (_heading, theirs) in zip(groups, system, strict=True)
    ]
    return {
        "system": title(preset),
        "identifier": identifier(rules),
        "groups": told,
        "house": any(group["instead_of"] for group in told) or groups != system,
        "reminder": talk_reminder(rules),
        "source": SOURCES.get(preset, ""),
        "score": list(_tell_score(rules, score_example(rules))),
        "trick": _tell_trick(rules),
        "refusal": _(refusal) if (refusal := refuses_legality(rules)) else "",
    }


def _seats(camp: Camp) -> str:
    return joined(str(SEATS[seat]) for seat in camp)


def _tell_score(rules: Rules, line: Line) -> Iterator[str]:
    """How the example's deal is scored, step by step."""
    contract, card_points = line.result.contract, line.card_points
    if contract is None or card_points is None:  # never of an example
        return
    words: dict[str, Any] = {"dealer": SEATS[line.dealer]}
    if contract.bid is not None:
        words["bid"] = contract.bid
        yield _("%(dealer)s dealt, and won the auction with a bid of %(bid)s card points.") % words
    else:
        yield _("%(dealer)s dealt.") % words
    if contract.blind:
        yield _("No trump was named before anybody looked at the cards.")
    elif contract.trump == "NT":
        yield _("The deal was played without trump.")
    elif contract.trump:
        yield _("Trump: %(suit)s.") % {"suit": suit_word(contract.trump)}
    if contract.calls:
        yield str(CALLED[contract.calls])
    if any(factor.cause == "carried" for factor in line.factors):
        yield _("The deal before it was a draw.")
    for camp, points in card_points.items():
        words = {"side": _seats(camp), "points": points}
        yield (
            ngettext(
                "%(side)s took %(points)s card point.",
                "%(side)s took %(points)s card points.",
                points,
            )
            % words
        )
    if line.factors:
        yield _("What the deal counts: %(multiplier)s.") % {
            "multiplier": multiplier_words(rules, line)
        }
    own = next(iter(card_points.values()))
    points = next(iter(line.points.values()))
    surplus, most = own - rules.par, rules.surplus_cap
    words = {
        "made": own, "par": rules.par, "surplus": surplus, "most": most,
        "times": line.multiplier, "points": points,
    }  # fmt: skip
    if rules.count == "card-points":
        yield _("%(made)s card points times %(times)s make %(points)s match points.") % words
    elif most is not None and surplus > most:
        yield (
            _(
                "%(made)s is %(surplus)s above %(par)s, which counts as %(most)s; times %(times)s "
                "it makes %(points)s match points."
            )
            % words
        )
    else:
        yield (
            _("%(made)s is %(surplus)s above %(par)s; times %(times)s it makes %(points)s.") % words
        )
    for side, won in line.points.items():
        yield ngettext(
            "%(side)s: %(points)s match point.", "%(side)s: %(points)s match points.", won
        ) % {"side": _seats(side), "points": figure(won)}


def _tell_trick(rules: Rules) -> dict[str, Any] | None:
    """The example's trick: the cards `played` with their seats, the `hand` with what may be played,
    and sentences."""
    example = trick_example(rules)
    if example is None:
        return None
    trick = example.trick
    return {
        "trump": trick.trump,
        "played": [
            {"seat": SEATS[seat], "card": card, "wins": card == trick.winning_card}
            for seat, card in zip(trick.seats, trick.cards, strict=False)
        ],
        "seat": SEATS[example.seat],
        "hand": [{"card": card, "legal": card in example.legal} for card in example.hand],
        "sentences": list(_say_duty(example)),
    }


def _say_duty(example: TrickExample) -> Iterator[str]:
    trick = example.trick
    words = {
        "seat": SEATS[example.seat],
        "suit": suit_word(trick.cards[0][0]),
        "winner": SEATS[trick.winner or ""],
    }
    if trick.rules.table.dealer_alone:
        yield _("%(dealer)s dealt, and plays alone.") % {"dealer": SEATS[trick.dealer or ""]}
    if example.partner_winning:
        yield _("%(winner)s, the partner of %(seat)s, is winning the trick.") % words
    else:
        yield _("%(winner)s, an opponent of %(seat)s, is winning the trick.") % words
    yield _(DUTIES[example.duty]) % words


def tell_table(rules: Rules) -> dict[str, Any]:
    """The score table: `columns` with how often a deal counts and why, and `parts`, each a heading
    and its rows in `blocks` that stand side by side."""
    table = score_table(rules)
    # What must fit a sheet of A4: two blocks do, but for the two parts of an auction.
    side_by_side = 2 if len(table.parts) == 1 and len(table.parts[0].rows) <= 80 else 3
    parts = []
    for part in table.parts:
        rows = [
            {
                "label": "–".join(str(points) for points in row.card_points),
                "mark": str(MARKS[row.mark]),
                "cells": [
                    None if cell is None else [figure(each) for each in cell] for cell in row.points
                ],
            }
            for row in part.rows
        ]
        blocks = side_by_side if len(rows) > ROWS_TO_SPLIT else 1
        length = -(-len(rows) // blocks)
        heading, head = HEADINGS[part.kind]
        parts.append(
            {
                "kind": part.kind,
                "heading": heading,
                "head": head,
                "blocks": [rows[at : at + length] for at in range(0, len(rows), length)],
            }
        )
    return {"columns": list(_tell_columns(table)), "parts": parts, "points": sentences(rules)[4][1]}


def _tell_columns(table: ScoreTable) -> Iterator[dict[str, Any]]:
    for column in table.columns:
        ways = [
            " + ".join(str(WAYS[cause]) for cause in way) if way else _("plain")
            for way in column.ways
        ]
        yield {"times": column.times, "ways": ways, "limited": column.limited}


def tell_likeness(rules: Rules, most: int = 3) -> list[dict[str, Any]]:
    """The named systems that the rules resemble most: title, and a row for each option that
    differs: its label, its value here and there."""
    return [
        {
            "preset": preset,
            "title": title(preset),
            "rows": [
                {
                    "label": OPTIONS[option].label,
                    "here": value_word(rules, option),
                    "there": value_word(PRESETS[preset], option),
                }
                for option in options
            ],
        }
        for preset, options in resembling(rules)[:most]
    ]
