"""Which cards are legal: the rules page's worked cases, and every system against the reference."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.manille.cards import TRUMPS
from games.manille.play import Trick, law_of, legal_cards
from games.manille.presets import PRESETS

from . import reference
from .deals import BASE, SYSTEMS, deal_out, every_law, play_out, rule_sets, seeds

SYSTEM_NAMES = sorted(SYSTEMS)


def rules_with(**options):
    return PRESETS["west-flemish"].changed(**options)


def seen_by_west(rules, trump, cards):
    """A trick of three cards with west, the seat of the rules page's player D, to play."""
    trick = Trick(rules, trump, rules.table.after("W"))
    for card in cards.split():
        trick = trick.play(card)
    assert trick.seat_to_play == "W"
    return trick


PIQUET = [name for name, rules in PRESETS.items() if rules.pack == "TAKQJ987" and rules.seats == 4]
NEVER, LED, OPPONENT, ALWAYS = "never", "trump-led", "opponent-winning", "always"

# trump, trick so far, hand, options, legal cards
WORKED = [
    # The opponents are winning: a trump must be played where none of the suit led is held.
    *(("D", "CA CQ C7", "D8 HK", {"preset": name}, "D8") for name in PIQUET),
    # Head in the suit led.
    ("D", "CK C9 C8", "CT C7", {"head": OPPONENT}, "CT"),
    ("D", "CK C9 C8", "CT C7", {"head": ALWAYS}, "CT"),
    ("D", "CK C9 C8", "CT C7", {"head": NEVER}, "CT C7"),
    ("D", "CK C9 C8", "CT C7", {"head": LED}, "CT C7"),
    ("D", "CK CT C8", "CA C7", {"head": OPPONENT}, "CA C7"),
    ("D", "CK CT C8", "CA C7", {"head": ALWAYS}, "CA C7"),
    # A ruff is never beaten by following.
    ("D", "CK H7 D9", "CA C7", {"head": OPPONENT}, "CA C7"),
    ("D", "CK H7 D9", "CA C7", {"head": ALWAYS}, "CA C7"),
    # The partner (second to play) is winning: only "always" binds.
    ("D", "C9 CK C8", "CT C7", {"head": OPPONENT, "exemption": "none"}, "CT C7"),
    ("D", "C9 CK C8", "CT C7", {"head": ALWAYS}, "CT"),
    # Cannot overtrump.
    ("D", "CK C7 DQ", "D9 H8", {"cannot_overtrump": "discard"}, "H8"),
    ("D", "CK C7 DQ", "D9 H8", {"cannot_overtrump": "undertrump"}, "D9"),
    ("D", "CK C7 DQ", "D9 H8", {"cannot_overtrump": "free"}, "D9 H8"),
    ("D", "CK C7 DQ", "D9 D8", {"cannot_overtrump": "discard"}, "D9 D8"),
    ("D", "CK C7 DQ", "S9 H8", {"cannot_overtrump": "undertrump"}, "S9 H8"),
    *(
        ("D", "CK C7 DQ", "DK D8 HA", {"cannot_overtrump": way}, "DK")
        for way in ("discard", "undertrump", "free")
    ),
    # The partner is winning without a trump.
    ("D", "C9 CT C7", "DT H7", {"exemption": "full"}, "DT H7"),
    ("D", "C9 CT C7", "DT H7", {"exemption": "none"}, "DT"),
    ("D", "C9 CT C7", "DT H7", {"exemption": "overtrump"}, "DT"),
    # The partner is winning with a trump.
    ("D", "C9 DJ C7", "D8 H7", {"exemption": "full", "undertrump_partner": "forbidden"}, "H7"),
    ("D", "C9 DJ C7", "D8 H7", {"exemption": "full", "undertrump_partner": "free"}, "D8 H7"),
    ("D", "C9 DJ C7", "D8 D7", {"exemption": "full", "undertrump_partner": "forbidden"}, "D8 D7"),
    ("D", "C9 DJ C7", "DQ D7", {"exemption": "full", "undertrump_partner": "forbidden"}, "DQ"),
    ("D", "C9 DJ C7", "D8 H7", {"exemption": "none", "cannot_overtrump": "undertrump"}, "D8"),
    ("D", "C9 DJ C7", "D8 H7", {"exemption": "none", "cannot_overtrump": "free"}, "D8 H7"),
    ("D", "C9 DJ C7", "DQ D8 H7", {"exemption": "none"}, "DQ"),
    ("D", "C9 DJ C7", "DQ D8 H7", {"exemption": "overtrump"}, "DQ D8"),
    # Trumps are led.
    ("D", "D9 H7 C7", "DJ D7", {"head": LED}, "DJ"),
    ("D", "D9 H7 C7", "DJ D7", {"head": OPPONENT}, "DJ"),
    ("D", "D9 H7 C7", "DJ D7", {"head": NEVER}, "DJ D7"),
    ("D", "D7 D9 C7", "DJ D8", {"head": LED, "exemption": "none"}, "DJ"),
    ("D", "D7 D9 C7", "DJ D8", {"head": LED, "exemption": "full"}, "DJ D8"),
    # Without trump.
    ("NT", "CK C7 C8", "HT S7", {}, "HT S7"),
    ("NT", "CK C7 C8", "CA C9", {"head": OPPONENT}, "CA"),
]


