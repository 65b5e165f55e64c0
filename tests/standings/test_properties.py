"""What holds of all standings; and a second, slow writing of head-to-head and best rounds."""

import random
from fractions import Fraction
from functools import cmp_to_key

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.standings import Entry, Result, by_evening, standings
from games.standings.results import REASONS
from games.standings.scheme import FEWER_IS_BETTER, MEASURES, SUMS
from games.standings.schemes import CLUB_SEASON, DRAW_EVENING

PEOPLE = range(6)
HALF = Fraction(1, 2)
MANY = settings(max_examples=150, deadline=None)


@st.composite
def results(draw, people=PEOPLE, plain=False, partners=True):
    """Results of small fields, with few different figures so that ties are common."""
    found = []
    for id in range(draw(st.integers(0, 14))):
        seats = draw(st.permutations(people))
        round = draw(st.integers(1, 4))
        kind = "played"
        if not plain:
            kind = draw(
                st.sampled_from(
                    ["played"] * 6 + ["forfeit", "bye", "requested-bye", "unplayed", "void"]
                )
            )
        a, b, a2, b2 = seats[:4]
        if not (partners and draw(st.booleans())):
            a2 = b2 = None
        points = draw(st.sampled_from([(2, 1), (1, 2), (1, 1), (3, 0), (0, 0), (-2, 1), (9, 4)]))
        winner = draw(st.sampled_from("ab")) if points[0] != points[1] else ""
        if kind in ("bye", "requested-bye"):
            b = a2 = b2 = None
            winner = ""
        counted = plain or draw(st.sampled_from([True, True, True, False]))
        games = draw(st.sampled_from([(None, None), (None, None), (4, 2)]))
        found.append(Result(id, round, a, a2, b, b2, winner, kind, *points, *games, 7, 5, counted))
    return found


@st.composite
def schemes(draw, **fixed):
    first = draw(st.sampled_from([m for m in SUMS if m not in FEWER_IS_BETTER]))
    rest = draw(st.lists(st.sampled_from([m for m in MEASURES if m != "lot"]), max_size=4))
    options = {
        "measures": tuple(dict.fromkeys([first, *rest])),
        "draw": draw(st.sampled_from([1, HALF])),
        "best": draw(st.sampled_from([None, None, 1, 2])),
        "result_cap": draw(st.sampled_from([None, 3])),
        "late": draw(st.sampled_from([0, HALF])),
        "cut_lowest": draw(st.integers(0, 2)),
        "cut_highest": 1,
        "head_to_head": draw(st.sampled_from(["again", "once"])),
        "head_to_head_when": draw(st.sampled_from(["all-met", "always"])),
        "bye_opponent": draw(st.sampled_from(["nothing", "own"])),
        "forfeit_opponent": draw(st.sampled_from(["counts", "own", "nothing"])),
        "withdrawn_opponent": draw(st.sampled_from(["as-is", "draws", "nothing"])),
        "withdrawn": draw(st.sampled_from(["void", "keep", "by-rounds"])),
        "unplayed": draw(st.sampled_from(["nothing", "forfeit"])),
        "rounds": 4,
        **fixed,
    }
    return CLUB_SEASON.changed(**options)


@st.composite
def entries(draw):
    return [
        Entry(
            id, draw(st.sampled_from([False] * 4 + [True])), draw(st.sampled_from([None, None, 3]))
        )
        for id in PEOPLE
    ]


def ranks(table):
    return {row.entry: (row.rank, row.tied, row.figures) for row in table.rows}


@given(schemes(), entries(), results())
@MANY
def test_ranks_follow_the_measures_and_equals_share_them(scheme, people, rows):
    table = standings(scheme, people, rows)
    ranked = [row for row in table.rows if row.rank is not None]
    assert sorted(row.entry for row in table.rows) == list(PEOPLE)
    for row in ranked:
        assert row.rank == 1 + sum(other.rank < row.rank for other in ranked)
        assert row.tied == (sum(other.rank == row.rank for other in ranked) > 1)
    for above, below in zip(ranked, ranked[1:], strict=False):
        for measure, a, b in zip(scheme.measures, above.figures, below.figures, strict=True):
            if measure == "head-to-head":
                break  # the first of several figures only
            if a != b:
                better = b is None or (a is not None and (a > b) != (measure in FEWER_IS_BETTER))
                assert better, measure
                assert above.rank < below.rank
                break
        else:
            assert above.rank == below.rank


