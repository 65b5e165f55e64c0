"""What the site costs by what it holds: statements, time and time in the database of each page.

    python bench/scale.py                the pages with 1,000 signed matches, in SQLite
    python bench/scale.py 1000 100000      with each of these; the second takes some minutes to fill
    DATABASE_URL=postgres:///postgres pg_virtualenv -t -o fsync=off \\
        python bench/scale.py 1000 100000

Filled is an empty database: a throw-away SQLite file, or the one of DATABASE_URL, which is emptied.
One club of 400 people holds a season of that many signed matches, its evenings of 100 tables with
three games each; 60 clubs of 40 people hold a fifth of as many besides. Every match has its deals,
its log, its signatures and its steps of ratings. Set in the last round are tables to be signed and
results to be confirmed.
"""

import json
import os
import random
import statistics
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

if "DATABASE_URL" not in os.environ:
    os.environ["DATABASE_URL"] = f"sqlite:///{tempfile.mkdtemp()}/bench.sqlite3"
os.environ.setdefault("DEBUG", "1")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "manillescore.settings")

import django  # noqa: E402

django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection, models  # noqa: E402
from django.http import HttpResponse  # noqa: E402
from django.test import Client  # noqa: E402
from django.urls import reverse  # noqa: E402

from games.figures import facts_of  # noqa: E402
from games.forms.deals import values_of  # noqa: E402
from games.manille.presets import PRESETS  # noqa: E402
from games.manille.record import rules_to_json  # noqa: E402
from games.models import (  # noqa: E402
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
from games.models.competition import OPEN, RUNNING  # noqa: E402
from games.standings.schemes import SCHEMES  # noqa: E402

CLUBS, TABLES, PEOPLE, RUNS = 60, 100, 400, 5
SEATS = "NESW"
RULES = PRESETS["west-flemish"].changed(deals=6, target=None, tie="drawn-match")
FROZEN = rules_to_json(RULES)
DEALS = 6
BEGAN = datetime(2020, 1, 1, tzinfo=UTC)

chance = random.Random(5)


# Filling


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
    for rows in (Deal, LogEntry):
        copy_rows(rows, model, first)
    model.delete()
    Signature.objects.bulk_create(
        Signature(match_id=key, side=side, name="x")
        for key in Match.objects.values_list("pk", flat=True)
        for side in ("NS", "EW")
    )
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
    seat(made, [people for _number, _game, people in places])
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


# Measuring


class Clock:
    """Counts the statements, and the time in the database."""

    def __init__(self) -> None:
        self.statements, self.seconds = 0, 0.0

    def __call__(self, execute: Callable, *args: Any) -> Any:
        began = time.perf_counter()
        try:
            return execute(*args)
        finally:
            self.statements += 1
            self.seconds += time.perf_counter() - began


@contextmanager
def measured(found: list[tuple[int, float, float]]) -> Iterator[None]:
    clock = Clock()
    with connection.execute_wrapper(clock):
        began = time.perf_counter()
        yield
        found.append((clock.statements, time.perf_counter() - began, clock.seconds))


def show(what: str, ask: Callable[[int], Any], status: int = 200) -> None:
    """Do it several times and print the most statements and the medians, in milliseconds."""
    found: list[tuple[int, float, float]] = []
    for run in range(RUNS + 1):
        with measured(found):
            answer = ask(run)
        assert answer.status_code == status, (what, answer.status_code)
    warm = found[1:]
    print(
        f"  {what:34}{max(each[0] for each in warm):5}"
        f"{1000 * statistics.median(each[1] for each in warm):10.1f}"
        f"{1000 * statistics.median(each[2] for each in warm):10.1f}",
        flush=True,
    )


def measure(season: Competition, round: Round) -> None:
    club, name = season.club, season.slug
    guest, officer, scorer = Client(), Client(), Client()
    officer.force_login(User.objects.get())
    tables = list(Table.objects.filter(round=round).select_related("match").order_by("pk"))
    first, second, third = ([table for table in tables if table.game == game] for game in (1, 2, 3))
    match = first[0].match
    scorer.get(reverse("open_scoring", args=[match.scoring_code]))

    def record(run: int) -> Any:
        told = values_of(next_deal(Match.objects.get(pk=match.pk), run + 1))
        data = {**told, "number": run + 1, "key": uuid.uuid4()}
        return scorer.post(
            reverse("record_deal", args=[match.code]), data, headers={"HX-Request": "true"}
        )

    def sign(run: int) -> Any:
        signing = second[run].match
        data = {"side": "EW", "name": "x", "seen": json.dumps(signing.result())}
        return officer.post(reverse("sign", args=[signing.code]), data)

    def confirm(run: int) -> Any:
        table = Table.objects.select_related("match", "round__competition__club").get(
            pk=third[run].pk
        )
        return officer.post(table.url("confirm_result"), {"seen": table.mark})

    def log_in(_run: int) -> Any:
        data = {"email": "owner@example.org", "username": "owner@example.org"}
        return Client().post(reverse("log_in"), {**data, "password": "secret"})

    person = season.club.players.order_by("pk")[0].pk
    address = reverse("match", args=[match.code])
    print(f"  {'':33}{'stmts':>6}{'ms':>10}{'ms in db':>10}")
    show("record a deal", record)
    show("the sheet", lambda _: guest.get(address))
    held = {**FOLLOW, "If-None-Match": guest.get(address, headers=FOLLOW)["ETag"]}
    show("the sheet, polled, nothing new", lambda _: guest.get(address, headers=held), 304)
    show("sign a match of the season", sign, 302)
    show("confirm a result of the season", confirm, 302)
    show("the page that confirms one", lambda _: officer.get(_confirm(third[-1])))
    show("log in", log_in, 302)
    show("home", lambda _: scorer.get(reverse("home")))
    show("clubs", lambda _: guest.get(reverse("clubs")))
    for page in ("club", "people", "ratings", "competitions", "club_history"):
        show(page, lambda _, page=page: officer.get(reverse(page, args=[club.slug])))
    for page in ("player", "partners", "rating"):
        show(page, lambda _, page=page: guest.get(reverse(page, args=[club.slug, person])))
    for page in ("competition", "entries", "standings", "competition_history"):
        show(page, lambda _, page=page: officer.get(reverse(page, args=[club.slug, name])))
    for page in ("standing", "entry"):
        show(page, lambda _, page=page: officer.get(reverse(page, args=[club.slug, name, 1])))
    for number in (1, round.number):
        show(f"round {number}", lambda _, number=number: guest.get(
            reverse("competition_round", args=[club.slug, name, number])
        ))  # fmt: skip
    show("only the season's results", lambda _: HttpResponse(season.results() and ""))
    rows = season.results()
    show("only their standings", lambda _: HttpResponse(season.standings(rows) and ""))


FOLLOW = {"HX-Request": "true", "HX-Target": "standing"}


def _confirm(table: Table) -> str:
    return Table.objects.select_related("round__competition__club").get(pk=table.pk).url(
        "confirm_result"
    )  # fmt: skip


if __name__ == "__main__":
    settings.ALLOWED_HOSTS = ["*"]
    settings.DEBUG = False  # else every statement is kept
    call_command("migrate", verbosity=0)
    for size in map(int, sys.argv[1:] or ["1000"]):
        began = time.perf_counter()
        season, round = fill(size)
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("ANALYZE")
        total, spent = Match.objects.count(), time.perf_counter() - began
        print(f"{size:,} matches in the season, {total:,} in all, {connection.vendor}"
              f" (filled in {spent:.0f} s)", flush=True)  # fmt: skip
        measure(season, round)
