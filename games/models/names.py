"""Names: how long they may be, how they are compared and put in order, several told as one, and
those that are not to be told: replaced in what is shown, or for good in what is stored."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from functools import reduce
from typing import Any, Protocol, TypeVar

from django.utils.translation import pgettext

LONGEST_NAME = 80
"""Characters of a person's name, wherever one is written, read from a file or kept; more than
anybody answers to at the table."""

LONGEST_PLACE = 200
"""Characters of the name of the place where a match is played."""

UNNAMED = "N.\N{NO-BREAK SPACE}N."
"""Stands for somebody whose name is not told. Short, and read in any language: a sheet is stored
once and read in all of them."""

_TURNING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""What Unicode calls Bidi_Control: characters that show nothing and turn the direction of what
stands beside them. Letters have a direction of their own, and need none of these."""

_UNNAMED = re.compile(r"N\.\s?N\.(\s\d+(\.\d+)?)?", re.IGNORECASE)

_TEXTS = {"by", "name", "note", "reason", "rule"}
"""The keys under which people write names, in a record, a ruling or the log. Elsewhere an N is a
seat and an H a suit, whoever is called so."""


def unturned(name: str) -> str:
    """A name without characters that would turn round the rest of a line, as of a page's title,
    which knows no <bdi>. Every name that comes in comes through here: by a field of a form or a
    cell of a table (`games.forms.texts`), in a record, or in the back-up of a club."""
    return _TURNING.sub("", name)


def folded(name: str) -> str:
    """A name as it is compared: `an  DE wit` is An de Wit."""
    return " ".join(unturned(name).casefold().split())


_LETTERS = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o"})
"""Letters that Unicode does not take apart, as what they are looked up under."""


def looked_up(name: str) -> str:
    """A name as it is looked up in a list: accents and capitals make no difference, so that Céline
    stands before Cor. Databases disagree about that."""
    plain = unicodedata.normalize("NFKD", folded(name)).translate(_LETTERS)
    return "".join(c for c in plain if not unicodedata.combining(c))


class _Named(Protocol):
    pk: Any
    name: Any


_N = TypeVar("_N", bound=_Named)


def by_name(people: Iterable[_N]) -> list[_N]:
    """People, or entries, in the order in which their names are looked up. Of equal ones the
    earlier comes first."""
    return sorted(people, key=lambda one: (looked_up(one.name), one.pk))


def is_unnamed(name: str) -> bool:
    """Whether that stands for somebody whose name is not told, with a number or without."""
    return bool(_UNNAMED.fullmatch(name.strip()))


def joined(names: Iterable[str]) -> str:
    """The names of people who play together, as one: "An & Cis"."""
    pattern = pgettext("names of partners", "%(names)s & %(name)s")
    first, *others = [*names] or [""]
    return reduce(lambda names, name: pattern % {"names": names, "name": name}, others, first)


def without(value: Any, names: Collection[str]) -> Any:
    """A text, or a JSON value with texts, in which these names are replaced: where one is the whole
    text, or a word or words of it. One or two letters are words of too many other sentences."""
    if isinstance(value, str):
        return _without(value, names)
    if isinstance(value, Mapping):
        return {
            key: without(inner, names) if key in _TEXTS or not isinstance(inner, str) else inner
            for key, inner in value.items()
        }
    if isinstance(value, list):
        return [inner if isinstance(inner, str) else without(inner, names) for inner in value]
    return value


def untold(value: Any, told: Mapping[str, str]) -> Any:
    """A JSON value in whose texts, under whatever key, each key of `told` is replaced by its value:
    for logs that hold no letters of seats and suits. One or two letters only where they are the
    whole text, as in `without`."""
    if isinstance(value, str):
        if value in told:
            return told[value]
        for name in sorted((name for name in told if len(name) > 2), key=len, reverse=True):
            value = re.sub(
                rf"(?<!\w){re.escape(name)}(?!\w)", told[name].replace("\\", r"\\"), value
            )
        return value
    if isinstance(value, Mapping):
        return {key: untold(inner, told) for key, inner in value.items()}
    return [untold(inner, told) for inner in value] if isinstance(value, list) else value


def without_one(name: str, names: Collection[str], kind: str, told: str = UNNAMED) -> str:
    """The name of an entry of that kind in which one of its people, who goes by `names`, is not
    named, but `told` instead. A team has a name of its own."""
    if kind == "individual":
        return told
    found = _without(name, names, told)
    return told if found == name and kind != "team" else found


def without_them(
    rows: Iterable[tuple[int, str, str, str, int, str]],
) -> tuple[dict[int, str], dict[int, str]]:
    """Of a competition, for everybody whose name is not told: the entry, its name and its kind, by
    which name the person stands there, who it is, and the person's number in the competition. Key
    of each of these entries -> its name without theirs; and of each person -> what is told instead,
    with the number, so that several can be told apart."""
    entries: dict[int, str] = {}
    people: dict[int, str] = {}
    for entry, name, kind, called, person, number in rows:
        people.setdefault(person, f"{UNNAMED}\N{NO-BREAK SPACE}{number}")
        # Told once all are replaced: what stands for one can be the name of another, if that was
        # deleted.
        so_far, mark = entries.get(entry, name), f"\0{number}\0"
        if called != UNNAMED:
            entries[entry] = without_one(so_far, {called}, kind, mark)
        else:  # of two who are called so this is the first
            entries[entry] = so_far.replace(UNNAMED, mark, 1)
    for entry, name in entries.items():
        told = f"{UNNAMED}\N{NO-BREAK SPACE}\\1"
        entries[entry] = re.sub("\0([\\d.]+)\0", told, name)
    return entries, people


def _without(text: str, names: Collection[str], told: str = UNNAMED) -> str:
    if text in names:
        return told
    words = sorted((re.escape(name) for name in names if len(name) > 2), key=len, reverse=True)
    if not words:
        return text
    return re.sub(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)", lambda _found: told, text)
