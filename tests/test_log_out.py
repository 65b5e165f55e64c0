"""Logging out."""

import pytest
from django.urls import reverse

from tests.clubs import account, club_match, found_club, logged_in, owner_of
from tests.matches import remember, start_match

pytestmark = pytest.mark.django_db

URL = "/account/log-out/"


def test_it_ends_the_login_and_the_device_keeps_what_is_its_own():
    match = start_match()
    client = remember(logged_in(account()), match, scoring=True)
    key = client.session.session_key
    response = client.post(URL)

    assert response.status_code == 302 and response.url == "/"
    assert client.get(reverse("account")).status_code == 302
    assert client.session["matches"] == {match.code: match.scoring_code}
    assert client.session.session_key != key


def test_what_an_office_allowed_ends_with_it():
    club = found_club()
    match = club_match(club)
    client = logged_in(owner_of(club))
    url = reverse("undo", args=[match.code])
    assert client.post(url, {"number": "1"}).status_code == 302

    client.post(URL)
    assert client.post(url, {"number": "1"}).status_code == 404


def test_once_more_does_no_harm(client):
    assert client.post(URL).status_code == 302


def test_a_link_cannot_log_anybody_out():
    client = logged_in(account())
    assert client.get(URL).status_code == 405
    assert client.get(reverse("account")).status_code == 200
