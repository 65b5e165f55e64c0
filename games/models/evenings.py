"""A competition over several days: which rounds are one evening, and until when games can be
caught up that were not played when they were drawn."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.db import models
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from .user import CannotChange, User

if TYPE_CHECKING:
    from .competition import Competition
    from .table import Table


def evenings_of(
    competition: "Competition", otherwise: Mapping[int, bool] | None = None
) -> dict[int, int]:
    """The number of each round -> that of its evening. `otherwise`: which rounds would be of the
    same evening as the round before, other than they are."""
    found: dict[int, int] = {}
    evening = 0
    for number, same in competition.rounds.order_by("number").values_list("number", "same_evening"):
        same = (otherwise or {}).get(number, same)
        evening += not (same and evening)
        found[number] = evening
    return found


def must_be_in_time(competition: "Competition") -> None:
    """Raises CannotChange once games are no longer caught up."""
    last = competition.catch_up_until
    if last is not None and competition.club.today() > last:
        raise CannotChange(
            _("Games could be caught up until %(day)s. The settings can put that day later.")
            % {"day": date_format(last)}
        )


def to_forfeit(competition: "Competition") -> "models.QuerySet[Table]":
    """The games that were not played in time; none while there is time."""
    from .table import Table

    last = competition.catch_up_until
    unplayed = Table.objects.filter(
        round__competition=competition, b__isnull=False, kind="unplayed", match=None
    )
    in_time = last is None or competition.club.today() <= last
    return unplayed.none() if in_time else unplayed


def forfeit_the_rest(competition: "Competition", by: User) -> int:
    """Count what was not played in time as lost by both sides; how many games that was. One of
    them that did come has its result typed in instead. Raises CannotChange."""
    with competition.changing(by, "confirm_result"):
        competition.must_run()
        count = to_forfeit(competition).update(
            kind="forfeit",
            winner="",
            counted=True,
            typed_by=by.name,
            confirmed_by=by.name,
            counted_at=timezone.now(),
        )
        if count:
            competition.note("forfeit the rest", by.name, after={"games": count})
        return count
