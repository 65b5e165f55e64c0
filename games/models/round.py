"""A round of a competition: its tables, drawn and taken back; a late entry in a round robin."""

import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from itertools import groupby

from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games import pairing
from games.faults import say

from .at_table import start_match_at
from .competition import OPEN, RUNNING, Competition
from .draw import next_draw
from .entry import Entry
from .match import Match
from .meeting import Meeting
from .next_game import expected_at
from .pools import Stage, pool_of
from .table import Table
from .user import CannotChange, User

KIND_OF_BYE = {"requested": "requested-bye"}


class Round(models.Model):
    """A round as it was drawn. `draw` tells who has no table and why, what could not be avoided,
    and the scores that the entries had."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    drawn_at = models.DateTimeField(default=timezone.now)
    drawn_by = models.CharField(max_length=80, blank=True)
    seed = models.CharField(max_length=32)
    draw = models.JSONField()
    starts_at = models.DateTimeField(null=True)  # its clock
    minutes = models.PositiveSmallIntegerField(null=True)
    same_evening = models.BooleanField(default=False)  # as the round before

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "number"], name="a_round_drawn_once"),
        ]

    def __str__(self) -> str:
        return f"{self.competition}, {self.number}"

    def get_absolute_url(self) -> str:
        competition = self.competition
        return reverse(
            "competition_round", args=[competition.club.slug, competition.slug, self.number]
        )

    @property
    def ends_at(self) -> datetime | None:
        """When its time is up; None while no clock runs."""
        if self.starts_at is None or self.minutes is None:
            return None
        return self.starts_at + timedelta(minutes=self.minutes)

    def places(self, with_deals: bool = False) -> list[Table]:
        """Its tables in order, each with its entries and its match (`with_deals`: and that match's
        deals); byes last."""
        return places_of([self], with_deals)[self.pk]

    @classmethod
    def draw_next(
        cls, competition: Competition, number: int, seen: str, by: User, same_evening: bool = False
    ) -> "Round":
        """Draw round `number`, as its preview with the mark `seen` showed it, of the same evening
        as the round before or another. Asked twice, the round that is there. Raises CannotChange,
        also where the draw has become another."""
        with competition.changing(by, "draw"):
            made = competition.rounds.filter(number=number).first()
            if made:
                return _in(competition, made)
            drawn = next_draw(competition)
            if drawn.number != number or drawn.mark != seen:
                raise CannotChange(
                    _("Meanwhile something has changed. Look at the draw again, then confirm it.")
                )
            scores = {str(key): str(score) for key, score in drawn.scores.items()}
            stage = drawn.stage
            rounds = [cls._write(competition, each, scores, stage, by) for each in stage.rounds]
            if same_evening and competition.how.evenings and number > 1:
                rounds[0].same_evening = True
                rounds[0].save(update_fields=["same_evening"])
            if competition.state == OPEN:
                competition._turn(RUNNING, by.name)
            return rounds[0]

    @classmethod
    def take_schedule(
        cls, competition: Competition, rounds: Sequence[pairing.Round], by: User
    ) -> None:
        """The next rounds as somebody else drew them, in a format of which all rounds are known at
        once. Raises CannotChange."""
        with competition.changing(by, "draw"):
            if competition.state not in (OPEN, RUNNING):
                raise CannotChange(
                    _("Rounds are drawn while the competition is open or under way.")
                )
            last = competition.last_number
            numbers = [each.number for each in rounds]
            expected = list(range(last + 1, last + 1 + len(numbers)))
            if not competition.how.at_once or competition.how.pools or numbers != expected:
                raise CannotChange(_("Meanwhile the competition has gone on. Look again."))
            stage = Stage(tuple(rounds))
            for each in rounds:
                cls._write(competition, each, {}, stage, by)
            if competition.state == OPEN:
                competition._turn(RUNNING, by.name)

    @classmethod
    def _write(
        cls,
        competition: Competition,
        drawn: pairing.Round,
        scores: dict[str, str],
        stage: Stage,
        by: User,
    ) -> "Round":
        told = {
            "out": [[out.id, out.why] for out in drawn.out if not out.bye],
            "repeats": [[each.kind, each.one, each.other, each.times] for each in drawn.repeats],
            "proved": drawn.proved,
            "scores": scores,
        }
        if stage.slots:
            told["slots"] = stage.slots
        if stage.pools and drawn.number == 1:
            told |= {"pools": stage.pools, "pool_rounds": len(stage.rounds)}
        round = cls.objects.create(
            competition=competition,
            number=drawn.number,
            drawn_by=by.name,
            seed=competition.seed,
            draw=told,
            minutes=competition.rules.minutes,
        )
        three = competition.option.get("three_games", False)
        tables = []
        for table in drawn.tables:
            if competition.how.meetings:
                (home,), (guests,) = table.sides
                Meeting.make(round, table.number, home, guests)
                continue
            games = pairing.three_games(table) if three else (table.sides,)
            for game, sides in enumerate(games, 1):
                (a, *a2), (b, *b2) = sides
                tables.append(
                    Table(
                        round=round,
                        number=table.number,
                        game=game,
                        pool=pool_of(stage.pools, a),
                        a_id=a,
                        a2_id=a2[0] if a2 else None,
                        b_id=b,
                        b2_id=b2[0] if b2 else None,
                    )
                )
        for out in drawn.byes:
            kind = KIND_OF_BYE.get(out.why, "bye")
            tables.append(
                Table(
                    round=round,
                    a_id=out.id,
                    kind=kind,
                    winner="a",
                    why=out.why,
                    counted=True,
                    pool=pool_of(stage.pools, out.id),
                )
            )
        Table.objects.bulk_create(tables)
        competition.note(
            "draw", by.name, after={"tables": len(drawn.tables), **told}, round=drawn.number
        )
        return round

    def rounds_with_it(self) -> "models.QuerySet[Round]":
        """What is taken back with it: itself, or where all were drawn at once, all."""
        rounds = self.competition.rounds.all()
        if self.at_once:
            return rounds.exclude(draw__has_key="slots")
        return rounds.filter(number=self.number)

    @property
    def at_once(self) -> bool:
        """Whether it was drawn together with others: not a round of the knock-out."""
        return self.competition.how.at_once and not self.is_knockout

    @property
    def is_knockout(self) -> bool:
        return "slots" in self.draw

    @property
    def is_final(self) -> bool:
        return len(self.draw.get("slots", ())) == 2

    def may_take_back(self) -> None:
        """Raises CannotChange where a result is in, a deal is logged, or a later round drawn."""
        self.competition.must_run()
        rounds = self.rounds_with_it()
        latest = max(rounds.values_list("number", flat=True), default=0)
        if self.competition.last_number != latest:
            raise CannotChange(_("Only the round drawn last can be taken back."))
        tables = Table.objects.filter(round__in=rounds, b__isnull=False)
        if tables.exclude(kind="unplayed").exists():
            raise CannotChange(_("There is a result already: the round stays as it was drawn."))
        if tables.filter(models.Exists(_deals())).exists():
            raise CannotChange(_("There is a deal logged already: the round stays as drawn."))

    def take_back(self, reason: str, by: User) -> None:
        """As if it had not been drawn; the next draw is another. Matches started at its tables, in
        which nothing was logged, go with it. Raises CannotChange."""
        competition = self.competition
        with competition.changing(by, "draw"):
            if not competition.rounds.filter(pk=self.pk).exists():
                return  # the same press twice
            started = Match.objects.filter(table__round__in=self.rounds_with_it())
            keys = list(started.order_by("pk").select_for_update().values_list("pk", flat=True))
            self.may_take_back()
            taken = list(self.rounds_with_it().values_list("number", flat=True))
            self.rounds_with_it().delete()
            Match.objects.filter(pk__in=keys).delete()
            competition.seed = Competition._meta.get_field("seed").get_default()
            competition.save(update_fields=["seed"])
            competition.note(
                "take back", by.name, {"rounds": taken}, reason=reason, round=self.number
            )
            if not competition.rounds.exists():
                competition._turn(OPEN, by.name)

    def set_evening(self, same: bool, by: User) -> None:
        """Have it be of the same evening as the round before, or not. Raises CannotChange."""
        competition = self.competition
        with competition.changing(by, "draw"):
            competition.must_run()
            if self.number == 1 or not competition.how.evenings:
                raise CannotChange(_("This round has no evening to choose."))
            fresh = competition.rounds.filter(pk=self.pk).first()
            if fresh is None:
                raise CannotChange(_("Meanwhile the round was taken back."))
            self.same_evening = same
            if fresh.same_evening != same:
                self.save(update_fields=["same_evening"])
                verb = "same evening" if same else "another evening"
                competition.note(verb, by.name, round=self.number)

    def to_start(self, places: Iterable[Table] | None = None) -> list[Table]:
        """The tables whose match can be started now: of several games at a table the next one,
        once the one before is over; in a meeting, those of the next turn. `places`: its tables
        with their deals, where they were read already. Not those of one who has withdrawn: for
        somebody in that seat a match is started by itself."""
        found: list[Table] = []
        places = self.places(with_deals=True) if places is None else places
        tables = [table for table in places if not table.is_bye]
        for _number, games in groupby(tables, key=lambda table: table.number):
            for _turn, together in groupby(games, key=_turn_of):
                at_once = list(together)
                waiting = [table for table in at_once if not table.begun and not table.withdrawn]
                if waiting and _may_begin(waiting[0].meeting):
                    found += waiting
                if waiting or any(table.goes_on for table in at_once):
                    break
        return found

    def start_matches(self, by: User) -> list[Match]:
        """Start the match of every table that can be, the first dealer by lot."""
        with self.competition.changing(by, "start_table"):
            started = []
            for table in self.to_start():
                people = expected_at(table)
                dealer = secrets.choice(list(people))
                started.append(start_match_at(table, people, dealer, by))
            return started

    def start_clock(self, minutes: int | None, by: User) -> None:
        """Start the round's time now; None: no time runs."""
        with self.competition.changing(by, "start_table"):
            self.starts_at = timezone.now() if minutes else None
            self.minutes = minutes
            self.save(update_fields=["starts_at", "minutes"])
            self.competition.note("clock", by.name, after={"minutes": minutes}, round=self.number)


