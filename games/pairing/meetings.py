"""The games of a meeting of two teams: who plays whom."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.manille.errors import Fault, gettext_noop

from .field import CannotDraw
from .rounds import Id, Sides


@dataclass(frozen=True)
class Game:
    """A game of a meeting: those of one `turn`, from 1, are played at the same time."""

    turn: int
    sides: Sides


def line_up(home: Sequence[Id], guests: Sequence[Id], games: int) -> tuple[Game, ...]:
    """The `games` of a meeting of two teams, each with its pairs or players in the captain's order.

    In a turn everyone of the smaller team plays, and in the next each meets the next of the other
    team, so that nobody meets the same again before having met all. Home is the first side of every
    game. The last turn may be short.

    Raises CannotDraw if a team names nobody, or one name twice, or there is no game to play.
    """
    named = [*home, *guests]
    if not home or not guests or len(set(named)) < len(named):
        raise CannotDraw(
            Fault(gettext_noop("Both teams need players, each named once."), {}, "home")
        )
    if games < 1:
        raise CannotDraw(Fault(gettext_noop("A meeting has at least one game."), {}, "games"))
    at_once = min(len(home), len(guests))
    longer = max(len(home), len(guests))
    found = []
    for index in range(games):
        turn, place = divmod(index, at_once)
        other = (place + turn) % longer
        if len(home) > len(guests):
            one, guest = home[other], guests[place]
        else:
            one, guest = home[place], guests[other]
        found.append(Game(turn + 1, ((one,), (guest,))))
    return tuple(found)
