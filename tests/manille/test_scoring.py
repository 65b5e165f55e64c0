import pytest

from games.manille.errors import ImpossibleResult
from games.manille.points import Factor, deal_points
from games.manille.presets import (
    BOTIFARRA_LLIURE,
    CLASSIC_TURNUP,
    DEALER_NAMES,
    FLEMISH_CLUB,
    MANILLEN_61,
    WEST_FLEMISH,
)
from games.manille.scoring import (
    Contract,
    Result,
    Ruling,
    check_result,
    complete_card_points,
    score,
)
from tests.manille.worked import by_side, contract_of, in_order, of_pairs, played, rule_set, table

SINGLES = CLASSIC_TURNUP.changed(seats=3, sides="singles", undealt="dealer")
ALONE = FLEMISH_CLUB.changed(seats=3, sides="singles", camps="dealer-alone", undealt="dealer")


# Worked figures, as RULES.md prints them


@pytest.mark.parametrize("row", table("rule set", "contract"), ids=" ".join)
def test_the_printed_deals_score_what_is_printed(row):
    name, contract, carried, ruling, points, multiplier, match_points = row
    rules = rule_set(name)
    card_points = in_order(rules.table.camps("N"), points)
    contract = contract_of(contract)
    kind, _, what = ruling.partition(" ")
    told = Ruling(points=by_side(rules, what)) if kind == "points" else Ruling(revoke=what)
    deal = Result("N", None, contract, card_points, ruling=None if ruling == "–" else told)
    check_result(rules, "N", deal)
    draw = rules.par
    before = [
        Result("N", None, contract, complete_card_points(rules, "N", {"NS": draw}))
        for _ in range(int(carried))
    ]
    line = score(rules, [*before, deal], "N").lines[-1]
    assert line.multiplier == int(multiplier)
    assert line.points == by_side(rules, match_points)
    if ruling == "–":
        preview = deal_points(rules, "N", contract, card_points, int(carried))
        assert preview == (line.factors, line.multiplier, line.points)


@pytest.mark.parametrize("match", sorted({row[0] for row in table("match")}))
def test_the_printed_matches_run_as_printed(match):
    rows = [row[1:] for row in table("match") if row[0] == match]
    rules = rule_set(rows[0][0])
    results = []
    for _, _, happened, *_ in rows:
        if happened.startswith("misdeal "):
            results.append(Result(misdeal=happened.split()[1]))
        else:
            contract, _, points = happened.rpartition(" ")
            dealer = score(rules, results, rows[0][1]).next_dealer
            card_points = in_order(rules.table.camps(dealer), points)
            results.append(Result(contract=contract_of(contract), card_points=card_points))
    lines = score(rules, results, rows[0][1]).lines
    for line, (_, dealer, _, multiplier, points, totals) in zip(lines, rows, strict=True):
        assert line.dealer == line.expected_dealer == dealer
        assert line.multiplier == (None if multiplier == "–" else int(multiplier))
        assert line.points == by_side(rules, points)
        assert line.totals == by_side(rules, totals)


# How a multiplier comes about


def test_a_multiplier_names_its_causes():
    results = [played("NT by N double", 30), played("NT by E double redouble", 38)]
    first, second = score(FLEMISH_CLUB, results, "N").lines
    assert first.factors == (Factor("no-trump", 2), Factor("double", 2))
    assert first.multiplier == 4
    assert second.factors == (Factor("no-trump", 2), Factor("redouble", 4), Factor("carried", 2))
    assert second.multiplier == 4  # sixteen, under the club's cap


def test_each_level_of_doubling_is_one_cause():
    causes = []
    for calls in ((), ("double",), ("double", "redouble"), ("double", "redouble", "third")):
        factors, multiplier, _ = deal_points(
            BOTIFARRA_LLIURE, "N", Contract("N", "S", calls), {"NS": 45, "EW": 27}
        )
        causes.append((factors, multiplier))
    assert causes == [
        ((), 1),
        ((Factor("double", 2),), 2),
        ((Factor("redouble", 4),), 4),
        ((Factor("third", 8),), 8),
    ]


def test_failing_doubles_by_its_own_cause():
    rules = MANILLEN_61.changed(fail_doubles=True, cap=None)
    lost = deal_points(rules, "N", Contract("E", "NT"), {"NS": 40, "EW": 21})
    assert lost == ((Factor("no-trump", 2), Factor("failed", 2)), 4, {"NS": 40, "EW": 0})
    won = deal_points(rules, "N", Contract("N", "NT"), {"NS": 40, "EW": 21})
    assert won == ((Factor("no-trump", 2),), 2, {"NS": 20, "EW": 0})


