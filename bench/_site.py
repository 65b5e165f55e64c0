"""A site full of matches, for `scale.py`: what a season of any size leaves in the database.

Rows are stored as they would be after every verb, but not by the verbs: those of one match that was
played as on the site (deals, log, signatures) are copied to all the others by the database.
"""

import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django.core.management import call_command
from django.db import connection, models, transaction

from games.figures import facts_of
from games.manille.presets import PRESETS
from games.manille.record import rules_to_json
from games.models import (
    FORMATS,
    Club,
    Competition,
    Deal,
    Entry,
    EntryPlayer,
    LogEntry,
    Match,
    Player,
    Rated,
    Round,
    Seating,
    Signature,
    Table,
    User,
)
from games.models.competition import OPEN, RUNNING
from games.standings.schemes import SCHEMES

CLUBS, TABLES, PEOPLE = 60, 100, 400
RUNS = 5  # times that each page is asked for; the last round has tables for that
SEATS = "NESW"
RULES = PRESETS["west-flemish"].changed(deals=6, target=None, tie="drawn-match")
FROZEN = rules_to_json(RULES)
DEALS = 6
BEGAN = datetime(2020, 1, 1, tzinfo=UTC)

chance = random.Random(5)


def new_match(club: Club, people: Sequence[Player], number: int, **facts: Any) -> Match:
    """A match not yet stored, the `number`th of its club."""
    names = {seat: player.name for seat, player in zip(SEATS, people, strict=True)}
    return Match(
        frozen_rules=FROZEN,
        preset="west-flemish",
        players=names,
        first_dealer="N",
        club=club,
        started_at=BEGAN + timedelta(minutes=number),
        played_on=(BEGAN + timedelta(minutes=number)).date(),
        **facts,
    )


def template(club: Club, people: Sequence[Player]) -> Match:
    """A match played and signed as on the site, whose rows the others get."""
    match = Match.start(
        rules=RULES,
        preset="west-flemish",
        players={seat: player.name for seat, player in zip(SEATS, people, strict=True)},
        first_dealer="N",
        club=club,
        started_at=BEGAN,
        played_on=BEGAN.date(),
    )
    for number in range(1, DEALS + 1):
        match.record_deal(next_deal(match, number))
    Signature.objects.bulk_create(
        Signature(match=match, side=side, name="x") for side in ("NS", "EW")
    )
    return match


def next_deal(match: Match, number: int) -> Deal:
    points = chance.randrange(10, 50)
    declarer = SEATS[number % 4]
    return Deal(match=match, number=number, trump="H", declarer=declarer, card_points=points)


def copy_rows(model: type[models.Model], of: Match, after: int) -> None:
    """Give each match with a key above `after` the rows that the match `of` has."""
    table, name = model._meta.db_table, connection.ops.quote_name
    fields = [field.column for field in model._meta.concrete_fields if not field.primary_key]
    own = ", ".join(name(field) for field in fields if field != "match_id")
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} (match_id, {own}) SELECT m.id, "
            + ", ".join(f"t.{name(field)}" for field in fields if field != "match_id")
            + f" FROM games_match m JOIN {table} t ON t.match_id = %s WHERE m.id > %s",
            [of.pk, after],
        )


def seat(matches: Sequence[Match], tables: Sequence[Sequence[Player]]) -> None:
    Seating.objects.bulk_create(
        Seating(match=match, seat=seat, player=player)
        for match, four in zip(matches, tables, strict=True)
        for seat, player in zip(SEATS, four, strict=True)
    )


def signed(match: Match) -> dict[str, Any]:
    return {
        "signed_result": match.result(),
        "signed_at": BEGAN,
        "signed_deals": facts_of(match.sheet),
    }


def add_people(club: Club, count: int) -> list[Player]:
    return list(
        Player.objects.bulk_create(
            Player(club=club, name=f"Player {number}") for number in range(count)
        )
    )


def seat_season() -> None:
    """Seat the people of the entries at every table, a statement for each seat."""
    places = {"N": "a_id", "S": "a2_id", "E": "b_id", "W": "b2_id"}
    with connection.cursor() as cursor:
        for seat, entry in places.items():
            cursor.execute(
                "INSERT INTO games_seating (match_id, seat, player_id) "
                "SELECT t.match_id, %s, p.player_id FROM games_table t "
                f"JOIN games_entryplayer p ON p.entry_id = t.{entry}",
                [seat],
            )


