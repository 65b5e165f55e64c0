"""What several views need of a request: the match it may read or score, what the device remembers.

A device (a browser session) remembers the matches it opened: the reading code of each, with the
scoring code where it came in by the scoring link. Only the session knows the latter, so no address
of a page that is read gives it away.
"""

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.crypto import constant_time_compare

from . import faces
from .models import Match

REMEMBERED = 100
"""So many matches a device remembers; the longest unopened are forgotten first."""


def remembered(request: HttpRequest) -> dict[str, str]:
    """Reading code -> scoring code, or empty where the device may only read; newest last."""
    return request.session.get("matches", {})


def remembered_matches(request: HttpRequest) -> list[Match]:
    """The matches that this device remembers, latest first, with their deals fetched."""
    codes = list(remembered(request))
    found = Match.objects.prefetch_related("deals").in_bulk(codes, field_name="code")
    return [found[code] for code in reversed(codes) if code in found]


def remember(request: HttpRequest, match: Match, *, scoring: bool) -> None:
    """Have the device remember a match; a device that may score it goes on being allowed to."""
    matches = remembered(request)
    known = matches.pop(match.code, "")
    matches[match.code] = match.scoring_code if scoring else known
    request.session["matches"] = dict(list(matches.items())[-REMEMBERED:])


def may_score(request: HttpRequest, match: Match) -> bool:
    """Whether this device came in by the match's scoring link."""
    known = remembered(request).get(match.code, "")
    return bool(known) and constant_time_compare(known, match.scoring_code)


def match_to_read(code: str) -> Match:
    """The match with this reading code, which is all that it takes to read it; else 404. The cards
    shown from here on have the faces of its system, unless the device prefers others."""
    match = get_object_or_404(Match, code=code)
    faces.show(match.rules)
    return match


def match_to_score(request: HttpRequest, code: str) -> Match:
    """The match, if this device may score it; else 404, as if there were none."""
    match = match_to_read(code)
    if not may_score(request, match):
        raise Http404
    return match


def signed_as(request: HttpRequest) -> str:
    """The name by which this device's changes stand in the log; empty: the scoring link alone."""
    return request.session.get("name", "")
