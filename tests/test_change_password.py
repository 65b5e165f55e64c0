"""Another password, for who knows the present one."""

import pytest
from django.urls import reverse

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
        ({"new_password1": "1234", "new_password2": "1234"}, "new_password2"),
    ],
)
def test_what_will_not_do_is_said_at_its_field(wrong, field):
    response = logged_in(account()).post(URL, told(**wrong))

    assert response.status_code == 200 and field in response.context["form"].errors
    assert User.objects.get().check_password(PASSWORD)
    assert NEW not in response.content.decode()


def test_it_is_for_who_is_logged_in(client):
    assert client.get(URL).status_code == 302
    assert logged_in(account()).put(URL).status_code == 405
