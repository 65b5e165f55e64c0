"""Meetings of teams, their games and line-ups, in words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from games.models import Meeting, Table
from games.models.claims import differ
from games.models.meeting import SIDES
from games.models.names import joined
from games.standings import meetings
from games.wording.standings import shown_figure
from games.wording.tables import FORFEITS, TableRow, say_facts, table_row


@dataclass(frozen=True)
class GameRow:
    """A game of a meeting: its turn, the numbers of the pairs that play it and who they are (empty
    before both line-ups are in), and how it stands."""

    table: Table
    turn: int
    home_pair: int
    guests_pair: int
    home: str
    guests: str
    row: TableRow


@dataclass(frozen=True)
class MeetingRow:
    """A meeting in a list. `score` tells the games won by either side, as far as results are in,
    empty while nobody has won any; `won` by whom it is won; `state` in a few words; `waits` for an
    word, `missing` results that count."""

    meeting: Meeting
    games: list[GameRow]
    score: tuple[str, str]
    won: str
    state: str
    waits: bool
    missing: bool

    @property
    def key(self) -> int:
        """That of its result in the standings: its first game's."""
        return self.games[0].table.pk

    @property
    def lacks(self) -> bool:
        """Whether it misses a result of a game altogether."""
        return self.missing and any(_told(game.table) is None for game in self.games)

    @property
    def now(self) -> list[GameRow]:
        """The games of the turn that is played now, or comes next."""
        open_ = [game for game in self.games if not _told(game.table)]
        if not (open_ and self.meeting.revealed):
            return []
        return [game for game in self.games if game.turn == open_[0].turn]


def meeting_rows(tables: Iterable[Table]) -> list[MeetingRow]:
    """The meetings of these games, in their order. Byes are left out."""
    played = (table for table in tables if table.meeting)
    together = groupby(played, key=lambda table: table.meeting)
    return [_meeting_row(meeting, list(games)) for meeting, games in together]


def _meeting_row(meeting: Meeting, games: list[Table]) -> MeetingRow:
    rows = [
        GameRow(game, *numbers, pair_names(game, "a"), pair_names(game, "b"), table_row(game))
        for game, numbers in zip(games, meeting.schedule, strict=True)
    ]
    told = [game.result(**(_told(game) or {"kind": "unplayed"})) for game in games]
    (result,) = meetings(told, meeting.competition.scheme.drawn_game)
    score = ("", "")
    if result.games_a is not None:
        score = (_games(result.games_a), _games(result.games_b))
    settled = all(game.counted or game.kind == "void" for game in games)
    return MeetingRow(
        meeting,
        rows,
        score,
        result.winner if settled else "",
        _state(meeting, games, result.kind, result.winner, settled),
        any(row.row.waits for row in rows),
        not settled and not meeting.withdrawn,
    )


def _games(count: Any) -> str:
    return shown_figure("games-won", Fraction(count))


def _told(game: Table) -> dict[str, Any] | None:
    """The result of a game, whether it counts yet or not; None while there is none."""
    if game.counted or game.kind == "void":
        return game.facts
    return game.facts_to_confirm()


def _state(meeting: Meeting, games: list[Table], kind: str, winner: str, settled: bool) -> str:
    if meeting.withdrawn:
        return gettext("%(team)s has withdrawn.") % {"team": meeting.withdrawn.name}
    if settled and kind == "void":
        return gettext("declared void")
    if settled and kind == "forfeit":
        told = {"one": meeting.home.name, "other": meeting.guests.name}
        return str(FORFEITS[winner]) % told
    if settled:
        return gettext("counts")
    if there := sum(_told(game) is not None for game in games):
        counting = there - sum(game.waits for game in games)
        return _say_in(there, counting, len(games))
    if any(game.begun for game in games):
        return gettext("the first games are being played")
    if meeting.revealed:
        return gettext("both line-ups are in")
    for side in SIDES:
        if meeting.handed_in(side):
            return gettext("the line-up of %(team)s is in") % {"team": meeting.team(side).name}
    return gettext("waiting for the line-ups")


def _say_in(there: int, counting: int, count: int) -> str:
    """How many of the games of a meeting are in, and how many of these count."""
    told = {"there": there, "counting": counting, "count": count}
    if not counting:
        text = ngettext(
            "%(there)s of %(count)s game is in, it does not count yet",
            "%(there)s of %(count)s games are in, none counts yet",
            count,
        )
    elif counting == there:
        text = ngettext(
            "%(there)s of %(count)s game is in and counts",
            "%(there)s of %(count)s games are in, and count",
            count,
        )
    else:
        text = ngettext(
            "%(there)s of %(count)s game is in; counting so far: %(counting)s",
            "%(there)s of %(count)s games are in; counting so far: %(counting)s",
            count,
        )
    return text % told