def test_a_level_deal_is_no_failure():
    rules = MANILLEN_61.changed(fail_doubles=True, last_trick=0, draw="nothing")
    assert deal_points(rules, "N", Contract("N", "H"), {"NS": 30, "EW": 30})[1] == 1


def test_points_that_need_a_declarer_or_a_bid_ask_for_it():
    auction = DEALER_NAMES.changed(trump="auction", contract="bid")
    for contract, place in ((Contract(None, "S", bid=40), "declarer"), (Contract("N", "S"), "bid")):
        with pytest.raises(ImpossibleResult) as error:
            deal_points(auction, "N", contract, {"NS": 40, "EW": 20})
        assert [fault.place for fault in error.value.faults] == [place]
        (line,) = score(auction, [Result(None, None, contract, {"NS": 40, "EW": 20})], "N").lines
        assert (line.kind, line.points) == ("unscored", {"NS": 0, "EW": 0})


def test_a_bid_only_pays_its_bidder():
    auction = SINGLES.changed(trump="auction", contract="bid", no_trump="double", cap=2)
    contract = Contract("N", "S", bid=21)
    made = {"N": 21, "E": 30, "S": 9}
    assert deal_points(auction, "N", contract, made)[2] == {"N": 1, "E": 0, "S": 0}
    failed = {"N": 19, "E": 32, "S": 9}
    assert deal_points(auction, "N", contract, failed)[2] == {"N": 0, "E": 2, "S": 2}


# Draws


def test_a_draw_doubles_the_next_deal_once_and_no_other():
    lines = of_pairs(30, 40, 40).lines
    assert [line.points["NS"] for line in lines] == [0, 20, 10]
    assert [line.carried_after for line in lines] == [1, 0, 0]


def test_a_second_draw_doubles_again_under_the_cap():
    assert [line.multiplier for line in of_pairs(30, 30, 30, 30, 31).lines] == [1, 2, 4, 8, 8]
    assert of_pairs(30, 30, 30, 30, 31).lines[-1].points == {"NS": 8, "EW": 0}
    assert of_pairs(30, 30, 30).carried == 3


def test_a_misdeal_leaves_the_carried_double_waiting():
    results = [played("H by N", 30), Result(misdeal="wrong-count"), played("H by N", 40)]
    lines = score(WEST_FLEMISH, results, "N").lines
    assert [line.carried_after for line in lines] == [1, 1, 0]
    assert lines[2].points == {"NS": 20, "EW": 0}


def test_a_deal_of_which_nothing_is_known_leaves_it_waiting_too():
    results = [played("H by N", 30), Result(contract=Contract("E", "S")), played("H by N", 40)]
    lines = score(WEST_FLEMISH, results, "N").lines
    assert [(line.kind, line.dealer, line.played) for line in lines] == [
        ("played", "N", 1),
        ("unscored", "E", 1),
        ("played", "S", 2),
    ]
    assert lines[1].multiplier == 2
    assert lines[1].card_points is None
    assert lines[2].points == {"NS": 20, "EW": 0}


def test_a_deal_that_was_given_points_unplayed_uses_it_up():
    given = Result(contract=Contract("E", "S"), ruling=Ruling(points={"NS": 1}))
    lines = score(WEST_FLEMISH, [played("H by N", 30), given, played("H by N", 40)], "N").lines
    assert [line.points["NS"] for line in lines] == [0, 1, 10]


def test_a_level_deal_with_a_bid_is_lost_not_drawn():
    rules = WEST_FLEMISH.changed(trump="auction", contract="bid")
    lines = score(rules, [played("H by N bid 31", 30), played("H by N bid 31", 40)], "N").lines
    assert [line.points for line in lines] == [{"NS": 0, "EW": 1}, {"NS": 10, "EW": 0}]


def test_after_the_last_deal_a_carried_double_lapses():
    sheet = of_pairs(40, 30, rules=WEST_FLEMISH.changed(deals=2))
    assert (sheet.finished, sheet.carried, sheet.lines[-1].carried_after) == ("deals", 0, 0)


def test_a_replayed_draw_keeps_the_dealer_and_does_not_count():
    rules = MANILLEN_61.changed(last_trick=0, deals=2)
    sheet = of_pairs(30, 30, 38, rules=rules)
    assert [line.kind for line in sheet.lines] == ["replayed", "replayed", "played"]
    assert [line.dealer for line in sheet.lines] == ["N", "N", "N"]
    assert (sheet.played, sheet.finished, sheet.next_dealer) == (1, None, "W")


def test_without_carry_or_replay_a_draw_is_nothing():
    sheet = of_pairs(30, 40, rules=CLASSIC_TURNUP)
    assert [line.points["NS"] for line in sheet.lines] == [0, 10]
    assert sheet.played == 2


# Dealers


