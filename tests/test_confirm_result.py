"""An officer's word for a result: typed in by a scorer, or of a match that is over."""

import pytest

from games.models import Match, Table

from .competitions import address, client_of, draw, make_cup, play, tables
from .matches import record

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    return make_cup()


@pytest.fixture
def table(competition):
    return tables(draw(competition))[0]


def current(table):
    return Table.objects.get(pk=table.pk)


PLAYED = {"how": "played", "points_a": "57", "points_b": "101"}


def test_a_scorers_result_is_confirmed_once_its_effect_was_seen(competition, table):
    client, url = client_of("Scorer"), address(competition, "table_result", table.pk)
    client.post(url, {**PLAYED, "seen": client.get(url).context["mark"]})
    assert not current(table).counted
    secretary, url = client_of("Secretary"), address(competition, "confirm_result", table.pk)
    html = secretary.get(url).content.decode()
    assert f"{table.side('a')} falls from place 1 to place 4.".replace("&", "&amp;") in html
    secretary.post(url, {"seen": "something else"})
    assert not current(table).counted
    secretary.post(url, {"seen": current(table).mark})
    assert current(table).counted and current(table).confirmed_by == "Secretary"
    assert "counts already" in secretary.get(url).content.decode()


def test_an_officer_confirms_a_match_that_is_over(competition, table):
    match = play(table, 40)
    client, url = client_of("Secretary"), address(competition, "confirm_result", table.pk)
    assert "no result to confirm" in client.get(url).content.decode()
    record(match, 40)
    page = client.get(url)
    assert "You sign the sheet" in page.content.decode()
    client.post(url, {"seen": page.context["table"].mark})
    assert Match.objects.get().is_signed and current(table).counted
