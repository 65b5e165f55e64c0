"""Rows of a file that name rows of their own list: matches that follow others, people who were
merged into others."""

from django.db import models

from games.manille.errors import gettext_noop
from games.models import Player

from .faults import wrong
from .rows import AT_A_TIME
from .stream import Piece, on_line_of

MOST_MERGED = 100
"""So many entries one of the club's people can have been merged through, one into the next: each
of them is asked for where that person is named."""


def link(
    model: type[models.Model],
    attname: str,
    links: list[tuple[int, int, Piece]],
    keys: list[int],
) -> None:
    """Write that rows of a list, which is written, name rows of that list. `links`: the number of
    each row, that of the row it names, and where it stands; `keys`: those of the rows, in order.
    Raises InvalidBackup."""
    for number, linked, piece in links:
        # A match follows an earlier one; an entry can be merged into a later one.
        if linked > len(keys) or (model is not Player and linked >= number):
            message = gettext_noop("There is no row %(number)s before this one.")
            with on_line_of(piece):
                raise wrong(piece.place, message, number=linked)
    into = {number: linked for number, linked, _piece in links}
    steps: dict[int, int] = {}  # from there to whoever is not merged
    for start, _linked, piece in links if model is Player else ():
        way: dict[int, None] = {}
        at = start
        while at in into and at not in steps:
            if at in way:
                with on_line_of(piece):
                    raise wrong(piece.place, gettext_noop("This is merged into itself."))
            way[at] = None
            at = into[at]
        for each in reversed(way):
            steps[each] = steps.get(into[each], 0) + 1
        if steps[start] > MOST_MERGED:
            with on_line_of(piece):
                raise wrong(piece.place, gettext_noop("This cannot stand here."))
    model._default_manager.bulk_update(
        [model(pk=keys[number - 1], **{attname: keys[to - 1]}) for number, to in into.items()],
        [attname.removesuffix("_id")],
        batch_size=AT_A_TIME,
    )
