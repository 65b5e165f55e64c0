"""An option of a rule set as a field: what a form shows for it, sends for it, and makes of that."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.manille.rules import Rules, choices, optional
from games.wording.rule_options import OPTIONS


def option_field(base: Rules, option: str, blank: str | None = None) -> forms.Field:
    """The field of an option under the rules `base`. `blank` is shown for the field left blank,
    where that means something; without it the field holds the option's own value."""
    told = OPTIONS[option]
    shown = (
        {"autocomplete": "off"} if blank is None else {"autocomplete": "off", "placeholder": blank}
    )
    words = {option_text(value): word for value, word in told.values.items()}
    if words and blank is not None:
        return forms.ChoiceField(
            label=told.label,
            help_text=told.help,
            required=False,
            choices=[("", blank), *words.items()],
        )
    if words:
        if option == "pack":
            words.setdefault(base.pack, base.pack)
        wrong = _("Choose one of the values offered.")
        return forms.ChoiceField(
            label=told.label,
            help_text=told.help,
            choices=list(words.items()),
            error_messages={"invalid_choice": wrong, "required": wrong},
        )
    if optional(option):
        wrong = _("Write a whole number from 0 to 9999.")
        return forms.IntegerField(
            label=told.label,
            help_text=told.help,
            required=False,
            min_value=0,
            max_value=9999,
            error_messages={"invalid": wrong, "min_value": wrong, "max_value": wrong},
            widget=forms.TextInput(attrs={"inputmode": "numeric", **shown}),
        )
    return forms.CharField(
        label=told.label,
        help_text=told.help,
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs=shown),
    )


def option_text(value: Any) -> str:
    """An option's value as a form sends it; no number is an empty text."""
    if value is None:
        return ""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def option_value(option: str, text: Any) -> Any:
    """The option's value that a form sent."""
    if option == "removed":
        cards = text.upper().replace("10", "T").replace(",", " ").split()
        return "" if cards == ["-"] else " ".join(cards)
    if optional(option):
        return text or None
    return next((value for value in choices(option) if option_text(value) == text), text)
