"""Rounds of a competition: drawing one, its tables, their matches and their results."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from games.forms.entries import WithdrawForm
from games.forms.tables import ClockForm, ResultForm, StartTableForm
from games.models import CannotChange, CannotRecord, Competition, Round, Table, next_draw
from games.permissions import COMPETITION_VERBS, allowed, allows
from games.shortcuts import (
    competition_page,
    competition_to,
    competition_to_see,
    qr_drawing,
    remember,
    role_in,
)
from games.wording.competitions import (
    clock,
    draw_words,
    say_bye,
    say_out,
    say_pools,
    say_repeats,
    say_started,
    table_row,
)
from games.wording.results import SEATS
from games.wording.standings import say_moves

get_or_post = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@login_required
@get_or_post
def draw_round(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """What the next round would be; then draw it as shown."""
    competition = competition_to(request, "draw", slug, name)
    refused = ""
    if request.method == "POST":
        number = request.POST.get("number", "")
        if not (number.isascii() and number.isdecimal() and len(number) < 4):
            raise Http404
        try:
            drawn = Round.draw_next(
                competition, int(number), request.POST.get("seen", ""), request.user
            )
        except CannotChange as error:
            refused = str(error)
        else:
            return redirect(drawn)
    context: dict[str, Any] = {"refused": refused}
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
        }
    return competition_page(request, "games/draw_round.html", competition, context)


def _round(competition: Competition, number: int) -> Round:
    found = get_object_or_404(competition.rounds, number=number)
    found.competition = competition
    return found


@require_safe
@never_cache
@vary_on_headers("HX-Request")
def competition_round(request: HttpRequest, slug: str, name: str, number: int) -> HttpResponse:
    """A round's tables and how they stand; htmx gets them alone, to follow the evening."""
    competition = competition_to_see(request, slug, name)
    round = _round(competition, number)
    places = round.places(with_deals=True)
    tables = [table_row(table) for table in places if not table.is_bye]
    context = {
        "round": round,
        "clock": clock(round),
        "tables": tables,
        "byes": [(table.a.name, say_bye(table)) for table in places if table.is_bye],
        "missing": sum(row.missing for row in tables),
    }
    if request.htmx:
        may = allowed({role_in(request, competition.club_id)}, COMPETITION_VERBS)
        return render(
            request, "games/_tables.html", {**context, "competition": competition, "may": may}
        )
    names = competition.names()
    context |= {
        "out": say_out(round, names),
        "repeats": say_repeats(round.draw["repeats"], names),
        "last": competition.last_number,
        "draws": not round.is_final and not (round.at_once and not competition.how.pools),
        "clock_form": ClockForm(initial={"minutes": round.minutes}),
    }
    return competition_page(request, "games/competition_round.html", competition, context)


@never_cache
@login_required
@get_or_post
def take_back_round(request: HttpRequest, slug: str, name: str, number: int) -> HttpResponse:
    """As if the round had not been drawn."""
    competition = competition_to(request, "draw", slug, name)
    form = WithdrawForm(request.POST or None)
    if request.method == "POST" and not competition.rounds.filter(number=number).exists():
        return redirect(competition)  # the same press twice
    round = _round(competition, number)
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


def _table(request: HttpRequest, verb: str, slug: str, name: str, key: int) -> Table:
    """A table that is no bye, for an officer who may do that; else 404."""
    competition = competition_to(request, verb, slug, name)
    found = get_object_or_404(
        Table.objects.select_related("round", "a", "a2", "b", "b2", "match").filter(
            round__competition=competition, b__isnull=False
        ),
        pk=key,
    )
    found.round.competition = competition
    return found


def _later(table: Table) -> bool:
    """Whether a round was drawn by the results of this one."""
    rounds = list(table.competition.rounds.filter(number__gt=table.round.number))
    return bool(rounds) and (not table.competition.how.at_once or rounds[-1].is_knockout)


@never_cache
@login_required
@get_or_post
def start_table(request: HttpRequest, slug: str, name: str, key: int) -> HttpResponse:
    """Start the match of a table: who sits there, and who deals first."""
    table = _table(request, "start_table", slug, name, key)
    if table.match:
        return redirect(table.match)
    form = StartTableForm(request.POST or None, table=table)
    if request.method == "POST" and form.is_valid():
        try:
            match = table.start_match(form.seated, form.first_dealer(), request.user)
        except CannotChange as error:
            form.add_error(None, str(error))
        else:
            remember(request, match, scoring=True)
            return redirect(match)
    context = {"table": table, "row": table_row(table), "form": form}
    return competition_page(request, "games/start_table.html", table.competition, context)


