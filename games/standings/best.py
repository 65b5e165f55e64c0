"""Which evenings count, where only the best do."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate

from .account import Account
from .scheme import FEWER_IS_BETTER, SUMS
from .tally import Tally, terms


def with_best_evenings(told: Tally) -> Tally:
    """The tally with the best evenings of each entry chosen, as many as the scheme says."""
    if told.scheme.best is None:
        return told
    ends = zip(*told.ends, strict=True)
    chosen = {
        id: _best(told, account, sorted(set(own)))
        for (id, account), own in zip(told.accounts.items(), ends, strict=True)
    }
    return told._replace(chosen=chosen)


def _best(told: Tally, account: Account, starts: Sequence[int]) -> Account:
    """The account of the best of the evenings, each of which goes on until the next one's start: by
    the first measure, those that are equal at the edge by the next one that adds up, and so on; of
    evenings that are equal in all of them the earlier ones."""
    missing = told.scheme.best or 0
    if len(starts) - 1 <= missing:
        return account
    at_edge: Sequence[int] = range(len(starts) - 1)
    dropped: list[int] = []
    for measure in filter(SUMS.__contains__, told.scheme.measures):
        total = _totals(terms(told, measure, account), starts, at_edge)
        more_is_better = measure not in FEWER_IS_BETTER
        ranked = sorted(at_edge, key=total.__getitem__, reverse=more_is_better)
        totals = [total[at] for at in ranked]
        edge = totals[missing - 1]
        better = totals.index(edge)
        as_good = better + totals.count(edge)
        dropped += ranked[as_good:]
        at_edge = ranked[better:as_good]
        missing -= better
        if len(at_edge) == missing:
            break
    dropped += at_edge[missing:]
    which = [True] * starts[-1]
    for at in dropped:
        start, end = starts[at : at + 2]
        which[start:end] = [False] * (end - start)
    return account.only(which)


def evening_totals(told: Tally, measure: str, account: Account) -> dict[int, int]:
    """A measure's sum in each evening, in its parts (`parts_of`), evening by evening."""
    totals: dict[int, int] = {}
    for round, value in zip(account.rounds, terms(told, measure, account), strict=True):
        evening = told.evening(round)
        totals[evening] = totals.get(evening, 0) + value
    return dict(sorted(totals.items()))


def _totals(
    values: Iterable[int], starts: Sequence[int], asked: Sequence[int]
) -> Mapping[int, int]:
    """The sums of those evenings that are `asked` for, of values that follow one another, by what
    is added to the sum of all before: quicker than evening by evening."""
    sums = list(accumulate(values, initial=0))
    return {at: sums[starts[at + 1]] - sums[starts[at]] for at in asked}
