"""The sheet: what it shows, to whom, and how a page follows it."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Match
from games.wording.rules import identifier
from tests.matches import (
    PLAYERS,
    new_deal,
    reading_client,
    record,
    rule,
    scoring_client,
    start_match,
)

pytestmark = pytest.mark.django_db

AWKWARD = 'Renée O\'Brien-Åsgård "Jo" <x>'


def url(match: Match) -> str:
    return reverse("match", args=[match.code])


def page(client: Client, match: Match, **query) -> str:
    response = client.get(url(match), query)
    assert response.status_code == 200
    return response.content.decode()


def words(html: str) -> str:
    """The text of a page, without its tags and with single spaces."""
    text = re.sub(r"<svg.*?</svg>|<script.*?</script>", " ", html, flags=re.S)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text))


def follow(client: Client, match: Match, tag: str = "", **query):
    """What the page's polling asks."""
    headers = {"HX-Request": "true", "HX-Target": "standing"}
    if tag:
        headers["If-None-Match"] = tag
    return client.get(url(match), query, headers=headers)


def test_who_has_the_link_reads_the_sheet():
    match = start_match()
    record(match, 38)
    record(match, 20, trump="S")

    html = page(Client(), match)
    text = words(html)
    assert "An &amp; Cis" in text
    assert "93 to go" in text
    assert "ahead by 2, 91 to go" in text
    assert "hearts" in text
    assert 'id="deal-form"' not in html
    assert match.scoring_code not in html
    assert "undo" not in html
    assert reverse("sign", args=[match.code]) not in html


def test_an_unknown_code_is_not_found():
    assert Client().get(reverse("match", args=["nosuchmatch"])).status_code == 404


def test_the_sheet_cannot_be_posted_to():
    match = start_match()
    assert scoring_client(match).post(url(match)).status_code == 405


def test_the_scoring_code_is_no_reading_code():
    match = start_match()
    assert Client().get(reverse("match", args=[match.scoring_code])).status_code == 404


def test_a_reader_is_remembered_and_a_scorer_stays_one():
    match, other = start_match(), start_match()
    client = Client()
    page(client, match)
    assert client.session["matches"] == {match.code: ""}

    client = scoring_client(match)
    page(client, other)
    page(client, match)
    assert client.session["matches"] == {other.code: "", match.code: match.scoring_code}
    assert 'id="deal-form"' in page(client, match)


def test_a_deal_leads_to_its_page_and_to_its_replay_where_cards_are_stored():
    match = start_match()
    record(match, 38, cards_played="HT H7 H8 H9")
    record(match, 38)

    html = page(Client(), match)
    assert reverse("replay_start", args=[match.code, 1]) in html
    assert reverse("replay_start", args=[match.code, 2]) not in html
    assert reverse("deal", args=[match.code, 2]) in html
    for name in ("share", "match_rules", "history", "export_record"):
        assert reverse(name, args=[match.code]) in html


def test_names_are_text_never_markup():
    match = start_match(players={**PLAYERS, "E": AWKWARD})
    record(match, 38, declarer="E")

    html = page(scoring_client(match), match)
    assert "<x>" not in html
    assert "&lt;x&gt;" in html


def test_every_kind_of_line_is_told_in_words():
    match = start_match("flemish-club", rules={"minutes": 90})
    record(match, 38)
    record(match, 30)
    record(match, 40, trump="NT", calls="double")
    record(match, misdeal="partner-peek")
    record(match, 20, trump="S")
    record(match, 33, trump="C", dealer="N")
    match.withdraw_deal(5, "not ours", "")
    rule(match, 6, revoke="N", trick=3, reason="hearts <not> followed")

    html = page(Client(), match)
    text = words(html)
    assert "no trump ×2, doubled ×2, draw before ×2 = ×8, at most ×4" in text
    assert "×4" in text and "+40" in text
    # Dré was to deal; his partner's peek passes the deal on to An.
    assert "Misdeal: The dealer’s partner looked too early. An deals next." in text
    assert "Deal 5 was withdrawn." in text
    assert "An revoked in trick 3. All the card points go to the other side." in text
    assert "“hearts &lt;not&gt; followed”" in text
    # What was played stands under it, with totals; penalties are a line of their own.
    rule(match, 6, revoke="N", reason="again", penalties={"NS": -30})
    rows = Client().get(match.get_absolute_url()).context["rows"]
    shown = {row.kind: row for row in rows if row.number == 6}
    assert list(shown) == ["", "ruling", "as-played", "penalty"]
    assert [(f.points, f.total) for f in shown[""].figures] == [(0, 48), (30, 30)]
    assert [(f.cards, f.points, f.total) for f in shown["as-played"].figures] == [
        (33, 3, 51),
        (27, 0, 0),
    ]
    assert [(f.points, f.total) for f in shown["penalty"].figures] == [(-30, 18), (0, 30)]
    text = words(page(Client(), match))
    assert "as played 51" in text and "as played 0" in text
    assert "90 minutes left" in text


