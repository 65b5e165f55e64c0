"""A device at which a match is scored through the site's own pages."""

import html
import json
import random

from django.test import Client
from django.urls import reverse

from games.manille.cards import NO_TRUMP
from games.manille.presets import PRESETS
from games.models import Match
from tests.matches import PLAYERS

HTMX = {"HX-Request": "true", "HX-Target": "live"}


class Table:
    """A device that may score a match, and what it sees there."""

    def __init__(self, system: str, chance: random.Random, **told: str) -> None:
        self.chance, self.client, self.form = chance, Client(), None
        rules = PRESETS[system]
        names = {f"name_{seat}": PLAYERS[seat] for seat in rules.people}
        told = {"system": system, "dealer": "N", **names, **told}
        page = self.client.get(reverse("start"), {"system": system})
        assert page.status_code == 200
        response = self.client.post(reverse("start"), told)
        assert response.status_code == 302, response.context["form"].errors
        self.code = response.url.strip("/").split("/")[-1]

    @property
    def match(self) -> Match:
        return Match.objects.get(code=self.code)

    def url(self, name: str, *place: int) -> str:
        return reverse(name, args=[self.code, *place])

    def page(self, name: str, *place: int) -> str:
        response = self.client.get(self.url(name, *place))
        assert response.status_code == 200, name
        return html.unescape(response.content.decode())

    def deal(self) -> dict[str, str]:
        """The next deal at random, told with the fields of the form on the page."""
        form = self.form or self.client.get(self.url("match")).context["form"]
        told = {"number": form["number"].value(), "key": str(form["key"].value())}
        if "dealer" in form.fields:
            told["dealer"] = form["dealer"].value()
        for name in ("trump", "declarer", "calls"):
            if name in form.fields:
                told[name] = self.chance.choice([v for v, _ in form.fields[name].choices])
        if told.get("declarer") == "nobody":
            told["trump"] = NO_TRUMP
        if told.get("trump") == NO_TRUMP and not form.rules.double_no_trump:
            told.pop("calls", None)
        if "bid" in form.fields:
            told["bid"] = str(self.chance.randint(form.rules.par + 1, form.rules.pot))
        if "blind" in form.fields and told["trump"] == NO_TRUMP:
            told["blind"] = "on"
        return told | self.points(form)

    def points(self, form) -> dict[str, str]:
        """Card points of all camps but one: the site works out the last. All of them are close to
        an equal share, so that no match ends with its first deals."""
        share = form.rules.pot // len(form.points)
        return {field.name: str(share + self.chance.randint(-3, 3)) for field in form.points[:-1]}

    def record(self, told: dict[str, str], **headers: str) -> str:
        response = self.client.post(self.url("record_deal"), told, headers=headers)
        assert response.status_code in (200, 302)
        self.form = response.context.get("form") if response.context else None
        assert not (self.form and self.form.errors)
        return html.unescape(response.content.decode())

    def facts(self) -> dict:
        return json.loads(self.client.get(self.url("export_record")).content)


def at(system: str, **told: str) -> Table:
    return Table(system, random.Random(1), **told)


def tell(table: Table, **told: str) -> dict[str, str]:
    form = table.client.get(table.url("match")).context["form"]
    return {"number": form["number"].value(), "key": str(form["key"].value()), **told}
