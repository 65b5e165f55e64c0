"""Saying who is there before a round is drawn."""

import pytest

from .competitions import address, client_of, enter, make_competition, make_cup

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    return make_cup()


def test_check_in_says_who_is_drawn(competition):
    enter(competition, 2, first=5)
    client, url = client_of("Secretary"), address(competition, "check_in")
    everybody = client.get(url).context["form"]["present"].value()
    assert len(everybody) == 6
    assert client.post(url, {"present": everybody[2:]})["Location"] == address(
        competition, "draw_round"
    )
    draw_page = client.get(address(competition, "draw_round"))
    assert [why for _name, why in draw_page.context["rounds"][0].out] == 2 * ["is absent"]
    assert client.get(url).context["form"]["present"].value() == everybody[2:]
    client.post(url, {"present": everybody[1:]})
    assert len(client.get(address(competition, "draw_round")).context["rounds"][0].out) == 2
    assert client.post(url, {"present": ["999"]}).status_code == 200
    league = make_competition(competition.club, "round-robin", name="League")
    assert client.get(address(league, "check_in")).status_code == 404
