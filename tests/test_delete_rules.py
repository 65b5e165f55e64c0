import pytest
from django.test import Client
from django.urls import reverse

from games.models import Match, RuleSet
from tests.rule_sets import save_rules
from tests.test_start import post as start


@pytest.fixture
def kept(client, db):
    return save_rules(client, "Our club", target="61")


@pytest.fixture
def url(kept):
    return reverse("delete_rules", args=[kept.code])


def test_it_is_asked_first(client, kept, url):
    assert "Our club" in client.get(url).content.decode()
    assert RuleSet.objects.count() == 1


def test_confirmed_it_is_gone(client, kept, url):
    response = client.post(url, follow=True)

    assert "“Our club” was deleted." in response.content.decode()
    assert not RuleSet.objects.exists()
    assert client.get(url).status_code == 404
    assert client.get(kept.get_absolute_url()).status_code == 404


def test_a_double_press_leads_where_one_does(client, kept, url):
    assert client.post(url).url == client.post(url).url == reverse("rule_sets")


def test_matches_keep_their_rules_and_their_name(client, kept, url):
    start(client, system=kept.code)
    client.post(url)
    match = Match.objects.get()

    assert match.rules.target == 61
    page = client.get(match.get_absolute_url()).content.decode()
    assert "Our club" in page
    assert client.get(reverse("start")).status_code == 200


def test_only_the_device_that_saved_it_may(kept, url):
    assert Client().get(url).status_code == 404
    assert Client().post(url).status_code == 404
    assert RuleSet.objects.count() == 1


def test_other_methods_are_refused(client, url):
    assert client.delete(url).status_code == 405


def test_queries(client, url, django_assert_num_queries):
    with django_assert_num_queries(2):  # the session, the set
        client.get(url)
