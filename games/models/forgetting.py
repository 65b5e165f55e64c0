"""A person's name deleted on request: what that reaches, and doing it.

Results stay, and so do those of others: seats, points, ratings. What goes for good is the name, in
every row that tells it: sheets, signatures, deals, rulings, histories. Everything that is exported
is written from these rows.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import models, transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from .club import Club, Invitation
from .competition import Competition
from .deal import Deal
from .entry import Entry, EntryNote
from .log import CompetitionChange, LogEntry, Signature
from .names import UNNAMED, untold, without, without_one
from .player import Player
from .round import Round
from .table import Table
from .user import CannotChange, User

if TYPE_CHECKING:
    from .match import Match

AT_A_TIME = 200

_FIELDS: dict[type[models.Model], tuple[str, ...]] = {
    Signature: ("name", "by"),
    Deal: ("note", "by", "rulings", "events"),
    LogEntry: ("by", "reason", "before", "after"),
}

_COMPETED: dict[type[models.Model], tuple[str, tuple[str, ...]]] = {
    CompetitionChange: ("competition__club", ("by", "before", "after", "reason")),
    Round: ("competition__club", ("drawn_by",)),
    Table: ("round__competition__club", ("typed_by", "confirmed_by")),
    EntryNote: ("entry__competition__club", ("by",)),
}
"""Of competitions: the way to the club, and the fields that tell names."""


@dataclass(frozen=True)
class Forgetting:
    """What deleting a name comes to: the `names` it goes by, and how many rows tell one of them:
    sheets, signatures, deals, changes in histories of matches, entries in competitions, changes in
    the history of the club and of its competitions, whose rounds and tables count there too."""

    player: Player
    names: tuple[str, ...]
    sheets: int
    signatures: int
    deals: int
    changes: int
    entries: int
    club_changes: int

    @property
    def mark(self) -> str:
        """Another for every other effect."""
        matches = (self.sheets, self.signatures, self.deals, self.changes)
        told = (self.player.pk, *matches, self.entries, self.club_changes, "/".join(self.names))
        return ".".join(map(str, told))


def effect_of_forgetting(player: Player) -> Forgetting:
    """What it would come to to delete the person's name; nothing is written. Raises CannotChange
    while the person is an officer."""
    account = player.account
    if account and player.club.role_of(account):
        raise CannotChange(
            _("%(name)s is an officer of the club: the office has to be given up first.")
            % {"name": account.name}
        )
    count = Counter(type(row).__name__ for row, _fields in _changed(player, lock=False))
    names = dict.fromkeys([player.name, *player.names_before, *([account.name] if account else [])])
    return Forgetting(
        player,
        tuple(names),
        count["Match"],
        count["Signature"],
        count["Deal"],
        count["LogEntry"],
        count["Entry"],
        count["ClubEntry"] + sum(count[model.__name__] for model in _COMPETED),
    )


@transaction.atomic
def forget(player: Player, seen: str, by: User) -> None:
    """Delete the person's name wherever it is told, for good. `seen` is the mark of the effect that
    was shown. Raises CannotChange, also where it has become another."""
    club = player.club
    Competition.lock_of([club])  # whose verbs write names, too
    with club.changing(by, "forget_player"):
        fresh = Player.objects.select_related("club").get(pk=player.pk)
        if fresh.forgotten:
            return  # the same press twice
        if fresh.merged_into_id or effect_of_forgetting(fresh).mark != seen:
            raise CannotChange(_("Meanwhile something has changed. Look again."))
        for row, fields in _changed(fresh, lock=True):
            if isinstance(row, Deal):
                row.revision += 1  # a page that was opened before does not bring the name back
                fields = [*fields, "revision"]
            row.save(update_fields=fields)
        entries = [entry.pk for entry in fresh.entries]
        Invitation.objects.filter(player__in=entries).delete()
        Player.objects.filter(pk__in=entries).update(
            name=UNNAMED, forgotten=True, hidden=True, user=None
        )
        club.note("forget", by.name, player=fresh)


def _changed(player: Player, *, lock: bool) -> Iterator[tuple[models.Model, list[str]]]:
    """Every row that tells the name, as it is without; with the fields that differ."""
    account = player.account
    own = {account.name} if account else set()
    names = {player.name, *player.names_before, *own}
    seats = dict(player.seatings.order_by("match").values_list("match", "seat"))
    numbers = list(seats)
    for at in range(0, len(numbers), AT_A_TIME):
        matches = player.club.matches.filter(pk__in=numbers[at : at + AT_A_TIME])
        if lock:
            matches = matches.select_for_update(of=("self",))
        for match in matches.order_by("pk").prefetch_related("signatures", "deals", "log"):
            yield from _changed_of(match, seats[match.pk], names)
    if own:
        yield from _elsewhere(player.club, numbers, own)
    yield from _competed(player, names, own)
    entries = [entry.pk for entry in player.entries]
    for row in player.club.log.all():
        yield from _differing(
            row, ("by", "before", "after"), names if row.player_id in entries else own
        )


def _changed_of(
    match: "Match", seat: str, names: Collection[str]
) -> Iterator[tuple[models.Model, list[str]]]:
    """Those of a match in which the person sat, by whatever name the sheet gives them."""
    written = match.players.get(seat, seat)
    here = {*names, written} - {seat}
    fields = []
    if written not in (seat, UNNAMED):
        match.players = match.players | {seat: UNNAMED}
        fields.append("players")
    told = without(match.given_up, here)
    if told != match.given_up:
        match.given_up = told
        fields.append("given_up")
    if fields:
        yield match, fields
    rows: Iterable[models.Model] = (
        *match.signatures.all(),
        *match.deals.all(),
        *match.log.all(),
    )
    for row in rows:
        yield from _differing(row, _FIELDS[type(row)], here, seat)


def _elsewhere(
    club: Club, seen: list[int], own: Collection[str]
) -> Iterator[tuple[models.Model, list[str]]]:
    """Those in which only the account stands: changes made to the club's matches of others."""
    for model, fields in _FIELDS.items():
        named = Q(by__in=own) | Q(name__in=own) if model is Signature else Q(by__in=own)
        rows = model._default_manager.filter(named, match__club=club).exclude(match__in=seen)
        for row in rows:
            yield from _differing(row, fields, own)


