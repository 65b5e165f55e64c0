"""Steps that the tests of files share: what comes out, and bringing something in."""

import codecs
import csv
import io
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import translation
from hypothesis import strategies as st

from games.csv_files.importing import NOTHING, run
from games.csv_files.text import decode, read, write
from games.models import (
    Competition,
    CompetitionChange,
    Day,
    Entry,
    Player,
    Round,
    Table,
    unturned,
)

from .competitions import address, client_of


def download(client: Client, url: str, **headers: str) -> str:
    """The text of a file that comes out, without its mark."""
    response = client.get(url, headers=headers)
    assert response.status_code == 200, response
    data = b"".join(response.streaming_content)
    assert data.startswith(codecs.BOM_UTF8)
    return data.decode("utf-8-sig")


def cells(text: str, delimiter: str = ",") -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))


def look(client: Client, url: str, text: str, **more: str) -> Any:
    """Paste a table and see what it does."""
    response = client.post(url, {"text": text, "look": "1", **more})
    assert response.status_code == 200
    return response


def told(response: Any) -> list[tuple[int, str, str]]:
    """Number, effect and text of each line that does something, or its faults."""
    rows = response.context["rows"]
    return [(r.line.number, r.line.effect, r.line.text or " ".join(r.line.faults)) for r in rows]


def faults(response: Any) -> dict[int, str]:
    """Number of a line -> what is wrong with it."""
    lines = response.context["outcome"].lines
    return {line.number: " ".join(line.faults) for line in lines if line.faults}


def take_over(client: Client, url: str, text: str, **more: str) -> Any:
    """Paste a table, look, and confirm what is shown."""
    shown = look(client, url, text, **more)
    seen = shown.context["outcome"].mark
    return client.post(url, {"text": text, "seen": seen, "confirm": "1", **more})


def upload(client: Client, url: str, data: bytes, name: str = "people.csv") -> Any:
    return client.post(url, {"file": SimpleUploadedFile(name, data), "text": ""})


def import_url(competition, kind):
    return address(competition, "import_file", kind)


def export(competition, kind, name="Olga", **headers):
    return download(client_of(name), address(competition, "export_file", kind), **headers)


def everything(competition):
    """What there is of all that files write."""
    return [
        list(Player.objects.order_by("pk").values("pk", "name", "hidden")),
        list(Entry.objects.order_by("pk").values()),
        list(Day.objects.order_by("pk").values()),
        list(Round.objects.order_by("pk").values()),
        list(Table.objects.order_by("pk").values()),
        CompetitionChange.objects.count(),
        Competition.objects.values("state", "seed").get(pk=competition.pk),
    ]


names = (
    st.text(st.characters(exclude_categories=["Cs", "Cc", "Cn"]), min_size=1, max_size=30)
    .map(lambda text: " ".join(unturned(text).split()))
    .filter(lambda text: any(c.isalnum() for c in text))
)


def through(lines, taker, language):
    """What a file does that comes out in a language and is brought in again at once."""
    with translation.override(language):
        text = decode(b"".join(write(lines, ";" if language == "nl" else ",")))
        outcome = run(taker, read(text))
    return [
        (line.effect, line.text, line.faults) for line in outcome.lines if line.effect != NOTHING
    ]
