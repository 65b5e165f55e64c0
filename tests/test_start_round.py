"""Starting the match of every table at once."""

import pytest

from games.models import Match

from .competitions import (
    address,
    client_of,
    draw,
    enter,
    make_competition,
    make_cup,
    tables,
    type_result,
)
from .matches import record

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    return make_cup()


@pytest.fixture
def table(competition):
    return tables(draw(competition))[0]


def test_every_match_of_a_round_is_started_at_once(competition, table):
    type_result(table, 3, 1)
    client, url = client_of("Scorer"), address(competition, "start_round", 1)
    html = client.post(url, follow=True).content.decode()
    assert "1 match is started." in html and Match.objects.count() == 1
    html = client.post(url, follow=True).content.decode()
    assert "No table waits" in html and Match.objects.count() == 1


def test_of_three_games_the_next_starts_once_the_one_before_is_over(competition):
    evening = make_competition(competition.club, "draw-evening", name="Evening")
    enter(evening, 8, first=11)
    round = draw(evening)
    client, url = client_of("Scorer"), address(evening, "start_round", 1)
    client.post(url)
    assert [t.game for t in tables(round) if t.match] == [1, 1]
    client.post(url)
    assert Match.objects.count() == 2
    first = next(t for t in tables(round) if t.match)
    record(first.match, 40)
    record(first.match, 40)
    client.post(url)
    assert [(t.number, t.game) for t in tables(round) if t.match] == [(1, 1), (1, 2), (2, 1)]
