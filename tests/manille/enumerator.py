"""The verdict by going through every lie of the unseen cards: slow, and plainly what it says.

Written from the definitions alone (RULES.md, "Card play"; the verdict as the record format defines
it): cards are strings, hands are sets, and nothing here knows how `replay` comes to its answers.
"""

import itertools
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache

from games.manille.lies import Answer
from games.manille.notation import TrickRecord
from games.manille.rules import Rules


@dataclass(frozen=True)
class DealCase:
    """A deal as told: the arguments of `replay`."""

    rules: Rules
    dealer: str
    trump: str
    tricks: tuple[TrickRecord, ...]
    leader: str
    hands: dict[str, tuple[str, ...]] = field(default_factory=dict)
    answers: tuple[Answer, ...] = ()


@dataclass(frozen=True)
class Found:
    """What all lies together say; `lies` is how many there are."""

    verdicts: tuple[str, ...]
    explained: bool
    suspects: tuple[str, ...]
    winners: tuple[str | None, ...]
    card_points: tuple[int | None, ...]
    lies: int


class NoLieError(ValueError):
    """What was answered cannot all be true."""


class OpenLeaderError(ValueError):
    """Nobody can tell who led a trick."""


# The rules of play


def beats(rules: Rules, trump: str, card: str, other: str) -> bool:
    """Whether `card`, played later, beats `other`."""
    if card[0] == other[0]:
        return rules.pack.index(card[1]) < rules.pack.index(other[1])
    return card[0] == trump


def best_place(rules: Rules, trump: str, cards: list[str]) -> int:
    """The place of the card that wins among `cards`, which are in the order of play."""
    best = 0
    for place, card in enumerate(cards):
        if place and beats(rules, trump, card, cards[best]):
            best = place
    return best


def legal(
    rules: Rules, trump: str, hand: set[str], led: str | None, winning: str, partners: bool
) -> set[str]:
    """The cards of `hand` that may be played: `led` is the card led (None: nothing yet), `winning`
    the card that wins so far, which is a partner's or not."""
    if led is None:
        return hand

    def above(cards: set[str]) -> set[str]:
        return {
            card
            for card in cards
            if card[0] == winning[0] and rules.pack.index(card[1]) < rules.pack.index(winning[1])
        }

    suit = {card for card in hand if card[0] == led[0]}
    trumps = {card for card in hand if card[0] == trump}
    if suit:
        must_head = (
            rules.head == "always"
            or (rules.head == "opponent-winning" and not partners)
            or (
                rules.head == "trump-led"
                and led[0] == trump
                and (not partners or rules.exemption == "none")
            )
        )
        if must_head and winning[0] == led[0] and above(suit):
            return above(suit)
        return suit
    if partners and rules.exemption == "full":
        if rules.undertrump_partner == "forbidden" and winning[0] == trump:
            return hand - (trumps - above(trumps)) or trumps
        return hand
    if not trumps:
        return hand
    if winning[0] != trump:
        return trumps
    if partners and rules.exemption == "overtrump":
        return trumps
    if above(trumps):
        return above(trumps)
    if rules.cannot_overtrump == "undertrump":
        return trumps
    if rules.cannot_overtrump == "free":
        return hand
    return hand - trumps or trumps


# Going through the lies


def unseen_cards(case: DealCase) -> list[str]:
    seen = {card for trick in case.tricks for card in trick.cards}
    return [card for card in case.rules.cards.cards if card not in seen]


def may_play(case: DealCase, seat: str, card: str) -> bool:
    """Whether what is told of the hands lets `seat` have held `card`."""
    told = case.hands.get(seat, ())
    if len(told) == case.rules.hand_size:
        return card in told
    return not any(card in hand for other, hand in case.hands.items() if other != seat)


def local_winners(case: DealCase, leader: str, cards: tuple[str | None, ...]) -> set[str]:
    """Who can have won a trick, for all that this trick and what is told of the hands say."""
    order = case.rules.table.order(leader)
    missing = [place for place, card in enumerate(cards) if card is None]
    winners = set()
    for fill in itertools.permutations(unseen_cards(case), len(missing)):
        if all(may_play(case, order[p], c) for p, c in zip(missing, fill, strict=True)):
            whole = list(cards)
            for place, card in zip(missing, fill, strict=True):
                whole[place] = card
            winners.add(order[best_place(case.rules, case.trump, whole)])
    return winners


