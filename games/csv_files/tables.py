"""What fixtures and results share: the tables of a competition, known by round and number, or by
who sits there."""

from collections.abc import Collection, Sequence

from django.db.models import F, QuerySet
from django.utils.translation import gettext

from games.models import Competition, Table, folded

from .importing import Cells, Wrong

SIDES = ("side_1", "partner_1", "side_2", "partner_2")


def sides(competition: Competition) -> tuple[str, ...]:
    """The columns that tell who meets whom: of individuals at tables of four, two on each side."""
    return SIDES if competition.how.fours else (SIDES[0], SIDES[2])


def tables_of(competition: Competition) -> "QuerySet[Table]":
    """All tables and byes in the order of play, with their rounds and entries."""
    found = Table.objects.filter(round__competition=competition)
    return found.select_related("round", "a", "a2", "b", "b2").order_by(
        "round__number", F("number").asc(nulls_last=True), "game", "pk"
    )


def seated(table: Table, columns: Sequence[str], covers: dict[int, str]) -> list[str]:
    """Who sits at a table, in these columns (as `sides`)."""
    entries = {"side_1": table.a, "partner_1": table.a2, "side_2": table.b, "partner_2": table.b2}
    found = [entries[column] for column in columns]
    return [covers.get(entry.pk, entry.name) if entry else "" for entry in found]


class Tables:
    """The tables of a competition, to find the one that a line means."""

    def __init__(self, competition: Competition) -> None:
        self.columns = sides(competition)
        self.rounds: dict[int, list[tuple[Table, list[str]]]] = {}
        for table in tables_of(competition):
            table.round.competition = competition
            names = [folded(name) for name in seated(table, self.columns, {})]
            self.rounds.setdefault(table.round.number, []).append((table, names))

    def find(
        self, cells: Cells, round: int | None, number: int | None, game: int | None
    ) -> tuple[Table, bool]:
        """The table of a line, and whether the line has its sides the other way round. Raises
        Wrong."""
        names = [folded(cells[column]) for column in self.columns]
        turned = names[len(names) // 2 :] + names[: len(names) // 2]
        among = self._among(round, number, game)
        if any(names):
            straight = [table for table, told in among if told == names]
            crossed = [table for table, told in among if told == turned]
            found = straight or crossed
        else:
            straight = found = [table for table, _told in among] if number else []
        if len(found) == 1:
            return found[0], not straight
        if found:
            raise Wrong(gettext("Several tables can be meant: write round, table and game."))
        raise Wrong(self._nowhere(among, round, number))

    def _among(
        self, round: int | None, number: int | None, game: int | None
    ) -> Collection[tuple[Table, list[str]]]:
        rounds = self.rounds.values() if round is None else [self.rounds.get(round, [])]
        return [
            (table, names)
            for tables in rounds
            for table, names in tables
            if number in (None, table.number) and (game is None or game == table.game)
        ]

    def _nowhere(
        self, among: Collection[tuple[Table, list[str]]], round: int | None, number: int | None
    ) -> str:
        if round is not None and round not in self.rounds:
            return gettext("Round %(round)s is not drawn yet.") % {"round": round}
        if round is not None and number is not None and among:
            table = next(iter(among))[0]
            return gettext(
                "At table %(table)s of round %(round)s sit others: %(one)s and %(other)s."
            ) % {
                "table": number, "round": round, "one": table.side("a"), "other": table.side("b")
            }  # fmt: skip
        if round is not None:
            return gettext("Round %(round)s is drawn, and this is none of its tables.") % {
                "round": round
            }
        return gettext("These do not meet at any table.")
