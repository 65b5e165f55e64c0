"""An appeal against a ruling: noted beside it everywhere, and answered by the next ruling."""

import pytest
from django.urls import reverse
from django.utils.html import escape

from games.manille.record import parse_record, write_record
from games.models import Match, record_of

from .changes import confirm, typed
from .gallery import AWKWARD_NAME
from .matches import PLAYERS, reading_client, record, rule, scoring_client, start_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    match = start_match("dealer-names", players={**PLAYERS, "E": AWKWARD_NAME})
    record(match, 38)
    record(match, 38)
    rule(match, 1, revoke="N", trick=3, reason="held ♥8", by="Referee")
    return match


@pytest.fixture
def url(match):
    return reverse("appeal", args=[match.code, 1])


def told(**facts):
    return {"by": AWKWARD_NAME, "reason": "It was <the> ♦8", "revision": 1} | facts


def page(client, name, *args):
    return " ".join(client.get(reverse(name, args=args)).content.decode().split())


def test_an_appeal_is_noted_beside_the_ruling_and_answered_by_the_next(match, url):
    client = scoring_client(match)
    assert "held ♥8" in client.get(url).content.decode()
    assert reverse("appeal", args=[match.code, 1]) in page(client, "deal", match.code, 1)
    for _ in range(2):  # the same press twice
        assert client.post(url, told()).status_code == 302
    assert Match.objects.get(pk=match.pk).sheet.totals == {"NS": 8, "EW": 30}
    assert match.log.filter(verb="appeal").count() == 1

    reader, name = reading_client(match), escape(AWKWARD_NAME)
    sheet = page(reader, "match", match.code)
    assert f"Under appeal by {name}." in sheet and "Deal 1 under appeal" in sheet
    assert "is under appeal" in page(client, "sign", match.code)
    deal = page(reader, "deal", match.code, 1)
    assert "Ruling, under appeal" in deal and "It was &lt;the&gt; ♦8" in deal and name in deal
    assert reverse("appeal", args=[match.code, 1]) not in page(client, "deal", match.code, 1)
    assert "The ruling on deal 1 was appealed against" in page(reader, "history", match.code)

    ruling = reverse("rule_deal", args=[match.code, 1])
    asked = client.get(ruling)
    assert "The ruling under appeal" in asked.content.decode()
    again = {**typed(asked), "by": "The board", "reason": "♥8 it was"}
    assert confirm(client, ruling, client.post(ruling, again)).status_code == 302
    assert "upheld on appeal" in page(reader, "history", match.code)
    assert "nder appeal" not in page(reader, "match", match.code)
    assert "under appeal" not in page(client, "sign", match.code)
    deal = page(reader, "deal", match.code, 1)
    assert "It was &lt;the&gt; ♦8" in deal and "held ♥8" in deal and "♥8 it was" in deal


@pytest.mark.parametrize(
    "wrong, field",
    [
        ({"by": ""}, "by"),
        ({"by": "x" * 81}, "by"),
        ({"reason": ""}, "reason"),
        ({"reason": "x" * 501}, "reason"),
        ({"revision": ""}, "revision"),
        ({"revision": "0"}, "__all__"),  # against another ruling than was shown
    ],
)
def test_what_cannot_be_is_said_and_nothing_lost(match, url, wrong, field):
    response = scoring_client(match).post(url, told(**wrong))
    assert response.status_code == 200
    assert field in response.context["form"].errors
    kept = response.content.decode()
    assert escape(told(**wrong)["by"]) in kept and escape(told(**wrong)["reason"]) in kept
    assert "appeal" not in Match.objects.get(pk=match.pk).deal(1).ruling


def test_there_is_nothing_to_appeal_against_twice_or_without_a_ruling(match, url):
    client = scoring_client(match)
    plain = reverse("appeal", args=[match.code, 2])
    assert client.get(plain).status_code == 302
    assert "No ruling was given" in client.post(plain, told(revision=0)).content.decode()
    client.post(url, told())
    assert client.get(url).status_code == 302
    second = client.post(url, told(by="Dré", revision=2)).content.decode()
    assert "an appeal against this ruling already" in second


def test_a_signed_match_is_reopened_first():
    match = start_match("dealer-names", rules={"target": 8})
    record(match, 38)
    rule(match, 1, play_stands=True, reason="x")
    match.sign("NS", "An")
    match.sign("EW", "Bo")
    client, url = scoring_client(match), reverse("appeal", args=[match.code, 1])
    assert reverse("reopen", args=[match.code]) in client.get(url).content.decode()
    assert "Reopen it first" in client.post(url, told()).content.decode()
    assert url not in page(client, "deal", match.code, 1)


def test_readers_and_strangers_are_refused(match, url, client):
    for device in (client, reading_client(match)):
        assert device.get(url).status_code == 404
        assert device.post(url, told()).status_code == 404
    scorer = scoring_client(match)
    assert scorer.put(url).status_code == 405
    assert scorer.get(reverse("appeal", args=[match.code, 9])).status_code == 404


def test_few_queries(match, url, django_assert_max_num_queries):
    client = scoring_client(match)
    with django_assert_max_num_queries(3):
        client.get(url)
    with django_assert_max_num_queries(5):
        page(client, "match", match.code)
    with django_assert_max_num_queries(3):
        page(client, "deal", match.code, 1)


def test_what_no_record_may_hold_is_not_kept():
    """A match that was ruled on and appealed can be handed out and read again."""
    match = start_match()
    record(match, 30)
    client = scoring_client(match)
    page = reverse("rule_deal", args=[match.code, 1])
    told = {
        "revision": 0,
        "kind": "stands",
        "by": "Zo\x1bë\nB",
        "rule": "7\x01b",
        "reason": "a\nb\x7f",
    }
    seen = client.post(page, told).context["seen"]
    client.post(page, {**told, "seen": seen, "confirm": ""})
    page = reverse("appeal", args=[match.code, 1])
    client.post(page, {"revision": 1, "by": "A\nn", "reason": "no\x02"})
    kept = record_of(Match.objects.get(pk=match.pk))
    assert kept.deals[0].ruling.by.split() == ["Zo", "ë", "B"]
    assert kept.deals[0].ruling.appeal.by == "A n"
    assert parse_record(write_record(kept)).deals == kept.deals
