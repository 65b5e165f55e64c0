"""Who comes before whom: measures one after another, each only among those still equal."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from games.manille.errors import gettext_noop

from .credit import TERMS, Credit, exact, parts_of
from .results import Id, Result
from .scheme import FEWER_IS_BETTER, Number
from .tally import Tally

Figure = Number | None
"""A measure's figure; None where there is nothing to measure (a mean of no matches)."""

NOTES: Mapping[str, str] = {
    "not-all-met": gettext_noop("not all of those who are equal have met"),
    "no-lot": gettext_noop("no lot has been recorded for all who are equal"),
}
"""Why a measure could not be applied to those who were equal."""


@dataclass(frozen=True)
class Split:
    """One measure applied to entries that were equal until then: into which `parts` it divided
    them, the best first. One part means that they are still equal. `figures` are what was compared
    (for head-to-head one for each measure among the tied), `results` the ids of the matches among
    the tied that head-to-head looked at, `note` a key of NOTES."""

    measure: str
    tied: tuple[Id, ...]
    parts: tuple[tuple[Id, ...], ...]
    figures: Mapping[Id, tuple[Figure, ...]]
    results: tuple[Id | None, ...] = ()
    note: str = ""


def order(
    tally: Tally,
    ranked: Sequence[Id],
    figures: Mapping[str, Mapping[Id, Figure]],
    lots: Mapping[Id, int],
) -> tuple[list[tuple[Id, ...]], list[Split]]:
    """The entries that are `ranked` in groups, those before others first and those within a group
    equal on everything, and each time that a measure was asked to part some who were equal.

    `figures` are those of all measures but head-to-head and lot; `lots` the lots drawn, 1 first.
    """
    groups = [tuple(ranked)] if ranked else []
    splits: list[Split] = []
    for place, measure in enumerate(tally.scheme.measures):
        if measure == "head-to-head":
            meetings = _meetings(tally.counted, groups)
        parted: list[tuple[Id, ...]] = []
        for at, group in enumerate(groups):
            if len(group) == 1:
                parted.append(group)
                continue
            if measure == "head-to-head":
                made = head_to_head(tally, group, meetings[at])
            elif measure == "lot":
                made = [_by_lot(group, lots)]
            else:
                own = figures[measure]
                made = [_split(measure, group, {id: (own[id],) for id in group})]
            if place:  # before the first measure nobody was equal to anybody
                splits.extend(made)
            parted.extend(_leaves(group, made))
        groups = parted
    return groups, splits


def _leaves(group: tuple[Id, ...], splits: Iterable[Split]) -> list[tuple[Id, ...]]:
    """What is left of a group after splits, each of which is of it or of a part of one before."""
    leaves = [group]
    for split in splits:
        at = leaves.index(split.tied)
        leaves[at : at + 1] = split.parts
    return leaves


def _split(
    measure: str,
    group: tuple[Id, ...],
    figures: Mapping[Id, tuple[Figure, ...]],
    measures: tuple[str, ...] = (),
    results: tuple[Id | None, ...] = (),
) -> Split:
    """The group in parts by its figures, of `measures` if they are several."""
    signs = [-1 if each in FEWER_IS_BETTER else 1 for each in measures or (measure,)]

    def key(id: Id) -> list[tuple[bool, Number]]:
        return [
            (figure is not None, 0 if figure is None else sign * figure)
            for figure, sign in zip(figures[id], signs, strict=True)
        ]

    parts: dict[tuple[tuple[bool, Number], ...], list[Id]] = {}
    for id in group:
        parts.setdefault(tuple(key(id)), []).append(id)
    best_first = sorted(parts, reverse=True)
    return Split(measure, group, tuple(tuple(parts[each]) for each in best_first), figures, results)


def _by_lot(group: tuple[Id, ...], lots: Mapping[Id, int]) -> Split:
    """Lots part a group only if each of it has one: a missing one must not decide."""
    figures: dict[Id, tuple[Figure, ...]] = {id: (lots.get(id),) for id in group}
    if any(id not in lots for id in group):
        return Split("lot", group, (group,), figures, (), "no-lot")
    parts: dict[int, list[Id]] = {}
    for id in group:
        parts.setdefault(lots[id], []).append(id)
    return Split("lot", group, tuple(tuple(parts[lot]) for lot in sorted(parts)), figures)


def _meetings(counted: Iterable[Result], groups: Sequence[tuple[Id, ...]]) -> list[list[Result]]:
    """For each group the results in which one of it met another of it: all of them, of evenings
    beyond the best too, so that a match has one result for both."""
    found: list[list[Result]] = [[] for _group in groups]
    of: dict[Id | None, int] = {
        id: at for at, group in enumerate(groups) if len(group) > 1 for id in group
    }
    for row in counted:
        a, a2, b, b2 = row[2:6]
        of_a, of_a2, of_b, of_b2 = of.get(a), of.get(a2), of.get(b), of.get(b2)
        if of_a is not None and of_a in (of_b, of_b2):
            found[of_a].append(row)
        if of_a2 is not None and of_a2 != of_a and of_a2 in (of_b, of_b2):
            found[of_a2].append(row)
    return found


def head_to_head(tally: Tally, group: tuple[Id, ...], meetings: list[Result]) -> list[Split]:
    """Part a group by its meetings alone: the results in which one of it met another. With `again`,
    whoever is still equal while others were parted is looked at anew."""
    splits, waiting = [], [(group, meetings)]
    while waiting:
        group, meetings = waiting.pop()
        split = _among(tally, group, meetings)
        splits.append(split)
        if tally.scheme.head_to_head == "again" and len(split.parts) > 1:
            parts = [part for part in split.parts if len(part) > 1]
            waiting += zip(parts, _meetings(meetings, parts), strict=True)
    return splits


def _among(tally: Tally, group: tuple[Id, ...], meetings: list[Result]) -> Split:
    scheme, among = tally.scheme, frozenset(group)
    sides_of = [
        [[id for id in side if id in among] for side in (row[2:4], row[4:6])] for row in meetings
    ]
    if scheme.head_to_head_when == "all-met":
        met: dict[Id, set[Id]] = {id: set() for id in group}
        for ours, theirs in sides_of:
            for id in ours:
                met[id].update(theirs)
            for id in theirs:
                met[id].update(ours)
        if any(len(foes) < len(group) - 1 for foes in met.values()):
            return Split("head-to-head", group, (group,), {}, (), "not-all-met")
    credits: dict[Id, list[Credit]] = {id: [] for id in group}
    for row, sides in zip(meetings, sides_of, strict=True):
        for side, credit in zip(sides, tally.crediting.credits(row), strict=True):
            for id in side:
                credits[id].append(credit)
    figures: dict[Id, tuple[Figure, ...]] = {
        id: tuple(
            exact(sum(map(TERMS[measure], own)), parts_of(scheme, measure))
            for measure in scheme.among_tied
        )
        for id, own in credits.items()
    }
    results = tuple(dict.fromkeys(row[0] for row in meetings))
    return _split("head-to-head", group, figures, scheme.among_tied, results)
