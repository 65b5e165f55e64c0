"""The sheet of a match: followed by readers, written by scorers; and the links to hand on."""

import re
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import OuterRef, Subquery
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseNotModified,
)
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import parse_etags, quote_etag, urlencode
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)
from django.views.decorators.vary import vary_on_headers

from games.faces import preferred
from games.forms.deals import DealForm, DeviceNameForm, values_of
from games.models import CannotRecord, Deal, LogEntry, Match, Table
from games.permissions import allows
from games.shortcuts import (
    captain_of,
    match_to,
    match_to_read,
    may,
    onwards,
    qr_drawing,
    remember,
    remembered,
    role_in,
    sees_competition,
    signed_as,
    table_of,
)
from games.wording import scoreboard
from games.wording.about import about_match
from games.wording.meetings import table_title
from games.wording.results import signatures
from games.wording.rules import identifier, rules_title
from games.wording.sheet import names, rows
from games.wording.tables import say_facts

by_part = vary_on_headers("HX-Request", "HX-Target")
"""The same address answers with the page or with a part of it."""


@require_safe
@never_cache
@by_part
def match(request: HttpRequest, code: str) -> HttpResponse:
    """The sheet. htmx asks for parts: `standing` again and again, to follow the match, and `next`
    for a fresh form."""
    following = request.htmx.target == "standing"
    if following:
        held = parse_etags(request.headers.get("If-None-Match", ""))
        state = _state(code)
        for scoring in (True, False):
            if (tag := _tag(state, scoring)) in held:
                return HttpResponseNotModified(headers={"ETag": tag})
    match = match_to_read(request, code)
    scoring = may(request, "record", match)
    if not following:
        _remember(request, match)
        state = _state(code)
    form = None if match.is_over or not scoring else _form(match, initial=request.GET.dict())
    context = _context(request, match, scoring, form, tag=_tag(state, scoring))
    if following:
        number = request.GET.get("number", "")
        context["typed"] = number
        context["overtaken"] = form is None or number != str(match.next_number)
        response = render(request, "games/_follow.html", context)
        response["ETag"] = context["tag"]
        return response
    if request.htmx.target == "next":
        return render(request, "games/_next.html", context)
    return _page(request, match, context)


@require_http_methods(["GET", "HEAD", "POST"])
@by_part
def record_deal(request: HttpRequest, code: str) -> HttpResponse:
    """Record the next deal, or a misdeal. What cannot be is said at the fields, and what was typed
    stays."""
    if request.method != "POST":
        # Without JavaScript a form that was refused stands at this address, and a browser that
        # wakes up asks for it again.
        return redirect(match_to_read(request, code))
    match = match_to(request, "record", code)
    form = DealForm(request.POST, instance=Deal(match=match))
    if not form.is_valid():
        return _sheet(request, match, form)
    try:
        new = match.record_deal(form.instance, by=signed_as(request))
    except ValidationError as error:
        form.add_error(None, error)
        return _sheet(request, match, form)
    except CannotRecord as error:
        return _refused(request, match, form, str(error))
    deal = next(deal for deal in match.played if deal.key == form.instance.key)
    if not new and values_of(deal) != values_of(form.instance):
        return _refused(
            request,
            match,
            form,
            gettext(
                "This deal is recorded already, as deal %(number)s, with other figures. "
                "Correct it there, or record this as a further deal."
            )
            % {"number": deal.number},
            fresh_key=True,
        )
    done = gettext("Deal %(number)s is recorded.") % {"number": deal.number}
    if not request.htmx:
        messages.success(request, done)
        return redirect(match.get_absolute_url() + "#next")
    response = _sheet(request, match, done=done, just_recorded=True)
    response["HX-Trigger"] = "deal-recorded"
    return response


@require_safe
@never_cache
def preview_deal(request: HttpRequest, code: str) -> HttpResponse:
    """What the deal in the form would score, or what is wrong with it: for the line under it."""
    match = match_to(request, "record", code)
    form = DealForm(request.GET, instance=Deal(match=match))
    context: dict[str, Any] = {"match": match, "form": form}
    if form.is_valid() and not match.is_over:
        form.instance.number = match.next_number
        context["preview"] = scoreboard.preview(match, form.instance)
    else:
        context["faults"] = [error for errors in form.errors.values() for error in errors]
    return render(request, "games/_preview.html", context)


