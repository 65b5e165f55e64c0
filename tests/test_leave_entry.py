"""Withdrawing an entry, and taking that back: what it changes is seen first."""

from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from games.models import (
    Competition,
    Entry,
    Table,
    effect_of_withdrawal,
    every_standings,
    missing_of,
    standings_of,
)

from .competitions import (
    address,
    client_of,
    draw,
    enter,
    make_club,
    make_competition,
    owner,
    tables,
    type_result,
)

pytestmark = pytest.mark.django_db


def league(withdrawn, **scheme):
    """Four pairs who all meet: 1 beats 2, 3 and 4; 2 beats 3; the rest is not played yet. Two
    points a win; 2 has more points of matches than 3, and 3 than 4."""
    competition = make_competition(
        make_club(), "round-robin", scheme={"withdrawn": withdrawn, **scheme}
    )
    enter(competition, 4)
    draw(competition)
    for round in competition.rounds.all():
        round.competition = competition
        for table in tables(round):
            numbers = {table.a.number, table.b.number}
            if numbers in ({2, 4}, {3, 4}):
                continue
            points = {1: 60, 2: 50, 3: 30, 4: 0}
            if numbers == {1, 4}:
                points[4] = 20
            type_result(table, points[table.a.number], points[table.b.number])
    return Competition.objects.get()


def places(competition):
    numbers = dict(competition.entries.values_list("pk", "number"))
    return {numbers[row.entry]: row.rank for row in standings_of(competition).rows}


def shown(client, url):
    response = client.get(url)
    assert response.status_code == 200
    return response, response.content.decode().replace("&amp;", "&")


def test_removed_results_and_who_moves_are_told_before_it_is_so():
    competition = league("void")
    before = places(competition)
    client, url = client_of("Secretary"), address(competition, "leave_entry", 1)
    page, html = shown(client, url)
    assert "All its results are removed." in html
    assert "3 results are removed, for the other sides too." in html
    assert f"A1 & B1 leaves place {before[1]} and is not ranked any more." in html
    assert f"A2 & B2 rises from place {before[2]} to place 1." in html
    assert places(competition) == before and not Entry.objects.get(number=1).withdrawn_at
    seen = page.context["effect"].mark
    response = client.post(url, {"reason": "moved away", "seen": seen})
    assert response["Location"] == address(competition, "entry", 1)
    after = places(Competition.objects.get())
    assert after[1] is None and after[2] == 1
    assert competition.log.last().reason == "moved away"
    assert "withdrawn" in client.get(address(competition, "entries")).content.decode()
    # The same press twice.
    assert client.post(url, {"reason": "moved away", "seen": seen}).status_code == 302
    assert competition.log.filter(verb="withdraw").count() == 1
    # And back.
    page, html = shown(client, url)
    assert "3 results count again." in html and "A1 & B1 comes in at place 1." in html
    client.post(url, {"back": "1", "seen": page.context["effect"].mark})
    assert places(Competition.objects.get()) == before


def test_kept_results_and_matches_that_are_left():
    competition = league("keep", unplayed="forfeit")
    client, url = client_of("Secretary"), address(competition, "leave_entry", 4)
    before = places(competition)
    page, html = shown(client, url)
    assert "Its results stay." in html and "1 result stays." in html
    assert "2 matches that it leaves are won by the other sides." in html
    client.post(url, {"reason": "", "seen": page.context["effect"].mark})
    after = places(Competition.objects.get())
    moves = {move.entry: (move.before, move.after) for move in page.context["effect"].moves}
    keys = dict(competition.entries.values_list("number", "pk"))
    assert moves
    for number, key in keys.items():
        assert moves.get(key, (after[number],) * 2)[1] == after[number]
        if key in moves:
            assert moves[key][0] == before[number]
    page, html = shown(client, url)
    assert "2 matches that it left are no longer won by the other sides." in html
    assert "1 result stays." in html


@pytest.mark.parametrize("rounds, stay", [(3, True), (9, False)])
def test_where_it_hangs_on_the_rounds_played_it_is_worked_out(rounds, stay):
    competition = league("by-rounds", rounds=rounds)
    _page, html = shown(client_of("Olga"), address(competition, "leave_entry", 1))
    assert "Its results stay if it has played enough rounds." in html
    assert ("3 results stay." in html) == stay
    assert ("3 results are removed, for the other sides too." in html) == (not stay)
    assert ("Nobody changes places." in html) == stay


def test_without_a_result_nothing_moves():
    competition = make_competition(make_club())
    enter(competition, 4)
    draw(competition)
    _page, html = shown(client_of("Olga"), address(competition, "leave_entry", 1))
    assert "It has no result that counts." in html and "Nobody changes places." in html


