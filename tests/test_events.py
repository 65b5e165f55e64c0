"""What happened beside the play of a deal: noted, judged, taken back."""

import json

import pytest
from django.urls import reverse

from games.manille.record import parse_record, write_record
from games.manille.verdict import verdict
from games.models import Match, record_of, start_from_record

from .gallery import AWKWARD_NAME
from .matches import PLAYERS, reading_client, record, scoring_client, start_match

pytestmark = pytest.mark.django_db

SIX = "ST S7 S8 SK\nSA S9 SQ SJ\nHT H7 H8 HK\nHA H9 HQ HJ\nCT C7 C8 CK\nCA C9 CQ CJ"
EAST = "E: ST SA HT HA CT CA DT "
CLAIM = {"revision": "0", "seat": "E", "trick": "7", "note": "laid down"}


def dealt(other="DA", **facts):
    """A match with a deal of which six tricks are stored, East holding the ten and `other`."""
    match = start_match(players={**PLAYERS, "E": AWKWARD_NAME}, **facts)
    record(match, 30, trump="D", cards_played=SIX, hands=EAST + other)
    return match


def url(match, kind=""):
    return reverse("events", args=[match.code, 1]) + (f"?kind={kind}" if kind else "")


def stored(match):
    return Match.objects.get(pk=match.pk).deal(1).events


def test_a_right_claim_is_noted_and_proved():
    match = dealt()
    client = scoring_client(match)
    assert client.get(url(match, "claim")).context["form"]["trick"].value() == 7
    response = client.post(url(match, "claim"), CLAIM)
    assert response.status_code == 302 and response.url == url(match)
    assert stored(match) == [{"kind": "claim", "seat": "E", "trick": 7, "note": "laid down"}]
    (one,) = client.get(url(match)).context["happened"]
    assert one.answer == "proved" and one.line is None and one.revoke == ""
    assert "<x>" not in client.get(url(match)).content.decode()


@pytest.mark.parametrize(("option", "revoke"), [("play-on", ""), ("revoke", "E")])
def test_a_wrong_claim_follows_the_rule_of_the_match(option, revoke):
    match = dealt(rules={"wrong_claim": option})
    client = scoring_client(match)
    client.post(url(match, "claim"), {**CLAIM, "seat": "N"})
    response = client.get(url(match))
    (one,) = response.context["happened"]
    assert one.answer == "refuted" and one.line.said.startswith(AWKWARD_NAME)
    assert one.revoke == ("N" if revoke else "")
    ruling = reverse("rule_deal", args=[match.code, 1]) + "?revoke=N&amp;trick=7"
    assert (ruling in response.content.decode()) == bool(revoke)


def test_the_ruling_begins_with_what_the_event_proposes():
    match = dealt()
    client = scoring_client(match)
    form = client.get(
        reverse("rule_deal", args=[match.code, 1]), {"revoke": "N", "trick": "7"}
    ).context["form"]
    assert (form["kind"].value(), form["revoke"].value(), form["trick"].value()) == (
        *("revoke", "N"),
        "7",
    )


def test_an_open_claim_shows_hands_for_and_against():
    match = dealt("DK")
    client = scoring_client(match)
    client.post(url(match, "claim"), CLAIM)
    (one,) = client.get(url(match)).context["happened"]
    assert one.answer == "open" and one.line and one.safe


def test_without_cards_the_page_asks_for_them():
    match = start_match()
    record(match, 30)
    client = scoring_client(match)
    client.post(url(match, "claim"), CLAIM)
    (one,) = client.get(url(match)).context["happened"]
    assert one.answer == "" and one.why.startswith("Enter the cards")


@pytest.mark.parametrize(
    ("kind", "sent", "rule"),
    [
        ("card-missing", {"seat": "S", "trick": "1"}, "does not count"),
        ("card-missing", {"seat": "S", "trick": "5"}, "counts as a revoke"),
        ("card-missing", {"seat": "", "trick": "5"}, "does not count"),
        ("card-double", {"card": "ST", "trick": ""}, "does not count"),
        ("wrong-count", {"seat": "W", "cards": "9", "trick": ""}, "does not count"),
        ("wrong-count", {"seat": "W", "cards": "9", "trick": "3"}, "counts as a revoke"),
        ("exposed-card", {"seat": "W", "card": "ST", "trick": ""}, "does not count"),
        ("exposed-card", {"seat": "W", "card": "ST", "trick": "2"}, "play goes on"),
    ],
)
def test_each_kind_is_noted_with_its_rule(kind, sent, rule):
    match = dealt(rules={"card_missing": "revoke"})
    client = scoring_client(match)
    assert client.post(url(match, kind), {"revision": "0", "note": "", **sent}).status_code == 302
    (one,) = client.get(url(match)).context["happened"]
    assert rule in one.rule
    page = client.get(reverse("deal", args=[match.code, 1])).content.decode()
    assert one.rule in page
    assert url(match) in client.get(match.get_absolute_url()).content.decode()
    history = client.get(reverse("history", args=[match.code]))
    assert "What happened in deal 1 was noted" in history.content.decode()


