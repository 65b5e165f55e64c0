"""The form that tells a deal: to record the next one, or to correct one that was recorded."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from games.faults import say
from games.forms.texts import TextField
from games.manille.cards import NO_TRUMP
from games.manille.errors import ImpossibleResult
from games.manille.rules import Rules
from games.manille.scoring import CALLS, complete_card_points
from games.manille.table import Camp, Seat
from games.models import Deal
from games.wording import sheet as wording
from games.wording.cards import SUIT_WORDS

PLAYED = ("trump", "declarer", "calls", "bid", "blind", "last_trick")
"""What is told only of a deal that was played."""

NOBODY = "nobody"
"""In place of the declarer: all passed, and the dealer has to play without trump."""


class CardPointsField(forms.CharField):
    """Card points as typed: a whole number, 0 among them, or None where nothing was typed."""

    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": 8})

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, **options)

    def clean(self, value: Any) -> int | None:
        text = super().clean(value)
        if not text:
            return None
        if not re.fullmatch(r"[0-9]{1,4}", text):
            raise ValidationError(
                gettext("“%(typed)s” is not a whole number from 0 up.") % {"typed": text[:20]}
            )
        return int(text)


class DealForm(forms.ModelForm):
    """One deal as told at the table, with the fields that its match's rules ask for.

    `instance` is a Deal with its match: a new one with its number to record it, a *copy* of a
    stored one (a form writes into its instance as it validates) to correct it. With `correcting`
    the form has `dealer`, `misdeal` and the hidden `revision` in place of the number and the key.

    Card points have a field for each camp, `points_NS` and so on; one of two will do. After
    `is_valid()` the instance is ready for `Match.record_deal` or `Match.correct_deal`.
    """

    class Meta:
        model = Deal
        fields = [
            "number",
            "key",
            "revision",
            "dealer",
            "misdeal",
            *PLAYED,
            "note",
        ]

    # Given plainly, since a model's own form fields would offer neither words nor radio buttons.
    number = forms.IntegerField(min_value=1, max_value=9999, widget=forms.HiddenInput)
    key = forms.UUIDField(widget=forms.HiddenInput)
    revision = forms.IntegerField(min_value=0, max_value=9999, widget=forms.HiddenInput)
    dealer = forms.ChoiceField(label=gettext_lazy("Dealer"), required=False)
    misdeal = forms.ChoiceField(
        label=gettext_lazy("What happened"), required=False, widget=forms.RadioSelect
    )
    trump = forms.ChoiceField(
        label=pgettext_lazy("suit", "Trump"), required=False, widget=forms.RadioSelect
    )
    declarer = forms.ChoiceField(
        label=gettext_lazy("Trump named by"), required=False, widget=forms.RadioSelect
    )
    calls = forms.ChoiceField(
        label=gettext_lazy("Doubling"), required=False, widget=forms.RadioSelect
    )
    bid = forms.IntegerField(
        label=gettext_lazy("Card points bid"),
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        error_messages={"invalid": gettext_lazy("A bid is a whole number of card points.")},
    )
    blind = forms.BooleanField(
        label=gettext_lazy("Named before looking at the cards (×4)"), required=False
    )
    last_trick = forms.ChoiceField(
        label=gettext_lazy("Last trick won by"), required=False, widget=forms.RadioSelect
    )
    note = TextField(
        label=gettext_lazy("Note"),
        required=False,
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        instance: Deal,
        correcting: bool = False,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        self.match = instance.match
        self.rules: Rules = self.match.rules
        self.correcting = correcting
        table = self.rules.table
        if table.dealer_alone and data is not None and data.get("dealer") in tuple(table.seats):
            # Who pools card points with whom hangs on the dealer, so the fields do as well.
            instance.dealer = data["dealer"]
        elif table.dealer_alone and not instance.dealer:
            instance.dealer = instance.who_dealt()
        super().__init__(
            data,
            instance=instance,
            initial={**self._preset(instance, data), **(initial or {})},
            label_suffix="",
        )
        for name in self._not_asked():
            del self.fields[name]
        self._choose("trump", [(trump, SUIT_WORDS[trump]) for trump in self.rules.trumps if trump])
        seats = [(seat, self.match.name(seat)) for seat in table.seats]
        if "declarer" in self.fields:
            self._choose("declarer", [*seats, (NOBODY, "")] if self._may_be_nobody else seats)
            declarer = self.fields["declarer"]
            declarer.label = wording.declarer_label(self.rules)
            # In which order they spoke hangs on the dealer, who is looked up only to be shown.
            declarer.widget.choices = lambda: self._declarers(instance.who_dealt())
        if "bid" in self.fields:
            least = {"least": self.rules.par + 1, "pot": self.rules.pot}
            self.fields["bid"].help_text = gettext("From %(least)s to %(pot)s.") % least
        self._choose("calls", [(calls, wording.CALLS[calls]) for calls in call_choices(self.rules)])
        camps = [(camp, wording.names(self.match, camp)) for camp in instance.camps]
        self._choose("last_trick", [("", pgettext_lazy("last trick", "not known")), *camps])
        self._choose("dealer", [("", gettext("by rotation")), *seats])
        offered = wording.misdeals(self.rules, instance.misdeal)
        kinds = [(kind, wording.MISDEALS[kind]) for kind in offered]
        self._choose("misdeal", [("", gettext_lazy("Played")), *kinds])
        if not correcting and "dealer" in self.fields:
            self.fields["dealer"].widget = forms.HiddenInput()
        told = self.told = self._points_told(instance)
        # A deal of which the points were never known may be put right in other ways.
        self.points_needed = not (correcting and not told and not instance.misdeal)
        for camp, label in camps:
            self.fields[points_name(camp)] = CardPointsField(label=label)
            self.initial.setdefault(points_name(camp), told.get(camp))

    def _not_asked(self) -> list[str]:
        """The fields that the rules, or the purpose of the form, leave out."""
        rules = self.rules
        score_pad = rules.play == "score-pad"
        asked = {
            "number": not self.correcting,
            "key": not self.correcting,
            "revision": self.correcting,
            "dealer": self.correcting or rules.table.dealer_alone,
            "trump": len(rules.trumps) > 1 and not score_pad,
            "declarer": not score_pad and _declarer_is_open(rules),
            "calls": rules.double and bool(rules.double_no_trump or rules.trumps != (NO_TRUMP,)),
            "bid": rules.contract == "bid",
            "blind": rules.blind_no_trump,
            "last_trick": bool(rules.last_trick),
        }
        return [name for name, wanted in asked.items() if not wanted]

    def _preset(self, instance: Deal, data: Mapping[str, Any] | None) -> dict[str, Any]:
        """What a new deal's form begins with: who names trump by the rules."""
        if self.correcting or data is not None:
            return {}
        preset = {}
        if self.rules.trump in ("dealer", "delegate"):
            preset["declarer"] = instance.who_dealt()
        elif self.rules.trump == "choose-or-pass":
            preset["declarer"] = self.rules.table.after(instance.who_dealt())
        return preset

    @property
    def _may_be_nobody(self) -> bool:
        rules = self.rules
        return rules.trump == "choose-or-pass" and rules.all_pass == "dealer-no-trump"

    def _declarers(self, dealer: Seat) -> list[tuple[str, str]]:
        """Who can have declared: where players speak in turn, in that order."""
        rules, table = self.rules, self.rules.table
        if rules.trump not in ("choose-or-pass", "auction"):
            return [(seat, self.match.name(seat)) for seat in table.seats]
        found = [(seat, self.match.name(seat)) for seat in table.order(table.after(dealer))]
        last = {"name": self.match.name(dealer)}
        if rules.trump == "choose-or-pass" and rules.all_pass == "dealer-must":
            # The dealer speaks last, and whoever is left with the choice has to make it.
            found[-1] = (dealer, gettext("Nobody: %(name)s, the dealer, had to") % last)
        elif self._may_be_nobody:
            had_to = gettext("Nobody: %(name)s, the dealer, had to play without trump")
            found.append((NOBODY, had_to % last))
        return found

    def _choose(self, name: str, choices: list[tuple[str, Any]]) -> None:
        if name in self.fields:
            self.fields[name].choices = choices

    def _points_told(self, instance: Deal) -> Mapping[Camp, int]:
        try:
            return instance.points_by_camp or {}
        except ImpossibleResult:
            return {}

    @property
    def points(self) -> list[forms.BoundField]:
        """The fields for the card points, in the order of the sheet."""
        return [self[points_name(camp)] for camp in self.instance.camps]

    @property
    def undealt(self) -> int:
        """How many cards are left over, to count for the dealer; 0 where none are."""
        return self.rules.cards.size - self.rules.seats * self.rules.hand_size

    @property
    def point_errors(self) -> list[str]:
        """What is wrong with the card points, said once however many fields it concerns."""
        return list(dict.fromkeys(error for field in self.points for error in field.errors))

    def clean(self) -> dict[str, Any]:
        told = super().clean()
        if self.rules.table.dealer_alone:
            # Without a dealer the card points would be read as those of other camps.
            told["dealer"] = told.get("dealer") or self.instance.dealer
        if told.get("misdeal"):
            self._leave_out_what_was_not_played()
            return told
        self.instance.dealer = told.get("dealer", self.instance.dealer)
        if told.get("declarer") == NOBODY:
            told["declarer"] = self.instance.who_dealt()
            told["trump"] = told.get("trump") or NO_TRUMP
            if told["trump"] != NO_TRUMP:
                self.add_error("trump", gettext("Nobody named a trump: then there is none."))
        if "trump" not in self.fields:
            if len(self.rules.trumps) == 1:
                self.instance.trump = self.rules.trumps[0]
        elif not told.get("trump") and "trump" not in self.errors:
            self.add_error("trump", gettext("Say what was trump, or that nothing was."))
        self.instance.points_by_camp = {}
        if not self.point_errors:
            self._take_points()
        return told

    def _leave_out_what_was_not_played(self) -> None:
        """A misdeal has no trump and no points: whatever stood in those fields is no error."""
        for name in [*PLAYED, *(field.name for field in self.points)]:
            self.errors.pop(name, None)
            if name in self.fields:
                self.cleaned_data[name] = {"bid": None, "blind": False}.get(name, "")
        self.instance.trump = self.instance.declarer = self.instance.calls = ""
        self.instance.last_trick, self.instance.bid, self.instance.blind = "", None, False
        self.instance.cards_played = self.instance.hands = self.instance.leader = ""
        self.instance.points_by_camp = {}

    def _take_points(self) -> None:
        camps = self.instance.camps
        given = {
            camp: self.cleaned_data[points_name(camp)]
            for camp in camps
            if self.cleaned_data.get(points_name(camp)) is not None
        }
        first = points_name(next(iter(given), camps[0]))
        if self.correcting and len(camps) == 2:
            # Whoever puts one figure right has not looked at the other, which follows from it.
            changed = {camp: given[camp] for camp in given if given[camp] != self.told.get(camp)}
            given = changed if len(changed) == 1 else given
        if not given:
            if self.points_needed:
                if len(camps) == 2:
                    missing = gettext("Give the card points of either side.")
                else:
                    missing = gettext("Give the card points of every side, or of all but one.")
                self.add_error(first, missing)
            return
        try:
            # Who dealt matters only where the dealer plays alone, and there it is told.
            dealer = self.instance.dealer or self.match.first_dealer
            self.instance.points_by_camp = complete_card_points(self.rules, dealer, given)
        except ImpossibleResult as error:
            self.add_error(first, [say(fault) for fault in error.faults])

    def add_error(self, field: str | None, error: Any) -> None:
        """Also takes the faults that Deal.clean finds, at the deal's own fields: each is shown
        where this form asks for the fact, and only where nothing is said there already."""
        if field is not None or not hasattr(error, "error_dict"):
            super().add_error(field, error)
            return
        for place, errors in error.error_dict.items():
            if place.startswith("card_points"):
                place = points_name(self.instance.camps[0])
            if place not in self.fields:
                super().add_error(None, errors)
            elif place not in self.errors:
                super().add_error(place, errors)


