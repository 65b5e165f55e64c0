"""The lines of one entry: what each counted result brought to it."""

from collections.abc import Sequence
from itertools import compress
from typing import Any, NamedTuple

from .results import Id, Result

GAME = 2
"""Games won are counted in halves."""


class Line(NamedTuple):
    """What one counted result brought to one entry."""

    result: Result
    outcome: int  # place in `Tally.outcomes`
    foes: tuple[Id, ...]  # the opponents: none of a bye
    points: int  # match points for, capped
    against: int  # match points against, capped


WIDTH = 4
"""Of each line an account's book holds these: result, outcome, points, against."""


class Account:
    """The lines of one entry, end to end in one flat list: lines that were objects, or columns that
    were kept, would cost more than all the counting, as does looking into result after result. What
    few schemes ask for stays in the result all the same. A column is a new list each time that it
    is asked for."""

    __slots__ = ("book", "entry", "which")

    def __init__(self, entry: Id, book: list[Any], which: Sequence[bool] | None = None) -> None:
        self.entry, self.book = entry, book
        self.which = which  # of the lines in the book count here; None: all

    def __len__(self) -> int:
        return len(self.book) // WIDTH if self.which is None else sum(self.which)

    def _column(self, number: int) -> list[Any]:
        column = self.book[number::WIDTH]
        return column if self.which is None else list(compress(column, self.which))

    @property
    def results(self) -> list[Result]:
        return self._column(0)

    @property
    def outcomes(self) -> list[int]:
        return self._column(1)

    @property
    def points(self) -> list[int]:
        return self._column(2)

    @property
    def against(self) -> list[int]:
        return self._column(3)

    @property
    def rounds(self) -> list[int]:
        return [row[1] for row in self.results]

    @property
    def foes(self) -> list[Id | None]:
        return self._of_side(4, 2)

    @property
    def foes2(self) -> list[Id | None]:
        return self._of_side(5, 3)

    @property
    def games(self) -> list[int]:
        """Games won by the results' own count, in halves."""
        return [int((games or 0) * GAME) for games in self._of_side(10, 11)]

    @property
    def deals(self) -> list[int]:
        return [deals or 0 for deals in self._of_side(12, 13)]

    def _of_side(self, if_a: int, if_b: int) -> list[Any]:
        """Of each result the column `if_a` where the entry is on side `a`, else `if_b`."""
        me = self.entry
        return [row[if_a if me == row[2] or me == row[3] else if_b] for row in self.results]

    def lines(self) -> list[Line]:
        foes = [
            tuple(foe for foe in pair if foe is not None)
            for pair in zip(self.foes, self.foes2, strict=True)
        ]
        columns = (map(Result._make, self.results), self.outcomes, foes, self.points, self.against)
        return [Line(*line) for line in zip(*columns, strict=True)]

    def only(self, which: Sequence[bool]) -> "Account":
        """The account with those of its lines alone for which `which` is true."""
        if self.which is not None:
            of_those = iter(which)
            which = [had and next(of_those) for had in self.which]
        return Account(self.entry, self.book, which)
