"""The ratings of a club's people, kept with what they were computed from.

Ratings are a fold over the club's signed matches in the order of play. Each step is kept (`Rated`),
so that a page reads one row a person, and a change of the past is computed from that match on only.
The verbs that change what was signed, or whose result it is, call `rate_anew` themselves, on the
locked club: Match.sign and reopen, claim_match and
release_match; Player.merge and take_back_merge.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import models
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, TruncDate

from games.rating import NEW, Strength, after, places

from .club import Club
from .player import Player, Seating

if TYPE_CHECKING:
    from .match import Match

AT_A_TIME = 1000


class Moment(NamedTuple):
    """Where a match stands in the order of play: by day, then by when it was begun here. Where no
    day was said it is the one in UTC, not in the club's zone: the order must not change when a club
    moves. Pages tell `Match.day_played`."""

    day: date
    started_at: datetime
    match: int

    @classmethod
    def of(cls, match: "Match") -> "Moment":
        day = match.played_on or match.started_at.astimezone(UTC).date()
        return cls(day, match.started_at, match.pk)

    def onwards(self, match: str, strictly: bool = False) -> Q:
        """What comes at this moment or later; `match` names the field of the match's key."""
        last = {f"{match}__gt" if strictly else f"{match}__gte": self.match}
        same_day = Q(started_at__gt=self.started_at) | Q(started_at=self.started_at, **last)
        # The first condition is for the index: it follows from the others.
        return Q(day__gte=self.day) & (Q(day__gt=self.day) | Q(day=self.day) & same_day)


class Rated(models.Model):
    """A signed match as it counted for one person: what is known of them after it, and their
    `number` of matches up to it."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="rated")
    day = models.DateField()
    started_at = models.DateTimeField()
    number = models.PositiveIntegerField()
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "player"], name="rated_once")]
        indexes = [
            models.Index(fields=["club", "day", "started_at", "match"], name="rated_in_a_club"),
            models.Index(fields=["player", "number"], name="rated_of_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.strength}"

    @property
    def strength(self) -> Strength:
        return Strength(self.mu, self.sigma)


class Rating(models.Model):
    """The rating of a person as it is now: what the last match left, as it is shown."""

    player = models.OneToOneField(
        Player, primary_key=True, on_delete=models.CASCADE, related_name="rating"
    )
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="ratings")
    matches = models.PositiveIntegerField()
    shown = models.IntegerField()

    class Meta:
        indexes = [models.Index(fields=["club", "-shown", "player"], name="ratings_of_a_club")]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.shown}"


def rate_match(match: "Match", club: int) -> None:
    """Have the ratings of a club (its key) follow what became of a match: signed, or open again,
    taken into the club, or released from it. Part of a verb on the locked club."""
    moment = Moment.of(match)
    # Who sat at other matches has not changed: of those after this one count those that did.
    later = Rated.objects.filter(moment.onwards("match", strictly=True), club=club)
    order = later.order_by("day", "started_at", "match").values_list("match", flat=True)
    rate_anew(club, moment, [match.pk, *dict.fromkeys(order)])


def rate_all(club: int) -> None:
    """Compute all ratings of a club from its first signed match on; on the locked club."""
    first = _signed(club).order_by("day", "started_at", "pk").first()
    if first:
        rate_anew(club, Moment.of(first))


def rate_player(player: Player) -> None:
    """Have ratings follow that an entry, with those merged into it, stands for another person than
    before. Part of a verb on the locked club."""
    signed = _signed(player.club_id).filter(seatings__player__in=player.entries)
    first = signed.order_by("day", "started_at", "pk").first()
    if first:
        rate_anew(player.club_id, Moment.of(first))


def rate_anew(club: int, since: Moment, matches: "list[int] | None" = None) -> None:
    """Compute the ratings of a club from that moment on. `matches` are all that can count from then
    on, in the order of play, where the caller knows: a club's matches are many to look through."""
    gone = Rated.objects.filter(since.onwards("match"), club=club)
    touched = set(gone.values_list("player", flat=True))
    gone.delete()
    if matches is None:
        later = _signed(club).filter(since.onwards("pk")).order_by("day", "started_at", "pk")
        matches = list(later.values_list("pk", flat=True))
    merged = Player.objects.filter(club=club, merged_into__isnull=False)
    merged_into = dict(merged.values_list("pk", "merged_into"))
    known: dict[int, tuple[Strength, int]] = {}
    for at in range(0, len(matches), AT_A_TIME):
        games = list(_games(club, matches[at : at + AT_A_TIME], merged_into))
        met = {person for _match, sides, _places in games for side in sides for person in side}
        _look_up(known, met)
        steps = [step for game in games for step in _step(club, known, *game)]
        Rated.objects.bulk_create(steps)
        touched |= met
    _look_up(known, touched)
    Rating.objects.filter(player__in=[one for one in touched if not known[one][1]]).delete()
    Rating.objects.bulk_create(
        (
            Rating(player_id=one, club_id=club, matches=number, shown=strength.shown)
            for one, (strength, number) in known.items()
            if number
        ),
        update_conflicts=True,
        unique_fields=["player"],
        update_fields=["matches", "shown"],
    )