def _in(competition: Competition, round: Round) -> Round:
    round.competition = competition
    return round


def places_of(rounds: Iterable[Round], with_deals: bool = False) -> dict[int, list[Table]]:
    """Key of each round of one competition -> its tables, as `Round.places` tells them, all in one
    query, or `with_deals` in two; of meetings, two more."""
    by_key = {round.pk: round for round in rounds}
    found: dict[int, list[Table]] = {key: [] for key in by_key}
    tables = (
        Table.objects.filter(round__in=by_key)
        .select_related("a", "a2", "b", "b2", "match")
        .order_by(models.F("number").asc(nulls_last=True), "game", "pk")
    )
    if with_deals:
        tables = tables.prefetch_related("match__deals")
    if any(round.competition.how.meetings for round in by_key.values()):
        tables = tables.prefetch_related(
            "meeting__home",
            "meeting__guests",
            "meeting__line_ups__player__merged_into",
        )
    for table in tables:
        table.round = by_key[table.round_id]
        table.competition.cover(table.a, table.a2, table.b, table.b2)
        if table.meeting:
            table.meeting.round = table.round
            table.competition.cover(table.meeting.home, table.meeting.guests)
        found[table.round_id].append(table)
    return found


def _turn_of(table: Table) -> int:
    """Games of a table, or of a meeting, of one turn are played at the same time."""
    return table.meeting.schedule[table.game - 1][0] if table.meeting else table.game


def _may_begin(meeting: Meeting | None) -> bool:
    """Whether games can: once both line-ups are in, and nobody has withdrawn."""
    return meeting is None or (meeting.revealed and not meeting.withdrawn)


def _deals() -> "models.QuerySet[Match]":
    from .deal import Deal

    return Deal.objects.filter(match=models.OuterRef("match"))


def join(competition: Competition, newcomer: Entry, rounds: Iterable[pairing.Round]) -> None:
    """A late entry takes the place of the bye in every round of a round robin; part of entering
    it. Raises CannotChange where a round has none."""
    try:
        joined = pairing.join(tuple(rounds), newcomer.pk)
    except pairing.CannotDraw as error:
        raise CannotChange(say(error.faults[0])) from error
    for each in joined:
        table = each.tables[-1]
        (a,), (b,) = table.sides
        host = b if a == newcomer.pk else a
        if competition.how.meetings:
            free = competition.rounds.get(number=each.number)
            free.competition = competition
            free.tables.filter(a=host, b=None).delete()
            Meeting.make(free, table.number, a, b)
            continue
        Table.objects.filter(
            round__competition=competition, round__number=each.number, a=host, b=None
        ).update(a=a, b=b, number=table.number, kind="unplayed", winner="", why="", counted=False)
