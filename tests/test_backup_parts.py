"""The table of what a back-up holds, against the models there are.

Whoever adds a model or a field that hangs on a club finds here that it has to be told in
games/backup/parts.py: carried, or left out with the reason.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db import models

from games.backup import InvalidBackup
from games.backup.draws import change, draw, lots
from games.backup.fields import READERS, kind_of, value_of
from games.backup.parts import CLUB, LEFT_OUT, MISSING, PARTS, Column, Part
from games.models import Club, Competition, Entry, RuleSet, User


def each_part() -> Iterator[tuple[Part, Part | None]]:
    """Every part with the one that it stands in."""
    for part in PARTS:
        yield part, None
        for inner in part.parts:
            yield inner, part


CARRIED = {CLUB.model, *(part.model for part, _outer in each_part())}


def hanging_on_a_club() -> set[type[models.Model]]:
    """Every model of which rows belong to a club, by whatever way."""
    found: set[type[models.Model]] = {Club}
    while True:
        further = {
            model
            for model in apps.get_models(include_auto_created=True)
            for field in model._meta.get_fields()
            if field.concrete and field.remote_field and field.related_model in found
        } - found
        if not further:
            return found
        found |= further


def test_every_model_that_hangs_on_a_club_is_carried_or_left_out():
    found = hanging_on_a_club()
    assert found == CARRIED | set(LEFT_OUT)
    assert not CARRIED & set(LEFT_OUT) and all(LEFT_OUT.values())
    assert User not in found and RuleSet not in found


def test_a_model_nobody_told_of_is_found():
    """What the test above rests on: it sees a model that it has never heard of."""

    class Cup(models.Model):
        entry = models.ForeignKey(Entry, on_delete=models.CASCADE)

        class Meta:
            app_label = "games"

        def __str__(self) -> str:
            return "cup"

    try:
        assert Cup in hanging_on_a_club()
    finally:
        del apps.all_models["games"]["cup"]
        apps.clear_cache()


@pytest.mark.parametrize("part, outer", [(CLUB, None), *each_part()], ids=lambda p: p and p.name)
def test_every_field_is_carried_or_left_out(part: Part, outer: Part | None):
    fields = {field.name: field for field in part.model._meta.get_fields() if field.concrete}
    own = {part.model._meta.pk.name, part.holder} & set(fields)
    many = {name for name, field in fields.items() if field.many_to_many}
    carried = {column.name for column in part.columns}
    assert set(fields) == own | carried | set(part.left_out) | many
    assert not carried & set(part.left_out) and all(part.left_out.values())
    for name in many:  # carried by the rows between the two
        assert fields[name].remote_field.through in CARRIED
    if outer:
        assert fields[part.holder].related_model is outer.model


@pytest.mark.parametrize("part, outer", [(CLUB, None), *each_part()], ids=lambda p: p and p.name)
def test_every_field_can_be_told(part: Part, outer: Part | None):
    before = [each.model for each in PARTS]
    before = before[: before.index((outer or part).model) + 1] if part is not CLUB else []
    json = set()
    for column in part.columns:
        field: Any = column.field
        if field.remote_field:
            # Rows name only rows that came before, or of their own list.
            assert field.related_model in before, f"{part.name}.{column.name}"
            if outer:
                assert field.related_model is not outer.model
        elif isinstance(field, models.JSONField):
            json.add(column.name)
        else:
            assert kind_of(field), f"{part.name}.{column.name}"
        # What is empty is left out of the file: then nothing else may be read into that.
        if field.null:
            assert field.default is models.NOT_PROVIDED or field.default is None
        if column.empty is MISSING:
            assert not field.null
    # Of JSON it has to be told whether it names entries, and where.
    assert json == set(part.json)
    assert set(part.later) <= json


def test_what_names_entries_is_told_with_other_numbers():
    assert {shape for part in PARTS for shape in part.json.values() if shape} == {
        lots,
        draw,
        change,
    }
    assert Competition in {part.model for part in PARTS if part.later}


@pytest.mark.parametrize("value", [True, "1.5", None, [1], float("nan"), float("inf")])
def test_a_number_is_read_as_nothing_else(value: Any):
    """No field that is carried has this kind yet."""
    read = READERS[models.FloatField]
    assert read(None, 2, "here") == 2.0 and read(None, 0.5, "here") == 0.5
    with pytest.raises(InvalidBackup, match="here: Here a number is expected"):
        read(None, value, "here")


def test_a_choice_is_one_of_those_there_are():
    """No field that is carried has choices yet."""
    column = Column("suit", models.CharField(max_length=1, choices=[("S", "s"), ("H", "h")]), "")
    assert value_of(column, {"suit": "H"}, "here") == "H"
    with pytest.raises(InvalidBackup, match="here.suit: This value cannot stand here"):
        value_of(column, {"suit": "D"}, "here")
