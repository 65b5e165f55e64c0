"""Entries of a competition: who enters, and what the draw has to know of them."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.models import (
    LONGEST_NAME,
    Competition,
    Entry,
    EntryNote,
    EntryPlayer,
    Player,
    by_name,
    folded,
)
from games.models.entry import ABSENT, LONGEST_ENTRY_NAME, LONGEST_TEAM_NAME, too_few
from games.models.formats import INDIVIDUAL
from games.models.names import joined
from games.wording.lists import listed

from .accounts import name_field
from .start import NameField, too_long


class EntriesForm(forms.Form):
    """Further entries: chosen from the club's people, or written one a line. Valid, `entries` are
    lists of people for each, with names of those who are new in the club."""

    chosen = forms.MultipleChoiceField(
        label=_("From the club’s people"),
        widget=forms.CheckboxSelectMultiple,
        required=False,
        error_messages={"invalid_choice": _("Choose people of the club who are not entered yet.")},
    )
    first = forms.ChoiceField(label=_("One"), required=False)
    second = forms.ChoiceField(label=_("The other"), required=False)
    lines = forms.CharField(
        required=False,
        widget=forms.Textarea(attrs={"rows": 4, "dir": "auto", "autocomplete": "off"}),
    )
    join = forms.BooleanField(
        label=_("New names join the club’s people"),
        help_text=_("Without this a name that nobody has is taken for a slip of the pen."),
        required=False,
    )

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        self.competition = competition
        self.pairs = competition.entry_kind == "pair"
        everybody = by_name(Player.of(competition.club))
        rows = EntryPlayer.objects.filter(entry__competition=competition)
        entered = {row.player.person.pk for row in rows.select_related("player__merged_into")}
        self.known = {folded(player.name): player for player in everybody}
        self.free = {str(one.pk): one for one in everybody if one.pk not in entered}
        names = [(key, player.name) for key, player in self.free.items()]
        if self.pairs:
            del self.fields["chosen"]
            for field in ("first", "second"):
                self.fields[field].choices = [("", gettext("Choose…")), *names]
                self.fields[field].error_messages["invalid_choice"] = gettext(
                    "Choose people of the club who are not entered yet."
                )
            self.fields["lines"].label = gettext("Or pairs, one a line")
            self.fields["lines"].help_text = gettext("With & between the two: An & Bo")
        else:
            del self.fields["first"], self.fields["second"]
            self.fields["chosen"].choices = names
            self.fields["lines"].label = gettext("Or names, one a line")

    @property
    def may_tick_all(self) -> bool:
        """Whether all of the club's people can be ticked at once: where each is an entry."""
        return self.competition.entry_kind == INDIVIDUAL and len(self.free) > 1

    def tick(self, everybody: bool, data: Mapping[str, Any]) -> None:
        """Show the form with everybody ticked, or nobody, and else as it was filled in."""
        self.initial = {
            "chosen": list(self.free) if everybody else [],
            "lines": data.get("lines", ""),
            "join": "join" in data,
        }

    def clean(self) -> dict[str, Any]:
        told = self.cleaned_data
        entries: list[list[Player | str]] = []
        if self.pairs:
            one, other = (self.free.get(told.get(key, "")) for key in ("first", "second"))
            if one or other:
                if not one or not other or one == other:
                    self.add_error("second", gettext("A pair is two people: choose the other."))
                else:
                    entries.append([one, other])
        else:
            entries += [[self.free[key]] for key in told.get("chosen", ())]
        entries += self._lines(told.get("lines", ""))
        if not entries and not self.errors:
            self.add_error("lines", gettext("Choose somebody, or write a name."))
        self.entries = entries
        return told

    def _lines(self, text: str) -> list[list[Player | str]]:
        found: list[list[Player | str]] = []
        faults: list[str] = []
        unknown: list[str] = []
        size = 2 if self.pairs else 1
        read = NameField(required=False).to_python
        for number, line in enumerate(text.splitlines(), 1):
            parts = line.split("&") if self.pairs else [line]
            names = [read(" ".join(part.split())) for part in parts]
            if not any(names):
                continue
            if len(names) != size or not all(names):
                faults.append(
                    gettext("Line %(number)s: write two names with & between them.")
                    % {"number": number}
                )
                continue
            for name in names:
                if len(name) > LONGEST_NAME:
                    faults.append(too_long(name))
                elif folded(name) not in self.known:
                    unknown.append(name)
            found.append([self.known.get(folded(name), name) for name in names])
        if unknown and not self.cleaned_data.get("join"):
            faults.append(
                ngettext(
                    "Nobody of the club has this name: %(names)s. If it is right, tick that new "
                    "names join.",
                    "Nobody of the club has these names: %(names)s. If they are right, tick that "
                    "new names join.",
                    len(unknown),
                )
                % {"names": listed(unknown)}
            )
        for name in faults:
            self.add_error("lines", name)
        return found

    @property
    def new(self) -> list[str]:
        """The names of those who are new in the club, each once."""
        names = {
            folded(one): one for entry in self.entries for one in entry if isinstance(one, str)
        }
        return list(names.values())

    def with_people(self, added: list[Player]) -> list[tuple[str, list[Player]]]:
        """The entries by name and people, once those who are new have joined."""
        known = {folded(player.name): player for player in added}
        found = []
        for entry in self.entries:
            people = [one if isinstance(one, Player) else known[folded(one)] for one in entry]
            found.append((joined(player.name for player in people), people))
        return found


