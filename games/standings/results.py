"""What goes in: entries and results as plain tuples, as one query gives them."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal, NamedTuple

from games.manille.errors import ManilleError, gettext_noop

Id = int | str
"""An entry: an individual, a pair or a team. Ranks never depend on it."""


class InvalidResults(ManilleError):
    """Results that cannot be: of an entry that is not there, or against itself. A fault's place is
    the result's id."""


class Entry(NamedTuple):
    """One who competes. A plain tuple in this order serves as well.

    `withdrawn` is true of one who has left the competition for good. `late_from` is the first round
    of one who entered after the start (rounds are then numbered from 1), None for all others.
    """

    id: Id
    withdrawn: bool = False
    late_from: int | None = None


class Result(NamedTuple):
    """One match, or one meeting of teams. A plain tuple in this order serves as well, so that the
    rows of one query can be handed over as they come.

    Side `a` is one entry, or two credited alike (`a` and `a2`, partners of a draw evening); so is
    side `b`; a bye has none. Points are match points, uncapped. `points`, `games` and `deals` may
    be None where nobody knows them: a result without play then brings what the scheme says, a win
    is one game, and deals count as none.
    """

    id: Id | None
    round: int  # the number of the round or meeting; a date as 20260131 serves as well
    a: Id
    a2: Id | None
    b: Id | None
    b2: Id | None
    winner: Literal["a", "b", ""]  # "" is a draw; of a forfeit, that neither side came
    kind: Literal["played", "forfeit", "bye", "requested-bye", "late", "unplayed", "void"]
    points_a: int | None
    points_b: int | None
    games_a: int | Fraction | None  # games won in a meeting of several
    games_b: int | Fraction | None
    deals_a: int | None  # deals won
    deals_b: int | None
    # Signed by both sides or confirmed by an officer; of a bye that its round is not still to come.
    counted: bool


REASONS: Mapping[str, str] = {
    "unsigned": gettext_noop("not signed by both sides or confirmed yet"),
    "to-come": gettext_noop("its round is still to come"),
    "unplayed": gettext_noop("not played"),
    "void": gettext_noop("declared void"),
    "withdrawn": gettext_noop("removed: one of them withdrew"),
    "dropped": gettext_noop("not among the best evenings that count"),
}
"""Why a result does not count."""
