"""What is wrong with a file that was to be restored."""

from collections.abc import Iterable

from games.manille.errors import Fault, ManilleError


class InvalidBackup(ManilleError):
    """A file is no back-up of a club, or holds what cannot be. A fault's place is its path in the
    document, counted from 0 (`matches[2].deals[0].dealer`); `line` is the line that it stands on,
    from 1, or 0 where it concerns the whole file."""

    def __init__(self, faults: Fault | Iterable[Fault], line: int = 0) -> None:
        super().__init__(faults)
        self.line = line


def wrong(place: str, message: str, **params: object) -> InvalidBackup:
    """The error of one thing that is wrong there."""
    return InvalidBackup(Fault(message, params, place))
