"""Each measure's figure for each entry, and the terms of which it is the sum."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from .order import Figure
from .results import Id
from .scheme import OPPONENTS, SUMS, Number
from .tally import Account, Tally, exact, kept, parts_of, terms

MEAN = "-mean"


class Record(NamedTuple):
    """How an entry's results that count came out: how many matches, how many of them won and drawn
    (byes are none), and the league points of all of them, in parts."""

    matches: int
    won: int
    drawn: int
    league: int


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
    matches = won = drawn = league = 0
    for place, number in Counter(account.outcomes).items():
        outcome = told.outcomes[place]
        matches += number * outcome.match
        won += number * outcome.won
        drawn += number * outcome.drawn
        league += number * outcome.league
    return Record(matches, won, drawn, league)


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
        account = kept(account, [result[7] != "unplayed" for result in account.results])
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
    if own.matches < len(account.results):
        account = matches(told, account)
    return exact(sum(terms(told, what, account)), parts_of(told.scheme, what) * own.matches)


def matches(told: Tally, account: Account) -> Account:
    """The account without byes."""
    return kept(account, [bool(told.outcomes[outcome].match) for outcome in account.outcomes])


def _opponents(
    told: Tally, measure: str, account: Account, worth: Mapping[Id, int | None], own: int
) -> Figure:
    scheme = told.scheme
    values = [value for value, _place, _foe in _strengths(told, account, worth, own)]
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
) -> list[tuple[int, int, Id | None]]:
    """What each opponent is worth, in parts of a league point, with the place in the account and
    the opponent: None where the scheme puts the entry's `own` league points in the place of one."""
    met = [outcome.foe == "met" for outcome in told.outcomes]
    found: list[tuple[int, int, Id | None]] = [
        (value, place, foe)
        for foes in (account.foes, account.foes2)
        for place, (outcome, foe) in enumerate(zip(account.outcomes, foes, strict=True))
        if foe is not None and met[outcome] and (value := worth[foe]) is not None
    ]
    found += [
        (own, place, None)
        for place, outcome in enumerate(account.outcomes)
        if not met[outcome] and told.outcomes[outcome].foe == "own"
    ]
    return found


def worked(
    told: Tally, records: Mapping[Id, Record], measure: str, figure: Figure, id: Id
) -> Worked:
    """The working of one figure of an entry: of any measure but head-to-head and lot."""
    scheme, account = told.scheme, told.chosen[id]
    if measure in OPPONENTS:
        found = [
            (value, account.results[place], () if foe is None else (foe,))
            for value, place, foe in _strengths(
                told, account, worth(told, records), records[id].league
            )
        ]
        found.sort(key=lambda each: (each[0], each[1][1], str(each[1][0]), str(each[2])))
        low, high = 0, len(found)
        if measure == "opponents-cut":
            low, high = scheme.cut_lowest, len(found) - scheme.cut_highest
        listed = tuple(
            Term(result[0], result[1], foe, exact(value, scheme.unit), low <= place < high)
            for place, (value, result, foe) in enumerate(found)
        )
        return Worked(measure, figure, listed, len(found) if measure == "opponents-mean" else None)
    what = measure.removesuffix(MEAN)
    if what != measure:
        account = matches(told, account)
    values = terms(told, what, account)
    listed = tuple(
        Term(
            account.results[place][0],
            account.rounds[place],
            foes(account, place),
            exact(values[place], parts_of(scheme, what)),
        )
        for place in in_order(account)
    )
    return Worked(measure, figure, listed, len(listed) if what != measure else None)


def foes(account: Account, place: int) -> tuple[Id, ...]:
    """The opponents at one place of an account: none of a bye."""
    return tuple(foe for foe in (account.foes[place], account.foes2[place]) if foe is not None)


def in_order(account: Account) -> list[int]:
    """The places of an account by round, and within a round by the result's id."""
    return sorted(
        range(len(account.results)),
        key=lambda place: (account.rounds[place], str(account.results[place][0])),
    )
