"""The places in JSON columns that name entries: the same told with other numbers for them.

Each function takes what is stored, or what stands in a file, and `one`, which gives the other
number of an entry. They raise TypeError, KeyError or ValueError where it is not built like that.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from games.pairing.rounds import WHY

One = Callable[[int], int]

_NUMBER = re.compile(r"-?[1-9]\d{0,17}", re.ASCII)
_SCORE = re.compile(r"-?\d{1,9}(/[1-9]\d{0,8})?", re.ASCII)
_REPEATS = ("opponents", "partners", "together")

ALWAYS = {"out", "repeats", "proved", "scores"}
"""What every draw tells."""


def lots(told: Mapping[str, int], one: One) -> dict[str, int]:
    """Competition.lots: entry's key as text -> the lot drawn."""
    return {_key(key, one): _whole(lot, 1) for key, lot in told.items()}


def draw(told: Mapping[str, Any], one: One) -> dict[str, Any]:
    """Round.draw."""
    if not set(told) >= ALWAYS:
        raise ValueError("a draw that does not tell all")
    return {key: _DRAW[key](value, one) for key, value in told.items()}


def change(told: Mapping[str, Any], one: One) -> dict[str, Any]:
    """CompetitionChange.before and .after: the draws and the lots that the log tells."""
    if set(told) >= ALWAYS:
        whole = {key: value for key, value in told.items() if key != "tables"}
        return draw(whole, one) | {key: told[key] for key in told if key == "tables"}
    return {key: lots(value, one) if key == "lots" else value for key, value in told.items()}


def _key(key: str, one: One) -> str:
    if not _NUMBER.fullmatch(key):
        raise ValueError(key)
    return str(one(int(key)))


def _whole(value: Any, least: int) -> int:
    if type(value) is not int or not least <= value <= 99_999:
        raise ValueError(value)
    return value


def _out(told: list[Any], one: One) -> list[Any]:
    for _key, why in told:
        WHY[why]  # one of the reasons that can be said
    return [[one(key), why] for key, why in told]


def _repeats(told: list[Any], one: One) -> list[Any]:
    found = []
    for kind, each, other, times in told:
        if kind not in _REPEATS:
            raise ValueError(kind)
        found.append([kind, one(each), one(other), _whole(times, 1)])
    return found


def _proved(told: bool, _one: One) -> bool:
    if not isinstance(told, bool):
        raise TypeError(told)
    return told


def _scores(told: Mapping[str, str], one: One) -> dict[str, str]:
    # Fraction would read "1e999999999", for as long as that takes.
    if not all(_SCORE.fullmatch(score) for score in told.values()):
        raise ValueError("a score that is no fraction")
    return {_key(key, one): score for key, score in told.items()}


def _slots(told: list[int | None], one: One) -> list[int | None]:
    if len(told) < 2 or len(told) & (len(told) - 1):
        raise ValueError("not the slots of a bracket")
    return [None if key is None else one(key) for key in told]


_DRAW: Mapping[str, Callable[[Any, One], Any]] = {
    "out": _out,
    "repeats": _repeats,
    "proved": _proved,
    "scores": _scores,
    "slots": _slots,
    "pools": lambda told, one: [[one(key) for key in pool] for pool in told],
    "pool_rounds": lambda told, _one: _whole(told, 0),
}
"""Every key of a draw. One that is new has to be told here, or a back-up fails."""
