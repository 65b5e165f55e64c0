"""Swiss and ladder: against every pairing there is on small fields, and played to the end."""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.pairing import CannotDraw, Entrant, Met, ladder, swiss

from .exact import perfect_matchings

BYE = "nobody"


def met_before(history):
    return Counter(frozenset(side[0] for side in met.sides) for met in history)


def cost(pairs, order, worth, history, floats):
    """What a pairing costs, told anew from the rule: repeats, times, who sits out, distance,
    floats, sides. `order` is the best first; a pair with BYE is who sits out."""
    met = met_before(history)
    home = Counter(met.sides[0][0] for met in history)
    home.subtract(met.sides[1][0] for met in history)
    drift = Counter()
    for each in history:
        if each.scores and each.scores[0] != each.scores[1]:
            high = 0 if each.scores[0] > each.scores[1] else 1
            drift[each.sides[high][0]] += 1
            drift[each.sides[1 - high][0]] -= 1
    place = {each.id: index for index, each in enumerate(order)}
    repeats = again = left = apart = floated = sided = 0
    for one, other in pairs:
        if BYE in (one, other):
            (name,) = {one, other} - {BYE}
            left += len(order) - 1 - place[name]
            continue
        times = met[frozenset((one, other))]
        repeats += times > 0
        again += times
        distance = worth[one] - worth[other]
        apart += distance**2
        down = (distance > 0) - (distance < 0)
        floated += (drift[one] + down) ** 2 + (drift[other] - down) ** 2
        sided += min(
            (home[one] + 1) ** 2 + (home[other] - 1) ** 2,
            (home[one] - 1) ** 2 + (home[other] + 1) ** 2,
        )
    return repeats, again, left, apart, floated if floats else 0, sided


def pairs_of(drawn):
    return [(table.sides[0][0], table.sides[1][0]) for table in drawn.tables] + [
        (out.id, BYE) for out in drawn.out if out.why == "odd"
    ]


@st.composite
def fields(draw, most=9):
    count = draw(st.integers(2, most))
    entrants = [
        Entrant(
            name,
            rank=name,
            score=draw(st.sampled_from([0, Fraction(1, 2), 1, 2, 3])),
            byes=draw(st.sampled_from([0, 0, 1])),
        )
        for name in range(1, count + 1)
    ]
    pairs = [(a, b) for b in range(1, count + 1) for a in range(1, b)]
    history = [
        Met(
            number,
            draw(st.sampled_from([((a,), (b,)), ((b,), (a,))])),
            draw(st.sampled_from([(), (0, 0), (1, 0), (0, 2)])),
        )
        for number, (a, b) in enumerate(draw(st.lists(st.sampled_from(pairs), max_size=25)))
    ]
    return entrants, history


@settings(max_examples=150)
@given(fields(), st.booleans())
def test_no_pairing_is_better(field, is_swiss):
    entrants, history = field
    drawn = (swiss if is_swiss else ladder)(entrants, history, 7, 3)
    if is_swiss:
        order = sorted(entrants, key=lambda each: (-each.score, each.rank))
        worth = {each.id: each.score * 2 for each in order}
    else:
        order = sorted(entrants, key=lambda each: each.rank)
        worth = {each.id: place for place, each in enumerate(order)}
    names = [each.id for each in order]
    fewest = min(each.byes for each in order)
    barred = {(each.id, BYE) for each in order if each.byes > fewest}
    if len(names) % 2:
        names.append(BYE)
    best = min(
        cost(pairs, order, worth, history, is_swiss)
        for pairs in perfect_matchings(names)
        if not barred & set(pairs)
    )
    assert cost(pairs_of(drawn), order, worth, history, is_swiss) == best
    assert len(drawn.repeats) == best[0]
    assert all(
        repeat.times == met_before(history)[frozenset((repeat.one, repeat.other))]
        for repeat in drawn.repeats
    )
    assert drawn.proved


def play(draw, count, rounds, seed=0):
    """Draw and play rounds with results by chance; the rounds, and the history of all."""
    chance = random.Random(f"{count} {seed}")
    scores, byes, history, drawn = Counter(), Counter(), [], []
    for number in range(1, rounds + 1):
        order = sorted(range(count), key=lambda name: -scores[name])
        entrants = [
            Entrant(name, order.index(name) + 1, scores[name], byes=byes[name])
            for name in range(count)
        ]
        this = draw(entrants, history, number, seed)
        drawn.append(this)
        there = [name for table in this.tables for name in table.around]
        assert sorted(there + [out.id for out in this.out]) == list(range(count))
        assert len(this.byes) == count % 2
        history += [
            Met(number, table.sides, tuple(scores[side[0]] for side in table.sides))
            for table in this.tables
        ]
        for out in this.byes:
            assert byes[out.id] == min(byes[name] for name in range(count))
            byes[out.id] += 1
            scores[out.id] += 2
        for table in this.tables:
            scores[chance.choice(table.around)] += 2
    return drawn, history


