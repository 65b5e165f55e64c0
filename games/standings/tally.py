"""The one pass over all results: what each of them brought to each entry."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from games.manille.errors import Fault, gettext_noop

from .results import Entry, Id, InvalidResults, Result
from .scheme import FEWER_IS_BETTER, SUMS, Number, Scheme, whole

GAME = 2
"""Games won are counted in halves."""


class Half(NamedTuple):
    """What one result brought to one side of it.

    `league` is in parts of a league point (`Scheme.unit`), `games` in halves, points are match
    points, capped. `match` is 1 where a match was due between two sides, 0 for a bye.
    """

    result: Result
    foe: Id | None
    foe2: Id | None
    league: int
    won: int
    drawn: int
    match: int
    games: int
    points: int
    against: int
    deals: int


COLUMNS = {
    "league-points": 3,
    "matches-won": 4,
    "games-won": 7,
    "match-points-for": 8,
    "match-points-against": 9,
    "deals-won": 10,
}
"""Where in a half each measure's term stands; the difference is one less another."""


class Tally(NamedTuple):
    """Who got what: every half of each entry's counted results, those of its rounds that are among
    the best, and the results that count for nobody, with the reason."""

    scheme: Scheme
    entries: dict[Id, Entry]
    void: frozenset[Id]  # the withdrawn whose results are removed
    halves: dict[Id, list[Half]]
    chosen: dict[Id, list[Half]]
    left_out: list[tuple[Result, str]]


def tally(scheme: Scheme, entries: Iterable[Entry], results: Iterable[Result]) -> Tally:
    """Go through all results once. Raises InvalidResults."""
    people = {entry[0]: Entry(*entry) for entry in entries}
    if scheme.withdrawn == "by-rounds" and any(entry.withdrawn for entry in people.values()):
        results = list(results)
    void = _void(scheme, people, results)
    halves: dict[Id, list[Half]] = {id: [] for id in people}
    left_out: list[tuple[Result, str]] = []
    brought = _brought(scheme)
    cap = scheme.result_cap
    winner: str
    kind: str
    half = tuple.__new__  # a NamedTuple without the cost of its constructor
    for row in results:
        (_, _, a, a2, b, b2, winner, kind, points_a, points_b, games_a, games_b, deals_a, deals_b,
         counted) = row  # fmt: skip
        if kind != "played":
            if kind == "void":
                left_out.append((Result(*row), "void"))
                continue
            if kind == "unplayed":
                left = _unplayed(scheme, people, row)
                if left is None or (void and _concerns(row, void)):
                    reason = "unplayed" if left is None else "withdrawn"
                    left_out.append((Result(*row), reason))
                    continue
                winner, kind, counted = left, "forfeit", True
                points_a = points_b = games_a = games_b = None
        if void and _concerns(row, void):
            left_out.append((Result(*row), "withdrawn"))
            continue
        if not counted:
            left_out.append((Result(*row), "unsigned"))
            continue
        try:
            (league_a, league_b, won_a, won_b, drawn, match, usual_games_a, usual_games_b,
             usual_a, usual_b) = brought[kind, winner]  # fmt: skip
            if points_a is None:
                points_a = usual_a
            elif cap is not None and points_a > cap:
                points_a = cap
            if points_b is None:
                points_b = usual_b
            elif cap is not None and points_b > cap:
                points_b = cap
            mine = half(
                Half,
                (
                    row,
                    b,
                    b2,
                    league_a,
                    won_a,
                    drawn,
                    match,
                    usual_games_a if games_a is None else int(games_a * GAME),
                    points_a,
                    points_b,
                    deals_a or 0,
                ),
            )
            halves[a].append(mine)
            if a2 is not None:
                halves[a2].append(mine)
            if b is None:
                if match:
                    raise _impossible(row, people)
                continue
            theirs = half(
                Half,
                (
                    row,
                    a,
                    a2,
                    league_b,
                    won_b,
                    drawn,
                    match,
                    usual_games_b if games_b is None else int(games_b * GAME),
                    points_b,
                    points_a,
                    deals_b or 0,
                ),
            )
            halves[b].append(theirs)
            if b2 is not None:
                halves[b2].append(theirs)
        except KeyError:
            raise _impossible(row, people) from None
        if not match or a == b or (b2 is not None and len({a, a2, b, b2}) < 4):
            raise _impossible(row, people)
    _late(scheme, people, void, halves)
    chosen = halves
    if scheme.best is not None:
        chosen = {id: _best(scheme, own) for id, own in halves.items()}
    return Tally(scheme, people, void, halves, chosen, left_out)


