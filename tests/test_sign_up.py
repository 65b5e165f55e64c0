"""Making an account."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import User
from games.views import accounts
from tests.clubs import PASSWORD, account, logged_in
from tests.matches import scoring_client, start_match

pytestmark = pytest.mark.django_db

URL = "/account/new/"
TOLD = {"name": "Renée <x>", "email": "Renee@Example.org", "password": PASSWORD}


def refused(client: Client, **told: str) -> dict[str, list[str]]:
    """The faults of a form that keeps all but the password."""
    response = client.post(URL, {**TOLD, **told})
    assert response.status_code == 200
    form = response.context["form"]
    html = response.content.decode()
    assert PASSWORD not in html
    for field in ("name", "email"):
        assert form[field].value() == {**TOLD, **told}[field]
    return dict(form.errors)


def test_an_account_is_made_and_logged_in(client):
    response = client.post(URL, TOLD)

    assert response.status_code == 302 and response.url == reverse("account")
    user = User.objects.get()
    assert (user.name, user.email) == ("Renée <x>", "renee@example.org")
    assert user.check_password(PASSWORD)
    assert "Renée &lt;x&gt;" in client.get(response.url).content.decode()


def test_the_device_goes_on_knowing_its_matches():
    match = start_match()
    client = scoring_client(match)
    key = client.session.session_key
    client.post(URL, TOLD)

    assert client.session["matches"] == {match.code: match.scoring_code}
    assert client.session.session_key != key  # nobody who knew the old one is logged in


@pytest.mark.parametrize(
    "field, value",
    [
        ("name", ""),
        ("name", "\u200b \u2060"),
        ("name", "n" * 81),
        ("email", ""),
        ("email", "nobody"),
        ("email", "a" * 250 + "@b.org"),
        ("password", ""),
        ("password", "short"),
        ("password", "password1"),
        ("password", "2026102520261025"),
        ("password", "renee@example.org"),
        ("password", "x" * 501),
    ],
)
def test_what_will_not_do_is_said_at_its_field(client, field, value):
    assert set(refused(client, **{field: value})) == {field}
    assert not User.objects.exists()


def test_a_taken_address_is_refused_however_it_is_written(client):
    account(email="renee@example.org")

    assert "log in" in refused(client)["email"][0]
    assert "log in" in refused(client, email="RENEE@example.org")["email"][0]
    assert User.objects.count() == 1


def test_an_address_taken_while_the_form_is_read_is_refused_too(client, monkeypatch):
    save = accounts.SignUpForm.save

    def meanwhile(form):
        account(email="renee@example.org")
        return save(form)

    monkeypatch.setattr(accounts.SignUpForm, "save", meanwhile)
    assert set(refused(client)) == {"email"}


@pytest.mark.parametrize(
    "asked, leads",
    [
        ("/clubs/new/", "/clubs/new/"),
        ("https://elsewhere.example/", "/account/"),
        ("//elsewhere.example/", "/account/"),
        ("javascript:alert(1)", "/account/"),
    ],
)
def test_it_leads_on_within_the_site_only(client, asked, leads):
    assert client.post(URL, {**TOLD, "next": asked}).url == leads


def test_who_is_logged_in_has_an_account():
    client = logged_in(account())

    assert client.get(URL).url == reverse("account")
    assert client.post(URL, TOLD).url == reverse("account")
    assert User.objects.count() == 1


def test_other_methods_are_refused(client):
    assert client.put(URL).status_code == 405
