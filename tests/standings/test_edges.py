"""The smallest fields, what is refused, and the facts a row's working tells."""

from fractions import Fraction

import pytest

from games.standings import Entry, InvalidResults, InvalidScheme, Result, Scheme, standings
from games.standings.schemes import CLUB_SEASON, SCHEMES, SWISS_PAIRS, TEAM_LEAGUE
from games.standings.shown import shown

from .worked import entries_of, result_of, results_of, scheme_of


@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)
@pytest.mark.parametrize("people", ["", "A", "A B C D"])
def test_before_any_result_all_share_the_first_place(scheme, people):
    entries, _ = entries_of(people)
    rows = standings(scheme, entries, []).rows
    assert [(row.rank, row.tied, row.matches) for row in rows] == [
        (1, len(entries) > 1, 0) for _ in entries
    ]


def test_a_working_tells_what_counts_what_does_not_and_why():
    scheme = scheme_of("measures=league-points,difference result_cap=121 best=1")
    people, _ = entries_of("A B C(w)")
    rows = results_of("A-B 140:60 / A-B 101:90, A-B 1:0 unsigned / A-B unplayed / A-B 9:1 void")
    working = standings(scheme, people, rows).working("A")
    (counted,) = working.counted
    assert (counted.result.id, counted.opponents, counted.outcome) == (1, ("B",), "won")
    assert (counted.league_points, counted.points, counted.against) == (2, 121, 60)
    assert counted.capped
    assert [(left.result.id, left.reason) for left in working.left_out] == [
        (2, "dropped"),
        (3, "unsigned"),
        (4, "unplayed"),
        (5, "void"),
    ]
    assert [(r.evening, r.figure, r.counts) for r in working.evenings] == [
        (1, 2, True),
        (2, 2, False),
    ]
    assert [(w.measure, w.figure) for w in working.figures] == [
        ("league-points", 2),
        ("difference", 61),
    ]


def test_a_removed_result_is_told_to_the_opponent_too():
    people, _ = entries_of("A B(w)")
    table = standings(TEAM_LEAGUE, people, results_of("A-B 500:480 g4:2"))
    assert [left.reason for left in table.working("A").left_out] == ["withdrawn"]
    assert table.row_of["B"].rank is None


def test_a_tie_tells_against_whom_and_by_what_it_was_broken():
    scheme = scheme_of("measures=league-points,head-to-head,difference among_tied=league-points")
    people, _ = entries_of("A B C")
    rows = results_of("A-B 101:60 / B-C 101:0 / A-C 0:101")
    first, second = standings(scheme, people, rows).working("A").splits
    assert (first.measure, first.tied, first.parts) == ("head-to-head", *[("A", "B", "C")], (
        ("A", "B", "C"),
    ))  # fmt: skip
    assert first.figures == {"A": (2,), "B": (2,), "C": (2,)}
    assert first.results == (1, 2, 3)
    assert (second.measure, second.parts) == ("difference", (("B",), ("C",), ("A",)))


def test_what_was_not_asked_is_said():
    people, _ = entries_of("A B C D")
    scheme = scheme_of("measures=league-points,head-to-head,lot")
    splits = standings(scheme, people, results_of("A-B 80:80 / C-D 80:80")).splits
    assert [(split.measure, split.note) for split in splits] == [
        ("head-to-head", "not-all-met"),
        ("lot", "no-lot"),
    ]


@pytest.mark.parametrize(
    ("result", "sentence"),
    [
        ("A-X 101:60", "This result is of an entry that is not in the competition."),
        ("A-A 101:60", "An entry cannot meet itself."),
        ("AB-BC 101:60", "An entry cannot meet itself."),
        ("A 101:60", "A match needs two sides, a bye has one."),
        ("A-B bye", "A match needs two sides, a bye has one."),
    ],
)
def test_results_that_cannot_be_are_refused(result, sentence):
    people, _ = entries_of("A B C")
    with pytest.raises(InvalidResults) as refused:
        standings(CLUB_SEASON, people, [result_of(7, 1, result)])
    assert [(fault.message, fault.place) for fault in refused.value.faults] == [(sentence, "7")]


def test_a_partner_of_nobody_is_refused():
    row = result_of(1, 1, "A bye")._replace(b2="B")
    with pytest.raises(InvalidResults, match="a bye has one"):
        standings(CLUB_SEASON, entries_of("A B")[0], [row])


def test_a_winner_that_is_none_is_refused():
    row = result_of(1, 1, "A-B 101:60")._replace(winner="c")
    with pytest.raises(InvalidResults, match="“played” won by “c”"):
        standings(CLUB_SEASON, entries_of("A B")[0], [row])


@pytest.mark.parametrize(
    ("options", "place"),
    [
        ({"measures": ()}, "measures"),
        ({"measures": ("league-points", "luck")}, "measures"),
        ({"measures": ("league-points", "league-points")}, "measures"),
        ({"measures": ("head-to-head",)}, "measures"),
        ({"measures": ("league-points", "lot", "difference")}, "measures"),
        ({"among_tied": ("opponents",)}, "among_tied"),
        ({"win": 0.5}, "win"),
        ({"win": True}, "win"),
        ({"draw": 3}, "draw"),
        ({"forfeit_loss": 5}, "forfeit_loss"),
        ({"requested_bye": 3}, "requested_bye"),
        ({"drawn_game": 2}, "drawn_game"),
        ({"forfeit_points": (101,)}, "forfeit_points"),
        ({"result_cap": 0}, "result_cap"),
        ({"best": 2, "measures": ("league-points-mean",)}, "best"),
        ({"best": 2, "measures": ("match-points-against",)}, "best"),
        ({"cut_lowest": -1}, "cut_lowest"),
        ({"measures": ("league-points", "opponents-cut")}, "cut_lowest"),
        ({"withdrawn": "perhaps"}, "withdrawn"),
        ({"withdrawn": "by-rounds"}, "rounds"),
        ({"withdrawn_opponent": "draws"}, "rounds"),
        ({"keep_from": 0}, "keep_from"),
    ],
)
def test_schemes_that_cannot_be_are_refused_at_the_option(options, place):
    with pytest.raises(InvalidScheme) as refused:
        CLUB_SEASON.changed(**options)
    assert [fault.place for fault in refused.value.faults] == [place]
    assert all(str(fault) for fault in refused.value.faults)