def leaders(case: DealCase) -> list[str]:
    """Who led each trick: as written, else whoever won the one before."""
    found: list[str] = []
    for number, trick in enumerate(case.tricks):
        if trick.leader:
            found.append(trick.leader)
        elif number == 0:
            found.append(case.leader)
        else:
            winners = local_winners(case, found[-1], case.tricks[number - 1].cards)
            if len(winners) != 1:
                raise OpenLeaderError(number)
            found += winners
    return found


def fillings(
    case: DealCase, seats: list[str], cards: list[str | None], unseen: frozenset[str]
) -> Iterator[list[str]]:
    """All cards played, in every way of putting unseen cards where nobody remembers one."""
    if None not in cards:
        yield list(cards)
        return
    place = cards.index(None)
    for card in sorted(unseen):
        if may_play(case, seats[place], card):
            filled = [*cards[:place], card, *cards[place + 1 :]]
            yield from fillings(case, seats, filled, unseen - {card})


def enumerate_lies(case: DealCase) -> Found:
    """What every lie of the unseen cards says of each play. Raises OpenLeaderError, and NoLieError
    where no lie makes every answer true."""
    rules, table = case.rules, case.rules.table
    led_by = leaders(case)
    turns = [
        (number, seat, card)
        for number, record in enumerate(case.tricks)
        for seat, card in zip(table.order(led_by[number]), record.cards, strict=False)
    ]
    seats = [seat for _, seat, _ in turns]
    rest_size = {seat: rules.hand_size - seats.count(seat) for seat in table.seats}
    told = {seat: set(case.hands.get(seat, ())) for seat in table.seats}
    turns_of = {seat: [p for p, other in enumerate(seats) if other == seat] for seat in table.seats}
    partners = {
        (one, other): table.partners(one, other, case.dealer)
        for one in table.seats
        for other in table.seats
    }
    order_of = [table.order(leader) for leader in led_by]
    unseen = frozenset(unseen_cards(case))

    # Of each lie, the plays that were illegal in it, as a number with a bit for each play.
    illegal_in: set[int] = set()
    winners: list[set[str]] = [set() for _ in case.tricks]
    points: list[set[int]] = [set() for _ in case.tricks]
    lies = 0

    for cards in fillings(case, seats, [card for _, _, card in turns], unseen):
        # How the trick stood at each play: (card led, card winning, whether that is a partner's).
        stood: list[tuple[str | None, str, bool]] = []
        trick_cards: list[list[str]] = [[] for _ in case.tricks]
        for (number, seat, _), card in zip(turns, cards, strict=True):
            so_far = trick_cards[number]
            if not so_far:
                stood.append((None, "", False))
            else:
                best = best_place(rules, case.trump, so_far)
                winner = order_of[number][best]
                stood.append((so_far[0], so_far[best], partners[seat, winner]))
            so_far.append(card)
        played = {seat: {cards[place] for place in turns_of[seat]} for seat in table.seats}

        @cache
        def illegal_plays(seat, rest, cards=cards, stood=stood):
            """The plays of `seat` that are illegal where `rest` is what it did not play."""
            hand, found = set(rest), 0
            for place in reversed(turns_of[seat]):
                hand.add(cards[place])
                if cards[place] not in legal(rules, case.trump, hand, *stood[place]):
                    found |= 1 << place
            return found

        def truly_answered(seat, rest, cards=cards):
            """Whether every answer about `seat` is true where `rest` is what it did not play."""
            return all(
                answer.held
                == (
                    answer.card in rest
                    or any(
                        cards[place] == answer.card
                        for place in turns_of[seat]
                        if turns[place][0] + 1 >= answer.trick
                    )
                )
                for answer in case.answers
                if answer.seat == seat
            )

        def every_rest(left, to_deal, illegal, played=played, illegal_plays=illegal_plays):
            """Deal out what nobody played: the illegal plays of each lie."""
            if not to_deal:
                yield illegal  # what is left now was not dealt to anybody
                return
            seat = to_deal[0]
            for rest in itertools.combinations(left, rest_size[seat]):
                if told[seat] <= played[seat].union(rest) and truly_answered(seat, rest):
                    yield from every_rest(
                        [card for card in left if card not in rest],
                        to_deal[1:],
                        illegal | illegal_plays(seat, rest),
                    )

        before = lies
        for illegal in every_rest(sorted(unseen - set(cards)), table.seats, 0):
            lies += 1
            illegal_in.add(illegal)
        if lies > before:
            for number, trick in enumerate(trick_cards):
                winners[number].add(order_of[number][best_place(rules, case.trump, trick)])
                worth = sum(value_of(rules, card) for card in trick) + rules.trick_points
                last = number + 1 == rules.hand_size
                points[number].add(worth + (rules.last_trick if last else 0))

    if not illegal_in and case.answers:
        raise NoLieError
    assert illegal_in, "no lie fits"
    verdicts = []
    for place, (_, _, card) in enumerate(turns):
        was_illegal = {bool(illegal >> place & 1) for illegal in illegal_in}
        if card is None or len(was_illegal) == 2:
            verdicts.append("undecided")
        else:
            verdicts.append("illegal" if True in was_illegal else "legal")
    explained = 0 in illegal_in
    suspects = []
    for seat in table.seats:
        own = sum(1 << place for place in turns_of[seat])
        if not explained and any(not illegal & ~own for illegal in illegal_in):
            suspects.append(seat)
    complete = [len(record.cards) == rules.seats for record in case.tricks]
    return Found(
        verdicts=tuple(verdicts),
        explained=explained,
        suspects=tuple(suspects),
        winners=tuple(
            min(who) if whole and len(who) == 1 else None
            for who, whole in zip(winners, complete, strict=True)
        ),
        card_points=tuple(
            min(worth) if whole and len(worth) == 1 else None
            for worth, whole in zip(points, complete, strict=True)
        ),
        lies=lies,
    )


