"""House rules: every option of a rule set, and the name under which it is saved."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django import forms
from django.core import signing
from django.utils.translation import gettext_lazy as _

from games.faults import by_field
from games.manille.errors import InvalidRules
from games.manille.rules import OPTIONS, Rules, optional
from games.models import LONGEST_SET_NAME, RuleSet, reading_code
from games.wording.rule_options import GROUPS

from .options import option_field, option_text, option_value
from .texts import TextField

NAME_TAKEN = _("This device has rules of that name already: choose another name.")
KEYS = signing.Signer(salt="rules")


def _name_field() -> TextField:
    field = TextField(
        label=_("Name"),
        max_length=LONGEST_SET_NAME,
        error_messages={
            "required": _("Give these rules a name, so that you find them again."),
            "max_length": _("At most %(limit_value)d characters, please."),
        },
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
    )
    # The browser would cut off a longer name without a word.
    del field.widget.attrs["maxlength"]
    return field


class NameForm(forms.Form):
    """The name of a saved set; `taken` are the names of the device's other sets."""

    name = _name_field()

    def __init__(self, *args: Any, taken: Collection[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        self.taken = {_folded(name) for name in taken}

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if _folded(name) in self.taken:
            raise forms.ValidationError(NAME_TAKEN)
        return name


class RulesForm(NameForm):
    """Valid, it has the `rules` in `cleaned_data`, and when `saving` the `name` and the `code` that
    the set will have (empty: a new one). An option that is not sent is as in `base`; a number left
    blank is none. `sets` are those of the device, whose names are taken."""

    key = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        base: Rules,
        name: str = "",
        saving: bool = False,
        sets: Iterable[RuleSet] = (),
    ) -> None:
        initial = {option: option_text(getattr(base, option)) for option in OPTIONS}
        typed = None if data is None else {**initial, **{key: data[key] for key in data}}
        if data is None:
            initial |= {"key": KEYS.sign(reading_code()), "name": name}
        super().__init__(typed, initial=initial)
        self.base, self.sets = base, list(sets)
        self.fields["name"].required = saving
        for option in OPTIONS:
            self.fields[option] = option_field(base, option)

    @property
    def groups(self) -> list[dict[str, Any]]:
        """The groups of options: title, fields, and how many differ from the base."""
        groups = []
        for title, options in GROUPS:
            fields = [self[option] for option in options]
            changed = sum(self.is_changed(option) for option in options)
            wrong = any(field.errors for field in fields)
            groups.append({"title": title, "fields": fields, "changed": changed, "wrong": wrong})
        return groups

    def is_changed(self, option: str) -> bool:
        """Whether an option as typed is another than in the base."""
        typed = str(self[option].value() or "").strip()
        if optional(option) and typed == "0":
            typed = ""
        return typed != option_text(getattr(self.base, option))

    @property
    def cleaned_rules(self) -> Rules | None:
        """The rules, where the options make some; whatever else is wrong."""
        return self.cleaned_data.get("rules") if self.is_bound and self.errors is not None else None

    def clean_key(self) -> str:
        try:
            return KEYS.unsign(self.cleaned_data["key"])
        except signing.BadSignature:
            return ""

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        cleaned["code"] = cleaned.pop("key", "")
        options: dict[str, Any] = {}
        for option in OPTIONS:
            if option in cleaned:
                value = option_value(option, cleaned[option])
                options[option] = None if optional(option) and value == "" else value
        if len(options) == len(OPTIONS):
            try:
                cleaned["rules"] = Rules(**options)
            except InvalidRules as error:
                self.add_error(None, by_field(error, set(self.fields)))
        name = _folded(cleaned.get("name", ""))
        for kept in self.sets:
            same_press = kept.code == cleaned["code"] and kept.rules == cleaned.get("rules")
            if name and name == _folded(kept.name) and not same_press:
                self.add_error("name", NAME_TAKEN)
        return cleaned


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())
