"""Random deals for the tests of play and replay, legal or careless, of any rule set."""

import dataclasses
import random

from hypothesis import strategies as st

from games.manille.play import Trick
from games.manille.presets import PRESETS
from games.manille.replay import refuses_legality
from games.manille.rules import Rules

BASE = PRESETS["classic-turnup"]
SINGLES = {"sides": "singles", "contract": "none"}

OTHER_TABLES = {
    "three, 30 cards": BASE.changed(seats=3, removed="S7 H7", **SINGLES),
    "three, dealer alone": PRESETS["flemish-club"].changed(
        seats=3, camps="dealer-alone", undealt="dealer", **SINGLES
    ),
    "three, dealer alone, 48": PRESETS["manilla-es-72"].changed(
        seats=3, camps="dealer-alone", **SINGLES
    ),
    "four, dealer alone": PRESETS["west-flemish"].changed(camps="dealer-alone", **SINGLES),
    "four, each alone": PRESETS["manille-fr-68"].changed(**SINGLES),
    "two": PRESETS["botifarra-lliure"].changed(seats=2, **SINGLES),
    "44 cards": PRESETS["malilla-mx"].changed(pack="9AKQJ765432"),
}
"""What few named systems have: other numbers of seats, camps that are not the sides, odd packs."""

JUDGED = {name: rules for name, rules in PRESETS.items() if refuses_legality(rules) is None}
"""The named systems whose plays can be judged."""

SYSTEMS: dict[str, Rules] = JUDGED | OTHER_TABLES

PLAY_OPTIONS = {
    "head": ("never", "trump-led", "opponent-winning", "always"),
    "exemption": ("none", "overtrump", "full"),
    "cannot_overtrump": ("undertrump", "free", "discard"),
    "undertrump_partner": ("free", "forbidden"),
}


def every_law() -> list[Rules]:
    """The default system with every combination of the options of card play."""
    laws = [PRESETS["west-flemish"]]
    for option, values in PLAY_OPTIONS.items():
        laws = [dataclasses.replace(rules, **{option: value}) for rules in laws for value in values]
    return laws


def rule_sets() -> st.SearchStrategy[Rules]:
    """Any system with any options of card play: as it stands, or changed."""
    changes = st.fixed_dictionaries(
        {}, optional={option: st.sampled_from(values) for option, values in PLAY_OPTIONS.items()}
    )
    return st.builds(
        lambda rules, options: rules.changed(**options),
        st.sampled_from(list(SYSTEMS.values())),
        changes,
    )


def deal_out(rules: Rules, chance: random.Random) -> dict[str, list[str]]:
    """A hand for every seat."""
    pack = list(rules.cards.cards)
    chance.shuffle(pack)
    return {seat: [pack.pop() for _ in range(rules.hand_size)] for seat in rules.table.seats}


def play_out(
    rules: Rules, trump: str, dealer: str, chance: random.Random, care: float = 1.0
) -> list[list[str]]:
    """The tricks of a deal in which each play is surely legal with the probability `care`."""
    hands = deal_out(rules, chance)
    leader = rules.table.after(dealer)
    tricks = []
    for _ in range(rules.hand_size):
        trick = Trick(rules, trump, leader, dealer)
        while (seat := trick.seat_to_play) is not None:
            careful = chance.random() < care
            choice = chance.choice(trick.legal(hands[seat]) if careful else hands[seat])
            hands[seat].remove(choice)
            trick = trick.play(choice)
        tricks.append(list(trick.cards))
        assert trick.winner
        leader = trick.winner
    return tricks


def seeds() -> st.SearchStrategy[int]:
    return st.integers(0, 2**32 - 1)
