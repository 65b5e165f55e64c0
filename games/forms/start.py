"""A new match: who sits where, which system, and the house rules that differ from it."""

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.core import signing
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from games.faults import by_field
from games.forms.texts import TextField
from games.manille.errors import InvalidRules
from games.manille.presets import DEFAULT, PRESETS
from games.manille.rules import OPTIONS, Rules
from games.manille.table import SEATS as SEATS_BY_SIZE
from games.models import LONGEST_NAME, Club, Match, Player, RuleSet, folded, scoring_code
from games.wording.rule_options import GROUPS
from games.wording.rules import identifier, value_word
from games.wording.systems import FAMILIES, SYSTEMS

from .options import option_field, option_value

SEATS = {
    "N": gettext_lazy("North"),
    "E": gettext_lazy("East"),
    "S": gettext_lazy("South"),
    "W": gettext_lazy("West"),
}
LOT = "lot"
KEYS = signing.Signer(salt="start")

# What a deal counts where an option just has its full effect.
EFFECTS = {
    "no_trump": ("not-played", 2),
    "double": (False, 2),
    "redouble": (False, 4),
    "third": (False, 8),
    "fail_doubles": (False, 2),
}


def new_key() -> str:
    """What tells one press of "Start" from another: the scoring code that the match will have,
    signed, so that nobody chooses one."""
    return KEYS.sign(scoring_code())


