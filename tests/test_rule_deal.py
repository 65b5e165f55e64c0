"""A referee's ruling on a deal: a revoke, points, penalties, or that the play stands; shown before
it stands, and kept when another replaces it."""

from datetime import UTC, datetime

import pytest
from django.urls import reverse

from games.models import Match

from .changes import confirm, typed
from .gallery import AWKWARD_NAME
from .matches import PLAYERS, reading_client, record, rule, scoring_client, start_match

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


def told(**facts):
    return {"revision": 0, "reason": "♥8", "by": "Zoë", **facts}


def revoke(**facts):
    return told(kind="revoke", revoke="N", trick="3") | facts


def points(**facts):
    return told(kind="points", points_NS="30", points_EW="", rule="Article 7") | facts


def ruling(match, number=1):
    return Match.objects.get(pk=match.pk).deal(number).ruling


def decided(match, number=1):
    """What is ruled, the time apart."""
    return {key: value for key, value in ruling(match, number).items() if key != "at"}


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
    told = {"revoke": "N", "trick": 3, "rule": "revoke: whole-pot", "by": "Zoë", "reason": "♥8"}
    assert decided(match) == told
    assert abs(datetime.now(UTC) - datetime.fromisoformat(ruling(match)["at"])).days == 0
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
    assert "trick" not in ruling(match)


@pytest.mark.parametrize("typed_minus", ["-", "−", "–"])
def test_points_are_given_outright(match, typed_minus):
    client, url = scoring_client(match), url_of(match)
    shown = client.post(url, points(points_NS=typed_minus + "5", trick="ninety"))
    # A real minus sign: a hyphen is hardly seen.
    effect = shown.content.decode()
    assert "−5" in effect.partition('id="effect"')[2].partition("<form")[0]
    assert confirm(client, url, shown).status_code == 302
    sheet = client.get(match.get_absolute_url()).content.decode()
    assert '<p class="total-figure">−5</p>' in sheet
    assert '<td class="sheet-total">−5</td>' in sheet
    assert decided(match) == {
        "points": {"NS": -5, "EW": 0},
        "rule": "Article 7",
        "by": "Zoë",
        "reason": "♥8",
    }
    assert Match.objects.get(pk=match.pk).sheet.totals == {"NS": -5, "EW": 0}


def test_penalties_stand_apart_and_the_effect_shows_it(match):
    client, url = scoring_client(match), url_of(match)
    shown = client.post(url, told(kind="penalties", penalty_NS="−30", rule="Article 7"))
    effect = shown.context["effect"]

    def rows(of):
        return {row.label: (row.before and row.before.text, row.after.text) for row in of}

    assert rows(effect.ruled)["Match points of An & Cis"] == ("8", "8")
    assert rows(effect.ruled)["Penalty of An & Cis"] == (None, "−30")
    assert rows(effect.ruled)["Total of An & Cis"] == ("8", "−22")
    assert rows(effect.match_ruled)["Total of An & Cis"] == ("8", "−22")
    assert rows(effect.match)["Total of An & Cis"] == ("8", "−22")
    assert "Deals next" in rows(effect.match) and "Result" in rows(effect.match)
    assert "The match as played and as ruled" in shown.content.decode()
    assert confirm(client, url, shown).status_code == 302
    assert ruling(match)["penalties"] == {"NS": -30}
    assert Match.objects.get(pk=match.pk).sheet.totals == {"NS": -22, "EW": 0}


def test_a_ruling_that_takes_away_the_next_deals_doubling_says_so():
    match = start_match("dealer-names", rules={"draw": "carry"})
    record(match, 30)
    badge = "Next deal doubled by the draw before"
    assert badge in scoring_client(match).get(match.get_absolute_url()).content.decode()
    shown = scoring_client(match).post(url_of(match), revoke())
    row = next(row for row in shown.context["effect"].match if row.label == "Next deal")
    assert (row.before.text, row.after) == (badge, None)
    table = shown.content.decode().partition("The match</caption>")[2].partition("</table>")[0]
    assert badge in table


def test_a_ruling_that_leaves_the_next_deals_doubling_does_not_speak_of_it():
    match = start_match("dealer-names", rules={"draw": "carry"})
    record(match, 30)
    shown = scoring_client(match).post(
        url_of(match), told(kind="penalties", penalty_NS="−30", rule="7")
    )
    assert "Next deal" not in [row.label for row in shown.context["effect"].match]
    record(match, 38)
    shown = scoring_client(match).post(url_of(match), revoke())
    assert [number for number, _rows in shown.context["effect"].later] == [2]
    assert "Next deal" not in [row.label for row in shown.context["effect"].match]


