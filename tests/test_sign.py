"""Signing: each side on the page; when both have, the result is fixed."""

import pytest
from django.urls import reverse
from django.utils.html import escape

from games.models import Match

from .changes import typed
from .gallery import AWKWARD_NAME
from .matches import PLAYERS, reading_client, record, scoring_client, start_match

pytestmark = pytest.mark.django_db
NAMES = {**PLAYERS, "E": AWKWARD_NAME}


@pytest.fixture
def match():
    match = start_match(players=NAMES, rules={"target": 50, "result_cap": 50})
    record(match, 50)
    record(match, 10)
    record(match, 60, trump="NT")
    return match


@pytest.fixture
def url(match):
    return reverse("sign", args=[match.code])


def form_of(client, url, side):
    forms = client.get(url).context["forms"]
    form = next(form for form in forms if form["side"].value() == side)
    return {"side": side, "seen": form["seen"].value()}


def signatures(match):
    return {signature.side: signature.name for signature in match.signatures.all()}


def test_the_result_in_full(match, url):
    html = " ".join(scoring_client(match).get(url).content.decode().split())
    for text in (
        "80",
        "50 credited",
        "won",
        "The target of 50 points is reached.",
        escape(AWKWARD_NAME),
    ):
        assert text in html
    assert "<x>" not in html


def test_both_sides_sign(match, url):
    client = scoring_client(match)
    data = form_of(client, url, "EW")
    assert client.post(url, {**data, "signer": AWKWARD_NAME}).status_code == 302
    assert not Match.objects.get(pk=match.pk).is_signed
    page = client.get(url)
    assert [form["side"].value() for form in page.context["forms"]] == ["NS"]
    assert (
        client.post(url, {**form_of(client, url, "NS"), "name": "  the captain "}).status_code
        == 302
    )
    match = Match.objects.get(pk=match.pk)
    assert match.is_signed
    assert signatures(match) == {"EW": AWKWARD_NAME, "NS": "the captain"}
    html = client.get(url).content.decode()
    assert "the result is fixed" in html and "<form" not in html.partition("<footer")[0]


def test_the_same_press_twice_signs_once(match, url):
    client = scoring_client(match)
    data = {**form_of(client, url, "NS"), "signer": "An"}
    for _ in range(2):
        assert client.post(url, data).status_code == 302
    assert match.log.filter(verb="sign").count() == 1


def test_somebody_has_to_sign(match, url):
    client = scoring_client(match)
    for wrong in ({}, {"signer": "Nobody"}, {"name": "x" * 81}):
        response = client.post(url, {**form_of(client, url, "NS"), **wrong})
        assert response.status_code == 200
        errors = [form for form in response.context["forms"] if form.is_bound]
        assert errors and errors[0].errors
    assert "Say who signs" in client.post(url, form_of(client, url, "NS")).content.decode()
    assert "x" * 81 in response.content.decode()
    assert signatures(match) == {}


def test_what_is_signed_is_what_was_seen(match, url):
    client = scoring_client(match)
    data = {**form_of(client, url, "NS"), "signer": "An"}
    changed = Match.objects.get(pk=match.pk).deal(1)
    changed.card_points = 49
    match.correct_deal(changed, "one less")
    response = client.post(url, data)
    assert response.status_code == 200
    assert "Meanwhile the result has changed" in response.content.decode()
    assert signatures(match) == {}
    # The page shows the result as it is now, and pressing again signs that.
    again = {**typed(response), "side": "NS", "signer": "An"}
    again["seen"] = next(f for f in response.context["forms"] if f.is_bound)["seen"].value()
    assert client.post(url, again).status_code == 302
    assert signatures(match) == {"NS": "An"}


def test_a_broken_form_is_no_server_error(match, url):
    client = scoring_client(match)
    for data in ({}, {"side": "XX"}, {"side": "NS", "seen": "{", "signer": "An"}, {"side": "NS"}):
        assert client.post(url, data).status_code == 200
    assert signatures(match) == {}


def test_nothing_to_sign_before_the_end():
    match = start_match()
    record(match, 38)
    url = reverse("sign", args=[match.code])
    client = scoring_client(match)
    assert "not over yet" in client.get(url).content.decode()
    response = client.post(url, {"side": "NS", "seen": "{}", "signer": "An"})
    assert response.status_code == 200 and signatures(match) == {}


def test_each_end_is_told():
    match = start_match(rules={"target": None, "deals": 1})
    record(match, 38)
    url = reverse("sign", args=[match.code])
    assert "The 1 deal is played." in scoring_client(match).get(url).content.decode()
    match = start_match(players=NAMES)
    match.give_up("the café closes", "EW")
    html = scoring_client(match).get(reverse("sign", args=[match.code])).content.decode()
    assert f"{escape(AWKWARD_NAME)} &amp; Dré gave up." in html and "the café closes" in html


def test_long_names_fit_in_a_signature():
    match = start_match(players={**PLAYERS, "N": "N" * 300})
    match.give_up("late")
    url = reverse("sign", args=[match.code])
    client = scoring_client(match)
    assert client.post(url, {**form_of(client, url, "NS"), "signer": "N" * 80}).status_code == 302
    assert signatures(match) == {"NS": "N" * 80}


def test_readers_and_strangers_are_refused(match, url, client):
    for device in (client, reading_client(match)):
        assert device.get(url).status_code == 404
        assert device.post(url, {"side": "NS", "signer": "An"}).status_code == 404
    assert scoring_client(match).put(url).status_code == 405
    assert signatures(match) == {}


def test_few_queries(match, url, django_assert_max_num_queries):
    client = scoring_client(match)
    with django_assert_max_num_queries(5):
        client.get(url)


@pytest.mark.parametrize("seen", ["[" * 100_000, "1" * 5000, '"\\ud800"', "NaN"])
@pytest.mark.parametrize("signer", ["An", ""])
def test_a_result_that_no_page_ever_showed_is_not_signed(match, url, seen, signer):
    # Too deep or too long to be read as JSON, or a letter that cannot be written back.
    data = {"side": "NS", "seen": seen, "signer": signer}
    assert scoring_client(match).post(url, data).status_code == 200
    assert signatures(match) == {}
