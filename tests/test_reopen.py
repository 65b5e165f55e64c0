"""Reopening a signed match, or one given up: the scoring link and a reason, and it is logged."""

import pytest
from django.urls import reverse
from django.utils.html import escape

from .gallery import AWKWARD_NAME
from .matches import afresh, reading_client, record, scoring_client, start_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    match = start_match(rules={"target": 30})
    record(match, 60)
    match.sign("NS", "An")
    match.sign("EW", AWKWARD_NAME)
    return match


@pytest.fixture
def url(match):
    return reverse("reopen", args=[match.code])


def test_it_takes_the_signatures_back(match, url):
    client = scoring_client(match)
    html = client.get(url).content.decode()
    assert escape(AWKWARD_NAME) in html and "<x>" not in html
    assert client.post(url, {"reason": "points were <wrong>"}).status_code == 302
    assert not afresh(match).is_signed and not match.signatures.exists()
    entry = match.log.last()
    assert (entry.verb, entry.reason) == ("reopen", "points were <wrong>")
    assert entry.before["totals"] == {"NS": 30, "EW": 0}
    # Twice is once.
    assert client.post(url, {"reason": "again"}).status_code == 302
    assert match.log.filter(verb="reopen").count() == 1


def test_a_match_given_up_goes_on():
    match = start_match()
    match.give_up("rain & wind")
    url = reverse("reopen", args=[match.code])
    client = scoring_client(match)
    assert "rain &amp; wind" in client.get(url).content.decode()
    assert client.post(url, {"reason": "dry"}).status_code == 302
    assert not afresh(match).is_over


def test_a_reason_is_needed(match, url):
    for reason in ("", "  ", "x" * 501):
        response = scoring_client(match).post(url, {"reason": reason})
        assert response.status_code == 200 and response.context["form"].errors
        assert reason.strip() in response.content.decode()
    assert afresh(match).is_signed


def test_an_open_match_has_nothing_to_reopen():
    match = start_match()
    html = scoring_client(match).get(reverse("reopen", args=[match.code])).content.decode()
    assert "The match is open" in html and "<textarea" not in html


def test_readers_and_strangers_are_refused(match, url, client):
    for device in (client, reading_client(match)):
        assert device.get(url).status_code == 404
        assert device.post(url, {"reason": "x"}).status_code == 404
    assert scoring_client(match).put(url).status_code == 405
    assert afresh(match).is_signed
