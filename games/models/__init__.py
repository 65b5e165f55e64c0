"""Matches, their deals, signatures and log; clubs, their officers, people and competitions.

What happened at the table is stored; dealers, multipliers, points and totals are derived by folding
the deals through the engine (`Match.sheet`). Every change is a method of `Match`, a verb: it locks
the match, checks, writes, and adds a row to the log, all in one transaction.
"""

from .club import LONGEST_CLUB_NAME, Club, ClubEntry, Invitation, Membership
from .codes import reading_code, scoring_code
from .competition import (
    FORMATS,
    LONGEST_COMPETITION_NAME,
    Competition,
    CompetitionChange,
    fits,
    partners,
)
from .deal import Deal
from .draw import Draw, next_draw
from .entry import Entry, EntryNote, EntryPlayer
from .forgetting import Forgetting, effect_of_forgetting, forget
from .imports import LONGEST_NAME
from .log import LogEntry, Signature
from .match import CannotRecord, Match
from .names import UNNAMED
from .played import games_of, persons
from .player import Merging, Player, Seating, folded
from .rating import Rated, Rating
from .round import Round
from .rule_set import LONGEST_SET_NAME, RuleSet
from .table import Table
from .user import LONGEST_ACCOUNT_NAME, CannotChange, User

__all__ = [
    "FORMATS",
    "LONGEST_COMPETITION_NAME",
    "Competition",
    "CompetitionChange",
    "Draw",
    "Entry",
    "EntryNote",
    "EntryPlayer",
    "Round",
    "Table",
    "fits",
    "next_draw",
    "partners",
    "LONGEST_ACCOUNT_NAME",
    "LONGEST_CLUB_NAME",
    "LONGEST_NAME",
    "LONGEST_SET_NAME",
    "UNNAMED",
    "CannotChange",
    "CannotRecord",
    "Club",
    "ClubEntry",
    "Deal",
    "Forgetting",
    "Invitation",
    "LogEntry",
    "Match",
    "Membership",
    "Merging",
    "Player",
    "Rated",
    "Rating",
    "RuleSet",
    "Seating",
    "Signature",
    "User",
    "effect_of_forgetting",
    "folded",
    "forget",
    "games_of",
    "persons",
    "reading_code",
    "scoring_code",
]
