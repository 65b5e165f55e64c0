"""The formats of competitions: who enters each, its options, and which rules fit it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.manille.rules import Rules

INDIVIDUAL, PAIR, TEAM = "individual", "pair", "team"
KINDS = (INDIVIDUAL, PAIR, TEAM)


@dataclass(frozen=True)
class Format:
    """A way to hold a competition: who enters it, the named scheme its points begin with, and its
    own options with what they are unless chosen. `fours`: individuals at tables of four; `at_once`:
    all rounds are drawn together; `evenings`: each round is an evening, the best of which count;
    `pools`: what is drawn at once are pools, after which a knock-out is drawn round by round;
    `meetings`: teams meet, in several games between pairs of theirs."""

    kinds: tuple[str, ...]
    scheme: str
    options: Mapping[str, Any]
    fours: bool = False
    at_once: bool = False
    evenings: bool = False
    pools: bool = False
    meetings: bool = False


FORMATS: Mapping[str, Format] = {
    "draw-evening": Format((INDIVIDUAL,), "draw-evening", {"three_games": True}, fours=True),
    "swiss": Format((PAIR, INDIVIDUAL), "swiss-pairs", {}),
    "ladder": Format((PAIR, INDIVIDUAL), "ladder-evening", {}),
    "season": Format(
        (INDIVIDUAL,), "club-season", {"three_games": True}, fours=True, evenings=True
    ),
    "round-robin": Format((PAIR, INDIVIDUAL), "duo-pools", {"double": False}, at_once=True),
    "pools": Format(
        (PAIR, INDIVIDUAL), "duo-pools", {"pool_size": 4, "through": 0}, at_once=True, pools=True
    ),
    "team-league": Format(
        (TEAM,),
        "team-league",
        {"double": True, "games": 6, "pairs": 2},
        at_once=True,
        meetings=True,
    ),
}
"""Every format that can be held from beginning to end."""

BOUNDS: Mapping[str, tuple[int, int]] = {
    "pool_size": (3, 9999),
    "through": (0, 9999),
    "games": (1, 50),
    "pairs": (1, 20),
}
"""Those options of formats that are numbers -> the least and the most that they can be."""


def partners(format: str, kind: str) -> int:
    """How many play together on a side."""
    return 2 if kind in (PAIR, TEAM) or FORMATS[format].fours else 1


def fits(rules: Rules, format: str, kind: str) -> bool:
    """Whether tables of that format can play by these rules: two sides of the right size."""
    size = partners(format, kind)
    sides = rules.table.sides
    whole = len(rules.people) == len(rules.table.seats)
    return whole and len(sides) == 2 and all(len(side) == size for side in sides)
