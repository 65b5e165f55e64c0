"""Giving up one's office."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.urls import reverse

from games.models import CannotChange
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


@pytest.mark.django_db(transaction=True)
def test_two_owners_who_leave_at_once_leave_one():
    club = found_club()
    owners = [owner_of(club), officer(club, "owner", "Second")]
    ready = threading.Barrier(2)

    def leave(user):
        try:
            ready.wait(10)
            club_of = type(club).objects.get(pk=club.pk)
            club_of.leave(user)
        except CannotChange:
            return "refused"
        finally:
            connection.close()
        return "left"

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(leave, owners)) == ["left", "refused"]
    assert club.memberships.filter(role="owner").count() == 1


@pytest.mark.django_db(transaction=True)
def test_an_invitation_opened_by_two_at_once_lets_one_in():
    club = found_club()
    made = club.invite("scorer", owner_of(club))
    users = [account("First"), account("Second")]
    ready = threading.Barrier(2)

    def accept(user):
        try:
            ready.wait(10)
            type(made).objects.get(pk=made.pk).accept(user)
        except CannotChange:
            return "refused"
        finally:
            connection.close()
        return "in"

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(accept, users)) == ["in", "refused"]
    assert club.memberships.filter(role="scorer").count() == 1
