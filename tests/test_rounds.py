"""Rounds of every format: drawn, taken back, drawn on; without pages."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from games.models import (
    CannotChange,
    Competition,
    Match,
    Round,
    Table,
    every_standings,
    next_draw,
    standings_of,
)
from games.models.competition import OPEN
from games.models.entry import ABSENT

from .competitions import (
    draw,
    enter,
    make_club,
    make_competition,
    met,
    owner,
    play,
    tables,
    type_result,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make_club()


def test_drawn_twice_is_one_round(club):
    competition = make_competition(club)
    enter(competition, 6)
    drawn = next_draw(competition)
    one, other = (
        Round.draw_next(Competition.objects.get(), 1, drawn.mark, owner()) for _ in range(2)
    )
    assert one == other and competition.rounds.count() == 1
    assert Table.objects.count() == 3


@pytest.mark.django_db(transaction=True)
def test_drawn_by_two_at_once_is_one_round():
    competition = make_competition(make_club())
    enter(competition, 6)
    mark = next_draw(competition).mark

    def press(_):
        try:
            return Round.draw_next(Competition.objects.get(), 1, mark, owner()).pk
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(press, range(4)))) == 1
    assert Table.objects.count() == 3


def test_a_draw_that_is_not_the_one_shown_is_refused(club):
    competition = make_competition(club)
    entries = enter(competition, 6)
    mark = next_draw(competition).mark
    entries[0].tell(ABSENT, 1, owner())
    with pytest.raises(CannotChange):
        Round.draw_next(competition, 1, mark, owner())
    assert not competition.rounds.exists()


def test_somebody_is_entered_while_a_draw_is_worked_out(club, monkeypatch):
    """Looking at it locks nothing; confirmed, it has become another."""
    competition = make_competition(club)
    enter(competition, 4)
    usual = standings_of

    def meanwhile(one):
        found = usual(one)
        enter(competition, 1, first=5)
        return found

    with monkeypatch.context() as patched:
        patched.setattr("games.models.draw.standings_of", meanwhile)
        drawn = next_draw(competition)
    with pytest.raises(CannotChange, match="Meanwhile something has changed"):
        Round.draw_next(competition, drawn.number, drawn.mark, owner())
    assert len(drawn.rounds[0].tables) == 2 and draw(competition).places()[-1].is_bye


def test_a_round_is_taken_back_while_the_next_is_worked_out(club, monkeypatch):
    competition = make_competition(club)
    enter(competition, 4)
    first = draw(competition)
    usual = standings_of

    def meanwhile(one):
        found = usual(one)
        first.take_back("wrong", owner())
        return found

    with monkeypatch.context() as patched:
        patched.setattr("games.models.draw.standings_of", meanwhile)
        drawn = next_draw(competition)
    assert drawn.number == 2
    with pytest.raises(CannotChange, match="Meanwhile something has changed"):
        Round.draw_next(competition, 2, drawn.mark, owner())
    assert draw(competition).number == 1


def test_a_round_is_taken_back_until_a_result_is_in_and_drawn_anew(club):
    competition = make_competition(club)
    enter(competition, 8)
    first = draw(competition)
    before = [(table.a_id, table.b_id) for table in first.places()]
    match = play(tables(first)[0])
    first.take_back("somebody came late", owner())
    assert competition.state == OPEN and not Table.objects.exists()
    assert not Match.objects.filter(pk=match.pk).exists()  # nothing had been logged in it
    first.take_back("", owner())  # the same press twice
    again = draw(competition)
    assert [(table.a_id, table.b_id) for table in again.places()] != before
    match = play(tables(again)[0], 40)
    with pytest.raises(CannotChange):
        again.take_back("", owner())
    match.undo(1)
    type_result(tables(again)[1], 3, 1)
    with pytest.raises(CannotChange):
        again.take_back("", owner())


def test_only_the_last_round_is_taken_back(club):
    competition = make_competition(club)
    enter(competition, 4)
    first = draw(competition)
    draw(competition)
    with pytest.raises(CannotChange):
        first.take_back("", owner())


def test_swiss_pairs_do_not_meet_again_and_byes_go_round(club):
    competition = make_competition(club)
    enter(competition, 7)
    for number in range(1, 6):
        round = draw(competition)
        for table in tables(round):
            type_result(table, 20 + number, 10)
    assert len(set(met(competition))) == len(met(competition)) == 15
    byes = Table.objects.filter(b=None).values_list("a", flat=True)
    assert len(set(byes)) == 5


def test_a_round_robin_is_drawn_at_once_and_takes_a_late_entry_for_its_byes(club):
    competition = make_competition(club, "round-robin", options={"double": True})
    entries = enter(competition, 5)
    draw(competition)
    assert competition.rounds.count() == 10
    assert sorted(map(sorted, met(competition))) == sorted(
        2 * [sorted((one.pk, other.pk)) for at, one in enumerate(entries) for other in entries[:at]]
    )
    (late,) = enter(competition, 1, first=6)
    assert late.late_from is None
    assert not Table.objects.filter(b=None).exists()
    assert sum(late.pk in pair for pair in met(competition)) == 10
    with pytest.raises(CannotChange):
        enter(competition, 1, first=7)
    with pytest.raises(CannotChange):
        next_draw(competition)
    competition.rounds.get(number=4).take_back("", owner())
    assert not competition.rounds.exists()


def test_a_draw_evening_of_three_games_has_everyone_partner_everyone(club):
    competition = make_competition(club, "draw-evening")
    enter(competition, 9)
    round = draw(competition)
    games = tables(round)
    assert [(game.number, game.game) for game in games] == [
        (table, game) for table in (1, 2) for game in (1, 2, 3)
    ]
    partners = {frozenset(side) for g in games for side in ((g.a_id, g.a2_id), (g.b_id, g.b2_id))}
    assert len(partners) == 12
    assert sum(table.is_bye for table in round.places()) == 1


def test_a_ladder_pairs_neighbours(club):
    competition = make_competition(club, "ladder")
    entries = enter(competition, 6)
    first = draw(competition)
    for at, table in enumerate(tables(first)):
        type_result(table, 10 * (at + 2), 10 * at)
    second = draw(competition)
    order = [row.entry for row in standings_of(competition).rows]
    places = [{order.index(table.a_id), order.index(table.b_id)} for table in tables(second)]
    assert len(entries) == 6 and places == [{0, 1}, {2, 3}, {4, 5}]


def test_of_a_season_the_best_evenings_count(club):
    season = make_competition(club, "season", scheme={"best": 1})
    first, *others = enter(season, 5)
    for number in (1, 2):
        others[-1].tell(ABSENT, number, owner())
        for game in tables(draw(season)):
            ours = "a" if first.pk in (game.a_id, game.a2_id) else "b"
            points = (9, 1) if (ours == "a") == (number == 2) else (1, 9)
            type_result(game, *points)
    row = standings_of(season).row_of[first.pk]
    assert (row.rank, row.matches, row.figures[0]) == (1, 3, 6)
    assert standings_of(season).row_of[others[-1].pk].matches == 0


def settle(round, better):
    """Type in every result of a round: who stands first in `better` wins."""
    for table in tables(round):
        a_wins = better.index(table.a_id) < better.index(table.b_id)
        type_result(table, *((20, 10) if a_wins else (10, 20)))


def test_pools_lead_to_a_knock_out_with_the_best_second_places(club):
    competition = make_competition(club, "pools", options={"pool_size": 3})
    entries = enter(competition, 9)
    better = [entry.pk for entry in entries]
    draw(competition)
    assert competition.rounds.count() == 3
    pools = competition.drawn_pools()
    assert sorted(map(len, pools.members)) == [3, 3, 3]
    assert Table.objects.filter(b=None).count() == 9  # three pools of three, three rounds
    with pytest.raises(CannotChange, match="Results of the pools"):
        next_draw(competition)
    for round in competition.rounds.all():
        settle(round, better)
    with pytest.raises(CannotChange):
        enter(competition, 1, first=10)
    competition.draw_lots(owner())
    semi = draw(competition)
    assert semi.number == 4 and semi.is_knockout and len(tables(semi)) == 2
    winners = [min(pool, key=better.index) for pool in pools.members]
    playing = {id for table in tables(semi) for id in (table.a_id, table.b_id)}
    assert playing > set(winners)
    with pytest.raises(CannotChange, match="has no winner yet"):
        next_draw(competition)
    one, other = tables(semi)
    type_result(one, 10, 10)
    type_result(other, 20, 10)
    with pytest.raises(CannotChange, match="Table 1 has no winner"):
        next_draw(competition)
    type_result(Table.objects.get(pk=one.pk), 11, 10)
    # The knock-out counts in no pool.
    rows = [row for pool in every_standings(competition) for row in pool.rows]
    assert sum(row.matches for row in rows) == 18
    with pytest.raises(CannotChange):
        competition.rounds.get(number=1).take_back("", owner())
    final = draw(competition)
    assert {tables(final)[0].a_id, tables(final)[0].b_id} == {one.a_id, other.a_id}
    final.take_back("too early", owner())
    assert competition.rounds.count() == 4
    settle(draw(Competition.objects.get()), better)
    with pytest.raises(CannotChange, match="no round comes after"):
        next_draw(Competition.objects.get())


def test_the_knock_out_waits_for_lots_where_a_pool_shares_places(club):
    competition = make_competition(club, "pools", options={"pool_size": 4})
    enter(competition, 8)
    draw(competition)
    for round in competition.rounds.all():
        for table in tables(round):
            type_result(table, 10, 10)
    with pytest.raises(CannotChange, match="draw the lots"):
        next_draw(competition)
    competition.draw_lots(owner())
    assert len(tables(draw(competition))) == 1


def test_the_knock_out_waits_beside_a_void_game_but_for_nobody_who_withdrew(club):
    competition = make_competition(club, "pools", options={"pool_size": 4})
    enter(competition, 8)
    draw(competition)
    void, left, *others = (each for round in competition.rounds.all() for each in tables(round))
    assert void.round == left.round
    void.type_result({"kind": "void", "winner": ""}, "", void.mark, owner())
    for number, table in enumerate(others):
        type_result(table, 30 + number, 20)
    with pytest.raises(CannotChange, match="Results of the pools are missing"):
        next_draw(competition)
    left.a.withdraw("ill", owner())
    competition.draw_lots(owner())
    assert next_draw(competition).number == 4


def test_pools_are_taken_back_together(club):
    competition = make_competition(club, "pools")
    enter(competition, 8)
    draw(competition)
    competition.rounds.get(number=2).take_back("", owner())
    assert not competition.rounds.exists() and competition.state == OPEN


def test_too_few_entries_are_told(club):
    competition = make_competition(club)
    enter(competition, 1)
    with pytest.raises(CannotChange, match="at least 2 entries"):
        next_draw(competition)
