"""A club's people as a table: their number in the club, their name, and whether everybody may read
it."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext

from games.models import LONGEST_NAME, Club, Player, User, by_name, folded
from games.permissions import allows

from .columns import COLUMNS, YES_OR_NO, whole, words, yes
from .importing import CHANGED, NEW, Cells, Line, Reader, Wrong

PEOPLE = ("club_number", "name", "listed")


def people_lines(club: Club) -> Iterator[list[object]]:
    """The head, then everybody, each once. For officers: it tells those who are not listed."""
    head = words(COLUMNS, PEOPLE)
    listed, hidden = words(YES_OR_NO, ("yes", "no"))
    numbers = Player.numbers(club)
    found = by_name(Player.of(club).only("name", "hidden"))

    def lines() -> Iterator[list[object]]:
        yield head
        for one in found:
            yield [numbers[one.pk], one.name, hidden if one.hidden else listed]

    return lines()


class PeopleTaker:
    """New people, other names, who is listed. Somebody is known by number, else by name.

    Files from before clubs had numbers of their own have another column, with the keys of the site:
    it is not read (`games.wording.csv_files.say_older`)."""

    columns = PEOPLE
    needed = ("name",)
    moves = None

    def __init__(self, club: Club, by: User) -> None:
        self.club, self.by = club, by
        self.seen: set[str] = set()
        self.new: list[tuple[str, bool]] = []  # name, hidden

    @contextmanager
    def door(self) -> Iterator[None]:
        with self.club.changing(self.by, "add_player"):
            numbers = Player.numbers(self.club)
            self.people = {numbers[player.pk]: player for player in Player.of(self.club)}
            self.known = {folded(player.name): player for player in self.people.values()}
            self.may_hide = allows(self.club.role_of(self.by), "hide_player")
            for player in self.people.values():
                player.club = self.club
            yield

    def take(self, cells: Cells, line: Line) -> None:
        reader = Reader(cells)
        number = reader.read("club_number", whole, least=1, most=10**9)
        name = reader.name("name", LONGEST_NAME)
        listed = reader.read("listed", yes)
        if not name:
            reader.faults.append(gettext("There is no name."))
        if name and folded(name) in self.seen:
            reader.faults.append(gettext("“%(name)s” stands here twice.") % {"name": name})
        self.seen.add(folded(name))
        reader.check()
        player = self._known(number, name)
        line.text = name
        if player is None:
            line.effect = NEW
        elif number and " ".join(player.name.split()) != name:
            before = player.name
            player.rename(name, self.by)
            self.known.pop(folded(before), None)
            self.known[folded(name)] = player
            line.effect = CHANGED
            line.text = gettext("“%(before)s” is renamed “%(name)s”") % {
                "before": before, "name": name
            }  # fmt: skip
        self._list(player, listed, line)
        if player is None:
            self.new.append((name, listed is False))

    def _list(self, player: Player | None, listed: bool | None, line: Line) -> None:
        """Have everybody read the name or not, as the line says; of somebody new later."""
        if listed is None or (not player.hidden if player else True) == listed:
            return
        if not self.may_hide:
            raise PermissionDenied
        if player:
            player.hide(not listed, self.by)
            line.effect = CHANGED
        line.text = (
            gettext("%(person)s, listed from now on")
            if listed
            else gettext("%(person)s, not listed from now on")
        ) % {"person": line.text}

    def _known(self, number: int | None, name: str) -> Player | None:
        if number is None:
            return self.known.get(folded(name))
        if number not in self.people:
            raise Wrong(
                gettext(
                    "None of the club’s people has the number %(number)s. For somebody new leave "
                    "it empty."
                )
                % {"number": number}
            )
        return self.people[number]

    def finish(self) -> None:
        """Add everybody who is new in one go: one by one each would be compared with all others."""
        if not self.new:
            return
        added = Player.add(self.club, [name for name, _hidden in self.new], self.by)
        for player, (_name, hidden) in zip(added, self.new, strict=True):
            if hidden:
                player.hide(True, self.by)

    def note(self, lines: int) -> None:
        self.club.note("import", self.by.name, after={"file": "people", "lines": lines})
