"""Byes where all rounds are drawn together: they count once their round is under way."""

import csv
import io

import pytest

from games.models import Competition, Entry, Match, Table, every_standings, results_of, standings_of

from .competitions import (
    address,
    client_of,
    draw,
    enter,
    hand_in,
    html_of,
    make_club,
    make_competition,
    make_user,
    meetings,
    owner,
    play,
    sign,
    tables,
    type_result,
)

pytestmark = pytest.mark.django_db

WHEN = "It counts once a result of its round does, or nothing of that round is left to be played."
TO_COME = "its round is still to come"


def drawn(format: str = "round-robin", count: int = 3, **facts):
    scheme = {"bye": 1, "withdrawn": "void", **facts.pop("scheme", {})}
    league = make_competition(make_club(), format, published=True, scheme=scheme, **facts)
    enter(league, count)
    draw(league)
    return Competition.objects.get(pk=league.pk)


def tables_in(league, number):
    round = league.rounds.get(number=number)
    round.competition = league
    return tables(round)


def sits_out(league, number) -> Entry:
    return Table.objects.get(round__competition=league, round__number=number, b=None).a


def points(league) -> dict[int, int]:
    """Key of an entry -> its league points."""
    found = Competition.objects.get(pk=league.pk)
    return {row.entry: row.figures[0] for each in every_standings(found) for row in each.rows}


def points_in_file(league) -> dict[str, str]:
    """Name of an entry -> its league points, as the file of the standings has them."""
    url = address(league, "export_file", "standings")
    text = client_of("Olga").get(url).getvalue().decode("utf-8-sig")
    head, *lines = csv.reader(io.StringIO(text), delimiter=",")
    name, told = head.index("Name"), head.index("League points")
    return {line[name]: line[told] for line in lines}


def working(league, entry):
    return client_of("Olga").get(address(league, "standing", entry.number)).context["working"]


def test_a_bye_counts_once_a_result_of_its_round_does():
    league = drawn()
    bye = sits_out(league, 2)
    assert set(points(league).values()) == {0}
    assert set(points_in_file(league).values()) == {"0"}
    (table,) = tables_in(league, 2)
    before = points(league)
    moved = {move.entry for move in table.moves(kind="played", winner="a", points_a=60)}
    assert moved  # looked at before it is typed in, the bye counts as well
    type_result(table, 60, 40)
    after = points(league)
    assert after[bye.pk] == before[bye.pk] + 1
    # Those of the other rounds are still to come.
    assert sorted(after.values()) == sorted([1, league.scheme.win, 0])
    assert points_in_file(league)[bye.name] == "1"


def test_a_result_that_waits_does_not_begin_a_round():
    league = drawn()
    bye = sits_out(league, 1)
    (table,) = tables_in(league, 1)
    type_result(table, 60, 40, make_user("Scorer"))
    assert points(league)[bye.pk] == 0
    assert not Table.objects.get(pk=table.pk).counted
    table = tables_in(league, 1)[0]
    table.confirm(table.mark, owner())
    assert points(league)[bye.pk] == 1


def test_a_correction_leaves_it_and_a_result_taken_back_takes_it_along():
    league = drawn()
    bye = sits_out(league, 1)
    (table,) = tables_in(league, 1)
    match = play(table, 40, 40)
    sign(match)
    assert points(league)[bye.pk] == 1
    Match.objects.get(pk=match.pk).reopen("read wrongly", "Referee")
    assert points(league)[bye.pk] == 0
    match = Match.objects.get(pk=match.pk)
    sign(match)
    assert points(league)[bye.pk] == 1
    other = sits_out(league, 2)
    (table,) = tables_in(league, 2)
    type_result(table, 60, 40)
    table = tables_in(league, 2)[0]
    facts = {"kind": "played", "winner": "b", "points_a": 40, "points_b": 60}
    table.type_result(facts, "read wrongly", table.mark, owner())
    assert {row[0] for row in results_of(league) if row[4] is None and row[1] == 2}
    counted = standings_of(league).working(other.pk).counted
    assert [one.result.round for one in counted if one.outcome == "bye"] == [2]


