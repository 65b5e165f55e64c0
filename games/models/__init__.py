"""Matches, their deals, signatures and log.

What happened at the table is stored; dealers, multipliers, points and totals are derived by folding
the deals through the engine (`Match.sheet`). Every change is a method of `Match`, a verb: it locks
the match, checks, writes, and adds a row to the log, all in one transaction.
"""

from .deal import Deal
from .imports import LONGEST_NAME
from .log import LogEntry, Signature
from .match import CannotRecord, Match, reading_code, scoring_code
from .rule_set import LONGEST_SET_NAME, RuleSet

__all__ = [
    "LONGEST_NAME",
    "LONGEST_SET_NAME",
    "CannotRecord",
    "Deal",
    "LogEntry",
    "Match",
    "RuleSet",
    "Signature",
    "reading_code",
    "scoring_code",
]
