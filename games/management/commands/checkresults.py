"""`checkresults`: whether every signed result is still what its deals come to."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext, ngettext

from games.figures import facts_of
from games.models import Club, Match, Table
from games.models.table import result_of

AT_A_TIME = 500


class Command(BaseCommand):
    help = (
        "Compare every signed match with its deals, and what it counts for in a competition and "
        "in its people's figures. Exit status: 0 all agree; 1 some differ."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--club", metavar="SLUG", help="the matches of this club only")

    def handle(self, *args: Any, **options: Any) -> None:
        signed = Match.objects.filter(signed_result__isnull=False)
        if options["club"]:
            club = Club.objects.filter(slug=options["club"]).first()
            if club is None:
                raise CommandError(gettext("There is no club of that name."))
            signed = signed.filter(club=club)
        checked = differing = 0
        in_order = signed.select_related("table").prefetch_related("deals").order_by("pk")
        for match in in_order.iterator(chunk_size=AT_A_TIME):
            checked += 1
            faults = list(_faults(match))
            differing += bool(faults)
            for fault in faults:
                self.stdout.write(f"{match.get_absolute_url()} {fault}")
        self.stdout.write(
            ngettext(
                "%(count)s signed match looked at.", "%(count)s signed matches looked at.", checked
            )
            % {"count": checked}
        )
        if differing:
            sys.exit(1)


def _faults(match: Match) -> Iterator[str]:
    """A sentence for each way in which what is stored differs from the deals."""
    signed: Mapping[str, Any] = match.signed_result
    if signed != match.result():
        yield gettext("The signed result is %(signed)s, the deals come to %(deals)s.") % {
            "signed": _told(signed),
            "deals": _told(match.result()),
        }
    # Figures are kept of a club's matches only; None was signed before there were any.
    if match.club_id and match.signed_deals not in (None, _stored(facts_of(match.sheet))):
        yield gettext("The figures of its players count other deals than it holds.")
    table: Table | None = getattr(match, "table", None)
    # What an officer typed in stands beside the match, and may differ from it.
    if table and table.counted and not table.typed_by:
        due = result_of(match, signed)
        if {fact: getattr(table, fact) for fact in due} != due:
            yield gettext("It counts for something else in its competition.")


def _told(result: Mapping[str, Any]) -> str:
    """Totals in match points by side, and who won."""
    totals = ", ".join(f"{side} {points}" for side, points in result["totals"].items())
    return f"{totals} ({result['winner'] or '='})"


def _stored(facts: list[Any]) -> list[list[Any]]:
    """As they come back from the database."""
    return [list(fact) for fact in facts]
