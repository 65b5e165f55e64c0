"""A club: its name and settings, its officers."""

import zoneinfo
from collections.abc import Iterable
from functools import cache
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import LONGEST_CLUB_NAME, Club
from games.wording.clubs import ABOUT, ROLES

from .accounts import name_field

LONGEST_WINDOW = 24 * 60
"""Hours: two months."""


@cache
def zones() -> list[tuple[str, list[tuple[str, str]]]]:
    """Time zones by continent, for a list to choose from."""
    found: dict[str, list[tuple[str, str]]] = {}
    for zone in sorted(zoneinfo.available_timezones()):
        continent, _slash, place = zone.partition("/")
        if place and continent not in ("Etc", "SystemV", "US", "posix", "right"):
            found.setdefault(continent, []).append((zone, place.replace("_", " ")))
    return list(found.items())


class FoundClubForm(forms.Form):
    """A new club."""

    name = name_field(_("Name of the club"), LONGEST_CLUB_NAME, _("Write the club’s name."))
    zone = forms.ChoiceField(
        label=_("Time zone"),
        help_text=_("Match days are days there."),
        error_messages={"invalid_choice": _("Choose a time zone of the list.")},
    )
    listed = forms.BooleanField(
        label=_("Show the club to everybody"),
        help_text=_("Its page and its matches, without login. Otherwise only officers see it."),
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        self.fields["zone"].choices = zones()


class SettingsForm(FoundClubForm):
    """What the owner of a club decides."""

    indexable = forms.BooleanField(
        label=_("Let search engines find it"),
        help_text=_("Only where the club is shown to everybody."),
        required=False,
    )
    window_hours = forms.IntegerField(
        label=_("Hours for corrections"),
        help_text=_(
            "For so long after it was signed, others than owner and secretary may reopen a match."
        ),
        min_value=0,
        max_value=LONGEST_WINDOW,
        error_messages={
            "required": _("Write a number of hours; 0 for none."),
            "invalid": _("Write a whole number of hours."),
            "min_value": _("Write 0 or more hours."),
            "max_value": _("At most %(limit_value)s hours, please."),
        },
    )
    table_corrects = forms.TypedChoiceField(
        label=_("Who may reopen a match in that time"),
        choices=[
            ("1", _("Also whoever keeps its score")),
            ("", _("Owner, secretary or referee only")),
        ],
        coerce=bool,
        empty_value=False,
        required=False,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        fields = ("name", "zone", "listed", "indexable", "window_hours")
        kwargs["initial"] = {field: getattr(club, field) for field in fields}
        kwargs["initial"]["table_corrects"] = "1" if club.table_corrects else ""
        super().__init__(*args, **kwargs)


class RoleForm(forms.Form):
    """An office: one of `roles`."""

    role = forms.ChoiceField(
        label=_("Office"),
        widget=forms.RadioSelect,
        error_messages={
            "required": _("Choose an office."),
            "invalid_choice": _("Choose one of these offices."),
        },
    )

    def __init__(self, *args: Any, roles: Iterable[str], **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        self.fields["role"].choices = [(role, ROLES[role]) for role in roles]
        self.about = [(ROLES[role], ABOUT[role]) for role in roles]
