"""Deals card by card: verdicts, duties, proofs, winners, points, against the reference judge."""

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.manille.cards import TRUMPS
from games.manille.errors import InvalidRecord
from games.manille.judge import judge
from games.manille.notation import TrickRecord
from games.manille.play import Trick, law_of
from games.manille.presets import PRESETS
from games.manille.replay import AVEUGLE, refuses_legality, replay

from . import reference
from .deals import SYSTEMS, play_out, rule_sets, seeds

WEST_FLEMISH = PRESETS["west-flemish"]
LEGAL = (
    "HQ H7 H8 H9, SK S8 CQ SJ, D8 DK DT DQ, CT C9 HA C7, "
    "C8 S7 HT CA, S9 CK D7 SA, ST SQ CJ DJ, HK D9 DA HJ"
)
CARELESS = (
    "HQ C7 HA HJ, DA DK D8 H8, ST H9 SK CA, H7 HK D7 S9, "
    "SJ CK SQ HT, D9 CQ DJ S7, C8 C9 DQ CJ, CT DT SA S8"
)
SPANISH = (
    "C5 C6 S6 CK, H5 HQ S7 DQ, S5 SA S9 S2, SQ SJ S8 H7, D6 D4 DJ DA, HK C4 H4 H3, "
    "H9 CQ H6 S3, HA C7 HJ C3, H2 DK C2 H8, S4 SK D7 CJ, D5 D8 D2 C8, D3 CA C9 D9"
)


def cards(text):
    return tuple(text.split())


def tricks_of(text):
    """Tricks as records have them: `HQ H7, W: SK ??`."""
    records = []
    for trick in text.split(","):
        leader, _, played = trick.rpartition(":")
        found = tuple(None if card == "??" else card for card in cards(played))
        records.append(TrickRecord(found, leader.strip() or None))
    return records


def illegal_plays(found):
    return [(play.trick, play.seat, play.card, " ".join(play.due)) for play in found.revokes]


SAMPLES = [
    ("west-flemish", "NT", LEGAL, "EEWWSEEE", {"NS": 9, "EW": 51}, "EW", []),
    (
        "manillen-61",
        "H",
        CARELESS,
        "ESENEWNN",
        {"NS": 28, "EW": 33},
        "NS",
        [(1, "S", "C7", "H8"), (3, "E", "H9", "S8"), (5, "E", "HT", "S8")],
    ),
    (
        "manilla-es-72",
        "H",
        SPANISH,
        "NWESWWWWNWSW",
        {"NS": 13, "EW": 59},
        "EW",
        [
            (1, "E", "S6", "CA CJ"),
            (2, "S", "S7", "H7"),
            (2, "E", "DQ", "HJ H6 H4"),
            (7, "N", "S3", "H8"),
            (8, "N", "C3", "H8"),
        ],
    ),
]


@pytest.mark.parametrize("preset, trump, text, winners, points, last, illegal", SAMPLES)
def test_the_samples(preset, trump, text, winners, points, last, illegal):
    found = replay(PRESETS[preset], "N", trump, tricks_of(text))
    assert "".join(trick.winner for trick in found.tricks) == winners
    assert found.complete and found.card_points == points
    assert found.last_trick == last
    assert illegal_plays(found) == illegal
    assert found.explained is not bool(illegal)


def test_an_illegal_play_carries_its_proof():
    found = replay(PRESETS["manillen-61"], "N", "H", tricks_of(CARELESS))
    first = found.revokes[0]
    assert (first.duty, first.witness, first.witness_trick) == ("follow", "H8", 2)
    assert first.established
    assert found.suspects == ()  # two seats offended: neither alone explains it


def test_a_single_offender_is_the_suspect():
    # West throws a club on the first trick and shows hearts in the second; nobody else need have
    # revoked, whatever the rest of the hands may be.
    told = {"N": cards("H9 SJ S9 D9 D8 D7 C9 C8"), "S": cards("H7 S8 S7 DQ DJ CA CQ CJ")}
    told["E"] = cards("HQ SK ST HT DT DA CK CT")
    tricks = tricks_of("HQ H7 C7 H9, SK S8 HA SJ")
    for hands in ({}, told):
        found = replay(WEST_FLEMISH, "N", "NT", tricks, hands=hands)
        # With the three other hands, his is known too: it held a spade in the second trick.
        assert [play.card for play in found.revokes] == ["C7", "HA"][: 2 if hands else 1]
        assert found.explained is False and {play.seat for play in found.revokes} == {"W"}
        assert found.suspects == ("W",)


