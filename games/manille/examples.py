"""Worked examples of a rule set, computed: a deal's score, and a trick for its last player.

Each is chosen among many so that it shows most of what these rules do, and is the same every time.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from .cards import NO_TRUMP, Card
from .play import Duty, Law, Trick
from .replay import refuses_legality
from .results import Contract, Result
from .rules import Rules, choices
from .score_table import carried_draws, contracts, shared, stacked
from .scoring import Line, score
from .table import Seat


@dataclass(frozen=True)
class TrickExample:
    """A trick in which only the last player is still to play: the `hand` of that seat, the `legal`
    cards of it, and the `duty` that binds it. `partner_winning`: whether a partner of the last
    player is winning."""

    trick: Trick
    seat: Seat
    hand: tuple[Card, ...]
    legal: tuple[Card, ...]
    duty: Duty
    partner_winning: bool


def score_example(rules: Rules) -> Line:
    """The deal that counts for most reasons at once (of those, the one that counts most): its line
    on a sheet. A draw before it is a deal of its own there."""
    table = rules.table
    dealer = table.seats[0]
    # The dealer's side declares; 39-21 of 60 is a deal as they happen.
    own = rules.par + max(1, 3 * rules.par // 10)
    bid = own - 4 if rules.contract == "bid" else None
    before = next(seat for seat in table.seats if table.after(seat) == dealer)
    level = dict.fromkeys(table.camps(before), rules.par)
    draw = Result(before, contract=Contract(before, rules.trumps[0]), card_points=level)
    lines = []
    for contract in contracts(rules, dealer, bid):
        card_points = shared(table.camps(dealer), own, rules.pot)
        result = Result(dealer, contract=contract, card_points=card_points)
        for carried in carried_draws(rules)[:2]:
            lines.append(score(rules, [draw] * carried + [result], before).lines[-1])
    return max(lines, key=lambda line: (len(line.factors), stacked(rules, line.factors)))


PLAY_OPTIONS = ("head", "exemption", "cannot_overtrump", "undertrump_partner")


@lru_cache(maxsize=64)
def trick_example(rules: Rules) -> TrickExample | None:
    """The trick in which most of the other ways to set one option of card play would allow other
    cards; None where no play can be judged."""
    if refuses_legality(rules):
        return None
    trump = "D" if "D" in rules.trumps else NO_TRUMP
    law = Law(rules, trump)
    others = [
        Law(rules.changed(**{option: value}), trump)
        for option in PLAY_OPTIONS
        for value in choices(option)
        if value != getattr(rules, option)
    ]
    best: tuple[tuple[int, ...], TrickExample] | None = None
    for trick, hand in _tricks(rules, trump):
        told = _Told.of(law, trick, hand)
        elsewhere = sum(_Told.of(other, trick, hand).legal != told.legal for other in others)
        barred = len(hand) - len(told.legal)
        binding = barred > 0 and told.duty != "free"
        rank = (int(binding), elsewhere, int(len(told.legal) > 1), barred)
        if best is None or rank > best[0]:
            example = TrickExample(
                trick=trick,
                seat=trick.seat_to_play or "",
                hand=hand,
                legal=told.legal,
                duty=told.duty,
                partner_winning=told.partner_winning,
            )
            best = rank, example
    return best[1] if best else None


@dataclass(frozen=True)
class _Told:
    duty: Duty
    legal: tuple[Card, ...]
    partner_winning: bool

    @classmethod
    def of(cls, law: Law, trick: Trick, hand: tuple[Card, ...]) -> "_Told":
        """What `law` binds the hand of the seat to play to."""
        rules, pack = law.rules, law.rules.cards
        seat, winner, winning = trick.seat_to_play or "", trick.winner or "", trick.winning_card
        partner = rules.table.partners(seat, winner, trick.dealer or trick.leader)
        led, best = pack.number[trick.cards[0]], pack.number[winning or ""]
        duty, legal = law.duty(pack.mask(hand), led, best, partner)
        return cls(duty, pack.cards_in(legal), partner)


def _tricks(rules: Rules, trump: str) -> Iterator[tuple[Trick, tuple[Card, ...]]]:
    """Small cases that tell laws apart: tricks that lack the last card, and hands of four."""
    ranks, pack = rules.cards.ranks, set(rules.cards.cards)
    manille, ace, king, queen, jack = tuple(ranks[:5])
    low, lower, lowest = (ranks[5:] + jack)[0], (ranks[6:] + queen)[0], ranks[-1]
    t = trump if trump != NO_TRUMP else "D"  # just another suit where nothing is trump
    leads = ("C" + low, "C" + king, t + low)
    middle = ("C" + manille, "C" + jack, "C" + lower, t + queen, t + lower, "H" + low)
    hands = (
        ("C" + ace, "C" + lowest, t + manille, "H" + king),
        (t + manille, t + lowest, "H" + ace, "S" + low),
        (t + lowest, t + jack, "H" + ace, "S" + low),
        (t + ace, t + lowest, "H" + king, "S" + jack),
    )
    leader = rules.table.after(rules.table.seats[0])
    dealers = rules.table.seats if rules.table.dealer_alone else rules.table.seats[0]
    for lead in leads:
        for between in product(middle, repeat=rules.seats - 2):
            cards = (lead, *between)
            for hand in hands:
                if len({*cards, *hand}) == len(cards) + len(hand) and pack >= {*cards, *hand}:
                    ordered = rules.cards.cards_in(rules.cards.mask(hand))
                    for dealer in dealers:
                        yield Trick(rules, trump, leader, dealer, cards), ordered