@never_cache
@login_required
@get_or_post
def table_result(request: HttpRequest, slug: str, name: str, key: int) -> HttpResponse:
    """Type in a result; put right one that counts, once what that changes was seen."""
    table = _table(request, "type_result", slug, name, key)
    role = role_in(request, table.competition.club_id)
    may_correct = allows(role, table.verb_to_correct(timezone.now()))
    form = ResultForm(request.POST or None, table=table, correcting=table.counted)
    context: dict[str, Any] = {"table": table, "row": table_row(table), "form": form}
    context["closed"] = not may_correct
    context["signed"] = bool(table.match and table.match.is_signed)
    if request.method == "POST" and may_correct and form.is_valid():
        told = form.cleaned_data
        if table.counted and ("confirm" not in request.POST or told["seen"] != table.mark):
            if "change" not in request.POST:
                context["moves"] = say_moves(table.moves(**form.facts), table.competition.names())
                context["effect"] = True
                context["moved"] = "confirm" in request.POST
        else:
            try:
                table.type_result(form.facts, told.get("reason", ""), told["seen"], request.user)
            except (CannotChange, PermissionDenied) as error:
                form.add_error(None, str(error) or _("The time for corrections is over."))
            else:
                messages.success(
                    request,
                    _("The result counts.")
                    if table.counted
                    else _("The result is kept. It counts once an officer confirms it."),
                )
                return redirect(table.round)
    context["later"] = _later(table)
    context["mark"] = Table.objects.select_related("match").get(pk=table.pk).mark
    return competition_page(request, "games/table_result.html", table.competition, context)


@never_cache
@login_required
@get_or_post
def confirm_result(request: HttpRequest, slug: str, name: str, key: int) -> HttpResponse:
    """An officer's word for a result, once what it changes was seen."""
    table = _table(request, "confirm_result", slug, name, key)
    refused = ""
    if request.method == "POST":
        try:
            table.confirm(request.POST.get("seen", ""), request.user)
        except (CannotChange, CannotRecord) as error:
            refused = str(error)
            table = _table(request, "confirm_result", slug, name, key)
        else:
            messages.success(request, _("The result counts."))
            return redirect(table.round)
    facts = table.facts_to_confirm()
    context = {
        "table": table,
        "row": table_row(table),
        "refused": refused,
        "facts": facts,
        "later": _later(table),
        "moves": say_moves(table.moves(**facts), table.competition.names()) if facts else [],
    }
    return competition_page(request, "games/confirm_result.html", table.competition, context)


# The evening on one screen


@require_safe
@never_cache
@vary_on_headers("HX-Request")
def round_board(request: HttpRequest, slug: str, name: str, number: int) -> HttpResponse:
    """Who sits where, large, for everybody in the room; htmx gets the board alone."""
    competition = competition_to_see(request, slug, name)
    round = _round(competition, number)
    places = round.places(with_deals=True)
    context = {
        "round": round,
        "clock": clock(round),
        "tables": [table_row(table) for table in places if not table.is_bye],
        "byes": [table.a.name for table in places if table.is_bye],
    }
    if request.htmx:
        return render(request, "games/_board.html", {**context, "competition": competition})
    return competition_page(request, "games/round_board.html", competition, context)


@never_cache
@login_required
@require_POST
def start_round(request: HttpRequest, slug: str, name: str, number: int) -> HttpResponse:
    """Start the match of every table that waits for it."""
    competition = competition_to(request, "start_table", slug, name)
    round = _round(competition, number)
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
    round = _round(competition, number)
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
    round = _round(competition, number)
    slips = []
    for table in round.places(with_deals=True):
        match = table.match
        if match is None or match.is_over:
            continue
        url = request.build_absolute_uri(reverse("open_scoring", args=[match.scoring_code]))
        seats = [(SEATS[seat], match.name(seat)) for seat in match.rules.people]
        slips.append(
            {"table": table, "seats": seats, "qr": qr_drawing(url), "url": url,
             "dealer": match.name(match.first_dealer)}
        )  # fmt: skip
    context = {"round": round, "slips": slips}
    return competition_page(request, "games/round_slips.html", competition, context)