@pytest.mark.parametrize(
    ("correction", "text", "established"),
    [
        # West, who shows hearts in the second trick, throws a club on the first.
        ("next-card", "HQ H7 C7 H9, E: SK S8 HA", [True]),
        ("next-trick", "HQ H7 C7 H9, E: SK S8 HA", [True]),
        ("deal-end", "HQ H7 C7 H9, E: SK S8 HA", [False]),
    ],
)
def test_until_when_it_can_be_put_right_is_an_option(correction, text, established):
    rules = WEST_FLEMISH.changed(correction=correction)
    found = replay(rules, "N", "NT", tricks_of(text))
    assert [play.established for play in found.revokes] == established


def test_before_the_next_card_it_can_be_put_right_in_any_case():
    hands = {"W": cards("HA CA CK CQ CJ C9 C8 C7")}
    for correction, after_a_card in (("next-card", True), ("next-trick", False)):
        rules = WEST_FLEMISH.changed(correction=correction)
        for text, established in (("HQ H7 C7", False), ("HQ H7 C7 H9", after_a_card)):
            [revoke] = replay(rules, "N", "NT", tricks_of(text), hands=hands).revokes
            assert (revoke.card, revoke.established) == ("C7", established)


def test_the_end_of_the_deal_ends_the_last_window():
    tricks = tricks_of(CARELESS)
    rules = PRESETS["manillen-61"].changed(correction="deal-end")
    assert all(play.established for play in replay(rules, "N", "H", tricks).revokes)
    assert not any(play.established for play in replay(rules, "N", "H", tricks[:-1]).revokes)


def test_an_illegal_play_of_the_last_trick_can_still_be_put_right():
    found = replay(WEST_FLEMISH, "N", "NT", tricks_of("HQ H7 C7 H9, E: SK S8 HA"))
    assert [(play.trick, play.established) for play in found.revokes] == [(1, True)]
    hands = {"S": cards("SA S8 CK CQ CJ C9 C8 C7")}
    found = replay(WEST_FLEMISH, "N", "NT", tricks_of("ST C7 SJ S9"), hands=hands)
    [revoke] = found.revokes
    assert (revoke.due, revoke.established) == (("SA", "S8"), False)
    # Only the hand as told shows these cards: they came out in no trick.
    assert (revoke.witness, revoke.witness_trick) == ("SA", None)


@given(st.sampled_from(sorted(SYSTEMS)), st.sampled_from(TRUMPS), seeds())
def test_a_legal_deal_has_no_revoke_and_its_tricks_fill_the_pot(name, trump, seed):
    rules = SYSTEMS[name]
    tricks = play_out(rules, trump, "N", random.Random(seed))
    found = replay(rules, "N", trump, [TrickRecord(tuple(trick)) for trick in tricks])
    assert {play.verdict for play in found.plays} == {"legal"}
    assert found.complete and found.explained is True and found.suspects == ()
    assert sum(found.card_points.values()) == rules.pot
    in_tricks = sum(trick.card_points for trick in found.tricks)
    assert in_tricks == rules.pot if rules.undealt == "none" else in_tricks <= rules.pot


