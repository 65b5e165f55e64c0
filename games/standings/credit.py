"""What a result brings to each of its sides."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from .packing import PackedFigures, Packing
from .results import Entry, Id, Result
from .scheme import MEAN, Number, Scheme

GAME = 2
"""Games won are counted in halves."""


class Outcome(NamedTuple):
    """What a result brings by its kind and its winner. `league` is in parts of a league point
    (`Scheme.unit`); `points` are match points, `games` halves, of a result that does not tell its
    own. `match` is 1 where a match was due between two sides, 0 for a bye. `foe` says who counts as
    the opponent: those `met`, the entry's `own` points, `nothing`."""

    name: str  # won, drawn, lost, or the kind of a bye
    league: int
    points: int
    games: int
    match: int
    foe: str


class Credit(NamedTuple):
    """What a result brings to whoever is on one of its sides."""

    outcome: Outcome
    points: int  # match points for, capped
    against: int  # match points against, capped
    games: int  # in halves
    deals: int


TERMS: Mapping[str, Callable[[Credit], int]] = {
    "league-points": lambda credit: credit.outcome.league,
    "matches-won": lambda credit: credit.outcome.name == "won",
    "games-won": lambda credit: credit.games,
    "match-points-for": lambda credit: credit.points,
    "match-points-against": lambda credit: credit.against,
    "difference": lambda credit: credit.points - credit.against,
    "deals-won": lambda credit: credit.deals,
}
"""What a result adds to each measure that adds up, in its parts (`parts_of`)."""


def parts_of(scheme: Scheme, measure: str) -> int:
    """How many of a measure's parts are one."""
    return {"league-points": scheme.unit, "games-won": GAME}.get(measure, 1)


def exact(total: int, parts: int) -> Number:
    """`total` parts as a number."""
    whole, rest = divmod(total, parts)
    return Fraction(total, parts) if rest else whole


class Side(NamedTuple):
    """What each figure of one side brings, packed: its match points (with all that its outcome
    brings anyway), the same points to the other side, and games and deals that the result tells."""

    points: PackedFigures
    against: PackedFigures
    games: PackedFigures
    deals: PackedFigures


