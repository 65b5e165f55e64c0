"""How often one may guess a password, have a mail sent, and sign up."""

from datetime import timedelta
from unittest import mock

import pytest
from django.core import mail
from django.db import connection
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from games.models import Attempt, User
from games.models.attempt import LIMITS
from games.shortcuts import network_of
from tests.clubs import PASSWORD, account, logged_in

pytestmark = pytest.mark.django_db

LOG_IN = "/account/log-in/"
HERE, ELSEWHERE = "198.51.100.7", "203.0.113.9"
WAIT = "Too many attempts."


def log_in(email: str, password: str, network: str = HERE, client: Client | None = None):
    told = {"username": email, "password": password}
    return (client or Client()).post(LOG_IN, told, headers={"X-Forwarded-For": network})


def later(minutes: int):
    return mock.patch.object(timezone, "now", lambda: NOW + timedelta(minutes=minutes))


NOW = timezone.now()


def guess(email: str, times: int, network: str = HERE) -> None:
    for _time in range(times):
        assert WAIT not in log_in(email, "no", network).content.decode()


def test_whoever_guesses_on_one_account_has_to_wait_but_its_holder_elsewhere_does_not():
    user = account()
    guess(user.email.upper(), LIMITS["log in"].here)

    refused = log_in(user.email, PASSWORD)
    assert WAIT in refused.content.decode() and not refused.wsgi_request.user.is_authenticated
    assert refused.context["form"]["username"].value() == user.email
    assert log_in(user.email, PASSWORD, ELSEWHERE).status_code == 302
    # Nor do others in the same room.
    assert log_in(account("Other").email, PASSWORD).status_code == 302


def test_the_wait_ends_even_if_somebody_goes_on_guessing():
    user = account()
    with later(0):
        guess(user.email, LIMITS["log in"].here)
    for minute in (5, 10, 14):
        with later(minute):
            assert WAIT in log_in(user.email, "no").content.decode()
    with later(15):
        assert log_in(user.email, PASSWORD).status_code == 302


def test_a_password_that_is_right_counts_for_nothing():
    user = account()
    for _time in range(LIMITS["log in"].network + 1):
        assert log_in(user.email, PASSWORD).status_code == 302
    assert not Attempt.objects.exists()


def test_guessing_from_everywhere_on_one_account_ends_and_a_mail_lets_its_holder_in():
    user = account()
    for number in range(LIMITS["log in"].account // 10):
        guess(user.email, 10, f"192.0.2.{number}")
    assert WAIT in log_in(user.email, PASSWORD, ELSEWHERE).content.decode()

    client = Client()
    client.post("/account/password/forgotten/", {"email": user.email})
    link = next(word for word in mail.outbox[0].body.split() if word.startswith("http"))
    page = client.get(link.removeprefix("http://testserver"), follow=True)
    new = "a heart and three clubs"
    client.post(page.redirect_chain[-1][0], {"new_password1": new, "new_password2": new})
    assert client.get(reverse("account")).status_code == 200


def test_trying_one_password_on_many_accounts_ends():
    for number in range(LIMITS["log in"].network):
        log_in(f"somebody{number}@example.org", "no")
    user = account()
    assert WAIT in log_in(user.email, PASSWORD).content.decode()
    assert log_in(user.email, PASSWORD, ELSEWHERE).status_code == 302


def test_mails_to_one_address_are_limited_whether_or_not_it_is_known():
    url = "/account/password/forgotten/"
    for email in (account().email, "nobody@example.org"):
        answers = [
            Client().post(url, {"email": email}, headers={"X-Forwarded-For": ELSEWHERE})
            for _time in range(LIMITS["remind"].account + 1)
        ]
        assert [answer.status_code for answer in answers] == [302, 302, 302, 200]
        assert "Wait an hour" in answers[-1].content.decode()
        assert answers[-1].context["form"]["email"].value() == email
    assert len(mail.outbox) == LIMITS["remind"].account


def test_sign_ups_from_one_network_are_limited():
    url, told = "/account/new/", {"name": "Zoë", "password": PASSWORD}
    here = Client(headers={"X-Forwarded-For": HERE})
    for number in range(LIMITS["sign up"].network):
        # Also one that asks whether an address is taken.
        here.post(url, {**told, "email": f"z{number // 2}@example.org"})
        here.logout()
    refused = here.post(url, {**told, "email": "z@example.org"})

    assert refused.status_code == 200 and "Wait an hour" in refused.content.decode()
    assert refused.context["form"]["email"].value() == "z@example.org"
    assert User.objects.count() == LIMITS["sign up"].network // 2
    other = Client(headers={"X-Forwarded-For": ELSEWHERE})
    assert other.post(url, {**told, "email": "z@example.org"}).status_code == 302


@pytest.mark.parametrize(
    "name, told",
    [
        ("delete_account", {"password": "no"}),
        ("account", {"name": "Z", "email": "another@example.org", "password": "no"}),
        ("change_password", {"old_password": "no", "new_password1": "x", "new_password2": "x"}),
    ],
)
def test_whoever_finds_a_device_logged_in_cannot_go_on_guessing(name, told):
    user = account()
    client = logged_in(user)
    for _time in range(LIMITS["password"].account):
        assert "This is not the password" in client.post(reverse(name), told).content.decode()
    right = {key: PASSWORD if value == "no" else value for key, value in told.items()}
    assert WAIT in client.post(reverse(name), right).content.decode()
    assert User.objects.get().email == user.email


def test_nobody_s_address_is_stored_and_nothing_longer_than_it_counts():
    user = account()
    with later(0):
        guess(user.email, 3)
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM games_attempt")
        stored = str(cursor.fetchall())
    assert stored != "[]" and HERE not in stored and user.email not in stored
    with later(61):
        log_in(user.email, PASSWORD)
    assert not Attempt.objects.exists()


@pytest.mark.parametrize(
    "header, remote, told",
    [
        ("203.0.113.9", "127.0.0.1", "203.0.113.9"),
        ("made up, 203.0.113.9", "127.0.0.1", "203.0.113.9"),
        ("", "203.0.113.9", "203.0.113.9"),
        ("", "127.0.0.1", ""),  # of a proxy that does not tell
        ("made up", "127.0.0.1", ""),
        ("", "", ""),
        ("2001:db8:1:2:3:4:5:6", "::1", "2001:db8:1:2::/64"),
    ],
)
def test_where_a_request_comes_from(header, remote, told):
    request = RequestFactory().get("/", REMOTE_ADDR=remote, headers={"X-Forwarded-For": header})
    assert network_of(request) == told


def test_without_a_network_only_accounts_are_counted():
    unknown = Client(REMOTE_ADDR="")
    for _time in range(LIMITS["sign up"].network + 1):
        response = unknown.post("/account/new/", {"name": ""})
    assert set(response.context["form"].errors) == {"name", "email", "password"}
    user = account()
    for _time in range(LIMITS["log in"].account):
        unknown.post(LOG_IN, {"username": user.email, "password": "no"})
    refused = unknown.post(LOG_IN, {"username": user.email, "password": PASSWORD})
    assert WAIT in refused.content.decode()
