"""The entries of a team league as a table: a line for each team, its captain, its people."""

from django.utils.translation import gettext

from games.models import LONGEST_NAME, UNNAMED, CannotChange, Competition, Entry, User, folded
from games.models.entry import LONGEST_TEAM_NAME, too_few
from games.models.names import is_unnamed
from games.wording.lists import listed

from .columns import MOST_OF_A_TEAM
from .entries import EntriesTaker
from .importing import CHANGED, Cells, Line, Reader, Wrong

PLAYERS = tuple(f"player_{number}" for number in range(1, MOST_OF_A_TEAM + 1))


class TeamsTaker(EntriesTaker):
    """New teams, other names and captains, further people, withdrawals. A team is known by its
    name; by its number where somebody of it stands in the line, or where its name tells somebody
    who is not named. Nobody leaves a team by a file: a column may just be missing from it."""

    needed = ("name",)
    longest = LONGEST_TEAM_NAME

    def __init__(self, competition: Competition, by: User, join: bool) -> None:
        super().__init__(competition, by, join)
        # A list from elsewhere may name the captain among the players too.
        self.columns = ("number", "name", "captain", *PLAYERS, "withdrawn")

    def called(self, reader: Reader) -> list[str]:
        captain = reader.name("captain", LONGEST_NAME)
        found = {folded(captain): captain} if captain else {}
        seen: set[str] = set()
        for key in PLAYERS:
            name = reader.name(key, LONGEST_NAME)
            if name and folded(name) in seen and not is_unnamed(name):
                reader.faults.append(gettext("“%(name)s” stands here twice.") % {"name": name})
            if name:
                seen.add(folded(name))
                found.setdefault(folded(name), name)
        return list(found.values())

    def which(
        self, number: int | None, name: str, called: list[str]
    ) -> tuple[Entry | None, list[str]]:
        if not name:
            raise Wrong(gettext("There is no name."))
        told = [one for one in called if not is_unnamed(one)]
        if folded(UNNAMED) in folded(name):
            return self.by_name(name) or self.by_number(number), told
        entry = self.by_name(name) or self._by_people(number, told)
        if entry is None and len(told) < len(called):
            raise Wrong(gettext("Somebody whose name is not told cannot be entered from a file."))
        if entry is None and folded(name) in self.named:
            raise Wrong(gettext("“%(name)s” stands here twice.") % {"name": name})
        if entry is None and len(told) < self.competition.team_size:
            raise CannotChange(too_few(self.competition))
        return entry, told

    def _by_people(self, number: int | None, called: list[str]) -> Entry | None:
        wanted = {folded(one) for one in called}
        for entry in self.entries:
            there = {folded(one.name) for one in self.people.get(entry.pk, [])}
            if wanted and (there == wanted or (entry.number == number and there & wanted)):
                return entry
        return None

    def told(self, name: str, people: list[str]) -> str:
        return gettext("%(entry)s with %(names)s") % {"entry": name, "names": listed(people)}

    def change(self, entry: Entry, called: list[str], cells: Cells, line: Line) -> None:
        """Have those join the team who are not of it yet, and the captain lead it."""
        team = self.people[entry.pk]
        there = {folded(one.name) for one in team}
        coming = [one for one in called if folded(one) not in there]
        if coming:
            new = self.strangers(coming)
            self.must_be_free(coming)
            people = self.seated(coming, new)
            entry.join_team(people, self.by)
            team = team + people
            line.effect = CHANGED
            line.text = gettext("%(entry)s, joined by %(names)s") % {
                "entry": line.text, "names": listed(one.name for one in people)
            }  # fmt: skip
            self.tell_new(new, line)
        captain = folded(cells["captain"])
        first = next((one for one in team if folded(one.name) == captain), team[0])
        if first != team[0] and not is_unnamed(captain):
            entry.make_captain(first, self.by)
            team = [first, *(one for one in team if one != first)]
            line.effect = CHANGED
            line.text = gettext("%(entry)s, led by %(name)s") % {
                "entry": line.text, "name": first.name
            }  # fmt: skip
        self.remember(entry, team)
