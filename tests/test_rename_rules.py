import pytest
from django.test import Client
from django.urls import reverse

from games.views import rules as views
from tests.rule_sets import save_rules


@pytest.fixture
def kept(client, db):
    return save_rules(client, "Our club")


@pytest.fixture
def url(kept):
    return reverse("rename_rules", args=[kept.code])


def test_it_gives_another_name(client, kept, url):
    assert 'value="Our club"' in client.get(url).content.decode()

    response = client.post(url, {"name": "Their club"})
    assert response.status_code == 302 and response.url == kept.get_absolute_url()
    kept.refresh_from_db()
    assert kept.name == "Their club"


def test_the_same_name_may_stay_and_another_sets_may_not(client, kept, url):
    save_rules(client, "B")

    assert client.post(url, {"name": "our club"}).status_code == 302
    response = client.post(url, {"name": "b"})
    assert "already" in response.context["form"].errors["name"][0]
    assert 'value="b"' in response.content.decode()


@pytest.mark.parametrize("name", ["", "  ", "x" * 61])
def test_a_name_that_will_not_do_is_refused(client, kept, url, name):
    response = client.post(url, {"name": name})

    assert response.status_code == 200 and response.context["form"].errors["name"]
    kept.refresh_from_db()
    assert kept.name == "Our club"


def test_only_the_device_that_saved_it_may(kept, url):
    assert Client().get(url).status_code == 404
    assert Client().post(url, {"name": "Mine"}).status_code == 404
    kept.refresh_from_db()
    assert kept.name == "Our club"


def test_a_set_that_another_tab_deletes_meanwhile_is_gone(client, kept, url, monkeypatch):
    saved = views.saved_sets

    def meanwhile(request):
        kept.delete()
        return saved(request)

    monkeypatch.setattr(views, "saved_sets", meanwhile)
    assert client.post(url, {"name": "Their club"}).status_code == 404


def test_other_methods_are_refused(client, url):
    assert client.delete(url).status_code == 405


def test_queries(client, url, django_assert_num_queries):
    with django_assert_num_queries(3):  # the session, the set, the others
        client.get(url)
