"""Every figure that games/STANDINGS.md prints."""

import pytest

from games.standings import standings

from .worked import entries_of, evenings_of, results_of, rows, scheme_of, told


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0])
def test_the_printed_standings_come_out_as_printed(row):
    _what, options, entries, results, printed = row
    people, lots = entries_of(entries)
    table = standings(scheme_of(options), people, results_of(results), lots, evenings_of(options))
    assert told(table) == printed
