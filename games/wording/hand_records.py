"""A deal as a hand record: the hands round the table, the tricks below, and what is said of them.

People stand here by their seats ("North"), since paper has room for each name only once, at its
hand. Nothing here judges; the engine's replay has done so.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any

from django.utils.html import strip_tags
from django.utils.translation import gettext, pgettext

from games.manille.cards import SUITS, Card
from games.manille.errors import InvalidRecord
from games.manille.notation import UNKNOWN
from games.manille.replay import PlayedTrick, Replay, refuses_legality
from games.manille.scoring import Line
from games.manille.table import Seat, Side
from games.models import Deal, Match
from games.models.names import joined
from games.wording.cards import SUIT_WORDS, suit_word
from games.wording.figures import figure
from games.wording.lists import listed
from games.wording.paper import width
from games.wording.play import say_trick_fault, tell_proof
from games.wording.proofs import tell_argument, tell_suspects
from games.wording.results import SEATS
from games.wording.rulings import decision_words, given_words
from games.wording.sheet import CALLS, MISDEALS, declarer_label

NAME_LINE, LONG_NAME_LINE, NOTE_LINE, PLACE_LINE = 13, 18, 42, 28
"""Widths on paper, in em: of a name at its hand, of a longer one, which is set smaller, of the
notes under the tricks, and of the place at the head (static/games/hand_records.css)."""

TALL = 12
"""Tricks in one column; more are set in two."""


@dataclass(frozen=True)
class Hand:
    """A seat at the table: its player, marks such as "dealer", the cards it is known to have held
    suit by suit, and how many more there were. A suit without cards is there only where the whole
    hand is known."""

    seat: Seat
    word: str
    name: str
    marks: list[str]
    suits: list[tuple[str, list[Card]]]
    unknown: int

    @property
    def is_long(self) -> bool:
        return width(self.name) > NAME_LINE


@dataclass(frozen=True)
class Cell:
    """What a seat played to a trick: `card` None where it had not played, `??` where nobody
    remembers. `verdict` is empty where plays are not judged."""

    card: Card | None
    leads: bool = False
    wins: bool = False
    verdict: str = ""


@dataclass(frozen=True)
class Trick:
    number: int
    cells: list[Cell]
    card_points: int | None


@dataclass(frozen=True)
class SidePoints:
    """A side's card points (None: not known) and match points of the deal; `as_played` are those
    that it would have without rulings, None where these made no difference."""

    word: str
    card_points: int | None
    points: int
    total: int
    as_played: int | None


@dataclass(frozen=True)
class Note:
    """A sentence under the tricks; `fits` says whether there is room for it on paper."""

    text: str
    fits: bool
    bad: bool = False


def diagram(match: Match, deal: Deal, line: Line) -> dict[str, Any]:
    """All that the diagram of a deal shows; `line` is its line on the sheet."""
    faults: list[str] = []
    try:
        found = deal.replay
    except InvalidRecord as error:
        # A later correction of the dealer or of trump can leave cards that do not fit.
        found, faults = None, [say_trick_fault(fault) for fault in error.faults]
    held = found.hands if found else deal.as_record().hands
    tricks = [_trick(match, found, trick) for trick in found.tricks] if found else []
    verdicts = {cell.verdict for trick in tricks for cell in trick.cells}
    half = -(-len(tricks) // 2) if len(tricks) > TALL else len(tricks)
    hands = [_hand(match, deal, line, seat, held) for seat in match.rules.table.seats]
    facts = list(_facts(match, deal, line))
    notes = _fitting(_notes(match, deal, line, found), _room(match, hands, len(facts), half))
    return {
        "deal": deal,
        "faults": faults,
        "why_empty": "" if faults else _why_empty(match, deal),
        "unjudged": refuses_legality(match.rules) if deal.has_cards else "",
        "hands": hands,
        "left_over": _left_over(match, held) if deal.has_cards else None,
        "trump": deal.trump,
        "trump_word": suit_word(deal.trump),
        "direction": match.rules.direction,
        "facts": facts,
        "points": _points(match, deal, line),
        "ruled": line.as_played is not None,
        "blocks": [block for block in (tricks[:half], tricks[half:]) if block],
        "illegal": "illegal" in verdicts,
        "undecided": "undecided" in verdicts,
        "notes": notes,
        "more": sum(not note.fits for note in notes),
    }


def _why_empty(match: Match, deal: Deal) -> str:
    """Why there is no diagram, as a sentence; empty where there is one."""
    if deal.misdeal:
        return gettext("This deal was a misdeal: no cards were played.")
    if deal.has_cards:
        return ""
    if refused := refuses_legality(match.rules):
        return gettext(refused)
    return gettext("The cards of this deal were not entered, so there is no diagram of it.")


def _facts(match: Match, deal: Deal, line: Line) -> Iterator[tuple[str, str, str]]:
    """Labels with a word each, and the suit to draw beside it."""
    if deal.misdeal:
        what = str(MISDEALS.get(deal.misdeal, deal.misdeal))
        yield gettext("What happened"), what, ""
    yield gettext("Dealer"), str(SEATS[line.dealer]), ""
    if deal.trump:
        yield pgettext("suit", "Trump"), str(SUIT_WORDS[deal.trump]), deal.trump
    if deal.declarer:
        yield declarer_label(match.rules), str(SEATS[deal.declarer]), ""
    if deal.bid is not None:
        yield gettext("Card points bid"), str(deal.bid), ""
    if deal.calls:
        yield gettext("Doubling"), str(CALLS.get(deal.calls, deal.calls)), ""
    if line.multiplier is not None and deal.trump:
        yield gettext("Counts"), f"×{line.multiplier}", ""


def _hand(
    match: Match, deal: Deal, line: Line, seat: Seat, hands: Mapping[Seat, tuple[Card, ...]]
) -> Hand:
    held = hands.get(seat, ())
    marks = []
    if seat == line.dealer:
        marks.append(pgettext("mark at a seat", "dealer"))
    if seat == (deal.leader or line.eldest):
        marks.append(pgettext("mark at a seat", "leads"))
    unknown = match.rules.hand_size - len(held)
    by_suit = [(suit, [card for card in held if card[0] == suit]) for suit in SUITS]
    if unknown:  # whether the hand held a suit of which no card is known is open
        by_suit = [(suit, cards) for suit, cards in by_suit if cards]
    return Hand(
        seat=seat,
        word=str(SEATS[seat]),
        name=match.name(seat),
        marks=marks,
        suits=by_suit,
        unknown=unknown,
    )


def _left_over(match: Match, hands: Mapping[Seat, tuple[Card, ...]]) -> dict[str, Any] | None:
    """The cards that were dealt to nobody, or how many there were; None where all are dealt."""
    rules = match.rules
    count = rules.cards.size - rules.seats * rules.hand_size
    held = [card for hand in hands.values() for card in hand]
    if not count:
        return None
    if len(held) < rules.cards.size - count:
        return {"count": count, "cards": []}
    return {"count": count, "cards": [card for card in rules.cards.cards if card not in held]}


def _trick(match: Match, found: Replay, trick: PlayedTrick) -> Trick:
    judged = refuses_legality(match.rules) is None
    played = {play.seat: play for play in found.plays if play.trick == trick.number}

    def cell(seat: Seat) -> Cell:
        play = played.get(seat)
        if play is None:
            return Cell(None)
        return Cell(
            play.card or UNKNOWN,
            leads=seat == trick.leader,
            wins=seat == trick.winner,
            verdict=play.verdict if judged and play.card else "",
        )

    return Trick(trick.number, [cell(seat) for seat in match.rules.table.seats], trick.card_points)


def _points(match: Match, deal: Deal, line: Line) -> list[SidePoints]:
    table = match.rules.table
    told = None if deal.misdeal else deal.points_by_camp
    return [
        SidePoints(
            _side(side),
            told and told[table.camp_of(side[0], line.dealer)],
            line.points[side],
            line.totals[side],
            line.as_played and line.as_played.points[side],
        )
        for side in table.sides
    ]


def _notes(
    match: Match, deal: Deal, line: Line, found: Replay | None
) -> Iterator[tuple[str, bool]]:
    """The sentences under the tricks, each with whether it tells of a play against the rules."""
    if ruling := deal.ruling:
        yield gettext("Ruling: %(ruling)s.") % {"ruling": decision_words(match, ruling)}, False
        if line.penalties:
            told = {"penalties": _by_side(match, line.penalties)}
            yield gettext("Penalties, which the totals include: %(penalties)s.") % told, False
        if plain := line.as_played:
            words = {
                "points": _by_side(match, plain.points),
                "totals": _by_side(match, plain.totals),
            }
            yield gettext("Without the ruling: %(points)s; in all: %(totals)s.") % words, False
        given = (ruling.get(key, "") for key in ("by", "at", "rule", "reason"))
        for sentence in given_words(match, *given):
            yield sentence, False
    if found and refuses_legality(match.rules) is None:
        for play in found.revokes:
            yield tell_proof(match, play), True
        if found.argument:
            yield tell_suspects(match, found), True
            for sentence in tell_argument(match, found.argument):
                yield sentence, True
    if deal.note:
        yield gettext("Note: %(note)s") % {"note": deal.note}, False


def _by_side(match: Match, points: Mapping[Side, int]) -> str:
    """Points of every side by its seats, "North & South 8, East & West 0": names can be long."""
    return listed(
        gettext("%(side)s %(points)s") % {"side": _side(side), "points": figure(points[side])}
        for side in match.rules.table.sides
    )


def _side(side: Side) -> str:
    return joined(str(SEATS[seat]) for seat in side)


def _room(match: Match, hands: list[Hand], facts: int, tricks: int) -> float:
    """The lines of notes for which there is room on paper. What does not fit is told only on the
    page, and the paper says so. The figures are measured: tests print the longest of everything."""

    def more(seats: str) -> float:
        """What the longest name there takes beyond one line, in lines of notes."""
        names = [hand.name for hand in hands if hand.seat in seats and hand.is_long]
        return max((0.7 * ceil(width(name) / LONG_NAME_LINE) - 1.1 for name in names), default=0)

    room = 22 - 1.3 * tricks - (width(match.place) > PLACE_LINE)
    # North stands beside the facts of the deal, each a line or two.
    return room - max(more("N"), 1.15 * facts - 5.2) - more("EW") - more("S")


def _fitting(notes: Iterable[tuple[str, bool]], room: float) -> list[Note]:
    """The notes, those marked that fit into so many lines on paper."""
    found = []
    for text, bad in notes:
        needed = ceil(width(strip_tags(text)) / NOTE_LINE)
        fits = needed <= room
        room -= needed if fits else 0
        found.append(Note(text, fits, bad))
    return found
