"""Deleting one's account."""

import pytest
from django.urls import reverse

from games.models import Club, Match, Player, User
from tests.clubs import (
    PASSWORD,
    account,
    club_match,
    found_club,
    logged_in,
    officer,
    owner_of,
    people,
)
from tests.matches import remember, start_match

pytestmark = pytest.mark.django_db

URL = "/account/delete/"


def test_it_takes_the_password(client):
    user = account()
    for password in ("", "no"):
        response = logged_in(user).post(URL, {"password": password})
        assert response.status_code == 200 and "password" in response.context["form"].errors
    assert User.objects.exists()
    assert client.post(URL, {"password": PASSWORD}).status_code == 302
    assert User.objects.exists()


def test_the_account_goes_and_the_name_among_the_people_stays():
    club = found_club()
    user = officer(club, "scorer", "Zoë")
    (zoe,) = people(club, "Zoë V.")
    club.invite_player(zoe, owner_of(club)).accept(user)
    match = start_match()
    client = remember(logged_in(user), match, scoring=True)
    assert client.post(URL, {"password": PASSWORD}).url == "/"

    assert not User.objects.filter(name="Zoë").exists()
    zoe.refresh_from_db()
    assert (zoe.name, zoe.user) == ("Zoë V.", None)
    assert club.memberships.count() == 1
    assert client.get(reverse("account")).status_code == 302
    assert client.session["matches"] == {match.code: match.scoring_code}


def test_a_club_is_not_left_without_an_owner():
    club = found_club()
    officer(club, "secretary")
    response = logged_in(owner_of(club)).post(URL, {"password": PASSWORD})

    assert "would be left without an owner" in response.content.decode()
    assert owner_of(club)

    second = officer(club, "owner", "Second")
    assert logged_in(second).post(URL, {"password": PASSWORD}).status_code == 302
    assert Club.objects.get() == club


def test_a_club_with_nobody_else_goes_too_and_its_matches_stay():
    club = found_club("Alone")
    match = club_match(club, seated={"N": people(club, "An")[0]})
    client = logged_in(owner_of(club))
    assert "Alone</bdi>: the club and the list" in client.get(URL).content.decode()
    client.post(URL, {"password": PASSWORD})

    assert not Club.objects.exists() and not Player.objects.exists()
    kept = Match.objects.get()
    assert kept == match and kept.club is None and kept.players == match.players


def test_other_methods_are_refused():
    assert logged_in(account()).put(URL).status_code == 405
