"""A competition of a club: its format, its rules and its points, frozen at the start; its log."""

import secrets
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.core.exceptions import PermissionDenied
from django.db import models, transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.text import slugify
from django.utils.translation import gettext as _

from games.manille.record import rules_from_json, rules_to_json
from games.manille.rules import Rules
from games.permissions import CAPTAIN, allows
from games.standings import Scheme

from .club import Club
from .codes import LINK_ALPHABET, reading_code
from .formats import FORMATS, KINDS, Format, fits
from .log import CompetitionChange, LogEntry
from .names import UNNAMED
from .rating import rate_tables
from .standings import removed_of
from .user import CannotChange, Gone, User

if TYPE_CHECKING:
    from .round import Round

LONGEST_COMPETITION_NAME = 80

DRAFT, OPEN, RUNNING, FINISHED = "draft", "open", "running", "finished"
STATES = (DRAFT, OPEN, RUNNING, FINISHED)


@dataclass(frozen=True)
class DrawnPools:
    """Pools as they were drawn: the entries of each, and how many rounds they play."""

    members: list[set[int]]
    rounds: int


class Competition(models.Model):
    """A competition. Every change of it, its entries, rounds and tables is a verb that asks who
    asks, on the locked competition, and adds a row to its log."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="competitions")
    name = models.CharField(max_length=LONGEST_COMPETITION_NAME)
    slug = models.SlugField(max_length=60)
    format = models.CharField(max_length=20)
    entry_kind = models.CharField(max_length=12)
    preset = models.CharField(max_length=40, blank=True)
    rules_name = models.CharField(max_length=60, blank=True)  # of the saved set they came from
    frozen_rules = models.JSONField()
    settings = models.JSONField()  # {"scheme": as Scheme.to_json, "options": the format's own}
    state = models.CharField(max_length=12, default=DRAFT)
    published = models.BooleanField(default=False)
    # What all draws are drawn from; another once a round was taken back, so that the next draw is
    # another. Nobody can press until they like what they see.
    catch_up_until = models.DateField(null=True, blank=True)  # games.models.evenings
    seed = models.CharField(max_length=32, default=reading_code, editable=False)
    lots = models.JSONField(default=dict)  # entry's key as text -> the lot drawn, 1 comes first
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "slug"], name="one_address_a_competition"),
            models.CheckConstraint(
                name="competition_in_a_state", condition=models.Q(state__in=STATES)
            ),
            models.CheckConstraint(
                name="competition_of_a_kind", condition=models.Q(entry_kind__in=KINDS)
            ),
        ]

    covers: Mapping[int, str] = {}
    """Key of an entry -> its name as it is told to whoever asks, where that differs; see
    `competition_to_see`, games/shortcuts/."""

    covers_people = False
    """Whether whoever asks is not told the names of people who do not want to be listed."""

    unnamed: Mapping[int, str] = {}
    """Key of each of these people who are entered -> what is told instead of the name."""

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("competition", args=[self.club.slug, self.slug])

    # What follows from what is stored

    @cached_property
    def rules(self) -> Rules:
        return rules_from_json(self.frozen_rules)[1]

    @cached_property
    def scheme(self) -> Scheme:
        return Scheme.from_json(self.settings["scheme"])

    @property
    def option(self) -> Mapping[str, Any]:
        """The format's own options."""
        return self.settings["options"]

    @property
    def how(self) -> Format:
        return FORMATS[self.format]

    @property
    def several_games(self) -> bool:
        """Whether several games are played at a table, or in a meeting."""
        return self.how.meetings or bool(self.option.get("three_games"))

    @property
    def team_size(self) -> int:
        """How many of a team play in a meeting."""
        return 2 * int(self.option["pairs"])

    @property
    def started(self) -> bool:
        return self.state in (RUNNING, FINISHED)

    @property
    def shown(self) -> bool:
        """Whether everybody may see it."""
        return self.published and self.state != DRAFT

    @property
    def last_number(self) -> int:
        """The number of the last round drawn, or 0."""
        return self.rounds.aggregate(last=models.Max("number"))["last"] or 0

    def version(self) -> tuple[Any, ...]:
        """Another once anything was changed that its pages tell: in it, at one of its tables, or of
        the names and the settings of its club. Where a result counts, that it does and since when
        tells all: the log is read of the few matches alone whose result does not."""
        from .table import Table

        def newest(log: Any, of: str) -> models.Subquery:
            return models.Subquery(log.order_by().values(of).values(newest=models.Max("pk")))

        open = LogEntry.objects.filter(
            match__table__round__competition=self, match__table__counted=False
        )
        counted = (
            Table.objects.filter(round__competition=self, counted=True)
            .order_by()
            .values("round__competition")
        )
        told = (
            newest(self.log, "competition"),
            newest(open, "match__table__round__competition"),
            models.Subquery(counted.values(since=models.Max("counted_at"))),
            models.Subquery(counted.values(count=models.Count("pk"))),
            newest(self.club.log, "club"),
        )
        return tuple(Competition.objects.filter(pk=self.pk).values_list(*told).get())

    def names(self) -> dict[int, str]:
        """Key of an entry -> its name as it is told to whoever asks."""
        return self.told(dict(self.entries.values_list("pk", "name")))

    def told(self, names: Mapping[int, str]) -> dict[int, str]:
        """These names of entries, by their keys, as they are told to whoever asks. Where names were
        deleted, those who may read the others tell them apart by numbers, too."""
        covers = self.covers
        if not self.covers_people and any(UNNAMED in name for name in names.values()):
            covers = {**self._deleted[0], **covers}
        return {key: covers.get(key, name) for key, name in names.items()}

    @cached_property
    def _deleted(self) -> tuple[dict[int, str], dict[int, str]]:
        from .entry import EntryPlayer

        return EntryPlayer.unnamed(self, deleted=True)

    def name_of(self, player: Any) -> str:
        """The name of one of the club's people as it is told to whoever asks."""
        if self.covers_people and player.hidden:
            return self.unnamed.get(player.pk, UNNAMED)
        return self._deleted[1].get(player.pk, player.name) if player.forgotten else player.name

    def called(self, player: Any) -> str:
        """The same to whoever may read the name, as of their own team captains may."""
        return self.name_of(player) if player.forgotten else player.name

    def cover(self, *entries: Any) -> None:
        """Have the entries tell the names that whoever asks may read. They are not to be saved."""
        for entry in entries:
            if entry:
                entry.name = self.told({entry.pk: entry.name})[entry.pk]

    def drawn_pools(self) -> "DrawnPools | None":
        """The pools, once they are drawn."""
        if not self.how.pools:
            return None
        draw = self.rounds.filter(number=1).values_list("draw", flat=True).first()
        return (
            DrawnPools([set(pool) for pool in draw["pools"]], draw["pool_rounds"]) if draw else None
        )

    def knockout(self) -> "list[Round]":
        """The rounds of its knock-out; empty before one is drawn, and where there is none."""
        if not self.how.pools:
            return []
        rounds = list(self.rounds.filter(draw__has_key="slots"))
        for round in rounds:
            round.competition = self
        return rounds

    @cached_property
    def removed(self) -> frozenset[int]:
        """The entries, by their keys, that withdrew and whose results the standings remove."""
        return removed_of(self)

    @classmethod
    def of_club(cls, club: Club, everything: bool) -> "models.QuerySet[Competition]":
        """The club's competitions: those shown to everybody, or all (`everything`)."""
        found = cls.objects.filter(club=club)
        return found if everything else found.filter(published=True).exclude(state=DRAFT)

    @classmethod
    def lock_of(cls, clubs: Collection[Club]) -> None:
        """Lock all competitions of these clubs; part of a verb that reaches into them, before it
        locks the clubs, as the verbs of a competition do."""
        rows = cls.objects.select_for_update().filter(club__in=clubs)
        list(rows.order_by("pk").values_list("pk", flat=True))

    # Verbs. All raise PermissionDenied where the role of `by` does not allow it, though pages ask
    # before; and CannotChange.

    @classmethod
    def make(
        cls,
        club: Club,
        by: User,
        *,
        name: str,
        format: str,
        entry_kind: str,
        rules: Rules,
        scheme: Scheme,
        options: Mapping[str, Any],
        **facts: Any,
    ) -> "Competition":
        """A new competition of the club, a draft."""
        with club.changing(by, "make_competition"):
            slug = slugify(name)[:40] or get_random_string(8, LINK_ALPHABET)
            if slug == "new" or club.competitions.filter(slug=slug).exists():
                slug = f"{slug}-{get_random_string(4, LINK_ALPHABET)}"
            competition = cls(
                club=club, name=name, slug=slug, format=format, entry_kind=entry_kind, **facts
            )
            competition._settle(rules, scheme, options)
            competition.save(force_insert=True)
            competition.note("make", by.name, after={"name": name})
        return competition

    def _settle(self, rules: Rules, scheme: Scheme, options: Mapping[str, Any]) -> None:
        """Take over what a competition goes by. Raises CannotChange where it does not fit."""
        if self.format not in FORMATS or self.entry_kind not in self.how.kinds:
            raise CannotChange(_("This format is not played by such entries."))
        if not fits(rules, self.format, self.entry_kind):
            raise CannotChange(_("By these rules a table has other sides than this format needs."))
        if set(options) != set(self.how.options):
            raise ValueError("options of another format")
        self.frozen_rules = rules_to_json(rules)
        self.settings = {"scheme": scheme.to_json(), "options": dict(options)}
        self._forget()

    @contextmanager
    def changing(self, by: User, verb: str, captain: bool = False) -> Iterator[None]:
        """The door of every verb: one transaction on the locked competition, read afresh, by
        somebody who may; `captain` tells that it is done by one whose team it concerns."""
        with self.locked():
            if not (captain and allows(CAPTAIN, verb)) and not allows(self.club.role_of(by), verb):
                raise PermissionDenied
            yield

    @contextmanager
    def locked(self) -> Iterator[None]:
        """The same for a verb that is no officer's, of which its page asks who may: one transaction
        on the locked competition, read afresh. Raises Gone."""
        with transaction.atomic():
            rows = Competition.objects.select_for_update(no_key=True).filter(pk=self.pk)
            fresh = rows.first()
            if fresh is None:
                raise Gone
            for field in self._meta.concrete_fields:
                setattr(self, field.attname, getattr(fresh, field.attname))
            self._forget()
            yield

    def _forget(self) -> None:
        for derived in ("rules", "scheme", "removed"):
            self.__dict__.pop(derived, None)

    def change(self, by: User, **facts: Any) -> None:
        """Change what is settled: `name`, `published`, `catch_up_until`; and before the first round
        everything that `make` takes."""
        with self.changing(by, "change_competition"):
            kept = ("name", "published", "catch_up_until")
            if self.started and set(facts) - set(kept):
                raise CannotChange(
                    _("The competition has started: its rules and its points stay as they are.")
                )
            settled = [facts.pop(key, None) for key in ("rules", "scheme", "options")]
            before = {key: getattr(self, key) for key in facts}
            kinds = {facts.get("entry_kind", self.entry_kind), self.entry_kind}
            if len(kinds) > 1 and self.entries.exists():
                raise CannotChange(_("There are entries already: strike them out first."))
            was = (self.frozen_rules, self.settings)
            for key, value in facts.items():
                setattr(self, key, value)
            if settled[0] is not None:
                self._settle(*settled)
            if self.how.meetings and self.entries.annotate(size=models.Count("seats")).filter(
                size__lt=self.team_size
            ):
                raise CannotChange(_("There is a team already with fewer people than that."))
            changed = {key: value for key, value in facts.items() if before[key] != value}
            if (self.frozen_rules, self.settings) != was:
                changed["settings"] = self.settings
                before["settings"] = was[1]
            self.save()
            if "published" in changed:
                self.club.lock()
                rate_tables(self.club_id, pk=self.pk)
            if changed:
                self.note("change", by.name, *(_plain(told, changed) for told in (before, changed)))

    def become(self, state: str, by: User) -> None:
        """Open a draft, finish what runs, or take up again what was finished."""
        with self.changing(by, "change_competition"):
            if self.state == state:
                return
            if (self.state, state) not in (
                (DRAFT, OPEN), (OPEN, DRAFT), (RUNNING, FINISHED), (FINISHED, RUNNING)
            ):  # fmt: skip
                raise CannotChange(_("Meanwhile the competition has gone on. Look again."))
            self._turn(state, by.name)

    def _turn(self, state: str, by: str) -> None:
        before, self.state = self.state, state
        self.save(update_fields=["state"])
        self.note("state", by, {"state": before}, {"state": state})

    def draw_lots(self, by: User) -> None:
        """Draw lots for all entries that have none yet, and record them for good."""
        with self.changing(by, "draw"):
            if "lot" not in self.scheme.measures:
                raise CannotChange(_("This competition does not decide by lot."))
            without = [
                key
                for key in self.entries.order_by("number").values_list("pk", flat=True)
                if str(key) not in self.lots
            ]
            if not without:
                return
            secrets.SystemRandom().shuffle(without)
            drawn = {str(key): len(self.lots) + at for at, key in enumerate(without, 1)}
            self.lots = self.lots | drawn
            self.save(update_fields=["lots"])
            self.note("lots", by.name, after={"lots": drawn})

    def must_run(self) -> None:
        """Raises CannotChange where results no longer change, or not yet."""
        if self.state == FINISHED:
            raise CannotChange(_("The competition is finished. Take it up again first."))

    def note(
        self,
        verb: str,
        by: str,
        before: Mapping[str, Any] | None = None,
        after: Mapping[str, Any] | None = None,
        reason: str = "",
        round: int | None = None,
    ) -> None:
        """Add a row to the log; part of a verb."""
        CompetitionChange.objects.create(
            competition=self, verb=verb, by=by, before=before, after=after, reason=reason,
            round=round,
        )  # fmt: skip


def _plain(told: Mapping[str, Any], keys: Iterable[str]) -> dict[str, Any]:
    """Facts as the log can hold them."""
    values = {key: told[key] for key in keys}
    return {key: str(each) if isinstance(each, date) else each for key, each in values.items()}
