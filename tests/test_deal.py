"""The page of one deal: read by whoever may read the match."""

import pytest
from django.urls import reverse
from django.utils.html import escape

from .gallery import AWKWARD_NAME
from .matches import PLAYERS, reading_client, record, rule, scoring_client, start_match

pytestmark = pytest.mark.django_db
NAMES = {**PLAYERS, "E": AWKWARD_NAME}


@pytest.fixture
def match():
    match = start_match("flemish-club", players=NAMES)
    record(match, 38, trump="D")
    record(match, 30, trump="NT")
    record(match, 19, calls="double", note="after the soup", by=AWKWARD_NAME)
    record(match, misdeal="exposed-card")
    return match


def page(client, match, number):
    response = client.get(reverse("deal", args=[match.code, number]))
    assert response.status_code == 200
    return response.content.decode()


def test_a_deal_is_told_in_full(match):
    html = page(reading_client(match), match, 3)
    words = " ".join(html.split())
    for text in (
        "Deal 3",
        escape(AWKWARD_NAME),
        "after the soup",
        "doubled ×2, draw before ×2 = ×4",
        "hearts",
        "<td>41</td><td>44</td><td>44</td>",
    ):
        assert text in words
    assert "<x>" not in html


def test_a_misdeal_has_no_card_points(match):
    html = page(reading_client(match), match, 4)
    assert "A card was exposed" in html
    assert "Card points" not in html


def test_what_was_played_stands_beside_what_was_ruled(match):
    rule(match, 1, revoke="N", trick=3, reason="held <b>♥8</b>")
    html = page(reading_client(match), match, 1)
    assert "An revoked in trick 3" in html
    assert "held &lt;b&gt;♥8&lt;/b&gt;" in html
    assert "As played and as ruled" in html
    # The card points go to the others, in both tables as on the sheet.
    shown = reading_client(match).get(reverse("deal", args=[match.code, 1])).context["words"]
    assert [side.card_points for side in shown.sides] == [0, match.rules.pot]
    told = [(row.before.text, row.after.text) for row in shown.ruled if "Card" in row.label]
    assert told == [("38", "0"), ("22", str(match.rules.pot))]
    # Later totals differ too, and it is said why.
    assert "a ruling on an earlier deal" in page(reading_client(match), match, 2)


def test_a_ruling_that_changes_nothing_is_not_blamed_for_an_earlier_one(match):
    rule(match, 1, revoke="N", trick=3)
    rule(match, 3, play_stands=True)
    assert "It changes no points" not in page(reading_client(match), match, 1)
    html = page(reading_client(match), match, 3)
    assert "It changes no points" in html and "a ruling on an earlier deal" in html


def test_only_scorers_are_offered_changes(match):
    correct = reverse("correct_deal", args=[match.code, 1])
    assert correct in page(scoring_client(match), match, 1)
    assert correct not in page(reading_client(match), match, 1)


def test_neighbours_skip_what_was_withdrawn(match):
    match.withdraw_deal(2, "not ours")
    html = page(reading_client(match), match, 3)
    assert reverse("deal", args=[match.code, 1]) in html
    assert reverse("deal", args=[match.code, 2]) not in html


def test_signed_matches_offer_reopening_only():
    match = start_match(rules={"target": 30})
    record(match, 60)
    match.sign("NS", "An")
    match.sign("EW", "Bo")
    html = page(scoring_client(match), match, 1)
    assert reverse("reopen", args=[match.code]) in html
    assert reverse("correct_deal", args=[match.code, 1]) not in html


def test_no_such_deal(match, client):
    for code, number in ((match.code, 9), (match.code, 0), ("nowhere", 1)):
        assert client.get(reverse("deal", args=[code, number])).status_code == 404
    assert client.post(reverse("deal", args=[match.code, 1])).status_code == 405


def test_few_queries(match, django_assert_max_num_queries):
    client = scoring_client(match)
    with django_assert_max_num_queries(3):
        page(client, match, 3)