@pytest.mark.parametrize("void", [True, False])
def test_what_is_told_of_a_bye_that_does_not_count(void):
    league = drawn(count=5)
    bye = sits_out(league, 3)
    (left,) = (one for one in working(league, bye).left_out if one.reason != "not played")
    assert (left.round, left.others, left.reason) == (3, "bye", TO_COME)
    html = html_of(client_of("Olga"), address(league, "standing", bye.number))
    assert f"Round 3, <bdi>bye</bdi>: {TO_COME}" in html
    # It waits for nobody's signature.
    assert client_of("Olga").get(address(league, "standings")).context["uncounted"] == 0
    table = tables_in(league, 3)[0]
    facts = {"kind": "void", "winner": ""} if void else {"kind": "forfeit", "winner": "a"}
    table.type_result(facts, "", table.mark, owner())
    assert not [one for one in working(league, bye).left_out if one.reason == TO_COME]


def test_of_one_who_withdrew_it_is_told_that_the_entry_withdrew():
    league = drawn(count=5)
    bye = sits_out(league, 1)
    type_result(tables_in(league, 1)[0], 60, 40)
    Entry.objects.get(pk=bye.pk).withdraw("ill", owner())
    told = {one.others: one.reason for one in working(league, bye).left_out}
    assert told["bye"] == "removed, since the entry withdrew"


def test_where_a_withdrawal_leaves_nothing_to_play_the_round_is_over():
    league = drawn()
    one, other = tables_in(league, 1)[0], sits_out(league, 1)
    Entry.objects.get(pk=one.a_id).withdraw("ill", owner())
    assert points(league)[other.pk] == 1
    # Whoever else sat out waits for the two who are left.
    assert points(league)[one.b_id] == 1 and sits_out(league, 1) == other
    alone = next(n for n in (1, 2, 3) if sits_out(league, n).pk == one.a_id)
    assert points(league)[one.a_id] == 0 and tables_in(league, alone)[0].withdrawn is None


def test_in_pools_the_own_pool_counts():
    league = drawn("pools", 6, options={"pool_size": 3})
    one, other = tables_in(league, 1)
    assert one.pool != other.pool
    type_result(one, 60, 40)
    byes = dict(
        Table.objects.filter(round__competition=league, round__number=1, b=None).values_list(
            "pool", "a"
        )
    )
    found = points(league)
    assert (found[byes[one.pool]], found[byes[other.pool]]) == (1, 0)


def test_in_a_team_league_it_counts_with_the_first_meeting_that_does():
    league = drawn("team-league", 3, options={"games": 2, "double": False})
    bye = sits_out(league, 1)
    round = league.rounds.get(number=1)
    round.competition = league
    (meeting,) = meetings(round)
    hand_in(meeting)
    one, two = meeting.places()
    type_result(one, 60, 40)
    assert points(league)[bye.pk] == 0  # the meeting is not over
    type_result(two, 60, 40)
    assert points(league)[bye.pk] == 1


def test_where_rounds_are_drawn_one_by_one_it_counts_at_once():
    swiss = make_competition(make_club(), published=True)
    enter(swiss, 3)
    (bye,) = (table.a for table in draw(swiss).places() if table.is_bye)
    assert points(swiss)[bye.pk] == swiss.scheme.bye
    page = html_of(client_of("Olga"), address(swiss, "standings"))
    assert WHEN not in page


def test_how_it_is_counted_says_so_and_it_stays_one_query(django_assert_num_queries):
    league = drawn(count=5)
    assert WHEN in html_of(client_of("Olga"), address(league, "standings"))
    with django_assert_num_queries(1):
        rows = results_of(league)
    with django_assert_num_queries(1):  # the entries
        standings_of(league, rows)
