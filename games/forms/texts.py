"""Texts that people write: names, reasons, notes."""

import re
from typing import Any

from django import forms

_CONTROLS = re.compile("[\x01-\x1f\x7f]")
_CONTROLS_BUT_LINES = re.compile("[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]")


class TextField(forms.CharField):
    """A text without what no keyboard writes and no record may hold: control characters, and line
    breaks where there is only one line, become spaces. (A NUL is refused, as Django has it.)"""

    def to_python(self, value: Any) -> str:
        lines = isinstance(self.widget, forms.Textarea)
        controls = _CONTROLS_BUT_LINES if lines else _CONTROLS
        return super().to_python(controls.sub(" ", value) if isinstance(value, str) else value)
