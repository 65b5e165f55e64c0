"""What the captain of a team has before them: its next meetings, and what waits for their word."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from games.models import Entry, User
from games.models.competition import RUNNING
from games.models.day import planned_of
from games.models.teams import games_of_teams
from games.wording.days import say_when
from games.wording.meetings import MeetingRow, meeting_rows, say_waiting

MOST_AHEAD = 3
"""So many meetings of a team are listed of which nothing was begun."""


@dataclass(frozen=True)
class Ahead:
    """A meeting of a team that is not settled: on which `side` it plays; when and where, empty
    while that is not planned; whose word the results wait for, each in a sentence; whether its
    captain is to `hand_in` a line-up, has results to `confirm` at one press, and whether the
    captains `disagree` about one."""

    row: MeetingRow
    side: str
    when: str
    place: str
    waiting: list[str]
    hand_in: bool
    confirm: bool
    disagree: bool


@dataclass(frozen=True)
class TeamAhead:
    """A team, and what it has before it, the next first."""

    team: Entry
    meetings: list[Ahead]


def teams_ahead(teams: Sequence[Entry], captain: User) -> list[TeamAhead]:
    """What these teams, which that account leads, have before them: all meetings under way, and a
    few that come next. Where nobody typed in a result that waits the number of queries does not
    grow with the meetings."""
    running = [team for team in teams if team.competition.state == RUNNING]
    rows = meeting_rows(games_of_teams(running, open=True)) if running else []
    rows = [row for row in rows if not row.meeting.withdrawn]
    planned = planned_of([row.meeting for row in rows])
    on = {key: each.on if each else date.max for key, each in planned.items()}
    rows.sort(key=lambda row: (on[row.meeting.pk], row.meeting.round.number))
    found = []
    for team in teams:
        own = [row for row in rows if team.pk in (row.meeting.home_id, row.meeting.guests_id)]
        begun = [row for row in own if any(game.table.begun for game in row.games)]
        next_ones = [row for row in own if row not in begun][:MOST_AHEAD]
        shown = [row for row in own if row in begun or row in next_ones]
        ahead = []
        for row in shown:
            when = planned[row.meeting.pk]
            told = (say_when(when), when.place) if when else ("", "")
            ahead.append(_ahead(row, team, captain, *told))
        found.append(TeamAhead(team, ahead))
    return found


def _ahead(row: MeetingRow, team: Entry, captain: User, when: str, place: str) -> Ahead:
    meeting, games = row.meeting, [game.table for game in row.games]
    side = "a" if meeting.home_id == team.pk else "b"
    typed = meeting.typed_for() if any(game.waits and game.typed_by for game in games) else {}
    disagreed = {game.pk for game in meeting.disagreed(games)}
    # Merged people can turn out to lead both: they speak for one, as Meeting.led_by has it.
    speaks = side == "a" or not meeting.is_captain("a", captain) if typed else False
    to_confirm = (
        game
        for game in games
        if game.pk not in disagreed and game.captain_may_confirm(side, typed.get(game.game, ""))
    )
    return Ahead(
        row,
        side,
        when,
        place,
        say_waiting(meeting, games, typed),
        not meeting.handed_in(side),
        speaks and any(to_confirm),
        bool(disagreed),
    )
