"""What a ruling and a penalty do to the points of a match."""

import pytest

from games.manille.presets import DEALER_NAMES, FLEMISH_CLUB, MANILLEN_61, WEST_FLEMISH
from games.manille.scoring import AsPlayed, Contract, Result, Ruling, check_result, score
from tests.manille.worked import by_side, contract_of, in_order, played, rule_set, table


def test_a_revoke_gives_the_pot_and_shows_what_was_played():
    results = [played("S by N", 21, ruling=Ruling("hid a trump", revoke="W", trick=3))]
    (line,) = score(DEALER_NAMES, results, "N").lines
    assert line.card_points == {"NS": 60, "EW": 0}
    assert line.points == line.totals == {"NS": 30, "EW": 0}
    assert line.as_played == AsPlayed(1, {"NS": 0, "EW": 9}, {"NS": 0, "EW": 9})


@pytest.mark.parametrize("row", table("penalties", "rule set"), ids=" ".join)
def test_the_printed_penalties_stand_apart_as_printed(row):
    penalties, name, contract, ruling, points, match_points, totals, as_played = row
    rules = rule_set(name)
    kind, _, what = ruling.partition(" ")
    decided = {
        "revoke": {"revoke": what},
        "points": {"points": what and kind == "points" and by_side(rules, what)},
        "play": {"play_stands": True},
        "penalties": {},
    }[kind]
    told = Ruling(**decided, penalties=by_side(rules, penalties))
    deal = Result("N", None, contract_of(contract), in_order(("NS", "EW"), points), ruling=told)
    check_result(rules, "N", deal)
    sheet = score(rules, [deal], "N")
    (line,) = sheet.lines
    assert line.points == by_side(rules, match_points)
    assert line.penalties == by_side(rules, penalties)
    assert line.totals == sheet.totals == by_side(rules, totals)
    assert sheet.totals_as_played == line.as_played.totals == by_side(rules, as_played)


@pytest.mark.parametrize(
    "deal",
    [
        played("H by N", 40, ruling=Ruling(penalties={"EW": 12})),
        Result(misdeal="wrong-count", ruling=Ruling(penalties={"EW": 12})),
        Result(contract=Contract("N", "S"), ruling=Ruling(penalties={"EW": 12})),
        played("H by N", 30, ruling=Ruling(penalties={"EW": 12}, play_stands=True)),
    ],
)
def test_penalties_can_end_a_match_with_any_deal(deal):
    rules = WEST_FLEMISH.changed(target=12)
    sheet = score(rules, [deal], "N")
    assert (sheet.finished, sheet.winner) == ("target", "EW")


def test_a_penalty_can_keep_a_match_from_its_end():
    rules = WEST_FLEMISH.changed(target=10)
    ended = [played("H by N", 40), played("H by E", 40)]
    assert score(rules, ended, "N").lines[1].kind == "beyond"
    taken = [played("H by N", 40, ruling=Ruling(penalties={"NS": -1})), played("H by E", 20)]
    sheet = score(rules, taken, "N")
    assert (sheet.finished, sheet.winner, sheet.totals) == ("target", "EW", {"NS": 9, "EW": 10})
    # After the end nothing counts, penalties included.
    late = played("H by E", 40, ruling=Ruling(penalties={"NS": -5}))
    sheet = score(rules, [played("H by N", 40), late], "N")
    assert (sheet.totals, sheet.lines[1].penalties) == ({"NS": 10, "EW": 0}, {})


def test_penalties_leave_a_draw_to_be_replayed_and_carried():
    told = Ruling(penalties={"NS": -5})
    rules = MANILLEN_61.changed(last_trick=0)
    sheet = score(rules, [played("H by N", 30, ruling=told)], "N")
    assert (sheet.lines[0].kind, sheet.next_dealer, sheet.played) == ("replayed", "N", 0)
    assert sheet.totals == {"NS": -5, "EW": 0}
    sheet = score(WEST_FLEMISH, [played("H by N", 30, ruling=told), played("H by E", 40)], "N")
    assert sheet.lines[1].points == {"NS": 20, "EW": 0}
    assert sheet.totals == {"NS": 15, "EW": 0}