def test_the_right_number_of_cards_is_no_wrong_one():
    match = dealt()
    sent = {"revision": "0", "seat": "W", "cards": "8", "trick": "", "note": ""}
    response = scoring_client(match).post(url(match, "wrong-count"), sent)
    assert response.context["form"].errors == {"cards": ["Each player is dealt 8 cards."]}
    assert stored(match) == []


def test_what_is_wrong_is_said_at_the_field_and_nothing_lost():
    match = dealt()
    client = scoring_client(match)
    sent = {"revision": "0", "cards": "many", "note": "who knows", "trick": "99"}
    response = client.post(url(match, "wrong-count"), sent)
    form = response.context["form"]
    assert response.status_code == 200 and set(form.errors) == {"seat", "cards", "trick"}
    assert "many" in response.content.decode() and "who knows" in response.content.decode()
    assert stored(match) == []


def test_it_can_be_taken_back_and_the_log_keeps_it():
    match = dealt()
    client = scoring_client(match)
    client.post(url(match, "claim"), CLAIM)
    # A page of before would take back something else.
    old = client.post(url(match), {"take_back": "0", "revision": "0"})
    assert "Meanwhile" in old.content.decode() and len(stored(match)) == 1
    assert client.post(url(match), {"take_back": "7", "revision": "1"}).status_code == 200
    assert client.post(url(match), {"take_back": "0", "revision": "1"}).status_code == 302
    assert stored(match) == []
    assert [entry.verb for entry in match.log.all()][-2:] == ["events", "events"]


def test_not_once_signed():
    match = dealt()
    match.give_up("late")
    match.sign("NS", "An")
    match.sign("EW", "Bo")
    response = scoring_client(match).post(url(match, "claim"), CLAIM)
    assert "Reopen it first" in response.content.decode() and stored(match) == []


def test_a_misdeal_has_no_claim():
    match = start_match()
    record(match, misdeal="wrong-count")
    client = scoring_client(match)
    assert client.get(url(match, "claim")).context["form"] is None
    sent = {"revision": "0", "seat": "W", "cards": "9", "trick": "", "note": ""}
    assert client.post(url(match, "wrong-count"), sent).status_code == 302
    assert stored(match) == [{"kind": "wrong-count", "seat": "W", "cards": 9}]
    assert client.get(match.get_absolute_url()).status_code == 200


def test_readers_read_and_strangers_write_nothing(client):
    match = dealt()
    scoring_client(match).post(url(match, "claim"), CLAIM)
    for device in (client, reading_client(match)):
        page = device.get(url(match, "claim"))
        assert page.status_code == 200 and page.context["form"] is None
        assert "take_back" not in page.content.decode()
        assert device.post(url(match, "claim"), CLAIM).status_code == 404
    assert client.put(url(match)).status_code == 405
    assert client.get(reverse("events", args=[match.code, 9])).status_code == 404
    assert len(stored(match)) == 1


def test_records_carry_events_out_and_in_again():
    match = dealt()
    scoring_client(match).post(url(match, "claim"), CLAIM)
    told = record_of(Match.objects.get(pk=match.pk))
    text = write_record(told)
    assert parse_record(text) == told
    assert json.loads(text)["deals"][0]["events"] == stored(match)
    again = start_from_record(parse_record(text))
    assert again.deal(1).events == stored(match)
    (event,) = verdict(told)["deals"][0]["events"]
    assert event["outcome"] == "stands" and event["claim"]["answer"] == "proved"


def test_the_page_asks_the_database_little(django_assert_max_num_queries):
    match = dealt()
    client = scoring_client(match)
    client.post(url(match, "claim"), CLAIM)
    with django_assert_max_num_queries(5):
        client.get(url(match))


def test_what_no_record_may_hold_is_not_kept():
    match = dealt()
    client = scoring_client(match)
    client.post(url(match, "claim"), {**CLAIM, "note": "laid\x01down\nquickly"})
    assert stored(match)[0]["note"].split() == ["laid", "down", "quickly"]
    match.refresh_from_db()
    assert parse_record(write_record(record_of(match))).deals == record_of(match).deals


@pytest.mark.parametrize("place", ["9" * 5000, "1", "-1", "²"])
def test_an_event_that_is_not_there_cannot_be_taken_back(place):
    match = dealt()
    client = scoring_client(match)
    client.post(url(match, "claim"), CLAIM)
    for told in ({"take_back": place, "revision": "1"}, {"take_back": "0", "revision": "9" * 5000}):
        assert client.post(url(match), told).status_code == 200
    assert len(stored(match)) == 1
