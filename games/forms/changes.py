"""The forms beside DealForm that change a match: why, rulings, signatures, its end, the next."""

import json
import secrets
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy

from games.forms.texts import TextField
from games.manille.table import Seat, Side
from games.models import Match
from games.wording.results import SEATS
from games.wording.sheet import names

LOT = "lot"
BY_AGREEMENT = "agreement"


def reason_field() -> TextField:
    """Why a change is made, as the history will tell it."""
    return TextField(
        label=gettext_lazy("Reason"),
        help_text=gettext_lazy("It stays in the history of the match."),
        error_messages={"required": gettext_lazy("Say why, for the others at the table.")},
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2, "maxlength": 500}),
    )


class ReasonForm(forms.Form):
    """Why a change is made. `seen` is the version of the match of which the effect was shown, or
    empty: nothing was shown yet."""

    reason = reason_field()
    seen = forms.IntegerField(required=False, widget=forms.HiddenInput)


class SignForm(forms.Form):
    """One side's signature: one of its players, or another name (a captain's, a parent's). `seen`
    is the result that stood above the button, empty once the match comes to another."""

    side = forms.CharField(widget=forms.HiddenInput)
    seen = forms.CharField(widget=forms.HiddenInput)
    signer = forms.ChoiceField(
        label=gettext_lazy("Who signs"), required=False, widget=forms.RadioSelect
    )
    name = TextField(
        label=gettext_lazy("Or somebody else"), required=False, max_length=80, strip=True
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, match: Match, side: Side) -> None:
        self.names, self.match = names(match, side), match
        players = [match.name(seat)[:80] for seat in side if seat in match.rules.people]
        super().__init__(
            data,
            auto_id=f"id_{side}_%s",
            initial={
                "side": side,
                "seen": json.dumps(match.result()),
                "signer": players[0] if len(players) == 1 else None,
            },
        )
        self.fields["signer"].choices = [(name, name) for name in players]

    def clean_seen(self) -> dict[str, Any]:
        # Compared as text: what is in it may be anything, also what no JSON reader survives.
        result = self.match.result()
        return result if self.cleaned_data["seen"] == json.dumps(result) else {}

    def clean(self) -> dict[str, Any]:
        told = self.cleaned_data
        if not self.errors and not told.get("name") and not told.get("signer"):
            self.add_error("signer", gettext("Say who signs for this side."))
        return told

    @property
    def signed_by(self) -> str:
        """The name that was typed, else the player chosen."""
        return self.cleaned_data["name"] or self.cleaned_data["signer"]


class GiveUpForm(ReasonForm):
    """A match ended before its rules end it: by which side, or by agreement, and why."""

    by = forms.ChoiceField(
        label=gettext_lazy("Who gives up"),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Say who gives up, or that all agree to stop.")},
    )
    field_order = ["by", "reason"]

    def __init__(self, data: Mapping[str, Any] | None = None, *, match: Match) -> None:
        super().__init__(data)
        sides = [(side, names(match, side)) for side in match.rules.table.sides]
        self.fields["by"].choices = [(BY_AGREEMENT, gettext("All agree to stop")), *sides]

    @property
    def side(self) -> Side:
        """The side that gives up; empty: by agreement."""
        by = self.cleaned_data["by"]
        return "" if by == BY_AGREEMENT else by


class AnotherForm(forms.Form):
    """Where the same people sit in the next match, and who deals first. People are told by the
    seats they have had so far. `known`: how many further matches this page showed."""

    seating = forms.ChoiceField(
        label=gettext_lazy("Seats"), widget=forms.RadioSelect, initial="same"
    )
    dealer = forms.ChoiceField(label=gettext_lazy("First dealer"), widget=forms.RadioSelect)
    known = forms.IntegerField(min_value=0, widget=forms.HiddenInput)

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, match: Match, known: int = 0
    ) -> None:
        rules = match.rules
        self.match, self.seats, self.people = match, rules.table.seats, rules.people
        # Whoever would have dealt next deals first, in whichever seat.
        super().__init__(data, initial={"known": known, "dealer": match.sheet.next_dealer})
        people = [(seat, match.name(seat)) for seat in self.people]
        in_turn = match.sheet.next_dealer
        dealers = [
            (seat, gettext("%(name)s, next in turn") % {"name": name} if seat == in_turn else name)
            for seat, name in ((seat, match.name(seat)) for seat in self.seats)
        ]
        seatings = [("same", gettext("As they are"))]
        if self.people != self.seats:
            # Whoever played the dummy hands it on; it stays in its place.
            seatings.append(("rotate", gettext("All move on one seat: another plays the dummy")))
        elif len(self.seats) > 2:
            first = {"first": people[0][1]}
            rotated = gettext("%(first)s stays, the others move on one seat") % first
            seatings.append(("rotate", rotated))
        seatings.append(("free", gettext("Otherwise, as chosen below")))
        self.fields["seating"].choices = seatings
        self.fields["dealer"].choices = [*dealers, (LOT, gettext("By lot"))]
        for seat in self.people:
            self.fields[f"at_{seat}"] = forms.ChoiceField(
                label=SEATS[seat], choices=people, initial=seat, required=False
            )

    @property
    def places(self) -> list[forms.BoundField]:
        """The fields for who sits where."""
        return [self[f"at_{seat}"] for seat in self.people]

    def clean(self) -> dict[str, Any]:
        told = self.cleaned_data
        if told.get("seating") == "free" and not any(field.errors for field in self.places):
            taken: set[Seat] = set()
            for field in self.places:
                person = told.get(field.name)
                if not person:
                    self.add_error(field.name, gettext("Say who sits here."))
                elif person in taken:
                    name = self.match.name(person)
                    twice = gettext("%(name)s already has a seat: somebody else sits here.")
                    self.add_error(field.name, twice % {"name": name})
                taken.add(person)
        return told

    def came_from(self) -> dict[Seat, Seat]:
        """For each seat, where the one who now sits there sat before."""
        seating = self.cleaned_data["seating"]
        came_from = {seat: seat for seat in self.seats}
        if seating == "free":
            came_from |= {seat: self.cleaned_data[f"at_{seat}"] for seat in self.people}
        elif seating == "rotate":
            moving = self.seats[1:] if self.people == self.seats else self.people
            came_from |= zip(moving, moving[-1] + moving[:-1], strict=True)
        return came_from

    def seated(self) -> tuple[dict[Seat, str], Seat]:
        """The players by seat, and the first dealer's seat; a lot is drawn here."""
        came_from, players = self.came_from(), self.match.players
        dealer = self.cleaned_data["dealer"]
        person = secrets.choice(self.seats) if dealer == LOT else dealer
        seat_of = {before: seat for seat, before in came_from.items()}
        return (
            {seat: players.get(before, before) for seat, before in came_from.items()},
            seat_of[person],
        )
