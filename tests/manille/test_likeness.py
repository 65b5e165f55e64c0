"""Which systems a rule set resembles."""

from hypothesis import given

from games.manille.likeness import differing, resembling
from games.manille.presets import FLEMISH_CLUB, PRESETS, WEST_FLEMISH
from tests.manille.matches import rule_sets


def test_differing_options_are_named_in_order():
    changed = WEST_FLEMISH.changed(target=61, redouble=True)

    assert differing(changed, WEST_FLEMISH) == ("redouble", "target")
    assert differing(WEST_FLEMISH, WEST_FLEMISH) == ()


def test_the_likest_system_comes_first():
    (first, options), (second, more), *_rest = resembling(FLEMISH_CLUB.changed(third=True))

    assert (first, options) == ("flemish-club", ("third",))
    assert second == "west-flemish"
    assert set(more) == {"third", *differing(FLEMISH_CLUB, WEST_FLEMISH)}


@given(rule_sets())
def test_every_system_is_compared_and_ranked(rules):
    likened = resembling(rules)

    assert {preset for preset, _options in likened} == set(PRESETS)
    numbers = [len(options) for _preset, options in likened]
    assert numbers == sorted(numbers)
    for preset, options in likened:
        same = {option: getattr(PRESETS[preset], option) for option in options}
        assert rules.changed(**same) == PRESETS[preset]
