"""The figures of people, worked by hand; no database."""

import pytest

from games.figures import (
    DealFact,
    Game,
    Streaks,
    Tally,
    against,
    facts_of,
    of_pair,
    of_person,
    streaks,
)
from games.manille.presets import PRESETS
from games.manille.scoring import Contract, Result, Ruling, score

AN, BO, CIS, DRE, EVA = range(1, 6)


def deal(trump="H", named="N", calls=0, winners="NS", open_to_double=True) -> DealFact:
    camps = ("NS", "EW") if named in "NS" else ("EW", "NS")
    declaring, opposing = camps if named else ("", "")
    return DealFact(trump, named, declaring, opposing, calls, open_to_double, winners)


def game(winner, seat="N", people=None, system="west-flemish", deals=()) -> Game:
    side = "NS" if seat in "NS" else "EW"
    return Game(system, seat, side, winner, people or {}, deals)


def test_nothing_played():
    figures = of_person([])
    assert figures.matches == Tally() and figures.matches.percent is None
    assert figures.systems == figures.seats == figures.partners == figures.named == {}
    assert figures.doubled == figures.redoubled == Tally() and figures.missed == 0
    assert figures.streaks == Streaks()


def test_matches_by_system_and_by_seat():
    games = [
        game("NS"),
        game("EW"),
        game("EW", seat="E", system="flemish-club"),
        game(None, seat="E"),
        game("NS"),
    ]
    figures = of_person(games)

    assert figures.matches == Tally(won=3, drawn=1, lost=1)
    assert figures.matches.percent == 60
    assert figures.systems == {"west-flemish": Tally(2, 1, 1), "flemish-club": Tally(1, 0, 0)}
    assert figures.seats == {"N": Tally(2, 0, 1), "E": Tally(1, 1, 0)}


@pytest.mark.parametrize(
    "won, lost, percent", [(1, 2, 33), (2, 1, 67), (1, 7, 13), (0, 3, 0), (3, 0, 100)]
)
def test_a_rate_is_rounded_half_up(won, lost, percent):
    assert Tally(won, 0, lost).percent == percent  # one of eight is 12.5


def test_partners_and_opponents_most_played_first():
    games = [
        game("NS", people={"S": CIS, "E": BO, "W": DRE}),
        game("EW", people={"S": EVA, "E": BO}),  # West is a guest
        game("NS", people={"S": EVA, "E": CIS, "W": DRE}),
    ]
    figures = of_person(games)

    assert list(figures.partners.items()) == [(EVA, Tally(1, 0, 1)), (CIS, Tally(1, 0, 0))]
    assert figures.opponents == {BO: Tally(1, 0, 1), DRE: Tally(2, 0, 0), CIS: Tally(1, 0, 0)}
    assert list(figures.opponents)[-1] == CIS
    assert against(games, BO) == Tally(1, 0, 1)
    assert against(games, EVA) == Tally()


def test_where_each_plays_alone_there_are_no_partners():
    lone = Game("alone", "E", "E", "S", {"N": AN, "S": CIS})
    figures = of_person([lone])
    assert figures.partners == {}
    assert figures.opponents == {AN: Tally(0, 0, 1), CIS: Tally(0, 0, 1)}


def test_deals_by_the_trump_that_this_player_named():
    deals = [
        deal("H", "N", winners="NS"),
        deal("H", "N", winners="EW"),
        deal("NT", "N", winners=""),
        deal("S", "S", winners="NS"),  # the partner's
        deal("D", "E", winners="NS"),
        deal("C", "", winners="NS"),  # not known who
    ]
    games = [game("NS", people={"S": CIS}, deals=deals)]

    assert of_person(games).named == {"H": Tally(1, 0, 1), "NT": Tally(0, 1, 0)}
    assert of_pair(games, CIS).named == {
        "H": Tally(1, 0, 1),
        "NT": Tally(0, 1, 0),
        "S": Tally(1, 0, 0),
    }