@pytest.mark.parametrize("trump, trick, hand, options, expected", WORKED)
def test_worked_cases(trump, trick, hand, options, expected):
    options = dict(options)
    preset = options.pop("preset", None)
    rules = PRESETS[preset] if preset else rules_with(**options)
    trick = seen_by_west(rules, trump, trick)
    assert set(legal_cards(hand.split(), trick)) == set(expected.split())


def test_nothing_but_lower_trumps_is_a_duty_to_trump_and_other_cards_bar_them():
    trick = seen_by_west(rules_with(undertrump_partner="forbidden"), "D", "C9 DJ C7")
    assert trick.duty(["D8", "D7"]) == ("ruff", ("D8", "D7"))
    assert trick.duty(["D8", "H7"]) == ("no-undertrump", ("H7",))
    assert trick.duty(["DQ", "H7"]) == ("free", ("H7", "DQ"))


def test_the_trick_of_the_first_worked_case_is_worth_six():
    trick = seen_by_west(PRESETS["west-flemish"], "D", "CA CQ C7").play("D8")
    assert (trick.winner, trick.winning_card, trick.card_points) == ("W", "D8", 6)


def test_a_high_card_of_another_suit_wins_nothing():
    trick = seen_by_west(PRESETS["west-flemish"], "D", "C7 HT ST").play("HA")
    assert (trick.winner, trick.winning_card) == ("N", "C7")


def test_legal_cards_come_by_suit_each_from_the_manille_down():
    trick = Trick(PRESETS["west-flemish"], "NT", "N")
    assert trick.legal(["C7", "DA", "DT", "S7", "HK", "SA"]) == ("SA", "S7", "HK", "DT", "DA", "C7")


def test_play_goes_round_in_the_direction_of_the_rules():
    clockwise = Trick(PRESETS["west-flemish"], "S", "W")
    counter = Trick(PRESETS["classic-turnup"], "S", "W")
    assert (clockwise.seats, counter.seats) == ("WNES", "WSEN")
    assert clockwise.play("S7").seat_to_play == "N"


def test_a_full_trick_takes_no_more_cards():
    trick = seen_by_west(PRESETS["west-flemish"], "D", "CA CQ C7").play("D8")
    assert trick.complete and trick.seat_to_play is None
    with pytest.raises(ValueError):
        trick.play("D9")
    with pytest.raises(ValueError):
        trick.legal(["D9"])


def test_a_dealer_who_plays_alone_must_be_known():
    rules = BASE.changed(sides="singles", camps="dealer-alone", contract="none")
    with pytest.raises(ValueError):
        Trick(rules, "S", "N")


