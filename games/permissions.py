"""Who may do what: for each verb, the roles that may. Pages and verbs of models ask here only.

A role is an officer's in a club, or LINK: whoever came in by the scoring link of a match. In a
match that belongs to no club nobody but LINK may write. SELF is whoever has the account linked to
that one of the club's people; CAPTAIN, of a meeting of two teams, whoever has that of the captain.
"""

OWNER = "owner"
SECRETARY = "secretary"
REFEREE = "referee"
SCORER = "scorer"
OFFICERS = (OWNER, SECRETARY, REFEREE, SCORER)
LINK = "link"
SELF = "self"
CAPTAIN = "captain"

_EVERYBODY = frozenset(OFFICERS)
_OFFICE = frozenset({OWNER, SECRETARY})
_TABLE = frozenset({LINK, OWNER, SECRETARY, SCORER})
_WHOEVER_WRITES = _EVERYBODY | {LINK}

MATCH_VERBS = {
    "record": _TABLE,  # deals and misdeals; with their preview
    "undo": _TABLE,
    "correct": _TABLE,
    "withdraw": _TABLE,
    "sign": _TABLE,
    "give_up": _TABLE,
    "another": _TABLE,
    # The one after it at its table of a competition. Whoever scores one game there scores the next.
    "next_game": _TABLE,
    "cards": _WHOEVER_WRITES,
    "events": _WHOEVER_WRITES,
    "appeal": _WHOEVER_WRITES,
    "rule": frozenset({LINK, OWNER, REFEREE}),
    "reopen": _WHOEVER_WRITES,
    # A signed match of a club that leaves corrections to its officers; and once its window is over.
    "reopen_signed": frozenset({OWNER, SECRETARY, REFEREE}),
    "reopen_late": _OFFICE,
    # The scoring link stays with whoever was shown it, even when they leave the club.
    "hand_on": frozenset({LINK, OWNER, SECRETARY}),
    "claim": frozenset({LINK}),  # and "claim_into" the club
    "release": _OFFICE,  # from the club, to the guests who have its links
}
"""What is done to a match. `Match.verb_to_reopen` tells which of the three reopens one."""

CLUB_VERBS = {
    "see": _EVERYBODY,  # what a club does not show to everybody
    "see_people": _EVERYBODY,
    "see_officers": _EVERYBODY,
    "leave": _EVERYBODY,
    "start": _EVERYBODY,
    "claim_into": _EVERYBODY,
    "add_player": _EVERYBODY,
    "rename_player": _OFFICE,
    "merge_players": _OFFICE,
    "invite_player": _OFFICE,
    "hide_player": _OFFICE | {SELF},  # from the public; and show again
    "forget_player": _OFFICE,
    "invite": _OFFICE,
    "change_role": _OFFICE,
    # To make an owner, or to make another officer of one.
    "change_owner": frozenset({OWNER}),
    "change_settings": frozenset({OWNER}),
    "back_up": frozenset({OWNER}),  # all that the club owns, as a file
}
"""What is done to a club and its people."""

COMPETITION_VERBS = {
    "see_competition": _EVERYBODY,  # what is not published
    "make_competition": _OFFICE,
    "change_competition": _OFFICE,  # its settings, its state, publishing it
    "enter": _OFFICE,  # entries, and what the draw goes by: absences, byes, withdrawals
    "plan_days": _OFFICE,  # when and where rounds are played
    "draw": _OFFICE,  # rounds, and taking them back; lots
    "start_table": frozenset({OWNER, SECRETARY, SCORER, CAPTAIN}),
    # The line-up of a team for a meeting; a captain that of the own team. It is shown to nobody
    # else before both are handed in.
    "hand_in": frozenset({OWNER, SECRETARY, SCORER, CAPTAIN}),
    "move_meeting": _OFFICE,
    # A captain that of a game of the own meeting which nobody logged, until it counts.
    "type_result": frozenset({OWNER, SECRETARY, SCORER, CAPTAIN}),
    # Within the club's window; `Table.verb_to_correct` tells what it takes then, and later. A
    # captain what the captain of the other side typed in.
    "confirm_result": _OFFICE | {CAPTAIN},
    "take_off_match": _OFFICE,  # a match that was not this table's
}
"""What is done to a competition of a club, its rounds and its tables."""

_VERBS = MATCH_VERBS | CLUB_VERBS | COMPETITION_VERBS


def allows(role: str, verb: str) -> bool:
    """Whether somebody in that role (empty: none) may do that. Raises KeyError for no verb."""
    return role in _VERBS[verb]


def allowed(roles: set[str], verbs: dict[str, frozenset[str]] = MATCH_VERBS) -> set[str]:
    """All that somebody with these roles may do."""
    return {verb for verb, may in verbs.items() if roles & may}


def verb_for_role(verb: str, *roles: str) -> str:
    """The verb it takes to give or take away a role: `verb`, or more where it is an owner's."""
    return "change_owner" if OWNER in roles else verb