@given(schemes(), entries(), results(), st.randoms(use_true_random=False))
@MANY
def test_the_order_of_what_comes_in_changes_nothing(scheme, people, rows, chance):
    before = ranks(standings(scheme, people, rows))
    chance.shuffle(rows)
    chance.shuffle(people)
    assert ranks(standings(scheme, people, [tuple(row) for row in rows])) == before


@given(schemes(), entries(), results())
@MANY
def test_what_does_not_count_may_as_well_be_missing(scheme, people, rows):
    table = standings(scheme, people, rows)
    # What a withdrawal removed still tells how many rounds were completed.
    not_counted = {result.id for result, reason in table.tally.left_out if reason != "withdrawn"}
    left = [row for row in rows if row.id not in not_counted]
    assert ranks(standings(scheme, people, left)) == ranks(table)


@given(schemes(result_cap=None, best=None, measures=SUMS), results(plain=True))
def test_points_for_and_against_balance(scheme, rows):
    people = [Entry(id) for id in PEOPLE]
    table = standings(scheme, people, rows)
    at = {measure: place for place, measure in enumerate(scheme.measures)}
    total = {m: sum(row.figures[at[m]] for row in table.rows) for m in scheme.measures}
    assert total["match-points-for"] == total["match-points-against"]
    assert total["difference"] == 0


@given(schemes(withdrawn="void", unplayed="forfeit"), entries(), results())
@MANY
def test_a_void_withdrawal_is_as_if_the_results_had_never_been(scheme, people, rows):
    gone = {entry.id for entry in people if entry.withdrawn}
    here = [entry for entry in people if not entry.withdrawn]
    without = [row for row in rows if gone.isdisjoint(row[2:6])]
    table = ranks(standings(scheme, people, rows))
    for id in gone:
        assert table.pop(id)[0] is None
    assert table == ranks(standings(scheme, here, without))


@given(schemes(), entries(), results())
@MANY
def test_every_result_and_every_figure_is_accounted_for(scheme, people, rows):
    table = standings(scheme, people, rows)
    for row in table.rows:
        working = table.working(row.entry)
        ids = [counted.result.id for counted in working.counted if counted.result.id is not None]
        left = [left.result.id for left in working.left_out if left.result.id is not None]
        assert sorted(ids + left) == [r.id for r in rows if row.entry in r[2:6]]
        assert {left.reason for left in working.left_out} <= set(REASONS)
        figures = {worked.measure: worked for worked in working.figures}
        for measure, figure in zip(scheme.measures, row.figures, strict=True):
            if measure == "head-to-head":
                continue
            worked = figures[measure]
            total = sum(term.value for term in worked.terms if term.counts)
            if worked.divisor is not None:
                assert figure == (Fraction(total, worked.divisor) if worked.divisor else None)
            else:
                assert figure == total
        assert sum(c.outcome == "won" for c in working.counted) == row.won
        if scheme.best is not None:
            assert sum(r.counts for r in working.evenings) == min(
                scheme.best, len(working.evenings)
            )
            first = sum(r.figure for r in working.evenings if r.counts)
            assert first == row.figures[0]


@given(schemes(), entries(), results())
@MANY
def test_each_parting_tells_how_two_came_apart(scheme, people, rows):
    table = standings(scheme, people, rows)
    for row in table.rows:
        for split in table.working(row.entry).splits:
            assert row.entry in split.tied
            assert sorted(id for part in split.parts for id in part) == sorted(split.tied)
            for better, worse in zip(split.parts, split.parts[1:], strict=False):
                for a in better:
                    for b in worse:
                        assert table.row_of[a].rank < table.row_of[b].rank


