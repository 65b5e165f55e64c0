"""Sentences: what is proved and why, for whoever shows it.

Each is a Fault: a translatable text and what stands in its places. There, seats are letters, `card`
and `witness` cards, `cards` tuples of cards; whoever shows it puts words or pictures for them.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .errors import Fault, gettext_noop
from .plays import Play
from .proof import Argument, Bar
from .questions import Question
from .table import Seat

PROOFS: Mapping[str, tuple[str, str]] = {
    "follow": (
        gettext_noop(
            "%(seat)s played %(card)s to trick %(trick)s although %(suit)s were led, "
            "and played %(witness)s in trick %(witness_trick)s."
        ),
        gettext_noop(
            "%(seat)s played %(card)s to trick %(trick)s although %(suit)s were led, "
            "and had been dealt %(witness)s."
        ),
    ),
    "head": (
        gettext_noop(
            "%(seat)s played %(card)s to trick %(trick)s without beating the winning card, "
            "and played %(witness)s in trick %(witness_trick)s."
        ),
        gettext_noop(
            "%(seat)s played %(card)s to trick %(trick)s without beating the winning card, "
            "and had been dealt %(witness)s."
        ),
    ),
    "ruff": (
        gettext_noop(
            "%(seat)s played %(card)s to trick %(trick)s instead of a trump, "
            "and played %(witness)s in trick %(witness_trick)s."
        ),
        gettext_noop(
            "%(seat)s played %(card)s to trick %(trick)s instead of a trump, "
            "and had been dealt %(witness)s."
        ),
    ),
    "overtrump": (
        gettext_noop(
            "%(seat)s played %(card)s to trick %(trick)s instead of a higher trump, "
            "and played %(witness)s in trick %(witness_trick)s."
        ),
        gettext_noop(
            "%(seat)s played %(card)s to trick %(trick)s instead of a higher trump, "
            "and had been dealt %(witness)s."
        ),
    ),
    "no-undertrump": (
        gettext_noop(
            "%(seat)s undertrumped trick %(trick)s with %(card)s, "
            "and played %(witness)s in trick %(witness_trick)s."
        ),
        gettext_noop(
            "%(seat)s undertrumped trick %(trick)s with %(card)s, and had been dealt %(witness)s."
        ),
    ),
}
"""Duty -> the sentence on an illegal play where the witness came out later, and where only the hand
that the record gives shows it."""

COUNTED = gettext_noop(
    "%(seat)s played %(card)s to trick %(trick)s. However the cards that nobody saw may lie, that "
    "hand held a card which had to be played instead."
)
"""Where no single card proves it: too few other cards are left for that hand."""


def proof(play: Play | Mapping[str, Any]) -> Fault:
    """Why a play was illegal, as a sentence with the places `seat` and `suit` (letters), `card` and
    `witness` (cards), `trick` and `witness_trick`; from a Play, or from a play of a verdict. Where
    no single card proves it, there is no witness.

    Whoever shows it puts words or pictures for the letters. Raises ValueError for a play that was
    not illegal.
    """
    told = vars(play) if isinstance(play, Play) else play
    if told["verdict"] != "illegal":
        raise ValueError("only an illegal play has a proof")
    keys = ("seat", "card", "trick")
    if told["witness"] is None:
        return Fault(COUNTED, {key: told[key] for key in keys} | {"suit": told["card"][0]})
    duty, suit = told["duty"], told["witness"][0]
    if duty == "head" and told["card"][0] != suit:
        duty = "follow"  # what shows on the table is the other suit, perhaps a trump that won
    later, dealt = PROOFS[duty]
    params = {key: told[key] for key in (*keys, "witness", "witness_trick")} | {"suit": suit}
    return Fault(dealt if told["witness_trick"] is None else later, params)


BARS: Mapping[str, str] = {
    "follow": gettext_noop(
        "%(seat)s cannot have held %(cards)s: to trick %(trick)s, where suit had to be followed, "
        "came %(card)s."
    ),
    "head": gettext_noop(
        "%(seat)s cannot have held %(cards)s: to trick %(trick)s, where the winning card had to be "
        "beaten, came %(card)s."
    ),
    "ruff": gettext_noop(
        "%(seat)s cannot have held %(cards)s: to trick %(trick)s, which had to be trumped, came "
        "%(card)s."
    ),
    "overtrump": gettext_noop(
        "%(seat)s cannot have held %(cards)s: to trick %(trick)s, where a higher trump was due, "
        "came %(card)s."
    ),
    "no-undertrump": gettext_noop(
        "%(seat)s cannot have held %(cards)s: to trick %(trick)s, where a lower trump was barred, "
        "came %(card)s."
    ),
    "held": gettext_noop("%(seat)s held %(cards)s at trick %(trick)s, as was answered."),
    "lacked": gettext_noop("%(seat)s did not hold %(cards)s at trick %(trick)s, as was answered."),
}
"""Duty -> why a seat that kept to the rules cannot have held certain cards; and what was answered
at the table."""

SOMEWHERE = gettext_noop("Somebody must have held these cards, which nobody has shown: %(cards)s.")


def argued(argument: Argument) -> Iterator[Fault]:
    """Why no lie of the cards makes every play legal, sentence by sentence. Places besides those of
    all sentences: `count` and `room`, numbers of cards; `tricks`, numbers. `card` is None for the
    missing card of which the case before it speaks."""
    for case in argument.cases:
        message = gettext_noop(
            "Suppose %(seat)s played one of these to trick %(trick)s: %(cards)s."
        )
        yield Fault(message, {"seat": case.seat, "trick": case.trick, "cards": case.cards})
        if case.revoke:
            yield _then(case.revoke)
        elif case.argument:
            yield from argued(case.argument)
    if argument.cards:
        yield from _crowding(argument)
    elif not argument.cases:
        message = gettext_noop(
            "In whatever way the missing cards are filled in, some play was against the rules. "
            "Tricks with missing cards: %(tricks)s."
        )
        yield Fault(message, {"tricks": argument.tricks})


def _then(revoke: Bar) -> Fault:
    if revoke.cards:
        message = gettext_noop(
            "Then %(seat)s played %(card)s to trick %(trick)s, holding %(cards)s, which had to be "
            "played."
        )
    else:
        message = gettext_noop(
            "Then %(seat)s played %(card)s to trick %(trick)s, and must have held a card that had "
            "to be played instead."
        )
    return Fault(message, revoke._asdict())


def _crowding(argument: Argument) -> Iterator[Fault]:
    yield Fault(SOMEWHERE, {"cards": argument.cards})
    for bar in argument.bars:
        yield Fault(BARS[bar.duty], bar._asdict())
    for seat, count in argument.seats:
        if seat:
            message = gettext_noop("%(seat)s has room for this many of them: %(count)s.")
            yield Fault(message, {"seat": seat, "count": count})
        else:
            message = gettext_noop("Among the cards left over there is room for: %(count)s.")
            yield Fault(message, {"count": count})
    if argument.room:
        message = gettext_noop(
            "So there is room for %(room)s of the %(count)s cards, if all kept to the rules."
        )
        yield Fault(message, {"room": argument.room, "count": len(argument.cards)})
    else:
        yield Fault(gettext_noop("So there is no room for them, if all kept to the rules."))


def asked(question: Question) -> Fault:
    """A question whose answer helps to decide a play."""
    if not question.cards:
        message = gettext_noop("Which card did %(seat)s play to trick %(trick)s?")
    elif len(question.cards) == 1:
        message = gettext_noop("Did %(seat)s hold %(cards)s at trick %(trick)s?")
    else:
        message = gettext_noop(
            "Which of these cards did %(seat)s hold at trick %(trick)s, if any: %(cards)s?"
        )
    return Fault(message, question._asdict())


def suspected(suspects: Sequence[Seat]) -> Fault:
    """Who can have revoked, where some play was against the rules; `seats` are letters."""
    if not suspects:
        message = gettext_noop(
            "No single player’s revokes explain all the cards: at least two players revoked."
        )
    elif len(suspects) == 1:
        message = gettext_noop("If only one player revoked, it was %(seats)s.")
    else:
        message = gettext_noop("If only one player revoked, it was one of these: %(seats)s.")
    return Fault(message, {"seats": tuple(suspects)})