def test_a_replayed_draw_and_a_deal_out_of_turn_have_their_lines():
    match = start_match("manillen-61", rules={"last_trick": 0, "target": 101})
    record(match, 30)
    record(match, 40, dealer="S")

    text = words(page(Client(), match))
    assert "A draw, 30–30: the deal is played again and does not count." in text
    assert "Cis dealt, though it was the turn of An." in text


def test_the_next_deal_doubled_the_last_deal_and_an_extra_deal_are_marked():
    match = start_match(rules={"deals": 2})
    record(match, 30)
    text = words(page(Client(), match))
    assert "Next deal doubled by the draw before" in text
    assert "Last deal" in text

    record(match, 30)
    text = words(page(Client(), match))
    assert "Extra deal needed" in text
    assert "won" not in text


def test_deals_after_the_end_are_flagged():
    match = start_match(rules={"target": 20})
    record(match, 40)
    record(match, 45)
    deal = match.deal(1)
    deal.card_points = 55
    match.correct_deal(deal, "misheard")

    text = words(page(Client(), match))
    assert "Played after the end of the match: this deal does not count." in text
    assert "An &amp; Cis won, 25–0." in text


def test_a_match_that_is_over_is_to_be_signed_and_a_signed_one_says_by_whom():
    match = start_match(rules={"target": 20})
    record(match, 60)
    scorer = scoring_client(match)

    html = page(scorer, match)
    assert 'id="deal-form"' not in html
    assert reverse("sign", args=[match.code]) in html
    assert reverse("another", args=[match.code]) in html
    assert "An &amp; Cis won, 30–0." in words(html)
    assert "Not signed yet." in words(html)

    match.sign("NS", "An <b>")
    match.sign("EW", "Bo")
    html = page(scorer, match)
    assert "Signed by An &lt;b&gt;" in words(html).replace("by  ", "by ")
    assert "the result is fixed" in words(html)
    assert reverse("undo", args=[match.code]) not in html
    assert reverse("reopen", args=[match.code]) in html


def test_a_match_given_up_says_why():
    match = start_match()
    record(match, 38)
    match.give_up("the café closes", "EW")

    assert "Bo &amp; Dré gave up at 8–0. Reason: “the café closes”." in words(page(Client(), match))


def test_the_reminder_about_talking_stands_on_the_sheet():
    match = start_match(rules={"talk": "muette"})
    assert "No talking about the cards." in words(page(Client(), match))


@pytest.mark.parametrize(
    ("preset", "sides"),
    [
        ({"seats": 3, "sides": "singles", "removed": "S7 H7"}, 3),
        ({"seats": 4, "sides": "singles"}, 4),
        ({"seats": 2, "sides": "singles"}, 2),
        ({"seats": 3, "sides": "singles", "camps": "dealer-alone", "removed": "S7 H7"}, 3),
    ],
)
def test_two_three_or_four_may_play_each_alone(preset, sides):
    seats = {4: "NESW", 3: "NES", 2: "NE"}[preset["seats"]]
    players = {seat: PLAYERS[seat] for seat in seats}
    match = start_match("classic-turnup", rules=preset, players=players)
    deal = new_deal(match)
    deal.points_by_camp = dict(zip(deal.camps, (25, 20, 10, 5), strict=False))
    if len(deal.camps) == 2:
        deal.points_by_camp = {deal.camps[0]: 25}
    match.record_deal(deal)

    again = Match.objects.get(pk=match.pk)
    assert again.deal(1).points_by_camp == match.deal(1).points_by_camp
    assert sum(again.deal(1).points_by_camp.values()) == 60
    html = page(scoring_client(match), match)
    assert html.count("total-figure") == sides
    assert html.count('class="pad-figure"') == len(match.deal(1).camps)


