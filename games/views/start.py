"""Where people come in: the front page and the start of a match."""

import secrets

from django.conf import settings
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.forms.start import LOT, StartForm
from games.manille.presets import PRESETS
from games.models import Match, RuleSet
from games.shortcuts import remember, remembered_matches, saved_sets, shared_set, signed_as
from games.wording.matches import say_state

DEMO = "demo-"
"""How the scoring codes of demo matches begin; no other code can (there is no o in them)."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The front page: start a match, or go on with one that this device remembers."""
    matches = remembered_matches(request)
    matches.sort(key=lambda match: match.is_signed or match.is_over)  # stable: latest first
    demo: list[Match] = []
    if settings.DEBUG:
        every = Match.objects.filter(scoring_code__startswith=DEMO).order_by("pk")
        demo = [match for match in every if match not in matches]
    context = {"matches": [_row(match) for match in matches], "demo": demo}
    return render(request, "games/home.html", context)


def _row(match: Match) -> dict[str, object]:
    totals = match.sheet.totals
    return {
        "match": match,
        "sides": [{"names": match.names(side), "total": totals[side]} for side in totals],
        "state": say_state(match),
        "open": not (match.is_signed or match.is_over),
    }


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest) -> HttpResponse:
    """Start a match. `?like=<code>` offers the players of a match that this device remembers."""
    earlier = remembered_matches(request)
    if request.method == "POST":
        form = StartForm(request.POST, sets=_sets(request, request.POST.get("system")))
        if form.is_valid():
            match = _begin(form, signed_as(request))
            remember(request, match, scoring=True)
            request.session["system"] = form.chosen
            return redirect(match)
    else:
        # With a session from here on, a new device's two tabs that start at once have the same one.
        request.session.setdefault("matches", {})
        typed = {"system": request.session["system"]} if "system" in request.session else {}
        like = next((match for match in earlier if match.code == request.GET.get("like")), None)
        for seat, name in like.players.items() if like else ():
            typed[f"name_{seat}"] = name if name != seat else ""
        if "system" in request.GET:
            typed["system"] = request.GET["system"]
        form = StartForm(typed=typed, sets=_sets(request, typed.get("system")))
    names = dict.fromkeys(n for match in earlier for s, n in match.players.items() if n != s)
    context = {"form": form, "names": list(names)[:60], "latest": earlier[0] if earlier else None}
    return render(request, "games/start.html", context)


def _sets(request: HttpRequest, chosen: str | None) -> list[RuleSet]:
    """The saved rules to offer: those of this device, and before them others that are asked for."""
    sets = saved_sets(request)
    known = {kept.code for kept in sets}
    if chosen and chosen not in PRESETS and chosen not in known and (kept := shared_set(chosen)):
        sets = [kept, *sets]
    return sets


def _begin(form: StartForm, by: str) -> Match:
    """The new match; where the same press came twice, the one that it started."""
    facts, code = form.cleaned_data["facts"], form.cleaned_data["scoring_code"]
    if facts["first_dealer"] == LOT:
        facts["first_dealer"] = secrets.choice(facts["rules"].people)
    if code:
        try:
            return Match.start(by=by, scoring_code=code, **facts)
        except IntegrityError:
            started = Match.objects.filter(scoring_code=code).first()
            if started and form.is_repeated_by(started):
                return started
    # A form shown once more by Back, and filled in otherwise: another match.
    return Match.start(by=by, **facts)


@never_cache
@require_safe
def house_rules(request: HttpRequest) -> HttpResponse:
    """The part of the start page that hangs on the system, for htmx; what was typed is kept."""
    form = StartForm(typed=request.GET.dict(), sets=_sets(request, request.GET.get("system")))
    return render(request, "games/_system.html", {"form": form})
