"""Of how many tables, or meetings, of a competition no result counts yet."""

from collections import Counter
from collections.abc import Collection
from typing import NamedTuple

from django.db import models

from games.standings import Result

from .competition import Competition
from .table import Table

_BEGUN = models.Q(match__isnull=False) | ~models.Q(kind="unplayed")


class Missing(NamedTuple):
    """Of how many tables or meetings a result is missing, and of how many it is in but waits to be
    signed or confirmed."""

    results: int
    waiting: int


def missing_of(competition: Competition, ahead: bool = False) -> dict[int, Missing | None]:
    """Number of each round drawn -> what is missing there; None while neither it nor a later one
    was begun, unless those are counted too (`ahead`). One query, and where a round misses anything
    that was begun those of `waiting_of`."""
    rows = (
        Table.objects.filter(round__competition=competition, b__isnull=False)
        .order_by("round__number")
        .values_list("round__number")
        .annotate(
            missing=models.Count(
                "meeting" if competition.how.meetings else "pk",
                filter=_without_result(competition),
                distinct=True,
            ),
            begun=models.Count("pk", filter=_BEGUN),
        )
    )
    found = list(rows)
    reached = max((number for number, _missing, begun in found if begun), default=0)
    open = [number for number, missing, begun in found if missing and begun]
    waiting = waiting_of(competition, open)
    return {
        number: Missing(missing - waiting[number], waiting[number])
        if ahead or number <= reached
        else None
        for number, missing, _begun in found
    }


def missing_in_all(competition: Competition) -> Missing:
    """The same of all rounds drawn together."""
    found = [each for each in missing_of(competition, ahead=True).values() if each]
    return Missing(sum(each.results for each in found), sum(each.waiting for each in found))


def waiting_of(competition: Competition, rounds: Collection[int]) -> Counter[int]:
    """Number of each of these rounds -> of how many of its tables, or meetings, all results are in,
    of which some wait to be signed or confirmed. Nothing but its deals tells that a match is over:
    those are read of the tables whose result does not count."""
    without = Table.objects.filter(
        _without_result(competition),
        round__competition=competition,
        round__number__in=rounds,
        b__isnull=False,
    )
    begun = without.filter(_BEGUN)
    if competition.how.meetings:
        begun = without.filter(meeting__in=begun.values("meeting"))
    begun = begun.annotate(of=models.F("round__number"))
    waits: dict[tuple[int, int], bool] = {}
    tables = begun.select_related("match").prefetch_related("match__deals") if rounds else ()
    for table in tables:
        key = (table.of, table.meeting_id or -table.pk)
        waits[key] = waits.get(key, True) and table.waits
    return Counter(number for (number, _key), waiting in waits.items() if waiting)


def reached_in(results: list[Result], gone: Collection[int] = ()) -> tuple[int, Counter[int]]:
    """The last round of which a table has a result that counts, 0 without any; and the number
    of each round up to it -> of how many tables no result counts yet: not of a pair's or a
    team's that is `gone`."""
    last = max((row[1] for row in results if row[-1] and row[4] is not None), default=0)
    missing = Counter(
        row[1]
        for row in results
        if row[1] <= last
        and not row[-1]
        and row[7] != "void"
        and (row[3] is not None or not (row[2] in gone or row[4] in gone))
    )
    return last, missing


def _without_result(competition: Competition) -> models.Q:
    """Of tables: somebody waits for a result that counts."""
    result = models.Q(counted=False) & ~models.Q(kind="void")
    if competition.how.meetings:
        return result & models.Q(
            meeting__home__withdrawn_at=None, meeting__guests__withdrawn_at=None
        )
    # Of individuals the others wait for their game, in a knock-out whoever goes on.
    waits = models.Q(a2__isnull=False) | models.Q(round__draw__has_key="slots")
    return result & (waits | models.Q(a__withdrawn_at=None, b__withdrawn_at=None))
