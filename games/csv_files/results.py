"""The results of a competition as a table: what happened at each table, and its match points."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.utils.translation import gettext

from games.models import Competition, Deal, Match, Table, User
from games.models.day import MOST_ROUNDS
from games.models.names import joined
from games.permissions import allows
from games.wording.competition_changes import facts_words

from .columns import COLUMNS, RESULTS, YES_OR_NO, Misread, readings, whole, words
from .importing import CHANGED, NEW, Cells, Line, Reader, Wrong
from .tables import Tables, games_of, place, seated, sides, tables_of

PLAYERS = ("home", "home_pair", "guests", "guests_pair")
FIGURES = ("points_1", "points_2", "deals_1", "deals_2")
AS_PLAYED = ("played_1", "played_2")
"""The totals of a sheet without its rulings, where these changed them; never read back."""
ABSENT = {"1-absent": "b", "2-absent": "a", "nobody": ""}
"""What a cell says -> the side that wins by forfeit."""
SWAPPED = {"1-absent": "2-absent", "2-absent": "1-absent", "a": "b", "b": "a"}


def columns(competition: Competition) -> tuple[str, ...]:
    """The columns of its file."""
    who = PLAYERS if competition.how.meetings else sides(competition)
    return ("round", *place(competition), *who, "result", *FIGURES, "counts", *AS_PLAYED)


def result_lines(competition: Competition) -> Iterator[list[object]]:
    """The head, then every table, also where there is no result yet; of meetings every game, and
    who plays it once both line-ups are in."""
    keys = columns(competition)
    head = words(COLUMNS, keys)
    said = dict(zip(RESULTS, words(RESULTS, RESULTS), strict=True))
    yes_no = words(YES_OR_NO, ("no", "yes"))
    who, plain = sides(competition), _as_played(competition)
    found = tables_of(competition).filter(b__isnull=False)
    tables = games_of(competition, found) if competition.how.meetings else found.iterator()

    def lines() -> Iterator[list[object]]:
        yield head
        for table in tables:
            game = [table.game] if "game" in keys else []
            there = seated(table, who, competition.covers)
            if table.meeting:
                home, guests = there
                there = [home, _pair(table, "a"), guests, _pair(table, "b")]
            yield [
                *(table.round.number, table.number, *game, *there),
                said.get(_happened(table), ""),
                *(table.points_a, table.points_b, table.deals_a, table.deals_b),
                "" if table.kind == "unplayed" else yes_no[table.counted],
                *(("", "") if table.typed_by else plain.get(table.match_id, ("", ""))),
            ]

    return lines()


def _as_played(competition: Competition) -> dict[int | None, tuple[int, ...]]:
    """Key of each match of which rulings changed the totals -> what these would be without."""
    ruled = Deal.objects.filter(match__table__round__competition=competition).exclude(rulings=[])
    matches = Match.objects.filter(pk__in=ruled.values("match")).prefetch_related("deals")
    return {
        match.pk: tuple(match.sheet.totals_as_played.values())
        for match in matches
        if match.sheet.totals_as_played != match.sheet.totals
    }


def _pair(table: Table, side: str) -> str:
    """Who plays a game of a meeting: at its match, else by the line-ups once both are in."""
    people = table.seated()
    if table.match:
        people = {row.seat: row.player.person for row in table.match.seatings.all()} or people
    seats = table.competition.rules.table.sides[0 if side == "a" else 1]
    return joined(table.competition.name_of(people[seat]) for seat in seats if seat in people)


def _happened(table: Table) -> str:
    """What a cell says of a table's result; empty: nothing yet."""
    if table.kind == "forfeit":
        return next(key for key, winner in ABSENT.items() if winner == table.winner)
    return table.kind if table.kind in RESULTS else ""


def _what(text: str) -> str:
    found = readings(RESULTS).get(" ".join(text.casefold().split()), "") if text else ""
    if text and not found:
        raise Misread(
            gettext("“%(text)s” is no result. Write one of these: %(words)s.")
            % {"text": text, "words": ", ".join(words(RESULTS, RESULTS))}
        )
    return found


