"""Tables of a round: starting and taking off their matches, their results."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.forms.entries import WithdrawForm
from games.forms.tables import ResultForm, StartTableForm
from games.models import CannotChange, CannotRecord, Table, start_match_at, take_off
from games.permissions import allows
from games.shortcuts import competition_page, remember, role_in, table_to
from games.wording.figures import figure
from games.wording.meetings import Claims, claims_of, pair_names, table_title
from games.wording.standings import say_moves
from games.wording.tables import say_correction, table_row

get_or_post = require_http_methods(["GET", "HEAD", "POST"])


def _later(table: Table) -> bool:
    """Whether a round was drawn by the results of this one."""
    rounds = list(table.competition.rounds.filter(number__gt=table.round.number))
    return bool(rounds) and (not table.competition.how.at_once or rounds[-1].is_knockout)


def _claims(table: Table) -> Claims | None:
    """What the captains typed in for a game of a meeting, if one of them did."""
    return claims_of(table.meeting).get(table.game) if table.meeting else None


@never_cache
@login_required
@get_or_post
def start_table(request: HttpRequest, slug: str, name: str, key: int) -> HttpResponse:
    """Start the match of a table: who sits there, and who deals first."""
    table = table_to(request, "start_table", slug, name, key)
    if table.match:
        return redirect(table.match)
    if table.meeting and not table.meeting.revealed:
        messages.error(request, _("Both line-ups are to be handed in first."))
        return redirect(table.listed_on)
    form = StartTableForm(request.POST or None, table=table)
    if request.method == "POST" and form.is_valid():
        try:
            match = start_match_at(table, form.seated, form.first_dealer(), request.user)
        except CannotChange as error:
            form.add_error(None, str(error))
        else:
            remember(request, match, scoring=True)
            return redirect(match)
    context = {"table": table, "row": table_row(table), "title": table_title(table), "form": form}
    return competition_page(request, "games/start_table.html", table.competition, context)


@never_cache
@login_required
@get_or_post
def table_result(request: HttpRequest, slug: str, name: str, key: int) -> HttpResponse:
    """Type in a result; put right one that counts, once what that changes was seen."""
    table = table_to(request, "type_result", slug, name, key)
    may_correct = table.may_type(request.user)
    captain = not allows(role_in(request, table.competition.club_id), "type_result")
    form = ResultForm(request.POST or None, table=table, correcting=table.counted)
    context: dict[str, Any] = {
        "table": table,
        "row": table_row(table),
        "title": table_title(table),
        "pairs": (pair_names(table, "a"), pair_names(table, "b")),
        "form": form,
    }
    context["closed"] = not may_correct
    context["captain"] = captain
    context["signed"] = bool(table.match and table.match.is_signed)
    context["logged"] = captain and table.is_logged
    if table.match and not table.match.is_over:
        totals = table.match.sheet.totals
        sides = table.match.rules.table.sides
        context["under_way"] = "–".join(figure(totals[side]) for side in sides)
    if request.method == "POST" and may_correct and form.is_valid():
        told = form.cleaned_data
        if table.counted and ("confirm" not in request.POST or told["seen"] != table.mark):
            if "change" not in request.POST:
                context["moves"] = say_moves(table.moves(**form.facts), table.competition.names())
                context["effect"] = say_correction(table, form.facts)
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
                    else _("The result is kept. It waits for the other captain, or an officer.")
                    if captain
                    else _("The result is kept. It counts once an officer confirms it."),
                )
                claims = _claims(table)
                if claims and claims.differ and not table.counted:
                    messages.warning(request, _("The captains do not agree."))
                return redirect(table.listed_on)
    context["claims"] = _claims(table)
    context["later"] = _later(table)
    context["mark"] = Table.objects.select_related("match").get(pk=table.pk).mark
    return competition_page(request, "games/table_result.html", table.competition, context)


@never_cache
@login_required
@get_or_post
def take_off_match(request: HttpRequest, slug: str, name: str, key: int) -> HttpResponse:
    """A match that was not this table's: the table waits for another, or for a result."""
    table = table_to(request, "take_off_match", slug, name, key)
    form = WithdrawForm(request.POST or None)
    refused = ""
    if table.match is None:
        if request.method == "POST":
            return redirect(table.round)  # the same press twice
        raise Http404
    if request.method == "POST" and form.is_valid():
        try:
            seen = request.POST.get("seen", "")
            take_off(table, form.cleaned_data["reason"], seen, request.user)
        except CannotChange as error:
            refused = str(error)
            table = table_to(request, "take_off_match", slug, name, key)
        else:
            messages.success(request, _("The match is no longer this table’s."))
            return redirect(table.round)
    goes = table.counted and not table.typed_by
    context = {
        "table": table,
        "row": table_row(table),
        "title": table_title(table),
        "form": form,
        "refused": refused,
        "goes": goes,
        "later": _later(table),
        "moves": say_moves(table.moves(), table.competition.names()) if goes else [],
    }
    return competition_page(request, "games/take_off_match.html", table.competition, context)


@never_cache
@login_required
@get_or_post
def confirm_result(request: HttpRequest, slug: str, name: str, key: int) -> HttpResponse:
    """An officer's word for a result, once what it changes was seen."""
    table = table_to(request, "confirm_result", slug, name, key)
    officer = allows(role_in(request, table.competition.club_id), "confirm_result")
    refused = ""
    if request.method == "POST":
        try:
            table.confirm(request.POST.get("seen", ""), request.user)
        except PermissionDenied:
            pass  # not the other captain's word: the page says whom it waits for
        except (CannotChange, CannotRecord) as error:
            refused = str(error)
            table = table_to(request, "confirm_result", slug, name, key)
        else:
            messages.success(request, _("The result counts."))
            return redirect(table.listed_on)
    facts = table.facts_to_confirm()
    waits = False
    if facts and not officer:
        side = table.led_by(request.user, "confirm_result")
        waits = not table.captain_may_confirm(side, table.typed_for())
    told = facts if facts and (officer or table.competition.shown) else None
    context = {
        "table": table,
        "waits": waits,
        "claims": _claims(table),
        "row": table_row(table),
        "title": table_title(table),
        "pairs": (pair_names(table, "a"), pair_names(table, "b")),
        "refused": refused,
        "facts": facts,
        "later": _later(table),
        "tells_moves": told is not None,
        "moves": say_moves(table.moves(**told), table.competition.names()) if told else [],
    }
    return competition_page(request, "games/confirm_result.html", table.competition, context)
