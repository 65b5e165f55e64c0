"""The trick in which a revoke could first have been seen, against the enumerator: the record is cut
off after every card, and what was on the table by then is judged anew over every lie."""

from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest

from games.manille.notation import TrickRecord
from games.manille.presets import PRESETS

from .enumerator import DealCase, endings, enumerate_lies, leaders, most_lies
from .test_every_lie import BASES, OTHERS, replayed

EACH = 400
"""How many endings of each system are looked at."""

MOST_LIES = 2000
"""So many lies are gone through for a record cut off; with more, the ending is left aside."""


def cut_off(case: DealCase, cards: int) -> DealCase:
    """What the table had seen after so many cards: no hands, no answers."""
    tricks = []
    for leader, trick in zip(leaders(case), case.tricks, strict=True):
        if cards > 0:
            tricks.append(TrickRecord(trick.cards[:cards], leader))
        cards -= len(trick.cards)
    return replace(case, tricks=tuple(tricks), hands={}, answers=())


def first_seen(case: DealCase, place: int) -> int | None:
    """The trick of the first card after which no lie makes the play at `place` legal."""
    for cards in range(place + 1, sum(len(trick.cards) for trick in case.tricks) + 1):
        told = cut_off(case, cards)
        if enumerate_lies(told).verdicts[place] == "illegal":
            return len(told.tricks)
    return None


@pytest.mark.parametrize("system", [*BASES, *OTHERS])
def test_a_revoke_was_first_seen_when_the_cards_on_the_table_first_proved_it(system):
    met: Counter[str] = Counter()
    for case in islice(endings(PRESETS[system], seed=11), EACH):
        for place, play in enumerate(replayed(case).plays):
            if play.verdict != "illegal":
                continue
            first = [list(trick.cards) for trick in cut_off(case, place + 1).tricks]
            if most_lies(case.rules, first) > MOST_LIES:
                continue
            expected = first_seen(case, place)
            assert play.seen_in == expected, (case, play)
            met["revokes"] += 1
            met["seen at once"] += expected == play.trick
            met["seen later"] += expected is not None and expected > play.trick
            met["never seen"] += expected is None
    assert met["revokes"] > 15 and min(met["seen later"], met["never seen"]) > 0, met
