"""Every piece of the look on one page, for the tests only: the site has no such address."""

from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import include, path

AWKWARD_NAME = 'Renée O\'Brien-Åsgård "Jo" <x>'


def seat(seat: str, name: str, **more: object) -> dict[str, object]:
    return {"seat": seat, "name": name, **more}


TABLES = [
    {
        "direction": "counter-clockwise",
        "centre": "Deal 5",
        "seats": [
            seat("N", "An", is_dealer=True, note="names trump"),
            seat("E", AWKWARD_NAME),
            seat("S", "Cis"),
            seat("W", "Dré", leads=True, to_play=True),
        ],
    },
    {
        "direction": "clockwise",
        "centre": "Trick 3",
        "seats": [
            seat("N", "An van den Bossche-Vandewalle", is_dealer=True, card="ST", card_state=""),
            seat("E", AWKWARD_NAME, leads=True, card="SA", card_state="illegal"),
            seat("S", "Cis", card="H9", card_state="winner"),
            seat("W", "Bartholomeus", to_play=True, card="??"),
        ],
    },
    {
        "direction": "clockwise",
        "seats": [
            seat("N", "An", card="DT"),
            seat("E", "Bo", card="CK", is_dealer=True),
            seat("S", "Cis", card="S7", leads=True),
        ],
    },
    {"direction": "clockwise", "seats": [seat("N", "An", leads=True), seat("E", "Bo")]},
]
SERIES = [
    {"label": "An & Cis", "values": [0, 8, 8, 20, 38]},
    {"label": AWKWARD_NAME, "values": [0, 0, 18, 18, 26]},
]


def pack_rows(ranks: str) -> list[dict[str, object]]:
    """A pack with some cards gone and two marked."""
    states = {"A": "legal", "7": "dimmed"}
    return [
        {
            "suit": suit,
            "cards": [
                {
                    "card": suit + rank,
                    "gone": suit == "H" and rank in "KQ",
                    "state": states.get(rank, ""),
                }
                for rank in ranks
            ],
        }
        for suit in "SHDC"
    ]


def gallery(request: HttpRequest) -> HttpResponse:
    """All components with awkward content."""
    source = (Path(__file__).parent / "templates" / "gallery.html").read_text(encoding="utf-8")
    context = {
        "tables": TABLES,
        "series": SERIES,
        "packs": [pack_rows(ranks) for ranks in ("TAKQJ987", "9AKQJ8765432")],
        "suits": ["S", "H", "D", "C", "NT"],
        "hand": ["ST", "SA", "HT", "HK", "D7", "C8", "??"],
        "states": ["", "legal", "illegal", "winner", "dimmed"],
        "name": AWKWARD_NAME,
    }
    return HttpResponse(engines["django"].from_string(source).render(context, request))


urlpatterns = [
    path("", include("manillescore.urls")),
    path("gallery/", gallery, name="gallery"),
]
