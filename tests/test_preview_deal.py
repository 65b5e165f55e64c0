"""What the deal in the form would score, by the engine."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Match
from tests.matches import reading_client, record, scoring_client, start_match

pytestmark = pytest.mark.django_db


def preview(match: Match, **told: str) -> str:
    values = {"number": "1", "key": "", "trump": "H", "points_NS": "38", **told}
    response = scoring_client(match).get(reverse("preview_deal", args=[match.code]), values)
    assert response.status_code == 200
    text = re.sub(r"<[^>]+>", " ", response.content.decode())
    return re.sub(r"\s+", " ", text).strip()


KEY = "7d0f5b1e-8f0b-4b3a-9d3f-0a1b2c3d4e5f"


def test_points_and_new_totals_of_both_sides():
    match = start_match()
    record(match, 40)

    assert preview(match, key=KEY) == "An &amp; Cis +8 makes 18 Bo &amp; Dré 0 makes 0"


def test_the_multiplier_comes_with_its_causes_and_the_draw_before_counts():
    match = start_match("flemish-club")
    record(match, 30)

    text = preview(match, key=KEY, trump="NT", calls="double", points_NS="39")
    assert "An &amp; Cis +36 makes 36" in text
    assert "no trump ×2, doubled ×2, draw before ×2 = ×8, at most ×4" in text


def test_it_is_what_is_then_recorded():
    match = start_match("botifarra-lliure")
    text = preview(match, key=KEY, calls="double redouble", points_NS="27")
    record(match, 27, calls="double redouble")

    assert f"Bo &amp; Dré +{match.sheet.totals['EW']} makes {match.sheet.totals['EW']}" in text


@pytest.mark.parametrize(
    ("rules", "points", "words"),
    [
        ({"target": 8}, "38", "With this deal the match goes to An &amp; Cis."),
        ({"target": 9}, "38", ""),
        ({"deals": 1, "tie": "drawn-match"}, "30", "With this deal the match ends in a draw."),
        ({"deals": 1}, "30", "Level at the end: an extra deal is needed."),
        ({}, "30", "A draw: the next deal is doubled."),
        ({"draw": "replay"}, "30", "A draw: the deal is played again and does not count."),
    ],
)
def test_what_the_deal_does_to_the_match_is_told(rules, points, words):
    text = preview(start_match(rules=rules), key=KEY, points_NS=points)

    assert text.endswith(words)
    if not words:
        assert text.endswith("makes 0")


def test_what_is_wrong_is_told_in_words():
    match = start_match()

    assert preview(match, key=KEY, points_NS="61") == (
        "Card points are whole numbers from 0 to 60, not 61."
    )
    assert "is not a whole number" in preview(match, key=KEY, points_NS="<b>")
    assert "Say what was trump" in preview(match, key=KEY, trump="")


def test_nothing_is_written():
    match = start_match()
    preview(match, key=KEY)

    assert match.log.count() == 1
    assert Match.objects.get(pk=match.pk).played == []


def test_readers_and_outsiders_find_nothing():
    match = start_match()
    url = reverse("preview_deal", args=[match.code])

    assert reading_client(match).get(url).status_code == 404
    assert Client().get(url).status_code == 404
    assert scoring_client(match).post(url).status_code == 405


def test_it_asks_the_database_little(django_assert_max_num_queries):
    match = start_match(rules={"target": None})
    for _ in range(20):
        record(match, 40)
    client = scoring_client(match)
    with django_assert_max_num_queries(3):
        client.get(
            reverse("preview_deal", args=[match.code]),
            {"number": "21", "key": KEY, "trump": "H", "points_NS": "38"},
        )
