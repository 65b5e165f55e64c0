"""Whether rows of a file make sense together, so that no page of the club stumbles over one.

Each function takes rows that are not stored yet and raises InvalidBackup, or one of ODD where
something is not built as it should be.
"""

import re
import zoneinfo
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import slug_re
from django.db import models

from games.figures import facts_of
from games.manille.errors import Fault, ManilleError, gettext_noop
from games.manille.presets import PRESETS
from games.manille.record import (
    FORMAT,
    MAX_DEALS,
    VERSION,
    deal_to_json,
    record_as_told,
    rules_from_json,
)
from games.manille.record_reader import MOST_POINTS
from games.manille.rules import Rules
from games.models import (
    FORMATS,
    LONGEST_NAME,
    Club,
    ClubEntry,
    Competition,
    CompetitionChange,
    Day,
    Deal,
    Entry,
    LogEntry,
    Match,
    Meeting,
    Player,
    Round,
    Table,
    fits,
    partners,
    unturned,
)
from games.models.day import FIRST_DAY, LAST_DAY, MOST_ROUNDS
from games.models.formats import BOUNDS, INDIVIDUAL, PAIR
from games.models.meeting import SIDES
from games.pairing.rounds import WHY
from games.standings import Scheme
from games.standings.scheme import NUMBERS
from games.wording.changes import entry_words
from games.wording.clubs import club_entry
from games.wording.competition_changes import competition_change

from .draws import ALWAYS
from .faults import InvalidBackup, wrong
from .fields import text

ODD = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What code raises that takes a value for granted."""

_FRACTION = re.compile(r"-?\d{1,9}(/[1-9]\d{0,8})?", re.ASCII)


@dataclass
class Known:
    """What has been read so far: matches in which not just two sides play, by key; competitions by
    key; the competition of each entry and of each round by its key; the number of each
    competition's last round. `untold` counts line-ups that were handed in, and are not in the file
    since they still waited for the other team's."""

    odd_matches: set[int] = field(default_factory=set)
    competitions: dict[int, Competition] = field(default_factory=dict)
    competition_of: dict[int, int] = field(default_factory=dict)
    competition_of_round: dict[int, int] = field(default_factory=dict)
    last_round: dict[int, int] = field(default_factory=dict)
    rules: dict[str, Rules] = field(default_factory=dict)
    untold: int = 0

    def rules_of(self, frozen: Mapping[str, Any], place: str) -> Rules:
        """The rules of a row; each different ones are read once."""
        key = repr(frozen)
        if key not in self.rules:
            if len(self.rules) > 1000:
                self.rules.clear()
            try:
                self.rules[key] = rules_from_json(frozen)[1]
            except ManilleError as error:
                raise _placed(error, f"{place}.frozen_rules") from None
        return self.rules[key]


def club(row: Club, place: str) -> None:
    if row.zone not in zoneinfo.available_timezones():
        raise wrong(f"{place}.zone", gettext_noop("There is no such time zone."))
    _named(row.name, f"{place}.name")


def player(row: Player, place: str) -> None:
    _named(row.name, f"{place}.name")


def club_history(row: ClubEntry, place: str) -> None:
    for column in ("before", "after"):
        for key, value in (getattr(row, column) or {}).items():
            if key in ("name", "role"):
                text(value, f"{place}.{column}.{key}")
    if row.verb == "rename":
        row.before["name"]  # a name that the person had: their page tells it
    club_entry(row)


def match(row: Match, rows: Mapping[str, Sequence[Any]], known: Known, place: str) -> None:
    """A match with the rows in it; its figures are worked out."""
    rules = known.rules_of(row.frozen_rules, place)
    row.rules = rules
    _system(row.preset, place)
    if not slug_re.match(row.code):
        raise wrong(f"{place}.code", gettext_noop("This value cannot stand here."))
    if set(row.players) != set(rules.table.seats):
        raise wrong(f"{place}.players", gettext_noop("Here every seat has a name."))
    for seat, name in row.players.items():
        row.players[seat] = unturned(text(name, f"{place}.players.{seat}", LONGEST_NAME))
    _one_of(row.first_dealer, rules.table.seats, f"{place}.first_dealer")
    _one_of(row.given_up_by, ("", *rules.table.sides), f"{place}.given_up_by")
    for at, seating in enumerate(rows["seats"]):
        _one_of(seating.seat, rules.table.seats, f"{place}.seats[{at}].seat")
    for at, signature in enumerate(rows["signatures"]):
        _one_of(signature.side, rules.table.sides, f"{place}.signatures[{at}].side")
    _deals(row, rows["deals"], place)
    _result(row, place)
    row.__dict__["played"] = rows["deals"]
    if row.is_signed and row.club_id:
        row.signed_deals = facts_of(row.sheet)
    for at, entry in enumerate(rows["history"]):
        _told(entry, f"{place}.history[{at}]", lambda entry=entry: _said(row, entry))