def value_of(rules: Rules, card: str) -> int:
    """The five highest ranks of a pack count 5 4 3 2 1."""
    return max(0, 5 - rules.pack.index(card[1]))


# Random endings

MOST_LIES = 2500


def most_lies(rules: Rules, tricks: list[list[str | None]]) -> int:
    """How many lies there are where nothing is told of the hands."""
    cards = [card for trick in tricks for card in trick]
    unseen, missing = rules.cards.size - len(cards) + cards.count(None), cards.count(None)
    ways, left = math.perm(unseen, missing), unseen - missing
    played, more = divmod(len(cards), rules.seats)
    for number in range(rules.seats):
        rest = rules.hand_size - played - (number < more)
        ways *= math.comb(left, rest)
        left -= rest
    return ways


def small_pack(rules: Rules, chance: random.Random, hands: tuple[int, ...] = (2, 3, 3, 4)) -> Rules:
    """The same rules with most cards taken out: so many cards a hand, of two suits or more."""
    size = rules.seats * chance.choice(hands)
    if rules.undealt == "dealer":
        size += chance.randint(1, rules.seats - 1)
    suits = chance.sample("SHDC", chance.choice((2, 3, 3, 4)))
    cards = [card for card in rules.cards.cards if card[0] in suits]
    kept = chance.sample(cards, min(size, len(cards) - len(cards) % rules.seats))
    whole = [suit + rank for suit in "SHDC" for rank in rules.pack]
    return rules.changed(removed=" ".join(card for card in whole if card not in kept))


def endings(rules: Rules, seed: int) -> Iterator[DealCase]:
    """Deals as told at random, without end: of few cards a hand, or of the whole pack with most
    tricks known. Some plays are careless, some cards forgotten, some hands told."""
    chance = random.Random(f"{rules.digest} {seed}")
    while True:
        few = chance.random() < 0.85
        played_by = small_pack(rules, chance) if few else rules
        for _ in range(5):
            yield ending(played_by, chance, 1 if few else rules.hand_size - chance.randint(2, 4))


