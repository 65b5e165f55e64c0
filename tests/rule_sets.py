"""Saved rules for the page tests, made by the page that saves them."""

from typing import Any

from django.test import Client
from django.urls import reverse

from games.forms.options import option_text
from games.manille.presets import PRESETS
from games.manille.rules import OPTIONS
from games.models import RuleSet


def typed(system: str = "west-flemish", **changes: Any) -> dict[str, str]:
    """What the editor sends for a system's options, with some typed otherwise."""
    options = {option: option_text(getattr(PRESETS[system], option)) for option in OPTIONS}
    return {"system": system, **options, **changes}


def save_rules(client: Client, name: str = "Our club", **sent: Any) -> RuleSet:
    """Rules saved by a device."""
    system = sent.pop("system", "west-flemish")
    data = typed(system, name=name, save="1", **sent)
    response = client.post(reverse("edit_rules"), data)
    assert response.status_code == 302, response.context["form"].errors
    return RuleSet.objects.get(code=response.url.split("/")[2])
