"""Steps that the tests of files share: what comes out, and bringing something in."""

import codecs
import csv
import io
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client


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
