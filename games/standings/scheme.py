"""Scheme: everything a competition may decide about its standings, in one frozen, validated value.

What each option does, with figures, is told in games/STANDINGS.md. Named schemes: `schemes`.
"""

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, Literal, get_args, get_origin, get_type_hints

from games.manille.errors import Fault, ManilleError, gettext_noop

Number = int | Fraction
"""An exact number: never a float, so that equal is equal."""

MEASURES: Mapping[str, str] = {
    "league-points": gettext_noop("League points"),
    "matches-won": gettext_noop("Matches won"),
    "games-won": gettext_noop("Games won"),
    "match-points-for": gettext_noop("Match points for"),
    "match-points-against": gettext_noop("Match points against"),
    "difference": gettext_noop("Difference of match points"),
    "deals-won": gettext_noop("Deals won"),
    "league-points-mean": gettext_noop("League points a match"),
    "matches-won-mean": gettext_noop("Share of matches won"),
    "games-won-mean": gettext_noop("Games won a match"),
    "match-points-for-mean": gettext_noop("Match points for, a match"),
    "match-points-against-mean": gettext_noop("Match points against, a match"),
    "difference-mean": gettext_noop("Difference of match points, a match"),
    "deals-won-mean": gettext_noop("Deals won a match"),
    "opponents": gettext_noop("League points of the opponents"),
    "opponents-cut": gettext_noop("League points of the opponents, without the extremes"),
    "opponents-mean": gettext_noop("League points of the opponents, their average"),
    "head-to-head": gettext_noop("Head-to-head"),
    "lot": gettext_noop("By lot"),
}
"""What entries can be ranked by, with what each is called."""

SUMS = (
    "league-points",
    "matches-won",
    "games-won",
    "match-points-for",
    "match-points-against",
    "difference",
    "deals-won",
)
"""The measures that are a sum over results."""

MEAN = "-mean"
"""What a measure ends in that is such a sum divided by the number of matches."""

OPPONENTS = ("opponents", "opponents-cut", "opponents-mean")
"""The measures of how strong the opponents were."""

FEWER_IS_BETTER = ("match-points-against", "match-points-against-mean")


class InvalidScheme(ManilleError):
    """The options of a scheme contradict one another, or one has a value that it cannot have. A
    fault's place is the option's name."""


@dataclass(frozen=True, kw_only=True)
class Scheme:
    """How results become standings. League points are whole numbers or fractions, exact; other
    points are match points. Raises InvalidScheme with a sentence for every contradiction."""

    measures: tuple[str, ...]  # of MEASURES, the first decides first

    # League points
    win: Number
    draw: Number
    loss: Number
    forfeit_win: Number
    forfeit_loss: Number
    bye: Number
    requested_bye: Number
    late: Number  # for each round missed by one who entered late

    # What else a result without play, or without figures of its own, brings
    drawn_game: Number  # of games won, to each side of a drawn match
    forfeit_games: int  # games won by whom the other side leaves without a match
    forfeit_points: tuple[int, int]  # match points for and against him
    bye_games: Number  # in halves
    bye_points: tuple[int, int]
    requested_bye_points: tuple[int, int]

    # Which results count, and for how much
    result_cap: int | None  # match points credited to one side of one match at most
    best: int | None  # how many evenings count, the best by the first measure

    # Head-to-head
    among_tied: tuple[str, ...]  # of SUMS, in the matches among the tied
    head_to_head: Literal["again", "once"]  # whether those still tied are looked at by themselves
    head_to_head_when: Literal["all-met", "always"]

    # Strength of opponents
    cut_lowest: int
    cut_highest: int
    bye_opponent: Literal["nothing", "own"]
    forfeit_opponent: Literal["counts", "own", "nothing"]
    withdrawn_opponent: Literal["as-is", "draws", "nothing"]

    # Withdrawals
    withdrawn: Literal["void", "keep", "by-rounds"]
    keep_from: Number  # share of the rounds that must have been played for results to stay
    unplayed: Literal["nothing", "forfeit"]  # matches that one who withdrew left unplayed
    rounds: int | None  # how many rounds there are to play

    def __post_init__(self) -> None:
        faults = tuple(_wrong_values(self)) or tuple(_contradictions(self))
        if faults:
            raise InvalidScheme(faults)

    def changed(self, **options: Any) -> "Scheme":
        """The same scheme with these options otherwise. Raises InvalidScheme as the class does."""
        return dataclasses.replace(self, **options)

    @property
    def unit(self) -> int:
        """Into how many parts a league point is divided, so that all league points are whole."""
        return lcm(*(Fraction(getattr(self, option)).denominator for option in LEAGUE_POINTS))

    def to_json(self) -> dict[str, Any]:
        """The options as JSON can hold them: fractions as text (`"1/2"`), tuples as lists."""

        def plain(value: Any) -> Any:
            if isinstance(value, tuple):
                return list(value)
            return str(value) if isinstance(value, Fraction) else value

        return {option: plain(getattr(self, option)) for option in OPTIONS}

    @classmethod
    def from_json(cls, options: Mapping[str, Any]) -> "Scheme":
        """The scheme that `to_json` wrote. Raises InvalidScheme, also for an option that is
        missing, unknown or not of its kind."""
        read: dict[str, Any] = {}
        faults = []
        for option in sorted(set(OPTIONS) ^ set(options)):
            message = gettext_noop("This option is missing, or there is none of this name.")
            faults.append(Fault(message, {}, option))
        for option in set(OPTIONS) & set(options):
            value = options[option]
            if isinstance(value, list):
                value = tuple(value)
            elif isinstance(value, str) and option in NUMBERS:
                try:
                    value = whole(Fraction(value))
                except (ValueError, ZeroDivisionError):
                    faults.append(Fault(NOT_A_NUMBER, {"value": value}, option))
            read[option] = value
        if faults:
            raise InvalidScheme(faults)
        return cls(**read)


