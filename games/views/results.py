"""How a match ends and what came of it: signing, giving up, reopening, another match, history."""

import json

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.forms.changes import AnotherForm, GiveUpForm, ReasonForm, SignForm
from games.models import (
    CannotChange,
    CannotRecord,
    EntryPlayer,
    Match,
    may_have_another,
    standing_if_given_up,
    standing_of,
    start_another,
    start_next_game,
)
from games.shortcuts import (
    came_by_link,
    match_to,
    match_to_read,
    may,
    number_of,
    onwards,
    remember,
    sees_secret,
    signed_as,
    table_of,
)
from games.wording.changes import entry_words
from games.wording.results import ended_by, side_results, signatures
from games.wording.standings import say_moves

get_or_post = require_http_methods(["GET", "HEAD", "POST"])


@require_safe
def history(request: HttpRequest, code: str) -> HttpResponse:
    """Every change of the match, newest last."""
    match = match_to_read(request, code)
    entries = [entry_words(match, entry) for entry in match.log.all()]
    context = {"match": match, "entries": entries}
    return render(request, "games/history.html", context)


@get_or_post
def sign(request: HttpRequest, code: str) -> HttpResponse:
    """The result in full, and a form for each side that has not signed it."""
    match = match_to(request, "sign", code)
    refused = None
    if request.method == "POST" and request.POST.get("side") in match.rules.table.sides:
        form = SignForm(request.POST, match=match, side=request.POST["side"])
        if form.is_valid():
            told = form.cleaned_data
            try:
                match.sign(told["side"], form.signed_by, signed_as(request), seen=told["seen"])
            except CannotRecord as error:
                form.add_error(None, str(error))
                # The result as it is now stands above the button when it is pressed again.
                form.data = {**request.POST.dict(), "seen": json.dumps(match.result())}
            else:
                return redirect("sign", code=code)
        refused = form
    context = {**_result(request, match), **onwards(request, match)}
    return render(request, "games/sign.html", {**context, "forms": _forms(match, refused)})


def _forms(match: Match, refused: SignForm | None) -> list[SignForm]:
    """A form for each side still to sign; the one just refused as it was."""
    signed = {signature.side for signature in match.signatures.all()}
    side = refused.data["side"] if refused else None
    return [
        refused if refused and each == side else SignForm(match=match, side=each)
        for each in match.rules.table.sides
        if each not in signed and match.is_over
    ]


def _result(request: HttpRequest, match: Match) -> dict[str, object]:
    """The result of the match as pages show it."""
    return {
        "match": match,
        "results": side_results(match, standing_of(match)),
        "ended_by": ended_by(match),
        "signatures": signatures(match),
        "may_reopen": may(request, match.verb_to_reopen, match),
    }


@get_or_post
def give_up(request: HttpRequest, code: str) -> HttpResponse:
    """End the match early: who gives up and why, then what the result would be, then it is so."""
    match = match_to(request, "give_up", code)
    context = {"match": match}
    form = GiveUpForm(request.POST or None, match=match)
    if request.method == "POST" and form.is_valid() and "change" not in request.POST:
        told = form.cleaned_data
        version = match.version
        standing = standing_if_given_up(match, form.side)
        shown = "confirm" in request.POST and told["seen"] == version
        try:
            if shown:
                match.give_up(told["reason"], form.side, signed_as(request))
                return redirect("sign", code=code)
            match.may_give_up()
        except CannotRecord as error:
            if match.given_up == told["reason"] and match.given_up_by == form.side:
                return redirect("sign", code=code)  # the same press twice
            form.add_error(None, str(error))
        else:
            context.update(
                results=side_results(match, standing),
                winner=standing.winner,
                gives_up=match.names(form.side),
                moved="confirm" in request.POST,
                seen=version,
            )
    context.update(form=form, forms=[form], reason=form)
    return render(request, "games/give_up.html", context)


@get_or_post
def reopen(request: HttpRequest, code: str) -> HttpResponse:
    """Take back the signatures, or the giving up, so that the match can go on or be put right."""
    match = match_to_read(request, code)
    if not may(request, match.verb_to_reopen, match):
        raise Http404
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            match.reopen(form.cleaned_data["reason"], signed_as(request))
        except CannotRecord as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("The match is open again."))
            return redirect(match)
    context = {**_result(request, match), "form": form, "moves": _moves(request, match)}
    return render(request, "games/reopen.html", context)


def _moves(request: HttpRequest, match: Match) -> list[str]:
    """Who moves in the standings of its competition once the match counts no more."""
    table = getattr(match, "table", None) if match.is_signed and match.club_id else None
    if table is None:
        return []
    competition = table.competition
    if sees_secret(request, match.club_id):
        return say_moves(table.moves(), competition.names())
    if not competition.shown:
        return []
    competition.covers = EntryPlayer.covers(competition)
    return say_moves(table.moves(), competition.names())


@get_or_post
def another(request: HttpRequest, code: str) -> HttpResponse:
    """The next match of the same people: seats and first dealer."""
    match = match_to(request, "another", code)
    try:
        may_have_another(match)
    except CannotRecord as error:
        messages.error(request, str(error))
        return redirect(match)
    further = list(match.followed_by.order_by("pk"))
    form = AnotherForm(request.POST or None, match=match, known=len(further))
    if request.method == "POST" and form.is_valid():
        players, first_dealer = form.seated()
        known = form.cleaned_data["known"]
        try:
            new = start_another(
                match, players, first_dealer, known, signed_as(request), came_from=form.came_from()
            )
        except CannotRecord as error:
            form.add_error(None, str(error))
        else:
            remember(request, new, scoring=True)
            deals_first = new.name(new.first_dealer)
            messages.success(request, _("%(player)s deals first.") % {"player": deals_first})
            return redirect(new)
    context = {"match": match, "further": further, "form": form}
    return render(request, "games/another.html", context)


@require_POST
def next_game(request: HttpRequest, code: str) -> HttpResponse:
    """The game that comes next at the match's table in a competition: started, or found where it
    is already. A device that came in by the scoring link of this match scores that one, too."""
    match = match_to(request, "next_game", code)
    game = number_of(request.POST.get("game", ""))
    try:
        table = table_of(match)
        if table is None:
            raise CannotChange(_("Meanwhile the competition has gone on. Look again."))
        new = start_next_game(table, game, signed_as(request))
    except (CannotChange, CannotRecord) as error:
        messages.error(request, str(error))
        return redirect(match)
    remember(request, new, scoring=came_by_link(request, match))
    if not new.played:
        deals_first = new.name(new.first_dealer)
        messages.success(request, _("%(player)s deals first.") % {"player": deals_first})
    return redirect(new)
