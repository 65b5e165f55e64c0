"""Results: what is told about one deal, and what cannot have happened.

What was merely against the rules of play is not refused here: it happened, and others judge it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from .cards import NO_TRUMP
from .errors import Fault, ImpossibleResult, gettext_noop
from .rules import Rules
from .rulings import Ruling, ruling_faults
from .table import Camp, Seat

CALLS = ("double", "redouble", "third")
"""The doubling calls in the only order in which they can be made; each doubles once more."""

MISDEALS = ("wrong-count", "exposed-card", "partner-peek", "abandoned", "all-pass")
"""Why a deal was not played; `possible_misdeals` tells which of them can happen."""


@dataclass(frozen=True)
class Contract:
    """What a deal is played in: the seat that named it (None: not known, or nobody), `trump` (a
    suit or `NT`; empty on a score pad), the doubling `calls` in order, the card points `bid` in an
    auction, and whether no trump was named `blind`, before looking at the cards."""

    declarer: Seat | None
    trump: str
    calls: tuple[str, ...] = ()
    bid: int | None = None
    blind: bool = False


@dataclass(frozen=True)
class Doubling:
    """How far a deal has been doubled."""

    calls: tuple[str, ...] = ()

    @property
    def factor(self) -> int:
        """1, 2, 4 or 8."""
        return 1 << len(self.calls)

    def next_call(self, rules: Rules, trump: str) -> str | None:
        """The one further call that the rules allow, or None."""
        if trump == NO_TRUMP and not rules.double_no_trump:
            return None
        allowed = (rules.double, rules.redouble, rules.third)
        made = len(self.calls)
        return CALLS[made] if made < len(CALLS) and allowed[made] else None

    @classmethod
    def of(cls, rules: Rules, trump: str, calls: Sequence[str]) -> "Doubling":
        """The doubling after `calls`. Raises ImpossibleResult (place `calls`) at the first that
        could not be made."""
        doubling = cls()
        for call in calls:
            if call != doubling.next_call(rules, trump):
                raise ImpossibleResult(_call_fault(rules, trump, doubling, call))
            doubling = cls((*doubling.calls, call))
        return doubling


def _call_fault(rules: Rules, trump: str, doubling: Doubling, call: str) -> Fault:
    if call not in CALLS:
        message = gettext_noop(
            "“%(call)s” is no call: a deal is doubled, redoubled or doubled again."
        )
    elif call in doubling.calls:
        message = gettext_noop("The same call cannot be made twice in a deal.")
    elif not getattr(rules, call):
        message = gettext_noop("These rules do not allow that call.")
    elif trump == NO_TRUMP and not rules.double_no_trump:
        message = gettext_noop("A deal without trump is not doubled under these rules.")
    elif call == "redouble":
        message = gettext_noop("Only a doubled deal can be redoubled.")
    else:
        message = gettext_noop("Only after a redouble can the doublers go on.")
    return Fault(message, {"call": call}, "calls")


@dataclass(frozen=True)
class Result:
    """One deal as told at the table: `dealer` (None: by rotation); `misdeal`, or `contract` with
    the `card_points` of every camp as played (None: not known) and the camp that took the
    `last_trick`; the `ruling` that stands; and the `minute` of the match in which the deal ended.
    """

    dealer: Seat | None = None
    misdeal: str | None = None
    contract: Contract | None = None
    card_points: Mapping[Camp, int] | None = None
    last_trick: Camp | None = None
    ruling: Ruling | None = None
    minute: int | None = None


TRUMP_UNKNOWN = Fault(gettext_noop("Say what was trump, or that nothing was."), {}, "trump")
DECLARER_UNKNOWN = Fault(gettext_noop("Say who named trump."), {}, "declarer")
BID_UNKNOWN = Fault(gettext_noop("Say how many card points were bid."), {}, "bid")


def possible_misdeals(rules: Rules) -> tuple[str, ...]:
    """The kinds of misdeal that can happen: all pass only where nobody has to play then."""
    may_pass = rules.trump in ("choose-or-pass", "auction") and rules.all_pass == "next-dealer"
    return tuple(kind for kind in MISDEALS if kind != "all-pass" or may_pass)


def declarer_matters(rules: Rules) -> bool:
    """Whether the points of a deal depend on who declared."""
    return rules.contract == "bid" or rules.fail_doubles


def declarer_of(rules: Rules, contract: Contract, dealer: Seat) -> Seat | None:
    """The seat that named trump: as told, or the dealer where the dealer turns or names it."""
    if contract.declarer is None and rules.trump in ("turned", "dealer"):
        return dealer
    return contract.declarer


def callers(rules: Rules, contract: Contract, dealer: Seat) -> Camp:
    """The seats that may make the next doubling call, as one string: the declarer's opponents
    double and go on, the declarer's camp redoubles. Empty where no call is left or the declarer is
    not known."""
    declarer = declarer_of(rules, contract, dealer)
    call = Doubling(contract.calls).next_call(rules, contract.trump)
    if call is None or declarer is None:
        return ""
    camp = rules.table.camp_of(declarer, dealer)
    if call == "redouble":
        return camp
    return "".join(other for other in rules.table.camps(dealer) if other != camp)


def complete_card_points(rules: Rules, dealer: Seat, given: Mapping[Camp, int]) -> dict[Camp, int]:
    """The card points of every camp of a deal, from those of all or of all but one. Raises
    ImpossibleResult (place `card_points`) when they cannot be those of one deal."""
    camps = rules.table.camps(dealer)
    pot = rules.pot

    def impossible(message: str, **params: object) -> ImpossibleResult:
        return ImpossibleResult(Fault(message, params, "card_points"))

    for camp, points in given.items():
        if camp not in camps:
            raise impossible(gettext_noop("“%(camp)s” is not a side in this deal."), camp=camp)
        if type(points) is not int or not 0 <= points <= pot:
            raise impossible(
                gettext_noop("Card points are whole numbers from 0 to %(pot)s, not %(points)s."),
                pot=pot,
                points=points,
            )
    missing = [camp for camp in camps if camp not in given]
    total = sum(given.values())
    if len(missing) > 1:
        raise impossible(gettext_noop("Give the card points of every side, or of all but one."))
    if total > pot or (total < pot and not missing):
        raise impossible(
            gettext_noop("The card points must add up to %(pot)s, not %(total)s."),
            pot=pot,
            total=total,
        )
    return {camp: given[camp] if camp in given else pot - total for camp in camps}


def check_result(rules: Rules, dealer: Seat, result: Result) -> None:
    """Raises ImpossibleResult with every fault of a deal's facts; a fault's place is the fact's
    name. Points that depend on a declarer or a bid ask for them."""
    faults: list[Fault] = []

    def fault(wrong: bool, place: str, message: str, **params: object) -> None:
        if wrong:
            faults.append(Fault(message, params, place))

    seats, ruling, contract = rules.table.seats, result.ruling, result.contract
    for place, seat in (
        ("dealer", result.dealer),
        ("declarer", contract and contract.declarer),
        ("ruling", ruling and ruling.revoke),
    ):
        fault(
            seat is not None and seat not in tuple(seats),
            place,
            gettext_noop("“%(seat)s” is not a seat at this table."),
            seat=seat,
        )
    minute = result.minute
    fault(
        minute is not None and (type(minute) is not int or minute < 0),
        "minute",
        gettext_noop("The minute must be a whole number, 0 or more."),
    )
    if ruling is not None:
        found = ruling_faults(rules, ruling, misdeal=result.misdeal is not None)
        faults += (replace(one, place="ruling") for one in found)
    if result.misdeal is not None:
        fault(
            result.misdeal not in MISDEALS,
            "misdeal",
            gettext_noop("“%(kind)s” is not a kind of misdeal."),
            kind=result.misdeal,
        )
        fault(
            result.misdeal in MISDEALS and result.misdeal not in possible_misdeals(rules),
            "misdeal",
            gettext_noop("Under these rules no deal is passed out: somebody has to play."),
        )
        fault(
            contract is not None or result.card_points is not None or result.last_trick is not None,
            "misdeal",
            gettext_noop("A misdeal is not played: it has no trump and no card points."),
        )
    elif contract is None:
        faults.append(TRUMP_UNKNOWN)
    else:
        faults += _contract_faults(rules, dealer, contract, result.card_points is not None)
    if result.misdeal is None:
        faults += _card_points_faults(rules, dealer, result)
    if faults:
        raise ImpossibleResult(faults)


def _contract_faults(rules: Rules, dealer: Seat, contract: Contract, scored: bool) -> list[Fault]:
    faults: list[Fault] = []
    if not contract.trump and rules.play != "score-pad":
        faults.append(TRUMP_UNKNOWN)
    elif contract.trump not in rules.trumps:
        message = gettext_noop("“%(trump)s” cannot be trump under these rules.")
        faults.append(Fault(message, {"trump": contract.trump}, "trump"))
    if contract.blind and not rules.blind_no_trump:
        message = gettext_noop("Naming no trump blind counts nothing under these rules.")
        faults.append(Fault(message, {}, "blind"))
    elif contract.blind and contract.trump != NO_TRUMP:
        message = gettext_noop("Only no trump can be named blind: this deal has a trump.")
        faults.append(Fault(message, {}, "blind"))
    try:
        Doubling.of(rules, contract.trump, contract.calls)
    except ImpossibleResult as error:
        faults += error.faults
    bid, least = contract.bid, rules.par + 1
    if bid is not None and rules.contract != "bid":
        faults.append(Fault(gettext_noop("There is no bidding under these rules."), {}, "bid"))
    elif bid is not None and (type(bid) is not int or not least <= bid <= rules.pot):
        message = gettext_noop("A bid is a number of card points from %(least)s to %(pot)s.")
        faults.append(Fault(message, {"least": least, "pot": rules.pot}, "bid"))
    elif bid is None and rules.contract == "bid" and scored:
        faults.append(BID_UNKNOWN)
    if scored and declarer_matters(rules) and declarer_of(rules, contract, dealer) is None:
        faults.append(DECLARER_UNKNOWN)
    return faults


def _card_points_faults(rules: Rules, dealer: Seat, result: Result) -> list[Fault]:
    winner, card_points = result.last_trick, result.card_points
    if winner is not None and winner not in rules.table.camps(dealer):
        message = gettext_noop("“%(camp)s” is not a side in this deal.")
        return [Fault(message, {"camp": winner}, "last_trick")]
    if card_points is None:
        return []
    try:
        complete = complete_card_points(rules, dealer, card_points)
    except ImpossibleResult as error:
        return list(error.faults)
    least = rules.trick_points + rules.last_trick
    if winner is not None and complete[winner] < least:
        message = gettext_noop(
            "Whoever wins the last trick has its card points: at least %(least)s."
        )
        return [Fault(message, {"least": least}, "last_trick")]
    return []