def _declarer_is_open(rules: Rules) -> bool:
    """Whether there is somebody to name who declared, and anything that hangs on it."""
    if rules.trump == "turned":
        return False
    if rules.camps == "dealer-alone" and rules.trump == "dealer":
        return False  # it is the dealer who plays alone
    everybody_knows = rules.trump == "dealer" or (rules.contract == "none" and not rules.double)
    return not (rules.no_trump == "every-deal" and everybody_knows)


def points_name(camp: Camp) -> str:
    """The field for a camp's card points."""
    return f"points_{camp}"


def call_choices(rules: Rules) -> list[str]:
    """All that the calls of a deal can come to, as stored: none, "double", "double redouble" …"""
    allowed = [call for call in CALLS if getattr(rules, call)]
    return [" ".join(allowed[:made]) for made in range(len(allowed) + 1)]


def values_of(deal: Deal) -> dict[str, Any]:
    """What to type into the form to tell this deal again, as initial values or as a query."""
    values = {name: getattr(deal, name) for name in (*PLAYED, "note")}
    values["blind"] = deal.blind or None
    for camp, points in (deal.points_by_camp or {}).items():
        values[points_name(camp)] = points
    return {name: value for name, value in values.items() if value not in ("", None)}


class DeviceNameForm(forms.Form):
    """By what name a device's changes stand in the history."""

    name = TextField(label=gettext_lazy("Your name on this device"), max_length=80, required=False)
