"""A deal: what was told of it, and how the engine and records see it."""

import uuid
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.faults import by_field
from games.manille.errors import ImpossibleResult
from games.manille.events import event_to_json
from games.manille.facts import DealRecord
from games.manille.notation import parse_hand, parse_tricks, write_hand, write_tricks
from games.manille.record import deal_to_json, events_from_json
from games.manille.replay import Replay, replay
from games.manille.rules import Rules
from games.manille.rulings import ruling_from_json, ruling_to_json
from games.manille.scoring import (
    AsPlayed,
    Contract,
    Line,
    Result,
    check_result,
    complete_card_points,
)
from games.manille.table import Camp, Seat, Side


class CannotRecord(Exception):
    """The match is not in a state for this change; the text is a sentence for the scribe."""


class Deal(models.Model):
    """What was told of one deal. Points, dealers and multipliers are the sheet's business."""

    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="deals")
    number = models.PositiveSmallIntegerField()
    # Made with the form that records the deal: the same press sent twice has the same key.
    key = models.UUIDField(default=uuid.uuid4)
    dealer = models.CharField(max_length=1, blank=True)  # empty: by rotation
    misdeal = models.CharField(max_length=20, blank=True)
    declarer = models.CharField(max_length=1, blank=True)
    trump = models.CharField(max_length=2, blank=True)  # empty: a misdeal, or a score pad
    calls = models.CharField(max_length=40, blank=True)  # "double redouble"
    bid = models.PositiveSmallIntegerField(null=True, blank=True)
    blind = models.BooleanField(default=False)  # no trump, named before looking at the cards
    # Card points of every camp but the last, which has the rest of the pot.
    card_points = models.PositiveSmallIntegerField(null=True, blank=True)
    card_points_second = models.PositiveSmallIntegerField(null=True, blank=True)
    card_points_third = models.PositiveSmallIntegerField(null=True, blank=True)
    last_trick = models.CharField(max_length=2, blank=True)  # the camp that won it
    leader = models.CharField(max_length=1, blank=True)  # empty: eldest hand
    cards_played = models.TextField(blank=True)  # a trick a line, as in a record
    hands = models.TextField(blank=True)  # a seat a line, "S: ST SA S9"
    # All of them in order, each as in a record: the last one stands.
    rulings = models.JSONField(default=list, blank=True)
    note = models.CharField(max_length=500, blank=True)
    events = models.JSONField(default=list, blank=True)  # as in a record
    by = models.CharField(max_length=80, blank=True)
    recorded_at = models.DateTimeField(default=timezone.now)
    revision = models.PositiveSmallIntegerField(default=0)  # one more with each change

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_deal_a_number"),
            models.UniqueConstraint(fields=["match", "key"], name="one_deal_a_press"),
            models.CheckConstraint(
                name="no_trump_suit_in_a_misdeal",
                condition=Q(misdeal="") | Q(trump=""),
            ),
            models.CheckConstraint(
                name="card_points_in_a_pot",
                condition=(Q(card_points__isnull=True) | Q(card_points__lte=99))
                & (Q(card_points_second__isnull=True) | Q(card_points_second__lte=99))
                & (Q(card_points_third__isnull=True) | Q(card_points_third__lte=99)),
            ),
            models.CheckConstraint(name="deals_count_from_one", condition=Q(number__gte=1)),
        ]

    def __str__(self) -> str:
        return f"{self.match.code}/{self.number}"

    def get_absolute_url(self) -> str:
        return reverse("deal", args=[self.match.code, self.number])

    def clean(self) -> None:
        """Ask the engine whether this can have happened. Raises ValidationError at the fields."""
        try:
            # Who dealt matters here only where the dealer plays alone; there it is always told.
            dealer = self.dealer or self.match.first_dealer
            check_result(self.match.rules, dealer, self.result)
        except ImpossibleResult as error:
            fields = {field.name for field in self._meta.concrete_fields}
            raise by_field(error, fields) from None

    def validate_constraints(self, exclude: object = None) -> None:
        """Nothing: the engine says the same in words, and the verbs test numbers and keys on the
        locked match. Django would ask the database about each constraint in turn."""

    def who_dealt(self) -> Seat:
        """The dealer: as told, else by rotation."""
        if self.dealer:
            return self.dealer
        sheet = self.match.sheet
        for deal, line in zip(self.match.played, sheet.lines, strict=True):
            if deal.number == self.number:
                return line.dealer
        return sheet.next_dealer

    @property
    def has_cards(self) -> bool:
        """Whether tricks or hands were stored."""
        return bool(self.cards_played or self.hands)

    @property
    def mark(self) -> str:
        """Tells the deal from any other that had or will have its number in the match."""
        return self.key.hex[:6]

    @property
    def camps(self) -> tuple[Camp, ...]:
        """Who pools tricks in this deal, in the order of the stored card points."""
        return self.match.rules.table.camps(self.dealer or self.match.first_dealer)

    @property
    def points_by_camp(self) -> dict[Camp, int] | None:
        """Card points of every camp as told; None where they were not. Raises ImpossibleResult."""
        told = (self.card_points, self.card_points_second, self.card_points_third)
        given = {
            camp: points
            for camp, points in zip(self.camps[:-1], told, strict=False)
            if points is not None
        }
        if len(given) < len(self.camps) - 1:
            return None
        return complete_card_points(self.match.rules, self.dealer or self.match.first_dealer, given)

    @points_by_camp.setter
    def points_by_camp(self, points: Mapping[Camp, int]) -> None:
        told = [points.get(camp) for camp in self.camps[:-1]] + [None, None]
        self.card_points, self.card_points_second, self.card_points_third = told[:3]

    @property
    def contract(self) -> Contract | None:
        if self.misdeal:
            return None
        return Contract(
            declarer=self.declarer or None,
            trump=self.trump,
            calls=tuple(self.calls.split()),
            bid=self.bid,
            blind=self.blind,
        )

    @property
    def result(self) -> Result:
        """The deal as the engine scores it."""
        return Result(
            dealer=self.dealer or None,
            misdeal=self.misdeal or None,
            contract=self.contract,
            card_points=None if self.misdeal else self.points_by_camp,
            last_trick=self.last_trick or None,
            ruling=ruling_from_json(self.ruling) if self.ruling else None,
            minute=self.match.minute_of(self.recorded_at) if self.match.rules.minutes else None,
        )

    def as_record(
        self,
        points: Mapping[Side, int] | None = None,
        dealer: Seat | None = None,
        as_played: AsPlayed | None = None,
    ) -> DealRecord:
        """The deal as records tell it, with the match `points` it scored, what it would have scored
        `as_played`, and its `dealer` where the reader is not to find him by rotation."""
        rules, result = self.match.rules, self.result
        return DealRecord(
            dealer=dealer or self.dealer or None,
            misdeal=result.misdeal,
            contract=result.contract,
            card_points=result.card_points or {},
            last_trick=result.last_trick,
            points=dict(points or {}),
            as_played=as_played,
            hands={
                line[0]: parse_hand(line[2:], rules) for line in self.hands.splitlines() if line
            },
            leader=self.leader or None,
            tricks=parse_tricks(self.cards_played, rules),
            ruling=result.ruling,
            earlier_rulings=tuple(map(ruling_from_json, self.rulings[:-1])),
            note=self.note,
            minute=result.minute,
            events=events_from_json(rules, self.events) if self.events else (),
        )

    @classmethod
    def from_record(
        cls, rules: Rules, line: Line, told: DealRecord, started_at: datetime
    ) -> "Deal":
        """A deal of an imported record, not yet stored; `line` is its line on the sheet, as logged,
        `started_at` when the match counts as begun."""
        by_rotation = line.dealer == line.expected_dealer and not rules.table.dealer_alone
        contract = told.contract or Contract(None, "")
        points = [
            line.result.card_points and line.result.card_points[camp] for camp in line.camps[:-1]
        ] + [None, None]
        rulings = (*told.earlier_rulings, *([told.ruling] if told.ruling else []))
        return cls(
            number=line.number,
            dealer="" if by_rotation else line.dealer,
            misdeal=told.misdeal or "",
            declarer=contract.declarer or "",
            trump=contract.trump,
            calls=" ".join(contract.calls),
            bid=contract.bid,
            blind=contract.blind,
            card_points=points[0],
            card_points_second=points[1],
            card_points_third=points[2],
            last_trick=told.last_trick or "",
            leader=told.leader or "",
            cards_played=write_tricks(told.tricks),
            hands="\n".join(f"{seat}: {write_hand(h)}" for seat, h in told.hands.items()),
            rulings=[ruling_to_json(rules, ruling) for ruling in rulings],
            note=told.note,
            events=[event_to_json(event) for event in told.events],
            recorded_at=started_at + timedelta(minutes=told.minute or 0),
        )

    def may_become(self, changed: "Deal") -> None:
        """Tests that `changed` may replace this deal, which is the one stored. Raises CannotRecord,
        ValidationError."""
        changed.match = self.match
        if self.match.rules.table.dealer_alone and not changed.dealer:
            changed.dealer = self.dealer
        changed.clean()
        # The same press twice finds its own work done, which is no quarrel.
        if self.revision != changed.revision and self.facts != changed.facts:
            raise CannotRecord(
                _("Meanwhile somebody else changed this deal. Look at it, then try again.")
            )
        before, after = (
            [{**ruling, "appeal": None} for ruling in deal.rulings] for deal in (self, changed)
        )
        if after[: len(before)] != before:
            raise ValueError("a ruling is replaced by another, never erased")

    @property
    def ruling(self) -> dict[str, Any] | None:
        """The ruling that stands, as in a record; None where none was given."""
        return self.rulings[-1] if self.rulings else None

    def rule(self, ruling: Mapping[str, Any]) -> None:
        """Add a ruling, as in a record: it stands from now on, and the others stay to be read.

        The one that stands given again (but for the time) adds nothing, unless there is an appeal
        against it: then it is upheld.
        """
        if self.ruling is None or {**self.ruling, "at": ""} != {**ruling, "at": ""}:
            self.rulings = [*self.rulings, dict(ruling)]

    def appeal(self, appeal: Mapping[str, str]) -> None:
        """Have the ruling that stands appealed against; `appeal` as in a record."""
        self.rulings = [*self.rulings[:-1], {**self.rulings[-1], "appeal": dict(appeal)}]

    @property
    def facts(self) -> dict[str, Any]:
        """The deal as the log keeps it: a record's deal, as JSON."""
        return deal_to_json(self.match.rules, self.as_record())

    @property
    def replay(self) -> Replay | None:
        """The stored tricks judged play by play; None where no cards were stored."""
        if not (self.cards_played and self.trump):
            return None
        record = self.as_record()
        return replay(
            self.match.rules,
            self.who_dealt(),
            self.trump,
            record.tricks,
            leader=record.leader,
            hands=record.hands,
        )
