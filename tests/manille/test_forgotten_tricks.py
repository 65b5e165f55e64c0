"""Deals of which whole tricks are forgotten, against playing them backwards: another way, which
shares nothing with `joint.py` and `onwards.py`."""

import itertools
import random

import pytest

from games.manille import joint, outcomes
from games.manille.notation import TrickRecord, parse_tricks
from games.manille.presets import PRESETS

from .backwards import explained_backwards, suspects_backwards
from .enumerator import DealCase, best_place, legal, small_pack
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


def told(preset, dealer, trump, lines):
    rules = PRESETS[preset]
    tricks = tuple(parse_tricks(lines, rules))
    return DealCase(rules, dealer, trump, tricks, rules.table.after(dealer))


def test_five_tricks_forgotten_that_nobody_can_have_played_legally():
    """Each seat kept a trump to the end, so whoever could not follow had to trump: but there are
    three trumps, five diamonds, six hearts and six spades for five tricks."""
    case = told("classic-turnup", "S", "C", FIVE_FORGOTTEN)
    found = replayed(case)
    assert not found.revokes and found.explained is False
    assert found.explained == explained_backwards(case, equal="SHD")
    assert found.suspects == suspects_backwards(case, equal="SHD")


def test_five_tricks_forgotten_that_were_played_legally():
    """The same, but West held a diamond at the seventh trick and not the eight of spades."""
    case = told("classic-turnup", "S", "C", [*FIVE_FORGOTTEN[:6], "E: DK D9 D8 D7", LAST])
    found = replayed(case)
    assert found.explained is True
    assert explained_backwards(case, equal="SHD")


def forgetful(rules, chance):
    """A deal played to its end, one or two of its tricks forgotten and perhaps a card here and
    there: at most nine cards. At times two known cards changed places."""
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
    for trick in chance.sample(range(size), min(size, 2 if table.size == 4 else 3)):
        lines[trick] = [None] * table.size
    if table.size == 4 and chance.random() < 0.5:
        at, turn = chance.choice(places)
        lines[at] = [None if place == turn else card for place, card in enumerate(lines[at])]
    known = [(at, turn) for at, turn in places if lines[at][turn]]
    if chance.random() < 0.6 and len(known) > 1:
        (a, b), (c, d) = chance.sample(known, 2)
        lines[a][b], lines[c][d] = lines[c][d], lines[a][b]
    tricks = tuple(TrickRecord(tuple(cards), led) for cards, led in zip(lines, led_by, strict=True))
    return DealCase(rules, dealer, trump, tricks, first)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("few", [0, outcomes.FEW, 4])
def test_whole_tricks_forgotten_however_many_outcomes_are_gone_through(system, few, monkeypatch):
    monkeypatch.setattr(outcomes, "FEW", few)
    chance, met = random.Random(f"{system} {few}"), set()
    for _ in range(25):
        rules = small_pack(PRESETS[system], chance)
        if rules.hand_size * rules.seats != rules.cards.size:
            continue  # what is left over was not played
        case = forgetful(rules, chance)
        found = replayed(case)
        lies = found.lies
        assert joint.explained(lies) == explained_backwards(case), case
        if not joint.explained(lies):
            assert joint.suspects(lies) == suspects_backwards(case), case
        met.add((joint.explained(lies), bool(found.revokes)))
    assert {(True, False), (False, True)} <= met