@given(schemes(), entries(), results(), st.dictionaries(st.integers(1, 4), st.integers(1, 3)))
@MANY
def test_the_evenings_that_count_add_up_to_the_figure(scheme, people, rows, evening_of):
    table = standings(scheme, people, rows, evenings=evening_of)
    found = by_evening(table)
    for row in table.rows:
        working = table.working(row.entry)
        held = {evening_of.get(each.result.round, each.result.round) for each in working.counted}
        count = {evening for evening, brought in found.brought[row.entry].items() if brought.counts}
        assert count == held
        added = sum(found.brought[row.entry][evening].figure for evening in count)
        assert found.totals[row.entry] == added
        if found.measure in scheme.measures:
            assert added == row.figures[scheme.measures.index(found.measure)]


@given(schemes(unplayed="forfeit", withdrawn="keep"), results())
@MANY
def test_a_match_left_unplayed_is_lost_whatever_stood_on_its_sheet(scheme, rows):
    """But for the deals that had been won until then."""
    people = [Entry(id, id == 0) for id in PEOPLE]
    forfeited = []
    for row in rows:
        if row.kind == "unplayed":
            sides = (0 in row[2:4], 0 in row[4:6])
            winner = {(True, False): "b", (False, True): "a"}.get(sides)
            if winner:
                row = row._replace(kind="forfeit", winner=winner, counted=True)
                row = row._replace(points_a=None, points_b=None, games_a=None, games_b=None)
        forfeited.append(row)
    if scheme.withdrawn_opponent != "draws":  # where a round that was forfeited is none missed
        assert ranks(standings(scheme, people, rows)) == ranks(standings(scheme, people, forfeited))


# A second writing, from the page alone


def slow_points(scheme, row, id):
    """League points and difference that a played result brings to one entry."""
    mine = id in row[2:4]
    gained, lost = (row.points_a, row.points_b) if mine else (row.points_b, row.points_a)
    won = row.winner == ("a" if mine else "b")
    league = scheme.draw if row.winner == "" else scheme.win if won else scheme.loss
    return league, gained - lost


def slow_head_to_head(scheme, rows, group):
    """The group as a list of lists, the best first."""

    def meetings(a):
        sides = [(row, row[2:4], row[4:6]) for row in rows]
        return [
            row
            for row, side, other in sides
            if (a in side and set(other) & set(group)) or (a in other and set(side) & set(group))
        ]

    def have_met(a, b):
        return any(
            (a in row[2:4] and b in row[4:6]) or (b in row[2:4] and a in row[4:6]) for row in rows
        )

    if scheme.head_to_head_when == "all-met":
        for a in group:
            for b in group:
                if a != b and not have_met(a, b):
                    return [group]

    def sub_table(a):
        own = [slow_points(scheme, row, a) for row in meetings(a)]
        return sum(league for league, _ in own), sum(difference for _, difference in own)

    def before(a, b):
        return (sub_table(b) > sub_table(a)) - (sub_table(b) < sub_table(a))

    parted = []
    for id in sorted(group, key=cmp_to_key(before)):
        if parted and sub_table(parted[-1][0]) == sub_table(id):
            parted[-1].append(id)
        else:
            parted.append([id])
    if len(parted) == 1 or scheme.head_to_head == "once":
        return parted
    return [
        part
        for group in parted
        for part in (slow_head_to_head(scheme, rows, group) if len(group) > 1 else [group])
    ]


def random_results(chance):
    found = []
    for id in range(chance.randrange(15)):
        a, b, a2, b2 = chance.sample(PEOPLE, 4)
        if chance.random() < 0.6:
            a2 = b2 = None
        points = chance.choice([(2, 1), (1, 2), (1, 1), (3, 0), (-2, 1)])
        winner = "" if points[0] == points[1] else chance.choice("ab")
        round = chance.randint(1, 4)
        found.append(
            Result(id, round, a, a2, b, b2, winner, "played", *points, None, None, None, None, True)
        )
    return found


