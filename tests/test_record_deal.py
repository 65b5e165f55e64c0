"""Recording a deal: once, whatever happens on the way; and what cannot be is refused in words."""

import threading
import uuid

import pytest
from django.db import connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Deal, Match
from tests.matches import afresh, new_deal, reading_client, record, scoring_client, start_match

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true", "HX-Target": "live"}


def url(match: Match) -> str:
    return reverse("record_deal", args=[match.code])


def told(match: Match, **more: object) -> dict[str, object]:
    """What the form of the next deal sends."""
    values = {
        "number": match.next_number,
        "key": str(uuid.uuid4()),
        "trump": "H",
        "declarer": "N",
        "calls": "",
        "points_NS": "38",
        **more,
    }
    return {name: value for name, value in values.items() if value is not None}


def test_a_deal_is_recorded_and_the_next_form_comes_with_the_sheet():
    match = start_match()
    response = scoring_client(match).post(url(match), told(match), headers=HTMX)

    html = response.content.decode()
    assert response.status_code == 200
    assert html.strip().startswith('<div id="live"')
    assert "Deal 1 is recorded." in html
    assert 'name="number" value="2"' in html
    assert response["HX-Trigger"] == "deal-recorded"
    assert "HX-Request" in response["Vary"]
    assert afresh(match).sheet.totals == {"NS": 8, "EW": 0}


@pytest.mark.parametrize("before, others", [(0, 0), (5, 0), (5, 12)])
def test_it_costs_the_same_however_much_was_played(before, others, django_assert_max_num_queries):
    match = start_match()
    for one in (*[match] * before, *(start_match() for _ in range(others))):
        record(one, 31)
    match = afresh(match)
    device = scoring_client(match)
    # The session; the match, its deals, locked and read anew; the deal, its row in the log.
    with django_assert_max_num_queries(9):
        device.post(url(match), told(match), headers=HTMX)
    assert afresh(match).next_number == before + 2


def test_without_htmx_it_leads_back_to_the_sheet():
    match = start_match()
    client = scoring_client(match)
    response = client.post(url(match), told(match))

    assert response.status_code == 302
    assert response["Location"] == match.get_absolute_url() + "#next"
    assert "Deal 1 is recorded." in client.get(match.get_absolute_url()).content.decode()


def test_the_history_names_the_device():
    match = start_match()
    client = scoring_client(match)
    session = client.session
    session["name"] = "Scribe"
    session.save()
    client.post(url(match), told(match))

    assert afresh(match).deal(1).by == "Scribe"
    assert match.log.last().by == "Scribe"


@pytest.mark.parametrize("device", [reading_client, lambda match: Client()])
def test_who_may_not_score_finds_nothing(device):
    match = start_match()
    assert device(match).post(url(match), told(match)).status_code == 404
    assert afresh(match).played == []


def test_the_scoring_link_of_another_match_is_of_no_use():
    match = start_match()
    assert scoring_client(start_match()).post(url(match), told(match)).status_code == 404


def test_its_address_asked_for_again_leads_to_the_sheet():
    """Without JavaScript a refused form stands at it, and a phone that wakes up asks for it."""
    match = start_match()
    for device in (scoring_client(match), reading_client(match)):
        response = device.get(url(match))
        assert response.status_code == 302
        assert response["Location"] == match.get_absolute_url()
    assert Client().get(reverse("record_deal", args=["unknown"])).status_code == 404
    assert scoring_client(match).put(url(match)).status_code == 405


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_what_cannot_be_is_said_and_what_was_typed_stays(headers):
    match = start_match()
    values = told(match, points_NS="61", trump="S", calls="double", note="what a <deal>")
    response = scoring_client(match).post(url(match), values, headers=headers)

    html = response.content.decode()
    assert response.status_code == 200
    assert "Card points are whole numbers from 0 to 60, not 61." in html
    assert 'name="points_NS" value="61"' in html
    assert 'value="S" id="id_trump_0" checked' in html
    assert 'value="double" id="id_calls_1" checked' in html
    assert "what a &lt;deal&gt;" in html
    assert values["key"] in html
    assert afresh(match).played == []


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"number": "x", "key": "y"},
        {"number": "1", "key": "\x00"},
        {"number": "1" * 5000},
        {"trump": "\x00", "points_NS": "\x00", "note": "\x00"},
        {"misdeal": "\x00"},
        {"points_NS": "9" * 9000},
        {"points_NS": "²"},
    ],
)
def test_rubbish_is_refused(values):
    match = start_match()
    response = scoring_client(match).post(url(match), values)

    assert response.status_code == 200
    assert afresh(match).played == []


@pytest.mark.parametrize("kind", ["wrong-count", "exposed-card", "partner-peek", "abandoned"])
def test_a_misdeal_is_one_press(kind):
    match = start_match()
    client = scoring_client(match)
    html = client.get(match.get_absolute_url()).content.decode()
    assert f'name="misdeal" value="{kind}"' in html

    response = client.post(url(match), told(match, points_NS="", misdeal=kind), headers=HTMX)
    match = afresh(match)
    assert match.deal(1).misdeal == kind
    dealer = "E" if kind == "partner-peek" else "N"
    assert match.sheet.next_dealer == dealer
    assert f"{match.players[dealer]} deals" in response.content.decode()


def test_each_misdeal_says_who_deals_next():
    match = start_match("flemish-club")
    record(match, misdeal="wrong-count")

    html = scoring_client(match).get(match.get_absolute_url()).content.decode()
    # A second misdeal passes the deal on here; cards thrown in likewise.
    buttons = html.split('class="misdeal-buttons"')[1].split("</div>")[0]
    assert buttons.count("Bo deals next.") == 4


