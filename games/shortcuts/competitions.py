"""The competition, and what is in it, that a request may see or change; and its pages."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from games import zones
from games.models import Competition, Entry, EntryPlayer, Match, Meeting, Round, Table, next_game
from games.models.competition import RUNNING
from games.models.meeting import SIDES
from games.models.teams import teams_led
from games.permissions import CAPTAIN, COMPETITION_VERBS, MATCH_VERBS, allowed, allows
from games.wording.about import about_competition

from .asking import role_in, sees_secret


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


def _competition(slug: str, name: str) -> Competition:
    found = get_object_or_404(
        Competition.objects.select_related("club"), club__slug=slug, slug=name
    )
    zones.show(found.club)
    return found


def sees_competition(request: HttpRequest, competition: Competition) -> bool:
    """Whether a competition may be seen: by everybody once it is published, else by officers."""
    return competition.shown or sees_secret(request, competition.club_id)


def _cover_people(competition: Competition, role: str) -> None:
    if not allows(role, "see_people"):
        competition.covers, competition.unnamed = EntryPlayer.unnamed(competition)
        competition.covers_people = True


def round_of(competition: Competition, number: int) -> Round:
    """The competition's round of that number; else 404."""
    found = get_object_or_404(competition.rounds, number=number)
    found.competition = competition
    return found


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


def teams_of(request: HttpRequest) -> list[Entry]:
    """The teams that whoever is logged in leads, as `teams_led` tells them, with names as their
    competitions tell them to whoever asks."""
    found = teams_led(request.user)
    for team in found:
        _cover_people(team.competition, role_in(request, team.competition.club_id))
        team.competition.cover(team)
    return found


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
    competition.cover(found.a, found.a2, found.b, found.b2)
    if found.meeting:
        competition.cover(found.meeting.home, found.meeting.guests)
    return found


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
