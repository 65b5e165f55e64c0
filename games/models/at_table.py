"""The match of a competition that is played at a table: begun there, and taken off it."""

from collections.abc import Mapping

from django.core.exceptions import PermissionDenied
from django.utils import timezone
from django.utils.translation import gettext as _

from games.manille.table import Seat
from games.permissions import allows

from .evenings import must_be_in_time
from .match import Match
from .player import Player
from .rating import rate_match
from .table import FACTS, Table
from .user import CannotChange, User


def start_match_at(
    table: Table, people: Mapping[Seat, Player], first_dealer: Seat, by: User
) -> Match:
    """Open the table's match under the competition's rules, with these people at it. Asked
    twice, the match that is there. Raises CannotChange."""
    competition = table.competition
    with competition.changing(by, "start_table", captain=bool(table.led_by(by, "start_table"))):
        competition.must_run()
        competition.club.lock()  # before the table, as signing does: a match begins in it
        table.read_afresh()
        return table.match or begin(table, people, first_dealer, by.name)


def begin(table: Table, people: Mapping[Seat, Player], first_dealer: Seat, by: str) -> Match:
    """Open the match of a table that was read afresh and has none; part of a verb. Raises
    CannotChange."""
    competition, meeting = table.competition, table.meeting
    competition.must_run()
    must_be_in_time(competition)
    if meeting and not meeting.revealed:
        raise CannotChange(_("Both line-ups are to be handed in first."))
    if table.is_bye or table.kind != "unplayed":
        raise CannotChange(_("There is a result already."))
    if len({player.pk for player in people.values()}) < len(people):
        # Two entries can turn out to be of one person.
        raise CannotChange(_("Nobody has two seats."))
    told = {
        "competition": competition.name,
        "round": table.round.number,
        "table": table.number,
        "game": table.game,
    }
    if meeting:
        place = _("%(competition)s, round %(round)s, meeting %(table)s, game %(game)s")
    elif competition.several_games:
        place = _("%(competition)s, round %(round)s, table %(table)s, game %(game)s")
    else:
        place = _("%(competition)s, round %(round)s, table %(table)s")
    table.match = Match.start(
        by=by,
        rules=competition.rules,
        preset=competition.preset,
        rules_name=competition.rules_name,
        players={seat: player.name for seat, player in people.items()},
        first_dealer=first_dealer,
        place=place % told,
        played_on=competition.club.today(),
        club=competition.club,
        people=people,
    )
    table.save(update_fields=["match"])
    competition.note("start match", by, after=table.told(), round=table.round.number)
    return table.match


def take_off(table: Table, reason: str, seen: str, by: User) -> None:
    """Have the match be no longer this table's, as where it was started for others; `seen` is
    the mark of the table as it was shown. With it goes the result, unless it was typed in. The
    match stays one of the club. Raises CannotChange."""
    competition = table.competition
    with competition.changing(by, "take_off_match"):
        competition.must_run()
        # The club, the match, then the table: as signing does.
        competition.club.lock()
        if table.match_id:
            Match.objects.select_for_update().filter(pk=table.match_id).first()
        table.read_afresh()
        match = table.match
        if match is None:
            return  # the same press twice
        if table.mark != seen:
            raise CannotChange(_("Meanwhile this result has changed. Look again, then confirm."))
        role = competition.club.role_of(by)
        if not allows(role, table.verb_to_correct(timezone.now())):
            raise PermissionDenied
        before = table.told() | {"match": match.code}
        table.match = None
        if not table.typed_by:
            for fact in FACTS:
                setattr(table, fact, table._meta.get_field(fact).get_default())
            table.counted, table.counted_at, table.confirmed_by = False, None, ""
        table.save()
        match.place = ""  # which told the competition and the table
        match.save(update_fields=["place"])
        if match.is_signed:
            rate_match(match, competition.club_id)  # it counts, if it was secret until now
        competition.note(
            "take off match", by.name, before, table.told(), reason, round=table.round.number
        )