def test_the_same_press_twice_records_once():
    match = start_match()
    client, values = scoring_client(match), told(match)
    first = client.post(url(match), values, headers=HTMX)
    again = client.post(url(match), values, headers=HTMX)

    assert first.status_code == again.status_code == 200
    assert "Deal 1 is recorded." in again.content.decode()
    assert [deal.number for deal in afresh(match).played] == [1]


def test_an_old_form_sent_again_with_other_figures_is_not_taken_for_the_same_press():
    """Back shows the form once more: what is then typed must be neither lost nor recorded twice."""
    match = start_match()
    client, values = scoring_client(match), told(match)
    client.post(url(match), values)
    response = client.post(url(match), {**values, "points_NS": "45"}, headers=HTMX)

    html = response.content.decode()
    assert "This deal is recorded already, as deal 1, with other figures." in html
    assert 'name="points_NS" value="45"' in html
    assert values["key"] not in html
    assert [deal.card_points for deal in afresh(match).played] == [38]


def test_who_comes_second_sees_what_the_other_wrote_and_keeps_what_they_typed():
    match = start_match()
    values = told(match, points_NS="41", trump="C")
    record(match, 38)
    response = scoring_client(match).post(url(match), values, headers=HTMX)

    html = response.content.decode()
    assert "Meanwhile somebody else changed this match" in html
    assert "+8" in html
    assert 'name="points_NS" value="41"' in html
    assert 'name="number" value="2"' in html
    assert [deal.card_points for deal in afresh(match).played] == [38]


def test_no_deal_is_recorded_once_the_match_is_over_or_signed():
    match = start_match(rules={"target": 20})
    values = told(match)
    record(match, 60)
    client = scoring_client(match)
    html = client.post(url(match), values, headers=HTMX).content.decode()
    assert "The match is over: no further deal counts." in html
    assert "Sign the sheet" in html

    match.sign("NS", "An")
    match.sign("EW", "Bo")
    html = client.post(url(match), values, headers=HTMX).content.decode()
    assert "This match is signed." in html
    assert len(afresh(match).played) == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("deals", [3, 40])
def test_recording_takes_at_most_eight_statements(deals):
    match = start_match(rules={"target": None})
    for number in range(deals):
        record(match, 40 if number % 2 else 20)
    client, values = scoring_client(match), told(match)
    with CaptureQueriesContext(connection) as statements:
        response = client.post(url(match), values, headers=HTMX)

    assert "is recorded." in response.content.decode()
    assert len(statements) <= 8, [statement["sql"] for statement in statements]


@pytest.mark.django_db(transaction=True)
def test_the_deal_that_ends_the_match_takes_no_more():
    match = start_match(rules={"target": 20})
    client, values = scoring_client(match), told(match, points_NS="60")
    with CaptureQueriesContext(connection) as statements:
        response = client.post(url(match), values, headers=HTMX)

    assert "Sign the sheet" in response.content.decode()
    assert len(statements) <= 8, [statement["sql"] for statement in statements]


def at_once(match: Match, requests: list[dict[str, object]]) -> list[str]:
    """Send all the forms at the same moment, each from a device of its own; their answers."""
    clients = [scoring_client(match) for _ in requests]
    barrier = threading.Barrier(len(requests))
    answers = [""] * len(requests)

    def send(place: int) -> None:
        try:
            barrier.wait(timeout=30)
            response = clients[place].post(url(match), requests[place], headers=HTMX)
            answers[place] = f"{response.status_code} {response.content.decode()}"
        finally:
            connections.close_all()

    threads = [threading.Thread(target=send, args=[place]) for place in range(len(requests))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


@pytest.mark.django_db(transaction=True)
def test_a_double_tap_on_a_real_database_records_once():
    match = start_match()
    answers = at_once(match, [told(match)] * 4)

    assert all(answer.startswith("200") for answer in answers)
    assert all("Deal 1 is recorded." in answer for answer in answers)
    assert Deal.objects.filter(match=match).count() == 1
    assert match.log.filter(verb="record").count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_scorekeepers_at_once_lose_nothing():
    match = start_match()
    answers = at_once(match, [told(match, points_NS=str(points)) for points in (31, 32, 33, 34)])

    assert all(answer.startswith("200") for answer in answers)
    assert sum("Deal 1 is recorded." in answer for answer in answers) == 1
    refused = [answer for answer in answers if "Meanwhile somebody else" in answer]
    assert len(refused) == 3
    deal = Deal.objects.get(match=match)
    # Each of the others sees the deal that was first, and still has their own figures.
    assert all(f"+{deal.card_points - 30}" in answer for answer in refused)
    typed = [points for points in (31, 32, 33, 34) if points != deal.card_points]
    assert all(
        any(f'name="points_NS" value="{points}"' in answer for answer in refused)
        for points in typed
    )


def test_a_new_deal_made_by_the_helper_is_the_one_the_form_makes():
    """The other tests build deals without the form: both must store the same."""
    match, other = start_match(), start_match()
    scoring_client(match).post(url(match), told(match))
    other.record_deal(new_deal(other, 38))

    assert afresh(match).deal(1).facts == afresh(other).deal(1).facts


def test_an_error_is_scrolled_to_and_a_recorded_deal_is_not():
    match = start_match()
    client = scoring_client(match)
    wrong = client.post(url(match), told(match, points_NS="61"), headers=HTMX)
    right = client.post(url(match), told(match), headers=HTMX)

    assert wrong["HX-Reswap"] == "outerHTML show:.errorlist:bottom"
    assert "HX-Reswap" not in right