def _deals(row: Match, deals: Sequence[Deal], place: str) -> None:
    """Asks the engine whether these deals can have happened."""
    if len(deals) > MAX_DEALS:
        message = gettext_noop("A record holds at most %(deals)s deals.")
        raise wrong(f"{place}.deals", message, deals=MAX_DEALS)
    records = []
    for at, deal in enumerate(deals):
        here = f"{place}.deals[{at}]"
        deal.match = row
        try:
            # Cards that no longer fit after a correction stay, as on the site; and how long after
            # its start a match goes on has no bounds there.
            told = replace(deal.as_record(), minute=None, hands={}, tricks=())
            records.append(deal_to_json(row.rules, told))
        except ManilleError as error:
            raise _placed(error, here) from None
        except ODD:
            raise wrong(here, gettext_noop("This is not what a deal looks like.")) from None
    if not records:
        return
    records[0].setdefault("dealer", deals[0].dealer or row.first_dealer)
    document = {"format": FORMAT, "version": VERSION, "rules": row.frozen_rules, "deals": records}
    try:
        record_as_told(document)
    except ManilleError as error:
        raise _placed(error, place) from None
    for at, deal in enumerate(deals):
        try:
            deal.clean()
        except ValidationError as error:
            raise _placed(error, f"{place}.deals[{at}]") from None


def _result(row: Match, place: str) -> None:
    """The result that was signed. It need not be what the deals come to today: it was signed."""
    place = f"{place}.signed_result"
    if (row.signed_result is None) != (row.signed_at is None):
        raise wrong(place, gettext_noop("A signed match has a result and the time of signing."))
    if row.signed_result is None:
        return
    sides = row.rules.table.sides
    message = gettext_noop("This is not what a signed result looks like.")
    if set(row.signed_result) != {"totals", "credited", "winner"}:
        raise wrong(place, message)
    for key in ("totals", "credited"):
        points = row.signed_result[key]
        if not isinstance(points, dict) or set(points) != set(sides):
            raise wrong(place, message)
        if any(type(each) is not int or abs(each) > MOST_POINTS for each in points.values()):
            raise wrong(place, message)
    if row.signed_result["winner"] is not None:
        _one_of(row.signed_result["winner"], sides, f"{place}.winner")


def _said(row: Match, entry: LogEntry) -> None:
    """Tells a row of the history, as its page will."""
    entry_words(row, entry)
    for told in (entry.before, entry.after):
        for key in ("name", "side"):
            if not isinstance((told or {}).get(key, ""), str):
                raise TypeError(key)


def competition(
    row: Competition, rows: Mapping[str, Sequence[Any]], known: Known, place: str
) -> None:
    rules = known.rules_of(row.frozen_rules, place)
    _system(row.preset, place)
    _named(row.name, f"{place}.name")
    _one_of(row.format, FORMATS, f"{place}.format")
    _one_of(row.entry_kind, row.how.kinds, f"{place}.entry_kind")
    if row.slug in ("new", ""):
        raise wrong(f"{place}.slug", gettext_noop("This value cannot stand here."))
    if not fits(rules, row.format, row.entry_kind):
        message = gettext_noop("By these rules a table has other sides than this format needs.")
        raise wrong(f"{place}.frozen_rules", message)
    here = f"{place}.settings"
    if set(row.settings) != {"scheme", "options"}:
        raise wrong(here, gettext_noop("Here are the scheme and the options of the format."))
    known_options, options = row.how.options, row.settings["options"]
    if not isinstance(options, dict) or set(options) - set(known_options):
        raise wrong(f"{here}.options", gettext_noop("These are not the options of the format."))
    # A format may have got a further option since.
    row.settings["options"] = {**known_options, **options}
    for key, value in row.settings["options"].items():
        least, most = BOUNDS.get(key, (False, True))
        if type(value) is not type(known_options[key]) or not least <= value <= most:
            raise wrong(f"{here}.options.{key}", gettext_noop("This value cannot stand here."))
    _scheme(row.settings["scheme"], f"{here}.scheme")
    for at, day in enumerate(rows["days"]):
        _day(day, f"{place}.days[{at}]")


