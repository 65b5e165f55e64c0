from django.test import Client
from django.urls import reverse

from games.wording.rules import identifier
from games.wording.systems import SYSTEMS
from tests.rule_sets import save_rules

URL = reverse("rule_sets")


def test_it_lists_every_system_with_a_line_about_it(client, db):
    page = client.get(URL).content.decode()

    for preset, system in SYSTEMS.items():
        assert reverse("passport", args=[preset]) in page
        assert str(system.title) in page
        assert str(system.about) in page
    assert "None yet on this device." in page


def test_it_lists_what_this_device_saved_latest_first(client, db):
    first, second = save_rules(client, "<b>A"), save_rules(client, "B", target="61")
    page = client.get(URL).content.decode()

    assert page.index(second.get_absolute_url()) < page.index(first.get_absolute_url())
    assert "&lt;b&gt;A" in page
    assert identifier(second.rules) in page
    assert second.code not in Client().get(URL).content.decode()


def test_a_set_that_is_gone_does_no_harm(client, db):
    save_rules(client).delete()

    assert "Our club" not in client.get(URL).content.decode()


def test_it_is_for_reading_only(client, db):
    assert client.post(URL).status_code == 405


def test_queries(client, db, django_assert_num_queries):
    with django_assert_num_queries(0):
        client.get(URL)
    for name in "ABC":
        save_rules(client, name)
    with django_assert_num_queries(2):  # the session, the sets
        client.get(URL)