@require_POST
@by_part
def undo(request: HttpRequest, code: str) -> HttpResponse:
    """Take back the last deal; its values come back into the form."""
    match = match_to(request, "undo", code)
    number = request.POST.get("number", "")
    try:
        # What is no number is no last deal's either.
        deal = match.undo(
            int(number) if re.fullmatch("[0-9]{1,4}", number) else 0, signed_as(request)
        )
    except CannotRecord as error:
        if not request.htmx:
            messages.error(request, str(error))
            return redirect(match)
        return _sheet(request, match, refused=str(error))
    values = values_of(deal) if deal else {}
    done = gettext("Deal %(number)s was taken back.") % {"number": number} if deal else ""
    if not request.htmx:
        if done:
            messages.success(request, done)
        query = f"?{urlencode(values)}" if values else ""
        return redirect(f"{match.get_absolute_url()}{query}#next")
    return _sheet(request, match, initial=values, done=done)


@require_safe  # what a preview of the link asks for is not refused: refusals are logged
@never_cache
def open_scoring(request: HttpRequest, scoring_code: str) -> HttpResponse:
    """The scoring link: the device may score the match from now on."""
    match = get_object_or_404(Match, scoring_code=scoring_code)
    remember(request, match, scoring=True)
    return redirect(match)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def share(request: HttpRequest, code: str) -> HttpResponse:
    """The links of the match to copy or scan; and what this device is called in the history."""
    match = match_to_read(request, code)
    scoring = may(request, "hand_on", match)
    form = DeviceNameForm(request.POST or None, initial={"name": signed_as(request)})
    if request.method == "POST":
        if not scoring:
            raise Http404
        if form.is_valid():
            request.session["name"] = form.cleaned_data["name"]
            messages.success(request, gettext("The name of this device is kept."))
            return redirect("share", match.code)
    reading = request.build_absolute_uri(match.get_absolute_url())
    links = [{"url": reading, "qr": qr_drawing(reading), "scoring": False}]
    if scoring:
        url = request.build_absolute_uri(reverse("open_scoring", args=[match.scoring_code]))
        links.append({"url": url, "qr": qr_drawing(url), "scoring": True})
    context = {"match": match, "links": links, "scoring": scoring, "form": form}
    return render(request, "games/share.html", context)


# What the views above share


def _state(code: str) -> str:
    """Names the state of a match by its latest change, by the latest match at its table of a
    competition, by when a result typed in there came to count, and by the minute where a clock
    runs: one query, from which nothing is derived."""
    at_table = Table.objects.filter(
        round=OuterRef("match__table__round"), number=OuterRef("match__table__number"), match__gt=0
    )
    latest = (
        LogEntry.objects.filter(match__code=code)
        .order_by("-pk")
        .values_list(
            "pk",
            Subquery(at_table.order_by("-game").values("match")[:1]),
            "match__started_at",
            "match__frozen_rules__minutes",
            "match__table__typed_by",
            "match__table__counted",
            "match__table__counted_at",
        )
        .first()
    )
    if latest is None:
        return "0"
    entry, there, started_at, minutes, typed_by, counted, counted_at = latest
    played = Match(started_at=started_at).minutes_played() if minutes else ""
    typed_in = counted_at.timestamp() if typed_by and counted else ""
    return f"{entry}.{there or ''}.{played}.{typed_in}"


def _tag(state: str, scoring: bool) -> str:
    """The entity tag of the part that follows: state, language, faces and whom it was made for.
    That a device may score need not be asked again where it shows the tag that says so."""
    return quote_etag(f"{state}.{get_language()}.{preferred()}.{'s' if scoring else 'r'}")


def _remember(request: HttpRequest, match: Match) -> None:
    """Have the device list the match first, without writing the session where it does already."""
    if list(remembered(request))[-1:] != [match.code]:
        remember(request, match, scoring=False)


def _form(match: Match, initial: dict[str, Any] | None = None) -> DealForm:
    """An empty form for the next deal, with a key of its own."""
    asked = {
        name: value for name, value in (initial or {}).items() if name not in ("number", "key")
    }
    return DealForm(instance=Deal(match=match, number=match.next_number), initial=asked)


