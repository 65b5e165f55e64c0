"""Which evenings count, where only the best do."""

from .scheme import FEWER_IS_BETTER, SUMS
from .tally import Account, Tally, terms


def with_best_evenings(told: Tally) -> Tally:
    """The tally with the best evenings of each entry chosen, as many as the scheme says."""
    if told.scheme.best is None:
        return told
    return told._replace(chosen={id: _best(told, own) for id, own in told.accounts.items()})


def _best(told: Tally, account: Account) -> Account:
    """The account of the best evenings: by the first measure, those that are equal at the edge by
    the next one that adds up, and so on; of evenings that are equal in all of them the earlier
    ones."""
    evenings = account.evenings
    wanted = told.scheme.best or 0
    at_edge = set(evenings)
    if len(at_edge) <= wanted:
        return account
    chosen: set[int] = set()
    those = account  # the lines of the evenings at the edge
    for measure in filter(SUMS.__contains__, told.scheme.measures):
        totals = evening_totals(told, measure, those)
        if measure in FEWER_IS_BETTER:
            totals = {evening: -total for evening, total in totals.items()}
        edge = sorted(totals.values(), reverse=True)[wanted - len(chosen) - 1]
        chosen.update(evening for evening, total in totals.items() if total > edge)
        at_edge = {evening for evening, total in totals.items() if total == edge}
        if len(chosen) + len(at_edge) == wanted:
            break
        those = account.only([evening in at_edge for evening in evenings])
    chosen.update(sorted(at_edge)[: wanted - len(chosen)])
    return account.only([evening in chosen for evening in evenings])


def evening_totals(told: Tally, measure: str, account: Account) -> dict[int, int]:
    """A measure's sum in each evening, in its parts (`parts_of`)."""
    evenings = account.evenings
    totals = dict.fromkeys(evenings, 0)
    for evening, value in zip(evenings, terms(told, measure, account), strict=True):
        totals[evening] += value
    return totals