def say_waiting(meeting: Meeting, games: Iterable[Table], typed: Mapping[int, str]) -> list[str]:
    """Whose word the results wait for that are in and do not count yet, a sentence for each.
    `typed`: Meeting.typed_for."""
    if meeting.withdrawn:
        return []
    waiting = [game for game in games if game.waits]
    of = [typed.get(game.game, "") if game.typed_by else None for game in waiting]
    told = [
        ngettext(
            "%(count)s result waits for the captain of %(team)s, or an officer.",
            "%(count)s results wait for the captain of %(team)s, or an officer.",
            of.count(side),
        )
        % {"count": of.count(side), "team": meeting.team(other).name}
        for side, other in (SIDES, SIDES[::-1])
        if side in of
    ]
    if "" in of:
        told.append(
            ngettext(
                "%(count)s result waits for an officer.",
                "%(count)s results wait for an officer.",
                of.count(""),
            )
            % {"count": of.count("")}
        )
    if None in of:
        told.append(
            ngettext(
                "%(count)s sheet waits to be signed by both sides, or confirmed by an officer.",
                "%(count)s sheets wait to be signed by both sides, or confirmed by an officer.",
                of.count(None),
            )
            % {"count": of.count(None)}
        )
    return told


def say_waits(game: Table, typed_for: str, side: str) -> str:
    """Whose word the result of a game waits for, told to the captain of `side`; empty where it is
    his. `typed_for`: whose captain typed it in."""
    if not game.typed_by:
        return gettext("Both sides sign the sheet of this game, or an officer confirms it.")
    if not typed_for:
        return gettext("The result waits for an officer.")
    if typed_for == side:
        return gettext("The result waits for the other captain, or an officer.")
    return ""


def say_left_out(count: int) -> str:
    """How many results are not confirmed together with others, since the captains told them
    differently."""
    return ngettext(
        "%(count)s game is left out, since the captains do not agree. Look at it below, and "
        "confirm it by itself.",
        "%(count)s games are left out, since the captains do not agree. Look at them below, and "
        "confirm each by itself.",
        count,
    ) % {"count": count}


def pair_names(table: Table, side: str) -> str:
    """Who plays a game for that side, "An & Bo"; empty before both line-ups are in."""
    if table.match:
        seats = table.match.rules.table.sides[SIDES.index(side)]
        return table.match.names(seats)
    pair = table.meeting.pair(side, table.game) if table.meeting else []
    return joined(table.competition.name_of(player) for player in pair)


@dataclass(frozen=True)
class Claims:
    """What captains typed in as the result of one game: (team, result) of each who did, and whether
    they `differ`."""

    told: list[tuple[str, str]]
    differ: bool


def claims_of(meeting: Meeting) -> dict[int, Claims]:
    """Number of each game for which a captain typed in a result -> what was typed in."""
    names = {"one": meeting.home.name, "other": meeting.guests.name}
    return {
        game: Claims(
            [(meeting.team(side).name, say_facts(facts, names)) for side, facts in claims.items()],
            differ(claims),
        )
        for game, claims in meeting.claims().items()
    }


@dataclass(frozen=True)
class LineUpWords:
    """The line-up of a side: each pair with those who play first, and who comes in from which game
    on. Without `pairs` while it is not told."""

    side: str
    team: str
    there: bool
    pairs: list[str]
    substitutes: list[str]


def line_up_words(meeting: Meeting, side: str, told: bool) -> LineUpWords:
    """A side's line-up; `told`: whether whoever asks may know it."""
    team = meeting.team(side).name
    there = meeting.handed_in(side)
    if not (told and there):
        return LineUpWords(side, team, there, [], [])
    name_of = meeting.competition.name_of
    first = [name_of(player) for player in meeting.people(side, 1).values()]
    pairs = [joined(first[at : at + 2]) for at in range(0, len(first), 2)]
    rows = [row for row in meeting.line_ups.all() if row.side == side and row.from_game > 1]
    substitutes = [
        gettext("From game %(game)s %(name)s plays for %(was_name)s.")
        % {
            "game": row.from_game,
            "name": name_of(row.player.person),
            "was_name": name_of(meeting.people(side, row.from_game - 1)[row.place]),
        }
        for row in sorted(rows, key=lambda row: (row.from_game, row.place))
    ]
    return LineUpWords(side, team, there, pairs, substitutes)


def table_title(table: Table) -> str:
    """What a table, or a game of a meeting, is called in its round."""
    told = {"number": table.number, "game": table.game}
    if table.meeting:
        return gettext("Meeting %(number)s, game %(game)s") % told
    if table.competition.option.get("three_games"):
        return gettext("Table %(number)s, game %(game)s") % told
    return gettext("Table %(number)s") % told


def say_day(meeting: Meeting) -> str:
    """On which day it is held, where that is another than the round's."""
    if meeting.held_on is None:
        return ""
    return gettext("Held on %(day)s.") % {"day": date_format(meeting.held_on)}
