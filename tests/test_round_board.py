"""The board on the wall: who plays with whom now."""

import re

import pytest
from django.test import Client

from games.models import Competition, Player, start_match_at

from .competitions import (
    address,
    begin_evening,
    draw,
    enter,
    html_of,
    make_club,
    make_competition,
    owner,
    tables,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return begin_evening(make_club())


def test_the_cost_of_the_board_does_not_grow(evening, django_assert_max_num_queries):
    evening.change(owner(), published=True)
    enter(evening, 12, first=31)
    for number in (1, 2):
        with django_assert_max_num_queries(6):
            Client().get(address(evening, "round_board", number))
        if number == 1:
            draw(evening)


def byes_told(competition, number, **headers) -> list[str]:
    html = html_of(Client(), address(competition, "round_board", number), **headers)
    _before, found, told = html.partition('class="board-byes"')
    return re.findall(r"<bdi>(.*?)</bdi>", told.split("</p>")[0]) if found else []


def stand_in(table, player):
    """Start the match with somebody for whoever was drawn to S."""
    table.round.competition = Competition.objects.get(pk=table.competition.pk)
    start_match_at(table, {**table.seated(), "S": player}, "N", owner())


def test_who_sits_out_is_told_unless_they_play_for_somebody():
    evening = make_competition(make_club(), "draw-evening", published=True)
    enter(evening, 10)
    round = draw(evening)
    one, other = (table.a.name for table in round.places() if table.is_bye)
    assert byes_told(evening, 1) == [one, other]
    stand_in(tables(round)[0], Player.objects.get(name=one))
    assert byes_told(evening, 1) == [other]
    assert byes_told(evening, 1, **{"HX-Request": "true"}) == [other]
    url = address(evening, "round_board", 1)
    assert f"{one} plays for " in html_of(Client(), url)
    stand_in(tables(round)[3], Player.objects.get(name=other))
    assert byes_told(evening, 1) == [] and "board-byes" not in html_of(Client(), url)


def test_a_pair_that_sits_out_stays_though_one_of_them_plays():
    swiss = make_competition(make_club(), published=True)
    enter(swiss, 3)
    round = draw(swiss)
    (bye,) = (table.a for table in round.places() if table.is_bye)
    stand_in(tables(round)[0], bye.people[0])
    assert byes_told(swiss, 1) == [bye.name.replace("&", "&amp;")]


def test_who_sits_out_costs_two_queries_at_most(django_assert_max_num_queries):
    evening = make_competition(make_club(), "draw-evening", published=True)
    enter(evening, 9)
    round = draw(evening)
    (bye,) = (table.a.name for table in round.places() if table.is_bye)
    url = address(evening, "round_board", 1)
    stand_in(tables(round)[0], Player.objects.get(name=bye))
    # The competition, hidden names, the round, its tables, their deals; who came in, and for whom,
    # once for the tables and once for who sits out; who of the competition that is.
    with django_assert_max_num_queries(10):
        Client().get(url)