@pytest.mark.parametrize("draw", [swiss, ladder])
@pytest.mark.parametrize("count", [*range(2, 25), 33, 64, 99, 120])
def test_nobody_meets_again_while_rounds_are_few(draw, count):
    """With fewer rounds than half the field, every round can be drawn without repeats: whoever is
    left has more than half of the field to meet (Dirac)."""
    drawn, _ = play(draw, count, min(4, max(1, count // 2 - 1)))
    assert not any(each.repeats for each in drawn)


@pytest.mark.parametrize("count", [3, 4, 5, 6, 7, 8, 9, 10])
@pytest.mark.parametrize("seed", range(3))
def test_played_to_exhaustion_a_repeat_comes_only_when_it_must(count, seed):
    rounds, history = play(swiss, count, 2 * count, seed)
    byes = Counter()
    for this in rounds:
        met = met_before(each for each in history if each.round < this.number)
        names = [*range(count)] + [BYE] * (count % 2)
        fewest = min(byes[name] for name in range(count))
        least = min(
            sum(met[frozenset(pair)] > 0 for pair in pairs if BYE not in pair)
            for pairs in perfect_matchings(names)
            if all(byes[one] == fewest for one, other in pairs if other == BYE)
        )
        assert len(this.repeats) == least
        byes.update(out.id for out in this.byes)
    assert any(this.repeats for this in rounds)
    assert max(byes.values(), default=0) - min(byes[name] for name in range(count)) <= 1


def test_a_repeat_is_avoided_at_any_distance():
    """All but first and last have met: 1 meets 4 whatever their scores."""
    entrants = [Entrant(1, 1, 50), Entrant(2, 2, 49), Entrant(3, 3, 1), Entrant(4, 4, 0)]
    history = [
        Met(1, ((1,), (2,))), Met(1, ((3,), (4,))),
        Met(2, ((1,), (3,))), Met(2, ((2,), (4,))),
    ]  # fmt: skip
    drawn = swiss(entrants, history, 3)
    assert {frozenset(table.around) for table in drawn.tables} == {
        frozenset((1, 4)),
        frozenset((2, 3)),
    }
    assert not drawn.repeats


def test_one_repeat_is_better_than_two_however_often_the_two_have_met():
    entrants = [Entrant(name, name) for name in (1, 2, 3, 4)]
    history = [Met(number, ((1,), (2,))) for number in range(3)]
    history += [Met(4, ((1,), (3,))), Met(4, ((2,), (4,)))]
    history += [Met(5, ((1,), (4,))), Met(5, ((2,), (3,)))]
    for draw in (swiss, ladder):
        drawn = draw(entrants, history, 6)
        assert [(each.one, each.other, each.times) for each in drawn.repeats] == [(1, 2, 3)]


def test_of_repeats_those_who_met_least():
    entrants = [Entrant(name, name) for name in (1, 2, 3, 4)]
    history = [Met(1, ((a,), (b,))) for a in (1, 2, 3) for b in range(a + 1, 5)]
    history += [Met(2, ((1,), (2,))), Met(2, ((1,), (3,)))]
    drawn = swiss(entrants, history, 6)
    assert {each.one for each in drawn.repeats} | {each.other for each in drawn.repeats} == {
        1, 2, 3, 4
    }  # fmt: skip
    assert {frozenset((each.one, each.other)) for each in drawn.repeats} == {
        frozenset((1, 4)),
        frozenset((2, 3)),
    }


def test_neighbours_meet_on_the_ladder():
    drawn = ladder([Entrant(name, name) for name in range(1, 10)])
    assert [frozenset(table.around) for table in drawn.tables] == [
        frozenset((1, 2)),
        frozenset((3, 4)),
        frozenset((5, 6)),
        frozenset((7, 8)),
    ]
    assert [(out.id, out.why) for out in drawn.out] == [(9, "odd")]


def test_the_bye_goes_to_the_lowest_who_had_none():
    entrants = [Entrant(name, name, 10 - name) for name in range(1, 6)]
    assert [out.id for out in swiss(entrants).byes] == [5]
    entrants[4] = replace(entrants[4], byes=1)
    assert [out.id for out in swiss(entrants).byes] == [4]
    had = [replace(each, byes=1) for each in entrants]
    assert [out.id for out in swiss(had).byes] == [5]


def test_nobody_has_a_second_bye_even_to_avoid_a_repeat():
    """1 has had none, and its bye leaves 2 and 3 to meet again."""
    entrants = [Entrant(1, 1), Entrant(2, 2, byes=1), Entrant(3, 3, byes=1)]
    drawn = swiss(entrants, [Met(1, ((2,), (3,)))], 4)
    assert [out.id for out in drawn.byes] == [1]
    assert [(repeat.one, repeat.other, repeat.times) for repeat in drawn.repeats] == [(2, 3, 1)]


def test_of_those_who_had_none_the_lowest_who_saves_a_repeat_sits_out():
    """Were 3 to sit out, 1 and 2 would meet again."""
    entrants = [Entrant(name, name) for name in (1, 2, 3)]
    drawn = swiss(entrants, [Met(1, ((1,), (2,)))], 2)
    assert [out.id for out in drawn.byes] == [2] and not drawn.repeats


def test_facts_of_the_round_are_kept_to():
    entrants = [
        Entrant("asks", 1, requested_bye=True),
        Entrant("absent", 2, absent=True),
        Entrant("gone", 3, withdrawn=True, requested_bye=True),
        Entrant("late", 4, late_from=3),
        Entrant("newly in", 5, late_from=2),
        Entrant("b", 6),
        Entrant("c", 7),
    ]
    drawn = swiss(entrants, number=2)
    assert {out.id: out.why for out in drawn.out} == {
        "asks": "requested",
        "absent": "absent",
        "gone": "withdrawn",
        "late": "late",
        "c": "odd",
    }
    assert {out.id for out in drawn.byes} == {"asks", "c"}
    assert {*drawn.tables[0].around} == {"newly in", "b"}


def test_a_bye_asked_for_counts_when_byes_are_given():
    entrants = [Entrant(1, 1), Entrant(2, 2), Entrant(3, 3, byes=1)]
    assert [out.id for out in swiss(entrants, number=2).byes] == [2]


@pytest.mark.parametrize("draw", [swiss, ladder])
def test_too_few_is_a_sentence(draw):
    with pytest.raises(CannotDraw, match="at least 2 entries .* has 1"):
        draw([Entrant(1), Entrant(2, absent=True)])
    with pytest.raises(CannotDraw, match="has 0"):
        draw([])


def test_one_entered_twice_is_a_sentence():
    with pytest.raises(CannotDraw, match="7 is entered twice"):
        swiss([Entrant(7), Entrant(7), Entrant(8)])


def test_scores_beyond_exact_numbers_are_a_sentence():
    entrants = [Entrant(name, score=10**20 * name) for name in range(4)]
    with pytest.raises(CannotDraw, match="too far apart"):
        swiss(entrants)


@settings(max_examples=60)
@given(fields(most=30), st.randoms(use_true_random=False), st.booleans())
def test_the_order_of_the_input_changes_nothing(field, chance, is_swiss):
    entrants, history = field
    draw = swiss if is_swiss else ladder
    entrants = [replace(each, rank=each.rank // 3) for each in entrants]
    first = draw(entrants, history, 5, "seed")
    chance.shuffle(entrants)
    chance.shuffle(history)
    assert draw(entrants, history, 5, "seed") == first


def test_the_seed_decides_between_equals():
    entrants = [Entrant(name) for name in range(20)]
    draws = {swiss(entrants, seed=seed).tables for seed in range(10)}
    assert len(draws) == 10
    assert swiss(entrants, number=1, seed=4) != swiss(entrants, number=2, seed=4)


@pytest.mark.parametrize("count", [16, 40])
def test_sides_and_floats_stay_balanced(count):
    rounds, history = play(swiss, count, 7)
    home = Counter(met.sides[0][0] for met in history)
    assert all(2 <= home[name] <= 5 for name in range(count))
    down = Counter()
    for met in history:
        if met.scores[0] != met.scores[1]:
            high = 0 if met.scores[0] > met.scores[1] else 1
            down[met.sides[high][0]] += 1
            down[met.sides[1 - high][0]] -= 1
    assert max(map(abs, down.values())) <= 3


def test_those_who_withdraw_midway_are_drawn_no_more():
    _, history = play(swiss, 11, 3)
    entrants = [Entrant(name, withdrawn=name in (2, 5)) for name in range(11)]
    drawn = swiss(entrants, history, 4)
    assert not {2, 5} & {name for table in drawn.tables for name in table.around}
    assert len(drawn.tables) == 4 and len(drawn.byes) == 1 and not drawn.repeats
