"""Attempts to log in, to have a password sent, to sign up: so many, then one has to wait."""

from datetime import timedelta
from typing import NamedTuple

from django.db import models
from django.utils import timezone
from django.utils.crypto import salted_hmac


class Limit(NamedTuple):
    """How many attempts are let through within so many minutes: on one account from one network,
    on one account from anywhere, from one network on whatever account; None: any number."""

    minutes: int
    here: int | None = None
    account: int | None = None
    network: int | None = None


LIMITS = {
    # Whoever guesses elsewhere does not keep the account's holder out: `here` is far below
    # `account`. A whole club logs in from one network, so that only failures are counted.
    "log in": Limit(15, here=10, account=50, network=50),
    "remind": Limit(60, account=3, network=20),
    "sign up": Limit(60, network=40),
    # The password of an account that is logged in, asked once more.
    "password": Limit(15, account=10),
}
LONGEST = max(limit.minutes for limit in LIMITS.values())


class Attempt(models.Model):
    """One attempt. `who` is a digest: neither an address of a person nor one of a network is
    stored; and nothing is once it no longer counts."""

    who = models.CharField(max_length=64)
    at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        indexes = [models.Index(fields=["who", "at"], name="attempts_of_one")]

    def __str__(self) -> str:
        return f"{self.who[:8]}, {self.at}"

    @classmethod
    def take(cls, what: str, *, account: str = "", network: str = "") -> "list[Attempt]":
        """Take an attempt at `what` (of LIMITS): its rows, or none where there were too many. It is
        written down before it is counted, so that many at once cannot all be let through; one that
        is refused is not kept, so that the wait ends whatever somebody else does."""
        limit = LIMITS[what]
        now = timezone.now()
        cls.objects.filter(at__lt=now - timedelta(minutes=LONGEST)).delete()
        asked = (
            (limit.here, (account, network) if account and network else ()),
            (limit.account, (account,) if account else ()),
            (limit.network, ("", network) if network else ()),
        )
        most = {_digest(what, *names): most for most, names in asked if most and names}
        taken = cls.objects.bulk_create(cls(who=who, at=now) for who in most)
        recent = cls.objects.filter(at__gt=now - timedelta(minutes=limit.minutes))
        if any(recent.filter(who=who).count() > most for who, most in most.items()):
            cls.give_back(taken)
            return []
        return taken

    @classmethod
    def give_back(cls, taken: "list[Attempt]") -> None:
        """One that was no guess: it does not count."""
        cls.objects.filter(pk__in=[attempt.pk for attempt in taken]).delete()


def _digest(*names: str) -> str:
    return salted_hmac("attempts", "\0".join(names), algorithm="sha256").hexdigest()