def test_a_ruling_that_changes_the_winner_says_so():
    match = start_match("dealer-names", rules={"target": 8})
    record(match, 38)
    shown = scoring_client(match).post(url_of(match), revoke())
    result = {row.label: (row.before.text, row.after.text) for row in shown.context["effect"].match}
    assert result["Result"] == ("An & Cis won", "Bo & Dré won")


def test_the_later_deal_with_which_the_match_now_ends_is_told():
    match = start_match("dealer-names", rules={"target": 40})
    for _ in range(3):
        record(match, 38)
    shown = scoring_client(match).post(url_of(match), points())
    (number, rows), *others = shown.context["effect"].later
    assert (number, others) == (3, [])
    told = [(row.label, row.before.text, row.after.text) for row in rows]
    assert told == [("Result", "The match goes on", "An & Cis won")]


def test_penalties_go_beside_any_ruling(match):
    client, url = scoring_client(match), url_of(match)
    for kind in (revoke(), points(), told(kind="stands")):
        kind |= {"penalty_EW": "-10", "revision": match.deals.get(number=1).revision}
        assert confirm(client, url, client.post(url, kind)).status_code == 302
        assert ruling(match)["penalties"] == {"EW": -10}


def test_a_ruling_is_replaced_and_the_old_one_stays(match):
    rule(match, 1, revoke="N", reason="held ♥8", rule="revoke: whole-pot", by="Referee")
    client, url = scoring_client(match), url_of(match)
    page = client.get(url)
    values = typed(page)
    assert (values["kind"], values["revoke"], values["revision"]) == ("revoke", "N", "1")
    assert values["rule"] == "" and "held ♥8" in page.content.decode()
    shown = client.post(url, told(kind="stands", revision=1, reason="it was ♦8"))
    # Before it is confirmed too, the ruling to be replaced is one, and not yet replaced.
    assert confirm(client, url, shown).status_code == 302
    rulings = Match.objects.get(pk=match.pk).deal(1).rulings
    assert [one["reason"] for one in rulings] == ["held ♥8", "it was ♦8"]
    assert rulings[1]["play_stands"] is True
    entry = match.log.last()
    assert (entry.verb, entry.reason) == ("rule", "it was ♦8")
    deal = client.get(reverse("deal", args=[match.code, 1])).content.decode()
    assert deal.index("The play stands") < deal.index("Earlier ruling, replaced")
    assert "The rules of this match: a revoke costs all the card points of the deal" in deal
    assert "held ♥8" in deal and "it was ♦8" in deal


def test_the_name_the_device_signs_with_is_there_already(match):
    client = scoring_client(match)
    session = client.session
    session["name"] = "Zoë"
    session.save()
    assert typed(client.get(url_of(match)))["by"] == "Zoë"


def test_a_dispute_leads_here_with_what_it_proved(match):
    client, url = scoring_client(match), url_of(match)
    values = typed(client.get(url, {"revoke": "E", "trick": "3"}))
    assert (values["kind"], values["revoke"], values["trick"]) == ("revoke", "E", "3")
    values = typed(client.get(url, {"revoke": "<x>", "trick": "<x>"}))
    assert "revoke" not in values
    assert "revoke" not in typed(client.get(url_of(match, 2), {"revoke": "E", "trick": "3"}))


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
        (revoke(by=""), "by"),
        (revoke(by="x" * 81), "by"),
        (revoke(rule="x" * 201), "rule"),
        (revoke(penalty_EW="some"), "penalty_EW"),
        (points(rule=""), "rule"),
        (points(penalty_NS="10000"), "penalty_NS"),
        (told(kind="penalties", rule="x"), "penalty_NS"),
        (told(kind="penalties", rule="x", penalty_NS="0"), "penalty_NS"),
        (told(kind="penalties", penalty_NS="-5"), "rule"),
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


@pytest.mark.parametrize("name", ["points_NS", "penalty_NS", "penalty_EW"])
@pytest.mark.parametrize(
    "typed, reason",
    [
        ("10000", "At most 9999 match points, please."),
        ("-10000", "At least -9999 match points, please."),
        ("\u221210000", "At least -9999 match points, please."),
        ("9" * 5000, "Match points are whole numbers."),
    ],
)
def test_more_match_points_than_anybody_gives_are_refused_in_a_sentence(match, name, typed, reason):
    response = scoring_client(match).post(url_of(match), points(**{name: typed}))
    assert response.context["form"].errors == {name: [reason]}
    assert response.context["form"][name].value() == typed


def test_two_referees_do_not_overwrite_each_other(match):
    client, url = scoring_client(match), url_of(match)
    shown = client.post(url, revoke())
    other = Match.objects.get(pk=match.pk)
    rule(other, 1, points={"NS": 1, "EW": 0}, reason="first")
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
