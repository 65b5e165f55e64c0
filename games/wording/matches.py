"""How a match stands, in a few words."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Match


def say_state(match: Match) -> str:
    """Signed, given up, over or under way, for a list of matches."""
    if match.is_signed:
        return _("signed")
    if match.given_up:
        return _("given up, not signed yet")
    if match.is_over:
        return _("over, not signed yet")
    played = match.sheet.played
    if not played:
        return _("no deal played yet")
    return ngettext("%(count)s deal played", "%(count)s deals played", played) % {"count": played}
