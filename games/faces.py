"""Which faces the cards on a page have, what stands in their corners, and how they are typed.

Like the language, it is one choice for the whole of a request, so that no view and no template has
to hand it on: the player's, kept on the device in a cookie, or else the system's (`rules.faces`).
It changes nothing but what is shown and read; inside, cards are always suit and rank (`SK`).
"""

import re
from collections.abc import Callable
from contextvars import ContextVar

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language

from games.manille.notation import SPANISH_FIGURES, SPANISH_SUITS
from games.manille.rules import Rules

FACES = ("french", "spanish")
COOKIE = "faces"

LETTERS = {
    "fr": {"K": "R", "Q": "D", "J": "V"},
    "nl": {"K": "H", "Q": "V", "J": "B"},
    "de": {"Q": "D", "J": "B"},
    "sv": {"Q": "D", "J": "Kn"},
}
"""What is printed on French faces instead of A K Q J, by language. Spain and Catalonia are not
here: the French pack on sale there, for poker, has A K Q J."""

SUIT_INITIALS = {"nl": {"R": "D", "K": "C"}, "sv": {"R": "D", "K": "C"}}
"""Initials of suits that may be typed for S H D C: only where a language's four initials, taken
together, cannot be mistaken for the canonical letters. A French C (cœur) would be read as clubs,
and so would a Spanish or Catalan one; German has two suits in K."""

_SUIT_LETTERS = {suit: letter for letter, suit in SPANISH_SUITS.items()}
_FIGURES = {rank: figure for figure, rank in SPANISH_FIGURES.items()}
_TYPED = re.compile(r"(?<![^\s:])([A-Z])([A-Z]{1,2}|\d{1,2})(?!\S)", re.IGNORECASE)
_CARD = re.compile(r"[SHDC][AKQJT2-9]")

# Of the request at hand; what a management command shows is French.
_preferred: ContextVar[str] = ContextVar("preferred", default="")
_shown: ContextVar[str] = ContextVar("shown", default="french")


def middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Has a request begin with the faces that its device prefers, and forgets them after it."""

    def with_faces(request: HttpRequest) -> HttpResponse:
        asked = request.COOKIES.get(COOKIE, "")
        before = _preferred.set(asked if asked in FACES else "")
        shown = _shown.set("french")
        try:
            return get_response(request)
        finally:
            _shown.reset(shown)
            _preferred.reset(before)

    return with_faces


def preferred() -> str:
    """The faces that the device prefers; empty: those of each match's system."""
    return _preferred.get()


def shown() -> str:
    """The faces that cards are shown with: `french` or `spanish`."""
    return _shown.get()


def for_templates(request: HttpRequest) -> dict[str, str]:
    """What every page needs to show which faces were chosen."""
    return {"preferred_faces": preferred()}


def show(rules: Rules) -> None:
    """Show cards, for the rest of this request, as in a match under these rules."""
    # Spanish packs have no ten beside the jack, which is their 10.
    _shown.set("french" if "T" in rules.pack else preferred() or rules.faces)


def corner(rank: str, faces: str = "") -> str:
    """What is printed in the corner of a card: `K` is 12 on Spanish faces, R in French."""
    if rank == "T":
        return "10"
    if (faces or shown()) == "spanish":
        return _FIGURES.get(rank, rank)
    return LETTERS.get(get_language() or "", {}).get(rank, rank)


def written(card: str) -> str:
    """A card as the reader would type it: `HQ` is HD in French and C11 on Spanish faces. Whatever
    is no card stays as it is."""
    if not _CARD.fullmatch(card):
        return card
    suit = _SUIT_LETTERS[card[0]] if shown() == "spanish" else card[0]
    return suit + corner(card[1])


def canonical(text: str) -> str:
    """Typed cards with the letters of the language in use turned into the canonical ones, which
    stay as they are; so does whatever is no card.

    A letter means what it does in the reader's own language: V is the queen in Dutch, the jack in
    French. None of them is a canonical letter of another rank; `Kn` is read before `K`.
    """
    language = get_language() or ""
    ranks = {letter.upper(): rank for rank, letter in LETTERS.get(language, {}).items()}
    suits = SUIT_INITIALS.get(language, {}) if shown() == "french" else {}

    def turned(typed: re.Match[str]) -> str:
        suit = suits.get(typed[1].upper(), typed[1].upper())
        return suit + ranks.get(typed[2].upper(), typed[2]) if suit in "SHDC" else typed[0]

    return _TYPED.sub(turned, text)


def reading(rules: Rules) -> Rules:
    """The rules by which typed cards are read: the Spanish way is understood where it is shown."""
    return rules.changed(faces="spanish") if shown() == "spanish" else rules
