"""The dispute page of a deal: what people agree on, and what that proves.

It only reads: all that is entered stands in the address, so whoever may read the match may try what
would follow.
"""

import re
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import push_url

from games import faces
from games.forms.disputes import Dispute
from games.forms.drafts import pack_rows, read_hands
from games.manille.errors import InvalidRecord
from games.manille.notation import UNKNOWN
from games.manille.plays import Play
from games.manille.replay import Replay, refuses_legality
from games.manille.rules import Rules
from games.manille.table import Seat
from games.models import Deal, Match
from games.shortcuts import (
    all_may,
    deal_of,
    match_to_read,
)
from games.wording import play as wording
from games.wording import proofs
from games.wording.rules import identifier, rules_title

from .other_rules import compared, sets_for

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


@require_safe
@vary_on_headers("HX-Request", "HX-History-Restore-Request")
def dispute(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """What is remembered of a deal, and the verdict on it as it is entered."""
    match = match_to_read(request, code)
    deal = deal_of(match, number)
    if deal.misdeal or match.rules.play == "score-pad":
        context = {"match": match, "deal": deal, "unjudged": refuses_legality(match.rules)}
        return render(request, "games/no_cards.html", context)
    told, unread = request.GET, []
    draft = Dispute.empty(deal)
    try:
        draft = _read(deal, told)
    except InvalidRecord as error:
        unread = [wording.say_trick_fault(fault) for fault in error.faults]
    revision = told.get("revision", "")
    entry = Entry(
        deal,
        draft,
        revision if revision.isdecimal() else str(deal.revision),
        told.get("rules", "")[:40],
    )
    place = _place(told, draft)
    if not unread and {"card", "clear", "leads"} & told.keys():
        draft, place = _pressed(draft, place, told)
        entry = Entry(deal, draft, entry.revision, entry.other)
        address = entry.address(place)
        if not request.htmx:
            return redirect(address)
        return push_url(_page(request, match, entry, place, fragment=True), address)
    fragment = bool(request.htmx) and not request.htmx.history_restore_request
    return _page(request, match, entry, place, unread=unread, fragment=fragment)


def _read(deal: Deal, told: QueryDict) -> Dispute:
    """What the address tells, or else what is stored of the deal. Raises InvalidRecord."""
    if "played" not in told and "hands" not in told:
        return Dispute.of(deal)
    reading = faces.reading(deal.match.rules)
    hands = read_hands(faces.canonical(told.get("hands", "").replace("/", "\n")), reading)
    draft = Dispute(deal.match.rules, deal.who_dealt(), deal.trump, hands)
    played = told.get("played", "").replace("/", "\n")
    return draft.reading(faces.canonical(played), reading=reading)


def _place(told: QueryDict, draft: Dispute) -> Place:
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


def _pressed(draft: Dispute, place: Place, told: QueryDict) -> tuple[Dispute, Place]:
    """The draft after something was pressed at a place, and the next place; both as they are where
    that cannot be."""
    rules = draft.rules
    leader, pressed = _seat(told, "leads", rules), told.get("card", "")
    if leader and place.number:
        if place.number > len(draft.tricks):
            return draft, _seated(draft, Place(place.number, place.seat, led=leader))
        return draft.turned(place.number, leader), place
    card = None if pressed == UNKNOWN else pressed
    if card is not None and card not in rules.cards.number and "clear" not in told:
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


# The page


def _page(
    request: HttpRequest,
    match: Match,
    entry: Entry,
    place: Place,
    *,
    unread: list[str] | None = None,
    fragment: bool = False,
) -> HttpResponse:
    """The page, or the part of it that each press replaces."""
    deal, draft, rules = entry.deal, entry.draft, match.rules
    faults = [] if unread else draft.faults
    unjudged = refuses_legality(rules)
    found = None if unread or faults or unjudged else draft.judged(rules)
    may = set() if match.is_signed else all_may(request, match)
    context = {
        "match": match,
        "deal": deal,
        "trump": deal.trump,
        "dealer": wording.name(match, draft.dealer),
        "draft": draft,
        "place": place,
        "told": {**entry.told, **place.told},
        "base": entry.told,
        "typed": {
            "played": (request.GET.get("played", "") if unread else draft.text).replace("/", "\n"),
            "hands": (request.GET.get("hands", "") if unread else draft.hands_text).replace(
                "/", "\n"
            ),
        },
        "unread": unread or [],
        "faults": [proofs.tell_fault(match, fault) for fault in faults],
        "unjudged": unjudged,
        "rules_title": rules_title(match.preset, match.rules_name),
        "identifier": identifier(rules),
        "said": proofs.say_verdict(found) if found else "",
        "columns": _columns(match, entry, place),
        "rows": _rows(match, entry, place, found, {fault.place for fault in faults}),
        "hands": [
            {
                "who": wording.who(match, seat),
                "url": entry.address(Place(hand=seat)),
                "cards": draft.whole_hands[seat],
                "room": draft.room(seat),
            }
            for seat in rules.table.seats
            if seat in draft.hands
        ],
        **_asked(match, entry, place, found),
        "verdict": found and _verdict(match, entry, found, "rule" in may),
        "sets": sets_for(request, match),
        "comparison": found and compared(match, draft, found, entry.other),
        "may": may,
        "permanent": request.build_absolute_uri(entry.address()),
        "save_hands": draft.written_hands,
        "fragment": fragment,
    }
    page = "games/_dispute.html" if fragment else "games/dispute.html"
    return render(request, page, context)


def _columns(match: Match, entry: Entry, place: Place) -> list[dict[str, Any]]:
    """The seats at the head of the grid, in the direction of play: a press turns up the hand."""
    table = match.rules.table
    return [
        {
            "name": wording.name(match, seat),
            "who": wording.who(match, seat),
            "url": entry.address(Place(hand=seat)),
            "is_chosen": seat == place.hand,
        }
        for seat in table.order(table.seats[0])
    ]


def _rows(
    match: Match, entry: Entry, place: Place, found: Replay | None, wrong: set[str]
) -> list[dict[str, Any]]:
    """The grid: for each trick of the deal a cell for each seat, with its card and what is said of
    it; `wrong` are the places of faults."""
    draft, table = entry.draft, match.rules.table
    plays = {(play.trick, play.seat): play for play in found.plays} if found else {}
    rows = []
    for number in range(1, match.rules.hand_size + 1):
        entered = number <= len(draft.tricks)
        trick = draft.replayed.tricks[number - 1] if entered else None
        held = dict(zip(trick.seats, trick.cards, strict=False)) if trick else {}
        known = any(held.values())
        rows.append(
            {
                "number": number,
                "out_of_turn": trick and trick.expected_leader not in (None, trick.leader),
                "cells": [
                    {
                        "who": wording.who(match, seat),
                        "url": entry.address(Place(number, seat)),
                        "card": (held[seat] or UNKNOWN) if seat in held else "",
                        "state": _state(
                            plays.get((number, seat)), f"tricks[{number - 1}]" in wrong
                        ),
                        "leads": known and trick and seat == trick.leader,
                        "won": known and trick and seat == trick.winner,
                        "is_chosen": (number, seat) == (place.number, place.seat),
                    }
                    for seat in table.order(table.seats[0])
                ],
            }
        )
    return rows


def _state(play: Play | None, wrong: bool) -> str:
    """How the card of a cell is marked."""
    if wrong:
        return "impossible"
    if play is None or play.card is None:
        return ""
    return "allowed" if play.verdict == "legal" else play.verdict


def _asked(match: Match, entry: Entry, place: Place, found: Replay | None) -> dict[str, Any]:
    """What the page asks for at the chosen place, and the pack to answer with."""
    draft, rules = entry.draft, match.rules
    played = {card for card in draft.cards if card}
    in_hands = {card: seat for seat, hand in draft.hands.items() for card in hand}
    if place.hand:
        own = {card for card, seat in in_hands.items() if seat == place.hand}
        own_played = {card for card in draft.played_by(place.hand) if card}
        full = not draft.room(place.hand)
        gone = (rules.cards.number.keys() if full else played) - (own - own_played)
        states = dict.fromkeys(in_hands, "taken") | dict.fromkeys(own, "held")
        return {
            "asked": proofs.ask_hand(match, place.hand),
            "full": full,
            "done_url": entry.address(),
            "pack": pack_rows(rules, set(gone), states),
        }
    if not place.number:
        return {"asked": proofs.ask_place(), "pack": []}
    if not place.seat:
        return {
            "asked": wording.ask_leader(place.number),
            "leader_open": True,
            "leaders": _leaders(match, entry, place, ""),
            "pack": [],
        }
    leader = draft.leader_of(place.number) if place.number <= len(draft.tricks) else place.led
    leader = leader or draft.leader_of(place.number) or ""
    card = draft.card_at(place.number, place.seat)
    if not leader:
        asked = wording.ask_leader(place.number)
    elif card:
        asked = wording.ask_instead(match, place.number, place.seat)
    else:
        asked = wording.ask_card(match, place.number, place.seat)
    plays = found.plays if found else ()
    chosen = [p for p in plays if (p.trick, p.seat) == (place.number, place.seat)]
    states = dict.fromkeys([*played, *in_hands], "taken")
    return {
        "asked": asked,
        "chosen": wording.tell_play(match, chosen[0]) if chosen and card else "",
        "leader_open": not leader,
        "leaders": _leaders(match, entry, place, leader),
        "pack": pack_rows(rules, {card} if card else set(), states) if leader else [],
        "clearable": place.number <= len(draft.tricks),
    }


def _leaders(match: Match, entry: Entry, place: Place, leader: Seat) -> list[dict[str, Any]]:
    return [
        {
            "name": wording.who(match, seat),
            "chosen": seat == leader,
            "url": entry.address(place, leads=seat),
        }
        for seat in match.rules.table.seats
    ]


# What follows


def _verdict(match: Match, entry: Entry, found: Replay, may_rule: bool) -> dict[str, Any]:
    """What is proved, what is not, and what would settle that."""
    ruling = reverse("rule_deal", args=[match.code, entry.deal.number])
    undecided = [play for play in found.plays if play.verdict == "undecided" and play.card]
    return {
        "revokes": [
            {
                "proof": wording.tell_proof(match, play),
                "due": play.due,
                "ruling": f"{ruling}?{urlencode({'revoke': play.seat, 'trick': play.trick})}"
                if may_rule
                else "",
                **proofs.tell_revoke(match, found, play),
            }
            for play in found.revokes
        ],
        "suspects": proofs.tell_more_suspects(match, found),
        "joint": proofs.tell_joint(match, found),
        "undecided": [
            {
                "play": proofs.tell_place(match, play),
                "questions": [
                    {
                        "text": proofs.tell_question(match, question),
                        "answers": [
                            {"card": card, "url": _holding(entry, question.seat, card)}
                            for card in question.cards
                        ],
                        "url": entry.address(Place(hand=question.seat))
                        if question.cards
                        else entry.address(Place(question.trick, question.seat)),
                    }
                    for question in play.questions
                ],
            }
            for play in undecided
        ],
    }


def _holding(entry: Entry, seat: Seat, card: str) -> str:
    """The address that tells a card to be in a hand."""
    return entry.address(Place(hand=seat), card=card)
