"""What it comes to that an entry withdraws, or comes back after all: told before it is done."""

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.standings import Move, Standings, compare

if TYPE_CHECKING:
    from .entry import Entry


@dataclass(frozen=True)
class Withdrawal:
    """Who moves in the standings once an entry is `gone`, or back; and of its own results how many
    counted and go on counting (`kept`), counted and then do not (`lost`), count only then
    (`gained`): matches that it left unplayed, won by the other side, or what counts again."""

    gone: bool
    moves: tuple[Move, ...]
    kept: int
    lost: int
    gained: int

    @property
    def mark(self) -> str:
        """Another for every other effect."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:24]


def effect_of_withdrawal(entry: "Entry", gone: bool) -> Withdrawal:
    """What it would come to if the entry withdrew, or came back; nothing is written. Results are
    treated as the scheme of the competition says (games/STANDINGS.md, Withdrawals)."""
    competition = entry.competition
    results = competition.results()
    were = competition.every_standings(results)
    are = competition.every_standings(results, withdrawn={entry.pk: gone})
    pairs = zip(were, are, strict=True)
    moves = tuple(move for was, now in pairs for move in compare(was, now))
    before, after = (_counting(tables, entry.pk) for tables in (were, are))
    return Withdrawal(gone, moves, len(before & after), len(before - after), len(after - before))


def _counting(tables: list[Standings], entry: int) -> set[int]:
    """The results of an entry that count, by their keys, without byes."""
    return {
        result[0]
        for standings in tables
        if entry in standings.tally.accounts
        for result in standings.tally.accounts[entry].results
        if result[4] is not None
    }
