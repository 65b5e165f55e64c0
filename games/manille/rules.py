"""Rules: every option of how Manille is played, in one frozen and validated value.

Each option is read in one function of the engine; each named system (`presets`) is one constant
that states them all. What an option does at the table is told in RULES.md, under the option's name.
"""

import dataclasses
import json
from base64 import b32encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from .cards import Pack, pack_of
from .errors import Fault, InvalidRules, gettext_noop
from .table import Seat, Table, table_of


@dataclass(frozen=True, kw_only=True)
class Rules:
    """One way to play. Numbers are match points (`target`, `result_cap`, `surplus_cap`,
    `narrow_win`), counts, or minutes; None means "none". Raises InvalidRules with a sentence for
    every contradiction.
    """

    # Cards and seats
    pack: str  # the ranks from the manille down
    removed: str  # cards taken out before dealing, "S7 C7"
    faces: Literal["french", "spanish"]
    seats: Literal[4, 3, 2]
    sides: Literal["pairs", "singles"]
    camps: Literal["sides", "dealer-alone"]
    undealt: Literal["none", "dealer"]  # who counts the cards that are left over
    direction: Literal["clockwise", "counter-clockwise"]
    dummy: Literal["none", "south"]  # whose hand lies open, played by the one opposite

    # Dealing
    first_dealer: Literal["lowest-cut", "highest-cut", "ask", "drawn"]
    cut_by: Literal["left", "right", "partner"]
    packets: Literal["3-2-3", "4-4", "3-2-3 or 4-4", "4-4-4", "5-5", "4-4-3"]
    second_misdeal_passes: bool
    partner_peek: Literal["same-dealer", "passes"]

    # Trump and doubling
    trump: Literal["turned", "dealer", "choose-or-pass", "delegate", "auction"]
    all_pass: Literal["dealer-must", "dealer-no-trump", "next-dealer"]
    no_trump: Literal["not-played", "double", "every-deal"]
    double: bool
    redouble: bool
    third: bool
    double_no_trump: bool  # whether a deal without trump may be doubled
    stacking: Literal["multiply", "add"]
    cap: int | None  # the greatest multiplier
    blind_no_trump: bool  # whether no trump named before looking at the cards counts four times

    # Play
    head: Literal["never", "trump-led", "opponent-winning", "always"]
    exemption: Literal["none", "overtrump", "full"]
    cannot_overtrump: Literal["undertrump", "free", "discard"]
    undertrump_partner: Literal["free", "forbidden"]
    revoke: Literal["whole-pot", "flat-60", "warning"]
    talk: Literal["unstated", "muette", "parlee", "parlante", "aveugle"]
    play: Literal["judged", "score-pad"]  # score-pad: card points are all that is told
    correction: Literal["next-trick", "next-card", "deal-end"]  # how long a revoke can be put right
    wrong_claim: Literal["play-on", "revoke"]  # of the tricks that are left
    card_missing: Literal["deal-again", "revoke"]  # noticed after the first trick

    # Points of a deal
    trick_points: Literal[0, 1]
    last_trick: Literal[0, 1]
    count: Literal["surplus", "card-points"]
    loser: Literal["nothing", "minus"]
    surplus_cap: int | None
    narrow_win: int | None  # match points for winning by the odd point, whatever the multiplier
    draw: Literal["nothing", "replay", "carry"]
    whole_pot: Literal["plain", "double"]
    contract: Literal["none", "majority", "bid"]
    fail_doubles: bool

    # The match
    target: int | None
    deals: int | None
    minutes: int | None
    even_deals: bool
    result_cap: int | None
    tie: Literal["extra-deal", "drawn-match"]
    dealer_side_first: bool

    def __post_init__(self) -> None:
        faults = tuple(_wrong_values(self)) or tuple(_contradictions(self))
        if faults:
            raise InvalidRules(faults)

    def __hash__(self) -> int:
        # Every look-up by rules hashes them; all the options together would tell little more apart.
        return hash((self.pack, self.seats, self.direction, self.head, self.exemption, self.target))

    def changed(self, **options: Any) -> "Rules":
        """The same rules with these options otherwise. Raises InvalidRules as the class does."""
        return dataclasses.replace(self, **options)

    @cached_property
    def cards(self) -> Pack:
        """The cards in use."""
        return pack_of(self.pack, tuple(self.removed.split()))

    @cached_property
    def table(self) -> Table:
        return table_of(
            self.seats,
            self.direction == "clockwise",
            self.sides == "pairs",
            self.camps == "dealer-alone",
        )

    @cached_property
    def people(self) -> str:
        """The seats at which somebody sits: all but a dummy's."""
        return self.table.seats.replace("S", "") if self.dummy == "south" else self.table.seats

    def player_of(self, seat: Seat) -> Seat:
        """Who plays the cards of a seat: whoever sits there, or sits opposite a dummy."""
        return seat if seat in self.people else self.table.after(seat, self.seats // 2)

    @cached_property
    def hand_size(self) -> int:
        """Cards dealt to each seat, and so the number of tricks."""
        return self.cards.size // self.seats

    @cached_property
    def pot(self) -> int:
        """All the card points of a deal: values, trick points and the last-trick point."""
        return sum(self.cards.points) + self.trick_points * self.hand_size + self.last_trick

    @cached_property
    def par(self) -> int:
        """The card points above which a camp scores: an equal share of the pot without the
        last-trick point (par stays 30 in a pot of 61, so 31-30 scores 1)."""
        camps = len(self.table.camps(self.table.seats[0]))
        return (self.pot - self.last_trick) // camps

    @cached_property
    def trumps(self) -> tuple[str, ...]:
        """What a deal can be played in: suits, `NT`; on a score pad nothing, "", or a suit that
        has no effect."""
        if self.play == "score-pad":
            return ("", "S", "H", "D", "C")
        if self.no_trump == "every-deal":
            return ("NT",)
        return ("S", "H", "D", "C") if self.no_trump == "not-played" else ("S", "H", "D", "C", "NT")

    @cached_property
    def digest(self) -> str:
        """The identifier of these rules, eight capital letters and digits: the same for the same
        options, whatever they are called, on every machine and in every later version."""
        options = {
            option: getattr(self, option)
            for option in OPTIONS
            if option not in NEUTRAL or getattr(self, option) != NEUTRAL[option]
        }
        options["removed"] = " ".join(sorted(self.removed.split()))  # their order says nothing
        canonical = json.dumps(options, sort_keys=True, separators=(",", ":"))
        return b32encode(sha256(canonical.encode("ascii")).digest())[:8].decode("ascii")


NEUTRAL: Mapping[str, str | bool] = {
    "dummy": "none",
    "blind_no_trump": False,
    "play": "judged",
    "correction": "next-trick",
    "wrong_claim": "play-on",
    "card_missing": "deal-again",
}
"""The options that came after the first version, with the value that changes nothing: what rules
written down before have, and what leaves their identifier as it was."""


@cache
def choices(option: str) -> tuple[Any, ...]:
    """The values an option may have: its words or numbers, (False, True), or () for a free text or
    number (`optional` tells whether it may be left out). Raises KeyError for no such option."""
    kind = get_type_hints(Rules)[option]
    if get_origin(kind) is Literal:
        return get_args(kind)
    return (False, True) if kind is bool else ()


@cache
def optional(option: str) -> bool:
    """Whether the option is a number that may be None."""
    return NoneType in get_args(get_type_hints(Rules)[option])


OPTIONS: tuple[str, ...] = tuple(field.name for field in dataclasses.fields(Rules))
"""The names of all options, in the order of the class."""


def _wrong_values(rules: Rules) -> Iterator[Fault]:
    for option in OPTIONS:
        value = getattr(rules, option)
        allowed = choices(option)
        if allowed:
            # 1 == True in Python, but an option with numbers does not take a yes, nor the reverse.
            if not any(value == a and type(value) is type(a) for a in allowed):
                yield Fault(
                    gettext_noop("“%(value)s” is not a value of this option."),
                    {"value": value},
                    option,
                )
        elif optional(option):
            if value is not None and (type(value) is not int or not 1 <= value <= 9999):
                yield Fault(
                    gettext_noop("This must be a whole number from 1 to 9999, or none."), {}, option
                )
        elif not isinstance(value, str):
            yield Fault(gettext_noop("“%(value)s” is not a text."), {"value": value}, option)
    if isinstance(rules.pack, str) and isinstance(rules.removed, str):
        try:
            pack_of(rules.pack, tuple(rules.removed.split()))
        except InvalidRules as error:
            yield from error.faults


def _contradictions(rules: Rules) -> Iterator[Fault]:
    """Each pair of options that cannot hold together, as a sentence at the option to change."""

    def fault(wrong: bool, option: str, message: str) -> Iterator[Fault]:
        if wrong:
            yield Fault(message, {}, option)

    yield from fault(
        rules.sides == "pairs" and rules.seats != 4,
        "sides",
        gettext_noop("Only four players can play in pairs."),
    )
    yield from fault(
        rules.camps == "dealer-alone" and rules.sides == "pairs",
        "camps",
        gettext_noop("The dealer cannot play alone where pairs keep one score."),
    )
    yield from fault(
        rules.undealt == "none" and rules.cards.size % rules.seats != 0,
        "undealt",
        gettext_noop(
            "The cards cannot be dealt out evenly: take some out or say who counts the rest."
        ),
    )
    yield from fault(
        rules.undealt == "dealer" and rules.cards.size % rules.seats == 0,
        "undealt",
        gettext_noop("No card is left over to count for the dealer."),
    )
    yield from fault(
        rules.dummy != "none" and rules.sides != "pairs",
        "dummy",
        gettext_noop("A dummy is somebody’s partner: it needs four places and pairs."),
    )
    yield from fault(
        rules.trump == "turned" and rules.no_trump != "not-played",
        "no_trump",
        gettext_noop("Where trump is turned there is always a trump: no deal goes without."),
    )
    yield from fault(
        rules.all_pass == "dealer-no-trump" and rules.no_trump == "not-played",
        "all_pass",
        gettext_noop("The dealer cannot have to play without trump where that is not played."),
    )
    yield from fault(
        rules.redouble and not rules.double,
        "redouble",
        gettext_noop("Only a double can be redoubled: allow doubling too."),
    )
    yield from fault(
        rules.third and not rules.redouble,
        "third",
        gettext_noop("The doublers can go on only after a redouble: allow redoubling too."),
    )
    yield from fault(
        rules.double_no_trump and (not rules.double or rules.no_trump == "not-played"),
        "double_no_trump",
        gettext_noop("Doubling without trump needs both doubling and deals without trump."),
    )
    yield from fault(
        rules.blind_no_trump and rules.no_trump != "double",
        "blind_no_trump",
        gettext_noop("No trump can be named before looking only where it may be chosen."),
    )
    yield from fault(
        rules.play == "score-pad" and (rules.no_trump != "not-played" or rules.double),
        "play",
        gettext_noop("A score pad knows card points only: no deal without trump, no doubling."),
    )
    yield from fault(
        rules.play == "score-pad" and rules.contract != "none",
        "contract",
        gettext_noop("A score pad knows card points only: nobody undertakes anything."),
    )
    yield from fault(
        (rules.contract == "bid") != (rules.trump == "auction"),
        "contract",
        gettext_noop("Bids and an auction for trump go together: choose both or neither."),
    )
    yield from fault(
        rules.fail_doubles and rules.contract == "none",
        "fail_doubles",
        gettext_noop("Failing can only double the deal where the declarer undertakes something."),
    )
    yield from fault(
        rules.contract != "none" and rules.trump == "turned",
        "contract",
        gettext_noop("Where trump is turned nobody undertakes a contract."),
    )
    yield from fault(
        rules.count == "card-points" and rules.loser == "minus",
        "loser",
        gettext_noop("Where each side writes all its card points, the losers lose nothing."),
    )
    yield from fault(
        rules.count == "card-points" and rules.surplus_cap is not None,
        "surplus_cap",
        gettext_noop("There is no surplus to limit where each side writes all its card points."),
    )
    yield from fault(
        rules.count == "card-points" and rules.narrow_win is not None,
        "narrow_win",
        gettext_noop("A fixed score for a narrow win does not fit with writing all card points."),
    )
    yield from fault(
        rules.count == "card-points" and rules.contract == "bid",
        "count",
        gettext_noop("A bid is scored by its surplus, not by writing all card points."),
    )
    yield from fault(
        rules.narrow_win is not None and rules.last_trick == 0,
        "narrow_win",
        gettext_noop("31–30 can only happen where the last trick counts a point."),
    )
    yield from fault(
        rules.even_deals and rules.minutes is None,
        "even_deals",
        gettext_noop("Stopping after an even number of deals needs a playing time in minutes."),
    )
    yield from fault(
        rules.dealer_side_first and rules.target is None,
        "dealer_side_first",
        gettext_noop("The dealing side can only come first at a target: set one."),
    )