def _day(row: Day, place: str) -> None:
    if not 1 <= row.number <= MOST_ROUNDS:
        raise wrong(f"{place}.number", gettext_noop("No competition has so many rounds."))
    if not FIRST_DAY <= row.on <= LAST_DAY:
        raise wrong(f"{place}.on", gettext_noop("This day is too far away to be planned."))


def _scheme(told: Any, place: str) -> None:
    if not isinstance(told, dict):
        raise wrong(place, gettext_noop("Here a JSON object is expected."))
    for key, value in told.items():
        # Fraction would read "1e999999999", for as long as that takes.
        if isinstance(value, str) and key in NUMBERS and not _FRACTION.fullmatch(value):
            raise wrong(f"{place}.{key}", gettext_noop("This value cannot stand here."))
    try:
        Scheme.from_json(told)
    except ManilleError as error:
        raise _placed(error, place) from None


def entry(row: Entry, rows: Mapping[str, Sequence[Any]], known: Known, place: str) -> None:
    _named(row.name, f"{place}.name")
    size = {INDIVIDUAL: 1, PAIR: 2}.get(known.competitions[row.competition_id].entry_kind)
    people = sorted(each.place for each in rows["people"])
    if people != list(range(1, size + 1)) if size else not people:
        message = gettext_noop("These are not the people of one entry, each with a place.")
        raise wrong(f"{place}.people", message)


def round(row: Round, rows: Mapping[str, Sequence[Any]], known: Known, place: str) -> None:
    holder = known.competitions[row.competition_id]
    if row.number != known.last_round.get(holder.pk, 0) + 1:
        raise wrong(f"{place}.number", gettext_noop("Rounds are numbered one after another."))
    known.last_round[holder.pk] = row.number
    if holder.how.pools and row.number == 1 and not {"pools", "pool_rounds"} <= set(row.draw):
        raise wrong(f"{place}.draw", gettext_noop("The first round tells the pools."))
    there: dict[int, set[int | None]] = {}
    for at, table in enumerate(rows["tables"]):
        here = f"{place}.tables[{at}]"
        _table(table, holder, known, here)
        own = {table.a_id, table.a2_id, table.b_id, table.b2_id}
        several = table.number and not holder.how.meetings  # whose games are tested with them
        if several and there.setdefault(table.number, own) != own:
            raise wrong(here, gettext_noop("These are not the sides of a table of this format."))


def _table(row: Table, holder: Competition, known: Known, place: str) -> None:
    entries = (row.a_id, row.a2_id, row.b_id, row.b2_id)
    own = [key for key in entries if key is not None]
    if any(known.competition_of[key] != holder.pk for key in own):
        raise wrong(place, gettext_noop("An entry of another competition cannot play here."))
    if len(set(own)) < len(own):
        raise wrong(place, gettext_noop("Nobody plays twice at one table."))
    if row.is_bye:
        _one_of(row.why, WHY, f"{place}.why")
    size = {INDIVIDUAL: 1, PAIR: 2}.get(holder.entry_kind)
    if size:
        each = 1 if row.is_bye else partners(holder.format, holder.entry_kind) // size
        if [row.a2_id, row.b2_id].count(None) != (2 if each == 1 else 0):
            raise wrong(place, gettext_noop("These are not the sides of a table of this format."))
    if holder.how.meetings and (row.a2_id or row.b2_id):
        raise wrong(place, gettext_noop("These are not the sides of a table of this format."))
    if row.match_id in known.odd_matches:
        raise wrong(f"{place}.match", gettext_noop("In this match not just two sides play."))


