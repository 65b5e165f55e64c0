"""Times on the pages of a club's matches are those where the club plays."""

from datetime import UTC, datetime

import pytest
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from games.models import Deal, LogEntry, Match
from tests.clubs import club_match, found_club, logged_in, owner_of
from tests.matches import record, scoring_client, start_match

pytestmark = pytest.mark.django_db

LATE = datetime(2026, 3, 9, 23, 30, tzinfo=UTC)


def pages(match: Match, client: Client) -> dict[str, str]:
    """The pages of a match that tell when something was, at 23:30 in UTC."""
    record(match, 38)
    Deal.objects.update(recorded_at=LATE)
    LogEntry.objects.update(at=LATE)
    addresses = {
        "deal": reverse("deal", args=[match.code, 1]),
        "history": reverse("history", args=[match.code]),
    }
    with override_settings(TIME_ZONE="UTC"):
        return {name: client.get(url).content.decode() for name, url in addresses.items()}


@pytest.mark.parametrize(
    "zone, told", [("Europe/Brussels", "10 March 2026, 00:30"), ("UTC", "9 March 2026, 23:30")]
)
def test_of_a_club(zone, told):
    club = found_club(listed=True, zone=zone)
    client = logged_in(owner_of(club))
    for name, html in pages(club_match(club), client).items():
        assert told in html, name


def test_of_guests():
    match = start_match()
    for name, html in pages(match, scoring_client(match)).items():
        assert "9 March 2026, 23:30" in html, name


def test_one_request_leaves_no_zone_to_the_next():
    club = found_club(listed=True, zone="Pacific/Auckland")
    before = timezone.get_current_timezone_name()
    assert Client().get(club_match(club).get_absolute_url()).status_code == 200
    assert timezone.get_current_timezone_name() == before
