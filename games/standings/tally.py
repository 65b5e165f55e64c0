"""The one pass over all results: what each of them brought to each entry."""

import gc
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, groupby, repeat
from operator import itemgetter

from games.manille.errors import Fault, gettext_noop

from .account import Account
from .best import best_evenings
from .credit import TERMS, Crediting
from .packing import Packing
from .results import Entry, Id, InvalidResults, Result
from .scheme import Scheme


@dataclass(frozen=True, eq=False)
class Tally:
    """Who got what: the `sums` of each entry over its results that count, those of its best
    evenings where only they do (`packing.RECORD`, the scheme's measures that add up, and of what
    its means are made, all in their parts); the results that count, evening by evening; those that
    count for nobody, with the reason."""

    scheme: Scheme
    entries: Mapping[Id, Entry]
    void: frozenset[Id]  # the withdrawn whose results are removed
    sums: Mapping[Id, Mapping[str, int]]
    counted: Sequence[Result]
    left_out: Sequence[tuple[Result, str]]
    evening_of: Mapping[int, int]  # of a round; of one that is not there the round itself
    evenings: Sequence[int]  # those that are held, where only the best count
    packed: Mapping[Id, Sequence[int]]  # what each of them brought; 0 is nothing at all
    packing: Packing
    crediting: Crediting

    def evening(self, round: int) -> int:
        """The evening of a round."""
        return self.evening_of.get(round, round)

    @cached_property
    def accounts(self) -> dict[Id, Account]:
        """Of each entry all its results that count, of whatever evening."""
        results: dict[Id, list[Result]] = {id: [] for id in self.entries}
        for row in self.counted:
            for id in row[2:6]:
                if id is not None:
                    results[id].append(row)
        return {id: Account(id, own, self.crediting) for id, own in results.items()}

    def chosen(self, id: Id) -> Account:
        """The results of an entry's evenings that count."""
        account = self.accounts[id]
        if self.scheme.best is None:
            return account
        best = self.best(id)
        return account.only(self.evening(round) in best for round in account.rounds)

    def best(self, id: Id) -> set[int]:
        """The evenings of an entry that count."""
        if self.scheme.best is None:
            return set(map(self.evening, self.accounts[id].rounds))
        places = best_evenings(self.packing, self.scheme.best, self.packed[id])
        return {self.evenings[at] for at in places}

    def evening_totals(self, measure: str, rows: Iterable[Result]) -> dict[Id, dict[int, int]]:
        """What the evenings of those results that count brought to each entry, in the measure's
        parts, in the order of the evenings."""
        totals: dict[Id, dict[int, int]] = {}
        term = TERMS[measure]
        for row in rows:
            evening = self.evening(row[1])
            of_a, of_b = map(term, self.crediting.credits(row))
            for side, value in ((row[2:4], of_a), (row[4:6], of_b)):
                for id in side:
                    if id is not None:
                        own = totals.setdefault(id, {})
                        own[evening] = own.get(evening, 0) + value
        return {id: dict(sorted(own.items())) for id, own in totals.items()}


