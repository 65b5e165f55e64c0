"""Where people come in: the front page and the start of a match."""

import secrets
from contextlib import nullcontext
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.forms.start import LOT, StartForm
from games.manille.presets import PRESETS
from games.models import CannotChange, Club, Match, Player, RuleSet, looked_up
from games.named_rules import saved_sets, shared_set
from games.permissions import allows
from games.shortcuts import remember, remembered_matches, signed_as, typed_in
from games.wording.match_lists import match_row

CHOICE = 500
"""So many of a club's names are offered while typing; others can be typed in full."""

DEMO = "demo-"
"""How the scoring codes of demo matches begin; no other code can (there is no o in them)."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The front page: start a match, or go on with one that this device remembers."""
    matches = remembered_matches(request)
    rows = [match_row(match, typed_in(request, match)) for match in matches]
    rows.sort(key=lambda row: not row["open"])  # stable: latest first
    demo: list[Match] = []
    if settings.DEBUG:
        every = Match.objects.filter(scoring_code__startswith=DEMO).order_by("pk")
        demo = [match for match in every if match not in matches]
    context = {"matches": rows, "demo": demo}
    request.indexable = True
    return render(request, "games/home.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest) -> HttpResponse:
    """Start a match. `?like=<code>` offers the players of a match that this device remembers."""
    earlier = remembered_matches(request)
    clubs = _clubs(request)
    if request.method == "POST":
        sets = _sets(request, request.POST.get("system"))
        form = StartForm(request.POST, sets=sets, clubs=clubs)
        if form.is_valid() and (match := _begin(form, request)):
            remember(request, match, scoring=True)
            request.session["system"] = form.chosen
            return redirect(match)
    else:
        # With a session from here on, a new device's two tabs that start at once have the same one.
        request.session.setdefault("matches", {})
        typed = {"system": request.session["system"]} if "system" in request.session else {}
        like = next((match for match in earlier if match.code == request.GET.get("like")), None)
        for seat, name in like.names_told.items() if like else ():
            typed[f"name_{seat}"] = name if name != seat else ""
        if "system" in request.GET:
            typed["system"] = request.GET["system"]
        asked, same = request.GET.get("club"), like.club_id if like else None
        if club := next((one for one in clubs if asked == one.slug or same == one.pk), None):
            typed |= {"club": club.slug, "played_on": club.today()}
        form = StartForm(typed=typed, sets=_sets(request, typed.get("system")), clubs=clubs)
    names = dict.fromkeys(n for match in earlier for s, n in match.names_told.items() if n != s)
    if clubs:
        known = Player.objects.filter(club__in=clubs, merged_into=None, forgotten=False)
        in_order = sorted(known.values_list("name", flat=True), key=looked_up)
        names = dict.fromkeys([*list(names)[:60], *in_order])
    context = {
        "form": form,
        "names": list(names)[: CHOICE if clubs else 60],
        "latest": earlier[0] if earlier else None,
    }
    return render(request, "games/start.html", context)


def _sets(request: HttpRequest, chosen: str | None) -> list[RuleSet]:
    """The saved rules to offer: those of this device, and before them others that are asked for."""
    sets = saved_sets(request)
    known = {kept.code for kept in sets}
    if chosen and chosen not in PRESETS and chosen not in known and (kept := shared_set(chosen)):
        sets = [kept, *sets]
    return sets


def _clubs(request: HttpRequest) -> list[Club]:
    """The clubs in which whoever is logged in may start a match; no query for anybody else."""
    if not request.user.is_authenticated:
        return []
    found = request.user.memberships.select_related("club").order_by("club__name")
    return [one.club for one in found if allows(one.role, "start")]


def _begin(form: StartForm, request: HttpRequest) -> Match | None:
    """The new match; where the same press came twice, the one that it started. None where a name
    joined the club's people meanwhile: the form says so."""
    facts, code = form.cleaned_data["facts"], form.cleaned_data["scoring_code"]
    if facts["first_dealer"] == LOT:
        facts["first_dealer"] = secrets.choice(facts["rules"].people)
    if code:
        try:
            return _start(form, request, {**facts, "scoring_code": code})
        except (IntegrityError, CannotChange):
            started = Match.objects.filter(scoring_code=code).first()
            if started and form.is_repeated_by(started):
                return started
    # A form shown once more by Back, and filled in otherwise: another match.
    try:
        return _start(form, request, facts)
    except CannotChange as error:
        form.add_error(None, str(error))
        return None


def _start(form: StartForm, request: HttpRequest, facts: dict[str, Any]) -> Match:
    """The match, and before it those who join the club's people: all or nothing."""
    new = form.cleaned_data["new"]
    with transaction.atomic() if new else nullcontext():
        if new:
            added = Player.add(facts["club"], new.values(), request.user)
            facts = {**facts, "people": facts["people"] | dict(zip(new, added, strict=True))}
        return Match.start(by=signed_as(request), **facts)


@never_cache
@require_safe
def house_rules(request: HttpRequest) -> HttpResponse:
    """The part of the start page that hangs on the system, for htmx; what was typed is kept."""
    form = StartForm(typed=request.GET.dict(), sets=_sets(request, request.GET.get("system")))
    return render(request, "games/_system.html", {"form": form})
