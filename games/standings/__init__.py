"""Standings: signed results in, ranked rows out, each with its working.

Pure: standard library and `games.manille` only, no Django, clock or chance. Read
`games/STANDINGS.md` first; it tells what every option does, with worked figures that the tests
repeat.

    scheme.py    Scheme: the options and the measures, validated
    schemes.py   the named schemes
    results.py   Entry, Result: what goes in
    meetings.py  meetings(): the results of games, added up to those of meetings of teams
    packing.py   many sums in one number
    credit.py    what a result brings to each of its sides
    account.py   the results of one entry
    best.py      the evenings that count, where only the best do
    tally.py     the one pass over the results
    figures.py   each measure's figure, and its terms
    order.py     who comes before whom, head-to-head and lot included
    ranking.py   standings(), the rows and their working
    by_evening.py  by_evening(): what each evening brought, and which of them count
    moves.py     compare(): who moves when a result is put right
    separate.py  rankings of clubs, and across pools
    shown.py     figures as text
"""

from .by_evening import Brought as Brought
from .by_evening import ByEvening as ByEvening
from .by_evening import by_evening as by_evening
from .meetings import meetings as meetings
from .moves import Move as Move
from .moves import compare as compare
from .ranking import Row as Row
from .ranking import Standings as Standings
from .ranking import Working as Working
from .ranking import standings as standings
from .results import Entry as Entry
from .results import InvalidResults as InvalidResults
from .results import Result as Result
from .scheme import InvalidScheme as InvalidScheme
from .scheme import Scheme as Scheme
from .tally import removed as removed
