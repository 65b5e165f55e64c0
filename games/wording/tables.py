"""Tables of a round, and their results, in words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.models import Player, Table, left_to
from games.pairing.rounds import WHY
from games.standings.results import REASONS
from games.wording.figures import figure
from games.wording.matches import say_state, totals_as_played


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
