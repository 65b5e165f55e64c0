"""Bringing in a schedule, and the days of rounds."""

from datetime import date, time

import pytest

from games.manille.presets import PRESETS
from games.models import Table, fits

from .competitions import (
    address,
    client_of,
    draw,
    enter,
    make_club,
    make_competition,
    owner,
    tables,
    type_result,
)
from .csv_files import everything, export, faults, import_url, look, take_over, told

pytestmark = pytest.mark.django_db

SCHEDULE = """Round;Day;Time;Location;Table;Side 1;Side 2
1;03/03/2026;19.30;Café Ç;2;A1;A2
1;;;;1;A3;A4
2;2026-03-10;;;;A2;A3
2;;;;;A4;A1
3;17-03-26;8:15 pm;;;A1;A3
3;;;;;A2;A4
4;2026-03-24;;;;;
"""


@pytest.fixture
def duel():
    """Four individuals, of whom everyone meets everyone by the rules of a game for two."""
    preset = next(key for key, rules in PRESETS.items() if fits(rules, "swiss", "individual"))
    competition = make_competition(
        make_club(), "round-robin", entry_kind="individual", preset=preset, rules={}
    )
    enter(competition, 4)
    return competition


def test_a_schedule_that_somebody_else_drew(duel):
    url, client = import_url(duel, "fixtures"), client_of("Secretary")
    shown = look(client, url, SCHEDULE)
    assert not faults(shown), faults(shown)
    lines = told(shown)
    assert [row[:2] for row in lines] == [(number, "new") for number in range(2, 9)]
    assert lines[0][2].startswith("Round 1, table 2: A1 – A2; Round 1: Tuesday 3 March 2026, 19:30")
    assert duel.rounds.count() == 0 == duel.days.count()
    assert take_over(client, url, SCHEDULE).status_code == 302
    duel.refresh_from_db()
    assert duel.state == "running" and duel.rounds.count() == 3
    first = duel.rounds.get(number=1)
    assert [(t.number, t.a.name, t.b.name) for t in first.places()] == [
        (1, "A3", "A4"), (2, "A1", "A2")
    ]  # fmt: skip
    assert [(day.number, day.on, day.at) for day in duel.days.all()] == [
        (1, date(2026, 3, 3), time(19, 30)),
        (2, date(2026, 3, 10), None),
        (3, date(2026, 3, 17), time(20, 15)),
        (4, date(2026, 3, 24), None),
    ]
    assert duel.days.get(number=1).place == "Café Ç"
    assert "nothing to do" in look(client, url, SCHEDULE).content.decode()
    assert {"draw", "plan day", "import", "state"} <= set(duel.log.values_list("verb", flat=True))
    # Played as any other: results, standings, and further rounds of the schedule.
    type_result(tables(first)[0], 61, 20)
    assert client.get(address(duel, "standings")).status_code == 200
    assert client.get(address(duel, "competition_round", 1)).status_code == 200
    take_over(client, url, "Round;Side 1;Side 2\n4;A1;A2\n")
    assert duel.rounds.count() == 4


def test_a_bye_in_a_schedule(duel):
    enter(duel, 1, first=5)
    text = "Round;Side 1;Side 2\n1;A1;A2\n1;A3;A4\n1;;A5\n"
    take_over(client_of("Olga"), import_url(duel, "fixtures"), text)
    bye = Table.objects.get(b=None)
    assert (bye.a.name, bye.kind, bye.number, bye.counted) == ("A5", "bye", None, True)
    assert not told(look(client_of("Olga"), import_url(duel, "fixtures"), text))
    assert not told(look(client_of("Olga"), import_url(duel, "fixtures"), export(duel, "fixtures")))


def test_what_is_wrong_with_a_schedule(duel):
    text = """Round,Day,Table,Side 1,Side 2
1,2026-13-01,1,A1,A2
1,,1,A3,A4
1,,2,A1,A3
1,,,A2,A2
1,,,A9,A4
x,,,A1,A2
,,,A1,A2
2,2026-03-01,,A1,
2,2026-03-02,,A2,A3
201,,,A1,A2
3,,4,,
3,31/02/2026,,,
"""
    before = everything(duel)
    shown = look(client_of("Olga"), import_url(duel, "fixtures"), text)
    wrong = faults(shown)
    assert "no day" in wrong[2]
    assert wrong.keys() >= {2, 5, 6, 7, 8, 10, 11, 12, 13}
    assert "themselves" in wrong[5] and "A9" in wrong[6] and "no whole number" in wrong[7]
    assert "no round" in wrong[8] and "Line 9 has another day" in wrong[10]
    assert "between 1 and 200" in wrong[11] and "Who sits" in wrong[12]
    assert everything(duel) == before
    twice = "Round,Table,Side 1,Side 2\n1,1,A1,A2\n1,1,A3,A4\n1,2,A4,A1\n"
    wrong = faults(look(client_of("Olga"), import_url(duel, "fixtures"), twice))
    assert "Line 2 has this table" in wrong[3] and "line 2" in wrong[4]
    gap = "Round,Side 1,Side 2\n2,A1,A2\n"
    wrong = faults(look(client_of("Olga"), import_url(duel, "fixtures"), gap))
    assert "Round 1 has to come first" in wrong[2]
    assert everything(duel) == before


def test_what_is_drawn_stays(duel):
    draw(duel)
    url, client = import_url(duel, "fixtures"), client_of("Olga")
    table = duel.rounds.get(number=1).places()[0]
    other = next(e.name for e in duel.entries.all() if e not in (table.a, table.b))
    text = f"Round,Table,Side 1,Side 2\n1,{table.number},{table.a},{other}\n"
    assert "sit others" in faults(look(client, url, text))[2]
    text = f"Round,Side 1,Side 2\n1,{table.b},{table.a}\n"
    assert "other way round" in faults(look(client, url, text))[2]
    text = f"Round,Side 1,Side 2\n1,{table.a},{table.b}\n"
    assert not told(look(client, url, text)) and not faults(look(client, url, text))


def test_where_the_site_draws_a_file_brings_days_only():
    competition = make_competition(make_club())
    enter(competition, 4)
    url, client = import_url(competition, "fixtures"), client_of("Olga")
    shown = look(client, url, "Round,Side 1,Side 2\n1,A1 & B1,A2 & B2\n")
    assert "days only" in faults(shown)[2]
    take_over(client, url, "Round,Day,Called off\n1,2026-03-03,no\n2,2026-03-10,yes\n")
    assert list(competition.days.values_list("number", "called_off")) == [(1, False), (2, True)]
    shown = look(client, url, "Round,Time\n1,20:00\n3,20:00\n")
    assert told(shown)[0][1:] == ("changed", "Round 1: Tuesday 3 March 2026, 20:00")
    assert "no day" in faults(shown)[3]


def test_a_finished_competition_takes_nothing(duel):
    draw(duel)
    duel.become("finished", owner())
    shown = look(client_of("Olga"), import_url(duel, "fixtures"), "Round,Day\n1,2026-03-03\n")
    assert "finished" in faults(shown)[2]
