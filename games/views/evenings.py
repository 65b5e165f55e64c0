"""Rounds of a competition: drawing one, taking it back, its tables as they stand."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from games.forms.entries import WithdrawForm
from games.forms.tables import ClockForm, EveningForm
from games.models import (
    CannotChange,
    Missing,
    Round,
    Table,
    came_in_at,
    came_in_now,
    evenings_of,
    missing_in_all,
    moves_of_evening,
    next_draw,
)
from games.models.competition import RUNNING
from games.permissions import COMPETITION_VERBS, allowed
from games.shortcuts import (
    competition_page,
    competition_to,
    competition_to_see,
    cover,
    qr_drawing,
    role_in,
    round_of,
)
from games.wording.about import about_round
from games.wording.days import say_when
from games.wording.meetings import meeting_rows, table_title
from games.wording.paper import play_for_others, say_came_in
from games.wording.results import SEATS
from games.wording.rounds import clock, draw_words, say_out, say_pools, say_repeats
from games.wording.standings import say_moves
from games.wording.tables import say_bye, say_started, table_places

get_or_post = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@login_required
@get_or_post
def draw_round(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """What the next round would be; then draw it as shown."""
    competition = competition_to(request, "draw", slug, name)
    refused = ""
    evening = EveningForm(request.POST or None, competition=competition)
    if request.method == "POST":
        number = request.POST.get("number", "")
        if not (number.isascii() and number.isdecimal() and len(number) < 4):
            raise Http404
        same = evening.is_valid() and evening.cleaned_data.get("evening") == EveningForm.SAME
        try:
            drawn = Round.draw_next(
                competition, int(number), request.POST.get("seen", ""), request.user, same
            )
        except CannotChange as error:
            refused = str(error)
        else:
            return redirect(drawn)
    context: dict[str, Any] = {"refused": refused, "evening": evening}
    try:
        draw = next_draw(competition)
    except CannotChange as error:
        context["refused"] = refused or str(error)
    else:
        names = competition.names()
        context |= {
            "draw": draw,
            "rounds": draw_words(draw, names),
            "pools": say_pools(draw, names),
            "missing": missing_in_all(competition),
        }
    return competition_page(request, "games/draw_round.html", competition, context)


@require_safe
@never_cache
@vary_on_headers("HX-Request")
def competition_round(request: HttpRequest, slug: str, name: str, number: int) -> HttpResponse:
    """A round's tables and how they stand; htmx gets them alone, to follow the evening."""
    competition = competition_to_see(request, slug, name)
    round = round_of(competition, number)
    places = round.places(with_deals=True)
    context = _listed(request, round, places)
    context["byes"] = [(table.a.name, say_bye(table)) for table in places if table.is_bye]
    rows = context["meetings"] or [row for place in context["tables"] for row in place.games]
    lacking = sum(row.lacks for row in rows)
    context["missing"] = Missing(lacking, sum(row.missing for row in rows) - lacking)
    context["startable"] = competition.state == RUNNING and bool(round.to_start(places))
    if request.htmx:
        may = allowed({role_in(request, competition.club_id)}, COMPETITION_VERBS)
        return render(
            request, "games/_tables.html", {**context, "competition": competition, "may": may}
        )
    if competition.shown:
        context["about_page"] = about_round(round)
    names = competition.names()
    day = competition.days.filter(number=number).first()
    if competition.how.evenings:
        context["evening"] = evenings_of(competition)[number]
    context |= {
        "day": day,
        "when": say_when(day.planned) if day else "",
        "out": say_out(round, names),
        "repeats": say_repeats(round.draw["repeats"], names),
        "last": competition.last_number,
        "draws": not round.is_final and not (round.at_once and not competition.how.pools),
        "clock_form": ClockForm(initial={"minutes": round.minutes}),
    }
    return competition_page(request, "games/competition_round.html", competition, context)


def _listed(request: HttpRequest, round: Round, places: list[Table]) -> dict[str, Any]:
    """A round's clock and its tables, or the meetings of a team league, ready to be shown."""
    context: dict[str, Any] = {"round": round, "clock": clock(round), "tables": [], "meetings": []}
    if round.competition.how.meetings:
        cover(request, [table.match for table in places if table.match])
        context["meetings"] = meeting_rows(places)
    else:
        context["tables"] = table_places(places, came_in_at(places))
    return context


