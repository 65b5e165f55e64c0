"""Rankings of clubs, and across pools."""

from fractions import Fraction

import pytest

from games.standings import InvalidScheme, standings
from games.standings.separate import across_pools, club_ranking, qualified

from .worked import entries_of, results_of, scheme_of

SCHEME = scheme_of("measures=league-points,difference")


def table(people, results, scheme=SCHEME):
    return standings(scheme, entries_of(people)[0], results_of(results))


EVENING = table("A B C D E", "A-B 101:60, C-D 101:80 / A-C 101:60, B-E 101:50 / D-A 101:0")
# A 4 league points, −19; B 2, +10; C 2, −20; D 2, +80; E 0, −51
CLUBS = {"A": "Bruges", "E": "Bruges", "B": "Ghent", "D": "Ghent", "C": "Alone"}


def test_a_club_is_the_sum_of_its_best():
    rows = club_ranking(EVENING, CLUBS, 1, whole=False)
    assert [(row.rank, row.club, row.figures, row.counted, row.others) for row in rows] == [
        (1, "Bruges", (4, -19), ("A",), ("E",)),
        (2, "Ghent", (2, 80), ("D",), ("B",)),
        (3, "Alone", (2, -20), ("C",), ()),
    ]
    rows = club_ranking(EVENING, CLUBS, 2, whole=False)
    assert [(row.rank, row.club, row.figures) for row in rows] == [
        (1, "Ghent", (4, 90)),
        (2, "Bruges", (4, -70)),
        (3, "Alone", (2, -20)),
    ]


def test_a_club_with_too_few_has_no_rank_where_all_are_needed():
    rows = club_ranking(EVENING, CLUBS, 2, whole=True)
    assert [(row.rank, row.club) for row in rows] == [(1, "Ghent"), (2, "Bruges"), (None, "Alone")]


def test_equal_clubs_share_a_rank():
    level = table("A B C", "A-C 101:60 / B-C 101:60")
    rows = club_ranking(level, {"A": "X", "B": "Y", "C": "Z"}, 1, whole=False)
    assert [(row.rank, row.tied, row.club) for row in rows] == [
        (1, True, "X"),
        (1, True, "Y"),
        (3, False, "Z"),
    ]


def test_clubs_need_a_measure_that_adds_up():
    with pytest.raises(InvalidScheme):
        club_ranking(
            table("A B", "A-B 1:0", scheme_of("measures=difference-mean")), {}, 1, whole=True
        )


# Two pools: four pairs, and three. Second are B (4 points, of three matches) and F (2, of two).
FOUR = table("A B C D", "A-B 101:60, C-D 101:90 / A-C 101:60, B-D 101:1 / A-D 101:60, B-C 101:91")
THREE = table("E F G", "E-F 101:60 / E-G 101:60 / F-G 101:20")


def seconds(normalise, lots=None):
    return [
        (row.rank, row.entry, row.figures, row.left_out)
        for row in across_pools([FOUR, THREE], 2, normalise, lots)
    ]


def test_seconds_of_pools_of_different_size():
    assert seconds("as-is") == [(1, "B", (4, 69), ()), (2, "F", (2, 40), ())]
    assert seconds("mean") == [
        (1, "B", (Fraction(4, 3), 23), ()),
        (2, "F", (1, 20), ()),
    ]
    # Without the match against D, last of four: 41 lost to A, 10 won of C.
    assert seconds("equal-size") == [(1, "F", (2, 40), ()), (2, "B", (2, -31), (4,))]


def test_winners_and_best_seconds_go_on():
    found = qualified([FOUR, THREE], 1, "equal-size")
    assert (found.through, found.undecided) == (("A", "E", "F"), ())
    assert qualified([FOUR, THREE], 0, "as-is").through == ("A", "E")
    assert across_pools([], 2, "mean") == ()
    assert qualified([], 1, "mean").through == ()


def test_seconds_that_are_equal_wait_for_a_lot():
    other = table("H I J", "H-I 101:60 / H-J 101:60 / I-J 101:20")
    found = qualified([THREE, other], 1, "as-is")
    assert (found.through, found.undecided) == (("E", "H"), ("F", "I"))
    drawn = qualified([THREE, other], 1, "as-is", {"F": 2, "I": 1, "E": 1, "H": 2})
    assert (drawn.through, drawn.undecided) == (("E", "H", "I"), ())


def test_a_shared_first_place_leaves_it_open():
    level = table("H I J", "H-I 80:80 / H-J 101:60 / I-J 101:60")
    found = qualified([THREE, level], 1, "as-is")
    assert found.through == ("E",)
    assert set(found.undecided) == {"H", "I", "F"}


def test_a_shared_last_place_leaves_equal_size_open():
    level = table(
        "A B C D", "A-B 101:60, C-D 80:80 / A-C 101:60, B-D 101:60 / A-D 101:60, B-C 101:60"
    )
    (row,) = [row for row in across_pools([level, THREE], 2, "equal-size") if row.entry == "B"]
    assert row.shared
    assert row.left_out == (4, 6)
