"""What other programs read of a verdict: every key, and every word that can stand there, as the
format names them. Keys that the format does not know are additions, which are listed apart."""

import json
import re
from itertools import islice
from pathlib import Path

import pytest
from django.core.management import call_command
from hypothesis import given

from games.manille.notation import write_hand, write_trick
from games.manille.presets import PRESETS
from games.manille.record import parse_record
from games.manille.verdict import verdict

from .enumerator import endings
from .random_records import records

RECORDS = Path(__file__).parent.parent / "records"

VERDICT = {"format", "version", "deals", "totals", "finished", "winner", "claims"}
VERDICT_ADDED = {"rules_id", "misdeals"}
DEAL = {
    *("number", "dealer", "eldest", "multiplier", "card_points", "points", "totals"),
    *("tricks", "plays", "explained", "suspects"),
}
DEAL_ADDED = {"penalties", "events", "argument"}
AS_PLAYED = {"multiplier", "points", "totals"}
TRICK = {"number", "leader", "winner", "card_points"}
PLAY = {"trick", "seat", "card", "verdict", "duty"}
ILLEGAL = {"due", "witness", "witness_trick", "established"}
ILLEGAL_ADDED = {"seen_in"}
CLAIM = {"place", "claimed", "derived"}

VERDICTS = {"legal", "illegal", "undecided"}
DUTIES = {"lead", "head", "follow", "ruff", "overtrump", "no-undertrump", "free"}
PLACE = re.compile(
    r"totals\.[NESW]+|deals\[\d+\]\."
    r"(dealer|leader|last_trick|tricks\[\d+\]|card_points\.[NESW]+|points\.[NESW]+"
    r"|as_played\.(multiplier|(points|totals)\.[NESW]+))"  # an addition of ours
)
UNKNOWN = "??"


def check(found, rules):
    """Every key of a verdict by these rules is one of the format or of the additions."""
    seats, sides = set(rules.table.seats), set(rules.table.sides)
    judged = "unjudged" not in found
    assert found.keys() - {"unjudged"} == VERDICT | VERDICT_ADDED
    assert (found["format"], found["version"]) == ("manille-verdict", 1)
    assert found["totals"].keys() == sides
    assert type(found["finished"]) is bool
    assert found["winner"] is None or (found["winner"] in sides and found["finished"])
    for claim in found["claims"]:
        assert claim.keys() == CLAIM and PLACE.fullmatch(claim["place"]), claim
        assert claim["claimed"] != claim["derived"]
    for deal in found["deals"]:
        assert deal.keys() - DEAL_ADDED - {"as_played"} == DEAL
        assert {deal["dealer"], deal["eldest"]} <= seats
        assert deal["points"] is None or deal["points"].keys() == sides
        assert deal["totals"].keys() == sides
        if "as_played" in deal:
            assert deal["as_played"].keys() == AS_PLAYED
            assert deal["as_played"] != {key: deal[key] for key in AS_PLAYED}
        if deal["card_points"]:
            assert sum(deal["card_points"].values()) == rules.pot
            assert set("".join(deal["card_points"])) == seats
        for number, trick in enumerate(deal["tricks"], start=1):
            assert trick.keys() == TRICK and trick["number"] == number
            assert trick["leader"] in seats and trick["winner"] in {None, *seats}
        for play in deal["plays"]:
            check_play(play, rules, judged)
        illegal = [play for play in deal["plays"] if play["verdict"] == "illegal"]
        assert type(deal["explained"]) is bool and not (illegal and deal["explained"])
        assert set(deal["suspects"]) <= seats and not (deal["explained"] and deal["suspects"])
        assert ("argument" in deal) == (not deal["explained"] and not illegal)


def check_play(play, rules, judged):
    cards = rules.cards.cards
    assert play["seat"] in rules.table.seats and play["card"] in {UNKNOWN, *cards}
    assert play["verdict"] in VERDICTS and play["duty"] in DUTIES
    assert play["verdict"] == "undecided" or (play["card"] != UNKNOWN and judged)
    if play["verdict"] == "illegal":
        assert play.keys() == PLAY | ILLEGAL | ILLEGAL_ADDED
        # The pack is told in that order: suits S H D C, each from the manille down.
        assert play["due"] == [card for card in cards if card in play["due"]]
        assert play["card"] not in play["due"]
        assert play["witness"] == (play["due"][0] if play["due"] else None)
        shown = play["witness_trick"]
        assert shown is None or (shown >= play["trick"] and play["witness"])
        assert type(play["established"]) is bool
    else:
        added = {"questions"} if play["verdict"] == "undecided" else set()
        assert play.keys() - added == PLAY


def told(document):
    text = json.dumps({"format": "manille-record", "version": 1} | document)
    record = parse_record(text)
    return json.loads(json.dumps(verdict(record))), record.rules


LEGAL = json.loads((RECORDS / "legal-deal.json").read_text())
COMPLETE = LEGAL["deals"][0]
PARTIAL = {"trump": "NT", "tricks": ["HQ ?? H7 C9", "S: SK S8"], "hands": {"E": "HQ HJ"}}
JOINT = {
    "dealer": "N",
    "trump": "S",
    "tricks": [
        "DJ D9 ST DT",
        "C8 CA S9 CT",
        "DA D8 HA SK",
        "SJ H8 SQ S8",
        "D7 S7 CJ HQ",
        "HT CK H7 HJ",
    ],
}
REVOKE = {"dealer": "N", "trump": "NT", "tricks": ["HQ H7 C7 H9", "E: SK S8 HA"]}


