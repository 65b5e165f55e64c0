"""The tables of worked figures in RULES.md, for the tests that repeat them."""

from pathlib import Path
from typing import Any

from games.manille.presets import PRESETS
from games.manille.rules import Rules, choices, optional

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
