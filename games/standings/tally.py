"""The one pass over all results: what each of them brought to each entry."""

import gc
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from itertools import chain
from operator import sub
from typing import Any, NamedTuple, cast

from games.manille.errors import Fault, gettext_noop

from .account import GAME, WIDTH, Account
from .results import Entry, Id, InvalidResults, Result
from .scheme import Number, Scheme

MATCHES = ("played", "forfeit")
"""The kinds of results that have two sides."""


class Outcome(NamedTuple):
    """What a result brings by its kind and its winner. `league` is in parts of a league point
    (`Scheme.unit`), `games` in halves, None where the result has its own. `match` is 1 where a
    match was due between two sides, 0 for a bye. `foe` says who counts as the opponent: those
    `met`, the entry's `own` points, `nothing`."""

    name: str  # won, drawn, lost, or the kind of a bye
    league: int
    won: int
    drawn: int
    match: int
    games: int | None
    foe: str


class Tally(NamedTuple):
    """Who got what: for each entry the account of all its counted results and that of its
    evenings that are among the best; and the results that count for nobody, with the reason."""

    scheme: Scheme
    outcomes: tuple[Outcome, ...]
    entries: dict[Id, Entry]
    partners: bool  # whether any two were credited alike
    own_games: bool  # whether any result has its own games won
    void: frozenset[Id]  # the withdrawn whose results are removed
    accounts: dict[Id, Account]
    chosen: dict[Id, Account]
    left_out: list[tuple[Result, str]]
    evenings: Mapping[int, int]  # round -> its evening; one that is not there is its own
    ends: Sequence[Sequence[int]]  # how many lines each account had at first, after each evening

    def evening(self, round: int) -> int:
        """The evening of a round."""
        return self.evenings.get(round, round)


@contextmanager
def uncollected() -> Iterator[None]:
    """Without garbage collection meanwhile, nor of what was made meanwhile. Nothing of it refers
    back to itself, and to look for that through all lines of a hundred thousand results would take
    a fifth of the time."""
    if not gc.isenabled():
        yield
        return
    gc.collect(1)  # what others have left must not pass as old below
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()  # whatever there is by now
        gc.unfreeze()  # is old: looked through only once much more has been made
        gc.enable()


