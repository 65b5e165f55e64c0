"""What the dispute page says of every play, by these rules and by others, and asks."""

import pytest
from django.test import Client

from games.manille.presets import PRESETS
from games.models import Match, RuleSet

from .disputes import REVOKE, disputed_match, marks, show, told, words
from .matches import record, start_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return disputed_match()


def test_a_revoke_is_proved_with_the_rule_beside_it(match):
    response = show(match, REVOKE)
    page = words(response)
    assert marks(response)[1, 2] == "illegal"
    assert (
        "Cis (South) played the seven of clubs to trick 1 although hearts were led, and played the "
        "eight of hearts in trick 2." in page
    )
    assert "<q>Whoever can follow suit must do so.</q>" in page
    assert "7ZLY-EUGG" in page
    assert "The cards on the table first proved it in trick 2." in page
    assert "It can no longer be put right: a card of trick 2 has been played." in page
    assert "If only one player revoked" not in page  # it is proved already


@pytest.mark.parametrize(
    ("correction", "played", "said"),
    [
        ("next-trick", "HQ C7 HA HJ", "It can still be put right, until a card of trick 2 is"),
        ("next-card", "HQ C7 HA HJ", "It can no longer be put right: the next card has been"),
        ("next-card", "HQ C7", "It can still be put right, until the next card is played."),
        ("deal-end", REVOKE, "It can still be put right, until trick 8 is complete."),
    ],
)
def test_until_when_it_can_be_put_right_follows_the_rules(correction, played, said):
    match = start_match("manillen-61", rules={"correction": correction})
    record(match, 28)
    assert said in words(show(match, played, hands="S: H8"))


def test_only_a_hand_turned_up_proves_it(match):
    page = words(show(match, "HQ C7 HA HJ", hands="S: H8"))
    assert "and had been dealt the eight of hearts." in page
    assert "Only the hand that was turned up proves it." in page


def test_who_failed_to_follow_is_not_told_to_play_higher():
    match = start_match("west-flemish")
    record(match, 28)
    # An threw a heart on Bo's nine of clubs though he held the ten, which would have beaten it.
    page = words(show(match, "C9 C8 C7 HA", hands="N: CT"))
    assert "although clubs were led, and had been dealt the ten of clubs." in page
    assert "<q>Whoever can follow suit must do so.</q>" in page
    # Whoever followed too low is.
    page = words(show(match, "C9 C8 C7 CA", hands="N: CT"))
    assert "<q>Whoever can follow suit must do so.</q>" not in page


def test_an_undecided_play_comes_with_what_would_settle_it(match):
    response = show(match, "HQ HK D8")
    assert marks(response)[1, 3] == "undecided"  # East threw a diamond on hearts
    open_play = response.context["verdict"]["undecided"][-1]
    question = open_play["questions"][0]
    assert question["text"] == (
        "Which of these cards did <bdi>Bo</bdi> (East) hold at trick 1, if any?"
    )
    answers = {answer["card"]: answer["url"] for answer in question["answers"]}
    assert {"HT", "HA", "HJ"} <= answers.keys()
    # One press answers it, and the play is decided.
    answered = Client().get(answers["HJ"], follow=True)
    assert told(answered, "hands") == "E: HJ" and marks(answered)[1, 3] == "illegal"


def test_no_is_an_answer_too(match):
    question = show(match, "HQ HK D8").context["verdict"]["undecided"][-1]["questions"][0]
    response = Client().get(question["no"], follow=True)
    assert marks(response)[1, 3] == "allowed"  # East had no heart
    assert told(response, "hands") == "" and "noE1HA" in told(response, "answers")
    assert "<bdi>Bo</bdi> (East) did not hold the ace of hearts at trick 1." in [
        answer["text"] for answer in response.context["answers"]
    ]
    # One answer is taken back, and the play is open again.
    back = next(a["url"] for a in response.context["answers"] if "the ace of hearts" in a["text"])
    response = Client().get(back, follow=True)
    assert marks(response)[1, 3] == "undecided" and "noE1HA" not in told(response, "answers")
    question = response.context["verdict"]["undecided"][-1]["questions"][0]
    assert question["text"] == ("Did <bdi>Bo</bdi> (East) hold the ace of hearts at trick 1?")
    response = Client().get(question["answers"][0]["url"], follow=True)
    assert marks(response)[1, 3] == "illegal" and told(response, "hands") == "E: HA"
    assert "Only what was told of the hands proves it." in words(response)


