"""What happened in a deal beside its play: claims judged, cards missing, and the like."""

import re
from copy import copy

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.forms.events import EventForm
from games.manille.events import KINDS
from games.manille.record import MAX_EVENTS
from games.models import CannotRecord, Deal
from games.shortcuts import match_to, match_to_read, may, signed_as
from games.wording import events as wording

_NUMBER = re.compile("[0-9]{1,9}")


@require_http_methods(["GET", "HEAD", "POST"])
def events(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The events of a deal with what follows from each; adding one (its kind first, in the address)
    and taking one back."""
    posted = request.method == "POST"
    match = match_to(request, "events", code) if posted else match_to_read(code)
    try:
        deal = match.deal(number)
    except Deal.DoesNotExist:
        raise Http404 from None
    scoring = may(request, "events", match)
    kinds = [kind for kind in KINDS if not (deal.misdeal and kind == "claim")]
    kind = request.GET.get("kind", "")
    form = None
    refused = ""
    if scoring and kind in kinds and not match.is_signed:
        form = EventForm(request.POST or None, deal=deal, kind=kind, by=signed_as(request))
    if request.method == "POST":
        changed = copy(deal)
        changed.events = list(deal.events)
        ready = False
        if "take_back" in request.POST:
            place, revision = request.POST["take_back"], request.POST.get("revision", "")
            if _NUMBER.fullmatch(place) and _NUMBER.fullmatch(revision):
                ready = int(place) < len(deal.events)
            if ready:
                del changed.events[int(place)]
                changed.revision = int(revision)
        elif form is not None and form.is_valid():
            if len(deal.events) >= MAX_EVENTS:
                form.add_error(None, _("No more can be noted of one deal."))
            else:
                changed.events.append(form.event())
                changed.revision, ready = form.cleaned_data["revision"], True
        try:
            if ready:
                match.record_events(changed, by=signed_as(request))
                return redirect("events", code, number)
        except (CannotRecord, ValidationError) as error:
            refused = " ".join(getattr(error, "messages", None) or [str(error)])
            deal = match.deal(number)
        if match.is_signed:
            refused = _("This match is signed. Reopen it first to change anything.")
    context = {
        "match": match,
        "deal": deal,
        "number": number,
        "happened": wording.happened(match, deal, deal.who_dealt()),
        "kinds": [(one, wording.KINDS[one]) for one in kinds],
        "kind": kind,
        "kind_words": wording.KINDS.get(kind, ""),
        "form": form,
        "refused": refused,
        "may_write": scoring and not match.is_signed,
    }
    return render(request, "games/events.html", context)
