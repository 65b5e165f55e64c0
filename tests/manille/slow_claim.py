"""The slow judge of claims: every lie of the unseen cards dealt out, every line of play tried."""

import itertools
from collections.abc import Iterator
from functools import cache, lru_cache

from games.manille.rules import Rules

from . import reference

Hands = dict[str, tuple[str, ...]]


def lies(rules: Rules, unseen: list[str], room: dict[str, int]) -> Iterator[Hands]:
    """Every way to give the unseen cards to seats with room for so many; the rest was left over."""
    seats = [seat for seat in room if room[seat]]
    if not seats:
        yield {}
        return
    first, rest = seats[0], {seat: room[seat] for seat in seats[1:]}
    for cards in itertools.combinations(unseen, room[first]):
        others = [card for card in unseen if card not in cards]
        for lie in lies(rules, others, rest):
            yield {first: cards, **lie}


def all_legal(
    rules: Rules, trump: str, dealer: str, tricks: list[list[str]], left: Hands, forgotten: set[str]
) -> bool:
    """Whether every play was legal, `left` being the cards that the seats hold at the end; plays of
    `forgotten` cards, and those that follow them in their trick, are not asked about."""
    table, leader = rules.table, table_first(rules, dealer)
    order = []
    for trick in tricks:
        seats = [table.after(leader, step) for step in range(len(trick))]
        order.append(list(zip(seats, trick, strict=True)))
        if len(trick) == rules.seats:
            leader = seats[reference.winning_place(rules, trump, [*map(reference.card, trick)])]
    held = {seat: list(left.get(seat, ())) for seat in table.seats}
    for trick in order:
        for seat, text in trick:
            held[seat].append(text)
    for trick in order:
        before: list[tuple[str, str]] = []
        clear = True
        for seat, text in trick:
            clear = clear and text not in forgotten
            if clear and text not in allowed(rules, trump, dealer, held[seat], before):
                return False
            held[seat].remove(text)
            before.append((seat, text))
    return True


def table_first(rules: Rules, dealer: str) -> str:
    return rules.table.after(dealer)


def allowed(
    rules: Rules, trump: str, dealer: str, hand: list[str], before: list[tuple[str, str]]
) -> list[str]:
    return _allowed(rules, trump, dealer, tuple(hand), tuple(before))


@lru_cache(maxsize=1 << 16)  # the same in many lies
def _allowed(
    rules: Rules,
    trump: str,
    dealer: str,
    hand: tuple[str, ...],
    before: tuple[tuple[str, str], ...],
) -> list[str]:
    cards = [reference.card(text) for _, text in before]
    partner = False
    if before:
        winner = before[reference.winning_place(rules, trump, cards)][0]
        partner = reference.partners(rules, before_next(rules, before), winner, dealer)
    legal, _ = reference.legal(rules, trump, [reference.card(t) for t in hand], cards, partner)
    return [one.suit + one.rank for one in legal]


def before_next(rules: Rules, before: list[tuple[str, str]]) -> str:
    return rules.table.after(before[-1][0])


def can_lose(
    rules: Rules,
    trump: str,
    dealer: str,
    hands: Hands,
    leader: str,
    lying: list[str],
    camp: str,
    forced: bool,
) -> bool:
    """Whether an opponent of `camp` can win a trick: by some legal play of all, or (`forced`)
    whatever the camp does."""

    @cache
    def from_here(held: tuple[tuple[str, ...], ...], trick: tuple[tuple[str, str], ...], turn: str):
        own = held[rules.table.seats.index(turn)]
        outcomes = []
        for text in allowed(rules, trump, dealer, list(own), list(trick)):
            left = tuple(
                tuple(c for c in cards if c != text) if seat == turn else cards
                for seat, cards in zip(rules.table.seats, held, strict=True)
            )
            played = (*trick, (turn, text))
            if len(played) < rules.seats:
                outcome = from_here(left, played, rules.table.after(turn))
            else:
                place = reference.winning_place(
                    rules, trump, [reference.card(t) for _, t in played]
                )
                winner = played[place][0]
                lost = winner not in camp
                outcome = lost or (any(left) and from_here(left, (), winner))
            outcomes.append(outcome)
            if outcome != (forced and turn in camp):
                return outcome
        return outcomes[0]

    seats = [rules.table.after(leader, step) for step in range(len(lying) + 1)]
    trick = tuple(zip(seats, lying, strict=False))
    return from_here(tuple(hands[seat] for seat in rules.table.seats), trick, seats[len(lying)])


