"""A club, its officers and how somebody becomes one, and the log of all that."""

import zoneinfo
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import models, transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.text import slugify
from django.utils.translation import gettext as _

from games.permissions import OFFICERS, OWNER, SELF, allows, verb_for_role

from .codes import LINK_ALPHABET, scoring_code
from .user import CannotChange, Gone, User

LONGEST_CLUB_NAME = 60
INVITATION_DAYS = 14


class Club(models.Model):
    """A club. Every change of it, its officers and its people is a verb that asks who asks, on the
    locked club."""

    name = models.CharField(max_length=LONGEST_CLUB_NAME)
    slug = models.SlugField(max_length=60, unique=True)
    zone = models.CharField(max_length=40, default="Europe/Brussels")
    listed = models.BooleanField(default=False)  # everybody may see its page, and finds it
    indexable = models.BooleanField(default=False)  # search engines may, too
    # How long after both sides signed a match it can be reopened by those whom the club trusts
    # with that: whoever keeps the score at the table as well, or officers only.
    window_hours = models.PositiveSmallIntegerField(default=48)
    table_corrects = models.BooleanField(default=True)
    founded_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("club", args=[self.slug])

    @property
    def timezone(self) -> zoneinfo.ZoneInfo:
        return zoneinfo.ZoneInfo(self.zone)

    def today(self) -> Any:
        """The day it is where the club plays."""
        return timezone.localdate(timezone=self.timezone)

    def verb_to_reopen(self, signed_at: datetime, now: datetime) -> str:
        """What it takes to reopen a match of the club that was signed then."""
        if now - signed_at > timedelta(hours=self.window_hours):
            return "reopen_late"
        return "reopen" if self.table_corrects else "reopen_signed"

    def role_of(self, user: User) -> str:
        """The role of a user here; empty for one who has none."""
        found = self.memberships.filter(user=user).values_list("role", flat=True).first()
        return found or ""

    # Verbs. `by` is who asks. All raise PermissionDenied where the role does not (or no longer)
    # allow it, though pages ask before; and CannotChange.

    @classmethod
    def found(cls, name: str, by: User, **facts: Any) -> "Club":
        """A new club, whose first owner is `by`."""
        with transaction.atomic():
            slug = slugify(name)[:40] or get_random_string(8, LINK_ALPHABET)
            if slug == "new" or cls.objects.filter(slug=slug).exists():
                slug = f"{slug}-{get_random_string(4, LINK_ALPHABET)}"
            club = cls.objects.create(name=name, slug=slug, **facts)
            club.memberships.create(user=by, role=OWNER)
            club.note("found", by.name, after={"name": name})
        return club

    @contextmanager
    def changing(self, by: User, verb: str, itself: bool = False) -> Iterator[None]:
        """The door of every verb: one transaction on the locked club, by somebody who may; `itself`
        tells that it is done by the one of the club's people to whom it is done."""
        with transaction.atomic():
            self.lock()
            if not (itself and allows(SELF, verb)) and not allows(self.role_of(by), verb):
                raise PermissionDenied
            yield

    def lock(self) -> None:
        """Lock the club; part of a verb, which has locked its competition before, if it is of one,
        and no match yet. Raises Gone."""
        rows = Club.objects.select_for_update(no_key=True).filter(pk=self.pk)
        if not rows.values_list("pk", flat=True):
            raise Gone

    def change_settings(self, facts: Mapping[str, Any], by: User) -> None:
        """Change fields of the club."""
        with self.changing(by, "change_settings"):
            fresh = Club.objects.get(pk=self.pk)
            before = {key: getattr(fresh, key) for key in facts}
            changed = {key: value for key, value in facts.items() if before[key] != value}
            for key, value in facts.items():
                setattr(self, key, value)
            if changed:
                self.save(update_fields=list(changed))
                if "zone" in changed:
                    self._move_days()
                if "listed" in changed:
                    from .rating import rate_tables

                    rate_tables(self.pk, published=False)
                self.note("settings", by.name, {key: before[key] for key in changed}, changed)

    def _move_days(self) -> None:
        """Times of planned days are told in the club's zone, so that they are other moments now."""
        from .day import Day  # which is about competitions

        timed = Day.objects.filter(competition__club=self, at__isnull=False)
        timed.update(sequence=models.F("sequence") + 1)

    def invite(self, role: str, by: User) -> "Invitation":
        """A link by which one person becomes an officer."""
        with self.changing(by, verb_for_role("invite", role)):
            self.note("invite", by.name, after={"role": role})
            return self.invitations.create(role=role, made_by=by)

    def invite_player(self, player: Any, by: User) -> "Invitation":
        """A link by which somebody's account is linked to their entry among the people."""
        with self.changing(by, "invite_player"):
            player = player.present()
            if player.person.account:
                raise CannotChange(_("This person is linked to an account already."))
            self.note("invite player", by.name, after={"name": player.name}, player=player)
            return self.invitations.create(player=player, made_by=by)

    def withdraw_invitation(self, invitation: "Invitation", by: User) -> None:
        """Make an open invitation lead nowhere; nothing where it was used meanwhile."""
        verb = "invite_player" if invitation.player_id else verb_for_role("invite", invitation.role)
        with self.changing(by, verb):
            self.invitations.filter(pk=invitation.pk, used_at=None).delete()

    def change_role(self, membership: "Membership", role: str, by: User) -> None:
        """Give an officer another role."""
        with self.changing(by, "change_role"):
            fresh = self._present(membership)
            if fresh.role == role:
                return
            self._may_take(fresh, by, role)
            self.note(
                "role",
                by.name,
                {"name": fresh.user.name, "role": fresh.role},
                {"name": fresh.user.name, "role": role},
            )
            fresh.role = role
            fresh.save(update_fields=["role"])

    def remove(self, membership: "Membership", by: User) -> None:
        """Make somebody no longer an officer."""
        with self.changing(by, "change_role"):
            fresh = self._present(membership)
            self._may_take(fresh, by)
            self.note("remove", by.name, {"name": fresh.user.name, "role": fresh.role})
            fresh.delete()

    def leave(self, by: User) -> None:
        """Give up one's own role."""
        with self.changing(by, "leave"):
            own = self.memberships.get(user=by)
            self._keep_an_owner(own)
            self.note("leave", by.name, {"name": by.name, "role": own.role})
            own.delete()

    def _present(self, membership: "Membership") -> "Membership":
        found = self.memberships.select_related("user").filter(pk=membership.pk).first()
        if found is None:
            raise CannotChange(_("Meanwhile this person is no longer an officer of the club."))
        return found

    def _may_take(self, membership: "Membership", by: User, role: str = "") -> None:
        if not allows(self.role_of(by), verb_for_role("change_role", membership.role, role)):
            raise PermissionDenied
        self._keep_an_owner(membership)

    def _keep_an_owner(self, membership: "Membership") -> None:
        if membership.role != OWNER:
            return
        if not self.memberships.filter(role=OWNER).exclude(pk=membership.pk).exists():
            raise CannotChange(_("A club needs an owner: make another officer one first."))

    def note(
        self,
        verb: str,
        by: str,
        before: Mapping[str, Any] | None = None,
        after: Mapping[str, Any] | None = None,
        player: Any = None,
    ) -> None:
        """Add a row to the log; part of a verb."""
        ClubEntry.objects.create(
            club=self, verb=verb, by=by, before=before, after=after, player=player
        )


