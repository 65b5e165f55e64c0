"""The dispute page of a deal: what people agree on, and what that proves.

It only reads: all that is entered stands in the address, so whoever may read the match may try what
would follow.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import push_url

from games import faces
from games.forms.disputes import Dispute, read_answers, write_answer
from games.forms.drafts import pack_rows, read_hands
from games.manille.cards import SUITS
from games.manille.errors import InvalidRecord
from games.manille.lies import Answer
from games.manille.notation import UNKNOWN
from games.manille.plays import Play
from games.manille.questions import Question
from games.manille.replay import Replay, refuses_legality
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
from .places import Entry, Place, place_of, pressed_at


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
    place = place_of(told, draft)
    if not unread and {"card", "clear", "leads", "answer", "unsay"} & told.keys():
        draft, place = pressed_at(draft, place, told)
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
    answers = read_answers(told.get("answers", ""), deal.match.rules)
    draft = Dispute(deal.match.rules, deal.who_dealt(), deal.trump, hands, answers=answers)
    played = told.get("played", "").replace("/", "\n")
    return draft.reading(faces.canonical(played), reading=reading)


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
        "suit_shown": _suit_shown(draft, place, request.GET.get("card", "")),
        "answers": [
            {
                "text": proofs.tell_answer(match, answer),
                "url": entry.address(place, unsay=write_answer(answer)),
            }
            for answer in draft.answers
        ],
        "verdict": found and _verdict(match, entry, found, place, "rule" in may),
        "unsaved": "cards" in may and draft.cards and not _is_stored(deal, draft),
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
                        "place": f"{number}{seat}",
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


def _suit_shown(draft: Dispute, place: Place, pressed: str) -> str:
    """The suit of which a card comes next, most likely: the one led, or that of the card pressed
    just before."""
    leader = place.seat and draft.leader_of(place.number)
    led = draft.card_at(place.number, leader) if leader and leader != place.seat else None
    card = led or (pressed if pressed in draft.rules.cards.number else "")
    return card[0] if card else SUITS[0]


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


def _is_stored(deal: Deal, draft: Dispute) -> bool:
    """Whether the deal holds these cards already."""
    try:
        stored = Dispute.of(deal)
    except InvalidRecord:
        return False
    return (stored.text, stored.written_hands) == (draft.text, draft.written_hands)


def _verdict(
    match: Match, entry: Entry, found: Replay, place: Place, may_rule: bool
) -> dict[str, Any]:
    """What is proved, what is not, and what would settle that."""
    ruling = reverse("rule_deal", args=[match.code, entry.deal.number])
    undecided = [play for play in found.plays if play.verdict == "undecided" and play.card]
    return {
        "revokes": [
            {
                "proof": wording.tell_proof(match, play),
                "due": play.due,
                "seat": play.seat,
                "trick": play.trick,
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
                    _question(match, entry, place, question) for question in play.questions
                ],
            }
            for play in undecided
        ],
    }


def _question(match: Match, entry: Entry, place: Place, question: Question) -> dict[str, Any]:
    """A question with a press for each of its answers: yes for a card, no for all of them; or the
    place where the card that it asks for is entered."""

    def answer(held: bool, *cards: str) -> str:
        told = (Answer(question.seat, question.trick, card, held) for card in cards)
        return entry.address(place, answer="/".join(map(write_answer, told)))

    return {
        "text": proofs.tell_question(match, question),
        "answers": [{"card": card, "url": answer(True, card)} for card in question.cards],
        "no": answer(False, *question.cards) if question.cards else "",
        "url": entry.address(Place(hand=question.seat))
        if question.cards
        else entry.address(Place(question.trick, question.seat)),
    }
