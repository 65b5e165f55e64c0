"""The cards of one deal of a text in the manner of PBN: its hands, and its play by columns."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from .cards import SUITS, Card
from .errors import InvalidRecord, gettext_noop
from .notation import UNKNOWN, copas, parse_card, written_twice
from .pbn_tags import NOTHING, Faults, Tag, at
from .play import Trick
from .rules import Rules
from .table import Seat, Table

LED, WON = "^L", "^W"
"""Behind the card led: the leader was told; or, after a trick with a lost card, follows from the
other cards."""

_ENDS = ("*", "+")
_NOTES = (
    r"(?:=\d+=|\$\d+|[!?]{1,2})"  # a reference to a note, an annotation, how well it was played
)
_CELL = re.compile(rf"(\^[A-Za-z])?(\?\?|.*?){_NOTES}*(\^[A-Za-z])?{_NOTES}*", re.DOTALL)
_REMARK = re.compile(r"=\d+=|\$\d+|!{1,2}|!\?|\?!")
_RANK = re.compile(r"10|11|12|1|[A-Z2-9]")
_FIGURES = {"1": "A", "10": "J", "11": "Q"}


def leader_told(table: Table, dealer: str, leader: str, first: Seat) -> str | None:
    """Who is told to have led to the first trick: by `[Leader]`, where `?` tells nothing, else by
    `[Play]`, which tells only that `first` led where the dealer told has it otherwise."""
    if leader:
        return None if leader == "?" else leader
    return None if is_seat(table, dealer) and first == table.after(dealer) else first


def is_seat(table: Table, text: str) -> bool:
    return len(text) == 1 and text in table.seats


def winner(rules: Rules, trump: str, leader: Seat, cards: Sequence[Card | None]) -> Seat | None:
    """Who won a trick of which every card is known; None otherwise."""
    known = tuple(card for card in cards if card)
    if len(known) < rules.seats or not trump or trump not in rules.trumps:
        return None
    return Trick(rules, trump, leader, leader, known).winner


class Row(NamedTuple):
    """A row of the play: what stands in each column, and column -> the mark there."""

    line: int
    cells: list[str]
    marks: dict[int, str]


class TrickRow(NamedTuple):
    """A trick as the record writes it, and the leader for whom its row was read."""

    line: int
    leader: Seat
    text: str


class CardReader:
    """Reads the cards of a deal; what is wrong is added to `faults`, and the rest read on."""

    def __init__(
        self, rules: Rules, faults: Faults, hands: Sequence[Tag], play: Tag | None
    ) -> None:
        self.rules, self.faults = rules, faults
        self._hands, self._play = hands, play
        self._rows = self._read_rows(play) if play else []
        texts = [tag.value.partition(":")[2] for tag in hands]
        texts += (" ".join(row.cells) for row in self._rows)
        self._c_is_copas = copas(texts, rules)

    def hands(self, by_suits: Tag | None) -> dict[Seat, tuple[int, list[Card]]]:
        """Seat -> the line that tells its hand, and its cards, of a `[Deal]` and of `[Hand]`s."""
        known = self._dealt(by_suits) if by_suits else {}
        seen: set[Seat] = set()
        for tag in self._hands:
            seat, _, text = tag.value.partition(":")
            seat = seat.strip().upper()
            if not is_seat(self.rules.table, seat):
                self._no_seat(tag.line, seat)
                continue
            if seat in seen:
                self.faults.add([written_twice(f"Hand {seat}", at(tag.line))])
                continue
            seen.add(seat)
            most = self.rules.hand_size + 1  # one too many is refused by whoever reads the hand
            cards = [self._card(card, tag.line) for card in text.split()[:most]]
            known_cards = [card for card in cards if card]
            if seat in known and sorted(known[seat][1]) != sorted(known_cards):
                message = gettext_noop("These are other cards than [Deal] gives this seat.")
                self.faults.at(tag.line, message)
            if len(known_cards) == len(cards):
                known[seat] = tag.line, known_cards
        return known

    def tricks(self, dealer: str, leader: str, trump: str) -> tuple[str | None, list[TrickRow]]:
        """Who is told to have led to the first trick, and the tricks."""
        if self._play is None:
            return (None if leader == "?" else leader or None), []
        table, first = self.rules.table, self._play.value.strip().upper()
        if not is_seat(table, first):
            self._no_seat(self._play.line, first)
            return None, []
        told = leader_told(table, dealer, leader, first)
        columns = table.order(first)
        expected: Seat | None = told if is_seat(table, told or "") else first
        sure = True  # that `expected` leads: not once a row is faulty
        found = []
        for row in self._rows:
            if len(row.marks) > 1:
                message = gettext_noop("Only one of them can have led to this trick.")
                self.faults.at(row.line, message)
                sure = False
            marked = next((columns[n] for n in row.marks if n < len(columns)), None)
            if marked is None and expected is None:
                message = gettext_noop(
                    "Say who led, with ^L after the card: a missing card leaves open who won the "
                    "trick before."
                )
                self.faults.at(row.line, message)
                sure = False
            led_by = marked or expected or first
            told_here = LED in row.marks.values() or (marked is None and expected is None)
            by_seat = dict(zip(columns, row.cells, strict=False))
            order = [by_seat.get(seat, NOTHING) for seat in table.order(led_by)]
            while order and order[-1] == NOTHING:
                order.pop()
            if sure and NOTHING in order:
                message = gettext_noop(
                    "Somebody played here before it was their turn: write ?? for a card that "
                    "nobody remembers, and ^L after the card led."
                )
                self.faults.at(row.line, message)
            cards = [
                None if text in (UNKNOWN, NOTHING) else self._card(text, row.line) for text in order
            ]
            written = f"{led_by}: " if told_here else ""
            text = written + " ".join(card or UNKNOWN for card in cards)
            found.append(TrickRow(row.line, led_by, text))
            expected = winner(self.rules, trump, led_by, cards)
            if expected is None and not (UNKNOWN in order and trump in self.rules.trumps):
                # Something is wrong, and told; that it leaves the leader open is no news.
                expected, sure = led_by, False
        return told, found

    def _read_rows(self, play: Tag) -> list[Row]:
        rows: list[Row] = []
        ended = False
        for line, words in play.rows:
            row = Row(line, [], {})
            for word in words:
                if _REMARK.fullmatch(word.text):
                    continue
                if ended:
                    message = gettext_noop("More stands after the * at the end of the play.")
                    self.faults.at(line, message)
                    return rows
                if word.text in _ENDS:
                    ended = True
                    continue
                found = _CELL.fullmatch(word.text)
                assert found is not None
                for mark in filter(None, (found[1], found[3])):
                    # Other marks of PBN say what happened, which is judged here.
                    if mark.upper() in (LED, WON):
                        row.marks[len(row.cells)] = mark.upper()
                if found[2]:
                    row.cells.append(found[2])
            if len(row.cells) > self.rules.seats:
                message = gettext_noop("A trick has at most %(cards)s cards.")
                self.faults.at(line, message, cards=self.rules.seats)
            elif row.cells and len(rows) <= self.rules.hand_size:  # one too many is refused later
                rows.append(row)
        return rows

    def _dealt(self, tag: Tag) -> dict[Seat, tuple[int, list[Card]]]:
        """The hands of a `[Deal]`, by seat."""
        seats = self.rules.table.seats
        first, colon, rest = tag.value.partition(":")
        first, texts = first.strip().upper(), rest.split()
        if not colon or not is_seat(self.rules.table, first) or len(texts) != len(seats):
            message = gettext_noop(
                "A deal is the first seat, a colon, and a hand for each seat from there on "
                "clockwise, as in N:TA9.K.87.Q - - -."
            )
            self.faults.at(tag.line, message)
            return {}
        start = seats.index(first)
        hands = {}
        for seat, text in zip(seats[start:] + seats[:start], texts, strict=True):
            suits = text.split(".", len(SUITS))
            if text == NOTHING:
                continue
            if len(suits) != len(SUITS):
                message = gettext_noop(
                    "A hand is its spades, hearts, diamonds and clubs with points between them, "
                    "or - where nobody knows it."
                )
                self.faults.at(tag.line, message)
                continue
            cards = [
                card
                for suit, ranks in zip(SUITS, suits, strict=True)
                for card in self._suit(suit, "" if ranks == NOTHING else ranks, tag.line)
            ]
            hands[seat] = tag.line, cards
        return hands

    def _suit(self, suit: str, text: str, line: int) -> list[Card]:
        """The cards of one suit of a hand, Spanish figures where the faces are Spanish."""
        ranks = _RANK.findall(text.upper()[:100])
        if "".join(ranks) != text.upper() or len(ranks) > len(self.rules.pack):
            message = gettext_noop("“%(text)s” is no list of ranks.")
            self.faults.at(line, message, text=text[:20])
            return []
        cards = []
        for rank in ranks:
            if rank == "12":
                message = gettext_noop("12 may be a king, or ace and two: write K, or A2.")
                self.faults.at(line, message)
                continue
            if rank == "10" and "T" in self.rules.pack:
                rank = "T"
            elif self.rules.faces == "spanish":
                rank = _FIGURES.get(rank, rank)
            cards.append(self._card(suit + rank, line, c_is_copas=False))
        return [card for card in cards if card]

    def _card(self, text: str, line: int, *, c_is_copas: bool | None = None) -> Card | None:
        known = self._c_is_copas if c_is_copas is None else c_is_copas
        try:
            return parse_card(text, self.rules, c_is_copas=known, place=at(line))
        except InvalidRecord as error:
            self.faults.add(error.faults)
            return None

    def _no_seat(self, line: int, seat: str) -> None:
        message = gettext_noop("“%(seat)s” is not a seat at this table.")
        self.faults.at(line, message, seat=seat[:20])
