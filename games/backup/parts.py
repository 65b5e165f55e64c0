"""The table of what a back-up holds: which models, where they stand in the file, what is left out.

Every field of these models is carried unless it is left out here with the reason. Models that hang
on a club and are not carried stand in LEFT_OUT with theirs. tests/test_backup_parts.py compares all
that with the models there are.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from django.db import models

from games.models import (
    Club,
    ClubEntry,
    Competition,
    CompetitionChange,
    Day,
    Deal,
    Entry,
    EntryNote,
    EntryPlayer,
    Invitation,
    LineUpPlace,
    LogEntry,
    Match,
    Meeting,
    Membership,
    Player,
    Rated,
    Rating,
    Round,
    Seating,
    Signature,
    Table,
)

from .draws import change, draw, lots

Shape = Callable[[Any, Callable[[int], int]], Any] | None
"""How a JSON column is told with other numbers for the entries that it names; None: it names none.
"""


class Column(NamedTuple):
    """A field of the file: a column of the model, and `empty`, what it stands for where the file
    leaves it out."""

    name: str
    field: Any
    empty: Any


@dataclass(frozen=True)
class Part:
    """The rows of one model: a list of the file under `name`, or (as one of another's `parts`) a
    list within each row of that one. `holder` is the way to the club, or the field that names the
    row it stands in. `later` are JSON columns that name entries which come later in the file;
    `only` says which rows are told, where not all of them are."""

    name: str
    model: type[models.Model]
    holder: str
    left_out: Mapping[str, str] = field(default_factory=dict)
    json: Mapping[str, Shape] = field(default_factory=dict)
    later: tuple[str, ...] = ()
    only: models.Q = models.Q()
    parts: "tuple[Part, ...]" = ()

    @cached_property
    def columns(self) -> list[Column]:
        """All that is told of a row, links to other rows first."""
        columns = [
            Column(each.name, each, _empty(each))
            for each in self.model._meta.concrete_fields
            if not each.primary_key and each.name != self.holder and each.name not in self.left_out
        ]
        return sorted(columns, key=lambda column: not column.field.remote_field)

    @cached_property
    def of(self) -> Mapping[str, Column]:
        """The columns by name."""
        return {column.name: column for column in self.columns}


MISSING = object()
"""The `empty` of a column that no file can leave out."""


def _empty(field: Any) -> Any:
    if field.null:
        return None
    if field.default in (list, dict):
        return field.default()
    if field.has_default():
        return MISSING if callable(field.default) else field.default
    return "" if isinstance(field, models.CharField | models.TextField) else MISSING


CLUB = Part("club", Club, "")

PARTS = (
    Part(
        "people",
        Player,
        "club",
        left_out={
            "user": "An account belongs to its holder, who alone can link it, by an invitation."
        },
    ),
    Part("history", ClubEntry, "club", json={"before": None, "after": None}),
    Part(
        "matches",
        Match,
        "club",
        left_out={
            "scoring_code": "Whoever knows it can write: a file is copied and sent. New ones are "
            "made.",
            "signed_deals": "Follows from the deals; it is worked out anew.",
        },
        json={"frozen_rules": None, "players": None, "signed_result": None},
        parts=(
            Part("seats", Seating, "match"),
            Part("deals", Deal, "match", json={"rulings": None, "events": None}),
            Part("signatures", Signature, "match"),
            Part("history", LogEntry, "match", json={"before": None, "after": None}),
        ),
    ),
    Part(
        "competitions",
        Competition,
        "club",
        json={"frozen_rules": None, "settings": None, "lots": lots},
        later=("lots",),
        parts=(Part("days", Day, "competition"),),
    ),
    Part(
        "entries",
        Entry,
        "competition__club",
        parts=(Part("people", EntryPlayer, "entry"), Part("notes", EntryNote, "entry")),
    ),
    Part(
        "rounds",
        Round,
        "competition__club",
        json={"draw": draw},
        parts=(
            Part(
                "tables",
                Table,
                "round",
                left_out={"meeting": "It is the one of its round that has its number."},
            ),
        ),
    ),
    Part(
        "meetings",
        Meeting,
        "round__competition__club",
        parts=(
            Part(
                "line_ups",
                LineUpPlace,
                "meeting",
                # One that waits for the other team's is for its captain alone: whoever opens the
                # file may lead that other team.
                only=models.Q(meeting__home_at__isnull=False, meeting__guests_at__isnull=False),
            ),
        ),
    ),
    Part(
        "competition_history",
        CompetitionChange,
        "competition__club",
        json={"before": change, "after": change},
    ),
)
"""The lists of the file in their order: a row names only rows of lists before its own, or of its
own list."""

LEFT_OUT: Mapping[type[models.Model], str] = {
    Membership: "The file tells who the officers are, but nobody gets an office by a file.",
    Invitation: "A link that makes somebody an officer, good for two weeks.",
    Rated: "Follows from the signed matches; it is worked out anew.",
    Rating: "Follows from the signed matches; it is worked out anew.",
}
"""Models that hang on a club and are not in the file, with the reason."""
