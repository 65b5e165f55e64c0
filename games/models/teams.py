"""Teams of a league: those that an account leads, and the games of their meetings."""

from collections.abc import Sequence

from django.db import models

from .competition import OPEN, RUNNING
from .entry import Entry, EntryPlayer
from .formats import TEAM
from .player import Player
from .table import Table
from .user import User


def teams_led(user: User) -> list[Entry]:
    """The teams of which somebody with that account is the captain (`Entry.captain`), in
    competitions that are open or under way, each with its competition and that one's club; not
    those that have withdrawn."""
    people = [player.person for player in user.players.select_related("merged_into")]
    latest = [player.pk for player in people]
    keys = set(latest)
    while latest:  # those who were merged into them
        merged = Player.objects.filter(merged_into__in=latest).values_list("pk", flat=True)
        latest = [key for key in merged if key not in keys]
        keys.update(latest)
    if not keys:
        return []
    places = EntryPlayer.objects.filter(entry=models.OuterRef("entry")).order_by("place")
    seats = EntryPlayer.objects.filter(
        player__in=keys,
        place=models.Subquery(places.values("place")[:1]),
        entry__withdrawn_at=None,
        entry__competition__entry_kind=TEAM,
        entry__competition__state__in=(OPEN, RUNNING),
    )
    rows = Entry.objects.filter(pk__in=seats.values("entry"))
    return list(rows.select_related("competition__club").order_by("competition", "number"))


def games_of_teams(teams: Sequence[Entry], open: bool = False) -> list[Table]:
    """The games of all meetings of these teams in order, with their matches and line-ups; `open`:
    of those meetings alone of which a game has no result yet that counts."""
    games = Table.objects.filter(models.Q(a__in=teams) | models.Q(b__in=teams))
    games = games.filter(meeting__isnull=False)
    if open:
        lacking = Table.objects.filter(meeting=models.OuterRef("meeting"), counted=False)
        games = games.filter(models.Exists(lacking.exclude(kind="void")))
    games = games.select_related("round", "a", "b", "match").prefetch_related(
        "match__deals",
        "meeting__home",
        "meeting__guests",
        "meeting__line_ups__player__merged_into",
    )
    competitions = {team.competition_id: team.competition for team in teams}
    found = list(games.order_by("round__competition", "round__number", "number", "game"))
    for game in found:
        game.round.competition = competition = competitions[game.round.competition_id]
        game.meeting.round = game.round
        competition.cover(game.a, game.b, game.meeting.home, game.meeting.guests)
    return found
