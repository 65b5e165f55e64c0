"""What a record claims beside what follows from it."""

import json
from dataclasses import replace

import pytest
from hypothesis import given

from games.manille.errors import InvalidRecord
from games.manille.scoring import AsPlayed
from games.manille.verdict import status, verdict
from tests.manille.documents import LEGAL, judged
from tests.manille.random_records import records


def test_claims_that_differ_are_told_with_their_places():
    found = judged(
        {"trump": "D", "card_points": {"NS": 38, "EW": 22}, "points": {"NS": 8, "EW": 1}},
        {"dealer": "W", "trump": "H", "card_points": {"EW": 35}, "points": {"NS": 0, "EW": 5}},
        {
            "dealer": "N",
            "trump": "NT",
            "tricks": LEGAL,
            "card_points": {"NS": 10, "EW": 50},
            "last_trick": "NS",
            "points": {"EW": 40},
            "leader": "E",
        },
        {"misdeal": "exposed-card", "dealer": "W", "points": {"NS": 3, "EW": 0}},
        totals={"NS": 8, "EW": 46},
    )
    assert found["claims"] == [
        {"place": "deals[0].points.EW", "claimed": 1, "derived": 0},
        {"place": "deals[1].dealer", "claimed": "W", "derived": "E"},
        {"place": "deals[2].card_points.NS", "claimed": 10, "derived": 9},
        {"place": "deals[2].card_points.EW", "claimed": 50, "derived": 51},
        {"place": "deals[2].last_trick", "claimed": "NS", "derived": "EW"},
        {"place": "deals[2].points.EW", "claimed": 40, "derived": 42},
        {"place": "deals[3].dealer", "claimed": "W", "derived": "E"},
        {"place": "deals[3].points.NS", "claimed": 3, "derived": 0},
        {"place": "totals.EW", "claimed": 46, "derived": 47},
    ]
    assert status(found) == 1


def test_claims_that_hold_are_not_told():
    found = judged(
        {
            "dealer": "N",
            "trump": "NT",
            "leader": "E",
            "tricks": [f"E: {LEGAL[0]}", *LEGAL[1:]],
            "card_points": {"EW": 51},
            "last_trick": "EW",
            "points": {"NS": 0, "EW": 42},
        },
        {"dealer": "E", "misdeal": "wrong-count", "points": {"NS": 0}},
        totals={"EW": 42},
    )
    assert (found["claims"], status(found)) == ([], 0)


def test_what_is_claimed_of_the_play_without_rulings_is_compared():
    claimed = {"multiplier": 2, "points": {"NS": 0, "EW": 41}, "totals": {"EW": 42}}
    found = judged(
        {
            "trump": "NT",
            "dealer": "N",
            "tricks": LEGAL,
            "ruling": {"revoke": "E", "trick": 3},
            "as_played": claimed,
        },
        # Where no ruling changed anything, what was played is what there is.
        {"trump": "H", "card_points": {"NS": 31}, "as_played": {"totals": {"NS": 60}}},
    )
    assert found["claims"] == [
        {"place": "deals[0].as_played.points.EW", "claimed": 41, "derived": 42},
        {"place": "deals[1].as_played.totals.NS", "claimed": 60, "derived": 1},
    ]


@pytest.mark.parametrize(
    "claimed, place",
    [
        ({"points": {"X": 3}}, "points"),
        ({"totals": {"NS": "many"}}, "totals.NS"),
        ({"multiplier": 0}, "multiplier"),
        ([], ""),
    ],
)
def test_a_claim_of_the_play_without_rulings_that_says_nothing_is_refused(claimed, place):
    with pytest.raises(InvalidRecord) as caught:
        judged({"trump": "H", "card_points": {"NS": 31}, "as_played": claimed})
    (fault,) = caught.value.faults
    assert fault.place == f"deals[0].as_played{place and '.'}{place}"


def test_a_claim_stands_in_for_tricks_that_are_missing():
    (deal,) = judged({"trump": "H", "tricks": LEGAL[:3], "card_points": {"NS": 40}})["deals"]
    assert deal["card_points"] == {"NS": 40, "EW": 20}
    assert deal["points"] == {"NS": 10, "EW": 0}


@given(records())
def test_claiming_what_was_derived_is_no_fault(record):
    found = verdict(record)
    assert json.loads(json.dumps(found)) == found
    by_number = {deal["number"]: deal for deal in found["deals"]}
    deals = tuple(
        replace(
            deal,
            card_points=by_number[number]["card_points"] or {},
            points=by_number[number]["points"] or {},
            as_played=plain and AsPlayed(**plain),
        )
        if number in by_number
        else replace(deal, points={}, as_played=None)
        for number, deal in enumerate(record.deals, 1)
        for plain in [by_number.get(number, {}).get("as_played")]
    )
    again = verdict(replace(record, deals=deals, totals=found["totals"]))
    assert again | {"claims": []} == found | {"claims": []}
    told = ("dealer", "leader", "last_trick")
    assert all(
        claim["place"].split(".")[1].startswith((*told, "tricks[")) for claim in again["claims"]
    )
