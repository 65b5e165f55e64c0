"""The scoring link."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.matches import reading_client, start_match

pytestmark = pytest.mark.django_db


def test_it_makes_the_device_a_scorer_and_leads_to_the_sheet():
    match = start_match()
    client = reading_client(match)
    response = client.get(reverse("open_scoring", args=[match.scoring_code]))

    assert response.status_code == 302
    assert response["Location"] == match.get_absolute_url()
    assert "no-store" in response["Cache-Control"]
    assert client.session["matches"] == {match.code: match.scoring_code}
    assert 'id="deal-form"' in client.get(match.get_absolute_url()).content.decode()


def test_an_unknown_link_and_the_reading_code_are_not_found():
    match = start_match()

    assert Client().get(reverse("open_scoring", args=["nosuchcode"])).status_code == 404
    assert Client().get(reverse("open_scoring", args=[match.code])).status_code == 404


def test_it_is_only_got():
    match = start_match()
    assert Client().head(reverse("open_scoring", args=[match.scoring_code])).status_code == 302
    assert Client().post(reverse("open_scoring", args=[match.scoring_code])).status_code == 405
