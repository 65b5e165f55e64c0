"""The page of one's account."""

import pytest
from django.urls import reverse

from games.models import User
from tests.clubs import PASSWORD, account, found_club, logged_in, people

pytestmark = pytest.mark.django_db

URL = "/account/"


@pytest.fixture
def user():
    return account("Zoë")


def test_it_shows_clubs_offices_and_who_one_is_there(user):
    club = found_club("Hof <x>", user)
    (zoe,) = people(club, "Zoë V.")
    club.invite_player(zoe, user).accept(user)
    html = logged_in(user).get(URL).content.decode()

    assert f'href="{club.get_absolute_url()}"' in html
    assert "Hof &lt;x&gt;" in html and "Owner" in html and "Zoë V." in html


def test_another_name_needs_no_password(user):
    response = logged_in(user).post(URL, {"name": "Zoë 🂡", "email": user.email})

    assert response.status_code == 302
    user.refresh_from_db()
    assert user.name == "Zoë 🂡"


def test_another_address_does(user):
    client = logged_in(user)
    told = {"name": "Zoë", "email": "New@example.org"}
    for password in ({}, {"password": "no"}):
        response = client.post(URL, {**told, **password})
        assert set(response.context["form"].errors) == {"password"}
        assert response.context["form"]["email"].value() == "New@example.org"
    assert User.objects.get().email == "zoe@example.org"

    assert client.post(URL, {**told, "password": PASSWORD}).status_code == 302
    assert User.objects.get().email == "new@example.org"


@pytest.mark.parametrize(
    "field, value", [("name", " "), ("name", "n" * 81), ("email", ""), ("email", "x")]
)
def test_what_will_not_do_is_said_at_its_field(user, field, value):
    told = {"name": "Z", "email": user.email, "password": PASSWORD, field: value}
    response = logged_in(user).post(URL, told)

    assert response.status_code == 200 and field in response.context["form"].errors
    assert User.objects.get().name == "Zoë"


def test_somebody_elses_address_is_refused(user):
    account("An")
    told = {"name": "Zoë", "email": "AN@example.org", "password": PASSWORD}
    assert set(logged_in(user).post(URL, told).context["form"].errors) == {"email"}


def test_it_is_for_who_is_logged_in(client):
    assert client.get(URL).url == f"{reverse('log_in')}?next={URL}"
    assert client.post(URL, {"name": "x"}).status_code == 302


def test_other_methods_are_refused(user):
    assert logged_in(user).put(URL).status_code == 405


@pytest.mark.parametrize("clubs", [1, 8])
def test_few_queries(user, clubs, django_assert_num_queries):
    for number in range(clubs):
        found_club(f"Club {number}", user)
    client = logged_in(user)
    with django_assert_num_queries(4):  # session, user, clubs, players
        client.get(URL)
