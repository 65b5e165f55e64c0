"""What several views need of a request: the match it may read or score, what the device remembers.

A device (a browser session) remembers the matches it opened: the reading code of each, with the
scoring code where it came in by the scoring link. Only the session knows the latter, so no address
of a page that is read gives it away. Who may do what is told by games/permissions.py.
"""

from ipaddress import ip_address, ip_network
from typing import Any

import segno
from django.core import signing
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from . import faces, zones
from .models import (
    SECRET,
    Club,
    Competition,
    Deal,
    EntryPlayer,
    Match,
    Meeting,
    Player,
    Round,
    Seating,
    Table,
    User,
    next_game,
)
from .models.competition import RUNNING
from .models.meeting import SIDES
from .permissions import CAPTAIN, COMPETITION_VERBS, LINK, MATCH_VERBS, SELF, allowed, allows
from .wording.about import about_competition

REMEMBERED = 100
"""So many matches a device remembers; the longest unopened are forgotten first."""


def remembered(request: HttpRequest) -> dict[str, str]:
    """Reading code -> scoring code, or empty where the device may only read; newest last."""
    return request.session.get("matches", {})


def remembered_matches(request: HttpRequest) -> list[Match]:
    """The matches that this device remembers, latest first, with their deals fetched."""
    codes = list(remembered(request))
    found = Match.objects.select_related("club").prefetch_related("deals")
    found = found.in_bulk(codes, field_name="code")
    return cover(request, [found[code] for code in reversed(codes) if code in found])


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


def sees_secret(request: HttpRequest, club: int) -> bool:
    """Whether whoever asks may know what came of competitions of that club (its key) that are not
    published."""
    return allows(role_in(request, club), "see_competition")


def listable(request: HttpRequest, club: Club, matches: QuerySet[Match]) -> QuerySet[Match]:
    """Those of the club's matches that are listed for whoever asks: of a competition that is not
    published for officers only. Whoever has the link of one reads it nevertheless."""
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


def onwards(request: HttpRequest, match: Match) -> dict[str, Any]:
    """What the pages of a match that is over tell of its competition: the table it is `of_table`,
    None where it is of none; whether whoever asks `sees_competition`, or at least the page that
    lists the table, `sees_list`; and the game that comes next at this table, `upcoming`, with its
    `pairs`, while it can be played."""
    table = table_of(match)
    if table is None:
        return {"of_table": None}
    competition = table.competition
    upcoming = next_game(table)
    if upcoming and not upcoming.match and competition.state != RUNNING:
        upcoming = None
    sees = sees_competition(request, competition)
    return {
        "of_table": table,
        "competition": competition,
        "sees_competition": sees,
        "sees_list": sees or bool(table.meeting and captain_of(request, table.meeting)),
        "upcoming": upcoming,
        "pairs": (upcoming.side("a"), upcoming.side("b")) if upcoming else (),
    }


def number_of(text: str) -> int:
    """A key in an address; else 404."""
    if not (text.isascii() and text.isdecimal() and len(text) < 19):
        raise Http404
    return int(text)


def competition_to(request: HttpRequest, verb: str, slug: str, name: str) -> Competition:
    """A club's competition, for an officer who may do that; else 404, as if there were none."""
    found = _competition(slug, name)
    if not allows(role_in(request, found.club_id), verb):
        raise Http404
    return found


def competition_to_see(request: HttpRequest, slug: str, name: str) -> Competition:
    """A club's competition, for everybody once it is published, else for officers; else 404. To
    others than officers it does not tell the names of those who do not want to be listed."""
    found = _competition(slug, name)
    if not sees_competition(request, found):
        raise Http404
    _cover_people(found, role_in(request, found.club_id))
    return found


def sees_competition(request: HttpRequest, competition: Competition) -> bool:
    """Whether a competition may be seen: by everybody once it is published, else by officers."""
    return competition.shown or sees_secret(request, competition.club_id)


def table_of(match: Match) -> Table | None:
    """The table of a competition at which a match that was read with its club is played, if any."""
    if match.club is None:
        return None
    rows = Table.objects.select_related("round__competition", "meeting__home", "meeting__guests")
    found = rows.filter(match=match).first()
    if found:
        found.match, found.competition.club = match, match.club
        if found.meeting:
            found.meeting.round = found.round
    return found


