"""What merging two entries of one person comes to: told before it is done."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import Q

from .competition import Competition
from .entry import EntryPlayer
from .formats import TEAM
from .meeting import LineUpPlace
from .table import Table

if TYPE_CHECKING:
    from .player import Player


@dataclass(frozen=True)
class Belongings:
    """What is somebody's: `matches` that were logged; the keys of the `competitions` entered;
    `results` that count there, logged or typed in; and the meetings of teams in whose `line_ups`
    the person stands."""

    matches: int
    competitions: frozenset[int]
    results: int
    line_ups: int

    def with_those(self, other: "Belongings") -> "Belongings":
        """Both together. Two who are in one competition have no result in common: nobody sits
        twice at a table."""
        return Belongings(
            self.matches + other.matches,
            self.competitions | other.competitions,
            self.results + other.results,
            self.line_ups + other.line_ups,
        )


@dataclass(frozen=True)
class Merging:
    """What merging comes to: what belongs to the entry that stays (`own`) and to the one that goes
    (`added`), the names of the competitions in which `both` are entered, as two that they stay; and
    the account that the person then has."""

    stays: "Player"
    goes: "Player"
    own: Belongings
    added: Belongings
    both: tuple[str, ...]
    account: Any

    @property
    def total(self) -> Belongings:
        return self.own.with_those(self.added)

    @property
    def rows(self) -> list[tuple[str, int, int, int]]:
        """What of, then how many of that before, added and after; nothing that neither has, but
        matches."""
        sides = (self.own, self.added, self.total)
        counts = [
            ("matches", *(each.matches for each in sides)),
            ("competitions", *(len(each.competitions) for each in sides)),
            ("results", *(each.results for each in sides)),
            ("line-ups", *(each.line_ups for each in sides)),
        ]
        return [row for row in counts if row[3] or row[0] == "matches"]

    @property
    def mark(self) -> str:
        """Another for every other effect."""
        account = self.account.pk if self.account else 0
        names = f"{self.stays.name}/{self.goes.name}"
        counts = ".".join(str(count) for row in self.rows for count in row)
        return f"{self.stays.pk}.{self.goes.pk}.{counts}.{account}.{names}"


def merging_of(stays: "Player", goes: "Player", account: Any) -> Merging:
    """What it comes to; `account` is that of one of them, or none."""
    own, added = (_belongings(player) for player in (stays, goes))
    both = own.competitions & added.competitions
    names = Competition.objects.filter(pk__in=both).order_by("name").values_list("name", flat=True)
    return Merging(stays, goes, own, added, tuple(names) if both else (), account)


def _belongings(player: "Player") -> Belongings:
    rows = EntryPlayer.objects.filter(player__in=player.entries)
    entered = list(
        rows.values_list("entry", "entry__competition", "entry__competition__entry_kind")
    )
    # What a team did is not what each of its people did.
    own = [entry for entry, _competition, kind in entered if kind != TEAM]
    seats = Q(a__in=own) | Q(a2__in=own) | Q(b__in=own) | Q(b2__in=own)
    results = Table.objects.filter(seats, counted=True, b__isnull=False)
    line_ups = LineUpPlace.objects.filter(player__in=player.entries).values("meeting").distinct()
    return Belongings(
        player.seatings.count(),
        frozenset(competition for _entry, competition, _kind in entered),
        results.count() if own else 0,
        line_ups.count(),
    )
