"""Deals of which whole tricks are forgotten, against playing them card by card from the first lead,
and against all hands that there can have been: other ways, which share nothing with `joint.py` and
`choosing.py`."""

import itertools
import random

import pytest

from games.manille import joint, mending, outcomes
from games.manille.notation import TrickRecord, parse_tricks
from games.manille.presets import PRESETS

from .by_turns import explained_by_turns, suspects_by_turns
from .enumerator import DealCase, best_place, legal, small_pack
from .onwards import explained_onwards, suspects_onwards
from .test_every_lie import replayed

FIVE_FORGOTTEN = [
    *("E: ?? ?? ?? ??", "N: ?? ?? ?? ??", "E: ?? ?? ?? ??", "E: ?? ?? ?? ??", "W: ?? ?? ?? ??"),
    *("W: CA CK CT CQ", "E: DK D9 S8 D7", "E: HA SK HK C7"),
]
LAST = FIVE_FORGOTTEN[-1]
SYSTEMS = (
    "classic-turnup",
    "manillen-61",
    "west-flemish",
    "botifarra-lliure",
    "three-dealer-alone",
)


def told(preset, dealer, trump, lines, **hands):
    rules = PRESETS[preset]
    tricks = tuple(parse_tricks(lines, rules))
    dealt = {seat: tuple(cards.split()) for seat, cards in hands.items()}
    return DealCase(rules, dealer, trump, tricks, rules.table.after(dealer), dealt)


def test_five_tricks_forgotten_that_nobody_can_have_played_legally():
    """Each seat kept a trump to the end, so whoever could not follow had to trump: but there are
    three trumps, five diamonds, six hearts and six spades for five tricks."""
    case = told("classic-turnup", "S", "C", FIVE_FORGOTTEN)
    found = replayed(case)
    assert not found.revokes and found.explained is False
    assert found.suspects == ("N", "E", "S", "W")
    assert not explained_by_turns(case, equal="SHD")
    assert suspects_by_turns(case, equal="SHD") == found.suspects


def test_five_tricks_forgotten_that_were_played_legally():
    """The same, but West held a diamond at the seventh trick and not the eight of spades."""
    case = told("classic-turnup", "S", "C", [*FIVE_FORGOTTEN[:6], "E: DK D9 D8 D7", LAST])
    found = replayed(case)
    assert found.explained is True
    assert explained_by_turns(case, equal="SHD")


def test_six_tricks_forgotten_that_nobody_can_have_played_legally():
    """North dealt, and holds each suit to the end: it never discards, so the ten of hearts came to
    a heart led. All hold hearts to the end, so the three hearts that nobody saw went in that trick,
    and South, whose opponents won what it played to, had to follow in all others. The ten and the
    queen of diamonds, both North's, came to two more tricks with three diamonds each, for East too
    holds a diamond to the end. But only five diamonds were seen by nobody. Any one revoke mends it.
    """
    lines = [f"{leader}: ?? ?? ??" for leader in "NSNENN"]
    lines += ["N: H7 H8 HA", "S: S9 SJ HJ", "E: D9 HQ DK", "S: SK C7 DJ"]
    hand = "C7 CJ DK DQ DT H7 HT SJ ST"
    found = replayed(told("three-dealer-alone", "S", "H", lines, N=hand))
    assert not found.revokes and found.explained is False
    assert found.suspects == ("N", "E", "S")


def forgetful(rules, chance):
    """A deal played to its end, two of its tricks forgotten and perhaps one card more: at most
    nine cards. Mostly known cards have changed places."""
    table, size = rules.table, rules.hand_size
    pack, trump = list(rules.cards.cards), chance.choice(rules.trumps)
    chance.shuffle(pack)
    hands = {seat: set(pack[i * size : (i + 1) * size]) for i, seat in enumerate(table.seats)}
    dealer = chance.choice(table.seats)
    first = leader = table.after(dealer)
    care, lines, led_by = chance.choice((1, 1, 0.9)), [], []
    for _ in range(size):
        order, trick = table.order(leader), []
        for seat in order:
            best = best_place(rules, trump, trick) if trick else 0
            may = legal(
                rules,
                trump,
                hands[seat],
                trick[0] if trick else None,
                trick[best] if trick else "",
                bool(trick) and table.partners(seat, order[best], dealer),
            )
            card = chance.choice(sorted(may if chance.random() < care else hands[seat]))
            hands[seat].discard(card)
            trick.append(card)
        lines.append(trick)
        led_by.append(leader)
        leader = order[best_place(rules, trump, trick)]
    places = list(itertools.product(range(size), range(table.size)))
    for trick in chance.sample(range(size), 2):
        lines[trick] = [None] * table.size
    if table.size == 4 and chance.random() < 0.5:
        at, turn = chance.choice(places)
        lines[at] = [None if place == turn else card for place, card in enumerate(lines[at])]
    known = [(at, turn) for at, turn in places if lines[at][turn]]
    for _ in range(chance.choice((0, 1, 1, 2, 3))):
        (a, b), (c, d) = chance.sample(known, 2)
        lines[a][b], lines[c][d] = lines[c][d], lines[a][b]
    tricks = tuple(TrickRecord(tuple(cards), led) for cards, led in zip(lines, led_by, strict=True))
    return DealCase(rules, dealer, trump, tricks, first)


ANY = 10**9
WAYS = (
    (0, 0, 1),
    (outcomes.FEW, 0, ANY),
    (outcomes.FEW, mending.EXCHANGES, 5),
    (4, mending.EXCHANGES, ANY),
)
"""Up to how many missing cards all outcomes of a trick are gone through at first; how many
exchanges are tried: none, and it is left to choosing outcomes; and how many choices are looked at
before it begins anew."""


@pytest.mark.parametrize("system", SYSTEMS)
def test_whole_tricks_forgotten_in_whichever_way_a_lie_is_looked_for(system, monkeypatch):
    chance, met = random.Random(system), set()
    for _ in range(40):
        rules = small_pack(PRESETS[system], chance, hands=(4,))
        case = forgetful(rules, chance)
        found = replayed(case)
        explained = explained_onwards(case)
        suspected = None if explained else suspects_onwards(case)
        for way in WAYS:
            few, exchanges, choices = way
            monkeypatch.setattr(joint, "FEW", few)
            monkeypatch.setattr(joint, "CHOICES", choices)
            monkeypatch.setattr(mending, "EXCHANGES", exchanges)
            assert joint.explained(found.lies) == explained, (case, way)
            if not explained:
                assert joint.suspects(found.lies) == suspected, (case, way)
        met.add((explained, bool(found.revokes)))
    assert {(True, False), (False, True)} <= met
