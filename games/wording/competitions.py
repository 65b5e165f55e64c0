"""Competitions, their entries, rounds and tables, in words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.models import Competition, Draw, Entry, Player, Round, Table, left_to
from games.models.names import joined
from games.pairing.rounds import WHY
from games.standings.results import REASONS
from games.wording.figures import figure
from games.wording.lists import listed
from games.wording.matches import say_state, totals_as_played

FORMATS = {
    "draw-evening": (
        _("Draw evening"),
        _("Individuals; each round the computer draws tables of four."),
    ),
    "swiss": (
        _("Swiss"),
        _("Each round opponents of about the same score, nobody twice while that can be avoided."),
    ),
    "ladder": (
        _("Ladder evening"),
        _("Each round neighbours in the ranking meet, so that the best come to the top."),
    ),
    "season": (
        _("Season"),
        _("Draw evenings, of a round or several, that add up; the best of them can count."),
    ),
    "pools": (
        _("Pools, then knock-out"),
        _("Everyone meets everyone in a small pool; winners and best second places go through."),
    ),
    "round-robin": (
        _("Round robin"),
        _("Everyone meets everyone, once or twice. All rounds are drawn at once."),
    ),
    "team-league": (
        _("Team league"),
        _("Teams meet at home and away, in several games between pairs of theirs."),
    ),
}
KINDS = {
    "pair": pgettext_lazy("who enters a competition", "Pairs"),
    "individual": pgettext_lazy("who enters a competition", "Individuals"),
    "team": pgettext_lazy("who enters a competition", "Teams"),
}
STATES = {
    "draft": pgettext_lazy("state of a competition", "being prepared"),
    "open": pgettext_lazy("state of a competition", "open for entries"),
    "running": pgettext_lazy("state of a competition", "under way"),
    "finished": pgettext_lazy("state of a competition", "finished"),
}
FILES = {
    "entries": _("entries"),
    "fixtures": _("fixtures"),
    "results": _("results"),
    "standings": _("standings"),
}
"""The files that a competition gives; all but the standings it takes, too."""

OPTIONS = {
    "three_games": (
        _("Three games at each table, so that everyone partners everyone"),
        _("Otherwise one game, and partners are drawn anew each round."),
    ),
    "pool_size": (
        _("Entries in a pool"),
        _("At most; pools differ by one at most."),
    ),
    "through": (
        _("How many go through to the knock-out"),
        _("0: as many as make a whole bracket, all winners among them."),
    ),
    "double": (
        _("Everyone meets everyone twice"),
        _("The second time with the sides changed."),
    ),
    "games": (
        _("Games in a meeting"),
        _("Each is a match by the rules chosen."),
    ),
    "pairs": (
        _("Pairs of each team in a meeting"),
        _("They play at the same time, each against the next pair of the other team in turn."),
    ),
}


def format_title(format: str) -> str:
    """A format as it is called."""
    return str(FORMATS[format][0])


def say_competition(competition: Competition) -> str:
    """Its format and state, in a few words."""
    told = {
        "format": format_title(competition.format),
        "state": STATES[competition.state],
    }
    return gettext("%(format)s, %(state)s") % told


def say_entries(count: int) -> str:
    """How many entries."""
    return ngettext("%(count)s entry", "%(count)s entries", count) % {"count": count}


def say_entry(entry: Entry, absent: list[int], byes: list[int]) -> list[str]:
    """What there is to know of an entry beside its name, each in a few words."""
    told = []
    if entry.withdrawn_at:
        told.append(gettext("withdrawn"))
    if entry.late_from:
        told.append(gettext("from round %(round)s") % {"round": entry.late_from})
    if absent:
        text = ngettext(
            "absent from round %(rounds)s", "absent from rounds %(rounds)s", len(absent)
        )
        told.append(text % {"rounds": listed(map(str, absent))})
    if byes:
        text = ngettext(
            "asked for a bye in round %(rounds)s",
            "asked for byes in rounds %(rounds)s",
            len(byes),
        )
        told.append(text % {"rounds": listed(map(str, byes))})
    return told


# A draw before it is made, and a round


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


# Tables and results


def say_bye(table: Table) -> str:
    """Why this one sits out."""
    return gettext(WHY[table.why])  # type: ignore[index]


FORFEITS = {
    "a": _("%(other)s did not come"),
    "b": _("%(one)s did not come"),
    "": _("neither side came"),
}


def say_result(table: Table) -> str:
    """The result of a table apart from its points: how it stands."""
    if table.removed:
        return gettext(REASONS["withdrawn"])
    if table.kind == "void":
        return gettext("declared void")
    if table.kind == "forfeit":
        text = str(FORFEITS[table.winner]) % {"one": table.side("a"), "other": table.side("b")}
        return (
            text if table.counted else gettext("%(result)s, not confirmed yet") % {"result": text}
        )
    if table.counted:
        return gettext("counts")
    if table.typed_by:
        return gettext("typed in by %(name)s, not confirmed yet") % {"name": table.typed_by}
    if table.match:
        return say_state(table.match)
    if table.withdrawn:
        return _say_left(table)
    return gettext("not played yet")


def _say_left(table: Table) -> str:
    """How a table stands that somebody left, and at which nothing was begun."""
    if table.a2 and not table.counts_for_nobody:
        text = gettext("%(entry)s withdrew: waits for a substitute or a result")
    elif table.a2:
        text = gettext("%(entry)s withdrew: what is played here counts for nobody")
    elif left_to(table):
        text = gettext("%(entry)s withdrew: won by the other side")
    else:
        text = gettext("%(entry)s withdrew")
    return text % {"entry": table.withdrawn.name if table.withdrawn else ""}


def say_correction(table: Table, facts: Mapping[str, Any]) -> str:
    """From what to what a result is put right: "61–40 becomes 40–61."."""
    names = {"one": table.side("a"), "other": table.side("b")}
    before, after = (say_facts(each, names) for each in (table.facts, {**table.facts, **facts}))
    if before == after:
        return gettext("The result stays as it is.")
    told = {"before": before, "after": after}
    if table.kind == facts["kind"] == "played":
        return gettext("%(before)s becomes %(after)s.") % told
    return gettext("So far: %(before)s. From now on: %(after)s.") % told


def say_facts(facts: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """A result by its facts (games.models.table.FACTS), without the names of whoever played; with
    the deals won where they are known. `names`: those of the sides, `one` and `other`, to say who
    did not come."""
    if facts["kind"] == "unplayed":
        return gettext("not played yet")
    if facts["kind"] == "void":
        return gettext("declared void")
    if facts["kind"] == "forfeit":
        return str(FORFEITS[facts["winner"]]) % names
    points, deals = (
        "–".join("?" if each is None else figure(each) for each in (facts[a], facts[b]))
        for a, b in (("points_a", "points_b"), ("deals_a", "deals_b"))
    )
    if facts["deals_a"] is None and facts["deals_b"] is None:
        return points
    return gettext("%(points)s (deals won %(deals)s)") % {"points": points, "deals": deals}


@dataclass(frozen=True)
class TableRow:
    """A table in a list. Points are match points, empty while nobody knows them; `state` in a few
    words; `waits` to be signed or confirmed, `missing` a result that counts. `substitutes`: who
    plays for whom, each in a sentence, where that was asked."""

    table: Table
    one: str
    other: str
    points: tuple[str, str]
    won: str
    state: str
    waits: bool
    missing: bool
    substitutes: list[str]

    @property
    def lacks(self) -> bool:
        """Whether it misses a result altogether."""
        return self.missing and not self.waits

    @property
    def as_played(self) -> str:
        """The totals of its sheet without rulings, where the sheet counts and they differ."""
        match = self.table.match
        return totals_as_played(match) if match and not self.table.typed_by else ""


def table_row(table: Table, came_in: Iterable[tuple[Player, Player]] = ()) -> TableRow:
    """A table ready to be shown; `came_in`: who was entered, with whoever plays instead."""
    name_of = table.competition.name_of
    points = (table.points_a, table.points_b)
    won = table.winner if table.kind in ("played", "forfeit") else ""
    match = table.match
    if match and not table.counted and not table.typed_by:
        points = tuple(match.sheet.totals[side] for side in match.rules.table.sides)
        won = ""
    return TableRow(
        table,
        table.side("a"),
        table.side("b"),
        tuple("" if each is None else figure(each) for each in points),
        won,
        say_result(table),
        table.waits,
        not table.counted and table.kind != "void" and not _left_for_good(table),
        [say_substitute(name_of(other), name_of(one)) for one, other in came_in],
    )


def say_substitute(name: str, was_name: str) -> str:
    """Who plays instead of whom."""
    return gettext("%(name)s plays for %(was_name)s") % {"name": name, "was_name": was_name}


def _left_for_good(table: Table) -> bool:
    """Whether nobody waits for its result, since a pair or a team has withdrawn. In a knock-out
    somebody is to go on; of individuals the others wait: somebody can take the empty seat."""
    return bool(table.withdrawn and not table.a2 and not table.round.is_knockout)


@dataclass(frozen=True)
class TablePlace:
    """A table of a round in a list, with its games, one or several."""

    number: int
    games: list[TableRow]

    @property
    def now(self) -> TableRow:
        """The game that is played now, or else the next one; the last once all were begun."""
        begun = [row for row in self.games if row.table.goes_on]
        waiting = [row for row in self.games if not row.table.begun]
        return [*begun, *waiting, self.games[-1]][0]

    @property
    def missing(self) -> int:
        """Of how many of its games a result that counts is missing."""
        return sum(row.missing for row in self.games)


def table_places(
    tables: Iterable[Table], came_in: Mapping[int, list[tuple[Player, Player]]]
) -> list[TablePlace]:
    """The tables of a round, each once, from all their games in order. Byes are left out.
    `came_in`: that of each table where somebody did, by its key."""
    games = (table for table in tables if not table.is_bye)
    by_number = groupby(games, key=lambda table: table.number)
    return [
        TablePlace(number, [table_row(each, came_in.get(each.pk, ())) for each in games])
        for number, games in by_number
    ]


def say_started(count: int) -> str:
    """How many matches were started."""
    if not count:
        return gettext("No table waits for a match.")
    return ngettext("%(count)s match is started.", "%(count)s matches are started.", count) % {
        "count": count
    }


def say_forfeited(count: int) -> str:
    """How many games were not played in time."""
    if not count:
        return gettext("No game is left that was not played in time.")
    return ngettext(
        "%(count)s game counts as lost by both sides.",
        "%(count)s games count as lost by both sides.",
        count,
    ) % {"count": count}


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
