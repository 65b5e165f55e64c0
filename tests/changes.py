"""Steps that the tests of changes share: what a page's form holds, and going on to confirm it."""

from html.parser import HTMLParser
from typing import Any

from django.test import Client


class _Inputs(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.values: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        name = told.get("name")
        if tag == "input" and name and (told.get("type") != "radio" or "checked" in told):
            self.values[name] = told.get("value") or ""


def typed(response: Any) -> dict[str, str]:
    """What the inputs of the page hold (not its text areas and lists)."""
    inputs = _Inputs()
    inputs.feed(response.content.decode())
    return inputs.values


def sent_back(response: Any, **changed: Any) -> dict[str, Any]:
    """What the form would send back unchanged, and what is changed."""
    form = response.context["form"]
    data = {name: form[name].value() for name in form.fields}
    data = {name: value for name, value in data.items() if value is not None and value is not False}
    return {**data, **changed}


def confirm(client: Client, url: str, shown: Any) -> Any:
    """Press the confirming button of a page that shows an effect."""
    return client.post(url, {**typed(shown), "confirm": "1"})
