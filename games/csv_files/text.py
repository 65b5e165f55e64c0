"""CSV as spreadsheets write and read it: to text and back. No Django."""

import codecs
import csv
import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from games.manille.errors import Fault, ManilleError, gettext_noop

MAX_BYTES = 1 << 20
MOST_LINES = 1000
DELIMITERS = ";,\t"

_FORMULA = re.compile("'*[=+\\-@\t\r\N{FULLWIDTH EQUALS SIGN}\N{FULLWIDTH PLUS SIGN}"
                      "\N{FULLWIDTH HYPHEN-MINUS}\N{FULLWIDTH COMMERCIAL AT}]")  # fmt: skip
"""How a cell begins that a spreadsheet would compute, or that was marked as a text before."""


class UnreadableFile(ManilleError):
    """A file is no table. A fault's place is the number of the line, or empty."""


class Figure(str):
    """A number as text: it may begin with a minus sign, and is no formula."""


@dataclass(frozen=True)
class Row:
    """A line of a table: its number in the file, and its cells by the place of their column;
    `surplus` tells that there are more than the head has."""

    number: int
    cells: tuple[str, ...]
    surplus: bool


@dataclass(frozen=True)
class Table:
    """A table as it was read: the words at its head, and the lines in which anything stands."""

    head: tuple[str, ...]
    rows: tuple[Row, ...]


def write(lines: Iterable[Iterable[object]], delimiter: str) -> Iterator[bytes]:
    """A table in UTF-8 with the mark by which spreadsheets know it, line by line. Cells are texts,
    numbers or None; a text that a spreadsheet would take for a formula begins with an apostrophe,
    which `read` takes away."""
    line = io.StringIO(newline="")
    writer = csv.writer(line, delimiter=delimiter)
    yield codecs.BOM_UTF8
    for cells in lines:
        writer.writerow([_guarded(cell) for cell in cells])
        yield line.getvalue().encode()
        line.seek(0)
        line.truncate()


def _guarded(cell: object) -> object:
    if isinstance(cell, str) and not isinstance(cell, Figure) and _FORMULA.match(cell):
        return f"'{cell}"
    return cell


def _bare(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def decode(data: bytes) -> str:
    """The text of a file as spreadsheets save it: UTF-8 with or without its mark, UTF-16 with it,
    else Windows-1252. Raises UnreadableFile."""
    encodings = ["utf-8-sig", "cp1252"]
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encodings = ["utf-16"]
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise UnreadableFile(
        Fault(gettext_noop("This is no text: save the table as CSV, then choose that file."))
    )


def read(text: str) -> Table:
    """A table with its head, the cells parted by semicolons, commas or tabs, whichever stands most
    often in the head. Raises UnreadableFile."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    skipped = 0
    if text.casefold().startswith("sep="):  # a hint to a spreadsheet, no part of the table
        text, skipped = text.partition("\n")[2], 1
    head_line = next((line for line in text.split("\n") if line.strip()), "")
    unquoted = re.sub('"[^"]*"', "", head_line)
    delimiter = max(DELIMITERS, key=unquoted.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    head: tuple[str, ...] = ()
    rows: list[Row] = []
    begins = skipped + 1
    try:
        for found in reader:
            cells = tuple(_bare(cell.strip()) for cell in found)
            number, begins = begins, skipped + reader.line_num + 1
            if not any(cells):
                continue
            if not head:
                head = cells
            else:
                surplus = any(cells[len(head) :])
                padded = (*cells, *[""] * (len(head) - len(cells)))[: len(head)]
                rows.append(Row(number, padded, surplus))
    except csv.Error as error:
        raise UnreadableFile(
            Fault(
                gettext_noop(
                    "Line %(line)s: its quotation marks do not match. Within quotation marks, one "
                    "that belongs to a name is written twice."
                ),
                {"line": begins},
                str(begins),
            )
        ) from error
    if not rows:
        raise UnreadableFile(
            Fault(gettext_noop("There are no lines under a line with the names of the columns."))
        )
    if len(rows) > MOST_LINES:
        raise UnreadableFile(
            Fault(
                gettext_noop("At most %(most)s lines can be taken over at once."),
                {"most": MOST_LINES},
            )
        )
    return Table(head, tuple(rows))
