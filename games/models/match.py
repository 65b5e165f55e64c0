"""A match: what is stored of it, what follows from that, and its verbs."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from datetime import date
from functools import cached_property, reduce
from typing import Any

from django.db import models, transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.effect import Effect, Standing, effect_of
from games.figures import facts_of
from games.manille.errors import InvalidRecord
from games.manille.facts import Record
from games.manille.pbn import Source
from games.manille.record import rules_from_json, rules_to_json
from games.manille.rules import Rules
from games.manille.scoring import Sheet, score
from games.manille.table import Seat, Side

from .club import Club
from .codes import reading_code, scoring_code
from .deal import Deal
from .imports import LONGEST_PLACE, deals_of
from .log import LogEntry, Signature
from .names import UNNAMED, without
from .player import Player, Seating
from .rating import rate_match
from .user import User


class CannotRecord(Exception):
    """The match is not in a state for this change; the text is a sentence for the scribe."""


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

    # The seats of those whose name is not told to whoever reads (games/shortcuts.py).
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
        return self._winner(self.sheet)

    def _winner(self, sheet: Sheet) -> Side | None:
        if not self.given_up:
            return sheet.winner
        return self._winner_given_up(sheet, self.given_up_by)

    def _winner_given_up(self, sheet: Sheet, by_side: Side) -> Side | None:
        """Who wins a match given up by a side, or by agreement: the side ahead of those left."""
        left = [side for side in self.rules.table.sides if side != by_side]
        best = max(sheet.totals[side] for side in left)
        leaders = [side for side in left if sheet.totals[side] == best]
        return leaders[0] if len(leaders) == 1 else None

    def result(self) -> dict[str, Any]:
        """What there is to sign: totals and credited totals by side (match points), the winner."""
        sheet = self.sheet
        return {"totals": sheet.totals, "credited": sheet.credited, "winner": self.winner}

    def standing(self, sheet: Sheet | None = None) -> Standing:
        """How the match stands by `sheet`, or as it is."""
        sheet = sheet or self.sheet
        over = bool(self.given_up or sheet.finished)
        return _standing(sheet, over, self._winner(sheet))

    def standing_if_given_up(self, by_side: Side) -> Standing:
        """How the match would end if `by_side` gave up now, or (empty) all agreed to stop."""
        sheet = self.sheet
        return _standing(sheet, True, self._winner_given_up(sheet, by_side))

    def effect(self, number: int, changed: "Deal | None") -> Effect:
        """What the sheet becomes with `changed` in the place of deal `number`, or (None) without
        it; nothing is written. Raises CannotRecord and ValidationError as the change itself."""
        self._forget()  # the deal changed may be one of those read before
        self._must_be_unsigned()
        stored = self._present(number)
        if changed is not None:
            self._check_change(stored, changed)
        before, place = self.played, self.played.index(stored)
        after = [*before[:place], *([changed] if changed else []), *before[place + 1 :]]
        sheet = self.sheet_of(after)
        return effect_of(
            number,
            (stored.facts, changed.facts if changed else None),
            dict(zip((deal.number for deal in before), self.sheet.lines, strict=True)),
            dict(zip((deal.number for deal in after), sheet.lines, strict=True)),
            (self.standing(), self.standing(sheet)),
        )

    @property
    def version(self) -> int:
        """Grows with every change of the match: the number of its last row in the log."""
        return self.log.order_by("-pk").values_list("pk", flat=True).first() or 0

    def minutes_played(self) -> int:
        return self.minute_of(timezone.now())

    def minute_of(self, moment: Any) -> int:
        """Whole minutes from the start of the match to `moment`, never below 0."""
        return max(0, int((moment - self.started_at).total_seconds() // 60))

    def record(self) -> Record:
        """The match as a record, to be exported or judged."""
        sheet = self.sheet
        return Record(
            rules=self.rules,
            preset=self.preset or None,
            players={seat: name for seat, name in self.names_told.items() if name != seat},
            played_on=self.played_on.isoformat() if self.played_on else None,
            place=self.place,
            deals=tuple(
                deal.as_record(None if line.kind == "unscored" else line.points, line.dealer)
                for deal, line in zip(self.played, sheet.lines, strict=True)
            ),
            totals=dict(sheet.totals),
        )

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
            match._seat(people)
            match._log("start", by, after={"players": match.players, "deals": len(deals)})
        return match

    def _seat(self, people: Mapping[Seat, Player]) -> None:
        if people:
            Seating.objects.bulk_create(
                Seating(match=self, seat=seat, player=player) for seat, player in people.items()
            )

    def claim(
        self, club: Club, people: Mapping[Seat, Player], new: Mapping[Seat, str], by: User
    ) -> None:
        """Make a guests' match one of a club's. `people` are those of the club who sat there, `new`
        the names of others who join its people; the sheet stays as it was written. Raises
        CannotRecord, CannotChange, PermissionDenied."""
        with club.changing(by, "claim_into"), self._changing():
            if self.club_id == club.pk:
                return  # the same press twice
            if self.club_id:
                raise CannotRecord(_("Meanwhile this match was taken into another club."))
            people = {seat: player.present() for seat, player in people.items()}
            added = dict(zip(new, Player.add(club, new.values(), by), strict=True))
            self.club = club
            self.save(update_fields=["club"])
            self._seat({**people, **added})
            if self.is_signed:
                self._count()
            self._log("claim", by.name, after={"club": club.name})

    @property
    def at_table(self) -> bool:
        """Whether it is played at a table of a competition (models/table.py)."""
        return type(self).objects.filter(pk=self.pk, table__isnull=False).exists()

    def may_release(self) -> None:
        """Raises CannotRecord where the match stands at a table of a competition."""
        if self.at_table:
            raise CannotRecord(
                _("This match is played at a table of a competition: take it off the table first.")
            )

    def release(self, reason: str, by: User) -> None:
        """Make a club's match one of guests: its sheet and its links stay, nobody of the club's
        people sits there any more. Raises CannotRecord, PermissionDenied."""
        club = self.club
        if club is None:
            return  # the same press twice
        with club.changing(by, "release"), self._changing():
            if self.club_id != club.pk:
                return
            self.may_release()
            club.note("release", by.name, before={"name": str(self)})
            self._log("release", by.name, before={"club": club.name}, reason=reason)
            self.seatings.all().delete()
            self.club, self.signed_deals = None, None
            self.save(update_fields=["club", "signed_deals"])
            if self.is_signed:
                rate_match(self, club.pk)

    @classmethod
    def from_record(cls, record: Record, by: str = "") -> "Match":
        """Begin a match with all that a record tells. Seats stand for names that it leaves out.

        What the record claims of a deal is kept as logged, even where its tricks say otherwise.
        Raises InvalidRecord where something cannot have happened or is too long to be kept.
        """
        rules, started_at = record.rules, timezone.now()
        return cls.start(
            by=by,
            deals=deals_of(record, started_at),
            rules=rules,
            preset=record.preset or "",
            players={seat: record.players.get(seat, seat) for seat in rules.table.seats},
            first_dealer=record.first_dealer,
            played_on=date.fromisoformat(record.played_on) if record.played_on else None,
            place=record.place,
            started_at=started_at,
        )

    @classmethod
    def from_sources(cls, sources: Iterable[Source], by: str = "") -> "list[Match]":
        """Begin a match for each that was read, all or none. Raises InvalidRecord with every fault
        of them all, at its line where they were read from a text."""
        matches, faults = [], []
        with transaction.atomic():
            for source in sources:
                try:
                    matches.append(cls.from_record(source.record, by))
                except InvalidRecord as error:
                    faults += source.placed(error.faults)
            if faults:
                raise InvalidRecord(faults)
        return matches

    @contextmanager
    def _changing(self, counts: bool = False) -> Iterator[None]:
        """The door of every verb: one transaction on the locked match, read afresh; where the
        change `counts` for a club's people, on the locked club (locked first, as by `claim`)."""
        with transaction.atomic():
            if counts and self.club_id:
                Club.objects.select_for_update(no_key=True).filter(pk=self.club_id).first()
            fresh = type(self).objects.select_for_update().filter(pk=self.pk).first()
            if fresh is None:  # nothing was logged, so that it went with its table
                raise CannotRecord(_("Meanwhile the round was taken back."))
            for field in self._meta.concrete_fields:
                setattr(self, field.attname, getattr(fresh, field.attname))
            self._forget()
            yield
            self.__dict__.pop("sheet", None)

    def _forget(self) -> None:
        self.unnamed = frozenset()  # nothing that is only for show comes to be stored
        for derived in ("played", "sheet", "rules"):
            self.__dict__.pop(derived, None)

    def _count(self) -> None:
        """Have the figures and ratings of the club's people follow what was signed, or that it no
        longer is; the end of every verb that changes that."""
        if self.club_id is None:
            return
        self.keep_facts()
        self.save(update_fields=["signed_deals"])
        rate_match(self, self.club_id)

    def keep_facts(self) -> None:
        """Set what figures count of the match; to be saved."""
        self.signed_deals = facts_of(self.sheet) if self.is_signed else None

    def _must_be_unsigned(self) -> None:
        if self.is_signed:
            raise CannotRecord(_("This match is signed. Reopen it first to change anything."))

    def record_deal(self, deal: Deal, by: str = "") -> bool:
        """Add a deal (or a misdeal) at the end of the match.

        Returns False where the same press came twice and there was nothing left to do. Raises
        CannotRecord when the match is over or signed, or somebody else has recorded that number
        meanwhile; ValidationError when the deal cannot have happened.
        """
        with self._changing():
            if any(other.key == deal.key for other in self.played):
                return False
            self._must_be_unsigned()
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
            self._log("record", by, deal.number, after=deal.facts)
        return True

    def undo(self, number: int, by: str = "") -> "Deal | None":
        """Take back the last deal, which must still be `number` (None comes back where it is not:
        asked twice). Returns the deal, no longer stored."""
        with self._changing():
            self._must_be_unsigned()
            if not self.played or self.played[-1].number != number:
                return None
            return self._remove(self.played[-1], "undo", by, "")

    def withdraw_deal(self, number: int, reason: str, by: str = "") -> None:
        """Strike a deal that should not be on the sheet; the log keeps it. Raises CannotRecord."""
        with self._changing():
            self._must_be_unsigned()
            self._remove(self._present(number), "withdraw", by, reason)

    def _remove(self, deal: Deal, verb: str, by: str, reason: str) -> Deal:
        before = deal.facts
        self.played.remove(deal)
        deal.delete()
        self.first_revision = max(self.first_revision, deal.revision + 1)
        self.save(update_fields=["first_revision"])
        self._log(verb, by, deal.number, before=before, reason=reason)
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
        changed = copy(self._present(number))
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
        with self._changing():
            self._must_be_unsigned()
            stored = self._present(changed.number)
            self._check_change(stored, changed)
            before = stored.facts
            changed.by = stored.by
            if changed.facts == before:
                return
            changed.revision += 1
            changed.save(force_update=True)
            self.played[self.played.index(stored)] = changed
            self._log(verb, by, changed.number, before, changed.facts, reason)
            if verb not in ("cards", "appeal", "events"):  # which move no points
                self.signatures.all().delete()

    def _check_change(self, stored: Deal, changed: Deal) -> None:
        """Tests that `changed` may replace `stored`. Raises CannotRecord, ValidationError."""
        changed.match = self
        if self.rules.table.dealer_alone and not changed.dealer:
            changed.dealer = stored.dealer
        changed.clean()
        # The same press twice finds its own work done, which is no quarrel.
        if stored.revision != changed.revision and stored.facts != changed.facts:
            raise CannotRecord(
                _("Meanwhile somebody else changed this deal. Look at it, then try again.")
            )
        before, after = (
            [{**ruling, "appeal": None} for ruling in deal.rulings] for deal in (stored, changed)
        )
        if after[: len(before)] != before:
            raise ValueError("a ruling is replaced by another, never erased")

    def _present(self, number: int) -> Deal:
        try:
            return self.deal(number)
        except Deal.DoesNotExist:
            raise CannotRecord(_("That deal is no longer on the sheet.")) from None

    def may_give_up(self) -> None:
        """Raises CannotRecord where the match is over already."""
        self._must_be_unsigned()
        if self.is_over:
            raise CannotRecord(_("The match is already over."))

    def give_up(self, reason: str, side: Side = "", by: str = "") -> None:
        """End the match before the rules do; `side` gave up, or empty: by agreement."""
        with self._changing():
            self.may_give_up()
            self.given_up, self.given_up_by = reason, side
            self.save(update_fields=["given_up", "given_up_by"])
            self._log("give up", by, after={"side": side}, reason=reason)

    def sign(
        self, side: Side, name: str, by: str = "", seen: Mapping[str, Any] | None = None
    ) -> None:
        """Sign for a side; once every side has, the result is fixed. `seen` is the result that the
        signer was shown. Raises CannotRecord when the match is not over, or no longer comes to
        what was seen."""
        with self._changing(counts=True):
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
            self._log("sign", by, after={"side": side, "name": name, **self.result()})
            if signed | {side} == set(self.rules.table.sides):
                self.signed_result, self.signed_at = self.result(), timezone.now()
                self.save(update_fields=["signed_result", "signed_at"])
                self._count()
                if table := self._locked_table():
                    table.take_result(self)

    def reopen(self, reason: str, by: str = "") -> None:
        """Take back the signatures, and the giving up: the match can go on or be put right."""
        with self._changing(counts=True):
            if not self.given_up and not self.signatures.exists():
                return
            before, was_signed = self.signed_result or {}, self.is_signed
            self.signatures.all().delete()
            self.signed_result = self.signed_at = None
            self.given_up = self.given_up_by = ""
            self.save(update_fields=["signed_result", "signed_at", "given_up", "given_up_by"])
            if was_signed:
                self._count()
            self._log("reopen", by, before=before, reason=reason)
            if table := self._locked_table():
                table.lose_result()

    def _locked_table(self) -> Any:
        """The table of a competition that it is played at (models/table.py), if any; locked after
        the match, as everywhere."""
        if self.club_id is None:
            return None
        tables = type(self).table.related.related_model.objects
        return tables.select_for_update().filter(match=self).first()

    def may_have_another(self) -> None:
        """Raises CannotRecord where the match stands at a table of a competition."""
        if self.at_table:
            raise CannotRecord(
                _("This match is played at a table of a competition, which tells what comes next.")
            )

    def another(
        self,
        players: Mapping[Seat, str],
        first_dealer: Seat,
        known: int,
        by: str = "",
        came_from: Mapping[Seat, Seat] | None = None,
    ) -> "Match":
        """Begin a further match of the same people under the same rules, in these seats.
        `came_from` tells for each seat where its player sat before; None: everybody stayed.

        `known` is how many further matches the asker was shown: where there are more the press
        came twice, or another device was first, and the newest comes back. Raises CannotRecord
        while this match is not over, and for one of a competition: a further one would be outside
        it, and public while that may not be.
        """
        with self._changing(counts=True):  # it begins on the locked club
            self.may_have_another()
            if not self.is_over:
                raise CannotRecord(_("This match is not over yet: play or end it first."))
            further = list(self.followed_by.order_by("pk"))
            if len(further) > known:
                return further[-1]
            new = Match.start(
                by=by,
                rules=self.rules,
                preset=self.preset,
                rules_name=self.rules_name,
                players=dict(players),
                first_dealer=first_dealer,
                place=self.place,
                played_on=self.club.today() if self.club else timezone.localdate(),
                follows=self,
                club=self.club,
                people=self._people(came_from),
            )
            # Also for those who follow this match: its log moves, so their page is fetched anew.
            self._log("another", by)
            return new

    def _people(self, came_from: Mapping[Seat, Seat] | None) -> dict[Seat, Player]:
        """Who of the club's people sits where once all moved."""
        if self.club_id is None:
            return {}
        sat = {one.seat: one.player for one in self.seatings.select_related("player")}
        came_from = came_from or {seat: seat for seat in sat}
        return {seat: sat[before] for seat, before in came_from.items() if before in sat}

    def _log(
        self,
        verb: str,
        by: str,
        number: int | None = None,
        before: Mapping[str, Any] | None = None,
        after: Mapping[str, Any] | None = None,
        reason: str = "",
    ) -> None:
        LogEntry.objects.create(
            match=self, verb=verb, by=by, number=number, before=before, after=after, reason=reason
        )


def _standing(sheet: Sheet, over: bool, winner: Side | None) -> Standing:
    return Standing(
        sheet.totals, sheet.totals_as_played, sheet.credited, over, winner, sheet.next_dealer
    )


def joined(names: Iterable[str]) -> str:
    """The names of people who play together, as one: "An & Cis"."""
    pattern = pgettext("names of partners", "%(names)s & %(name)s")
    first, *others = [*names] or [""]
    return reduce(lambda names, name: pattern % {"names": names, "name": name}, others, first)
