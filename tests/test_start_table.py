"""Starting the match of a table, by who sits there."""

import pytest

from games.models import Match

from .competitions import add_people, address, client_of, draw, make_cup, tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    return make_cup()


@pytest.fixture
def table(competition):
    return tables(draw(competition))[0]


def test_a_tables_match_is_started_in_the_club_under_its_rules(competition, table):
    client, url = client_of("Scorer"), address(competition, "start_table", table.pk)
    form = client.get(url).context["form"]
    typed = {name: form[name].value() for name in form.fields}
    response = client.post(url, {**typed, "dealer": "E"})
    match = Match.objects.get()
    assert response["Location"] == match.get_absolute_url()
    assert (match.club, match.rules, match.first_dealer) == (
        competition.club,
        competition.rules,
        "E",
    )
    names = {table.side("a"), table.side("b")}
    assert {match.names(side) for side in match.rules.table.sides} == names
    assert client.session["matches"][match.code] == match.scoring_code
    # The same press once more, or another device.
    assert client.post(url, typed)["Location"] == match.get_absolute_url()
    assert client_of("Secretary").get(url)["Location"] == match.get_absolute_url()
    assert Match.objects.count() == 1


def test_somebody_is_replaced(competition, table):
    (stand_in,) = add_people(competition.club, "Stand-in")
    client, url = client_of("Scorer"), address(competition, "start_table", table.pk)
    form = client.get(url).context["form"]
    typed = {name: form[name].value() for name in form.fields}
    wrong = client.post(url, {**typed, "seat_N": typed["seat_S"]})
    assert "Nobody has two seats." in wrong.content.decode()
    assert client.post(url, {**typed, "seat_N": "999"}).status_code == 200
    assert client.post(url, {**typed, "dealer": "X"}).status_code == 200
    assert not Match.objects.exists()
    client.post(url, {**typed, "seat_N": stand_in.pk})
    assert Match.objects.get().players["N"] == "Stand-in"
    assert Match.objects.get().seatings.get(seat="N").player == stand_in
