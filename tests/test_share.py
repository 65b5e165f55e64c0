"""The links to hand on."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Match
from tests.matches import reading_client, scoring_client, start_match

pytestmark = pytest.mark.django_db


def url(match: Match) -> str:
    return reverse("share", args=[match.code])


def test_a_reader_has_the_reading_link_and_no_trace_of_the_other():
    match = start_match()
    html = reading_client(match).get(url(match)).content.decode()

    assert f'value="http://testserver{match.get_absolute_url()}"' in html
    assert html.count('class="qr"') == 1
    assert "score/" not in html
    assert match.scoring_code not in html
    assert "<form" not in html.partition("<footer")[0]


def test_a_scorer_has_both_with_a_warning():
    match = start_match()
    html = scoring_client(match).get(url(match)).content.decode()

    assert f'value="http://testserver/score/{match.scoring_code}/"' in html
    assert html.count('class="qr"') == 2
    assert "Whoever has this link can record, change and undo deals." in html
    drawings = re.findall(r'<figure class="qr">(<svg.*?</svg>)', html, flags=re.S)
    assert len(set(drawings)) == 2
    assert not any("style" in drawing for drawing in drawings)


def test_the_device_gets_a_name():
    match = start_match()
    client = scoring_client(match)
    response = client.post(url(match), {"name": "Dré <x>"}, follow=True)

    assert client.session["name"] == "Dré <x>"
    assert 'value="Dré &lt;x&gt;"' in response.content.decode()
    client.post(url(match), {"name": ""})
    assert client.session["name"] == ""


def test_too_long_a_name_is_refused_and_stays_to_be_shortened():
    match = start_match()
    client = scoring_client(match)
    response = client.post(url(match), {"name": "n" * 81})

    assert response.status_code == 200
    assert "n" * 81 in response.content.decode()
    assert "name" not in client.session


def test_who_may_not():
    match = start_match()

    assert reading_client(match).post(url(match), {"name": "x"}).status_code == 404
    assert Client().get(reverse("share", args=["nosuchmatch"])).status_code == 404
    assert scoring_client(match).put(url(match)).status_code == 405
