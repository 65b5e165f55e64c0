"""The lies that mending comes to, judged as complete deals."""

from dataclasses import replace
from itertools import count

import pytest

from games.manille.joint import closed
from games.manille.mending import Mending
from games.manille.notation import TrickRecord

from .test_every_lie import replayed
from .test_forgotten_tricks import FIVE_FORGOTTEN, LAST, told

ONE_REVOKED = [
    *("N: ?? ?? ?? ??", "W: ?? ?? ?? ??", "N: ?? ?? ?? ??", "W: H2 HJ HQ HA", "N: D3 DA D7 D5"),
    *("S: DQ D6 DK D4", "N: H6 HK S7 H5", "S: ?? ?? ?? ??", "S: SK H7 C5 S2", "E: ?? ?? ?? ??"),
]
EAST = "C2 CQ D5 D6 H5 H7 HQ S3 SA SQ"


@pytest.mark.parametrize(
    ("case", "excused"),
    [
        (told("classic-turnup", "S", "C", [*FIVE_FORGOTTEN[:6], "E: DK D9 D8 D7", LAST]), None),
        (told("malilla-mx", "E", "D", ONE_REVOKED, E=EAST), "S"),
        (told("malilla-mx", "E", "D", ONE_REVOKED, E=EAST), "E"),
    ],
)
def test_every_play_is_legal_in_a_lie_it_comes_to(case, excused):
    lies = replayed(case).lies
    rooms = closed(lies, excused)
    mending = Mending(lies, rooms, lies.fill(rooms), excused)
    assert any(mending.succeeds() for _ in range(200))
    assert not any(has & ~takes for has, takes in zip(mending.has, mending.takes, strict=True))
    pack, place = case.rules.cards, count()
    tricks = []
    for trick in case.tricks:
        at = [next(place) for _ in trick.cards]
        cards = [
            card or pack.cards_in(mending.has[lies.room_at[i]])[0]
            for i, card in zip(at, trick.cards, strict=True)
        ]
        tricks.append(TrickRecord(tuple(cards), trick.leader))
    assert {card for trick in tricks for card in trick.cards} == set(pack.cards)
    found = replayed(replace(case, tricks=tuple(tricks)))
    assert {play.seat for play in found.revokes} <= {excused}


def test_what_nobody_can_have_played_legally_is_never_come_to():
    lies = replayed(told("classic-turnup", "S", "C", FIVE_FORGOTTEN)).lies
    rooms = closed(lies)
    mending = Mending(lies, rooms, lies.fill(rooms), None)
    assert not any(mending.succeeds() for _ in range(20))
