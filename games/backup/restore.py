"""Founding a club from a file: every row tested before it is written, all of them or none."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import partial
from itertools import groupby
from typing import Any, BinaryIO

from django.db import models, transaction
from django.utils.crypto import get_random_string

from games.manille.errors import Fault, gettext_noop
from games.manille.notation import written_twice
from games.models import (
    FORMATS,
    Club,
    Competition,
    Entry,
    Match,
    Meeting,
    Round,
    Table,
    User,
    every_standings,
)
from games.models.codes import LINK_ALPHABET
from games.models.rating import Moment, rate_anew
from games.permissions import OFFICERS, OWNER

from . import checks
from .faults import InvalidBackup, wrong
from .fields import link_of, listed, moment, row_of, text, unknown, value_of
from .links import link
from .parts import CLUB, PARTS, Part
from .rows import AT_A_TIME, Row, free_codes, free_name, insert
from .stream import Piece, on_line_of, pieces
from .write import FORMAT, VERSION

MOST_OFFICERS = 500

LISTS = ["officers", *(part.name for part in PARTS)]
"""The lists of the file in their order."""

_FIRST = Moment(date(1000, 1, 1), datetime(1000, 1, 1, tzinfo=UTC), 0)


@dataclass
class Restored:
    """What was restored: the `club`, `exported_at` when the file was written, the `address` and the
    `name` that the file gives the club, how many matches got another reading code, how many
    `officers` besides the owner the file names, and how many `line_ups` waited for the other
    team's, so that they are to be handed in again."""

    club: Club
    exported_at: datetime
    address: str
    name: str
    other_codes: int = 0
    officers: int = 0
    line_ups: int = 0


def restore(file: BinaryIO, by: User) -> Restored:
    """Found the club that a file tells, whose owner is `by`. Nobody else gets an office by it, or
    is linked to anybody. Raises InvalidBackup, and then nothing is written."""
    with transaction.atomic():
        return _Restoring(by).all_of(pieces(file))


