"""A club's file handed in."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

MOST_MEGABYTES = 8
"""So large a file is restored while somebody waits; larger ones by `manage.py restoreclub`."""


class BackupForm(forms.Form):
    """The file of a club, not yet looked into."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
        error_messages={
            "required": gettext_lazy("Choose the file of a club."),
            "missing": gettext_lazy("Choose the file of a club."),
            "invalid": gettext_lazy("Choose the file of a club."),
        },
    )

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > MOST_MEGABYTES << 20:
            raise ValidationError(
                _(
                    "This file is larger than %(size)s MiB: ask whoever runs the site to restore "
                    "it there."
                )
                % {"size": MOST_MEGABYTES}
            )
        return file
