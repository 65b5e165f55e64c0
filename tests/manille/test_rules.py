import random

import pytest
from hypothesis import given

from games.manille.errors import InvalidRules
from games.manille.presets import CLASSIC_TURNUP, DEALER_NAMES, MANILLEN_61, PRESETS, WEST_FLEMISH
from games.manille.rules import OPTIONS, choices, optional
from games.manille.scoring import Contract, Doubling, Result, check_result, score
from tests.manille.matches import CHANGES, PACKS, rule_sets

ALL_CHANGES = [
    pytest.param(preset, option, value, id=f"{preset}-{option}-{value}")
    for preset in PRESETS
    for option, value in CHANGES
]
SINGLES = {"seats": 3, "sides": "singles", "undealt": "dealer"}


def refused_at(rules, **changes):
    """The options that the refusal of a change names, each with a sentence."""
    with pytest.raises(InvalidRules) as refusal:
        rules.changed(**changes)
    for fault in refusal.value.faults:
        sentence = fault.message % fault.params
        assert sentence[-1] == "." and " " in sentence
    return [fault.place for fault in refusal.value.faults]


@pytest.mark.parametrize(
    ("rules", "changes", "option"),
    [
        (CLASSIC_TURNUP, {"seats": 3, "undealt": "dealer"}, "sides"),
        (CLASSIC_TURNUP, {"seats": 2}, "sides"),
        (CLASSIC_TURNUP, {"camps": "dealer-alone"}, "camps"),
        (CLASSIC_TURNUP, {**SINGLES, "undealt": "none"}, "undealt"),
        (CLASSIC_TURNUP, {"undealt": "dealer"}, "undealt"),
        (CLASSIC_TURNUP, {**SINGLES, "removed": "S7 C7"}, "undealt"),
        (CLASSIC_TURNUP, {"removed": "S7"}, "undealt"),
        (CLASSIC_TURNUP, {"no_trump": "double"}, "no_trump"),
        (CLASSIC_TURNUP, {"no_trump": "every-deal"}, "no_trump"),
        (CLASSIC_TURNUP, {"all_pass": "dealer-no-trump"}, "all_pass"),
        (CLASSIC_TURNUP, {"contract": "majority"}, "contract"),
        (CLASSIC_TURNUP, {"redouble": True}, "redouble"),
        (WEST_FLEMISH, {"third": True}, "third"),
        (WEST_FLEMISH, {"double": False}, "double_no_trump"),
        (WEST_FLEMISH, {"no_trump": "not-played"}, "double_no_trump"),
        (DEALER_NAMES, {"contract": "bid"}, "contract"),
        (DEALER_NAMES, {"trump": "auction"}, "contract"),
        (DEALER_NAMES, {"fail_doubles": True}, "fail_doubles"),
        (DEALER_NAMES, {"count": "card-points", "loser": "minus"}, "loser"),
        (DEALER_NAMES, {"count": "card-points", "surplus_cap": 6}, "surplus_cap"),
        (MANILLEN_61, {"count": "card-points", "narrow_win": 1}, "narrow_win"),
        (DEALER_NAMES, {"trump": "auction", "contract": "bid", "count": "card-points"}, "count"),
        (DEALER_NAMES, {"narrow_win": 1}, "narrow_win"),
        (DEALER_NAMES, {"even_deals": True}, "even_deals"),
        (DEALER_NAMES, {"target": None}, "dealer_side_first"),
        (CLASSIC_TURNUP, {"sides": "singles", "dummy": "south"}, "dummy"),
        (CLASSIC_TURNUP, {"blind_no_trump": True}, "blind_no_trump"),
        (PRESETS["en-voiture"], {"blind_no_trump": True}, "blind_no_trump"),
        (DEALER_NAMES, {"play": "score-pad"}, "play"),
        (CLASSIC_TURNUP, {"play": "score-pad", "double": True}, "play"),
        (PRESETS["two-hand"], {"trump": "dealer", "contract": "majority"}, "contract"),
        (CLASSIC_TURNUP, {"pack": "TAKQ"}, "pack"),
        (CLASSIC_TURNUP, {"pack": "TAKQJJ"}, "pack"),
        (CLASSIC_TURNUP, {"removed": "S2"}, "removed"),
    ],
)
def test_contradictions_are_refused_at_the_option_to_change(rules, changes, option):
    assert refused_at(rules, **changes) == [option]


def test_all_contradictions_are_told_at_once():
    assert refused_at(CLASSIC_TURNUP, redouble=True, even_deals=True, undealt="dealer") == [
        "undealt",
        "redouble",
        "even_deals",
    ]


@pytest.mark.parametrize(
    ("option", "value"),
    [
        (option, value)
        for option in OPTIONS
        for value in ("nonsense", "", 0, -1, 10_000, 1.0, 3.5, [], {}, (), b"x")
        if not (option == "removed" and value == "")
        and not any(value == one and type(value) is type(one) for one in choices(option))
    ],
)
def test_no_option_takes_a_value_of_another_kind(option, value):
    assert refused_at(CLASSIC_TURNUP, **{option: value})[0] == option


@pytest.mark.parametrize("option", OPTIONS)
def test_yes_is_no_number_and_one_is_no_yes(option):
    """True == 1 in Python: only the type tells them apart."""
    value = 1 if bool in map(type, choices(option)) else True
    assert refused_at(CLASSIC_TURNUP, **{option: value})[0] == option


