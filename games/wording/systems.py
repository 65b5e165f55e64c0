"""The named systems in a player's words."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Text = str | Promise


class System(NamedTuple):
    """A named system: its `title` (a whole name, "West-Flemish Manillen") and one line about it."""

    title: Text
    about: Text


SYSTEMS: dict[str, System] = {
    "west-flemish": System(
        _("West-Flemish Manillen"),
        _("The dealer names trump, opponents may double, a draw doubles the next deal."),
    ),
    "flemish-club": System(
        _("Flemish club Manillen"),
        _("As in West Flanders, with double and redouble, and never more than four times."),
    ),
    "manillen-61": System(
        _("Manillen to 61"),
        _("Choose or pass from eldest hand on; the last trick counts a point, so 61 in all."),
    ),
    "classic-turnup": System(
        _("Classic Manille, trump turned up"),
        _("The dealer’s last card is turned up and its suit is trump."),
    ),
    "dealer-names": System(
        _("Manille, the dealer names trump"),
        _("The dealer names trump, or plays without trump for double points."),
    ),
    "manille-fr-68": System(
        _("French Manille, 68 points"),
        _("Trump is turned up and each trick counts a point; the match goes to 50."),
    ),
    "botifarra-lliure": System(
        _("Botifarra, free variety"),
        _("48 cards; the dealer names trump or leaves it to the partner; three doublings."),
    ),
    "malilla-es": System(
        _("Spanish Malilla"),
        _("48 Spanish cards with the nine on top; trump is turned up."),
    ),
    "manilla-es-72": System(
        _("Spanish Manilla, 72 points"),
        _("48 Spanish cards; trump is turned up and each trick counts a point."),
    ),
    "malilla-mx": System(
        _("Mexican Malilla"),
        _("40 cards with the seven on top; trump is turned up and each trick counts a point."),
    ),
    "manille-parlee": System(
        _("Manille parlée"),
        _("Trump is turned up; partners may talk about a few things during the deal."),
    ),
    "manille-muette": System(
        _("Manille muette"),
        _("Trump is turned up; partners neither talk nor signal."),
    ),
    "manille-parlante": System(
        _("Manille parlante"),
        _("Choose or pass, 61 card points; partners may give three ritual signals."),
    ),
    "manille-aveugle": System(
        _("Manille aveugle"),
        _("The cards are held backwards: only the score is kept, plays cannot be judged."),
    ),
    "en-voiture": System(
        _("Manille en voiture"),
        _("Every deal is played without trump and counts double."),
    ),
    "manillen-troef": System(
        _("Manillen Troef"),
        _("Manillen to 61 with a card turned up for trump, never without."),
    ),
    "manillen-zonder-troef": System(
        _("Manillen Zonder Troef"),
        _("Manillen to 61 with every deal without trump, so that all count double."),
    ),
    "verplicht-manille": System(
        _("Verplicht Manille"),
        _("Manillen to 61; where everybody passes, the dealer must play without trump."),
    ),
    "coinchee": System(
        _("Manille coinchée"),
        _("The highest bidder names trump; opponents may double, the bidders redouble."),
    ),
    "encheres": System(
        _("Manille aux enchères"),
        _("The highest bidder names trump and must make the bid."),
    ),
    "malilla-es-40": System(
        _("Spanish Malilla, 40 cards"),
        _("40 Spanish cards with the seven on top; trump is turned up."),
    ),
    "malilla-mx-44": System(
        _("Mexican Malilla, 44 cards"),
        _("44 cards with the nine on top; trump is turned up and each trick counts a point."),
    ),
    "ascolana": System(
        _("Manille Ascolana"),
        _("A source names this game but gives no rules for it: it is scored as Manillen to 61."),
    ),
    "three-solo": System(
        _("Three players, each alone"),
        _("30 cards, ten each; whoever has more than 20 card points scores."),
    ),
    "three-dealer-alone": System(
        _("Three players, the dealer alone"),
        _("The dealer, with two cards left over, plays against the other two."),
    ),
    "three-dummy": System(
        _("Three players and a dummy"),
        _("French Manille in which South is a dummy, whose open hand North plays."),
    ),
    "two-hand": System(
        _("Two players"),
        _("No rules of play are known: only the card points are written down."),
    ),
}
"""The named systems; in which order they are offered is told in `FAMILIES`."""


class Family(NamedTuple):
    """Systems that are found together in a list."""

    title: Text
    systems: tuple[str, ...]


FAMILIES = (
    Family(
        _("The dealer names trump"),
        ("west-flemish", "flemish-club", "dealer-names", "manille-aveugle"),
    ),
    Family(
        _("Choose or pass"),
        ("manillen-61", "manille-parlante", "verplicht-manille", "ascolana"),
    ),
    Family(
        _("Trump turned up"),
        (
            *("classic-turnup", "manille-fr-68", "manille-parlee", "manille-muette"),
            "manillen-troef",
        ),
    ),
    Family(_("With bidding"), ("coinchee", "encheres")),
    Family(_("Always without trump"), ("en-voiture", "manillen-zonder-troef")),
    Family(
        _("Spanish, Catalan and Mexican"),
        (
            *("malilla-es", "malilla-es-40", "manilla-es-72", "botifarra-lliure"),
            *("malilla-mx", "malilla-mx-44"),
        ),
    ),
    Family(_("For three or two"), ("three-solo", "three-dealer-alone", "three-dummy", "two-hand")),
)
"""All the systems, those for four players by how trump is found: tables know that of themselves."""
