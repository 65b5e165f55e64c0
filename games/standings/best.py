"""Which evenings count, where only the best do."""

from collections.abc import Sequence

from .scheme import FEWER_IS_BETTER, SUMS
from .tally import Account, Tally, terms


def with_best_evenings(told: Tally) -> Tally:
    """The tally with the best evenings of each entry chosen, as many as the scheme says."""
    if told.scheme.best is None:
        return told
    return told._replace(chosen={id: _best(told, own) for id, own in told.accounts.items()})


def _best(told: Tally, account: Account) -> Account:
    """The account of the best evenings: by the first measure, then by the others that add up; of
    evenings that are equal in all of them the earlier ones."""
    evenings = account.evenings
    worth = dict.fromkeys(sorted(set(evenings)), 0)
    if len(worth) <= (told.scheme.best or 0):
        return account
    for evening, each in zip(evenings, _worth(told, account), strict=True):
        worth[evening] += each
    best = sorted(worth, key=worth.__getitem__, reverse=True)[: told.scheme.best]
    chosen = frozenset(best)
    return account.only([evening in chosen for evening in evenings])


def _worth(told: Tally, account: Account) -> Sequence[int]:
    """What each result adds to one number by which evenings compare as they do by all measures that
    add up, one after the other: exact, as every measure weighs more than all that come after it can
    ever make between two evenings."""
    worth: Sequence[int] = ()
    for measure in told.scheme.measures:
        if measure in SUMS:
            values = terms(told, measure, account)
            if measure in FEWER_IS_BETTER:
                values = [-value for value in values]
            if not worth:
                worth = values
                continue
            more = 2 * sum(map(abs, values)) + 1
            worth = [before * more + value for before, value in zip(worth, values, strict=True)]
    return worth


def evening_totals(told: Tally, measure: str, account: Account) -> dict[int, int]:
    """A measure's sum in each evening, in its parts (`parts_of`)."""
    evenings = account.evenings
    totals = dict.fromkeys(evenings, 0)
    for evening, value in zip(evenings, terms(told, measure, account), strict=True):
        totals[evening] += value
    return totals
