"""Round robin and team league: all rounds at once, by the Berger tables."""

from collections.abc import Iterable, Sequence

from games.manille.errors import Fault, gettext_noop

from .field import CannotDraw, Entrant, by_rank, lots
from .rounds import Id, Out, Round, Table, Why


def round_robin(
    entrants: Iterable[Entrant], double: bool = False, seed: int | str = 0, drawn: bool = True
) -> tuple[Round, ...]:
    """The rounds in which everyone meets everyone once, or at home and away.

    Those who have withdrawn are left out; absences and later rounds do not matter here: a match is
    then caught up, or forfeited. Numbers in the tables are drawn by lot, or given by rank. With an
    odd number, one sits out each round, each once a cycle. The first side is at home: in a single
    cycle everyone as often as away, or once more or less; in a double one, exactly as often.

    Raises CannotDraw if fewer than two take part.
    """
    order, _ = lots((each for each in entrants if not each.withdrawn), seed)
    if not drawn:
        order = by_rank(order)
    if len(order) < 2:
        raise CannotDraw(
            Fault(gettext_noop("A round robin needs at least two entries."), {}, "entrants")
        )
    first = [_cycle_round(order, index) for index in range(len(order) + len(order) % 2 - 1)]
    if not double:
        return tuple(_round(number, *each) for number, each in enumerate(first, 1))
    # Home and away turned round as they stand, some would sit on one side three times running
    # where the cycles meet; with the last two rounds of the first cycle exchanged, nobody does.
    first[-2:] = reversed(first[-2:])
    second = [_cycle_round(order, index, away=True) for index in range(len(first))]
    return tuple(_round(number, *each) for number, each in enumerate(first + second, 1))


Pairs = list[tuple[Id, Id]]


def _cycle_round(
    order: Sequence[Entrant], index: int, away: bool = False
) -> tuple[Pairs, list[Out]]:
    """Round `index` of a cycle, from 0: the last number stays and changes sides every round, the
    others go round by half the table."""
    size = len(order) + len(order) % 2
    turn = size - 1
    start = index * (size // 2) % turn
    pairs = [(start, turn) if index % 2 == 0 else (turn, start)]
    pairs += [((start + step) % turn, (start - step) % turn) for step in range(1, size // 2)]
    tables: Pairs = []
    out: list[Out] = []
    for home, guest in pairs:
        if len(order) in (home, guest):  # the number that nobody has
            out.append(Out(order[min(home, guest)].id, "odd"))
        elif away:
            tables.append((order[guest].id, order[home].id))
        else:
            tables.append((order[home].id, order[guest].id))
    return tables, out


def _round(number: int, pairs: Pairs, out: Sequence[Out]) -> Round:
    tables = (Table(place, ((home,), (guest,))) for place, (home, guest) in enumerate(pairs, 1))
    return Round(number, tuple(tables), tuple(out))


def join(rounds: Sequence[Round], newcomer: Id) -> tuple[Round, ...]:
    """The rounds with a late entry in the place of the bye, which an odd number has in each. What
    lies in the past is to be caught up. Home and guest by turns; of two meetings, one each.

    Raises CannotDraw if a round has no bye: the newcomer would need a round for every other.
    """
    if any(newcomer in {*table.around} for each in rounds for table in each.tables):
        raise CannotDraw(
            Fault(gettext_noop("%(entry)s is entered twice."), {"entry": newcomer}, "newcomer")
        )
    hosts: set[Id] = set()
    joined: list[Round] = []
    for index, each in enumerate(rounds):
        free = [out for out in each.out if out.why == "odd"]
        if not free:
            raise CannotDraw(
                Fault(
                    gettext_noop(
                        "The field is even: nobody has a bye in round %(round)s for a late entry."
                    ),
                    {"round": each.number},
                    "newcomer",
                )
            )
        host = free[0].id
        at_home = index % 2 == 0
        if any(_meets(before, host, newcomer) for before in joined):
            at_home = host not in hosts
        if at_home:
            hosts.add(host)
        sides = ((host,), (newcomer,)) if at_home else ((newcomer,), (host,))
        tables = (*each.tables, Table(len(each.tables) + 1, sides))
        out = tuple(one for one in each.out if one != free[0])
        joined.append(Round(each.number, tables, out))
    return tuple(joined)


def _meets(each: Round, one: Id, other: Id) -> bool:
    return any({(one,), (other,)} == set(table.sides) for table in each.tables)


def leave(rounds: Sequence[Round], id: Id, number: int) -> tuple[Round, ...]:
    """The rounds after `id` has withdrawn, from round `number` on: whoever would have met it sits
    out. What its earlier results are worth is for the standings to say."""
    left: list[Round] = []
    for each in rounds:
        if each.number < number:
            left.append(each)
            continue
        tables: list[Table] = []
        out: list[Out] = [one for one in each.out if one.id != id]
        for table in each.tables:
            if (id,) not in table.sides:
                tables.append(table)
                continue
            why: Why = "opponent-withdrew"
            out += [Out(side[0], why) for side in table.sides if side != (id,)]
        left.append(Round(each.number, tuple(tables), (*out, Out(id, "withdrawn"))))
    return tuple(left)
