"""How long the standings of a season of 100,000 signed matches take, from the plain rows that one
query gives to the ranked rows: processor time in Python, the query not included.

Two seasons: a league of pairs (2,000 pairs, 100 rounds, one match each), and draw evenings of
individuals (2,000 players, four to a table, three matches an evening, the best 50 of 67 evenings
count), and the league under several schemes, once with matches of twelve deals, of which hardly
two end alike. Then one working, and one comparison after a correction.
"""

import random
import statistics
import time
from collections.abc import Callable

from games.standings import Entry, Scheme, compare, standings
from games.standings.schemes import (
    CLUB_SEASON,
    DRAW_EVENING,
    DUO_POOLS,
    LADDER_EVENING,
    SWISS_PAIRS,
    TEAM_LEAGUE,
)

MATCHES = 100_000
PEOPLE = 2_000
RUNS = 15

chance = random.Random(5)


def result(number: int, round: int, sides: tuple[int, int | None, int, int | None]) -> tuple:
    """A plain row, as `.values_list()` of one query would give it."""
    mine, theirs = chance.choice(((101, chance.randrange(101)), (chance.randrange(101), 101)))
    if chance.random() < 0.03:
        theirs = mine
    winner = "" if mine == theirs else "a" if mine > theirs else "b"
    deals = chance.randrange(13)
    return (
        number, round, *sides, winner, "played", mine, theirs, None, None, deals, 12 - deals, True
    )  # fmt: skip


def league() -> list[tuple]:
    rows: list[tuple] = []
    for round in range(1, MATCHES // (PEOPLE // 2) + 1):
        pairs = chance.sample(range(PEOPLE), PEOPLE)
        for a, b in zip(pairs[::2], pairs[1::2], strict=True):
            rows.append(result(len(rows), round, (a, None, b, None)))
    return rows


def twelve_deals() -> tuple[int, int]:
    """A deal brings its points to one side, sometimes doubled."""
    mine = theirs = 0
    for _ in range(12):
        deal = chance.randrange(1, 31) * chance.choice((1, 1, 1, 2))
        if chance.random() < 0.5:
            mine += deal
        else:
            theirs += deal
    return mine, theirs


def fixed_deals() -> list[tuple]:
    return [(*row[:8], *twelve_deals(), *row[10:]) for row in league()]


def evenings() -> list[tuple]:
    rows: list[tuple] = []
    round = 0
    while len(rows) < MATCHES:
        round += 1
        seats = chance.sample(range(PEOPLE), PEOPLE)
        for at in range(0, PEOPLE, 4):
            n, e, s, w = seats[at : at + 4]
            for sides in ((n, s, e, w), (n, e, s, w), (n, w, e, s)):
                rows.append(result(len(rows), round, sides))
    return rows[:MATCHES]


def show(name: str, what: Callable[[], object]) -> None:
    times = []
    for _ in range(RUNS):
        start = time.process_time()
        what()
        times.append(1000 * (time.process_time() - start))
    print(
        f"{name:<44}best {min(times):>6.1f} ms, median {statistics.median(times):>6.1f} ms, "
        f"worst {max(times):>6.1f} ms"
    )


people = [Entry(number) for number in range(PEOPLE)]
SEASONS: list[tuple[Callable[[], list[tuple]], list[tuple[str, Scheme]]]] = [
    (
        evenings,
        [
            ("individuals, draw evenings", DRAW_EVENING),
            ("individuals, best 50 evenings", DRAW_EVENING.changed(best=50)),
            ("individuals, opponents", DRAW_EVENING.changed(measures=("games-won", "opponents"))),
        ],
    ),
    (fixed_deals, [("pairs, club season, twelve deals", CLUB_SEASON)]),
    (
        league,
        [
            ("pairs, club season", CLUB_SEASON),
            ("pairs, team league (head-to-head)", TEAM_LEAGUE),
            ("pairs, duo pools (head-to-head)", DUO_POOLS),
            ("pairs, ladder evening", LADDER_EVENING),
            ("pairs, Swiss (cap 121, opponents)", SWISS_PAIRS),
        ],
    ),
]
rows: list[tuple] = []
for season, schemes in SEASONS:
    rows = season()
    for name, scheme in schemes:
        show(
            f"{name}, {len(rows):,}",
            lambda scheme=scheme, rows=rows: standings(scheme, people, rows),
        )

before = standings(CLUB_SEASON, people, rows)
show("one working", lambda: before.working(before.rows[0].entry))
corrected = [(*rows[0][:6], "b" if rows[0][6] == "a" else "a", *rows[0][7:]), *rows[1:]]
after = standings(CLUB_SEASON, people, corrected)
show("compare", lambda: compare(before, after))
