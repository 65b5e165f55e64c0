"""The table of worked figures in games/STANDINGS.md, read for the tests that repeat it; and the
short notation of results that it uses."""

import re
from fractions import Fraction
from pathlib import Path

from games.standings import Entry, Result
from games.standings.scheme import NUMBERS, Scheme, whole
from games.standings.schemes import CLUB_SEASON
from games.standings.shown import shown

PAGE = Path(__file__).parents[2] / "games" / "STANDINGS.md"


def rows():
    """What, options, entries, results and standings of each worked figure."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    start = lines.index("| what | options | entries | results | standings |")
    found = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        found.append([cell.strip().strip("`") for cell in line.strip("|").split("|")])
    return found


def scheme_of(text: str, base: Scheme = CLUB_SEASON) -> Scheme:
    """`win=3 measures=league-points,lot`."""
    options = {}
    for change in text.split():
        name, value = change.split("=")
        if name == "evenings":
            continue
        if name in ("measures", "among_tied"):
            options[name] = tuple(value.split(","))
        elif name in NUMBERS:
            options[name] = whole(Fraction(value))
        else:
            options[name] = int(value) if value.lstrip("-").isdigit() else value
    return base.changed(**options)


def evenings_of(text: str) -> dict[int, int]:
    """`evenings=1/1/2` among the options: of each round its evening."""
    found = re.search(r"evenings=(\S+)", text)
    return dict(enumerate(map(int, found[1].split("/")), 1)) if found else {}


def entries_of(text: str):
    """`A B(w) C(late 3) D(lot 2)`: the entries, and the lots."""
    entries, lots = [], {}
    for name, fact in re.findall(r"(\w)(?:\(([^)]*)\))?", text):
        late = int(fact[5:]) if fact.startswith("late") else None
        entries.append(Entry(name, fact == "w", late))
        if fact.startswith("lot"):
            lots[name] = int(fact[4:])
    return entries, lots


def results_of(text: str) -> list[Result]:
    found: list[Result] = []
    for number, round in enumerate(text.split(" / "), 1):
        for told in round.split(", "):
            found.append(result_of(len(found) + 1, number, told))
    return found


def result_of(id: int, round: int, text: str) -> Result:
    who, *facts = text.split()
    a, _, b = who.partition("-")
    a, a2, b, b2 = a[0], a[1:] or None, b[:1] or None, b[1:] or None
    kind, winner, counted = "played", "", True
    pairs = {"": (None, None), "g": (None, None), "d": (None, None)}
    for fact in facts:
        if fact in ("forfeit", "bye", "unplayed", "void"):
            kind = fact
        elif fact == "requested":
            kind = "requested-bye"
        elif fact == "unsigned":
            counted = False
        elif fact in ("a", "b"):
            winner = fact
        else:
            key = fact[0] if fact[0] in "gd" else ""
            pairs[key] = tuple(map(int, fact.removeprefix(key).split(":")))
    decides = pairs["g"] if pairs["g"] != (None, None) else pairs[""]
    if kind == "played" and decides[0] != decides[1]:
        winner = "a" if decides[0] > decides[1] else "b"
    return Result(
        id, round, a, a2, b, b2, winner, kind, *pairs[""], *pairs["g"], *pairs["d"], counted
    )


def told(standings) -> str:
    """Standings as the page writes them."""
    return " · ".join(
        " ".join(
            [
                "–" if row.rank is None else f"{row.rank}{'=' if row.tied else ''}",
                row.entry,
                *map(shown, standings.scheme.measures, row.figures),
            ]
        )
        for row in standings.rows
    )
