"""How a match stands, in a few words."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Match
from games.wording.figures import figure


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


def totals_as_played(match: Match) -> str:
    """The totals had no ruling been given, "37–5"; empty where rulings changed none of them."""
    if not any(deal.rulings for deal in match.played):
        return ""
    sheet = match.sheet
    plain = sheet.totals_as_played
    return "" if plain == sheet.totals else "–".join(figure(plain[side]) for side in plain)
