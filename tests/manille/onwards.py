"""Whether every play of a deal can have been legal, found by playing it card by card: slow, and
another way than `joint.py` goes.

Written from the definitions, with the rules of play of `enumerator.py`. A card was legal in a hand
if it was in each two cards of that hand, so every play bars its seat from some cards for the rest
of the deal. Every card dealt must have been played.
"""

from functools import cache

from .enumerator import DealCase, best_place, leaders, legal, may_play, unseen_cards

Barred = tuple[frozenset[str], ...]
"""The cards that each seat said it does not hold, in the order of the table."""


def explained_onwards(case: DealCase, excused: str = "") -> bool:
    """Whether some lie makes every play legal, those of `excused` left aside."""
    table = case.rules.table
    assert [len(trick.cards) for trick in case.tricks] == [table.size] * case.rules.hand_size
    tricks = list(zip(leaders(case), case.tricks, strict=True))
    told = frozenset(card for hand in case.hands.values() for card in hand)
    known = [frozenset(card for card in trick.cards if card) for trick in case.tricks]
    to_come = [frozenset().union(*known[number:]) for number in range(len(known) + 1)]
    met: set[object] = set()

    @cache
    def said(order: str, trick: tuple[str, ...], card: str) -> frozenset[str]:
        return said_by(case, order, trick, card)

    def goes_on(number: int, trick: tuple[str, ...], left: frozenset[str], barred: Barred) -> bool:
        """Whether the deal can go on from there to its end."""
        if len(trick) == table.size:
            return goes_on(number + 1, (), left, barred)
        if number == len(tricks):
            return not left & told
        at = number, trick, left, tuple(cards & (left | to_come[number]) for cards in barred)
        if at in met:
            return False
        met.add(at)
        leader, record = tricks[number]
        order, card = table.order(leader), record.cards[len(trick)]
        seat = order[len(trick)]
        place = table.seats.index(seat)
        for may_be in sorted(left) if card is None else (card,):
            if may_be in barred[place] or (card is None and not may_play(case, seat, may_be)):
                continue
            more = frozenset() if seat == excused else said(order, trick, may_be)
            then = (*barred[:place], barred[place] | more, *barred[place + 1 :])
            if goes_on(number, (*trick, may_be), left - {may_be}, then):
                return True
        return False

    return goes_on(0, (), frozenset(unseen_cards(case)), (frozenset(),) * table.size)


def said_by(case: DealCase, order: str, trick: tuple[str, ...], card: str) -> frozenset[str]:
    """The cards that whoever plays `card` to the trick says it does not hold."""
    if not trick:
        return frozenset()
    rules, best = case.rules, best_place(case.rules, case.trump, list(trick))
    partners = rules.table.partners(order[len(trick)], order[best], case.dealer)
    return frozenset(
        other
        for other in rules.cards.cards
        if card not in legal(rules, case.trump, {card, other}, trick[0], trick[best], partners)
    )


def suspects_onwards(case: DealCase) -> tuple[str, ...]:
    """What `suspects` are where no lie makes every play legal."""
    return tuple(seat for seat in case.rules.table.seats if explained_onwards(case, seat))
