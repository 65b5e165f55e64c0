"""What proves that somebody revoked though no card shows who, and what would settle the rest."""

from itertools import islice

import pytest

from games.manille import outcomes
from games.manille.assignment import can_fill
from games.manille.notation import parse_tricks
from games.manille.presets import PRESETS, WEST_FLEMISH
from games.manille.proof import Argument, Bar, Case
from games.manille.questions import Question
from games.manille.replay import replay

from .enumerator import endings
from .test_every_lie import agree


def judged(trump, text, hands=None, rules=WEST_FLEMISH):
    told = {seat: tuple(hand.split()) for seat, hand in (hands or {}).items()}
    return replay(rules, "N", trump, parse_tricks(text.replace(" / ", "\n"), rules), hands=told)


def test_a_card_that_nobody_can_hold():
    # The king of diamonds never came out. North, East and West each threw another suit on a
    # diamond, and South did not beat the jack.
    found = judged(
        "S",
        "DJ D9 ST DT / C8 CA S9 CT / DA D8 HA SK / SJ H8 SQ S8 / D7 S7 CJ HQ / HT CK H7 HJ",
    )
    assert found.revokes == () and found.explained is False
    assert found.suspects == ("N", "E", "W")
    assert found.argument == Argument(
        cards=("DK",),
        room=0,
        bars=(
            Bar("N", ("DK",), 3, "SK", "follow"),
            Bar("E", ("DK",), 5, "HQ", "follow"),
            Bar("S", ("DK",), 1, "D9", "head"),
            Bar("W", ("DK",), 1, "ST", "follow"),
        ),
    )


def test_three_cards_and_room_for_two():
    found = judged(
        "D",
        "CJ CK C7 CT / HK HT H8 HJ / ST D9 S8 S9 / DK D7 DQ DJ / DA SA DT H9 / S7 H7 C8 HA",
    )
    assert found.argument == Argument(
        cards=("SK", "SQ", "SJ"),
        room=2,
        seats=(("N", 2),),
        bars=(
            Bar("E", ("SK", "SQ", "SJ"), 6, "H7", "follow"),
            Bar("S", ("SK", "SQ", "SJ"), 3, "D9", "follow"),
            Bar("W", ("SK", "SQ", "SJ"), 6, "HA", "follow"),
        ),
    )
    # Were the three spades North's after all, the fourth hand must have been dealt short.
    assert found.suspects == ("E", "S", "W")


def test_whatever_the_missing_card_was_somebody_revoked():
    # South shows the eight of spades and the queen of hearts in a hand of two: so the missing card
    # was the eight, though South had a heart.
    rules = PRESETS["west-flemish"]
    small = rules.changed(removed=" ".join(c for c in rules.cards.cards if c not in SMALL))
    hands = {"N": "HK H7", "S": "S8 HQ", "W": "SQ SJ"}
    found = judged("H", "N: HK HT ?? SJ / H8 HQ", hands, small)
    assert found.revokes == () and found.suspects == ("S",)
    assert found.argument == Argument(
        cases=(Case("S", 1, ("S8",), Bar("S", ("HQ",), 1, None, "follow")),)
    )


SMALL = ("HK", "HT", "SJ", "H8", "HQ", "H7", "S8", "SQ")


def test_where_every_play_can_be_legal_there_is_nothing_to_argue():
    found = judged("NT", "HQ H7 H8 H9 / SK S8")
    assert (found.explained, found.suspects, found.argument) == (True, (), None)


def test_a_revoke_that_a_card_proves_needs_no_argument():
    found = judged("NT", "HQ H7 C7 H9 / SK S8 HA SJ")
    assert found.explained is False and found.argument is None
    assert found.plays[2].seen_in == 2


def test_a_revoke_that_only_a_hand_told_proves_was_never_to_be_seen():
    found = judged("NT", "HQ H7 C7 H9", {"W": "C7 HA S7 S8 S9 D7 D8 D9"})
    assert [(play.card, play.witness_trick, play.seen_in) for play in found.revokes] == [
        ("C7", None, None)
    ]


