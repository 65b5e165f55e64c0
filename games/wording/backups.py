"""What came of restoring a club, in words."""

from collections.abc import Iterator

from django.utils.translation import gettext, ngettext

from games.backup import InvalidBackup, Restored
from games.faults import say

MOST_FAULTS = 20


def say_faults(error: InvalidBackup) -> list[str]:
    """Every fault as a sentence, with its line and its place in the file."""
    told = []
    for fault in error.faults[:MOST_FAULTS]:
        words = {"line": error.line, "place": fault.place, "reason": say(fault)}
        if error.line and fault.place:
            told.append(gettext("Line %(line)s, %(place)s: %(reason)s") % words)
        elif error.line:
            told.append(gettext("Line %(line)s: %(reason)s") % words)
        else:
            told.append(words["reason"])
    return told


def say_restored(restored: Restored) -> Iterator[str]:
    """What there is to know of a club that was restored, beside that it was."""
    if restored.address and restored.club.slug != restored.address:
        yield gettext(
            "A club with the address “%(taken)s” is here already, perhaps the same one: this one "
            "has the address “%(slug)s”."
        ) % {"taken": restored.address, "slug": restored.club.slug}
    if restored.club.name != restored.name:
        yield gettext(
            "A club of the name “%(taken)s” is here already: this one is called “%(name)s”, until "
            "you give it another name in its settings."
        ) % {"taken": restored.name, "name": restored.club.name}
    if restored.officers:
        yield ngettext(
            "The file names %(count)s other officer: the club’s history tells who. Nobody gets an "
            "office by a file; invite them again.",
            "The file names %(count)s other officers: the club’s history tells who. Nobody gets an "
            "office by a file; invite them again.",
            restored.officers,
        ) % {"count": restored.officers}
    if restored.other_codes:
        yield ngettext(
            "%(count)s match has another reading link: its own is in use on this site.",
            "%(count)s matches have other reading links: their own are in use on this site.",
            restored.other_codes,
        ) % {"count": restored.other_codes}
    if restored.line_ups:
        yield ngettext(
            "%(count)s line-up is to be handed in again: it waited for the other team’s, and what "
            "nobody may know yet is not in the file.",
            "%(count)s line-ups are to be handed in again: they waited for the other team’s, and "
            "what nobody may know yet is not in the file.",
            restored.line_ups,
        ) % {"count": restored.line_ups}
