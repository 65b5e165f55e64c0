"""What one deal earns: why it counts more than once, and its match points by side.

Card points are what a camp takes in tricks; match points are what a side writes on the sheet. The
rules followed, their sources and the worked figures are in RULES.md, under the options' names.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from .cards import NO_TRUMP
from .errors import ImpossibleResult
from .results import BID_UNKNOWN, DECLARER_UNKNOWN, Contract, declarer_matters, declarer_of
from .rules import Rules
from .table import Camp, Seat, Side

Cause: TypeAlias = Literal[
    "no-trump", "blind-no-trump", "double", "redouble", "third", "carried", "failed"
]


@dataclass(frozen=True)
class Factor:
    """One reason why a deal counts `times` as much."""

    cause: Cause
    times: int


_NO_TRUMP = Factor("no-trump", 2)
_BLIND = Factor("blind-no-trump", 4)  # instead of the factor above
_CALLED: tuple[tuple[Factor, ...], ...] = (
    (),
    (Factor("double", 2),),
    (Factor("redouble", 4),),
    (Factor("third", 8),),
)
_CARRIED = Factor("carried", 2)
_FAILED = Factor("failed", 2)


def deal_points(
    rules: Rules,
    dealer: Seat,
    contract: Contract,
    card_points: Mapping[Camp, int],
    carried: int = 0,
) -> tuple[tuple[Factor, ...], int, dict[Side, int]]:
    """One deal's factors, multiplier and match points by side, from the card points of every camp
    and the number of draws carried into it. Raises ImpossibleResult (place `declarer` or `bid`)
    where the points depend on these and they are not told."""
    camps, par = rules.table.camps(dealer), rules.par
    winners = [camp for camp in camps if card_points[camp] > par]
    failed = False
    short = 0  # card points that a failed bid lacks
    if declarer_matters(rules):
        declarer, bid = declarer_of(rules, contract, dealer), contract.bid
        if declarer is None:
            raise ImpossibleResult(DECLARER_UNKNOWN)
        declaring = rules.table.camp_of(declarer, dealer)
        failed = bool(winners) and declaring not in winners
        if rules.contract == "bid":
            if bid is None:
                raise ImpossibleResult(BID_UNKNOWN)
            failed = card_points[declaring] < bid
            short = max(0, bid - card_points[declaring])
            winners = [camp for camp in camps if (camp != declaring) is failed]
    factors = factors_of(rules, contract, carried, failed and rules.fail_doubles)
    multiplier = multiplier_of(rules, factors)
    by_camp = dict.fromkeys(camps, 0)
    if rules.count == "card-points":
        for camp in camps:
            twice = rules.whole_pot == "double" and card_points[camp] == rules.pot
            by_camp[camp] = card_points[camp] * (1 + twice) * (multiplier if camp in winners else 1)
    else:
        # One card point more than an equal share, which all the others have.
        narrow = sum(abs(points - par) for points in card_points.values()) == 1
        for camp in winners:
            by_camp[camp] = (short or _surplus(rules, card_points[camp])) * multiplier
            if rules.narrow_win is not None and narrow and not short:
                by_camp[camp] = rules.narrow_win
        for camp in camps if rules.loser == "minus" and winners else ():
            if camp not in winners:
                # Two camps, or a bid: they lose what is won against them. Where each plays for
                # itself they lose what they are short of par, as winners gain what is above it.
                against = len(camps) == 2 or rules.contract == "bid"
                lost = by_camp[winners[0]] if against else (par - card_points[camp]) * multiplier
                by_camp[camp] = -lost
    if rules.camps == "sides":
        return factors, multiplier, by_camp
    camp_of = rules.table.camp_of
    by_side = {side: by_camp[camp_of(side[0], dealer)] for side in rules.table.sides}
    return factors, multiplier, by_side


def factors_of(rules: Rules, contract: Contract, carried: int, failed: bool) -> tuple[Factor, ...]:
    """Why a deal under that contract counts more, after so many draws and where it `failed`."""
    factors = _CALLED[len(contract.calls)]
    if contract.trump == NO_TRUMP:
        factors = (_BLIND if contract.blind else _NO_TRUMP, *factors)
    if carried:
        factors += (_CARRIED,) * carried
    return (*factors, _FAILED) if failed else factors


def multiplier_of(rules: Rules, factors: tuple[Factor, ...]) -> int:
    """The factors stacked as the option `stacking` says, at most `cap`."""
    multiplier = 1
    for factor in factors:
        if rules.stacking == "multiply":
            multiplier *= factor.times
        else:
            multiplier += factor.times - 1
    return multiplier if rules.cap is None else min(multiplier, rules.cap)


def _surplus(rules: Rules, card_points: int) -> int:
    """What a camp above par scores before the multiplier."""
    surplus = card_points - rules.par
    if rules.whole_pot == "double" and card_points == rules.pot:
        surplus *= 2
    return surplus if rules.surplus_cap is None else min(surplus, rules.surplus_cap)