@pytest.mark.parametrize("option", OPTIONS)
def test_only_a_number_that_may_be_left_out_can_be_none(option):
    if optional(option):
        changes = {"dealer_side_first": False, option: None}
        assert getattr(CLASSIC_TURNUP.changed(**changes), option) is None
    else:
        assert refused_at(CLASSIC_TURNUP, **{option: None})[0] == option


def test_an_unknown_option_is_an_error():
    with pytest.raises(TypeError):
        CLASSIC_TURNUP.changed(jokers=2)
    with pytest.raises(KeyError):
        choices("jokers")


@pytest.mark.parametrize(
    ("changes", "pot", "par", "tricks"),
    [
        ({}, 60, 30, 8),
        ({"last_trick": 1}, 61, 30, 8),
        ({"trick_points": 1}, 68, 34, 8),
        ({"trick_points": 1, "last_trick": 1}, 69, 34, 8),
        ({"pack": PACKS[1], "trick_points": 1}, 72, 36, 12),
        ({"pack": PACKS[2], "trick_points": 1}, 70, 35, 10),
        ({"pack": PACKS[3], "trick_points": 1}, 71, 35, 11),
        (SINGLES, 60, 20, 10),
        ({**SINGLES, "trick_points": 1}, 70, 23, 10),
        ({**SINGLES, "last_trick": 1}, 61, 20, 10),
        ({**SINGLES, "camps": "dealer-alone"}, 60, 30, 10),
        ({"seats": 3, "sides": "singles", "removed": "S7 C7"}, 60, 20, 10),
        ({"seats": 2, "sides": "singles"}, 60, 30, 16),
        ({"sides": "singles"}, 60, 15, 8),
        ({"sides": "singles", "camps": "dealer-alone"}, 60, 30, 8),
    ],
)
def test_pot_par_and_tricks_follow_from_the_options(changes, pot, par, tricks):
    rules = CLASSIC_TURNUP.changed(**changes)
    assert (rules.pot, rules.par, rules.hand_size) == (pot, par, tricks)


def test_what_can_be_trump():
    assert CLASSIC_TURNUP.trumps == ("S", "H", "D", "C")
    assert DEALER_NAMES.trumps == ("S", "H", "D", "C", "NT")
    assert PRESETS["en-voiture"].trumps == ("NT",)
    assert PRESETS["two-hand"].trumps[0] == ""  # nobody says


def test_at_a_dummys_place_nobody_sits():
    dummy = PRESETS["three-dummy"]
    assert (dummy.people, dummy.player_of("S"), dummy.player_of("W")) == ("NEW", "N", "W")
    assert (CLASSIC_TURNUP.people, CLASSIC_TURNUP.player_of("S")) == ("NESW", "S")


def test_changing_rules_leaves_the_original_alone():
    changed = WEST_FLEMISH.changed(target=61)
    assert (changed.target, WEST_FLEMISH.target) == (61, 101)
    assert changed.changed(target=101) == WEST_FLEMISH
    assert hash(changed.changed(target=101)) == hash(WEST_FLEMISH)


@given(rule_sets())
def test_rules_that_are_accepted_make_sense(rules):
    camps = len(rules.table.camps("N"))
    assert 0 <= rules.par * camps <= rules.pot
    assert rules.hand_size * rules.seats <= rules.cards.size
    assert rules.trumps
    assert rules.changed() == rules


def told(rules, dealer, chance):
    """A deal by `dealer` as chance has it, doubled as far as may be."""
    trump = chance.choice(rules.trumps)
    doubling = Doubling()
    while call := doubling.next_call(rules, trump):
        doubling = Doubling((*doubling.calls, call))
    camps = rules.table.camps(dealer)
    points = dict.fromkeys(camps, 0)
    for _ in range(rules.pot):
        points[chance.choice(camps)] += 1
    bid = rules.par + 1 if rules.contract == "bid" else None
    contract = Contract(chance.choice(rules.table.seats), trump, doubling.calls, bid)
    return Result(contract=contract, card_points=points, last_trick=max(camps, key=points.get))


@pytest.mark.parametrize(("preset", "option", "value"), ALL_CHANGES)
def test_every_value_of_every_option_is_played_through_a_match_or_refused(preset, option, value):
    try:
        rules = PRESETS[preset].changed(**{option: value})
    except InvalidRules as refusal:
        assert all(fault.place in OPTIONS for fault in refusal.faults)
        assert all((fault.message % fault.params).endswith(".") for fault in refusal.faults)
        return
    chance = random.Random(f"{preset} {option} {value}")
    results = []
    for number in range(12):
        dealer = score(rules, results, "N").next_dealer
        results.append(told(rules, dealer, chance))
        check_result(rules, dealer, results[-1])
        if number == 3:
            results.append(Result(misdeal="wrong-count"))
    sheet = score(rules, results, "N")
    counted = [line for line in sheet.lines if line.kind == "played"]
    assert len(counted) == sheet.played > 0
    for side, total in sheet.totals.items():
        assert total == sum(line.points[side] for line in counted)
    assert (sheet.winner is not None or sheet.drawn) == (sheet.finished is not None)
