"""The named systems: ten bases, and what tables make of them; every option of each is stated."""

from ..errors import gettext_noop
from ..rules import Rules
from .bases import BOTIFARRA_LLIURE as BOTIFARRA_LLIURE
from .bases import CLASSIC_TURNUP as CLASSIC_TURNUP
from .bases import DEALER_NAMES as DEALER_NAMES
from .bases import FLEMISH_CLUB as FLEMISH_CLUB
from .bases import MALILLA_ES as MALILLA_ES
from .bases import MALILLA_MX as MALILLA_MX
from .bases import MANILLA_ES_72 as MANILLA_ES_72
from .bases import MANILLE_FR_68 as MANILLE_FR_68
from .bases import MANILLEN_61 as MANILLEN_61
from .bases import WEST_FLEMISH as WEST_FLEMISH
from .few_players import THREE_DEALER_ALONE as THREE_DEALER_ALONE
from .few_players import THREE_DUMMY as THREE_DUMMY
from .few_players import THREE_SOLO as THREE_SOLO
from .few_players import TWO_HAND as TWO_HAND
from .overlays import ASCOLANA as ASCOLANA
from .overlays import COINCHEE as COINCHEE
from .overlays import EN_VOITURE as EN_VOITURE
from .overlays import ENCHERES as ENCHERES
from .overlays import MALILLA_ES_40 as MALILLA_ES_40
from .overlays import MALILLA_MX_44 as MALILLA_MX_44
from .overlays import MANILLE_AVEUGLE as MANILLE_AVEUGLE
from .overlays import MANILLE_MUETTE as MANILLE_MUETTE
from .overlays import MANILLE_PARLANTE as MANILLE_PARLANTE
from .overlays import MANILLE_PARLEE as MANILLE_PARLEE
from .overlays import MANILLEN_TROEF as MANILLEN_TROEF
from .overlays import MANILLEN_ZONDER_TROEF as MANILLEN_ZONDER_TROEF
from .overlays import VERPLICHT_MANILLE as VERPLICHT_MANILLE

PRESETS: dict[str, Rules] = {
    "classic-turnup": CLASSIC_TURNUP,
    "dealer-names": DEALER_NAMES,
    "manillen-61": MANILLEN_61,
    "west-flemish": WEST_FLEMISH,
    "flemish-club": FLEMISH_CLUB,
    "malilla-es": MALILLA_ES,
    "manilla-es-72": MANILLA_ES_72,
    "malilla-mx": MALILLA_MX,
    "botifarra-lliure": BOTIFARRA_LLIURE,
    "manille-fr-68": MANILLE_FR_68,
    "manille-parlee": MANILLE_PARLEE,
    "manille-muette": MANILLE_MUETTE,
    "manille-parlante": MANILLE_PARLANTE,
    "manille-aveugle": MANILLE_AVEUGLE,
    "en-voiture": EN_VOITURE,
    "manillen-troef": MANILLEN_TROEF,
    "manillen-zonder-troef": MANILLEN_ZONDER_TROEF,
    "verplicht-manille": VERPLICHT_MANILLE,
    "coinchee": COINCHEE,
    "encheres": ENCHERES,
    "malilla-es-40": MALILLA_ES_40,
    "malilla-mx-44": MALILLA_MX_44,
    "ascolana": ASCOLANA,
    "three-solo": THREE_SOLO,
    "three-dealer-alone": THREE_DEALER_ALONE,
    "three-dummy": THREE_DUMMY,
    "two-hand": TWO_HAND,
}
"""The systems by the name that records and addresses use."""

DEFAULT = "west-flemish"
"""The system a new match starts with."""

SOURCES: dict[str, str] = {
    "classic-turnup": gettext_noop(
        "German rules sheet “Malilla / Manille” (trump is the dealer’s last card, turned up)."
    ),
    "dealer-names": gettext_noop(
        "German rules sheet “Manille” (the dealer names trump or plays “en voiture”)."
    ),
    "manillen-61": gettext_noop(
        "Dutch rules sheet “Manillen” (choose or pass, a point for the last trick)."
    ),
    "west-flemish": gettext_noop(
        "Swedish rules page on the West-Flemish game (opponents may double: “ik ga mee”)."
    ),
    "flemish-club": gettext_noop(
        "Published rules of Flemish Manille clubs (double and redouble, at most fourfold)."
    ),
    "malilla-es": gettext_noop(
        "The Spanish form in the German rules sheet “Malilla / Manille” (nine on top, 48 cards)."
    ),
    "manilla-es-72": gettext_noop(
        "Published rules of Spanish Manilla (a point for each trick, 72 in all)."
    ),
    "malilla-mx": gettext_noop(
        "Published rules of Mexican Malilla (40 cards, seven on top, a point for each trick)."
    ),
    "botifarra-lliure": gettext_noop(
        "Catalan tournament rules of Botifarra, free variety (no doubling without trump)."
    ),
    "manille-fr-68": gettext_noop(
        "Published rules of French Manille (a point for each trick, 68 in all, match to 50)."
    ),
    "manille-parlee": gettext_noop(
        "German rules sheets “Malilla / Manille” and “Manille”: partners may talk about a few "
        "things."
    ),
    "manille-muette": gettext_noop(
        "German rules sheets “Malilla / Manille” and “Manille”: partners neither talk nor signal."
    ),
    "manille-parlante": gettext_noop(
        "Dutch rules sheet “Manillen”: partners may give three set signals."
    ),
    "manille-aveugle": gettext_noop("German rules sheet “Manille”: the cards are held backwards."),
    "en-voiture": gettext_noop(
        "German rules sheet “Manille”: here every deal is played without trump."
    ),
    "manillen-troef": gettext_noop(
        "Dutch rules sheet “Manillen”: always with a trump, here the card turned up."
    ),
    "manillen-zonder-troef": gettext_noop(
        "Dutch rules sheet “Manillen”: every deal without trump, and all of them double."
    ),
    "verplicht-manille": gettext_noop(
        "Dutch rules sheet “Manillen”: where all pass, the dealer must play without trump."
    ),
    "coinchee": gettext_noop(
        "German rules sheet “Manille”: bidding with double and redouble; the figures are our "
        "choice."
    ),
    "encheres": gettext_noop(
        "German rules sheet “Malilla / Manille”: the highest bidder names trump; the figures "
        "are our choice."
    ),
    "malilla-es-40": gettext_noop(
        "The Spanish form in the German rules sheet “Malilla / Manille”, read as 40 cards, "
        "seven on top."
    ),
    "malilla-mx-44": gettext_noop(
        "The Mexican form in the German rules sheet “Malilla / Manille”, to the letter: 44 cards."
    ),
    "ascolana": gettext_noop(
        "The Dutch rules sheet “Manillen” names this game and gives no rules for it: scored as "
        "that sheet’s own game."
    ),
    "three-solo": gettext_noop(
        "German rules sheet “Malilla / Manille” (three players, par 20); the cards taken out "
        "are our choice."
    ),
    "three-dealer-alone": gettext_noop(
        "The three-player game of Flemish clubs (two cards left over, the dealer alone against "
        "two)."
    ),
    "three-dummy": gettext_noop(
        "German rules sheet “Manille” (a dummy opposite one player), played as French Manille."
    ),
    "two-hand": gettext_noop(
        "The German rules sheet “Malilla / Manille” mentions two players and gives no rules: "
        "points only."
    ),
}
"""Where each system's options come from, one sentence each."""
