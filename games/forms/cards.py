"""The form that stores the cards of a deal."""

from dataclasses import replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_lazy

from games import faces
from games.faults import say
from games.manille.cards import Card
from games.manille.errors import Fault, InvalidRecord
from games.manille.facts import Record, checked
from games.manille.notation import TrickRecord, parse_tricks, twice, write_tricks
from games.manille.table import Seat
from games.models import Deal
from games.wording.play import say_trick_fault

from .drafts import read_hands, stored_tricks, write_hands


class CardsForm(forms.Form):
    """The tricks and hands of a played deal as text, a trick or a hand a line.

    After `is_valid()`, `self.deal` (the one given) is ready for `Match.record_cards`. What is asked
    of it is what a record of the match must fulfil, so that every match can be exported.
    `meanwhile` is the deal as somebody else stored it since the form was shown, if so.
    """

    meanwhile: Deal | None = None

    tricks = forms.CharField(
        label=gettext_lazy("Tricks, one a line"),
        required=False,
        max_length=2000,
        help_text=gettext_lazy(
            "Cards in the order played, suit then rank: HQ H7 H8 H9, with S for spades, H for "
            "hearts, D for diamonds and C for clubs. Write ?? for a card that nobody remembers, "
            "and W: before a trick that West led where the cards leave that open."
        ),
        widget=forms.Textarea(
            attrs={"rows": 8, "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )
    hands = forms.CharField(
        label=gettext_lazy("Hands known from the start, one a line"),
        required=False,
        max_length=1000,
        help_text=gettext_lazy("Only where somebody noted one: S: ST SA S9 HT HK D7 C8 C7."),
        widget=forms.Textarea(
            attrs={"rows": 2, "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )
    revision = forms.IntegerField(min_value=0, max_value=32767, widget=forms.HiddenInput)

    def __init__(self, deal: Deal, data: Any = None) -> None:
        self.deal = deal
        self._reading = faces.reading(deal.match.rules)
        tricks = write_tricks(stored_tricks(deal))
        super().__init__(
            data, initial={"tricks": tricks, "hands": deal.hands, "revision": deal.revision}
        )
        if faces.shown() == "spanish":
            self.fields["tricks"].help_text = gettext(
                "Cards in the order played, suit then figure: C12 C7 C8 C9, with O for coins, C "
                "for cups, E for swords and B for batons. Write ?? for a card that nobody "
                "remembers, and W: before a trick that West led where the cards leave that open."
            )
            self.fields["hands"].help_text = gettext(
                "Only where somebody noted one: S: E9 E1 E8 C9 C12 O7 B8 B7."
            )

    def clean_tricks(self) -> tuple[TrickRecord, ...]:
        try:
            return parse_tricks(faces.canonical(self.cleaned_data["tricks"]), self._reading)
        except InvalidRecord as error:
            raise ValidationError([say_trick_fault(fault) for fault in error.faults]) from None

    def clean_hands(self) -> dict[Seat, tuple[Card, ...]]:
        try:
            hands = read_hands(faces.canonical(self.cleaned_data["hands"]), self._reading)
        except InvalidRecord as error:
            raise ValidationError([say(fault) for fault in error.faults]) from None
        cards = [card for hand in hands.values() for card in hand]
        faults = [say(twice(card, "")) for card in sorted(set(cards)) if cards.count(card) > 1]
        if faults:
            raise ValidationError(faults)
        return hands

    def clean(self) -> dict[str, Any]:
        found = super().clean() or self.cleaned_data
        if self.errors:
            return found
        deal, rules = self.deal, self.deal.match.rules
        tricks = found["tricks"]
        eldest = rules.table.after(deal.who_dealt())
        leader = tricks[0].leader or eldest if tricks else ""
        if tricks:
            # Told once, and told even where it is the eldest hand: who led stays a fact should the
            # dealer be corrected later.
            tricks = (replace(tricks[0], leader=None), *tricks[1:])
        deal.leader, deal.cards_played = leader, write_tricks(tricks)
        deal.hands = write_hands(rules, found["hands"])
        deal.revision = found["revision"]
        try:
            told = replace(deal.as_record(), dealer=deal.who_dealt())
            checked(Record(rules=rules, deals=(told,)))
        except InvalidRecord as error:
            for fault in error.faults:
                self._add_fault(fault)
        return found

    def _add_fault(self, fault: Fault) -> None:
        self.add_error("tricks", say_trick_fault(fault))
