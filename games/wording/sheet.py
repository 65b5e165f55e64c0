"""The sheet of a match in a player's words: what is said of its deals, line by line."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import gettext, gettext_lazy

from games.manille.points import deal_points
from games.manille.rules import Rules
from games.manille.scoring import AsPlayed, Line, declarer_of, possible_misdeals
from games.manille.table import Camp, Seat, Side
from games.models import Deal, Match
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
