"""A team league, and the steps that the tests of its files share."""

from datetime import date, time
from typing import Any

from django.test import Client

from games.models import (
    Competition,
    Day,
    Entry,
    EntryPlayer,
    LineUpPlace,
    Meeting,
    Planned,
    Player,
    Round,
    Table,
)

from .competitions import address, client_of, draw, enter, make_club, make_competition, owner
from .csv_files import download, faults, look, take_over


def make_league() -> Competition:
    """Four teams, of whom each meets each twice in four games; not drawn yet."""
    league = make_competition(
        make_club(), "team-league", options={"games": 4}, name="League", published=True
    )
    enter(league, 4)
    return league


def plan_and_draw(league: Competition) -> Competition:
    """Days for the first two rounds, then all rounds."""
    planned = {
        number: Planned(date(2026, 3, 3 + 7 * (number - 1)), time(19, 30), "Café Ç")
        for number in (1, 2)
    }
    Day.plan(league, planned, owner())
    draw(league)
    return league


def url_of(league: Competition, kind: str) -> str:
    return address(league, "import_file", kind)


def export(league: Competition, kind: str, client: Client | None = None, **headers: str) -> str:
    url = address(league, "export_file", kind)
    return download(client or client_of("Olga"), url, **headers)


def everything(league: Competition) -> list[Any]:
    """What there is of all that files write."""
    models = (Player, Entry, EntryPlayer, Day, Round, Meeting, LineUpPlace, Table)
    rows = [list(model.objects.order_by("pk").values()) for model in models]
    return [*rows, league.log.count(), league.club.log.count()]


def see(league: Competition, kind: str, text: str, **more: str) -> Any:
    return look(client_of("Olga"), url_of(league, kind), text, **more)


def take(league: Competition, kind: str, text: str, **more: str) -> None:
    """Take a file over, and see that it does nothing when it comes again."""
    response = take_over(client_of("Secretary"), url_of(league, kind), text, **more)
    assert response.status_code == 302, faults(response)
    before = everything(league)
    assert "nothing to do" in see(league, kind, text, **more).content.decode()
    assert everything(league) == before
