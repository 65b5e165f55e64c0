"""Whether every play of a deal can have been legal, found by going through all hands that there can
have been, from the last trick back: slow, and another way than `joint.py` goes.

From the hands after the last trick on, each trick is taken back in every way in which it can have
been played; hands that were met before are not gone back from again. Written from the definitions,
with the rules of play of `enumerator.py`. Every card dealt must have been played.
"""

from collections.abc import Iterator

from .enumerator import DealCase, best_place, leaders, legal, may_play, unseen_cards

Hands = tuple[frozenset[str], ...]
"""The cards of each seat, in the order of the table."""


def explained_by_turns(case: DealCase, excused: str = "", equal: str = "") -> bool:
    """Whether some lie makes every play legal, those of `excused` left aside. In the suits `equal`
    ranks make no difference: which of their missing cards was played is not told apart."""
    table = case.rules.table
    assert [len(trick.cards) for trick in case.tricks] == [table.size] * case.rules.hand_size
    unseen = frozenset(unseen_cards(case))
    tricks = list(zip(leaders(case), case.tricks, strict=True))
    told = [set(case.hands.get(seat, ())) for seat in table.seats]
    met: set[object] = set()

    def goes_back(number: int, hands: Hands) -> bool:
        """Whether the first so many tricks can have come before these hands."""
        if not number:
            return all(hand >= cards for hand, cards in zip(hands, told, strict=True))
        like = number, *(kind(hand, equal) for hand in hands)
        if like in met:
            return False
        met.add(like)
        leader, trick = tricks[number - 1]
        before = taken_back(case, table.order(leader), trick.cards, hands, unseen, excused, equal)
        return any(goes_back(number - 1, held) for held in before)

    return goes_back(len(tricks), tuple(frozenset() for _ in table.seats))


def taken_back(case, order, cards, hands, unseen, excused, equal) -> Iterator[Hands]:
    """The hands before a trick of `cards`, None for each that is missing, for all that those can
    have been if the plays were legal; `hands` are those after it."""
    rules, seats = case.rules, case.rules.table.seats
    left = sorted(unseen.difference(*hands))

    def go_on(played: list[str]) -> Iterator[list[str]]:
        if len(played) == len(order):
            yield played
            return
        seat, card = order[len(played)], cards[len(played)]
        best = best_place(rules, case.trump, played) if played else 0
        partners = bool(played) and rules.table.partners(seat, order[best], case.dealer)
        winning = played[best] if played else ""
        tried = set()
        for may_be in left if card is None else (card,):
            if may_be in played or (card is None and not may_play(case, seat, may_be)):
                continue
            if card is None and may_be[0] in equal:
                if may_be[0] in tried:
                    continue
                tried.add(may_be[0])
            hand = {*hands[seats.index(seat)], may_be}
            led = played[0] if played else None
            if seat == excused or may_be in legal(rules, case.trump, hand, led, winning, partners):
                yield from go_on([*played, may_be])

    for played in go_on([]):
        by_seat = dict(zip(order, played, strict=True))
        yield tuple(hand | {by_seat[seat]} for seat, hand in zip(seats, hands, strict=True))


def kind(hand: frozenset[str], equal: str) -> object:
    """The cards of a hand, of the suits `equal` only how many."""
    told = frozenset(card for card in hand if card[0] not in equal)
    return told, *(sum(card[0] == suit for card in hand) for suit in equal)


def suspects_by_turns(case: DealCase, equal: str = "") -> tuple[str, ...]:
    """What `suspects` are where no lie makes every play legal."""
    seats = case.rules.table.seats
    return tuple(seat for seat in seats if explained_by_turns(case, seat, equal))
