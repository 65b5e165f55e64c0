"""The verdict on a record: the samples' figures, rulings, and what stays open."""

import json
from pathlib import Path

import pytest

from games.manille.errors import InvalidRecord
from games.manille.facts import DealRecord, Record
from games.manille.presets import PRESETS
from games.manille.record import parse_record
from games.manille.replay import replay
from games.manille.scoring import Contract
from games.manille.verdict import status, verdict
from tests.manille.documents import LEGAL, judged

RECORDS = Path(__file__).parent.parent / "records"


def sample(name):
    return verdict(parse_record((RECORDS / f"{name}.json").read_bytes()))


def illegal(deal):
    """[(trick, seat, card, due)] of a deal's illegal plays."""
    return [
        (play["trick"], play["seat"], play["card"], play["due"])
        for play in deal["plays"]
        if play["verdict"] == "illegal"
    ]


def winners(deal):
    return "".join(trick["winner"] for trick in deal["tricks"])


def test_a_misdeal_after_the_end_is_told_once():
    won = {"trump": "H", "card_points": {"NS": 60}}
    found = judged(won, {"misdeal": "exposed-card"}, rules={"preset": "west-flemish", "target": 30})
    assert [deal["number"] for deal in found["deals"]] == [1]
    assert found["misdeals"] == [{"number": 2, "dealer": "E", "kind": "exposed-card"}]


def test_a_match_told_by_its_points():
    found = sample("by-points")
    assert [deal["number"] for deal in found["deals"]] == [1, 2, 4, 5]
    assert [deal["multiplier"] for deal in found["deals"]] == [1, 4, 4, 1]
    assert [deal["points"] for deal in found["deals"]] == [
        {"NS": 8, "EW": 0},
        {"NS": 0, "EW": 0},
        {"NS": 0, "EW": 44},
        {"NS": 30, "EW": 0},
    ]
    assert [(deal["dealer"], deal["eldest"]) for deal in found["deals"]] == [
        ("N", "E"),
        ("E", "S"),
        ("S", "W"),
        ("W", "N"),
    ]
    assert found["misdeals"] == [{"number": 3, "dealer": "S", "kind": "wrong-count"}]
    assert found["deals"][2]["card_points"] == {"NS": 19, "EW": 41}
    assert found["deals"][3]["totals"] == found["totals"] == {"NS": 38, "EW": 44}
    assert (found["finished"], found["winner"], found["claims"]) == (False, None, [])
    assert status(found) == 0


def test_a_legal_deal():
    found = sample("legal-deal")
    (deal,) = found["deals"]
    assert illegal(deal) == []
    assert {play["verdict"] for play in deal["plays"]} == {"legal"}
    assert winners(deal) == "EEWWSEEE"
    assert deal["card_points"] == {"NS": 9, "EW": 51}
    assert (deal["explained"], deal["suspects"], status(found)) == (True, [], 0)


def test_a_careless_deal():
    found = sample("careless-deal")
    (deal,) = found["deals"]
    assert illegal(deal) == [
        (1, "S", "C7", ["H8"]),
        (3, "E", "H9", ["S8"]),
        (5, "E", "HT", ["S8"]),
    ]
    assert winners(deal) == "ESENEWNN"
    assert deal["card_points"] == {"NS": 28, "EW": 33}
    # Two seats broke the rules: to excuse one of them explains nothing.
    assert (deal["explained"], deal["suspects"], status(found)) == (False, [], 1)
    assert deal["plays"][1] == {
        "trick": 1,
        "seat": "S",
        "card": "C7",
        "verdict": "illegal",
        "duty": "follow",
        "due": ["H8"],
        "witness": "H8",
        "witness_trick": 2,
        "established": True,
        "seen_in": 2,
    }


def test_a_careless_deal_of_48_cards():
    found = sample("spanish-careless")
    (deal,) = found["deals"]
    assert illegal(deal) == [
        (1, "E", "S6", ["CA", "CJ"]),
        (2, "S", "S7", ["H7"]),
        (2, "E", "DQ", ["HJ", "H6", "H4"]),
        (7, "N", "S3", ["H8"]),
        (8, "N", "C3", ["H8"]),
    ]
    assert winners(deal) == "NWESWWWWNWSW"
    assert deal["card_points"] == {"NS": 13, "EW": 59}
    assert status(found) == 1


