"""Replay against the enumerator, on thousands of random endings: the two must say the same."""

import random
from collections import Counter
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.manille.errors import InvalidRecord
from games.manille.presets import PRESETS
from games.manille.replay import Replay, replay

from .enumerator import DealCase, Found, NoLieError, answered, endings, enumerate_lies

BASES = (
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
)
OTHERS = ("three-solo", "three-dealer-alone", "three-dummy")
EACH = 300
"""How many endings of each system are gone through."""


def replayed(case: DealCase) -> Replay:
    return replay(
        case.rules, case.dealer, case.trump, case.tricks, case.leader, case.hands, case.answers
    )


def agree(case: DealCase) -> Found:
    """What the enumerator found, once `replay` has said the same."""
    expected, found = enumerate_lies(case), replayed(case)
    assert tuple(play.verdict for play in found.plays) == expected.verdicts, case
    assert found.explained == expected.explained, case
    assert found.suspects == expected.suspects, case
    assert tuple(trick.winner for trick in found.tricks) == expected.winners, case
    assert tuple(trick.card_points for trick in found.tricks) == expected.card_points, case
    return expected


@pytest.mark.parametrize("system", [*BASES, *OTHERS])
def test_every_lie_of_the_unseen_cards_is_taken_into_account(system):
    met: Counter[str] = Counter()
    for case in islice(endings(PRESETS[system], seed=4), EACH):
        found = agree(case)
        met.update(set(found.verdicts))
        met["nobody need have revoked"] += found.explained
        met["somebody revoked, no play proves who"] += (
            not found.explained and "illegal" not in found.verdicts
        )
        met["several suspects"] += len(found.suspects) > 1
        met["an open winner"] += None in found.winners
    # The endings are of every kind, so that agreeing on them says something.
    assert len(met) == 7 and min(met.values()) > 0, met


@pytest.mark.parametrize("system", [*BASES, *OTHERS])
def test_what_was_answered_leaves_out_the_lies_that_belie_it(system):
    met: Counter[str] = Counter()
    chance = random.Random(system)
    for plain in islice(endings(PRESETS[system], seed=7), EACH):
        case = answered(plain, chance)
        try:
            found = agree(case)
        except NoLieError:
            with pytest.raises(InvalidRecord):
                replayed(case)
            met["cannot be"] += 1
            continue
        before = replayed(plain)
        met["decides a play"] += found.verdicts != tuple(play.verdict for play in before.plays)
        met["proves that somebody revoked"] += before.explained and not found.explained
    assert len(met) == 3 and min(met.values()) > 0, met


@settings(max_examples=100)
@given(st.sampled_from([*BASES, *OTHERS]), st.integers(0, 2**32 - 1))
def test_any_ending_agrees_with_every_lie(system, seed):
    agree(next(endings(PRESETS[system], seed)))