class TeamForm(EntriesForm):
    """A further team: its name, and its people, the captain first."""

    name = name_field(_("Name of the team"), LONGEST_TEAM_NAME, _("Write the team’s name."))
    captain = forms.ChoiceField(
        label=_("Captain"),
        help_text=_("Nobody chosen: the first of those below."),
        required=False,
        error_messages={"invalid_choice": _("Choose people of the club who are not entered yet.")},
    )
    field_order = ["name", "captain", "chosen", "lines", "join"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = [(key, player.name) for key, player in self.free.items()]
        self.fields["captain"].choices = [("", "–"), *names]

    def clean(self) -> dict[str, Any]:
        told = super().clean()
        captain = self.free.get(told.get("captain", ""))
        people = dict.fromkeys([captain] if captain else [])
        people |= dict.fromkeys(one for entry in self.entries for one in entry)
        if len(people) < self.competition.team_size and not self.errors:
            self.add_error("lines", too_few(self.competition))
        self.entries = [list(people)]
        return told

    def with_people(self, added: list[Player]) -> list[tuple[str, list[Player]]]:
        ((_names, people),) = super().with_people(added)
        return [(self.cleaned_data["name"], list(dict.fromkeys(people)))]


class CheckInForm(forms.Form):
    """Who is there for the next round."""

    present = forms.MultipleChoiceField(
        label=_("Who is there"),
        widget=forms.CheckboxSelectMultiple,
        required=False,
        error_messages={"invalid_choice": _("Meanwhile the entries have changed. Look again.")},
    )

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        self.number = competition.last_number + 1
        entries = by_name(competition.entries.filter(withdrawn_at=None).only("name"))
        told = competition.told({entry.pk: entry.name for entry in entries})
        names = [(str(key), name) for key, name in told.items()]
        absent = EntryNote.objects.filter(
            entry__competition=competition, round=self.number, kind=ABSENT
        )
        away = {str(key) for key in absent.values_list("entry", flat=True)}
        self.fields["present"].choices = names
        self.initial["present"] = [key for key, _name in names if key not in away]


class EntryForm(forms.Form):
    """The name under which an entry stands in the lists."""

    def __init__(self, *args: Any, entry: Entry, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", initial={"name": entry.name}, **kwargs)
        longest = LONGEST_TEAM_NAME if entry.competition.how.meetings else LONGEST_ENTRY_NAME
        self.fields["name"] = name_field(
            gettext("Name in the lists"), longest, gettext("Write the name.")
        )


class EntryNoteForm(forms.Form):
    """What becomes of an entry in one of the rounds to come."""

    round = forms.TypedChoiceField(label=_("Round"), coerce=int)
    kind = forms.ChoiceField(
        label=_("What becomes of it in that round"),
        choices=[("absent", _("It is absent")), ("bye", _("It sits out, as it asked for"))],
        widget=forms.RadioSelect,
        error_messages={"required": _("Say what is the case.")},
    )

    def __init__(self, *args: Any, entry: Entry, next_round: int, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        last = max(entry.competition.scheme.rounds or 0, next_round + 4)
        self.fields["round"].choices = [(n, n) for n in range(next_round, last + 1)]


class WithdrawForm(forms.Form):
    """Why an entry leaves."""

    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("It stays in the history of the competition."),
        max_length=500,
        required=False,
        widget=forms.TextInput(attrs={"dir": "auto"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
