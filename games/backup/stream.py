"""JSON read piece by piece: a document of lists whose rows are never all in memory."""

import json
import math
import re
from codecs import getincrementaldecoder
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, NamedTuple

from games.manille.errors import Fault, InvalidRecord, gettext_noop
from games.manille.notation import shown, written_twice

from .faults import InvalidBackup

CHUNK = 1 << 16

LARGEST_ROW = 1 << 24
"""Characters: more than any match comes to."""

_SPACE = " \t\r\n"
_BEGUN = re.compile(r"\s*[A-Za-z.+-]{0,8}")  # of a word or a number


class Piece(NamedTuple):
    """One piece of the document: a row of the list under `key`, or its value where that is no list
    (`index` None). A list itself comes before its rows, as an empty one. `line` counts from 1."""

    key: str
    index: int | None
    value: Any
    line: int

    @property
    def place(self) -> str:
        return self.key if self.index is None else f"{self.key}[{self.index}]"


@contextmanager
def on_line_of(piece: Piece) -> Iterator[None]:
    """Faults found inside are on the line of that piece."""
    try:
        yield
    except InvalidBackup as error:
        error.line = error.line or piece.line
        raise


def pieces(file: BinaryIO) -> Iterator[Piece]:
    """The pieces of a document that is one JSON object. Raises InvalidBackup at the line where it
    is broken; of the whole file where it is empty or begins as anything else."""
    text = _Text(file)
    begins = text.peek()
    if not begins:
        raise InvalidBackup(Fault(gettext_noop("This is empty: there is nothing to read.")))
    if begins != "{":
        raise InvalidBackup(Fault(gettext_noop("This is not the back-up of a club.")))
    text.expect("{")
    if text.peek() == "}":
        text.expect("}")
    else:
        while True:
            key, line = text.value(), text.line
            if not isinstance(key, str):
                raise text.broken()
            text.expect(":")
            if text.peek() == "[":
                yield Piece(key, None, [], line)
                yield from _rows(text, key)
            else:
                yield Piece(key, None, text.value(), line)
            if text.expect(",}") == "}":
                break
    if text.peek():
        raise text.broken()


def _rows(text: "_Text", key: str) -> Iterator[Piece]:
    text.expect("[")
    if text.peek() == "]":
        text.expect("]")
        return
    index = 0
    while True:
        text.peek()
        line = text.line
        yield Piece(key, index, text.value(), line)
        index += 1
        if text.expect(",]") == "]":
            return


class _Text:
    """The characters of the file from where the reading stands; `line` is the line of that."""

    def __init__(self, file: BinaryIO) -> None:
        self.file, self.line = file, 1
        self.decode = getincrementaldecoder("utf-8-sig")().decode
        self.text, self.at, self.ended = "", 0, False
        self.json = json.JSONDecoder(
            object_pairs_hook=_object,
            parse_int=_int,
            parse_float=_float,
            parse_constant=_constant,
        )

    def more(self, least: int = 0) -> bool:
        """Read on; whether there was more."""
        if self.ended:
            return False
        read = self.file.read(max(CHUNK, least))
        self.ended = not read
        try:
            # What was read already is let go here, once for each chunk.
            self.text = self.text[self.at :] + self.decode(read, final=self.ended)
        except UnicodeDecodeError as error:
            message = gettext_noop("This is not text in UTF-8.")
            raise InvalidBackup(Fault(message), self.line) from error
        self.at = 0
        return not self.ended

    def peek(self) -> str:
        """The next character that is no space; empty at the end."""
        while True:
            while self.at < len(self.text) and self.text[self.at] in _SPACE:
                self.line += self.text[self.at] == "\n"
                self.at += 1
            if self.at < len(self.text):
                return self.text[self.at]
            if not self.more():
                return ""

    def expect(self, signs: str) -> str:
        """One of these signs, which the reading passes."""
        sign = self.peek()
        if not sign or sign not in signs:
            raise self.broken()
        self.at += 1
        return sign

    def value(self) -> Any:
        """The value that begins here."""
        self.peek()
        while True:
            try:
                value, end = self.json.raw_decode(self.text, self.at)
            except json.JSONDecodeError as error:
                left, wrong_at = len(self.text) - self.at, error.pos - self.at
                cut_off = _cut_off(self.text[error.pos :], error.msg)
                # Twice as much each time, so that a long value is not tried over and over.
                if cut_off and left < LARGEST_ROW and self.more(left):
                    continue
                if self.ended or not cut_off:
                    raise self.broken(wrong_at, cut_off) from error
                message = gettext_noop("This row is too long.")
                raise InvalidBackup(Fault(message), self.line) from error
            except InvalidRecord as error:
                raise InvalidBackup(error.faults, self.line) from error
            except RecursionError as error:
                message = gettext_noop("This is nested too deeply.")
                raise InvalidBackup(Fault(message), self.line) from error
            # A number could go on in what is not read yet: of 1e-7 the text may end with its 1e-.
            rest = len(self.text) - end
            if rest <= 2 and self.more():
                continue
            end = len(self.text) - rest  # reading on let go what is before the value
            self.line += self.text.count("\n", self.at, end)
            self.at = end
            return value

    def broken(self, further: int = 0, cut_off: bool = False) -> InvalidBackup:
        """The error that reading stops so many characters further on; `cut_off` where what is there
        could have gone on."""
        at = self.at + further
        self.line += self.text.count("\n", self.at, at)
        message = gettext_noop("This is not JSON.")
        if self.ended and (cut_off or not self.text[at:].strip()):
            message = gettext_noop("The file ends before it is complete.")
        return InvalidBackup(Fault(message), self.line)


def _cut_off(rest: str, why: str) -> bool:
    """Whether the decoder may have stopped, with this left and for this reason, only because more
    has to be read."""
    return why.startswith(("Unterminated", "Invalid \\")) or bool(_BEGUN.fullmatch(rest))


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        raise InvalidRecord(written_twice(twice, ""))
    return found


def _int(digits: str) -> int:
    # Python refuses to read thousands of digits, and no database keeps more than these.
    if len(digits) > 18:
        raise _no_number(digits)
    return int(digits)


def _float(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise _no_number(digits)
    return value


def _constant(name: str) -> Any:
    raise _no_number(name)


def _no_number(text: str) -> InvalidRecord:
    message = gettext_noop("“%(name)s” is no number that can be kept.")
    return InvalidRecord(Fault(message, {"name": shown(text)}))