def test_a_complete_deal():
    found, rules = told({"rules": "west-flemish", "deals": [COMPLETE]})
    check(found, rules)
    deal = found["deals"][0]
    assert {play["verdict"] for play in deal["plays"]} == {"legal"} and len(deal["plays"]) == 32
    assert all(play.keys() == PLAY for play in deal["plays"])
    assert (deal["explained"], deal["suspects"]) == (True, []) and "argument" not in deal


def test_a_partial_deal():
    found, rules = told({"rules": "west-flemish", "deals": [{"dealer": "N", **PARTIAL}]})
    check(found, rules)
    deal = found["deals"][0]
    assert deal["plays"][1] == {
        "trick": 1,
        "seat": "S",
        "card": "??",
        "verdict": "undecided",
        "duty": "free",
    }
    assert deal["plays"][3]["verdict"] == "undecided" and deal["plays"][3]["questions"]
    assert deal["tricks"][0] == {"number": 1, "leader": "E", "winner": None, "card_points": None}
    assert deal["points"] is None and deal["card_points"] is None


def test_a_revoke_that_no_single_play_proves():
    found, rules = told({"rules": "west-flemish", "deals": [JOINT]})
    check(found, rules)
    deal = found["deals"][0]
    assert "illegal" not in {play["verdict"] for play in deal["plays"]}
    assert (deal["explained"], deal["suspects"]) == (False, ["N", "E", "W"])


def test_a_revoke_that_can_still_be_put_right_and_one_that_cannot():
    early, rules = told({"rules": "west-flemish", "deals": [REVOKE]})
    check(early, rules)
    [play] = [play for play in early["deals"][0]["plays"] if play["verdict"] == "illegal"]
    assert play == {
        "trick": 1,
        "seat": "W",
        "card": "C7",
        "verdict": "illegal",
        "duty": "follow",
        "due": ["HA"],
        "witness": "HA",
        "witness_trick": 2,
        "established": True,
        "seen_in": 2,
    }
    held = {"W": "C7 HA"}
    late, rules = told(
        {"rules": "west-flemish", "deals": [{**REVOKE, "tricks": ["HQ H7 C7"], "hands": held}]}
    )
    check(late, rules)
    [play] = [play for play in late["deals"][0]["plays"] if play["verdict"] == "illegal"]
    assert (play["witness"], play["witness_trick"], play["established"]) == ("HA", None, False)


def test_a_ruling_and_claims_that_differ():
    ruled = {**COMPLETE, "ruling": {"points": {"NS": 30, "EW": 0}, "reason": "R"}}
    document = {
        "rules": "west-flemish",
        "deals": [{**ruled, "points": {"NS": 29}, "last_trick": "EW", "leader": "N"}],
        "totals": {"NS": 1, "EW": 0},
    }
    found, rules = told(document)
    check(found, rules)
    assert found["deals"][0]["as_played"].keys() == AS_PLAYED
    claims = {claim["place"]: (claim["claimed"], claim["derived"]) for claim in found["claims"]}
    assert claims["deals[0].points.NS"] == (29, 30) and claims["totals.NS"] == (1, 30)
    assert claims["deals[0].leader"] == ("N", "E")


def test_the_command_says_the_same_and_refuses_what_is_no_record(capsys, tmp_path):
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    head = {"format": "manille-record", "version": 1, "rules": "west-flemish"}
    good.write_text(json.dumps(head | {"deals": [REVOKE]}))
    twice = {"dealer": "N", "trump": "S", "tricks": ["SA SK SQ SJ", "SA H7 H8 H9"]}
    bad.write_text(json.dumps(head | {"deals": [{"misdeal": "abandoned"}, twice]}))
    with pytest.raises(SystemExit) as ended:
        call_command("checkrecord", "--json", str(good))
    assert ended.value.code == 1
    assert json.loads(capsys.readouterr().out) == verdict(parse_record(good.read_text()))
    with pytest.raises(SystemExit) as ended:
        call_command("checkrecord", "--json", str(good), str(bad))
    out, err = capsys.readouterr()
    assert ended.value.code == 2
    assert json.loads(out)["file"] == str(good)
    [line] = err.splitlines()
    assert line.startswith(f"{bad}: deals[1].tricks[1]: ")


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.json")), ids=lambda path: path.stem)
def test_every_sample(path):
    record = parse_record(path.read_bytes())
    check(verdict(record), record.rules)


@given(records())
def test_any_record(record):
    check(json.loads(json.dumps(verdict(record))), record.rules)


@pytest.mark.parametrize("system", ["west-flemish", "malilla-es", "three-dealer-alone"])
def test_endings_of_every_kind(system):
    for case in islice(endings(PRESETS[system], seed=12), 100):
        removed = case.rules.removed
        deal = {
            "dealer": case.dealer,
            "trump": case.trump,
            "leader": case.leader,
            "tricks": [write_trick(trick) for trick in case.tricks],
            "hands": {seat: write_hand(hand) for seat, hand in case.hands.items()},
        }
        found, rules = told({"rules": {"preset": system, "removed": removed}, "deals": [deal]})
        check(found, rules)