def test_the_page_asks_the_database_little_whatever_the_number_of_deals(
    django_assert_max_num_queries,
):
    match = start_match(rules={"target": None})
    client = scoring_client(match)
    for _ in range(3):
        record(match, 40)
    with django_assert_max_num_queries(5):
        page(client, match)
    for _ in range(37):
        record(match, 20)
    with django_assert_max_num_queries(5):
        html = page(client, match)
    assert "Deal 41" in words(html)


def test_nothing_new_is_answered_304_by_one_query(django_assert_num_queries):
    match = start_match()
    record(match, 38)
    for client in (scoring_client(match), reading_client(match)):
        first = follow(client, match)
        assert first.status_code == 200
        tag = first["ETag"]
        assert f'data-tag="{tag.replace(chr(34), "&quot;")}"' in first.content.decode()
        with django_assert_num_queries(1):
            again = follow(client, match, tag)
        assert again.status_code == 304
        assert again["ETag"] == tag
        assert not again.content


def test_the_page_itself_names_the_state_it_shows():
    match = start_match()
    tag = re.search(r'data-tag="([^"]+)"', page(Client(), match))[1].replace("&quot;", '"')

    assert follow(Client(), match, tag).status_code == 304


@pytest.mark.parametrize(
    "change",
    [
        lambda match: record(match, 38),
        lambda match: match.undo(1),
        lambda match: match.withdraw_deal(1, "wrong match"),
        lambda match: match.give_up("late"),
    ],
)
def test_every_change_is_followed(change):
    match = start_match()
    record(match, 40)
    client = reading_client(match)
    tag = follow(client, match)["ETag"]

    change(match)
    response = follow(client, match, tag)
    assert response.status_code == 200
    assert response["ETag"] != tag


def test_another_language_is_another_page(settings):
    settings.LANGUAGES = [("en", "English"), ("nl", "Nederlands")]
    match = start_match()
    client = Client()
    tag = follow(client, match)["ETag"]

    response = client.get(
        url(match),
        headers={
            "HX-Request": "true",
            "HX-Target": "standing",
            "If-None-Match": tag,
            "Accept-Language": "nl",
        },
    )
    assert response.status_code == 200


def test_a_running_clock_is_followed_by_the_minute(settings):
    match = start_match(rules={"minutes": 60})
    tag = follow(Client(), match)["ETag"]
    Match.objects.filter(pk=match.pk).update(
        started_at=timezone.now() - timezone.timedelta(minutes=59)
    )

    response = follow(Client(), match, tag)
    assert response.status_code == 200
    assert "1 minute left" in words(response.content.decode())


def test_what_follows_never_brings_a_form_that_would_replace_a_typed_one():
    match = start_match()
    client = scoring_client(match)

    html = follow(client, match, number="1").content.decode()
    assert 'id="deal-form"' not in html
    assert "Meanwhile" not in html
    record(match, 38)
    html = follow(client, match, number="1").content.decode()
    assert "Meanwhile another device changed the sheet. What you typed for deal 1 is still" in html
    assert "Show the form for deal 2" in html
    assert 'id="points' not in html


def test_a_scorer_without_a_form_gets_one_once_the_match_goes_on():
    match = start_match()
    record(match, 38)
    match.give_up("late")
    client = scoring_client(match)
    assert "Sign the sheet" in words(follow(client, match).content.decode())

    match.reopen("not so late")
    assert 'id="take-next"' in follow(client, match).content.decode()


def test_a_fresh_form_is_a_part_of_its_own():
    match = start_match()
    response = scoring_client(match).get(
        url(match), headers={"HX-Request": "true", "HX-Target": "next"}
    )
    html = response.content.decode()
    assert html.strip().startswith('<section id="next"')
    assert "HX-Target" in response["Vary"]
    assert "no-store" in response["Cache-Control"]


def test_values_in_the_address_are_in_the_form_but_never_number_and_key():
    match = start_match()
    html = page(
        scoring_client(match), match, points_NS="<38>", trump="S", number="9", key="mine", calls="?"
    )
    assert 'value="&lt;38&gt;"' in html
    assert re.search(r'value="S"[^>]* checked', html)
    assert re.search(r'name="number" value="1"', html)
    assert "mine" not in html


def test_the_sheet_carries_the_identifier_of_its_rules(db):
    match = start_match(rules={"target": 61})
    for client in (scoring_client(match), Client()):
        page = client.get(match.get_absolute_url()).content.decode()
        assert identifier(match.rules) in page
        assert "West-Flemish Manillen" in page

    named = start_match(rules_name="Our <b>club")
    page = Client().get(named.get_absolute_url()).content.decode()
    assert "Our &lt;b&gt;club" in page