@given(rule_sets(), st.sampled_from(TRUMPS), seeds(), st.floats(0, 1), st.data())
def test_any_deal_agrees_with_the_reference(rules, trump, seed, care, data):
    dealer = data.draw(st.sampled_from(rules.table.seats))
    tricks = play_out(rules, trump, dealer, random.Random(seed), care)
    expected = reference.judge(rules, trump, dealer, tricks)
    found = replay(rules, dealer, trump, [TrickRecord(tuple(trick)) for trick in tricks])

    assert "".join(trick.winner for trick in found.tricks) == expected.winners
    assert found.card_points == expected.points
    for play, other in zip(found.plays, expected.plays, strict=True):
        assert (play.trick, play.seat, play.card) == (other.trick, other.seat, other.card)
        assert play.hand == tuple(other.held)
        assert (play.duty, play.legal) == (other.duty, tuple(other.legal))
        assert play.verdict == ("illegal" if other.illegal else "legal")
        assert (play.witness, play.witness_trick) == (other.witness, other.witness_trick)
        assert play.due == (tuple(other.legal) if other.illegal else ())
        assert play.established == other.established

    offenders = {other.seat for other in expected.plays if other.illegal}
    assert found.explained is (not offenders)
    assert found.suspects == (tuple(offenders) if len(offenders) == 1 else ())

    numbers = [rules.cards.number[card] for trick in tricks for card in trick]
    judged = judge(rules, trump, rules.table.after(dealer), numbers, dealer)
    illegal = tuple(place for place, other in enumerate(expected.plays) if other.illegal)
    assert judged == (expected.winners, expected.points, illegal)


@given(rule_sets(), st.sampled_from(TRUMPS), seeds(), st.data())
def test_a_deal_that_stops_early_claims_no_more_than_the_whole_deal_shows(rules, trump, seed, data):
    tricks = play_out(rules, trump, "N", random.Random(seed), care=0.7)
    records = [TrickRecord(tuple(trick)) for trick in tricks]
    plays = data.draw(st.integers(0, rules.seats * rules.hand_size - 1))
    whole, rest = divmod(plays, rules.seats)
    cut = records[:whole] + ([TrickRecord(records[whole].cards[:rest])] if rest else [])
    full, found = (replay(rules, "N", trump, some) for some in (records, cut))

    assert len(found.plays) == plays and not found.complete and found.card_points is None
    for play, truth in zip(found.plays, full.plays, strict=False):
        assert play.verdict in ("undecided", truth.verdict)
        assert set(play.hand) <= set(truth.hand)
        assert play.duty != "lead" or play.verdict == "legal"
    expected = reference.judge(rules, trump, "N", [list(record.cards) for record in cut])
    # The reference asks for a card that came out; by counting, more can be proved.
    for play, other in zip(found.plays, expected.plays, strict=True):
        assert (play.verdict == "illegal") == other.illegal or not play.due
    assert "".join(trick.winner for trick in found.tricks if trick.complete) == expected.winners
    assert found.after(plays) == expected.points


@given(rule_sets(), st.sampled_from(TRUMPS), seeds(), st.data())
def test_forgotten_cards_never_make_the_verdict_wrong(rules, trump, seed, data):
    """Some cards blotted out, some hands told: what is said is what the whole deal shows."""
    tricks = play_out(rules, trump, "N", random.Random(seed), care=0.8)
    full = replay(rules, "N", trump, [TrickRecord(tuple(trick)) for trick in tricks])
    chance = random.Random(seed + 1)
    share = data.draw(st.floats(0, 0.6))
    blotted = [
        TrickRecord(
            tuple(None if chance.random() < share else card for card in trick.cards), trick.leader
        )
        for trick in full.tricks
    ]
    told = data.draw(st.sets(st.sampled_from(rules.table.seats)))
    hands = {seat: full.hands[seat] for seat in told}
    found = replay(rules, "N", trump, blotted, hands=hands)

    for play, truth in zip(found.plays, full.plays, strict=True):
        assert play.seat == truth.seat and set(play.hand) <= set(truth.hand)
        assert play.verdict in ("undecided", truth.verdict)
        if play.card is None:
            assert play.verdict == "undecided"
        if play.due:
            assert play.witness == play.due[0] and play.witness in truth.hand
        elif play.verdict == "illegal":
            assert play.witness is None  # proved by counting only
    for trick, truth in zip(found.tricks, full.tricks, strict=True):
        assert trick.winner in (None, truth.winner)
        assert trick.card_points in (None, truth.card_points)
    if None not in [card for trick in blotted for card in trick.cards]:
        assert [play.verdict for play in found.plays] == [play.verdict for play in full.plays]


