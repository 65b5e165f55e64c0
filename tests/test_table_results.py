"""Results of tables: signed, typed in, confirmed, corrected; without pages."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection

from games.models import (
    CannotChange,
    CannotRecord,
    Competition,
    Entry,
    Match,
    Player,
    Table,
    results_of,
    standings_of,
)
from games.models.competition import FINISHED, RUNNING
from games.models.standings import RESULT
from games.standings import Result

from .competitions import (
    draw,
    enter,
    make_club,
    make_competition,
    make_user,
    owner,
    play,
    ranks,
    sign,
    tables,
    type_result,
)
from .matches import record, rule

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make_club()


def test_a_match_counts_once_both_sides_have_signed(club):
    competition = make_competition(club)
    enter(competition, 2)
    (table,) = tables(draw(competition))
    match = play(table, 38, 40)
    assert match.club == club and match.seatings.count() == 4
    first, second = match.rules.table.sides
    match.sign(first, "A")
    assert not Table.objects.get().counted
    match.sign(second, "B")
    table = Table.objects.get()
    assert (table.kind, table.winner, table.points_a, table.points_b) == ("played", "a", 18, 0)
    assert (table.deals_a, table.deals_b, table.counted) == (2, 0, True)
    assert ranks(competition) == [(1, table.a.name), (2, table.b.name)]
    match.reopen("wrong")
    assert not Table.objects.get().counted
    assert [rank for rank, _name in ranks(competition)] == [1, 1]
    sign(match)
    assert Table.objects.get().counted


def test_more_points_than_can_be_kept_do_not_count(club):
    """Rulings can give any points: the match is not signed until they are put right."""
    competition = make_competition(club, rules={"deals": 4})
    enter(competition, 2)
    (table,) = tables(draw(competition))
    match = play(table, 38, 40, 30, 30)
    for number in range(1, 5):
        rule(match, number, points={"NS": 9999, "EW": 0})
    match.sign("NS", "A1")
    with pytest.raises(CannotRecord, match="Nobody makes so many points"):
        match.sign("EW", "B1")
    assert not Match.objects.get().is_signed and not Table.objects.get().counted
    rule(match, 4, points={"NS": 0, "EW": 0})
    sign(match)
    table = Table.objects.get()
    assert table.counted and 9999 * 3 <= table.points_a < 32_767


def test_a_match_started_twice_is_one(club):
    competition = make_competition(club)
    enter(competition, 2)
    (table,) = tables(draw(competition))
    assert play(table) == play(Table.objects.get())
    assert Match.objects.count() == 1
    assert Match.objects.get().place == "Autumn cup, round 1, table 1"


def test_an_officer_signs_for_those_who_have_not(club):
    competition = make_competition(club)
    enter(competition, 2)
    (table,) = tables(draw(competition))
    match = play(table, 38, 40)
    match.sign("NS", "A1")
    table = Table.objects.get()
    table.confirm(table.mark, make_user("Secretary"))
    assert Table.objects.get().counted and Table.objects.get().confirmed_by == "Secretary"
    names = match.signatures.order_by("side").values_list("side", "name")
    assert list(names) == [("EW", "Secretary"), ("NS", "A1")]


@pytest.mark.django_db(transaction=True)
def test_a_player_and_an_officer_sign_at_the_same_time():
    competition = make_competition(make_club())
    enter(competition, 2)
    (table,) = tables(draw(competition))
    match = play(table, 38, 40)
    match.sign("NS", "A1")
    mark, secretary = Table.objects.get().mark, make_user("Secretary")

    def press(who):
        try:
            if who == "player":
                Match.objects.get().sign("EW", "B1")
            else:
                with suppress(CannotChange):  # the player was first
                    Table.objects.get().confirm(mark, secretary)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(press, ["player", "officer"]))
    assert Table.objects.get().counted and Match.objects.get().signatures.count() == 2


def test_individuals_meet_one_to_one_by_rules_for_two(club):
    competition = make_competition(
        club, entry_kind="individual", preset="two-hand", rules={"deals": 1}
    )
    enter(competition, 3)
    (table,) = tables(draw(competition))
    sign(play(table, 40))
    assert Table.objects.get(pk=table.pk).winner in ("a", "b")
    assert [rank for rank, _name in ranks(competition)][-1] > 1


def test_a_result_that_moved_since_it_was_shown_is_not_confirmed(club):
    competition = make_competition(club)
    enter(competition, 2)
    (table,) = tables(draw(competition))
    match = play(table, 38)
    seen = Table.objects.get().mark
    record(match, 40)
    with pytest.raises(CannotChange):
        table.confirm(seen, owner())
    assert not Match.objects.get().is_signed


def test_a_scorers_word_waits_for_an_officer(club):
    competition = make_competition(club)
    enter(competition, 2)
    (table,) = tables(draw(competition))
    type_result(table, 12, 12, make_user("Scorer"))
    assert not Table.objects.get().counted and ranks(competition)[1][0] == 1
    table.confirm(table.mark, make_user("Secretary"))
    table = Table.objects.get()
    assert (table.typed_by, table.confirmed_by, table.counted) == ("Scorer", "Secretary", True)
    log = competition.log.filter(round=1).values_list("verb", "by")
    assert list(log) == [
        ("draw", "Olga"), ("type result", "Scorer"), ("confirm result", "Secretary")
    ]  # fmt: skip


def test_corrections_follow_the_window_and_tell_what_they_move(club):
    competition = make_competition(club)
    enter(competition, 4)
    one, other = tables(draw(competition))
    type_result(one, 50, 10)
    type_result(other, 40, 10)
    wrong = {"kind": "played", "winner": "b", "points_a": 10, "points_b": 50}
    moves = {(move.entry, move.kind, move.before, move.after) for move in one.moves(**wrong)}
    assert moves == {(one.a_id, "falls", 1, 4), (one.b_id, "rises", 4, 1)}
    scorer = make_user("Scorer")
    club.change_settings({"table_corrects": False}, owner())
    one = Table.objects.get(pk=one.pk)
    with pytest.raises(PermissionDenied):
        one.type_result(wrong, "sheet read wrongly", one.mark, scorer)
    one.type_result(wrong, "sheet read wrongly", one.mark, make_user("Secretary"))
    entry = competition.log.last()
    assert (entry.verb, entry.reason) == ("correct result", "sheet read wrongly")
    assert entry.before["winner"] == "a" and entry.after["winner"] == "b"


def test_a_finished_competition_takes_no_more_results(club):
    competition = make_competition(club)
    enter(competition, 2)
    (table,) = tables(draw(competition))
    competition.become(FINISHED, owner())
    with pytest.raises(CannotChange):
        type_result(table, 1, 0)
    competition.become(RUNNING, owner())
    type_result(table, 1, 0)


def test_withdrawals_remove_or_keep_results_wholly(club):
    for withdrawn, expected in (("keep", [1, 2, 3, 4]), ("void", [1, 2, 3, None])):
        competition = make_competition(club, scheme={"withdrawn": withdrawn})
        enter(competition, 4, first={"keep": 1, "void": 11}[withdrawn])
        one, other = tables(draw(competition))
        type_result(one, 50, 10)
        type_result(other, 40, 20)
        Entry.objects.get(pk=one.a_id).withdraw("moved away", owner())
        assert [rank for rank, _name in ranks(competition)] == expected


def test_lots_are_drawn_once_and_recorded(club):
    competition = make_competition(club, "round-robin")
    enter(competition, 3)
    competition.draw_lots(owner())
    lots = Competition.objects.get().lots
    assert sorted(lots.values()) == [1, 2, 3]
    competition.draw_lots(owner())
    assert Competition.objects.get().lots == lots
    assert competition.log.filter(verb="lots").count() == 1
    assert [rank for rank, _name in ranks(competition)] == [1, 2, 3]


def test_standings_are_one_query_for_the_results(club, django_assert_num_queries):
    competition = make_competition(club)
    enter(competition, 6)
    for _ in range(3):
        for table in tables(draw(competition)):
            type_result(table, 30, 20)
    with django_assert_num_queries(1):
        results = results_of(competition)
    assert len(results) == 9
    with django_assert_num_queries(1):  # the entries
        standings_of(competition, results)
    assert Player.objects.count() == 12


def test_results_are_as_the_database_gives_them():
    """No column is converted: that would be a call of Python for each result of a season."""
    compiler = Table.objects.values_list(*RESULT).query.get_compiler(connection=connection)
    compiler.setup_query()
    columns = [expression for expression, *_names in compiler.select]
    assert len(columns) == len(Result._fields)
    assert compiler.get_converters(columns) == {}
