"""The planned days of a competition: when and where a round is played, known before it is drawn."""

import uuid
from collections.abc import Collection, Mapping
from datetime import UTC, date, datetime, time
from typing import Any, NamedTuple

from django.db import models
from django.db.models import Max
from django.urls import reverse
from django.utils.translation import gettext as _

from .club import Club
from .competition import DRAFT, FINISHED, Competition
from .entry import EntryPlayer
from .imports import LONGEST_PLACE
from .log import CompetitionChange
from .user import CannotChange, User

MOST_ROUNDS = 200
FIRST_DAY, LAST_DAY = date(2000, 1, 1), date(2199, 12, 31)

TOLD_IN_CALENDARS = (
    *("make", "change", "state", "plan day", "unplan day", "draw", "take back"),
    *("enter", "rename", "strike"),
)
"""Those changes of a competition after which its calendar may tell something else."""


class Planned(NamedTuple):
    """What is planned for a round: a date in the club's zone, the time there if it is known."""

    on: date
    at: time | None = None
    place: str = ""
    called_off: bool = False

    def told(self) -> dict[str, Any]:
        """As it stands in the log."""
        at = self.at.isoformat("minutes") if self.at else ""
        return {**self._asdict(), "on": self.on.isoformat(), "at": at}


class Day(models.Model):
    """The day of a round. It is known by the round's number, so that it is there before the round
    is drawn and stays when that is taken back."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="days")
    number = models.PositiveSmallIntegerField()
    on = models.DateField()
    at = models.TimeField(null=True)
    place = models.CharField(max_length=LONGEST_PLACE, blank=True)
    called_off = models.BooleanField(default=False)
    # By these calendar programs know the day again, and that it has changed.
    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    sequence = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "number"], name="one_day_a_round"),
        ]

    def __str__(self) -> str:
        return f"{self.competition_id}, {self.number}: {self.on}"

    def get_absolute_url(self) -> str:
        competition = self.competition
        return reverse("day", args=[competition.club.slug, competition.slug, self.number])

    @property
    def planned(self) -> Planned:
        return Planned(self.on, self.at, self.place, self.called_off)

    @property
    def begins(self) -> datetime | None:
        """The moment, in UTC; None while no time is set."""
        if self.at is None:
            return None
        zone = self.competition.club.timezone
        return datetime.combine(self.on, self.at, zone).astimezone(UTC)

    @classmethod
    def to_come(cls, club: Club, everything: bool) -> "models.QuerySet[Day]":
        """The club's days from today on, the next first, of competitions that are not over: of
        those shown to everybody, or of all (`everything`)."""
        found = cls.of_club(club, everything).filter(on__gte=club.today())
        found = found.exclude(competition__state=FINISHED)
        return found.order_by("on", models.F("at").asc(nulls_first=True), "pk")

    @classmethod
    def of_club(cls, club: Club, everything: bool) -> "models.QuerySet[Day]":
        """All of the club's days, each with its competition and that one's club."""
        found = cls.objects.filter(competition__club=club).select_related("competition__club")
        if everything:
            return found
        return found.filter(competition__published=True).exclude(competition__state=DRAFT)

    @classmethod
    def plan(cls, competition: Competition, planned: Mapping[int, Planned | None], by: User) -> int:
        """Set the days of rounds by their numbers, or (None) take them out of the plan; returns how
        many are other than before. Raises CannotChange."""
        with competition.changing(by, "plan_days"):
            competition.must_run()
            known = {day.number: day for day in competition.days.all()}
            changed = 0
            for number, wanted in planned.items():
                day = known.get(number)
                before = day.planned if day else None
                if wanted == before:
                    continue
                if wanted and not FIRST_DAY <= wanted.on <= LAST_DAY:
                    raise CannotChange(_("This day is too far away to be planned."))
                if not 1 <= number <= MOST_ROUNDS:
                    raise CannotChange(_("No competition has so many rounds."))
                changed += 1
                if wanted is None:
                    competition.days.filter(number=number).delete()
                    competition.note("unplan day", by.name, before.told(), round=number)
                    continue
                if day is None:
                    day = cls(competition=competition, number=number)
                else:
                    day.sequence += 1
                day.on, day.at, day.place, day.called_off = wanted
                day.save()
                told = before.told() if before else None
                competition.note("plan day", by.name, told, wanted.told(), round=number)
            return changed


def fixtures_of(days: "Collection[Day]") -> dict[tuple[int, int], list[Any]]:
    """(Key of a competition, number of a round) -> the tables of that round, where it is drawn, in
    order, to all of which the names of those who do not want to be listed are not told."""
    from .table import Table

    competitions = {day.competition_id: day.competition for day in days}
    covers = EntryPlayer.covers(*competitions.values())
    rounds = models.Q()
    for key in competitions:
        numbers = [day.number for day in days if day.competition_id == key]
        rounds |= models.Q(round__competition=key, round__number__in=numbers)
    tables = Table.objects.filter(rounds, game=1, b__isnull=False).select_related(
        "a", "a2", "b", "b2", "round"
    )
    found: dict[tuple[int, int], list[Any]] = {}
    for table in tables.order_by("number", "pk") if competitions else ():
        for entry in filter(None, (table.a, table.a2, table.b, table.b2)):
            entry.name = covers.get(entry.pk, entry.name)
        found.setdefault((table.round.competition_id, table.round.number), []).append(table)
    return found


def last_changes(competitions: Collection[int]) -> dict[int, datetime]:
    """Key of a competition -> when something last changed that its calendar tells."""
    changes = CompetitionChange.objects.filter(
        competition__in=competitions, verb__in=TOLD_IN_CALENDARS
    ).order_by()
    return dict(changes.values_list("competition").annotate(Max("at")))
