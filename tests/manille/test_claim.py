"""Claims of the remaining tricks: worked ones, and thousands of endings against the slow judge."""

import random
from collections import Counter

import pytest

from games.manille.claim import judge_claim
from games.manille.errors import InvalidRecord
from games.manille.notation import TrickRecord, parse_tricks
from games.manille.presets import PRESETS
from games.manille.rules import Rules

from . import slow_claim
from .deals import SYSTEMS, play_out
from .reference import card, winning_place

WEST_FLEMISH = PRESETS["west-flemish"]
ENDINGS = 40
"""So many endings under each system."""

SIX = ["ST S7 S8 SK", "SA S9 SQ SJ", "HT H7 H8 HK", "HA H9 HQ HJ", "CT C7 C8 CK", "CA C9 CQ CJ"]
"""Six tricks, all won by East who leads: only diamonds are left, two in each hand."""


def claim(claimer: str, tricks: list[str], trump: str = "D", **hands: str):
    told = {seat: tuple(cards.split()) for seat, cards in hands.items()}
    return judge_claim(WEST_FLEMISH, "N", trump, parse_tricks(tricks, WEST_FLEMISH), claimer, told)


EAST = "ST SA HT HA CT CA "


@pytest.mark.parametrize(
    ("claimer", "hands", "answer"),
    [
        # The two highest that are left, in the hand that leads
        ("E", {"E": EAST + "DT DA"}, "proved"),
        ("W", {"E": EAST + "DT DA"}, "proved"),
        # The highest and a loser, which the opponents must get if they have the one between
        ("E", {"E": EAST + "DT DK"}, "open"),
        # Nothing is known
        ("E", {}, "open"),
        # The opponents hold the highest for certain
        ("E", {"S": "S7 S9 H7 H9 C7 C9 DT D7"}, "refuted"),
        ("N", {"E": EAST + "DT DA"}, "refuted"),
    ],
)
def test_the_answer_follows_from_what_is_known(claimer, hands, answer):
    verdict = claim(claimer, SIX, **hands)
    assert verdict.answer == answer
    assert (verdict.first, verdict.left) == (7, 2)
    assert (verdict.line is None) == (answer == "proved")
    assert (verdict.safe is None) == (answer != "open")


def test_well_played_the_tricks_are_theirs():
    """Without trump: East must cash the ten of diamonds before anything that can lose."""
    tricks = ["CT C7 C8 CK", "CA C9 CQ CJ", "ST S7 S8 SK", "SA S9 SQ SJ", "HT H7 H8 HK"]
    east = "CT CA ST SA HT DT DA HA"
    south, west = "C7 C9 S7 S9 H7 DK D7 H9", "C8 CQ S8 SQ H8 DQ D8 HQ"
    north = "CK CJ SK SJ HK DJ D9 HJ"
    hands = {"E": east, "S": south, "W": west, "N": north}
    assert claim("E", tricks, "NT", **hands).answer == "proved"
    # Now West has the ace of hearts, and East the nine: led low it is the partner's trick.
    swapped = {**hands, "E": east.replace("HA", "HQ"), "W": west.replace("HQ", "HA")}
    assert claim("E", tricks, "NT", **swapped).answer == "proved"
    # With South's king and West's queen of diamonds changed, ace or queen can be led too soon.
    risky = {**hands, "E": east.replace("DA", "DQ"), "S": south.replace("DK", "DA")}
    risky["W"] = west.replace("DQ", "DK")
    assert claim("E", tricks, "NT", **risky).answer == "refuted"


def test_the_line_says_where_the_cards_lie_and_who_wins():
    line = claim("E", SIX, E=EAST + "DT DK").line
    assert line is not None and line.winner in "NS"
    leader, cards = line.tricks[-1]
    assert leader == "E" and "DA" in cards
    assert sorted(c for hand in line.hands.values() for c in hand) == sorted(
        "D" + rank for rank in "TAKQJ987"
    )
    assert "DA" in line.hands[line.winner]


def test_a_claim_in_the_middle_of_a_trick_begins_with_what_lies_there():
    tricks = [*SIX, "DT D7"]
    verdict = claim("E", tricks, E=EAST + "DT DA")
    assert verdict.answer == "proved" and verdict.left == 2
    lost = claim("E", tricks, E=EAST + "DT D8")
    assert lost.line is not None and lost.line.tricks[0][1][:2] == ("DT", "D7")


def test_a_forgotten_card_may_be_any_that_is_left():
    tricks = ["ST S7 S8 ??", "E: " + SIX[1], *SIX[2:]]
    assert claim("E", tricks, E=EAST + "DT DA").answer == "proved"
    assert claim("E", tricks, E=EAST + "DT DK").answer == "open"
    # On the table it may even be the card that wins.
    lies = claim("E", [*SIX, "D9 ??"], W="S8 SQ H8 HQ C8 CQ D8 D7")
    assert lies.answer == "refuted"


def test_after_a_revoke_duties_prove_nothing():
    # West discards on spades and shows one later.
    tricks = ["ST S7 H8 SK", "SA S9 S8 SJ"]
    assert not claim("E", tricks).explained
    assert claim("E", ["ST S7 S8 SK"]).explained