def answer(
    rules: Rules,
    trump: str,
    dealer: str,
    tricks: list[list[str]],
    told: Hands,
    claimer: str,
) -> tuple[str, bool]:
    """The answer to a claim, and whether some lie makes every play so far legal. `told` are the
    hands that some seats were dealt; the cards of `tricks` are all known."""
    table, leader = rules.table, table_first(rules, dealer)
    out: dict[str, list[str]] = {seat: [] for seat in table.seats}
    for trick in tricks:
        seats = [table.after(leader, step) for step in range(len(trick))]
        for seat, text in zip(seats, trick, strict=True):
            out[seat].append(text)
        if len(trick) == rules.seats:
            leader = seats[reference.winning_place(rules, trump, [*map(reference.card, trick)])]
    lying = tricks[-1] if tricks and len(tricks[-1]) < rules.seats else []
    seen = {text for trick in tricks for text in trick}
    own = {seat: tuple(c for c in told.get(seat, ()) if c not in seen) for seat in table.seats}
    certain = {text for cards in own.values() for text in cards}
    unseen = [c for c in rules.cards.cards if c not in seen and c not in certain]
    room = {seat: rules.hand_size - len(out[seat]) - len(own[seat]) for seat in table.seats}
    found = [
        {seat: (*own[seat], *lie.get(seat, ())) for seat in table.seats}
        for lie in lies(rules, unseen, room)
    ]
    legal = [hands for hands in found if all_legal(rules, trump, dealer, tricks, hands, set())]
    camp = table.camp_of(claimer, dealer)

    def lost(hands: Hands, forced: bool) -> bool:
        return can_lose(rules, trump, dealer, hands, leader, lying, camp, forced)

    considered = legal or found
    losses = [lost(hands, False) for hands in considered]
    if not any(losses):
        said = "proved"
    elif len(considered) == 1:
        said = "refuted" if lost(considered[0], True) else "playable"
    else:
        said = "refuted" if all(losses) else "open"
    return said, bool(legal)


def answer_forgotten(
    rules: Rules,
    trump: str,
    dealer: str,
    tricks: list[list[str | None]],
    led: list[str],
    told: Hands,
    claimer: str,
) -> tuple[str, bool]:
    """The same where some cards of `tricks`, None, are forgotten; `led` led them. Every card that
    each can have been is tried, and every play is judged, theirs too."""
    table = rules.table
    order = [
        (seat, text)
        for leader, trick in zip(led, tricks, strict=True)
        for seat, text in zip(table.order(leader), trick, strict=False)
    ]
    missing = [place for place, (_, text) in enumerate(order) if text is None]
    seen = {text for _, text in order}
    hidden = [text for text in rules.cards.cards if text not in seen]
    found: dict[object, tuple[Hands, list[str], bool]] = {}
    for cards in itertools.permutations(hidden, len(missing)):
        filled = dict(zip(missing, cards, strict=True))
        played = [(seat, text or filled[place]) for place, (seat, text) in enumerate(order)]
        out = {seat: [text for other, text in played if other == seat] for seat in table.seats}
        own = {seat: tuple(c for c in told.get(seat, ()) if c not in out[seat]) for seat in out}
        room = {seat: rules.hand_size - len(out[seat]) - len(own[seat]) for seat in out}
        if min(room.values()) < 0 or any(
            text in hand for seat, hand in told.items() for other in out if other != seat
            for text in out[other]
        ):  # fmt: skip
            continue
        unseen = [c for c in hidden if c not in cards and all(c not in own[s] for s in own)]
        whole, at = [], 0
        for trick in tricks:
            whole.append(played[at : at + len(trick)])
            at += len(trick)
        lying = whole[-1] if len(whole[-1]) < rules.seats else []
        for lie in lies(rules, unseen, room):
            hands = {seat: (*own[seat], *lie.get(seat, ())) for seat in table.seats}
            ends = tuple(tuple(sorted(hands[s])) for s in table.seats), tuple(lying)
            was_legal = every_play_legal(rules, trump, dealer, whole, hands)
            if was_legal or ends not in found:
                found[ends] = hands, [text for _, text in lying], was_legal
            if not lying:
                won = [reference.card(text) for _, text in whole[-1]]
                leader = whole[-1][reference.winning_place(rules, trump, won)][0]
            else:
                leader = led[-1]
    legal = [one for one in found.values() if one[2]]
    considered = legal or list(found.values())
    camp = table.camp_of(claimer, dealer)

    def lost(one: tuple[Hands, list[str], bool], forced: bool) -> bool:
        return can_lose(rules, trump, dealer, one[0], leader, one[1], camp, forced)

    losses = [lost(one, False) for one in considered]
    if not any(losses):
        said = "proved"
    elif len(considered) == 1:
        said = "refuted" if lost(considered[0], True) else "playable"
    else:
        said = "refuted" if all(losses) else "open"
    return said, bool(legal)


def every_play_legal(
    rules: Rules, trump: str, dealer: str, tricks: list[list[tuple[str, str]]], left: Hands
) -> bool:
    """Whether every play was legal, `left` being the cards that the seats hold at the end."""
    held = {seat: list(left[seat]) for seat in rules.table.seats}
    for seat, text in itertools.chain(*tricks):
        held[seat].append(text)
    for trick in tricks:
        for turn, (seat, text) in enumerate(trick):
            if text not in allowed(rules, trump, dealer, held[seat], trick[:turn]):
                return False
            held[seat].remove(text)
    return True
