"""Giving up one's office."""

import pytest
from django.urls import reverse

from tests.clubs import account, found_club, logged_in, officer, owner_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return found_club()


@pytest.fixture
def url(club):
    return reverse("leave_club", args=[club.slug])


def test_it_is_given_up_by_one_press(club, url):
    user = officer(club, "scorer")
    client = logged_in(user)
    assert client.get(url).status_code == 200
    assert club.memberships.filter(user=user).exists()

    assert client.post(url).url == reverse("account")
    assert not club.memberships.filter(user=user).exists()
    assert client.post(url).status_code == 404


def test_the_last_owner_cannot(club, url):
    officer(club, "secretary")
    response = logged_in(owner_of(club)).post(url)
    assert "A club needs an owner" in response.content.decode()
    assert owner_of(club)


def test_one_of_two_owners_can(club, url):
    second = officer(club, "owner", "Second")
    assert logged_in(second).post(url).status_code == 302
    assert logged_in(owner_of(club)).post(url).status_code == 200


def test_others_may_not(client, url):
    assert client.post(url).status_code == 302
    assert logged_in(account()).post(url).status_code == 404
