"""Signed matches of a club for the tests of its people's pages."""

from datetime import date, timedelta
from typing import Any

from games.models import Club, Match, Player
from tests.clubs import club_match
from tests.matches import record

DAY = date(2026, 3, 1)


def seats(*four: Player) -> dict[str, Player]:
    """These people from north on, clockwise."""
    return dict(zip("NESW", four, strict=True))


def signed(match: Match) -> Match:
    """The match, signed by every side with the name of its first player."""
    for side in match.rules.table.sides:
        match.sign(side, match.players[side[0]])
    return match


def played(
    club: Club,
    seated: dict[str, Player],
    winner: str = "NS",
    day: int = 0,
    sign: bool = True,
    **facts: Any,
) -> Match:
    """A match to 60 that one side wins in two deals with hearts as trump, named by the dealer; the
    names on the sheet are those that people have."""
    names = {seat: seated[seat].name if seat in seated else "A guest" for seat in "NESW"}
    match = club_match(
        club,
        seated=seated,
        rules={"target": 60},
        played_on=DAY + timedelta(days=day),
        players=names,
        **facts,
    )
    for _deal in range(2):
        record(match, 60 if winner == "NS" else 0)
    return signed(match) if sign else match
