"""Scoring: what each deal earns, and a match as a fold over its deals.

Card points are what a camp takes in tricks; match points are what a side writes on the sheet. The
rules followed, their sources and the worked figures are in RULES.md, under the options' names.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from .cards import NO_TRUMP
from .errors import ImpossibleResult
from .results import BID_UNKNOWN, DECLARER_UNKNOWN, declarer_matters, declarer_of
from .results import CALLS as CALLS
from .results import MISDEALS as MISDEALS
from .results import Contract as Contract
from .results import Doubling as Doubling
from .results import Result as Result
from .results import callers as callers
from .results import check_result as check_result
from .results import complete_card_points as complete_card_points
from .results import possible_misdeals as possible_misdeals
from .rules import Rules
from .rulings import Appeal as Appeal
from .rulings import Ruling as Ruling
from .table import Camp, Seat, Side

Kind: TypeAlias = Literal["played", "replayed", "misdeal", "unscored", "beyond"]
Cause: TypeAlias = Literal[
    "no-trump", "blind-no-trump", "double", "redouble", "third", "carried", "failed"
]
End: TypeAlias = Literal["target", "deals", "minutes"]


@dataclass(frozen=True)
class Factor:
    """One reason why a deal counts `times` as much."""

    cause: Cause
    times: int


@dataclass(frozen=True)
class AsPlayed:
    """What a line would show had no ruling, and so no penalty, been given in the match."""

    multiplier: int | None
    points: dict[Side, int]
    totals: dict[Side, int]


@dataclass(frozen=True)
class Line:
    """One line of the sheet. `number` is its place in the match (from 1); `expected_dealer` the
    dealer by rotation; `card_points` and `points` are as ruled; `penalties` are the ruling's match
    points apart from them, of every side, or empty; `totals` run, penalties included; `played`:
    deals that count so far; `carried_after`: draws that the next deal carries; `as_played` is None
    where rulings changed nothing; `ended`: the match ended here. Kinds: `played`; `replayed`, a
    draw that does not count; `misdeal`; `unscored`, too little is known; `beyond`, after the
    match's end."""

    number: int
    result: Result
    dealer: Seat
    expected_dealer: Seat
    eldest: Seat
    camps: tuple[Camp, ...]
    kind: Kind
    factors: tuple[Factor, ...]
    multiplier: int | None
    card_points: dict[Camp, int] | None
    points: dict[Side, int]
    penalties: dict[Side, int]
    totals: dict[Side, int]
    played: int
    carried_after: int
    as_played: AsPlayed | None
    ended: bool


@dataclass(frozen=True)
class Sheet:
    """A match so far: its `lines`, match points by side in `totals` (`credited`: what the standings
    count), deals `played`, who deals and leads next, draws `carried` into the next deal, and how it
    stands: `finished` by which end, with its `winner` or `drawn`; or an `extra_deal` is needed."""

    rules: Rules
    lines: tuple[Line, ...]
    totals: dict[Side, int]
    played: int
    next_dealer: Seat
    next_eldest: Seat
    carried: int
    finished: End | None
    winner: Side | None
    drawn: bool
    credited: dict[Side, int]
    extra_deal: bool

    def last_deal(self, minute: int | None = None) -> bool:
        """Whether the next deal, if it counts, ends the match by number, by the clock (now at
        `minute` of the match) or as an extra deal; a tie may still ask for one more."""
        rules = self.rules
        if self.finished:
            return False
        if self.extra_deal or rules.deals == self.played + 1:
            return True
        if rules.even_deals and self.played % 2 == 0:
            return False
        return any(
            _time_up(rules, m) for m in (minute, *(line.result.minute for line in self.lines))
        )

    @property
    def totals_as_played(self) -> dict[Side, int]:
        """The totals had no ruling been given in the match."""
        plain = self.lines[-1].as_played if self.lines else None
        return plain.totals if plain else self.totals

    @property
    def distance(self) -> dict[Side, int] | None:
        """Match points that each side still needs for the target; None where there is none."""
        target = self.rules.target
        if target is None:
            return None
        return {side: max(0, target - total) for side, total in self.totals.items()}


# What one deal earns

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
    factors = _factors(rules, contract, carried, failed and rules.fail_doubles)
    multiplier = _multiplier(rules, factors)
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


def _factors(rules: Rules, contract: Contract, carried: int, failed: bool) -> tuple[Factor, ...]:
    factors = _CALLED[len(contract.calls)]
    if contract.trump == NO_TRUMP:
        factors = (_BLIND if contract.blind else _NO_TRUMP, *factors)
    if carried:
        factors += (_CARRIED,) * carried
    return (*factors, _FAILED) if failed else factors


