"""Each measure's figure for each entry, and the terms of which it is the sum."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import NamedTuple

from .order import Figure
from .results import Id
from .scheme import OPPONENTS, SUMS, Number
from .tally import Half, Tally, exact, parts_of, terms

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


def record(told: Tally, halves: Sequence[Half]) -> Record:
    """The record of halves."""
    matches = won = drawn = league = 0
    for place, number in Counter(map(itemgetter(1), halves)).items():
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
        kept = [half for half in told.chosen[id] if half[0][7] != "unplayed"]
        missed = max(0, scheme.rounds - len({half[0][1] for half in kept}))
        league[id] = record(told, kept).league + missed * int(scheme.draw * scheme.unit)
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
                id: exact(sum(terms(told, measure, halves)), parts)
                for id, halves in told.chosen.items()
            }
        elif measure in OPPONENTS:
            found[measure] = {
                id: _opponents(told, measure, halves, opponents, records[id].league)
                for id, halves in told.chosen.items()
            }
        elif measure.endswith(MEAN):
            found[measure] = {id: _mean(told, measure, records[id], id) for id in told.chosen}
    return found


def _mean(told: Tally, measure: str, own: Record, id: Id) -> Figure:
    """Over the matches alone: neither a bye nor what it brought takes part."""
    if not own.matches:
        return None
    what, halves = measure.removesuffix(MEAN), told.chosen[id]
    if own.matches < len(halves):
        halves = matches(told, halves)
    return exact(sum(terms(told, what, halves)), parts_of(told.scheme, what) * own.matches)


def matches(told: Tally, halves: Sequence[Half]) -> list[Half]:
    """The halves that are of matches, not of byes."""
    return [half for half in halves if told.outcomes[half[1]].match]


def _opponents(
    told: Tally, measure: str, halves: Sequence[Half], worth: Mapping[Id, int | None], own: int
) -> Figure:
    scheme = told.scheme
    met = [outcome.foe == "met" for outcome in told.outcomes]
    values = [
        value
        for half in halves
        if met[half[1]]
        for foe in half[2:4]
        if foe is not None and (value := worth[foe]) is not None
    ]
    values += [own for half in halves if not met[half[1]] and told.outcomes[half[1]].foe == "own"]
    if measure == "opponents-mean":
        return exact(sum(values), scheme.unit * len(values)) if values else None
    if measure == "opponents-cut":
        values.sort()
        values = values[
            scheme.cut_lowest : max(scheme.cut_lowest, len(values) - scheme.cut_highest)
        ]
    return exact(sum(values), scheme.unit)


def worked(
    told: Tally, records: Mapping[Id, Record], measure: str, figure: Figure, id: Id
) -> Worked:
    """The working of one figure of an entry: of any measure but head-to-head and lot."""
    scheme = told.scheme
    if measure in OPPONENTS:
        found = sorted(
            _worked_opponents(told, worth(told, records), id, records[id].league),
            key=lambda each: (each[0], each[1][0][1], str(each[1][0][0]), str(each[2])),
        )
        low, high = 0, len(found)
        if measure == "opponents-cut":
            low, high = scheme.cut_lowest, len(found) - scheme.cut_highest
        listed = tuple(
            Term(half[0][0], half[0][1], foe, exact(value, scheme.unit), low <= place < high)
            for place, (value, half, foe) in enumerate(found)
        )
        return Worked(measure, figure, listed, len(found) if measure == "opponents-mean" else None)
    what, halves = measure.removesuffix(MEAN), in_order(told.chosen[id])
    if what != measure:
        halves = matches(told, halves)
    listed = tuple(
        Term(half[0][0], half[0][1], foes(half), exact(value, parts_of(scheme, what)))
        for half, value in zip(halves, terms(told, what, halves), strict=True)
    )
    return Worked(measure, figure, listed, len(halves) if what != measure else None)


def _worked_opponents(
    told: Tally, worth: Mapping[Id, int | None], id: Id, own: int
) -> Iterator[tuple[int, Half, tuple[Id, ...]]]:
    """What each opponent of an entry is worth, with the half and the opponent: () where the scheme
    puts the entry's own league points in the place of one."""
    for half in told.chosen[id]:
        counts_as = told.outcomes[half[1]].foe
        if counts_as == "own":
            yield own, half, ()
        elif counts_as == "met":
            for foe in foes(half):
                value = worth[foe]
                if value is not None:
                    yield value, half, (foe,)


def foes(half: Half) -> tuple[Id, ...]:
    """The opponents of a half: none of a bye."""
    return tuple(foe for foe in half[2:4] if foe is not None)


def in_order(halves: Sequence[Half]) -> list[Half]:
    """By round, and within a round by the result's id."""
    return sorted(halves, key=lambda half: (half[0][1], str(half[0][0])))