def ending(rules: Rules, chance: random.Random, careful_until: int) -> DealCase:
    """One deal as told; its tricks before number `careful_until` are hardly forgotten."""
    table, size = rules.table, rules.hand_size
    pack = list(rules.cards.cards)
    chance.shuffle(pack)
    dealt = {seat: pack[i * size : (i + 1) * size] for i, seat in enumerate(table.seats)}
    dealer = chance.choice(table.seats)
    trump = chance.choice(rules.trumps)
    leader = table.after(dealer) if chance.random() < 0.8 else chance.choice(table.seats)

    # What happened.
    care = chance.choice((1, 0.9, 0.8, 0.6))
    hands = {seat: set(hand) for seat, hand in dealt.items()}
    tricks: list[list[str]] = []
    led_by: list[str] = []
    in_turn = leader
    for _ in range(size):
        if tricks and chance.random() < 0.03:
            in_turn = chance.choice(table.seats)
        led_by.append(in_turn)
        order, trick = table.order(in_turn), []
        for seat in order:
            best = best_place(rules, trump, trick) if trick else 0
            partners = bool(trick) and table.partners(seat, order[best], dealer)
            may = legal(
                rules,
                trump,
                hands[seat],
                trick[0] if trick else None,
                trick[best] if trick else "",
                partners,
            )
            card = chance.choice(sorted(may if chance.random() < care else hands[seat]))
            hands[seat].discard(card)
            trick.append(card)
        tricks.append(trick)
        in_turn = order[best_place(rules, trump, trick)]

    # What is left of it: the last cards not recorded, some cards forgotten.
    for limit in itertools.count(MOST_LIES, MOST_LIES // 10):
        whole = chance.choice((True, False, False))
        first = (careful_until - 1) * table.size
        kept = size * table.size if whole else chance.randint(first + 1, size * table.size)
        share = chance.choice((0, 0.2, 0.3, 0.4))
        told_tricks = [
            [
                None if chance.random() < (share if at + 1 >= careful_until else 0.02) else card
                for card in trick[: max(0, kept - at * table.size)]
            ]
            for at, trick in enumerate(tricks)
        ]
        if most_lies(rules, told_tricks) <= limit:
            break
    told_tricks = [trick for trick in told_tricks if trick]

    # Some hands are told, whole or in part, with all that is known to have been in them.
    told: dict[str, tuple[str, ...]] = {}
    told_share = chance.choice((0, 0.2, 0.4, 0.7))
    for seat in table.seats:
        if chance.random() < told_share:
            known, turns = set(), 0
            for led, trick in zip(led_by, told_tricks, strict=False):
                for other, card in zip(table.order(led), trick, strict=False):
                    turns += other == seat
                    known |= {card} if other == seat and card else set()
            others = sorted(set(dealt[seat]) - known)
            least = max(turns - len(known), 0)
            shown = len(others) if chance.random() < 0.6 else chance.randint(least, len(others))
            hand = known | set(chance.sample(others, shown))
            if hand:
                told[seat] = tuple(card for card in rules.cards.cards if card in hand)

    # The leader is written where a forgotten card or a lead out of turn makes it necessary.
    case = DealCase(rules, dealer, trump, (), leader, told)
    records: list[TrickRecord] = []
    for number, trick in enumerate(told_tricks):
        written = None
        if number:
            every = tuple(TrickRecord(tuple(cards)) for cards in told_tricks)
            known = DealCase(rules, dealer, trump, every, leader, told)
            before = told_tricks[number - 1]
            open_ = None in before and before.count(None) > 3
            if open_ or local_winners(known, led_by[number - 1], tuple(before)) != {led_by[number]}:
                written = led_by[number]
        if written is None and chance.random() < 0.1:
            written = led_by[number]
        records.append(TrickRecord(tuple(trick), written))
    return DealCase(rules, dealer, trump, tuple(records), leader, case.hands)


def answered(case: DealCase, chance: random.Random) -> DealCase:
    """The same with one to four answers, true or not, about cards mostly unseen."""
    turns = [
        seat
        for led, trick in zip(leaders(case), case.tricks, strict=True)
        for seat, _ in zip(case.rules.table.order(led), trick.cards, strict=False)
    ]
    unseen = unseen_cards(case)
    answers = []
    for _ in range(chance.randint(1, 4)):
        seat = chance.choice(case.rules.table.seats)
        cards = unseen if unseen and chance.random() < 0.95 else case.rules.cards.cards
        most = min(turns.count(seat) + 1, case.rules.hand_size)
        answers.append(
            Answer(seat, chance.randint(1, most), chance.choice(cards), chance.random() < 0.3)
        )
    return replace(case, answers=tuple(answers))
