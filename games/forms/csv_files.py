"""A table handed in: a file, or its text."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.csv_files.text import MAX_BYTES, UnreadableFile, decode, read
from games.faults import say


class CsvForm(forms.Form):
    """One of both. Valid, `table` is what was read; `decoded` is the text, to be shown again."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,text/csv,text/plain"}),
    )
    text = forms.CharField(
        label=_("Or its text"),
        required=False,
        strip=False,
        widget=forms.Textarea(
            attrs={"rows": 8, "dir": "auto", "spellcheck": "false", "autocomplete": "off"}
        ),
    )
    join = forms.BooleanField(
        label=_("New names join the club’s people"),
        help_text=_("Without this a name that nobody has is taken for a slip of the pen."),
        required=False,
    )
    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)

    def __init__(self, *args: Any, joins: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        self.decoded = self.data.get("text", "")
        if not joins:
            del self.fields["join"]

    def clean(self) -> dict[str, Any]:
        told = self.cleaned_data
        file, text = told.get("file"), told.get("text", "")
        if self.errors:
            return told
        # A file chosen stands above the text of the one before, which the page keeps.
        field = "file" if file else "text"
        if not file and not text.strip():
            self.add_error("file", _("Choose a file, or paste its text."))
            return told
        if (file.size if file else len(text.encode("utf-8", "replace"))) > MAX_BYTES:
            self.add_error(field, _("This file is larger than 1 MiB: take it over in parts."))
            return told
        try:
            self.decoded = decode(file.read()) if file else text
            self.table = read(self.decoded)
        except UnreadableFile as error:
            self.add_error(field, [say(fault) for fault in error.faults])
        return told