def test_the_shape_of_a_verdict():
    found = sample("legal-deal")
    assert list(found) == [
        "format",
        "version",
        "rules_id",
        "deals",
        "misdeals",
        "totals",
        "finished",
        "winner",
        "claims",
    ]
    assert (found["format"], found["version"]) == ("manille-verdict", 1)
    assert list(found["deals"][0]) == [
        "number",
        "dealer",
        "eldest",
        "multiplier",
        "card_points",
        "points",
        "totals",
        "tricks",
        "plays",
        "explained",
        "suspects",
    ]
    assert found["deals"][0]["tricks"][0] == {
        "number": 1,
        "leader": "E",
        "winner": "E",
        "card_points": 2,
    }
    assert found["deals"][0]["plays"][0] == {
        "trick": 1,
        "seat": "E",
        "card": "HQ",
        "verdict": "legal",
        "duty": "lead",
    }
    assert json.loads(json.dumps(found)) == found


def test_a_lead_out_of_turn_is_followed_and_told():
    tricks = ["HQ H7 H8 H9", "S: SK S8 CQ SJ"]
    found = judged({"dealer": "N", "trump": "NT", "tricks": tricks})
    assert [trick["leader"] for trick in found["deals"][0]["tricks"]] == ["E", "S"]
    assert found["claims"] == [{"place": "deals[0].tricks[1]", "claimed": "S", "derived": "E"}]

    found = judged({"dealer": "N", "trump": "NT", "leader": "W", "tricks": ["HQ H7 H8 H9"]})
    assert found["deals"][0]["plays"][0]["seat"] == "W"
    assert found["claims"] == [{"place": "deals[0].leader", "claimed": "W", "derived": "E"}]

    found = judged({"dealer": "N", "trump": "NT", "tricks": ["W: HQ H7 H8 H9"]})
    assert found["deals"][0]["plays"][0]["seat"] == "W"
    assert found["claims"] == [{"place": "deals[0].tricks[0]", "claimed": "W", "derived": "E"}]


def test_the_first_dealer_may_be_any_seat():
    found = judged(
        {"dealer": "S", "trump": "H", "card_points": {"NS": 40}}, {"misdeal": "abandoned"}
    )
    assert found["claims"] == []
    assert [found["deals"][0]["dealer"], found["misdeals"][0]["dealer"]] == ["S", "W"]


def test_a_ruling_stands_beside_what_was_played():
    found = judged(
        {
            "trump": "NT",
            "dealer": "N",
            "tricks": LEGAL,
            "ruling": {"revoke": "E", "trick": 3, "reason": "late"},
            "points": {"NS": 60, "EW": 0},
        },
        {"trump": "H", "card_points": {"NS": 31}},
        totals={"NS": 61},
    )
    one, two = found["deals"]
    assert one["card_points"] == {"NS": 9, "EW": 51}  # as played: the ruling has its own points
    assert (one["multiplier"], one["points"], one["totals"]) == (
        2,
        {"NS": 60, "EW": 0},
        {"NS": 60, "EW": 0},
    )
    assert one["as_played"] == {
        "multiplier": 2,
        "points": {"NS": 0, "EW": 42},
        "totals": {"NS": 0, "EW": 42},
    }
    assert two["as_played"]["totals"] == {"NS": 1, "EW": 42}
    assert (found["totals"], found["claims"]) == ({"NS": 61, "EW": 0}, [])


def test_penalties_stand_apart_from_the_points_of_a_deal():
    told = {"penalties": {"EW": -30}, "rule": "Article 7", "by": "Zoë", "reason": "talk"}
    found = judged(
        {"trump": "H", "card_points": {"NS": 31}, "points": {"NS": 1}, "ruling": told},
        {"misdeal": "wrong-count", "ruling": {"penalties": {"NS": -5}}},
        {"trump": "H", "card_points": {"NS": 31}},
        totals={"NS": -3, "EW": -30},
    )
    one, two = found["deals"]
    assert (one["points"], one["penalties"]) == ({"NS": 1, "EW": 0}, {"NS": 0, "EW": -30})
    assert one["totals"] == {"NS": 1, "EW": -30}
    assert one["as_played"]["totals"] == {"NS": 1, "EW": 0}
    assert found["misdeals"][0]["penalties"] == {"NS": -5, "EW": 0}
    assert "penalties" not in two and two["as_played"]["totals"] == {"NS": 2, "EW": 0}
    assert found["claims"] == []


