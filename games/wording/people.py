"""Figures of the club's people in words: rows of tallies, streaks, ratings."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.figures import Figures, Streaks, Tally

from .systems import SYSTEMS

SEATS = {"N": _("North"), "E": _("East"), "S": _("South"), "W": _("West")}

ABOUT_RATING = _(
    "The rating tells how strong somebody has proved to be: everybody starts at 1000, a win lifts "
    "both partners, the more so the stronger their opponents are, a loss lowers both, and every "
    "match makes the figure surer, which lifts it as well."
)
WHAT_COUNTS = _("Matches count once both sides have signed them.")
WHAT_IS_RATED = _(
    "Counted are matches of the club that both sides signed and in which everybody at the table is "
    "one of the club’s people, in the order of play; those of a competition once it is published, "
    "if the club is shown to everybody. When a result is corrected, or two entries "
    "turn out to be one person, everything after it is computed anew."
)


@dataclass(frozen=True)
class Row:
    """A line of a table of tallies: what it is about, as a `label` or a `suit` to be drawn, with an
    address where it has a page; `name` where the label is somebody's."""

    tally: Tally
    label: str | Promise = ""
    suit: str = ""
    name: bool = False
    url: str = ""


def system_rows(figures: Figures) -> list[Row]:
    """By system, by its title."""
    return [
        Row(tally, SYSTEMS[system].title if system in SYSTEMS else gettext("Other rules"))
        for system, tally in figures.systems.items()
    ]


def seat_rows(figures: Figures) -> list[Row]:
    """By seat, clockwise from north."""
    return [
        Row(figures.seats[seat], label) for seat, label in SEATS.items() if seat in figures.seats
    ]


def named_rows(figures: Figures) -> list[Row]:
    """By trump named, in the order of the suits."""
    order = ("S", "H", "D", "C", "NT")
    return [Row(figures.named[trump], suit=trump) for trump in order if trump in figures.named]


def doubling_rows(figures: Figures) -> list[Row]:
    """Deals that were doubled, and redoubled."""
    rows = [(figures.doubled, gettext("Doubled")), (figures.redoubled, gettext("Redoubled"))]
    return [Row(tally, label) for tally, label in rows if tally.played]


def person_rows(
    tallies: Iterable[tuple[int, Tally]], people: Mapping[int, Any], url: Mapping[int, str]
) -> list[Row]:
    """By person; those without an address are told by name alone."""
    return [
        Row(tally, label=people[who], name=True, url=url.get(who, "")) for who, tally in tallies
    ]


def say_missed(missed: int) -> str:
    """How many doubles were missed."""
    return ngettext(
        "%(count)s double missed: the others named trump, nobody doubled, and the deal was won.",
        "%(count)s doubles missed: the others named trump, nobody doubled, and the deal was won.",
        missed,
    ) % {"count": missed}


def say_streak(streaks: Streaks) -> str:
    """The streak that goes on; empty for none."""
    if streaks.current > 0:
        return ngettext("%(count)s match won", "%(count)s matches won on end", streaks.current) % {
            "count": streaks.current
        }
    if streaks.current < 0:
        return ngettext(
            "%(count)s match lost", "%(count)s matches lost on end", -streaks.current
        ) % {"count": -streaks.current}
    return gettext("none: the last match was drawn")