OPTIONS: tuple[str, ...] = tuple(field.name for field in dataclasses.fields(Scheme))
"""The names of all options, in the order of the class."""

LEAGUE_POINTS = (
    "win",
    "draw",
    "loss",
    "forfeit_win",
    "forfeit_loss",
    "bye",
    "requested_bye",
    "late",
)

NUMBERS = (*LEAGUE_POINTS, "drawn_game", "bye_games", "keep_from")
"""The options that are whole numbers or fractions."""

NOT_A_NUMBER = gettext_noop("“%(value)s” is not a number or a fraction.")


def whole(number: Fraction) -> Number:
    """The same number, as an int if it is one."""
    return number.numerator if number.denominator == 1 else number


def _wrong_values(scheme: Scheme) -> Iterator[Fault]:
    kinds = get_type_hints(Scheme)
    for option in OPTIONS:
        value, kind = getattr(scheme, option), kinds[option]
        if get_origin(kind) is Literal:
            if value not in get_args(kind):
                yield Fault(
                    gettext_noop("“%(value)s” is not a value of this option."),
                    {"value": value},
                    option,
                )
        elif option in NUMBERS:
            if type(value) not in (int, Fraction) or not -9999 <= value <= 9999:
                yield Fault(NOT_A_NUMBER, {"value": value}, option)
        elif option in ("measures", "among_tied"):
            yield from _wrong_measures(option, value)
        elif option.endswith("_points"):
            if not (
                type(value) is tuple
                and len(value) == 2
                and all(type(part) is int for part in value)
            ):
                yield Fault(
                    gettext_noop("Give two whole numbers: match points for and against."),
                    {},
                    option,
                )
        elif option in ("result_cap", "best", "rounds"):
            if value is not None and (type(value) is not int or not 1 <= value <= 9999):
                yield Fault(
                    gettext_noop("This must be a whole number from 1 to 9999, or none."), {}, option
                )
        elif type(value) is not int or not 0 <= value <= 9999:
            yield Fault(gettext_noop("This must be a whole number from 0 to 9999."), {}, option)


def _wrong_measures(option: str, measures: object) -> Iterator[Fault]:
    known = SUMS if option == "among_tied" else tuple(MEASURES)
    if type(measures) is not tuple or not measures:
        yield Fault(gettext_noop("Choose at least one measure."), {}, option)
        return
    for measure in measures:
        if measure not in known:
            yield Fault(
                gettext_noop("“%(value)s” is not a measure that can stand here."),
                {"value": measure},
                option,
            )
    if len(set(map(str, measures))) != len(measures):
        yield Fault(gettext_noop("A measure can decide only once."), {}, option)


def _contradictions(scheme: Scheme) -> Iterator[Fault]:
    """Each pair of options that cannot hold together, as a sentence at the option to change."""
    first = scheme.measures[0]
    if first in ("head-to-head", "lot"):
        yield Fault(
            gettext_noop("Head-to-head and lots part those who are equal: another comes first."),
            {},
            "measures",
        )
    if "lot" in scheme.measures[:-1]:
        yield Fault(
            gettext_noop("After a lot nothing is left to decide: it comes last."), {}, "measures"
        )
    if scheme.best is not None and (first not in SUMS or first in FEWER_IS_BETTER):
        yield Fault(
            gettext_noop(
                "The best evenings need a first measure that adds up, the more the better."
            ),
            {},
            "best",
        )
    if not scheme.loss <= scheme.draw <= scheme.win:
        yield Fault(
            gettext_noop("A draw cannot bring more than a win, nor less than a loss."), {}, "draw"
        )
    if scheme.forfeit_loss > scheme.forfeit_win:
        yield Fault(
            gettext_noop("Staying away cannot bring more than being left waiting."),
            {},
            "forfeit_loss",
        )
    if scheme.requested_bye > scheme.bye:
        yield Fault(
            gettext_noop("A bye that was asked for cannot bring more than one that was not."),
            {},
            "requested_bye",
        )
    if scheme.drawn_game not in (0, Fraction(1, 2)):
        yield Fault(gettext_noop("A drawn match is half a game won, or none."), {}, "drawn_game")
    if scheme.bye_games < 0 or Fraction(scheme.bye_games * 2).denominator != 1:
        yield Fault(gettext_noop("A bye is so many games won, or halves of one."), {}, "bye_games")
    if not 0 < scheme.keep_from <= 1:
        yield Fault(
            gettext_noop("The share of the rounds is above 0 and at most 1: 1/2 is half of them."),
            {},
            "keep_from",
        )
    if "opponents-cut" in scheme.measures and not scheme.cut_lowest + scheme.cut_highest:
        yield Fault(
            gettext_noop("Say how many of the opponents are left out, or take them all."),
            {},
            "cut_lowest",
        )
    if scheme.rounds is None and scheme.withdrawn == "by-rounds":
        yield Fault(
            gettext_noop("Whether enough rounds were played shows only when their number is set."),
            {},
            "rounds",
        )
    elif scheme.rounds is None and scheme.withdrawn_opponent == "draws":
        yield Fault(
            gettext_noop("Missed rounds can count as draws only when their number is set."),
            {},
            "rounds",
        )