def test_doublings_made_and_missed():
    deals = [
        deal(named="E", calls=1, winners="NS"),  # doubled, rightly
        deal(named="W", calls=1, winners="EW"),  # doubled, wrongly
        deal(named="E", calls=2, winners="NS"),  # doubled, and redoubled against us
        deal(named="E", calls=0, winners="NS"),  # missed
        deal(named="E", calls=0, winners="EW"),  # rightly left alone
        deal(named="E", calls=0, winners=""),  # a draw would have won nothing
        deal("NT", named="E", calls=0, winners="NS", open_to_double=False),  # not allowed
        deal(named="N", calls=0, winners="NS"),  # ours: nothing to double
        deal(named="N", calls=1, winners="NS"),  # doubled by the others
        deal(named="S", calls=2, winners="EW"),  # redoubled by us, wrongly
        deal(named="", calls=1, winners="NS"),  # not known by whom
    ]
    figures = of_person([game("NS", deals=deals)])

    assert figures.doubled == Tally(won=2, lost=1)
    assert figures.redoubled == Tally(lost=1)
    assert figures.missed == 1


def test_the_other_side_sees_the_same_deals_the_other_way_round():
    deals = [deal(named="N", calls=1, winners="EW"), deal(named="S", winners="EW")]
    figures = of_person([game("EW", seat="W", deals=deals)])
    assert figures.doubled == Tally(won=1) and figures.missed == 1


@pytest.mark.parametrize(
    "outcomes, expected",
    [
        ([1, 1, -1, 1, 1, 1], Streaks(won=3, lost=1, current=3)),
        ([1, 1, 0, 1], Streaks(won=2, lost=0, current=1)),
        ([1, -1, -1], Streaks(won=1, lost=2, current=-2)),
        ([-1, 0], Streaks(won=0, lost=1, current=0)),
        ([0, 0], Streaks()),
    ],
)
def test_streaks_end_at_a_draw(outcomes, expected):
    assert streaks(outcomes) == expected


def test_pairs_count_only_what_they_played_together():
    games = [
        game("NS", people={"S": CIS}),
        game("NS", people={"S": EVA, "E": CIS}),
        game("EW", people={"S": CIS}),
    ]
    figures = of_pair(games, CIS)
    assert figures.matches == Tally(1, 0, 1)
    assert figures.streaks == Streaks(1, 1, -1)
    assert of_pair(games, BO).matches == Tally()


def facts(preset: str, *results: Result, dealer: str = "N", **rules) -> list[DealFact]:
    return facts_of(score(PRESETS[preset].changed(**rules), results, dealer))


def test_what_is_kept_of_a_signed_match():
    """West-Flemish: 60 in the pot, par 30; what did not count is left out."""
    told = facts(
        "west-flemish",
        Result(contract=Contract("N", "H"), card_points={"NS": 38, "EW": 22}),
        Result(misdeal="exposed-card"),
        Result(contract=Contract("W", "S", ("double",)), card_points={"NS": 40, "EW": 20}),
        Result(contract=Contract("E", "D"), card_points={"NS": 30, "EW": 30}),
    )
    assert told == [
        DealFact("H", "N", "NS", "EW", 0, True, "NS"),
        DealFact("S", "W", "EW", "NS", 1, True, "NS"),
        DealFact("D", "E", "EW", "NS", 0, True, ""),
    ]


def test_a_deal_counts_as_ruled():
    ruled = Ruling(reason="revoked", revoke="N")
    told = facts(
        "west-flemish",
        Result(contract=Contract("N", "H"), card_points={"NS": 38, "EW": 22}, ruling=ruled),
    )
    assert [fact.winners for fact in told] == ["EW"]


def test_nobody_names_a_trump_that_is_turned_up():
    told = facts(
        "classic-turnup", Result(contract=Contract(None, "H"), card_points={"NS": 38, "EW": 22})
    )
    assert [(fact.named, fact.winners) for fact in told] == [("", "NS")]
