"""Where something is entered on the dispute page, and what a press does there."""

import re
from dataclasses import dataclass

from django.http import QueryDict
from django.urls import reverse
from django.utils.http import urlencode

from games.forms.disputes import Dispute, read_answers
from games.manille.notation import UNKNOWN
from games.manille.rules import Rules
from games.manille.table import Seat
from games.models import Deal

PLACE = re.compile(r"(\d{1,2})([NESW]?)")


@dataclass(frozen=True)
class Place:
    """What of the page is being entered: a trick and a seat (empty: it must first be told who led),
    or else the hand of a seat. `led` leads that trick, where it is a new one."""

    number: int = 0
    seat: Seat = ""
    hand: Seat = ""
    led: Seat = ""

    @property
    def told(self) -> dict[str, str]:
        """The place as an address tells it."""
        if self.hand:
            return {"hand": self.hand}
        told = {"at": f"{self.number}{self.seat}"} if self.number else {}
        return told | ({"led": self.led} if self.led else {})


@dataclass(frozen=True)
class Entry:
    """A deal as people remember it so far, on the page that shows it."""

    deal: Deal
    draft: Dispute
    revision: str
    other: str  # the other rules that are asked about, by name or code

    def address(self, place: Place | None = None, **pressed: str) -> str:
        """The page with that place chosen, or with something `pressed` there."""
        page = reverse("dispute", args=[self.deal.match.code, self.deal.number])
        return f"{page}?{urlencode(self.told | (place.told if place else {}) | pressed)}"

    @property
    def told(self) -> dict[str, str]:
        told = self.draft.told | {"revision": self.revision}
        return told | ({"rules": self.other} if self.other else {})


def place_of(told: QueryDict, draft: Dispute) -> Place:
    """The place that is chosen: as the address tells, else the next to be entered."""
    rules = draft.rules
    hand = _seat(told, "hand", rules)
    if hand:
        return Place(hand=hand)
    asked = PLACE.fullmatch(told.get("at", ""))
    if asked and 1 <= int(asked[1]) <= rules.hand_size and (asked[2] or "N") in rules.table.seats:
        return _seated(draft, Place(int(asked[1]), asked[2], led=_seat(told, "led", rules)))
    return _next(draft, len(draft.tricks) or 1)


def _seat(told: QueryDict, key: str, rules: Rules) -> Seat:
    """The seat that the address tells there; empty where it tells none."""
    seat = told.get(key, "")
    return seat if seat in tuple(rules.table.seats) else ""


def _seated(draft: Dispute, place: Place) -> Place:
    """The place, where only its trick was told that of the leader."""
    leader = place.led or draft.leader_of(place.number)
    return place if place.seat or not leader else Place(place.number, leader, led=place.led)


def _next(draft: Dispute, number: int, seat: Seat = "") -> Place:
    """The next place to be entered after that one."""
    following = draft.next_place(number, seat)
    return Place(*following) if following else Place()


def pressed_at(draft: Dispute, place: Place, told: QueryDict) -> tuple[Dispute, Place]:
    """The draft after something was pressed at a place, and the next place; both as they are where
    that cannot be."""
    rules = draft.rules
    for answer in read_answers(told.get("answer", ""), rules):
        draft = draft.answered(answer)
    for answer in read_answers(told.get("unsay", ""), rules):
        draft = draft.unanswered(answer)
    leader, pressed = _seat(told, "leads", rules), told.get("card", "")
    if leader and place.number:
        if place.number > len(draft.tricks):
            return draft, _seated(draft, Place(place.number, place.seat, led=leader))
        return draft.turned(place.number, leader), place
    card = None if pressed == UNKNOWN else pressed
    if card is not None and card not in rules.cards.number and "clear" not in told:
        return draft, place
    if not pressed and "clear" not in told:
        return draft, place
    if place.hand:
        full = card not in draft.hands.get(place.hand, ()) and not draft.room(place.hand)
        return draft if full or not card else draft.tell_hand(place.hand, card), place
    if not place.number or not place.seat:
        return draft, place
    if "clear" in told:
        return draft.clear(place.number, place.seat), Place(place.number, place.seat)
    try:
        draft = draft.enter(place.number, place.seat, card, place.led or None)
    except ValueError:
        return draft, place
    return draft, _next(draft, place.number, place.seat)
