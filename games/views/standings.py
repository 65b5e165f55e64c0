"""Standings of a competition, and how each rank came about."""

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.messages import get_messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import condition, require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from games.models import (
    CannotChange,
    Competition,
    Missing,
    evenings_of,
    every_standings,
    missing_in_all,
    reached_in,
    results_of,
    waiting_of,
)
from games.models.pools import of_pool
from games.models.teams import games_of_teams
from games.shortcuts import competition_page, competition_to, competition_to_see, cover, role_in
from games.standings import Standings, by_evening
from games.wording.about import about_standings
from games.wording.brackets import bracket_of
from games.wording.by_evening import evenings_words
from games.wording.counting import about_counting
from games.wording.meetings import MeetingRow, meeting_rows
from games.wording.standings import columns, lines, working_words


def _competition(request: HttpRequest, slug: str, name: str) -> Competition:
    """The competition, looked up once for a request."""
    known: dict[str, Competition] = request.__dict__.setdefault("competitions", {})
    key = f"{slug}/{name}"
    if key not in known:
        known[key] = competition_to_see(request, slug, name)
    return known[key]


def _unchanged(request: HttpRequest, slug: str, name: str, *args: Any, **more: Any) -> str | None:
    """Another for every other state of what the standings are made of, and for every reader: none
    where a message waits to be read. It costs one small query, the standings all results."""
    if get_messages(request):
        return None
    competition = _competition(request, slug, name)
    user = request.user.pk, role_in(request, competition.club_id)
    told = (competition.version(), user, get_language(), request.htmx.target, request.path)
    return quote_etag(hashlib.sha256(repr(told).encode()).hexdigest()[:24])


def kept_until_changed(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Have a browser ask each time whether its copy is still right, and send it no other while it
    is. Nobody but the reader keeps it."""
    return cache_control(private=True, no_cache=True)(condition(etag_func=_unchanged)(view))


@require_safe
@kept_until_changed
def standings(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """The standings as they are now."""
    competition = _competition(request, slug, name)
    results = results_of(competition)
    found = every_standings(competition, results)
    entries = list(competition.entries.values_list("pk", "name", "number", "withdrawn_at"))
    names = competition.told({key: each for key, each, *_rest in entries})
    numbers = {key: number for key, _name, number, _withdrawn in entries}
    gone = {key for key, _name, _number, withdrawn in entries if withdrawn}
    last, open = reached_in(results, gone)
    waiting = waiting_of(competition, open).total()
    measures = competition.scheme.measures
    tables = [lines(each, names, numbers) for each in found]
    context: dict[str, Any] = {
        "tables": tables,
        "columns": columns(measures),
        "counting": about_counting(competition),
        "uncounted": sum(
            reason == "unsigned" for each in found for _result, reason in each.tally.left_out
        ),
        "lots": bool(last) and _lots_decide(competition, found),
        "last": last,
        "missing": Missing(open.total() - waiting, waiting),
        "now": timezone.now(),
        "bracket": bracket_of(competition, competition.knockout()),
    }
    if competition.shown:
        context["about_page"] = about_standings(competition, tables)
    return competition_page(request, "games/standings.html", competition, context)


@require_safe
@kept_until_changed
def standings_by_evening(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Of a competition over several evenings what each of them brought to every entry, and which of
    them count."""
    competition = _competition(request, slug, name)
    if not competition.how.evenings:
        raise Http404
    (found,) = every_standings(competition, evenings=evenings_of(competition))
    entries = list(competition.entries.values_list("pk", "name", "number"))
    names = competition.told({key: each for key, each, _number in entries})
    numbers = {key: number for key, _name, number in entries}
    days = dict(competition.days.values_list("number", "on"))
    context = {"evenings": evenings_words(found, by_evening(found), names, numbers, days)}
    return competition_page(request, "games/standings_by_evening.html", competition, context)


@require_safe
@never_cache
def bracket(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """The knock-out as a tree: who meets whom, who goes on."""
    competition = competition_to_see(request, slug, name)
    context = {"bracket": bracket_of(competition, competition.knockout())}
    return competition_page(request, "games/bracket.html", competition, context)


@require_safe
@vary_on_headers("HX-Request")
@kept_until_changed
def standing(request: HttpRequest, slug: str, name: str, number: int) -> HttpResponse:
    """How the rank of one entry came about; htmx gets it alone."""
    competition = _competition(request, slug, name)
    entry = get_object_or_404(competition.entries, number=number)
    entry.competition = competition
    competition.cover(entry)
    found = of_pool(every_standings(competition), entry.pk)
    if found is None:
        raise Http404  # of one who was in no pool
    names = competition.names()
    meetings: list[MeetingRow] = []
    if competition.how.meetings:
        games = games_of_teams([entry])
        cover(request, [game.match for game in games if game.match])
        meetings = meeting_rows(games)
    context = {
        "entry": entry,
        "working": working_words(found, entry.pk, names),
        "meetings": meetings,
    }
    if request.htmx:
        return render(request, "games/_standing.html", {**context, "competition": competition})
    return competition_page(request, "games/standing.html", competition, context)


def _lots_decide(competition: Competition, found: Sequence[Standings]) -> bool:
    """Whether lots that are not drawn yet would part some who are equal now. Of pools they also
    part places of different pools, which no table of these shows."""
    if "lot" not in competition.scheme.measures:
        return False
    without = [row for each in found for row in each.rows if str(row.entry) not in competition.lots]
    return bool(without) and (competition.how.pools or any(row.tied for row in without))


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def draw_lots(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Draw the lots that part those who are equal on everything else, for good: asked first."""
    competition = competition_to(request, "draw", slug, name)
    if request.method != "POST":
        keys = competition.entries.values_list("pk", flat=True)
        if "lot" not in competition.scheme.measures or all(
            str(k) in competition.lots for k in keys
        ):
            return redirect("standings", slug, name)
        missing = missing_in_all(competition)
        return competition_page(request, "games/draw_lots.html", competition, {"missing": missing})
    try:
        competition.draw_lots(request.user)
    except CannotChange as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("The lots are drawn."))
    return redirect("standings", slug, name)
