"""All of a club's days, by an address that one officer is told."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Day, Planned

from .calendars import events
from .competitions import client_of, make_club, make_competition, make_user, owner

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    club = make_club()
    Day.plan(make_competition(club, name="Secret"), {1: Planned(club.today())}, owner())
    return club


def address_of(client, page):
    html = client.get(page).content.decode()
    return re.search(r'value="http://testserver([^"]*\.ics)\?', html)[1]


def test_it_is_read_without_login_while_the_office_lasts(club):
    url = address_of(client_of("Scorer"), club.get_absolute_url())
    assert [str(event["summary"]) for event in events(Client().get(url))] == ["Secret, round 1"]
    assert Client().post(url).status_code == 405
    assert url == address_of(client_of("Scorer"), reverse("days", args=[club.slug, "secret"]))
    assert url != address_of(client_of("Olga"), club.get_absolute_url())
    club.memberships.filter(user=make_user("Scorer")).delete()
    assert Client().get(url).status_code == 404


@pytest.mark.parametrize("code", ["x", "1-1", "1-1.x", "..", "é"])
def test_nobody_guesses_it(club, code):
    url = reverse("officer_calendar", args=[club.slug, code])
    assert Client().get(url).status_code == 404
    url = address_of(client_of("Scorer"), club.get_absolute_url())
    assert Client().get(url.replace(".ics", "x.ics")).status_code == 404


def test_it_leads_to_that_club_only(club):
    url = address_of(client_of("Scorer"), club.get_absolute_url())
    other = make_club("Other")
    assert Client().get(url.replace(club.slug, other.slug)).status_code == 404