def test_what_changed_meanwhile_is_looked_at_again():
    competition = league("void")
    client, url = client_of("Secretary"), address(competition, "leave_entry", 1)
    page, _html = shown(client, url)
    for round in competition.rounds.all():
        round.competition = competition
        for table in tables(round):
            if table.kind == "unplayed" and {table.a.number, table.b.number} == {3, 4}:
                type_result(table, 90, 0)
    seen = page.context["effect"].mark
    response = client.post(url, {"reason": "moved <away>", "seen": seen})
    html = response.content.decode()
    assert response.status_code == 200 and "Meanwhile the competition has gone on." in html
    assert "moved &lt;away&gt;" in html and not Entry.objects.get(number=1).withdrawn_at
    # As where nothing was shown, or the reason is too long.
    assert client.post(url, {"reason": "x"}).status_code == 200
    seen = response.context["effect"].mark
    wrong = client.post(url, {"reason": "x" * 501, "seen": seen})
    assert "reason" in wrong.context["form"].errors and "x" * 501 in wrong.content.decode()
    assert not Entry.objects.get(number=1).withdrawn_at
    assert client.post(url, {"reason": "x", "seen": seen}).status_code == 302
    # So is coming back.
    response = client.post(url, {"back": "1", "seen": seen})
    assert response.status_code == 200 and Entry.objects.get(number=1).withdrawn_at


def test_before_the_start_it_is_struck_out_instead():
    competition = make_competition(make_club())
    enter(competition, 2)
    client, url = client_of("Secretary"), address(competition, "leave_entry", 1)
    assert client.get(url)["Location"] == address(competition, "entry", 1)
    assert "Strike the entry out" in client.get(address(competition, "entry", 1)).content.decode()
    draw(competition)
    response = client.post(url, {"strike": "1"}, follow=True)
    assert "has started" in response.content.decode() and competition.entries.count() == 2


def test_a_season_of_three_games_counts_each_of_them():
    competition = make_competition(make_club(), "season", scheme={"withdrawn": "void"})
    enter(competition, 5)
    for table in tables(draw(competition)):
        type_result(table, 60, 40)
    found = {}
    for entry in competition.entries.all():
        entry.competition = competition
        found[entry.number] = effect_of_withdrawal(entry, gone=True).lost
    assert sorted(found.values()) == [0, 3, 3, 3, 3]  # whoever sat out has a bye and no result


def test_in_pools_only_the_own_pool_moves():
    competition = make_competition(make_club(), "pools")
    enter(competition, 8)
    round = draw(competition)
    for table in tables(round):
        type_result(table, 60, 40)
    (entry,) = Entry.objects.filter(number=1)
    entry.competition = competition
    pools = competition.drawn_pools().members
    moved = {move.entry for move in effect_of_withdrawal(entry, gone=True).moves}
    (own,) = [pool for pool in pools if entry.pk in pool]
    assert entry.pk in moved and moved <= own


def test_its_cost_does_not_grow(django_assert_max_num_queries):
    competition = league("void")
    client, url = client_of("Olga"), address(competition, "leave_entry", 1)
    client.get(url)
    with django_assert_max_num_queries(12):
        client.get(url)


def test_others_do_not_read_it():
    competition = league("keep")
    competition.change(owner(), published=True)
    url = address(competition, "leave_entry", 1)
    for client in (client_of("Scorer"), client_of("Referee"), client_of("Stranger")):
        assert client.get(url).status_code == 404
        assert client.post(url, {"reason": "x"}).status_code == 404
    assert reverse("log_in") in Client().get(url)["Location"]
    assert not Entry.objects.exclude(withdrawn_at=None).exists()


@pytest.mark.parametrize(("format", "kept"), [("round-robin", False), ("swiss", True)])
def test_the_round_tells_who_has_withdrawn_and_what_is_removed(format, kept):
    competition = make_competition(make_club(), format, published=True)
    entry = enter(competition, 4)[0]
    one, other = tables(draw(competition))
    for table in (one, other):
        type_result(table, 30, 20)
    mine = next(table for table in (one, other) if entry.pk in (table.a_id, table.b_id))
    second = competition.rounds.filter(number=2).first() or draw(competition)
    left = next(table for table in tables(second) if entry.pk in (table.a_id, table.b_id))
    counting = next(table for table in tables(second) if table.pk != left.pk)
    type_result(counting, 30, 20)
    entry.withdraw("moved", owner())
    client = client_of("Secretary")

    def rows(round):
        page = client.get(round.get_absolute_url())
        return page, {row.table.pk: row for place in page.context["tables"] for row in place.games}

    _page, told = rows(one.round)
    assert told[mine.pk].state == ("counts" if kept else "removed: one of them withdrew")
    assert {row.state for key, row in told.items() if key != mine.pk} == {"counts"}
    page, told = rows(second)
    assert told[left.pk].state == f"{entry.name} withdrew"
    assert page.context["missing"] == (0, 0) and "All results count." in page.content.decode()
    assert missing_of(competition)[2] == (0, 0)
    address = [competition.club.slug, competition.slug]
    assert client.get(reverse("standings", args=address)).context["missing"] == (0, 0)


