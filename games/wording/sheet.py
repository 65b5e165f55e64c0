"""The sheet of a match in a player's words: what is said of its deals, and how it stands."""

from collections.abc import Iterable
from functools import lru_cache

from django.utils.translation import gettext, gettext_lazy

from games.manille.rules import Rules
from games.manille.scoring import Line, deal_points
from games.manille.table import Seat
from games.models import Match

CALLS = {
    "": gettext_lazy("not doubled"),
    "double": gettext_lazy("doubled"),
    "double redouble": gettext_lazy("redoubled"),
    "double redouble third": gettext_lazy("doubled again"),
}
"""What a deal's calls come to, by the stored text of all of them."""

MISDEALS = {
    "wrong-count": gettext_lazy("Wrong number of cards"),
    "exposed-card": gettext_lazy("A card was exposed"),
    "partner-peek": gettext_lazy("The dealer's partner looked too early"),
    "abandoned": gettext_lazy("Cards thrown in"),
}

FACTORS = {
    "no-trump": gettext_lazy("no trump ×%(times)s"),
    "double": gettext_lazy("doubled ×%(times)s"),
    "redouble": gettext_lazy("redoubled ×%(times)s"),
    "third": gettext_lazy("doubled again ×%(times)s"),
    "carried": gettext_lazy("draw before ×%(times)s"),
    "failed": gettext_lazy("not made ×%(times)s"),
}

TALK = {
    "muette": gettext_lazy("No talking about the cards."),
    "parlee": gettext_lazy(
        "Talking is allowed within limits: "
        "how many cards of a suit are left, and certain high cards."
    ),
    "parlante": gettext_lazy("Only the three agreed signals may be given."),
    "aveugle": gettext_lazy("The cards are held backwards: nobody sees their own."),
}
"""The reminder about talking that a sheet carries; an option not here carries none."""


def names(match: Match, seats: Iterable[Seat]) -> str:
    """The players of some seats, "An & Cis"."""
    return " & ".join(match.players.get(seat, seat) for seat in seats)


@lru_cache(maxsize=64)
def _uncapped(rules: Rules) -> Rules:
    return rules.changed(cap=None)


def multiplier_words(rules: Rules, line: Line) -> str:
    """How a line's multiplier came about: "no trump ×2, doubled ×2 = ×4"; empty for ×1."""
    if not line.factors or line.multiplier is None:
        return ""
    words = {
        "factors": ", ".join(
            str(FACTORS[factor.cause]) % {"times": factor.times} for factor in line.factors
        ),
        "multiplier": line.multiplier,
    }
    contract, card_points = line.result.contract, line.result.card_points
    if line.multiplier == rules.cap and contract and card_points:
        carried = sum(factor.cause == "carried" for factor in line.factors)
        words["stacked"] = deal_points(
            _uncapped(rules), line.dealer, contract, card_points, carried
        )[1]
        if words["stacked"] != line.multiplier:
            return gettext("%(factors)s = ×%(stacked)s, at most ×%(multiplier)s") % words
    if len(line.factors) == 1:
        return words["factors"]
    if rules.stacking == "add":
        return gettext("%(factors)s, added up = ×%(multiplier)s") % words
    return gettext("%(factors)s = ×%(multiplier)s") % words