def tally(
    scheme: Scheme,
    entries: Iterable[Entry],
    results: Iterable[Result],
    evenings: Mapping[int, int] | None = None,
) -> Tally:
    """Go through all results once: evening by evening where only the best count, otherwise as they
    come. Every evening is among those chosen. Raises InvalidResults."""
    people = {entry[0]: Entry(*entry) for entry in entries}
    if scheme.withdrawn == "by-rounds" and any(entry.withdrawn for entry in people.values()):
        results = list(results)
    void = removed(scheme, people, results)
    results = chain(_late(scheme, people, void), results)
    evenings = evenings or {}
    books: dict[Id, list[Any]] = {id: [] for id in people}  # accounts written line by line
    left_out: list[tuple[Result, str]] = []
    ends = [[0] * len(books)]
    outcomes, brought, byes = _brought(scheme)
    with_own_games = len(outcomes) // 2
    cap = scheme.result_cap
    partners = own_games = False
    winner: str
    kind: str
    for rows in (results,) if scheme.best is None else _by_evening(results, evenings):
        for row in rows:
            (_id, round, a, a2, b, b2, winner, kind, points_a, points_b, games_a, games_b, _deals_a,
             _deals_b, counted) = row  # fmt: skip
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
                mine, theirs, usual_a, usual_b = (byes if b is None else brought)[kind][winner]
                if points_a is None:
                    points_a = usual_a
                elif cap is not None and points_a > cap:
                    points_a = cap
                if points_b is None:
                    points_b = usual_b
                elif cap is not None and points_b > cap:
                    points_b = cap
                if games_a is not None:
                    own_games = True
                    mine += with_own_games
                if games_b is not None:
                    own_games = True
                    theirs += with_own_games
                line = row, mine, points_a, points_b
                book = books[a]
                book += line
                if a2 is not None:
                    partners = True
                    book = books[a2]
                    book += line
                if b is not None:
                    line = row, theirs, points_b, points_a
                    book = books[b]
                    book += line
                    if b2 is not None:
                        partners = True
                        book = books[b2]
                        book += line
            except KeyError:
                raise _impossible(row, people) from None
            if a in (b, a2) or (b2 is not None and (b2 in (b, a, a2) or a2 == b)):
                raise _impossible(row, people)
        ends.append([len(book) // WIDTH for book in books.values()])
    accounts = {id: Account(id, book) for id, book in books.items()}
    return Tally(
        scheme, outcomes, people, partners, own_games, void, accounts, accounts, left_out,
        evenings, ends,
    )  # fmt: skip


Brought = Mapping[str, Mapping[str, tuple[int, int, int, int]]]
"""By kind and by winner the places of the outcomes of `a` and `b`, and the match points of both
unless the result has its own."""


def _brought(scheme: Scheme) -> tuple[tuple[Outcome, ...], Brought, Brought]:
    """All outcomes, those with games of their own in the second half; and what is brought by the
    results that have two sides, and by those that have one."""
    outcomes: list[Outcome] = []
    half_game = int(scheme.drawn_game * GAME)

    def outcome(name: str, league: Number, games: int, foe: str, match: int = 1) -> int:
        won, drawn = int(name == "won"), int(name == "drawn")
        points = int(league * scheme.unit)
        outcomes.append(Outcome(name, points, won, drawn, match, games, foe))
        return len(outcomes) - 1

    def capped(points: tuple[int, int]) -> tuple[int, int]:
        cap = scheme.result_cap
        return points if cap is None else (min(points[0], cap), min(points[1], cap))

    won = outcome("won", scheme.win, GAME, "met")
    lost = outcome("lost", scheme.loss, 0, "met")
    drawn = outcome("drawn", scheme.draw, half_game, "met")
    foe = {"counts": "met", "own": "own", "nothing": "nothing"}[scheme.forfeit_opponent]
    given = outcome("won", scheme.forfeit_win, scheme.forfeit_games * GAME, foe)
    missed = outcome("lost", scheme.forfeit_loss, 0, foe)
    bye = outcome("bye", scheme.bye, int(scheme.bye_games * GAME), scheme.bye_opponent, 0)
    requested = outcome("requested-bye", scheme.requested_bye, 0, scheme.bye_opponent, 0)
    late = outcome("late", scheme.late, 0, "nothing", 0)
    mine, theirs = capped(scheme.forfeit_points)
    brought = {
        "played": {
            "a": (won, lost, 0, 0),
            "b": (lost, won, 0, 0),
            "": (drawn, drawn, 0, 0),
        },
        "forfeit": {
            "a": (given, missed, mine, theirs),
            "b": (missed, given, theirs, mine),
            "": (missed, missed, 0, 0),
        },
    }
    of_bye = bye, bye, *capped(scheme.bye_points)
    of_requested = requested, requested, *capped(scheme.requested_bye_points)
    byes = {
        "bye": {"a": of_bye, "": of_bye},
        "requested-bye": {"a": of_requested, "": of_requested},
        "late": {"": (late, late, 0, 0)},
    }
    return (*outcomes, *(each._replace(games=None) for each in outcomes)), brought, byes


def removed(
    scheme: Scheme, entries: Mapping[Id, Entry], results: Iterable[Result]
) -> frozenset[Id]:
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


def _late(scheme: Scheme, entries: Mapping[Id, Entry], void: frozenset[Id]) -> Iterator[Result]:
    """What whoever entered late is given for each round missed before, if that brings anything."""
    for id, entry in entries.items() if scheme.late else ():
        if id not in void:
            for round in range(1, entry.late_from or 1):
                yield Result(
                    None, round, id, None, None, None, "", "late", None, None, None, None, None,
                    None, True,
                )  # fmt: skip


def _by_evening(results: Iterable[Result], evenings: Mapping[int, int]) -> Iterator[list[Result]]:
    """The results of each evening, in the order of the evenings."""
    rounds: dict[int, list[Result]] = defaultdict(list)
    for row in results:
        rounds[row[1]].append(row)
    held: dict[int, list[Result]] = defaultdict(list)
    for round, rows in rounds.items():
        held[evenings.get(round, round)] += rows
    return (held[evening] for evening in sorted(held))


def terms(told: Tally, measure: str, account: Account) -> Iterable[int]:
    """What each result adds to a measure that adds up, in its parts (`parts_of`)."""
    if measure == "match-points-for":
        return account.points
    if measure == "match-points-against":
        return account.against
    if measure == "difference":
        return map(sub, account.points, account.against)
    if measure == "deals-won":
        return account.deals
    if measure == "games-won":
        usual = [outcome.games for outcome in told.outcomes]
        games = map(usual.__getitem__, account.outcomes)
        if not told.own_games:
            return cast(Iterable[int], games)
        pairs = zip(games, account.games, strict=True)
        return (own if each is None else each for each, own in pairs)
    of_outcome = {
        "league-points": [outcome.league for outcome in told.outcomes],
        "matches-won": [outcome.won for outcome in told.outcomes],
    }[measure]
    return map(of_outcome.__getitem__, account.outcomes)


def parts_of(scheme: Scheme, measure: str) -> int:
    """How many of a measure's parts are one."""
    return {"league-points": scheme.unit, "games-won": GAME}.get(measure, 1)


def exact(total: int, parts: int) -> Number:
    """`total` parts as a number."""
    whole, rest = divmod(total, parts)
    return Fraction(total, parts) if rest else whole


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
