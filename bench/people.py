"""What a club's people cost: signing, a correction in the past, the pages; by matches in the club.

A throw-away SQLite file (or DATABASE_URL) is filled straight into the tables: four of 40 people a
match, in the order of play, plus one person who played 60 matches whatever the club has.
"""

import os
import random
import sys
import tempfile
import time
from datetime import UTC, date, datetime, timedelta

if "DATABASE_URL" not in os.environ:
    os.environ["DATABASE_URL"] = f"sqlite:///{tempfile.mkdtemp()}/bench.sqlite3"
os.environ.setdefault("DEBUG", "1")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "manillescore.settings")

import django  # noqa: E402

django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection, reset_queries  # noqa: E402
from django.test import Client  # noqa: E402
from django.urls import reverse  # noqa: E402

from games.manille.presets import PRESETS  # noqa: E402
from games.manille.record import rules_to_json  # noqa: E402
from games.models import Club, Deal, Match, Player, Seating, User  # noqa: E402
from games.models.rating import Moment, rate_anew  # noqa: E402

PEOPLE, OWN_MATCHES, DEALS = 40, 60, 12
FACTS = [["H", "N", "NS", "EW", 0, True, "NS"], ["S", "E", "EW", "NS", 1, True, "NS"]] * 6


def fill(club: Club, people: list[Player], own: Player, count: int) -> None:
    """`count` signed matches in the order of play; in the latest of them `own` sits north."""
    lot = random.Random(count)
    rules = rules_to_json(PRESETS["west-flemish"])
    began = datetime(2000, 1, 1, tzinfo=UTC)
    for start in range(0, count, 2000):
        numbers = range(start, min(start + 2000, count))
        matches = Match.objects.bulk_create(
            Match(
                frozen_rules=rules,
                preset="west-flemish",
                players=dict(zip("NESW", ["An", "Bo", "Cis", "Dre"], strict=True)),
                first_dealer="N",
                club=club,
                played_on=date(2000, 1, 1) + timedelta(days=number // 20),
                started_at=began + timedelta(minutes=number),
                signed_result={
                    "totals": {"NS": 101, "EW": 60},
                    "credited": {"NS": 101, "EW": 60},
                    "winner": lot.choice(["NS", "EW"]),
                },
                signed_at=began,
                signed_deals=FACTS,
            )
            for number in numbers
        )
        seats, deals = [], []
        for number, match in zip(numbers, matches, strict=True):
            four = lot.sample(people, 4)
            if number >= count - OWN_MATCHES:
                four[0] = own
                deals += [
                    Deal(match=match, number=n, trump="H", declarer="N", card_points=38)
                    for n in range(1, DEALS + 1)
                ]
            seats += [
                Seating(match=match, seat=seat, player=one)
                for seat, one in zip("NESW", four, strict=True)
            ]
        Seating.objects.bulk_create(seats)
        Deal.objects.bulk_create(deals)


def timed(what: str, do) -> None:
    reset_queries()
    began, worked = time.perf_counter(), time.process_time()
    do()
    spent, used = time.perf_counter() - began, time.process_time() - worked
    print(
        f"  {what:34} {1000 * used:9.1f} ms of Python {1000 * spent:9.1f} ms in all "
        f"{len(connection.queries):5} statements"
    )


def main(count: int) -> None:
    call_command("flush", interactive=False, verbosity=0)
    owner = User.objects.create_user("owner@example.org", "bench", name="Owner")
    club = Club.found("Bench", owner, listed=True)
    people = Player.objects.bulk_create(
        Player(club=club, name=f"Player {number}") for number in range(PEOPLE)
    )
    own = Player.objects.create(club=club, name="Own")
    fill(club, list(people), own, count)
    print(f"{count} signed matches in the club, {connection.vendor}")
    whole = Moment(date(1900, 1, 1), datetime(1900, 1, 1, tzinfo=UTC), 0)
    timed("all ratings from scratch", lambda: rate_anew(club.pk, whole))
    last = Match.objects.order_by("-pk")[0]
    middle = Match.objects.order_by("-pk")[min(99, count - 1)]
    for what, match in (("latest match", last), ("100th from the end", middle)):
        timed(
            f"reopen the {what}",
            lambda match=match: (
                match.reopen("x", "bench") if match.signatures.create(side="NS", name="x") else None
            ),
        )
    client = Client()
    pages = {
        "a person's page (60 matches)": reverse("player", args=[club.slug, own.pk]),
        "a pair": reverse("pair", args=[club.slug, own.pk, people[0].pk]),
        "the rating list": reverse("ratings", args=[club.slug]),
        "a rating, match by match": reverse("rating", args=[club.slug, own.pk]),
    }
    for page in pages.values():
        client.get(page)
    for what, page in pages.items():
        timed(what, lambda page=page: client.get(page))


if __name__ == "__main__":
    settings.ALLOWED_HOSTS = ["*"]
    call_command("migrate", verbosity=0)
    for size in map(int, sys.argv[1:] or ["1000", "10000"]):
        main(size)