def test_yes_says_when_a_card_was_held(match):
    """South threw a card that nobody remembers: a hand alone would not tell which came first."""
    played = "HQ C7 HA HJ/DA DK D8 ??/E: ST S9 SK S7"
    response = show(match, played, answer="yesS3H8")
    assert told(response, "answers") == "yesS3H8" and told(response, "hands") == "S: H8"
    # An earlier answer about the same card gives way to a later one.
    response = show(match, played, answers="yesS3H8", hands="S: H8", answer="noS3H8")
    assert told(response, "answers") == "noS3H8" and told(response, "hands") == ""


@pytest.mark.parametrize(
    "answers, said",
    [
        ("noE2DT", "Bo (East) played the ten of diamonds to trick 2, so it was in that hand"),
        ("yesS1HQ", "Dré (West) played the queen of hearts to trick 1, so Cis (South) cannot"),
        ("noS5H7", "cannot be told before the tricks up to it"),
        ("noN1H7/noE1H7/noS1H7/noW1H7", "What was answered cannot all be right"),
    ],
)
def test_answers_that_cannot_be_are_told_and_can_be_taken_back(match, answers, said):
    response = show(match, "HQ C7 HA HJ/DT DK D8 D9", answers=answers)
    assert said in words(response)
    assert len(response.context["answers"]) == answers.count("/") + 1
    one = Client().get(response.context["answers"][0]["url"], follow=True)
    assert said not in words(one)


@pytest.mark.parametrize("answers", ["noX1HA", "noN0HA", "noN99HA", "noN1ZZ", "maybe", "noN1H2"])
def test_what_is_no_answer_is_left_out(match, answers):
    response = show(match, "HQ", answers=answers, answer=answers, unsay=answers)
    assert response.status_code == 200 and response.context["answers"] == []


def test_an_answer_stands_in_the_argument(match):
    """South and East threw on spades; North and West say that they did not have the ace."""
    page = words(show(match, "ST C7 C8 SK", answers="noN1SA/noW1SA"))
    assert "Somebody revoked: not all of these plays can have been legal" in page
    assert "An (North) did not hold the ace of spades at trick 1, as was answered." in page
    assert "cannot have held the ace of spades: to trick 1" in page


def test_a_missing_card_that_would_settle_it_is_asked_for(match):
    response = show(match, "HQ ?? C7 HT")
    texts = [
        question["text"]
        for play in response.context["verdict"]["undecided"]
        for question in play["questions"]
    ]
    assert any("Which of these cards did" in text for text in texts)


def test_cards_that_no_legal_play_explains_are_argued(match):
    """Everybody but North, who shows that hand, threw on spades: the last spades lie nowhere."""
    played = "ST C7 C8 SK"
    hands = "N: SK H7 D7 D8 D9 CQ CJ C9"
    response = show(match, played, hands=hands)
    joint = response.context["verdict"]["joint"]
    assert joint and "illegal" not in marks(response).values()
    page = words(response)
    assert "Somebody revoked: not all of these plays can have been legal" in page
    assert "to trick 1, where suit had to be followed, came the seven of clubs." in page
    assert "Somebody must have held these cards" in page
    assert "it was one of these: " in page or "it was " in page


def test_nothing_can_be_said_yet(match):
    assert "Nothing can be said yet: no card is known." in words(show(match))
    assert "Every play so far was within the rules." in words(show(match, "HQ"))


def test_the_same_cards_under_other_rules(match):
    # East does not beat North's nine although the king is there: only some rules ask for that.
    lenient = PRESETS["manillen-61"].changed(head="never")
    kept = RuleSet.keep(preset="manillen-61", name="The Swan", rules=lenient)
    played = "HQ H7 H8 H9/DA D7 D8 DK/HJ HK HT HA"
    mine = show(match, played)
    response = show(match, played, rules=kept.code)
    page = words(response)
    ours, theirs = mine.context["verdict"]["revokes"], response.context["comparison"]["rows"]
    assert len(ours) >= 1 and len(theirs) >= len(ours)
    assert "a revoke" in page and "within the rules" in page and "The Swan" in page


def test_rules_that_say_the_same_and_rules_for_another_pack(match):
    page = words(show(match, "HQ HK", rules="manille-parlante"))
    assert "the verdict on every play is the same" in page
    page = words(show(match, "HQ HK", rules="malilla-es"))
    assert "These rules are for another pack" in page
    assert "plays are not judged" in words(show(match, "HQ HK", rules="manille-aveugle"))
    keys = [key for key, _ in show(match, "HQ").context["sets"]]
    assert "manille-parlante" in keys and "malilla-es" not in keys and "manillen-61" not in keys
