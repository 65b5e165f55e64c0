"""Addresses: what stands in one, those that calendars read, and one drawn to be scanned."""

from typing import Any

import segno
from django.core import signing
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.models import Club, User
from games.permissions import allows


def number_of(text: str) -> int:
    """A key in an address; else 404."""
    if not (text.isascii() and text.isdecimal() and len(text) < 19):
        raise Http404
    return int(text)


def calendar_addresses(request: HttpRequest, view: str, *args: Any) -> dict[str, str]:
    """Where a calendar is read, in the language of whoever asks: for programs (`calendar`), and as
    a link that opens one (`subscribe`)."""
    path = f"{reverse(view, args=args)}?lang={get_language()}"
    address = request.build_absolute_uri(path)
    return {"calendar": address, "subscribe": f"webcal:{address.partition(':')[2]}"}


_officers = signing.Signer(salt="games.calendar", sep=".")


def officer_calendar(request: HttpRequest, club: Club) -> dict[str, str]:
    """The same for the calendar of all of a club's days, which this officer alone is told."""
    code = _officers.sign(f"{club.pk}-{request.user.pk}")
    return calendar_addresses(request, "officer_calendar", club.slug, code)


def club_of_calendar(slug: str, code: str) -> Club:
    """The club, for the code of somebody who is still an officer of it; else 404."""
    club = get_object_or_404(Club, slug=slug)
    try:
        number, _sign, user = _officers.unsign(code).partition("-")
    except signing.BadSignature:
        raise Http404 from None
    if int(number) != club.pk or not allows(club.role_of(User(pk=int(user))), "see_competition"):
        raise Http404
    return club


def qr_drawing(url: str) -> SafeString:
    """The address as a drawing to scan. It holds nothing but what segno drew."""
    code = segno.make(url, error="m", micro=False)
    return mark_safe(code.svg_inline(border=2, omitsize=True, svgclass=None, lineclass=None))
