"""The club, or the one of its people, that a request may read or change."""

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from games import zones
from games.models import Club, Player
from games.permissions import SELF, allows

from .asking import role_in


def club_to(request: HttpRequest, verb: str, slug: str) -> Club:
    """The club, for an officer who may do that; else 404, as if there were none."""
    club = get_object_or_404(Club, slug=slug)
    if not allows(role_in(request, club.pk), verb):
        raise Http404
    zones.show(club)
    return club


def club_to_read(request: HttpRequest, slug: str) -> Club:
    """The club, where it is shown to everybody, or for its officers; else 404."""
    club = get_object_or_404(Club, slug=slug)
    if not club.listed and not allows(role_in(request, club.pk), "see"):
        raise Http404
    zones.show(club)
    return club


def _person(slug: str, number: int) -> Player:
    """One of a club's people, whose name was not deleted; else 404."""
    everybody = Player.objects.select_related("club", "user", "merged_into")
    found = get_object_or_404(everybody, club__slug=slug, pk=number, forgotten=False)
    zones.show(found.club)
    return found


def person_to(request: HttpRequest, verb: str, slug: str, number: int) -> Player:
    """One of a club's people, for whoever may do that to them, themselves included; else 404."""
    person = _person(slug, number)
    if allows(role_in(request, person.club_id), verb):
        return person
    if not (allows(SELF, verb) and person.is_of(request.user)):
        raise Http404
    return person


def person_to_read(request: HttpRequest, slug: str, number: int) -> Player:
    """One of a club's people whose page may be read: by everybody where the club is shown to
    everybody and the person wants to be listed, else by officers and themselves; else 404."""
    person = _person(slug, number)
    public = person.club.listed and not person.hidden
    if public or allows(role_in(request, person.club_id), "see_people"):
        return person
    if not person.is_of(request.user):
        raise Http404
    return person
