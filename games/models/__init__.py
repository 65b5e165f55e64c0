"""Matches, their deals, signatures and log; clubs, their officers, people and competitions.

What happened at the table is stored; dealers, multipliers, points and totals are derived by folding
the deals through the engine (`Match.sheet`). Every change is a verb, a method of `Match` or a
function in a file of its own: it locks the match, checks, writes, and adds a row to the log, all in
one transaction.
"""

from .another import may_have_another, start_another
from .at_table import came_in_at, came_in_now, start_match_at, take_off
from .attempt import Attempt
from .claiming import claim_match, may_release, release_match
from .club import LONGEST_CLUB_NAME, Club, ClubEntry, Invitation, Membership
from .codes import reading_code, scoring_code
from .competition import LONGEST_COMPETITION_NAME, Competition
from .day import Day, Planned
from .deal import CannotRecord, Deal
from .draw import Draw, next_draw
from .effect import effect_of_change, standing_if_given_up, standing_of
from .entry import Entry, EntryNote, EntryPlayer
from .evenings import evenings_of, forfeit_the_rest, to_forfeit
from .forgetting import Forgetting, effect_of_forgetting, forget
from .formats import FORMATS, fits, partners
from .log import CompetitionChange, LogEntry, Signature
from .match import Match
from .meeting import LineUpPlace, Meeting
from .merging import Merging
from .missing import Missing, missing_in_all, missing_of, reached_in, waiting_of
from .names import LONGEST_NAME, UNNAMED, by_name, folded, looked_up, unturned
from .next_game import expected_at, next_game, start_next_game
from .played import games_of, persons
from .player import Player, Seating
from .rating import Rated, Rating
from .records import record_of, start_from_record, start_from_sources
from .round import Round
from .rule_set import LONGEST_SET_NAME, RuleSet
from .standings import every_standings, moves_of_evening, results_of, standings_of
from .table import SECRET, Table
from .user import LONGEST_ACCOUNT_NAME, CannotChange, User
from .withdrawal import (
    LeftGames,
    Withdrawal,
    effect_of_withdrawal,
    games_left,
    left_to,
    people_gone,
    round_to_take_back,
)

__all__ = [
    "FORMATS",
    "LONGEST_COMPETITION_NAME",
    "Competition",
    "CompetitionChange",
    "Day",
    "Draw",
    "Entry",
    "LineUpPlace",
    "Meeting",
    "EntryNote",
    "EntryPlayer",
    "Planned",
    "Round",
    "Table",
    "evenings_of",
    "fits",
    "Missing",
    "missing_in_all",
    "missing_of",
    "reached_in",
    "waiting_of",
    "forfeit_the_rest",
    "every_standings",
    "moves_of_evening",
    "results_of",
    "standings_of",
    "to_forfeit",
    "next_draw",
    "expected_at",
    "next_game",
    "start_next_game",
    "partners",
    "LONGEST_ACCOUNT_NAME",
    "LONGEST_CLUB_NAME",
    "LONGEST_NAME",
    "LONGEST_SET_NAME",
    "SECRET",
    "UNNAMED",
    "Attempt",
    "CannotChange",
    "CannotRecord",
    "Club",
    "ClubEntry",
    "Deal",
    "Forgetting",
    "Invitation",
    "LeftGames",
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
    "Withdrawal",
    "by_name",
    "claim_match",
    "effect_of_change",
    "effect_of_forgetting",
    "effect_of_withdrawal",
    "folded",
    "forget",
    "games_left",
    "games_of",
    "left_to",
    "people_gone",
    "persons",
    "reading_code",
    "round_to_take_back",
    "looked_up",
    "may_have_another",
    "may_release",
    "record_of",
    "release_match",
    "scoring_code",
    "standing_if_given_up",
    "standing_of",
    "start_another",
    "start_from_record",
    "start_from_sources",
    "came_in_at",
    "came_in_now",
    "start_match_at",
    "take_off",
    "unturned",
]
