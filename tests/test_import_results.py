"""Bringing in results."""

import pytest
from django.utils import translation

from games.models import Table

from .competitions import client_of, draw, enter, make_club, make_competition, play, sign, tables
from .csv_files import cells, everything, export, faults, import_url, look, take_over, told

pytestmark = pytest.mark.django_db


@pytest.fixture
def swiss():
    competition = make_competition(make_club())
    enter(competition, 6)
    draw(competition)
    return competition


def test_results_are_typed_in_and_count(swiss):
    url, client = import_url(swiss, "results"), client_of("Secretary")
    one, two, three = tables(swiss.rounds.get())
    text = (
        "Round;Table;Side 1;Side 2;Points 1;Points 2;Result\n"
        "1;1;;;61;−3;\n"
        f";;{two.b};{two.a};0;40,0;played\n"
        f"1;3;{three.a};{three.b};;;Side 1 did not come\n"
    )
    shown = look(client, url, text)
    assert not faults(shown), faults(shown)
    assert [row[:2] for row in told(shown)] == [(2, "new"), (3, "new"), (4, "new")]
    assert not Table.objects.exclude(kind="unplayed").exists()
    take_over(client, url, text)
    for table in (one, two, three):
        table.refresh_from_db()
    assert (one.points_a, one.points_b, one.winner, one.counted) == (61, -3, "a", True)
    assert (two.points_a, two.points_b, two.confirmed_by) == (40, 0, "Secretary")
    assert (three.kind, three.winner, three.counted) == ("forfeit", "b", True)
    assert "nothing to do" in look(client, url, text).content.decode()
    assert swiss.log.get(verb="import").after == {"file": "results", "lines": 3}
    assert swiss.log.filter(verb="type result").count() == 3


def test_a_result_that_counts_is_not_overwritten(swiss):
    url, client = import_url(swiss, "results"), client_of("Olga")
    take_over(client, url, "Round,Table,Points 1,Points 2\n1,1,61,20\n")
    shown = take_over(client, url, "Round,Table,Points 1,Points 2\n1,1,61,21\n1,2,61,0\n")
    assert "counts already" in faults(shown)[2] and "61–20" in faults(shown)[2]
    assert "reason" in faults(shown)[2]
    assert Table.objects.filter(counted=True).count() == 1  # the other line neither


def test_a_scorers_results_wait_and_an_officer_confirms_them(swiss):
    url = import_url(swiss, "results")
    text = "Round,Table,Points 1,Points 2\n1,1,61,20\n"
    take_over(client_of("Scorer"), url, text)
    table = Table.objects.get(kind="played")
    assert (table.typed_by, table.counted) == ("Scorer", False)
    assert not told(look(client_of("Scorer"), url, text))
    shown = look(client_of("Secretary"), url, text)
    assert told(shown)[0][1] == "changed" and "is confirmed" in told(shown)[0][2]
    take_over(client_of("Secretary"), url, text)
    table.refresh_from_db()
    assert table.counted and table.confirmed_by == "Secretary"


def test_a_signed_sheet_stands(swiss):
    table = tables(swiss.rounds.get())[0]
    sign(play(table, 40, 40))
    table.refresh_from_db()
    url, client = import_url(swiss, "results"), client_of("Olga")
    head = "Round,Table,Points 1,Points 2\n"
    assert not told(look(client, url, f"{head}1,1,{table.points_a},{table.points_b}\n"))
    assert "counts already" in faults(look(client, url, f"{head}1,1,1,2\n"))[2]
    shown = look(client, url, export(swiss, "results"))
    assert not told(shown) and not faults(shown)


def test_what_is_wrong_with_results(swiss):
    table = tables(swiss.rounds.get())[0]
    text = f"""Round,Table,Side 1,Side 2,Points 1,Points 2,Result
1,9,,,1,2,
2,1,,,1,2,
1,1,Nobody,{table.b},1,2,
,,{table.a},{table.a},1,2,
1,1,,,1,,
1,1,,,10000,x,
1,1,,,,,lost
1,2,,,1,2,void
1,3,,,1,2,
1,3,,,1,2,
,2,,,,,void
"""
    before = everything(swiss)
    shown = look(client_of("Olga"), import_url(swiss, "results"), text)
    wrong = faults(shown)
    assert wrong.keys() >= {2, 3, 4, 5, 6, 7, 8, 9, 11}, wrong
    assert "not drawn yet" in wrong[3] and "sit others" in wrong[4]
    assert "both sides" in wrong[6] and "9999" in wrong[7] and "whole number" in wrong[7]
    assert "side 1 did not come" in wrong[8] and "was not played" in wrong[9]
    assert "Line 10" in wrong[11]
    assert everything(swiss) == before


def test_three_games_at_a_table_are_told_apart():
    competition = make_competition(make_club(), "draw-evening")
    enter(competition, 4)
    draw(competition)
    url, client = import_url(competition, "results"), client_of("Olga")
    head = "Round,Table,Game,Points 1,Points 2\n"
    assert "Several tables" in faults(look(client, url, f"{head}1,1,,61,0\n"))[2]
    take_over(client, url, f"{head}1,1,2,61,0\n")
    assert Table.objects.get(counted=True).game == 2
    table = tables(competition.rounds.get())[2]
    text = (
        "Round,Side 1,Partner 1,Side 2,Partner 2,Points 1,Points 2\n"
        f"1,{table.b},{table.b2},{table.a},{table.a2},7,5\n"
    )
    take_over(client, url, text)
    table.refresh_from_db()
    assert (table.points_a, table.points_b) == (5, 7)


def test_a_file_in_another_language(swiss):
    with translation.override("nl"):
        text = export(swiss, "results", **{"accept-language": "nl"})
    assert ";" in text.splitlines()[0]
    rows = cells(text, ";")
    rows[1][rows[0].index(rows[0][5])] = "61"
    shown = look(client_of("Olga"), import_url(swiss, "results"), text)
    assert not told(shown) and not faults(shown)