class Crediting:
    """What each result of a competition that counts brings to its sides. Raises KeyError for a
    result that cannot be."""

    def __init__(self, scheme: Scheme, packing: Packing, entries: Mapping[Id, Entry]) -> None:
        self._scheme, self._entries = scheme, entries
        self._outcomes = _matches(scheme), _byes(scheme)
        self.sides = [
            {
                kind: {winner: (self._side(packing, a), self._side(packing, b))
                       for winner, (a, b) in by_winner.items()}
                for kind, by_winner in outcomes.items()
            }
            for outcomes in self._outcomes
        ]  # fmt: skip
        asked = {measure.removesuffix(MEAN) for measure in scheme.measures}
        self.asks_against = bool(asked & {"match-points-against", "difference"})
        self.asks_deals = "deals-won" in asked

    def credits(self, row: Result) -> tuple[Credit, Credit]:
        """What a result brings to `a` and to `b`."""
        told = self.as_it_counts(row)
        winner, kind, points_a, points_b, games_a, games_b, deals_a, deals_b = told[6:14]
        a, b = self._outcomes[row[4] is None][kind][winner]
        cap = self._scheme.result_cap
        points_a = a.points if points_a is None else points_a
        points_b = b.points if points_b is None else points_b
        if cap is not None:
            points_a, points_b = min(points_a, cap), min(points_b, cap)
        halves_a = a.games if games_a is None else int(games_a * GAME)
        halves_b = b.games if games_b is None else int(games_b * GAME)
        return (
            Credit(a, points_a, points_b, halves_a, deals_a or 0),
            Credit(b, points_b, points_a, halves_b, deals_b or 0),
        )

    def as_it_counts(self, row: Result) -> Result:
        """The result; of a match that was left unplayed the forfeit that it counts as."""
        if row[7] != "unplayed":
            return row
        told: Any = (self.left_by(row), "forfeit", None, None, None, None)
        return Result._make((*row[:6], *told, *row[12:]))

    def left_by(self, row: Result) -> str | None:
        """The winner of a match that somebody's withdrawal left unplayed; "" if both sides
        withdrew, None if the match does not count (yet). Raises KeyError for unknown entries."""
        if self._scheme.unplayed == "nothing" or row[4] is None:
            return None
        gone_a, gone_b = (
            any(id is not None and self._entries[id].withdrawn for id in side)
            for side in (row[2:4], row[4:6])
        )
        if gone_a:
            return "" if gone_b else "b"
        return "a" if gone_b else None

    def _side(self, packing: Packing, outcome: Outcome) -> Side:
        def weight(measure: str) -> int:
            """Neither a bye nor what it brought takes part in a mean."""
            return packing.weight(measure) + outcome.match * packing.weight(measure + MEAN)

        games = weight("games-won")
        anyway = (
            packing.weight("results")
            + packing.weight("matches") * outcome.match
            + packing.weight("drawn") * (outcome.name == "drawn")
            + weight("matches-won") * (outcome.name == "won")
            + weight("league-points") * outcome.league
            + games * outcome.games
        )
        points, cap = outcome.points, self._scheme.result_cap
        own = weight("match-points-for") + weight("difference")
        others = weight("match-points-against") - weight("difference")
        return Side(
            PackedFigures(own, usual=points, cap=cap, besides=anyway),
            PackedFigures(others, usual=points, cap=cap),
            PackedFigures(games, parts=GAME, besides=-games * outcome.games),
            PackedFigures(weight("deals-won")),
        )


Outcomes = Mapping[str, Mapping[str, tuple[Outcome, Outcome]]]
"""By kind and winner the outcomes of `a` and `b`."""


def _matches(scheme: Scheme) -> Outcomes:
    """Of results that have two sides."""

    def outcome(name: str, league: Number, points: int, games: Number, foe: str) -> Outcome:
        return Outcome(name, int(league * scheme.unit), points, int(games * GAME), 1, foe)

    won = outcome("won", scheme.win, 0, 1, "met")
    lost = outcome("lost", scheme.loss, 0, 0, "met")
    drawn = outcome("drawn", scheme.draw, 0, scheme.drawn_game, "met")
    foe = {"counts": "met", "own": "own", "nothing": "nothing"}[scheme.forfeit_opponent]
    mine, theirs = scheme.forfeit_points
    given = outcome("won", scheme.forfeit_win, mine, scheme.forfeit_games, foe)
    missed = outcome("lost", scheme.forfeit_loss, theirs, 0, foe)
    nobody = missed._replace(points=0)
    return {
        "played": {"a": (won, lost), "b": (lost, won), "": (drawn, drawn)},
        "forfeit": {"a": (given, missed), "b": (missed, given), "": (nobody, nobody)},
    }


def _byes(scheme: Scheme) -> Outcomes:
    """Of results that have one side. The other has nobody; its points are those against the one."""

    def sides(
        name: str, league: Number, points: tuple[int, int], games: Number, foe: str
    ) -> tuple[Outcome, Outcome]:
        outcome = Outcome(name, int(league * scheme.unit), points[0], int(games * GAME), 0, foe)
        return outcome, outcome._replace(points=points[1])

    foe = scheme.bye_opponent
    bye = sides("bye", scheme.bye, scheme.bye_points, scheme.bye_games, foe)
    requested = sides("requested-bye", scheme.requested_bye, scheme.requested_bye_points, 0, foe)
    late = sides("late", scheme.late, (0, 0), 0, "nothing")
    return {
        "bye": {"a": bye, "": bye},
        "requested-bye": {"a": requested, "": requested},
        "late": {"": late},
    }
