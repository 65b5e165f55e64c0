"""What proves an illegal play, in a sentence."""

from pathlib import Path

import pytest

from games.manille.notation import parse_hand, parse_tricks
from games.manille.presets import PRESETS
from games.manille.record import parse_record
from games.manille.replay import replay
from games.manille.sentences import proof
from games.manille.verdict import verdict

RECORDS = Path(__file__).parent.parent / "records"

SOUTH = {"S": "ST SA S9 HT HK D7 C8 C7"}


@pytest.mark.parametrize(
    ("trump", "tricks", "hands", "sentence"),
    [
        (
            "NT",
            "H7 C7 H8 H9\nS7 S8 HQ",
            {},
            "S played C7 to trick 1 although H were led, and played HQ in trick 2.",
        ),
        (
            "NT",
            "HJ H7 H8 H9\nSK HQ",
            {},
            "S played H7 to trick 1 without beating the winning card, and played HQ in trick 2.",
        ),
        (
            "D",
            "HJ C7 H8 H9\nSK D7",
            {},
            "S played C7 to trick 1 instead of a trump, and played D7 in trick 2.",
        ),
        (
            "D",
            "HJ D8 D7 H9\nSK D9",
            {},
            "W played D7 to trick 1 instead of a higher trump, and played D9 in trick 2.",
        ),
        (
            "D",
            "HJ D8 D7 H9\nSK C7",
            {},
            "W undertrumped trick 1 with D7, and played C7 in trick 2.",
        ),
        (
            "NT",
            "HQ D7",
            SOUTH,
            "S played D7 to trick 1 although H were led, and had been dealt HT.",
        ),
        ("NT", "HQ HK", SOUTH, None),
        (
            "D",
            "H9 HK HA D8",
            {"N": "DT H7 H8 SJ SQ SK C9 D8"},
            "N played D8 to trick 1 although H were led, and had been dealt H8.",
        ),
        (
            "D",
            "H9 HK D8 D7",
            {"N": "DT CT CA SJ SQ SK C9 D7"},
            "N played D7 to trick 1 instead of a higher trump, and had been dealt DT.",
        ),
        (
            "D",
            "H9 HK D8 D7",
            {"N": "CJ CT CA SJ SQ SK C9 D7"},
            "N undertrumped trick 1 with D7, and had been dealt SK.",
        ),
        (
            "D",
            "H9 HK H8 C9",
            {"N": "CJ CT CA SJ SQ SK C9 D7"},
            None,
        ),
        (
            "D",
            "H9 H8 HK C9",
            {"N": "CJ CT CA SJ SQ SK C9 D7"},
            "N played C9 to trick 1 instead of a trump, and had been dealt D7.",
        ),
        (
            "NT",
            "H9 H8 HK HQ",
            {"N": "CJ CT CA SJ HA HQ C9 D7"},
            "N played HQ to trick 1 without beating the winning card, and had been dealt HA.",
        ),
    ],
)
def test_the_proof_of_an_illegal_play(trump, tricks, hands, sentence):
    rules = PRESETS["west-flemish"]
    dealt = {seat: parse_hand(hand, rules) for seat, hand in hands.items()}
    played = replay(rules, "N", trump, parse_tricks(tricks, rules), hands=dealt)
    assert [str(proof(play)) for play in played.revokes] == ([sentence] if sentence else [])


def test_a_play_of_a_verdict_gives_the_same_proof():
    careless = verdict(parse_record((RECORDS / "careless-deal.json").read_bytes()))
    found = careless["deals"][0]["plays"]
    (first, *_) = [play for play in found if play["verdict"] == "illegal"]
    assert str(proof(first)) == (
        "S played C7 to trick 1 although H were led, and played H8 in trick 2."
    )
    with pytest.raises(ValueError, match="only an illegal play"):
        proof(found[0])
