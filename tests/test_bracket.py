"""The bracket of a knock-out: slots, winners, byes, what is still open."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Competition, Player

from .competitions import (
    client_of,
    draw,
    enter,
    make_club,
    make_competition,
    make_user,
    owner,
    tables,
    type_result,
)

pytestmark = pytest.mark.django_db


def knock_out(through: int, entries: int = 12) -> Competition:
    """A published competition whose pools are played and whose knock-out is drawn."""
    cup = make_competition(
        make_club(),
        "pools",
        published=True,
        entry_kind="individual",
        preset="two-hand",
        options={"pool_size": 4, "through": through},
    )
    enter(cup, entries)
    draw(cup)
    for round in cup.rounds.all():
        for table in tables(round):
            type_result(table, 30 + table.a.number, table.b.number)
    cup = Competition.objects.get(pk=cup.pk)
    cup.draw_lots(owner())
    draw(cup)
    return cup


def address(cup, page="bracket"):
    return reverse(page, args=[cup.club.slug, cup.slug])


def shown(cup, page="bracket", client=None):
    response = (client or Client()).get(address(cup, page))
    assert response.status_code == 200
    return response.context["bracket"], response.content.decode()


def test_before_it_is_drawn_there_is_none():
    swiss = make_competition(make_club(), published=True)
    enter(swiss, 4)
    draw(swiss)
    for page in ("bracket", "competition", "standings"):
        bracket, html = shown(swiss, page)
        assert bracket == [] and "bracket-round" not in html
    assert "not drawn yet" in shown(swiss)[1]


def test_it_goes_up_to_the_final_with_byes_and_open_places():
    cup = knock_out(6)
    bracket, html = shown(cup)
    assert [round.title for round in bracket] == ["Last 8", "Semi-finals", "Final"]
    first, semis, final = (round.matches for round in bracket)
    assert [match.number for round in bracket for match in round.matches] == list(range(1, 8))
    byes = [match for match in first if match.other is None]
    assert len(byes) == 2 and all(match.one.name and match.table is None for match in byes)
    assert html.count("goes straight to the next round") == 2
    played = {frozenset((table.a.name, table.b.name)) for table in tables(cup.rounds.last())}
    assert {frozenset((m.one.name, m.other.name)) for m in first if m.other} == played
    # Who has a bye stands in the next round already; for whoever wins there is a place.
    coming = [slot for match in semis for slot in (match.one, match.other)]
    assert {slot.name for slot in coming if not slot.open} == {match.one.name for match in byes}
    assert [slot.name for slot in coming if slot.open] == [
        f"winner of match {match.number}" for match in first if match.other
    ]
    assert [final[0].one.name, final[0].other.name] == ["winner of match 5", "winner of match 6"]


def test_winners_go_on_round_by_round_until_one_is_left():
    cup = knock_out(4, 8)
    one, other = tables(cup.rounds.last())
    type_result(one, 12, 51)
    type_result(other, 40, 20, make_user("Scorer"))
    bracket, html = shown(cup)
    (final,) = bracket[1].matches
    # What an officer has not confirmed yet makes nobody a winner.
    assert {final.one.name, final.other.name} == {one.b.name, "winner of match 2"} or {
        final.one.name,
        final.other.name,
    } == {one.b.name, "winner of match 1"}
    assert "not confirmed yet" in html
    assert f'rounds/{one.round.number}/#table-{one.pk}"' in html
    (match,) = (match for match in bracket[0].matches if match.table == one.pk)
    points = {slot.name: (slot.points, slot.won) for slot in (match.one, match.other)}
    assert points == {one.a.name: ("12", False), one.b.name: ("51", True)}
    fresh = type(other).objects.get(pk=other.pk)
    fresh.round.competition = cup
    fresh.confirm(fresh.mark, owner())
    (table,) = tables(draw(cup))
    type_result(table, 61, 60)
    (final,) = shown(cup)[0][1].matches
    assert {slot.name: slot.won for slot in (final.one, final.other)} == {
        table.a.name: True,
        table.b.name: False,
    }
    assert final.table == table.pk


def test_it_stands_with_the_competition_and_its_standings_too():
    cup = knock_out(4, 8)
    for page in ("competition", "standings"):
        bracket, html = shown(cup, page)
        assert len(bracket) == 2 and address(cup) in html


def test_who_does_not_want_to_be_listed_is_not_told():
    cup = knock_out(4, 8)
    name = tables(cup.rounds.last())[0].a.name
    Player.objects.filter(name=name).update(hidden=True)
    assert f"<bdi>{name}</bdi>" not in shown(cup)[1]
    assert f"<bdi>{name}</bdi>" in shown(cup, client=client_of("Scorer"))[1]


def test_its_cost_does_not_grow_with_its_rounds(django_assert_max_num_queries):
    for through in (4, 16):
        Competition.objects.all().delete()
        cup = knock_out(through, 16)
        while True:
            for table in tables(cup.rounds.last()):
                type_result(table, 61, 60)
            if cup.rounds.last().is_final:
                break
            draw(cup)
        with django_assert_max_num_queries(6):
            shown(cup)
