"""Scoring: a match as a fold over its deals, each of which earns what points.py says.

Card points are what a camp takes in tricks; match points are what a side writes on the sheet. The
rules followed, their sources and the worked figures are in RULES.md, under the options' names.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from .points import Factor, deal_points, factors_of, multiplier_of
from .results import CALLS as CALLS
from .results import MISDEALS as MISDEALS
from .results import Contract as Contract
from .results import Doubling as Doubling
from .results import Result as Result
from .results import callers as callers
from .results import check_result as check_result
from .results import complete_card_points as complete_card_points
from .results import declarer_matters, declarer_of
from .results import possible_misdeals as possible_misdeals
from .rules import Rules
from .rulings import Appeal as Appeal
from .rulings import Ruling as Ruling
from .table import Camp, Seat, Side

Kind: TypeAlias = Literal["played", "replayed", "misdeal", "unscored", "beyond"]
End: TypeAlias = Literal["target", "deals", "minutes"]


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
        factors = () if contract is None else factors_of(rules, contract, carried, False)
        multiplier = None if contract is None else multiplier_of(rules, factors)
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
