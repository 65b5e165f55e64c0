"""The cards of a deal as people remember them: in any order, with gaps, and hands turned up."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from games.manille.cards import Card
from games.manille.errors import Fault, InvalidRecord, gettext_noop
from games.manille.lies import Answer
from games.manille.notation import TrickRecord
from games.manille.replay import Replay
from games.manille.replay import replay as replayed
from games.manille.rules import Rules
from games.manille.table import Seat

from .drafts import Draft, write_hands

_ANSWER = re.compile(r"(yes|no)([NESW])(\d{1,2})([SHDC][A-Z0-9])")


def read_answers(text: str, rules: Rules) -> tuple[Answer, ...]:
    """The answers that an address tells, parted by `/`: `noE4D9` is that East did not hold the nine
    of diamonds at trick 4. What cannot be read is left out."""
    found = [
        Answer(told[2], int(told[3]), told[4], told[1] == "yes")
        for told in map(_ANSWER.fullmatch, text.split("/"))
        if told
    ]
    return tuple(
        answer
        for answer in dict.fromkeys(found)
        if answer.seat in tuple(rules.table.seats)
        and 1 <= answer.trick <= rules.hand_size
        and answer.card in rules.cards.number
    )


def write_answer(answer: Answer) -> str:
    """An answer as text, which `read_answers` reads back."""
    held = "yes" if answer.held else "no"
    return f"{held}{answer.seat}{answer.trick}{answer.card}"


@dataclass(frozen=True)
class Dispute(Draft):
    """A draft that is entered in any order. A place is a trick's number and a seat; whatever else
    is put right, a card stays with the seat that played it.

    `hands` are the cards that seats have shown; those they played need not be among them.
    `answers` are to what the page asked of single cards.
    """

    answers: tuple[Answer, ...] = ()

    @property
    def hands_text(self) -> str:
        """The hands as far as they are told, one a line."""
        return write_hands(self.rules, self.hands)

    @property
    def written_hands(self) -> str:
        """The hands as they are stored, with what their seats played, one a line."""
        return write_hands(self.rules, self.whole_hands)

    @property
    def told(self) -> dict[str, str]:
        """The whole of it as the query of an address tells it."""
        told = {
            "played": self.text.replace("\n", "/"),
            "hands": self.hands_text.replace("\n", "/"),
        }
        answers = "/".join(map(write_answer, self.answers))
        return told | ({"answers": answers} if answers else {})

    # What is told of the hands

    @cached_property
    def replayed(self) -> Replay:
        cards = [card for hand in self.hands.values() for card in hand]
        if len(set(cards)) < len(cards):
            return self._replayed({})  # a card in two hands tells nothing of who won a trick
        return super().replayed

    @cached_property
    def whole_hands(self) -> dict[Seat, tuple[Card, ...]]:
        """What each seat whose hand was told had been dealt of cards that are known: those told,
        and those it played."""
        order = self.rules.cards.number
        return {
            seat: tuple(sorted({*hand, *self.played_by(seat)} - {None}, key=order.__getitem__))
            for seat, hand in self.hands.items()
        }

    def played_by(self, seat: Seat) -> tuple[Card | None, ...]:
        """The cards of a seat, trick by trick as far as it played."""
        held = (dict(zip(t.seats, t.cards, strict=False)) for t in self.replayed.tricks)
        return tuple(cards[seat] for cards in held if seat in cards)

    def room(self, seat: Seat) -> int:
        """How many cards more a seat can have held than those told or played."""
        return self.rules.hand_size - len(
            {*self.hands.get(seat, ()), *self.played_by(seat)} - {None}
        )

    @cached_property
    def faults(self) -> tuple[Fault, ...]:
        """What cannot be of the tricks, hands and answers together. A place is `tricks[n]`,
        `hands.E`, `answers[n]` or `answers`; of the places in a sentence `seat` and `other` are
        seats, `card` a card."""
        found = list(self._hand_faults())
        if not found:
            try:
                self.judged(self.rules)
            except InvalidRecord as error:
                found += error.faults
        return tuple(found)

    def _hand_faults(self) -> Iterator[Fault]:
        size = self.rules.hand_size
        holders = {card: seat for seat, hand in self.hands.items() for card in hand}
        for seat, hand in self.whole_hands.items():
            if len(hand) > size:
                message = gettext_noop(
                    "%(seat)s would have held %(count)s cards, but a hand has %(size)s."
                )
                params = {"seat": seat, "count": len(hand), "size": size}
                yield Fault(message, params, f"hands.{seat}")
            for card in self.hands[seat]:
                if holders[card] != seat:
                    message = gettext_noop(
                        "%(card)s is told in two hands, that of %(seat)s and that of %(other)s."
                    )
                    params = {"seat": seat, "other": holders[card], "card": card}
                    yield Fault(message, params, f"hands.{seat}")
        for trick in self.replayed.tricks:
            for seat, card in zip(trick.seats, trick.cards, strict=False):
                holder = holders.get(card) if card else None
                if holder in (None, seat):
                    continue
                message = gettext_noop(
                    "%(seat)s played %(card)s, so it cannot have been in the hand of %(other)s."
                )
                params = {"seat": seat, "card": card, "other": holder}
                yield Fault(message, params, f"tricks[{trick.number - 1}]")

    def judged(self, rules: Rules) -> Replay:
        """The play judged by `rules`, with what is told of the hands. Raises InvalidRecord."""
        dealt = self.whole_hands
        tricks = self._told_leaders()
        return replayed(rules, self.dealer, self.trump, tricks, None, dealt, self.answers)

    # In any order: a place is a trick's number and a seat, and every card stays with its seat

    def leader_of(self, number: int) -> Seat | None:
        """Who led that trick, or leads it by what was played; None where that is open."""
        if number <= len(self.tricks):
            return self.replayed.tricks[number - 1].leader
        return self._filled(number - 1).expected_leader

    def card_at(self, number: int, seat: Seat) -> Card | None:
        """What a seat played to a trick; None where that is not known or not told."""
        if number > len(self.tricks):
            return None
        trick = self.replayed.tricks[number - 1]
        return dict(zip(trick.seats, trick.cards, strict=False)).get(seat)

    def next_place(self, number: int = 1, seat: Seat = "") -> tuple[int, Seat] | None:
        """The next place without a card after that of `seat`, in the order of play; its seat is
        empty where it is open who led. Without a seat the search begins with that trick."""
        for following in range(number, self.rules.hand_size + 1):
            leader = self.leader_of(following)
            if leader is None:
                return following, ""
            order = self.rules.table.order(leader)
            begin = order.index(seat) + 1 if seat and following == number else 0
            for each in order[begin:]:
                if self.card_at(following, each) is None:
                    return following, each
        return None

    def enter(
        self, number: int, seat: Seat, card: Card | None, led: Seat | None = None
    ) -> "Dispute":
        """With `card` as what `seat` played to that trick, None for one that nobody remembers. If
        it was played elsewhere, the two change places; places skipped are unknown. `led` led that
        trick, where it is a new one; ValueError where that is not told and the cards leave it open.
        """
        entered = number <= len(self.tricks)
        leader = self.leader_of(number) if entered else led or self.leader_of(number)
        if leader is None or not 1 <= number <= self.rules.hand_size:
            raise ValueError("this place is not known")
        earlier = self if entered else self._filled(number - 1)
        tricks = list(earlier._told_leaders())
        if number > len(tricks):
            tricks.append(TrickRecord((), leader))
        turn = self.rules.table.order(leader).index(seat)
        cards = tricks[number - 1].cards
        padded = cards + (None,) * (turn + 1 - len(cards))
        tricks[number - 1] = replace(tricks[number - 1], cards=padded)
        draft = replace(self, tricks=tuple(tricks), led=None)
        moved = card is not None and self.cards[-1:] == (card,)
        put = draft.put((number - 1) * self.rules.seats + turn, card)
        return put._trimmed() if moved else put

    def clear(self, number: int, seat: Seat) -> "Dispute":
        """Without the card that `seat` played to that trick, and without the unknown cards that
        then end the play."""
        if number > len(self.tricks):
            return self
        return self.enter(number, seat, None)._trimmed()

    def turned(self, number: int, seat: Seat) -> "Dispute":
        """With that trick, already entered, led by `seat`."""
        trick = self.replayed.tricks[number - 1]
        held = dict(zip(trick.seats, trick.cards, strict=False))
        order = self.rules.table.order(seat)
        last = max(order.index(each) for each in held)
        cards = tuple(held.get(each) for each in order[: last + 1])
        tricks = list(self._told_leaders())
        tricks[number - 1] = TrickRecord(cards, seat)
        return replace(self, tricks=tuple(tricks), led=None)._settled()

    def tell_hand(self, seat: Seat, card: Card) -> "Dispute":
        """With `card` told to be in the hand of `seat`, or no longer if it was."""
        hand = self.hands.get(seat, ())
        hand = tuple(c for c in hand if c != card) if card in hand else (*hand, card)
        hands = {each: self.hands[each] for each in self.hands if each != seat}
        if hand:
            hands[seat] = hand
        # Who led what is told for the moment: a hand may have been what told it.
        return replace(self, tricks=self._told_leaders(), hands=hands)._settled()

    def answered(self, said: Answer) -> "Dispute":
        """With that answer in place of what was answered before of that card at that trick. A card
        that was held is also told to be in that hand: so it can be stored."""
        draft = self.unanswered(said)
        if said.held and said.card not in draft.hands.get(said.seat, ()):
            draft = draft.tell_hand(said.seat, said.card)
        return replace(draft, answers=(*draft.answers, said))

    def unanswered(self, said: Answer) -> "Dispute":
        """With nothing answered of that card at that trick of that seat; if it was said to be held,
        no longer told to be in that hand."""
        about = said[:3]
        if Answer(*about, True) in self.answers and said.card in self.hands.get(said.seat, ()):
            return self.tell_hand(said.seat, said.card).unanswered(said)
        return replace(self, answers=tuple(a for a in self.answers if a[:3] != about))

    def _told_leaders(self) -> tuple[TrickRecord, ...]:
        """The tricks, each with its leader."""
        return tuple(
            replace(trick, leader=played.leader)
            for trick, played in zip(self.tricks, self.replayed.tricks, strict=True)
        )

    def _filled(self, count: int) -> "Dispute":
        """With so many full tricks at least, what was skipped being unknown. Of a trick in which no
        card is known nobody need say who led: it counts as led by whoever led the one before."""
        seats = self.rules.seats
        if len(self.tricks) >= count and len(self.cards) >= count * seats:
            return self
        tricks = [
            replace(trick, cards=trick.cards + (None,) * (seats - len(trick.cards)))
            for trick in self._told_leaders()
        ]
        draft = replace(self, tricks=tuple(tricks), led=None)
        if len(tricks) < count:
            leader = draft.expected_leader or draft.replayed.tricks[-1].leader
            tricks += [TrickRecord((None,) * seats, leader)] * (count - len(tricks))
        return replace(draft, tricks=tuple(tricks))

    def _trimmed(self) -> "Dispute":
        """Without the unknown cards at the end."""
        cards = self.cards
        while cards and cards[-1] is None:
            cards = cards[:-1]
        seats = self.rules.seats
        tricks = tuple(
            replace(trick, cards=cards[at : at + seats])
            for at, trick in zip(range(0, len(cards), seats), self.tricks, strict=False)
        )
        return replace(self, tricks=tricks, led=None)
