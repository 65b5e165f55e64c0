"""Games of meetings of teams added up, by hand."""

from fractions import Fraction

from games.standings import Entry, Result, meetings, standings
from games.standings.schemes import SCHEMES

HALF = Fraction(1, 2)


def game(id, a, b, winner="", points=(None, None), kind="played", counted=True, round=1):
    return Result(id, round, a, None, b, None, winner, kind, *points, None, None, 1, 2, counted)


def forfeit(id, a, b, winner, **facts):
    return game(id, a, b, winner, kind="forfeit", **facts)


def test_games_points_and_deals_add_up():
    games = [
        game(1, "A", "B", "a", (101, 60)),
        game(5, "C", "D", "b", (40, 101)),
        game(2, "A", "B", "b", (80, 101)),
        game(3, "A", "B", "a", (101, 99)),
        game(4, "A", "B", "", (90, 90)),
    ]
    one, other = meetings(games, HALF)
    assert one == Result(
        1, 1, "A", None, "B", None, "a", "played", 372, 350, Fraction(5, 2), Fraction(3, 2), 4, 8,
        True,
    )  # fmt: skip
    assert (other.id, other.winner, other.games_a, other.games_b) == (5, "b", 0, 1)
    assert meetings(games, 0)[0].games_a == 2


def test_an_even_one_is_drawn_and_home_and_away_are_two():
    games = [
        game(1, "A", "B", "a", (9, 8)), game(2, "A", "B", "b", (8, 9)),
        game(3, "B", "A", "a", (9, 8), round=2),
    ]  # fmt: skip
    one, other = meetings(games, 0)
    assert (one.winner, one.round) == ("", 1)
    assert (other.winner, other.round, other.a) == ("a", 2, "B")


def test_it_counts_once_every_game_does():
    won, waits = game(1, "A", "B", "a", (9, 8)), game(2, "A", "B", "b", (8, 9), counted=False)
    open_ = game(2, "A", "B", kind="unplayed", counted=False)
    void = game(2, "A", "B", kind="void")
    assert not meetings([won, waits], 0)[0].counted
    assert not meetings([won, open_], 0)[0].counted
    (told,) = meetings([won, void], 0)
    assert told.counted and (told.winner, told.games_a, told.deals_a) == ("a", 1, 1)
    assert meetings([void, void], 0)[0].kind == "void"
    (told,) = meetings([open_, open_, void], 0)
    assert (told.kind, told.counted) == ("unplayed", False)


def test_forfeits_of_a_game_and_of_all():
    played = game(1, "A", "B", "b", (60, 101))
    (told,) = meetings([played, forfeit(2, "A", "B", "a"), forfeit(3, "A", "B", "")], HALF)
    assert (told.kind, told.winner, told.games_a, told.games_b) == ("played", "", 1, 1)
    assert (told.points_a, told.points_b) == (60, 101)
    all_of_it = [forfeit(1, "A", "B", "b"), forfeit(2, "A", "B", "b")]
    (told,) = meetings(all_of_it, 0)
    assert (told.kind, told.winner, told.games_a, told.points_a) == ("forfeit", "b", None, None)
    assert not meetings([all_of_it[0], all_of_it[1]._replace(counted=False)], 0)[0].counted


def test_a_league_by_hand():
    """A beats B 2:1, B beats C by forfeit, A and C part 1:1."""
    games = [
        game(1, "A", "B", "a", (101, 50)), game(2, "A", "B", "a", (101, 50)),
        game(3, "A", "B", "b", (50, 101)), forfeit(4, "B", "C", "a", round=2),
        game(5, "C", "A", "a", (101, 20), round=3), game(6, "C", "A", "b", (20, 101), round=3),
    ]  # fmt: skip
    byes = [Result(9, 1, "C", None, None, None, "a", "bye", *[None] * 6, True)]
    scheme = SCHEMES["team-league"].changed(forfeit_games=3)
    found = standings(scheme, [Entry(id) for id in "ABC"], meetings([*games, *byes], 0))
    assert [(row.rank, row.entry, *row.figures[:2]) for row in found.rows] == [
        (1, "A", 4, 3), (2, "B", 3, 4), (3, "C", 1, 1)
    ]  # fmt: skip
