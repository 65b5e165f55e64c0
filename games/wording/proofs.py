"""What is proved of a deal, what is open and what would settle it, in a player's words.

Sentences come back as HTML, as in `play.py`. Nothing here judges; the engine has done so.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, gettext_noop, pgettext

from games.manille.errors import Fault
from games.manille.lies import Answer
from games.manille.play import Trick
from games.manille.plays import Play
from games.manille.proof import Argument
from games.manille.questions import Question
from games.manille.replay import Replay
from games.manille.rules import Rules
from games.manille.sentences import SOMEWHERE, argued, asked, suspected
from games.manille.table import Seat
from games.models import Match

from .cards import the_card
from .lists import listed
from .play import tell, who
from .rule_sentences import duty_rule

ESTABLISHED = {
    "next-card": gettext_noop("It can no longer be put right: the next card has been played."),
    "next-trick": gettext_noop(
        "It can no longer be put right: a card of trick %(next)s has been played."
    ),
    "deal-end": gettext_noop("It can no longer be put right: the last trick is complete."),
}
CORRECTABLE = {
    "next-card": gettext_noop("It can still be put right, until the next card is played."),
    "next-trick": gettext_noop(
        "It can still be put right, until a card of trick %(next)s is played."
    ),
    "last trick": gettext_noop(
        "It can still be put right: it happened in the last trick of the deal."
    ),
    "deal-end": gettext_noop("It can still be put right, until trick %(last)s is complete."),
}
"""Option `correction` -> until when a play could or can be put right."""

VERDICTS = {
    "legal": gettext_noop("within the rules"),
    "illegal": gettext_noop("a revoke"),
    "undecided": gettext_noop("undecided"),
}


FEW = 4
"""So many cards are named in a sentence; of more it points to the cards shown above it."""


def tell_cards(cards: Iterable[str]) -> SafeString:
    """Known cards as they stand in a sentence: "the ten of spades, the ace of hearts"."""
    return conditional_escape(listed(the_card(card) for card in cards))


def tell_seats(match: Match, seats: Iterable[Seat]) -> SafeString:
    """Players in a row, "An (North), Bo (East)"."""
    return mark_safe(listed(who(match, seat) for seat in seats))  # each escaped already


def tell_rule(replay: Replay, play: Play) -> str:
    """The sentence of the rules that bound a play."""
    trick = replay.tricks[play.trick - 1]
    before = trick.cards[: trick.seats.index(play.seat)]
    if play.duty == "head" and play.due and play.card and play.card[0] != play.due[0][0]:
        return duty_rule(replay.rules, "follow", False)  # it broke more than the duty to beat
    known = tuple(card for card in before if card)
    partner_winning = False
    if known and len(known) == len(before):
        winner = Trick(replay.rules, replay.trump, trick.leader, replay.dealer, known).winner
        partner_winning = bool(winner) and replay.rules.table.partners(
            play.seat, winner, replay.dealer
        )
    return duty_rule(replay.rules, play.duty, partner_winning)


def tell_correction(rules: Rules, play: Play) -> SafeString:
    """Until when an illegal play could have been put right, or still can."""
    until = rules.correction
    if not play.established and until == "next-trick" and play.trick == rules.hand_size:
        until = "last trick"
    message = ESTABLISHED[until] if play.established else CORRECTABLE[until]
    return tell(message, next=play.trick + 1, last=rules.hand_size)


def tell_answer(match: Match, answer: Answer) -> SafeString:
    """What was answered: whether a seat held a card at a trick."""
    message = (
        gettext_noop("%(seat)s held %(card)s at trick %(trick)s.")
        if answer.held
        else gettext_noop("%(seat)s did not hold %(card)s at trick %(trick)s.")
    )
    words = {"seat": who(match, answer.seat), "card": the_card(answer.card)}
    return tell(message, **words, trick=answer.trick)


def tell_seen(replay: Replay, play: Play) -> SafeString:
    """When an illegal play, now proved, could first have been seen."""
    if play.seen_in is None and replay.answers:
        message = gettext_noop("Only what was told of the hands proves it.")
    elif play.seen_in is None:
        message = gettext_noop("Only the hand that was turned up proves it.")
    else:
        message = gettext_noop("The cards on the table first proved it in trick %(trick)s.")
    return tell(message, trick=play.seen_in)


def tell_place(match: Match, play: Play) -> SafeString:
    """A play by its place: "Trick 3, Bo (East): the jack of clubs"."""
    return tell(
        gettext_noop("Trick %(trick)s, %(seat)s: %(card)s"),
        trick=play.trick,
        seat=who(match, play.seat),
        card=the_card(play.card) if play.card else gettext("an unknown card"),
    )


def tell_question(match: Match, question: Question) -> SafeString:
    """A question whose answer helps to decide a play; where it asks for several cards, the page
    shows them beside it."""
    if len(question.cards) > 1:
        message = gettext_noop("Which of these cards did %(seat)s hold at trick %(trick)s, if any?")
        return tell(message, seat=who(match, question.seat), trick=question.trick)
    return tell_fact(match, asked(question))


def tell_fact(match: Match, fact: Fault) -> SafeString:
    """A sentence of the engine about what is proved, its seats and cards in words."""
    words: dict[str, Any] = dict(fact.params)
    if words.get("seat"):
        words["seat"] = who(match, str(words["seat"]))
    if "seats" in words:
        words["seats"] = tell_seats(match, words["seats"])
    if "card" in words:
        card = words["card"]
        words["card"] = the_card(str(card)) if card else gettext("that card")
    if "tricks" in words:
        words["tricks"] = listed(map(str, words["tricks"]))
    if "cards" in words and not isinstance(words["cards"], str):
        words["cards"] = tell_cards(words["cards"])
    return tell(fact.message, **words)


def tell_argument(match: Match, argument: Argument) -> Iterator[SafeString]:
    """Why no way for the unseen cards to lie makes every play legal, sentence by sentence. The page
    shows the cards of an argument: where they are many they are not named again."""
    many = len(argument.cards) > FEW
    for fact in argued(argument):
        if many and fact.params.get("cards") == argument.cards:
            if fact.message == SOMEWHERE:
                yield tell(
                    gettext_noop("Somebody must have held these cards, which nobody has shown.")
                )
                continue
            any_of_them = pgettext("cards of a list", "any of them")
            fact = replace(fact, params={**fact.params, "cards": any_of_them})
        yield tell_fact(match, fact)


def tell_suspects(match: Match, replay: Replay) -> SafeString:
    """Who can have revoked, where some play was against the rules."""
    return tell_fact(match, suspected(replay.suspects))


def tell_more_suspects(match: Match, replay: Replay) -> SafeString | str:
    """That more than the one player revoked of whom it is proved, where that is so."""
    offenders = {play.seat for play in replay.revokes}
    return tell_suspects(match, replay) if len(offenders) == 1 and not replay.suspects else ""


def tell_joint(match: Match, replay: Replay) -> dict[str, Any] | None:
    """Of cards that no legal play explains although no single play is proved illegal: the
    `sentences` of the argument, its `cards`, and who is suspected. None of any others."""
    if replay.explained is not False or replay.revokes:
        return None
    argument = replay.argument
    return {
        "sentences": list(tell_argument(match, argument)) if argument else [],
        "cards": argument.cards if argument else (),
        "suspects": tell_suspects(match, replay),
    }


def tell_revoke(match: Match, replay: Replay, play: Play) -> dict[str, SafeString | str]:
    """What is to be said of an illegal play beside its proof."""
    return {
        "rule": tell_rule(replay, play),
        "seen": tell_seen(replay, play),
        "correction": tell_correction(replay.rules, play),
    }


def tell_fault(match: Match, fault: Fault) -> SafeString:
    """What cannot be of tricks and hands, its seats and cards in words."""
    words = {
        key: who(match, str(value)) if key in ("seat", "other") else value
        for key, value in fault.params.items()
    }
    if words.get("card"):
        words["card"] = the_card(str(words["card"]))
    said = tell(fault.message, **words)
    number = fault.place.rpartition("tricks[")[2].rstrip("]")
    if not number.isdigit():
        return said
    return tell(gettext_noop("Trick %(trick)s: %(fault)s"), trick=int(number) + 1, fault=said)


def ask_hand(match: Match, seat: Seat) -> SafeString:
    """Which cards a seat has shown."""
    return tell(gettext_noop("Cards that %(seat)s shows"), seat=who(match, seat))


def ask_place() -> str:
    """That all is entered, and what can be pressed now."""
    return gettext("Press a card to put it right, or a name to turn up a hand")


def tell_verdict(replay: Replay, play: Play) -> dict[str, str]:
    """The verdict on one play in a word, and for a revoke the rule that makes it one."""
    rule = tell_rule(replay, play) if play.verdict == "illegal" else ""
    return {"word": gettext(VERDICTS[play.verdict]), "rule": rule}


def say_misfit(same_seats: bool) -> str:
    """Why these cards cannot be judged by other rules."""
    if same_seats:
        return gettext("These rules are for another pack, so they do not judge these cards.")
    return gettext(
        "These rules are for another number of players, so they do not judge these cards."
    )


def say_verdict(replay: Replay) -> str:
    """The verdict on all the plays, in a sentence."""
    known = [play for play in replay.plays if play.card]
    undecided = sum(play.verdict == "undecided" for play in known)
    if replay.revokes:
        message = gettext_noop(
            "Proved to be against the rules: %(revokes)s. Undecided: %(undecided)s."
        )
    elif not replay.explained:
        message = gettext_noop(
            "Somebody revoked, but no single play proves who. Undecided: %(undecided)s."
        )
    elif not known and not any(replay.hands.values()):
        message = gettext_noop("Nothing can be said yet: no card is known.")
    elif undecided == len(known):  # of hands turned up before any play too
        message = gettext_noop("Nothing can be said yet: too many cards have not been seen.")
    elif undecided:
        message = gettext_noop(
            "No play is proved to be against the rules. Undecided: %(undecided)s."
        )
    elif len(known) < len(replay.plays):
        message = gettext_noop("Every card that is known was played within the rules.")
    else:
        message = gettext_noop("Every play so far was within the rules.")
    return gettext(message) % {"revokes": len(replay.revokes), "undecided": undecided}