class StartForm(forms.Form):
    """Valid, it has in `cleaned_data` the `facts` for Match.start, without a drawn dealer where
    `first_dealer` is LOT, the `scoring_code` (empty: a new one), and in a club the names by seat
    that are `new` there; `clubs` are those that one may start a match in.

    The field `dealer` is who deals first; `first_dealer` is the option that says how the table
    finds out. `typed` are values to keep from a form that was not sent yet. An option of the house
    rules that is left blank is played as in the system. The saved `sets` are offered beside the
    systems, by their codes; `chosen` is which of all these was chosen, `base` its rules.
    """

    key = forms.CharField(widget=forms.HiddenInput, required=False)
    dealer = forms.ChoiceField(
        choices=[*SEATS.items(), (LOT, _("Draw the first dealer by lot"))],
        error_messages={"required": _("Say who deals first, or have it drawn by lot.")},
    )
    system = forms.ChoiceField(
        label=_("System"),
        choices=[
            (family.title, [(preset, SYSTEMS[preset].title) for preset in family.systems])
            for family in FAMILIES
        ],
    )
    # Offered to officers only: whose match it is, and whether unknown names join its people.
    club = forms.ChoiceField(
        label=_("Club"),
        required=False,
        error_messages={"invalid_choice": _("Choose one of your clubs.")},
    )
    join = forms.BooleanField(
        label=_("New names join the club’s people"),
        help_text=_("Otherwise they are guests."),
        required=False,
    )
    place = TextField(label=_("Place"), max_length=200, required=False)
    played_on = forms.DateField(
        label=_("Day"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={"invalid": _("Write the day as in 2026-10-25.")},
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        typed: Mapping[str, Any] | None = None,
        sets: Iterable[RuleSet] = (),
        clubs: Iterable[Club] = (),
    ) -> None:
        typed = {
            "system": DEFAULT,
            "dealer": "N",
            "played_on": timezone.localdate(),
            "key": new_key(),
            **(typed or {}),
        }
        super().__init__(data, initial=typed, label_suffix="")
        self.told = told = typed if data is None else data
        system = told.get("system")
        saved = {kept.code: kept for kept in sets}
        self.kept = saved.get(system or "")
        self.chosen = system if self.kept or system in PRESETS else DEFAULT
        self.preset = self.kept.preset if self.kept else self.chosen
        self.base = self.kept.rules if self.kept else PRESETS[self.preset]
        self.people = self._people()
        self.clubs = {club.slug: club for club in clubs}
        self.fields["club"].choices = [
            ("", gettext("None: a match among guests")),
            *((slug, club.name) for slug, club in self.clubs.items()),
        ]
        if saved:
            offered = [(code, kept.name) for code, kept in saved.items()]
            yours = (gettext("Saved on this device"), offered)
            self.fields["system"].choices = [yours, *self.fields["system"].choices]
        for seat, word in SEATS.items():
            self.fields[f"name_{seat}"] = _name_field(seat, word)
            if seat in self.people and not typed.get(f"name_{seat}"):
                self.initial[f"name_{seat}"] = typed.get(f"aside_{seat}")
        for option in OPTIONS:
            self.fields[option] = option_field(self.base, option, _as_system(self.base, option))

    @property
    def about(self) -> str:
        """The line about the system, or that these are saved rules."""
        if self.kept:
            return gettext("Rules saved under this name: %(identifier)s.") % {
                "identifier": identifier(self.base)
            }
        return str(SYSTEMS[self.preset].about)

    @property
    def places(self) -> list[dict[str, Any]]:
        """The places round the table: letter, word, the field of the name, and whether that seat
        deals first. One at which nobody sits is there only where its name is refused."""
        first = self["dealer"].value()
        return [
            {"seat": s, "word": word, "field": self[f"name_{s}"], "first": first == s}
            for s, word in SEATS.items()
            if s in self.people or self[f"name_{s}"].errors
        ]

    @property
    def aside(self) -> list[tuple[str, str]]:
        """Names typed for seats that the system does not have, kept for when another has them: the
        field to keep them in and the name."""
        shown = {place["seat"] for place in self.places}
        names = {s: self.told.get(f"name_{s}") or self.told.get(f"aside_{s}") for s in SEATS}
        return [(f"aside_{s}", name) for s, name in names.items() if name and s not in shown]

    @property
    def seating(self) -> str:
        """Who plays with whom under the system, and what an empty seat is called."""
        system = self.base
        if system.dummy != "none":
            return gettext(
                "South is a dummy: North plays that hand too, and deals for it. A seat without a "
                "name goes by its letter."
            )
        if system.sides == "pairs":
            return gettext(
                "Partners sit opposite each other. A seat without a name goes by its letter."
            )
        return gettext("Everybody keeps a score. A seat without a name goes by its letter.")

    def _people(self) -> str:
        """The seats at which somebody sits, as far as what was typed tells before it is checked."""
        system = self.base
        size = {"4": 4, "3": 3, "2": 2}.get(str(self.told.get("seats")), system.seats)
        dummy = self.told.get("dummy") or system.dummy
        return SEATS_BY_SIZE[size].replace("S", "" if dummy == "south" else "S")

    @property
    def by_lot(self) -> bool:
        return self["dealer"].value() == LOT

    @property
    def house_rules(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The groups of options: title and fields. The target is asked apart from them."""
        return [
            (str(title), [self[option] for option in options if option != "target"])
            for title, options in GROUPS
        ]

    @property
    def house_rules_open(self) -> bool:
        """Whether any of them was filled in, or is refused."""
        fields = [field for _title, fields in self.house_rules for field in fields]
        return any(field.errors or field.value() not in (None, "") for field in fields)

    def clean_key(self) -> str:
        try:
            return KEYS.unsign(self.cleaned_data["key"])
        except signing.BadSignature:
            return ""

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        rules = self._rules()
        people = rules.people if rules else self.people
        players = self._players(people, rules.table.seats if rules else people)
        if cleaned.get("dealer", LOT) not in (*people, LOT):
            self.add_error("dealer", gettext("Nobody sits there: choose another dealer."))
        cleaned["scoring_code"] = cleaned.pop("key", "")
        cleaned["facts"] = {
            "preset": self.preset,
            # Changed once more they are no longer what the name stands for.
            "rules_name": self.kept.name if self.kept and rules == self.base else "",
            "rules": rules,
            "players": players,
            "first_dealer": cleaned.get("dealer"),
            "place": cleaned.get("place", ""),
            "played_on": cleaned.get("played_on"),
        }
        cleaned["new"] = {}
        if club := self.clubs.get(cleaned.get("club", "")):
            self._seat_people(club, cleaned)
        return cleaned

    def _seat_people(self, club: Club, cleaned: dict[str, Any]) -> None:
        """Finds the club's people by their names, which are then written as the club does. `new`
        are those who join them."""
        known = {folded(one.name): one for one in Player.of(club)}
        facts = cleaned["facts"]
        players = facts["players"]
        people = {s: known[folded(name)] for s, name in players.items() if folded(name) in known}
        facts["club"], facts["people"] = club, people
        facts["players"] = players | {seat: player.name for seat, player in people.items()}
        if cleaned.get("join"):
            cleaned["new"] = {
                s: name for s, name in players.items() if s not in people and name != s
            }

    def _rules(self) -> Rules | None:
        """The system with the house rules; None where they contradict one another."""
        typed = {option: self.cleaned_data.get(option) for option in OPTIONS}
        system = self.base
        try:
            rules = system.changed(
                **{
                    option: option_value(option, value)
                    for option, value in typed.items()
                    if value not in (None, "")
                }
            )
        except InvalidRules as error:
            self.add_error(None, by_field(error, set(self.fields)))
            return None
        self._check_cap(rules, system)
        return rules

    def _check_cap(self, rules: Rules, system: Rules) -> None:
        """Refuse a limit under which something newly allowed would have no effect."""
        needed = [
            times
            for option, (off, times) in EFFECTS.items()
            if getattr(system, option) == off != getattr(rules, option)
        ]
        if rules.draw == "carry" != system.draw:
            needed.append(2)
        if rules.cap is not None and needed and rules.cap < max(needed):
            message = gettext(
                "As long as no deal may count more than %(cap)s×, what you allow has no effect. "
                "Write %(least)s or more, or 0 for no limit."
            )
            self.add_error("cap", message % {"cap": rules.cap, "least": max(needed)})

    def _players(self, people: str, seats: str) -> dict[str, str]:
        """Seat -> name. A seat without a name, or a dummy's, goes by its letter."""
        players: dict[str, str] = {}
        for seat in SEATS:
            name = self.cleaned_data.get(f"name_{seat}") or ""
            if seat not in people:
                if name:
                    nobody = gettext(
                        "Nobody sits here in this match. Take the name out, or choose another "
                        "system."
                    )
                    self.add_error(f"name_{seat}", nobody)
                elif seat in seats:
                    players[seat] = seat
                continue
            name = name or seat
            twin = next((s for s, other in players.items() if _same(other, name)), None)
            if twin:
                message = gettext("“%(name)s” sits %(seat)s already: tell them apart.")
                self.add_error(f"name_{seat}", message % {"name": name, "seat": SEATS[twin]})
            players[seat] = name
        return players

    def is_repeated_by(self, match: Match) -> bool:
        """Whether that match is what this form asks for; the lot may have fallen otherwise."""
        facts = self.cleaned_data["facts"]
        return (
            match.players == facts["players"]
            and match.rules == facts["rules"]
            and self.cleaned_data["dealer"] in (match.first_dealer, LOT)
        )


def _same(one: str, other: str) -> bool:
    return " ".join(one.casefold().split()) == " ".join(other.casefold().split())


class NameField(TextField):
    """A player's name; one in which nothing can be seen is none."""

    def to_python(self, value: Any) -> str:
        name = super().to_python(value)
        return name if any(not unicodedata.category(c).startswith(("C", "Z")) for c in name) else ""


def too_long(name: str, most: int = LONGEST_NAME) -> str:
    """That a name of several in one field, or in a file, has more characters than it may have."""
    return gettext("“%(name)s” is longer than %(most)s characters.") % {"name": name, "most": most}


def _name_field(seat: str, word: Any) -> NameField:
    field = NameField(
        label=word,
        max_length=LONGEST_NAME,
        required=False,
        error_messages={
            "max_length": _("At most %(limit_value)d characters, please: it must fit the sheet.")
        },
        widget=forms.TextInput(
            attrs={"list": "names", "autocomplete": "off", "dir": "auto", "placeholder": seat}
        ),
    )
    # The browser would cut off a longer name without a word.
    del field.widget.attrs["maxlength"]
    return field


def _as_system(base: Rules, option: str) -> str:
    """What is shown for an option left blank: the system's own value."""
    return gettext("%(value)s (as in the system)") % {"value": value_word(base, option)}
