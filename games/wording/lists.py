"""Lists inside a sentence."""

from collections.abc import Iterable
from functools import reduce

from django.utils.translation import pgettext


def listed(items: Iterable[str]) -> str:
    """Things one after another, parted as the language does: "spades, hearts"."""
    pattern = pgettext("list of things", "%(before)s, %(last)s")
    first, *others = [*items] or [""]
    return reduce(lambda before, last: pattern % {"before": before, "last": last}, others, first)
