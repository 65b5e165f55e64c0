"""The club's people, and where they sat."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext as _

from games.manille.table import Seat

from .club import CannotChange, Club
from .names import LONGEST_NAME, folded
from .user import User

if TYPE_CHECKING:
    from .merging import Merging


class Player(models.Model):
    """An entry among a club's people. Where two entries turn out to be one person, one is merged
    into the other: nothing is rewritten, so that it can be taken back.

    What stands on a sheet is the name as it was written then (`Match.players`).
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    name = models.CharField(max_length=LONGEST_NAME)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="players",
    )
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="merged"
    )
    hidden = models.BooleanField(default=False)  # the name, from everybody but officers
    forgotten = models.BooleanField(default=False)  # the name was deleted on request

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="one_person_an_account"),
            models.CheckConstraint(
                name="merged_into_another",
                condition=models.Q(merged_into__isnull=True)
                | ~models.Q(merged_into=models.F("pk")),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("player", args=[self.club.slug, self.pk])

    @property
    def person(self) -> "Player":
        """The entry that now stands for this one: itself, unless it was merged."""
        found = self
        while found.merged_into_id:
            found = found.merged_into
        return found

    @cached_property
    def entries(self) -> "list[Player]":
        """This entry and all that were merged into it, itself first."""
        found = latest = [self]
        while latest:
            latest = list(Player.objects.filter(merged_into__in=latest).select_related("user"))
            found = [*found, *latest]
        return found

    @property
    def account(self) -> User | None:
        """The account linked to any of the person's entries."""
        return next((entry.user for entry in self.entries if entry.user_id), None)

    @property
    def seatings(self) -> "models.QuerySet[Seating]":
        """Where the person sat."""
        return Seating.objects.filter(player__in=self.entries)

    @property
    def names_before(self) -> list[str]:
        """Other names that the person had, latest first: by renaming, or of merged entries."""
        entries = self.entries
        log = self.club.log.filter(verb="rename", player__in=entries).order_by("-pk")
        renamed = [before["name"] for before in log.values_list("before", flat=True)]
        names = dict.fromkeys([*(entry.name for entry in entries), *renamed])
        return [name for name in names if name != self.name]

    # Verbs, as a club's.

    @classmethod
    def add(cls, club: Club, names: Iterable[str], by: User) -> "list[Player]":
        """Further people of the club. Raises CannotChange where one is there already."""
        with club.changing(by, "add_player"):
            added: list[Player] = []
            taken = {folded(name) for name in cls.of(club).values_list("name", flat=True)}
            for name in names:
                if folded(name) in taken:
                    raise CannotChange(
                        _("“%(name)s” is one of the club's people already: tell them apart.")
                        % {"name": name}
                    )
                taken.add(folded(name))
                added.append(cls.objects.create(club=club, name=name))
                club.note("add player", by.name, after={"name": name}, player=added[-1])
            return added

    @classmethod
    def named(cls, club: Club, name: str) -> "Player | None":
        """The one of the club's people who has that name now."""
        wanted = folded(name)
        return next((one for one in cls.of(club) if folded(one.name) == wanted), None)

    @classmethod
    def of(cls, club: Club) -> "models.QuerySet[Player]":
        """The club's people, each once."""
        return cls.objects.filter(club=club, merged_into=None, forgotten=False)

    @classmethod
    def numbers(cls, club: Club) -> dict[int, int]:
        """Key of everybody who ever was among the club's people -> their number in the club: 1, 2,
        … as they came. Nobody is ever taken out, so it stays, also where a club moves house."""
        keys = cls.objects.filter(club=club).order_by("pk").values_list("pk", flat=True)
        return {key: number for number, key in enumerate(keys, 1)}

    def rename(self, name: str, by: User) -> None:
        """Give the person another name; sheets keep the one that was written."""
        with self.club.changing(by, "rename_player"):
            fresh = self.present()
            if fresh.name == name:
                return
            twin = Player.named(self.club, name)
            if twin and twin.pk != self.pk:
                raise CannotChange(
                    _(
                        "“%(name)s” is one of the club's people already: tell them apart, or merge "
                        "the two where they are one person."
                    )
                    % {"name": name}
                )
            before = fresh.name
            self.name = name
            self.save(update_fields=["name"])
            self.club.note("rename", by.name, {"name": before}, {"name": name}, self)

    def present(self) -> "Player":
        """The entry as it is now; part of a verb. Raises CannotChange where it was merged into
        another, or its name deleted."""
        fresh = Player.objects.get(pk=self.pk)
        if fresh.merged_into_id or fresh.forgotten:
            raise CannotChange(_("Meanwhile this entry was merged into another."))
        return fresh

    def effect_of_merging(self, other: "Player") -> "Merging":
        """What it would come to if `other` were merged into this one; nothing is written. Raises
        CannotChange where they cannot be one person."""
        from .merging import merging_of

        if other.pk == self.pk or other.merged_into_id or self.merged_into_id:
            raise CannotChange(_("Meanwhile this entry was merged into another."))
        ours, theirs = (set(p.seatings.values_list("match", flat=True)) for p in (self, other))
        if together := len(ours & theirs):
            raise CannotChange(
                _(
                    "%(one)s and %(other)s sat at the same table (matches: %(count)s), so they are "
                    "two people."
                )
                % {"one": self.name, "other": other.name, "count": together}
            )
        accounts = [one.account for one in (self, other) if one.account]
        if len(accounts) > 1:
            raise CannotChange(_("Each of them is linked to an account of its own."))
        return merging_of(self, other, accounts[0] if accounts else None)

    def merge(self, other: "Player", seen: str, by: User) -> None:
        """Have `other` stand for the same person as this entry. `seen` is the mark of the effect
        that was shown. Raises CannotChange also where it has become another."""
        with self.club.changing(by, "merge_players"):
            fresh = Player.objects.select_related("club").get(pk=self.pk)
            gone = Player.objects.get(pk=other.pk)
            if gone.merged_into_id == self.pk:
                return  # the same press twice
            if gone.club_id != fresh.club_id:
                raise CannotChange(_("They are people of two clubs."))
            if fresh.effect_of_merging(gone).mark != seen:
                raise CannotChange(_("Meanwhile something has changed. Look again, then merge."))
            gone.merged_into = fresh
            gone.save(update_fields=["merged_into"])
            for one in (self, fresh):
                one.__dict__.pop("entries", None)  # read before, they are one more now
            if gone.hidden or fresh.hidden:
                # Whoever asked not to be named asked it for the whole person.
                Player.objects.filter(pk__in=[one.pk for one in fresh.entries]).update(hidden=True)
            self._follow(gone)
            self.club.note("merge", by.name, {"name": gone.name}, {"name": fresh.name}, gone)

    def take_back_merge(self, by: User) -> None:
        """Have this entry stand for a person of its own again."""
        with self.club.changing(by, "merge_players"):
            fresh = Player.objects.select_related("merged_into").get(pk=self.pk)
            if fresh.merged_into is None or fresh.forgotten:
                return
            if Player.named(self.club, fresh.name):
                raise CannotChange(
                    _("Meanwhile somebody else has the name “%(name)s”: rename that entry first.")
                    % {"name": fresh.name}
                )
            into = fresh.merged_into.name
            fresh.merged_into = None
            fresh.save(update_fields=["merged_into"])
            self.merged_into = None
            self._follow(fresh)
            self.club.note("unmerge", by.name, {"name": into}, {"name": fresh.name}, fresh)

    def is_of(self, user: Any) -> bool:
        """Whether that is the account of this person."""
        return user.is_authenticated and any(one.user_id == user.pk for one in self.entries)

    def hide(self, hidden: bool, by: User) -> None:
        """Have everybody but officers read no name (or the name again) for this person."""
        with self.club.changing(by, "hide_player", itself=self.is_of(by)):
            if self.present().hidden == hidden:
                return
            entries = [one.pk for one in self.entries]
            Player.objects.filter(pk__in=entries).update(hidden=hidden)
            self.hidden = hidden
            verb = "hide" if hidden else "show"
            self.club.note(verb, by.name, after={"name": self.name}, player=self)

    def _follow(self, moved: "Player") -> None:
        """Have ratings follow that `moved` stands for another person now."""
        from .rating import rate_player  # which is about people

        rate_player(moved)

    def link(self, user: User) -> None:
        """Link the person to an account; part of accepting an invitation. Raises CannotChange."""
        if self.person.account:
            raise CannotChange(_("This person is linked to an account already."))
        if self.club.players.filter(user=user).exists():
            raise CannotChange(_("Your account is linked to another of the club's people already."))
        Player.objects.filter(pk=self.pk).update(user=user)
        self.user = user
        self.club.note("link", user.name, after={"name": self.name}, player=self)


class Seating(models.Model):
    """Which of the club's people sat where in a match of the club."""

    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="seatings")
    seat = models.CharField(max_length=1)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "seat"], name="one_player_a_seat"),
            models.UniqueConstraint(fields=["match", "player"], name="one_seat_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.seat}: {self.player_id}"

    @classmethod
    def add(cls, match: Any, people: Mapping[Seat, Player]) -> None:
        """Have these people sit there; part of a verb of the match."""
        if people:
            cls.objects.bulk_create(
                cls(match=match, seat=seat, player=player) for seat, player in people.items()
            )