def _competed(
    player: Player, names: Collection[str], own: Collection[str]
) -> Iterator[tuple[models.Model, list[str]]]:
    """Those of competitions: the person's entries, what the logs of their competitions say of them,
    and what the account did in any competition of the club."""
    told = dict.fromkeys(names, UNNAMED)
    entered = set()
    entries = Entry.objects.filter(seats__player__in=player.entries)
    for entry in entries.select_related("competition").distinct():
        entered.add(entry.competition_id)
        shown = without_one(entry.name, names, entry.competition.entry_kind)
        if shown != entry.name:
            told[entry.name], entry.name = shown, shown
            yield entry, ["name"]
    for model, (club, fields) in _COMPETED.items():
        for row in model._default_manager.filter(**{club: player.club}):
            # Whoever came in for somebody need not be entered there.
            here = isinstance(row, CompetitionChange) and (
                row.competition_id in entered or "came_in" in (row.after or {})
            )
            changed = []
            for field in fields:
                stored = getattr(row, field)
                without_it = untold(stored, told if here else dict.fromkeys(own, UNNAMED))
                if without_it != stored:
                    setattr(row, field, without_it)
                    changed.append(field)
            if changed:
                yield row, changed


def _differing(
    row: models.Model, fields: Iterable[str], names: Collection[str], seat: str = ""
) -> Iterator[tuple[models.Model, list[str]]]:
    changed = []
    for field in fields:
        stored = getattr(row, field)
        told: Any = without(stored, names)
        if seat and isinstance(told, dict) and told.get("players", {}).get(seat, seat) != seat:
            told = told | {"players": told["players"] | {seat: UNNAMED}}
        if told != stored:
            setattr(row, field, told)
            changed.append(field)
    if changed:
        yield row, changed
