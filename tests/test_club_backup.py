"""The club's file, as its owner downloads it."""

import json

import pytest
from django.urls import reverse

from tests.clubs import club_match, found_club, logged_in, officer, owner_of, people

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return found_club()


@pytest.fixture
def url(club):
    return reverse("club_backup", args=[club.slug])


def test_the_owner_gets_all_of_it_as_a_file(club, url):
    people(club, "Renée “×”")
    match = club_match(club)
    response = logged_in(owner_of(club)).get(url)

    assert response.status_code == 200 and response.streaming
    assert response["Content-Type"] == "application/json"
    day = club.today().isoformat()
    assert response["Content-Disposition"] == f'attachment; filename="{club.slug}-{day}.json"'
    assert "no-store" in response["Cache-Control"]
    told = json.loads(b"".join(response.streaming_content))
    assert (told["format"], told["version"]) == ("manille-club", 1)
    assert told["people"] == [{"id": 1, "name": "Renée “×”", "hidden": False, "forgotten": False}]
    assert told["matches"][0]["code"] == match.code


@pytest.mark.parametrize("role", ["secretary", "referee", "scorer"])
def test_nobody_else_gets_it(club, url, role):
    assert logged_in(officer(club, role)).get(url).status_code == 404


def test_it_takes_an_account(client, url):
    assert client.get(url).url == f"{reverse('log_in')}?next={url}"


def test_it_is_read_only(club, url):
    client = logged_in(owner_of(club))
    assert client.post(url).status_code == 405
    assert client.head(url).status_code == 200
    missing = url.replace(club.slug, "no-such-club")
    assert client.get(missing).status_code == 404


def test_the_settings_lead_to_it(club, url):
    page = logged_in(owner_of(club)).get(reverse("club_settings", args=[club.slug]))
    assert f'href="{url}"' in page.content.decode()
