"""The cards of a deal while they are entered one after another."""

import re
from collections.abc import Mapping, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from games.manille.cards import SUITS, Card, pack_of
from games.manille.errors import Fault, InvalidRecord, gettext_noop
from games.manille.notation import (
    TrickRecord,
    parse_hand,
    parse_tricks,
    write_hand,
    write_tricks,
)
from games.manille.play import Trick
from games.manille.replay import PlayedTrick, Replay
from games.manille.replay import replay as replayed
from games.manille.rules import Rules
from games.manille.table import Seat
from games.models import Deal

_HAND = re.compile(r"\s*([A-Za-z])\s*:(.*)")


@dataclass(frozen=True)
class Draft:
    """Cards entered so far: `tricks`, all full but perhaps the last, and who leads the next one
    where that was told (`led`). A trick names its leader only where the cards before it do not.

    It is a value: each step gives another draft. `query` is the whole of it as the query of an
    address, so that Back, reload and a bookmark lose nothing and nothing half entered is stored.
    `hands` are what seats are known to have been dealt: that can tell who won where a card is
    missing.
    """

    rules: Rules
    dealer: Seat
    trump: str
    hands: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    tricks: tuple[TrickRecord, ...] = ()
    led: Seat | None = None

    @classmethod
    def empty(cls, deal: Deal) -> "Draft":
        """No cards yet, of a deal that was played."""
        hands = deal.as_record().hands
        return cls(deal.match.rules, deal.who_dealt(), deal.trump, hands)

    @classmethod
    def of(cls, deal: Deal) -> "Draft":
        """What is stored of a deal that was played. Raises InvalidRecord where that no longer fits:
        with another trump, say, a missing card can leave open who led."""
        return replace(cls.empty(deal), tricks=stored_tricks(deal))._settled()

    def reading(self, text: str, led: str = "", reading: Rules | None = None) -> "Draft":
        """The draft with the tricks that `text` tells, one a line or parted by `/`, its cards read
        by the rules `reading`. Raises InvalidRecord, also where a missing card leaves open who
        led."""
        tricks = parse_tricks(text.replace("/", "\n"), reading or self.rules)
        known = led if led and led in self.rules.table.seats else None
        draft = replace(self, tricks=tricks, led=known)
        draft.replayed  # noqa: B018 - raises what there is to raise
        return draft._settled()

    @property
    def text(self) -> str:
        """The tricks, one a line."""
        return write_tricks(self.tricks)

    @property
    def query(self) -> str:
        told = {"played": self.text.replace("\n", "/")}
        if self.led:
            told["led"] = self.led
        return urlencode(told, safe="/:?")

    # Where the play stands

    @cached_property
    def replayed(self) -> Replay:
        """The play as the engine threads it. Raises InvalidRecord."""
        try:
            return self._replayed(self.hands)
        except InvalidRecord:
            # The hands contradict the cards: that is told when they are saved, not at each card.
            return self._replayed({})

    def _replayed(self, hands: Mapping[Seat, tuple[Card, ...]]) -> Replay:
        return replayed(self.rules, self.dealer, self.trump, self.tricks, None, hands)

    @property
    def cards(self) -> tuple[Card | None, ...]:
        """All cards in the order played, None for one that nobody remembers."""
        return tuple(card for trick in self.tricks for card in trick.cards)

    @property
    def complete(self) -> bool:
        """Whether there is a card, known or not, for every play of the deal."""
        return len(self.cards) == self.rules.seats * self.rules.hand_size

    @property
    def current(self) -> PlayedTrick | None:
        """The trick that is being entered: begun, or just finished with the last card of the deal.
        None where the next one has still to be led."""
        last = self.replayed.tricks[-1] if self.tricks else None
        return None if last and last.complete and not self.complete else last

    @property
    def expected_leader(self) -> Seat | None:
        """Who leads the next trick by what was played; None where a missing card leaves it open."""
        if not self.tricks:
            return self.rules.table.after(self.dealer)
        return self.replayed.tricks[-1].winner

    @property
    def order(self) -> str:
        """The seats of the current or the next trick in the order of play; empty where nobody knows
        who leads it."""
        if self.current:
            return self.current.seats
        leader = self.led or self.expected_leader
        return self.rules.table.order(leader) if leader else ""

    @property
    def seat_to_play(self) -> Seat | None:
        """Whose card comes next; None once all are in, or where it must be told who leads."""
        played = len(self.current.cards) if self.current else 0
        return None if self.complete or not self.order else self.order[played]

    def winning(self, number: int) -> Seat | None:
        """Who wins the trick of that number, or is winning it so far; None where that is open."""
        trick = self.replayed.tricks[number - 1]
        if trick.complete or None in trick.cards:
            return trick.winner
        known = tuple(card for card in trick.cards if card)
        return Trick(self.rules, self.trump, trick.leader, self.dealer, known).winner

    # Steps

    def add(self, card: Card | None) -> "Draft":
        """One more card, None for one that nobody remembers. Raises ValueError where there is
        nobody to play it, or it was played before."""
        if not self.seat_to_play or (card and card in self.cards):
            raise ValueError("this card cannot come next")
        if self.current:
            last = self.tricks[-1]
            grown = replace(last, cards=(*last.cards, card))
            return replace(self, tricks=(*self.tricks[:-1], grown))._settled()
        told = self.led if self.led != self.expected_leader else None
        return replace(self, tricks=(*self.tricks, TrickRecord((card,), told)), led=None)._settled()

    def undo(self) -> "Draft":
        """Without the last card."""
        if not self.tricks:
            return self
        last = self.tricks[-1]
        if len(last.cards) > 1:
            shorter = replace(last, cards=last.cards[:-1])
            return replace(self, tricks=(*self.tricks[:-1], shorter), led=None)
        return replace(self, tricks=self.tricks[:-1], led=last.leader)

    def put(self, place: int, card: Card | None) -> "Draft":
        """With `card` at that place in the order of play (from 0); if it was played elsewhere, the
        two change places. Who led what follows is worked out anew."""
        cards = list(self.cards)
        if card and card in cards:
            cards[cards.index(card)] = cards[place]
        cards[place] = card
        seats = self.rules.seats
        tricks = tuple(
            replace(trick, cards=tuple(cards[number * seats : number * seats + len(trick.cards)]))
            for number, trick in enumerate(self.tricks)
        )
        return self._threaded(tricks)

    def led_by(self, number: int, seat: Seat) -> "Draft":
        """With the trick of that number (from 1), entered or next, led by `seat`."""
        if number > len(self.tricks):
            return replace(self, led=None if seat == self.expected_leader else seat)
        tricks = list(self.tricks)
        tricks[number - 1] = replace(tricks[number - 1], leader=seat)
        return self._threaded(tuple(tricks))

    def _threaded(self, tricks: tuple[TrickRecord, ...]) -> "Draft":
        """With these tricks in place of as many others. Where the cards now leave open who led one,
        it stays with who led it before."""
        draft = replace(self, tricks=tricks)
        for _ in self.replayed.tricks:
            try:
                draft.replayed  # noqa: B018 - raises where a leader is open
            except InvalidRecord as error:
                open_one = int(error.faults[0].place[len("tricks[") : -1])
                kept = self.replayed.tricks[open_one].leader
                told = list(draft.tricks)
                told[open_one] = replace(told[open_one], leader=kept)
                draft = replace(draft, tricks=tuple(told))
            else:
                break
        return draft._settled()

    def _settled(self) -> "Draft":
        """Without the leaders that follow from the cards."""
        tricks = tuple(
            replace(trick, leader=None) if trick.leader == played.expected_leader else trick
            for trick, played in zip(self.tricks, self.replayed.tricks, strict=True)
        )
        return self if tricks == self.tricks else replace(self, tricks=tricks)


