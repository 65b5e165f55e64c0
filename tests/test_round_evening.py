"""Which rounds are one evening: chosen when drawing and later; what standings make of it."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Day, Round, evenings_of, next_draw, standings_of
from games.models.day import Planned
from tests.competitions import (
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


def season(**scheme):
    competition = make_competition(make_club(), "season", scheme=scheme)
    enter(competition, 4)
    return competition


def one_wins(round: Round, who: int = 1) -> None:
    """The side with that entry wins every game."""
    for table in tables(round):
        with_it = who in (table.a.number, table.a2.number)
        type_result(table, *((60, 40) if with_it else (40, 60)))


def draw_same(competition) -> Round:
    drawn = next_draw(competition)
    return Round.draw_next(competition, drawn.number, drawn.mark, owner(), same_evening=True)


def url(competition, number: int) -> str:
    args = [competition.club.slug, competition.slug, number]
    return reverse("round_evening", args=args)


def points(competition) -> dict[int, object]:
    numbers = dict(competition.entries.values_list("pk", "number"))
    return {numbers[row.entry]: row.figures[0] for row in standings_of(competition).rows}


def test_an_evening_of_three_games_and_two_rounds_is_one_of_the_best():
    competition = season(best=1)
    one_wins(draw(competition))  # the first: 6 points
    one_wins(draw(competition), 2)  # the second, two rounds: 2 + 6
    one_wins(draw_same(competition))

    assert evenings_of(competition) == {1: 1, 2: 2, 3: 2}
    assert points(competition)[1] == 2 + 6
    assert points(competition)[2] == 6 + 2
    page = client_of("Olga").get(
        reverse("standing", args=[competition.club.slug, competition.slug, 1])
    )
    html = page.content.decode()
    assert "Evening 1 (round 1): <b>6</b>" in html and "(does not count)" in html
    assert "Evening 2 (rounds 2, 3): <b>8</b>" in html
    assert "not among the best evenings that count" in html


def test_it_is_chosen_when_a_round_is_drawn():
    competition = season()
    client = client_of("Secretary")
    args = [competition.club.slug, competition.slug]
    address = reverse("draw_round", args=args)
    assert "Which evening" not in client.get(address).content.decode()  # of the first
    one_wins(draw(competition))
    shown = client.get(address)
    assert "Which evening" in shown.content.decode()
    # On the same day it is likely to be the same evening, later not.
    assert shown.context["evening"]["evening"].value() == "same"
    competition.rounds.update(drawn_at=competition.rounds.get().drawn_at - timedelta(days=7))
    assert client.get(address).context["evening"]["evening"].value() == "next"

    told = {"number": 2, "seen": shown.context["draw"].mark, "evening": "same"}
    assert client.post(address, told).status_code == 302
    assert evenings_of(competition) == {1: 1, 2: 1}
    html = client.get(competition.get_absolute_url()).content.decode()
    assert html.count("evening 1") == 2
    one_wins(competition.rounds.get(number=2))
    told = {"number": 3, "seen": next_draw(competition).mark}  # nothing chosen: another
    client.post(address, told)
    assert evenings_of(competition) == {1: 1, 2: 1, 3: 2}


@pytest.mark.parametrize(("after", "proposed"), [(0, "same"), (7, "next")])
def test_what_is_proposed_follows_the_days_that_are_planned(after, proposed):
    competition = season()
    draw(competition)
    first = competition.club.today() + timedelta(days=3)
    days = {1: Planned(first), 2: Planned(first + timedelta(days=after))}
    Day.plan(competition, days, owner())
    address = reverse("draw_round", args=[competition.club.slug, competition.slug])
    page = client_of("Secretary").get(address)
    assert page.context["evening"]["evening"].value() == proposed


def test_it_can_be_changed_once_it_was_seen_what_that_does():
    competition = season(best=1)
    one_wins(draw(competition), 2)
    one_wins(draw(competition))
    one_wins(draw(competition))
    client = client_of("Secretary")
    assert (
        url(competition, 3)
        in client.get(
            reverse("competition_round", args=[competition.club.slug, competition.slug, 3])
        ).content.decode()
    )
    shown = client.get(url(competition, 3))
    assert "one evening with round 2" in shown.content.decode()
    assert any("1" in move for move in shown.context["moves"])
    before = points(competition)
    assert client.post(url(competition, 3), {"same": "1"}).status_code == 302

    assert evenings_of(competition) == {1: 1, 2: 2, 3: 2}
    assert points(competition)[1] == 12 != before[1]
    assert client.post(url(competition, 3), {"same": "1"}).status_code == 302  # pressed twice
    assert competition.log.filter(verb="same evening").count() == 1
    client.post(url(competition, 3), {})
    assert evenings_of(competition) == {1: 1, 2: 2, 3: 3}
    history = reverse("competition_history", args=[competition.club.slug, competition.slug])
    html = client.get(history).content.decode()
    assert "Round 3 belongs to the same evening as the round before" in html
    assert "Round 3 belongs to another evening" in html


def test_where_it_is_no_question():
    competition = season()
    draw(competition)
    client = client_of("Olga")
    assert client.get(url(competition, 1)).status_code == 404  # the first
    assert client.get(url(competition, 2)).status_code == 404  # not drawn
    swiss = make_competition(competition.club, name="Swiss")
    enter(swiss, 4, first=11)
    for _round in range(2):
        for table in tables(draw(swiss)):
            type_result(table, 60, 40)
    assert client.get(url(swiss, 2)).status_code == 404
    shown = client.get(reverse("draw_round", args=[swiss.club.slug, swiss.slug]))
    assert "Which evening" not in shown.content.decode()
    assert client.put(url(competition, 1)).status_code == 405


def test_a_finished_season_stays_as_it_is():
    competition = season()
    for _round in range(2):
        one_wins(draw(competition))
    competition.become("finished", owner())
    response = client_of("Olga").post(url(competition, 2), {"same": "1"})
    assert "finished" in response.content.decode()
    assert evenings_of(competition) == {1: 1, 2: 2}


def test_a_round_taken_back_takes_its_evening_along():
    competition = season()
    one_wins(draw(competition))
    draw_same(competition).take_back("", owner())
    assert evenings_of(competition) == {1: 1}
    draw(competition)
    assert evenings_of(competition) == {1: 1, 2: 2}


def test_evenings_cost_one_query_however_many_there_are():
    counts = []
    competition = season(best=1)
    for _round in range(3):
        one_wins(draw(competition))
        with CaptureQueriesContext(
            connection,
        ) as queries:
            standings_of(competition)
        counts.append(len(queries))
    assert len(set(counts)) == 1 and counts[0] <= 3


@pytest.mark.parametrize("name", ["Referee", "Scorer", "Stranger", ""])
def test_who_may_not(name):
    competition = season()
    for _round in range(2):
        one_wins(draw(competition))
    if name == "Stranger":
        make_club("Others").memberships.create(user=make_user("Stranger"), role="owner")
    client = client_of(name) if name else Client()
    for answer in (
        client.get(url(competition, 2)),
        client.post(url(competition, 2), {"same": "1"}),
    ):
        assert answer.status_code == (404 if name else 302)
    assert evenings_of(competition) == {1: 1, 2: 2}
