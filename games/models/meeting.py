"""A meeting of two teams in a round: the captains' line-ups, and the games between their pairs."""

import hashlib
import uuid
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games import pairing
from games.permissions import CAPTAIN, allows
from games.standings import Move

from .claims import differ, is_result, typed_in
from .competition import Competition
from .day import FIRST_DAY, LAST_DAY
from .entry import Entry
from .player import Player
from .standings import moves_if
from .table import FACTS, SIDES, Table
from .user import CannotChange, User


class Meeting(models.Model):
    """A meeting. Its games are tables with its number, home being their side `a`. Who sits there
    follows from both line-ups; neither is told before both are handed in."""

    round = models.ForeignKey("games.Round", on_delete=models.CASCADE, related_name="meetings")
    number = models.PositiveSmallIntegerField()
    home = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    guests = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    held_on = models.DateField(null=True)  # where that is another day than the round's
    home_at = models.DateTimeField(null=True)  # when the home team's line-up was handed in
    guests_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["round", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="one_meeting_of_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.home} – {self.guests}"

    def get_absolute_url(self) -> str:
        return self.url("meeting")

    def url(self, name: str, *args: Any) -> str:
        """The address of a page about this meeting."""
        competition = self.competition
        return reverse(name, args=[competition.club.slug, competition.slug, self.pk, *args])

    @property
    def competition(self) -> Competition:
        return self.round.competition

    def team(self, side: str) -> Entry:
        """The team of side `a`, at home, or `b`."""
        return self.home if side == "a" else self.guests

    def handed_in(self, side: str) -> bool:
        return (self.home_at if side == "a" else self.guests_at) is not None

    @property
    def revealed(self) -> bool:
        """Whether both line-ups are handed in, and so told to everybody."""
        return self.home_at is not None and self.guests_at is not None

    @property
    def uid(self) -> uuid.UUID:
        """By it calendar programs know the meeting again: each that was ever drawn has its own, and
        keeps it on another site, as its round keeps the seed of its draw."""
        told = f"meeting:{self.round.seed}:{self.round.number}:{self.number}"
        return uuid.uuid5(uuid.NAMESPACE_OID, told)

    @property
    def withdrawn(self) -> Entry | None:
        """The team that has withdrawn, if one has."""
        return next((team for team in (self.home, self.guests) if team.withdrawn_at), None)

    def is_captain(self, side: str, user: User) -> bool:
        """Whether that is the account of the captain of that side."""
        return self.team(side).captain.is_of(user)

    def led_by(self, user: User, verb: str) -> str:
        """The side that this account leads, where captains may do that; or none."""
        if not allows(CAPTAIN, verb):
            return ""
        return next((side for side in SIDES if self.is_captain(side, user)), "")

    def typed_for(self) -> dict[int, str]:
        """Number of each game whose result was last typed in by a captain -> the captain's side.
        The log tells."""
        last = {after["game"]: after.get("captain") for after in typed_in(self)}
        return {game: SIDES[side] for game, side in last.items() if side in (0, 1)}

    def claims(self) -> dict[int, dict[str, dict[str, Any]]]:
        """Number of a game -> side -> what its captain last typed in there: the facts of a result
        (models.table.FACTS). The log tells, though the other captain or an officer typed in another
        since."""
        found: dict[int, dict[str, dict[str, Any]]] = {}
        for after in typed_in(self):
            facts = {fact: after.get(fact) for fact in FACTS}
            if after.get("captain") in (0, 1) and is_result(facts):
                found.setdefault(after["game"], {})[SIDES[after["captain"]]] = facts
        return found

    def disputed(self) -> set[int]:
        """The numbers of the games of which the captains told different results."""
        return {game for game, told in self.claims().items() if differ(told)}

    @classmethod
    def make(cls, round: Any, number: int, home: int, guests: int) -> "Meeting":
        """A meeting with its games; part of drawing a round. The teams by their keys."""
        meeting = cls.objects.create(round=round, number=number, home_id=home, guests_id=guests)
        games = range(1, round.competition.option["games"] + 1)
        Table.objects.bulk_create(
            Table(round=round, number=number, game=game, a_id=home, b_id=guests, meeting=meeting)
            for game in games
        )
        return meeting

    # Who plays whom

    @property
    def schedule(self) -> list[tuple[int, int, int]]:
        """For each game its turn, and the number of the pair at home and of the guests' pair. Games
        of one turn are played at the same time."""
        option = self.competition.option
        pairs = range(1, option["pairs"] + 1)
        drawn = pairing.line_up(pairs, [-pair for pair in pairs], option["games"])
        return [(game.turn, game.sides[0][0], -game.sides[1][0]) for game in drawn]

    def people(self, side: str, game: int) -> dict[int, Player]:
        """Who of a side plays at that time: place in the line-up, from 1, -> player. Those of pair
        n have the places 2n - 1 and 2n. Its side or both must know them; see `revealed`."""
        found: dict[int, Player] = {}
        for row in sorted(self.line_ups.all(), key=lambda row: (row.place, row.from_game)):
            if row.side == side and row.from_game <= game:
                found[row.place] = row.player.person
        return found

    def pair(self, side: str, game: int) -> list[Player]:
        """The pair of a side in that game; empty before both line-ups are in."""
        if not self.revealed:
            return []
        _turn, home, guests = self.schedule[game - 1]
        number = home if side == "a" else guests
        people = self.people(side, game)
        return [people[place] for place in (2 * number - 1, 2 * number)]

    # Verbs, as a competition's. All raise CannotChange.

    def hand_in(self, side: str, players: Sequence[Player], by: User) -> None:
        """A team's line-up: the people of its first pair, of its second, and so on. It can be
        handed in anew until the other team's is there; then both are told."""
        competition = self.competition
        with competition.changing(by, "hand_in", captain=self.is_captain(side, by)):
            competition.must_run()
            self.read_afresh()
            if self.revealed:
                if list(self.people(side, 1).values()) == list(players):
                    return  # the same press twice
                raise CannotChange(_("Both line-ups are in: only substitutes can come now."))
            if self.withdrawn:
                raise CannotChange(_("%(team)s has withdrawn.") % {"team": self.withdrawn.name})
            roster = self.team(side).people
            if len(set(players)) != competition.team_size or len(players) != len(set(players)):
                raise CannotChange(_("Nobody plays in two pairs."))
            if not set(players) <= set(roster):
                raise CannotChange(_("Meanwhile the team has changed. Look again."))
            self.line_ups.filter(side=side).delete()
            LineUpPlace.objects.bulk_create(
                LineUpPlace(meeting=self, side=side, place=place, player=player)
                for place, player in enumerate(players, 1)
            )
            if side == "a":
                self.home_at = timezone.now()
            else:
                self.guests_at = timezone.now()
            self.save(update_fields=["home_at", "guests_at"])
            # Officers read the log: it tells who sits where once both sides may know.
            self._note("hand in", by, after={"entry": self.team(side).name})
            if self.revealed:
                self._forget()
                told = [[one.name for one in self.people(each, 1).values()] for each in SIDES]
                self._note("line-ups", by, after={"line_ups": told})

    def substitute(self, side: str, game: int, leaves: Player, comes: Player, by: User) -> None:
        """From that game on somebody else of the team takes a player's place. In the first turn
        only an officer may say so: a captain who does has seen the other line-up."""
        competition = self.competition
        with competition.changing(by, "hand_in", captain=self.is_captain(side, by)):
            competition.must_run()
            self.read_afresh()
            if not self.revealed:
                raise CannotChange(_("Both line-ups are to be handed in first."))
            now = self.people(side, game)
            if comes in now.values() and leaves not in now.values():
                return  # the same press twice
            place = next((at for at, player in now.items() if player == leaves), None)
            later = [self.people(side, each) for each in range(game, len(self.schedule) + 1)]
            if place is None or any(comes in there.values() for there in later):
                raise CannotChange(_("Choose one who plays, and one who does not."))
            roster = self.team(side).people
            if comes not in roster:
                raise CannotChange(_("Meanwhile the team has changed. Look again."))
            officer = allows(competition.club.role_of(by), "hand_in")
            if not officer and self.schedule[game - 1][0] == 1:
                raise CannotChange(
                    _("In the first games only an officer can put another line-up: ask one.")
                )
            number = (place + 1) // 2
            for table in self.games.filter(game__gte=game):
                if table.begun and self.schedule[table.game - 1][1 + SIDES.index(side)] == number:
                    raise CannotChange(
                        _("Game %(game)s has begun already with those who were to play.")
                        % {"game": table.game}
                    )
            self.line_ups.filter(side=side, place=place, from_game__gte=game).delete()
            LineUpPlace.objects.create(
                meeting=self, side=side, place=place, player=comes, from_game=game
            )
            self._forget()
            names = {player.pk: player.name for player in (*now.values(), *roster)}  # as they stand
            told = {"entry": self.team(side).name, "name": names[comes.pk], "game": game}
            self._note("substitute", by, {"name": names[leaves.pk]}, told)

    def move(self, held_on: date | None, reason: str, by: User) -> None:
        """Have it held on another day than its round (None: on that day after all)."""
        with self.competition.changing(by, "move_meeting"):
            self.competition.must_run()
            self.read_afresh()
            if held_on and not FIRST_DAY <= held_on <= LAST_DAY:
                raise CannotChange(_("This day is too far away to be planned."))
            if self.held_on != held_on:
                before = {"day": self.held_on.isoformat() if self.held_on else None}
                self.held_on = held_on
                self.save(update_fields=["held_on"])
                after = {"day": held_on.isoformat() if held_on else None}
                self._note("move meeting", by, before, after, reason)

    def to_settle(self) -> list[Table]:
        """The games that a result for all of them at once reaches: those without one, and those
        that were not played. A game played keeps its result."""
        return [game for game in self.places() if game.kind != "played" or not game.counted]

    def is_settled(self, facts: Mapping[str, Any]) -> bool:
        """Whether that was typed in for all of these games already."""
        games = self.to_settle()
        return all(game.typed_by and {**game.facts, **facts} == game.facts for game in games)

    def settle(self, facts: Mapping[str, Any], reason: str, seen: str, by: User) -> None:
        """One result without play for all games that `to_settle` tells; `facts` and the rest as
        `Table.type_result` takes them, `seen` the mark of the meeting."""
        competition = self.competition
        with competition.changing(by, "type_result"):
            games = self.to_settle()
            if self.is_settled(facts):
                return  # the same press twice
            if self.mark != seen:
                raise CannotChange(
                    _("Meanwhile this result has changed. Look again, then confirm.")
                )
            for game in games:
                game.type_result(facts, reason, game.mark, by)

    def to_confirm(self, by: User) -> list[Table]:
        """The games whose results wait for that account: for an officer all that wait, for a
        captain what the captain of the other side typed in. Not where the captains told different
        results: to decide that is a word of its own, for the game alone."""
        waiting = [game for game in self.places() if game.waits]
        officer = allows(self.competition.club.role_of(by), "confirm_result")
        side = "" if officer else self.led_by(by, "confirm_result")
        if not (officer or side):
            return []
        disputed = {game.pk for game in self.disagreed(waiting)}
        waiting = [game for game in waiting if game.pk not in disputed]
        if officer or not any(game.typed_by for game in waiting):
            return waiting if officer else []
        typed = self.typed_for()
        return [
            game for game in waiting if game.captain_may_confirm(side, typed.get(game.game, ""))
        ]

    def disagreed(self, games: Sequence[Table]) -> list[Table]:
        """Those of these games whose results wait, and of which the captains told different
        ones."""
        waiting = [game for game in games if game.waits]
        # A match that was logged tells what came of it; of others nobody told anything.
        disputed = self.disputed() if any(game.typed_by for game in waiting) else ()
        return [game for game in waiting if game.game in disputed]

    def confirm(self, seen: str, by: User) -> None:
        """That account's word for all results that `to_confirm` tells; `seen` is the mark of those
        games as they were shown. Raises CannotRecord too."""
        captain = bool(self.led_by(by, "confirm_result"))
        with self.competition.changing(by, "confirm_result", captain=captain):
            shown = seen.partition(":")[0].split(".")
            if {str(game.pk) for game in self.places() if game.counted}.issuperset(shown):
                return  # the same press twice
            waiting = self.to_confirm(by)
            if mark_of(waiting) != seen:
                raise CannotChange(
                    _("Meanwhile this result has changed. Look again, then confirm.")
                )
            for game in waiting:
                game.confirm(game.mark, by)

    def moves(self, facts: Mapping[int, Mapping[str, Any]]) -> tuple[Move, ...]:
        """Who would move in the standings if games, by their keys, had these results."""
        return moves_if(
            self.competition,
            {
                game.pk: (game.counted_at is not None, game.result(**facts[game.pk]))
                for game in self.places()
                if game.pk in facts
            },
        )

    def places(self) -> list[Table]:
        """Its games in order, with their matches and deals."""
        games = self.games.select_related("a", "b", "match").prefetch_related("match__deals")
        found = list(games.order_by("game"))
        for game in found:
            game.round, game.meeting = self.round, self
            self.competition.cover(game.a, game.b)
        return found

    @property
    def mark(self) -> str:
        """Another for every other result of its games."""
        return mark_of(self.places())

    def _note(
        self,
        verb: str,
        by: User,
        before: Mapping[str, Any] | None = None,
        after: Mapping[str, Any] | None = None,
        reason: str = "",
    ) -> None:
        told = {"table": self.number, "sides": [self.home.name, self.guests.name]}
        self.competition.note(
            verb, by.name, before, {**told, **(after or {})}, reason, round=self.round.number
        )

    def read_afresh(self) -> None:
        """Read anew, locked, with its teams; part of a verb (as `Table.read_afresh`)."""
        found = Meeting.objects.select_for_update(of=("self",)).filter(pk=self.pk)
        fresh = found.select_related("home", "guests").first()
        if fresh is None:
            raise CannotChange(_("Meanwhile the round was taken back."))
        for field in self._meta.concrete_fields:
            setattr(self, field.attname, getattr(fresh, field.attname))
        self.home, self.guests = fresh.home, fresh.guests
        self._forget()

    def _forget(self) -> None:
        self.__dict__.pop("_prefetched_objects_cache", None)


def mark_of(games: Sequence[Table]) -> str:
    """The keys of these games, and what is another for every other result of theirs."""
    keys = ".".join(str(game.pk) for game in games)
    text = " ".join(f"{game.pk}:{game.mark}" for game in games)
    return f"{keys}:{hashlib.sha256(text.encode()).hexdigest()[:16]}"


class LineUpPlace(models.Model):
    """Who plays in a place of a team's line-up, from a game on: from 1, or a substitute."""

    meeting = models.ForeignKey(Meeting, on_delete=models.CASCADE, related_name="line_ups")
    side = models.CharField(max_length=1)
    place = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    from_game = models.PositiveSmallIntegerField(default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["meeting", "side", "place", "from_game"], name="one_player_of_a_line_up"
            ),
            models.CheckConstraint(
                name="line_up_of_a_side", condition=models.Q(side__in=["a", "b"])
            ),
        ]

    def __str__(self) -> str:
        return f"{self.meeting_id} {self.side} {self.place}: {self.player_id}"
