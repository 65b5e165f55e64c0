"""The engine's refusals as sentences in the reader's language."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from games.faces import written
from games.manille.errors import Fault, ManilleError


def say(fault: Fault) -> str:
    """The fault's sentence, without its place, its cards as the reader would type them."""
    text = gettext(fault.message)
    words = {
        key: written(value) if isinstance(value, str) and key in ("card", "witness") else value
        for key, value in fault.params.items()
    }
    return text % words if words else text


def by_field(error: ManilleError, fields: set[str]) -> ValidationError:
    """The faults as a form error: each at the field its place names, others for the whole form."""
    messages: dict[str, list[str]] = {}
    for fault in error.faults:
        place = fault.place if fault.place in fields else "__all__"
        messages.setdefault(place, []).append(say(fault))
    return ValidationError(messages)
