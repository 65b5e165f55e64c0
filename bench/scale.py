"""What the site costs by what it holds: statements, time and time in the database of each page.

    export PYTHONPATH=.
    python bench/scale.py                the pages with 1,000 signed matches, in SQLite
    python bench/scale.py 1000 100000    with each of these; the second takes minutes to fill
    DATABASE_URL=postgres:///postgres pg_virtualenv -t -o fsync=off \\
        python bench/scale.py 1000 100000

Filled (by `_site.py`) is an empty database: a throw-away SQLite file, or the one of DATABASE_URL,
which is emptied.
One club of 400 people holds a season of that many signed matches, its evenings of 100 tables with
three games each; 60 clubs of 40 people hold a fifth of as many besides. Every match has its deals,
its log, its signatures and its steps of ratings. Set in the last round are tables to be signed and
results to be confirmed.
"""

import json
import os
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

if "DATABASE_URL" not in os.environ:
    os.environ["DATABASE_URL"] = f"sqlite:///{tempfile.mkdtemp()}/bench.sqlite3"
os.environ.setdefault("DEBUG", "1")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "manillescore.settings")

import django  # noqa: E402

django.setup()

from _site import DEALS, RUNS, fill, next_deal  # noqa: E402
from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.http import HttpResponse  # noqa: E402
from django.test import Client  # noqa: E402
from django.urls import reverse  # noqa: E402

from games.forms.deals import values_of  # noqa: E402
from games.models import Competition, Match, Round, Table, User, results_of, standings_of  # noqa: E402

READS = 15  # times that each page is asked for that changes nothing
RECORDED = (DEALS - 1) * RUNS  # deals recorded: all of several matches but the last one of each


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
def measured(found: list[tuple[int, float, float, float]]) -> Iterator[None]:
    clock = Clock()
    with connection.execute_wrapper(clock):
        began, used = time.perf_counter(), time.process_time()
        yield
        spent, used = time.perf_counter() - began, time.process_time() - used
        found.append((clock.statements, spent, used, clock.seconds))


def show(what: str, ask: Callable[[int], Any], status: int = 200, runs: int = READS) -> None:
    """Do it several times and print the most statements and the shortest times, in milliseconds:
    whatever else the machine does can only lengthen them."""
    found: list[tuple[int, float, float, float]] = []
    for run in range(runs + 1):
        with measured(found):
            answer = ask(run)
        assert answer.status_code == status, (what, answer.status_code)
    warm = found[1:]
    print(
        f"  {what:34}{max(each[0] for each in warm):5}"
        f"{1000 * min(each[1] for each in warm):10.1f}"
        f"{1000 * min(each[2] for each in warm):10.1f}"
        f"{1000 * min(each[3] for each in warm):10.1f}",
        flush=True,
    )


def measure(season: Competition, round: Round) -> None:
    club, name = season.club, season.slug
    guest, officer, scorer = Client(), Client(), Client()
    officer.force_login(User.objects.get())
    tables = list(Table.objects.filter(round=round).select_related("match").order_by("pk"))
    first, second, third = ([table for table in tables if table.game == game] for game in (1, 2, 3))
    match = first[0].match
    deals = []  # address and form of each, made ready before the clock runs
    for table in first[: RUNS + 1]:
        scorer.get(reverse("open_scoring", args=[table.match.scoring_code]))
        for number in range(1, DEALS):
            told = values_of(next_deal(table.match, number))
            data = {**told, "number": number, "key": uuid.uuid4()}
            deals.append((reverse("record_deal", args=[table.match.code]), data))

    def record(run: int) -> Any:
        address, data = deals[run]
        return scorer.post(address, data, headers={"HX-Request": "true"})

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
    print(f"  {'':33}{'stmts':>6}{'ms':>10}{'ms CPU':>10}{'ms in db':>10}")
    show("record a deal", record, runs=RECORDED)
    show("the sheet", lambda _: guest.get(address))
    held = {**FOLLOW, "If-None-Match": guest.get(address, headers=FOLLOW)["ETag"]}
    show("the sheet, polled, nothing new", lambda _: guest.get(address, headers=held), 304)
    show("sign a match of the season", sign, 302, RUNS)
    show("confirm a result of the season", confirm, 302, RUNS)
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
    show("only the season's results", lambda _: HttpResponse(results_of(season) and ""))
    rows = results_of(season)
    show("only their standings", lambda _: HttpResponse(standings_of(season, rows) and ""))


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
        began = time.process_time()
        season, round = fill(size)
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("ANALYZE")
        total, spent = Match.objects.count(), time.process_time() - began
        print(f"{size:,} matches in the season, {total:,} in all, {connection.vendor}"
              f" (filled in {spent:.0f} s of Python)", flush=True)  # fmt: skip
        measure(season, round)
