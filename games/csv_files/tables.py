"""What fixtures and results share: the tables of a competition, known by round and number, or by
who sits there."""

from collections.abc import Collection, Mapping, Sequence

from django.db.models import F, QuerySet
from django.utils.translation import gettext

from games.models import Competition, Table, folded

from .importing import Cells, Wrong

SIDES = ("side_1", "partner_1", "side_2", "partner_2")
TEAMS = ("home", "guests")


def place(competition: Competition) -> tuple[str, ...]:
    """The columns that tell where they meet: the number of a table or of a meeting of teams, and
    where several games are played there the game."""
    number = "meeting" if competition.how.meetings else "table"
    return (number, "game") if competition.several_games else (number,)


def sides(competition: Competition) -> tuple[str, ...]:
    """The columns that tell who meets whom: of individuals at tables of four, two on each side."""
    if competition.how.meetings:
        return TEAMS
    return SIDES if competition.how.fours else (SIDES[0], SIDES[2])


def tables_of(competition: Competition) -> "QuerySet[Table]":
    """All tables and byes in the order of play, with their rounds and entries; of meetings every
    game."""
    found = Table.objects.filter(round__competition=competition)
    return found.select_related("round", "a", "a2", "b", "b2", "meeting").order_by(
        "round__number", F("number").asc(nulls_last=True), "game", "pk"
    )


def games_of(competition: Competition, games: "QuerySet[Table]") -> list[Table]:
    """These games of meetings, with all that tells who plays them."""
    found = games.select_related("match").prefetch_related(
        "match__seatings__player__merged_into", "meeting__line_ups__player__merged_into"
    )
    for game in found:
        game.round.competition = competition
        if game.meeting:
            game.meeting.round = game.round
    return list(found)


def seated(table: Table, columns: Sequence[str], covers: Mapping[int, str]) -> list[str]:
    """Who sits at a table, in these columns (as `sides`)."""
    entries = {"side_1": table.a, "partner_1": table.a2, "side_2": table.b, "partner_2": table.b2}
    entries |= {"home": table.a, "guests": table.b}
    found = [entries[column] for column in columns]
    return [covers.get(entry.pk, entry.name) if entry else "" for entry in found]


class Tables:
    """The tables of a competition, to find the one that a line means."""

    def __init__(self, competition: Competition) -> None:
        self.columns = sides(competition)
        self.meetings = competition.how.meetings
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
        if found and self.meetings:
            raise Wrong(gettext("Several games can be meant: write round, meeting and game."))
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
            told = {"number": number, "round": round}
            told |= {"one": table.side("a"), "other": table.side("b")}
            if self.meetings:
                return (
                    gettext(
                        "In meeting %(number)s of round %(round)s others play: %(one)s and "
                        "%(other)s."
                    )
                    % told
                )
            return gettext(
                "At table %(table)s of round %(round)s sit others: %(one)s and %(other)s."
            ) % {**told, "table": number}
        if round is not None and self.meetings:
            return gettext("Round %(round)s is drawn, and this is none of its games.") % {
                "round": round
            }
        if round is not None:
            return gettext("Round %(round)s is drawn, and this is none of its tables.") % {
                "round": round
            }
        if self.meetings:
            return gettext("These two do not meet.")
        return gettext("These do not meet at any table.")
