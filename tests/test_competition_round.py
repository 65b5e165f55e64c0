"""A round's page: how every table stands, and what is left to do."""

import pytest
from django.test import Client

from games.models import Table

from .competitions import (
    address,
    begin_evening,
    client_of,
    draw,
    enter,
    make_club,
    make_cup,
    make_user,
    owner,
    play,
    tables,
    type_result,
)
from .matches import rule

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    return make_cup()


@pytest.fixture
def evening():
    return begin_evening(make_club())


def test_the_round_tells_how_every_table_stands(competition):
    one, other = tables(draw(competition))
    play(one, 40)
    type_result(other, 12, 50, make_user("Scorer"))
    url = address(competition, "competition_round", 1)
    html = client_of("Secretary").get(url).content.decode()
    assert "1 result is missing" in html and "1 result waits to be signed" in html
    assert "1 deal played" in html
    assert "typed in by Scorer, not confirmed yet" in html and "Confirm" in html
    assert "Confirm" not in client_of("Scorer").get(url).content.decode()
    part = client_of("Referee").get(url, headers={"HX-Request": "true"})
    assert "<html" not in part.content.decode() and "1 deal played" in part.content.decode()
    assert "HX-Request" in part["Vary"]


@pytest.mark.parametrize("page", ["competition_round", "round_board"])
def test_what_was_played_stands_beside_what_a_ruling_made_of_it(competition, page):
    ruled, other = tables(draw(competition))
    play(other, 40)
    rule(play(ruled, 40), 1, revoke="N", trick=3)
    url = address(competition, page, 1)
    html = client_of("Secretary").get(url).content.decode()
    assert html.count("as played") == 1 and "as played 10–0" in html
    # A result typed in counts instead of the sheet and of what was ruled there.
    type_result(ruled, 12, 50)
    assert "as played" not in client_of("Secretary").get(url).content.decode()


def test_its_cost_does_not_grow_with_its_tables(competition, django_assert_num_queries):
    competition.change(owner(), published=True)
    enter(competition, 8, first=5)
    round = draw(competition)
    url = address(competition, "competition_round", 1)
    counts = []
    for table in tables(round)[:3]:
        play(table, 40)
        with django_assert_num_queries(9):
            counts.append(Client().get(url).status_code)
    assert counts == [200, 200, 200]


def test_a_table_of_three_games_is_listed_once(evening):
    url, board = (address(evening, page, 1) for page in ("competition_round", "round_board"))
    client = client_of("Secretary")
    page = client.get(url)
    places = page.context["tables"]
    assert [(place.number, len(place.games), place.missing) for place in places] == [
        (1, 3, 2),
        (2, 3, 3),
    ]
    assert "5 results are missing" in page.content.decode()
    html = page.content.decode()
    assert html.count("Table 1") == 1 and html.count("game 2") == 2
    for place in places:
        for row in place.games:
            assert f'id="table-{row.table.pk}"' in html
    # On the board who plays with whom now, or next, and how far the table is.
    page = client.get(board)
    html = page.content.decode()
    assert html.count('class="board-table') == 2 and html.count("game 2") == 2
    one, two = page.context["tables"]
    assert (one.now.table.game, two.now.table.game) == (2, 1)
    shown = html.split('class="board-table')[1].replace("&amp;", "&")
    assert one.now.one in shown and one.games[0].one not in shown
    assert "1 deal played" in shown
    assert shown.split('aria-current="true">')[1].startswith("game 2")
    for table in (row.table for place in (one, two) for row in place.games):
        if not table.begun:
            type_result(table, 70, 90)
    Table.objects.get(match__isnull=False).match.give_up("late", "EW")
    one, two = client.get(board).context["tables"]
    assert (one.now.table.game, two.now.table.game, one.missing, two.missing) == (3, 3, 1, 0)


def test_a_match_of_every_table_is_offered_while_one_waits(evening):
    url = address(evening, "competition_round", 1)
    start = address(evening, "start_round", 1)
    for name in ("Scorer", "Secretary"):
        assert start in client_of(name).get(url).content.decode()
    client = client_of("Scorer")
    assert start not in client_of("Referee").get(url).content.decode()
    part = {"HX-Request": "true"}
    assert start in client.get(url, headers=part).content.decode()
    client.post(start)  # the second table's first game
    for headers in ({}, part):
        assert start not in client.get(url, headers=headers).content.decode()
    one = Table.objects.get(round__competition=evening, number=1, game=2)
    one.match.give_up("late", "NS")
    assert start in client.get(url, headers=part).content.decode()
    evening.become("finished", owner())
    assert start not in client.get(url).content.decode()
