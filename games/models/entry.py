"""Who competes: an individual, a pair, a team; and the facts that draw and standings go by."""

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from operator import attrgetter

from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from .competition import Competition
from .formats import INDIVIDUAL, TEAM
from .names import folded, without_them
from .player import Player
from .user import CannotChange, User
from .withdrawal import effect_of_withdrawal

LONGEST_ENTRY_NAME = 170  # two names of people, and a sign between
LONGEST_TEAM_NAME = 80

ABSENT, BYE = "absent", "bye"

MOST_ASKED_FOR = 1000
"""So many people a database is asked for by their keys; of more all are read."""


class Entry(models.Model):
    """One who competes. The name stays as it was entered, whatever becomes of the people's."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=LONGEST_ENTRY_NAME)
    players = models.ManyToManyField(Player, through="games.EntryPlayer", related_name="entered")
    entered_at = models.DateTimeField(default=timezone.now)
    late_from = models.PositiveSmallIntegerField(null=True)  # the first round of a late entry
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["competition", "number"], name="one_number_an_entry"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        competition = self.competition
        return reverse("entry", args=[competition.club.slug, competition.slug, self.number])

    @property
    def people(self) -> list[Player]:
        """Its people in the order in which they were entered, merged entries told as they stand;
        of a team the captain first."""
        rows = self.seats.select_related("player__merged_into").order_by("place")
        return [row.player.person for row in rows]

    def facts(self) -> dict[str, list[int]]:
        """The rounds of its absences and of the byes that it asked for."""
        found: dict[str, list[int]] = {ABSENT: [], BYE: []}
        for kind, round in self.notes.order_by("round").values_list("kind", "round"):
            found[kind].append(round)
        return found

    # Verbs, as a competition's.

    @classmethod
    def enter(
        cls, competition: Competition, entries: Iterable[tuple[str, Sequence[Player]]], by: User
    ) -> "list[Entry]":
        """Further entries, each a name and its people. After the start they are late: their first
        round is the next, or in a round robin they take the byes of an odd field."""
        with competition.changing(by, "enter"):
            competition.must_run()
            entries = [(name, list(players)) for name, players in entries]
            people = [player for _name, players in entries for player in players]
            _must_be_there(competition, people)
            entered = EntryPlayer.entered(competition, people)
            names = {folded(name) for name in competition.entries.values_list("name", flat=True)}
            last = competition.last_number
            number = competition.entries.aggregate(last=models.Max("number"))["last"] or 0
            if last and competition.how.pools:
                raise CannotChange(_("The pools are drawn already: take that back first."))
            made = []
            for name, players in entries:
                count = len({player.pk for player in players})
                if competition.entry_kind == TEAM:
                    if count < competition.team_size or count < len(players):
                        raise CannotChange(too_few(competition))
                elif count != (1 if competition.entry_kind == INDIVIDUAL else 2):
                    raise CannotChange(_("A pair is two people."))
                for player in players:
                    _may_enter(competition, player, entered)
                    entered[player.pk] = name
                if folded(name) in names:
                    raise CannotChange(_("There is an entry “%(name)s” already.") % {"name": name})
                names.add(folded(name))
                number += 1
                late = last + 1 if last and not competition.how.at_once else None
                entry = cls.objects.create(
                    competition=competition, number=number, name=name, late_from=late
                )
                EntryPlayer.objects.bulk_create(
                    EntryPlayer(entry=entry, player=player, place=place)
                    for place, player in enumerate(players, 1)
                )
                made.append(entry)
                competition.note("enter", by.name, after={"entry": name, "round": late})
                if last and competition.how.at_once:
                    _join(competition, entry)
            return made

    def strike(self, by: User) -> None:
        """Take an entry out before the first round, as if it had never been there."""
        with self.competition.changing(by, "enter"):
            if self.competition.started:
                raise CannotChange(
                    _("The competition has started: whoever stops playing is withdrawn.")
                )
            fresh = Entry.objects.filter(pk=self.pk).first()
            if fresh:
                self.competition.note("strike", by.name, before={"entry": fresh.name})
                self.delete()

    def rename(self, name: str, by: User) -> None:
        """Put the name of the entry right."""
        with self.competition.changing(by, "enter"):
            fresh = self._present()
            others = self.competition.entries.exclude(pk=self.pk).values_list("name", flat=True)
            if folded(name) in map(folded, others):
                raise CannotChange(_("There is an entry “%(name)s” already.") % {"name": name})
            if fresh.name != name:
                self.competition.note("rename", by.name, {"entry": fresh.name}, {"entry": name})
                self.name = name
                self.save(update_fields=["name"])

    def withdraw(self, reason: str, by: User, seen: str | None = None) -> None:
        """Leave the competition for good. What becomes of results is for the standings to say;
        `seen` is the mark of what was shown of that, if it was."""
        with self.competition.changing(by, "enter"):
            if self._present().withdrawn_at is None:
                self._as_seen(True, seen)
                self.withdrawn_at = timezone.now()
                self.save(update_fields=["withdrawn_at"])
                self.competition.note(
                    "withdraw", by.name, after={"entry": self.name}, reason=reason
                )

    def come_back(self, by: User, seen: str | None = None) -> None:
        """Take a withdrawal back; `seen` as where it is made."""
        with self.competition.changing(by, "enter"):
            if self._present().withdrawn_at is not None:
                self._as_seen(False, seen)
                self.withdrawn_at = None
                self.save(update_fields=["withdrawn_at"])
                self.competition.note("come back", by.name, after={"entry": self.name})

    def _as_seen(self, gone: bool, seen: str | None) -> None:
        if seen is not None and effect_of_withdrawal(self, gone).mark != seen:
            raise CannotChange(_("Meanwhile the competition has gone on. Look again."))

    def join_team(self, players: Sequence[Player], by: User) -> None:
        """Further people of a team."""
        competition = self.competition
        with competition.changing(by, "enter"):
            competition.must_run()
            fresh = self._present()
            _must_be_there(competition, players)
            entered = EntryPlayer.entered(competition, players)
            last = fresh.seats.aggregate(last=models.Max("place"))["last"] or 0
            for place, player in enumerate(players, last + 1):
                _may_enter(competition, player, entered)
                entered[player.pk] = self.name
                EntryPlayer.objects.create(entry=self, player=player, place=place)
                told = {"entry": self.name, "name": player.name}
                competition.note("join team", by.name, after=told)

    def leave_team(self, player: Player, by: User) -> None:
        """One of a team's people, who is not the captain, leaves it. Line-ups stay."""
        competition = self.competition
        with competition.changing(by, "enter"):
            competition.must_run()
            row = self._of_team(player)
            if row is None:
                return  # the same press twice
            if self.captain == player:
                raise CannotChange(_("Make somebody else the captain first."))
            if self.seats.count() <= competition.team_size:
                raise CannotChange(too_few(competition))
            row.delete()
            told = {"entry": self.name, "name": row.player.person.name}
            competition.note("leave team", by.name, before=told, after=told)

    def make_captain(self, player: Player, by: User) -> None:
        """Have one of a team's people lead it: the first in its order."""
        competition = self.competition
        with competition.changing(by, "enter"):
            competition.must_run()
            row, was = self._of_team(player), self.captain
            if row is None:
                raise CannotChange(_("Meanwhile the team has changed. Look again."))
            if was != player:
                rows = list(self.seats.exclude(pk=row.pk).order_by("place"))
                first = rows[0].place
                # The place of the new captain is free before the old one takes it.
                place, row.place = row.place, 0
                row.save(update_fields=["place"])
                rows[0].place = place
                rows[0].save(update_fields=["place"])
                row.place = first
                row.save(update_fields=["place"])
                told = {"entry": self.name, "name": row.player.person.name}
                competition.note("captain", by.name, {"name": was.name}, told)

    @property
    def captain(self) -> Player:
        """Who leads a team: the first of its people."""
        return self.people[0]

    def _of_team(self, player: Player) -> "EntryPlayer | None":
        self._present()
        rows = self.seats.select_related("player__merged_into")
        return next((row for row in rows if row.player.person == player), None)

    def tell(self, kind: str, round: int, by: User) -> None:
        """Note that it is absent from a round, or asks for a bye in it."""
        with self.competition.changing(by, "enter"):
            self._present()
            if self.competition.how.at_once:
                raise CannotChange(
                    _("All rounds are drawn at once: a match that is missed is caught up.")
                )
            if round <= self.competition.last_number:
                raise CannotChange(
                    _("Round %(round)s is drawn already: take it back first.") % {"round": round}
                )
            other = self.notes.filter(round=round).first()
            if other and other.kind == kind:
                return
            if other:
                other.delete()
            self.notes.create(kind=kind, round=round, by=by.name)
            self.competition.note(kind, by.name, after={"entry": self.name}, round=round)

    @classmethod
    def check_in(cls, competition: Competition, present: Collection[int], by: User) -> None:
        """Note who is there for the next round (`present`, keys) and who is absent from it. Raises
        CannotChange."""
        with competition.changing(by, "enter"):
            number = competition.last_number + 1
            notes = {
                note.entry_id: note
                for note in EntryNote.objects.filter(entry__competition=competition, round=number)
            }
            for entry in competition.entries.filter(withdrawn_at=None):
                entry.competition = competition
                note = notes.get(entry.pk)
                if entry.pk in present and note and note.kind == ABSENT:
                    entry.take_back(number, by)
                elif entry.pk not in present and not (note and note.kind == ABSENT):
                    entry.tell(ABSENT, number, by)

    def take_back(self, round: int, by: User) -> None:
        """It plays in that round after all."""
        with self.competition.changing(by, "enter"):
            self._present()
            if round <= self.competition.last_number:
                raise CannotChange(
                    _("Round %(round)s is drawn already: take it back first.") % {"round": round}
                )
            note = self.notes.filter(round=round).first()
            if note:
                note.delete()
                self.competition.note(
                    "plays", by.name, {"kind": note.kind}, {"entry": self.name}, round=round
                )

    def _present(self) -> "Entry":
        """The entry as it is now, whose name the log is to tell; part of a verb."""
        found = Entry.objects.filter(pk=self.pk).first()
        if found is None:
            raise CannotChange(_("Meanwhile this entry was struck out."))
        self.name = found.name
        return found


