"""Withdrawing a deal: what follows from it is shown first; the log keeps the deal."""

import pytest
from django.urls import reverse

from games.models import Match

from .changes import confirm
from .gallery import AWKWARD_NAME
from .matches import PLAYERS, reading_client, record, scoring_client, start_match

pytestmark = pytest.mark.django_db
WHY = {"reason": 'that was "last" week’s'}


@pytest.fixture
def match():
    match = start_match(players={**PLAYERS, "E": AWKWARD_NAME})
    for points in (38, 21, 40):
        record(match, points)
    return match


@pytest.fixture
def url(match):
    return reverse("withdraw_deal", args=[match.code, 2])


def numbers(match):
    return [deal.number for deal in Match.objects.get(pk=match.pk).played]


def test_it_is_shown_first_then_done(match, url):
    client = scoring_client(match)
    assert client.get(url).status_code == 200
    shown = client.post(url, WHY)
    effect = shown.context["effect"]
    assert all(row.after is None for row in [*effect.told, *effect.scored])
    ((number, rows),) = effect.later
    assert (number, rows[0].label, rows[0].after.text) == (3, "Dealt by", AWKWARD_NAME)
    assert [(row.before.text, row.after.text) for row in effect.match[:2]] == [
        ("18", "18"),
        ("9", "0"),
    ]
    assert "<x>" not in shown.content.decode()
    assert numbers(match) == [1, 2, 3]

    response = confirm(client, url, shown)
    assert response.status_code == 302
    assert numbers(match) == [1, 3]
    entry = match.log.last()
    assert (entry.verb, entry.number, entry.reason) == ("withdraw", 2, WHY["reason"])
    assert entry.before["card_points"] == {"NS": 21, "EW": 39}


def test_a_second_press_finds_it_done(match, url):
    client = scoring_client(match)
    shown = client.post(url, WHY)
    for _ in range(2):
        assert confirm(client, url, shown).status_code == 302
    assert numbers(match) == [1, 3]
    assert (
        "no longer on the sheet"
        in client.get(reverse("history", args=[match.code])).content.decode()
    )


def test_what_a_draw_withdrawn_no_longer_doubles_is_told():
    match = start_match()
    for points in (38, 30):
        record(match, points)
    shown = scoring_client(match).post(reverse("withdraw_deal", args=[match.code, 2]), WHY)
    row = next(row for row in shown.context["effect"].match if row.label == "Next deal")
    assert (row.before.text, row.after) == ("Next deal doubled by the draw before", None)
    shown = scoring_client(match).post(reverse("withdraw_deal", args=[match.code, 1]), WHY)
    assert "Next deal" not in [row.label for row in shown.context["effect"].match]


def test_the_effect_must_be_the_one_shown(match, url):
    client = scoring_client(match)
    shown = client.post(url, WHY)
    record(match, 60)
    response = confirm(client, url, shown)
    assert response.context["moved"]
    assert numbers(match) == [1, 2, 3, 4]
    assert "Meanwhile" in response.content.decode()
    assert client.post(url, {**WHY, "confirm": "1", "seen": ""}).context["moved"]
    assert numbers(match) == [1, 2, 3, 4]


def test_a_reason_is_needed(match, url):
    response = scoring_client(match).post(url, {"reason": " ", "confirm": "1"})
    assert response.status_code == 200 and response.context["reason"].errors
    assert numbers(match) == [1, 2, 3]


def test_not_once_signed(match, url):
    match.give_up("late")
    match.sign("NS", "An")
    match.sign("EW", "Bo")
    client = scoring_client(match)
    assert "Reopen it first" in client.post(url, WHY).content.decode()
    assert numbers(match) == [1, 2, 3]


def test_readers_and_strangers_are_refused(match, url, client):
    for device in (client, reading_client(match)):
        assert device.get(url).status_code == 404
        assert device.post(url, {**WHY, "confirm": "1"}).status_code == 404
    scorer = scoring_client(match)
    assert scorer.delete(url).status_code == 405
    assert scorer.get(reverse("withdraw_deal", args=[match.code, 9])).status_code == 404
    assert numbers(match) == [1, 2, 3]
