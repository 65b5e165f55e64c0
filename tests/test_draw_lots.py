"""Drawing the lots: asked first, and offered where they part somebody."""

import pytest
from django.urls import reverse

from games.models import Competition, standings_of

from .competitions import (
    client_of,
    draw,
    enter,
    make_club,
    make_competition,
    tables,
    type_result,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def league():
    competition = make_competition(make_club(), "round-robin", published=True)
    enter(competition, 3)
    draw(competition)
    return competition


def address(competition, page="draw_lots"):
    return reverse(page, args=[competition.club.slug, competition.slug])


def all_tables(competition):
    return [table for round in competition.rounds.all() for table in tables(round)]


def offered(competition, name="Secretary"):
    html = client_of(name).get(address(competition, "standings")).content.decode()
    return f'href="{address(competition)}"' in html


def test_they_are_drawn_once_that_was_confirmed(league):
    first, *rest = all_tables(league)
    assert not offered(league)  # all are equal, but nobody has played
    for table in rest:
        type_result(table, 20, 20)
    client = client_of("Secretary")
    assert offered(league) and not offered(league, "Referee")
    page = client.get(address(league))
    html = page.content.decode()
    assert "Once drawn they stay." in html and "1 result is missing" in html
    assert Competition.objects.get().lots == {}
    type_result(first, 20, 20)
    assert "missing" not in client.get(address(league)).content.decode().split("<main")[1]
    assert client.post(address(league))["Location"] == address(league, "standings")
    lots = Competition.objects.get().lots
    assert sorted(lots.values()) == [1, 2, 3] and not offered(league)
    # Once drawn they stay: no second page, no second draw.
    assert client.get(address(league))["Location"] == address(league, "standings")
    client.post(address(league))
    assert Competition.objects.get().lots == lots


def test_they_are_not_offered_where_nobody_is_equal(league):
    for number, table in enumerate(all_tables(league)):
        type_result(table, 60 - 10 * number, 5 + number)
    assert not any(row.tied for row in standings_of(league).rows)
    assert not offered(league)


def test_where_no_lot_decides_there_is_no_such_page():
    swiss = make_competition(make_club())
    enter(swiss, 4)
    draw(swiss)
    assert "lot" not in swiss.scheme.measures and not offered(swiss)
    page = client_of("Secretary").get(address(swiss))
    assert page["Location"] == address(swiss, "standings")


def test_of_pools_they_part_places_of_different_pools_too():
    cup = make_competition(make_club(), "pools", options={"pool_size": 3})
    enter(cup, 6)
    draw(cup)
    for number, table in enumerate(all_tables(cup)):
        type_result(table, 60 + number, 5)
    assert offered(cup)
