"""Slips for the tables, with the link that scores."""

import pytest
from django.test import Client

from games.models import Table, start_match_at

from .competitions import (
    add_people,
    address,
    client_of,
    draw,
    make_cup,
    owner,
    play,
    tables,
    type_result,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    return make_cup()


@pytest.fixture
def table(competition):
    return tables(draw(competition))[0]


def test_slips_open_the_right_match_for_scoring(competition, table):
    client, url = client_of("Secretary"), address(competition, "round_slips", 1)
    assert "start them first" in client.get(url).content.decode()
    match = play(table)
    page = client.get(url)
    (slip,) = page.context["slips"]
    assert slip["table"] == table and "<svg" in slip["qr"]
    phone = Client()
    phone.get(slip["url"])
    assert phone.session["matches"] == {match.code: match.scoring_code}
    # The link is nowhere on what everybody sees.
    competition.change(owner(), published=True)
    for page in ("competition_round", "round_board"):
        assert (
            match.scoring_code not in Client().get(address(competition, page, 1)).content.decode()
        )
    # Nobody is sent to score what was typed in and counts.
    type_result(Table.objects.get(pk=table.pk), 30, 20)
    assert client.get(url).context.get("slips") == []


def test_a_slip_says_who_sits_there_and_for_whom(competition, table):
    (urbain,) = add_people(competition.club, "Urbain")
    people = table.seated()
    start_match_at(table, {**people, "S": urbain}, "N", owner())
    page = client_of("Secretary").get(address(competition, "round_slips", 1))
    (slip,) = page.context["slips"]
    names = [name for _seat, name in slip["seats"]]
    assert "Urbain" in names and people["S"].name not in names
    assert f"<bdi>Urbain plays for {people['S'].name}</bdi>" in page.content.decode()
