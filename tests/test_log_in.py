"""Logging in."""

import pytest
from django.urls import reverse

from games.models import User
from tests.clubs import PASSWORD, account, logged_in
from tests.matches import scoring_client, start_match

pytestmark = pytest.mark.django_db

URL = "/account/log-in/"


def told(user: User, **more: str) -> dict[str, str]:
    return {"username": user.email, "password": PASSWORD, **more}


@pytest.mark.parametrize("write", [str.lower, str.upper])
def test_address_and_password_open_the_account(client, write):
    user = account()
    response = client.post(URL, told(user, username=write(user.email)))

    assert response.status_code == 302 and response.url == reverse("account")
    assert client.get(response.url).status_code == 200


def test_the_device_goes_on_knowing_its_matches_under_another_session():
    match = start_match()
    client = scoring_client(match)
    key = client.session.session_key
    client.post(URL, told(account()))

    assert client.session["matches"] == {match.code: match.scoring_code}
    assert client.session.session_key != key


@pytest.mark.parametrize(
    "wrong", [{"password": "no"}, {"username": "nobody@example.org"}, {"username": "nobody"}]
)
def test_a_wrong_one_is_refused_without_saying_which(client, wrong):
    response = client.post(URL, told(account(), **wrong))

    assert response.status_code == 200
    html = response.content.decode()
    assert "No account has this address and this password." in html
    assert PASSWORD not in html
    assert (
        response.context["form"]["username"].value()
        == told(User.objects.get(), **wrong)["username"]
    )
    assert not response.wsgi_request.user.is_authenticated


@pytest.mark.parametrize("empty", ["username", "password"])
def test_an_empty_field_is_named(client, empty):
    response = client.post(URL, told(account(), **{empty: ""}))
    assert empty in response.context["form"].errors


def test_it_leads_on_within_the_site_only(client):
    user = account()

    assert client.post(URL, told(user, next="/clubs/new/")).url == "/clubs/new/"
    client.logout()
    assert client.post(URL, told(user, next="//elsewhere.example/")).url == reverse("account")


def test_pages_that_need_an_account_lead_here_and_back(client):
    response = client.get(reverse("found_club"))
    assert response.url == f"{URL}?next=/clubs/new/"
    assert 'name="next" value="/clubs/new/"' in client.get(response.url).content.decode()


def test_who_is_logged_in_is_led_on():
    assert logged_in(account()).get(URL).url == reverse("account")


def test_it_never_leads_in_a_circle():
    client = logged_in(account())
    for asked in (URL, f"{URL}?next={URL}"):
        assert client.get(URL, {"next": asked}).url == reverse("account")


def test_other_methods_are_refused(client):
    assert client.put(URL).status_code == 405
