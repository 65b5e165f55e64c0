"""The next game of a table at which several are played, begun from the sheet of the one before."""

import secrets

from django.db.models import Q
from django.utils.translation import gettext as _

from games.manille.table import Seat

from .at_table import begin, came_in_for
from .deal import CannotRecord
from .match import Match
from .player import Player
from .table import Table
from .user import CannotChange


def next_game(table: Table) -> Table | None:
    """The game that follows this one at its table, begun or waiting; None where none is left. Those
    that have a result without a match are passed over. The games of a meeting, which other pairs
    play at the same time, do not follow one another so."""
    if not table.competition.option.get("three_games"):
        return None
    later = Table.objects.filter(round=table.round_id, number=table.number, game__gt=table.game)
    later = later.filter(Q(match__isnull=False) | Q(kind="unplayed")).order_by("game")
    found = later.select_related("a", "a2", "b", "b2", "match").first()
    if found:
        found.round = table.round
    return found


def start_next_game(table: Table, game: int, by: str) -> Match:
    """Start the game that follows at the table, which is to be number `game`: the people who sit
    there, in the pairs drawn, the first dealer by lot. Asked twice, the match that is there.

    Who may is whoever may score the table's match ("next_game" of games/permissions.py): `by` is a
    name for the log, as for the verbs of a match. Raises CannotRecord while that match is not over,
    and CannotChange.
    """
    competition = table.competition
    with competition.locked():
        # Not locked: signing its match, which locks the club first, would wait for this and this
        # for the club.
        now = Table.objects.select_related("match").filter(pk=table.pk, match=table.match_id)
        before = now.first()
        if before:
            before.round = table.round
        following = next_game(before) if before else None
        if before is None or following is None or following.game != game:
            raise CannotChange(_("Meanwhile the competition has gone on. Look again."))
        if following.match is not None:
            return following.match
        if not before.match.is_over:
            raise CannotRecord(_("This match is not over yet: play or end it first."))
        competition.club.lock()  # before the table: a match begins in it
        following.read_afresh()
        people = _people(before, following)
        return begin(following, people, secrets.choice(list(people)), by)


def expected_at(table: Table) -> dict[Seat, Player]:
    """Who is expected where at a table: as entered, but for whoever came in for somebody in the
    last game played there before this one, where several are played at a table."""
    if not table.competition.option.get("three_games"):
        return table.seated()
    earlier = Table.objects.filter(
        round=table.round_id, number=table.number, game__lt=table.game, match__isnull=False
    )
    before = earlier.select_related("a", "a2", "b", "b2", "match").order_by("-game").first()
    if before is None:
        return table.seated()
    before.round = table.round
    return _people(before, table)


def _people(before: Table, following: Table) -> dict[Seat, Player]:
    """Who sits where in the game that follows: whoever came in for somebody stays."""
    seatings = before.match.seatings.select_related("player__merged_into")
    there = {seating.seat: seating.player.person for seating in seatings}
    came_in = {one.pk: other for one, other in came_in_for(before.seated(), there, before)}
    return {seat: came_in.get(one.pk, one) for seat, one in following.seated().items()}
