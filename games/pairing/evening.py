"""Draw evening: individuals at tables of four, drawn anew each round."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from .field import Entrant, Met, sit_out, take_part
from .rounds import Id, Repeat, Round, Sides, Table
from .seating import Past, seat


def draw_evening(
    entrants: Iterable[Entrant],
    history: Iterable[Met] = (),
    number: int = 1,
    seed: int | str = 0,
    three_games: bool = False,
    threes: bool = False,
) -> Round:
    """Round `number` of a draw evening.

    With `three_games` everyone partners everyone at the table (see the function of that name), and
    the draw avoids that two share a table again. Otherwise a table plays one game, and the draw
    avoids repeated partners before all, and then repeated opponents.

    If the number is not divisible by four, one to three sit out; or, with `threes`, so few tables
    as can be have three, each for himself, taken by those who sat at one least; and only one of
    five sits out. `history` has every game played, of three games a table all three.

    Raises CannotDraw if there is no full table.
    """
    field = take_part(entrants, number, seed, least=3 if threes else 4)
    of_three, over = table_sizes(len(field.present), threes)
    playing, byes = sit_out(field.present, over)
    ids = [each.id for each in playing]
    past = _past(ids, history, three_games)
    groups, proved = seat(past, of_three, field.chance)
    tables: list[Table] = []
    repeats: list[Repeat] = []
    field.chance.shuffle(groups)
    for group in sorted(groups, key=len, reverse=True):
        sides = [list(side) for side in past.sides(group)[1]]
        for side in sides:
            field.chance.shuffle(side)
        field.chance.shuffle(sides)
        named: Sides = tuple(tuple(ids[one] for one in side) for side in sides)
        tables.append(Table(len(tables) + 1, named))
        repeats += _repeats(past, sides, ids)
    return Round(number, tuple(tables), (*field.out, *byes), tuple(repeats), proved)


def table_sizes(players: int, threes: bool) -> tuple[int, int]:
    """How many tables have three, and how many players sit out."""
    if not threes:
        return 0, players % 4
    of_three = -players % 4
    return (of_three, 0) if 3 * of_three <= players else (0, players % 4)


def three_games(table: Table) -> tuple[Sides, ...]:
    """The games of a table at which everyone partners everyone: the first, who is the scribe, stays
    seated, the other three move on by one seat. At a table of three, everyone plays three games for
    himself and starts one of them."""
    scribe, *others = table.around
    if len(others) == 2:
        around = (scribe, *others)
        return tuple(tuple((around[(turn + seat) % 3],) for seat in range(3)) for turn in range(3))
    games: list[Sides] = []
    for _ in range(3):
        a, b, c = others
        games.append(((scribe, b), (a, c)))
        others = [c, a, b]
    return tuple(games)


def _past(ids: Sequence[Id], history: Iterable[Met], three_games: bool) -> Past:
    """What those who play have had of one another."""
    place = {id: index for index, id in enumerate(ids)}
    partners = [[0] * len(ids) for _ in ids]
    opponents = [[0] * len(ids) for _ in ids]
    shared: set[tuple[int, int, int]] = set()
    sat: set[tuple[int, int]] = set()
    for met in history:
        sides = [[place[id] for id in side if id in place] for side in met.sides]
        there = [one for side in sides for one in side]
        if len(met.sides) == 3:
            sat.update((met.round, one) for one in there)
        if three_games:
            shared.update((met.round, *two) for two in combinations(sorted(there), 2))
            continue
        for side in sides:
            for one, other in combinations(side, 2):
                partners[one][other] = partners[other][one] = partners[one][other] + 1
        for side, against in combinations(sides, 2):
            for one in side:
                for other in against:
                    opponents[one][other] = opponents[other][one] = opponents[one][other] + 1
    for _, one, other in shared:
        partners[one][other] = partners[other][one] = partners[one][other] + 1
    at_threes = [0] * len(ids)
    for _, one in sat:
        at_threes[one] += 1
    return Past(partners, opponents, at_threes, not three_games)


def _repeats(past: Past, sides: Sequence[Sequence[int]], ids: Sequence[Id]) -> list[Repeat]:
    """Who of a table had been partners, opponents or together."""
    found = []
    for place, side in enumerate(sides):
        for one in side:
            for other in (each for later in sides[place:] for each in later):
                if one == other or (other in side and side.index(other) < side.index(one)):
                    continue
                if not past.split:
                    if times := past.partners[one][other]:
                        found.append(Repeat("together", ids[one], ids[other], times))
                elif other in side:
                    if times := past.partners[one][other]:
                        found.append(Repeat("partners", ids[one], ids[other], times))
                elif times := past.opponents[one][other]:
                    found.append(Repeat("opponents", ids[one], ids[other], times))
    return found
