"""What a club's back-up costs, written and restored: time, memory and statements, by its matches.

A throw-away SQLite file (or DATABASE_URL) is filled by rows of one logged and signed match, copied:
each match has 12 deals with a row of the log for each, two signatures and four of 40 people.
"""

import io
import os
import resource
import sys
import tempfile
import time
import uuid

if "DATABASE_URL" not in os.environ:
    os.environ["DATABASE_URL"] = f"sqlite:///{tempfile.mkdtemp()}/bench.sqlite3"
os.environ.setdefault("DEBUG", "1")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "manillescore.settings")

import django  # noqa: E402

django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.utils import timezone  # noqa: E402

from games.backup import restore, write  # noqa: E402
from games.manille.presets import PRESETS  # noqa: E402
from games.models import (  # noqa: E402
    Club,
    Deal,
    LogEntry,
    Match,
    Player,
    Seating,
    Signature,
    User,
    reading_code,
    scoring_code,
)

PEOPLE, DEALS, AT_A_TIME = 40, 12, 500


def fill(club: Club, people: list[Player], count: int) -> None:
    rules = PRESETS["west-flemish"].changed(deals=DEALS, target=None, tie="drawn-match")
    match = Match.start(
        rules=rules,
        preset="west-flemish",
        players=dict(zip("NESW", ["An", "Bo", "Cis", "Dré"], strict=True)),
        first_dealer="N",
        club=club,
        people=dict(zip("NESW", people, strict=False)),
    )
    for number in range(1, DEALS + 1):
        deal = Deal(number=number, trump="H", card_points=20 + number)
        deal.declarer = match.sheet.next_dealer
        match.record_deal(deal, "An")
    for side in match.rules.table.sides:
        match.sign(side, "An")
    kept = {model: list(model.objects.filter(match=match)) for model in (Deal, Signature, LogEntry)}
    for start in range(1, count, AT_A_TIME):
        copies = []
        for _number in range(start, min(start + AT_A_TIME, count)):
            copy = Match.objects.none().model()
            for field in Match._meta.concrete_fields:
                setattr(copy, field.attname, getattr(match, field.attname))
            copy.pk, copy.code, copy.scoring_code = None, reading_code(), scoring_code()
            copies.append(copy)
        made = Match.objects.bulk_create(copies)
        seats = [
            Seating(match=each, seat=seat, player=people[(each.pk + at) % PEOPLE])
            for each in made
            for at, seat in enumerate("NESW")
        ]
        Seating.objects.bulk_create(seats)
        for model, rows in kept.items():
            copies = []
            for each in made:
                for row in rows:
                    facts = {
                        field.attname: getattr(row, field.attname)
                        for field in model._meta.concrete_fields
                        if not field.primary_key
                    }
                    facts["match_id"] = each.pk
                    if model is Deal:
                        facts["key"] = uuid.uuid4()
                    copies.append(model(**facts))
            model.objects.bulk_create(copies)


class Statements:
    """Counts the statements that are sent, without keeping them."""

    count = 0

    def __call__(self, execute, sql, params, many, context):
        self.count += 1
        return execute(sql, params, many, context)


def timed(what: str, do) -> None:
    statements = Statements()
    began, worked = time.perf_counter(), time.process_time()
    with connection.execute_wrapper(statements):
        do()
    spent, used = time.perf_counter() - began, time.process_time() - worked
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"  {what:18} {used:7.1f} s of processor {spent:7.1f} s in all "
        f"{statements.count:6} statements; the process {most:.0f} MiB at most so far",
        flush=True,
    )


def main(count: int) -> None:
    call_command("flush", interactive=False, verbosity=0)
    owner = User.objects.create_user("owner@example.org", "bench", name="Owner")
    club = Club.found("Bench", owner)
    people = Player.objects.bulk_create(
        Player(club=club, name=f"Player {number}") for number in range(PEOPLE)
    )
    fill(club, list(people), count)
    path = f"{tempfile.mkdtemp()}/club.json"

    def written() -> None:
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(write(club, timezone.now()))

    def read() -> None:
        with open(path, "rb") as file:
            restore(io.BufferedReader(file.raw), owner)

    print(f"{count} matches of {DEALS} deals, {connection.vendor}")
    timed("write", written)
    timed("restore beside it", read)
    print(f"  the file: {os.path.getsize(path) / (1 << 20):.1f} MiB")


if __name__ == "__main__":
    settings.DEBUG = False
    call_command("migrate", verbosity=0)
    for size in map(int, sys.argv[1:] or ["100", "1000"]):
        main(size)
