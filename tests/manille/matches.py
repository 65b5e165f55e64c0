"""Matches to test with: any rules, any results that could be told at a table."""

from dataclasses import replace

from hypothesis import strategies as st

from games.manille.cards import CUSTOM_44, PIQUET_32, SPANISH_40, SPANISH_48
from games.manille.errors import InvalidRules
from games.manille.presets import PRESETS
from games.manille.rules import OPTIONS, choices, optional
from games.manille.scoring import (
    Contract,
    Doubling,
    Result,
    Ruling,
    possible_misdeals,
    score,
)

NUMBERS = {
    "cap": (None, 1, 2, 3, 4, 8, 16),
    "target": (None, 1, 21, 50, 61, 101, 121, 151, 201, 9999),
    "deals": (None, 1, 4, 8, 12, 16, 50),
    "minutes": (None, 1, 50, 60, 90),
    "surplus_cap": (None, 1, 6),
    "narrow_win": (None, 1, 2),
    "result_cap": (None, 1, 121),
}
PACKS = (PIQUET_32, SPANISH_48, SPANISH_40, CUSTOM_44)
REMOVED = ("", "S7 C7", "ST SA", "D2")


def values(option):
    """The values to try for an option: all of them, or typical numbers and packs."""
    if option == "pack":
        return PACKS
    if option == "removed":
        return REMOVED
    return NUMBERS[option] if optional(option) else choices(option)


CHANGES = [(option, value) for option in OPTIONS for value in values(option)]


@st.composite
def rule_sets(draw, changes=8):
    """A named system with some options changed, those left out that contradict the others."""
    rules = draw(st.sampled_from(list(PRESETS.values())))
    for option, value in draw(st.lists(st.sampled_from(CHANGES), max_size=changes)):
        try:
            rules = rules.changed(**{option: value})
        except InvalidRules:
            continue
    return rules


@st.composite
def card_points(draw, rules, dealer):
    """A way to divide the pot; level, or nearly so, more often than chance has it."""
    camps = rules.table.camps(dealer)
    if draw(st.integers(0, 3)) == 0:
        points = [rules.par] * len(camps)
        points[draw(st.integers(0, len(camps) - 1))] += rules.pot - sum(points)
        return dict(zip(camps, points, strict=True))
    cuts = sorted(draw(st.integers(0, rules.pot)) for _ in camps[1:])
    bounds = [0, *cuts, rules.pot]
    return {camp: bounds[i + 1] - bounds[i] for i, camp in enumerate(camps)}


@st.composite
def results(draw, rules, dealer, rulings=True, misdeals=True):
    """One deal by `dealer`."""
    ruling = minute = None
    sides = rules.table.sides
    misdeal = None
    if misdeals and draw(st.integers(0, 5)) == 0:
        misdeal = draw(st.sampled_from(possible_misdeals(rules)))
    if rulings and draw(st.integers(0, 4)) == 0:
        if misdeal or draw(st.booleans()):
            ruling = Ruling(points={side: draw(st.integers(-40, 60)) for side in sides})
        else:
            ruling = Ruling(revoke=draw(st.sampled_from(rules.table.seats)))
        if draw(st.booleans()):
            penalties = {side: draw(st.integers(-40, 10)) for side in sides}
            if draw(st.booleans()):
                ruling = Ruling(penalties=penalties)
            else:
                ruling = replace(ruling, penalties=penalties)
    if draw(st.booleans()):
        minute = draw(st.integers(0, 100))
    if misdeal:
        return Result(dealer=dealer, misdeal=misdeal, ruling=ruling, minute=minute)
    trump = draw(st.sampled_from(rules.trumps))
    doubling = Doubling()
    while (call := doubling.next_call(rules, trump)) and draw(st.booleans()):
        doubling = Doubling((*doubling.calls, call))
    bid = None
    if rules.contract == "bid":
        bid = draw(st.integers(rules.par + 1, rules.pot))
    blind = rules.blind_no_trump and trump == "NT" and draw(st.booleans())
    declarer = draw(st.sampled_from(rules.table.seats))
    contract = Contract(declarer, trump, doubling.calls, bid, blind)
    points = draw(card_points(rules, dealer))
    return Result(dealer, None, contract, points, None, ruling, minute)


@st.composite
def matches(draw, rules, deals=8, **kinds):
    """Results of a match by rotation, and its first dealer."""
    first = draw(st.sampled_from(rules.table.seats))
    told = []
    for _ in range(draw(st.integers(0, deals))):
        told.append(draw(results(rules, score(rules, told, first).next_dealer, **kinds)))
    return told, first


@st.composite
def rules_and_matches(draw, **kinds):
    rules = draw(rule_sets())
    return rules, *draw(matches(rules, **kinds))
