"""Questions: what to ask at the table to settle a play that the known cards leave undecided.

Two things can be open: what the seat still held, and, where the trick lacks cards, what bound it.
"""

from collections.abc import Iterator
from typing import NamedTuple

from .assignment import can_fill
from .cards import Card, Mask, numbers
from .lies import Lies
from .stands import Way
from .table import Seat


class Question(NamedTuple):
    """A question whose answer helps to decide a play: which of `cards`, if any, `seat` held when it
    played to trick `trick`, or (no cards) which card it played to that."""

    seat: Seat
    trick: int
    cards: tuple[Card, ...] = ()


def questions(lies: Lies, place: int) -> tuple[Question, ...]:
    """The fewest questions whose answers decide whether the play at `place`, undecided so far, was
    legal. Where neither one question nor two are enough, it is asked for all the cards missing from
    the trick, and for what the seat held if that still matters then."""
    if telling := _telling(lies, place):
        return (_held(lies, place, telling),)
    missing = [p for p in lies.before(place) if lies.turns[p].card is None]
    elsewhere = [p for p in lies.room_at if p not in missing]
    for one in (*missing, *elsewhere):
        if all(known.verdict(place) != "undecided" for known in _answers(lies, one)):
            return (_played(lies, one),)
    for one in missing:
        if telling := _telling_then(lies, place, one):
            return _played(lies, one), _held(lies, place, telling)
    which = tuple(_played(lies, one) for one in missing)
    ways = list(_ways(lies, place))
    if not any(lies.can_be_legal(place, w) and lies.can_be_illegal(place, w) for w in ways):
        return which
    together = 0
    for way in ways:
        together |= lies.denied(way, place) & lies.may_hold(place)
    return (*which, _held(lies, place, together))


def _held(lies: Lies, place: int, cards: Mask) -> Question:
    turn = lies.turns[place]
    return Question(turn.seat, turn.trick, lies.law.rules.cards.cards_in(cards))


def _played(lies: Lies, place: int) -> Question:
    turn = lies.turns[place]
    return Question(turn.seat, turn.trick)


def _ways(lies: Lies, place: int) -> Iterator[Way]:
    """How the trick may have stood before that turn, ways that no lie follows left out."""
    return (way for way in lies.ways_before(place) if lies.possible(way))


def _telling(lies: Lies, place: int) -> Mask:
    """Cards that decide the play: it was illegal exactly where the seat held one of them. None
    where no cards do.

    A card tells if no lie in which the seat held it makes the play legal. All that tell are enough
    if no lie without them makes it illegal; if they are not, no others are.
    """
    shown, ways = lies.shown_after[place], list(_ways(lies, place))
    barred = [lies.denied(way, place) for way in ways]
    telling = 0
    for cards in barred:
        telling |= cards & lies.may_hold(place)
    for card in numbers(telling):
        for way, cards in zip(ways, barred, strict=True):
            held = not (cards & shown or cards >> card & 1)
            if held and lies.can_hold(place, way, 1 << card, lacking=cards):
                telling &= ~(1 << card)
                break
    for way, cards in zip(ways, barred, strict=True):
        if cards & shown:
            open_still = lies.can_lack(place, way, telling)
        else:
            open_still = lies.can_hold(place, way, cards & ~telling, lacking=telling)
        if open_still:
            return 0
    return telling


def _answers(lies: Lies, missing: int) -> Iterator[Lies]:
    """The lies that are left for each card that a missing one can have been."""
    for card in numbers(lies.masks[lies.room_at[missing]]):
        known = lies.knowing(missing, card)
        if can_fill(known.sizes, known.masks):
            yield known


def _telling_then(lies: Lies, place: int, missing: int) -> Mask:
    """Cards of which some decide the play once a missing card is known, whichever it was; none
    where that is not so."""
    together = 0
    for known in _answers(lies, missing):
        if known.verdict(place) == "undecided":
            telling = _telling(known, place)
            if not telling:
                return 0
            together |= telling
    return together
