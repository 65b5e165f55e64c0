"""Every way there is, for small fields: what a draw is measured against."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from games.pairing import Met


def perfect_matchings(names: Sequence) -> Iterator[list[tuple]]:
    """Every way to pair the names off; their number is even."""
    if not names:
        yield []
        return
    first, *others = names
    for other in others:
        rest = [name for name in others if name != other]
        for pairs in perfect_matchings(rest):
            yield [(first, other), *pairs]


def seatings(names: Sequence, threes: int) -> Iterator[list[tuple]]:
    """Every way to put the names to tables of four and `threes` tables of three."""
    if not names:
        yield []
        return
    first, *others = names
    for size in (3, 4):
        if (size == 3 and not threes) or (size == 4 and len(names) == 3 * threes):
            continue
        for mates in combinations(others, size - 1):
            rest = [name for name in others if name not in mates]
            for tables in seatings(rest, threes - (size == 3)):
                yield [(first, *mates), *tables]


def times(history: Sequence[Met]) -> tuple[Counter, Counter, Counter, Counter]:
    """How often two were partners, opponents, and at a table in how many rounds; and in how many
    rounds one was at a table of three."""
    partners: Counter = Counter()
    opponents: Counter = Counter()
    shared = set()
    threes = set()
    for met in history:
        there = [name for side in met.sides for name in side]
        for one, other in combinations(there, 2):
            two = frozenset((one, other))
            shared.add((met.round, two))
            if any(one in side and other in side for side in met.sides):
                partners[two] += 1
            else:
                opponents[two] += 1
        if len(there) == 3:
            threes.update((met.round, name) for name in there)
    return (
        partners,
        opponents,
        Counter(two for _, two in shared),
        Counter(name for _, name in threes),
    )


def table_cost(table: Sequence, history: Sequence[Met], three_games: bool) -> tuple:
    """Threes, partners and opponents that repeat at a table, by the best sides."""
    partners, opponents, shared, threes = times(history)
    sat = sum(threes[name] for name in table) if len(table) == 3 else 0
    pairs = [frozenset(two) for two in combinations(table, 2)]
    if three_games:
        return sat, sum(shared[two] for two in pairs), 0
    if len(table) == 3:
        return sat, 0, sum(opponents[two] for two in pairs)
    return min(
        (
            0,
            partners[two] + partners[frozenset(table) - two],
            sum(opponents[each] for each in pairs if each not in (two, frozenset(table) - two)),
        )
        for two in pairs
    )


def best_seating(names: Sequence, threes: int, history: Sequence[Met], three_games: bool) -> tuple:
    """What the best seating costs, found by looking at all."""
    known: dict[tuple, tuple] = {}
    best = None
    for tables in seatings(names, threes):
        for table in tables:
            if table not in known:
                known[table] = table_cost(table, history, three_games)
        cost = tuple(map(sum, zip(*(known[table] for table in tables), strict=True)))
        if best is None or cost < best:
            best = cost
    return best
