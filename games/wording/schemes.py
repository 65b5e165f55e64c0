"""How results become standings, in words: the options of a Scheme and their values."""

from fractions import Fraction

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.standings.scheme import MEASURES, Number

LABELS = {
    "win": _("A win"),
    "draw": _("A draw"),
    "loss": _("A loss"),
    "bye": _("A bye"),
    "requested_bye": _("A bye that was asked for"),
    "forfeit_win": _("A win because the other side did not come"),
    "forfeit_loss": _("Not coming"),
    "late": _("Each round missed by a late entry"),
    "result_cap": _("Match points that count of one match at most"),
    "rounds": _("Number of rounds"),
    "withdrawn": _("Results of those who withdraw"),
    "keep_from": _("Share of the rounds from which they stay"),
    "unplayed": _("Matches that they leave unplayed"),
    "drawn_game": _("Games won in a drawn match"),
    "forfeit_games": _("Games won where the other side did not come"),
    "forfeit_points": _("Match points for and against where the other side did not come"),
    "bye_games": _("Games won by a bye"),
    "bye_points": _("Match points for and against of a bye"),
    "requested_bye_points": _("Match points for and against of a bye that was asked for"),
    "head_to_head": _("Head-to-head, once some are parted"),
    "head_to_head_when": _("Head-to-head is looked at"),
    "cut_lowest": _("Opponents left out, from the weakest"),
    "cut_highest": _("Opponents left out, from the strongest"),
    "bye_opponent": _("A bye as an opponent"),
    "forfeit_opponent": _("An opponent who did not come"),
    "withdrawn_opponent": _("An opponent who withdrew"),
    "best": _("How many evenings count, the best of all"),
}

HELP = {
    "best": _("Nothing: all of them. An evening can have several rounds."),
}

HELP_WHERE_SEVERAL_ARE_MISSED = {
    "bye": _(
        "For each game that is missed: three times where a table plays three. The points of a draw "
        "are about what those who play get; those of a win put whoever sits out above all who lose "
        "a game."
    ),
    "requested_bye": _("For each game that is missed, where a table plays several in a round."),
    "bye_games": _(
        "For each game that is missed: three times where a table plays three. 1/2 makes a bye 1½ "
        "games won of three, about as many as those who play win; 1 makes it all three and puts "
        "whoever sits out above all who lose a game."
    ),
}
"""More, in formats in which whoever sits out can miss several games in a round."""

WHEN_A_BYE_COUNTS = _(
    "It counts once a result of its round does, or nothing of that round is left to be played."
)
"""Of rounds that are drawn together."""

VALUES = {
    "withdrawn": {
        "keep": _("stay"),
        "void": _("are removed, all of them"),
        "by-rounds": _("stay from a share of the rounds on, else all are removed"),
    },
    "unplayed": {
        "nothing": _("count for nobody"),
        "forfeit": _("are won by the other side"),
    },
    "head_to_head": {
        "again": _("those still equal are looked at by themselves"),
        "once": _("it decides no further"),
    },
    "head_to_head_when": {
        "all-met": _("only where all who are equal have met"),
        "always": _("always"),
    },
    "bye_opponent": {
        "nothing": _("counts as none"),
        "own": _("counts with one’s own points"),
    },
    "forfeit_opponent": {
        "counts": _("counts as met"),
        "own": _("counts with one’s own points"),
        "nothing": _("counts as none"),
    },
    "withdrawn_opponent": {
        "as-is": _("counts with the points it has"),
        "draws": _("counts as if it had drawn what it missed"),
        "nothing": _("counts as none"),
    },
}

POINTS = ("win", "draw", "loss", "bye", "requested_bye", "forfeit_win", "forfeit_loss", "late")
"""The options that are league points."""

GAMES = ("drawn_game", "forfeit_games", "bye_games")
WITHOUT_PLAY = ("forfeit_points", "bye_points", "requested_bye_points")
WITHDRAWALS = ("withdrawn", "keep_from", "unplayed")
EQUALS = (
    *("head_to_head", "head_to_head_when", "cut_lowest", "cut_highest"),
    *("bye_opponent", "forfeit_opponent", "withdrawn_opponent"),
)

GROUPS = (
    (_("League points"), POINTS),
    (_("What counts"), ("best", "result_cap", "rounds")),
    (_("Withdrawals"), WITHDRAWALS),
    (_("Results without play"), (*GAMES, *WITHOUT_PLAY)),
    (_("Among those who are equal"), EQUALS),
)
"""The options as they are asked for, in groups."""


def measure_name(measure: str) -> str:
    """What a measure is called."""
    return gettext(MEASURES[measure])


def written_number(number: Number) -> str:
    """A number as it is typed: `1`, `1/2`."""
    return str(Fraction(number))
