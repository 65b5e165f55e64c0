"""Draw evenings: against every seating there is on small fields, and evenings played through."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.pairing import CannotDraw, Entrant, Met, Table, draw_evening, three_games
from games.pairing.evening import table_sizes

from .exact import best_seating, table_cost, times


def cost(drawn, history, three_games):
    """What a draw costs, told anew from its tables and their sides."""
    partners, opponents, _, threes = times(history)
    sums = [0, 0, 0]
    for table in drawn.tables:
        if three_games:
            for level, part in enumerate(table_cost(table.around, history, True)):
                sums[level] += part
            continue
        if len(table.sides) == 3:
            sums[0] += sum(threes[name] for name in table.around)
        for side in table.sides:
            sums[1] += sum(partners[frozenset(two)] for two in combinations(side, 2))
        for side, against in combinations(table.sides, 2):
            sums[2] += sum(opponents[frozenset((a, b))] for a in side for b in against)
    return tuple(sums)


def games_of(number, tables, all_three):
    """The history that a round of these tables makes."""
    return [
        Met(number, sides)
        for table in tables
        for sides in (three_games(table) if all_three else [table.sides])
    ]


def random_history(count, rounds, chance, all_three, threes):
    """Rounds at tables filled by chance alone."""
    history = []
    for number in range(rounds):
        names = chance.sample(range(count), count)
        of_three, _ = table_sizes(count, threes)
        sizes = [3] * of_three + [4] * ((count - 3 * of_three) // 4)
        for size in sizes:
            group, names = names[:size], names[size:]
            sides = ((group[0], group[1]), (group[2], group[3])) if size == 4 else None
            table = Table(1, sides or tuple((name,) for name in group))
            history += games_of(number, [table], all_three)
    return history


@settings(max_examples=30)
@given(
    st.sampled_from([(8, False), (12, False), (7, True), (9, True), (10, True), (11, True)]),
    st.integers(1, 8),
    st.booleans(),
    st.randoms(use_true_random=False),
)
def test_no_seating_is_better(size, rounds, all_three, chance):
    count, threes = size
    history = random_history(count, rounds, chance, all_three, threes)
    drawn = draw_evening([Entrant(n) for n in range(count)], history, 9, 1, all_three, threes)
    of_three, _ = table_sizes(count, threes)
    best = best_seating(tuple(range(count)), of_three, history, all_three)
    assert cost(drawn, history, all_three) == best
    assert drawn.proved
    again = Counter()
    for repeat in drawn.repeats:
        again[repeat.kind] += repeat.times
    assert again["partners"] + again["together"] == best[1]
    assert again["opponents"] == best[2]


@pytest.mark.parametrize("count", [20, 24, 40])
@pytest.mark.parametrize("all_three", [False, True])
def test_what_is_said_to_be_proved_on_a_large_field_costs_nothing_or_what_it_must(count, all_three):
    """With one round's tables as the history, a seating without repeats exists and is found."""
    entrants = [Entrant(name) for name in range(count)]
    first = draw_evening(entrants, (), 1, 1, all_three)
    history = games_of(1, first.tables, all_three)
    second = draw_evening(entrants, history, 2, 1, all_three)
    assert second.proved and not second.repeats
    assert cost(second, history, all_three) == (0, 0, 0)


@pytest.mark.parametrize("count", range(4, 61))
@pytest.mark.parametrize("threes", [False, True])
def test_everyone_sits_somewhere_once(count, threes):
    drawn = draw_evening([Entrant(name, name) for name in range(count)], threes=threes)
    there = [name for table in drawn.tables for name in table.around]
    assert sorted(there + [out.id for out in drawn.out]) == list(range(count))
    sizes = Counter(len(table.around) for table in drawn.tables)
    assert [table.number for table in drawn.tables] == list(range(1, len(drawn.tables) + 1))
    if threes and count != 5:
        assert not drawn.out and sizes[3] == -count % 4
    else:
        assert not sizes[3]
        # The lowest ranked sit out: nobody had a bye.
        assert sorted(out.id for out in drawn.byes) == list(range(count - count % 4, count))


def play(count, rounds, all_three=False, threes=False, seed=5):
    history, drawn, byes = [], [], Counter()
    for number in range(1, rounds + 1):
        entrants = [Entrant(name, byes=byes[name]) for name in range(count)]
        this = draw_evening(entrants, history, number, seed, all_three, threes)
        for out in this.byes:
            assert byes[out.id] == min(byes[name] for name in range(count))
            byes[out.id] += 1
        history += games_of(number, this.tables, all_three)
        drawn.append(this)
    return drawn, history


