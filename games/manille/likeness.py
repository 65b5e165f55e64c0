"""Which named systems a rule set resembles, and in what it differs from them."""

from .presets import PRESETS
from .rules import OPTIONS, Rules


def differing(one: Rules, other: Rules) -> tuple[str, ...]:
    """The options in which two rule sets differ, in the order of the class."""
    return tuple(option for option in OPTIONS if getattr(one, option) != getattr(other, option))


def resembling(rules: Rules) -> list[tuple[str, tuple[str, ...]]]:
    """Every named system with the options in which `rules` differ from it: those with the fewest
    first, and of those with as many in the order in which systems are listed."""
    likened = [(preset, differing(rules, system)) for preset, system in PRESETS.items()]
    return sorted(likened, key=lambda each: len(each[1]))
