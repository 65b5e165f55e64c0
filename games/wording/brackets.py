"""The bracket of a knock-out, ready to be drawn: round by round, who meets whom and who goes on."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from games.models import Competition, Round, Table
from games.models.round import places_of
from games.wording.tables import TableRow, table_row


@dataclass(frozen=True)
class Slot:
    """A place in a match of the bracket: the entry's name, or in words where it comes from
    (`open`). `points` are match points, empty while nobody knows them; `won` goes on."""

    name: str
    open: bool = False
    points: str = ""
    won: bool = False


@dataclass(frozen=True)
class BracketMatch:
    """Two slots that meet, numbered through the whole bracket; `other` None: a bye. `round` is the
    number of the round it is played in and `table` its table's key, None until it is drawn;
    `state` says what the points do not."""

    number: int
    one: Slot
    other: Slot | None
    round: int | None = None
    table: int | None = None
    state: str = ""


@dataclass(frozen=True)
class BracketRound:
    """A column of the bracket: its title, and its matches from top to bottom."""

    title: str
    matches: list[BracketMatch]


def bracket_of(competition: Competition, rounds: Iterable[Round]) -> list[BracketRound]:
    """The whole bracket up to the final, as far as the knock-out among these rounds of the
    competition is drawn and played; empty before it. Two queries, however large it is."""
    drawn = [round for round in rounds if round.is_knockout]
    if not drawn:
        return []
    names = competition.names()
    places = places_of(drawn, with_deals=True)
    found: list[BracketRound] = []
    slots: Sequence[int | None] = drawn[0].draw["slots"]
    coming: list[Slot] = [_named(key, names) if key else Slot("") for key in slots]
    first = 1
    while len(coming) > 1:
        round = drawn[len(found)] if len(found) < len(drawn) else None
        keys: Sequence[int | None] = round.draw["slots"] if round else ()
        tables = {(table.a_id, table.b_id): table for table in places[round.pk]} if round else {}
        matches, winners = [], []
        for at in range(0, len(coming), 2):
            number = first + at // 2
            match = _match(number, coming[at : at + 2], keys[at : at + 2], tables, round)
            matches.append(match)
            winners.append(_goes_on(match))
        found.append(BracketRound(say_places(len(coming)), matches))
        first += len(matches)
        coming = winners
    return found


def say_places(places: int) -> str:
    """A round of a knock-out by how many are left in it."""
    if places == 2:
        return gettext("Final")
    if places == 4:
        return gettext("Semi-finals")
    return gettext("Last %(places)s") % {"places": places}


def _named(key: int, names: Mapping[int, str]) -> Slot:
    return Slot(names.get(key, "–"))


def _match(
    number: int,
    coming: list[Slot],
    keys: Sequence[int | None],
    tables: Mapping[tuple[int, int | None], Table],
    round: Round | None,
) -> BracketMatch:
    one, other = coming
    if not one.name or not other.name:
        return BracketMatch(number, one if one.name else other, None)
    for turned, (a, b) in enumerate((keys, keys[::-1]) if keys else ()):
        if (a, b) in tables and round:
            return _played(number, table_row(tables[a, b]), bool(turned), round)
    return BracketMatch(number, one, other)


def _played(number: int, row: TableRow, turned: bool, round: Round) -> BracketMatch:
    """A match with a table; `turned`: the table's second side stands above in the bracket."""
    table = row.table
    sides = [
        Slot(name, points=points, won=table.counted and row.won == side)
        for name, points, side in zip((row.one, row.other), row.points, "ab", strict=True)
    ]
    if turned:
        sides.reverse()
    state = "" if table.counted and table.kind == "played" else row.state
    return BracketMatch(number, *sides, round.number, table.pk, state)


def _goes_on(match: BracketMatch) -> Slot:
    """What stands in the next round for the winner of a match."""
    if match.other is None:
        return match.one
    for slot in (match.one, match.other):
        if slot.won:
            return Slot(slot.name)
    return Slot(gettext("winner of match %(number)s") % {"number": match.number}, open=True)
