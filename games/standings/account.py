"""The results of one entry, and what each of them brought to it."""

from collections.abc import Iterable
from itertools import compress
from typing import NamedTuple

from .credit import TERMS, Credit, Crediting
from .results import Id, Result


class Line(NamedTuple):
    """What one counted result brought to one entry."""

    result: Result
    credit: Credit
    foes: tuple[Id, ...]  # the opponents: none of a bye


class Account:
    """The results of one entry. What they brought is worked out each time that it is asked for:
    this is for those who want to see it; all entries together are counted without (`tally`)."""

    __slots__ = ("_crediting", "entry", "results")

    def __init__(self, entry: Id, results: list[Result], crediting: Crediting) -> None:
        self.entry, self.results, self._crediting = entry, results, crediting

    def __len__(self) -> int:
        return len(self.results)

    @property
    def rounds(self) -> list[int]:
        return [row[1] for row in self.results]

    @property
    def foes(self) -> list[tuple[Id, ...]]:
        """The opponents in each result: none of a bye."""
        sides = [row[4:6] if self.entry in row[2:4] else row[2:4] for row in self.results]
        return [tuple(id for id in side if id is not None) for side in sides]

    @property
    def credits(self) -> list[Credit]:
        me, credits = self.entry, self._crediting.credits
        return [credits(row)[0 if me in row[2:4] else 1] for row in self.results]

    def terms(self, measure: str) -> list[int]:
        """What each result adds to a measure that adds up, in its parts (`parts_of`)."""
        return list(map(TERMS[measure], self.credits))

    def lines(self) -> list[Line]:
        results = map(Result._make, self.results)
        return [Line(*line) for line in zip(results, self.credits, self.foes, strict=True)]

    def only(self, which: Iterable[bool]) -> "Account":
        """The account with those of its results alone for which `which` is true."""
        return Account(self.entry, list(compress(self.results, which)), self._crediting)
