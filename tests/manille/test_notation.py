"""Cards, hands, tricks and rules as text: what is read, what is refused, and that it comes back."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.manille.errors import InvalidRecord
from games.manille.notation import (
    TrickRecord,
    parse_card,
    parse_hand,
    parse_tricks,
    rules_from_json,
    rules_to_json,
    write_hand,
    write_tricks,
)
from games.manille.presets import PRESETS
from games.manille.rules import OPTIONS

FRENCH = PRESETS["west-flemish"]
SPANISH = PRESETS["manilla-es-72"]
PIQUET_ES = FRENCH.changed(faces="spanish")  # French tens beside Spanish figures

BY_SUIT = {"D": "O", "H": "C", "S": "E", "C": "B"}
BY_RANK = {"A": "1", "K": "12", "Q": "11", "J": "10"}


def in_spanish(card):
    return BY_SUIT[card[0]] + BY_RANK.get(card[1], card[1])


def refused(parse, *args, **kwargs):
    """(place, message) of each fault."""
    with pytest.raises(InvalidRecord) as caught:
        parse(*args, **kwargs)
    return [(fault.place, fault.message % fault.params) for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("text", "rules", "card"),
    [
        ("ST", FRENCH, "ST"),
        ("st", FRENCH, "ST"),
        ("S10", FRENCH, "ST"),
        ("s10", FRENCH, "ST"),
        ("C10", FRENCH, "CT"),
        ("h7", FRENCH, "H7"),
        ("O12", SPANISH, "DK"),
        ("o11", SPANISH, "DQ"),
        ("C1", SPANISH, "HA"),
        ("C12", SPANISH, "HK"),
        ("C10", SPANISH, "HJ"),
        ("E10", SPANISH, "SJ"),
        ("e1", SPANISH, "SA"),
        ("B7", SPANISH, "C7"),
        ("B10", SPANISH, "CJ"),
        ("OK", SPANISH, "DK"),
        ("C7", SPANISH, "C7"),
        ("CK", SPANISH, "CK"),
        ("S9", SPANISH, "S9"),
        ("C10", PIQUET_ES, "CT"),
        ("C1", PIQUET_ES, "HA"),
        ("E10", PIQUET_ES, "SJ"),
        ("ET", PIQUET_ES, "ST"),
        ("S10", PIQUET_ES, "ST"),
    ],
)
def test_a_card_is_read(text, rules, card):
    assert parse_card(text, rules) == card


def test_where_all_is_spanish_a_plain_c_is_copas():
    assert parse_card("C7", SPANISH, c_is_copas=True) == "H7"
    assert parse_card("C10", PIQUET_ES, c_is_copas=True) == "HJ"
    assert parse_hand("C7 B7 O2 E3", SPANISH) == ("H7", "C7", "D2", "S3")
    assert parse_hand("C7 C12", SPANISH) == ("H7", "HK")
    # One card of the other way, a suit or a figure, and C is clubs again but for Spanish figures.
    assert parse_hand("C7 C12 O2 S3", SPANISH) == ("C7", "HK", "D2", "S3")
    assert parse_hand("C7 C12 O2 CQ", SPANISH) == ("C7", "HK", "D2", "CQ")
    # The leader's seat before a trick is no suit.
    assert parse_tricks("S: C7 O2 E3 B4", SPANISH) == (TrickRecord(("H7", "D2", "S3", "C4"), "S"),)


@pytest.mark.parametrize(
    "text",
    ["", "S", "10", "S1", "T S", "STT", "S11", "O12", "E10", "B7", "X7", "??", "♠7", "ſ7", "S٧"],
)
def test_what_is_no_card_is_refused(text):
    assert refused(parse_card, text, FRENCH, place="here") == [
        ("here", f"“{text}” is not a card: write its suit, then its rank, as in ST or H7.")
    ]


@pytest.mark.parametrize("text", ["S1", "D12", "O13", "O0"])
def test_what_is_no_spanish_card_is_refused(text):
    assert "is not a card" in refused(parse_card, text, SPANISH)[0][1]


@pytest.mark.parametrize(
    ("text", "rules"),
    [("S6", FRENCH), ("S10", SPANISH), ("ST", SPANISH), ("O8", PRESETS["malilla-mx"])],
)
def test_a_card_of_another_pack_is_refused(text, rules):
    if text == "O8":
        rules = rules.changed(faces="spanish")
    assert refused(parse_card, text, rules) == [("", f"There is no “{text}” in this pack.")]


def test_a_removed_card_is_refused():
    thirty = FRENCH.changed(removed="S7 C7", undealt="dealer")
    assert refused(parse_hand, "S8 s7 c7", thirty, place="hand") == [
        ("hand", "There is no “s7” in this pack."),
        ("hand", "There is no “c7” in this pack."),
    ]


def test_a_hand_is_refused():
    assert refused(parse_hand, "  ", FRENCH) == [("", "Write at least one card.")]
    assert refused(parse_hand, "S7 S8 S7", FRENCH) == [("", "The card S7 is there twice.")]
    nine = " ".join(FRENCH.cards.cards[:9])
    assert refused(parse_hand, nine, FRENCH) == [("", "A hand has at most 8 cards.")]
    assert len(refused(parse_hand, "x y S7", FRENCH)) == 2


def test_tricks_are_read():
    text = "\n  hq H7 ?? h9 \n\nw:S10 s7 S8 SK\nE :  CA\n"
    assert parse_tricks(text, FRENCH) == (
        TrickRecord(("HQ", "H7", None, "H9")),
        TrickRecord(("ST", "S7", "S8", "SK"), "W"),
        TrickRecord(("CA",), "E"),
    )
    assert parse_tricks("", FRENCH) == ()


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("HQ H7\nH8 H9 HT HA", [("tricks[0]", "Only the last trick may be cut short")]),
        ("HQ H7 H8 H9\nSQ S7 S8 S9 ST", [("tricks[1]", "A trick has at most 4 cards.")]),
        ("HQ H7 H8 H9\nSQ HQ S8 S9", [("tricks[1]", "The card HQ is there twice.")]),
        ("HQ H7 HQ H9", [("tricks[0]", "The card HQ is there twice.")]),
        ("X: HQ H7 H8 H9", [("tricks[0]", "“X” is not a seat at this table.")]),
        ("W: ", [("tricks[0]", "Write at least one card.")]),
        ("HQ ? H8", [("tricks[0]", "“?” is not a card")]),
        ("H1 H2 HT HA", [("tricks[0]", "“H1” is not a card"), ("tricks[0]", "no “H2” in")]),
        ("?? ?? ?? ??\n" * 9, [("tricks[8]", "A deal has at most 8 tricks.")]),
    ],
)
def test_tricks_are_refused(text, faults):
    found = refused(parse_tricks, text, FRENCH)
    assert [place for place, _ in found] == [place for place, _ in faults]
    for (_, message), (_, part) in zip(found, faults, strict=True):
        assert part in message


def test_seats_follow_the_table():
    three = PRESETS["classic-turnup"].changed(seats=3, sides="singles", removed="S7 C7")
    assert refused(parse_tricks, "W: HQ H7 H8", three)[0][0] == "tricks[0]"
    assert refused(parse_tricks, "HQ H7 H8 H9", three) == [
        ("tricks[0]", "A trick has at most 3 cards.")
    ]
    assert refused(parse_tricks, "?? ?? ??\n" * 11, three)[0][0] == "tricks[10]"


def deals():
    """(rules, tricks): a deal of any preset in any order, cards forgotten, perhaps cut short."""

    def build(name, seed, forget, cut):
        rules, rng = PRESETS[name], random.Random(seed)
        cards = list(rules.cards.cards)
        rng.shuffle(cards)
        del cards[rules.seats * rules.hand_size :]  # left over at the deal
        played = [card if rng.random() >= forget else None for card in cards]
        played = played[: cut or None]
        tricks = [played[at : at + rules.seats] for at in range(0, len(played), rules.seats)]
        return rules, tuple(
            TrickRecord(tuple(trick), rng.choice([None, *rules.table.seats])) for trick in tricks
        )

    return st.builds(
        build,
        st.sampled_from(sorted(PRESETS)),
        st.integers(0, 2**32),
        st.sampled_from([0, 0, 0.2, 1]),
        st.integers(0, 32),
    )


@given(deals())
def test_tricks_come_back(deal):
    rules, tricks = deal
    text = write_tricks(tricks)
    assert parse_tricks(text, rules) == tricks
    assert parse_tricks(text.splitlines(), rules) == tricks
    assert parse_tricks(text.lower(), rules) == tricks
    assert write_tricks(parse_tricks(text, rules)) == text


@given(st.sampled_from(sorted(PRESETS)), st.randoms())
def test_hands_come_back(name, rng):
    rules = PRESETS[name]
    hand = tuple(rng.sample(rules.cards.cards, rng.randint(1, rules.hand_size)))
    assert parse_hand(write_hand(hand), rules) == hand


@given(st.randoms())
def test_a_deal_written_the_spanish_way_throughout_is_read(rng):
    cards = rng.sample(SPANISH.cards.cards, SPANISH.cards.size)
    text = "\n".join(
        " ".join(in_spanish(card) for card in cards[at : at + 4]) for at in range(0, 48, 4)
    )
    assert [card for trick in parse_tricks(text, SPANISH) for card in trick.cards] == cards


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_rules_come_back(name):
    rules = PRESETS[name]
    assert rules_from_json(name) == (name, rules)
    assert rules_from_json({"preset": name, "target": 7}) == (name, rules.changed(target=7))
    assert rules_from_json({"preset": name, "cap": None}) == (name, rules.changed(cap=None))
    for preset in (name, None):
        written = rules_to_json(rules.changed(target=7), preset)
        assert list(written) == (["preset"] if preset else []) + list(OPTIONS)
        assert rules_from_json(written) == (preset, rules.changed(target=7))


@pytest.mark.parametrize(
    ("value", "faults"),
    [
        ("bridge", [("rules", "There is no system “bridge”.")]),
        (["west-flemish"], [("rules", "The rules are a system's name, or options by name.")]),
        (7, [("rules", "The rules are a system's name, or options by name.")]),
        ({"preset": "bridge"}, [("rules.preset", "There is no system “bridge”.")]),
        ({"preset": []}, [("rules.preset", "There is no system “[…]”.")]),
        ({"preset": "west-flemish", "taget": 61}, [("rules", "There is no option “taget”.")]),
        (
            {"preset": "west-flemish", "target": "61", "head": "sometimes"},
            [
                ("rules.head", "“sometimes” is not a value of this option."),
                ("rules.target", "This must be a whole number from 1 to 9999, or none."),
            ],
        ),
        ({"preset": "west-flemish", "pack": {}}, [("rules.pack", "An option is a word")]),
        ({"preset": "west-flemish", "pack": "A" * 9999}, [("rules.pack", "each of its ranks")]),
        ({"preset": "west-flemish", "seats": 3}, [("rules.sides", "Only four players")] * 1),
        ({"preset": "west-flemish", "double": 1}, [("rules.double", "“1” is not a value")]),
        ({"preset": "west-flemish", "last_trick": True}, [("rules.last_trick", "“true” is not")]),
        ({"preset": "west-flemish", "target": 1.5}, [("rules.target", "a whole number")]),
    ],
)
def test_rules_are_refused(value, faults):
    found = refused(rules_from_json, value)
    assert [place for place, _ in found][: len(faults)] == [place for place, _ in faults]
    for (_, message), (_, part) in zip(found, faults, strict=False):
        assert part in message


def test_without_a_system_every_option_is_needed():
    options = rules_to_json(FRENCH)
    del options["head"], options["target"]
    assert refused(rules_from_json, options) == [
        ("rules.head", "This option is missing: name a system, or give every option."),
        ("rules.target", "This option is missing: name a system, or give every option."),
    ]


def test_a_long_value_is_cut_in_the_sentence():
    assert len(refused(rules_from_json, "x" * 100_000)[0][1]) < 100
    assert len(refused(parse_card, "x" * 100_000, FRENCH)[0][1]) < 100