class _Restoring:
    """One file on its way into the database."""

    restored: Restored

    def __init__(self, by: User) -> None:
        self.by = by
        self.known = checks.Known()
        # Of each list: the keys of its rows, in their order; and of some, their lines.
        self.keys: dict[type[models.Model], list[int]] = {part.model: [] for part in PARTS}
        self.lines: dict[type[models.Model], list[int]] = {Competition: [], Round: []}
        self.officers: list[tuple[str, str]] = []
        # What names rows that may come later in the file; done at the end.
        self.links: dict[tuple[type[models.Model], str], list[tuple[int, int, Piece]]] = {}
        self.later: list[tuple[Part, str, int, Any, Piece]] = []

    def all_of(self, found: Iterator[Piece]) -> Restored:
        self.header(found)
        last, counts = -1, None
        for key, rows in groupby(found, key=lambda piece: piece.key):
            first = next(rows)
            with on_line_of(first):
                if counts is not None:
                    raise wrong(key, gettext_noop("Nothing comes after “rows”."))
                if key == "rows":
                    counts = first
                    continue
                if key not in LISTS:
                    raise unknown(key, "")
                if LISTS.index(key) <= last:
                    message = gettext_noop("The lists of the file do not come in their order.")
                    raise wrong(key, message)
                if first.value != []:
                    raise wrong(key, gettext_noop("Here a JSON list is expected."))
                last = LISTS.index(key)
                take = partial(self.take, PARTS[last - 1]) if last else self.take_officers
                take(rows)  # noqa: B031 (once for each list)
        self.count(counts)
        self.finish()
        return self.restored

    # The parts of the file

    def header(self, found: Iterator[Piece]) -> None:
        """What the file is; the club itself is founded."""
        told: dict[str, Any] = {}
        for key in ("format", "version", "exported_at", "club"):
            piece = next(found, None)
            if piece is None or piece.key != key or (key == "format" and piece.value != FORMAT):
                message = gettext_noop("This is not the back-up of a club.")
                raise InvalidBackup(Fault(message), piece.line if piece else 0)
            told[key] = piece.value
            with on_line_of(piece):
                if key == "version" and (type(piece.value) is not int or piece.value != VERSION):
                    message = gettext_noop("Only version %(version)s of the format is known here.")
                    raise wrong(key, message, version=VERSION)
                if key == "exported_at":
                    told[key] = moment(piece.value, key)
                if key == "club":
                    club, address, name = self.found(piece)
                    self.restored = Restored(club, told["exported_at"], address, name)

    def found(self, piece: Piece) -> tuple[Club, str, str]:
        """The club, founded, and the address and the name that the file gives it, which may be
        another's."""
        told = row_of(CLUB, piece.value, "club")
        facts = {column.name: value_of(column, told, "club") for column in CLUB.columns}
        club = Club(**facts)
        checks.club(club, "club")
        address, name = club.slug, club.name
        if not club.slug or club.slug == "new" or Club.objects.filter(slug=club.slug).exists():
            club.slug = f"{club.slug[:40] or 'club'}-{get_random_string(4, LINK_ALPHABET)}"
        club.name = free_name(club)
        insert([Row(club, piece.line, "club")])
        club.memberships.create(user=self.by, role=OWNER)
        return club, address, name

    def take_officers(self, rows: Iterable[Piece]) -> None:
        """Who the officers were: told in the history, for the owner to invite them again."""
        for piece in rows:
            with on_line_of(piece):
                if piece.index is None:
                    raise InvalidBackup(written_twice(piece.key, ""))
                told, place = piece.value, piece.place
                if not isinstance(told, dict) or set(told) != {"email", "name", "role", "since"}:
                    message = gettext_noop("Here an officer is expected: address, name and office.")
                    raise wrong(place, message)
                if piece.index >= MOST_OFFICERS:
                    raise wrong(place, gettext_noop("This cannot stand here."))
                email = text(told["email"], f"{place}.email", 254)
                name = text(told["name"], f"{place}.name", 80)
                moment(told["since"], f"{place}.since")
                if told["role"] not in OFFICERS:
                    raise wrong(f"{place}.role", gettext_noop("There is no such office."))
                if email.lower() != self.by.email:
                    self.officers.append((name, told["role"]))

    def take(self, part: Part, rows: Iterable[Piece]) -> None:
        """One list of the file."""
        batch = []
        for piece in rows:
            with on_line_of(piece):
                batch.append(self.read(part, piece))
            if len(batch) == AT_A_TIME:
                self.keep(part, batch)
                batch = []
        self.keep(part, batch)

    def read(self, part: Part, piece: Piece) -> Row:
        """A row of a list, tested as far as it can be before it is written."""
        if piece.index is None:
            raise InvalidBackup(written_twice(piece.key, ""))
        number, place = piece.index + 1, piece.place
        told = row_of(part, piece.value, place)
        if type(told.get("id")) is not int or told["id"] != number:
            message = gettext_noop("Here row %(number)s is expected: rows are missing or too many.")
            raise wrong(f"{place}.id", message, number=number)
        row = self.instance(part, told, place, number, piece)
        inner = {}
        for each in part.parts:
            inner[each.name] = [
                self.instance(each, row_of(each, one, f"{place}.{each.name}[{at}]"),
                              f"{place}.{each.name}[{at}]", number, piece)
                for at, one in enumerate(listed(told, each.name, place))
            ]  # fmt: skip
        try:
            if isinstance(row, Match):
                checks.match(row, inner, self.known, place)
            elif isinstance(row, Entry):
                checks.entry(row, inner, self.known, place)
            elif isinstance(row, Round):
                checks.round(row, inner, self.known, place)
            elif isinstance(row, Meeting):
                checks.meeting(row, inner, self.known, place)
            elif isinstance(row, Competition):
                checks.competition(row, inner, self.known, place)
            else:
                checks.told(row, self.known, place)
        except checks.ODD as error:
            if isinstance(error, InvalidBackup):
                raise
            raise wrong(place, gettext_noop("This row is not built as it should be.")) from error
        return Row(row, piece.line, place, inner)

    def instance(
        self, part: Part, told: Mapping[str, Any], place: str, number: int, piece: Piece
    ) -> Any:
        facts: dict[str, Any] = {}
        here = piece._replace(value=None)  # what is done at the end does not keep the whole row
        if part.holder == "club":
            facts["club_id"] = self.restored.club.pk
        for column in part.columns:
            name, field = column.name, column.field
            if field.remote_field:
                linked = link_of(column, told, place)
                if linked and field.related_model is part.model:
                    links = self.links.setdefault((part.model, field.attname), [])
                    links.append((number, linked, here))
                elif linked:
                    facts[field.attname] = self.key_of(field.related_model, linked, place, name)
                continue
            facts[name] = value_of(column, told, place)
            if name in part.later:
                self.later.append((part, name, number, facts[name], here))
                facts[name] = column.empty
            elif (shape := part.json.get(name)) and facts[name] is not None:
                facts[name] = self.shaped(shape, facts[name], facts["competition_id"], place, name)
        return part.model(**facts)

    def key_of(self, model: type[models.Model], number: int, place: str, name: str) -> int:
        keys = self.keys[model]
        if number > len(keys):
            message = gettext_noop("There is no row %(number)s before this one.")
            raise wrong(f"{place}.{name}", message, number=number)
        return keys[number - 1]

    def shaped(self, shape: Any, value: Any, competition: int, place: str, name: str) -> Any:
        """A JSON value with the keys of the entries that it names. One that was struck out has a
        number below 0: logs and lots go on naming it, a round that is drawn cannot."""
        place = f"{place}.{name}"

        def one(number: int) -> int:
            if type(number) is int and number < 0 and name != "draw":
                return number
            if type(number) is not int or not 1 <= number <= len(self.keys[Entry]):
                raise wrong(place, gettext_noop("There is no entry %(number)s."), number=number)
            key = self.keys[Entry][number - 1]
            if self.known.competition_of[key] != competition:
                message = gettext_noop("An entry of another competition cannot play here.")
                raise wrong(place, message)
            return key

        try:
            return shape(value, one)
        except checks.ODD as error:
            if isinstance(error, InvalidBackup):
                raise
            raise wrong(place, gettext_noop("This is not what a draw looks like.")) from error

    # Writing

    def keep(self, part: Part, batch: list[Row]) -> None:
        """Write rows of a list, and those that stand in them."""
        if not batch:
            return
        rows = [each.row for each in batch]
        if part.model is Match:
            self.restored.other_codes += free_codes(rows)
        insert(batch)
        self.keys[part.model] += [row.pk for row in rows]
        if part.model in self.lines:
            self.lines[part.model] += [each.line for each in batch]
        for row in rows:
            if isinstance(row, Competition):
                self.known.competitions[row.pk] = row
            elif isinstance(row, Entry):
                self.known.competition_of[row.pk] = row.competition_id
            elif isinstance(row, Round):
                self.known.competition_of_round[row.pk] = row.competition_id
            elif isinstance(row, Match) and len(row.rules.table.sides) != 2:
                self.known.odd_matches.add(row.pk)
        if part.model is Meeting:
            self.give_games(batch)
        for inner in part.parts:
            within = []
            for each in batch:
                for at, one in enumerate(each.inner[inner.name]):
                    setattr(one, f"{inner.holder}_id", each.row.pk)
                    within.append(Row(one, each.line, f"{each.place}.{inner.name}[{at}]"))
            insert(within)

    def give_games(self, batch: list[Row]) -> None:
        """Have the tables of these meetings' rounds be their games."""
        found: dict[tuple[int, int | None], list[Table]] = {}
        for table in Table.objects.filter(round__in={each.row.round_id for each in batch}):
            if not table.is_bye:
                found.setdefault((table.round_id, table.number), []).append(table)
        games = []
        for each in batch:
            own = found.get((each.row.round_id, each.row.number), [])
            try:
                checks.games_of(each.row, own, self.known, each.place)
            except InvalidBackup as error:
                error.line = each.line
                raise
            for game in own:
                game.meeting = each.row
            games += own
        Table.objects.bulk_update(games, ["meeting"], batch_size=AT_A_TIME)

    def without_meeting(self) -> None:
        """Raises InvalidBackup where teams play at a table that is of no meeting."""
        formats = [name for name, how in FORMATS.items() if how.meetings]
        tables = Table.objects.filter(
            round__competition__club=self.restored.club,
            round__competition__format__in=formats,
            b__isnull=False,
            meeting=None,
        )
        if table := tables.order_by("pk").first():
            message = gettext_noop("A table of this round is of no meeting.")
            raise self.wrong_row(Round, table.round_id, message)

    def count(self, counts: Piece | None) -> None:
        """Tests that the file tells as many rows as it says."""
        if counts is None:
            raise wrong("rows", gettext_noop("This is missing."))
        with on_line_of(counts):
            if not isinstance(counts.value, dict):
                raise wrong("rows", gettext_noop("Here a JSON object is expected."))
            for part in PARTS:
                said, read = counts.value.get(part.name, 0), len(self.keys[part.model])
                if said != read:
                    message = gettext_noop(
                        "The file should tell %(said)s rows here, but tells %(read)s."
                    )
                    raise wrong(f"rows.{part.name}", message, said=said, read=read)

    def finish(self) -> None:
        """What had to wait for all rows, and what follows from them."""
        for (model, attname), links in self.links.items():
            link(model, attname, links, self.keys[model])
        for part, name, number, value, piece in self.later:
            with on_line_of(piece):
                key = self.keys[part.model][number - 1]
                shaped = self.shaped(part.json[name], value, key, piece.place, name)
                part.model._default_manager.filter(pk=key).update(**{name: shaped})
        self.without_meeting()
        club = self.restored.club
        rate_anew(club.pk, _FIRST)
        for competition in club.competitions.order_by("pk"):
            try:
                every_standings(competition)
            except checks.ODD as error:
                message = gettext_noop("Nobody can work out the standings of this competition.")
                raise self.wrong_row(Competition, competition.pk, message) from error
        club.note("restore", self.by.name, after={"name": club.name})
        for name, role in self.officers:
            club.note("was officer", self.by.name, after={"name": name, "role": role})
        self.restored.officers = len(self.officers)
        self.restored.line_ups = self.known.untold

    def wrong_row(self, model: type[models.Model], key: int, message: str) -> InvalidBackup:
        """The error of a row that was written already, by its key."""
        at = self.keys[model].index(key)
        name = next(part.name for part in PARTS if part.model is model)
        return InvalidBackup(Fault(message, {}, f"{name}[{at}]"), self.lines[model][at])
