"""Each measure's figure for each entry, and the terms of which it is the sum."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from .account import Account, Line
from .order import Figure
from .results import Id
from .scheme import OPPONENTS, SUMS, Number
from .tally import Tally, exact, parts_of, terms

MEAN = "-mean"


class Record(NamedTuple):
    """How an entry's results that count came out: how many matches, how many of them won and drawn
    (byes are none), and the league points and games won of all of them, in parts."""

    matches: int
    won: int
    drawn: int
    league: int
    games: int


@dataclass(frozen=True)
class Term:
    """What one result adds to a figure: the ids of the result and of the opponents concerned, and
    whether the term counts (the lowest and highest of the opponents may be left out)."""

    result: Id | None
    round: int
    opponents: tuple[Id, ...]
    value: Number
    counts: bool = True


@dataclass(frozen=True)
class Worked:
    """A figure with its working: the terms that count, added up, and divided by `divisor` where
    the figure is a mean."""

    measure: str
    figure: Figure
    terms: tuple[Term, ...]
    divisor: int | None = None


def record(told: Tally, account: Account) -> Record:
    """The record of an account."""
    matches = won = drawn = league = games = 0
    outcomes = account.outcomes
    for place in set(outcomes):  # counted one after another sooner than by a Counter
        outcome, number = told.outcomes[place], outcomes.count(place)
        matches += number * outcome.match
        won += number * outcome.won
        drawn += number * outcome.drawn
        league += number * outcome.league
        games += number * (outcome.games or 0)
    if told.own_games:
        games = sum(terms(told, "games-won", account))
    return Record(matches, won, drawn, league, games)


def worth(told: Tally, records: Mapping[Id, Record]) -> dict[Id, int | None]:
    """What each entry is worth as an opponent, in parts of a league point: its league points,
    unless it withdrew and the scheme says otherwise; None if it is no opponent at all."""
    scheme = told.scheme
    league: dict[Id, int | None] = {id: own.league for id, own in records.items()}
    if scheme.withdrawn_opponent == "as-is":
        return league
    for id, entry in told.entries.items():
        if not entry.withdrawn:
            continue
        if scheme.withdrawn_opponent == "nothing":
            league[id] = None
            continue
        assert scheme.rounds is not None, "a scheme with draws for missed rounds states the rounds"
        account = told.chosen[id]
        account = account.only([result[7] != "unplayed" for result in account.results])
        missed = max(0, scheme.rounds - len(set(account.rounds)))
        league[id] = record(told, account).league + missed * int(scheme.draw * scheme.unit)
    return league


def figures(told: Tally, records: Mapping[Id, Record]) -> dict[str, dict[Id, Figure]]:
    """By measure and entry the figures of all measures of the scheme but head-to-head and lot."""
    scheme = told.scheme
    found: dict[str, dict[Id, Figure]] = {}
    opponents = worth(told, records) if set(OPPONENTS) & set(scheme.measures) else {}
    for measure in scheme.measures:
        parts = parts_of(scheme, measure.removesuffix(MEAN))
        if measure == "league-points":
            found[measure] = {id: exact(own.league, parts) for id, own in records.items()}
        elif measure == "matches-won":
            found[measure] = {id: own.won for id, own in records.items()}
        elif measure == "games-won":
            found[measure] = {id: exact(own.games, parts) for id, own in records.items()}
        elif measure in SUMS:
            found[measure] = {
                id: exact(sum(terms(told, measure, account)), parts)
                for id, account in told.chosen.items()
            }
        elif measure in OPPONENTS:
            found[measure] = {
                id: _opponents(told, measure, account, opponents, records[id].league)
                for id, account in told.chosen.items()
            }
        elif measure.endswith(MEAN):
            found[measure] = {
                id: _mean(told, measure, records[id], account)
                for id, account in told.chosen.items()
            }
    return found


def _mean(told: Tally, measure: str, own: Record, account: Account) -> Figure:
    """Over the matches alone: neither a bye nor what it brought takes part."""
    if not own.matches:
        return None
    what = measure.removesuffix(MEAN)
    if own.matches < len(account):
        account = matches(told, account)
    return exact(sum(terms(told, what, account)), parts_of(told.scheme, what) * own.matches)


def matches(told: Tally, account: Account) -> Account:
    """The account without byes."""
    return account.only([bool(told.outcomes[outcome].match) for outcome in account.outcomes])


def _opponents(
    told: Tally, measure: str, account: Account, worth: Mapping[Id, int | None], own: int
) -> Figure:
    scheme = told.scheme
    if all(told.outcomes[outcome].foe == "met" for outcome in set(account.outcomes)):
        foes = account.foes + (account.foes2 if told.partners else [])
        values = [value for foe in foes if foe is not None and (value := worth[foe]) is not None]
    else:
        values = [value for value, _at, _foe in _strengths(told, account, worth, own)]
    if measure == "opponents-mean":
        return exact(sum(values), scheme.unit * len(values)) if values else None
    if measure == "opponents-cut":
        values.sort()
        values = values[
            scheme.cut_lowest : max(scheme.cut_lowest, len(values) - scheme.cut_highest)
        ]
    return exact(sum(values), scheme.unit)


def _strengths(
    told: Tally, account: Account, worth: Mapping[Id, int | None], own: int
) -> list[tuple[int, int, tuple[Id, ...]]]:
    """What each opponent is worth, in parts of a league point, with the place of the line in the
    account and the opponent: () where the scheme puts the entry's `own` league points in the place
    of one."""
    found: list[tuple[int, int, tuple[Id, ...]]] = []
    counts_as = [outcome.foe for outcome in told.outcomes]
    lines = zip(account.outcomes, account.foes, account.foes2, strict=True)
    for at, (outcome, *foes) in enumerate(lines):
        if counts_as[outcome] == "own":
            found.append((own, at, ()))
        elif counts_as[outcome] == "met":
            for foe in foes:
                if foe is not None and (value := worth[foe]) is not None:
                    found.append((value, at, (foe,)))
    return found


def worked(
    told: Tally, records: Mapping[Id, Record], measure: str, figure: Figure, id: Id
) -> Worked:
    """The working of one figure of an entry: of any measure but head-to-head and lot."""
    scheme, account = told.scheme, told.chosen[id]
    if measure in OPPONENTS:
        lines = account.lines()
        strengths = _strengths(told, account, worth(told, records), records[id].league)
        found = [(value, lines[at], foe) for value, at, foe in strengths]
        found.sort(key=lambda each: (each[0], *place(each[1]), str(each[2])))
        low, high = 0, len(found)
        if measure == "opponents-cut":
            low, high = scheme.cut_lowest, len(found) - scheme.cut_highest
        listed = tuple(
            Term(*line.result[:2], foe, exact(value, scheme.unit), low <= at < high)
            for at, (value, line, foe) in enumerate(found)
        )
        return Worked(measure, figure, listed, len(found) if measure == "opponents-mean" else None)
    what = measure.removesuffix(MEAN)
    if what != measure:
        account = matches(told, account)
    pairs = sorted(
        zip(account.lines(), terms(told, what, account), strict=True),
        key=lambda pair: place(pair[0]),
    )
    listed = tuple(
        Term(*line.result[:2], line.foes, exact(value, parts_of(scheme, what)))
        for line, value in pairs
    )
    return Worked(measure, figure, listed, len(listed) if what != measure else None)


def place(line: Line) -> tuple[int, str]:
    """By what lines are put in order: the round, and within a round the result's id."""
    return line.result.round, str(line.result.id)
