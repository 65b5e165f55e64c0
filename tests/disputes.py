"""The dispute page for its tests: asking it, and reading what it tells."""

from urllib.parse import parse_qs

from django.test import Client
from django.urls import reverse

from games.models import Match

from .matches import record, start_match

REVOKE = "HQ C7 HA HJ/DA DK D8 H8"  # South, who throws a club on hearts, shows the eight of hearts


def disputed_match() -> Match:
    """Dealer An at North and hearts are trump: Dré at West leads, then play goes S, E, N."""
    match = start_match("manillen-61")
    record(match, 28)
    return match


def address(match: Match, number: int = 1) -> str:
    return reverse("dispute", args=[match.code, number])


def show(match: Match, played: str = "", client: Client | None = None, **more: str):
    """The page; a press leads to the page that follows from it."""
    asked = {"played": played, **more}
    return (client or Client()).get(address(match), asked, follow=True)


def words(response) -> str:
    text = response.content.decode().replace("<bdi>", "").replace("</bdi>", "")
    return " ".join(text.split())


def told(response, key: str = "played") -> str:
    query = parse_qs(response.request["QUERY_STRING"], keep_blank_values=True)
    return query.get(key, [""])[0]


def marks(response) -> dict[tuple[int, str], str]:
    """(trick, place in the row) -> how the card there is marked."""
    return {
        (row["number"], turn): cell["state"]
        for row in response.context["rows"]
        for turn, cell in enumerate(row["cells"])
        if cell["state"]
    }
