"""What the next draw of a competition comes to, before anything is written."""

import hashlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from games import pairing
from games.faults import say

from .competition import DRAFT, FINISHED, Competition
from .entry import ABSENT, BYE, EntryNote
from .evenings import must_be_in_time
from .pools import Stage, draw_knockout, draw_pools
from .standings import standings_of
from .user import CannotChange


@dataclass(frozen=True)
class Draw:
    """Rounds drawn but not written: one, or where the format draws all at once, all. `scores` are
    the entries' when they were drawn."""

    stage: Stage
    scores: Mapping[int, Fraction | int]

    @property
    def rounds(self) -> tuple[pairing.Round, ...]:
        return self.stage.rounds

    @property
    def number(self) -> int:
        return self.rounds[0].number

    @property
    def mark(self) -> str:
        """Another for every other draw."""
        return hashlib.sha256(repr(self.stage).encode()).hexdigest()[:16]


def next_draw(competition: Competition) -> Draw:
    """What the next round would be; the same facts give the same. Raises CannotChange."""
    if competition.state in (DRAFT, FINISHED):
        raise CannotChange(_("Rounds are drawn while the competition is open or under way."))
    must_be_in_time(competition)
    number = competition.last_number + 1
    if competition.how.at_once and not competition.how.pools and number > 1:
        raise CannotChange(_("All rounds are drawn."))
    tables = _tables(competition)
    standings = standings_of(competition)
    first = {row.entry: row.figures[0] or 0 for row in standings.rows}
    byes = Counter(table["a"] for table in tables if table["b"] is None)
    noted = dict(
        EntryNote.objects.filter(entry__competition=competition, round=number).values_list(
            "entry", "kind"
        )
    )
    entrants = [
        pairing.Entrant(
            entry.pk,
            rank=standings.row_of[entry.pk].rank,
            score=first[entry.pk],
            byes=byes[entry.pk],
            requested_bye=noted.get(entry.pk) == BYE,
            absent=noted.get(entry.pk) == ABSENT,
            withdrawn=entry.withdrawn_at is not None,
            late_from=entry.late_from,
        )
        for entry in competition.entries.all()
        # Only looked at, nothing is locked: one can have been entered since. So can the last round,
        # below, have been taken back.
        if entry.pk in standings.row_of
    ]
    # Once for each round: what was drawn is long.
    draws = competition.rounds.values_list("number", "draw__scores")
    scores = {number: found or {} for number, found in draws}
    history = [
        _met(table, scores.get(table["round__number"], {}))
        for table in tables
        if table["b"] is not None
    ]
    try:
        stage = _drawn(competition, entrants, history, number)
    except pairing.CannotDraw as error:
        raise CannotChange(say(error.faults[0])) from error
    return Draw(stage, first)


def _drawn(
    competition: Competition,
    entrants: list[pairing.Entrant],
    history: list[pairing.Met],
    number: int,
) -> Stage:
    seed = competition.seed
    if competition.how.pools:
        if number == 1:
            return draw_pools(competition, entrants)
        last = competition.rounds.get(number=number - 1)
        last.competition = competition
        return draw_knockout(competition, number, last)
    if competition.how.at_once:
        return Stage(pairing.round_robin(entrants, competition.option["double"], seed))
    if competition.how.fours:
        three = competition.option["three_games"]
        return Stage((pairing.draw_evening(entrants, history, number, seed, three_games=three),))
    draw = pairing.swiss if competition.format == "swiss" else pairing.ladder
    return Stage((draw(entrants, history, number, seed),))


def _tables(competition: Competition) -> list[dict[str, Any]]:
    from .table import Table

    return list(
        Table.objects.filter(round__competition=competition)
        .order_by("pk")
        .values("round__number", "a", "a2", "b", "b2")
    )


def _met(table: Mapping[str, Any], scores: Mapping[str, str]) -> pairing.Met:
    """Who met at a table, with the `scores` that the entries had when it was drawn."""
    sides = tuple(
        tuple(key for key in (table[one], table[two]) if key is not None)
        for one, two in (("a", "a2"), ("b", "b2"))
    )
    known = [scores.get(str(side[0])) for side in sides]
    told = () if None in known else tuple(Fraction(score) for score in known)
    return pairing.Met(table["round__number"], sides, told)


def fixtures(competition: Competition) -> tuple[pairing.Round, ...]:
    """The rounds of one against one that were drawn, as the pairing knows them."""
    from .table import Table

    tables: dict[int, list[pairing.Table]] = {}
    out: dict[int, list[pairing.Out]] = {}
    rows = Table.objects.filter(round__competition=competition, game=1)
    rows = rows.order_by("round__number", "number")
    for number, place, a, b, why in rows.values_list("round__number", "number", "a", "b", "why"):
        tables.setdefault(number, [])
        if b is None:
            out.setdefault(number, []).append(pairing.Out(a, why))
        else:
            tables[number].append(pairing.Table(place, ((a,), (b,))))
    return tuple(
        pairing.Round(number, tuple(tables[number]), tuple(out.get(number, ())))
        for number in sorted(tables)
    )
