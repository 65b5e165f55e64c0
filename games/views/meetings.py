"""Meetings of a team league: line-ups, games, results, and the captains' papers."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from games.forms.meetings import ForfeitForm, LineUpForm, MoveMeetingForm, SubstituteForm
from games.models import CannotChange, CannotRecord, Meeting, Table
from games.models.day import planned_of
from games.models.meeting import SIDES, mark_of
from games.permissions import CAPTAIN, COMPETITION_VERBS, allowed, allows
from games.shortcuts import (
    competition_page,
    competition_to,
    cover,
    meeting_to,
    meeting_to_see,
    number_of,
    role_in,
)
from games.wording.days import say_when
from games.wording.meetings import (
    claims_of,
    line_up_words,
    meeting_rows,
    say_day,
    say_left_out,
    say_waiting,
    say_waits,
)
from games.wording.standings import say_moves
from games.wording.tables import say_correction

get_or_post = require_http_methods(["GET", "HEAD", "POST"])


@require_safe
@never_cache
@vary_on_headers("HX-Request")
def meeting(request: HttpRequest, slug: str, name: str, key: int) -> HttpResponse:
    """A meeting: its line-ups once both are in, its games and how they stand; htmx gets this alone,
    to follow the evening."""
    meeting, leads = meeting_to_see(request, slug, name, key)
    competition = meeting.competition
    games = meeting.places()
    cover(request, [game.match for game in games if game.match])
    (row,) = meeting_rows(games)
    may = allowed({role_in(request, competition.club_id)}, COMPETITION_VERBS)
    typed = meeting.typed_for() if any(game.typed_by for game in games) else {}
    context: dict[str, Any] = {
        "meeting": meeting,
        "row": row,
        "day": say_day(meeting),
        "waiting": say_waiting(meeting, games, typed),
        "line_ups": [
            (
                line_up_words(meeting, side, meeting.revealed or side in leads),
                "hand_in" in may or side in leads,
            )
            for side in SIDES
        ],
        "may_start": "start_table" in may or bool(leads and allows(CAPTAIN, "start_table")),
        "startable": {
            table.pk for table in meeting.round.to_start() if table.meeting_id == meeting.pk
        }
        if competition.state == "running"
        else set(),
        "leads": leads,
        **_to_confirm(meeting, games, typed, leads, may),
    }
    if request.htmx:
        return render(
            request, "games/_meeting.html", {**context, "competition": competition, "may": may}
        )
    return competition_page(request, "games/meeting.html", competition, context)


def _to_confirm(
    meeting: Meeting, games: list[Table], typed: dict[int, str], leads: set[str], may: set[str]
) -> dict[str, Any]:
    """Keys of the games whose result whoever asks may type in as a captain, or confirm; of which
    the captains `disagree`, told to these and to officers; and whether several can be confirmed at
    one press."""
    # Merged people can turn out to lead both: they speak for one, as Meeting.led_by has it.
    as_captain = set() if "confirm_result" in may else set(sorted(leads)[:1])
    may_type = {
        game.pk
        for game in games
        if as_captain and "type_result" not in may
        if not game.is_logged and game.captain_may_type(typed.get(game.game, ""))
    }
    may_confirm = {
        game.pk
        for game in games
        if any(game.captain_may_confirm(side, typed.get(game.game, "")) for side in as_captain)
    }
    disagree = {game.pk for game in meeting.disagreed(games)} if leads or may else set()
    waits = any(game.waits and game.pk not in disagree for game in games)
    return {
        "may_type": may_type,
        "may_confirm": may_confirm,
        "disagree": disagree,
        "confirms_all": waits if "confirm_result" in may else bool(may_confirm - disagree),
    }


@never_cache
@login_required
@get_or_post
def line_up(request: HttpRequest, slug: str, name: str, key: int, side: str) -> HttpResponse:
    """Hand in a team's line-up; once both are in, say who comes in for whom."""
    if side not in SIDES:
        raise Http404
    meeting, leads = meeting_to_see(request, slug, name, key)
    competition = meeting.competition
    officer = allows(role_in(request, competition.club_id), "hand_in")
    if not officer and side not in leads:
        raise Http404
    data = request.POST or None
    form: LineUpForm | SubstituteForm
    if meeting.revealed:
        form = SubstituteForm(data, meeting=meeting, side=side, officer=officer)
    else:
        # What was handed in before is shown to the captain alone.
        known = list(meeting.people(side, 1).values()) if side in leads else []
        form = LineUpForm(data, meeting=meeting, side=side, known=known)
    if request.method == "POST" and form.is_valid():
        try:
            if isinstance(form, SubstituteForm):
                meeting.substitute(side, *form.chosen, request.user)
            else:
                meeting.hand_in(side, form.players, request.user)
        except CannotChange as error:
            form.add_error(None, str(error))
        else:
            messages.success(
                request,
                _("Both line-ups are in.") if meeting.revealed else _("The line-up is handed in."),
            )
            return redirect(meeting)
    context = {
        "meeting": meeting,
        "team": meeting.team(side),
        "form": form,
        "words": line_up_words(meeting, side, meeting.revealed),
        "hidden": meeting.handed_in(side) and not meeting.revealed and side not in leads,
    }
    return competition_page(request, "games/line_up.html", competition, context)


