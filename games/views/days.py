"""The planned days of a competition: their list, one of them, and calendars that tell them."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.forms.days import DayForm, DaysForm
from games.models import CannotChange, Day
from games.models.day import MOST_ROUNDS
from games.permissions import allows
from games.shortcuts import competition_page, competition_to, competition_to_see, role_in
from games.wording.days import round_rows, say_days_changed

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
    rounds = [(round, "") for round in competition.rounds.all()]
    context = {"rows": round_rows(rounds, competition.days.all()), "form": form}
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
