"""Count every club's signed matches anew for its people's figures and ratings."""

from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from games.models import Club, Match
from games.models.played import keep_facts
from games.models.rating import rate_all

AT_A_TIME = 500


class Command(BaseCommand):
    help = (
        "Count every club's signed matches anew for its people's figures and ratings. To be done "
        "once where matches were signed before the site kept these; done again it changes nothing."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        for club in Club.objects.order_by("pk"):
            with transaction.atomic():
                # As every verb that changes what counts.
                Club.objects.select_for_update(no_key=True).get(pk=club.pk)
                counted = self._count(club)
                rate_all(club.pk)
            self.stdout.write(f"{club.slug}: {counted}")

    def _count(self, club: Club) -> int:
        """Write the figures of the club's signed matches; how many matches that are."""
        counted, last = 0, 0
        while True:
            signed = club.matches.filter(signed_at__isnull=False, pk__gt=last).order_by("pk")
            matches = list(signed.prefetch_related("deals")[:AT_A_TIME])
            if not matches:
                return counted
            for match in matches:
                keep_facts(match)
            Match.objects.bulk_update(matches, ["signed_deals"])
            counted, last = counted + len(matches), matches[-1].pk
