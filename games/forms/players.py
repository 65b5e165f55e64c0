"""The club's people: adding, renaming, merging, and finding them on a sheet."""

import difflib
import unicodedata
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.manille.table import Seat
from games.models import LONGEST_NAME, Club, Match, Player, by_name, folded

from .accounts import name_field
from .start import SEATS, NameField, too_long
from .texts import TextField

GUEST, NEW = "guest", "new"
ACCENTS = range(0x300, 0x370)
LIKE = 0.75
"""From this likeness on (difflib's ratio) two names may be one person's."""


class PeopleForm(forms.Form):
    """Names of people, one a line."""

    names = TextField(
        label=_("Names, one a line"),
        widget=forms.Textarea(attrs={"rows": 4, "dir": "auto", "autocomplete": "off"}),
        error_messages={"required": _("Write at least one name.")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)

    def clean_names(self) -> list[str]:
        read = NameField(required=False).to_python
        lines = [read(" ".join(line.split())) for line in self.cleaned_data["names"].splitlines()]
        names = [line for line in lines if line]
        if not names:
            raise forms.ValidationError(gettext("Write at least one name."))
        faults, seen = [], set()
        for name in names:
            if len(name) > LONGEST_NAME:
                faults.append(too_long(name))
            if folded(name) in seen:
                faults.append(gettext("“%(name)s” stands here twice.") % {"name": name})
            seen.add(folded(name))
        if faults:
            raise forms.ValidationError(faults)
        return names


class PlayerNameForm(forms.Form):
    """Another name for one of the club's people."""

    name = name_field(_("Name"), LONGEST_NAME, _("Write the name."))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)


class MergeForm(forms.Form):
    """Which entry is the same person as `stays`. `seen` is the mark of the effect shown."""

    other = forms.ChoiceField(
        label=_("The same person is also listed as"),
        error_messages={
            "required": _("Choose the other entry."),
            "invalid_choice": _("Choose one of the club’s people."),
        },
    )
    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, stays: Player, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        others = by_name(Player.of(stays.club).exclude(pk=stays.pk))
        self.others = {str(one.pk): one for one in others}
        names = {key: one.name for key, one in self.others.items()}
        alike = _alike(stays.name, names)
        self.fields["other"].choices = [
            ("", gettext("Choose…")),
            *([(gettext("Similar names"), [(key, names[key]) for key in alike])] if alike else []),
            (gettext("The club’s people"), list(names.items())),
        ]

    @property
    def chosen(self) -> Player:
        return self.others[self.cleaned_data["other"]]


def _bare(name: str) -> str:
    """A name without its accents, which are easily forgotten: Dré and Dre."""
    return "".join(c for c in unicodedata.normalize("NFKD", folded(name)) if ord(c) not in ACCENTS)


def _alike(name: str, names: Mapping[str, str]) -> list[str]:
    """The keys of names much like that one, the most alike first; a part of a name is alike too."""
    wanted = _bare(name)
    ratios = {}
    for key, other in names.items():
        theirs = _bare(other)
        ratio = difflib.SequenceMatcher(None, wanted, theirs).ratio()
        if ratio >= LIKE or set(wanted.split()) & set(theirs.split()):
            ratios[key] = ratio
    return sorted(ratios, key=lambda key: -ratios[key])[:5]


class ClaimForm(forms.Form):
    """Who of a club's people sat where in a guests' match. Valid, it has `people` and `new` for
    claim_match."""

    def __init__(self, *args: Any, match: Match, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        self.match = match
        self.players = {str(one.pk): one for one in by_name(Player.of(club))}
        names = {key: one.name for key, one in self.players.items()}
        for seat in match.rules.people:
            name = match.name(seat)
            same = next((key for key, one in names.items() if folded(one) == folded(name)), None)
            alike = [] if same else _alike(name, names)
            field = forms.ChoiceField(
                label=SEATS[seat],
                choices=self._choices(name, alike, names, same is None and name != seat),
                # A name much like another is perhaps the same person: that is asked, not guessed.
                initial=same or (GUEST if name == seat else "" if alike else NEW),
                error_messages={
                    "required": gettext("Say who “%(name)s” is.") % {"name": name},
                    "invalid_choice": gettext("Choose one of the club’s people."),
                },
            )
            field.written = name
            self.fields[f"seat_{seat}"] = field

    def _choices(
        self, name: str, alike: list[str], names: dict[str, str], may_join: bool
    ) -> list[Any]:
        choices: list[Any] = [("", gettext("Choose…"))] if alike else []
        if alike:
            choices.append((gettext("Similar names"), [(key, names[key]) for key in alike]))
        if may_join:
            choices.append((NEW, gettext("%(name)s, new in the club") % {"name": name}))
        choices.append((GUEST, gettext("A guest, not of the club")))
        if names:
            choices.append((gettext("The club’s people"), list(names.items())))
        return choices

    @property
    def seats(self) -> list[forms.BoundField]:
        return [self[f"seat_{seat}"] for seat in self.match.rules.people]

    def clean(self) -> dict[str, Any]:
        told = self.cleaned_data
        people: dict[Seat, Player] = {}
        new: dict[Seat, str] = {}
        for seat in self.match.rules.people:
            choice, name = told.get(f"seat_{seat}"), self.match.name(seat)
            if choice == NEW:
                if folded(name) in map(folded, new.values()):
                    self.add_error(f"seat_{seat}", gettext("Two people have this name."))
                new[seat] = name
            elif choice in self.players:
                if self.players[choice] in people.values():
                    self.add_error(f"seat_{seat}", gettext("Nobody has two seats."))
                people[seat] = self.players[choice]
        return {"people": people, "new": new}
