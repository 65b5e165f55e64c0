"""Standings in words: the rows, who moves, and how a rank came about."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.formats import get_format
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.standings import Move, Row, Standings
from games.standings.figures import Worked
from games.standings.moves import MOVES
from games.standings.order import NOTES, Split
from games.standings.ranking import LeftOut
from games.standings.results import REASONS, Result
from games.standings.shown import shown
from games.wording.figures import figure
from games.wording.lists import listed
from games.wording.schemes import measure_name

Names = Mapping[Any, str]

SHORT = {
    "league-points": pgettext_lazy("column of standings", "Points"),
    "matches-won": pgettext_lazy("column of standings", "Won"),
    "games-won": pgettext_lazy("column of standings", "Games"),
    "match-points-for": pgettext_lazy("column of standings", "For"),
    "match-points-against": pgettext_lazy("column of standings", "Against"),
    "difference": pgettext_lazy("column of standings", "Difference"),
    "deals-won": pgettext_lazy("column of standings", "Deals"),
    "head-to-head": pgettext_lazy("column of standings", "Direct"),
    "lot": pgettext_lazy("column of standings", "Lot"),
    "opponents": pgettext_lazy("column of standings", "Opponents"),
}

OUTCOMES = {
    "won": pgettext_lazy("result of an entry", "won"),
    "drawn": pgettext_lazy("result of an entry", "drawn"),
    "lost": pgettext_lazy("result of an entry", "lost"),
    "bye": pgettext_lazy("result of an entry", "bye"),
    "requested-bye": pgettext_lazy("result of an entry", "bye, as asked"),
    "late": pgettext_lazy("result of an entry", "missed before entering"),
}


def shown_figure(measure: str, value: Any) -> str:
    """A figure as the reader writes numbers."""
    return shown(measure, value, str(get_format("DECIMAL_SEPARATOR")))


def say_moves(moves: Iterable[Move], names: Names) -> list[str]:
    """Who moves, a sentence each: "Bruges 2 falls from place 2 to place 5."."""
    return [
        gettext(MOVES[move.kind])
        % {"entry": names[move.entry], "before": move.before, "after": move.after}
        for move in moves
    ]


@dataclass(frozen=True)
class Line:
    """A row of the standings, ready to be shown: `figures` in the order of the measures."""

    row: Row
    name: str
    number: int
    figures: list[str]


def columns(measures: Iterable[str]) -> list[tuple[str, str]]:
    """The measures' short and whole names."""
    return [
        (str(SHORT.get(measure, measure_name(measure))), measure_name(measure))
        for measure in measures
    ]


def lines(standings: Standings, names: Names, numbers: Mapping[Any, int]) -> list[Line]:
    """All rows, best first."""
    measures = standings.scheme.measures
    return [
        Line(
            row,
            names[row.entry],
            numbers[row.entry],
            [shown_figure(*each) for each in zip(measures, row.figures, strict=True)],
        )
        for row in standings.rows
    ]


# How a rank came about


@dataclass(frozen=True)
class Played:
    """A result that counts, from one side: `others` are the opponents, of a table of four
    individuals with the partner; `brought` is its league points."""

    round: int
    table: Any
    others: str
    outcome: str
    points: str
    brought: str
    capped: bool
    games: str  # won by the entry and by the other side, of a meeting


@dataclass(frozen=True)
class NotCounted:
    """A result that does not count, and why; `others` as of one that does, of a bye that it is
    one."""

    round: int
    table: Any
    others: str
    reason: str


@dataclass(frozen=True)
class Figure:
    """A measure's figure with what it is the sum of."""

    measure: str
    figure: str
    terms: str


@dataclass(frozen=True)
class WorkingWords:
    """How a rank came about, ready to be shown."""

    rank: str
    counted: list[Played]
    left_out: list[NotCounted]
    figures: list[Figure]
    splits: list[str]
    evenings: list[tuple[str, str, bool]]


def say_rank(row: Row) -> str:
    """The place of an entry as a sentence."""
    if row.rank is None:
        return gettext("Not ranked: it withdrew, and its results are removed.")
    if row.tied:
        return gettext("Place %(rank)s, shared with others who are equal on everything.") % {
            "rank": row.rank
        }
    return gettext("Place %(rank)s.") % {"rank": row.rank}


