"""What it comes to that an entry withdraws, or comes back, in words."""

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.models import Competition, LeftGames, Withdrawal

from .lists import listed
from .standings import Names


def say_withdrawal(effect: Withdrawal) -> list[str]:
    """What becomes of the results of an entry that withdraws, or comes back: a sentence for each
    kind of them."""
    told = []
    if effect.lost:
        told.append(
            ngettext(
                "%(count)s result is removed, for the other side too.",
                "%(count)s results are removed, for the other sides too.",
                effect.lost,
            )
            if effect.gone
            else ngettext(
                "%(count)s match that it left is no longer won by the other side.",
                "%(count)s matches that it left are no longer won by the other sides.",
                effect.lost,
            )
        )
    if effect.gained:
        told.append(
            ngettext(
                "%(count)s match that it leaves is won by the other side.",
                "%(count)s matches that it leaves are won by the other sides.",
                effect.gained,
            )
            if effect.gone
            else ngettext(
                "%(count)s result counts again.", "%(count)s results count again.", effect.gained
            )
        )
    if effect.kept:
        told.append(ngettext("%(count)s result stays.", "%(count)s results stay.", effect.kept))
    counts = [count for count in (effect.lost, effect.gained, effect.kept) if count]
    if not counts:
        return [gettext("It has no result that counts.")]
    return [text % {"count": count} for text, count in zip(told, counts, strict=True)]


FATES = {
    "won": _("The other side wins it without playing."),
    "nobody": _(
        "It counts for nobody. If the other side is to have the win, type in that this side did "
        "not come."
    ),
    "removed": _("It counts for nobody: all results of this entry are removed."),
    "knock-out": _("Somebody has to go on: type in that this side did not come."),
    "meeting": _(
        "The meeting counts once these games have a result too: type in that this team did not "
        "come."
    ),
    "begun": _("It has begun: its result counts once it is signed or confirmed."),
    "begun-won": _(
        "It has begun: until its result is signed or confirmed, it counts as won by the other side."
    ),
    "begun-removed": _(
        "It has begun and can be played to its end, but it counts for nobody: all results of this "
        "entry are removed."
    ),
    "four-won": _(
        "The others wait: start it with a substitute, or type in a result. Until then it counts as "
        "won by the other side."
    ),
    "four-nobody": _(
        "The others wait: start it with a substitute, or type in a result. It then counts for the "
        "others, and for this entry."
    ),
    "four-removed": _(
        "The others can play it with a substitute, but it counts for nobody: all results of this "
        "entry are removed."
    ),
}
"""What becomes of games that an entry leaves (games.models.withdrawal)."""

BACK = {
    "begun": _("It goes on, and counts once it is signed or confirmed."),
    "": _("It is played as it was drawn."),
}


@dataclass(frozen=True)
class LeftWords:
    """Games left, ready to be shown: where and with whom, and what becomes of them; the `round` and
    the key of the `table` tell where they are listed."""

    place: str
    fate: str
    round: int
    table: int


def say_left(effect: Withdrawal, competition: Competition, names: Names) -> list[LeftWords]:
    """The drawn games that are not over, and what becomes of each when the entry withdraws, or
    comes back."""
    return [
        LeftWords(
            _place(games, competition, names),
            str(FATES[games.fate] if effect.gone else BACK[_begun(games)]),
            games.round,
            games.table,
        )
        for games in effect.left
    ]


def _begun(games: LeftGames) -> str:
    return "begun" if games.fate.startswith("begun") else ""


def _place(games: LeftGames, competition: Competition, names: Names) -> str:
    told = {
        "round": games.round,
        "table": games.number,
        "games": listed(map(str, games.games)),
        "others": listed(names[key] for key in games.others),
    }
    whole = len(games.games) == _games_of(competition)
    if competition.how.meetings and whole:
        text = gettext("Round %(round)s, meeting %(table)s: %(others)s")
    elif competition.how.meetings:
        text = ngettext(
            "Round %(round)s, meeting %(table)s, game %(games)s: %(others)s",
            "Round %(round)s, meeting %(table)s, games %(games)s: %(others)s",
            len(games.games),
        )
    elif whole:
        text = gettext("Round %(round)s, table %(table)s: %(others)s")
    else:
        text = ngettext(
            "Round %(round)s, table %(table)s, game %(games)s: %(others)s",
            "Round %(round)s, table %(table)s, games %(games)s: %(others)s",
            len(games.games),
        )
    return text % told


def _games_of(competition: Competition) -> int:
    """How many games there are at a table, or in a meeting."""
    if competition.how.meetings:
        return int(competition.option["games"])
    return 3 if competition.several_games else 1