@pytest.mark.parametrize("again", ["again", "once"])
@pytest.mark.parametrize("when", ["all-met", "always"])
@pytest.mark.parametrize("seed", range(5))
def test_head_to_head_is_what_a_second_writing_says(again, when, seed):
    scheme = CLUB_SEASON.changed(
        measures=("league-points", "head-to-head"),
        among_tied=("league-points", "difference"),
        head_to_head=again,
        head_to_head_when=when,
    )
    chance = random.Random(seed)
    for _ in range(300):
        check_head_to_head(scheme, random_results(chance))


def check_head_to_head(scheme, rows):
    table = standings(scheme, [Entry(id) for id in PEOPLE], rows)
    points = {
        id: sum(slow_points(scheme, row, id)[0] for row in rows if id in row[2:6]) for id in PEOPLE
    }
    expected = []
    for total in sorted(set(points.values()), reverse=True):
        group = [id for id in PEOPLE if points[id] == total]
        expected += slow_head_to_head(scheme, rows, group) if len(group) > 1 else [group]
    by_rank = {}
    for row in table.rows:
        by_rank.setdefault(row.rank, set()).add(row.entry)
    assert [by_rank[rank] for rank in sorted(by_rank)] == [set(group) for group in expected]


@pytest.mark.parametrize("best", [1, 2, 3])
@pytest.mark.parametrize("seed", range(5))
def test_the_best_rounds_are_what_a_second_writing_says(best, seed):
    chance = random.Random(seed)
    for _ in range(200):
        check_best_rounds(random_results(chance), best)


def check_best_rounds(rows, best):
    scheme = DRAW_EVENING.changed(
        measures=("league-points", "difference"), best=best, result_cap=None
    )
    table = standings(scheme, [Entry(id) for id in PEOPLE], rows)
    for id in PEOPLE:
        evenings = []
        for number in {row.round for row in rows if id in row[2:6]}:
            own = [slow_points(scheme, r, id) for r in rows if r.round == number and id in r[2:6]]
            league, difference = sum(x for x, _ in own), sum(x for _, x in own)
            evenings.append((-league, -difference, number))
        counted = sorted(evenings)[:best]
        expected = (-sum(e[0] for e in counted), -sum(e[1] for e in counted))
        assert table.row_of[id].figures == expected
        working = table.working(id)
        assert {r.evening for r in working.evenings if r.counts} == {e[2] for e in counted}


@given(
    schemes(best=None, withdrawn="keep", late=0),
    entries(),
    results(),
    st.integers(1, 3),
    st.dictionaries(st.integers(1, 4), st.integers(1, 3)),
)
@MANY
def test_the_best_evenings_are_those_with_the_best_standings_of_their_own(
    scheme, people, rows, best, evening_of
):
    """Each evening ranked by itself, without a thought of best ones, tells its figures; the best of
    those, added up, are the figures of all."""
    sums = [measure for measure in scheme.measures if measure in SUMS]
    scheme = scheme.changed(measures=tuple(sums))
    table = standings(scheme.changed(best=best), people, rows, evenings=evening_of)
    evenings = {}
    for row in rows:
        evenings.setdefault(evening_of.get(row.round, row.round), []).append(row)
    own = {id: [] for id in PEOPLE}
    for evening, those in evenings.items():
        alone = standings(scheme, people, those)
        for row in alone.rows:
            if alone.working(row.entry).counted:
                own[row.entry].append((evening, row.figures))

    def before(one, other):
        for measure, a, b in zip(sums, one[1], other[1], strict=True):
            if a != b:
                return -1 if (a > b) != (measure in FEWER_IS_BETTER) else 1
        return one[0] - other[0]

    for id in PEOPLE:
        counted = sorted(own[id], key=cmp_to_key(before))[:best]
        expected = tuple(sum(each) for each in zip(*(f for _evening, f in counted), strict=True))
        assert table.row_of[id].figures == (expected or (0,) * len(sums))
        told = {each.evening for each in table.working(id).evenings if each.counts}
        assert told == {evening for evening, _figures in counted}
