"""The match that a request may read, score or change; what it tells of names, to whoever asks."""

from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from games import faces, zones
from games.models import SECRET, Club, Deal, Match, Seating, Table
from games.permissions import LINK, allowed, allows

from .asking import came_by_link, remembered, role_in, sees_secret

_WITH_TABLE = ("table__round__competition",)
"""With what matches are read for `typed_in`."""


def typed_in(request: HttpRequest, match: Match) -> Table | None:
    """The table at which a match is played that was read with it (as by `listable`), where a result
    was typed in that counts instead of its sheet, for whoever scores the match or sees the
    competition; else None."""
    table: Table | None = getattr(match, "table", None)
    if table is None or not (table.typed_by and table.counted):
        return None
    known = table.competition.shown or came_by_link(request, match)
    return table if known or sees_secret(request, table.competition.club_id) else None


def remembered_matches(request: HttpRequest) -> list[Match]:
    """The matches that this device remembers, latest first, with their deals fetched."""
    codes = list(remembered(request))
    found = Match.objects.select_related("club", *_WITH_TABLE).prefetch_related("deals")
    found = found.in_bulk(codes, field_name="code")
    return cover(request, [found[code] for code in reversed(codes) if code in found])


def may(request: HttpRequest, verb: str, match: Match) -> bool:
    """Whether this device, or the account logged in on it, may do that to the match. The scoring
    link is asked first: it costs no query."""
    if came_by_link(request, match) and allows(LINK, verb):
        return True
    return allows(role_in(request, match.club_id), verb)


def all_may(request: HttpRequest, match: Match) -> set[str]:
    """Every verb that this device, or the account logged in on it, may do to the match."""
    roles = {role_in(request, match.club_id)}
    return allowed(roles | {LINK} if came_by_link(request, match) else roles)


def cover(request: HttpRequest, matches: list[Match]) -> list[Match]:
    """The matches, which from here on tell the names of those who do not want to be listed to
    officers of the club only, and to whoever came in by the scoring link. At most one query for
    all of them, and none where nothing is to be covered."""
    covered = {
        match.pk: match
        for match in matches
        if match.club_id
        and not came_by_link(request, match)
        and not allows(role_in(request, match.club_id), "see_people")
    }
    if covered:
        hidden = Seating.objects.filter(match__in=covered, player__hidden=True)
        for number, seat in hidden.values_list("match", "seat"):
            covered[number].unnamed = {*covered[number].unnamed, seat}
    return matches


def listable(request: HttpRequest, club: Club, matches: QuerySet[Match]) -> QuerySet[Match]:
    """Those of the club's matches that are listed for whoever asks: of a competition that is not
    published for officers only. Whoever has the link of one reads it nevertheless."""
    matches = matches.select_related(*_WITH_TABLE)
    if sees_secret(request, club.pk):
        return matches
    return matches.exclude(SECRET)


def match_to_read(request: HttpRequest, code: str) -> Match:
    """The match with this reading code, which is all that it takes to read it; else 404. The cards
    shown from here on have the faces of its system, unless the device prefers others, and times
    are those where its club plays."""
    match = get_object_or_404(Match.objects.select_related("club"), code=code)
    faces.show(match.rules)
    zones.show(match.club)
    cover(request, [match])
    return match


def match_to(request: HttpRequest, verb: str, code: str) -> Match:
    """The match, for whoever may do that to it; else 404, as if there were none."""
    match = match_to_read(request, code)
    if not may(request, verb, match):
        raise Http404
    return match


def deal_of(match: Match, number: int) -> Deal:
    """The deal of that number; else 404."""
    try:
        return match.deal(number)
    except Deal.DoesNotExist:
        raise Http404 from None