@never_cache
@login_required
@get_or_post
def move_meeting(request: HttpRequest, slug: str, name: str, key: int) -> HttpResponse:
    """Have a meeting held on another day than its round."""
    meeting = meeting_to(request, "move_meeting", slug, name, key)
    form = MoveMeetingForm(request.POST or None, initial={"held_on": meeting.held_on})
    if request.method == "POST" and form.is_valid():
        told = form.cleaned_data
        try:
            meeting.move(told["held_on"], told["reason"], request.user)
        except CannotChange as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("This is kept."))
            return redirect(meeting)
    context = {"meeting": meeting, "form": form}
    return competition_page(request, "games/move_meeting.html", meeting.competition, context)


@never_cache
@login_required
@get_or_post
def forfeit_meeting(request: HttpRequest, slug: str, name: str, key: int) -> HttpResponse:
    """One result without play for all games that were not played, once what it changes was seen."""
    meeting = meeting_to(request, "type_result", slug, name, key)
    games = meeting.to_settle()
    counting = [game for game in games if game.counted]
    role = role_in(request, meeting.competition.club_id)
    closed = not all(allows(role, game.verb_to_correct(timezone.now())) for game in games)
    form = ForfeitForm(request.POST or None, meeting=meeting, correcting=bool(counting))
    context: dict[str, Any] = {"meeting": meeting, "form": form, "games": games, "closed": closed}
    valid = form.is_valid()
    if "confirm" in request.POST and "how" in form.cleaned_data and meeting.is_settled(form.facts):
        return redirect(meeting)  # the same press twice
    if games and not closed and valid:
        told = form.cleaned_data
        if "confirm" not in request.POST or told["seen"] != meeting.mark:
            if "change" not in request.POST:
                facts = {game.pk: form.facts for game in games}
                names = meeting.competition.names()
                context["moves"] = say_moves(meeting.moves(facts), names)
                context["effect"] = [
                    (game.game, say_correction(game, form.facts)) for game in games
                ]
                context["moved"] = "confirm" in request.POST
        else:
            try:
                meeting.settle(form.facts, told.get("reason", ""), told["seen"], request.user)
            except (CannotChange, PermissionDenied) as error:
                form.add_error(None, str(error) or _("The time for corrections is over."))
            else:
                messages.success(request, _("This is kept."))
                return redirect(meeting)
    context["mark"] = meeting.mark
    return competition_page(request, "games/forfeit_meeting.html", meeting.competition, context)


