import pytest
from django.test import Client
from django.urls import reverse

from games.manille.presets import PRESETS
from games.wording.rule_sentences import sentences
from games.wording.rules import identifier
from tests.matches import start_match
from tests.rule_sets import save_rules


def page(key: str, client: Client | None = None) -> str:
    response = (client or Client()).get(reverse("passport", args=[key]))
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize("system", PRESETS)
def test_it_tells_every_rule_with_identifier_and_examples(db, system):
    shown = page(system)

    for title, told in sentences(PRESETS[system]):
        for text in (title, *told):
            assert text in shown
    assert identifier(PRESETS[system]) in shown
    assert "Example: a deal’s score" in shown
    assert "%(" not in shown and "None" not in shown


def test_the_examples_are_worked(db):
    shown = page("flemish-club")

    assert "no trump ×2, redoubled ×4, draw before ×2 = ×16, at most ×4" in shown
    assert "39 is 9 above 30; times 4 it makes 36." in shown
    assert "North &amp; South: 36 match points." in shown
    assert "South, the partner of North, is winning the trick." in shown
    assert "seven of diamonds, may not be played" in shown
    assert "ten of diamonds, may be played" in shown


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"surplus_cap": 6}, "39 is 9 above 30, which counts as 6; times 2 it makes 12"),
        ({"count": "card-points"}, "39 card points times 2 make 78 match points."),
        ({"loser": "minus"}, "East &amp; West: −18 match points."),
    ],
)
def test_the_example_follows_the_rules(db, changes, sentence):
    match = start_match("dealer-names", rules=changes)

    assert sentence in page(match.code)


def test_an_auction_has_a_bid_in_its_example(db):
    assert "won the auction with a bid of 35 card points" in page("coinchee")


@pytest.mark.parametrize(
    ("system", "reason"),
    [("manille-aveugle", "nobody sees the cards"), ("two-hand", "No rules of play are known")],
)
def test_where_nothing_can_be_judged_it_says_so(db, system, reason):
    shown = page(system)

    assert reason in shown
    assert "those marked may be played" not in shown


def test_the_dealer_alone_is_named(db):
    assert "East dealt, and plays alone." in page("three-dealer-alone")


def test_a_saved_set_marks_what_differs_and_offers_itself_to_its_device(client, db):
    kept = save_rules(client, target="61")
    shown = page(kept.code, client)

    assert "Our club" in shown
    assert shown.count("house rule</span>") == 1
    assert f"?system={kept.code}" in shown
    assert reverse("delete_rules", args=[kept.code]) in shown
    assert f"http://testserver{kept.get_absolute_url()}" in shown

    others = page(kept.code)
    assert "Our club" in others
    assert reverse("delete_rules", args=[kept.code]) not in others


def test_the_same_options_have_the_same_identifier_whatever_their_name(client, db):
    kept = save_rules(client, "Other name", system="botifarra-lliure")

    assert identifier(PRESETS["botifarra-lliure"]) in page(kept.code)


def test_unknown_rules_and_other_methods(client, db):
    assert client.get(reverse("passport", args=["nosuchrules"])).status_code == 404
    assert client.post(reverse("passport", args=["west-flemish"])).status_code == 405


def test_queries(client, db, django_assert_num_queries):
    kept = save_rules(Client())
    with django_assert_num_queries(0):
        client.get(reverse("passport", args=["west-flemish"]))
    with django_assert_num_queries(1):
        client.get(kept.get_absolute_url())