Brought = tuple[int, int, int, int, int, int, int, int, int, int]


def _brought(scheme: Scheme) -> Mapping[tuple[str, str], Brought]:
    """By kind and winner: league points, matches won, whether drawn, whether a match, games won
    and match points unless the result has its own; of `a` and of `b` in turn."""
    unit = scheme.unit
    win, draw, loss, forfeit_win, forfeit_loss, bye, requested, late = (
        int(points * unit)
        for points in (
            scheme.win,
            scheme.draw,
            scheme.loss,
            scheme.forfeit_win,
            scheme.forfeit_loss,
            scheme.bye,
            scheme.requested_bye,
            scheme.late,
        )
    )
    half_game = int(scheme.drawn_game * GAME)
    games = scheme.forfeit_games * GAME
    cap = scheme.result_cap

    def capped(points: tuple[int, int]) -> tuple[int, int]:
        return points if cap is None else (min(points[0], cap), min(points[1], cap))

    mine, theirs = capped(scheme.forfeit_points)
    brought: dict[tuple[str, str], Brought] = {
        ("played", "a"): (win, loss, 1, 0, 0, 1, GAME, 0, 0, 0),
        ("played", "b"): (loss, win, 0, 1, 0, 1, 0, GAME, 0, 0),
        ("played", ""): (draw, draw, 0, 0, 1, 1, half_game, half_game, 0, 0),
        ("forfeit", "a"): (forfeit_win, forfeit_loss, 1, 0, 0, 1, games, 0, mine, theirs),
        ("forfeit", "b"): (forfeit_loss, forfeit_win, 0, 1, 0, 1, 0, games, theirs, mine),
        ("forfeit", ""): (forfeit_loss, forfeit_loss, 0, 0, 0, 1, 0, 0, 0, 0),
        ("late", ""): (late, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    }
    for winner in ("a", ""):
        game = scheme.bye_games * GAME
        brought["bye", winner] = (bye, 0, 0, 0, 0, 0, game, 0, *capped(scheme.bye_points))
        points = capped(scheme.requested_bye_points)
        brought["requested-bye", winner] = (requested, 0, 0, 0, 0, 0, 0, 0, *points)
    return brought


def _void(scheme: Scheme, entries: Mapping[Id, Entry], results: Iterable[Result]) -> frozenset[Id]:
    """The withdrawn whose results are removed. With `by-rounds` those who had not completed enough
    rounds: rounds in which a match of theirs was played, whatever became of the opponents."""
    withdrawn = frozenset(id for id, entry in entries.items() if entry.withdrawn)
    if scheme.withdrawn == "keep" or not withdrawn:
        return frozenset()
    if scheme.withdrawn == "void":
        return withdrawn
    rounds: dict[Id, set[int]] = {id: set() for id in withdrawn}
    for row in results:
        if row[7] == "played" and row[14]:
            for id in row[2:6]:
                if id in withdrawn:
                    rounds[id].add(row[1])
    assert scheme.rounds is not None, "a scheme by rounds states their number"
    enough = scheme.keep_from * scheme.rounds
    return frozenset(id for id, played in rounds.items() if len(played) < enough)


def _concerns(row: Result, entries: frozenset[Id]) -> bool:
    return row[2] in entries or row[4] in entries or row[3] in entries or row[5] in entries


def _unplayed(scheme: Scheme, entries: Mapping[Id, Entry], row: Result) -> str | None:
    """The winner of a match that somebody's withdrawal left unplayed; "" if both sides withdrew,
    None if the match does not count (yet)."""
    if scheme.unplayed == "nothing" or row[4] is None:
        return None
    try:
        gone = [
            any(id is not None and entries[id].withdrawn for id in side)
            for side in (row[2:4], row[4:6])
        ]
    except KeyError:
        raise _impossible(row, entries) from None
    return {(True, True): "", (True, False): "b", (False, True): "a"}.get((gone[0], gone[1]))


def _late(
    scheme: Scheme,
    entries: Mapping[Id, Entry],
    void: frozenset[Id],
    halves: Mapping[Id, list[Half]],
) -> None:
    """Give whoever entered late a half for each round missed before, if that brings anything."""
    if not scheme.late:
        return
    league = int(scheme.late * scheme.unit)
    for id, entry in entries.items():
        if id not in void:
            for round in range(1, entry.late_from or 1):
                row = Result(
                    None, round, id, None, None, None, "", "late", None, None, None, None, None,
                    None, True,
                )  # fmt: skip
                halves[id].append(Half(row, None, None, league, 0, 0, 0, 0, 0, 0, 0))


def by_round(halves: Iterable[Half]) -> dict[int, list[Half]]:
    """The halves of each round, in order of the rounds."""
    rounds: dict[int, list[Half]] = {}
    for half in halves:
        rounds.setdefault(half[0][1], []).append(half)
    return dict(sorted(rounds.items()))


def _best(scheme: Scheme, halves: list[Half]) -> list[Half]:
    """The halves of the best rounds: by the first measure, then by the others that add up; of
    rounds that are equal in all of them the earlier ones."""
    assert scheme.best is not None
    rounds = by_round(halves)
    if len(rounds) <= scheme.best:
        return halves
    measures = [measure for measure in scheme.measures if measure in SUMS]
    signs = [-1 if measure in FEWER_IS_BETTER else 1 for measure in measures]

    def worth(round: int) -> list[int]:
        own = rounds[round]
        return [sign * sum_of(measure, own) for measure, sign in zip(measures, signs, strict=True)]

    best = sorted(rounds, key=worth, reverse=True)[: scheme.best]  # stable: the earlier first
    return [half for round in sorted(best) for half in rounds[round]]


def sum_of(measure: str, halves: Iterable[Half]) -> int:
    """A measure's sum over halves, in the parts in which halves count."""
    return sum([term(measure, half) for half in halves])


def term(measure: str, half: Half) -> int:
    """What one half adds to a measure, in the parts in which halves count."""
    if measure == "difference":
        return half[8] - half[9]
    value: int = half[COLUMNS[measure]]  # type: ignore[assignment]
    return value


def parts_of(scheme: Scheme, measure: str) -> int:
    """How many of a measure's parts are one."""
    return {"league-points": scheme.unit, "games-won": GAME}.get(measure, 1)


def exact(total: int, parts: int) -> Number:
    """`total` parts as a number."""
    return total if parts == 1 else whole(Fraction(total, parts))


def sums(halves: Sequence[Half]) -> tuple[int, ...]:
    """The sums of the columns of halves from the fourth on: see `Half`."""
    if not halves:
        return (0,) * 8
    columns = list(zip(*halves, strict=True))
    return tuple(map(sum, columns[3:]))


def _impossible(row: Result, entries: Mapping[Id, Entry]) -> InvalidResults:
    result = Result(*row)
    place = str(result.id)
    for id in result[2:6]:
        if id is not None and id not in entries:
            message = gettext_noop("This result is of an entry that is not in the competition.")
            return InvalidResults(Fault(message, {}, place))
    people = [id for id in result[2:6] if id is not None]
    if len(set(people)) < len(people):
        message = gettext_noop("An entry cannot meet itself.")
        return InvalidResults(Fault(message, {}, place))
    if (result.kind in ("bye", "requested-bye")) != (result.b is None):
        message = gettext_noop("A match needs two sides, a bye has one.")
        return InvalidResults(Fault(message, {}, place))
    message = gettext_noop("“%(kind)s” won by “%(winner)s” is no result that can be counted.")
    return InvalidResults(Fault(message, {"kind": result.kind, "winner": result.winner}, place))
