"""Texts that people write: names, reasons, notes."""

import re
from typing import Any

from django import forms

from games.models import unturned

_CONTROLS = re.compile("[\x01-\x1f\x7f]")
_CONTROLS_BUT_LINES = re.compile("[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]")


class TextField(forms.CharField):
    """A text without what no keyboard writes and no record may hold: control characters, and line
    breaks where there is only one line, become spaces. (A NUL is refused, as Django has it.) One
    line, as of a name, has no characters that turn the direction of what stands beside it."""

    def to_python(self, value: Any) -> str:
        if isinstance(value, str):
            lines = isinstance(self.widget, forms.Textarea)
            value = _CONTROLS_BUT_LINES.sub(" ", value) if lines else _one_line(value)
        return super().to_python(value)


def _one_line(text: str) -> str:
    return _CONTROLS.sub(" ", unturned(text))
