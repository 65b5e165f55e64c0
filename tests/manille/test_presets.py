import ast
import inspect

import pytest

from games.manille.presets import DEFAULT, PRESETS, SOURCES, bases, few_players, overlays
from games.manille.rules import NEUTRAL, OPTIONS
from tests.manille.worked import option_value, table

BASES = [
    "classic-turnup",
    "dealer-names",
    "manillen-61",
    "west-flemish",
    "flemish-club",
    "malilla-es",
    "manilla-es-72",
    "malilla-mx",
    "botifarra-lliure",
    "manille-fr-68",
]

# One line an option, in the order of BASES: facts from the sources, independent of the constants.
FACTS = {
    "direction": "ccw ccw ccw cw cw ccw ccw ccw ccw ccw",
    "trump": "turned dealer choose-or-pass dealer dealer turned turned turned delegate turned",
    "no_trump": "- double double double double - - - double -",
    "double": "no no no yes yes no no no yes no",
    "redouble": "no no no no yes no no no yes no",
    "third": "no no no no no no no no yes no",
    "double_no_trump": "no no no yes yes no no no no no",
    "cap": "1 2 2 8 4 1 1 1 8 1",
    "head": "never never trump-led opponent-winning opponent-winning never "
    "opponent-winning opponent-winning opponent-winning opponent-winning",
    "exemption": "none none none full full none full full full full",
    "cannot_overtrump": "undertrump free undertrump discard discard undertrump free free free free",
    "undertrump_partner": "free free free forbidden forbidden free free free free free",
    "trick_points": "0 0 0 0 0 0 1 1 1 1",
    "last_trick": "0 0 1 0 0 0 0 0 0 0",
    "draw": "nothing nothing replay carry carry nothing nothing nothing nothing nothing",
    "target": "101 101 21 101 101 101 101 101 101 50",
    "dealer_side_first": "no yes no no no no no no no no",
    "second_misdeal_passes": "yes no no no yes yes yes yes yes yes",
    "partner_peek": "same-dealer same-dealer same-dealer passes passes "
    "same-dealer same-dealer same-dealer same-dealer same-dealer",
    "first_dealer": "lowest-cut lowest-cut highest-cut ask highest-cut "
    "lowest-cut highest-cut ask drawn highest-cut",
    "cut_by": "left right left right right left left left partner left",
    "contract": "none none majority none none none none none none none",
    "pot": "60 60 61 60 60 60 72 70 72 68",
    "par": "30 30 30 30 30 30 36 35 36 34",
    "hand_size": "8 8 8 8 8 12 12 10 12 8",
}
ABBREVIATED = {"cw": "clockwise", "ccw": "counter-clockwise", "-": "not-played"}
PACKETS = {
    "classic-turnup": "3-2-3 or 4-4",
    "dealer-names": "3-2-3 or 4-4",
    "manillen-61": "4-4",
    "west-flemish": "3-2-3",
    "flemish-club": "3-2-3",
    "malilla-es": "4-4-4",
    "manilla-es-72": "4-4-4",
    "malilla-mx": "5-5",
    "botifarra-lliure": "4-4-4",
    "manille-fr-68": "4-4",
}
# What is the same in all of them.
COMMON = {
    "removed": "", "seats": 4, "sides": "pairs", "camps": "sides", "undealt": "none",
    "all_pass": "dealer-must", "stacking": "multiply", "revoke": "whole-pot", "talk": "unstated",
    "correction": "next-trick", "wrong_claim": "play-on", "card_missing": "deal-again",
    "count": "surplus", "loser": "nothing", "surplus_cap": None, "narrow_win": None,
    "whole_pot": "plain", "fail_doubles": False, "deals": None, "minutes": None,
    "even_deals": False, "result_cap": None, "tie": "extra-deal",
    "dummy": "none", "blind_no_trump": False, "play": "judged",
}  # fmt: skip

