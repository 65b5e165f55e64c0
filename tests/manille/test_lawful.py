"""The short way for complete deals in which every play was legal: it says what the proofs say."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.manille.cards import TRUMPS
from games.manille.errors import InvalidRecord
from games.manille.facts import DealRecord, Record
from games.manille.notation import TrickRecord
from games.manille.play import Trick
from games.manille.presets import PRESETS
from games.manille.replay import replay
from games.manille.scoring import Contract
from games.manille.verdict import verdict

from .deals import deal_out, play_out, rule_sets, seeds


def wandering_lead(rules, trump, dealer, chance):
    """The tricks of a legal deal in which not always the winner of a trick leads to the next."""
    hands, leader, records = deal_out(rules, chance), rules.table.after(dealer), []
    written = None
    for _ in range(rules.hand_size):
        trick = Trick(rules, trump, leader, dealer)
        while (seat := trick.seat_to_play) is not None:
            card = chance.choice(trick.legal(hands[seat]))
            hands[seat].remove(card)
            trick = trick.play(card)
        records.append(TrickRecord(trick.cards, written))
        written = chance.choice([None, None, *rules.table.seats])
        leader = written or trick.winner
    return records


@given(rule_sets(), st.sampled_from(TRUMPS), seeds(), st.sampled_from([1, 0.98]))
def test_it_is_taken_for_these_deals_alone(rules, trump, seed, care):
    tricks = play_out(rules, trump, "E", random.Random(seed), care)
    found = replay(rules, "E", trump, [TrickRecord(tuple(trick)) for trick in tricks])
    legal = all(play.verdict == "legal" for play in found.plays)
    assert (found.lawful is not None) == legal
    part = replay(rules, "E", trump, [TrickRecord(tuple(trick)) for trick in tricks[:-1]])
    assert part.lawful is None


@given(rule_sets(), st.data(), seeds())
def test_it_says_the_same(rules, data, seed):
    trump = data.draw(st.sampled_from(rules.trumps))
    records = wandering_lead(rules, trump, "E", random.Random(seed))
    short = replay(rules, "E", trump, records)
    long = replay(rules, "E", trump, records)
    object.__setattr__(long, "lawful", None)
    assert short.lawful
    assert short.tricks == long.tricks and short.card_points == long.card_points
    assert [play.duty for play in long.plays] == short.lawful.duties
    assert short.revokes == long.revokes == () and long.explained and short.explained

    bid = rules.par + 1 if rules.contract == "bid" else None
    deal = DealRecord(dealer="E", contract=Contract("E", trump, bid=bid), tricks=tuple(records))
    record = Record(rules=rules, deals=(deal,))
    by_proof = replace(record)
    object.__setattr__(by_proof.told[0].replay, "lawful", None)
    assert verdict(record) == verdict(by_proof)


def test_a_hand_told_otherwise_is_refused_all_the_same():
    rules = PRESETS["west-flemish"]
    chance = random.Random(1)
    tricks = play_out(rules, "H", "N", chance)
    records = [TrickRecord(tuple(trick)) for trick in tricks]
    hands = replay(rules, "N", "H", records).hands
    assert replay(rules, "N", "H", records, hands=hands).lawful
    swapped = {**hands, "E": hands["S"], "S": hands["E"]}
    for told in (swapped, {"E": hands["E"][1:]}, {"S": hands["E"]}):
        with pytest.raises(InvalidRecord):
            replay(rules, "N", "H", records, hands=told)
