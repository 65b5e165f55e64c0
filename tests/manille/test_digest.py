"""The identifier of a rule set."""

import re
from itertools import combinations

import pytest
from hypothesis import given

from games.manille import rules as module
from games.manille.errors import InvalidRules
from games.manille.notation import rules_from_json, rules_to_json
from games.manille.presets import PRESETS, WEST_FLEMISH
from games.manille.rules import NEUTRAL, OPTIONS, Rules
from tests.manille.matches import CHANGES, rule_sets

# Printed on sheets and stamped on verdicts: these must never change.
FIRST = {
    "classic-turnup": "4FX4N6SY",
    "dealer-names": "SZWCVPQK",
    "manillen-61": "7ZLYEUGG",
    "west-flemish": "CWPXJ3H6",
    "flemish-club": "GLUPD4C5",
    "malilla-es": "RYAEI5DH",
    "manilla-es-72": "ACGXSJO2",
    "malilla-mx": "4PUYWNBT",
    "botifarra-lliure": "2LWAV7KR",
    "manille-fr-68": "ICDTJWWA",
}


def test_the_first_identifiers_are_what_they_were():
    assert {name: PRESETS[name].digest for name in FIRST} == FIRST


def test_it_can_be_read_aloud():
    assert all(re.fullmatch("[A-Z2-7]{8}", rules.digest) for rules in PRESETS.values())


def test_only_systems_with_the_same_options_share_it():
    shared = [
        {one, other}
        for one, other in combinations(PRESETS, 2)
        if PRESETS[one].digest == PRESETS[other].digest
    ]
    assert shared == [{"manillen-61", "ascolana"}]
    assert PRESETS["manillen-61"] == PRESETS["ascolana"]


@given(rule_sets(), rule_sets())
def test_equal_options_have_equal_identifiers_and_others_not(one, other):
    assert (one.digest == other.digest) is (one == other)
    assert Rules(**{option: getattr(one, option) for option in OPTIONS}).digest == one.digest


@pytest.mark.parametrize(("option", "value"), CHANGES)
def test_every_change_of_an_option_shows(option, value):
    for rules in PRESETS.values():
        try:
            changed = rules.changed(**{option: value})
        except InvalidRules:
            continue
        assert (changed.digest == rules.digest) is (getattr(rules, option) == value)


def test_the_order_of_the_cards_taken_out_says_nothing():
    three = PRESETS["three-solo"]
    assert three.changed(removed="C7  S7").digest == three.digest
    assert three.changed(removed="D7 S7").digest != three.digest


def test_an_option_that_a_later_version_adds_leaves_it_alone_while_neutral(monkeypatch):
    """As this version would be, had an option that it knows come later."""
    before = {name: rules.digest for name, rules in PRESETS.items() if rules.draw == "nothing"}
    without = WEST_FLEMISH.digest
    monkeypatch.setattr(module, "NEUTRAL", {**NEUTRAL, "draw": "nothing"})
    later = {name: PRESETS[name].changed().digest for name in before}
    monkeypatch.setattr(module, "OPTIONS", tuple(o for o in OPTIONS if o != "draw"))
    assert {name: PRESETS[name].changed().digest for name in before} == later
    assert WEST_FLEMISH.changed(draw="nothing").digest != without


def test_rules_written_down_before_are_read_as_neutral():
    for name in FIRST:
        written = rules_to_json(PRESETS[name])
        for option in NEUTRAL:
            del written[option]
        assert rules_from_json(written) == (None, PRESETS[name])
        assert rules_from_json({**written, "preset": name}) == (name, PRESETS[name])
