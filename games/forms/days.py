"""The planned days of a competition: several at once, and one of them."""

import calendar
from datetime import date, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import Competition, Day, Planned
from games.models.day import FIRST_DAY, LAST_DAY, MOST_ROUNDS
from games.models.names import LONGEST_PLACE

from .texts import TextField

MONTHLY = "month"
INTERVALS = {
    "7": _("every week"),
    "14": _("every second week"),
    "21": _("every third week"),
    "28": _("every fourth week"),
    MONTHLY: _("every month, on the same weekday of it"),
    "1": _("every day"),
}
MOST_AT_ONCE = 60


def series(first: date, interval: str, count: int) -> list[date]:
    """So many days from the first on: every so many days, or (MONTHLY) each month's second Tuesday,
    if the first is one; where a month has no fifth, its fourth, so the last."""
    if interval != MONTHLY:
        return [first + timedelta(int(interval) * step) for step in range(count)]
    nth = (first.day - 1) // 7
    found = []
    for step in range(count):
        months = first.month - 1 + step
        year, month = first.year + months // 12, months % 12 + 1
        weekday, length = calendar.monthrange(year, month)
        day = 1 + (first.weekday() - weekday) % 7 + 7 * nth
        found.append(date(year, month, day if day <= length else day - 7))
    return found


def _day_field(label: Any) -> forms.DateField:
    return forms.DateField(
        label=label,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={
            "required": _("Write the day as in 2026-10-25."),
            "invalid": _("Write the day as in 2026-10-25."),
        },
    )


class PlaceForm(forms.Form):
    """When and where: what is asked of every day."""

    at = forms.TimeField(
        label=_("Time"),
        help_text=_("Where the club plays. Empty: not known yet, or the whole day."),
        required=False,
        input_formats=["%H:%M", "%H:%M:%S", "%H.%M", "%Hh%M", "%Hh"],
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"invalid": _("Write the time as in 19:30.")},
    )
    place = TextField(
        label=_("Place"),
        required=False,
        max_length=LONGEST_PLACE,
        widget=forms.TextInput(attrs={"dir": "auto"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)

    def _check_day(self, field: str, day: date | None) -> None:
        if day and not FIRST_DAY <= day <= LAST_DAY:
            self.add_error(field, gettext("This day is too far away to be planned."))


class DaysForm(PlaceForm):
    """Days of several rounds one after another. Valid, `planned` is as Day.plan takes it."""

    number = forms.IntegerField(
        label=_("From round"),
        min_value=1,
        max_value=MOST_ROUNDS,
        error_messages={
            "required": _("Write the number of a round."),
            "invalid": _("Write a whole number."),
            "min_value": _("At least %(limit_value)s, please."),
            "max_value": _("At most %(limit_value)s, please."),
        },
    )
    on = _day_field(_("First day"))
    interval = forms.ChoiceField(label=_("Then"), choices=list(INTERVALS.items()))
    count = forms.IntegerField(
        label=_("How many days"),
        min_value=1,
        max_value=MOST_AT_ONCE,
        error_messages={
            "required": _("Write a whole number."),
            "invalid": _("Write a whole number."),
            "min_value": _("At least %(limit_value)s, please."),
            "max_value": _("At most %(limit_value)s, please."),
        },
    )
    field_order = ["number", "count", "on", "interval", "at", "place"]

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any) -> None:
        days = list(competition.days.all())
        last = max([competition.last_number, *(day.number for day in days)])
        kwargs["initial"] = {"number": last + 1, "count": 1, "interval": "7"}
        if days:  # the next is mostly at the same time in the same place
            kwargs["initial"] |= {"at": days[-1].at, "place": days[-1].place}
        super().__init__(*args, **kwargs)

    def clean(self) -> dict[str, Any]:
        told = self.cleaned_data
        self.planned: dict[int, Planned] = {}
        if {"number", "on", "interval", "count"} <= told.keys():
            if told["number"] + told["count"] - 1 > MOST_ROUNDS:
                self.add_error("count", gettext("No competition has so many rounds."))
            self._check_day("on", told["on"])
            if not self.errors:
                days = series(told["on"], told["interval"], told["count"])
                self._check_day("count", days[-1])
                self.planned = {
                    number: Planned(day, told["at"], told["place"])
                    for number, day in enumerate(days, told["number"])
                }
        return told


class DayForm(PlaceForm):
    """The day of one round. Valid, `planned` is as Day.plan takes it."""

    on = _day_field(_("Day"))
    called_off = forms.BooleanField(
        label=_("The day is called off"),
        help_text=_("It stays in the plan and in calendars, marked so."),
        required=False,
    )
    field_order = ["on", "at", "place", "called_off"]

    def __init__(self, *args: Any, day: Day | None, **kwargs: Any) -> None:
        kwargs["initial"] = day.planned._asdict() if day else {}
        super().__init__(*args, **kwargs)

    def clean(self) -> dict[str, Any]:
        told = self.cleaned_data
        self._check_day("on", told.get("on"))
        if not self.errors:
            self.planned = Planned(told["on"], told["at"], told["place"], told["called_off"])
        return told