def rate_tables(club: int, **which: Any) -> None:
    """Have the ratings of a club follow that matches of its competitions (`which`: of those) came
    to count or count no longer. Part of a verb on the locked club."""
    matches = Club(pk=club).matches.filter(signed_at__isnull=False)
    tables = {f"table__round__competition__{key}": value for key, value in which.items()}
    first = _by_day(matches.filter(**tables)).order_by("day", "started_at", "pk").first()
    if first:
        rate_anew(club, Moment.of(first))


def _signed(club: int) -> "QuerySet[Match]":
    """The signed matches of a club that count, with their `day` in the order of play: where all
    may read the ratings, not those of competitions that are not published."""
    matches = Club(pk=club).matches.filter(signed_at__isnull=False)
    secret = Q(table__round__competition__published=False, club__listed=True)
    return _by_day(matches.exclude(secret))


def _by_day(matches: "QuerySet[Match]") -> "QuerySet[Match]":
    return matches.annotate(day=Coalesce("played_on", TruncDate("started_at", tzinfo=UTC)))


def _look_up(known: dict[int, tuple[Strength, int]], people: Iterable[int]) -> None:
    """Add to what is `known` of people what their last match so far left of them."""
    wanted = set(people) - known.keys()
    last = Rated.objects.filter(player=OuterRef("pk")).order_by("-number").values("pk")[:1]
    latest = Player.objects.filter(pk__in=wanted).annotate(last=Subquery(last))
    found = Rated.objects.filter(pk__in=list(latest.values_list("last", flat=True)))
    known.update(dict.fromkeys(wanted, (NEW, 0)))
    known.update({one.player_id: (one.strength, one.number) for one in found})


Game = tuple["Match", list[list[int]], list[int]]


def _games(club: int, matches: list[int], merged_into: dict[int, int]) -> Iterator[Game]:
    """The signed ones of these matches, in that order, in which everybody at the table is of the
    club: each with its people by side and the sides' places."""
    fields = ("played_on", "started_at", "signed_result", "given_up_by", "club")
    found = _signed(club).only(*fields).in_bulk(matches)
    people: dict[int, dict[str, int]] = {}
    for match, seat, player in Seating.objects.filter(match__in=matches).values_list(
        "match", "seat", "player"
    ):
        while player in merged_into:
            player = merged_into[player]
        people.setdefault(match, {})[seat] = player
    for match in (found[number] for number in matches if number in found):
        seated = people.get(match.pk, {})
        place = places(match.signed_result, match.given_up_by)
        sides = [[seated[seat] for seat in side if seat in seated] for side in place]
        missing = set("".join(place)) - seated.keys()
        if all(sides) and (not missing or missing.isdisjoint(match.rules.people)):
            yield match, sides, list(place.values())


def _step(
    club: int,
    known: dict[int, tuple[Strength, int]],
    match: "Match",
    sides: list[list[int]],
    place: list[int],
) -> Iterator[Rated]:
    """What one match makes of its people; `known` follows."""
    day, started_at, _key = Moment.of(match)
    results = after([[known[one][0] for one in side] for side in sides], place)
    for side, strengths in zip(sides, results, strict=True):
        for one, strength in zip(side, strengths, strict=True):
            number = known[one][1] + 1
            known[one] = strength, number
            yield Rated(
                club_id=club,
                match_id=match.pk,
                player_id=one,
                day=day,
                started_at=started_at,
                number=number,
                mu=strength.mu,
                sigma=strength.sigma,
            )