def stored_tricks(deal: Deal) -> tuple[TrickRecord, ...]:
    """The stored tricks of a deal, the first with its leader unless that was the eldest hand."""
    told = deal.as_record()
    if not told.tricks or told.leader in (None, deal.match.rules.table.after(deal.who_dealt())):
        return told.tricks
    first = replace(told.tricks[0], leader=told.tricks[0].leader or told.leader)
    return (first, *told.tricks[1:])


def pack_rows(rules: Rules, gone: Set[Card], states: Mapping[Card, str]) -> list[dict[str, Any]]:
    """The pack as the grid shows it: cards that are `gone`, or taken out before dealing, leave
    their places empty; others may have a state."""
    away = {*gone, *rules.removed.split()}
    return [
        {
            "suit": suit,
            "cards": [
                {"card": card, "gone": card in away, "state": states.get(card, "")}
                for card in pack_of(rules.pack).cards
                if card[0] == suit
            ],
        }
        for suit in SUITS
    ]


def read_hands(text: str, rules: Rules) -> dict[Seat, tuple[Card, ...]]:
    """The hands that `text` tells, a seat a line or parted by `/`: `S: ST SA S9`. Raises
    InvalidRecord; whether hands have a card in common is not asked here."""
    hands: dict[Seat, tuple[Card, ...]] = {}
    faults: list[Fault] = []
    for line in filter(str.strip, text.replace("/", "\n").splitlines()):
        told = _HAND.fullmatch(line)
        seat = told[1].upper() if told else ""
        if not told or seat not in rules.table.seats or seat in hands:
            message = gettext_noop(
                "Begin each hand with the letter of its seat, once: N: ST SA S9."
            )
            faults.append(Fault(message, {}, "hands"))
            continue
        try:
            hands[seat] = parse_hand(told[2], rules, place="hands")
        except InvalidRecord as error:
            faults += error.faults
    if faults:
        raise InvalidRecord(faults)
    return hands


def write_hands(rules: Rules, hands: Mapping[Seat, tuple[Card, ...]]) -> str:
    """Hands as text, a seat a line, which `read_hands` reads back."""
    seats = filter(hands.get, rules.table.seats)
    return "\n".join(f"{seat}: {write_hand(hands[seat])}" for seat in seats)
