"""Events: what happened in a deal beside its play, and what the rules make of it.

A claim of the tricks that are left, a card missing or twice in the pack, a wrong number of cards, a
card exposed. What happened is recorded; what follows is derived here, and ruled by people.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from .cards import Card
from .claim import ClaimVerdict, judge_claim
from .errors import Fault, InvalidRecord, gettext_noop
from .notation import TrickRecord
from .replay import replay
from .rules import Rules
from .table import Seat

KINDS = ("claim", "card-missing", "card-double", "wrong-count", "exposed-card")
"""What can have happened, as records name it."""

FIELDS: Mapping[str, tuple[str, ...]] = {
    "claim": ("seat", "trick"),
    "card-missing": ("seat", "trick"),
    "card-double": ("card", "trick"),
    "wrong-count": ("seat", "cards", "trick"),
    "exposed-card": ("seat", "card", "trick"),
}
"""Kind -> what is told of it besides who recorded it and a note."""

NEEDED: Mapping[str, tuple[str, ...]] = {
    "claim": ("seat", "trick"),
    "card-missing": ("trick",),
    "card-double": ("card",),
    "wrong-count": ("seat", "cards"),
    "exposed-card": ("seat", "card"),
}
"""Kind -> what cannot be left out."""

Outcome: TypeAlias = Literal["stands", "misdeal", "revoke", "play-on", "unsettled"]
"""What the rules make of an event. `stands`: the claim was right; `misdeal`: the deal does not
count, the same dealer deals again; `revoke`: it is ruled like a revoke of the seat; `play-on`:
nothing follows, the deal is played out; `unsettled`: it depends on cards nobody has seen."""


@dataclass(frozen=True, kw_only=True)
class Event:
    """One thing that happened. `trick` is the trick in which it was noticed, for a claim the first
    of the tricks claimed; None: before play. `cards` is how many cards the seat held or was dealt.
    """

    kind: str
    seat: Seat | None = None
    trick: int | None = None
    card: Card | None = None
    cards: int | None = None
    by: str = ""
    note: str = ""


def event_to_json(event: Event) -> dict[str, object]:
    """An event as it stands in the document."""
    return {key: value for key, value in vars(event).items() if value not in (None, "")}


def outcome(rules: Rules, event: Event, claim: ClaimVerdict | None = None) -> Outcome:
    """What follows from an event under `rules`; `claim` is the verdict on a claim, None where it
    could not be judged. See RULES.md, "Events"."""
    if event.kind == "claim":
        if claim is None or claim.answer == "open":
            return "unsettled"
        if claim.answer == "possible" and not claim.known:
            return "unsettled"
        if claim.answer == "proved":
            return "stands"
        return "revoke" if rules.wrong_claim == "revoke" else "play-on"
    if event.kind == "card-double":
        return "misdeal"
    started = event.trick is not None and event.trick > 1
    if event.kind == "exposed-card":
        return "play-on" if event.trick else "misdeal"
    if started and rules.card_missing == "revoke" and event.seat:
        return "revoke"
    return "misdeal"


def judged(
    rules: Rules,
    dealer: Seat,
    trump: str,
    tricks: Sequence[TrickRecord],
    hands: Mapping[Seat, tuple[Card, ...]],
    leader: Seat | None,
    event: Event,
) -> ClaimVerdict:
    """The verdict on a claim in a deal of which `tricks` and `hands` are recorded. Cards that came
    out after it are known to lie where they came from. Raises InvalidRecord where it cannot be
    judged."""
    before = tuple(tricks[: (event.trick or 1) - 1])
    rest = tricks[len(before) :]
    if rest and len(rest[0].cards) < rules.seats:
        before = (*before, rest[0])  # claimed in the middle of a trick
    full = [trick for trick in before if len(trick.cards) == rules.seats]
    if not trump or len(full) < (event.trick or 1) - 1 or not event.seat:
        message = gettext_noop("Enter the cards of the tricks before the claim, then it is judged.")
        raise InvalidRecord(Fault(message))
    known = replay(rules, dealer, trump, tricks, leader, hands).hands
    return _judged(rules, dealer, trump, before, event.seat, tuple(known.items()), leader)


@lru_cache(maxsize=256)  # a search can take a second, and whoever looks at the deal asks again
def _judged(
    rules: Rules,
    dealer: Seat,
    trump: str,
    tricks: tuple[TrickRecord, ...],
    seat: Seat,
    hands: tuple[tuple[Seat, tuple[Card, ...]], ...],
    leader: Seat | None,
) -> ClaimVerdict:
    return judge_claim(rules, dealer, trump, tricks, seat, dict(hands), leader)
