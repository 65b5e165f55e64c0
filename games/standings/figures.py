"""Each measure's figure for each entry, and the terms of which it is the sum."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from .account import Account, Line
from .credit import exact, parts_of
from .order import Figure
from .results import Id
from .scheme import MEAN, OPPONENTS, SUMS, Number, Scheme
from .tally import Tally


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


def worth(told: Tally) -> dict[Id, int | None]:
    """What each entry is worth as an opponent, in parts of a league point: its league points,
    unless it withdrew and the scheme says otherwise; None if it is no opponent at all."""
    scheme = told.scheme
    league: dict[Id, int | None] = {id: own["league-points"] for id, own in told.sums.items()}
    if scheme.withdrawn_opponent == "as-is":
        return league
    for id, entry in told.entries.items():
        if not entry.withdrawn:
            continue
        if scheme.withdrawn_opponent == "nothing":
            league[id] = None
            continue
        assert scheme.rounds is not None, "a scheme with draws for missed rounds states the rounds"
        played = [result[7] != "unplayed" for result in told.accounts[id].results]
        there = {*told.accounts[id].only(played).rounds, *range(1, entry.late_from or 1)}
        missed = max(0, scheme.rounds - len(there))
        account = told.chosen(id)
        account = account.only(result[7] != "unplayed" for result in account.results)
        league[id] = sum(account.terms("league-points")) + missed * int(scheme.draw * scheme.unit)
    return league


def figures(told: Tally) -> dict[str, dict[Id, Figure]]:
    """By measure and entry the figures of all measures of the scheme but head-to-head and lot."""
    scheme, sums = told.scheme, told.sums
    found: dict[str, dict[Id, Figure]] = {}
    strengths = _strengths(told) if set(OPPONENTS) & set(scheme.measures) else {}
    for measure in scheme.measures:
        parts = parts_of(scheme, measure.removesuffix(MEAN))
        if measure in SUMS:
            found[measure] = {id: exact(own[measure], parts) for id, own in sums.items()}
        elif measure in OPPONENTS:
            found[measure] = {
                id: _opponents(scheme, measure, values) for id, values in strengths.items()
            }
        elif measure.endswith(MEAN):  # over the matches alone
            found[measure] = {
                id: exact(own[measure], parts * own["matches"]) if own["matches"] else None
                for id, own in sums.items()
            }
    return found


def matches(account: Account) -> Account:
    """The account without byes."""
    return account.only([bool(credit.outcome.match) for credit in account.credits])


def _opponents(scheme: Scheme, measure: str, values: list[int]) -> Figure:
    if measure == "opponents-mean":
        return exact(sum(values), scheme.unit * len(values)) if values else None
    if measure == "opponents-cut":
        values = sorted(values)[
            scheme.cut_lowest : max(scheme.cut_lowest, len(values) - scheme.cut_highest)
        ]
    return exact(sum(values), scheme.unit)


def _strengths(told: Tally) -> dict[Id, list[int]]:
    """What the opponents of each entry are worth, in parts of a league point, each as often as
    they met in results that count."""
    worths, credits = worth(told), told.crediting.credits
    best = None if told.scheme.best is None else {id: told.best(id) for id in told.entries}
    values: dict[Id, list[int | None]] = {id: [] for id in told.entries}
    for row in told.counted:
        a, a2, b, b2 = row[2:6]
        of_a = (worths[a],) if a2 is None else (worths[a], worths[a2])
        of_b = () if b is None else (worths[b],) if b2 is None else (worths[b], worths[b2])
        if row[7] == "played" and b is not None and best is None:  # very many: without detours
            values[a] += of_b
            values[b] += of_a
            if a2 is not None:
                values[a2] += of_b
            if b2 is not None:
                values[b2] += of_a
            continue
        evening = told.evening(row[1])
        foe = "met" if row[7] == "played" else credits(row)[0].outcome.foe  # the same of both sides
        for side, of_foes in ((row[2:4], of_b), (row[4:6], of_a)):
            for id in side:
                if id is None or (best is not None and evening not in best[id]):
                    continue
                if foe == "met":
                    values[id] += of_foes
                elif foe == "own":
                    values[id].append(told.sums[id]["league-points"])
    if None not in worths.values():
        return cast(dict[Id, list[int]], values)
    return {id: [value for value in own if value is not None] for id, own in values.items()}


def _strengths_of(
    told: Tally, id: Id, worth: Mapping[Id, int | None]
) -> list[tuple[int, int, tuple[Id, ...]]]:
    """The same of one entry, with the place of the line in its account and the opponent: () where
    the scheme puts the entry's own league points in the place of one."""
    found: list[tuple[int, int, tuple[Id, ...]]] = []
    account, own = told.chosen(id), told.sums[id]["league-points"]
    for at, (credit, foes) in enumerate(zip(account.credits, account.foes, strict=True)):
        if credit.outcome.foe == "own":
            found.append((own, at, ()))
        elif credit.outcome.foe == "met":
            for foe in foes:
                if (value := worth[foe]) is not None:
                    found.append((value, at, (foe,)))
    return found


def worked(told: Tally, measure: str, figure: Figure, id: Id) -> Worked:
    """The working of one figure of an entry: of any measure but head-to-head and lot."""
    scheme, account = told.scheme, told.chosen(id)
    if measure in OPPONENTS:
        lines = account.lines()
        strengths = _strengths_of(told, id, worth(told))
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
        account = matches(account)
    pairs = sorted(
        zip(account.lines(), account.terms(what), strict=True),
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
