"""Who asks: a device, what it remembers, and the account that is logged in on it.

A device (a browser session) remembers the matches it opened: the reading code of each, with the
scoring code where it came in by the scoring link. Only the session knows the latter, so no address
of a page that is read gives it away. Who may do what is told by games/permissions.py.
"""

from ipaddress import ip_address, ip_network

from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from games.models import Club, Match
from games.permissions import allows

REMEMBERED = 100
"""So many matches a device remembers; the longest unopened are forgotten first."""


def remembered(request: HttpRequest) -> dict[str, str]:
    """Reading code -> scoring code, or empty where the device may only read; newest last."""
    return request.session.get("matches", {})


def remember(request: HttpRequest, match: Match, *, scoring: bool) -> None:
    """Have the device remember a match; a device that may score it goes on being allowed to."""
    matches = remembered(request)
    known = matches.pop(match.code, "")
    matches[match.code] = match.scoring_code if scoring else known
    request.session["matches"] = dict(list(matches.items())[-REMEMBERED:])


def came_by_link(request: HttpRequest, match: Match) -> bool:
    """Whether this device came in by the match's scoring link."""
    known = remembered(request).get(match.code, "")
    return bool(known) and constant_time_compare(known, match.scoring_code)


def role_in(request: HttpRequest, club: int | None) -> str:
    """The role in that club (its key) of whoever is logged in; empty: none. Asks the database once
    for each club, and nothing for somebody who is not logged in."""
    if club is None or not request.user.is_authenticated:
        return ""
    known: dict[int, str] = request.__dict__.setdefault("roles", {})
    if club not in known:
        known[club] = Club(pk=club).role_of(request.user)
    return known[club]


def sees_secret(request: HttpRequest, club: int) -> bool:
    """Whether whoever asks may know what came of competitions of that club (its key) that are not
    published."""
    return allows(role_in(request, club), "see_competition")


def signed_as(request: HttpRequest) -> str:
    """The name by which changes from here stand in the log: the account's, or else the device's;
    empty: the scoring link alone."""
    if request.user.is_authenticated:
        return request.user.name
    return request.session.get("name", "")


def network_of(request: HttpRequest) -> str:
    """From where a request comes: an address, of IPv6 the network of whoever has one; empty where
    nobody tells. Behind a proxy that is what the proxy saw, the last in its header."""
    told = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
    try:
        address = ip_address(told or request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return ""
    if not told and address.is_loopback:
        return ""  # a proxy that does not tell: all the world would seem to be one visitor
    if address.version == 6:
        return str(ip_network((address, 64), strict=False))
    return str(address)
