"""The tables of worked figures in RULES.md, for the tests that repeat them, and short ways to write
deals."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from games.manille.presets import PRESETS, WEST_FLEMISH
from games.manille.rules import Rules, choices, optional
from games.manille.scoring import Contract, Result, Sheet, score

PAGE = Path(__file__).parents[2] / "games" / "manille" / "RULES.md"


def table(*columns: str) -> list[list[str]]:
    """The rows, as texts without backticks, of the one table whose header begins with `columns`."""
    found = []
    lines = iter(PAGE.read_text(encoding="utf-8").splitlines())
    for line in lines:
        if cells(line)[: len(columns)] == list(columns):
            assert set(next(lines)) <= set("|-"), "a header is followed by a rule"
            rows = []
            for row in lines:
                if not row.startswith("|"):
                    break
                rows.append(cells(row))
            found.append(rows)
    (rows,) = found
    return rows


def cells(line: str) -> list[str]:
    return [cell.strip().strip("`") for cell in line.strip().strip("|").split("|")]


def option_value(option: str, text: str) -> Any:
    """An option's value as RULES.md writes it."""
    if bool in map(type, choices(option)):
        return {"yes": True, "no": False}[text]
    if optional(option) and text == "none":
        return None
    if optional(option) or int in map(type, choices(option)):
        return int(text)
    return "" if text == "–" else text


def rule_set(text: str) -> Rules:
    """`preset`, or `preset with option=value option=value`."""
    preset, _, changes = text.partition(" with ")
    pairs = (change.split("=") for change in changes.split())
    return PRESETS[preset].changed(**{name: option_value(name, value) for name, value in pairs})


def contract_of(text: str) -> Contract:
    """`NT by N double redouble`, `S by N bid 40`, `NT by N blind`; `–` on a score pad."""
    if text == "–":
        return Contract(None, "")
    trump, _, declarer, *calls = text.split()
    bid = int(calls.pop()) if "bid" in calls else None
    made = tuple(call for call in calls if call not in ("bid", "blind"))
    return Contract(declarer, trump, made, bid, blind="blind" in calls)  # type: ignore[arg-type]


def in_order(keys: Iterable[Any], text: str) -> dict[Any, int]:
    return dict(zip(keys, map(int, text.replace("-", ":").split(":")), strict=True))


def by_side(rules: Rules, text: str) -> dict[Any, int]:
    return dict(zip(rules.table.sides, map(int, text.split(":")), strict=True))


def played(text: str, first: int, **facts: Any) -> Result:
    """A deal of two pairs: what was played, and north-south's card points."""
    contract = contract_of(text)
    return Result(contract=contract, card_points={"NS": first, "EW": 60 - first}, **facts)


def of_pairs(*deals: int, rules: Rules = WEST_FLEMISH) -> Sheet:
    """A sheet from north-south's card points, all in hearts."""
    return score(rules, [played("H by N", first) for first in deals], "N")
