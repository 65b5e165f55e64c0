"""A match: what is stored of it, what follows from that, and its verbs: those about its deals, and
about its end.

How a change of it would turn out is told in effect.py; it is begun from a record, and becomes one,
in records.py; a further one of the same people begins in another.py; into a club, and out of it, a
match comes in claiming.py."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from datetime import date
from functools import cached_property
from typing import Any

from django.db import models, transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.effect import winner_if_given_up
from games.manille.record import rules_from_json, rules_to_json
from games.manille.rules import Rules
from games.manille.scoring import Sheet, score
from games.manille.table import Seat, Side

from .club import Club
from .codes import reading_code, scoring_code
from .deal import CannotRecord, Deal
from .log import LogEntry, Signature
from .names import LONGEST_PLACE, UNNAMED, joined, without
from .played import count
from .player import Player, Seating


class Match(models.Model):
    """A match between the players at one table, under rules that stay as they were at its start."""

    code = models.CharField(max_length=32, unique=True, default=reading_code, editable=False)
    scoring_code = models.CharField(
        max_length=32, unique=True, default=scoring_code, editable=False
    )
    preset = models.CharField(max_length=40, blank=True)
    rules_name = models.CharField(max_length=60, blank=True)  # of the saved set they came from
    frozen_rules = models.JSONField()
    players = models.JSONField()  # seat -> name
    first_dealer = models.CharField(max_length=1)
    place = models.CharField(max_length=LONGEST_PLACE, blank=True)
    played_on = models.DateField(null=True, blank=True)
    started_at = models.DateTimeField(default=timezone.now)
    # The club that it belongs to; who of its people sat where is told by `seatings`.
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.SET_NULL, related_name="matches"
    )
    follows = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="followed_by"
    )
    # Ended before the rules end it: why, and by which side (empty: by agreement).
    given_up = models.CharField(max_length=500, blank=True)
    given_up_by = models.CharField(max_length=2, blank=True)
    # Of new deals: above those of deals taken back, whose numbers they may get. So a form that was
    # opened for another deal of that number does not fit.
    first_revision = models.PositiveSmallIntegerField(default=0)
    # What both sides signed: {"totals": …, "credited": …, "winner": side or None}.
    signed_result = models.JSONField(null=True, blank=True)
    signed_at = models.DateTimeField(null=True, blank=True)
    # The deals of a club's signed match as its people's figures count them (games/figures.py).
    signed_deals = models.JSONField(null=True, blank=True)

    # The seats of those whose name is not told to whoever reads (games/shortcuts/matches.py).
    unnamed: Collection[Seat] = frozenset()

    class Meta:
        verbose_name_plural = "matches"
        # The latest matches of a club, however many it has.
        indexes = [models.Index(fields=["club", "-id"], name="matches_of_a_club")]

    def __str__(self) -> str:
        return " – ".join(self.names(side) for side in self.rules.table.sides)

    def get_absolute_url(self) -> str:
        return reverse("match", args=[self.code])

    # What is derived

    @cached_property
    def rules(self) -> Rules:
        return rules_from_json(self.frozen_rules)[1]

    @property
    def names_told(self) -> dict[Seat, str]:
        """The names on the sheet by seat, but for those that are not told to whoever reads."""
        return self.players | dict.fromkeys(self.unnamed, UNNAMED)

    def told(self, value: Any) -> Any:
        """A text, or a JSON value with texts, as it may be told to whoever reads."""
        names = {self.players.get(seat, seat) for seat in self.unnamed} - set(self.unnamed)
        return without(value, names) if names else value

    def name(self, seat: Seat) -> str:
        """Who sits there, or whose dummy lies there; the seat's letter for one without a name."""
        name = self.names_told.get(seat, seat)
        if name == seat and seat not in self.rules.people:
            return _("dummy of %(name)s") % {"name": self.name(self.rules.player_of(seat))}
        return name

    def names(self, seats: Side) -> str:
        """The players of a side, or of any seats together, "An & Cis"."""
        people = self.rules.people
        if len(seats) == 2 and seats[0] in people and seats[1] not in people:
            # The dummy's own name would say the same twice.
            dummy = self.names_told.get(seats[1], seats[1])
            if dummy == seats[1]:
                return _("%(name)s with a dummy") % {"name": self.name(seats[0])}
        return joined(self.name(seat) for seat in seats)

    @cached_property
    def played(self) -> list[Deal]:
        """The deals in order, misdeals included. Verbs keep this list up to date."""
        deals = list(self.deals.all())
        for deal in deals:
            deal.match = self
            for field in ("rulings", "events", "note", "by") if self.unnamed else ():
                setattr(deal, field, self.told(getattr(deal, field)))
        return deals

    @cached_property
    def sheet(self) -> Sheet:
        """The match folded deal by deal, as ruled. Match points."""
        return self.sheet_of(self.played)

    def sheet_of(self, deals: Sequence[Deal]) -> Sheet:
        """The sheet if these were the deals."""
        return score(self.rules, [deal.result for deal in deals], self.first_dealer)

    def deal(self, number: int) -> Deal:
        """The deal of that number. Raises Deal.DoesNotExist."""
        for deal in self.played:
            if deal.number == number:
                return deal
        raise Deal.DoesNotExist

    @property
    def under_appeal(self) -> list[int]:
        """The deals whose ruling was appealed against and not upheld or replaced since."""
        return [deal.number for deal in self.played if "appeal" in (deal.ruling or {})]

    @property
    def next_number(self) -> int:
        return self.played[-1].number + 1 if self.played else 1

    @property
    def is_over(self) -> bool:
        """Whether no further deal is played: the rules ended the match, or it was given up."""
        return bool(self.given_up or self.sheet.finished)

    @property
    def day_played(self) -> date:
        """The day it is of: as was said, else the one it was where its club plays when it began;
        without a club, where the site is."""
        if self.played_on:
            return self.played_on
        return timezone.localdate(self.started_at, self.club.timezone if self.club else None)

    @property
    def is_signed(self) -> bool:
        return self.signed_result is not None

    @property
    def verb_to_reopen(self) -> str:
        """What it takes to reopen the match now (games/permissions.py): by the rules of its club
        once it is signed."""
        if self.club is None or self.signed_at is None:
            return "reopen"
        return self.club.verb_to_reopen(self.signed_at, timezone.now())

    @property
    def winner(self) -> Side | None:
        """The winning side; None while the match goes on, or for a drawn match."""
        return self.winner_by(self.sheet)

    def winner_by(self, sheet: Sheet) -> Side | None:
        """The same if that were its sheet."""
        if self.given_up:
            return winner_if_given_up(sheet, self.given_up_by)
        return sheet.winner

    def result(self) -> dict[str, Any]:
        """What there is to sign: totals and credited totals by side (match points), the winner."""
        sheet = self.sheet
        return {"totals": sheet.totals, "credited": sheet.credited, "winner": self.winner}

    @property
    def version(self) -> int:
        """Grows with every change of the match: the number of its last row in the log."""
        return self.log.order_by("-pk").values_list("pk", flat=True).first() or 0

    def minutes_played(self) -> int:
        return self.minute_of(timezone.now())

    def minute_of(self, moment: Any) -> int:
        """Whole minutes from the start of the match to `moment`, never below 0."""
        return max(0, int((moment - self.started_at).total_seconds() // 60))

    # Verbs. `by` names who asks, for the log: a name, or empty for the scoring link alone.

    @classmethod
    def start(cls, *, by: str = "", deals: Sequence[Deal] = (), **facts: Any) -> "Match":
        """Begin a match. `facts` are the model's fields, with `rules` for a Rules value and, in a
        club, `people` for who of its people sits where; `deals` come with an imported record."""
        rules, people = facts.pop("rules"), facts.pop("people", {})
        with transaction.atomic():
            if people:
                facts["club"].lock()  # so that no name is deleted that is being written
                keys = [one.pk for one in people.values()]
                gone = Player.objects.filter(pk__in=keys, forgotten=True)
                unnamed = {seat: UNNAMED for seat, one in people.items() if one in gone}
                facts["players"] = facts["players"] | unnamed
            match = cls(frozen_rules=rules_to_json(rules), **facts)
            match.save(force_insert=True)
            for deal in deals:
                deal.match = match
            Deal.objects.bulk_create(deals)
            Seating.add(match, people)
            match.note("start", by, after={"players": match.players, "deals": len(deals)})
        return match

    @contextmanager
    def changing(self, counts: bool = False) -> Iterator[None]:
        """The door of every verb: one transaction on the locked match, read afresh; where the
        change `counts` for a club's people, on the locked club (locked first, as by claiming)."""
        with transaction.atomic():
            if counts and self.club_id:
                Club.objects.select_for_update(no_key=True).filter(pk=self.club_id).first()
            fresh = type(self).objects.select_for_update().filter(pk=self.pk).first()
            if fresh is None:  # nothing was logged, so that it went with its table
                raise CannotRecord(_("Meanwhile the round was taken back."))
            for field in self._meta.concrete_fields:
                setattr(self, field.attname, getattr(fresh, field.attname))
            self.forget_derived()
            yield
            self.__dict__.pop("sheet", None)

    def forget_derived(self) -> None:
        """Have all that follows from what is stored be worked out anew; part of a verb."""
        self.unnamed = frozenset()  # nothing that is only for show comes to be stored
        for derived in ("played", "sheet", "rules"):
            self.__dict__.pop(derived, None)

    def must_be_unsigned(self) -> None:
        """Raises CannotRecord once both sides have signed."""
        if self.is_signed:
            raise CannotRecord(_("This match is signed. Reopen it first to change anything."))

    def record_deal(self, deal: Deal, by: str = "") -> bool:
        """Add a deal (or a misdeal) at the end of the match.

        Returns False where the same press came twice and there was nothing left to do. Raises
        CannotRecord when the match is over or signed, or somebody else has recorded that number
        meanwhile; ValidationError when the deal cannot have happened.
        """
        with self.changing():
            if any(other.key == deal.key for other in self.played):
                return False
            self.must_be_unsigned()
            if self.is_over:
                raise CannotRecord(_("The match is over: no further deal counts."))
            if deal.number != self.next_number:
                raise CannotRecord(
                    _(
                        "Meanwhile somebody else changed this match, so this deal was not "
                        "recorded. Look at the sheet; if it is still missing, record it again."
                    )
                )
            deal.match, deal.by = self, by
            if self.rules.table.dealer_alone and not deal.dealer:
                # The camps, and so the meaning of the card points, hang on who dealt.
                deal.dealer = self.sheet.next_dealer
            deal.clean()
            deal.revision = self.first_revision
            deal.save(force_insert=True)
            self.played.append(deal)
            self.note("record", by, deal.number, after=deal.facts)
        return True

    def undo(self, number: int, by: str = "") -> "Deal | None":
        """Take back the last deal, which must still be `number` (None comes back where it is not:
        asked twice). Returns the deal, no longer stored."""
        with self.changing():
            self.must_be_unsigned()
            if not self.played or self.played[-1].number != number:
                return None
            return self._remove(self.played[-1], "undo", by, "")

    def withdraw_deal(self, number: int, reason: str, by: str = "") -> None:
        """Strike a deal that should not be on the sheet; the log keeps it. Raises CannotRecord."""
        with self.changing():
            self.must_be_unsigned()
            self._remove(self.must_have(number), "withdraw", by, reason)

    def _remove(self, deal: Deal, verb: str, by: str, reason: str) -> Deal:
        before = deal.facts
        self.played.remove(deal)
        deal.delete()
        self.first_revision = max(self.first_revision, deal.revision + 1)
        self.save(update_fields=["first_revision"])
        self.note(verb, by, deal.number, before=before, reason=reason)
        self.signatures.all().delete()  # they were given for the sheet as it was
        return deal

    def correct_deal(self, changed: Deal, reason: str, by: str = "") -> None:
        """Put right what was recorded of a deal. Raises CannotRecord, ValidationError."""
        self._change(changed, "correct", reason, by)

    def rule(self, changed: Deal, by: str = "") -> None:
        """Give the ruling that now stands on `changed` (`Deal.rule`). Raises as correct_deal."""
        self._change(changed, "rule", (changed.ruling or {}).get("reason", ""), by)

    def appeal(self, number: int, appeal: Mapping[str, str], revision: int, by: str = "") -> None:
        """Note an appeal, as in a record, against the ruling on the deal as of its `revision`; the
        next ruling answers it. Raises CannotRecord."""
        changed = copy(self.must_have(number))
        before = (changed.ruling or {}).get("appeal")
        if changed.ruling is None:
            raise CannotRecord(_("No ruling was given on this deal."))
        if before and {**before, "at": ""} == {**appeal, "at": ""}:
            return  # the same press twice
        if before:
            raise CannotRecord(
                _("There is an appeal against this ruling already: the next ruling answers it.")
            )
        changed.revision = revision
        changed.appeal(appeal)
        self._change(changed, "appeal", appeal["reason"], by)

    def record_cards(self, changed: Deal, by: str = "") -> None:
        """Store the tricks and hands of a deal. Raises as correct_deal."""
        self._change(changed, "cards", "", by)

    def record_events(self, changed: Deal, reason: str = "", by: str = "") -> None:
        """Store what happened beside the play of a deal. Raises as correct_deal."""
        self._change(changed, "events", reason, by)

    def _change(self, changed: Deal, verb: str, reason: str, by: str) -> None:
        with self.changing():
            self.must_be_unsigned()
            stored = self.must_have(changed.number)
            stored.may_become(changed)
            before = stored.facts
            changed.by = stored.by
            if changed.facts == before:
                return
            changed.revision += 1
            changed.save(force_update=True)
            self.played[self.played.index(stored)] = changed
            self.note(verb, by, changed.number, before, changed.facts, reason)
            if verb not in ("cards", "appeal", "events"):  # which move no points
                self.signatures.all().delete()

    def must_have(self, number: int) -> Deal:
        """The deal of that number. Raises CannotRecord where it is not on the sheet any more."""
        try:
            return self.deal(number)
        except Deal.DoesNotExist:
            raise CannotRecord(_("That deal is no longer on the sheet.")) from None

    def may_give_up(self) -> None:
        """Raises CannotRecord where the match is over already."""
        self.must_be_unsigned()
        if self.is_over:
            raise CannotRecord(_("The match is already over."))

    def give_up(self, reason: str, side: Side = "", by: str = "") -> None:
        """End the match before the rules do; `side` gave up, or empty: by agreement."""
        with self.changing():
            self.may_give_up()
            self.given_up, self.given_up_by = reason, side
            self.save(update_fields=["given_up", "given_up_by"])
            self.note("give up", by, after={"side": side}, reason=reason)

    def sign(
        self, side: Side, name: str, by: str = "", seen: Mapping[str, Any] | None = None
    ) -> None:
        """Sign for a side; once every side has, the result is fixed. `seen` is the result that the
        signer was shown. Raises CannotRecord when the match is not over, or no longer comes to
        what was seen."""
        with self.changing(counts=True):
            if not self.is_over:
                raise CannotRecord(_("The match is not over yet, so there is nothing to sign."))
            if seen is not None and seen != self.result():
                raise CannotRecord(
                    _("Meanwhile the result has changed. Look at it again, then sign.")
                )
            signed = set(self.signatures.values_list("side", flat=True))
            if side in signed:
                return
            Signature.objects.create(match=self, side=side, name=name, by=by)
            self.note("sign", by, after={"side": side, "name": name, **self.result()})
            if signed | {side} == set(self.rules.table.sides):
                self.signed_result, self.signed_at = self.result(), timezone.now()
                self.save(update_fields=["signed_result", "signed_at"])
                count(self)
                if table := self._locked_table():
                    table.take_result(self)

    def reopen(self, reason: str, by: str = "") -> None:
        """Take back the signatures, and the giving up: the match can go on or be put right."""
        with self.changing(counts=True):
            if not self.given_up and not self.signatures.exists():
                return
            before, was_signed = self.signed_result or {}, self.is_signed
            self.signatures.all().delete()
            self.signed_result = self.signed_at = None
            self.given_up = self.given_up_by = ""
            self.save(update_fields=["signed_result", "signed_at", "given_up", "given_up_by"])
            if was_signed:
                count(self)
            self.note("reopen", by, before=before, reason=reason)
            if table := self._locked_table():
                table.lose_result()

    def _locked_table(self) -> Any:
        """The table of a competition that it is played at (models/table.py), if any; locked after
        the match, as everywhere."""
        if self.club_id is None:
            return None
        tables = type(self).table.related.related_model.objects
        return tables.select_for_update().filter(match=self).first()

    def note(
        self,
        verb: str,
        by: str,
        number: int | None = None,
        before: Mapping[str, Any] | None = None,
        after: Mapping[str, Any] | None = None,
        reason: str = "",
    ) -> None:
        """Add a row to the log; part of a verb."""
        LogEntry.objects.create(
            match=self, verb=verb, by=by, number=number, before=before, after=after, reason=reason
        )
