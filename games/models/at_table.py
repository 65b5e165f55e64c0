"""The match of a competition that is played at a table: begun there, and taken off it."""

from collections.abc import Iterable, Mapping

from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _

from games.manille.table import Seat
from games.permissions import allows

from .entry import EntryPlayer
from .evenings import must_be_in_time
from .match import Match
from .player import Player, Seating
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
    after = table.told()
    # In a meeting against its line-ups, which tell the substitutes who were named beforehand.
    came_in = came_in_for(table.seated(), people, table)
    if came_in:
        # As the sheet has a name, which may have been deleted while somebody chose it.
        name_of = {one.pk: table.match.players[seat] for seat, one in people.items()}
        after["came_in"] = [[name_of[other.pk], one.name] for one, other in came_in]
    competition.note("start match", by, after=after, round=table.round.number)
    return table.match


def came_in_for(
    entered: Mapping[Seat, Player], there: Mapping[Seat, Player], table: Table
) -> list[tuple[Player, Player]]:
    """Who was entered but does not sit `there`, each with whoever plays instead, in the order of
    the seats. Who only changed seats at the table replaces nobody."""
    seats = [seat for side in table.competition.rules.table.sides for seat in side]
    one, other = (
        [found[seat] for seat in seats if seat in found and found[seat] not in away.values()]
        for found, away in ((entered, there), (there, entered))
    )
    return list(zip(one, other, strict=False))


def came_in_at(tables: Iterable[Table]) -> dict[int, list[tuple[Player, Player]]]:
    """Of tables that are no meetings': key of each at whose match somebody plays for another ->
    who was entered, with whoever plays instead; those who were merged are one. One query for all
    tables, and where somebody does a second."""
    by_match = {
        table.match_id: table for table in tables if table.match_id and not table.meeting_id
    }
    if not by_match:
        return {}
    fields = ("a", "a2", "b", "b2")
    drawn = Q(*(("entry", OuterRef(f"match__table__{each}")) for each in fields), _connector=Q.OR)
    person = Coalesce("player__merged_into", "player")
    entered = EntryPlayer.objects.annotate(person=person).filter(drawn, person=OuterRef("person"))
    seatings = Seating.objects.filter(match__in=by_match).select_related("player__merged_into")
    there: dict[int, dict[Seat, Player]] = {}
    found = {}
    for one in seatings.annotate(person=person, drawn=Exists(entered)).order_by("match"):
        there.setdefault(one.match_id, {})[one.seat] = one.player.person
        if not one.drawn:
            found[one.match_id] = by_match[one.match_id]
    if not found:
        return {}
    people: dict[int, list[Player]] = {}
    keys = {getattr(table, f"{each}_id") for table in found.values() for each in fields} - {None}
    of_entries = EntryPlayer.objects.filter(entry__in=keys).order_by("place")
    for one in of_entries.select_related("player__merged_into"):
        people.setdefault(one.entry_id, []).append(one.player.person)
    return {
        table.pk: came_in_for(table.seated(people), there[key], table)
        for key, table in found.items()
    }


def came_in_now(tables: Iterable[Table]) -> dict[int, list[tuple[Player, Player]]]:
    """Number of each table of a round at which somebody sits for another now -> who was drawn to
    it, with whoever sits there instead: as in the last of its games that was begun, since who came
    in stays. `tables`: with all their games in order. Asks as `came_in_at`."""
    latest = {table.number: table for table in tables if table.match_id}
    found = came_in_at(latest.values())
    return {number: found[table.pk] for number, table in latest.items() if found.get(table.pk)}


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
