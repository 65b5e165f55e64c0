"""The entries of a competition as a table: number, name, who they are, whether they withdrew."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext

from games.forms.start import too_long
from games.models import (
    LONGEST_NAME,
    UNNAMED,
    CannotChange,
    Competition,
    Entry,
    EntryPlayer,
    Player,
    User,
    every_standings,
    folded,
)
from games.models.entry import LONGEST_ENTRY_NAME
from games.models.formats import PAIR, TEAM
from games.models.names import is_unnamed, joined
from games.standings import Standings, compare
from games.wording.standings import say_moves

from .columns import COLUMNS, MOST_OF_A_TEAM, YES_OR_NO, whole, words, yes
from .importing import CHANGED, NEW, Cells, Line, Reader, Wrong

PLAYERS = ("player_1", "player_2")


def columns(competition: Competition, people: int = 3) -> tuple[str, ...]:
    """The columns of its file; of a team league those of so many people of a team."""
    if competition.entry_kind == TEAM:
        others = [f"player_{number}" for number in range(2, people + 1)]
        return ("number", "name", "captain", *others, "withdrawn")
    players = PLAYERS if competition.entry_kind == PAIR else PLAYERS[:1]
    return ("number", "name", *players, "withdrawn")


def entry_lines(competition: Competition) -> Iterator[list[object]]:
    """The head, then every entry. Names of those who do not want to be listed are not told where
    the competition does not tell them."""
    yes_no = words(YES_OR_NO, ("no", "yes"))
    covers = competition.covers
    people: dict[int, list[str]] = {}
    for row in _seats(competition):
        person = row.player.person
        people.setdefault(row.entry_id, []).append(competition.name_of(person))
    largest = max(map(len, people.values()), default=0)
    if competition.entry_kind == TEAM:
        largest = max(largest, competition.team_size)
    keys = columns(competition, min(largest, MOST_OF_A_TEAM))
    head = words(COLUMNS, keys)
    found = competition.entries.values_list("pk", "number", "name", "withdrawn_at")

    def lines() -> Iterator[list[object]]:
        yield head
        for key, number, name, withdrawn in found.iterator():
            players = people.get(key, [])[: len(keys) - 3]
            blank = [""] * (len(keys) - 3 - len(players))
            told = covers.get(key, name)
            yield [number, told, *players, *blank, yes_no[withdrawn is not None]]

    return lines()


def _seats(competition: Competition) -> list[EntryPlayer]:
    rows = EntryPlayer.objects.filter(entry__competition=competition)
    return list(rows.select_related("player__merged_into").order_by("entry", "place"))


@dataclass
class Coming:
    """A line that enters somebody: the name of the entry (empty: its people's) and its people."""

    line: Line
    name: str
    called: list[str]
    withdrawn: bool


class EntriesTaker:
    """New entries, other names, withdrawals. An entry is known by its people, or where a line has
    none by its name; one with somebody who is not named, by its number."""

    needed: Sequence[str] = ("name|player_1",)
    longest = LONGEST_ENTRY_NAME
    moves: Sequence[str] | None = None
    before: list[Standings] | None = None  # the standings as they were, once somebody leaves

    def __init__(self, competition: Competition, by: User, join: bool) -> None:
        self.competition, self.by, self.join = competition, by, join
        self.club = competition.club
        self.columns = columns(competition)
        self.size = 2 if competition.entry_kind == PAIR else 1
        self.seen: set[int] = set()
        self.coming: list[Coming] = []
        self.named: set[str] = set()  # entries that come

    @contextmanager
    def door(self) -> Iterator[None]:
        # The competition before the club, as everywhere: else two would wait for each other.
        joining = self.club.changing(self.by, "add_player") if self.join else nullcontext()
        with self.competition.changing(self.by, "enter"), joining:
            self.entries = list(self.competition.entries.all())
            self.people: dict[int, list[Player]] = {}
            for row in _seats(self.competition):
                self.people.setdefault(row.entry_id, []).append(row.player.person)
            self.known = {folded(player.name): player for player in Player.of(self.club)}
            self.entered = {folded(one.name) for them in self.people.values() for one in them}
            for entry in self.entries:
                entry.competition = self.competition
            yield

    def take(self, cells: Cells, line: Line) -> None:
        reader = Reader(cells)
        number = reader.read("number", whole, least=1, most=32767)
        name = reader.name("name", self.longest)
        withdrawn = reader.read("withdrawn", yes)
        called = self.called(reader)
        reader.check()
        entry, called = self.which(number, name, called)
        if entry is None:
            self._come(Coming(line, name, called, bool(withdrawn)))
            return
        line.text = entry.name
        # Who was not told the name of somebody cannot give another.
        if name and folded(UNNAMED) not in folded(name):
            self._rename(entry, name, line)
        self.change(entry, called, cells, line)
        if entry.pk in self.seen:
            raise Wrong(gettext("“%(name)s” stands here twice.") % {"name": entry.name})
        self.seen.add(entry.pk)
        if withdrawn is not None and withdrawn != (entry.withdrawn_at is not None):
            if self.before is None and self.competition.started:
                self.before = every_standings(self.competition)
            if withdrawn:
                entry.withdraw("", self.by)
                line.text = gettext("%(entry)s withdraws") % {"entry": line.text}
            else:
                entry.come_back(self.by)
                line.text = gettext("%(entry)s comes back") % {"entry": line.text}
            line.effect = CHANGED

    def called(self, reader: Reader) -> list[str]:
        """The names of the people in a line; empty ones where a column has none."""
        return [reader.name(key, LONGEST_NAME) for key in PLAYERS[: self.size]]

    def which(
        self, number: int | None, name: str, called: list[str]
    ) -> tuple[Entry | None, list[str]]:
        """The entry of a line, or None; and the names of its people. Raises Wrong."""
        if not name and not any(called):
            raise Wrong(gettext("There is no name."))
        if any(map(is_unnamed, called)) or is_unnamed(name):
            return self.by_number(number), []
        if not any(called):
            if entry := self.by_name(name):
                return entry, []
            called = [name] if self.size == 1 else [part.strip() for part in name.split("&")]
        if not all(called) or len(called) != self.size:
            raise Wrong(gettext("A pair is two people: write both."))
        people = [self.known.get(folded(one)) for one in called]
        keys = [person.pk for person in people if person]
        if len(keys) == len(people):
            for entry in self.entries:
                if sorted(one.pk for one in self.people.get(entry.pk, [])) == sorted(keys):
                    return entry, called
        return None, called

    def change(self, entry: Entry, called: list[str], cells: Cells, line: Line) -> None:
        """Change who an entry is: only a team's people come and go."""

    def by_name(self, name: str) -> Entry | None:
        return next((one for one in self.entries if folded(one.name) == folded(name)), None)

    def by_number(self, number: int | None) -> Entry:
        for entry in self.entries:
            unnamed = any(one.hidden for one in self.people.get(entry.pk, []))
            if entry.number == number and unnamed:
                return entry
        raise Wrong(gettext("Somebody whose name is not told cannot be entered from a file."))

    def _rename(self, entry: Entry, name: str, line: Line) -> None:
        before = entry.name
        if " ".join(before.split()) != name:
            entry.rename(name, self.by)
            line.effect = CHANGED
            line.text = gettext("“%(before)s” is renamed “%(name)s”") % {
                "before": before, "name": name
            }  # fmt: skip

    def _come(self, coming: Coming) -> None:
        """Keep a line that enters somebody: that is done once all are known."""
        called, line = coming.called, coming.line
        new = self.strangers(called)
        if len({folded(one) for one in called}) != len(called):
            raise CannotChange(gettext("A pair is two people."))
        known = [self.known.get(folded(one)) for one in called]
        names = [one.name if one else name for one, name in zip(known, called, strict=True)]
        name = coming.name or joined(names)
        if folded(name) in self.named:
            raise Wrong(gettext("“%(name)s” stands here twice.") % {"name": name})
        self.must_be_free(called)
        self.named.add(folded(name))
        self.entered |= {folded(one) for one in called}
        self.coming.append(coming)
        line.effect, line.text = NEW, self.told(name, names)
        self.tell_new(new, line)
        if coming.withdrawn:
            line.text = gettext("%(entry)s withdraws") % {"entry": line.text}

    def must_be_free(self, called: Iterable[str]) -> None:
        """Raises Wrong for somebody who is entered, or comes by a line above."""
        for one in called:
            if folded(one) in self.entered:
                raise Wrong(gettext("%(name)s is entered already.") % {"name": one})

    def told(self, name: str, people: list[str]) -> str:
        """A new entry in the words of its line."""
        return name

    def strangers(self, called: list[str]) -> list[str]:
        """Those who are not of the club yet. Raises Wrong where they are not to join."""
        new = [one for one in called if folded(one) not in self.known]
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
        # A name in the column of the entry's may be as long as that of a pair.
        if faults := [too_long(one) for one in new if len(one) > LONGEST_NAME]:
            raise Wrong(*faults)
        return new

    def seated(self, called: list[str], new: list[str]) -> list[Player]:
        """The people of these names, once those who are `new` have joined the club."""
        added = Player.add(self.club, new, self.by) if new else []
        known = self.known | {folded(one.name): one for one in added}
        return [known[folded(one)] for one in called]

    def remember(self, entry: Entry, people: list[Player]) -> None:
        """That these are an entry now: once nothing of the line can be taken back any more."""
        self.people[entry.pk] = people
        self.entered |= {folded(one.name) for one in people}
        self.known |= {folded(one.name): one for one in people}

    def tell_new(self, new: list[str], line: Line) -> None:
        if new:
            line.text = gettext("%(entry)s, new in the club: %(names)s") % {
                "entry": line.text, "names": ", ".join(new)
            }  # fmt: skip

    def finish(self) -> None:
        """Enter all who come in one go: one by one each would be compared with all others. Where
        that is refused, one by one nevertheless, to tell of which line."""
        self._compare()
        if not self.coming:
            return
        try:
            with transaction.atomic():
                self._enter(self.coming)
        except CannotChange:
            for each in self.coming:
                try:
                    with transaction.atomic():
                        self._enter([each])
                except CannotChange as error:
                    each.line.blame(str(error))

    def _compare(self) -> None:
        """Tell who moves by those who left or came back: before others enter, who come in last."""
        if self.before is None:
            return
        pairs = zip(self.before, every_standings(self.competition), strict=True)
        moves = [move for was, now in pairs for move in compare(was, now)]
        self.moves = say_moves(moves, self.competition.names())

    def _enter(self, coming: list[Coming]) -> None:
        names = {folded(one): one for each in coming for one in each.called}
        new = [one for key, one in names.items() if key not in self.known]
        added = Player.add(self.club, new, self.by) if new else []
        known = self.known | {folded(one.name): one for one in added}
        people = [[known[folded(one)] for one in each.called] for each in coming]
        given = [
            (each.name or joined(one.name for one in them), them)
            for each, them in zip(coming, people, strict=True)
        ]
        entries = Entry.enter(self.competition, given, self.by)
        for each, entry in zip(coming, entries, strict=True):
            if each.withdrawn:
                entry.withdraw("", self.by)
        self.known = known

    def note(self, lines: int) -> None:
        after = {"file": "entries", "lines": lines}
        self.competition.note("import", self.by.name, after=after)
