"""Competitions, entries, rounds and tables: their verbs, without pages."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection

from games.models import (
    CannotChange,
    Competition,
    Entry,
    Match,
    Player,
    Round,
    Table,
    next_draw,
)
from games.models.competition import FINISHED, OPEN, RUNNING
from games.models.entry import ABSENT, BYE
from games.permissions import COMPETITION_VERBS, allows

from .competitions import (
    add_people,
    draw,
    enter,
    make_club,
    make_competition,
    make_user,
    owner,
    play,
    sign,
    tables,
    type_result,
)
from .matches import record

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make_club()


def met(competition):
    rows = Table.objects.filter(round__competition=competition, b__isnull=False)
    return [frozenset(pair) for pair in rows.values_list("a", "b")]


def ranks(competition):
    names = dict(competition.entries.values_list("pk", "name"))
    return [(row.rank, names[row.entry]) for row in competition.standings().rows]


# Making, changing, freezing


def test_rules_and_points_are_frozen_with_the_first_round(club):
    competition = make_competition(club)
    enter(competition, 4)
    competition.change(owner(), name="Winter cup", published=True)
    draw(competition)
    assert competition.state == RUNNING
    with pytest.raises(CannotChange):
        competition.change(owner(), rules=competition.rules, scheme=competition.scheme, options={})
    competition.change(owner(), name="Spring cup")
    assert Competition.objects.get().name == "Spring cup"


def test_rules_must_fit_the_format(club):
    with pytest.raises(CannotChange):
        make_competition(club, preset="two-hand", rules={"deals": None})
    with pytest.raises(CannotChange):
        make_competition(club, "draw-evening", entry_kind="pair")


def test_names_may_repeat_but_addresses_do_not(club):
    one, other = make_competition(club), make_competition(club)
    assert one.slug == "autumn-cup" and other.slug.startswith("autumn-cup-")
    assert make_competition(club, name="New").slug.startswith("new-")


@pytest.mark.parametrize("name", ["Olga", "Secretary", "Referee", "Scorer", "Nobody"])
def test_every_verb_asks_the_table_of_permissions(club, name):
    """Also somebody who is an officer of another club only."""
    user = make_user(name)
    if name == "Nobody":
        make_club("Others").memberships.create(user=user, role="secretary")
    role = club.role_of(user)
    competition = make_competition(club)
    pairs = enter(competition, 4)
    guest = add_people(club, "X", "Y")
    drawn = next_draw(competition)

    def attempt(verb, action):
        try:
            action()
        except PermissionDenied:
            assert not allows(role, verb), verb
        else:
            assert allows(role, verb), verb

    attempt("change_competition", lambda: competition.change(user, name="Cup"))
    attempt("change_competition", lambda: competition.become(OPEN, user))
    attempt("enter", lambda: Entry.enter(competition, [("X & Y", guest)], user))
    attempt("enter", lambda: pairs[0].rename("A & B", user))
    attempt("enter", lambda: pairs[0].tell(ABSENT, 7, user))
    attempt("enter", lambda: pairs[0].take_back(7, user))
    attempt("enter", lambda: competition.entries.last().strike(user))
    if competition.entries.count() == 3:
        pairs = enter(competition, 1, first=9)
    drawn = next_draw(competition)
    attempt("draw", lambda: Round.draw_next(competition, 1, drawn.mark, user))
    round = competition.rounds.first() or draw(competition)
    table, other = tables(round)[:2]
    attempt("type_result", lambda: type_result(table, 30, 20, user))
    if table.kind == "unplayed":
        type_result(table, 30, 20, make_user("Scorer"))
    else:
        assert table.counted == allows(role, "confirm_result")
    attempt("confirm_result", lambda: table.confirm(table.mark, user))
    people = other.seated()
    attempt("start_table", lambda: other.start_match(people, "N", user))
    attempt("draw", lambda: _taken_back_or_refused(round, user))
    attempt("enter", lambda: pairs[0].withdraw("ill", user))
    attempt("enter", lambda: pairs[0].come_back(user))
    assert set(COMPETITION_VERBS) >= {"see_competition", "make_competition"}


def _taken_back_or_refused(round, user):
    with suppress(CannotChange):
        round.take_back("", user)


# Entries


def test_nobody_is_entered_twice(club):
    competition = make_competition(club)
    a, b, c = add_people(club, "An", "Bo", "Cis")
    Entry.enter(competition, [("An & Bo", [a, b])], owner())
    for entries in (
        [("Bo & Cis", [b, c])],
        [("Cis", [c])],
        [("Cis & Cis", [c, c])],
    ):
        with pytest.raises(CannotChange):
            Entry.enter(competition, entries, owner())
    # Nor under the entry that was merged into theirs.
    twin, other = add_people(club, "Ann", "Dré")
    a.merge(twin, a.effect_of_merging(twin).mark, owner())
    twin.refresh_from_db()
    with pytest.raises(CannotChange):
        Entry.enter(competition, [("Ann & Dré", [twin, other])], owner())
    assert competition.entries.count() == 1


def test_an_entry_keeps_its_name_when_people_are_renamed(club):
    competition = make_competition(club)
    (entry,) = enter(competition, 1)
    entry.people[0].rename("Zoë", owner())
    assert Entry.objects.get().name == "A1 & B1"
    assert [player.name for player in Entry.objects.get().people] == ["Zoë", "B1"]


def test_absences_byes_late_entries_and_withdrawals_are_facts_of_their_own(club):
    competition = make_competition(club)
    a, b, c, d, e = enter(competition, 5)
    a.tell(ABSENT, 1, owner())
    b.tell(BYE, 1, owner())
    round = draw(competition)
    by_kind = {(table.a.name, table.kind) for table in round.places() if table.is_bye}
    assert ("A2 & B2", "requested-bye") in by_kind and len(by_kind) == 2
    assert round.draw["out"] == [[a.pk, "absent"]]
    with pytest.raises(CannotChange):
        c.tell(ABSENT, 1, owner())
    (late,) = enter(competition, 1, first=6)
    assert late.late_from == 2
    e.withdraw("ill", owner())
    drawn = next_draw(competition)
    assert {(out.id, out.why) for out in drawn.rounds[0].out} >= {(e.pk, "withdrawn")}
    playing = {id for table in drawn.rounds[0].tables for side in table.sides for id in side}
    assert late.pk in playing or (late.pk, "odd") in {
        (out.id, out.why) for out in drawn.rounds[0].out
    }
    e.come_back(owner())
    assert not any(out.why == "withdrawn" for out in next_draw(competition).rounds[0].out)
    with pytest.raises(CannotChange):
        e.strike(owner())


# Rounds


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
    order = [row.entry for row in competition.standings().rows]
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
    row = season.standings().row_of[first.pk]
    assert (row.rank, row.matches, row.figures[0]) == (1, 3, 6)
    assert season.standings().row_of[others[-1].pk].matches == 0


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
    rows = [row for pool in competition.every_standings() for row in pool.rows]
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


# Results


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
        results = competition.results()
    assert len(results) == 9
    with django_assert_num_queries(1):  # the entries
        competition.standings(results)
    assert Player.objects.count() == 12