@never_cache
@login_required
@get_or_post
def confirm_meeting(request: HttpRequest, slug: str, name: str, key: int) -> HttpResponse:
    """The word of an officer, or of the captain of a side, for all results of a meeting that wait
    for it, once they and what they change were seen."""
    meeting, leads = meeting_to_see(request, slug, name, key)
    competition = meeting.competition
    officer = allows(role_in(request, competition.club_id), "confirm_result")
    if not officer and not (leads and allows(CAPTAIN, "confirm_result")):
        raise Http404
    refused = ""
    if request.method == "POST":
        try:
            meeting.confirm(request.POST.get("seen", ""), request.user)
        except (CannotChange, CannotRecord) as error:
            refused = str(error)
            meeting, _leads = meeting_to_see(request, slug, name, key)
            competition = meeting.competition
        else:
            messages.success(request, _("The results count."))
            left_out = len(meeting.disagreed(meeting.places()))
            if left_out:
                messages.warning(request, say_left_out(left_out))
            return redirect(meeting)
    waiting = meeting.to_confirm(request.user)
    facts = {game.pk: game.facts_to_confirm() for game in waiting}
    places = meeting.places()
    (row,) = meeting_rows(places)
    disagreed = len(meeting.disagreed(places))
    claims, typed = claims_of(meeting), meeting.typed_for()
    games = [(game, claims.get(game.table.game)) for game in row.games if game.row.waits]
    side = "" if officer else meeting.led_by(request.user, "confirm_result")
    tells_moves = bool(facts) and (officer or competition.shown)
    context = {
        "meeting": meeting,
        "row": row,
        "waiting": [game for game, _told in games if game.table.pk in facts],
        "left_out": [
            # Officers decide where the captains do not agree.
            (
                game,
                told,
                "" if officer else say_waits(game.table, typed.get(game.table.game, ""), side),
            )
            for game, told in games
            if game.table.pk not in facts
        ],
        "decides": officer and bool(disagreed),
        "disagreed": say_left_out(disagreed) if disagreed else "",
        "matches": any(not game.typed_by for game in waiting),
        "refused": refused,
        "tells_moves": tells_moves,
        "moves": say_moves(meeting.moves(facts), competition.names()) if tells_moves else [],
        "mark": mark_of(waiting),
    }
    return competition_page(request, "games/confirm_meeting.html", competition, context)


@require_safe
@never_cache
@login_required
def captains_sheets(request: HttpRequest, slug: str, name: str, number: int) -> HttpResponse:
    """Paper for the captains of a round's meetings (`meeting`: of one): for each team a form for
    its line-up, and one for the result of the meeting, a page each."""
    only = request.GET.get("meeting", "")
    if only:
        one, leads = meeting_to_see(request, slug, name, number_of(only))
        competition = one.competition
        officer = allows(role_in(request, competition.club_id), "hand_in")
        if one.round.number != number or not (officer or leads):
            raise Http404
        found = [(one, SIDES if officer else tuple(leads))]
    else:
        competition = competition_to(request, "hand_in", slug, name)
        rows = Meeting.objects.filter(round__competition=competition, round__number=number)
        rows = rows.select_related("round", "home", "guests")
        found = [(each, SIDES) for each in rows.prefetch_related("line_ups__player__merged_into")]
        if not found:
            raise Http404
    sheets = []
    for each, _sides in found:
        each.round.competition = competition
    planned = planned_of([each for each, _sides in found])
    for each, sides in found:
        (row,) = meeting_rows(each.places())
        sheets.append(
            {
                "meeting": each,
                "row": row,
                "disputed": each.disputed() if row.waits else (),
                "planned": planned[each.pk],
                "when": say_when(planned[each.pk]) if planned[each.pk] else "",
                "teams": [
                    (side, each.team(side), list(map(competition.called, each.team(side).people)))
                    for side in sides
                ],
                "schedule": each.schedule,
                "pairs": range(1, competition.option["pairs"] + 1),
                "line_ups": [line_up_words(each, side, each.revealed) for side in SIDES],
            }
        )
    context = {"sheets": sheets, "round": found[0][0].round, "only": only}
    return competition_page(request, "games/captains_sheets.html", competition, context)
