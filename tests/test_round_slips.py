"""Slips for the tables, with the link that scores."""

import pytest
from django.test import Client

from games.models import Table

from .competitions import address, client_of, draw, make_cup, owner, play, tables, type_result

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
