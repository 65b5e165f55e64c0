"""The clock of a round."""

import pytest
from django.test import Client

from games.models import Round

from .competitions import address, client_of, draw, make_cup, owner, tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    return make_cup()


@pytest.fixture
def table(competition):
    return tables(draw(competition))[0]


def test_the_clock_of_a_round(competition, table):
    client, url = client_of("Scorer"), address(competition, "round_clock", 1)
    client.post(url, {"minutes": "50"})
    page = client.get(address(competition, "competition_round", 1))
    assert 49 * 60 < page.context["clock"].left <= 50 * 60
    assert 'data-left="' in page.content.decode()
    competition.change(owner(), published=True)
    board = Client().get(address(competition, "round_board", 1), headers={"HX-Request": "true"})
    assert 'data-left="' in board.content.decode() and "<html" not in board.content.decode()
    html = client.post(url, {"minutes": "many"}, follow=True).content.decode()
    assert "Write a whole number of minutes." in html
    Round.objects.update(starts_at="2026-01-01T10:00Z")
    assert client.get(address(competition, "round_board", 1)).context["clock"].left == 0
    client.post(url, {"minutes": ""})
    assert client.get(address(competition, "round_board", 1)).context["clock"] is None
