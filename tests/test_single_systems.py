"""What single systems have of their own, on form and sheet: bids, three alone, a dummy."""

import html

import pytest

from .devices import at, tell

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "points, words, scored",
    [
        ("41", "bid 38, made 41", {"NS": 11, "EW": 0}),
        ("38", "bid 38, made 38", {"NS": 8, "EW": 0}),
        ("35", "bid 38, made 35: failed by 3", {"NS": 0, "EW": 3}),
    ],
)
@pytest.mark.parametrize("system", ["coinchee", "encheres"])
def test_a_bid_says_whether_it_was_made(system, points, words, scored):
    table = at(system)
    told = tell(table, declarer="S", bid="38", trump="H", points_NS=points)
    preview = table.client.get(table.url("preview_deal"), told).content.decode()
    table.record(told)

    assert words in preview
    assert words in table.page("match")
    assert words in table.page("deal", 1)
    assert table.match.sheet.totals == scored


def test_a_deal_that_all_pass_goes_to_the_next_dealer():
    table = at("coinchee")
    page = table.page("match")
    assert "Everybody passed<small" in page
    table.record(tell(table, misdeal="all-pass"))

    page = table.page("match")
    assert "Everybody passed. Dré deals next." in page
    assert "Misdeal: Everybody passed" not in page
    assert table.match.sheet.next_dealer == "W"


@pytest.mark.parametrize("bid", ["", "30", "61", "x"])
def test_a_bid_is_from_31_to_the_pot(bid):
    table = at("coinchee")
    told = tell(table, declarer="S", bid=bid, trump="H", points_NS="40")
    response = table.client.post(table.url("record_deal"), told)

    assert response.context["form"].errors["bid"]
    assert f'value="{bid}"' in response.content.decode() or not bid
    assert not table.match.played


def test_nobody_choosing_leaves_it_to_the_dealer():
    page = at("manillen-61").page("match")

    assert "Who chose" in page
    assert "Nobody: An, the dealer, had to" in page


def test_where_all_pass_the_dealer_plays_without_trump():
    table = at("verplicht-manille")
    assert "Nobody: An, the dealer, had to play without trump" in table.page("match")
    refused = tell(table, declarer="nobody", trump="H", points_NS="38")
    response = table.client.post(table.url("record_deal"), refused)
    assert response.context["form"].errors["trump"] == ["Nobody named a trump: then there is none."]
    table.record(tell(table, declarer="nobody", points_NS="38"))

    deal = table.match.deal(1)
    assert (deal.declarer, deal.trump) == ("N", "NT")
    assert table.match.sheet.totals == {"NS": 16, "EW": 0}


def test_a_score_pad_asks_for_points_only():
    table = at("two-hand")
    fields = set(table.client.get(table.url("match")).context["form"].fields)
    assert fields == {"number", "key", "misdeal", "note", "points_N", "points_E"}
    page = table.page("match")
    assert "leads" not in page.split('id="deal-form"')[1].split("</form>")[0]
    table.record(tell(table, points_N="38"))

    assert table.match.sheet.totals == {"N": 8, "E": 0}
    assert "trump" not in table.facts()["deals"][0]


def test_three_each_alone_need_two_figures():
    table = at("three-solo")
    told = tell(table, trump="H", points_N="27", points_E="12")
    table.record(told)
    assert table.match.deal(1).points_by_camp == {"N": 27, "E": 12, "S": 21}
    assert table.match.sheet.totals == {"N": 7, "E": 0, "S": 1}

    too_few = tell(table, trump="H", points_N="27")
    too_many = tell(table, trump="H", points_N="27", points_E="30", points_S="30")
    for told, words in (
        (too_few, "Give the card points of every side, or of all but one."),
        (too_many, "The card points must add up to 60, not 87."),
    ):
        response = table.client.post(table.url("record_deal"), told)
        assert words in html.unescape(response.content.decode())
    assert len(table.match.played) == 1


def test_the_dealer_alone_plays_against_the_other_two():
    table = at("three-dealer-alone")
    page = table.page("match")
    assert "The 2 cards left over count for the dealer." in page
    assert '<label for="id_points_ES"><bdi>Bo & Cis</bdi></label>' in page
    table.record(tell(table, dealer="N", trump="H", points_N="25"))

    assert table.match.sheet.totals == {"N": 0, "E": 5, "S": 5}
    assert "Bo & Cis</bdi> played together" in table.page("deal", 1)
    # Clockwise, East deals next and is the one who plays alone.
    form = table.client.get(table.url("match")).context["form"]
    assert [field.name for field in form.points] == ["points_E", "points_NS"]


def test_no_trump_named_blind_counts_four_times():
    table = at("three-dealer-alone")
    refused = tell(table, dealer="N", trump="H", blind="on", points_N="40")
    response = table.client.post(table.url("record_deal"), refused)
    assert response.context["form"].errors["blind"]
    assert "checked" in str(response.context["form"]["blind"])
    told = tell(table, dealer="N", trump="NT", blind="on", points_N="40")
    assert "×4" in table.client.get(table.url("preview_deal"), told).content.decode()
    table.record(told)

    assert table.match.sheet.totals == {"N": 40, "E": 0, "S": 0}
    assert "no trump named blind ×4" in table.page("match")
    assert table.facts()["deals"][0]["blind"] is True


def test_a_dummy_is_told_by_who_plays_it():
    table = at("three-dummy")
    page = table.page("match")
    assert "An with a dummy" in page
    assert "dummy of An" in page
    for _ in range(2):  # counter-clockwise: North, West, then the dummy
        table.record(tell(table, trump="H", points_NS="40"))

    assert "<bdi>An</bdi> deals for the dummy, <bdi>Bo</bdi> leads." in table.page("match")
    assert table.facts()["players"] == {"N": "An", "E": "Bo", "W": "Dré"}


def test_cards_that_were_taken_out_are_shown_as_gone():
    table = at("three-solo")
    table.record(tell(table, trump="H", points_N="27", points_E="12"))
    page = table.page("enter_cards", 1)

    assert 'value="H7"' in page
    assert 'value="S7"' not in page
    assert "Taken out before dealing:" in page
