"""Assignment: cards given to places that each take so many, and only some of them.

Whether all can be served is the question of a bipartite assignment; places are filled one after the
other, and where no card is left for one, cards move on along a chain of places.
"""

from collections.abc import Sequence

from .cards import Mask


def fill(
    sizes: Sequence[int], masks: Sequence[Mask], has: Sequence[Mask] | None = None
) -> list[Mask] | None:
    """Cards for each of the rooms of these sizes out of those it takes, no card twice; None where
    they cannot all be filled. If each `has` some of them already, there is less to do.

    Rooms take cards in turn; where none is left, cards move on along a chain of rooms.
    """
    held = [0] * len(masks) if has is None else list(has)
    taken = sum(held)
    for i, mask in enumerate(masks):
        for _ in range(sizes[i] - held[i].bit_count()):
            spare = mask & ~taken
            if spare:
                held[i] |= spare & -spare
            else:
                spare = _move(masks, held, i, taken)
                if not spare:
                    return None
            taken |= spare & -spare
    return held


def can_fill(sizes: Sequence[int], masks: Sequence[Mask]) -> bool:
    """Whether rooms of these sizes can all be filled with cards that each takes, no card twice."""
    return fill(sizes, masks) is not None


def _move(masks: Sequence[Mask], held: list[Mask], hungry: int, taken: Mask) -> Mask:
    """Give room `hungry` one card more, moving others along the shortest chain of rooms that does
    it. Returns the card newly taken; none where there is no such chain."""
    wants = {hungry: hungry}  # room -> the room that is to get one of its cards
    queue = [hungry]
    others = [room for room in range(len(held)) if room != hungry]
    reached = 0
    for i in queue:
        new = masks[i] & ~reached
        if not new:
            continue
        if spare := new & ~taken:
            card = found = spare & -spare
            while True:
                held[i] |= card
                if i == hungry:
                    return found
                moving = held[i] & masks[wants[i]] & ~card
                card = moving & -moving
                held[i] ^= card
                i = wants[i]
        reached |= new
        left = []
        for j in others:
            if held[j] & new:
                wants[j] = i
                queue.append(j)
            else:
                left.append(j)
        others = left
    return 0
