"""How a match stands, told above its sheet, and what the next deal would do to it."""

from typing import Any

from django.utils.translation import gettext, gettext_lazy, ngettext

from games.manille.table import Side
from games.models import Deal, Match

from .figures import figure
from .sheet import MISDEALS, contract_words, deals_next, misdeals, multiplier_words, names

TALK = {
    "muette": gettext_lazy("No talking about the cards."),
    "parlee": gettext_lazy(
        "Talking is allowed within limits: "
        "how many cards of a suit are left, and certain high cards."
    ),
    "parlante": gettext_lazy("Only the three agreed signals may be given."),
    "aveugle": gettext_lazy("The cards are held backwards: nobody sees their own."),
}
"""The reminder about talking that a sheet carries; an option not here carries none."""


def outcome(match: Match) -> str:
    """How the match ended, in a sentence; empty while it goes on."""
    sheet, winner = match.sheet, match.winner
    words = {
        "winner": match.names(winner) if winner else "",
        "totals": "–".join(figure(sheet.totals[side]) for side in match.rules.table.sides),
        "reason": match.told(match.given_up),
        "side": match.names(match.given_up_by) if match.given_up_by else "",
    }
    if match.given_up and match.given_up_by:
        return gettext("%(side)s gave up at %(totals)s. Reason: “%(reason)s”.") % words
    if match.given_up:
        return gettext("The match was stopped at %(totals)s. Reason: “%(reason)s”.") % words
    if not sheet.finished:
        return ""
    if winner:
        return gettext("%(winner)s won, %(totals)s.") % words
    return gettext("The match is drawn, %(totals)s.") % words


def say_carried(draws: int) -> str:
    """That so many draws, at least one, double the next deal."""
    return ngettext(
        "Next deal doubled by the draw before",
        "Next deal doubled by %(count)s draws before",
        draws,
    ) % {"count": draws}


def badges(match: Match, minute: int) -> list[str]:
    """Short marks beside the totals: appeals without an answer, and what is special about the next
    deal. `minute` of the match."""
    sheet = match.sheet
    found = [
        gettext("Deal %(number)s under appeal") % {"number": number}
        for number in match.under_appeal
    ]
    if match.is_over:
        return found
    if sheet.extra_deal:
        found.append(gettext("Extra deal needed"))
    elif sheet.last_deal(minute):
        found.append(gettext("Last deal"))
    if sheet.carried:
        found.append(say_carried(sheet.carried))
    if match.rules.minutes:
        left = match.rules.minutes - minute
        if left > 0:
            words = ngettext("%(count)s minute left", "%(count)s minutes left", left)
            found.append(words % {"count": left})
        else:
            found.append(gettext("Time is up"))
    return found


def side_notes(match: Match) -> dict[Side, str]:
    """Under each total: how far it is to the target, and by how much the side ahead leads."""
    sheet = match.sheet
    ranked = sorted(sheet.totals.values(), reverse=True)
    notes = {}
    for side, total in sheet.totals.items():
        words = {
            "ahead": total - ranked[1] if total == ranked[0] else 0,
            "left": sheet.distance[side] if sheet.distance else 0,
        }
        if words["ahead"] and words["left"]:
            notes[side] = gettext("ahead by %(ahead)s, %(left)s to go") % words
        elif words["ahead"]:
            notes[side] = gettext("ahead by %(ahead)s") % words
        elif words["left"]:
            notes[side] = gettext("%(left)s to go") % words
        else:
            notes[side] = ""
    return notes


def seat_table(match: Match) -> dict[str, Any]:
    """The table as `{% seat_table %}` draws it: who deals and leads the next deal."""
    sheet, rules = match.sheet, match.rules
    task = {
        "turned": (sheet.next_dealer, gettext("turns trump")),
        "dealer": (sheet.next_dealer, gettext("names trump")),
        "delegate": (sheet.next_dealer, gettext("names trump or delegates")),
        "choose-or-pass": (sheet.next_eldest, gettext("chooses first")),
        "auction": (sheet.next_eldest, gettext("bids first")),
    }
    busy, note = task[rules.trump]
    if rules.play == "score-pad" or (rules.no_trump == "every-deal" and rules.trump == "dealer"):
        busy = ""
    going_on = not match.is_over
    # Without rules of play nobody can say who leads.
    leads = sheet.next_eldest if rules.play == "judged" else ""
    return {
        "direction": rules.direction,
        "centre": gettext("Deal %(number)s") % {"number": match.next_number} if going_on else "",
        "seats": [
            {
                "seat": seat,
                "name": names(match, seat),
                "is_dealer": going_on and seat == sheet.next_dealer,
                "leads": going_on and seat == leads,
                "note": note if going_on and seat == busy else "",
            }
            for seat in rules.table.seats
        ],
    }


def chart(match: Match) -> list[dict[str, Any]]:
    """The running totals of every side for `{% match_chart %}`, from the start of the match: after
    every deal of the sheet, under its number there, misdeals too."""
    lines, numbers = match.sheet.lines, [0, *(deal.number for deal in match.played)]
    return [
        {
            "label": match.names(side),
            "values": [0, *(line.totals[side] for line in lines)],
            "deals": numbers,
        }
        for side in match.rules.table.sides
    ]


def preview(match: Match, deal: Deal) -> dict[str, Any]:
    """What a deal not yet recorded would do: match points and new totals by side, the multiplier
    and how it comes about, and how the match would stand. Folded by the engine with the deals there
    are."""
    sheet = match.sheet_of([*match.played, deal])
    line = sheet.lines[-1]
    if line.kind == "replayed":
        note = gettext("A draw: the deal is played again and does not count.")
    elif sheet.finished and sheet.winner:
        note = gettext("With this deal the match goes to %(winner)s.") % {
            "winner": match.names(sheet.winner)
        }
    elif sheet.finished:
        note = gettext("With this deal the match ends in a draw.")
    elif sheet.extra_deal:
        note = gettext("Level at the end: an extra deal is needed.")
    elif sheet.carried:
        note = gettext("A draw: the next deal is doubled.")
    else:
        note = ""
    return {
        "sides": [
            {"name": match.names(side), "points": line.points[side], "total": line.totals[side]}
            for side in match.rules.table.sides
        ],
        "multiplier": line.multiplier,
        "how": multiplier_words(match.rules, line),
        "contract": contract_words(match, line),
        "note": note,
    }


def misdeal_buttons(match: Match) -> list[dict[str, str]]:
    """The kinds of misdeal, each with who deals next after it, as the engine says."""
    dealer = match.sheet.next_dealer
    found = []
    for kind in misdeals(match.rules):
        deal = Deal(match=match, number=match.next_number, misdeal=kind)
        following = match.sheet_of([*match.played, deal]).next_dealer
        found.append(
            {
                "kind": kind,
                "label": MISDEALS[kind],
                "next": deals_next(match, following, again=following == dealer),
            }
        )
    return found
