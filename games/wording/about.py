"""What a link shows where it is shared: for the pages that everybody may read."""

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.translation import gettext

from games.models import Club, Competition, Match, Player, Round

from .competitions import say_competition
from .figures import figure
from .lists import listed
from .matches import say_state
from .standings import Line

LEADERS = 3


class About(NamedTuple):
    """A title, and a few words."""

    title: str
    text: str


def about_club(club: Club) -> About:
    """Of the page of a club."""
    return About(club.name, gettext("Matches, competitions and ratings of this Manille club."))


def about_competition(competition: Competition) -> About:
    """Of the page of a competition, and of those that have nothing better to tell."""
    told = {"club": competition.club.name, "about": say_competition(competition)}
    return About(competition.name, gettext("%(club)s: %(about)s") % told)


def about_round(round: Round) -> About:
    """Of a round, and of its board."""
    told = {"competition": round.competition.name, "round": round.number}
    title = gettext("%(competition)s, round %(round)s") % told
    return about_competition(round.competition)._replace(title=title)


def about_standings(competition: Competition, tables: Iterable[Iterable[Line]]) -> About:
    """Of the standings: who leads, where they are one table."""
    title = gettext("%(competition)s, standings") % {"competition": competition.name}
    (first, *others) = [*tables] or [[]]
    leading = [line for line in first if line.row.rank and line.row.matches][:LEADERS]
    if others or not leading:
        return about_competition(competition)._replace(title=title)
    return About(title, listed(f"{line.row.rank}. {line.name}" for line in leading))


def about_match(match: Match) -> About:
    """Of the sheet of a match."""
    totals = match.sheet.totals
    score = "–".join(figure(totals[side]) for side in match.rules.table.sides)
    told = {"score": score, "state": say_state(match)}
    return About(str(match), gettext("%(score)s, %(state)s") % told)


def about_player(player: Player) -> About:
    """Of the page of one of a club's people."""
    told = {"club": player.club.name}
    return About(player.name, gettext("Matches, partners and rating at %(club)s.") % told)
