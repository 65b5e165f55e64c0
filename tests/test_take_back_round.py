"""Taking a round back that was drawn too early."""

import pytest

from games.models import Competition, Round

from .competitions import address, client_of, draw, make_cup, tables, type_result

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    return make_cup()


@pytest.fixture
def table(competition):
    return tables(draw(competition))[0]


def test_a_round_is_taken_back_with_its_reason(competition, table):
    client = client_of("Secretary")
    url = address(competition, "take_back_round", 1)
    assert client.get(url).status_code == 200
    response = client.post(url, {"reason": "somebody came late"})
    assert response["Location"] == competition.get_absolute_url() and not Round.objects.exists()
    assert client.post(url, {})["Location"] == competition.get_absolute_url()
    history = client.get(address(competition, "competition_history")).content.decode()
    assert "Round 1 was taken back" in history and "somebody came late" in history
    type_result(tables(draw(Competition.objects.get()))[0], 3, 1)
    for response in (client.get(url), client.post(url, {})):
        assert "There is a result already" in response.content.decode()
    assert Round.objects.count() == 1
