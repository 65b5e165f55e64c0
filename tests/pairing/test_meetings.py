"""The games of a meeting of two teams."""

from collections import Counter

import pytest

from games.pairing import CannotDraw, line_up


def players(game):
    return [side[0] for side in game.sides]


@pytest.mark.parametrize("home", range(1, 6))
@pytest.mark.parametrize("guests", range(1, 6))
@pytest.mark.parametrize("games", [1, 2, 3, 4, 6, 8, 12, 25, 50])
def test_nobody_plays_twice_at_once_or_meets_again_too_early(home, guests, games):
    hosts = [f"h{place}" for place in range(home)]
    others = [f"g{place}" for place in range(guests)]
    found = line_up(hosts, others, games)
    assert len(found) == games
    for turn in {game.turn for game in found}:
        there = [name for game in found if game.turn == turn for name in players(game)]
        assert len(there) == len(set(there))
    met = Counter(frozenset(players(game)) for game in found)
    assert all(len({name[0] for name in two}) == 2 for two in met)
    most, least = max(met.values()), met.total() // (home * guests)
    assert most - least <= 1


def test_six_games_of_three_pairs():
    found = line_up(["A", "B", "C"], ["x", "y", "z"], 6)
    assert [(game.turn, *players(game)) for game in found] == [
        (1, "A", "x"), (1, "B", "y"), (1, "C", "z"),
        (2, "A", "y"), (2, "B", "z"), (2, "C", "x"),
    ]  # fmt: skip


def test_what_cannot_be_a_meeting_is_a_sentence():
    for home, guests in [([], ["x"]), (["A"], []), (["A", "A"], ["x"]), (["A"], ["A"])]:
        with pytest.raises(CannotDraw, match="each named once"):
            line_up(home, guests, 2)
    with pytest.raises(CannotDraw, match="at least one game"):
        line_up(["A"], ["x"], 0)
