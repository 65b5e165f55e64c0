"""What each evening brought, and which of them count. Base is `club-season`: 2 for a win."""

from games.standings import by_evening, standings
from games.standings.by_evening import told_of_evenings
from games.standings.schemes import CLUB_SEASON

from .worked import entries_of, evenings_of, results_of, scheme_of


def told(options, entries, results):
    people, _lots = entries_of(entries)
    table = standings(
        scheme_of(options), people, results_of(results), evenings=evenings_of(options)
    )
    return by_evening(table)


def test_every_evening_has_its_sum_and_the_best_count():
    options = "measures=league-points,difference best=1 evenings=1/1/2"
    found = told(options, "A B", "A-B 101:60 / A-B 101:100 / B-A 101:50")
    assert found.measure == "league-points"
    assert found.rounds == {1: (1, 2), 2: (3,)}
    assert found.brought == {"A": {1: (4, True), 2: (0, False)}, "B": {1: (0, False), 2: (2, True)}}
    assert found.totals == {"A": 4, "B": 2}


def test_all_count_where_nothing_is_said_and_a_missed_evening_is_none():
    found = told("measures=league-points", "A B C", "A-B 101:60 / A-C 101:60, B bye / B-C 80:80")
    # Evenings that nobody tells apart are rounds; a bye of this scheme is a point.
    assert found.rounds == {1: (1,), 2: (2,), 3: (3,)}
    assert found.brought["A"] == {1: (2, True), 2: (2, True)}
    assert found.brought["B"] == {1: (0, True), 2: (1, True), 3: (1, True)}
    assert found.brought["C"] == {2: (0, True), 3: (1, True)}
    assert found.totals == {"A": 4, "B": 2, "C": 1}


def test_halves_stay_exact():
    found = told("measures=games-won drawn_game=1/2", "A B", "A-B 80:80 / A-B 101:60")
    assert [str(figure) for figure, _counts in found.brought["A"].values()] == ["1/2", "1"]
    assert str(found.totals["A"]) == "3/2"


def test_of_means_their_sums_are_told_and_of_strangers_league_points():
    for measures, measure in (
        ("difference-mean,league-points", "difference"),
        ("opponents,games-won", "games-won"),
        ("opponents", "league-points"),
    ):
        assert told_of_evenings(scheme_of(f"measures={measures}", CLUB_SEASON)) == measure


def test_whose_results_are_removed_has_no_evening_and_nobody_has_one_before_the_first():
    found = told("measures=league-points withdrawn=void", "A(w) B", "A-B 101:60")
    assert found.brought == {"A": {}, "B": {}} and found.totals == {"A": 0, "B": 0}
    assert found.rounds == {}


def test_the_totals_are_those_of_the_standings():
    options = "measures=league-points,difference best=2 evenings=1/2/2/3"
    people, _lots = entries_of("A B C D")
    results = results_of(
        "AB-CD 101:60, AC-BD 101:60 / AB-CD 60:101 / AD-BC 101:90 / AC-BD 70:101, AB-CD 101:4"
    )
    table = standings(scheme_of(options), people, results, evenings=evenings_of(options))
    found = by_evening(table)
    for row in table.rows:
        assert found.totals[row.entry] == row.figures[0]
        assert sum(counts for _figure, counts in found.brought[row.entry].values()) == 2
        working = {
            each.evening: (each.figure, each.counts) for each in table.working(row.entry).evenings
        }
        assert found.brought[row.entry] == working
