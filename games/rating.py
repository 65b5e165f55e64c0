"""How strong people have proved to be, by OpenSkill's Plackett-Luce model. Pure.

The model keeps for each person a strength `mu` and how unsure it still is of it, `sigma`. The sides
of a match pool the strength of their people, so partners rise and fall together, by more the more
the result surprises and the less is known of them. The constants are the ones the model is
published with (Weng and Lin, 2011), told here so that another version of the library cannot change
a club's ratings unasked.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from openskill.models import PlackettLuce

from .manille.table import Side


class Strength(NamedTuple):
    """What is known of a person: `mu`, how strong, and `sigma`, how unsure that is."""

    mu: float
    sigma: float

    @property
    def shown(self) -> int:
        """The rating as it is printed: what the person is at least worth, by all likelihood.
        Everybody starts at 1000."""
        return round(1000 + 40 * (self.mu - 3 * self.sigma))


NEW = Strength(25.0, 25 / 3)
"""Somebody who has not played yet."""

_MODEL = PlackettLuce(mu=25.0, sigma=25 / 3, beta=25 / 6, kappa=0.0001, tau=25 / 300)


def after(sides: Sequence[Sequence[Strength]], places: Sequence[int]) -> list[list[Strength]]:
    """What is known of the people of each side after a match in which the sides came to these
    `places` (1 the first; equal: a draw)."""
    told = [[_MODEL.rating(mu=one.mu, sigma=one.sigma) for one in side] for side in sides]
    found = _MODEL.rate(told, ranks=[float(place) for place in places])
    return [[Strength(one.mu, one.sigma) for one in side] for side in found]


def places(result: Mapping[str, Any], given_up_by: Side = "") -> dict[Side, int]:
    """The place of each side by a signed result (`totals`, match points by side, and `winner`):
    the winner first, then by points; a side that gave up comes last."""
    totals, winner = result["totals"], result["winner"]

    def worth(side: Side) -> tuple[bool, bool, int]:
        return side == winner, side != given_up_by, totals[side]

    if winner is None and len(totals) == 2:
        return dict.fromkeys(sorted(totals), 1)
    # In one order, whatever the database's own: sums of fractions hang on it.
    return {
        side: 1 + sum(worth(other) > worth(side) for other in totals) for side in sorted(totals)
    }
