"""The page of a club."""

from datetime import UTC, date, datetime

import pytest
from django.test import Client, override_settings
from django.urls import reverse

from games.views import clubs as views
from tests.clubs import account, club_match, found_club, logged_in, officer, owner_of
from tests.matches import record, start_match

pytestmark = pytest.mark.django_db


def page(client: Client, club, **query) -> str:
    response = client.get(club.get_absolute_url(), query)
    assert response.status_code == 200
    return response.content.decode()


def test_its_latest_matches_with_how_they_stand():
    club = found_club("Hof <x>", listed=True)
    match = club_match(club)
    record(match, 38)
    guests = start_match()
    html = page(Client(), club)

    assert "Hof &lt;x&gt;" in html
    assert f'href="{match.get_absolute_url()}"' in html and "1 deal played" in html
    assert guests.get_absolute_url() not in html
    assert match.scoring_code not in html
    assert reverse("people", args=[club.slug]) not in html


@pytest.mark.parametrize("zone, day", [("Europe/Brussels", "10"), ("Atlantic/Azores", "9")])
def test_days_are_those_where_the_club_plays(zone, day):
    """23:30 in UTC is the next day in Brussels, whatever the site's own zone is."""
    club = found_club(listed=True, zone=zone)
    club_match(club, started_at=datetime(2026, 3, 9, 23, 30, tzinfo=UTC))
    with override_settings(TIME_ZONE="UTC"):
        assert f"{day} March 2026" in page(Client(), club)
    # As it was said, where it was: a record that came in may be years old.
    club_match(club, played_on=date(2019, 1, 2))
    assert "2 January 2019" in page(Client(), club)


def test_older_ones_are_further_pages(monkeypatch):
    monkeypatch.setattr(views, "MATCHES_A_PAGE", 2)
    club = found_club(listed=True)
    first, second, third = (club_match(club) for _ in range(3))
    html = page(Client(), club)
    assert third.code in html and second.code in html and first.code not in html
    assert f"?before={second.pk}" in html

    html = page(Client(), club, before=second.pk)
    assert first.code in html and second.code not in html and "?before=" not in html
    for nonsense in ("x", "-1", "9" * 30, "²"):
        assert Client().get(club.get_absolute_url(), {"before": nonsense}).status_code == 404


def test_one_that_is_not_shown_is_not_there_for_others():
    club = found_club()
    for client in (Client(), logged_in(account())):
        assert client.get(club.get_absolute_url()).status_code == 404
    assert Client().get(reverse("club", args=["no-such-club"])).status_code == 404


@pytest.mark.parametrize("role", ["secretary", "referee", "scorer"])
def test_officers_see_their_office(role):
    club = found_club()
    html = page(logged_in(officer(club, role)), club)

    assert f"Your office here: {role.title()}." in html
    assert reverse("people", args=[club.slug]) in html
    assert reverse("club_settings", args=[club.slug]) not in html
    assert reverse("club_settings", args=[club.slug]) in page(logged_in(owner_of(club)), club)


@pytest.mark.parametrize(
    "listed, indexable, found", [(True, True, True), (True, False, False), (False, True, False)]
)
def test_search_engines_find_it_only_where_the_club_says_so(listed, indexable, found):
    club = found_club(listed=listed, indexable=indexable)
    response = logged_in(owner_of(club)).get(club.get_absolute_url())

    assert ("noindex" in response.content.decode()) != found
    assert (response.get("X-Robots-Tag") == "noindex") != found


@pytest.mark.parametrize("matches", [1, 12])
def test_the_number_of_queries_does_not_grow(matches, django_assert_num_queries):
    club = found_club(listed=True)
    for _ in range(matches):
        record(club_match(club), 38)
    # Club, days and meetings to come, matches, deals, who is not named.
    with django_assert_num_queries(6):
        page(Client(), club)
    client = logged_in(owner_of(club))
    with django_assert_num_queries(8):  # session, user, office besides
        page(client, club)


def test_other_methods_are_refused(client):
    assert client.post(found_club(listed=True).get_absolute_url()).status_code == 405