def test_the_deal_goes_round_in_the_direction_of_play():
    assert [line.dealer for line in of_pairs(31, 31, 31, 31, 31).lines] == list("NESWN")
    lines = of_pairs(31, 31, 31, 31, 31, rules=CLASSIC_TURNUP).lines
    assert [line.dealer for line in lines] == list("NWSEN")
    assert [line.eldest for line in lines] == list("WSENW")
    sheet = of_pairs(31)
    assert (sheet.next_dealer, sheet.next_eldest) == ("E", "S")


def test_a_sheet_without_deals_knows_who_begins():
    sheet = score(CLASSIC_TURNUP, [], "S")
    assert (sheet.next_dealer, sheet.next_eldest, sheet.lines) == ("S", "E", ())
    assert sheet.totals == {"NS": 0, "EW": 0}
    assert (sheet.finished, sheet.winner, sheet.drawn, sheet.extra_deal) == (
        None,
        None,
        False,
        False,
    )


def test_a_dealer_told_is_followed_and_the_rotation_goes_on_from_there():
    lines = score(WEST_FLEMISH, [played("H by N", 31, dealer="W"), played("H by N", 31)], "N").lines
    assert [(line.expected_dealer, line.dealer) for line in lines] == [("N", "W"), ("N", "N")]


@pytest.mark.parametrize(
    ("rules", "misdeals", "dealers"),
    [
        (DEALER_NAMES, ["wrong-count", "exposed-card", "abandoned"], "NNNN"),
        (CLASSIC_TURNUP, ["wrong-count", "exposed-card", "wrong-count"], "NNWW"),
        (CLASSIC_TURNUP, ["wrong-count"] * 4, "NNWWS"),
        (FLEMISH_CLUB, ["partner-peek", "partner-peek", "wrong-count"], "NESS"),
        (DEALER_NAMES, ["partner-peek", "partner-peek"], "NNN"),
        (CLASSIC_TURNUP, ["wrong-count", "partner-peek", "wrong-count"], "NNNN"),
    ],
)
def test_a_misdeal_moves_the_dealer_as_the_rules_say(rules, misdeals, dealers):
    sheet = score(rules, [Result(misdeal=kind) for kind in misdeals], "N")
    assert "".join(line.dealer for line in sheet.lines) + sheet.next_dealer == dealers
    assert sheet.played == 0


def test_two_misdeals_are_in_a_row_only_without_a_deal_between():
    misdeal = Result(misdeal="wrong-count")
    between = [misdeal, played("H by N", 31), Result("N", "wrong-count"), played("H by N", 31)]
    assert [line.dealer for line in score(CLASSIC_TURNUP, between, "N").lines] == list("NNNN")


# Two, three and four seats


def test_the_camp_that_wins_a_deal_is_not_the_seats_that_keep_the_score():
    deals = [(38, 22), (20, 40), (30, 30), (45, 15)]
    results = []
    for alone, _ in deals:
        dealer = score(ALONE, results, "N").next_dealer
        contract = Contract(dealer, "S")
        points = complete_card_points(ALONE, dealer, {dealer: alone})
        results.append(Result(contract=contract, card_points=points))
    sheet = score(ALONE, results, "N")
    assert [line.camps for line in sheet.lines] == [
        ("N", "ES"), ("E", "NS"), ("S", "NE"), ("N", "ES"),
    ]  # fmt: skip
    assert [line.points for line in sheet.lines] == [
        {"N": 8, "E": 0, "S": 0},
        {"N": 10, "E": 0, "S": 10},
        {"N": 0, "E": 0, "S": 0},
        {"N": 30, "E": 0, "S": 0},
    ]
    assert sheet.totals == {"N": 48, "E": 0, "S": 10}


def test_card_points_of_other_camps_are_not_this_deals():
    """The dealer of an earlier deal is corrected, and with it who played alone."""
    told = Result(None, None, Contract("N", "S"), {"N": 38, "ES": 22})
    assert score(ALONE, [told], "E").lines[0].kind == "unscored"


def test_losers_of_a_dealer_alone_each_lose_what_he_gains():
    rules = ALONE.changed(loser="minus")
    points = deal_points(rules, "N", Contract("N", "S"), {"N": 38, "ES": 22})[2]
    assert points == {"N": 8, "E": -8, "S": -8}


def test_two_play_each_for_himself():
    rules = CLASSIC_TURNUP.changed(seats=2, sides="singles")
    told = [Result(None, None, Contract(None, "S"), {"N": 25, "E": 35}) for _ in range(3)]
    sheet = score(rules, told, "N")
    assert [line.dealer for line in sheet.lines] == ["N", "E", "N"]
    assert sheet.totals == {"N": 0, "E": 15}
