"""Who moves when a result is put right."""

from games.standings import compare, standings
from games.standings.moves import MOVES

from .worked import entries_of, results_of, scheme_of

SCHEME = scheme_of("measures=league-points")


def table(people, results):
    return standings(SCHEME, entries_of(people)[0], results_of(results))


def moves(before, after):
    return [(move.entry, move.kind, move.before, move.after) for move in compare(before, after)]


def test_nobody_moves_where_nothing_changes():
    before = table("A B C", "A-B 101:60 / A-C 101:60 / B-C 101:60")
    assert compare(before, before) == ()


def test_a_correction_tells_who_falls_and_who_rises():
    before = table("A B C", "A-B 101:60 / A-C 101:60 / B-C 101:60")
    after = table("A B C", "A-B 60:101 / A-C 60:101 / B-C 101:60")
    assert moves(before, after) == [
        ("B", "rises", 2, 1),
        ("C", "rises", 3, 2),
        ("A", "falls", 1, 3),
    ]
    fall = MOVES["falls"] % {"entry": "Bruges 2", "before": 2, "after": 5}
    assert fall == "Bruges 2 falls from place 2 to place 5."


def test_to_share_a_place_is_a_move_too():
    before = table("A B", "A-B 101:60")
    after = table("A B", "A-B 80:80")
    assert moves(before, after) == [("A", "shares", 1, 1), ("B", "rises", 2, 1)]
    assert moves(after, before) == [("A", "alone", 1, 1), ("B", "falls", 1, 2)]


def test_who_comes_and_who_leaves():
    before = table("A B", "A-B 101:60")
    after = table("A B C", "A-B 101:60 / C-A 101:60 / C-B 101:60")
    assert moves(before, after) == [
        ("C", "comes", None, 1),
        ("A", "falls", 1, 2),
        ("B", "falls", 2, 3),
    ]
    assert moves(after, before)[-1] == ("C", "leaves", 1, None)
