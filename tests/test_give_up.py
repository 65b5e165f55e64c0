"""Ending a match before its rules do: who, why, and what the result would be before it is so."""

import pytest
from django.urls import reverse
from django.utils.html import escape

from .changes import confirm, typed
from .gallery import AWKWARD_NAME
from .matches import PLAYERS, afresh, reading_client, record, scoring_client, start_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    match = start_match(players={**PLAYERS, "E": AWKWARD_NAME})
    record(match, 38)
    return match


@pytest.fixture
def url(match):
    return reverse("give_up", args=[match.code])


@pytest.mark.parametrize("by, winner", [("NS", "EW"), ("EW", "NS"), ("agreement", "NS")])
def test_the_result_is_shown_before_it_is_so(match, url, by, winner):
    client = scoring_client(match)
    html = client.get(url).content.decode()
    assert escape(AWKWARD_NAME) in html and "<x>" not in html
    shown = client.post(url, {"by": by, "reason": 'the "café" closes'})
    assert shown.context["winner"] == winner
    assert [side.side for side in shown.context["results"] if side.won] == [winner]
    assert not afresh(match).is_over

    response = confirm(client, url, shown)
    assert response.status_code == 302 and response["Location"] == reverse(
        "sign", args=[match.code]
    )
    match = afresh(match)
    assert (match.is_over, match.winner, match.given_up) == (True, winner, 'the "café" closes')
    assert match.log.last().verb == "give up"
    # The same press twice.
    assert confirm(client, url, shown).status_code == 302
    assert match.log.filter(verb="give up").count() == 1


def test_a_match_without_points_is_drawn_by_agreement():
    match = start_match()
    response = scoring_client(match).post(
        reverse("give_up", args=[match.code]), {"by": "agreement", "reason": "no cards"}
    )
    assert "The match is drawn." in response.content.decode()


@pytest.mark.parametrize(
    "wrong, field", [({"by": ""}, "by"), ({"by": "XX"}, "by"), ({"reason": " "}, "reason")]
)
def test_what_is_missing_is_said_and_nothing_lost(match, url, wrong, field):
    data = {"by": "NS", "reason": "late", "confirm": "1", **wrong}
    response = scoring_client(match).post(url, data)
    assert response.status_code == 200 and field in response.context["form"].errors
    html = response.content.decode()
    assert "late" in html if field == "by" else typed(response)["by"] == "NS"
    assert not afresh(match).is_over


def test_a_deal_recorded_meanwhile_shows_the_result_again(match, url):
    client = scoring_client(match)
    shown = client.post(url, {"by": "agreement", "reason": "late"})
    record(match, 0)
    response = confirm(client, url, shown)
    assert response.context["moved"] and response.context["winner"] == "EW"
    assert not afresh(match).is_over
    assert confirm(client, url, response).status_code == 302


def test_not_when_it_is_over(match, url):
    match.give_up("rain")
    client = scoring_client(match)
    assert "over already" in client.get(url).content.decode()
    response = client.post(url, {"by": "NS", "reason": "late", "confirm": "1"})
    assert response.status_code == 200
    assert "already over" in response.content.decode()
    assert afresh(match).given_up == "rain"


def test_readers_and_strangers_are_refused(match, url, client):
    for device in (client, reading_client(match)):
        assert device.get(url).status_code == 404
        assert device.post(url, {"by": "NS", "reason": "x", "confirm": "1"}).status_code == 404
    assert scoring_client(match).put(url).status_code == 405
    assert not afresh(match).is_over