class EntryPlayer(models.Model):
    """Which of the club's people are an entry, in which order."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="seats")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    place = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["entry", "player"], name="once_in_an_entry"),
            models.UniqueConstraint(fields=["entry", "place"], name="one_player_a_place"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.player_id}"

    @classmethod
    def entered(cls, competition: Competition, among: Iterable[Player]) -> dict[int, str]:
        """Key of each of these who is entered, as themselves or as one who was merged into them ->
        the name of their entry. Others can be among them."""
        people = latest = [player.pk for player in among]
        while latest and len(people) < MOST_ASKED_FOR:
            latest = list(
                Player.objects.filter(merged_into__in=latest).values_list("pk", flat=True)
            )
            people = [*people, *latest]
        rows = cls.objects.filter(entry__competition=competition)
        if len(people) < MOST_ASKED_FOR:
            rows = rows.filter(player__in=people)
        rows = rows.select_related("entry", "player__merged_into")
        return {row.player.person.pk: row.entry.name for row in rows}

    @classmethod
    def covers(cls, *competitions: Competition) -> dict[int, str]:
        """Of these competitions: key of each entry with people who do not want to be listed -> its
        name without theirs."""
        return cls.unnamed(*competitions)[0]

    @classmethod
    def unnamed(
        cls, *competitions: Competition, deleted: bool = False
    ) -> tuple[dict[int, str], dict[int, str]]:
        """The same; and key of each of these people -> what is told instead of the name; `deleted`:
        only of those whose names were deleted. Everybody has the number of the entry, in a pair or
        a team followed by one of their own: whoever else comes to be named no more, lists that were
        printed before go on telling the same."""
        way = "forgotten" if deleted else "hidden"
        hides = models.Q((f"player__{way}", True)) | models.Q((f"player__merged_into__{way}", True))
        concerned = cls.objects.filter(hides, entry__competition__in=competitions)
        rows = cls.objects.filter(entry__in=concerned.values("entry")).order_by("entry", "pk")
        rows = rows.select_related("entry__competition", "player__merged_into")
        told = []
        for _entry, together in groupby(rows, key=attrgetter("entry_id")):
            seats = list(together)
            # A new captain changes places with the old one, but not numbers: those go by who came
            # first.
            places = sorted(seat.place for seat in seats)
            for seat, place in zip(seats, places, strict=True):
                entry, player = seat.entry, seat.player
                kind = entry.competition.entry_kind
                if not (getattr(player, way) or getattr(player.person, way)):
                    continue
                number = f"{entry.number}" if kind == INDIVIDUAL else f"{entry.number}.{place}"
                told.append((entry.pk, entry.name, kind, player.name, player.person.pk, number))
        return without_them(told)


class EntryNote(models.Model):
    """That an entry is absent from a round, or asked for a bye in it."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="notes")
    kind = models.CharField(max_length=8)
    round = models.PositiveSmallIntegerField()
    at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=80, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["entry", "round"], name="one_note_a_round"),
            models.CheckConstraint(
                name="noted_absent_or_bye", condition=models.Q(kind__in=[ABSENT, BYE])
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} in {self.round}"