@never_cache
@login_required
@get_or_post
def take_back_round(request: HttpRequest, slug: str, name: str, number: int) -> HttpResponse:
    """As if the round had not been drawn."""
    competition = competition_to(request, "draw", slug, name)
    form = WithdrawForm(request.POST or None)
    if request.method == "POST" and not competition.rounds.filter(number=number).exists():
        return redirect(competition)  # the same press twice
    round = round_of(competition, number)
    refused = ""
    try:
        if request.method == "POST" and form.is_valid():
            round.take_back(form.cleaned_data["reason"], request.user)
            messages.success(request, _("The round is taken back."))
            return redirect(competition)
        round.may_take_back()
    except CannotChange as error:
        refused = str(error)
    context = {"round": round, "form": form, "refused": refused}
    return competition_page(request, "games/take_back_round.html", competition, context)


@never_cache
@login_required
@get_or_post
def round_evening(request: HttpRequest, slug: str, name: str, number: int) -> HttpResponse:
    """Have a round be of the same evening as the one before, or no longer: what that changes, and
    then it is so."""
    competition = competition_to(request, "draw", slug, name)
    round = round_of(competition, number)
    if number == 1 or not competition.how.evenings:
        raise Http404
    refused = ""
    if request.method == "POST":
        try:
            round.set_evening("same" in request.POST, request.user)
        except CannotChange as error:
            refused = str(error)
        else:
            messages.success(request, _("This is kept."))
            return redirect(round)
    same = not round.same_evening
    context = {
        "round": round,
        "before": number - 1,
        "same": same,
        "refused": refused,
        "moves": say_moves(moves_of_evening(competition, number, same), competition.names()),
    }
    return competition_page(request, "games/round_evening.html", competition, context)


# The evening on one screen


@require_safe
@never_cache
@vary_on_headers("HX-Request")
def round_board(request: HttpRequest, slug: str, name: str, number: int) -> HttpResponse:
    """Who sits where, large, for everybody in the room; htmx gets the board alone."""
    competition = competition_to_see(request, slug, name)
    round = round_of(competition, number)
    places = round.places(with_deals=True)
    context = _listed(request, round, places)
    byes = [table.a for table in places if table.is_bye]
    there = play_for_others(round, came_in_now(places)) if byes else set()
    context["byes"] = [entry.name for entry in byes if entry.pk not in there]
    if request.htmx:
        return render(request, "games/_board.html", {**context, "competition": competition})
    if competition.shown:
        context["about_page"] = about_round(round)
    return competition_page(request, "games/round_board.html", competition, context)


@never_cache
@login_required
@require_POST
def start_round(request: HttpRequest, slug: str, name: str, number: int) -> HttpResponse:
    """Start the match of every table that waits for it."""
    competition = competition_to(request, "start_table", slug, name)
    round = round_of(competition, number)
    try:
        started = round.start_matches(request.user)
    except CannotChange as error:
        messages.error(request, str(error))
    else:
        messages.success(request, say_started(len(started)))
    return redirect(round)


@never_cache
@login_required
@require_POST
def round_clock(request: HttpRequest, slug: str, name: str, number: int) -> HttpResponse:
    """Start the round's time now, or stop it."""
    competition = competition_to(request, "start_table", slug, name)
    round = round_of(competition, number)
    form = ClockForm(request.POST)
    if form.is_valid():
        round.start_clock(form.cleaned_data["minutes"], request.user)
    else:
        messages.error(request, " ".join(form.errors["minutes"]))
    return redirect(round)


@never_cache
@login_required
@require_safe
def round_slips(request: HttpRequest, slug: str, name: str, number: int) -> HttpResponse:
    """A slip of paper for each table: who sits where, and the code that opens the match for
    scoring on a player's phone."""
    competition = competition_to(request, "hand_on", slug, name)
    round = round_of(competition, number)
    slips = []
    places = round.places(with_deals=True)
    came_in = came_in_at(places)
    for table in places:
        match = table.match
        if match is None or match.is_over or table.counted:
            continue
        url = request.build_absolute_uri(reverse("open_scoring", args=[match.scoring_code]))
        seats = [(SEATS[seat], match.name(seat)) for seat in match.rules.people]
        slips.append(
            {"title": table_title(table), "table": table, "seats": seats, "qr": qr_drawing(url),
             "url": url, "dealer": match.name(match.first_dealer),
             "substitutes": say_came_in(round, came_in.get(table.pk, ()))}
        )  # fmt: skip
    context = {"round": round, "slips": slips}
    return competition_page(request, "games/round_slips.html", competition, context)