class Membership(models.Model):
    """That a user is an officer of a club."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships"
    )
    role = models.CharField(max_length=12)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="one_role_a_club"),
            models.CheckConstraint(
                name="roles_of_the_table", condition=models.Q(role__in=sorted(OFFICERS))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.role} of {self.club_id}"


class Invitation(models.Model):
    """A link, good once and for two weeks, by which whoever opens it becomes an officer (`role`) or
    is known as one of the club's people (`player`)."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    code = models.CharField(max_length=32, unique=True, default=scoring_code, editable=False)
    role = models.CharField(max_length=12, blank=True)
    player = models.ForeignKey("games.Player", null=True, blank=True, on_delete=models.CASCADE)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    made_at = models.DateTimeField(default=timezone.now)
    used_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="invited_as_officer_or_player",
                condition=(models.Q(role="") & models.Q(player__isnull=False))
                | (~models.Q(role="") & models.Q(player__isnull=True)),
            )
        ]

    def __str__(self) -> str:
        return self.role or str(self.player)

    def get_absolute_url(self) -> str:
        return reverse("invitation", args=[self.code])

    @property
    def ends_at(self) -> datetime:
        return self.made_at + timedelta(days=INVITATION_DAYS)

    @property
    def is_open(self) -> bool:
        """Whether it still leads in: unused, in time, and from somebody who still may invite."""
        if self.used_at or timezone.now() > self.ends_at:
            return False
        verb = "invite_player" if self.player_id else verb_for_role("invite", self.role)
        return allows(self.club.role_of(self.made_by), verb)

    def accept(self, user: User) -> None:
        """Become what the invitation says. Raises CannotChange."""
        with transaction.atomic():
            Club(pk=self.club_id).lock()
            self.refresh_from_db(fields=["used_at", "used_by"])
            if self.used_by_id == user.pk:
                return  # the same press twice
            if not self.is_open:
                raise CannotChange(_("This invitation was used already, or it is out of date."))
            if self.player_id:
                self.player.link(user)
            else:
                if role := self.club.role_of(user):
                    raise CannotChange(
                        _("You are an officer of this club already.")
                        if role == self.role
                        else _(
                            "You are an officer of this club already; its owner can give you "
                            "another role."
                        )
                    )
                self.club.memberships.create(user=user, role=self.role)
                self.club.note("join", user.name, after={"name": user.name, "role": self.role})
            self.used_by, self.used_at = user, timezone.now()
            self.save(update_fields=["used_by", "used_at"])


class ClubEntry(models.Model):
    """One change of a club, its officers or its people. Rows are only ever added."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="log")
    player = models.ForeignKey(
        "games.Player", null=True, blank=True, on_delete=models.SET_NULL, related_name="log"
    )
    at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=80, blank=True)
    verb = models.CharField(max_length=20)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "club entries"

    def __str__(self) -> str:
        return self.verb
