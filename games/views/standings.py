"""Standings of a competition, and how each rank came about."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from games.models import CannotChange
from games.models.pools import of_pool
from games.shortcuts import competition_page, competition_to, competition_to_see
from games.wording.standings import columns, lines, working_words


@require_safe
@never_cache
def standings(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """The standings as they are now."""
    competition = competition_to_see(request, slug, name)
    found = competition.every_standings()
    entries = list(competition.entries.values_list("pk", "name", "number"))
    names = {key: competition.covers.get(key, each) for key, each, _number in entries}
    numbers = {key: number for key, _name, number in entries}
    measures = competition.scheme.measures
    context = {
        "tables": [lines(each, names, numbers) for each in found],
        "columns": columns(measures),
        "uncounted": sum(
            reason == "unsigned" for each in found for _result, reason in each.tally.left_out
        ),
        "lots": "lot" in measures and len(competition.lots) < len(names),
    }
    return competition_page(request, "games/standings.html", competition, context)


@require_safe
@never_cache
@vary_on_headers("HX-Request")
def standing(request: HttpRequest, slug: str, name: str, number: int) -> HttpResponse:
    """How the rank of one entry came about; htmx gets it alone."""
    competition = competition_to_see(request, slug, name)
    entry = get_object_or_404(competition.entries, number=number)
    entry.competition = competition
    competition.cover(entry)
    found = of_pool(competition.every_standings(), entry.pk)
    if found is None:
        raise Http404  # of one who was in no pool
    names = competition.names()
    context = {
        "entry": entry,
        "working": working_words(found, entry.pk, names),
    }
    if request.htmx:
        return render(request, "games/_standing.html", {**context, "competition": competition})
    return competition_page(request, "games/standing.html", competition, context)


@never_cache
@login_required
@require_POST
def draw_lots(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Draw the lots that part those who are equal on everything else, for good."""
    competition = competition_to(request, "draw", slug, name)
    try:
        competition.draw_lots(request.user)
    except CannotChange as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("The lots are drawn."))
    return redirect("standings", slug, name)