AUCTION = {"trump": "auction", "contract": "bid", "all_pass": "next-dealer"}
THREE = {"seats": 3, "sides": "singles", "packets": "5-5"}
# What every other system has that its base has not: facts again, independent of the constants.
OVERLAYS = {
    "manille-parlee": ("classic-turnup", {"talk": "parlee"}),
    "manille-muette": ("classic-turnup", {"talk": "muette"}),
    "manille-parlante": ("manillen-61", {"talk": "parlante"}),
    "manille-aveugle": ("dealer-names", {"talk": "aveugle"}),
    "en-voiture": ("dealer-names", {"no_trump": "every-deal"}),
    "manillen-troef": (
        "manillen-61",
        {"trump": "turned", "no_trump": "not-played", "contract": "none", "cap": 1},
    ),
    "manillen-zonder-troef": (
        "manillen-61",
        {"trump": "dealer", "no_trump": "every-deal", "contract": "none"},
    ),
    "verplicht-manille": ("manillen-61", {"all_pass": "dealer-no-trump"}),
    "coinchee": (
        "dealer-names",
        {**AUCTION, "double": True, "redouble": True, "double_no_trump": True, "cap": 8},
    ),
    "encheres": ("dealer-names", AUCTION),
    "malilla-es-40": ("malilla-es", {"pack": "7AKQJ65432", "packets": "5-5"}),
    "malilla-mx-44": ("malilla-mx", {"pack": "9AKQJ765432", "packets": "4-4-3"}),
    "ascolana": ("manillen-61", {}),
    "three-solo": ("classic-turnup", {**THREE, "removed": "S7 C7"}),
    "three-dealer-alone": (
        "flemish-club",
        {**THREE, "camps": "dealer-alone", "undealt": "dealer", "blind_no_trump": True},
    ),
    "three-dummy": ("manille-fr-68", {"dummy": "south"}),
    "two-hand": ("classic-turnup", {"seats": 2, "sides": "singles", "play": "score-pad"}),
}
# Card points in all, an equal share, cards in a hand, where they are not those of the base.
SHARES = {
    "malilla-es-40": (60, 30, 10),
    "malilla-mx-44": (71, 35, 11),
    "three-solo": (60, 20, 10),
    "three-dealer-alone": (60, 30, 10),
    "two-hand": (60, 30, 16),
}


def written(value):
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def test_every_named_system_is_there_with_its_source():
    assert list(PRESETS) == [*BASES, *OVERLAYS] == list(SOURCES)
    assert all(source.endswith(".") for source in SOURCES.values())
    assert DEFAULT in PRESETS


@pytest.mark.parametrize("system", OVERLAYS)
def test_an_overlay_is_its_base_and_what_it_changes(system):
    base, changes = OVERLAYS[system]
    rules = PRESETS[system]
    assert rules == PRESETS[base].changed(**changes)
    shares = PRESETS[base].pot, PRESETS[base].par, PRESETS[base].hand_size
    assert (rules.pot, rules.par, rules.hand_size) == SHARES.get(system, shares)


def test_what_no_source_decides_is_said_where_the_system_is_offered():
    assert "gives no rules" in SOURCES["ascolana"] and "gives no rules" in SOURCES["two-hand"]
    for system in ("coinchee", "encheres", "three-solo"):
        assert "our choice" in SOURCES[system]


@pytest.mark.parametrize("option", NEUTRAL)
def test_the_bases_are_neutral_in_what_came_later(option):
    assert {getattr(PRESETS[base], option) for base in BASES} == {NEUTRAL[option]}


@pytest.mark.parametrize("option", FACTS)
def test_systems_have_the_facts_of_their_sources(option):
    facts = [ABBREVIATED.get(fact, fact) for fact in FACTS[option].split()]
    assert [written(getattr(PRESETS[base], option)) for base in BASES] == facts


@pytest.mark.parametrize("system", BASES)
def test_systems_agree_in_what_no_source_parts(system):
    rules = PRESETS[system]
    assert {option: getattr(rules, option) for option in COMMON} == COMMON
    assert rules.packets == PACKETS[system]
    spanish = ("malilla-es", "manilla-es-72", "botifarra-lliure")
    assert rules.faces == ("spanish" if system in spanish else "french")


def test_the_facts_above_leave_no_option_out():
    assert {*FACTS, *COMMON, "packets", "faces", "pack"} >= set(OPTIONS)


def test_every_option_of_every_system_is_written_out():
    """A preset copied from another must not keep a value nobody looked at."""
    sources = map(inspect.getsource, (bases, overlays, few_players))
    trees = [ast.parse(source) for source in sources]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    systems = [call for call in calls if getattr(call.func, "id", "") == "Rules"]
    assert len(systems) == len(PRESETS)
    for call in systems:
        assert [keyword.arg for keyword in call.keywords] == list(OPTIONS)
        assert all(isinstance(keyword.value, ast.Constant | ast.Name) for keyword in call.keywords)


@pytest.mark.parametrize("row", table("option"), ids=lambda row: row[0])
def test_the_printed_table_is_what_the_constants_say(row):
    option, *values = row
    expected = [getattr(PRESETS[base], option) for base in BASES]
    assert [option_value(option, value) for value in values] == expected


def test_the_printed_table_has_every_option_and_system():
    assert [row[0] for row in table("option", *BASES)] == list(OPTIONS)


def test_the_printed_overlays_are_what_the_constants_say():
    rows = table("system", "base")
    assert [row[0] for row in rows] == list(OVERLAYS)
    for system, base, changes in rows:
        pairs = [] if changes == "–" else [change.split("=") for change in changes.split(", ")]
        options = {option: option_value(option, value) for option, value in pairs}
        assert (base, options) == OVERLAYS[system]


def test_packs_of_the_systems():
    top = {system: rules.pack[0] for system, rules in PRESETS.items()}
    assert top["malilla-mx"] == "7"
    assert {system for system in BASES if top[system] == "9"} == {
        "malilla-es", "manilla-es-72", "botifarra-lliure",
    }  # fmt: skip
