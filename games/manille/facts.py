"""A match as told: the values a record holds, and what they come to deal by deal.

Claims stand beside facts here: what a table wrote down of its points is kept as written, to be
compared (`verdict.py`) with what follows from the cards.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from .cards import Card
from .errors import Fault, ImpossibleResult, InvalidRecord, gettext_noop
from .events import Event
from .notation import TrickRecord
from .replay import Replay, replay
from .rules import Rules
from .rulings import ruling_faults
from .scoring import (
    AsPlayed,
    Contract,
    Result,
    Ruling,
    check_result,
    complete_card_points,
    next_dealer,
)
from .table import Camp, Seat, Side


@dataclass(frozen=True, kw_only=True)
class DealRecord:
    """One deal as told: facts, and the claims that are checked against what follows from them.

    `dealer` None means by rotation. `contract` is None only for a misdeal. `card_points`,
    `last_trick`, `points` (match points) and `as_played` (what the deal and the match would come to
    without any ruling) are claims, empty or None where nothing was claimed; `card_points` may leave
    out one camp, `as_played` whatever it does not tell. `hands` are the cards held when play began,
    of any seats. `minute` counts from the start of the match. `ruling` is the one that stands,
    `earlier_rulings` those that it replaced, oldest first. `events` are what happened beside the
    play.
    """

    dealer: Seat | None = None
    misdeal: str | None = None
    contract: Contract | None = None
    card_points: Mapping[Camp, int] = field(default_factory=dict)
    last_trick: Camp | None = None
    points: Mapping[Side, int] = field(default_factory=dict)
    as_played: AsPlayed | None = None
    hands: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    leader: Seat | None = None
    tricks: tuple[TrickRecord, ...] = ()
    ruling: Ruling | None = None
    earlier_rulings: tuple[Ruling, ...] = ()
    note: str = ""
    minute: int | None = None
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Record:
    """One match as told. `preset` names the system that `rules` came from, if any; `players` maps
    seats to names, where known; `played_on` is an ISO date; `totals` are claimed match points."""

    rules: Rules
    preset: str | None = None
    players: Mapping[Seat, str] = field(default_factory=dict)
    played_on: str | None = None
    place: str = ""
    deals: tuple[DealRecord, ...] = ()
    totals: Mapping[Side, int] = field(default_factory=dict)

    @property
    def first_dealer(self) -> Seat:
        """Who dealt first: as told, or north."""
        told = self.deals[0].dealer if self.deals else None
        return told or self.rules.table.seats[0]

    @cached_property
    def told(self) -> "tuple[Told, ...]":
        """What each deal comes to, in order. A replay takes its time, so it is done once for all
        who ask: the reader of a document and the verdict on it."""
        return tuple(_each_told(self))


@dataclass(frozen=True)
class Told:
    """What one deal of a record comes to: the `result` to score, and the `replay` where tricks were
    recorded. Where `faults` say that it cannot have happened, neither holds anything."""

    deal: DealRecord
    dealer: Seat
    faults: tuple[Fault, ...]
    result: Result
    replay: Replay | None


def _each_told(record: Record) -> Iterator[Told]:
    """Each deal in order, with its dealer as told or by rotation. Places of faults are those of the
    document, such as `deals[2].tricks[1]`."""
    rules = record.rules
    expected, misdealer = record.first_dealer, ""
    for number, deal in enumerate(record.deals):
        dealer = deal.dealer or expected
        one = _told(rules, dealer, deal, f"deals[{number}]")
        yield one
        expected, misdealer = next_dealer(rules, dealer, one.result, misdealer)


def results(record: Record) -> tuple[Result, ...]:
    """The facts of every deal, for `score`: card points come from the tricks where all are there,
    else from the claim. Raises InvalidRecord where something cannot have happened."""
    return tuple(one.result for one in checked(record))


def checked(record: Record) -> tuple[Told, ...]:
    """What each deal comes to. Raises InvalidRecord where something cannot have happened."""
    faults = [fault for one in record.told for fault in one.faults]
    if faults:
        raise InvalidRecord(faults)
    return record.told


def _told(rules: Rules, dealer: Seat, deal: DealRecord, place: str) -> Told:
    faults: list[Fault] = []
    replayed = card_points = None
    if deal.contract and deal.tricks and not deal.contract.trump:
        message = gettext_noop("Say what was trump: without that nobody can tell who won a trick.")
        faults.append(Fault(message, {}, "trump"))
    elif deal.contract and deal.tricks:
        try:
            replayed = replay(
                rules, dealer, deal.contract.trump, deal.tricks, deal.leader, deal.hands
            )
        except InvalidRecord as error:
            faults += error.faults
    if deal.card_points:
        try:
            card_points = complete_card_points(rules, dealer, deal.card_points)
        except ImpossibleResult as error:
            faults += error.faults
    last_trick = deal.last_trick
    if replayed and replayed.complete:
        # Tricks say more than a claim about them; the verdict shows where the two differ.
        card_points = replayed.card_points
        if last_trick in rules.table.camps(dealer):
            last_trick = replayed.last_trick
    result = Result(
        dealer=deal.dealer,
        misdeal=deal.misdeal,
        contract=deal.contract,
        card_points=card_points,
        last_trick=last_trick,
        ruling=deal.ruling,
        minute=deal.minute,
    )
    try:
        check_result(rules, dealer, result)
    except ImpossibleResult as error:
        faults += error.faults
    for number, ruling in enumerate(deal.earlier_rulings):
        # Before a correction the deal may have been no misdeal.
        found = ruling_faults(rules, ruling, misdeal=False)
        faults += (replace(fault, place=f"earlier_rulings[{number}]") for fault in found)
    if deal.earlier_rulings and deal.ruling is None:
        message = gettext_noop("Earlier rulings are there, but none that replaced them.")
        faults.append(Fault(message, {}, "earlier_rulings"))
    if faults:
        placed = tuple(replace(fault, place=f"{place}.{fault.place}") for fault in faults)
        return Told(deal, dealer, placed, Result(dealer=deal.dealer), None)
    return Told(deal, dealer, (), result, replayed)
