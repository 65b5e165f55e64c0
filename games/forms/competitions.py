"""A competition: what it is, how it is played, how results become standings."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.faults import by_field
from games.manille.presets import PRESETS
from games.models import (
    FORMATS,
    LONGEST_COMPETITION_NAME,
    Competition,
    RuleSet,
    fits,
    partners,
)
from games.models.formats import BOUNDS
from games.standings import InvalidScheme, Scheme
from games.standings.scheme import MEASURES, NUMBERS, SUMS, whole
from games.wording import competitions as wording
from games.wording import schemes
from games.wording.rules import identifier, rules_title
from games.wording.systems import FAMILIES, SYSTEMS

from .accounts import name_field

MOST_MEASURES = 6
MOST_AMONG_TIED = 3
AS_IT_IS = "as-it-is"
PAIRS = ("forfeit_points", "bye_points", "requested_bye_points")


def name_of_competition() -> forms.CharField:
    return name_field(
        _("Name of the competition"), LONGEST_COMPETITION_NAME, _("Write the competition’s name.")
    )


class NumberField(forms.CharField):
    """League points: `1`, `1/2`, `½`, `1 1/2`, `0,5`; an exact number comes out."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("widget", forms.TextInput(attrs={"autocomplete": "off"}))
        super().__init__(**kwargs)

    def to_python(self, value: Any) -> Any:
        text = str(super().to_python(value)).replace(",", ".").replace("−", "-")
        if text.endswith("½"):
            text = f"{text[:-1] or '0'}.5"
        if not text:
            return ""
        try:
            if len(text) > 12 or "e" in text.lower() or "_" in text:
                raise ValueError
            units, *part = text.split()
            if part and (
                "/" in units or not part[0].split("/")[0].isdecimal() or "/" not in part[0]
            ):
                raise ValueError
            return whole(sum(map(Fraction, part), Fraction(units)))
        except (ValueError, ZeroDivisionError):
            raise forms.ValidationError(
                gettext("Write a number or a fraction, such as 1, 1/2 or 0.5.")
            ) from None


def systems(wanted: Iterable[int]) -> list[tuple[str, list[tuple[str, Any]]]]:
    """The named systems, by family, in which so many play together on each of two sides."""
    sizes = set(wanted)
    return [
        (str(family.title), offered)
        for family in FAMILIES
        if (
            offered := [
                (preset, SYSTEMS[preset].title)
                for preset in family.systems
                if _side(PRESETS[preset]) in sizes
            ]
        )
    ]


def _side(rules: Any) -> int:
    """How many play together where two sides of whole people meet; else 0."""
    for size, format, kind in ((2, "swiss", "pair"), (1, "swiss", "individual")):
        if fits(rules, format, kind):
            return size
    return 0


