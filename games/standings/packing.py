"""Many sums in one number: to add two adds everything, to compare two compares what ranks."""

from collections.abc import Sequence

from .scheme import FEWER_IS_BETTER, MEAN, SUMS, Number, Scheme

RECORD = ("results", "matches", "matches-won", "drawn", "league-points")
"""What is added up whatever the measures: `matches` are the results that are no byes."""

BITS = 48
HALF, MASK = 1 << BITS - 1, (1 << BITS) - 1


class Packing:
    """How the sums of an entry stand in one whole number, each in 48 bits of its own: to add such
    numbers is far quicker than to add the sums one by one. Those that rank come first, in the
    scheme's order and turned so that more is better. What a mean is of stands apart, without byes.

    No sum gets too large while no figure is above 2**31 and nobody has 65,536 results.
    """

    def __init__(self, scheme: Scheme) -> None:
        ranking = [measure for measure in scheme.measures if measure in SUMS]
        means = [measure for measure in scheme.measures if measure.removesuffix(MEAN) in SUMS]
        names = list(dict.fromkeys([*ranking, *RECORD, *means]))
        self._shifts = {name: BITS * place for place, name in enumerate(reversed(names))}
        self._halves = sum(HALF << shift for shift in self._shifts.values())
        self._behind = BITS * (len(names) - len(ranking))

    def weight(self, name: str) -> int:
        """What one of a figure adds to the number: nothing if it is not added up."""
        if name not in self._shifts:
            return 0
        return (-1 if name in FEWER_IS_BETTER else 1) << self._shifts[name]

    def unpack(self, number: int) -> dict[str, int]:
        """The sums that stand in a number."""
        number += self._halves  # no sum below zero may borrow from the one before it
        found = {name: (number >> shift & MASK) - HALF for name, shift in self._shifts.items()}
        for name in FEWER_IS_BETTER:
            if name in found:
                found[name] = -found[name]
        return found

    def ranks(self, numbers: Sequence[int]) -> list[int]:
        """Of each number what ranks alone: the larger the better."""
        # What is cut off begins with the number of results, so that it is never below zero.
        behind = self._behind
        return [number >> behind for number in numbers]


class Brings(dict[Number | None, int]):
    """What a figure brings, packed, worked out once for all results that tell the same: `parts` of
    it times `weight`, and what there is `besides`. None is what is `usual`, more than the `cap` the
    cap."""

    def __init__(
        self,
        weight: int,
        *,
        usual: int = 0,
        cap: int | None = None,
        parts: int = 1,
        besides: int = 0,
    ) -> None:
        self._weight, self._usual, self._cap = weight, usual, cap
        self._parts, self._besides = parts, besides

    def __missing__(self, figure: Number | None) -> int:
        known = self._usual if figure is None else figure
        if self._cap is not None:
            known = min(known, self._cap)
        found = self[figure] = int(known * self._parts) * self._weight + self._besides
        return found
