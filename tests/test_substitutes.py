"""Somebody plays for another at a table: who is told, expected and offered from there on."""

import pytest
from django.test import Client

from games.models import Entry, Match, Player, start_match_at
from games.models.forgetting import effect_of_forgetting, forget

from .competitions import (
    add_people,
    address,
    client_of,
    draw,
    enter,
    make_club,
    make_competition,
    make_cup,
    meeting_of_captains,
    owner,
    play,
    sign,
    tables,
)
from .matches import record

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    """A published draw evening of two tables of three games; at the first game of table 1 Urbain
    plays for whoever was drawn to S."""
    evening = make_competition(make_club(), "draw-evening", name="Evening", published=True)
    enter(evening, 8)
    add_people(evening.club, "Urbain")
    draw(evening)
    return evening


def games(evening, table=1):
    found = tables(evening.rounds.get(number=1))
    for each in found:
        each.round.competition = evening
    return [each for each in found if each.number == table]


def urbain():
    return Player.objects.get(name="Urbain")


def stand_in(table, seat="S", player=None):
    """Start it with somebody for whoever was drawn there: that one, and the match."""
    people = table.seated()
    gone = people[seat]
    return gone, start_match_at(table, {**people, seat: player or urbain()}, "N", owner())


def html_of(client, competition, page, *args):
    return client.get(address(competition, page, *args)).content.decode()


@pytest.mark.parametrize("page", ["competition_round", "round_board"])
def test_who_really_plays_is_told_to_everybody(evening, page):
    assert "plays for" not in html_of(Client(), evening, page, 1)
    gone, match = stand_in(games(evening)[0])
    told = f"<bdi>Urbain plays for {gone.name}</bdi>"
    assert html_of(Client(), evening, page, 1).count(told) == 1
    part = Client().get(address(evening, page, 1), headers={"HX-Request": "true"})
    assert part.content.decode().count(told) == 1
    # The entry has the result nevertheless.
    record(match, 40)
    record(match, 40)
    sign(match)
    table = games(evening)[0]
    assert table.counted and gone.name in table.side("a") + table.side("b")
    assert html_of(Client(), evening, "competition_round", 1).count(told) == 1


def test_of_a_pair_the_one_who_is_replaced_is_told():
    cup = make_cup()
    add_people(cup.club, "Urbain")
    one, other = tables(draw(cup))
    gone, _match = stand_in(one)
    play(other)
    html = html_of(client_of("Secretary"), cup, "competition_round", 1)
    assert html.count("plays for") == 1 and f"Urbain plays for {gone.name}</bdi>" in html
    history = html_of(client_of("Secretary"), cup, "competition_history")
    assert f"table 1: the match was started; Urbain plays for {gone.name}" in history
    assert "table 2: the match was started" in history and history.count("plays for") == 1


def test_several_are_told_each_with_whom_they_replace(evening):
    add_people(evening.club, "Valère")
    table = games(evening)[0]
    people = table.seated()
    seats = {**people, "N": urbain(), "E": Player.objects.get(name="Valère")}
    start_match_at(table, seats, "N", owner())
    html = html_of(Client(), evening, "competition_round", 1)
    for name, seat in (("Urbain", "N"), ("Valère", "E")):
        assert f"<bdi>{name} plays for {people[seat].name}</bdi>" in html
    (row,) = evening.log.filter(verb="start match")
    assert row.after["came_in"] == [["Urbain", people["N"].name], ["Valère", people["E"].name]]
    history = html_of(client_of("Secretary"), evening, "competition_history")
    assert f"game 1: the match was started; Urbain plays for {people['N'].name}" in history


def test_who_only_sits_elsewhere_or_was_merged_replaces_nobody(evening):
    one, other = games(evening)[0], games(evening, 2)[0]
    people = one.seated()
    start_match_at(one, {**people, "N": people["S"], "S": people["N"]}, "N", owner())
    gone, _match = stand_in(other)
    urbain().merge(gone, urbain().effect_of_merging(gone).mark, owner())
    for page in ("competition_round", "round_board"):
        assert "plays for" not in html_of(Client(), evening, page, 1)
    (first, _second) = evening.log.filter(verb="start match").order_by("pk")
    assert "came_in" not in first.after


def test_whoever_does_not_want_to_be_listed_stays_untold(evening):
    gone, _match = stand_in(games(evening)[0])
    Player.objects.filter(name="Urbain").update(hidden=True)
    html = html_of(Client(), evening, "competition_round", 1)
    assert "Urbain" not in html and f"N.\N{NO-BREAK SPACE}N. plays for {gone.name}" in html
    officers = html_of(client_of("Secretary"), evening, "competition_round", 1)
    assert f"Urbain plays for {gone.name}" in officers
    Player.objects.filter(pk=gone.pk).update(hidden=True)
    html = html_of(Client(), evening, "round_board", 1)
    assert f"<bdi>{gone.name}" not in html and f"plays for {gone.name}" not in html
    assert "plays for N." in html


def test_a_deleted_name_goes_from_the_history_too(evening):
    gone, _match = stand_in(games(evening)[0])
    player = urbain()
    forget(player, effect_of_forgetting(player).mark, owner())
    client = client_of("Secretary")
    for page, args in (("competition_round", (1,)), ("competition_history", ())):
        html = html_of(client, evening, page, *args)
        assert "Urbain" not in html and f"N. plays for {gone.name}" in html
    (row,) = evening.log.filter(verb="start match")
    assert row.after["came_in"] == [["N.\N{NO-BREAK SPACE}N.", gone.name]]


