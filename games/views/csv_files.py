"""Tables for spreadsheets: handing them out, and taking them over once what they do was seen."""

from collections.abc import Callable, Iterable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import get_format
from django.utils.http import content_disposition_header
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.csv_files import entries, fixtures, people, results, standings, teams
from games.csv_files.importing import Outcome, Taker, run
from games.csv_files.text import write
from games.forms.csv_files import CsvForm
from games.models import Competition
from games.permissions import CLUB_VERBS, allowed
from games.shortcuts import club_to, competition_page, competition_to, competition_to_see, role_in
from games.wording.csv_files import (
    TITLES,
    column_rows,
    effect_rows,
    lead,
    say_done,
    say_older,
    say_outcome,
)

get_or_post = require_http_methods(["GET", "HEAD", "POST"])

LINES: dict[str, Callable[[Competition], Iterable[Iterable[object]]]] = {
    "entries": entries.entry_lines,
    "fixtures": fixtures.fixture_lines,
    "results": results.result_lines,
    "standings": standings.standing_lines,
}
"""What a competition hands out."""

VERBS = {"entries": "enter", "fixtures": "draw", "results": "type_result"}
"""What it takes over, and what that takes."""

COLUMNS: dict[str, Callable[[Competition], Iterable[str]]] = {
    "entries": entries.columns,
    "fixtures": fixtures.columns,
    "results": results.columns,
}
"""The columns of what it takes over."""


def _csv(name: str, lines: Iterable[Iterable[object]]) -> StreamingHttpResponse:
    """A file. Where a comma parts decimals, spreadsheets expect semicolons between cells."""
    delimiter = ";" if get_format("DECIMAL_SEPARATOR") == "," else ","
    response = StreamingHttpResponse(
        write(lines, delimiter), content_type="text/csv; charset=utf-8"
    )
    response["Content-Disposition"] = content_disposition_header(True, f"{name}.csv")
    response["X-Robots-Tag"] = "noindex"
    return response


@require_safe
@never_cache
@login_required
def export_people(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """The club's people, for its officers."""
    club = club_to(request, "see_people", slug)
    return _csv(f"{club.slug}-people", people.people_lines(club))


@require_safe
@never_cache
def export_file(request: HttpRequest, slug: str, name: str, kind: str) -> StreamingHttpResponse:
    """Entries, fixtures, results or standings of a competition, for whoever may see it."""
    competition = competition_to_see(request, slug, name)
    if kind not in LINES:
        raise Http404
    return _csv(f"{competition.slug}-{kind}", LINES[kind](competition))


@require_safe
@never_cache
def files(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """All files of a competition, out and in."""
    competition = competition_to_see(request, slug, name)
    rows = [(kind, TITLES[kind], VERBS.get(kind, "")) for kind in LINES]
    return competition_page(request, "games/files.html", competition, {"rows": rows})


def _look(
    request: HttpRequest, joins: bool, taker: Callable[[bool], Taker]
) -> tuple[CsvForm, Outcome | None]:
    """The form as it was filled in, and what its table comes to or came to."""
    form = CsvForm(request.POST or None, request.FILES or None, joins=joins)
    if request.method != "POST" or not form.is_valid():
        return form, None
    told = form.cleaned_data
    seen = told["seen"] if "confirm" in request.POST else ""
    join = told.get("join", False)
    return form, run(taker(join), form.table, seen)


def _is_over(request: HttpRequest, outcome: Outcome | None) -> bool:
    """Whether what was confirmed is there: also where it was confirmed by the press before."""
    return outcome is not None and "confirm" in request.POST and outcome.is_settled


def _context(
    request: HttpRequest, kind: str, form: CsvForm, outcome: Outcome | None, keys: Iterable[str]
) -> dict[str, Any]:
    context: dict[str, Any] = {
        "form": form, "title": TITLES[kind], "lead": lead(kind), "columns": column_rows(keys)
    }  # fmt: skip
    if outcome is None:
        return context
    # What was read stands in the field, to be put right there and looked at again.
    filled = CsvForm(
        joins="join" in form.fields,
        initial={**form.cleaned_data, "text": form.decoded, "seen": outcome.mark},
    )
    return context | {
        "form": filled,
        "outcome": outcome,
        "rows": effect_rows(outcome),
        "says": say_outcome(outcome),
        "moved": "confirm" in request.POST and not outcome.is_faulty,
    }


@never_cache
@login_required
@get_or_post
def import_people(request: HttpRequest, slug: str) -> HttpResponse:
    """Take over a table of people: what it would do, then do it."""
    club = club_to(request, "add_player", slug)
    form, outcome = _look(request, False, lambda join: people.PeopleTaker(club, request.user))
    if _is_over(request, outcome):
        messages.success(request, say_done(outcome))
        return redirect("people", club.slug)
    context = _context(request, "people", form, outcome, people.PEOPLE)
    if outcome:
        context["says"] += say_older(outcome)
    context |= {"club": club, "may": allowed({role_in(request, club.pk)}, CLUB_VERBS)}
    return render(request, "games/import_people.html", context)


@never_cache
@login_required
@get_or_post
def import_file(request: HttpRequest, slug: str, name: str, kind: str) -> HttpResponse:
    """Take over entries, fixtures or results of a competition: what that would do, then do it."""
    if kind not in VERBS:
        raise Http404
    competition = competition_to(request, VERBS[kind], slug, name)
    # Read anew: what was only looked at leaves its traces on it.
    apart = Competition.objects.select_related("club").get(pk=competition.pk)
    form, outcome = _look(
        request, kind == "entries", lambda join: _taker(kind, apart, request, join)
    )
    if _is_over(request, outcome):
        messages.success(request, say_done(outcome))
        return redirect("files", slug, name)
    keys = COLUMNS[kind](competition)
    context = _context(request, kind, form, outcome, keys)
    context |= {"kind": kind, "lead": lead(kind, competition.how.meetings)}
    return competition_page(request, "games/import_file.html", competition, context)


def _taker(kind: str, competition: Competition, request: HttpRequest, join: bool) -> Taker:
    if kind == "entries" and competition.how.meetings:
        return teams.TeamsTaker(competition, request.user, join)
    if kind == "entries":
        return entries.EntriesTaker(competition, request.user, join)
    if kind == "fixtures":
        return fixtures.FixturesTaker(competition, request.user)
    return results.ResultsTaker(competition, request.user)
