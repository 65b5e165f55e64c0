"""An account: somebody who logs in with an e-mail address."""

from typing import Any

from django.contrib.auth.models import AbstractUser, BaseUserManager
from django.db import models, transaction
from django.http import Http404
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.permissions import OWNER

LONGEST_ACCOUNT_NAME = 80


class CannotChange(Exception):
    """A club or an account is not in a state for this change; the text is a sentence for whoever
    asked."""


class Gone(Http404):
    """What was to be changed was deleted meanwhile, with its club: a page answers that there is no
    such page."""


class UserManager(BaseUserManager["User"]):
    """Addresses are kept in lower case: nobody remembers which letters they wrote large."""

    def create_user(self, email: str, password: str | None = None, **facts: Any) -> "User":
        user = self.model(email=email.lower(), **facts)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=(username or "").lower())


class User(AbstractUser):
    """An account. What it may do hangs on its clubs alone (games/permissions.py)."""

    username = None
    first_name = None
    last_name = None
    email = models.EmailField(_("E-mail address"), unique=True)
    name = models.CharField(max_length=LONGEST_ACCOUNT_NAME)

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS = ["name"]

    objects = UserManager()

    def __str__(self) -> str:
        return self.name

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name

    def erase(self) -> None:
        """Delete the account. Clubs in which nobody else is an officer go with it; their matches
        stay with those who have their links. Raises CannotChange while another club would be left
        without an owner."""
        from .competition import Competition  # which is about clubs

        with transaction.atomic():
            memberships = self.memberships.select_related("club").order_by("club")
            clubs = [membership.club for membership in memberships]
            Competition.lock_of(clubs)  # which a captain's verb can have locked that wants the club
            for club in clubs:
                type(club).objects.select_for_update().get(pk=club.pk)
                others = club.memberships.exclude(user=self)
                if not others.exists():
                    club.delete()
                elif not others.filter(role=OWNER).exists():
                    raise CannotChange(
                        gettext(
                            "%(club)s would be left without an owner: make another officer one."
                        )
                        % {"club": club.name}
                    )
                else:
                    club.note("leave", self.name, before={"name": self.name})
            self.delete()
