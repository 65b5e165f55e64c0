"""A match taken off a table of a competition."""

import pytest

from games.models import Match, Table
from tests.competitions import (
    client_of,
    draw,
    enter,
    make_club,
    make_competition,
    play,
    sign,
    tables,
    type_result,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    competition = make_competition(make_club())
    enter(competition, 4)
    return tables(draw(competition))[0]


def test_the_table_waits_for_another_match_and_the_club_keeps_this_one(table):
    match = play(table, 40, 45)
    sign(match)
    table = Table.objects.get(pk=table.pk)
    assert table.counted
    client = client_of("Secretary")
    assert table.url("take_off_match") in client.get(table.url("table_result")).content.decode()
    shown = client.get(table.url("take_off_match"))
    assert "What this changes in the standings" in shown.content.decode()
    assert any("place 1" in move for move in shown.context["moves"])
    told = {"reason": "other people", "seen": table.mark}
    assert client.post(table.url("take_off_match"), told).url == table.round.get_absolute_url()

    bare = Table.objects.get(pk=table.pk)
    assert (bare.match, bare.kind, bare.winner, bare.points_a) == (None, "unplayed", "", None)
    assert not bare.counted and bare.counted_at is None
    stored = Match.objects.get()
    assert stored.club == table.competition.club and stored.is_signed
    stored.reopen("so", "")  # it has nothing to do with the table any more
    change = table.competition.log.last()
    assert (change.verb, change.reason, change.before["match"]) == (
        "take off match", "other people", match.code,
    )  # fmt: skip
    history = client.get(table.competition.get_absolute_url() + "history/").content.decode()
    assert "the match was taken off" in history
    again = client.get(table.url("start_table"))
    assert again.status_code == 200 and "form" in again.context


def test_a_result_that_was_typed_in_stays(table):
    play(table, 40)
    type_result(Table.objects.get(pk=table.pk), 30, 20)
    table = Table.objects.get(pk=table.pk)
    client_of("Olga").post(table.url("take_off_match"), {"reason": "", "seen": table.mark})

    bare = Table.objects.get(pk=table.pk)
    assert bare.match is None and (bare.points_a, bare.counted) == (30, True)


def test_pressed_twice_it_is_done_once(table):
    play(table, 40)
    table = Table.objects.get(pk=table.pk)
    told = {"reason": "", "seen": table.mark}
    for _press in range(2):
        assert client_of("Olga").post(table.url("take_off_match"), told).status_code == 302
    assert table.competition.log.filter(verb="take off match").count() == 1
    assert client_of("Olga").get(table.url("take_off_match")).status_code == 404


def test_what_changed_meanwhile_is_looked_at_again(table):
    match = play(table, 40)
    table = Table.objects.get(pk=table.pk)
    seen = table.mark
    match.give_up("late")
    told = {"reason": "why <b>", "seen": seen}
    response = client_of("Olga").post(table.url("take_off_match"), told)
    html = response.content.decode()
    assert "Look again" in html and "why &lt;b&gt;" in html
    assert Table.objects.get(pk=table.pk).match == match


def test_a_finished_competition_keeps_its_matches(table):
    play(table, 40)
    table = Table.objects.get(pk=table.pk)
    table.competition.become("finished", table.competition.club.memberships.first().user)
    told = {"reason": "", "seen": table.mark}
    response = client_of("Olga").post(table.url("take_off_match"), told)
    assert "finished" in response.content.decode()
    assert Table.objects.get(pk=table.pk).match is not None
