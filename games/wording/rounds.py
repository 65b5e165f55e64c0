"""A round in words: its draw before it is made, who meets again, its clock."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.models import Draw, Round
from games.models.names import joined
from games.pairing.rounds import WHY


@dataclass(frozen=True)
class Place:
    """A table of a draw: its number and who meets whom."""

    number: int
    one: str
    other: str


@dataclass(frozen=True)
class Repeats:
    """Who meets again in a way: how many there are of them, in a sentence, and a sentence for each
    of them; where there is only one, both are the same."""

    told: str
    each: list[str]


@dataclass(frozen=True)
class RoundWords:
    """A round to be drawn, ready to be shown."""

    number: int
    tables: list[Place]
    out: list[tuple[str, str]]
    repeats: list[Repeats]
    proved: bool


REPEATS = {
    "opponents": _("%(one)s and %(other)s have met before."),
    "partners": _("%(one)s and %(other)s have been partners before."),
    "together": _("%(one)s and %(other)s have sat at one table before."),
}


def draw_words(draw: Draw, names: Mapping[int, str]) -> list[RoundWords]:
    """The rounds that would be drawn, by the entries' names."""
    told = []
    for each in draw.rounds:
        tables = [
            Place(table.number, *(joined(names[id] for id in side) for side in table.sides))
            for table in each.tables
        ]
        repeats = [[one.kind, one.one, one.other, one.times] for one in each.repeats]
        told.append(
            RoundWords(
                each.number,
                tables,
                [(names[out.id], gettext(WHY[out.why])) for out in each.out],
                say_repeats(repeats, names),
                each.proved,
            )
        )
    return told


def say_pools(draw: Draw, names: Mapping[int, str]) -> list[tuple[int, list[str]]]:
    """The pools that would be drawn, with their numbers."""
    return [(number, [names[id] for id in pool]) for number, pool in enumerate(draw.stage.pools, 1)]


def say_stage(round: Round, evenings: Mapping[int, int]) -> str:
    """What a round is beside its number, in a format of stages or of evenings."""
    if round.competition.how.evenings:
        return gettext("evening %(number)s") % {"number": evenings[round.number]}
    if not round.competition.how.pools:
        return ""
    if not round.is_knockout:
        return gettext("pools")
    if round.is_final:
        return gettext("final")
    return gettext("knock-out, last %(places)s") % {"places": len(round.draw["slots"])}


def say_repeats(repeats: list[list[Any]], names: Mapping[int, str]) -> list[Repeats]:
    """Who meets again, summed up for each way of meeting: in a large field they are many."""
    found = []
    for way, sentence in REPEATS.items():
        each = [
            str(sentence) % {"one": names.get(one, "–"), "other": names.get(other, "–")}
            for kind, one, other, _times in repeats
            if kind == way
        ]
        if each:
            found.append(Repeats(each[0] if len(each) == 1 else _sum(way, len(each)), each))
    return found


def _sum(way: str, count: int) -> str:
    if way == "opponents":
        text = ngettext(
            "%(count)s time two meet who have met before.",
            "%(count)s times two meet who have met before.",
            count,
        )
    elif way == "partners":
        text = ngettext(
            "%(count)s time two are partners who have been before.",
            "%(count)s times two are partners who have been before.",
            count,
        )
    else:
        text = ngettext(
            "%(count)s time two sit at one table who have before.",
            "%(count)s times two sit at one table who have before.",
            count,
        )
    return text % {"count": count}


def say_out(round: Round, names: Mapping[int, str]) -> list[tuple[str, str]]:
    """Who has no table in a round and is no bye either, and why."""
    return [(names.get(key, "–"), gettext(WHY[why])) for key, why in round.draw["out"]]


@dataclass(frozen=True)
class Clock:
    """The time of a round: when it ends, and how many seconds are left, 0 once it is up."""

    ends_at: datetime
    left: int

    @property
    def shown(self) -> str:
        return f"{self.left // 60}:{self.left % 60:02}"


def clock(round: Round) -> Clock | None:
    """How much time a round has left; None while no clock runs."""
    if round.ends_at is None:
        return None
    left = (round.ends_at - timezone.now()).total_seconds()
    return Clock(round.ends_at, max(0, int(left)))