def too_few(competition: Competition) -> str:
    """That a team has not the people whom a meeting needs."""
    return ngettext(
        "A team needs at least %(count)s person for a meeting.",
        "A team needs at least %(count)s people for a meeting.",
        competition.team_size,
    ) % {"count": competition.team_size}


def _must_be_there(competition: Competition, players: Collection[Player]) -> None:
    """Raises CannotChange where one of them was merged into another meanwhile, or had the name
    deleted, which an entry must not bring back; on the locked club, so that it stays so."""
    competition.club.lock()
    keys = {player.pk for player in players}
    gone = Player.objects.filter(models.Q(merged_into__isnull=False) | models.Q(forgotten=True))
    if len(keys) < MOST_ASKED_FOR:
        gone = gone.filter(pk__in=keys)
    if keys & set(gone.filter(club=competition.club_id).values_list("pk", flat=True)):
        raise CannotChange(_("Meanwhile this entry was merged into another."))


def _may_enter(competition: Competition, player: Player, entered: Collection[int]) -> None:
    """Raises CannotChange for somebody who is entered already, or not of the club."""
    if player.club_id != competition.club_id or player.merged_into_id:
        raise CannotChange(_("Meanwhile this entry was merged into another."))
    if player.pk in entered:
        raise CannotChange(_("%(name)s is entered already.") % {"name": player.name})


def _join(competition: Competition, newcomer: Entry) -> None:
    """A late entry in a round robin takes the byes of an odd field, in past rounds too."""
    from .draw import fixtures
    from .round import join

    join(competition, newcomer, fixtures(competition))