def _multiplier(rules: Rules, factors: tuple[Factor, ...]) -> int:
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


# A match


class _Scored(NamedTuple):
    kind: Kind
    factors: tuple[Factor, ...]
    multiplier: int | None
    card_points: dict[Camp, int] | None
    points: dict[Side, int]
    carried: int


def _scored(
    rules: Rules, dealer: Seat, result: Result, ruling: Ruling | None, carried: int
) -> _Scored:
    """What a deal comes to under `ruling`, with `carried` draws before it."""
    table, contract = rules.table, result.contract
    given = _given(rules, dealer, ruling)
    nothing = dict.fromkeys(table.sides, 0)
    if result.misdeal is not None:
        return _Scored("misdeal", (), None, None, given or nothing, carried)
    card_points = _card_points(rules, dealer, result, ruling)
    if contract is None or card_points is None or not _complete(rules, dealer, contract):
        factors = () if contract is None else _factors(rules, contract, carried, False)
        multiplier = None if contract is None else _multiplier(rules, factors)
        if given is None:
            # How it ended is not known: a draw before it waits for a deal that counts.
            return _Scored("unscored", factors, multiplier, card_points, nothing, carried)
        return _Scored("played", factors, multiplier, card_points, given, 0)
    factors, multiplier, points = deal_points(rules, dealer, contract, card_points, carried)
    drawn = rules.contract != "bid" and all(taken <= rules.par for taken in card_points.values())
    if drawn and rules.draw == "replay" and given is None:
        return _Scored("replayed", factors, multiplier, card_points, nothing, carried)
    carried = carried + 1 if drawn and rules.draw == "carry" else 0
    return _Scored("played", factors, multiplier, card_points, given or points, carried)


def _given(rules: Rules, dealer: Seat, ruling: Ruling | None) -> dict[Side, int] | None:
    """The match points that a ruling puts in the place of the deal's own, if it does."""
    if ruling is None:
        return None
    sides = rules.table.sides
    if ruling.points is not None:
        return {side: ruling.points.get(side, 0) for side in sides}
    if ruling.revoke is None or rules.revoke != "flat-60":
        return None
    offenders = rules.table.camp_of(ruling.revoke, dealer)
    return {side: 0 if side[0] in offenders else 60 for side in sides}


def _penalties(rules: Rules, ruling: Ruling | None) -> dict[Side, int]:
    """The match points that a ruling gives or takes apart from the deal's points."""
    told = (ruling and ruling.penalties) or {}
    return {side: told.get(side, 0) for side in rules.table.sides} if any(told.values()) else {}


def _card_points(
    rules: Rules, dealer: Seat, result: Result, ruling: Ruling | None
) -> dict[Camp, int] | None:
    """The card points as ruled, by camp; None where they are not known."""
    camps, played = rules.table.camps(dealer), result.card_points
    offenders = None
    if ruling is not None and ruling.revoke is not None and rules.revoke == "whole-pot":
        offenders = rules.table.camp_of(ruling.revoke, dealer)
        if len(camps) == 2:
            return {camp: 0 if camp == offenders else rules.pot for camp in camps}
    if played is None or any(camp not in played for camp in camps):
        return None
    return {camp: 0 if camp == offenders else played[camp] for camp in camps}


def _complete(rules: Rules, dealer: Seat, contract: Contract) -> bool:
    """Whether a contract tells all that its points depend on."""
    if not declarer_matters(rules):
        return True
    known = declarer_of(rules, contract, dealer) is not None
    return known and (rules.contract != "bid" or contract.bid is not None)


