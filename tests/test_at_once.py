"""Two people change the same deal at the same moment, on a database that lets them: one is first,
the other is shown both versions, and nothing is half written."""

import threading

import pytest
from django.db import connections
from django.test import Client
from django.urls import reverse

from games.models import Match

from .changes import typed
from .matches import record, scoring_client, start_match

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match() -> Match:
    match = start_match("manillen-61")
    record(match, 28)
    return match


def at_once(*posts) -> list[tuple[int, str]]:
    """Send all of them, each (client, address, values), at the same moment: the answers."""
    barrier = threading.Barrier(len(posts))
    answers: list[tuple[int, str]] = [(0, "")] * len(posts)

    def send(place: int, client: Client, url: str, values: dict) -> None:
        try:
            barrier.wait(timeout=60)
            response = client.post(url, values)
            answers[place] = response.status_code, response.content.decode()
        finally:
            connections.close_all()

    threads = [
        threading.Thread(target=send, args=[place, *post]) for place, post in enumerate(posts)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def ruling(reason: str, revision: object = 0) -> dict:
    told = {"kind": "revoke", "revoke": "S", "trick": "1", "by": "Zoë"}
    return {**told, "reason": reason, "revision": revision}


def ready_to_rule(match: Match, reason: str) -> tuple[Client, str, dict]:
    """A device on which a ruling has only to be confirmed."""
    client, url = scoring_client(match), reverse("rule_deal", args=[match.code, 1])
    return client, url, {**typed(client.post(url, ruling(reason))), "confirm": "1"}


def test_two_rulings(match):
    reasons = ("he held the eight", "she held the nine")
    ready = [ready_to_rule(match, reason) for reason in reasons]
    answers = at_once(*ready)
    assert sorted(status for status, _ in answers) == [200, 302]
    deal = Match.objects.get().deal(1)
    assert len(deal.rulings) == 1 and match.log.filter(verb="rule").count() == 1
    late = next(place for place, (status, _) in enumerate(answers) if status == 200)
    assert deal.ruling["reason"] == reasons[1 - late]
    shown = answers[late][1]
    assert all(reason in shown for reason in reasons)
    # Whoever was second may rule after all, now that the first ruling was seen.
    client, url, _ = ready[late]
    form = client.post(url, ruling(reasons[late]))
    assert all(reason in form.content.decode() for reason in reasons)
    effect = client.post(url, ruling(reasons[late], typed(form)["revision"]))
    assert client.post(url, {**typed(effect), "confirm": "1"}).status_code == 302
    told = [each["reason"] for each in Match.objects.get().deal(1).rulings]
    assert told == [reasons[1 - late], reasons[late]]


def test_two_versions_of_the_cards(match):
    url = reverse("enter_cards", args=[match.code, 1])
    versions = ("HQ H7 HA HJ", "HQ H8 HA HJ")
    answers = at_once(
        *(
            (scoring_client(match), url, {"tricks": cards, "hands": "", "revision": 0})
            for cards in versions
        )
    )
    assert sorted(status for status, _ in answers) == [200, 302]
    stored = Match.objects.get().deal(1).cards_played
    assert stored in versions and match.log.filter(verb="cards").count() == 1
    shown = next(page for status, page in answers if status == 200)
    assert "Meanwhile somebody else changed this deal." in shown
    assert f'<pre class="stored">{stored}</pre>' in shown
    other = next(cards for cards in versions if cards != stored)
    assert f'name="tricks" value="{other}"' in shown


def test_cards_and_a_ruling(match):
    cards = {"tricks": "HQ H7 HA HJ", "hands": "", "revision": 0}
    url = reverse("enter_cards", args=[match.code, 1])
    answers = at_once(
        ready_to_rule(match, "he held the eight"), (scoring_client(match), url, cards)
    )
    deal = Match.objects.get().deal(1)
    verbs = set(match.log.values_list("verb", flat=True))
    # Whole or not at all: what is stored is in the log, and what is not was refused on a page.
    assert [status == 302 for status, _ in answers] == [bool(deal.rulings), bool(deal.cards_played)]
    assert ("rule" in verbs, "cards" in verbs) == (bool(deal.rulings), bool(deal.cards_played))
    assert deal.rulings or deal.cards_played
    assert deal.revision == len(deal.rulings) + bool(deal.cards_played)
