"""Correcting a deal: its effect is shown, then confirmed; nothing is written before."""

import pytest
from django.urls import reverse
from django.utils.html import escape

from .changes import confirm, typed
from .gallery import AWKWARD_NAME
from .matches import PLAYERS, afresh, reading_client, record, rule, scoring_client, start_match

pytestmark = pytest.mark.django_db
NAMES = {**PLAYERS, "E": AWKWARD_NAME}


@pytest.fixture
def match():
    """A draw in deal 2 doubles deal 3, in which the match ends."""
    match = start_match(players=NAMES, rules={"target": 28})
    record(match, 38)
    record(match, 30)
    record(match, 40)
    return match


@pytest.fixture
def url(match):
    return reverse("correct_deal", args=[match.code, 2])


def told(**facts):
    return {
        "revision": 0,
        "misdeal": "",
        "trump": "H",
        "declarer": "E",
        "calls": "",
        "dealer": "",
        "points_NS": "31",
        "points_EW": "",
        "note": "",
        "reason": "counted again",
        **facts,
    }


def test_the_form_holds_what_is_recorded(match, url):
    response = scoring_client(match).get(url)
    assert response.status_code == 200
    values = typed(response)
    assert (values["points_NS"], values["trump"], values["declarer"]) == ("30", "H", "E")
    assert escape(AWKWARD_NAME) in response.content.decode()
    assert "<x>" not in response.content.decode()


def test_the_effect_is_shown_first_and_nothing_is_written(match, url):
    match.sign("NS", AWKWARD_NAME)
    response = scoring_client(match).post(url, told())
    assert response.status_code == 200
    effect = response.context["effect"]
    changed = {row.label: (row.before.text, row.after.text) for row in effect.told if row.differs}
    other = f"{AWKWARD_NAME} & Dré"
    assert changed == {
        "Card points of An & Cis": ("30", "31"),
        f"Card points of {other}": ("30", "29"),
    }
    # Deal 3 is no longer carried into, so the match is not over any more.
    ((number, rows),) = effect.later
    assert number == 3
    assert {row.label: (row.before.text, row.after.text) for row in rows} == {
        "Counts": ("×2 (draw before ×2)", "×1"),
        "Match points of An & Cis": ("20", "10"),
        "Result": ("An & Cis won", "The match goes on"),
    }
    standing = {
        row.label: (row.before and row.before.text, row.after and row.after.text)
        for row in effect.match
    }
    assert standing == {
        "Total of An & Cis": ("28", "19"),
        f"Total of {other}": ("0", "0"),
        "Result": ("An & Cis won", "The match goes on"),
        "Deals next": (None, "Dré"),
    }
    html = " ".join(response.content.decode().split())
    assert f"The signature of <bdi>{escape(AWKWARD_NAME)}</bdi> is taken back." in html
    assert afresh(match).deal(2).card_points == 30
    assert match.signatures.count() == 1
    assert match.log.last().verb == "sign"


def test_confirming_writes_it(match, url):
    client = scoring_client(match)
    shown = client.post(url, told(note="“quoted” & <b>"))
    response = confirm(client, url, shown)
    assert response.status_code == 302 and response["Location"] == match.get_absolute_url()
    deal = afresh(match).deal(2)
    assert (deal.card_points, deal.note, deal.revision) == (31, "“quoted” & <b>", 1)
    entry = match.log.last()
    assert (entry.verb, entry.reason) == ("correct", "counted again")
    # The same press once more changes nothing and complains of nothing.
    assert confirm(client, url, shown).status_code == 302
    assert match.log.count() == 5


def test_the_other_figure_follows_the_one_put_right(match, url):
    client = scoring_client(match)
    data = {**told(), **typed(client.get(url)), "points_EW": "28", "reason": "x"}
    assert data["points_NS"] == "30"
    assert confirm(client, url, client.post(url, data)).status_code == 302
    assert afresh(match).deal(2).card_points == 32


