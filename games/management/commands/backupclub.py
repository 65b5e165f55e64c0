"""`backupclub`: all that a club owns as one file, as its owner can download it."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.backup import write
from games.models import Club


class Command(BaseCommand):
    help = "Write all that a club owns into a file, which `restoreclub` reads (games/BACKUP.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", metavar="SLUG", help="the club's address: clubs/SLUG/")
        parser.add_argument(
            "file", nargs="?", default="-", metavar="FILE", help="without it, or -: standard output"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        club = Club.objects.filter(slug=options["club"]).first()
        if club is None:
            raise CommandError(f"There is no club {options['club']}.")
        pieces = write(club, timezone.now())
        if options["file"] == "-":
            for piece in pieces:
                self.stdout.write(piece, ending="")
            return
        # A back-up that was cut off must not stand in the place of the one before.
        path = Path(options["file"])
        unfinished = path.with_name(f"{path.name}.unfinished")
        try:
            with open(unfinished, "w", encoding="utf-8", newline="\n") as file:
                file.writelines(pieces)
            unfinished.replace(path)
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}") from error
