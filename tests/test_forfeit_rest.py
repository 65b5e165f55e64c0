"""Games caught up until a day, and what was not played by then; byes where a table plays three."""

from datetime import date, timedelta
from fractions import Fraction

import pytest

from games.models import Table, standings_of, start_match_at
from games.standings.schemes import SCHEMES
from tests.changes import typed
from tests.competitions import (
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


@pytest.fixture
def competition():
    competition = make_competition(make_club(), "season")
    enter(competition, 4)
    return competition


def end(competition, days: int) -> None:
    day = competition.club.today() + timedelta(days=days)
    competition.change(owner(), catch_up_until=day)


def test_until_its_last_day_everything_is_played_and_afterwards_nothing(competition):
    first, second, _third = tables(draw(competition))
    client = client_of("Olga")
    end(competition, -1)
    response = client.post(address(competition, "start_round", 1), follow=True)
    assert "Games could be caught up until" in response.content.decode()
    end(competition, 0)
    assert "caught up until" in client.get(competition.get_absolute_url()).content.decode()
    people = first.seated()
    assert start_match_at(first, people, next(iter(people)), owner())

    end(competition, -1)
    told = {f"seat_{seat}": player.pk for seat, player in second.seated().items()}
    refused = client.post(second.url("start_table"), {**told, "dealer": "lot"})
    assert "Games could be caught up until" in refused.content.decode()
    assert "caught up until" in client.get(address(competition, "draw_round")).content.decode()
    # What was played in time is written down later.
    type_result(second, 60, 40)
    assert Table.objects.get(pk=second.pk).counted
    end(competition, 3)
    assert "could be" not in client.get(address(competition, "draw_round")).content.decode()


def test_what_was_not_played_in_time_is_lost_by_both(competition):
    first, second, third = tables(draw(competition))
    type_result(first, 60, 40)
    client = client_of("Secretary")
    button = address(competition, "forfeit_rest")
    assert button not in client.get(competition.get_absolute_url()).content.decode()
    client.post(button)  # while there is time nothing happens
    assert Table.objects.filter(kind="forfeit").count() == 0
    end(competition, -1)
    html = client.get(competition.get_absolute_url()).content.decode()
    assert button in html and "2 games were not played in time" in html
    for _press in range(2):
        assert client.post(button).status_code == 302

    for table in Table.objects.filter(pk__in=[second.pk, third.pk]):
        assert (table.kind, table.winner, table.counted) == ("forfeit", "", True)
    assert competition.log.filter(verb="forfeit the rest").count() == 1
    rows = standings_of(competition).rows
    assert sorted(row.figures[0] for row in rows) == [0, 0, 2, 2]  # a forfeit brings 0
    assert {row.matches for row in rows} == {3}
    history = client.get(address(competition, "competition_history")).content.decode()
    assert "lost by both sides" in history
    # It can still be put right.
    again = Table.objects.get(pk=second.pk)
    facts = {"kind": "forfeit", "winner": "a", "points_a": None, "points_b": None}
    again.type_result(facts, "they did come", again.mark, owner())
    assert sorted(row.figures[0] for row in standings_of(competition).rows) != [0, 0, 2, 2]


@pytest.mark.parametrize("name", ["Referee", "Scorer"])
def test_who_may_not(competition, name):
    draw(competition)
    end(competition, -1)
    button = address(competition, "forfeit_rest")
    assert button not in client_of(name).get(competition.get_absolute_url()).content.decode()
    assert client_of(name).post(button).status_code == 404
    assert client_of("Olga").get(button).status_code == 405
    assert not Table.objects.filter(kind="forfeit").exists()


def test_the_day_is_set_in_the_settings_even_after_the_start(competition):
    client, url = client_of("Olga"), address(competition, "competition_settings")
    for _time in range(2):
        shown = typed(client.get(url))
        assert "catch_up_until" in shown
        wrong = client.post(url, {**shown, "catch_up_until": "sometime"})
        assert wrong.context["form"].errors["catch_up_until"]
        if not competition.started:
            competition.change(owner(), catch_up_until=date(2031, 5, 1))
            draw(competition)
        else:
            assert shown["catch_up_until"] == "2031-05-01"
            told = {"name": "Season", "catch_up_until": "2031-06-01"}
            assert client.post(url, told).status_code == 302
    competition.refresh_from_db()
    assert competition.catch_up_until == date(2031, 6, 1)
    assert competition.log.last().after["catch_up_until"] == "2031-06-01"
    page = client.get(address(competition, "competition_history")).content.decode()
    assert "last day for catching up games" in page


def test_an_evening_that_is_played_at_once_has_no_such_day():
    swiss = make_competition(make_club())
    html = client_of("Olga").get(address(swiss, "competition_settings")).content.decode()
    assert "catch_up_until" not in html


@pytest.mark.parametrize("format, win", [("draw-evening", 1), ("season", 2)])
@pytest.mark.parametrize("three", [True, False])
def test_a_bye_is_worth_what_those_who_play_get_on_average_and_is_no_match(format, win, three):
    competition = make_competition(make_club(), format, options={"three_games": three})
    enter(competition, 5)
    round = draw(competition)
    (bye,) = Table.objects.filter(b=None)
    row = standings_of(competition).row_of[bye.a_id]
    games = 3 if three else 1
    assert row.figures[0] == Fraction(games * win, 2) and row.matches == row.won == 0
    for table in tables(round):
        type_result(table, 60, 40)
    played = [one.figures[0] for one in standings_of(competition).rows if one.entry != bye.a_id]
    assert sum(played) == 4 * row.figures[0] and len(played) == 4
    page = client_of("Olga").get(address(competition, "standing", bye.a.number))
    assert page.content.decode().count(">bye<") == games


def test_a_club_can_make_a_bye_all_that_is_missed():
    competition = make_competition(make_club(), "draw-evening", scheme={"bye_games": 1, "bye": 1})
    enter(competition, 5)
    client, url = client_of("Olga"), address(competition, "competition_settings")
    shown = client.get(url)
    html = shown.content.decode()
    assert "1 makes it all three and puts whoever sits out above all who lose a game." in html
    assert shown.context["form"]["bye_games"].value() == "1"
    draw(competition)
    (bye,) = Table.objects.filter(b=None)
    assert standings_of(competition).row_of[bye.a_id].figures[0] == 3
    # Where a round is one match, nothing is said of several games.
    swiss = make_competition(competition.club, name="Swiss")
    html = client.get(address(swiss, "competition_settings")).content.decode()
    assert "that is missed" not in html


@pytest.mark.parametrize("wrong", [Fraction(1, 3), -1])
def test_a_bye_is_whole_or_half_games(wrong):
    from games.standings import InvalidScheme

    with pytest.raises(InvalidScheme) as error:
        SCHEMES["draw-evening"].changed(bye_games=wrong)
    assert error.value.faults[0].place == "bye_games"
