"""What the engine refuses, with sentences a card player can read and the places they concern."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


def gettext_noop(message: str) -> str:
    """Mark `message` for translation without translating: the engine speaks English, the site its
    reader's language (it looks the same text up in its catalogue)."""
    return message


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong: `message` is a translatable text with `%(name)s` places, `params`
    fill them, `place` says where (an option's name, `deals[2].tricks[1]`, or empty)."""

    message: str
    params: Mapping[str, object] = field(default_factory=dict)
    place: str = ""

    def __str__(self) -> str:
        text = self.message % self.params if self.params else self.message
        return f"{self.place}: {text}" if self.place else text


class ManilleError(ValueError):
    """Base of the engine's refusals; `faults` holds one or more `Fault`s."""

    def __init__(self, faults: Fault | Iterable[Fault]) -> None:
        self.faults = (faults,) if isinstance(faults, Fault) else tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))


class InvalidRules(ManilleError):
    """The options of a rule set contradict one another, or one has a value that it cannot have.
    A fault's place is the option's name."""


class ImpossibleResult(ManilleError):
    """A deal's facts cannot all have happened: card points beyond the pot, a redouble without a
    double. A fault's place is the fact's name (`card_points`, `calls` ...)."""


class InvalidRecord(ManilleError):
    """A text is not a record of a match. A fault's place is its path in the document."""
