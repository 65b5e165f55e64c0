"""An invitation: a link by which one person becomes an officer, or is known by a name."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Invitation
from tests.clubs import account, found_club, logged_in, membership, officer, owner_of, people

pytestmark = pytest.mark.django_db

GONE = "out of date"


@pytest.fixture
def club():
    return found_club("Hof <x>")


@pytest.fixture
def invited(club):
    return club.invite("referee", owner_of(club))


def test_it_is_accepted_by_one_press(club, invited):
    user = account()
    client = logged_in(user)
    page = client.get(invited.get_absolute_url()).content.decode()
    assert "Hof &lt;x&gt;" in page and "Referee" in page
    assert not club.memberships.filter(user=user).exists()  # a look accepts nothing

    for _press in range(2):
        response = client.post(invited.get_absolute_url())
        assert response.status_code == 302 and response.url == club.get_absolute_url()
    assert membership(club, user).role == "referee"
    assert club.log.filter(verb="join").count() == 1


def test_without_an_account_it_leads_to_one_and_back(client, invited):
    url = invited.get_absolute_url()
    html = client.get(url).content.decode()
    assert f"{reverse('sign_up')}?next={url}" in html and f"{reverse('log_in')}?next={url}" in html
    assert client.post(url).url == f"{reverse('log_in')}?next={url}"


def test_it_is_good_for_one(club, invited):
    logged_in(account("First")).post(invited.get_absolute_url())
    second = logged_in(account("Second"))

    assert GONE in second.get(invited.get_absolute_url()).content.decode()
    assert GONE in second.post(invited.get_absolute_url()).content.decode()
    assert club.memberships.count() == 2


def test_it_ends_after_two_weeks(club, invited):
    Invitation.objects.update(made_at=timezone.now() - timedelta(days=15))
    client = logged_in(account())

    assert GONE in client.get(invited.get_absolute_url()).content.decode()
    assert GONE in client.post(invited.get_absolute_url()).content.decode()
    assert club.memberships.count() == 1


def test_it_ends_with_the_office_of_whoever_made_it(club):
    secretary = officer(club, "secretary")
    invited = club.invite("scorer", secretary)
    club.remove(membership(club, secretary), owner_of(club))

    client = logged_in(account())
    assert GONE in client.post(invited.get_absolute_url()).content.decode()
    assert club.memberships.count() == 1


def test_an_officer_keeps_the_office_that_he_has(club, invited):
    user = owner_of(club)
    response = logged_in(user).post(invited.get_absolute_url())

    assert "officer of this club already" in response.content.decode()
    assert membership(club, user).role == "owner"
    invited.refresh_from_db()
    assert invited.used_at is None


def test_one_of_the_people_is_linked_to_an_account(club):
    (an,) = people(club, "An 🂡")
    invited = club.invite_player(an, owner_of(club))
    user = account()
    client = logged_in(user)
    assert "An 🂡" in client.get(invited.get_absolute_url()).content.decode()
    assert client.post(invited.get_absolute_url()).status_code == 302

    an.refresh_from_db()
    assert an.user == user
    assert not club.memberships.filter(user=user).exists()


def test_an_account_is_one_person_and_a_person_one_account(club):
    an, bo = people(club, "An", "Bo")
    owner, user = owner_of(club), account()
    first, again, other = (club.invite_player(one, owner) for one in (an, an, bo))
    first.accept(user)

    response = logged_in(user).post(other.get_absolute_url())
    assert "another of the club" in response.content.decode()
    response = logged_in(account("Other")).post(again.get_absolute_url())
    assert "linked to an account already" in response.content.decode()
    bo.refresh_from_db()
    assert bo.user is None


def test_a_made_up_link_leads_nowhere(client):
    response = client.get(reverse("invitation", args=["nosuchcode"]))
    assert response.status_code == 404
    assert Client().post(reverse("invitation", args=["nosuchcode"])).status_code == 404


def test_other_methods_are_refused(client, invited):
    assert client.put(invited.get_absolute_url()).status_code == 405