def test_the_first_card_of_many_dates_the_revoke():
    # The witness named is the manille, which comes out last; the eight betrayed it before.
    found = judged("NT", "HQ H7 C7 H9 / E: SK S8 H8 SJ / E: SA S9 HT SQ")
    [play] = found.revokes[:1]
    assert (play.witness, play.witness_trick, play.seen_in) == ("HT", 3, 2)


@pytest.mark.parametrize(
    ("text", "place", "questions"),
    [
        # East may have held a heart still.
        (
            "CJ C7 H7 C8 / E: D7 D8",
            2,
            [Question("W", 1, ("CT", "CA", "CK", "CQ", "C9"))],
        ),
        # What led the trick nobody remembers: that alone does not tell what West held.
        ("?? H7 C7", 2, None),
    ],
)
def test_what_would_settle_an_undecided_play(text, place, questions):
    play = judged("NT", text).plays[place]
    assert play.verdict == "undecided"
    if questions is None:
        assert [question.cards == () for question in play.questions] == [True, False]
    else:
        assert list(play.questions) == questions


def test_a_legal_and_an_illegal_play_leave_no_question():
    found = judged("NT", "HQ H7 C7 H9 / SK S8 HA SJ")
    assert all(not play.questions for play in found.plays if play.verdict != "undecided")


@pytest.mark.parametrize("system", ["classic-turnup", "west-flemish", "three-dealer-alone"])
def test_every_undecided_play_can_be_settled(system):
    """Which card was missing, told for all that are asked for, leaves at most what the seat held;
    and every argument proves what it says."""
    asked = argued = 0
    for case in islice(endings(PRESETS[system], seed=11), 400):
        found = replay(case.rules, case.dealer, case.trump, case.tricks, case.leader, case.hands)
        lies = found.lies
        for place, play in enumerate(found.plays):
            if play.verdict != "undecided" or play.card is None:
                continue
            asked += 1
            which = [question for question in play.questions if not question.cards]
            held = [question for question in play.questions if question.cards]
            assert play.questions and len(held) <= 1
            assert all(question.trick == play.trick for question in held)
            for known in answered(lies, which):
                open_still = can_fill(known.sizes, known.masks) and (
                    known.verdict(place) == "undecided"
                )
                assert not open_still or held, (case, play)
        if found.argument:
            argued += 1
            assert proves(found.argument), case
    assert asked > 100 and argued > 1


def answered(lies, which):
    """The lies that are left for every answer to the questions which card was played."""
    if not which:
        yield lies
        return
    place = next(
        place
        for place, turn in enumerate(lies.turns)
        if (turn.seat, turn.trick, turn.card) == (which[0].seat, which[0].trick, None)
    )
    for card in range(lies.law.rules.cards.size):
        if lies.cards[lies.turns[place].seat] >> card & 1:
            yield from answered(lies.knowing(place, card), which[1:])


def proves(argument):
    """Whether the argument comes to an end: too little room, or an illegal play in each case."""
    if argument.cases:
        return all(case.revoke or proves(case.argument) for case in argument.cases)
    if argument.cards:
        return len(argument.cards) > argument.room == sum(n for _, n in argument.seats)
    return bool(argument.tricks)


MOSTLY_FORGOTTEN = [
    "?? ?? ?? ??",
    "E: ?? ?? ?? ??",
    "E: ?? ?? HA ??",
    *["E: ?? ?? ?? ??"] * 5,
    "E: ?? C8 ?? H5",
    "E: ?? ?? ?? ??",
    "E: C6 ?? ?? ??",
    "E: H3 ?? ?? ??",
]


def test_a_deal_that_nearly_everybody_forgot_is_explained():
    """With 43 cards missing, all outcomes of all tricks are far too many to go through."""
    rules = PRESETS["manilla-es-72"]
    for trump in "SHDC":
        found = replay(rules, "N", trump, parse_tricks(MOSTLY_FORGOTTEN, rules))
        assert found.explained


@pytest.mark.parametrize("few", [0, 4])
@pytest.mark.parametrize("system", ["west-flemish", "botifarra-lliure", "three-dealer-alone"])
def test_however_many_outcomes_are_gone_through_the_same_is_said(system, few, monkeypatch):
    """Turn by turn alone, and with the outcomes of all tricks."""
    monkeypatch.setattr(outcomes, "FEW", few)
    for case in islice(endings(PRESETS[system], seed=5), 60):
        agree(case)