def test_a_penalty_on_a_misdeal_counts_and_can_end_the_match():
    found = judged(
        {"misdeal": "abandoned", "ruling": {"points": {"EW": 120}}, "points": {"EW": 120}}
    )
    assert (found["totals"], found["claims"]) == ({"NS": 0, "EW": 120}, [])
    assert (found["finished"], found["winner"]) == (True, "EW")


def test_the_match_ends_at_the_target_exactly():
    rules = {"preset": "west-flemish", "target": 10}
    found = judged(
        {"trump": "H", "card_points": {"NS": 40}},
        {"trump": "H", "card_points": {"EW": 60}, "points": {"EW": 30}},
        rules=rules,
    )
    assert (found["finished"], found["winner"]) == (True, "NS")
    assert found["totals"] == {"NS": 10, "EW": 0}
    assert found["claims"] == [{"place": "deals[1].points.EW", "claimed": 30, "derived": 0}]


def test_what_is_not_known_is_not_guessed():
    found = judged(
        {"dealer": "N", "trump": "NT", "tricks": ["HQ H7 ?? H9", "E: SK S8"]},
        totals={"NS": 0, "EW": 0},
    )
    (deal,) = found["deals"]
    assert (deal["card_points"], deal["points"], deal["totals"]) == (None, None, {"NS": 0, "EW": 0})
    assert (deal["explained"], deal["suspects"]) == (True, [])
    assert deal["tricks"] == [
        {"number": 1, "leader": "E", "winner": None, "card_points": None},
        {"number": 2, "leader": "E", "winner": None, "card_points": None},
    ]
    assert [(play["card"], play["verdict"]) for play in deal["plays"]] == [
        ("HQ", "legal"),
        ("H7", "undecided"),
        ("??", "undecided"),
        ("H9", "undecided"),
        ("SK", "legal"),
        ("S8", "undecided"),
    ]
    assert status(found) == 0


def test_a_given_hand_shows_what_never_came_out():
    found = judged(
        {
            "dealer": "N",
            "trump": "NT",
            "hands": {"S": "ST SA S9 HT HK D7 C8 C7"},
            "tricks": ["HQ D7"],
        }
    )
    play = found["deals"][0]["plays"][1]
    assert (play["verdict"], play["duty"], play["due"]) == ("illegal", "head", ["HT", "HK"])
    assert (play["witness"], play["witness_trick"], play["established"]) == ("HT", None, False)
    assert (found["deals"][0]["explained"], status(found)) == (False, 1)


def test_a_deal_without_tricks_has_nothing_to_explain():
    (deal,) = judged({"trump": "H", "card_points": {"NS": 40}})["deals"]
    assert (deal["tricks"], deal["plays"], deal["explained"], deal["suspects"]) == (
        [],
        [],
        True,
        [],
    )


def test_where_nobody_sees_the_cards_nothing_is_judged_but_the_points():
    found = judged(
        {"dealer": "N", "trump": "H", "tricks": LEGAL, "card_points": {"NS": 1}},
        rules={"preset": "dealer-names", "talk": "aveugle"},
    )
    assert "plays are not judged" in found["unjudged"]
    assert {play["verdict"] for play in found["deals"][0]["plays"]} == {"undecided"}
    assert (found["deals"][0]["explained"], found["deals"][0]["suspects"]) == (True, [])
    assert [claim["place"] for claim in found["claims"]] == [
        "deals[0].card_points.NS",
    ]


def test_a_record_made_by_hand_is_checked_too():
    deal = DealRecord(contract=Contract("N", "H"), card_points={"NS": 61})
    with pytest.raises(InvalidRecord) as caught:
        verdict(Record(rules=PRESETS["west-flemish"], deals=(deal,)))
    assert [fault.place for fault in caught.value.faults] == ["deals[0].card_points"]


def test_each_deal_is_replayed_once_however_often_it_is_asked_for(monkeypatch):
    asked = []

    def counted(*facts):
        asked.append(facts)
        return replay(*facts)

    monkeypatch.setattr("games.manille.facts.replay", counted)
    judged(*[{"trump": "H", "tricks": ["?? ?? ?? ??"]}] * 3)
    assert len(asked) == 3
