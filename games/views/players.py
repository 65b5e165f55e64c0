"""The club's people: the list, and what is done to an entry."""

from contextlib import suppress

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.forms.changes import ReasonForm
from games.forms.players import ClaimForm, MergeForm, PeopleForm, PlayerNameForm
from games.models import (
    UNNAMED,
    CannotChange,
    CannotRecord,
    Player,
    Seating,
    by_name,
    claim_match,
    effect_of_forgetting,
    forget,
    may_release,
    release_match,
)
from games.permissions import CLUB_VERBS, allowed, allows
from games.shortcuts import club_to, match_to, match_to_read, may, person_to, role_in

PEOPLE_A_PAGE = 100

get_or_post = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@login_required
@get_or_post
def people(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's people, and adding others."""
    club = club_to(request, "see_people", slug)
    may = allowed({role_in(request, club.pk)}, CLUB_VERBS)
    if request.method == "POST" and "add_player" not in may:
        raise Http404
    form = PeopleForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            Player.add(club, form.cleaned_data["names"], by=request.user)
        except CannotChange as error:
            form.add_error("names", str(error))
        else:
            messages.success(request, _("They are among the club’s people now."))
            return redirect("people", club.slug)
    players = by_name(Player.of(club).select_related("user"))
    context = {
        "club": club,
        "may": may,
        "form": form,
        "page": Paginator(players, PEOPLE_A_PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "games/people.html", context)


def _player(request: HttpRequest, verb: str, slug: str, number: int) -> Player:
    """One of a club's people, for an officer who may do that; else 404."""
    club = club_to(request, verb, slug)
    found = get_object_or_404(Player.objects.select_related("user", "merged_into"), pk=number)
    if found.club_id != club.pk or found.forgotten:
        raise Http404
    found.club = club
    return found


@never_cache
@login_required
@get_or_post
def rename_player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Another name; sheets keep the one that was written."""
    player = _player(request, "rename_player", slug, number)
    form = PlayerNameForm(request.POST or None, initial={"name": player.name})
    if request.method == "POST" and form.is_valid():
        try:
            player.rename(form.cleaned_data["name"], by=request.user)
        except CannotChange as error:
            form.add_error("name", str(error))
        else:
            return redirect(player)
    context = {"club": player.club, "player": player, "form": form}
    return render(request, "games/rename_player.html", context)


@never_cache
@login_required
@get_or_post
def merge_player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Two entries of one person become one: which other entry, then what it comes to, then so."""
    player = _player(request, "merge_players", slug, number)
    form = MergeForm(request.POST or None, stays=player)
    context = {"club": player.club, "player": player, "form": form}
    if request.method == "POST":
        # Asked twice: the entry is no longer offered, because it is merged.
        gone = request.POST.get("other", "")
        if "confirm" in request.POST and any(str(one.pk) == gone for one in player.entries[1:]):
            return redirect(player)
        if form.is_valid() and "change" not in request.POST:
            other = form.chosen
            try:
                effect = player.effect_of_merging(other)
                if "confirm" in request.POST and form.cleaned_data["seen"] == effect.mark:
                    player.merge(other, effect.mark, by=request.user)
                    messages.success(request, _("The two entries are one person now."))
                    return redirect(player)
            except CannotChange as error:
                form.add_error("other", str(error))
            else:
                context["effect"] = effect
                context["moved"] = "confirm" in request.POST
    return render(request, "games/merge_player.html", context)


@never_cache
@login_required
@require_POST
def take_back_merge(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """An entry that was merged stands for a person of its own again."""
    player = _player(request, "merge_players", slug, number)
    person = player.person
    try:
        player.take_back_merge(by=request.user)
    except CannotChange as error:
        messages.error(request, str(error))
        return redirect("player", slug, person.pk)
    messages.success(request, _("The merge is taken back."))
    return redirect("player", slug, player.pk)


@never_cache
@login_required
@require_POST
def hide_player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Have the public read no name for somebody, or the name again (`show`)."""
    player = person_to(request, "hide_player", slug, number)
    hidden = "show" not in request.POST
    try:
        player.hide(hidden, by=request.user)
    except CannotChange as error:
        messages.error(request, str(error))
    else:
        named, unnamed = _("The name is shown again."), _("The public reads no name any more.")
        messages.success(request, unnamed if hidden else named)
    return redirect(player.person)


@never_cache
@login_required
@get_or_post
def forget_player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Delete a name for good: what that reaches, and then it is so."""
    player = _player(request, "forget_player", slug, number)
    context: dict[str, object] = {"club": player.club, "player": player, "unnamed": UNNAMED}
    try:
        if request.method == "POST":
            forget(player, request.POST.get("seen", ""), by=request.user)
            messages.success(request, _("The name is deleted."))
            return redirect("people", slug)
        context["effect"] = effect_of_forgetting(player)
    except CannotChange as error:
        context["refused"] = str(error)
        if request.method == "POST" and not player.merged_into_id:
            # What it comes to by now stands above the button when it is pressed again.
            with suppress(CannotChange):
                context["effect"] = effect_of_forgetting(player)
    return render(request, "games/forget_player.html", context)


@never_cache
@login_required
@require_POST
def invite_player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A link by which the person links an account."""
    player = _player(request, "invite_player", slug, number)
    try:
        invitation = player.club.invite_player(player, by=request.user)
    except CannotChange as error:
        messages.error(request, str(error))
        return redirect(player)
    return redirect("show_invitation", slug, invitation.pk)


@never_cache
@login_required
@get_or_post
def claim(request: HttpRequest, code: str) -> HttpResponse:
    """Take a guests' match into a club: which club, then who of its people sat where."""
    match = match_to(request, "claim", code)
    if match.club_id:
        return redirect(match)
    memberships = request.user.memberships.select_related("club").order_by("club__name")
    clubs = [one.club for one in memberships if allows(one.role, "claim_into")]
    asked = request.GET.get("club", "")
    club = next((one for one in clubs if one.slug == asked or len(clubs) == 1), None)
    context = {"match": match, "clubs": clubs, "club": club}
    if club is None:
        if request.method == "POST" or asked:
            raise Http404
        return render(request, "games/claim.html", context)
    form = ClaimForm(request.POST or None, match=match, club=club)
    if request.method == "POST" and form.is_valid():
        told = form.cleaned_data
        try:
            claim_match(match, club, told["people"], told["new"], by=request.user)
        except (CannotRecord, CannotChange, ValidationError) as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("The match belongs to %(club)s now.") % {"club": club.name})
            return redirect(match)
    return render(request, "games/claim.html", {**context, "form": form})


@never_cache
@login_required
@get_or_post
def release(request: HttpRequest, code: str) -> HttpResponse:
    """Make a club's match one of guests again, as where it was taken into the club by mistake."""
    match = match_to_read(request, code)
    if match.club is None and request.method == "POST":
        return redirect(match)  # the same press twice
    if not may(request, "release", match):
        raise Http404
    form = ReasonForm(request.POST or None)
    context: dict[str, object] = {"match": match, "form": form}
    try:
        may_release(match)
        if request.method == "POST" and form.is_valid():
            club = match.club
            release_match(match, form.cleaned_data["reason"], by=request.user)
            messages.success(request, _("The match does not belong to the club any more."))
            return redirect(club)
    except CannotRecord as error:
        context["refused"] = str(error)
    seated = Seating.objects.filter(match=match).select_related("player")
    seats = match.rules.table.seats
    people = [one.player for one in sorted(seated, key=lambda one: seats.index(one.seat))]
    context["people"] = [player.name for player in people]
    context["hidden"] = [player.name for player in people if player.hidden]
    return render(request, "games/release.html", context)
