"""The cards of a deal, entered trick by trick."""

from contextlib import suppress
from copy import copy
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import push_url

from games.forms.cards import CardsForm
from games.forms.drafts import Draft, pack_rows
from games.manille.errors import InvalidRecord
from games.manille.notation import UNKNOWN
from games.manille.replay import refuses_legality
from games.manille.table import Seat
from games.models import CannotRecord, Deal, Match
from games.shortcuts import all_may, deal_of, match_to, signed_as
from games.wording import play as wording


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request", "HX-History-Restore-Request")
def enter_cards(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The cards of a deal, entered on a grid of the pack or typed. What is entered stands in the
    address until it is saved."""
    match = match_to(request, "cards", code)
    deal = deal_of(match, number)
    score_pad = match.rules.play == "score-pad"
    if deal.misdeal or match.is_signed or score_pad:
        context = {"match": match, "deal": deal}
        # Without a trump nobody can say who won a trick; that is told before anything is asked.
        context["unjudged"] = refuses_legality(match.rules) if score_pad else ""
        return render(request, "games/no_cards.html", context)
    if request.method == "POST":
        return _save_cards(request, match, deal)

    form, told = CardsForm(deal), request.GET
    faults: list[str] = []
    draft = Draft.empty(deal)
    try:
        if "played" in told:
            draft = draft.reading(told["played"], told.get("led", ""))
        else:
            draft = Draft.of(deal)
    except InvalidRecord as error:
        faults = [wording.say_trick_fault(fault) for fault in error.faults]
        form.initial["tricks"] = told.get("played", form.initial["tricks"]).replace("/", "\n")
    if told.get("revision", "").isdecimal():
        form.initial["revision"] = told["revision"]
    at = _place(told, draft)
    if "card" in told and not faults:
        draft, at = _pressed(draft, at, told["card"]), None
        address = _address(deal, draft, form)
        if not request.htmx:
            return redirect(address)
        page = _entry(request, match, deal, draft, form, fragment=True)
        return push_url(page, address)
    fragment = bool(request.htmx) and not request.htmx.history_restore_request
    return _entry(request, match, deal, draft, form, at=at, faults=faults, fragment=fragment)


def _save_cards(request: HttpRequest, match: Match, deal: Deal) -> HttpResponse:
    form = CardsForm(copy(deal), request.POST)
    if form.is_valid():
        try:
            if not _is_stored(deal, form.deal):
                match.record_cards(form.deal, by=signed_as(request))
        except CannotRecord as refusal:
            deal = deal_of(match, deal.number)
            if not _is_stored(deal, form.deal):
                form.add_error(None, str(refusal))
                form.data = form.data.copy()
                form.data["revision"] = deal.revision  # now that it was said, it may be replaced
                form.meanwhile = deal
        if not form.errors:
            messages.success(request, _("The cards of deal %(number)s are saved.") % vars(deal))
            ruling = _ruling(request)
            if ruling:
                address = reverse("rule_deal", args=[match.code, deal.number])
                return redirect(f"{address}?{urlencode(ruling)}")
            page = "replay_start" if form.deal.cards_played else "deal"
            return redirect(page, match.code, deal.number)
    draft = Draft.empty(deal)
    with suppress(InvalidRecord):  # the form says why, beside what was typed
        draft = draft.reading(request.POST.get("tricks", ""))
    return _entry(request, match, deal, draft, form)


def _ruling(request: HttpRequest) -> dict[str, str]:
    """The revoke that is to be ruled on once the cards are stored, as the dispute page tells it."""
    return {key: request.POST[key] for key in ("revoke", "trick") if request.POST.get(key)}


def _is_stored(deal: Deal, changed: Deal) -> bool:
    """Whether what was entered is what is stored: the same press came twice."""
    return all(
        getattr(deal, fact) == getattr(changed, fact)
        for fact in ("cards_played", "leader", "hands")
    )


def _place(told: QueryDict, draft: Draft) -> int | None:
    """The place of the card that is to be replaced, if one is."""
    at = told.get("at", "")
    return int(at) if at.isdecimal() and len(at) < 4 and int(at) < len(draft.cards) else None


def _pressed(draft: Draft, at: int | None, pressed: str) -> Draft:
    """The draft after a card of the grid was pressed; as it is where that card cannot be."""
    card = None if pressed == UNKNOWN else pressed
    if card is not None and card not in draft.rules.cards.number:
        return draft
    if at is not None:
        return draft.put(at, card)
    try:
        return draft.add(card)
    except ValueError:
        return draft


def _address(deal: Deal, draft: Draft, form: CardsForm, at: int | None = None) -> str:
    page = reverse("enter_cards", args=[deal.match.code, deal.number])
    address = f"{page}?{draft.query}&revision={form['revision'].value()}"
    return address if at is None else f"{address}&at={at}"


def _entry(
    request: HttpRequest,
    match: Match,
    deal: Deal,
    draft: Draft,
    form: CardsForm,
    *,
    at: int | None = None,
    faults: list[str] | None = None,
    fragment: bool = False,
) -> HttpResponse:
    """The page on which cards are entered, or its changing part."""
    rules = match.rules
    seats = rules.seats
    number = at // seats + 1 if at is not None else len(draft.tricks) + (not draft.current)
    shown = draft.replayed.tricks[number - 1] if number <= len(draft.tricks) else None
    leader = shown.leader if shown else (draft.order or " ")[0].strip()
    last = draft.replayed.tricks[number - 2] if 1 < number <= len(draft.tricks) + 1 else None
    context = {
        "match": match,
        "may": all_may(request, match),
        "deal": deal,
        "trump": deal.trump,
        "dealer": wording.name(match, draft.dealer),
        "draft": draft,
        "form": form,
        "typed_fields": [form["tricks"], form["hands"]],
        "save_text": draft.text,
        "played": draft.text.replace("\n", "/"),
        "faults": faults or [],
        "unjudged": refuses_legality(rules),
        "at": at,
        "number": number,
        "asked": _asked(match, draft, at),
        "slots": [
            _slot(match, deal, draft, form, number, turn, seat, at)
            for turn, seat in enumerate(shown.seats if shown else draft.order)
        ],
        "last": last and wording.trick_words(match, draft.dealer, last),
        "leaders": [
            {
                "name": wording.who(match, seat),
                "chosen": seat == leader,
                "url": _address(deal, draft.led_by(number, seat), form),
            }
            for seat in rules.table.seats
        ],
        "leader_open": not draft.order and at is None and not draft.complete,
        "rows": _pack_rows(draft, at),
        "tricks": [
            {
                **wording.trick_words(match, draft.dealer, trick),
                "cards": [
                    _slot(match, deal, draft, form, trick.number, turn, seat, at)
                    for turn, seat in enumerate(trick.seats[: len(trick.cards)])
                ],
            }
            for trick in draft.replayed.tricks
        ],
        "removed": rules.removed.split(),
        "undo_url": _address(deal, draft.undo(), form) if draft.cards else "",
        "cancel_url": _address(deal, draft, form),
        "differences": list(wording.tell_differences(match, deal, draft.replayed)),
        "ruling": _ruling(request),
        "meanwhile": form.meanwhile,
        "fragment": fragment,
    }
    page = "games/_enter_cards.html" if fragment else "games/enter_cards.html"
    return render(request, page, context)


def _asked(match: Match, draft: Draft, at: int | None) -> str:
    """What the page asks for now."""
    if at is not None:
        trick = draft.replayed.tricks[at // draft.rules.seats]
        seat = trick.seats[at % draft.rules.seats]
        return wording.ask_instead(match, trick.number, seat)
    if draft.complete:
        return _("All the cards are in.")
    number = len(draft.tricks) + (not draft.current)
    if draft.seat_to_play is None:
        return wording.ask_leader(number)
    return wording.ask_card(match, number, draft.seat_to_play)


def _slot(
    match: Match,
    deal: Deal,
    draft: Draft,
    form: CardsForm,
    number: int,
    turn: int,
    seat: Seat,
    at: int | None,
) -> dict[str, Any]:
    """One seat's place in a trick, with its card once it is entered."""
    place = (number - 1) * draft.rules.seats + turn
    slot: dict[str, Any] = {
        "name": wording.name(match, seat),
        "who": wording.who(match, seat),
        "place": place,
        "is_next": place == len(draft.cards) and at is None,
        "is_chosen": place == at,
    }
    if place < len(draft.cards):
        slot["card"] = draft.cards[place] or UNKNOWN
        slot["state"] = "winner" if draft.winning(number) == seat else ""
        slot["url"] = _address(deal, draft, form, place)
    return slot


def _pack_rows(draft: Draft, at: int | None) -> list[dict[str, Any]]:
    """The cards not yet played, or all others to replace the one at `at`."""
    played = {card for card in draft.cards if card}
    gone = played if at is None else {card for card in draft.cards[at : at + 1] if card}
    return pack_rows(draft.rules, gone, dict.fromkeys(played, "taken"))
