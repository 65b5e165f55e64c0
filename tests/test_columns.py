"""The words at the head of files: in each language one word means one column."""

from datetime import date, time

import pytest
from django.conf import settings
from django.utils import translation

from games.csv_files.columns import (
    COLUMNS,
    RESULTS,
    YES_OR_NO,
    Misread,
    clock,
    columns_of,
    day,
    readings,
    whole,
    words,
    yes,
)
from games.csv_files.text import Table
from games.models import folded
from games.standings.scheme import MEASURES
from games.wording.schemes import measure_name

LANGUAGES = [language for language, _name in settings.LANGUAGES]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("table", [COLUMNS, RESULTS, YES_OR_NO], ids=["columns", "results", "yes"])
def test_a_word_means_the_same_in_every_language(language, table):
    known = readings(table)
    with translation.override(language):
        for key, word in zip(table, words(table, table), strict=True):
            assert known[folded(word)] == key, word
            assert not set(word) & set(';,\t"'), word


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_measure_is_called_as_another_column_of_the_standings(language):
    others = ("pool", "rank", "number", "name", "played", "drawn", "lost", "withdrawn")
    with translation.override(language):
        # How many matches were won stands there once: as a measure, or beside the measures.
        for won in (["matches-won"], []):
            measures = [each for each in MEASURES if each != "matches-won" or won]
            head = [*map(measure_name, measures), *words(COLUMNS, others)]
            head += [] if won else words(COLUMNS, ["won"])
            assert len({folded(word) for word in head}) == len(head), head


def test_columns_are_found_by_word_and_by_key():
    found, others = columns_of(Table(("Side 1", "POINTS_1", " round ", "?"), ()), COLUMNS)
    assert found == {"side_1": 0, "points_1": 1, "round": 2} and others == ["?"]
    with pytest.raises(Misread):
        columns_of(Table(("Round", "round"), ()), COLUMNS)


@pytest.mark.parametrize(
    "text, number",
    [("", None), ("0", 0), ("-3", -3), ("−3", -3), ("61,0", 61), ("61.00", 61), ("+5", 5)],
)
def test_numbers(text, number):
    assert whole(text, least=-9) == number


@pytest.mark.parametrize("text", ["1.5", "1e3", "x", "²", "--1", "99999999999", "1 2", "10000"])
def test_no_numbers(text):
    with pytest.raises(Misread):
        whole(text)


@pytest.mark.parametrize(
    "text", ["2026-03-05", "5/3/2026", "05.03.26", "5-3-2026", "2026-03-05 00:00:00", "5. 3. 2026"]
)
def test_days(text):
    assert day(text) == date(2026, 3, 5)


@pytest.mark.parametrize("text", ["31/02/2026", "2026", "3/5", "x", "٥/3/2026x", "0000-01-01"])
def test_no_days(text):
    with pytest.raises(Misread):
        day(text)


@pytest.mark.parametrize(
    "text, at",
    [("19:30", time(19, 30)), ("19.30", time(19, 30)), ("19h30", time(19, 30)), ("8h", time(8)),
     ("19:30:00", time(19, 30)), ("7:30 PM", time(19, 30)), ("12:05 am", time(0, 5)),
     ("8", time(8))],
)  # fmt: skip
def test_times(text, at):
    assert clock(text) == at


@pytest.mark.parametrize("text", ["24:00", "19:60", "x", "1930", "25"])
def test_no_times(text):
    with pytest.raises(Misread):
        clock(text)


@pytest.mark.parametrize("text, told", [("", None), ("YES", True), ("x", True), ("0", False)])
def test_yes_and_no(text, told):
    assert yes(text) is told
    with pytest.raises(Misread):
        yes("perhaps")