def test_everything_can_be_corrected(match, url):
    client = scoring_client(match)
    data = told(
        trump="NT", declarer="W", calls="double", dealer="W", points_NS="12", points_EW="48"
    )
    assert confirm(client, url, client.post(url, data)).status_code == 302
    deal = afresh(match).deal(2)
    assert (deal.trump, deal.declarer, deal.calls, deal.dealer, deal.card_points) == (
        "NT",
        "W",
        "double",
        "W",
        12,
    )


def test_to_a_misdeal_and_back(match, url):
    client = scoring_client(match)
    shown = client.post(url, told(misdeal="wrong-count"))
    assert confirm(client, url, shown).status_code == 302
    match = afresh(match)
    assert (match.deal(2).misdeal, match.deal(2).trump) == ("wrong-count", "")
    assert match.sheet.lines[2].dealer == "E"
    shown = client.post(url, told(revision=1))
    assert confirm(client, url, shown).status_code == 302
    assert afresh(match).deal(2).card_points == 31


def test_a_correction_to_a_draw_says_that_it_doubles_the_next_deal():
    match = start_match(players=NAMES)
    record(match, 38)
    url = reverse("correct_deal", args=[match.code, 1])
    shown = scoring_client(match).post(url, told(points_NS="30"))
    row = next(row for row in shown.context["effect"].match if row.label == "Next deal")
    assert (row.before, row.after.text) == (None, "Next deal doubled by the draw before")
    shown = scoring_client(match).post(url, told(points_NS="39"))
    assert "Next deal" not in [row.label for row in shown.context["effect"].match]


def test_a_misdeal_keeps_no_cards_and_the_effect_says_so(match, url):
    changed = afresh(match).deal(2)
    changed.cards_played, changed.leader = "HQ H7 HA HJ", "S"
    match.record_cards(changed)
    client = scoring_client(match)
    shown = client.post(url, told(misdeal="abandoned", revision=1))
    gone = [row.label for row in shown.context["effect"].told if row.differs and not row.after]
    assert "Trick 1" in gone
    assert confirm(client, url, shown).status_code == 302
    deal = afresh(match).deal(2)
    assert (deal.cards_played, deal.leader, deal.card_points) == ("", "", None)


def test_a_revoke_cannot_stay_on_a_misdeal(match, url):
    rule(match, 2, revoke="E", reason="x")
    response = scoring_client(match).post(url, told(misdeal="abandoned", revision=1))
    assert "effect" not in response.context
    assert "Nobody can revoke in a misdeal" in response.content.decode()


@pytest.mark.parametrize(
    "wrong, field",
    [
        ({"points_NS": "61"}, "points_NS"),
        ({"points_NS": "31", "points_EW": "31"}, "points_NS"),
        ({"points_NS": "-1"}, "points_NS"),
        ({"trump": ""}, "trump"),
        ({"trump": "X"}, "trump"),
        ({"dealer": "Q"}, "dealer"),
        ({"note": "x" * 501}, "note"),
    ],
)
def test_what_cannot_be_is_said_at_its_field(match, url, wrong, field):
    response = scoring_client(match).post(url, told(**wrong))
    assert response.status_code == 200
    assert "effect" not in response.context
    assert field in response.context["form"].errors
    assert "counted again" in response.content.decode()
    assert typed(response)["points_NS"] == told(**wrong)["points_NS"]
    assert match.log.count() == 4


def test_a_reason_is_needed(match, url):
    for reason in ("", "   ", "x" * 501):
        response = scoring_client(match).post(url, told(reason=reason))
        assert "reason" in response.context["reason"].errors
        assert typed(response)["points_NS"] == "31"
    assert match.log.count() == 4


def test_nothing_to_correct_is_said(match, url):
    response = scoring_client(match).post(url, told(points_NS="30"))
    assert "effect" not in response.context
    assert "recorded already" in response.content.decode()


def test_back_to_the_form_with_all_that_was_typed(match, url):
    client = scoring_client(match)
    shown = client.post(url, told(note="soup"))
    response = client.post(url, {**typed(shown), "change": "1"})
    html = response.content.decode()
    assert "effect" not in response.context and not response.context["form"].errors
    assert typed(response)["points_NS"] == "31"
    assert "soup" in html and "counted again" in html


