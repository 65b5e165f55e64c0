"""The sheet of a match in a player's words: what is said of its deals, and how it stands."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext, gettext_lazy, ngettext

from games.manille.rules import Rules
from games.manille.scoring import AsPlayed, Line, deal_points, declarer_of, possible_misdeals
from games.manille.table import Camp, Seat, Side
from games.models import Deal, Match
from games.wording.figures import figure
from games.wording.rulings import sheet_words, totals_of_deal

from .lists import listed

CALLS = {
    "": gettext_lazy("not doubled"),
    "double": gettext_lazy("doubled"),
    "double redouble": gettext_lazy("redoubled"),
    "double redouble third": gettext_lazy("doubled again"),
}
"""What a deal's calls come to, by the stored text of all of them."""

MISDEALS = {
    "wrong-count": gettext_lazy("Wrong number of cards"),
    "exposed-card": gettext_lazy("A card was exposed"),
    "partner-peek": gettext_lazy("The dealer’s partner looked too early"),
    "abandoned": gettext_lazy("Cards thrown in"),
    "all-pass": gettext_lazy("Everybody passed"),
}

FACTORS = {
    "no-trump": gettext_lazy("no trump ×%(times)s"),
    "blind-no-trump": gettext_lazy("no trump named blind ×%(times)s"),
    "double": gettext_lazy("doubled ×%(times)s"),
    "redouble": gettext_lazy("redoubled ×%(times)s"),
    "third": gettext_lazy("doubled again ×%(times)s"),
    "carried": gettext_lazy("draw before ×%(times)s"),
    "failed": gettext_lazy("not made ×%(times)s"),
}


def declarer_label(rules: Rules) -> str:
    """What to call the declarer: by what he did under these rules."""
    if rules.trump == "auction":
        return gettext("Highest bidder")
    if rules.trump == "choose-or-pass":
        return gettext("Who chose")
    if rules.no_trump == "every-deal":
        return gettext("Declarer")
    return gettext("Trump named by")


def misdeals(rules: Rules, told: str = "") -> list[str]:
    """The kinds of misdeal to choose from, and in any case the one that was `told`."""
    return [
        kind
        for kind in possible_misdeals(rules)
        if kind != "partner-peek" or rules.sides == "pairs" or kind == told
    ]


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


def names(match: Match, seats: Iterable[Seat]) -> str:
    """The players of some seats, "An & Cis"."""
    return match.names("".join(seats))


@lru_cache(maxsize=64)
def _uncapped(rules: Rules) -> Rules:
    return rules.changed(cap=None)


def multiplier_words(rules: Rules, line: Line) -> str:
    """How a line's multiplier came about: "no trump ×2, doubled ×2 = ×4"; empty for ×1."""
    if not line.factors or line.multiplier is None:
        return ""
    words = {
        "factors": listed(
            str(FACTORS[factor.cause]) % {"times": factor.times} for factor in line.factors
        ),
        "multiplier": line.multiplier,
    }
    contract, card_points = line.result.contract, line.result.card_points
    if line.multiplier == rules.cap and contract and card_points:
        carried = sum(factor.cause == "carried" for factor in line.factors)
        words["stacked"] = deal_points(
            _uncapped(rules), line.dealer, contract, card_points, carried
        )[1]
        if words["stacked"] != line.multiplier:
            return gettext("%(factors)s = ×%(stacked)s, at most ×%(multiplier)s") % words
    if len(line.factors) == 1:
        return words["factors"]
    if rules.stacking == "add":
        return gettext("%(factors)s, added up = ×%(multiplier)s") % words
    return gettext("%(factors)s = ×%(multiplier)s") % words


def deals_next(match: Match, dealer: Seat, again: bool) -> str:
    """Who deals after a deal that was not played."""
    words = {"name": names(match, dealer)}
    if again:
        return gettext("%(name)s deals again.") % words
    return gettext("%(name)s deals next.") % words


def contract_words(match: Match, line: Line) -> str:
    """Whether what the declarer undertook was made, "bid 38, made 35: failed by 3"; empty where
    nobody undertook anything or it is not known."""
    rules, contract = match.rules, line.result.contract
    if rules.contract == "none" or contract is None or line.card_points is None:
        return ""
    declarer = declarer_of(rules, contract, line.dealer)
    least = contract.bid if rules.contract == "bid" else rules.par + 1
    if declarer is None or least is None:
        return ""
    made = line.card_points[rules.table.camp_of(declarer, line.dealer)]
    words = {"least": least, "made": made, "short": least - made}
    if rules.contract == "bid":
        if made < least:
            return gettext("bid %(least)s, made %(made)s: failed by %(short)s") % words
        return gettext("bid %(least)s, made %(made)s") % words
    if made < least:
        return gettext("needed %(least)s, made %(made)s: failed by %(short)s") % words
    return gettext("needed %(least)s, made %(made)s") % words


