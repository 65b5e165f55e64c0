"""The days of all that a club shows to everybody, for calendar programs."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Day, Planned

from .calendars import events
from .competitions import client_of, draw, enter, make_club, make_competition, meetings, owner

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make_club()


def url_of(club):
    return reverse("club_calendar", args=[club.slug])


def test_it_tells_what_is_published(club):
    shown, secret, draft = (
        make_competition(club, name=name) for name in ("Cup", "Secret", "Draft")
    )
    for competition in (shown, secret, draft):
        Day.plan(competition, {1: Planned(club.today())}, owner())
    assert Client().get(url_of(club)).status_code == 404  # as if there were no club
    shown.change(owner(), published=True)
    draft.change(owner(), published=True)
    draft.become("draft", owner())
    assert [str(event["summary"]) for event in events(Client().get(url_of(club)))] == [
        "Cup, round 1"
    ]
    club.change_settings({"listed": True}, owner())
    shown.change(owner(), published=False)
    assert events(Client().get(url_of(club))) == []
    assert client_of("Olga").post(url_of(club)).status_code == 405


def test_it_does_not_grow_for_ever(club):
    competition = make_competition(club)
    competition.change(owner(), published=True)
    days = {1: -400, 2: -300, 3: 300}
    planned = {n: Planned(club.today() + timedelta(away)) for n, away in days.items()}
    Day.plan(competition, planned, owner())
    assert len(events(Client().get(url_of(club)))) == 2


def test_meetings_on_days_of_their_own_follow_what_is_published(club):
    league = make_competition(club, "team-league", options={"games": 2}, published=True)
    enter(league, 4)
    first, second = meetings(draw(league))
    first.move(club.today() + timedelta(9), "", owner())
    second.move(club.today() - timedelta(400), "", owner())
    (event,) = events(Client().get(url_of(club)))
    assert str(event["summary"]) == f"Autumn cup, round 1: {first.home} – {first.guests}"
    league.change(owner(), published=False)
    club.change_settings({"listed": True}, owner())
    assert events(Client().get(url_of(club))) == []


@pytest.mark.parametrize("count", [1, 4])
def test_its_cost_does_not_grow_with_its_competitions(club, count, django_assert_num_queries):
    club.change_settings({"listed": True}, owner())
    for number in range(count):
        competition = make_competition(club, name=f"Cup {number}")
        competition.change(owner(), published=True)
        enter(competition, 2, first=1 + 2 * number)
        draw(competition)
        Day.plan(competition, {1: Planned(club.today())}, owner())
    # Club, days, meetings, who is covered, tables, the last changes of rounds and of the zone.
    with django_assert_num_queries(7):
        assert len(events(Client().get(url_of(club)))) == count