def test_the_partners_of_a_lone_dealer_s_opponents_are_one_another():
    rules = rules_with(sides="singles", camps="dealer-alone", contract="none", head=OPPONENT)
    trick = Trick(rules, "NT", "E", "N").play("CK").play("C7")
    # West plays with east against north, so west need not beat the king; north must.
    assert trick.legal(["CA", "C8"]) == ("CA", "C8")
    assert trick.play("C8").legal(["CA", "C9"]) == ("CA",)


def test_a_law_knows_its_trumps_only():
    for trump in ("", "X", "N", "SH"):
        with pytest.raises(ValueError):
            law_of(PRESETS["west-flemish"], trump)


@pytest.mark.parametrize("name", SYSTEM_NAMES)
def test_every_system_agrees_with_the_reference_on_every_trick(name):
    agree_on_random_tricks(SYSTEMS[name], random.Random(name), times=60)


def test_every_combination_of_options_agrees_with_the_reference():
    chance = random.Random(72)
    for rules in every_law():
        agree_on_random_tricks(rules, chance, times=25)


def agree_on_random_tricks(rules, chance, times):
    """Random hands against random tricks, every turn of them: duty, legal cards and winner."""
    for _ in range(times):
        trump, dealer = chance.choice(TRUMPS), chance.choice(rules.table.seats)
        size = chance.randint(1, 4)  # few cards: hands of nothing but low trumps come up too
        hands = {seat: hand[:size] for seat, hand in deal_out(rules, chance).items()}
        trick = Trick(rules, trump, chance.choice(rules.table.seats), dealer)
        while (seat := trick.seat_to_play) is not None:
            cards = [reference.card(card) for card in trick.cards]
            hand = sorted(hands[seat], key=rules.cards.cards.index)
            wins = bool(cards) and reference.partners(rules, seat, trick.winner, dealer)
            legal, duty = reference.legal(
                rules, trump, [reference.card(card) for card in hand], cards, wins
            )
            expected = duty, tuple(card.suit + card.rank for card in legal)
            assert trick.duty(hand) == expected, (rules, trump, trick.cards, hand)
            trick = trick.play(chance.choice(hand))
            cards.append(reference.card(trick.cards[-1]))
            place = reference.winning_place(rules, trump, cards)
            assert (trick.winner, trick.winning_card) == (trick.seats[place], trick.cards[place])


@given(rule_sets(), st.sampled_from(TRUMPS), st.data())
def test_more_cards_never_excuse_an_illegal_play(rules, trump, data):
    law, size = law_of(rules, trump), rules.cards.size
    cards = st.integers(0, size - 1)
    led, played = data.draw(cards), data.draw(cards)
    suit_or_trump = rules.cards.suit_of[led] | law.trumps
    best = data.draw(cards.filter(lambda card: suit_or_trump >> card & 1))
    partner = data.draw(st.booleans())
    hands = st.integers(0, rules.cards.whole)
    known = data.draw(hands) | 1 << played
    more = known | data.draw(hands)
    legal_for_more = law.legal(more, led, best, partner) >> played & 1
    legal_for_known = law.legal(known, led, best, partner) >> played & 1
    assert legal_for_known or not legal_for_more


@given(rule_sets(), st.sampled_from(TRUMPS), st.data())
def test_some_card_of_every_hand_is_legal(rules, trump, data):
    law = law_of(rules, trump)
    cards = st.integers(0, rules.cards.size - 1)
    hand = data.draw(st.integers(1, rules.cards.whole))
    duty, legal = law.duty(hand, data.draw(cards), data.draw(cards), data.draw(st.booleans()))
    assert legal and not legal & ~hand
    assert duty != "free" or legal == hand
    assert duty != "no-undertrump" or legal != hand


@given(st.sampled_from(SYSTEM_NAMES), st.sampled_from(TRUMPS), seeds())
def test_a_deal_played_by_the_legal_cards_uses_the_whole_pack(name, trump, seed):
    rules = SYSTEMS[name]
    tricks = play_out(rules, trump, "N", random.Random(seed))
    cards = [card for trick in tricks for card in trick]
    assert len(cards) == len(set(cards)) == rules.hand_size * rules.seats
