"""What the owner of a club decides."""

import pytest
from django.urls import reverse

from games.models import Club
from tests.clubs import account, found_club, logged_in, officer, owner_of

pytestmark = pytest.mark.django_db

TOLD = {"name": "Hof", "zone": "Europe/Madrid", "window_hours": "24", "table_corrects": ""}


@pytest.fixture
def club():
    return found_club()


@pytest.fixture
def url(club):
    return reverse("club_settings", args=[club.slug])


def test_they_are_kept_and_noted(club, url):
    client = logged_in(owner_of(club))
    told = {**TOLD, "listed": "on", "indexable": "on"}
    assert client.post(url, told).url == club.get_absolute_url()

    club = Club.objects.get()
    assert (club.name, club.zone, club.window_hours) == ("Hof", "Europe/Madrid", 24)
    assert (club.listed, club.indexable, club.table_corrects) == (True, True, False)
    assert club.slug == "hof-ter-manille"  # links go on leading here
    entry = club.log.get(verb="settings")
    assert entry.before["window_hours"] == 48 and entry.after["window_hours"] == 24

    client.post(url, told)
    assert club.log.filter(verb="settings").count() == 1


def test_the_page_shows_what_is_set(club, url):
    html = logged_in(owner_of(club)).get(url).content.decode()
    assert 'value="48"' in html
    assert '<option value="Europe/Brussels" selected>' in html
    assert 'value="1" id="id_table_corrects_0" checked' in html


@pytest.mark.parametrize(
    "field, value",
    [
        ("name", ""),
        ("zone", "Mars/Base"),
        ("window_hours", ""),
        ("window_hours", "-1"),
        ("window_hours", "1.5"),
        ("window_hours", "1441"),
        ("table_corrects", "9"),
    ],
)
def test_what_will_not_do_is_said_at_its_field(club, url, field, value):
    response = logged_in(owner_of(club)).post(url, {**TOLD, field: value})

    assert response.status_code == 200
    assert set(response.context["form"].errors) == {field}
    assert response.context["form"][field].value() == value
    assert Club.objects.get().name == "Hof ter Manille"


def test_others_may_not(client, club, url):
    assert client.get(url).status_code == 302
    for user in (account(), officer(club, "secretary")):
        assert logged_in(user).post(url, TOLD).status_code == 404
    assert logged_in(owner_of(club)).put(url).status_code == 405
