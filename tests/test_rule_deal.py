"""A referee's ruling on a deal: a revoke, points given, or taken back; shown before it stands."""

import pytest
from django.urls import reverse

from games.models import Match

from .changes import confirm, typed
from .gallery import AWKWARD_NAME
from .matches import PLAYERS, reading_client, record, scoring_client, start_match

pytestmark = pytest.mark.django_db


def ruled_match(**rules):
    match = start_match("dealer-names", players={**PLAYERS, "E": AWKWARD_NAME}, rules=rules)
    record(match, 38)
    record(match, misdeal="exposed-card")
    return match


@pytest.fixture
def match():
    return ruled_match()


def url_of(match, number=1):
    return reverse("rule_deal", args=[match.code, number])


def revoke(**facts):
    return {"kind": "revoke", "revoke": "N", "trick": "3", "revision": 0, "reason": "♥8", **facts}


def points(**facts):
    return {
        "kind": "points",
        "points_NS": "30",
        "points_EW": "",
        "revision": 0,
        "reason": "x",
    } | facts


def ruling(match, number=1):
    return Match.objects.get(pk=match.pk).deal(number).ruling


def test_a_revoke_is_ruled_by_the_rules_of_the_match(match):
    client, url = scoring_client(match), url_of(match)
    html = client.get(url).content.decode()
    assert "costs the whole pot" in html and "<x>" not in html
    shown = client.post(url, revoke())
    scored = {row.label: row.after.text for row in shown.context["effect"].scored if row.differs}
    assert scored == {
        "Match points of An & Cis": "0",
        f"Match points of {AWKWARD_NAME} & Dré": "30",
    }
    assert ruling(match) is None

    assert confirm(client, url, shown).status_code == 302
    assert ruling(match) == {"revoke": "N", "trick": 3, "reason": "♥8"}
    assert Match.objects.get(pk=match.pk).sheet.totals == {"NS": 0, "EW": 30}
    entry = match.log.last()
    assert (entry.verb, entry.reason) == ("rule", "♥8")
    # The same press twice.
    assert confirm(client, url, shown).status_code == 302
    assert match.log.count() == 4


@pytest.mark.parametrize(
    "option, words", [("flat-60", "60 match points"), ("warning", "brings a warning")]
)
def test_the_page_says_what_a_revoke_costs(option, words):
    match = ruled_match(revoke=option)
    assert words in scoring_client(match).get(url_of(match)).content.decode()


def test_the_trick_may_be_left_out(match):
    client, url = scoring_client(match), url_of(match)
    assert confirm(client, url, client.post(url, revoke(trick=""))).status_code == 302
    assert ruling(match) == {"revoke": "N", "reason": "♥8"}


def test_points_are_given_outright(match):
    client, url = scoring_client(match), url_of(match)
    shown = client.post(url, points(points_NS="-5", trick="ninety"))
    # A real minus sign: a hyphen is hardly seen.
    effect = shown.content.decode()
    assert "−5" in effect.partition('id="effect"')[2].partition("<form")[0]
    assert confirm(client, url, shown).status_code == 302
    sheet = client.get(match.get_absolute_url()).content.decode()
    assert '<p class="total-figure">−5</p>' in sheet
    assert '<td class="sheet-total">−5</td>' in sheet
    assert ruling(match) == {"points": {"NS": -5, "EW": 0}, "reason": "x"}
    assert Match.objects.get(pk=match.pk).sheet.totals == {"NS": -5, "EW": 0}


def test_a_ruling_is_taken_back_and_the_log_says_why(match):
    changed = match.deal(1)
    changed.ruling = {"revoke": "N", "reason": "held ♥8"}
    match.rule(changed)
    client, url = scoring_client(match), url_of(match)
    values = typed(client.get(url))
    assert (values["kind"], values["revoke"], values["revision"]) == ("revoke", "N", "1")
    data = {"kind": "none", "revision": 1, "reason": "it was ♦8"}
    shown = client.post(url, data)
    assert confirm(client, url, shown).status_code == 302
    assert ruling(match) is None
    entry = match.log.last()
    assert (entry.verb, entry.reason, "ruling" in entry.after) == ("rule", "it was ♦8", False)


def test_in_a_misdeal_only_points_can_be_given(match):
    client, url = scoring_client(match), url_of(match, 2)
    response = client.get(url)
    assert not response.context["may_revoke"]
    assert "added to the totals" in response.content.decode()
    assert client.post(url, revoke()).context["form"].errors
    shown = client.post(url, points(points_NS="", points_EW="10"))
    assert confirm(client, url, shown).status_code == 302
    assert Match.objects.get(pk=match.pk).sheet.totals == {"NS": 8, "EW": 10}


@pytest.mark.parametrize(
    "data, field",
    [
        (revoke(revoke=""), "revoke"),
        (revoke(revoke="Q"), "revoke"),
        (revoke(trick="9"), "trick"),
        (revoke(trick="0"), "trick"),
        (revoke(trick="third"), "trick"),
        (points(points_NS=""), "points_NS"),
        (points(points_NS="many"), "points_NS"),
        (points(points_EW="10000"), "points_EW"),
        (revoke(reason=""), "reason"),
        (revoke(kind=""), "kind"),
        (revoke(kind="none"), "kind"),
        (revoke(revision="x"), "revision"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_lost(match, data, field):
    response = scoring_client(match).post(url_of(match), {**data, "confirm": "1"})
    assert response.status_code == 200
    form = response.context["form"]
    assert field in form.errors
    html = response.content.decode()
    if field != "revision":
        assert form[field].errors[0] in html.replace("&#x27;", "'").replace("&quot;", '"')
    if "trick" in data:
        assert typed(response)["trick"] == data["trick"]
    assert ruling(match) is None and match.log.count() == 3


def test_two_referees_do_not_overwrite_each_other(match):
    client, url = scoring_client(match), url_of(match)
    shown = client.post(url, revoke())
    other = Match.objects.get(pk=match.pk)
    changed = other.deal(1)
    changed.ruling = {"points": {"NS": 1, "EW": 0}, "reason": "first"}
    other.rule(changed)
    response = confirm(client, url, shown)
    assert response.status_code == 200
    assert "somebody else changed this deal" in response.content.decode()
    assert ruling(match)["reason"] == "first"


def test_readers_and_strangers_are_refused(match, client):
    url = url_of(match)
    for device in (client, reading_client(match)):
        assert device.get(url).status_code == 404
        assert device.post(url, {**revoke(), "confirm": "1"}).status_code == 404
    scorer = scoring_client(match)
    assert scorer.put(url).status_code == 405
    assert scorer.get(url_of(match, 9)).status_code == 404
