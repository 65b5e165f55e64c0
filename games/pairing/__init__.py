"""Who meets whom next: entrants and what was played before in, a round's tables out.

Pure: the standard library, `games.manille.errors` and rustworkx (weighted matching); no Django, no
clock, and no chance but a seed that is passed in. The same seed and facts give the same draw, in
whatever order the facts come. `games/PAIRING.md` tells how each case is treated, and after whom.

    field.py       Entrant, Met: what goes in; who takes part in a round, who sits it out
    rounds.py      Table, Out, Repeat, Round: what comes out
    matching.py    the perfect matching of least cost, level before level, exact
    duels.py       swiss(), ladder(): one against one, round by round
    evening.py     draw_evening(): tables of four drawn anew; the three games of a table
    seating.py     how tables are found: drawn, bettered, proved
    berger.py      round_robin(): every round at once; who joins late, who leaves
    meetings.py    line_up(): the games of a meeting of two teams
    pools.py       draw_pools(): clubs apart
    knockout.py    qualifiers(), bracket(), advance()

A season has nothing to pair: it is a list of dates.
"""

from .berger import join as join
from .berger import leave as leave
from .berger import round_robin as round_robin
from .duels import ladder as ladder
from .duels import swiss as swiss
from .evening import draw_evening as draw_evening
from .evening import three_games as three_games
from .field import CannotDraw as CannotDraw
from .field import Entrant as Entrant
from .field import Met as Met
from .knockout import Bracket as Bracket
from .knockout import Qualifier as Qualifier
from .knockout import advance as advance
from .knockout import bracket as bracket
from .knockout import qualifiers as qualifiers
from .meetings import Game as Game
from .meetings import line_up as line_up
from .pools import Pools as Pools
from .pools import draw_pools as draw_pools
from .rounds import Out as Out
from .rounds import Repeat as Repeat
from .rounds import Round as Round
from .rounds import Table as Table
