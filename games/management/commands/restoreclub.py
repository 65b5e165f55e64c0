"""`restoreclub`: found a club from its file, however large."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from games.backup import InvalidBackup, Restored, restore
from games.models import User
from games.wording.backups import say_faults, say_restored


class Command(BaseCommand):
    help = (
        "Found a club from the file that `backupclub`, or the page of its settings, wrote "
        "(games/BACKUP.md). All of it or nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="- reads standard input")
        parser.add_argument(
            "--owner", required=True, metavar="E-MAIL", help="the account that becomes the owner"
        )
        parser.add_argument(
            "--check", action="store_true", help="only tell whether it can be restored"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        owner = User.objects.filter(email=options["owner"].lower()).first()
        if owner is None:
            raise CommandError(f"There is no account with the address {options['owner']}.")
        with transaction.atomic():
            restored = self.restored(options["file"], owner)
            if options["check"]:
                transaction.set_rollback(True)
        if options["check"]:
            self.stdout.write("The club can be restored from this file.")
        else:
            self.stdout.write(f"The club is restored: clubs/{restored.club.slug}/")
            for line in say_restored(restored):
                self.stdout.write(line)

    def restored(self, file: str, owner: User) -> Restored:
        try:
            if file == "-":
                return restore(sys.stdin.buffer, owner)
            with open(file, "rb") as stream:
                return restore(stream, owner)
        except InvalidBackup as error:
            raise CommandError("\n".join(say_faults(error))) from None
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from error
