import pytest
from django.test import Client
from django.urls import reverse

from games.manille.presets import PRESETS
from games.wording.rules import identifier
from tests.matches import start_match
from tests.rule_sets import save_rules


def get(key: str):
    response = Client().get(reverse("rules_table", args=[key]))
    assert response.status_code == 200
    return response


def rows(response) -> dict[str, list]:
    """Card points as printed -> match points as printed, of the first part."""
    blocks = response.context["parts"][0]["blocks"]
    return {row["label"]: row["cells"] for block in blocks for row in block}


@pytest.mark.parametrize("system", PRESETS)
def test_every_system_has_one(db, system):
    response = get(system)

    assert identifier(PRESETS[system]) in response.content.decode()
    assert len(rows(response)) >= 30


def test_every_total_is_there_under_every_multiplier(db):
    response = get("flemish-club")
    shown = rows(response)

    assert [column["times"] for column in response.context["columns"]] == [1, 2, 4]
    assert list(shown) == [f"{more}–{60 - more}" for more in range(30, 61)]
    assert shown["39–21"] == [["9", "0"], ["18", "0"], ["36", "0"]]
    page = response.content.decode()
    assert "no trump + doubled" in page
    assert "(and whatever would count more)" in page


def test_an_auction_is_tabulated_made_and_failed(db):
    response = get("coinchee")
    made, failed = response.context["parts"]

    assert [part["kind"] for part in (made, failed)] == ["made", "failed"]
    assert {row["label"] for block in failed["blocks"] for row in block} == {
        str(short) for short in range(1, 61)
    }
    assert "If the bid fails" in response.content.decode()


def test_losses_have_a_minus_sign(db):
    shown = rows(get(start_match("classic-turnup", rules={"loser": "minus"}).code))

    assert shown["36–24"] == [["6", "−6"]]


def test_the_narrowest_win_and_the_whole_pot_are_marked(db):
    match = start_match("manillen-61", rules={"narrow_win": 2, "whole_pot": "double"})
    page = get(match.code).content.decode()

    assert "narrowest win" in page and "all the points" in page
    assert "Taking all 61 card points counts double." in page
    assert reverse("match_rules", args=[match.code]) in page


def test_a_saved_set_has_one(client, db):
    kept = save_rules(client, cap="2")
    response = get(kept.code)

    assert "Our club" in response.content.decode()
    assert [column["times"] for column in response.context["columns"]] == [1, 2]


def test_a_demo_match_has_one(db):
    assert get(start_match(code="demo-flemish-club-to-read").code)


def test_unknown_rules_and_other_methods(client, db):
    assert client.get(reverse("rules_table", args=["nosuchrules"])).status_code == 404
    assert client.post(reverse("rules_table", args=["west-flemish"])).status_code == 405


def test_it_asks_the_database_nothing_about_a_system(client, db, django_assert_num_queries):
    with django_assert_num_queries(0):
        client.get(reverse("rules_table", args=["west-flemish"]))
