"""A table of a round: who meets whom, the match played there, and the result that counts."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.manille.table import Seat
from games.permissions import allows
from games.standings import Move, Result

from .competition import FINISHED, Competition
from .deal import CannotRecord
from .entry import Entry
from .evenings import must_be_in_time
from .match import Match
from .names import joined
from .player import Player
from .standings import RESULT, moves_if
from .user import CannotChange, User

RESULT_KINDS = ("unplayed", "played", "forfeit", "bye", "requested-bye", "void")
SECRET = models.Q(table__round__competition__published=False)
"""Of matches: played at a table of a competition that is not published."""

SIDES = ("a", "b")
"""The sides of a table; of the games of a meeting, home and guests."""

FACTS = ("kind", "winner", "points_a", "points_b", "deals_a", "deals_b")
"""What a result is."""

MOST_POINTS = 32_767
"""So many match points the columns hold; rulings can give more to a match."""


class Table(models.Model):
    """A table, or one of the games played at it; without `b` a bye (and then without a number).

    The result is a match's that both sides signed, or one typed in by an officer; `counted` once
    it was signed or confirmed. A match reopened keeps the result that counted, which then does
    not, until it is signed again.
    """

    round = models.ForeignKey("games.Round", on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField(null=True)
    game = models.PositiveSmallIntegerField(default=1)
    pool = models.PositiveSmallIntegerField(null=True)
    a = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    a2 = models.ForeignKey(Entry, null=True, on_delete=models.CASCADE, related_name="+")
    b = models.ForeignKey(Entry, null=True, on_delete=models.CASCADE, related_name="+")
    b2 = models.ForeignKey(Entry, null=True, on_delete=models.CASCADE, related_name="+")
    why = models.CharField(max_length=20, blank=True)  # of a bye
    meeting = models.ForeignKey(
        "games.Meeting", null=True, on_delete=models.CASCADE, related_name="games"
    )
    match = models.OneToOneField(
        Match, null=True, blank=True, on_delete=models.SET_NULL, related_name="table"
    )
    kind = models.CharField(max_length=14, default="unplayed")
    winner = models.CharField(max_length=1, blank=True)
    points_a = models.SmallIntegerField(null=True)
    points_b = models.SmallIntegerField(null=True)
    deals_a = models.PositiveSmallIntegerField(null=True)
    deals_b = models.PositiveSmallIntegerField(null=True)
    counted = models.BooleanField(default=False)
    # By whom it was typed in (empty: a match's), and who confirmed it, when.
    typed_by = models.CharField(max_length=80, blank=True)
    confirmed_by = models.CharField(max_length=80, blank=True)
    counted_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "number", "game"], name="one_table_of_a_number"
            ),
            models.UniqueConstraint(
                fields=["round", "a"], condition=models.Q(b=None), name="one_bye_a_round"
            ),
            models.CheckConstraint(
                name="result_of_a_kind", condition=models.Q(kind__in=RESULT_KINDS)
            ),
            models.CheckConstraint(
                name="won_by_a_side", condition=models.Q(winner__in=["", "a", "b"])
            ),
            models.CheckConstraint(
                name="a_bye_has_no_table",
                condition=models.Q(b__isnull=True, number__isnull=True, match__isnull=True)
                | models.Q(b__isnull=False, number__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}: {self.number}"

    @property
    def competition(self) -> Competition:
        return self.round.competition

    def url(self, name: str) -> str:
        """The address of a page about this table."""
        competition = self.competition
        return reverse(name, args=[competition.club.slug, competition.slug, self.pk])

    @property
    def listed_on(self) -> str:
        """The address of the page that lists it: its meeting's, or its round's."""
        return (self.meeting or self.round).get_absolute_url()

    @property
    def place_there(self) -> str:
        """The address of its place on that page."""
        mark = f"game-{self.game}" if self.meeting else f"table-{self.pk}"
        return f"{self.listed_on}#{mark}"

    @property
    def is_bye(self) -> bool:
        return self.b_id is None

    @property
    def begun(self) -> bool:
        """Whether its match was started, or there is a result."""
        return self.match_id is not None or self.kind != "unplayed"

    @property
    def goes_on(self) -> bool:
        """Whether its match is being played."""
        return bool(self.match and not self.counted and not self.match.is_over)

    @property
    def withdrawn(self) -> Entry | None:
        """Who of those drawn to it has withdrawn from the competition, if somebody has."""
        entries = (self.a, self.a2, self.b, self.b2)
        return next((entry for entry in entries if entry and entry.withdrawn_at), None)

    @property
    def removed(self) -> bool:
        """Whether its result counts for nobody any more, since the standings remove those of one
        who withdrew."""
        return self.counted and self.counts_for_nobody

    @property
    def counts_for_nobody(self) -> bool:
        """Whether whatever is played there counts for nobody, since the standings remove the
        results of one who withdrew. A knock-out has none. Asked of who withdrew first: of most
        tables nobody."""
        if not self.withdrawn or self.round.is_knockout:
            return False
        if self.competition.scheme.withdrawn != "by-rounds":
            return self.competition.scheme.withdrawn == "void"
        return not self.competition.removed.isdisjoint(
            (self.a_id, self.a2_id, self.b_id, self.b2_id)
        )

    def side(self, side: str) -> str:
        """The name of side `a` or `b`."""
        entries = (self.a, self.a2) if side == "a" else (self.b, self.b2)
        return joined(entry.name for entry in entries if entry)

    def seated(self, known: Mapping[int, list[Player]] | None = None) -> dict[Seat, Player]:
        """Who of the club's people sits where, as entered; in a meeting by both line-ups, and
        nobody before these are in. `known`: the people of entries, by key, if they were read."""
        one, other = self.competition.rules.table.sides
        if self.meeting:
            pairs = (self.meeting.pair("a", self.game), self.meeting.pair("b", self.game))
            return {
                seat: player
                for seats, pair in zip((one, other), pairs, strict=True)
                for seat, player in zip(seats, pair, strict=False)
            }
        found: dict[Seat, Player] = {}
        for seats, entries in ((one, (self.a, self.a2)), (other, (self.b, self.b2))):
            there = [entry for entry in entries if entry]
            people = [
                player for entry in there for player in (known[entry.pk] if known else entry.people)
            ]
            found |= dict(zip(seats, people, strict=True))
        return found

    @property
    def facts(self) -> dict[str, Any]:
        return {fact: getattr(self, fact) for fact in FACTS}

    def result(self, **facts: Any) -> Result:
        """The result as the standings take it, with other facts; it counts."""
        told = {**self.facts, **facts}
        return Result(
            self.pk, self.round.number, self.a_id, self.a2_id, self.b_id, self.b2_id,
            told["winner"], told["kind"], told["points_a"], told["points_b"], None, None,
            told["deals_a"], told["deals_b"], told["kind"] != "unplayed",
        )  # fmt: skip

    def moves(self, **facts: Any) -> tuple[Move, ...]:
        """Who would move in the standings with this result; without facts, with none. A match
        that was reopened is compared with what it counted for before."""
        changed = self.result(**facts) if facts else None
        return moves_if(self.competition, {self.pk: (self.counted_at is not None, changed)})

    @property
    def waits(self) -> bool:
        """Whether its result is in but does not count yet: it is to be signed or confirmed."""
        if self.counted or self.is_bye:
            return False
        return bool(self.typed_by or (self.match and self.match.is_over))

    @property
    def is_logged(self) -> bool:
        """Whether a deal of its match was recorded."""
        return self.match is not None and bool(self.match.deals.all())

    def may_type(self, by: User) -> bool:
        """Whether that account may type in the result now: an officer by the club's window; a
        captain of the meeting until it counts, unless an officer typed one in."""
        role = self.competition.club.role_of(by)
        return self._may_type(role, self._side_of_captain(role, by))

    def _may_type(self, role: str, side: str) -> bool:
        if allows(role, self.verb_to_correct(timezone.now())):
            return True
        return bool(side) and self.captain_may_type(self.typed_for())

    def _side_of_captain(self, role: str, by: User) -> str:
        """The side for which somebody with that role types in a result; empty for an officer."""
        return "" if allows(role, "type_result") else self.led_by(by, "type_result")

    def captain_may_type(self, typed_for: str) -> bool:
        return not self.counted and (not self.typed_by or bool(typed_for))

    def captain_may_confirm(self, side: str, typed_for: str) -> bool:
        """Whether the captain of a side may: what the captain of the other one typed in."""
        return not self.counted and bool(self.typed_by and typed_for and side != typed_for)

    def led_by(self, by: User, verb: str) -> str:
        """The side of the meeting that this account leads, where captains may do that; or none."""
        return self.meeting.led_by(by, verb) if self.meeting else ""

    def typed_for(self) -> str:
        """The side whose captain typed in the result that stands here; empty where nobody did, or
        an officer."""
        if self.meeting is None or not self.typed_by:
            return ""
        return self.meeting.typed_for().get(self.game, "")

    def verb_to_correct(self, now: datetime) -> str:
        """What it takes to put right a result that counts: by the club's window."""
        if not self.counted or self.counted_at is None:
            return "type_result"
        verb = self.competition.club.verb_to_reopen(self.counted_at, now)
        # A table's own word is no officer's: within the window it takes who may type results.
        return "type_result" if verb == "reopen" else verb

    # Verbs, as a competition's.

    def take_result(self, match: Match) -> None:
        """Both sides have signed: that is the result. Part of signing. One that an officer typed
        in stands until it is corrected."""
        if self.typed_by and self.counted:
            return
        self._must_run()
        result = result_of(match, match.signed_result)
        if max(abs(result["points_a"]), abs(result["points_b"])) > MOST_POINTS:
            raise CannotRecord(_("Nobody makes so many points in a match."))
        for fact, value in result.items():
            setattr(self, fact, value)
        self.counted, self.counted_at = True, match.signed_at
        self.typed_by = self.confirmed_by = ""
        self.save()

    def lose_result(self) -> None:
        """The match was reopened. Part of reopening it."""
        if self.counted and not self.typed_by:
            self._must_run()
            self.counted = False
            self.save(update_fields=["counted"])

    def _must_run(self) -> None:
        if self.competition.state == FINISHED:
            raise CannotRecord(
                _("The competition is finished: its secretary takes it up again first.")
            )

    def type_result(self, facts: Mapping[str, Any], reason: str, seen: str, by: User) -> None:
        """Type in a result without deals, or put one right that counts, with its reason; `seen` is
        the mark of the table as it was shown. It counts at once where `by` may confirm it; that of
        a captain waits for the captain of the other side, who may type in the same, or an officer.
        Raises CannotChange."""
        competition = self.competition
        side = self._side_of_captain(competition.club.role_of(by), by)
        with competition.changing(by, "type_result", captain=bool(side)):
            competition.must_run()
            self.read_afresh()
            if {**self.facts, **facts} == self.facts and self.typed_by:
                if side and self.captain_may_confirm(side, self.typed_for()):
                    self.confirm(seen, by)  # both captains tell the same
                return  # the same press twice
            if self.mark != seen:
                raise CannotChange(
                    _("Meanwhile this result has changed. Look again, then confirm.")
                )
            role = competition.club.role_of(by)
            if not self._may_type(role, side):
                raise PermissionDenied
            as_captain = not allows(role, "type_result")
            if as_captain:
                must_be_in_time(competition)
                if self.is_logged:
                    raise CannotChange(_("This game was logged: both sides sign its sheet."))
            if self.is_bye:
                raise CannotChange(_("A bye has no result to type in."))
            if self.match is not None and self.match.is_signed:
                raise CannotChange(
                    _("The sheet of this match is signed: reopen the match to correct it.")
                )
            before = self.told()
            for fact, value in facts.items():
                setattr(self, fact, value)
            self.typed_by = by.name
            self._count(by if allows(role, "confirm_result") else None)
            verb = "correct result" if before["counted"] else "type result"
            told = self.told() | ({"captain": SIDES.index(side)} if as_captain else {})
            competition.note(verb, by.name, before, told, reason, round=self.round.number)

    def _count(self, by: User | None) -> None:
        self.counted = by is not None
        self.confirmed_by = by.name if by else ""
        self.counted_at = timezone.now() if by else None
        self.save()

    def confirm(self, seen: str, by: User) -> None:
        """An officer's word for the result: one that was typed in, or that of the match, which
        the officer then signs for each side that has not. Or a captain's, for what the captain of
        the other side typed in. Raises CannotChange, CannotRecord."""
        competition, side = self.competition, self.led_by(by, "confirm_result")
        with competition.changing(by, "confirm_result", captain=bool(side)):
            competition.must_run()
            if self.match_id:
                # The club, the match, then the table, as signing does: else two would wait for
                # each other.
                competition.club.lock()
                Match.objects.select_for_update().filter(pk=self.match_id).first()
            self.read_afresh()
            if self.counted:
                return  # the same press twice
            if self.mark != seen:
                raise CannotChange(
                    _("Meanwhile this result has changed. Look again, then confirm.")
                )
            officer = allows(competition.club.role_of(by), "confirm_result")
            if not officer and not self.captain_may_confirm(side, self.typed_for()):
                raise PermissionDenied
            if self.typed_by:
                self._count(by)
            elif self.match is not None:
                match, result = self.match, self.match.result()
                for side in match.rules.table.sides:
                    match.sign(side, by.name, by.name, seen=result)
                self.read_afresh()
                self.confirmed_by = by.name
                self.save(update_fields=["confirmed_by"])
            else:
                raise CannotChange(_("There is no result to confirm yet."))
            competition.note("confirm result", by.name, after=self.told(), round=self.round.number)

    def facts_to_confirm(self) -> dict[str, Any] | None:
        """The result that an officer can confirm now; None where there is none."""
        if not self.waits:
            return None
        if self.typed_by or self.match is None:
            return self.facts
        return result_of(self.match, self.match.result())

    @property
    def mark(self) -> str:
        """Another for every other result of the table, or of its match while that goes on."""
        match = self.match.version if self.match else 0
        facts = [str(getattr(self, fact)) for fact in (*FACTS, "counted", "typed_by")]
        return f"{match}.{'.'.join(facts)}"

    def read_afresh(self) -> None:
        """Read anew, locked, with its entries, of whom the log is to tell the names as they stand;
        part of a verb."""
        rows = Table.objects.select_for_update(of=("self",)).filter(pk=self.pk)
        found = rows.select_related("a", "a2", "b", "b2").first()
        if found is None:
            raise CannotChange(_("Meanwhile the round was taken back."))
        for field in self._meta.concrete_fields:
            setattr(self, field.attname, getattr(found, field.attname))
        self.a, self.a2, self.b, self.b2 = found.a, found.a2, found.b, found.b2
        # A match cached before it was changed would sign what is no longer so.
        self._state.fields_cache.pop("match", None)

    def told(self) -> dict[str, Any]:
        """The table and its result as the log keeps them."""
        return {
            "table": self.number,
            "game": self.game,
            "meeting": self.meeting_id is not None,
            "sides": [self.side("a"), self.side("b")],
            "counted": self.counted,
            **self.facts,
        }


def result_of(match: Match, told: Mapping[str, Any]) -> dict[str, Any]:
    """What a match that comes to `told` (Match.result) brings to its table."""
    one, other = match.rules.table.sides
    won = {one: 0, other: 0}
    for line in match.sheet.lines:
        if line.kind == "played" and line.points[one] != line.points[other]:
            won[one if line.points[one] > line.points[other] else other] += 1
    return {
        "kind": "played",
        "winner": {one: "a", other: "b"}.get(told["winner"], ""),
        "points_a": told["credited"][one],
        "points_b": told["credited"][other],
        "deals_a": won[one],
        "deals_b": won[other],
    }


assert set(FACTS) <= set(RESULT)
