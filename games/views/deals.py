"""One deal of a match: its page, and what can be put right. A change is shown before it is made."""

from collections.abc import Callable
from copy import copy

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.forms.changes import ReasonForm
from games.forms.deals import DealForm
from games.forms.rulings import AppealForm, RulingForm
from games.models import CannotRecord, Deal, Match, effect_of_change
from games.shortcuts import all_may, match_to, match_to_read, may, signed_as
from games.wording.changes import effect_words
from games.wording.deals import deal_words
from games.wording.events import happened
from games.wording.rulings import revoke_words, rulings_words

get_or_post = require_http_methods(["GET", "HEAD", "POST"])


def _deal(match: Match, number: int) -> Deal:
    try:
        return match.deal(number)
    except Deal.DoesNotExist:
        raise Http404 from None


@require_safe
def deal(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """All that is known of one deal."""
    match = match_to_read(request, code)
    deal = _deal(match, number)
    numbers = [other.number for other in match.played]
    place = numbers.index(number)
    context = {
        "match": match,
        "deal": deal,
        "words": deal_words(match, deal, match.sheet.lines[place]),
        "before": numbers[place - 1] if place else None,
        "after": numbers[place + 1] if place + 1 < len(numbers) else None,
        "may": all_may(request, match),
        "happened": happened(match, deal, deal.who_dealt()) if deal.events else [],
    }
    return render(request, "games/deal.html", context)


@get_or_post
def correct_deal(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Tell the deal again, as it should have been recorded."""
    match = match_to(request, "correct", code)
    changed = _to_change(request, match, number)
    form = DealForm(request.POST or None, instance=changed, correcting=True)
    reason = ReasonForm(request.POST or None)
    return _change(
        request,
        match,
        number,
        [form, reason],
        lambda: changed,
        lambda: match.correct_deal(changed, reason.cleaned_data["reason"], signed_as(request)),
        {"form": form, "reason": reason},
    )


@get_or_post
def rule_deal(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """A referee's decision on the deal."""
    match = match_to(request, "rule", code)
    changed = _to_change(request, match, number)
    form = RulingForm(
        request.POST or None, deal=changed, by=signed_as(request), asked=request.GET.dict()
    )

    def ruled() -> Deal:
        changed.rule(form.ruling(_now()))
        changed.revision = form.cleaned_data["revision"]
        return changed

    return _change(
        request,
        match,
        number,
        [form],
        ruled,
        lambda: match.rule(changed, signed_as(request)),
        {
            "form": form,
            "reason": form,
            "may_revoke": not changed.misdeal,
            "revoke_words": revoke_words(match.rules),
            # Asked for as the page is written: what somebody else ruled meanwhile is told too.
            "replaced": lambda: rulings_words(match, match.deal(number))[:1],
        },
    )


@get_or_post
def appeal(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Appeal against the ruling on the deal; the referee's next ruling answers it."""
    match = match_to(request, "appeal", code)
    deal = _deal(match, number)
    if request.method != "POST" and (deal.ruling is None or "appeal" in deal.ruling):
        return redirect(deal)
    form = AppealForm(request.POST or None, initial={"revision": deal.revision})
    if request.method == "POST" and form.is_valid():
        revision = form.cleaned_data["revision"]
        try:
            match.appeal(number, form.appeal(_now()), revision, signed_as(request))
        except CannotRecord as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("The appeal is noted. The next ruling answers it."))
            return redirect(deal)
    context = {"match": match, "number": number, "form": form}
    context["rulings"] = rulings_words(match, deal)[:1]
    return render(request, "games/appeal.html", context)


def _now() -> str:
    return timezone.now().isoformat(timespec="seconds")


@get_or_post
def withdraw_deal(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Strike the deal from the sheet."""
    match = match_to(request, "withdraw", code)
    if request.method == "POST" and all(deal.number != number for deal in match.played):
        # Asked twice, or by somebody else before: nothing is left to do.
        messages.info(request, _("Deal %(number)s is no longer on the sheet.") % {"number": number})
        return redirect(match)
    _deal(match, number)
    form = ReasonForm(request.POST or None)
    return _change(
        request,
        match,
        number,
        [form],
        lambda: None,
        lambda: match.withdraw_deal(number, form.cleaned_data["reason"], signed_as(request)),
        {"reason": form},
    )


def _to_change(request: HttpRequest, match: Match, number: int) -> Deal:
    """A copy of the deal, to be changed. Where it was withdrawn while somebody filled in the form,
    an empty one: what was typed is shown again, with the reason why it cannot be kept."""
    try:
        return copy(match.deal(number))
    except Deal.DoesNotExist:
        if request.method != "POST":
            raise Http404 from None
        return Deal(match=match, number=number)


def _told_the_latest(match: Match, number: int, form: Form) -> None:
    """The form of a deal that somebody else changed meanwhile: the page tells what stands now, so
    from here on that may be replaced."""
    if "revision" in form.fields and match.deals.filter(number=number).exists():
        form.data = form.data.copy()
        form.data["revision"] = match.deal(number).revision


def _change(
    request: HttpRequest,
    match: Match,
    number: int,
    forms: list[Form],
    changed: Callable[[], Deal | None],
    write: Callable[[], None],
    context: dict[str, object],
) -> HttpResponse:
    """The three steps of every change: the form, its effect, and the change itself.

    `changed` gives the deal as the valid forms tell it (None: withdrawn), `write` makes the change.
    A confirmation counts only for the effect that was shown: where the match has changed since,
    the effect is shown again. The last of `forms` is a ReasonForm and takes what is refused.
    """
    reason = forms[-1]
    valid = [form.is_valid() for form in forms]  # all of them, to say all that is wrong at once
    if request.method == "POST" and all(valid):
        confirmed = "confirm" in request.POST
        version = match.version
        try:
            effect = effect_of_change(match, number, changed())
            if effect.changes_nothing and not confirmed:
                raise CannotRecord(_("This is how the deal is recorded already."))
            if confirmed and (effect.changes_nothing or reason.cleaned_data["seen"] == version):
                write()
                messages.success(request, _("The change is on the sheet."))
                return redirect(match)
        except (CannotRecord, ValidationError) as error:
            reason.add_error(None, getattr(error, "messages", None) or str(error))
            _told_the_latest(match, number, reason)
        else:
            if "change" not in request.POST:
                context["effect"] = effect_words(match, effect)
                context["signatures"] = list(match.signatures.all())
                context["moved"] = confirmed
                context["seen"] = version
    context["may_reopen"] = may(request, match.verb_to_reopen, match)
    context.update(match=match, number=number, forms=forms)
    return render(request, f"games/{request.resolver_match.url_name}.html", context)
