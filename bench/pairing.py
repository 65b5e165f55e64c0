"""How long a round takes to draw, and how many repeats are avoided.

Times are processor time of the last of some rounds, with the history of all before it, medians over
seeds. Repeats: what the draw has, what lots alone have, and, where every way can be looked through,
what the best of all has; `found` is the share of draws in which matching and exchange alone came to
the best. Histories are drawn by lot there, since those that we draw ourselves have no repeats to
avoid for many rounds.
"""

import random
import statistics
import time
from collections import Counter
from collections.abc import Callable

from games.pairing import (
    Entrant,
    Met,
    Round,
    bracket,
    draw_evening,
    draw_pools,
    ladder,
    qualifiers,
    round_robin,
    seating,
    swiss,
    three_games,
)
from games.pairing.knockout import Qualifier

FIELDS = (20, 100, 200)
ROUNDS = 7
SEEDS = 3

Draw = Callable[[list[Entrant], list[Met], int, int], Round]


def evening(three: bool, threes: bool = False) -> Draw:
    return lambda field, past, number, seed: draw_evening(field, past, number, seed, three, threes)


def played(draw: Draw, count: int, seed: int, rounds: int = ROUNDS) -> tuple[float, int, int]:
    """Rounds with results by lot: seconds of the last, repeats of all, most byes less fewest."""
    chance = random.Random(seed)
    scores: Counter[int] = Counter()
    byes: Counter[int] = Counter()
    past: list[Met] = []
    repeats = 0
    for number in range(1, rounds + 1):
        order = sorted(range(count), key=lambda name: -scores[name])
        field = [
            Entrant(name, rank, scores[name], byes=byes[name]) for rank, name in enumerate(order, 1)
        ]
        start = time.process_time()
        drawn = draw(field, past, number, seed)
        seconds = time.process_time() - start
        repeats += len(drawn.repeats)
        for out in drawn.byes:
            byes[out.id] += 1
            scores[out.id] += 2
        for table in drawn.tables:
            if len(table.sides[0]) == 1:
                past.append(Met(number, table.sides, tuple(scores[a] for (a,) in table.sides)))
            elif draw is THREE_GAMES:
                past += [Met(number, sides) for sides in three_games(table)]
            else:
                past.append(Met(number, table.sides))
        for table in drawn.tables:
            for name in chance.choice(table.sides):
                scores[name] += 2
    spread = max(byes[name] for name in range(count)) - min(byes[name] for name in range(count))
    return seconds, repeats, spread


THREE_GAMES = evening(True)
DRAWS: dict[str, Draw] = {
    "swiss": swiss,
    "ladder": ladder,
    "new draw each round": evening(False),
    "new draw, tables of three": evening(False, True),
    "three games a table": THREE_GAMES,
}


def times() -> None:
    print(f"Round {ROUNDS}, milliseconds; repeats in {ROUNDS} rounds")
    for name, draw in DRAWS.items():
        for count in FIELDS:
            runs = [played(draw, count, seed) for seed in range(SEEDS)]
            took = statistics.median(run[0] for run in runs) * 1000
            repeats = [run[1] for run in runs]
            print(f"  {name:28} {count:4} entries  {took:8.1f} ms  repeats {repeats}")
    print("All at once, milliseconds")
    for count in FIELDS:
        field = [Entrant(name, name, club=name // 5) for name in range(count)]
        pools = count // 4
        placed = [Qualifier(name, name % pools, 1 + name // pools, name) for name in range(count)]
        start = time.process_time()
        round_robin(field, double=True)
        robin = time.process_time()
        draw_pools(field)
        pooled = time.process_time()
        bracket(qualifiers(placed))
        end = time.process_time()
        print(
            f"  {count:4} entries: double round robin {(robin - start) * 1000:.1f}, "
            f"pools {(pooled - robin) * 1000:.1f}, bracket {(end - pooled) * 1000:.1f} ms"
        )


def against_the_best(count: int, rounds: int, split: bool, trials: int = 20) -> None:
    """Matching and exchange alone beside the best of all, and beside lots."""
    alone = best = lots = found = 0
    exact = seating.EXACT
    for trial in range(trials):
        chance = random.Random(trial)
        partners = [[0] * count for _ in range(count)]
        opponents = [[0] * count for _ in range(count)]
        for _ in range(rounds):
            order = chance.sample(range(count), count)
            for place in range(0, count, 4):
                a, b, c, d = order[place : place + 4]
                mates = [(a, b), (c, d)]
                foes = [(a, c), (a, d), (b, c), (b, d)]
                for one, other in mates if split else mates + foes:
                    partners[one][other] = partners[other][one] = partners[one][other] + 1
                for one, other in foes:
                    opponents[one][other] = opponents[other][one] = opponents[one][other] + 1
        past = seating.Past(partners, opponents, [0] * count, split)
        order = chance.sample(range(count), count)
        lots += repeats(past, [tuple(sorted(order[at : at + 4])) for at in range(0, count, 4)])
        seating.EXACT = 0
        mine = seating.seat(past, 0, random.Random(trial))[0]
        seating.EXACT = exact
        ideal = seating.seat(past, 0, random.Random(trial))[0]
        alone += repeats(past, mine)
        best += repeats(past, ideal)
        found += sum(map(past.cost, mine)) == sum(map(past.cost, ideal))
    kind = "new draw" if split else "three games"
    print(
        f"  {kind:12} {count:3} players, {rounds} rounds before: lots {lots / trials:6.2f}, "
        f"drawn {alone / trials:6.2f}, best {best / trials:6.2f}; found {found}/{trials}"
    )


def repeats(past: seating.Past, groups: list[seating.Group]) -> int:
    """Repeats of partners (or of two at a table) and of opponents, by the best sides of a table."""
    costs = [past.cost(group) for group in groups]
    return sum(cost // seating.BASE + cost % seating.BASE for cost in costs)


if __name__ == "__main__":
    times()
    print("Repeats a round on small fields")
    for players, before in ((8, 2), (8, 5), (12, 3), (12, 6), (16, 4), (16, 8)):
        for one_game in (True, False):
            against_the_best(players, before, one_game)
