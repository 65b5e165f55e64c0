"""A further match of the same people, begun from the sheet of the one before."""

from collections.abc import Mapping

from django.utils import timezone
from django.utils.translation import gettext as _

from games.manille.table import Seat

from .deal import CannotRecord
from .match import Match
from .player import Player
from .table import Table


def may_have_another(match: Match) -> None:
    """Raises CannotRecord where the match stands at a table of a competition."""
    if Table.objects.filter(match=match).exists():
        raise CannotRecord(
            _("This match is played at a table of a competition, which tells what comes next.")
        )


def start_another(
    match: Match,
    players: Mapping[Seat, str],
    first_dealer: Seat,
    known: int,
    by: str = "",
    came_from: Mapping[Seat, Seat] | None = None,
) -> Match:
    """Begin a further match of the same people under the same rules, in these seats. `came_from`
    tells for each seat where its player sat before; None: everybody stayed.

    `known` is how many further matches the asker was shown: where there are more the press came
    twice, or another device was first, and the newest comes back. Raises CannotRecord while the
    match is not over, and for one of a competition: a further one would be outside it, and public
    while that may not be.
    """
    with match.changing(counts=True):  # it begins on the locked club
        may_have_another(match)
        if not match.is_over:
            raise CannotRecord(_("This match is not over yet: play or end it first."))
        further = list(match.followed_by.order_by("pk"))
        if len(further) > known:
            return further[-1]
        new = Match.start(
            by=by,
            rules=match.rules,
            preset=match.preset,
            rules_name=match.rules_name,
            players=dict(players),
            first_dealer=first_dealer,
            place=match.place,
            played_on=match.club.today() if match.club else timezone.localdate(),
            follows=match,
            club=match.club,
            people=_people(match, came_from),
        )
        # Also for those who follow this match: its log moves, so their page is fetched anew.
        match.note("another", by)
        return new


def _people(match: Match, came_from: Mapping[Seat, Seat] | None) -> dict[Seat, Player]:
    """Who of the club's people sits where once all moved."""
    if match.club_id is None:
        return {}
    sat = {one.seat: one.player for one in match.seatings.select_related("player")}
    came_from = came_from or {seat: seat for seat in sat}
    return {seat: sat[before] for seat, before in came_from.items() if before in sat}
