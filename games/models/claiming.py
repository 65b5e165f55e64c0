"""A guests' match taken into a club, and one of a club's released from it."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from games.manille.table import Seat

from .club import Club
from .deal import CannotRecord
from .match import Match
from .played import count
from .player import Player, Seating
from .rating import rate_match
from .table import Table
from .user import User


def claim_match(
    match: Match, club: Club, people: Mapping[Seat, Player], new: Mapping[Seat, str], by: User
) -> None:
    """Make a guests' match one of a club's. `people` are those of the club who sat there, `new`
    the names of others who join its people; the sheet stays as it was written. Raises
    CannotRecord, CannotChange, PermissionDenied."""
    with club.changing(by, "claim_into"), match.changing():
        if match.club_id == club.pk:
            return  # the same press twice
        if match.club_id:
            raise CannotRecord(_("Meanwhile this match was taken into another club."))
        people = {seat: player.present() for seat, player in people.items()}
        added = dict(zip(new, Player.add(club, new.values(), by), strict=True))
        match.club = club
        match.save(update_fields=["club"])
        Seating.add(match, {**people, **added})
        if match.is_signed:
            count(match)
        match.note("claim", by.name, after={"club": club.name})


def may_release(match: Match) -> None:
    """Raises CannotRecord where the match stands at a table of a competition."""
    if Table.objects.filter(match=match).exists():
        raise CannotRecord(
            _("This match is played at a table of a competition: take it off the table first.")
        )


def release_match(match: Match, reason: str, by: User) -> None:
    """Make a club's match one of guests: its sheet and its links stay, nobody of the club's people
    sits there any more. Raises CannotRecord, PermissionDenied."""
    club = match.club
    if club is None:
        return  # the same press twice
    with club.changing(by, "release"), match.changing():
        if match.club_id != club.pk:
            return
        may_release(match)
        club.note("release", by.name, before={"name": str(match)})
        match.note("release", by.name, before={"club": club.name}, reason=reason)
        match.seatings.all().delete()
        match.club, match.signed_deals = None, None
        match.save(update_fields=["club", "signed_deals"])
        if match.is_signed:
            rate_match(match, club.pk)