@dataclass(frozen=True)
class Figures:
    """What a side has in a line of the sheet: card points (None: unknown), match points, total."""

    cards: int | None
    points: int
    total: int


@dataclass(frozen=True)
class Row:
    """A line of the sheet. `text` makes it a line in words (of class `kind`), beside `figures` of
    every side where it has any; without it the line shows the deal with its figures. `deal` is None
    for a number that is missing."""

    number: int
    kind: str = ""
    text: str = ""
    deal: Deal | None = None
    dealer: str = ""
    declarer: str = ""
    multiplier: int | None = None
    how: str = ""
    contract: str = ""
    figures: tuple[Figures, ...] = ()
    latest: bool = False


def rows(match: Match) -> list[Row]:
    """The sheet line by line, with what is to be said beneath a deal as lines of their own."""
    found: list[Row] = []
    expected = 1
    last = match.played[-1] if match.played else None
    for deal, line in zip(match.played, match.sheet.lines, strict=True):
        found += [
            Row(
                number,
                "withdrawn",
                gettext("Deal %(number)s was withdrawn.") % {"number": number},
            )
            for number in range(expected, deal.number)
        ]
        expected = deal.number + 1
        found += _rows_of(match, deal, line, latest=deal is last)
    return found


def _rows_of(match: Match, deal: Deal, line: Line, latest: bool) -> Iterator[Row]:
    contract = line.result.contract
    if line.kind == "misdeal":
        words = {
            "what": MISDEALS.get(deal.misdeal, deal.misdeal),
            "next": _dealer_after(match, deal, line),
        }
        if deal.misdeal == "all-pass":
            text = gettext("%(what)s. %(next)s") % words
        else:
            text = gettext("Misdeal: %(what)s. %(next)s") % words
        yield Row(deal.number, "misdeal", text, deal, latest=latest)
    elif line.kind == "replayed":
        words = {"points": "–".join(str(points) for points in (line.card_points or {}).values())}
        text = gettext("A draw, %(points)s: the deal is played again and does not count.") % words
        yield Row(deal.number, "replayed", text, deal, latest=latest)
    else:
        declarer = contract.declarer if contract else None
        yield Row(
            deal.number,
            deal=deal,
            dealer=names(match, line.dealer),
            declarer=names(match, declarer) if declarer else "",
            multiplier=line.multiplier,
            how=multiplier_words(match.rules, line),
            # What a side that won the choice needed goes without saying in a table.
            contract=contract_words(match, line) if match.rules.contract == "bid" else "",
            figures=tuple(
                _figures(match, line, line.card_points, line.points, totals_of_deal(line))
            ),
            latest=latest,
        )
    if line.dealer != line.expected_dealer:
        words = {"name": names(match, line.dealer), "turn": names(match, line.expected_dealer)}
        text = gettext("%(name)s dealt, though it was the turn of %(turn)s.") % words
        yield Row(deal.number, "note", text)
    if line.kind == "unscored":
        yield Row(deal.number, "note", gettext("The points of this deal are not known."))
    if line.kind == "beyond":
        text = gettext("Played after the end of the match: this deal does not count.")
        yield Row(deal.number, "beyond", text)
    if line.result.ruling:
        yield Row(deal.number, "ruling", sheet_words(match, line))
    plain = line.as_played
    if plain and line.kind != "misdeal" and _of_deal(plain) != _of_deal(line):
        yield Row(
            deal.number,
            "as-played",
            gettext("As played"),
            multiplier=plain.multiplier,
            figures=tuple(
                _figures(match, line, line.result.card_points, plain.points, plain.totals)
            ),
        )
    if line.penalties:
        figures = tuple(_figures(match, line, None, line.penalties, line.totals))
        yield Row(deal.number, "penalty", gettext("Penalty"), figures=figures)


def _of_deal(line: Line | AsPlayed) -> tuple[int | None, dict[Side, int]]:
    return line.multiplier, line.points


def _dealer_after(match: Match, deal: Deal, line: Line) -> str:
    lines = match.sheet.lines
    dealer = lines[line.number].expected_dealer if line.number < len(lines) else ""
    dealer = dealer or match.sheet.next_dealer
    return deals_next(match, dealer, again=dealer == line.dealer)


def _figures(
    match: Match,
    line: Line,
    card_points: Mapping[Camp, int] | None,
    points: Mapping[Side, int],
    totals: Mapping[Side, int],
) -> Iterator[Figures]:
    for side in match.rules.table.sides:
        camp = next(camp for camp in line.camps if set(side) <= set(camp))
        yield Figures(card_points[camp] if card_points else None, points[side], totals[side])


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
        found.append(
            ngettext(
                "Next deal doubled by the draw before",
                "Next deal doubled by %(count)s draws before",
                sheet.carried,
            )
            % {"count": sheet.carried}
        )
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