def score(rules: Rules, results: Sequence[Result], first_dealer: Seat) -> Sheet:
    """The sheet of a match, from its deals in order. To correct a deal, or to see what that would
    change, fold again. The results are those that `check_result` lets pass."""
    table = rules.table
    totals = dict.fromkeys(table.sides, 0)
    plain_totals = totals
    expected, misdealer = first_dealer, ""
    carried = plain_carried = played = 0
    ruled = time_up = extra_deal = drawn = False
    finished: End | None = None
    winner: Side | None = None
    lines = []
    for number, result in enumerate(results, 1):
        dealer = result.dealer or expected
        deal = plain = _scored(rules, dealer, result, result.ruling, carried)
        ruled = ruled or result.ruling is not None
        if ruled:
            plain = _scored(rules, dealer, result, None, plain_carried)
        over = finished is not None
        if over:
            deal, plain = (
                each._replace(points=dict.fromkeys(totals, 0), carried=0) for each in (deal, plain)
            )
        penalties = {} if over else _penalties(rules, result.ruling)
        totals = {
            side: total + deal.points[side] + penalties.get(side, 0)
            for side, total in totals.items()
        }
        as_played = None
        if ruled:
            plain_totals = {
                side: total + plain.points[side] for side, total in plain_totals.items()
            }
            without = AsPlayed(plain.multiplier, plain.points, plain_totals)
            if without != AsPlayed(deal.multiplier, deal.points, totals):
                as_played = without
        else:
            plain_totals = totals
        carried, plain_carried = deal.carried, plain.carried
        time_up = time_up or _time_up(rules, result.minute)
        if not over:
            counts = deal.kind == "played"
            played += counts
            if counts or penalties or _given(rules, dealer, result.ruling):
                finished = _end(rules, totals, played, time_up, extra_deal)
                if finished:
                    winner, drawn = _winner(rules, totals, finished, dealer)
                extra_deal = finished is not None and winner is None and not drawn
                finished = None if extra_deal else finished
            if finished:
                carried = plain_carried = 0  # a draw in the last deal doubles nothing
        lines.append(
            Line(
                number=number,
                result=result,
                dealer=dealer,
                expected_dealer=expected,
                eldest=table.after(dealer),
                camps=table.camps(dealer),
                kind="beyond" if over else deal.kind,
                factors=deal.factors,
                multiplier=deal.multiplier,
                card_points=deal.card_points,
                points=deal.points,
                penalties=penalties,
                totals=totals,
                played=played,
                carried_after=carried,
                as_played=as_played,
                ended=finished is not None and not over,
            )
        )
        expected, misdealer = _next_dealer(rules, dealer, deal.kind, result.misdeal, misdealer)
    most = rules.result_cap
    return Sheet(
        rules=rules,
        lines=tuple(lines),
        totals=totals,
        played=played,
        next_dealer=expected,
        next_eldest=table.after(expected),
        carried=carried,
        finished=finished,
        winner=winner,
        drawn=drawn,
        credited=totals if most is None else {s: min(total, most) for s, total in totals.items()},
        extra_deal=extra_deal,
    )


def next_dealer(
    rules: Rules, dealer: Seat, result: Result, misdealer: Seat = ""
) -> tuple[Seat, Seat]:
    """Who deals after a deal given by `dealer`, and who would lose the deal by misdealing then (or
    ""), as `misdealer` would have in this one. `score` says the same of a whole match."""
    again = rules.draw == "replay" and (
        _scored(rules, dealer, result, result.ruling, 0).kind == "replayed"
    )
    kind: Kind = "replayed" if again else "played"
    return _next_dealer(rules, dealer, kind, result.misdeal, misdealer)


def _next_dealer(
    rules: Rules, dealer: Seat, kind: Kind, misdeal: str | None, misdealer: Seat
) -> tuple[Seat, Seat]:
    """Who deals next, and who would lose the deal by misdealing then (or ""), as `misdealer` would
    have in this one."""
    if misdeal == "all-pass":
        passes = True
    elif misdeal == "partner-peek":
        passes = rules.partner_peek == "passes"
    elif misdeal is not None:
        passes = rules.second_misdeal_passes and misdealer == dealer
        if not passes:
            return dealer, dealer
    else:
        passes = kind != "replayed"
    return (rules.table.after(dealer) if passes else dealer), ""


def _time_up(rules: Rules, minute: int | None) -> bool:
    return rules.minutes is not None and minute is not None and minute >= rules.minutes


def _end(
    rules: Rules, totals: Mapping[Side, int], played: int, time_up: bool, extra_deal: bool
) -> End | None:
    """Which end of the match has come, if any. An extra deal is one, whatever `even_deals` says."""
    if rules.target is not None and any(total >= rules.target for total in totals.values()):
        return "target"
    if rules.deals is not None and played >= rules.deals:
        return "deals"
    if time_up and (extra_deal or not rules.even_deals or played % 2 == 0):
        return "minutes"
    return None


def _winner(
    rules: Rules, totals: Mapping[Side, int], finished: End, dealer: Seat
) -> tuple[Side | None, bool]:
    """The winner at the end of a match, and whether it is drawn; neither: an extra deal."""
    most = max(totals.values())
    first = [side for side, total in totals.items() if total == most]
    if len(first) == 1:
        return first[0], False
    dealing = rules.table.side_of(dealer)
    if finished == "target" and rules.dealer_side_first and dealing in first:
        return dealing, False
    return None, rules.tie == "drawn-match"
