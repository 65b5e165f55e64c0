"""Competitions of a club: the list, a new one, its page, its settings, its history."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.forms.competitions import CompetitionSettingsForm, NewCompetitionForm
from games.models import (
    FORMATS,
    CannotChange,
    Club,
    Competition,
    evenings_of,
    forfeit_the_rest,
    missing_in_all,
    missing_of,
    to_forfeit,
)
from games.models.competition import DRAFT, FINISHED, RUNNING, STATES
from games.named_rules import saved_sets
from games.permissions import CLUB_VERBS, COMPETITION_VERBS, allowed, allows
from games.shortcuts import club_to, competition_page, competition_to, competition_to_see, role_in
from games.standings.schemes import SCHEMES
from games.wording.brackets import bracket_of
from games.wording.competition_changes import competition_change
from games.wording.competitions import format_title, say_competition, say_entries
from games.wording.days import round_rows
from games.wording.rounds import say_stage
from games.wording.rules import identifier, rules_title
from games.wording.tables import say_forfeited

get_or_post = require_http_methods(["GET", "HEAD", "POST"])

CHANGES_SHOWN = 200
COMPETITIONS_A_PAGE = 50


@require_safe
@never_cache
def competitions(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's competitions, latest first: for everybody those that are published."""
    club = get_object_or_404(Club, slug=slug)
    role = role_in(request, club.pk)
    found = club.competitions.order_by("-pk")
    if not allows(role, "see_competition"):
        found = found.filter(published=True).exclude(state=DRAFT)
        if not club.listed and not found.exists():
            raise Http404
    page = Paginator(found, COMPETITIONS_A_PAGE).get_page(request.GET.get("page"))
    rows = [{"competition": one, "about": say_competition(one)} for one in page]
    for row in rows:
        row["competition"].club = club
    may = allowed({role}, CLUB_VERBS | COMPETITION_VERBS)
    context = {"club": club, "page": page, "rows": rows, "may": may}
    request.indexable = club.listed and club.indexable
    return render(request, "games/competitions.html", context)


@never_cache
@login_required
@get_or_post
def new_competition(request: HttpRequest, slug: str) -> HttpResponse:
    """A new competition: its name, its format, who enters, by which rules."""
    club = club_to(request, "make_competition", slug)
    form = NewCompetitionForm(
        request.POST or None,
        sets=saved_sets(request),
        initial={"system": "flemish-club", "entry_kind": "pair"},
    )
    if request.method == "POST" and form.is_valid():
        facts = form.cleaned_data
        how = FORMATS[facts["format"]]
        try:
            made = Competition.make(
                club, request.user, scheme=SCHEMES[how.scheme], options=how.options, **facts
            )
        except CannotChange as error:
            form.add_error(None, str(error))
        else:
            return redirect("competition_settings", club.slug, made.slug)
    return render(request, "games/new_competition.html", {"club": club, "form": form})


@require_safe
@never_cache
def competition(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """What a competition is, how far it is, and where to go from here."""
    competition = competition_to_see(request, slug, name)
    rounds = list(competition.rounds.all())
    for round in rounds:
        round.competition = competition
    of = evenings_of(competition) if competition.how.evenings else {}
    entered = competition.entries.count()
    context = {
        "about": say_competition(competition),
        "rules": rules_title(competition.preset, competition.rules_name),
        "identifier": identifier(competition.rules),
        "entries": say_entries(entered),
        "entered": entered,
        "rounds": round_rows(
            [(round, say_stage(round, of)) for round in rounds],
            competition.days.all(),
            missing_of(competition),
        ),
        "late": to_forfeit(competition).count() if competition.state == RUNNING else 0,
        "draws": competition.state in ("open", "running")
        and not (rounds and competition.how.at_once and not competition.how.pools)
        and not (rounds and rounds[-1].is_final),
        "next": len(rounds) + 1,
        "bracket": bracket_of(competition, rounds),
    }
    return competition_page(request, "games/competition.html", competition, context)


@never_cache
@login_required
@get_or_post
def competition_settings(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Everything that the office decides of a competition."""
    competition = competition_to(request, "change_competition", slug, name)
    form = CompetitionSettingsForm(
        request.POST or None, competition=competition, sets=saved_sets(request)
    )
    if request.method == "POST" and form.is_valid():
        try:
            competition.change(request.user, **form.facts)
        except CannotChange as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("This is kept."))
            return redirect(competition)
    context = {"form": form, "format": format_title(competition.format)}
    return competition_page(request, "games/competition_settings.html", competition, context)


@never_cache
@login_required
@require_POST
def competition_state(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Open a draft, finish what runs, take up again what was finished. Where results are missing,
    or wait to count, it asks, before it finishes."""
    competition = competition_to(request, "change_competition", slug, name)
    state = request.POST.get("state", "")
    if state not in STATES:
        raise BadRequest
    if state == FINISHED and competition.state == RUNNING and "confirm" not in request.POST:
        missing = missing_in_all(competition)
        if any(missing):
            context = {"missing": missing}
            return competition_page(request, "games/competition_state.html", competition, context)
    try:
        competition.become(state, request.user)
    except CannotChange as error:
        messages.error(request, str(error))
    return redirect(competition)


@never_cache
@login_required
@require_POST
def forfeit_rest(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Count what was not played in time as lost by both sides."""
    competition = competition_to(request, "confirm_result", slug, name)
    try:
        count = forfeit_the_rest(competition, request.user)
    except CannotChange as error:
        messages.error(request, str(error))
    else:
        messages.success(request, say_forfeited(count))
    return redirect(competition)


@never_cache
@login_required
@require_safe
def competition_history(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Every change of a competition, the latest first."""
    competition = competition_to(request, "see_competition", slug, name)
    found = competition.log.order_by("-pk")[:CHANGES_SHOWN]
    context = {"changes": [competition_change(entry) for entry in found]}
    return competition_page(request, "games/competition_history.html", competition, context)
