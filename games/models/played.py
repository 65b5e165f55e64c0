"""The signed matches of the club's people, as their figures count them: kept, and read."""

from datetime import UTC
from typing import TYPE_CHECKING

from games.figures import DealFact, Game, facts_of

from .player import Player, Seating
from .rating import rate_match

if TYPE_CHECKING:
    from .match import Match


def count(match: "Match") -> None:
    """Have the figures and ratings of the club's people follow what was signed, or that it no
    longer is; the end of every verb that changes that."""
    if match.club_id is None:
        return
    keep_facts(match)
    match.save(update_fields=["signed_deals"])
    rate_match(match, match.club_id)


def keep_facts(match: "Match") -> None:
    """Set what figures count of the match; to be saved."""
    match.signed_deals = facts_of(match.sheet) if match.is_signed else None


def games_of(player: Player, secret: bool = True) -> list[Game]:
    """The person's signed matches in the order of play, with those of competitions that are not
    published where `secret`. A few queries, which read that person's matches only, whatever else
    there is."""
    signed = Seating.objects.filter(match__signed_at__isnull=False)
    if not secret:
        signed = signed.exclude(match__table__round__competition__published=False)
    own = signed.filter(player__in=player.entries).values_list(
        "match",
        "seat",
        "match__preset",
        "match__signed_result",
        "match__signed_deals",
        "match__played_on",
        "match__started_at",
    )
    others = signed.filter(match__seatings__player__in=player.entries)
    people: dict[int, dict[str, int]] = {}
    for match, seat, who in others.exclude(player__in=player.entries).values_list(
        "match", "seat", "player"
    ):
        people.setdefault(match, {})[seat] = who
    person = persons({who for seats in people.values() for who in seats.values()})
    games = []
    for match, seat, system, result, deals, played_on, started_at in own:
        side = next(side for side in result["totals"] if seat in side)
        game = Game(
            system=system,
            seat=seat,
            side=side,
            winner=result["winner"],
            people={at: person[who] for at, who in people.get(match, {}).items()},
            deals=[DealFact(*deal) for deal in deals or ()],
        )
        day = played_on or started_at.astimezone(UTC).date()
        games.append((day, started_at, match, game))
    return [game for *_moment, game in sorted(games, key=lambda told: told[:3])]


def persons(entries: set[int]) -> dict[int, int]:
    """Entry -> the entry that now stands for the person."""
    found = {entry: entry for entry in entries}
    latest = entries
    while latest:
        merged = Player.objects.filter(pk__in=latest, merged_into__isnull=False)
        into = dict(merged.values_list("pk", "merged_into"))
        found = {entry: into.get(person, person) for entry, person in found.items()}
        latest = set(into.values())
    return found
