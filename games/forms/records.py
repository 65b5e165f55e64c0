"""Records handed in: a file, or its text."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.manille.errors import InvalidRecord
from games.manille.pbn import read_matches
from games.manille.record import MAX_BYTES
from games.wording.records import say_faults

MOST_MATCHES = 20
"""So many matches come in at once: a device that remembers too many forgets the oldest."""


class RecordForm(forms.Form):
    """One of both, as JSON or as text; `cleaned_data["sources"]` are the matches read."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".json,.pbn,.txt,application/json,text/plain"}),
    )
    text = forms.CharField(
        label=_("Or its text"),
        required=False,
        strip=False,
        # The record says for itself which of its characters cannot be kept.
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocomplete": "off"}),
    )

    def clean(self) -> dict:
        file, text = self.cleaned_data.get("file"), self.cleaned_data.get("text", "")
        if self.errors:
            return self.cleaned_data
        field = "file" if file else "text"
        if not file and not text.strip():
            raise ValidationError(_("Choose a file, or paste the text of a record."))
        if file and text.strip():
            raise ValidationError(_("Give a file or a text, not both."))
        if file and file.size > MAX_BYTES:
            self.add_error("file", _("This file is larger than 1 MiB, so it is no record."))
            return self.cleaned_data
        try:
            sources = read_matches(file.read() if file else text)
        except InvalidRecord as error:
            self.add_error(field, ValidationError(say_faults(error)))
            return self.cleaned_data
        if len(sources) > MOST_MATCHES:
            message = ngettext(
                "At most %(count)s match can be imported at once.",
                "At most %(count)s matches can be imported at once.",
                MOST_MATCHES,
            )
            self.add_error(field, message % {"count": MOST_MATCHES})
        self.cleaned_data["sources"] = sources
        return self.cleaned_data