@pytest.mark.parametrize("page, before", [("competition_round", 8), ("round_board", 5)])
def test_the_cost_does_not_grow_with_substitutes(
    evening, django_assert_max_num_queries, page, before
):
    url = address(evening, page, 1)
    play(games(evening)[0])
    with django_assert_max_num_queries(before + 1):
        Client().get(url)
    add_people(evening.club, "Valère")
    for number, name in ((2, "Urbain"), (2, "Valère")):
        table = next(each for each in games(evening, number) if not each.match_id)
        stand_in(table, player=Player.objects.get(name=name))
        with django_assert_max_num_queries(before + 2):
            html = Client().get(url).content.decode()
    if page == "competition_round":
        assert html.count("plays for") == 2


# The games after, at the same table


def shown(evening, table):
    return client_of("Scorer").get(address(evening, "start_table", table.pk))


def test_in_the_next_game_the_same_one_is_expected(evening):
    first, second, third = games(evening)
    gone, match = stand_in(first)
    page = shown(evening, second)
    form = page.context["form"]
    seat = next(seat for seat, player in second.seated().items() if player == gone)
    assert form[f"seat_{seat}"].value() == str(urbain().pk)
    assert '<details class="disclosure" open>' in page.content.decode()
    labels = [label for _value, label in form.fields["dealer"].choices]
    assert any("Urbain" in label for label in labels)
    assert not any(label.endswith(gone.name) for label in labels)
    typed = {name: form[name].value() for name in form.fields}
    client = client_of("Scorer")
    client.post(address(evening, "start_table", second.pk), typed)
    assert "Urbain" in Match.objects.latest("pk").players.values()
    # And in the third, from the second; whoever is back is chosen again.
    form = shown(evening, third).context["form"]
    seat = next(seat for seat, player in third.seated().items() if player == gone)
    assert form[f"seat_{seat}"].value() == str(urbain().pk)
    typed = {name: form[name].value() for name in form.fields}
    client.post(address(evening, "start_table", third.pk), typed | {f"seat_{seat}": str(gone.pk)})
    assert "Urbain" not in Match.objects.latest("pk").players.values()


def test_every_match_started_at_once_keeps_whoever_came_in(evening):
    gone, match = stand_in(games(evening)[0])
    record(match, 40)
    record(match, 40)
    client_of("Secretary").post(address(evening, "start_round", 1))
    second = games(evening)[1].match
    assert "Urbain" in second.players.values() and gone.name not in second.players.values()


def test_after_a_withdrawal_the_substitute_stays_and_nobody_at_the_table_is_offered(evening):
    first, second, _third = games(evening)
    gone = first.seated()["S"]
    entry = Entry.objects.get(competition=evening, players=gone)
    entry.competition = evening
    entry.withdraw("", owner())
    page = shown(evening, first)
    field = page.context["form"].fields["seat_S"]
    offered = {value for value, _label in field.choices}
    here = {str(player.pk) for player in first.seated().values()}
    assert "" in offered and not offered & here and str(urbain().pk) in offered
    assert page.context["form"]["seat_S"].value() == ""
    stand_in(first)
    form = shown(evening, second).context["form"]
    seat = next(seat for seat, player in second.seated().items() if player == gone)
    assert form[f"seat_{seat}"].value() == str(urbain().pk)
    for other in set("NESW") - {seat}:
        assert str(urbain().pk) not in dict(form.fields[f"seat_{other}"].choices) or (
            {other, seat} in ({"N", "S"}, {"E", "W"})
        )


def test_partners_can_change_seats_but_nobody_plays_for_the_other_side(evening):
    table = games(evening)[0]
    people = table.seated()
    form = shown(evening, table).context["form"]
    one = {value for value, _label in form.fields["seat_N"].choices}
    assert {str(people["N"].pk), str(people["S"].pk), str(urbain().pk)} <= one
    assert not {str(people["E"].pk), str(people["W"].pk)} & one
    url = address(evening, "start_table", table.pk)
    typed = {name: form[name].value() for name in form.fields}
    client_of("Scorer").post(url, typed | {"seat_N": str(people["E"].pk)})
    assert not Match.objects.exists()
    client_of("Scorer").post(
        url, typed | {"seat_N": str(people["S"].pk), "seat_S": str(people["N"].pk)}
    )
    assert Match.objects.get().players["N"] == people["S"].name


def test_a_stand_in_chosen_at_the_start_of_a_game_of_a_meeting_is_told():
    meeting = meeting_of_captains(2)
    league = meeting.competition
    first, second = meeting.places()
    people = first.seated()
    spare = next(one for one in meeting.home.people if one not in people.values())
    client = client_of("Secretary")
    form = shown(league, first).context["form"]
    typed = {name: form[name].value() for name in form.fields} | {"seat_S": str(spare.pk)}
    client.post(address(league, "start_table", first.pk), typed)
    start_match_at(second, second.seated(), "N", owner())
    rows = league.log.filter(verb="start match").order_by("pk")
    assert [row.after.get("came_in") for row in rows] == [[[spare.name, people["S"].name]], None]
    history = html_of(client, league, "competition_history")
    told = f"game 1: the match was started; {spare.name} plays for {people['S'].name}"
    assert f"meeting 1, {told}" in history and history.count("plays for") == 1
    # A substitute of the line-up is told once, as that.
    assert "meeting 1, game 2: the match was started<" in history.replace(".<", "<")
