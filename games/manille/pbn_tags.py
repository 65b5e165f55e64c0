"""The outer form of a text in the manner of PBN: tags, the lines under them, comments; and the
matches and deals that they are grouped into. What a tag means is `pbn.py`'s business.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from .errors import Fault, InvalidRecord, gettext_noop
from .record_reader import MAX_FAULTS

MATCH = {
    "Game": "format",
    "Rules": "rules",
    "Site": "place",
    "Date": "played_on",
    "North": "players.N",
    "East": "players.E",
    "South": "players.S",
    "West": "players.W",
    "Totals": "totals",
}
"""The tags that tell of a match -> their place in the record."""

DEAL = {
    "Board": "",
    "Dealer": "dealer",
    "Misdeal": "misdeal",
    "Declarer": "declarer",
    "Trump": "trump",
    "Doubling": "calls",
    "Bid": "bid",
    "Blind": "blind",
    "Deal": "hands",
    "Hand": "hands",
    "Leader": "leader",
    "Play": "tricks",
    "CardPoints": "card_points",
    "LastTrick": "last_trick",
    "Score": "points",
    "Note": "note",
    "Minute": "minute",
}
"""The tags that tell of a deal -> their place in it, in the order in which they are written."""

FACTS = "Facts"
"""The section of facts that have neither a tag nor a section of their own."""

WORDS: Mapping[str, bool | None] = {"yes": True, "no": False, "none": None}
NOTHING = "-"
"""How a value is written that is no number and no text, or a list or mapping with nothing in it."""

_NAMES = {name.lower(): name for name in (*MATCH, *DEAL, FACTS)}

_TOKEN = re.compile(
    r"""(?P<newline>\r\n|\r|\n)
    | (?P<space>[^\S\r\n]+)
    | (?P<comment>;[^\r\n]*)
    | (?P<string>"(?:[^"\\\r\n]|\\[^\r\n])*")
    | (?P<word>[^\s\[\]{};"]+)
    | (?P<sign>.)""",
    re.VERBOSE,
)
_LINE_END = re.compile(r"\r\n|\r|\n|\Z")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", '"': '"', "\\": "\\", "#": "#"}
_QUOTED = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"})


class Word(NamedTuple):
    """One word under a tag: its text, and whether it stood between quotation marks."""

    text: str
    quoted: bool


@dataclass
class Tag:
    """`[Name "value"]` on `line`, with the rows under it: (line, its words). `gap`: an empty line
    stands before it. `same`: in the place of the value stands the `#` of PBN."""

    name: str
    value: str
    line: int
    gap: bool
    same: bool = False
    rows: list[tuple[int, list[Word]]] = field(default_factory=list)


@dataclass
class TaggedMatch:
    """The tags of one match, and those of each of its deals."""

    tags: list[Tag] = field(default_factory=list)
    deals: list[list[Tag]] = field(default_factory=list)


class Faults(list[Fault]):
    """What is wrong with a text, each fault at its line."""

    def at(self, line: int, message: str, **params: object) -> None:
        self.add([Fault(message, params, at(line))])

    def add(self, faults: Iterable[Fault]) -> None:
        """Keep these faults. Raises InvalidRecord with all of them once nobody would read on."""
        self += faults
        if len(self) >= MAX_FAULTS:
            raise InvalidRecord(self[:MAX_FAULTS])


def at(line: int) -> str:
    """The place of a fault in a text."""
    return f"line {line}"


def quoted(text: str) -> str:
    """The text between quotation marks, on one line; one that is a # not as the # of PBN."""
    return '"\\#"' if text == "#" else f'"{text.translate(_QUOTED)}"'


def section_name(key: str) -> str:
    """The section that tells of `key`: `as_played` -> AsPlayed; empty where there can be none."""
    name = "".join(part.capitalize() for part in key.split("_"))
    taken = name in MATCH or name in DEAL or name == FACTS
    return name if section_key(name) == key and not taken else ""


def section_key(name: str) -> str:
    """The key that a section tells of: AsPlayed -> `as_played`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def _unquoted(string: str) -> str:
    return _ESCAPED.sub(lambda found: _ESCAPES.get(found[1], found[0]), string[1:-1])


def read_tags(text: str, faults: Faults) -> list[Tag]:
    """The tags of a text in order; whatever else stands there is added to `faults`."""
    tags: list[Tag] = []
    gap = False
    for line, words, goes_on in _lines(text, faults):
        gap = gap or not words
        start = 0
        while start < len(words):
            end = start + 1
            if words[start] is _OPEN:
                while end < len(words) and words[end] is not _OPEN and words[end] is not _CLOSE:
                    end += 1
                closed = end < len(words) and words[end] is _CLOSE
                inside = words[start + 1 : end]
                if closed and len(inside) == 2 and not inside[0].quoted:
                    name = _NAMES.get(inside[0].text.lower(), inside[0].text)
                    same = inside[1] is _SAME or inside[1] == Word("#", False)
                    tags.append(Tag(name, inside[1].text, line, gap, same))
                    gap = False
                else:
                    faults.at(line, _NO_TAG)
                start = end + closed
                continue
            while end < len(words) and words[end] is not _OPEN:
                end += 1
            if tags and goes_on and start == 0 and tags[-1].rows:
                tags[-1].rows[-1][1].extend(words[start:end])
            elif tags:
                tags[-1].rows.append((line, words[start:end]))
            else:
                message = gettext_noop("Before the first tag only comments may stand.")
                faults.at(line, message)
            start = end
    return tags


_OPEN, _CLOSE = Word("[", False), Word("]", False)
_SAME = Word("#", True)  # this very one: of an escaped # the word is equal, but a text

_NO_TAG = gettext_noop('A tag is a name and a value in quotation marks, as in [Trump "H"].')


def _lines(text: str, faults: Faults) -> Iterator[tuple[int, list[Word], bool]]:
    """Each line with its words, and whether it goes on where a comment parted it from the line
    before; a line without words, unless it holds a comment, is a gap. Square brackets are words
    too."""
    line, position, goes_on = 1, 0, False
    words: list[Word] = []
    comment = fresh = True
    while position <= len(text):
        if fresh:
            comment, fresh = False, False
            if text.startswith("%", position):
                position = _line_end(text, position)
                comment = True
        token = _TOKEN.match(text, position)
        kind = token.lastgroup if token else "newline"
        if kind == "newline":
            if words or not comment:
                yield line, words, goes_on
            line, words, fresh, goes_on = line + 1, [], True, False
            position = token.end() if token else len(text) + 1
            continue
        assert token is not None
        position = token.end()
        if kind == "word":
            words.append(Word(token[0], False))
        elif kind == "string":
            words.append(_SAME if token[0] == '"#"' else Word(_unquoted(token[0]), True))
        elif kind == "comment":
            comment = True
        elif token[0] in "[]":
            words.append(_OPEN if token[0] == "[" else _CLOSE)
        elif token[0] == "{":
            comment = True
            end = text.find("}", position)
            if end < 0:
                message = gettext_noop("This comment has no end: a } is missing.")
                faults.at(line, message)
                yield line, words, goes_on
                return
            within = len(_BREAKS.findall(text, position, end))
            if within:
                # What follows the comment stands on its last line.
                if words:
                    yield line, words, goes_on
                    goes_on = True
                line, words = line + within, []
            position = end + 1
        elif kind == "sign":
            message = (
                gettext_noop("A quotation mark is missing on this line.")
                if token[0] == '"'
                else gettext_noop("This } ends no comment.")
            )
            faults.at(line, message)
            words, comment = [], True  # the rest of the line would only be misunderstood
            position = _line_end(text, position)


_BREAKS = re.compile(r"\r\n|\r|\n")


def _line_end(text: str, position: int) -> int:
    found = _LINE_END.search(text, position)
    return found.start() if found else len(text)


def grouped(tags: Iterable[Tag], faults: Faults) -> list[TaggedMatch]:
    """The tags by match and deal, in order; what a `#` stands for in its place.

    A match begins with its `[Game]`. A deal begins with its `[Board]`; in a match without any, at
    an empty line. Tags that tell of the match count for it wherever they stand.
    """
    matches: list[TaggedMatch] = []
    for blocks in _by_match(_blocks(tags)):
        boards = any(_has(block, "Board") for block in blocks)
        match = TaggedMatch()
        for number, block in enumerate(blocks):
            of_deal = []
            for tag in block:
                # What nobody knows here tells of the match where the match begins.
                if tag.name in MATCH or (tag.name not in DEAL and number == 0):
                    match.tags.append(tag)
                else:
                    of_deal.append(tag)
            if boards and match.deals and not _has(block, "Board"):
                match.deals[-1] += of_deal
            elif any(tag.name in DEAL for tag in of_deal):
                match.deals.append(of_deal)
        matches.append(match)
    _take_over(matches, faults)
    return matches


def _take_over(matches: Iterable[TaggedMatch], faults: Faults) -> None:
    """Puts what the match before tells in the place of each `#`; where this match tells it already,
    a `#` repeats that and is left alone. One that stands for nothing is added to `faults`."""
    before: dict[str, Tag] | None = None
    for match in matches:
        told: dict[str, Tag] = {}
        for place, tag in enumerate(match.tags):
            if tag.name not in MATCH:
                continue
            if tag.same:
                faults.add(misplaced_rows(tag))
            if tag.same and tag.name not in told:
                if before is None:
                    faults.at(tag.line, _NONE_BEFORE)
                elif tag.name not in before:
                    faults.at(tag.line, _NOT_TOLD_BEFORE)
                else:
                    known = before[tag.name]
                    # What is wrong with it here is told here.
                    rows = [(tag.line, words) for _, words in known.rows]
                    match.tags[place] = tag = replace(tag, value=known.value, rows=rows)
            told.setdefault(tag.name, tag)
        before = told


_NONE_BEFORE = gettext_noop("“#” means the same as in the match before, but this is the first.")
_NOT_TOLD_BEFORE = gettext_noop(
    "“#” means the same as in the match before, but that does not tell it."
)


def misplaced_rows(tag: Tag) -> Iterator[Fault]:
    """The fault that something stands under a tag under which nothing can; none if nothing does."""
    for line, _ in tag.rows[:1]:
        message = gettext_noop("Nothing can stand under [%(tag)s]: is a tag missing here?")
        yield Fault(message, {"tag": tag.name}, at(line))


def _has(block: Iterable[Tag], name: str) -> bool:
    return any(tag.name == name for tag in block)


def _blocks(tags: Iterable[Tag]) -> Iterator[list[Tag]]:
    """The runs of tags without an empty line, a second board, or a second game between them."""
    block: list[Tag] = []
    held: set[str] = set()
    for tag in tags:
        again = (
            "Board" in held if tag.name == "Board" else _begins(tag) and held & {"Board", "Game"}
        )
        if block and (tag.gap or again):
            yield block
            block, held = [], set()
        block.append(tag)
        held.add(tag.name)
    if block:
        yield block


def _begins(tag: Tag) -> bool:
    """Whether a match begins here; a `#` goes on with the one before."""
    return tag.name == "Game" and not tag.same


def _by_match(blocks: Iterable[list[Tag]]) -> list[list[list[Tag]]]:
    matches: list[list[list[Tag]]] = []
    for block in blocks:
        if not matches or any(_begins(tag) for tag in block):
            matches.append([])
        matches[-1].append(block)
    return matches