def test_a_told_hand_decides_what_its_later_cards_would():
    told = {"E": cards("HQ SK D8 CT C8 S9 ST HK")}
    open_, closed = (
        replay(WEST_FLEMISH, "N", "NT", tricks_of("SK S8 HT SJ, C7 DT"), leader="S", hands=hands)
        for hands in ({}, {"N": cards("HT CK DA DJ D9 D8 D7 C9")})
    )
    assert [play.verdict for play in open_.plays] == [
        "legal",  # leads
        "undecided",  # follows suit, but might have been able to beat the king
        "undecided",  # might have held spades
        "undecided",
        "legal",
        "undecided",
    ]
    assert closed.plays[2].verdict == "legal" and closed.plays[2].duty == "free"
    assert replay(WEST_FLEMISH, "N", "NT", tricks_of("HQ"), hands=told).hands["E"] == cards(
        "ST SK S9 HK HQ D8 CT C8"
    )


def test_cards_told_in_another_hand_cannot_have_been_held():
    open_, told = (
        replay(WEST_FLEMISH, "N", "NT", tricks_of("SK S8"), leader="S", hands=hands)
        for hands in ({}, {"E": cards("ST SA HT HA DT DA CT CA")})
    )
    assert [play.verdict for play in open_.plays] == ["legal", "undecided"]
    assert [play.verdict for play in told.plays] == ["legal", "legal"]  # east had all that beats it


def test_a_forgotten_card_that_cannot_win_leaves_the_winner_known():
    found = replay(WEST_FLEMISH, "E", "NT", tricks_of("HT ?? H9 HA, SK ?? ??"), leader="S")
    first, second = found.tricks
    # Without trump nothing beats the manille of the suit led; what was thrown may be worth points.
    assert (first.winner, first.card_points, second.leader) == ("S", None, "S")
    assert [play.verdict for play in found.plays[:3]] == ["legal", "undecided", "legal"]


def test_a_forgotten_lead_cannot_win_against_the_highest_trump():
    found = replay(WEST_FLEMISH, "N", "D", tricks_of("?? H9 DT HA, W: SK"))
    assert (found.tricks[0].winner, found.tricks[1].expected_leader) == ("W", "W")
    assert [play.verdict for play in found.plays[:4]] == ["undecided"] * 4


def test_a_suit_not_followed_is_illegal_whatever_the_forgotten_card_was():
    found = replay(WEST_FLEMISH, "N", "D", tricks_of("HQ ?? C7 H9, W: HA S8 SK HJ"))
    revoke = found.plays[2]
    assert (revoke.seat, revoke.verdict, revoke.duty, revoke.due) == (
        "W",
        "illegal",
        "follow",
        ("HA",),
    )


def test_an_open_winner_needs_the_leader_written():
    with pytest.raises(InvalidRecord) as refused:
        replay(WEST_FLEMISH, "N", "D", tricks_of("HQ ?? H7 H9, HA S8 SK HJ"))
    assert [fault.place for fault in refused.value.faults] == ["tricks[1]"]
    found = replay(WEST_FLEMISH, "N", "D", tricks_of("HQ ?? H7 H9, S: HA S8 SK HJ"))
    assert (found.tricks[0].winner, found.tricks[1].leader) == (None, "S")
    assert found.tricks[1].expected_leader is None


def test_a_lead_out_of_turn_is_followed():
    found = replay(WEST_FLEMISH, "N", "NT", tricks_of("HT H7 H8 H9, W: SK S8 SQ SJ"))
    second = found.tricks[1]
    assert (second.leader, second.expected_leader, second.seats) == ("W", "E", "WNES")
    assert second.winner == "W"


def test_a_card_that_a_told_hand_does_not_hold_is_refused():
    hands = {"E": cards("HQ SK D8 CT C8 S9 ST HK")}
    for text in ("HA", "HQ HK", "HQ H7 H8 H9, E: D7"):
        with pytest.raises(InvalidRecord) as refused:
            replay(WEST_FLEMISH, "N", "NT", tricks_of(text), hands=hands)
        assert len(refused.value.faults) == 1


def test_a_hand_told_in_part_leaves_room_for_forgotten_cards():
    found = replay(
        WEST_FLEMISH, "N", "NT", tricks_of("HT ?? H8 H9, E: SK ??"), hands={"S": cards("H7")}
    )
    assert found.explained
    # The seven went to the first trick, to the second, or is still in the hand.
    assert [play.hand for play in found.plays if play.seat == "S"] == [("H7",), ()]