def _context(
    request: HttpRequest,
    match: Match,
    scoring: bool,
    form: DealForm | None = None,
    tag: str = "",
    just_recorded: bool = False,  # then nobody can have signed yet
    **more: Any,
) -> dict[str, Any]:
    over = match.is_over
    notes = scoreboard.side_notes(match)
    sheet = match.sheet
    most = max(sheet.totals.values())
    at_table = onwards(request, match) if over else {"of_table": table_of(match)}
    return {
        "match": match,
        "scoring": scoring,
        "form": form,
        "tag": tag,
        "sides": [
            {
                "name": match.names(side),
                "total": total,
                "as_played": sheet.totals_as_played[side],
                "leading": total == most and list(sheet.totals.values()).count(most) == 1,
                "won": side == match.winner if over else False,
                "note": "" if over else notes[side],
            }
            for side, total in sheet.totals.items()
        ],
        "badges": scoreboard.badges(match, match.minutes_played()),
        "outcome": scoreboard.outcome(match),
        "talk": scoreboard.TALK.get(match.rules.talk, ""),
        "table": scoreboard.seat_table(match),
        "dealer": names(match, sheet.next_dealer),
        "leader": names(match, sheet.next_eldest),
        "for_dummy": ""
        if sheet.next_dealer in match.rules.people
        else match.name(match.rules.player_of(sheet.next_dealer)),
        "rows": rows(match),
        "hand_records": any(deal.has_cards for deal in match.played),
        "columns": 2 + 2 * len(match.rules.table.sides),
        "chart": scoreboard.chart(match),
        "rules_title": rules_title(match.preset, match.rules_name),
        "identifier": identifier(match.rules),
        "misdeals": scoreboard.misdeal_buttons(match) if form else [],
        "signatures": signatures(match) if over and not just_recorded else [],
        "may_reopen": over and may(request, match.verb_to_reopen, match),
        "next_match": match.followed_by.order_by("pk").last()
        if over and not just_recorded
        else None,
        "typed_in": _typed_in(request, match, at_table["of_table"], scoring),
        **at_table,
        **more,
    }


def _typed_in(request: HttpRequest, match: Match, table: Table | None, scoring: bool) -> str:
    """The result of its table where that was typed in and counts, for whoever scores the match or
    sees the competition; else empty."""
    if table is None or not (table.typed_by and table.counted):
        return ""
    if not (
        scoring
        or sees_competition(request, table.competition)
        or (table.meeting and captain_of(request, table.meeting))
    ):
        return ""
    one, other = (match.names(side) for side in match.rules.table.sides)
    return say_facts(table.facts, {"one": one, "other": other})


def _page(request: HttpRequest, match: Match, context: dict[str, Any]) -> HttpResponse:
    """The whole page, with where the match belongs."""
    club = match.club
    table = context["of_table"]
    context["sees_club"] = club and (club.listed or allows(role_in(request, match.club_id), "see"))
    if table and sees_competition(request, table.competition):
        context["belongs_to"], context["table_title"] = table, table_title(table)
    # Whether there is a club for it is asked on the page that this leads to.
    context["may_claim"] = (
        club is None and request.user.is_authenticated and may(request, "claim", match)
    )
    context["about_page"] = about_match(match)
    if club and club.listed and club.indexable:
        request.indexable = not (table and not table.competition.published)
    context["may_release"] = may(request, "release", match)
    return render(request, "games/match.html", context)


def _sheet(
    request: HttpRequest,
    match: Match,
    form: DealForm | None = None,
    initial: dict[str, Any] | None = None,
    **more: Any,
) -> HttpResponse:
    """The sheet as it is now with the form as typed, or a new one: a part, or a page of its own."""
    if form is None and not match.is_over:
        form = _form(match, initial)
    context = _context(request, match, True, form, **more)
    if not request.htmx:
        return _page(request, match, context)
    response = render(request, "games/_live.html", context)
    if form is not None and form.errors:
        response["HX-Reswap"] = "outerHTML show:.errorlist:bottom"
    return response


def _refused(
    request: HttpRequest, match: Match, form: DealForm, reason: str, fresh_key: bool = False
) -> HttpResponse:
    """The sheet with what others wrote, and what was typed here, ready for the number now next."""
    if match.is_over:
        return _sheet(request, match, refused=reason)
    typed = form.data.copy()
    typed["number"] = match.next_number
    typed.pop("misdeal", None)
    if fresh_key:
        typed["key"] = str(Deal().key)
    again = DealForm(typed, instance=Deal(match=match))
    return _sheet(request, match, again, refused=reason)