def test_a_knock_out_waits_for_who_goes_on_though_one_has_withdrawn():
    competition = make_competition(make_club(), "pools", options={"pool_size": 3})
    enter(competition, 6)
    draw(competition)
    every = [table for round in competition.rounds.all() for table in tables(round)]
    for number, table in enumerate(every):
        type_result(table, 30 + number, 20)
    competition.draw_lots(owner())
    final = draw(competition)
    tables(final)[0].a.withdraw("ill", owner())
    page = client_of("Secretary").get(final.get_absolute_url())
    assert page.context["missing"] == (1, 0) and " withdrew" in page.content.decode()
    assert missing_of(competition) == {1: (0, 0), 2: (0, 0), 3: (0, 0), 4: None}
    Table.objects.filter(round=final).update(kind="played", winner="a", points_a=1, points_b=0)
    assert missing_of(competition)[4] == (1, 0)


@pytest.mark.parametrize("rounds, stay", [(3, True), (9, False)])
def test_by_the_share_of_the_rounds_the_round_tells_the_same_as_the_standings(rounds, stay):
    competition = league("by-rounds", rounds=rounds)
    one, two = competition.entries.order_by("number")[:2]
    one.withdraw("moved", owner())
    client = client_of("Secretary")
    left_out = standings_of(competition).tally.left_out
    gone = {result[0] for result, reason in left_out if reason == "withdrawn"}
    assert len(gone) == (0 if stay else 3)
    states = {}
    for round in competition.rounds.all():
        page = client.get(round.get_absolute_url())
        for place in page.context["tables"]:
            states |= {row.table.pk: row.state for row in place.games if row.table.counted}
    removed = {key for key, state in states.items() if state == "removed: one of them withdrew"}
    assert removed == gone and {states[key] for key in set(states) - gone} == {"counts"}
    # Another whose results stay does not make those of both stay.
    if not stay:
        two.withdraw("moved too", owner())
        assert Competition.objects.get().removed == {one.pk, two.pk}


def test_two_who_withdrew_and_only_one_of_them_is_removed():
    competition = league("by-rounds", rounds=4, keep_from=Fraction(3, 4))
    # The first played three rounds of four, the second two.
    one, two = competition.entries.order_by("number")[:2]
    for entry in (one, two):
        entry.withdraw("", owner())
    competition = Competition.objects.get()
    assert competition.removed == {two.pk}
    told = {}
    for round in competition.rounds.all():
        page = client_of("Olga").get(round.get_absolute_url())
        for place in page.context["tables"]:
            for row in place.games:
                told[frozenset((row.table.a.number, row.table.b.number))] = row.state
    assert told[frozenset((1, 2))] == told[frozenset((2, 3))] == "removed: one of them withdrew"
    assert told[frozenset((1, 3))] == told[frozenset((1, 4))] == "counts"


def test_of_pools_the_rounds_of_the_knock_out_do_not_count():
    competition = make_competition(
        make_club(),
        "pools",
        options={"pool_size": 3, "through": 2},
        scheme={"withdrawn": "by-rounds", "rounds": 3, "keep_from": 1},
    )
    enter(competition, 6)
    draw(competition)
    for round in competition.rounds.all():
        round.competition = competition
        for table in tables(round):
            type_result(table, 30, 20)
    competition.draw_lots(owner())
    (final,) = tables(draw(competition))
    type_result(final, 30, 20)
    # Of three rounds two were in the pool: with the final there would be enough.
    Entry.objects.get(pk=final.a_id).withdraw("", owner())
    competition = Competition.objects.get()
    void = {key for one in every_standings(competition) for key in one.tally.void}
    assert competition.removed == void == {final.a_id}
    page = client_of("Olga").get(final.round.get_absolute_url())
    assert page.context["tables"][0].now.state == "counts"


def test_the_cost_of_a_round_does_not_grow_with_those_who_withdrew(django_assert_max_num_queries):
    competition = make_competition(
        make_club(), published=True, scheme={"withdrawn": "by-rounds", "rounds": 9}
    )
    entries = enter(competition, 12)
    round = draw(competition)
    for table in tables(round):
        type_result(table, 30, 20)
    for entry in entries[:6]:
        entry.withdraw("", owner())
    with django_assert_max_num_queries(9):
        page = Client().get(round.get_absolute_url())
    assert "removed: one of them withdrew" in page.content.decode()


def test_individuals_at_the_table_of_one_who_withdrew_still_wait():
    competition = make_competition(make_club(), "draw-evening", options={"three_games": False})
    entry = enter(competition, 8)[0]
    round = draw(competition)
    seats = {
        table.pk: {table.a_id, table.a2_id, table.b_id, table.b2_id} for table in tables(round)
    }
    entry.withdraw("ill", owner())
    page = client_of("Secretary").get(round.get_absolute_url())
    assert page.context["missing"] == (2, 0)
    (row,) = (
        row
        for place in page.context["tables"]
        for row in place.games
        if entry.pk in seats[row.table.pk]
    )
    assert row.state == f"{entry.name} withdrew: waits for a substitute or a result" and row.missing
    assert row.table.pk not in {table.pk for table in round.to_start()}
    assert len(round.to_start()) == 1