def test_points_grow_with_completed_tricks_and_the_last_one_has_its_point():
    rules = PRESETS["manillen-61"]
    found = replay(rules, "N", "H", tricks_of(CARELESS))
    assert found.after(0) == {"NS": 0, "EW": 0} == found.after(3)
    first = found.tricks[0]
    assert found.after(4) == {"NS": 0, "EW": first.card_points}
    # Only the eighth trick has the last-trick point: manille, manille and ace are in it.
    assert found.tricks[-1].card_points == 5 + 5 + 4 + 1
    assert [sum(found.after(n).values()) for n in (28, 31, 32)] == [61 - 15, 61 - 15, 61]


def test_cards_left_over_count_for_the_dealer_at_the_end():
    rules = SYSTEMS["three, dealer alone"]
    tricks = play_out(rules, "H", "E", random.Random(3))
    found = replay(rules, "E", "H", [TrickRecord(tuple(trick)) for trick in tricks])
    played = {card for trick in tricks for card in trick}
    left = sum(
        points
        for card, points in zip(rules.cards.cards, rules.cards.points, strict=True)
        if card not in played
    )
    before_end = found.after(29)["E"]
    last = found.tricks[-1]
    won_last = last.card_points if last.winner == "E" else 0
    assert found.card_points["E"] == before_end + won_last + left
    assert set(found.card_points) == {"E", "NS"}


def test_in_manille_aveugle_no_play_is_judged():
    rules = PRESETS["manillen-61"].changed(talk="aveugle")
    found = replay(rules, "N", "H", tricks_of(CARELESS))
    assert {play.verdict for play in found.plays} == {"undecided"} and found.revokes == ()
    assert found.card_points == {"NS": 28, "EW": 33}
    assert refuses_legality(rules) == AVEUGLE
    assert refuses_legality(PRESETS["manillen-61"]) is None


def test_a_deal_without_a_card_replays_to_nothing():
    found = replay(WEST_FLEMISH, "N", "S", [])
    assert (found.plays, found.tricks, found.card_points, found.last_trick) == ((), (), None, None)


def test_the_judge_needs_whole_tricks():
    with pytest.raises(ValueError):
        judge(WEST_FLEMISH, "S", "N", [0, 1, 2, 3, 4])


def test_equal_rules_share_one_law():
    law = law_of(WEST_FLEMISH, "S")
    again = law_of(PRESETS["west-flemish"].changed(target=101), "S")
    assert law is again and law.rules == WEST_FLEMISH


@pytest.mark.parametrize("trump", ["S", "D", "C", "NT"])  # East's last card would have to ruff
def test_of_a_trick_that_nobody_remembers_the_mildest_duty_is_named(trump):
    # Not the one that comes first in a set, which differs from one start of Python to the next.
    forgotten = [TrickRecord((None,) * 4, "N")] * 7
    last = TrickRecord(cards("SK HQ DJ C9"), "N")
    plays = replay(WEST_FLEMISH, "W", trump, [*forgotten, last]).plays[:28]
    assert [play.duty for play in plays] == ["lead", "free", "free", "free"] * 7


def test_to_lead_is_the_duty_of_a_hand_of_which_nothing_is_known_too():
    plays = replay(WEST_FLEMISH, "W", "H", [TrickRecord((None, None), "N")]).plays
    assert [play.duty for play in plays] == ["lead", "free"]


@settings(max_examples=40)
@given(st.sampled_from(sorted(SYSTEMS)), seeds())
def test_a_trick_with_forgotten_cards_has_a_winner_where_no_cards_would_change_that(system, seed):
    rules, chance = SYSTEMS[system], random.Random(seed)
    dealer, leader = chance.choice(rules.table.seats), chance.choice(rules.table.seats)
    trump = chance.choice(rules.trumps)
    cards = chance.sample(rules.cards.cards, rules.seats)
    for place in chance.sample(range(rules.seats), 2):
        cards[place] = None
    found = replay(rules, dealer, trump, [TrickRecord(tuple(cards), leader)]).tricks[0]
    left = [card for card in rules.cards.cards if card not in cards]
    ways = itertools.product(*([card] if card else left for card in cards))
    winners = {Trick(rules, trump, leader, dealer, way).winner for way in ways}
    assert found.winner == (winners.pop() if len(winners) == 1 else None)
