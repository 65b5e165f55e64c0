"""Taking back the last deal."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import CannotRecord, Match
from tests.matches import afresh, reading_client, record, scoring_client, start_match

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true", "HX-Target": "live"}


def url(match: Match) -> str:
    return reverse("undo", args=[match.code])


def test_the_last_deal_goes_and_its_values_come_back_with_a_fresh_key():
    match = start_match()
    record(match, 40)
    deal = record(match, 22, trump="C", declarer="W", calls="double", note="a <note>")
    response = scoring_client(match).post(url(match), {"number": 2}, headers=HTMX)

    html = response.content.decode()
    assert [deal.number for deal in afresh(match).played] == [1]
    assert "Deal 2 was taken back." in html
    assert 'name="number" value="2"' in html
    assert str(deal.key) not in html
    assert re.search(r'name="trump" value="C"[^>]* checked', html)
    assert re.search(r'name="declarer" value="W"[^>]* checked', html)
    assert re.search(r'name="calls" value="double"[^>]* checked', html)
    assert re.search(r'name="points_NS" value="22"', html)
    assert re.search(r'name="points_EW" value="38"', html)
    assert "a &lt;note&gt;" in html
    entry = match.log.last()
    assert (entry.verb, entry.number, entry.before["note"]) == ("undo", 2, "a <note>")


def test_without_htmx_the_values_come_back_as_well():
    match = start_match()
    record(match, 22, trump="C")
    client = scoring_client(match)
    response = client.post(url(match), {"number": 1}, follow=True)

    html = response.content.decode()
    assert response.redirect_chain[0][1] == 302
    assert "Deal 1 was taken back." in html
    assert re.search(r'name="trump" value="C"[^>]* checked', html)
    assert re.search(r'name="points_NS" value="22"', html)


def test_asked_twice_it_takes_back_one():
    match = start_match()
    record(match, 40)
    record(match, 41)
    client = scoring_client(match)
    client.post(url(match), {"number": 2}, headers=HTMX)
    response = client.post(url(match), {"number": 2}, headers=HTMX)

    assert response.status_code == 200
    assert "taken back" not in response.content.decode()
    assert [deal.number for deal in afresh(match).played] == [1]


def test_a_deal_recorded_meanwhile_is_not_taken_back():
    match = start_match()
    record(match, 40)
    record(match, 41)
    scoring_client(match).post(url(match), {"number": 1})

    assert [deal.number for deal in afresh(match).played] == [1, 2]


@pytest.mark.parametrize("number", ["", "x", "-1", "²", "9" * 9000, "\x00"])
def test_what_is_no_number_takes_back_nothing(number):
    match = start_match()
    record(match, 40)
    response = scoring_client(match).post(url(match), {"number": number}, headers=HTMX)

    assert response.status_code == 200
    assert len(afresh(match).played) == 1


def test_a_match_that_this_deal_ended_goes_on():
    match = start_match(rules={"target": 20})
    record(match, 60)
    html = scoring_client(match).post(url(match), {"number": 1}, headers=HTMX).content.decode()

    assert 'id="deal-form"' in html
    assert not afresh(match).is_over


def test_a_signed_match_stays():
    match = start_match(rules={"target": 20})
    record(match, 60)
    match.sign("NS", "An")
    match.sign("EW", "Bo")
    client = scoring_client(match)

    html = client.post(url(match), {"number": 1}, headers=HTMX).content.decode()
    assert "This match is signed." in html
    html = client.post(url(match), {"number": 1}, follow=True).content.decode()
    assert "This match is signed." in html
    assert len(afresh(match).played) == 1


def test_a_misdeal_is_taken_back_too():
    match = start_match()
    record(match, misdeal="exposed-card")
    html = scoring_client(match).post(url(match), {"number": 1}, headers=HTMX).content.decode()

    assert "Deal 1 was taken back." in html
    assert afresh(match).played == []


def test_readers_and_outsiders_find_nothing():
    match = start_match()
    record(match, 40)

    assert reading_client(match).post(url(match), {"number": 1}).status_code == 404
    assert Client().post(url(match), {"number": 1}).status_code == 404
    assert scoring_client(match).get(url(match)).status_code == 405
    assert len(afresh(match).played) == 1


def test_a_form_opened_for_the_deal_taken_back_does_not_fit_the_next_of_its_number():
    match = start_match()
    record(match, 40)
    old = afresh(match).deal(1)
    scoring_client(match).post(url(match), {"number": 1})
    record(afresh(match), 22)
    old.note = "meant for the deal that is gone"
    with pytest.raises(CannotRecord):
        afresh(match).correct_deal(old, "an old page")
    assert afresh(match).deal(1).note == ""