def test_that_the_play_stands_changes_nothing_and_does_not_end_a_timed_match():
    rules = WEST_FLEMISH.changed(target=None, minutes=10)
    for ruling in (None, Ruling(play_stands=True)):
        sheet = score(rules, [Result(misdeal="wrong-count", ruling=ruling, minute=11)], "N")
        assert (sheet.finished, sheet.lines[0].as_played) == (None, None)


def test_a_ruling_shows_in_every_total_after_it():
    results = [
        played("H by N", 30, ruling=Ruling(revoke="W")),
        played("H by E", 40),
        played("H by S", 40),
    ]
    lines = score(WEST_FLEMISH, results, "N").lines
    assert [line.points["NS"] for line in lines] == [30, 10, 10]
    assert [line.as_played.multiplier for line in lines] == [1, 2, 1]
    assert [line.as_played.points["NS"] for line in lines] == [0, 20, 10]
    assert [line.as_played.totals["NS"] for line in lines] == [0, 20, 30]


def test_a_ruling_that_changes_nothing_is_not_shown_as_a_change():
    results = [played("S by N", 60, ruling=Ruling(revoke="W")), played("S by N", 38)]
    assert [line.as_played for line in score(DEALER_NAMES, results, "N").lines] == [None, None]
    warned = [played("S by N", 21, ruling=Ruling("first time", revoke="N"))]
    assert score(DEALER_NAMES.changed(revoke="warning"), warned, "N").lines[0].as_played is None


def test_points_given_leave_the_carried_double_as_played():
    results = [played("H by N", 30, ruling=Ruling(points={"EW": 5})), played("H by E", 40)]
    lines = score(WEST_FLEMISH, results, "N").lines
    assert [line.points for line in lines] == [{"NS": 0, "EW": 5}, {"NS": 20, "EW": 0}]


def test_a_draw_that_was_given_points_is_not_played_again():
    rules = MANILLEN_61.changed(last_trick=0)
    results = [played("H by N", 30, ruling=Ruling(points={"EW": 5}))]
    sheet = score(rules, results, "N")
    assert (sheet.lines[0].kind, sheet.totals, sheet.next_dealer) == (
        "played",
        {"NS": 0, "EW": 5},
        "W",
    )


def test_a_ruling_needs_no_card_points():
    contract = Contract("N", "NT")
    results = [
        Result(contract=contract, ruling=Ruling(revoke="E")),
        Result(contract=contract, ruling=Ruling(points={"NS": 1, "EW": 2})),
        Result(contract=contract, ruling=Ruling("looked", revoke="E")),
    ]
    sheet = score(DEALER_NAMES, results[:2], "N")
    assert [line.points for line in sheet.lines] == [{"NS": 60, "EW": 0}, {"NS": 1, "EW": 2}]
    assert sheet.played == 2
    flat = score(DEALER_NAMES.changed(revoke="flat-60"), results[:1], "N")
    assert flat.totals == {"NS": 60, "EW": 0}
    warned = score(DEALER_NAMES.changed(revoke="warning"), results[2:], "N")
    assert (warned.lines[0].kind, warned.played) == ("unscored", 0)


def test_a_penalty_stands_apart_from_any_deal():
    results = [Result(misdeal="wrong-count", ruling=Ruling("on purpose", points={"EW": 30}))]
    sheet = score(WEST_FLEMISH, results, "N")
    assert sheet.lines[0].kind == "misdeal"
    assert sheet.lines[0].as_played == AsPlayed(None, {"NS": 0, "EW": 0}, {"NS": 0, "EW": 0})
    assert (sheet.totals, sheet.played, sheet.next_dealer) == ({"NS": 0, "EW": 30}, 0, "N")


def test_a_revoke_by_one_of_several_against_the_dealer_costs_them_all_the_deal():
    results = [
        Result(None, None, Contract("N", "S"), {"N": 20, "ES": 40}, None, Ruling(revoke="S"))
    ]
    alone = FLEMISH_CLUB.changed(seats=3, sides="singles", camps="dealer-alone", undealt="dealer")
    assert score(alone, results, "N").totals == {"N": 30, "E": 0, "S": 0}
