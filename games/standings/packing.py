"""Many sums in one number: to add two adds everything, to compare two compares what ranks."""

from collections.abc import Sequence

from .scheme import FEWER_IS_BETTER, LEAGUE_POINTS, MEAN, SUMS, Number, Scheme

RECORD = ("results", "matches", "matches-won", "drawn", "league-points")
"""What is added up whatever the measures: `matches` are the results that are no byes."""

FIGURE_BITS = 32
"""Match points, games in halves and deals of one result stay below 2**31."""

RESULTS_BITS = 17
"""And nobody has 65,536 results: a sum of so many, and a difference of two, has a bit to spare."""


class Packing:
    """How the sums of an entry stand in one whole number, each in bits of its own: to add such
    numbers is far quicker than to add the sums one by one. Those that rank come first, in the
    scheme's order and turned so that more is better. What a mean is of stands apart, without byes.
    """

    def __init__(self, scheme: Scheme) -> None:
        ranking = [measure for measure in scheme.measures if measure in SUMS]
        means = [
            measure
            for measure in scheme.measures
            if measure.endswith(MEAN) and measure.removesuffix(MEAN) in SUMS
        ]
        names = list(dict.fromkeys([*ranking, *RECORD, *means]))
        bits = max(FIGURE_BITS, _largest(scheme).bit_length() + 1) + RESULTS_BITS
        self._shifts = {name: bits * place for place, name in enumerate(reversed(names))}
        self._half, self._mask = 1 << bits - 1, (1 << bits) - 1
        self._halves = sum(self._half << shift for shift in self._shifts.values())
        self._behind = bits * (len(names) - len(ranking))

    def weight(self, name: str) -> int:
        """What one of a figure adds to the number: nothing if it is not added up."""
        if name not in self._shifts:
            return 0
        return (-1 if name in FEWER_IS_BETTER else 1) << self._shifts[name]

    def unpack(self, number: int) -> dict[str, int]:
        """The sums that stand in a number."""
        number += self._halves  # no sum below zero may borrow from the one before it
        half, mask = self._half, self._mask
        found = {name: (number >> shift & mask) - half for name, shift in self._shifts.items()}
        for name in FEWER_IS_BETTER:
            if name in found:
                found[name] = -found[name]
        return found

    def ranks(self, numbers: Sequence[int]) -> list[int]:
        """Of each number what ranks alone: the larger the better."""
        # What is cut off begins with the number of results, so that it is never below zero.
        behind = self._behind
        return [number >> behind for number in numbers]


def _largest(scheme: Scheme) -> int:
    """The largest figure that the scheme itself gives to a result: in parts, league points can be
    very large."""
    points = (*scheme.forfeit_points, *scheme.bye_points, *scheme.requested_bye_points)
    league = (getattr(scheme, option) * scheme.unit for option in LEAGUE_POINTS)
    games = (scheme.drawn_game, scheme.forfeit_games, scheme.bye_games)
    return int(max(map(abs, (*points, *league, *(2 * each for each in games)))))


class PackedFigures(dict[Number | None, int]):
    """What a figure adds to the number, worked out once for all results that tell the same: `parts`
    of it times `weight`, and what there is `besides`. None is what is `usual`, more than the `cap`
    the cap."""

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