def _cover_people(competition: Competition, role: str) -> None:
    if not allows(role, "see_people"):
        competition.covers, competition.unnamed = EntryPlayer.unnamed(competition)
        competition.covers_people = True


def meeting_to_see(
    request: HttpRequest, slug: str, name: str, key: int
) -> tuple[Meeting, set[str]]:
    """A meeting, for everybody once its competition is published, else for officers and its
    captains; else 404. With the sides that whoever asks is the captain of."""
    competition = _competition(slug, name)
    meeting = _meeting(competition, key)
    leads = captain_of(request, meeting)
    role = role_in(request, competition.club_id)
    if not competition.shown and not allows(role, "see_competition") and not leads:
        raise Http404
    _cover_people(competition, role)
    competition.cover(meeting.home, meeting.guests)
    return meeting, leads


def meeting_to(request: HttpRequest, verb: str, slug: str, name: str, key: int) -> Meeting:
    """A meeting, for an officer who may do that; else 404, as if there were none."""
    return _meeting(competition_to(request, verb, slug, name), key)


def _meeting(competition: Competition, key: int) -> Meeting:
    rows = Meeting.objects.select_related("round", "home", "guests")
    rows = rows.prefetch_related("line_ups__player__merged_into")
    meeting = get_object_or_404(rows, round__competition=competition, pk=key)
    meeting.round.competition = competition
    return meeting


def captain_of(request: HttpRequest, meeting: Meeting) -> set[str]:
    """The sides of a meeting that whoever is logged in is the captain of."""
    if not request.user.is_authenticated:
        return set()
    return {side for side in SIDES if meeting.is_captain(side, request.user)}


def table_to(request: HttpRequest, verb: str, slug: str, name: str, key: int) -> Table:
    """A table that is no bye, for an officer who may do that, or the captains of its meeting where
    these may; else 404, as if there were none."""
    competition = _competition(slug, name)
    rows = Table.objects.select_related(
        "round", "a", "a2", "b", "b2", "match", "meeting__home", "meeting__guests"
    )
    rows = rows.prefetch_related("meeting__line_ups__player__merged_into")
    found = get_object_or_404(rows, round__competition=competition, b__isnull=False, pk=key)
    found.round.competition = competition
    if found.meeting:
        found.meeting.round = found.round
    if not allows(role_in(request, competition.club_id), verb):
        captain = found.meeting and allows(CAPTAIN, verb) and captain_of(request, found.meeting)
        if not captain:
            raise Http404
        _cover_people(competition, role_in(request, competition.club_id))
    return found


def _competition(slug: str, name: str) -> Competition:
    found = get_object_or_404(
        Competition.objects.select_related("club"), club__slug=slug, slug=name
    )
    zones.show(found.club)
    return found


def round_of(competition: Competition, number: int) -> Round:
    """The competition's round of that number; else 404."""
    found = get_object_or_404(competition.rounds, number=number)
    found.competition = competition
    return found


def competition_page(
    request: HttpRequest, template: str, competition: Competition, context: dict[str, Any]
) -> HttpResponse:
    """A page of a competition, with what whoever asks may do. Search engines keep out unless the
    club lets them in, and always of what is not published."""
    club = competition.club
    indexable = competition.shown and club.listed and club.indexable
    context |= {
        "club": club,
        "competition": competition,
        "may": allowed({role_in(request, club.pk)}, COMPETITION_VERBS | MATCH_VERBS),
        "indexable": indexable,
    }
    request.indexable = indexable
    if competition.shown:
        context.setdefault("about_page", about_competition(competition))
    return render(request, template, context)


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


def deal_of(match: Match, number: int) -> Deal:
    """The deal of that number; else 404."""
    try:
        return match.deal(number)
    except Deal.DoesNotExist:
        raise Http404 from None


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


def signed_as(request: HttpRequest) -> str:
    """The name by which changes from here stand in the log: the account's, or else the device's;
    empty: the scoring link alone."""
    if request.user.is_authenticated:
        return request.user.name
    return request.session.get("name", "")


def qr_drawing(url: str) -> SafeString:
    """The address as a drawing to scan. It holds nothing but what segno drew."""
    code = segno.make(url, error="m", micro=False)
    return mark_safe(code.svg_inline(border=2, omitsize=True, svgclass=None, lineclass=None))