def test_whoever_comes_second_loses_nothing(match, url):
    client = scoring_client(match)
    shown = client.post(url, told())
    other = afresh(match).deal(2)
    other.card_points = 20
    match.correct_deal(other, "no, 20")
    response = confirm(client, url, shown)
    assert response.status_code == 200
    assert "somebody else changed this deal" in response.content.decode()
    assert typed(response)["points_NS"] == "31"
    assert afresh(match).deal(2).card_points == 20


def test_an_effect_that_is_no_longer_true_is_shown_again(match, url):
    client = scoring_client(match)
    shown = client.post(url, told())
    match.withdraw_deal(3, "not ours")
    response = confirm(client, url, shown)
    assert response.context["moved"] and not response.context["effect"].later
    assert afresh(match).deal(2).card_points == 30
    assert confirm(client, url, response).status_code == 302
    assert afresh(match).deal(2).card_points == 31


def test_the_deal_was_withdrawn_meanwhile(match, url):
    client = scoring_client(match)
    shown = client.post(url, told())
    match.withdraw_deal(2, "not ours")
    response = confirm(client, url, shown)
    assert response.status_code == 200
    assert "no longer on the sheet" in response.content.decode()
    assert typed(response)["points_NS"] == "31"


def test_a_signed_match_stays_as_it_is(match, url):
    match.sign("NS", "An")
    match.sign("EW", "Bo")
    client = scoring_client(match)
    assert reverse("reopen", args=[match.code]) in client.get(url).content.decode()
    response = client.post(url, told())
    assert response.status_code == 200 and "effect" not in response.context
    assert "Reopen it first" in response.content.decode()


def test_where_the_dealer_plays_alone():
    match = start_match(
        "classic-turnup",
        rules={
            "seats": 3,
            "sides": "singles",
            "camps": "dealer-alone",
            "undealt": "dealer",
        },
        players={"N": "An", "E": AWKWARD_NAME, "S": "Cis"},
    )
    record(match, 40)
    client = scoring_client(match)
    url = reverse("correct_deal", args=[match.code, 1])
    data = {**typed(client.get(url)), "dealer": "N", "reason": "miscounted"}
    data.update(points_N="25", points_ES="")
    assert confirm(client, url, client.post(url, data)).status_code == 302
    assert afresh(match).deal(1).points_by_camp == {"N": 25, "ES": 35}


@pytest.mark.parametrize("misdeal", ["", "wrong-count"])
def test_where_the_dealer_plays_alone_the_dealer_stays_unless_told_otherwise(misdeal):
    alone = {"seats": 3, "sides": "singles", "camps": "dealer-alone", "undealt": "dealer"}
    match = start_match("classic-turnup", rules=alone)
    record(match, 40)
    record(match, 40)
    client, url = scoring_client(match), reverse("correct_deal", args=[match.code, 2])
    data = {**typed(client.get(url)), "dealer": "", "misdeal": misdeal, "reason": "miscounted"}
    data.update({camp: "" for camp in data if camp.startswith("points_")})
    data.update({} if misdeal else {f"points_{match.deal(2).dealer}": "25"})
    assert confirm(client, url, client.post(url, data)).status_code == 302
    changed = afresh(match).deal(2)
    assert (changed.dealer, changed.misdeal) == (match.deal(2).dealer, misdeal)
    assert misdeal or changed.points_by_camp[changed.dealer] == 25


def test_readers_and_strangers_are_refused(match, url, client):
    for device in (client, reading_client(match)):
        assert device.get(url).status_code == 404
        assert device.post(url, told()).status_code == 404
    scorer = scoring_client(match)
    assert scorer.put(url).status_code == 405
    assert scorer.get(reverse("correct_deal", args=[match.code, 9])).status_code == 404


def test_few_queries_however_many_deals(match, url, django_assert_max_num_queries):
    client = scoring_client(match)
    with django_assert_max_num_queries(4):
        client.get(url)
    with django_assert_max_num_queries(7):
        shown = client.post(url, told())
    with django_assert_max_num_queries(16):
        assert confirm(client, url, shown).status_code == 302