class ResultsTaker:
    """Results typed in, or confirmed where that is all that is missing. One that counts stays: it
    is put right at its table, with a reason."""

    def __init__(self, competition: Competition, by: User) -> None:
        self.competition, self.by = competition, by
        self.columns = columns(competition)
        self.number, *_game = place(competition)
        one, *_others = sides(competition)
        self.needed = (f"{self.number}|{one}", "points_1|result")
        self.moves = None
        self.games = competition.option["games"] if competition.how.meetings else 3
        self.seen: dict[int, int] = {}
        self.confirms = allows(competition.club.role_of(by), "confirm_result")

    @contextmanager
    def door(self) -> Iterator[None]:
        with self.competition.changing(self.by, "type_result"):
            self.tables = Tables(self.competition)
            yield

    def take(self, cells: Cells, line: Line) -> None:
        reader = Reader(cells)
        round = reader.read("round", whole, least=1, most=MOST_ROUNDS)
        number = reader.read(self.number, whole, least=1, most=999)
        game = reader.read("game", whole, least=1, most=self.games)
        found = None if reader.faults else self._find(reader, round, number, game)
        what = reader.read("result", _what)
        figures = [
            reader.read(key, whole, least=-9999 if key.startswith("points") else 0)
            for key in FIGURES
        ]
        reader.check()
        assert found  # else there was a fault
        table, turned = found
        if table.is_bye:
            raise Wrong(gettext("A bye has no result to type in."))
        first = self.seen.setdefault(table.pk, line.number)
        if first != line.number:
            raise Wrong(
                gettext("Line %(line)s has the result of this table already.") % {"line": first}
            )
        if turned:
            what = SWAPPED.get(what, what)
            figures = [figures[1], figures[0], figures[3], figures[2]]
        facts = self._facts(what, figures)
        line.text = self._told(table, table.facts)
        if facts:
            self._type(table, facts, line)

    def _find(
        self, reader: Reader, round: int | None, number: int | None, game: int | None
    ) -> tuple[Table, bool] | None:
        try:
            return self.tables.find(reader.cells, round, number, game)
        except Wrong as error:
            reader.faults += error.sentences
            return None

    def _facts(self, what: str, figures: list[int | None]) -> dict[str, Any]:
        """The facts that a line tells, as Table.type_result takes them; empty: none."""
        points = figures[:2]
        if not what and figures == [None] * 4:
            return {}
        if what in ("", "played"):
            if None in points:
                raise Wrong(gettext("Write the match points of both sides; 0 for none."))
            a, b = points
            winner = "" if a == b else "a" if a > b else "b"
            names = ("points_a", "points_b", "deals_a", "deals_b")
            return {"kind": "played", "winner": winner, **dict(zip(names, figures, strict=True))}
        if figures != [None] * 4:
            raise Wrong(gettext("There are points, but it was not played."))
        none = dict.fromkeys(("points_a", "points_b", "deals_a", "deals_b"))
        kind, winner = ("void", "") if what == "void" else ("forfeit", ABSENT[what])
        return {"kind": kind, "winner": winner, **none}

    def _type(self, table: Table, facts: dict[str, Any], line: Line) -> None:
        if _same(table, facts):
            if table.counted or not (table.typed_by and self.confirms):
                return
            table.confirm(table.mark, self.by)
            line.effect = CHANGED
            line.text = gettext("%(result)s is confirmed") % {"result": line.text}
            return
        if table.counted:
            raise Wrong(
                gettext(
                    "This result counts already, and is another: %(result)s. It is corrected at "
                    "its table, with a reason."
                )
                % {"result": line.text}
            )
        line.effect = NEW if table.kind == "unplayed" else CHANGED
        table.type_result(facts, "", table.mark, self.by)
        line.text = self._told(table, facts)

    def _told(self, table: Table, facts: dict[str, Any]) -> str:
        told = {"round": table.round.number, "table": table.number}
        names = {"sides": [table.side("a"), table.side("b")]}
        said = {**told, "result": facts_words({**facts, **names})}
        if self.competition.several_games:
            said["game"] = table.game
        if table.meeting:
            return gettext("Round %(round)s, meeting %(table)s, game %(game)s: %(result)s") % said
        if self.competition.several_games:
            return gettext("Round %(round)s, table %(table)s, game %(game)s: %(result)s") % said
        return gettext("Round %(round)s, table %(table)s: %(result)s") % said

    def finish(self) -> None:
        pass

    def note(self, lines: int) -> None:
        after = {"file": "results", "lines": lines}
        self.competition.note("import", self.by.name, after=after)


def _same(table: Table, facts: dict[str, Any]) -> bool:
    """Whether a table has that result already. Who won is not compared where it was played: a file
    tells the points, and whoever gave up may have had more of them. Nor are deals that it leaves
    out."""
    if table.kind != facts["kind"]:
        return False
    if table.kind != "played":
        return table.winner == facts["winner"]
    if (table.points_a, table.points_b) != (facts["points_a"], facts["points_b"]):
        return False
    deals = [(table.deals_a, facts["deals_a"]), (table.deals_b, facts["deals_b"])]
    return all(told is None or told == stored for stored, told in deals)
