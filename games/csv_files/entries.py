"""The entries of a competition as a table: number, name, who they are, whether they withdrew."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from django.utils.translation import gettext

from games.models import (
    LONGEST_NAME,
    UNNAMED,
    CannotChange,
    Competition,
    Entry,
    EntryPlayer,
    Player,
    User,
    folded,
)
from games.models.entry import LONGEST_ENTRY_NAME
from games.models.formats import PAIR
from games.models.match import joined

from .columns import COLUMNS, YES_OR_NO, whole, words, yes
from .importing import CHANGED, NEW, Cells, Line, Reader, Wrong

PLAYERS = ("player_1", "player_2")


def columns(competition: Competition) -> tuple[str, ...]:
    """The columns of its file."""
    players = PLAYERS if competition.entry_kind == PAIR else PLAYERS[:1]
    return ("number", "name", *players, "withdrawn")


def entry_lines(competition: Competition) -> Iterator[list[object]]:
    """The head, then every entry. Names of those who do not want to be listed are not told where
    the competition does not tell them."""
    keys = columns(competition)
    head = words(COLUMNS, keys)
    yes_no = words(YES_OR_NO, ("no", "yes"))
    covers = competition.covers
    people: dict[int, list[str]] = {}
    for row in _seats(competition):
        person = row.player.person
        told = UNNAMED if person.hidden and row.entry_id in covers else person.name
        people.setdefault(row.entry_id, []).append(told)
    found = competition.entries.values_list("pk", "number", "name", "withdrawn_at")

    def lines() -> Iterator[list[object]]:
        yield head
        for key, number, name, withdrawn in found.iterator():
            players = people.get(key, [])
            blank = [""] * (len(keys) - 3 - len(players))
            told = covers.get(key, name)
            yield [number, told, *players, *blank, yes_no[withdrawn is not None]]

    return lines()


def _seats(competition: Competition) -> list[EntryPlayer]:
    rows = EntryPlayer.objects.filter(entry__competition=competition)
    return list(rows.select_related("player__merged_into").order_by("entry", "place"))


class EntriesTaker:
    """New entries, other names, withdrawals. An entry is known by its people, or where a line has
    none by its name; one with somebody who is not named, by its number."""

    needed = ("name|player_1",)

    def __init__(self, competition: Competition, by: User, join: bool) -> None:
        self.competition, self.by, self.join = competition, by, join
        self.club = competition.club
        self.columns = columns(competition)
        self.size = 2 if competition.entry_kind == PAIR else 1
        self.seen: set[str] = set()

    @contextmanager
    def door(self) -> Iterator[None]:
        # The club first, as where entries are typed in: two locks are always taken in one order.
        joining = self.club.changing(self.by, "add_player") if self.join else nullcontext()
        with joining, self.competition.changing(self.by, "enter"):
            self.entries = list(self.competition.entries.all())
            self.people: dict[int, list[Player]] = {}
            for row in _seats(self.competition):
                self.people.setdefault(row.entry_id, []).append(row.player.person)
            self.known = {folded(player.name): player for player in Player.of(self.club)}
            yield

    def take(self, cells: Cells, line: Line) -> None:
        reader = Reader(cells)
        number = reader.read("number", whole, least=1, most=32767)
        name = reader.name("name", LONGEST_ENTRY_NAME)
        withdrawn = reader.read("withdrawn", yes)
        called = [reader.name(key, LONGEST_NAME) for key in PLAYERS[: self.size]]
        reader.check()
        entry, people, new = self._which(number, name, called)
        if entry is None:
            entry = self._enter(name or joined(self._names(people, new)), people, new, line)
        else:
            line.text = entry.name
            if name and " ".join(entry.name.split()) != name:
                line.text = gettext("“%(before)s” is renamed “%(name)s”") % {
                    "before": entry.name, "name": name
                }  # fmt: skip
                line.effect = CHANGED
                entry.rename(name, self.by)
        mark = f"{entry.pk}"
        if mark in self.seen:
            raise Wrong(gettext("“%(name)s” stands here twice.") % {"name": entry.name})
        self.seen.add(mark)
        if withdrawn is not None and withdrawn != (entry.withdrawn_at is not None):
            if withdrawn:
                entry.withdraw("", self.by)
                line.text = gettext("%(entry)s withdraws") % {"entry": line.text}
            else:
                entry.come_back(self.by)
                line.text = gettext("%(entry)s comes back") % {"entry": line.text}
            line.effect = line.effect if line.effect == NEW else CHANGED

    def _which(
        self, number: int | None, name: str, called: list[str]
    ) -> tuple[Entry | None, list[Player | None], list[str]]:
        """The entry of a line; or none, its people (None: somebody new) and the names of those."""
        if not name and not any(called):
            raise Wrong(gettext("There is no name."))
        if folded(UNNAMED) in map(folded, called) or folded(name) == folded(UNNAMED):
            return self._by_number(number), [], []
        if not any(called):
            if entry := self._by_name(name):
                return entry, [], []
            called = [name] if self.size == 1 else [part.strip() for part in name.split("&")]
        if not all(called) or len(called) != self.size:
            raise Wrong(gettext("A pair is two people: write both."))
        people = [self.known.get(folded(one)) for one in called]
        keys = [person.pk for person in people if person]
        if len(keys) == len(people):
            for entry in self.entries:
                if sorted(one.pk for one in self.people.get(entry.pk, [])) == sorted(keys):
                    return entry, [], []
        return None, people, called

    def _by_name(self, name: str) -> Entry | None:
        return next((one for one in self.entries if folded(one.name) == folded(name)), None)

    def _by_number(self, number: int | None) -> Entry:
        for entry in self.entries:
            unnamed = any(one.hidden for one in self.people.get(entry.pk, []))
            if entry.number == number and unnamed:
                return entry
        raise Wrong(gettext("Somebody whose name is not told cannot be entered from a file."))

    def _names(self, people: list[Player | None], called: list[str]) -> list[str]:
        return [one.name if one else name for one, name in zip(people, called, strict=True)]

    def _enter(
        self, name: str, people: list[Player | None], called: list[str], line: Line
    ) -> Entry:
        new = [one for known, one in zip(people, called, strict=True) if known is None]
        if new and not self.join:
            raise Wrong(
                *(
                    gettext(
                        "Nobody of the club is called “%(name)s”. If that is right, tick that new "
                        "names join."
                    )
                    % {"name": one}
                    for one in new
                )
            )
        reader = Reader({})
        for one in new:
            reader.short(one)
        reader.check()
        if len({folded(one) for one in called}) != self.size:
            raise CannotChange(gettext("A pair is two people."))
        added = (
            {folded(one.name): one for one in Player.add(self.club, new, self.by)} if new else {}
        )
        seated = [known or added[folded(one)] for known, one in zip(people, called, strict=True)]
        (entry,) = Entry.enter(self.competition, [(name, seated)], self.by)
        entry.competition = self.competition
        self.known |= added
        self.entries.append(entry)
        self.people[entry.pk] = seated
        line.effect, line.text = NEW, name
        if new:
            line.text = gettext("%(entry)s, new in the club: %(names)s") % {
                "entry": name, "names": ", ".join(new)
            }  # fmt: skip
        return entry

    def finish(self) -> None:
        pass

    def note(self, lines: int) -> None:
        after = {"file": "entries", "lines": lines}
        self.competition.note("import", self.by.name, after=after)
