"""Which evenings count, where only the best do."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from operator import sub

from .account import Account
from .scheme import FEWER_IS_BETTER, SUMS
from .tally import Tally, terms


def with_best_evenings(told: Tally) -> Tally:
    """The tally with the best evenings of each entry chosen, as many as the scheme says."""
    if told.scheme.best is None:
        return told
    return told._replace(chosen={id: _best(told, own) for id, own in told.accounts.items()})


def _best(told: Tally, account: Account) -> Account:
    """The account of the best evenings: by the first measure, those that are equal at the edge by
    the next one that adds up, and so on; of evenings that are equal in all of them the earlier
    ones."""
    account, evenings = account.in_order()
    lines_of = Counter(evenings)
    missing = told.scheme.best or 0
    if len(lines_of) <= missing:
        return account
    starts = list(accumulate(lines_of.values(), initial=0))
    at_edge: Sequence[int] = range(len(lines_of))
    dropped: list[int] = []
    for measure in filter(SUMS.__contains__, told.scheme.measures):
        totals = _totals(terms(told, measure, account), starts)
        if measure in FEWER_IS_BETTER:
            totals = [-total for total in totals]
        ranked = sorted([totals[at] for at in at_edge])
        edge = ranked[-missing]
        dropped += [at for at in at_edge if totals[at] < edge]
        missing -= len(ranked) - bisect_right(ranked, edge)
        at_edge = [at for at in at_edge if totals[at] == edge]
        if len(at_edge) == missing:
            break
    dropped += at_edge[missing:]
    which = [True] * len(evenings)
    for at in dropped:
        start, end = starts[at : at + 2]
        which[start:end] = [False] * (end - start)
    return account.only(which)


def evening_totals(told: Tally, measure: str, account: Account) -> dict[int, int]:
    """A measure's sum in each evening, in its parts (`parts_of`)."""
    account, evenings = account.in_order()
    lines_of = Counter(evenings)
    starts = list(accumulate(lines_of.values(), initial=0))
    totals = _totals(terms(told, measure, account), starts)
    return dict(zip(lines_of, totals, strict=True))


def _totals(values: Sequence[int], starts: Sequence[int]) -> list[int]:
    """The sums of evenings whose values follow one another, each from its start to the next: what
    is added to the sum of all before, which is quicker than value by value."""
    sums = list(accumulate(values, initial=0))
    up_to = [sums[start] for start in starts]
    return list(map(sub, up_to[1:], up_to))
