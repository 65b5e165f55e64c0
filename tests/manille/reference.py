"""The second judge: the same game told plainly and slowly, to hold the engine against.

Nothing is shared with `games/manille/play.py`, `judge.py` or `replay.py`: cards are values, hands
are lists, and the legality rule is one function that reads like the rules page, branch by branch.
Only the options (`Rules`) and the seating (`Table`) are the engine's.
"""

from dataclasses import dataclass, field

from games.manille.rules import Rules

WORTH = [5, 4, 3, 2, 1]


@dataclass(frozen=True)
class Card:
    suit: str
    rank: str


@dataclass
class Judged:
    """One play: what was legal of the cards held, the duty, and for an illegal one its proof."""

    trick: int
    seat: str
    card: str
    held: list[str]
    legal: list[str]
    duty: str
    illegal: bool
    witness: str | None = None
    witness_trick: int | None = None
    established: bool = False


@dataclass
class Deal:
    """The deal as the reference sees it."""

    plays: list[Judged] = field(default_factory=list)
    winners: str = ""
    points: dict[str, int] = field(default_factory=dict)


def card(text: str) -> Card:
    return Card(text[0], text[1])


def is_higher(rules: Rules, one: Card, other: Card) -> bool:
    """Whether `one` is above `other` in the same suit."""
    return one.suit == other.suit and rules.pack.index(one.rank) < rules.pack.index(other.rank)


def worth(rules: Rules, one: Card) -> int:
    place = rules.pack.index(one.rank)
    return WORTH[place] if place < len(WORTH) else 0


def winning_place(rules: Rules, trump: str, trick: list[Card]) -> int:
    """Which card of the trick wins it: the highest trump, else the highest of the suit led."""
    candidates = [c for c in trick if c.suit == trump] or [
        c for c in trick if c.suit == trick[0].suit
    ]
    best = candidates[0]
    for other in candidates:
        if is_higher(rules, other, best):
            best = other
    return trick.index(best)


def partners(rules: Rules, one: str, other: str, dealer: str) -> bool:
    if rules.camps == "dealer-alone":
        return (one == dealer) == (other == dealer)
    if rules.sides == "pairs":
        return {one, other} in ({"N", "S"}, {"E", "W"}) or one == other
    return one == other


def legal(
    rules: Rules, trump: str, hand: list[Card], trick: list[Card], partner_wins: bool
) -> tuple[list[Card], str]:
    """The legal cards of `hand`, and the duty that binds it."""
    if not trick:
        return hand, "lead"
    led = trick[0].suit
    winning = trick[winning_place(rules, trump, trick)]
    same_suit = [c for c in hand if c.suit == led]
    trumps = [c for c in hand if c.suit == trump]
    others = [c for c in hand if c.suit != trump]
    lower_trumps = [c for c in trumps if is_higher(rules, winning, c)]

    if same_suit:
        must_head = False
        if rules.head == "always":
            must_head = True
        if rules.head == "opponent-winning" and not partner_wins:
            must_head = True
        if rules.head == "trump-led" and led == trump:
            must_head = not partner_wins or rules.exemption == "none"
        heading = [c for c in same_suit if is_higher(rules, c, winning)]
        if must_head and winning.suit == led and heading:
            return heading, "head"
        return same_suit, "follow"

    if partner_wins and rules.exemption == "full":
        if rules.undertrump_partner == "forbidden" and winning.suit == trump and lower_trumps:
            allowed = [c for c in hand if c not in lower_trumps]
            if allowed:
                return allowed, "no-undertrump"
            return trumps, "ruff"
        return hand, "free"
    if not trumps:
        return hand, "free"
    if winning.suit != trump:
        return trumps, "ruff"
    if partner_wins and rules.exemption == "overtrump":
        return trumps, "ruff"
    overtrumps = [c for c in trumps if is_higher(rules, c, winning)]
    if overtrumps:
        return overtrumps, "overtrump"
    if rules.cannot_overtrump == "undertrump":
        return trumps, "ruff"
    if rules.cannot_overtrump == "free":
        return hand, "free"
    if others:
        return others, "no-undertrump"
    return trumps, "ruff"


def judge(rules: Rules, trump: str, dealer: str, tricks: list[list[str]]) -> Deal:
    """The deal judged by the cards each seat shows; all cards of all tricks are known, the last
    trick may be cut short and later tricks missing."""
    table = rules.table
    deal = Deal(points=dict.fromkeys(table.camps(dealer), 0))
    leader = table.after(dealer)
    played: list[tuple[int, str, str]] = []
    for number, trick in enumerate(tricks, start=1):
        seats = [table.after(leader, step) for step in range(len(trick))]
        played += [(number, seat, text) for seat, text in zip(seats, trick, strict=True)]
        if len(trick) < rules.seats:
            break
        cards = [card(text) for text in trick]
        leader = seats[winning_place(rules, trump, cards)]
        deal.winners += leader
        points = sum(worth(rules, c) for c in cards) + rules.trick_points
        if number == rules.hand_size:
            points += rules.last_trick
        deal.points[table.camp_of(leader, dealer)] += points
    if len(deal.winners) == rules.hand_size:
        shown = {text for _, _, text in played}
        left = [card(text) for text in rules.cards.cards if text not in shown]
        deal.points[table.camp_of(dealer, dealer)] += sum(worth(rules, c) for c in left)

    order = {text: number for number, text in enumerate(rules.cards.cards)}
    for place, (number, seat, text) in enumerate(played):
        later = {t: n for n, s, t in played[place:] if s == seat}
        before = [(s, t) for n, s, t in played[:place] if n == number]
        trick_cards = [card(t) for _, t in before]
        partner_wins = False
        if before:
            winner = before[winning_place(rules, trump, trick_cards)][0]
            partner_wins = partners(rules, seat, winner, dealer)
        held = sorted(later, key=order.__getitem__)
        allowed, duty = legal(rules, trump, [card(t) for t in held], trick_cards, partner_wins)
        names = [c.suit + c.rank for c in allowed]
        judged = Judged(number, seat, text, held, names, duty, illegal=text not in names)
        if judged.illegal:
            judged.witness = names[0]
            judged.witness_trick = later[names[0]]
            judged.established = any(n > number for n, _, _ in played)
        deal.plays.append(judged)
    return deal
