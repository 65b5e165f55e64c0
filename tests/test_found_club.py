"""Founding a club."""

import pytest
from django.urls import reverse

from games.models import Club
from tests.clubs import account, found_club, logged_in

pytestmark = pytest.mark.django_db

URL = "/clubs/new/"
TOLD = {"name": "Hof ter Manille", "zone": "Europe/Brussels"}


def test_whoever_founds_it_owns_it():
    user = account()
    response = logged_in(user).post(URL, {**TOLD, "listed": "on", "zone": "Europe/Madrid"})

    club = Club.objects.get()
    assert response.status_code == 302 and response.url == "/clubs/hof-ter-manille/"
    assert (club.name, club.zone, club.listed) == ("Hof ter Manille", "Europe/Madrid", True)
    assert [(one.user, one.role) for one in club.memberships.all()] == [(user, "owner")]
    assert club.log.get().by == user.name


@pytest.mark.parametrize("name", ["Hof ter Manille", "new", "♥♦", "رنيه", "x" * 60, "O'Brien <x>"])
def test_every_club_has_an_address_of_its_own(name):
    found_club()
    client = logged_in(account())
    response = client.post(URL, {**TOLD, "name": name})

    assert response.status_code == 302
    assert client.get(response.url).status_code == 200
    club = Club.objects.order_by("pk").last()
    assert club.name == name and club.slug not in ("hof-ter-manille", "new", "")


@pytest.mark.parametrize(
    "field, value",
    [("name", ""), ("name", "\u200b"), ("name", "n" * 61), ("zone", ""), ("zone", "Mars/Base")],
)
def test_what_will_not_do_is_said_at_its_field(field, value):
    response = logged_in(account()).post(URL, {**TOLD, field: value})

    assert response.status_code == 200
    assert set(response.context["form"].errors) == {field}
    assert response.context["form"]["name"].value() == {**TOLD, field: value}["name"]
    assert not Club.objects.exists()


def test_it_takes_an_account(client):
    assert client.get(URL).url == f"{reverse('log_in')}?next={URL}"
    assert client.post(URL, TOLD).status_code == 302
    assert not Club.objects.exists()


def test_other_methods_are_refused():
    assert logged_in(account()).put(URL).status_code == 405