@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)
def test_a_scheme_is_what_its_json_says(scheme):
    assert Scheme.from_json(scheme.to_json()) == scheme


def test_json_that_is_no_scheme_is_refused():
    options = {**SWISS_PAIRS.to_json(), "draw": "half", "luck": 1}
    del options["win"]
    with pytest.raises(InvalidScheme) as refused:
        Scheme.from_json(options)
    assert [fault.place for fault in refused.value.faults] == ["luck", "win", "draw"]


@pytest.mark.parametrize(
    ("measure", "figure", "text"),
    [
        ("league-points", Fraction(15, 2), "7½"),
        ("league-points", Fraction(-1, 2), "−½"),
        ("league-points", Fraction(1, 3), "0,33"),
        ("league-points-mean", Fraction(3, 2), "1,50"),
        ("difference", 15, "+15"),
        ("difference", -3, "−3"),
        ("difference", 0, "0"),
        ("difference-mean", Fraction(1, 8), "+0,13"),
        ("match-points-for", 1101, "1101"),
        ("head-to-head", None, "–"),
    ],
)
def test_figures_are_printed(measure, figure, text):
    assert shown(measure, figure, ",") == text


def test_plain_tuples_serve_as_well():
    row = (1, 1, "A", None, "B", None, "a", "played", 101, 60, None, None, None, None, True)
    assert standings(CLUB_SEASON, [("A", False, None), ("B", False, None)], [row]).rows == (
        standings(CLUB_SEASON, [Entry("A"), Entry("B")], [Result(*row)]).rows
    )


def test_a_working_tells_of_which_rounds_an_evening_is():
    scheme = scheme_of("measures=league-points best=1")
    people, _ = entries_of("A B")
    rows = results_of("A-B 101:60 / A-B 101:90 / A-B 101:50, B-A 101:60")
    working = standings(scheme, people, rows, evenings={1: 1, 2: 1, 3: 2}).working("A")

    assert [(each.evening, each.rounds, each.figure, each.counts) for each in working.evenings] == [
        (1, (1, 2), 4, True),
        (2, (3,), 2, False),
    ]
    assert [counted.result.id for counted in working.counted] == [1, 2]
    assert [(left.result.id, left.reason) for left in working.left_out] == [
        (3, "dropped"),
        (4, "dropped"),
    ]


@pytest.mark.parametrize("late", [0, Fraction(1, 2)])
def test_who_entered_late_and_withdrew_missed_no_round_before(late):
    options = "measures=league-points,opponents win=1 draw=1/2 rounds=4 withdrawn_opponent=draws"
    scheme = scheme_of(options).changed(late=late, withdrawn="keep")
    people = [Entry("A"), Entry("B", withdrawn=True, late_from=3)]
    table = standings(scheme, people, results_of("A bye / A bye / A-B 101:60"))
    # B lost the third round and missed the fourth.
    assert table.row_of["A"].figures[1] == 2 * late + Fraction(1, 2)


def test_a_forfeit_is_not_capped_by_what_stood_on_its_sheet():
    scheme = scheme_of("measures=league-points unplayed=forfeit").changed(
        withdrawn="keep", result_cap=121
    )
    row = result_of(1, 1, "A-B unplayed")._replace(points_a=140, points_b=90)
    (counted,) = standings(scheme, entries_of("A B(w)")[0], [row]).working("A").counted
    assert (counted.outcome, counted.points, counted.capped) == ("won", 0, False)


def test_rounds_missed_before_a_late_entry_are_among_the_best_evenings():
    scheme = scheme_of("measures=league-points,match-points-for best=2 late=3 win=2 loss=0")
    people = [Entry("A", late_from=3), Entry("B"), Entry("C")]
    rows = results_of("B-C 101:9 / B-C 101:9 / A-B 101:60 / B-A 101:90")
    table = standings(scheme, people, rows)

    # 3 league points for each of the first two rounds, 2 for the third, 0 for the fourth
    assert table.row_of["A"].figures == (6, 0)
    evenings = table.working("A").evenings
    assert [(each.evening, each.figure, each.counts) for each in evenings] == [
        (1, 3, True),
        (2, 3, True),
        (3, 2, False),
        (4, 0, False),
    ]


def test_a_bye_that_does_not_count_waits_for_its_round_and_for_no_signature():
    people, _lots = entries_of("A B C(w)")
    rows = results_of("A-B 101:60, C bye / A bye unsigned")
    table = standings(scheme_of("bye=2 withdrawn=void"), people, rows)
    assert table.row_of["A"].figures[0] == 2  # of the match alone
    assert [left.reason for left in table.working("A").left_out] == ["to-come"]
    assert [left.reason for left in table.working("C").left_out] == ["withdrawn"]
