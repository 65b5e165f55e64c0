"""Clubs: found one, its page, its settings, its officers, its history."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.forms.clubs import FoundClubForm, RoleForm, SettingsForm
from games.models import CannotChange, Club, Day
from games.models.day import meetings_to_come
from games.permissions import CLUB_VERBS, OFFICERS, allowed, allows, verb_for_role
from games.shortcuts import (
    calendar_addresses,
    club_to,
    cover,
    listable,
    number_of,
    officer_calendar,
    qr_drawing,
    role_in,
    typed_in,
)
from games.wording.about import about_club
from games.wording.clubs import club_entry, say_window
from games.wording.days import coming_up
from games.wording.match_lists import match_row

get_or_post = require_http_methods(["GET", "HEAD", "POST"])

MATCHES_A_PAGE = 20
CHANGES_A_PAGE = 100
DAYS_SHOWN = 5


@require_safe
@never_cache
def clubs(request: HttpRequest) -> HttpResponse:
    """One's own clubs, and those shown to everybody."""
    own = []
    if request.user.is_authenticated:
        own = list(request.user.memberships.select_related("club").order_by("club__name"))
    mine = [membership.club_id for membership in own]
    listed = Club.objects.filter(listed=True).exclude(pk__in=mine).order_by("name")[:500]
    request.indexable = True
    return render(request, "games/clubs.html", {"own": own, "listed": listed})


@never_cache
@login_required
@get_or_post
def found_club(request: HttpRequest) -> HttpResponse:
    """A new club, of which one becomes the owner."""
    form = FoundClubForm(request.POST or None, initial={"zone": "Europe/Brussels"})
    if request.method == "POST" and form.is_valid():
        club = Club.found(by=request.user, **form.cleaned_data)
        messages.success(request, _("The club is founded, and you are its owner."))
        return redirect(club)
    return render(request, "games/found_club.html", {"form": form})


@require_safe
@never_cache
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's page: what it is and its latest matches (`before`: those before that one)."""
    club = get_object_or_404(Club, slug=slug)
    role = role_in(request, club.pk)
    if not club.listed and not allows(role, "see"):
        raise Http404
    everything = allows(role, "see_competition")
    matches = listable(request, club, club.matches.order_by("-pk"))
    before = request.GET.get("before", "")
    if before:
        matches = matches.filter(pk__lt=number_of(before))
    found = list(matches.prefetch_related("deals")[: MATCHES_A_PAGE + 1])
    context = {
        "club": club,
        "role": role,
        "may": allowed({role}, CLUB_VERBS),
        "matches": [
            match_row(match, typed_in(request, match))
            for match in cover(request, found[:MATCHES_A_PAGE])
        ],
        "earlier": found[MATCHES_A_PAGE - 1].pk if len(found) > MATCHES_A_PAGE else None,
        "coming": coming_up(
            Day.to_come(club, everything)[:DAYS_SHOWN],
            meetings_to_come(club, everything)[:DAYS_SHOWN],
            everything,
        )[:DAYS_SHOWN],
        **(
            officer_calendar(request, club)
            if everything
            else calendar_addresses(request, "club_calendar", club.slug)
        ),
        "window": say_window(club.window_hours, club.table_corrects),
        "about_page": about_club(club) if club.listed else None,
    }
    request.indexable = club.listed and club.indexable
    return render(request, "games/club.html", context)


@never_cache
@login_required
@get_or_post
def club_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """What the owner decides."""
    club = club_to(request, "change_settings", slug)
    form = SettingsForm(request.POST or None, club=club)
    if request.method == "POST" and form.is_valid():
        club.change_settings(form.cleaned_data, by=request.user)
        messages.success(request, _("This is kept."))
        return redirect(club)
    return render(request, "games/club_settings.html", {"club": club, "form": form})


def _roles(request: HttpRequest, club: Club, verb: str) -> list[str]:
    """The roles that whoever is logged in may give."""
    own = role_in(request, club.pk)
    return [role for role in OFFICERS if allows(own, verb_for_role(verb, role))]


