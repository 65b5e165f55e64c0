"""The planned days of a competition: when and where a round is played, known before it is drawn."""

import uuid
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from datetime import UTC, date, datetime, time
from typing import Any, NamedTuple

from django.db import models
from django.db.models import Max
from django.urls import reverse
from django.utils.translation import gettext as _

from .club import Club
from .competition import FINISHED, Competition
from .entry import EntryPlayer
from .log import CompetitionChange
from .names import LONGEST_PLACE
from .user import CannotChange, User

MOST_ROUNDS = 200
FIRST_DAY, LAST_DAY = date(2000, 1, 1), date(2199, 12, 31)

TOLD_IN_CALENDARS = (
    *("make", "change", "state", "plan day", "unplan day", "draw", "take back"),
    *("enter", "rename", "strike", "withdraw", "come back", "move meeting"),
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
        return self._address("day", self.number)

    @property
    def leads_to(self) -> str:
        """The address of the page of its round, or before that is drawn of its place among the
        days; of a day that `of` told."""
        if self.drawn:
            return self._address("competition_round", self.number)
        return f"{self._address('days')}#round-{self.number}"

    def _address(self, page: str, *args: int) -> str:
        competition = self.competition
        return reverse(page, args=[competition.club.slug, competition.slug, *args])

    @property
    def planned(self) -> Planned:
        return Planned(self.on, self.at, self.place, self.called_off)

    @property
    def begins(self) -> datetime | None:
        """The moment, in UTC; None while no time is set."""
        return self.begins_on(self.on)

    def begins_on(self, on: date) -> datetime | None:
        """The moment, were it held on that day."""
        if self.at is None:
            return None
        zone = self.competition.club.timezone
        return datetime.combine(on, self.at, zone).astimezone(UTC)

    @classmethod
    def to_come(cls, club: Club, everything: bool) -> "models.QuerySet[Day]":
        """The club's days from today on, the next first, of competitions that are not over: of
        those shown to everybody, or of all (`everything`)."""
        found = cls.of_club(club, everything).filter(on__gte=club.today())
        found = found.exclude(competition__state=FINISHED)
        return found.order_by("on", models.F("at").asc(nulls_first=True), "pk")

    @classmethod
    def of_club(cls, club: Club, everything: bool) -> "models.QuerySet[Day]":
        """All of the club's days, as `of` tells them."""
        return cls.of(Competition.of_club(club, everything))

    @classmethod
    def of(cls, competitions: Collection[Competition]) -> "models.QuerySet[Day]":
        """All days of these competitions, each with its competition and that one's club, and
        whether its round is `drawn`."""
        from .round import Round

        round = Round.objects.filter(
            competition=models.OuterRef("competition"), number=models.OuterRef("number")
        )
        found = cls.objects.filter(competition__in=competitions)
        return found.annotate(drawn=models.Exists(round)).select_related("competition__club")

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
    """(Key of a competition, number of a round) -> the tables played on its day, where it is drawn,
    in order, to all of which the names of those who do not want to be listed are not told. Of a
    meeting the first game; meetings that are held on another day are left out."""
    from .table import Table

    covers = EntryPlayer.covers(*{day.competition_id: day.competition for day in days}.values())
    held = {(day.competition_id, day.number): day.on for day in days}
    tables = Table.objects.filter(
        _of_rounds(held, "round__competition", "round__number"), game=1, b__isnull=False
    )
    tables = tables.select_related("a", "a2", "b", "b2", "round", "meeting")
    found: dict[tuple[int, int], list[Any]] = {}
    for table in tables.order_by("number", "pk") if held else ():
        key = (table.round.competition_id, table.round.number)
        if table.meeting and table.meeting.held_on not in (None, held[key]):
            continue
        for entry in filter(None, (table.a, table.a2, table.b, table.b2)):
            entry.name = covers.get(entry.pk, entry.name)
        found.setdefault(key, []).append(table)
    return found


def moved_meetings(competitions: Collection[Competition]) -> "models.QuerySet[Any]":
    """The meetings of these competitions that are held on another day than their round's, the next
    first; each with the time (`at`) and the `place` that are planned for its round."""
    from .meeting import Meeting

    day = Day.objects.filter(
        competition=models.OuterRef("round__competition"), number=models.OuterRef("round__number")
    )
    found = Meeting.objects.filter(round__competition__in=competitions, held_on__isnull=False)
    found = found.exclude(models.Exists(day.filter(on=models.OuterRef("held_on"))))
    found = found.annotate(
        at=models.Subquery(day.values("at")), place=models.Subquery(day.values("place"))
    )
    found = found.select_related("round__competition__club", "home", "guests")
    return found.order_by("held_on", models.F("at").asc(nulls_first=True), "pk")


def meetings_to_come(club: Club, everything: bool) -> "models.QuerySet[Any]":
    """The same of a club, from today on, as `Day.to_come`; without those of a team that has
    withdrawn."""
    competitions = Competition.of_club(club, everything).exclude(state=FINISHED)
    return moved_meetings(competitions).filter(
        held_on__gte=club.today(), home__withdrawn_at=None, guests__withdrawn_at=None
    )


def days_of(meetings: "Collection[Any]") -> dict[int, Day | None]:
    """Key of each meeting -> the day of its round, where that is planned; in one query."""
    rounds = [(each.competition.pk, each.round.number) for each in meetings]
    days = Day.objects.filter(_of_rounds(rounds, "competition", "number")) if rounds else ()
    known = {}
    for day in days:
        known[day.competition_id, day.number] = day
    found = {}
    for each in meetings:
        found[each.pk] = day = known.get((each.competition.pk, each.round.number))
        if day:
            day.competition = each.competition
    return found


def planned_of(meetings: "Collection[Any]") -> dict[int, Planned | None]:
    """Key of each meeting -> when and where it is to be held, as far as it is planned: on its own
    day or that of its round; None without one, and where that is called off."""
    found: dict[int, Planned | None] = {}
    for meeting, day in zip(meetings, days_of(meetings).values(), strict=True):
        at, place = (day.at, day.place) if day else (None, "")
        if meeting.held_on:
            found[meeting.pk] = Planned(meeting.held_on, at, place)
        else:
            found[meeting.pk] = day.planned if day and not day.called_off else None
    return found


def _of_rounds(rounds: Iterable[tuple[int, int]], competition: str, number: str) -> models.Q:
    """Whatever belongs to these rounds, told as (key of the competition, number)."""
    numbers: dict[int, list[int]] = {}
    for key, each in rounds:
        numbers.setdefault(key, []).append(each)
    found = models.Q()
    for key, of in numbers.items():
        found |= models.Q(**{competition: key, f"{number}__in": of})
    return found


class LastChanges:
    """When something last changed that calendars tell, of competitions of one club."""

    def __init__(self, club: Club, competitions: Collection[int]) -> None:
        rows = CompetitionChange.objects.filter(
            competition__in=competitions, verb__in=TOLD_IN_CALENDARS
        ).order_by()
        # What was taken back can be several rounds, of which the log's row has one.
        of = models.Case(models.When(verb="take back", then=models.Value(None)), default="round")
        self._of = {
            (competition, round): at
            for competition, round, at in rows.annotate(of=of)
            .values_list("competition", "of")
            .annotate(Max("at"))
        }
        zones = club.log.filter(verb="settings", after__has_key="zone").order_by()
        self._zone = zones.aggregate(at=Max("at"))["at"]

    def of(self, competition: Competition, round: int, timed: bool) -> datetime:
        """Of that round; `timed`: it begins at a time, which another zone makes another moment."""
        keys = ((competition.pk, round), (competition.pk, None))
        found = [self._of.get(key) for key in keys] + ([self._zone] if timed else [])
        return max([at for at in found if at], default=competition.made_at)


def revisions_of(meetings: "Collection[Any]") -> dict[int, int]:
    """Key of each meeting -> how often its day, or the day of its round, was set: never fewer than
    before, whatever is taken back."""
    rows = CompetitionChange.objects.filter(
        competition__in={each.competition.pk for each in meetings},
        verb__in=("plan day", "unplan day", "move meeting"),
    )
    counts: Counter[tuple[int, int, int | None]] = Counter()
    told = rows.values_list("competition", "round", "verb", "after")
    for competition, round, verb, after in told.iterator():
        of = (after or {}).get("table") if verb == "move meeting" else None
        counts[competition, round, of] += 1
    found = {}
    for each in meetings:
        round = (each.competition.pk, each.round.number)
        found[each.pk] = counts[*round, None] + counts[*round, each.number]
    return found
