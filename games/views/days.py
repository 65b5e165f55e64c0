"""The planned days of a competition: their list, one of them, and calendars that tell them."""

from collections.abc import Iterable
from datetime import timedelta

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import conditional_page, require_http_methods, require_safe

from games.calendars import write_calendar
from games.forms.days import DayForm, DaysForm
from games.models import CannotChange, Club, Competition, Day, Meeting
from games.models.competition import DRAFT
from games.models.day import MOST_ROUNDS, moved_meetings
from games.permissions import allows
from games.shortcuts import (
    calendar_addresses,
    club_of_calendar,
    competition_page,
    competition_to,
    competition_to_see,
    role_in,
)
from games.shortcuts import officer_calendar as officer_calendar_of
from games.wording.days import moved_rows, occasions, round_rows, say_days_changed

get_or_post = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@get_or_post
def days(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """When the rounds are played; for the office the form for several days at once."""
    competition = competition_to_see(request, slug, name)
    may_plan = allows(role_in(request, competition.club_id), "plan_days")
    if request.method == "POST" and not may_plan:
        raise Http404
    form = None
    if may_plan and competition.state != "finished":
        form = DaysForm(request.POST or None, competition=competition)
    if form and request.method == "POST" and form.is_valid():
        try:
            changed = Day.plan(competition, form.planned, request.user)
        except CannotChange as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, say_days_changed(changed))
            return redirect("days", slug, name)
    calendar = (
        calendar_addresses(request, "competition_calendar", slug, name)
        if competition.shown
        else officer_calendar_of(request, competition.club)
    )
    rounds = [(round, "") for round in competition.rounds.all()]
    context = {
        "rows": round_rows(rounds, competition.days.all()),
        "moved": moved_rows(competition),
        "form": form,
        **calendar,
    }
    return competition_page(request, "games/days.html", competition, context)


@never_cache
@login_required
@get_or_post
def day(request: HttpRequest, slug: str, name: str, number: int) -> HttpResponse:
    """The day of one round: change it, or take it out of the plan (`remove`)."""
    competition = competition_to(request, "plan_days", slug, name)
    if not 1 <= number <= MOST_ROUNDS:
        raise Http404
    found = competition.days.filter(number=number).first()
    remove = "remove" in request.POST
    form = DayForm(None if remove else request.POST or None, day=found)
    refused = ""
    if request.method == "POST" and (remove or form.is_valid()):
        try:
            Day.plan(competition, {number: None if remove else form.planned}, request.user)
        except CannotChange as error:
            refused = str(error)
        else:
            messages.success(request, _("This is kept."))
            return redirect("days", slug, name)
    context = {"number": number, "day": found, "form": form, "refused": refused}
    return competition_page(request, "games/day.html", competition, context)


# Calendars. Programs read them again and again, with no cookie and no language of their own: the
# address says all. They may be shown around, so that they tell nobody who wants to be unlisted.


def _calendar(
    request: HttpRequest, name: str, days: Iterable[Day], moved: Iterable[Meeting]
) -> HttpResponse:
    language = request.GET.get("lang", "")
    if language not in dict(settings.LANGUAGES):
        language = settings.LANGUAGE_CODE
    with translation.override(language):
        told = occasions(list(days), list(moved), request.build_absolute_uri)
    response = HttpResponse(write_calendar(name, told), content_type="text/calendar; charset=utf-8")
    response["X-Robots-Tag"] = "noindex"
    return response


def _club_calendar(request: HttpRequest, club: Club, everything: bool) -> HttpResponse:
    """What is played from a year ago on, and all to come."""
    since = club.today() - timedelta(366)
    days = Day.of_club(club, everything).filter(on__gte=since).order_by("on", "pk")
    moved = moved_meetings(Competition.of_club(club, everything)).filter(held_on__gte=since)
    return _calendar(request, club.name, days, moved)


@require_safe
@cache_control(private=True, no_cache=True)
@conditional_page
def competition_calendar(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """The days of a competition, for calendar programs."""
    competition = competition_to_see(request, slug, name)
    found = Day.of([competition]).order_by("on", "pk")
    moved = moved_meetings([competition]) if competition.how.meetings else ()
    return _calendar(request, competition.name, found, moved)


@require_safe
@cache_control(private=True, no_cache=True)
@conditional_page
def club_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """The days of all that a club shows to everybody."""
    club = get_object_or_404(Club, slug=slug)
    if not club.listed and not club.competitions.filter(published=True).exclude(state=DRAFT):
        raise Http404
    return _club_calendar(request, club, everything=False)


@require_safe
@cache_control(private=True, no_cache=True)
@conditional_page
def officer_calendar(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """All of a club's days, by an address that an officer was told."""
    club = club_of_calendar(slug, code)
    return _club_calendar(request, club, everything=True)