def working_words(standings: Standings, entry: Any, names: Names) -> WorkingWords:
    """How the rank of an entry came about."""
    working = standings.working(entry)
    row = standings.row_of[entry]
    counted = [
        Played(
            one.result.round,
            one.result.id,
            _others(one.result, entry, names),
            str(OUTCOMES[one.outcome]) if one.result.kind != "forfeit" else _forfeit(one.outcome),
            f"{figure(one.points)}–{figure(one.against)}",
            shown_figure("league-points", one.league_points),
            one.capped,
            _games(one.result, entry),
        )
        for one in working.counted
    ]
    left_out = [
        NotCounted(
            left.result.round,
            left.result.id,
            _others(left.result, entry, names) or str(OUTCOMES[left.result.kind]),
            _reason(left),
        )
        for left in working.left_out
    ]
    return WorkingWords(
        say_rank(row),
        counted,
        left_out,
        [_figure(worked) for worked in working.figures],
        [_split(split, entry, names) for split in working.splits],
        [
            (
                say_evening(one.evening, one.rounds),
                shown_figure(standings.scheme.measures[0], one.figure),
                one.counts,
            )
            for one in working.evenings
        ],
    )


def _reason(left: LeftOut) -> str:
    """Why a result does not count. A bye has one side only."""
    if left.reason == "withdrawn" and left.result.b is None:
        return gettext("removed, since the entry withdrew")
    return gettext(REASONS[left.reason])


def say_evening(evening: int, rounds: Collection[int]) -> str:
    """An evening, and of which rounds it is."""
    told = {"evening": evening, "rounds": listed(map(str, sorted(rounds)))}
    text = ngettext(
        "Evening %(evening)s (round %(rounds)s)",
        "Evening %(evening)s (rounds %(rounds)s)",
        len(rounds),
    )
    return text % told


def _games(result: Result, entry: Any) -> str:
    """The games that an entry won in a meeting, and the other side."""
    if result.games_a is None:
        return ""
    won = [shown_figure("games-won", count) for count in (result.games_a, result.games_b)]
    return "–".join(won if result.a == entry else reversed(won))


def _forfeit(outcome: str) -> str:
    if outcome == "won":
        return gettext("won: the other side did not come")
    return gettext("lost: did not come")


def _others(result: Result, entry: Any, names: Names) -> str:
    """Who else was at the table: the opponents, and with whom it was played against them; empty of
    a bye."""
    one, other = result[2:4], result[4:6]
    with_it, against = (one, other) if entry in one else (other, one)
    opponents = listed(names[id] for id in against if id is not None)
    partner = next((names[id] for id in with_it if id not in (None, entry)), "")
    if not partner:
        return opponents
    told = {"partner": partner, "opponents": opponents}
    return gettext("with %(partner)s against %(opponents)s") % told


def _figure(worked: Worked) -> Figure:
    signed = "difference" if worked.measure.startswith("difference") else "league-points"
    terms = [
        shown_figure(signed, term.value) if term.counts else f"({shown_figure(signed, term.value)})"
        for term in worked.terms
    ]
    text = " + ".join(terms).replace("+ −", "− ").replace("+ +", "+ ") if terms else "–"
    if worked.divisor is not None:
        text = gettext("(%(sum)s) : %(count)s") % {"sum": text, "count": worked.divisor}
    return Figure(measure_name(worked.measure), shown_figure(worked.measure, worked.figure), text)


PARTED = _("%(measure)s among equals: %(figures)s.")


def _split(split: Split, entry: Any, names: Names) -> str:
    """One measure applied to those who were equal until then, as a sentence."""
    measure = measure_name(split.measure)
    if split.note:
        told = {"measure": measure, "why": gettext(NOTES[split.note])}
        return gettext("%(measure)s could not decide: %(why)s.") % told
    figures = listed(
        gettext("%(name)s %(figure)s") % {"name": names[id], "figure": _split_figure(split, id)}
        for part in split.parts
        for id in part
    )
    told = {"measure": measure, "figures": figures}
    if len(split.parts) == 1:
        return gettext("%(measure)s leaves them equal: %(figures)s.") % told
    return str(PARTED) % told


def _split_figure(split: Split, id: Any) -> str:
    own = split.figures.get(id, ())
    measure = "league-points" if split.measure == "head-to-head" else split.measure
    return " / ".join(shown_figure(measure, value) for value in own) or "–"