class RulesForm(forms.Form):
    """What every form of a competition asks: its name, who enters, by which rules."""

    name = name_of_competition()
    entry_kind = forms.ChoiceField(
        label=_("Who enters"),
        choices=list(wording.KINDS.items()),
        widget=forms.RadioSelect,
        error_messages={
            "required": _("Say who enters."),
            "invalid_choice": _("Say who enters."),
        },
    )
    system = forms.ChoiceField(
        label=_("Rules"),
        help_text=_("They stay as they are now, whatever becomes of the saved set."),
        error_messages={
            "required": _("Choose the rules."),
            "invalid_choice": _("Choose one of these rules."),
        },
    )

    def __init__(self, *args: Any, sets: Iterable[RuleSet] = (), **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        self.sets = {kept.code: kept for kept in sets}
        choices = systems({1, 2})
        if self.sets:
            saved = [
                (code, f"{kept.name} ({identifier(kept.rules)})")
                for code, kept in self.sets.items()
            ]
            choices = [(gettext("Saved on this device"), saved), *choices]
        self.fields["system"].choices = choices

    def _rules_facts(self, system: str) -> dict[str, Any]:
        kept = self.sets.get(system)
        if kept:
            return {"rules": kept.rules, "preset": kept.preset, "rules_name": kept.name}
        return {"rules": PRESETS[system], "preset": system, "rules_name": ""}

    def _check_fit(self, facts: Mapping[str, Any], format: str) -> None:
        kind = self.cleaned_data.get("entry_kind")
        if not kind and "entry_kind" not in self.errors:
            self.add_error("entry_kind", gettext("Say who enters."))
        elif kind and kind not in FORMATS[format].kinds:
            self.add_error("entry_kind", gettext("This format is not played by such entries."))
        elif "rules" in facts and not fits(facts["rules"], format, kind):
            self.add_error(
                "system",
                gettext("By these rules there are no two sides of two players each.")
                if partners(format, kind) == 2
                else gettext("Individuals meet one to one: choose rules for two players."),
            )


class NewCompetitionForm(RulesForm):
    """A new competition. Its points begin as its format has them."""

    format = forms.ChoiceField(
        label=_("Format"),
        choices=[(format, wording.FORMATS[format][0]) for format in FORMATS],
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose a format.")},
    )
    field_order = ["name", "format", "entry_kind", "system"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Asked of the formats that leave a choice; of all others it follows (static/games/
        # competitions.css hides it there).
        kinds = {kind: None for how in FORMATS.values() if len(how.kinds) > 1 for kind in how.kinds}
        who = self.fields["entry_kind"]
        who.choices = [(kind, wording.KINDS[kind]) for kind in kinds]
        who.required = False

    @property
    def about(self) -> list[tuple[Any, Any]]:
        return [wording.FORMATS[format] for format in FORMATS]

    def clean(self) -> dict[str, Any]:
        told = self.cleaned_data
        if "system" in told:
            told |= self._rules_facts(told.pop("system"))
        if "format" in told:
            kinds = FORMATS[told["format"]].kinds
            if len(kinds) == 1:
                told["entry_kind"] = kinds[0]
                self.errors.pop("entry_kind", None)
            self._check_fit(told, told["format"])
        return told


class CompetitionSettingsForm(RulesForm):
    """Everything that can be decided of a competition; after its start its name alone, and who
    sees it. Valid, `facts` are those for Competition.change."""

    published = forms.BooleanField(
        label=_("Show the competition to everybody"),
        help_text=_("Entries, rounds, results and standings, without login."),
        required=False,
    )

    catch_up_until = forms.DateField(
        label=_("Last day for catching up games"),
        help_text=_("Nothing: at any time. Later no match is started, and no round drawn."),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={"invalid": _("Write a day, as in 2026-05-31.")},
    )

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any) -> None:
        self.competition = competition
        scheme = competition.scheme
        kwargs["initial"] = {
            "name": competition.name,
            "published": competition.published,
            "catch_up_until": competition.catch_up_until,
            "entry_kind": competition.entry_kind,
            "system": AS_IT_IS,
            **competition.option,
        }
        super().__init__(*args, **kwargs)
        if not (competition.how.evenings or competition.how.at_once):
            del self.fields["catch_up_until"]
        if competition.started:
            for field in ("entry_kind", "system"):
                del self.fields[field]
            return
        title = rules_title(competition.preset, competition.rules_name)
        now = gettext("%(rules)s, as chosen") % {"rules": title}
        self.fields["system"].choices = [(AS_IT_IS, now), *self.fields["system"].choices]
        kinds = competition.how.kinds
        self.fields["entry_kind"].choices = [(kind, wording.KINDS[kind]) for kind in kinds]
        if len(kinds) == 1:
            del self.fields["entry_kind"]  # no question
        for option in competition.how.options:
            label, help_text = wording.OPTIONS[option]
            if option in BOUNDS:
                least, most = BOUNDS[option]
                self.fields[option] = _whole(label, required=True, least=least, most=most)
            else:
                self.fields[option] = forms.BooleanField(label=label, required=False)
            self.fields[option].help_text = help_text
        names = [(measure, schemes.measure_name(measure)) for measure in MEASURES]
        self._add_measures("measure", MOST_MEASURES, names, scheme.measures)
        sums = [(measure, schemes.measure_name(measure)) for measure in SUMS]
        self._add_measures("among", MOST_AMONG_TIED, sums, scheme.among_tied)
        for _title, options in self._asked_for():
            for option in options:
                self._add_option(option, getattr(scheme, option))

    def _asked_for(self) -> list[tuple[Any, tuple[str, ...]]]:
        """The options of the scheme in groups; how many rounds count only where rounds are
        evenings, of which somebody may miss one."""
        left_out = () if self.competition.how.evenings else ("best",)
        return [
            (title, tuple(option for option in options if option not in left_out))
            for title, options in schemes.GROUPS
        ]

    def _add_measures(self, prefix: str, most: int, names: Any, chosen: Iterable[str]) -> None:
        for place in range(1, most + 1):
            self.fields[f"{prefix}_{place}"] = forms.ChoiceField(
                label=gettext("%(place)s.") % {"place": place},
                choices=[("", "–"), *names],
                required=False,
            )
        for place, measure in enumerate(chosen, 1):
            self.initial[f"{prefix}_{place}"] = measure

    def _add_option(self, option: str, value: Any) -> None:
        label = schemes.LABELS[option]
        if option in PAIRS:
            for name, half, word in (
                (f"{option}_for", value[0], _("for")),
                (f"{option}_against", value[1], _("against")),
            ):
                self.fields[name] = _whole(word, required=True, least=-9999)
                self.initial[name] = half
            return
        self.initial[option] = value
        self._add_field(option, label, value)
        told = schemes.HELP
        if "three_games" in self.competition.how.options:
            told = {**told, **schemes.HELP_WHERE_SEVERAL_ARE_MISSED}
        self.fields[option].help_text = told.get(option, "")

    def _add_field(self, option: str, label: Any, value: Any) -> None:
        if option in schemes.VALUES:
            self.fields[option] = forms.ChoiceField(
                label=label, choices=list(schemes.VALUES[option].items())
            )
        elif option in NUMBERS:
            self.fields[option] = NumberField(
                label=label, error_messages={"required": _("Write a number; 0 for nothing.")}
            )
            self.initial[option] = schemes.written_number(value)
        else:
            optional = option in ("result_cap", "rounds", "best")
            self.fields[option] = _whole(label, required=not optional, least=1 if optional else 0)

    @property
    def options(self) -> list[forms.BoundField]:
        """The format's own."""
        return [self[option] for option in self.competition.how.options if option in self.fields]

    @property
    def measures(self) -> list[forms.BoundField]:
        return [self[f"measure_{place}"] for place in range(1, MOST_MEASURES + 1)]

    @property
    def among_tied(self) -> list[forms.BoundField]:
        return [self[f"among_{place}"] for place in range(1, MOST_AMONG_TIED + 1)]

    @property
    def groups(self) -> list[tuple[str, list[tuple[Any, list[forms.BoundField]]]]]:
        """Titles, and for each option its field; or what two of them are together, and both."""
        return [
            (str(title), [self._asked(option) for option in options])
            for title, options in self._asked_for()
        ]

    def _asked(self, option: str) -> tuple[Any, list[forms.BoundField]]:
        if option in PAIRS:
            return schemes.LABELS[option], [self[f"{option}_for"], self[f"{option}_against"]]
        return "", [self[option]]

    def clean(self) -> dict[str, Any]:
        told = self.cleaned_data
        kept = [key for key in ("name", "published", "catch_up_until") if key in self.fields]
        self.facts: dict[str, Any] = {key: told.get(key) for key in kept}
        if self.competition.started:
            return told
        rules = {"rules": self.competition.rules}
        if "system" in told and told["system"] != AS_IT_IS:
            rules = self._rules_facts(told["system"])
        if "entry_kind" not in self.fields:
            told["entry_kind"] = self.competition.entry_kind
        self._check_fit(rules, self.competition.format)
        self.facts |= rules
        self.facts["entry_kind"] = told.get("entry_kind")
        self.facts["options"] = {
            option: told.get(option) for option in self.competition.how.options
        }
        if not self.errors:
            games = self.competition.option.get("games")
            if games and told["forfeit_games"] == games:
                # All games of a meeting, unless another number was chosen.
                told["forfeit_games"] = told["games"]
            self.facts["scheme"] = self._scheme(told)
        return told

    def _scheme(self, told: Mapping[str, Any]) -> Scheme | None:
        options: dict[str, Any] = {}
        for _title, names in self._asked_for():
            for option in names:
                if option in PAIRS:
                    options[option] = (told[f"{option}_for"], told[f"{option}_against"])
                else:
                    options[option] = told[option]
        options["measures"] = _chosen(told, "measure", MOST_MEASURES)
        options["among_tied"] = _chosen(told, "among", MOST_AMONG_TIED)
        try:
            return self.competition.scheme.changed(**options)
        except InvalidScheme as error:
            places = {"measures": "measure_1", "among_tied": "among_1"}
            for field, messages in by_field(error, {*self.fields, *places}).message_dict.items():
                place = None if field == "__all__" else places.get(field, field)
                self.add_error(place, messages)
            return None


def _chosen(told: Mapping[str, Any], prefix: str, most: int) -> tuple[str, ...]:
    found = (told.get(f"{prefix}_{place}") for place in range(1, most + 1))
    return tuple(measure for measure in found if measure)


def _whole(label: Any, *, required: bool, least: int, most: int = 9999) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        required=required,
        min_value=least,
        max_value=most,
        error_messages={
            "required": _("Write a whole number; 0 for none."),
            "invalid": _("Write a whole number."),
            "min_value": _("At least %(limit_value)s, please."),
            "max_value": _("At most %(limit_value)s, please."),
        },
    )