@transaction.atomic
def fill(count: int) -> tuple[Competition, Round]:
    """Everything; back come the season and its last round."""
    call_command("flush", interactive=False, verbosity=0)
    owner = User.objects.create_user("owner@example.org", "secret", name="Owner")
    big = Club.found("Big", owner, listed=True)
    people = add_people(big, PEOPLE)
    model = template(big, people[:4])
    first, facts = model.pk, signed(model)
    for place in range(CLUBS):
        club = Club.found(f"Club {place}", owner, listed=True)
        own = add_people(club, 40)
        tables = [chance.sample(own, 4) for _ in range(count // 5 // CLUBS)]
        made = Match.objects.bulk_create(
            new_match(club, four, at, **facts) for at, four in enumerate(tables)
        )
        seat(made, tables)
    season = make_season(big, owner, people)
    entries = dict(zip(people, season.entries.order_by("number"), strict=True))
    played = 0
    while played < count:
        played += evening(season, entries, min(TABLES, -(-(count - played) // 3)), played, facts)
    seat_season()
    for rows in (Deal, LogEntry, Signature):
        copy_rows(rows, model, first)
    model.delete()
    rate()
    return season, open_round(season, entries)


def make_season(club: Club, owner: User, people: Sequence[Player]) -> Competition:
    season = Competition.make(
        club,
        owner,
        name="Season",
        format="season",
        entry_kind="individual",
        preset="west-flemish",
        rules=RULES,
        scheme=SCHEMES["club-season"],
        options=FORMATS["season"].options,
        published=True,
    )
    season.become(OPEN, owner)
    entries = Entry.objects.bulk_create(
        Entry(competition=season, number=number, name=player.name)
        for number, player in enumerate(people, 1)
    )
    EntryPlayer.objects.bulk_create(
        EntryPlayer(entry=entry, player=player, place=1)
        for entry, player in zip(entries, people, strict=True)
    )
    season.state = RUNNING
    season.save()
    return season


def new_round(season: Competition) -> Round:
    scores = {str(key): "10" for key in season.entries.values_list("pk", flat=True)}
    told = {"out": [], "repeats": [], "proved": True, "scores": scores}
    number = season.last_number + 1
    return Round.objects.create(competition=season, number=number, seed="x", draw=told)


def seated(entries: dict[Player, Entry], tables: int) -> Iterator[tuple[int, int, list[Player]]]:
    """Who sits where in the three games of each of so many tables: number, game, people."""
    lot = chance.sample(list(entries), 4 * tables)
    for at in range(tables):
        n, e, s, w = lot[4 * at : 4 * at + 4]
        yield at + 1, 1, [n, e, s, w]
        yield at + 1, 2, [n, s, e, w]
        yield at + 1, 3, [n, e, w, s]


def new_table(
    round: Round, entries: dict[Player, Entry], at: tuple[int, int, list[Player]], **facts: Any
) -> Table:
    number, game, (n, e, s, w) = at
    a, a2, b, b2 = (entries[one] for one in (n, s, e, w))
    return Table(round=round, number=number, game=game, a=a, a2=a2, b=b, b2=b2, **facts)


def evening(
    season: Competition, entries: dict[Player, Entry], tables: int, before: int, facts: Any
) -> int:
    """A round of the season, every game signed; back comes how many games that are."""
    places = list(seated(entries, tables))
    round = new_round(season)
    made = Match.objects.bulk_create(
        new_match(season.club, people, before + at, **facts)
        for at, (_number, _game, people) in enumerate(places)
    )
    Table.objects.bulk_create(
        new_table(round, entries, place, match=match, counted=True, counted_at=BEGAN, **points())
        for place, match in zip(places, made, strict=True)
    )
    return len(made)


def points() -> dict[str, Any]:
    one, other = chance.randrange(150), chance.randrange(150)
    winner = "" if one == other else "a" if one > other else "b"
    return {"kind": "played", "winner": winner, "points_a": one, "points_b": other}


def rate() -> None:
    """A step of ratings for everybody at each match, as if nobody had ever become any stronger."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {Rated._meta.db_table} "
            "(club_id, match_id, player_id, day, started_at, number, mu, sigma) "
            "SELECT m.club_id, m.id, s.player_id, m.played_on, m.started_at, row_number() OVER "
            "(PARTITION BY s.player_id ORDER BY m.started_at, m.id), 25.0, 4.0 "
            "FROM games_match m JOIN games_seating s ON s.match_id = m.id"
        )
        cursor.execute(
            "INSERT INTO games_rating (player_id, club_id, matches, shown) "
            "SELECT player_id, club_id, count(*), 1000 FROM games_rated GROUP BY 1, 2"
        )


def open_round(season: Competition, entries: dict[Player, Entry]) -> Round:
    """One more round, in which nothing counts yet: the matches of its first games are to be played,
    of its second ones to be signed, and the results of the third ones to be confirmed."""
    round = new_round(season)
    began = 10**7  # minutes after all the others
    for at, place in enumerate(seated(entries, 2 * RUNS)):
        match = None
        if place[1] < 3:
            match = new_match(season.club, place[2], began + at)
            match.save()
            seat([match], [place[2]])
        if place[1] == 2:
            for number in range(1, DEALS + 1):
                match.record_deal(next_deal(match, number))
            match.sign("NS", "x")
        facts = {**points(), "typed_by": "x"} if place[1] == 3 else {}
        new_table(round, entries, place, match=match, **facts).save()
    return round
