"""Taking a file over: what each of its lines would do, then doing it, all lines or none.

Looking and doing are the same: every line goes through the verbs of the models, each of which asks
who asks and writes the log. What was only looked at is rolled back, so that what is shown is what
will happen, and a fault is told in the words in which the site refuses that very thing.
"""

import hashlib
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, Protocol

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils.translation import gettext

from games.forms.start import NameField, too_long
from games.models import CannotChange, CannotRecord

from .columns import COLUMNS, Misread, columns_of
from .text import Row, Table

NEW, CHANGED, NOTHING, FAULT = "new", "changed", "nothing", "fault"

Cells = dict[str, str]
"""Key of a column -> what stands there; columns that a file does not have are empty."""


class Wrong(Exception):
    """What is wrong with a line: sentences in the reader's language."""

    def __init__(self, *sentences: str) -> None:
        super().__init__(*sentences)
        self.sentences = list(sentences)


@dataclass
class Line:
    """What a line of the file does: `effect` in one word, `text` in a sentence, or its faults."""

    number: int
    effect: str = NOTHING
    text: str = ""
    faults: list[str] = field(default_factory=list)

    def blame(self, *faults: str) -> None:
        self.effect = FAULT
        self.faults += faults


class Taker(Protocol):
    """What a kind of file does with its lines."""

    columns: Sequence[str]
    """The columns that are read, the needed first."""
    needed: Sequence[str]
    """Groups of columns (parted by |), of each of which one has to be there."""
    moves: Sequence[str] | None
    """Once it is finished: who moves in the standings, a sentence each; None where no line can move
    anybody."""

    def door(self) -> AbstractContextManager[None]:
        """The lock under which all of it happens."""
        ...

    def take(self, cells: Cells, line: Line) -> None:
        """Do what a line says and tell it there. Raises Wrong, Misread, CannotChange."""
        ...

    def finish(self) -> None:
        """What can only be done once all lines are there; blames lines for what is wrong."""
        ...

    def note(self, lines: int) -> None:
        """Have the log tell that so many lines changed something."""
        ...


@dataclass
class Outcome:
    """What a file does: its lines, the words at its head that are not read, faults of the file as
    a whole, and who moves in the standings (`Taker.moves`); `done` tells that it is done, else it
    was only looked at."""

    lines: list[Line] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    moves: Sequence[str] | None = None
    done: bool = False

    def of(self, *effects: str) -> list[Line]:
        return [line for line in self.lines if line.effect in effects]

    @property
    def is_faulty(self) -> bool:
        return bool(self.faults or self.of(FAULT))

    @property
    def is_settled(self) -> bool:
        """Whether all that the file says is here now, done this time or before."""
        return self.done or not (self.is_faulty or self.of(NEW, CHANGED))

    @property
    def mark(self) -> str:
        """Another for every other outcome."""
        lines = [(line.number, line.effect, line.text, line.faults) for line in self.lines]
        return hashlib.sha256(repr((lines, self.moves)).encode()).hexdigest()[:24]


def run(taker: Taker, table: Table, seen: str = "") -> Outcome:
    """What the table comes to. It is done where `seen` is the mark of what was shown and that is
    still what happens, and where there is no fault; else everything is as before."""
    try:
        places, unread = columns_of(table, taker.columns)
    except Misread as error:
        return Outcome(faults=[str(error)])
    missing = [each for each in taker.needed if not places.keys() & set(each.split("|"))]
    if missing:
        return Outcome(
            faults=[
                gettext("There is no column “%(column)s”. The first line names the columns.")
                % {"column": COLUMNS[each.split("|")[0]]}
                for each in missing
            ]
        )
    outcome = Outcome(unread=unread)
    with taker.door():
        for row in table.rows:
            cells = dict.fromkeys(taker.columns, "")
            cells |= {key: row.cells[place] for key, place in places.items()}
            outcome.lines.append(_line(taker, row, cells))
        taker.finish()
        outcome.moves = taker.moves
        changes = len(outcome.of(NEW, CHANGED))
        outcome.done = bool(changes) and not outcome.is_faulty and seen == outcome.mark
        if outcome.done:
            taker.note(changes)
        else:
            transaction.set_rollback(True)
    return outcome


def _line(taker: Taker, row: Row, cells: Cells) -> Line:
    line = Line(row.number)
    if row.surplus:
        line.blame(gettext("There are more cells than columns: is one cut in two?"))
        return line
    try:
        with transaction.atomic():
            taker.take(cells, line)
    except Wrong as error:
        line.blame(*error.sentences)
    except ValidationError as error:
        line.blame(*error.messages)
    except PermissionDenied:
        line.blame(gettext("Your office does not allow this."))
    except (Misread, CannotChange, CannotRecord) as error:
        line.blame(str(error))
    return line


class Reader:
    """Reads the cells of a line one after another and keeps every fault."""

    def __init__(self, cells: Cells) -> None:
        self.cells = cells
        self.faults: list[str] = []

    def read(self, key: str, how: Callable[..., Any], **limits: Any) -> Any:
        """What stands in a cell; None where it is empty, not there, or says something else."""
        try:
            return how(self.cells.get(key, ""), **limits)
        except Misread as error:
            self.faults.append(str(error))
            return None

    def name(self, key: str, most: int | None = None) -> str:
        """A name, at most so long where that is told; empty where there is none in which something
        can be seen."""
        found = NameField(required=False).to_python(" ".join(self.cells[key].split()))
        if most and len(found) > most:
            self.faults.append(too_long(found, most))
        return found

    def check(self) -> None:
        """Raises Wrong where there were faults."""
        if self.faults:
            raise Wrong(*self.faults)