@pytest.mark.parametrize(
    ("count", "rounds"), [(8, 3), (12, 4), (14, 5), (20, 6), (40, 9), (120, 6)]
)
def test_an_evening_without_repeats(count, rounds):
    drawn, _ = play(count, rounds)
    assert not any(this.repeats for this in drawn)


def test_no_partner_twice_until_all_have_been_partners():
    """Eight players, seven rounds: that is as many as there are partners."""
    drawn, history = play(8, 7)
    assert not any(repeat.kind == "partners" for this in drawn for repeat in this.repeats)
    partners = times(history)[0]
    assert set(partners.values()) == {1} and len(partners) == 28


def test_tables_of_three_go_round():
    """Ten players have two tables of three a round: after five rounds everyone sat at three."""
    _, history = play(10, 5, threes=True)
    assert times(history)[3] == dict.fromkeys(range(10), 3)


def test_at_a_table_of_three_games_everyone_partners_everyone():
    games = three_games(Table(1, (("scribe", "c"), ("b", "d"))))
    partners, opponents, *_ = times([Met(1, sides) for sides in games])
    assert set(partners.values()) == {1} and len(partners) == 6
    assert set(opponents.values()) == {2} and len(opponents) == 6
    # The seats go round the table crosswise: the scribe keeps his, the others move on by one.
    around = [Table(1, sides).around for sides in games]
    assert around == [
        ("scribe", "b", "c", "d"),
        ("scribe", "d", "b", "c"),
        ("scribe", "c", "d", "b"),
    ]


def test_at_a_table_of_three_everyone_starts_once():
    games = three_games(Table(1, (("a",), ("b",), ("c",))))
    assert [sides[0] for sides in games] == [("a",), ("b",), ("c",)]
    assert all({side[0] for side in sides} == {"a", "b", "c"} for sides in games)


def test_requested_byes_and_absences():
    entrants = [Entrant(name, name) for name in range(10)]
    entrants[0] = replace(entrants[0], requested_bye=True)
    entrants[1] = replace(entrants[1], absent=True)
    drawn = draw_evening(entrants)
    assert {out.id: out.why for out in drawn.out} == {0: "requested", 1: "absent"}
    assert len(drawn.tables) == 2


@pytest.mark.parametrize(("count", "threes", "least"), [(3, False, 4), (2, True, 3), (0, False, 4)])
def test_no_full_table_is_a_sentence(count, threes, least):
    with pytest.raises(CannotDraw, match=f"at least {least} entries .* has {count}"):
        draw_evening([Entrant(name) for name in range(count)], threes=threes)


@settings(max_examples=30)
@given(
    st.integers(4, 30),
    st.integers(0, 4),
    st.booleans(),
    st.booleans(),
    st.randoms(use_true_random=False),
)
def test_the_order_of_the_input_changes_nothing(count, rounds, all_three, threes, chance):
    entrants = [Entrant(name) for name in range(count)]
    history = random_history(count - count % 4, rounds, chance, all_three, False)
    first = draw_evening(entrants, history, 5, "seed", all_three, threes)
    chance.shuffle(entrants)
    chance.shuffle(history)
    assert draw_evening(entrants, history, 5, "seed", all_three, threes) == first


def test_another_seed_is_another_draw():
    entrants = [Entrant(name) for name in range(20)]
    assert len({draw_evening(entrants, seed=seed).tables for seed in range(10)}) == 10


def test_every_pair_of_players_can_be_drawn_together():
    """The lot favours nobody: over many draws everyone has partnered everyone."""
    entrants = [Entrant(name) for name in range(8)]
    partners = Counter()
    for seed in range(280):
        for table in draw_evening(entrants, seed=seed).tables:
            partners.update(frozenset(side) for side in table.sides)
    assert len(partners) == 28
    assert min(partners.values()) > 15 and max(partners.values()) < 75


def test_what_cannot_be_proved_is_not_said_to_be(monkeypatch):
    """Seventeen rounds by chance on 20 players: repeats are sure, and beyond the bound."""
    history = random_history(20, 17, random.Random(3), True, False)
    drawn = draw_evening([Entrant(name) for name in range(20)], history, 18, 1, True)
    assert drawn.repeats and not drawn.proved