def meeting(row: Meeting, rows: Mapping[str, Sequence[Any]], known: Known, place: str) -> None:
    """A meeting with its line-ups. Whoever played may have left the team since."""
    holder = known.competitions[known.competition_of_round[row.round_id]]
    if not holder.how.meetings:
        raise wrong(place, gettext_noop("In a competition of this format nobody meets as a team."))
    if row.held_on and not FIRST_DAY <= row.held_on <= LAST_DAY:
        raise wrong(f"{place}.held_on", gettext_noop("This day is too far away to be planned."))
    teams = (row.home_id, row.guests_id)
    if any(known.competition_of[key] != holder.pk for key in teams):
        raise wrong(place, gettext_noop("An entry of another competition cannot play here."))
    if row.home_id == row.guests_id:
        raise wrong(place, gettext_noop("Nobody plays twice at one table."))
    if not row.revealed and not rows["line_ups"]:
        known.untold += row.handed_in("a") or row.handed_in("b")
        row.home_at = row.guests_at = None
    places = range(1, holder.team_size + 1)
    for at, one in enumerate(rows["line_ups"]):
        here = f"{place}.line_ups[{at}]"
        _one_of(one.side, SIDES, f"{here}.side")
        _one_of(one.place, places, f"{here}.place")
        _one_of(one.from_game, range(1, holder.option["games"] + 1), f"{here}.from_game")
    for side in SIDES:
        first = [one.place for one in rows["line_ups"] if one.side == side and one.from_game == 1]
        if sorted(first) != (list(places) if row.handed_in(side) else []):
            message = gettext_noop("A line-up that was handed in names somebody for every place.")
            raise wrong(f"{place}.line_ups", message)
        for game in range(1, holder.option["games"] + 1):
            there = {
                one.place: one.player_id
                for one in sorted(rows["line_ups"], key=lambda one: one.from_game)
                if one.side == side and one.from_game <= game
            }
            if len(set(there.values())) < len(there):
                raise wrong(f"{place}.line_ups", gettext_noop("Nobody plays in two pairs."))


def games_of(row: Meeting, games: Sequence[Table], known: Known, place: str) -> None:
    """Whether these tables can be the games of a meeting."""
    holder = known.competitions[known.competition_of_round[row.round_id]]
    numbers = sorted(game.game for game in games)
    sides = {(game.a_id, game.b_id) for game in games}
    if numbers != list(range(1, holder.option["games"] + 1)) or sides != {
        (row.home_id, row.guests_id)
    }:
        raise wrong(place, gettext_noop("The tables of its round are not those of this meeting."))


def competition_history(row: CompetitionChange, place: str) -> None:
    for told in (row.before, row.after):
        if told and set(told) >= ALWAYS:
            continue
        for key, value in (told or {}).items():
            if key in ("name", "entry", "kind", "winner", "typed_by") and value is not None:
                text(value, f"{place}.{key}")
    competition_change(row)


def _told(row: models.Model, place: str, say: Any) -> None:
    """Tells a row of a history. Raises InvalidBackup where nobody could."""
    try:
        say()
    except InvalidBackup:
        raise
    except ODD:
        message = gettext_noop("This change cannot be told: it is not built like one.")
        raise wrong(place, message) from None


def told(row: models.Model, known: Known, place: str) -> None:
    """Tests a row that needs no others beside it."""
    say = {
        ClubEntry: lambda: club_history(row, place),
        CompetitionChange: lambda: competition_history(row, place),
    }.get(type(row))
    if say:
        _told(row, place, say)
    elif isinstance(row, Player):
        player(row, place)


def _named(name: str, place: str) -> None:
    if not name.strip():
        raise wrong(place, gettext_noop("This is missing."))


def _system(preset: str, place: str) -> None:
    _one_of(preset, ("", *PRESETS), f"{place}.preset")


def _one_of(value: str, words: Any, place: str) -> None:
    if value not in words or (isinstance(words, str) and len(value) != 1):
        raise wrong(place, gettext_noop("This value cannot stand here."))


def _placed(error: ManilleError | ValidationError, place: str) -> InvalidBackup:
    """The engine's refusal, or a form's, at its place in the file."""
    if isinstance(error, ManilleError):
        faults = [
            replace(fault, place=f"{place}.{fault.place}" if fault.place else place)
            for fault in error.faults
        ]
        return InvalidBackup(faults)
    return InvalidBackup(
        [Fault("%(message)s", {"message": each}, place) for each in error.messages]
    )
