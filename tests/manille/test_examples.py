"""The worked examples of a rule set."""

import pytest
from hypothesis import given, settings

from games.manille.examples import score_example, trick_example
from games.manille.play import legal_cards
from games.manille.presets import PRESETS
from games.manille.results import check_result
from tests.manille.matches import rule_sets


def trick(system, **changes):
    """The example's cards, hand, legal cards and duty, as texts."""
    found = trick_example(PRESETS[system].changed(**changes))
    assert found
    played, hand, legal = (
        " ".join(cards) for cards in (found.trick.cards, found.hand, found.legal)
    )
    return played, hand, legal, found.duty


def test_a_score_shows_all_that_the_rules_allow():
    line = score_example(PRESETS["west-flemish"])
    assert [factor.cause for factor in line.factors] == ["no-trump", "double", "carried"]
    assert (line.card_points, line.multiplier) == ({"NS": 39, "EW": 21}, 8)
    assert line.points == {"NS": 72, "EW": 0}


def test_a_score_shows_the_limit():
    line = score_example(PRESETS["flemish-club"])
    assert [factor.times for factor in line.factors] == [2, 4, 2]
    assert (line.multiplier, line.points["NS"]) == (4, 36)


def test_a_score_of_a_plain_system_is_plain():
    line = score_example(PRESETS["classic-turnup"])
    assert (line.factors, line.multiplier, line.points) == ((), 1, {"NS": 9, "EW": 0})


def test_a_trick_shows_the_duty_that_is_the_systems_own():
    """Where a partner's trump is winning and clubs were led."""
    lower_barred = ("C9 DQ CT", "S9 HA DT D7", "S9 HA DT", "no-undertrump")
    assert trick("west-flemish") == lower_barred == trick("flemish-club")
    assert trick("manillen-61") == ("D9 DQ CT", "S9 HA DT D7", "DT", "head")
    assert trick("manille-fr-68")[3] == "head"
    assert trick("en-voiture")[3] == "follow"


@pytest.mark.parametrize("system", ["manille-aveugle", "two-hand"])
def test_there_is_no_trick_where_none_can_be_judged(system):
    assert trick_example(PRESETS[system]) is None


def test_a_pack_of_few_ranks_is_no_harm():
    for ranks in ("TAKQJ", "TAKQJ9", "AKQJT987"):
        rules = PRESETS["west-flemish"].changed(pack=ranks)
        score_example(rules)
        trick_example(rules)


@settings(max_examples=60, deadline=None)
@given(rule_sets())
def test_the_examples_of_any_rules_could_be_played(rules):
    line = score_example(rules)
    check_result(rules, line.dealer, line.result)
    assert line.kind == "played" and any(line.points.values())

    found = trick_example(rules)
    if found is not None:
        assert found.legal == legal_cards(found.hand, found.trick)
        assert len({*found.hand, *found.trick.cards}) == 4 + rules.seats - 1
        assert found.seat == found.trick.seat_to_play
        assert len(found.trick.cards) == rules.seats - 1
        assert (found.duty, found.legal) == found.trick.duty(found.hand)
