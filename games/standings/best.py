"""Which evenings count, where only the best do."""

from collections.abc import Sequence

from .packing import Packing


def best_evenings(packing: Packing, best: int | None, brought: Sequence[int]) -> Sequence[int]:
    """The places of the best so many evenings, or of all, in `brought`: what each evening brought,
    packed; 0 is nothing at all, and such evenings are none of them.

    The best are those by the first measure, of those that are equal by the next one that adds up,
    and so on; of evenings that are equal in all of them the earlier ones.
    """
    held: Sequence[int] = range(len(brought))
    if not all(brought):
        held = [at for at in held if brought[at]]
    if best is None or len(held) <= best:
        return held
    ranks = packing.ranks(brought)
    return sorted(held, key=ranks.__getitem__, reverse=True)[:best]
