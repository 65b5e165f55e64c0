"""What happened in a deal beside its play: the form for one kind of event."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy, ngettext

from games.forms.texts import TextField
from games.manille.events import FIELDS, NEEDED, event_to_json
from games.manille.events import Event as Happening
from games.models import Deal
from games.wording.cards import card_word


class EventForm(forms.Form):
    """One event of a `kind`, with only the fields of that kind. After `is_valid()`, `event()` is
    what `Deal.events` keeps of it; `revision` tells of which state of the deal the page spoke."""

    revision = forms.IntegerField(min_value=0, widget=forms.HiddenInput)

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, deal: Deal, kind: str, by: str = ""
    ) -> None:
        rules, match = deal.match.rules, deal.match
        self.kind, self.by, self.hand_size = kind, by, rules.hand_size
        complete = [t for t in deal.as_record().tricks if len(t.cards) == rules.seats]
        following = min(len(complete) + 1, rules.hand_size)
        initial = {"revision": deal.revision, "kind": kind}
        if kind == "claim":
            initial["trick"] = following
        super().__init__(data, initial=initial)
        needed = NEEDED[kind]
        seats = [(seat, match.name(seat)) for seat in rules.table.seats]
        if "seat" in FIELDS[kind]:
            nobody = [] if "seat" in needed else [("", gettext("nobody knows"))]
            self.fields["seat"] = forms.ChoiceField(
                label=gettext("Who claims") if kind == "claim" else gettext("Which player"),
                choices=[*seats, *nobody],
                required="seat" in needed,
                widget=forms.RadioSelect,
                error_messages={"required": gettext("Say which player.")},
            )
        if "card" in FIELDS[kind]:
            cards = [(card, card_word(card)) for card in rules.cards.cards]
            self.fields["card"] = forms.ChoiceField(
                label=gettext("Which card"),
                choices=[("", "–"), *cards],
                error_messages={"required": gettext("Say which card.")},
            )
        if "cards" in FIELDS[kind]:
            wrong = gettext("This must be a whole number from 0 to %(most)s.") % {
                "most": rules.cards.size
            }
            self.fields["cards"] = forms.IntegerField(
                label=gettext("How many cards"),
                min_value=0,
                max_value=rules.cards.size,
                widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
                error_messages=dict.fromkeys(
                    ("required", "invalid", "min_value", "max_value"), wrong
                ),
            )
        if "trick" in FIELDS[kind]:
            before = [] if "trick" in needed else [("", gettext("before the first card"))]
            self.fields["trick"] = forms.TypedChoiceField(
                label=gettext("First trick claimed")
                if kind == "claim"
                else gettext("Noticed in trick"),
                choices=[*before, *((n, str(n)) for n in range(1, rules.hand_size + 1))],
                coerce=int,
                empty_value=None,
                required="trick" in needed,
                error_messages={"required": gettext("Say in which trick.")},
            )
        self.fields["note"] = TextField(
            label=gettext_lazy("Note"),
            required=False,
            max_length=500,
            widget=forms.Textarea(attrs={"rows": 2, "maxlength": 500}),
        )

    def clean_cards(self) -> int:
        cards, right = self.cleaned_data["cards"], self.hand_size
        if cards == right:
            told = ngettext(
                "Each player is dealt %(count)s card.",
                "Each player is dealt %(count)s cards.",
                right,
            )
            raise forms.ValidationError(told % {"count": right})
        return int(cards)

    @property
    def shown(self) -> list[forms.BoundField]:
        """The fields after the seat."""
        return [self[name] for name in self.fields if name not in ("revision", "seat")]

    def event(self) -> dict[str, Any]:
        """The event as a record tells it."""
        told = {key: self.cleaned_data.get(key) or None for key in ("seat", "card", "trick")}
        return event_to_json(
            Happening(
                kind=self.kind,
                **told,
                cards=self.cleaned_data.get("cards"),
                by=self.by,
                note=self.cleaned_data["note"],
            )
        )
