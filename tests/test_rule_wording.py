"""Systems, options and whole rule sets in words."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.manille.errors import InvalidRules
from games.manille.presets import PRESETS, WEST_FLEMISH
from games.manille.rules import OPTIONS, Rules, choices, optional
from games.wording import rule_options as told
from games.wording.rule_sentences import sentences, talk_reminder
from games.wording.rules import title, value_word
from games.wording.systems import SYSTEMS

NUMBERS = {
    "cap": [None, 1, 2, 8],
    "surplus_cap": [None, 6],
    "narrow_win": [None, 2],
    "target": [None, 1, 50],
    "deals": [None, 12],
    "minutes": [None, 60],
    "result_cap": [None, 121],
    "pack": list(told.OPTIONS["pack"].values),
    "removed": ["", "S9"],
}

# Bases under which every option has an effect somewhere.
BASES = [
    *PRESETS.values(),
    WEST_FLEMISH.changed(trump="choose-or-pass", contract="majority", redouble=True),
    WEST_FLEMISH.changed(trump="auction", contract="bid"),
    WEST_FLEMISH.changed(minutes=60, last_trick=1),
    WEST_FLEMISH.changed(seats=3, sides="singles", undealt="dealer"),
    WEST_FLEMISH.changed(exemption="overtrump", head="trump-led"),
]


def text(rules: Rules) -> str:
    return "\n".join(sentence for _title, told in sentences(rules) for sentence in told)


def values(option: str) -> list:
    return NUMBERS[option] if option in NUMBERS else list(choices(option))


def changed(base: Rules, **options) -> Rules | None:
    try:
        return base.changed(**options)
    except InvalidRules:
        return None


def test_every_system_has_a_title_of_its_own():
    assert set(SYSTEMS) == set(PRESETS)
    assert len({str(system.title) for system in SYSTEMS.values()}) == len(PRESETS)
    assert title("west-flemish") == "West-Flemish Manillen"
    assert title("") == "House rules"


def test_every_option_is_in_one_group_and_is_told():
    grouped = [option for group in told.GROUPS for option in group.options]

    assert sorted(grouped) == sorted(OPTIONS)
    assert set(told.OPTIONS) == set(OPTIONS)


@pytest.mark.parametrize("option", OPTIONS)
def test_every_value_has_a_word(option):
    option_told = told.OPTIONS[option]

    assert str(option_told.help).endswith(".")
    if choices(option):
        assert set(option_told.values) == set(choices(option))
        assert len({str(word) for word in option_told.values.values()}) == len(option_told.values)
    for rules in PRESETS.values():
        assert value_word(rules, option)


def test_numbers_without_a_value_are_none_in_words():
    assert value_word(WEST_FLEMISH, "deals") == "none"
    assert value_word(WEST_FLEMISH, "target") == "101"
    assert value_word(WEST_FLEMISH, "removed") == "none"
    assert value_word(WEST_FLEMISH.changed(pack="TAKQJ9876"), "pack") == "TAKQJ9876"


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_is_heard_in_the_sentences(option):
    """Any two values of an option that can both be played read differently under some base."""
    for one, other in itertools.combinations(values(option), 2):
        pairs = [
            (first, second)
            for base in BASES
            if (first := changed(base, **{option: one}))
            and (second := changed(base, **{option: other}))
        ]
        if pairs:
            assert any(text(first) != text(second) for first, second in pairs), (one, other)


@pytest.mark.parametrize("system", PRESETS)
def test_sentences_are_whole_and_said_once(system):
    groups = sentences(PRESETS[system])
    said = [sentence for _title, told in groups for sentence in told]

    assert len(groups) == 6 and all(told for _title, told in groups)
    assert len(set(said)) == len(said)
    for sentence in said:
        assert sentence.endswith(".") and sentence[0] == sentence[0].upper()
        assert "%" not in sentence and "None" not in sentence


@st.composite
def rule_sets(draw):
    rules = draw(st.sampled_from(BASES))
    for option in draw(st.lists(st.sampled_from(OPTIONS), max_size=8)):
        rules = changed(rules, **{option: draw(st.sampled_from(values(option)))}) or rules
    return rules


@given(rule_sets())
def test_any_rules_can_be_told(rules):
    said = text(rules)

    assert "%" not in said
    if rules.no_trump == "every-deal":
        assert "names trump" not in said and "must trump" not in said
    if rules.no_trump == "not-played":
        assert "without trump counts" not in said and "must play without trump" not in said
    if not rules.double:
        assert "may double" not in said
    if rules.sides == "singles" and rules.camps == "sides":
        assert "unless the partner" not in said and "are partners" not in said


def test_a_limit_is_told_in_the_singular_too():
    assert "No deal counts more than 1 time," in text(WEST_FLEMISH.changed(cap=1))
    assert "No deal counts more than 8 times," in text(WEST_FLEMISH)


def test_only_a_rule_about_talk_is_a_reminder():
    assert talk_reminder(WEST_FLEMISH) == ""
    assert talk_reminder(WEST_FLEMISH.changed(talk="muette")).startswith("Muette")


def test_optional_numbers_are_the_ones_that_help_tells_to_write_0_for():
    for option in OPTIONS:
        assert optional(option) == ("Write 0" in str(told.OPTIONS[option].help)), option