@pytest.mark.parametrize(
    ("rules", "tricks", "message"),
    [
        ("manille-aveugle", SIX, "aveugle"),
        ("west-flemish", [*SIX, "DT D7 D8 DK", "DA D9 DQ DJ"], "none is left"),
        ("west-flemish", ["?? ST S7 S8"], "leads now"),
    ],
)
def test_what_cannot_be_judged_is_said(rules, tricks, message):
    rules = PRESETS[rules]
    with pytest.raises(InvalidRecord) as refused:
        judge_claim(rules, "N", "D", parse_tricks(tricks, rules), "E")
    assert message in refused.value.faults[0].message


def test_a_hopeless_search_is_given_up_and_said_so():
    """A whole pack of 48 dealt out: an opponent can win a trick, more takes too long."""
    rules = PRESETS["botifarra-lliure"]
    hands: dict[str, list[str]] = {seat: [] for seat in "NESW"}
    for place, one in enumerate(sorted(rules.cards.cards, key=lambda c: hash_of(c))):
        hands["NESW"[place % 4]].append(one)
    verdict = judge_claim(rules, "N", "NT", (), "E", {s: tuple(h) for s, h in hands.items()})
    assert verdict.answer in ("possible", "refuted") and verdict.line


def hash_of(one: str) -> int:
    return (ord(one[0]) * 31 + ord(one[1]) * 17) % 97


def ending(rules: Rules, chance: random.Random, left: int, care: float):
    """(dealer, trump, tricks, hands dealt) of a deal broken off with so many tricks to play, now
    and then in the middle of one."""
    dealer, trump = chance.choice(rules.table.seats), chance.choice(rules.trumps)
    played = play_out(rules, trump, dealer, chance, care)
    keep = rules.hand_size - left
    tricks = played[:keep]
    if cut := chance.choice([0, 0, chance.randrange(rules.seats)]):
        tricks = [*tricks, played[keep][:cut]]
    hands: dict[str, list[str]] = {seat: [] for seat in rules.table.seats}
    leader = rules.table.after(dealer)
    for trick in played:
        order = rules.table.order(leader)
        for seat, text in zip(order, trick, strict=True):
            hands[seat].append(text)
        leader = order[winning_place(rules, trump, [card(text) for text in trick])]
    return dealer, trump, tricks, hands


@pytest.mark.parametrize("system", SYSTEMS)
def test_it_agrees_with_the_slow_judge(system):
    rules = SYSTEMS[system]
    for number in range(ENDINGS):
        chance = random.Random(f"{system} {number}")
        left = chance.choice((1, 2, 2, 2, 3))
        dealer, trump, tricks, hands = ending(rules, chance, left, chance.choice((1, 1, 0.9)))
        seats = [*rules.table.seats]
        chance.shuffle(seats)
        hidden = chance.randrange(5 if left < 3 else 2)
        told = {seat: tuple(hands[seat]) for seat in seats[hidden:]}
        claimer = chance.choice(seats)
        text = [" ".join(trick) for trick in tricks]
        found = judge_claim(rules, dealer, trump, parse_tricks(text, rules), claimer, told)
        expected = slow_claim.answer(rules, trump, dealer, tricks, told, claimer)
        assert (found.answer, found.explained) == expected, (number, text, told, claimer)


@pytest.mark.parametrize("system", SYSTEMS)
def test_with_forgotten_cards_it_agrees_with_the_slow_judge(system):
    rules, met = SYSTEMS[system], Counter()
    for number in range(ENDINGS):
        chance = random.Random(f"{system} {number} forgotten")
        left = chance.choice((1, 1, 2))
        dealer, trump, tricks, hands = ending(rules, chance, left, chance.choice((1, 1, 0.9)))
        led = [rules.table.after(dealer)]
        for trick in tricks[:-1]:
            place = winning_place(rules, trump, [card(text) for text in trick])
            led.append(rules.table.order(led[-1])[place])
        forgotten = chance.sample(range(max(0, len(tricks) - 3), len(tricks)), 2)[:left]
        for at in forgotten:
            for turn in chance.sample(range(len(tricks[at])), 1):
                tricks[at][turn] = None
        seats = [*rules.table.seats]
        chance.shuffle(seats)
        hidden = chance.randrange(5 if left == 1 else 3)
        told = {seat: tuple(hands[seat]) for seat in seats[hidden:]}
        claimer = chance.choice(seats)
        shown = [TrickRecord(tuple(t), leader) for t, leader in zip(tricks, led, strict=True)]
        try:
            found = judge_claim(rules, dealer, trump, shown, claimer, told)
        except InvalidRecord as refused:
            assert "leads now" in refused.faults[0].message
            met["open who leads"] += 1
            continue
        expected = slow_claim.answer_forgotten(rules, trump, dealer, tricks, led, told, claimer)
        assert (found.answer, found.explained) == expected, (number, tricks, led, told, claimer)
        met[found.answer] += 1
    assert len(met) > 1 and met.total() - met["open who leads"] > ENDINGS // 2, met
