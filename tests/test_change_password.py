"""Another password, for who knows the present one."""

import pytest
from django.urls import reverse

from games.forms.accounts import PASSWORD_RULES
from games.models import User
from tests.clubs import PASSWORD, account, logged_in

pytestmark = pytest.mark.django_db

URL = "/account/password/"
NEW = "a heart and three clubs"


def told(**more: str) -> dict[str, str]:
    fields = {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW}
    return {**fields, **more}


def test_it_is_changed_and_other_devices_are_logged_out():
    user = account()
    client, other = logged_in(user), logged_in(user)
    key = client.session.session_key
    assert client.post(URL, told()).url == reverse("account")

    assert User.objects.get().check_password(NEW)
    assert client.get(reverse("account")).status_code == 200
    assert client.session.session_key != key
    assert other.get(reverse("account")).status_code == 302


@pytest.mark.parametrize(
    "wrong, field",
    [
        ({"old_password": "no"}, "old_password"),
        ({"old_password": ""}, "old_password"),
        ({"new_password2": "another one altogether"}, "new_password2"),
        ({"new_password2": ""}, "new_password2"),
        ({"new_password1": "1234", "new_password2": "1234"}, "new_password1"),
        ({"new_password1": "", "new_password2": ""}, "new_password1"),
        ({"new_password1": "x" * 501, "new_password2": "x" * 501}, "new_password1"),
    ],
)
def test_what_will_not_do_is_said_at_its_field(wrong, field):
    response = logged_in(account()).post(URL, told(**wrong))

    assert response.status_code == 200 and field in response.context["form"].errors
    assert response.context["form"].non_field_errors() == []
    assert User.objects.get().check_password(PASSWORD)
    assert NEW not in response.content.decode()


@pytest.mark.parametrize(
    "password, fault",
    [
        ("short", "This is too short: at least eight characters, please."),
        ("2026102520261025", "Figures alone are guessed soon: put letters in too."),
        ("lieve@example.org", "This is too much like your name or your e-mail address."),
        ("password1", "Many people use this one, so it is guessed first. Choose another."),
    ],
)
def test_what_is_wrong_is_said_in_the_words_of_the_rules(password, fault):
    client = logged_in(account("Lieve", email="lieve@example.org"))
    page = client.get(URL).content.decode()
    assert [page.count(str(rule)) for rule in PASSWORD_RULES] == [1] * 4
    assert [page.count(f">{label}<") for label in ("Your present password", "New password")] == [
        1,
        1,
    ]
    response = client.post(URL, told(new_password1=password, new_password2=password))
    assert fault in response.context["form"].errors["new_password1"]
    assert response.content.decode().count(fault) == 1


def test_another_one_in_the_second_field_is_said_there_alone():
    response = logged_in(account()).post(URL, told(new_password2="another one altogether"))
    assert dict(response.context["form"].errors) == {
        "new_password2": ["This is another one than above. Write both again."]
    }


def test_it_is_for_who_is_logged_in(client):
    assert client.get(URL).status_code == 302
    assert logged_in(account()).put(URL).status_code == 405