@never_cache
@login_required
@get_or_post
def officers(request: HttpRequest, slug: str) -> HttpResponse:
    """Who looks after the club, who was invited to, and inviting another."""
    club = club_to(request, "see_officers", slug)
    may = allowed({role_in(request, club.pk)}, CLUB_VERBS)
    form = None
    if "invite" in may:
        form = RoleForm(request.POST or None, roles=_roles(request, club, "invite"))
    elif request.method == "POST":
        raise Http404
    if form and request.method == "POST" and form.is_valid():
        invitation = club.invite(form.cleaned_data["role"], by=request.user)
        return redirect("show_invitation", club.slug, invitation.pk)
    invitations = club.invitations.filter(used_at=None, player=None).select_related("made_by")
    context = {
        "club": club,
        "may": may,
        "form": form,
        "memberships": club.memberships.select_related("user").order_by("since", "pk"),
        "invitations": invitations.order_by("pk") if form else [],
    }
    return render(request, "games/officers.html", context)


@never_cache
@login_required
@require_safe
def show_invitation(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """An open invitation, to hand on."""
    club, invitation = _invitation(request, slug, number)
    url = request.build_absolute_uri(invitation.get_absolute_url())
    context = {"club": club, "invitation": invitation, "url": url, "qr": qr_drawing(url)}
    return render(request, "games/show_invitation.html", context)


def _invitation(request: HttpRequest, slug: str, number: int) -> tuple[Club, Any]:
    """An open invitation that whoever is logged in could have made; else 404."""
    club = get_object_or_404(Club, slug=slug)
    found = club.invitations.filter(pk=number, used_at=None).select_related("player").first()
    if found is None:
        raise Http404
    verb = "invite_player" if found.player_id else verb_for_role("invite", found.role)
    if not allows(role_in(request, club.pk), verb):
        raise Http404
    return club, found


@never_cache
@login_required
@require_POST
def withdraw_invitation(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Make an invitation lead nowhere."""
    club, invitation = _invitation(request, slug, number)
    club.withdraw_invitation(invitation, by=request.user)
    messages.success(request, _("The invitation leads nowhere any more."))
    return redirect(invitation.player) if invitation.player else redirect("officers", club.slug)


@never_cache
@login_required
@get_or_post
def officer(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Give an officer another office, or none."""
    club = club_to(request, "change_role", slug)
    found = get_object_or_404(club.memberships.select_related("user"), pk=number)
    if not allows(role_in(request, club.pk), verb_for_role("change_role", found.role)):
        raise Http404
    removing = "remove" in request.POST
    form = RoleForm(
        None if removing else request.POST or None,
        roles=_roles(request, club, "change_role"),
        initial={"role": found.role},
    )
    refused = ""
    if request.method == "POST" and (removing or form.is_valid()):
        try:
            if removing:
                club.remove(found, by=request.user)
            else:
                club.change_role(found, form.cleaned_data["role"], by=request.user)
        except CannotChange as error:
            refused = str(error)
        else:
            messages.success(request, _("This is kept."))
            own = found.user_id == request.user.pk
            return redirect("account") if own and removing else redirect("officers", club.slug)
    context = {"club": club, "membership": found, "form": form, "refused": refused}
    return render(request, "games/officer.html", context)


@never_cache
@login_required
@get_or_post
def leave_club(request: HttpRequest, slug: str) -> HttpResponse:
    """Give up one's own office."""
    club = club_to(request, "leave", slug)
    refused = ""
    if request.method == "POST":
        try:
            club.leave(by=request.user)
        except CannotChange as error:
            refused = str(error)
        else:
            messages.success(request, _("You are no officer of this club any more."))
            return redirect("account")
    return render(request, "games/leave_club.html", {"club": club, "refused": refused})


@never_cache
@login_required
@require_safe
def club_history(request: HttpRequest, slug: str) -> HttpResponse:
    """The latest changes of the club, its officers and its people, newest first."""
    club = club_to(request, "see_officers", slug)
    log = club.log.order_by("-pk")
    before = request.GET.get("before", "")
    if before:
        log = log.filter(pk__lt=number_of(before))
    found = list(log[: CHANGES_A_PAGE + 1])
    context = {
        "club": club,
        "entries": [club_entry(entry) for entry in found[:CHANGES_A_PAGE]],
        "earlier": found[CHANGES_A_PAGE - 1].pk if len(found) > CHANGES_A_PAGE else None,
    }
    return render(request, "games/club_history.html", context)
