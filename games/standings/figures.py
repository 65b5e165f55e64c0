"""Each measure's figure for each entry, and the terms of which it is the sum."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from .order import Figure
from .results import Id
from .scheme import OPPONENTS, SUMS, Number
from .tally import COLUMNS, Half, Tally, exact, parts_of, sums, term

MEAN = "-mean"


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


def league_totals(tally: Tally, totals: Mapping[Id, tuple[int, ...]]) -> dict[Id, int | None]:
    """What each entry is worth as an opponent, in parts of a league point: its league points,
    unless it withdrew and the scheme says otherwise; None if it is no opponent at all."""
    scheme = tally.scheme
    worth: dict[Id, int | None] = {id: own[0] for id, own in totals.items()}
    if scheme.withdrawn_opponent == "as-is":
        return worth
    for id, entry in tally.entries.items():
        if not entry.withdrawn:
            continue
        if scheme.withdrawn_opponent == "nothing":
            worth[id] = None
            continue
        assert scheme.rounds is not None, "a scheme with draws for missed rounds states the rounds"
        kept = [half for half in tally.chosen[id] if half[0][7] != "unplayed"]
        missed = max(0, scheme.rounds - len({half[0][1] for half in kept}))
        worth[id] = sum(half.league for half in kept) + missed * int(scheme.draw * scheme.unit)
    return worth


def strengths(
    tally: Tally, id: Id, worth: Mapping[Id, int | None], own: int
) -> Iterator[tuple[int, Half, Id | None]]:
    """What each opponent of an entry is worth, in parts of a league point, with the half and the
    opponent; None where the scheme puts the entry's `own` league points in an opponent's place."""
    scheme = tally.scheme
    for half in tally.chosen[id]:
        kind = half[0][7]
        if not half[6]:
            if scheme.bye_opponent == "own" and kind != "late":
                yield own, half, None
            continue
        if kind != "played" and scheme.forfeit_opponent != "counts":
            if scheme.forfeit_opponent == "own":
                yield own, half, None
            continue
        for foe in half[1:3]:
            if foe is not None:
                value = worth[foe]
                if value is not None:
                    yield value, half, foe


def figures(tally: Tally) -> tuple[dict[str, dict[Id, Figure]], dict[Id, tuple[int, ...]]]:
    """By measure and entry the figures of all measures of the scheme but head-to-head and lot, and
    by entry the sums of its halves' columns from the fourth on (see `tally.Half`)."""
    scheme = tally.scheme
    totals = {id: sums(halves) for id, halves in tally.chosen.items()}
    found: dict[str, dict[Id, Figure]] = {}
    worth = league_totals(tally, totals)
    for measure in scheme.measures:
        if measure in SUMS:
            parts = parts_of(scheme, measure)
            found[measure] = {id: exact(_sum(measure, own), parts) for id, own in totals.items()}
        elif measure in OPPONENTS:
            found[measure] = {
                id: _opponents(tally, measure, id, worth, own[0]) for id, own in totals.items()
            }
        elif measure.endswith(MEAN):
            found[measure] = {id: _mean(tally, measure, id) for id in totals}
    return found, totals


def _sum(measure: str, totals: tuple[int, ...]) -> int:
    if measure == "difference":
        return totals[5] - totals[6]
    return totals[COLUMNS[measure] - 3]


def _mean(tally: Tally, measure: str, id: Id) -> Figure:
    """Over the matches alone: neither a bye nor what it brought takes part."""
    matches = [half for half in tally.chosen[id] if half[6]]
    if not matches:
        return None
    what = measure.removesuffix(MEAN)
    return exact(_sum(what, sums(matches)), parts_of(tally.scheme, what) * len(matches))


def _opponents(
    tally: Tally, measure: str, id: Id, worth: Mapping[Id, int | None], own: int
) -> Figure:
    scheme = tally.scheme
    values = [value for value, _half, _foe in strengths(tally, id, worth, own)]
    if measure == "opponents-mean":
        return exact(sum(values), scheme.unit * len(values)) if values else None
    if measure == "opponents-cut":
        values.sort()
        values = values[
            scheme.cut_lowest : max(scheme.cut_lowest, len(values) - scheme.cut_highest)
        ]
    return exact(sum(values), scheme.unit)


def worked(
    tally: Tally, measure: str, figure: Figure, id: Id, totals: Mapping[Id, tuple[int, ...]]
) -> Worked:
    """The working of one figure of an entry: of any measure but head-to-head and lot."""
    scheme = tally.scheme
    if measure in OPPONENTS:
        worth = league_totals(tally, totals)
        found = sorted(
            strengths(tally, id, worth, totals[id][0]),
            key=lambda each: (each[0], each[1][0][1], str(each[1][0][0]), str(each[2])),
        )
        low, high = 0, len(found)
        if measure == "opponents-cut":
            low, high = scheme.cut_lowest, len(found) - scheme.cut_highest
        terms = [
            Term(
                half[0][0],
                half[0][1],
                () if foe is None else (foe,),
                exact(value, scheme.unit),
                low <= place < high,
            )
            for place, (value, half, foe) in enumerate(found)
        ]
        divisor = len(found) if measure == "opponents-mean" else None
        return Worked(measure, figure, tuple(terms), divisor)
    what = measure.removesuffix(MEAN)
    halves = [half for half in in_order(tally.chosen[id]) if half[6] or what == measure]
    terms = [
        Term(half[0][0], half[0][1], foes(half), exact(term(what, half), parts_of(scheme, what)))
        for half in halves
    ]
    return Worked(measure, figure, tuple(terms), len(halves) if what != measure else None)


def foes(half: Half) -> tuple[Id, ...]:
    """The opponents of a half: none of a bye."""
    return tuple(foe for foe in half[1:3] if foe is not None)


def in_order(halves: list[Half]) -> list[Half]:
    """By round, and within a round by the result's id."""
    return sorted(halves, key=lambda half: (half[0][1], str(half[0][0])))
