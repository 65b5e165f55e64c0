"""Every change of a match: when, who, what, before and after, why. Readers may read it."""

from datetime import UTC, datetime

import pytest
from django.urls import reverse
from django.utils.html import escape

from games.models import Match

from .gallery import AWKWARD_NAME
from .matches import PLAYERS, reading_client, record, rule, scoring_client, start_match

pytestmark = pytest.mark.django_db
AT = "2026-10-25T21:30:00+00:00"
TRICKS = "HQ C7 HA HJ\nDA DK D8 H8"


@pytest.fixture
def match():
    """One of every change."""
    match = start_match(players={**PLAYERS, "E": AWKWARD_NAME})
    record(match, 38, declarer="E", by=AWKWARD_NAME)
    record(match, misdeal="wrong-count")
    match.undo(2)
    record(match, 21, calls="double")
    changed = Match.objects.get(pk=match.pk).deal(1)
    changed.card_points, changed.trump = 36, "NT"
    match.correct_deal(changed, "counted <again>", by="Zoë")
    ruling = {"revoke": "E", "trick": 2, "reason": "♥8"}
    rule(match, 1, **ruling)
    match.appeal(1, {"by": "Dré", "at": AT, "reason": "it was ♦8"}, match.deal(1).revision)
    rule(match, 1, **ruling)
    rule(match, 1, play_stands=True, reason="it was ♦8")
    changed = Match.objects.get(pk=match.pk).deal(1)
    changed.cards_played = TRICKS
    match.record_cards(changed)
    match.withdraw_deal(2, "not ours")
    match.give_up("rain", "EW")
    match.sign("NS", "An")
    match.sign("EW", AWKWARD_NAME)
    match.reopen("the sun is out")
    match.give_up("dark")
    return match


@pytest.fixture
def url(match):
    return reverse("history", args=[match.code])


def words(client, url):
    response = client.get(url)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def test_every_verb_has_its_words_in_order(match, url):
    html = words(reading_client(match), url)
    name = f"<bdi>{escape(AWKWARD_NAME)}</bdi>"
    place = 0
    for text in (
        "The match was started",
        "Deal 1 was recorded",
        "Deal 2 was recorded",
        "Deal 2 was undone",
        "Deal 2 was recorded",
        "Deal 1 was corrected",
        "A ruling was given on deal 1",
        "The ruling on deal 1 was appealed against",
        "The ruling on deal 1 was upheld on appeal",
        "The ruling on deal 1 was replaced",
        "The cards of deal 1 were entered",
        "Deal 2 was withdrawn",
        f"<bdi>{escape(AWKWARD_NAME)} &amp; Dré</bdi> gave up the match",
        "<bdi>An</bdi> signed for <bdi>An &amp; Cis</bdi>: 12–0",
        f"{name} signed for",
        "The match was reopened; it had been signed: 12–0",
        "All agreed to stop the match",
    ):
        place = html.index(text, place) + 1


def test_before_and_after_are_facts_and_differences_are_marked(match, url):
    entry = reading_client(match).get(url).context["entries"][5]
    assert entry.compared and (entry.by, entry.reason) == ("Zoë", "counted <again>")
    shown = {row.label: (row.before.text, row.after.text, row.differs) for row in entry.rows}
    assert shown == {
        "Trump": ("hearts", "no trump", True),
        "Trump named by": (AWKWARD_NAME, AWKWARD_NAME, False),
        "Card points of An & Cis": ("38", "36", True),
        f"Card points of {AWKWARD_NAME} & Dré": ("22", "24", True),
    }


def test_no_raw_data_and_nothing_unescaped(match, url):
    html = words(reading_client(match), url)
    assert "counted &lt;again&gt;" in html
    for raw in ("<x>", "&#x27;NS&#x27;", "{&", "&quot;NS", "None", "wrong-count", "whole-pot"):
        assert raw not in html
    assert "Wrong number of cards" in html


def test_cards_are_drawn(match, url):
    entry = reading_client(match).get(url).context["entries"][10]
    changed = [row.after.cards for row in entry.rows if row.differs]
    assert changed == [("HQ", "C7", "HA", "HJ"), ("DA", "DK", "D8", "H8")]
    assert "queen of hearts" in words(reading_client(match), url)


def test_who_and_when_in_the_time_of_the_site(match, url, settings):
    settings.TIME_ZONE = "Europe/Brussels"
    entry = match.log.get(verb="withdraw")
    type(entry).objects.filter(pk=entry.pk).update(at=datetime(2026, 7, 1, 22, 30, tzinfo=UTC))
    html = words(reading_client(match), url)
    assert '<time datetime="2026-07-01T22:30:00+00:00">2 July 2026, 00:30</time>' in html
    assert "the scoring link" in html


def test_a_ruling_taken_back_before_that_was_impossible_is_still_told(match, url):
    entry = match.log.filter(verb="rule").last()
    type(entry).objects.filter(pk=entry.pk).update(after={"trump": "H"})
    assert "The ruling on deal 1 was taken back" in words(reading_client(match), url)


def test_an_imported_match_says_so():
    match = start_match()
    first = match.log.first()
    type(first).objects.filter(pk=first.pk).update(after={"players": PLAYERS, "deals": 1})
    html = words(reading_client(match), reverse("history", args=[match.code]))
    assert "came in from a record with 1 deal<" in html.replace(" <", "<")


def test_who_may_read(match, url, client):
    assert client.get(url).status_code == 200  # the code is the reading link
    assert scoring_client(match).get(url).status_code == 200
    assert client.get(reverse("history", args=["nowhere"])).status_code == 404
    assert client.post(url).status_code == 405
    assert match.scoring_code not in words(client, url)


def test_few_queries_however_long(match, url, django_assert_max_num_queries):
    client = reading_client(match)
    with django_assert_max_num_queries(4):
        client.get(url)