@contextmanager
def uncollected() -> Iterator[None]:
    """Without garbage collection meanwhile, nor of what was made meanwhile. Nothing of it refers
    back to itself, and to look for that through a hundred thousand results takes long."""
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
    """Go through all results once, evening by evening. Raises InvalidResults."""
    people = {entry[0]: Entry(*entry) for entry in entries}
    if scheme.withdrawn == "by-rounds" and any(entry.withdrawn for entry in people.values()):
        results = list(results)
    void = removed(scheme, people, results)
    results = chain(_late(scheme, people, void), results)
    evening_of = evenings or {}
    packing = Packing(scheme)
    crediting = Crediting(scheme, packing, people)
    matches, byes = crediting.sides
    asks_against, asks_deals = crediting.asks_against, crediting.asks_deals
    counted: list[Result] = []
    left_out: list[tuple[Result, str]] = []
    held: dict[int, Iterable[Result]] = {0: results}
    if scheme.best is not None:
        held = _by_evening(results, evening_of)
    of_evenings: list[Iterable[int]] = []  # what each evening brought to everybody
    for rows in held.values():
        brought = dict.fromkeys(people, 0)
        of_evenings.append(brought.values())
        for row in rows:  # a hundred thousand of them: only what is done for each stands here
            try:
                told = row
                if row[7] != "played" or not row[14] or void:
                    reason = _reason(crediting, void, row)
                    if reason:
                        left_out.append((Result(*row), reason))
                        continue
                    told = crediting.as_it_counts(row)
                (_id, _round, a, a2, b, b2, winner, kind, points_a, points_b, games_a, games_b,
                 deals_a, deals_b, _counted) = told  # fmt: skip
                side_a, side_b = (byes if b is None else matches)[kind][winner]
                own_a, others_a, more_a, won_a = side_a
                own_b, others_b, more_b, won_b = side_b
                mine, theirs = own_a[points_a], own_b[points_b]
                if asks_against:
                    mine += others_b[points_b]
                    theirs += others_a[points_a]
                if games_a is not None:
                    mine += more_a[games_a]
                if games_b is not None:
                    theirs += more_b[games_b]
                if asks_deals:
                    mine += won_a[deals_a]
                    theirs += won_b[deals_b]
                brought[a] += mine
                if a2 is not None:
                    brought[a2] += mine
                if b is not None:
                    brought[b] += theirs
                    if b2 is not None:
                        brought[b2] += theirs
            except KeyError:
                raise _impossible(row, people) from None
            if a == b or (a2 is not None and a2 in (a, b)) or (b2 is not None and b2 in (a, a2, b)):
                raise _impossible(row, people)
            if b is None and b2 is not None:
                raise _impossible(row, people)
            counted.append(row)
    by_entry = zip(*of_evenings, strict=True) if of_evenings else repeat(())
    of_entries = dict(zip(people, by_entry, strict=False))
    sums = {
        id: packing.unpack(sum([own[at] for at in best_evenings(packing, scheme.best, own)]))
        for id, own in of_entries.items()
    }
    return Tally(
        scheme, people, void, sums, counted, left_out, evening_of, tuple(held), of_entries, packing,
        crediting,
    )  # fmt: skip


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


def _reason(crediting: Crediting, void: frozenset[Id], row: Result) -> str | None:
    """Why a result does not count, a key of `results.REASONS`; None if it does. Raises KeyError as
    `Crediting` does."""
    if row[7] == "void":
        return "void"
    if row[7] == "unplayed" and crediting.left_by(row) is None:
        return "unplayed"
    if not void.isdisjoint(row[2:6]):
        return "withdrawn"
    if row[14] or row[7] == "unplayed":
        return None
    return "to-come" if row[4] is None else "unsigned"


def _late(scheme: Scheme, entries: Mapping[Id, Entry], void: frozenset[Id]) -> Iterator[Result]:
    """What whoever entered late is given for each round missed before, if that brings anything."""
    for id, entry in entries.items() if scheme.late else ():
        if id not in void:
            for round in range(1, entry.late_from or 1):
                yield Result(
                    None, round, id, None, None, None, "", "late", None, None, None, None, None,
                    None, True,
                )  # fmt: skip


def _by_evening(
    results: Iterable[Result], evening_of: Mapping[int, int]
) -> dict[int, Iterable[Result]]:
    """The results of each evening, in the order of the evenings."""
    held: dict[int, list[Result]] = defaultdict(list)
    for round, rows in groupby(results, itemgetter(1)):  # most often they come round by round
        held[evening_of.get(round, round)] += rows
    return dict(sorted(held.items()))


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
    bye = result.kind in ("bye", "requested-bye")
    if bye != (result.b is None) or (bye and result.b2 is not None):
        message = gettext_noop("A match needs two sides, a bye has one.")
        return InvalidResults(Fault(message, {}, place))
    message = gettext_noop("“%(kind)s” won by “%(winner)s” is no result that can be counted.")
    return InvalidResults(Fault(message, {"kind": result.kind, "winner": result.winner}, place))
