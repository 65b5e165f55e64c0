"""What it comes to that an entry withdraws, or comes back after all: told before it is done."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet

from games.standings import Move, Result, Standings, compare

from .standings import every_standings, results_of
from .user import CannotChange

if TYPE_CHECKING:
    from .entry import Entry
    from .player import Player
    from .round import Round
    from .table import Table


@dataclass(frozen=True)
class LeftGames:
    """Games of one table, or of one meeting, that are drawn and whose results do not count yet;
    `table` is the key of the first of them, `games` are their numbers, `others` the keys of whoever
    else is there.

    `fate` tells what becomes of them: `won` by the other side without playing, for `nobody`,
    `removed` like all results of the entry, `knock-out` where somebody has to go on, of a `meeting`
    that counts once they have results; or begun, and then it is `begun` and counts once it is over,
    `begun-won` by the other side until it is over, `begun-removed`. At tables of four individuals
    others wait: `four-won`, `four-nobody`, `four-removed`.
    """

    round: int
    number: int
    table: int
    games: tuple[int, ...]
    others: tuple[int, ...]
    fate: str


@dataclass(frozen=True)
class Withdrawal:
    """Who moves in the standings once an entry is `gone`, or back; and of its own results how many
    counted and go on counting (`kept`), counted and then do not (`lost`), count only then
    (`gained`): matches that it left unplayed, won by the other side, or what counts again. Its
    games that are drawn and not over are `left`."""

    gone: bool
    moves: tuple[Move, ...]
    kept: int
    lost: int
    gained: int
    left: tuple[LeftGames, ...]

    @property
    def mark(self) -> str:
        """Another for every other effect."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:24]


def effect_of_withdrawal(entry: "Entry", gone: bool) -> Withdrawal:
    """What it would come to if the entry withdrew, or came back; nothing is written. Results are
    treated as the scheme of the competition says (games/STANDINGS.md, Withdrawals)."""
    competition = entry.competition
    results = results_of(competition)
    were = every_standings(competition, results)
    are = every_standings(competition, results, withdrawn={entry.pk: gone})
    pairs = zip(were, are, strict=True)
    moves = tuple(move for was, now in pairs for move in compare(was, now))
    before, after = (_counting(tables, entry.pk) for tables in (were, are))
    counts = len(before & after), len(before - after), len(after - before)
    return Withdrawal(gone, moves, *counts, tuple(_left(entry, are)))


def round_to_take_back(entry: "Entry", effect: Withdrawal) -> "Round | None":
    """The round drawn last, where the entry has games left in it and nothing of it is played: it
    can be drawn anew without the entry."""
    last = entry.competition.rounds.last()
    if last is None or not any(games.round == last.number for games in effect.left):
        return None
    last.competition = entry.competition
    try:
        last.may_take_back()
    except CannotChange:
        return None
    return last


def games_left(entry: "Entry") -> "QuerySet[Table]":
    """The games drawn of an entry that have no result which counts, in their order."""
    from .table import Table

    own = Q(a=entry) | Q(a2=entry) | Q(b=entry) | Q(b2=entry)
    open = Table.objects.filter(own, round__competition=entry.competition, b__isnull=False)
    open = open.filter(counted=False).exclude(kind="void")
    return open.select_related("round").order_by("round__number", "number", "game")


def _left(entry: "Entry", are: list[Standings]) -> Iterable[LeftGames]:
    """The games left, as the standings would then count them."""
    fates = _fates(entry.pk, are)

    def of(table: "Table") -> tuple[int, int, str]:
        return table.round.number, table.number or 0, _fate(table, fates)

    for (round, number, fate), together in groupby(games_left(entry), key=of):
        games = list(together)
        seats = [key for game in games for key in (game.a_id, game.a2_id, game.b_id, game.b2_id)]
        others = [key for key in dict.fromkeys(seats) if key not in (None, entry.pk)]
        yield LeftGames(
            round, number, games[0].pk, tuple(game.game for game in games), tuple(others), fate
        )


def _fates(entry: int, are: list[Standings]) -> dict[tuple[int, ...], str]:
    """Why each result of an entry does not count, or `counts`: by its key, and by its round and who
    meets there, since that of a meeting has the key of one of its games."""
    found: dict[tuple[int, ...], str] = {}
    for standings in are:
        told = [(result, why) for result, why in standings.tally.left_out if entry in result[2:6]]
        if entry in standings.tally.accounts:
            results = standings.tally.accounts[entry].results
            told += [(Result(*result), "counts") for result in results if result[4] is not None]
        for result, why in told:
            if entry in standings.tally.void:
                why = "withdrawn"  # whether it was played or not
            found[(result.id,)] = found[result.round, result.a, result.b] = why
    return found


def _fate(table: "Table", fates: dict[tuple[int, ...], str]) -> str:
    key = (table.round.number, table.a_id, table.b_id) if table.meeting_id else (table.pk,)
    why = fates.get(key, "")
    # Those of a knock-out the standings do not know.
    told = {"counts": "won", "withdrawn": "removed", "unplayed": "nobody", "": "knock-out"}
    fate = told.get(why, "meeting")
    if table.begun:
        return {"won": "begun-won", "removed": "begun-removed"}.get(fate, "begun")
    return f"four-{fate}" if table.a2_id else fate


def left_to(table: "Table") -> str:
    """The side of a table that wins without playing, since one of the other withdrew; or none."""
    scheme = table.competition.scheme
    if table.begun or scheme.unplayed != "forfeit" or table.round.is_knockout:
        return ""
    one, other = (
        any(entry and entry.withdrawn_at for entry in side)
        for side in ((table.a, table.a2), (table.b, table.b2))
    )
    return "" if one == other or table.counts_for_nobody else "b" if one else "a"


def people_gone(table: "Table") -> "list[Player]":
    """The people of those entries drawn to a table that have withdrawn; in a meeting nobody plays
    then."""
    entries = () if table.meeting_id else (table.a, table.a2, table.b, table.b2)
    gone = [entry for entry in entries if entry and entry.withdrawn_at]
    return [player for entry in gone for player in entry.people]


def _counting(tables: list[Standings], entry: int) -> set[int]:
    """The results of an entry that count, by their keys, without byes."""
    return {
        result[0]
        for standings in tables
        if entry in standings.tally.accounts
        for result in standings.tally.accounts[entry].results
        if result[4] is not None
    }
