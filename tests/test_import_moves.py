"""A file of entries tells who moves in the standings when its lines withdraw somebody, or take a
withdrawal back: once for the whole file, before it is done."""

import pytest

from games.models import Competition, Entry, standings_of

from .competitions import (
    address,
    client_of,
    draw,
    enter,
    make_club,
    make_competition,
    tables,
    type_result,
)
from .csv_files import look, take_over

pytestmark = pytest.mark.django_db


@pytest.fixture
def league():
    """Four pairs who all met: whoever has the smaller number won, so that they rank 1 to 4."""
    league = make_competition(make_club(), "round-robin", scheme={"withdrawn": "void"})
    enter(league, 4)
    draw(league)
    for round in league.rounds.all():
        round.competition = league
        for table in tables(round):
            points = (60, 40) if table.a.number < table.b.number else (40, 60)
            type_result(table, *points)
    return Competition.objects.get()


def url(competition, kind="entries"):
    return address(competition, "import_file", kind)


def ranks(competition):
    numbers = dict(competition.entries.values_list("pk", "number"))
    return {numbers[row.entry]: row.rank for row in standings_of(competition).rows}


FILE = "Name,Withdrawn\nA1 & B1,yes\nA3 & B3,yes\nA2 & B2,no\n"


def test_who_moves_is_told_once_for_the_whole_file_and_comes_true(league):
    client = client_of("Secretary")
    response = look(client, url(league), FILE)
    outcome, html = response.context["outcome"], response.content.decode().replace("&amp;", "&")
    assert outcome.moves == [
        "A2 & B2 rises from place 2 to place 1.",
        "A4 & B4 rises from place 4 to place 2.",
        "A1 & B1 leaves place 1 and is not ranked any more.",
        "A3 & B3 leaves place 3 and is not ranked any more.",
    ]
    assert html.count("What this changes in the standings") == 1
    assert all(move in html for move in outcome.moves)
    assert ranks(league) == {1: 1, 2: 2, 3: 3, 4: 4}  # nothing is written yet
    take_over(client, url(league), FILE)
    assert ranks(Competition.objects.get()) == {1: None, 2: 1, 3: None, 4: 2}
    # And back: in the words of a withdrawal that is taken back.
    back = look(client, url(league), "Name,Withdrawn\nA1 & B1,no\n").context["outcome"]
    assert back.moves[0] == "A1 & B1 comes in at place 1."


def test_a_new_name_in_the_same_file_is_the_one_that_is_told(league):
    text = "Player 1,Player 2,Name,Withdrawn\nA1,B1,The Firsts,yes\n"
    outcome = look(client_of("Secretary"), url(league), text).context["outcome"]
    assert outcome.moves[-1] == "The Firsts leaves place 1 and is not ranked any more."


def test_where_nobody_moves_that_is_told_and_without_withdrawals_nothing(league):
    cup = make_competition(league.club, name="Kept", scheme={"withdrawn": "keep"})
    enter(cup, 4, first=11)
    type_result(tables(draw(cup))[0], 30, 20)
    client = client_of("Secretary")
    page = look(client, url(cup), "Name,Withdrawn\nA11 & B11,yes\n")
    assert page.context["outcome"].moves == []
    assert "Nobody changes places." in page.content.decode()
    page = look(client, url(league), "Number,Player 1,Player 2,Name\n1,A1,B1,The Firsts\n")
    assert page.context["outcome"].moves is None
    assert "changes in the standings" not in page.content.decode()


def test_a_faulty_file_and_one_before_the_start_move_nobody(league):
    client = client_of("Secretary")
    page = look(client, url(league), FILE + "Nobody & Knows,yes\n")
    assert "changes in the standings" not in page.content.decode()
    soon = make_competition(league.club, name="Soon")
    enter(soon, 3, first=21)
    page = look(client, url(soon), "Name,Withdrawn\nA21 & B21,yes\n")
    assert page.context["outcome"].moves is None and not page.context["outcome"].is_faulty


def test_other_moves_than_were_shown_are_shown_again(league):
    client = client_of("Secretary")
    seen = look(client, url(league), FILE).context["outcome"].mark
    Entry.objects.get(number=4).withdraw("", league.club.memberships.get(role="owner").user)
    page = client.post(url(league), {"text": FILE, "seen": seen, "confirm": "1"})
    assert page.status_code == 200 and "Meanwhile something has changed." in page.content.decode()
    assert not Entry.objects.get(number=1).withdrawn_at


def test_teams(league):
    teams = make_competition(
        league.club, "team-league", name="Teams",
        options={"double": False, "games": 1, "pairs": 1}, scheme={"withdrawn": "void"},
    )  # fmt: skip
    one, *_others = enter(teams, 4, first=31)
    draw(teams)
    page = look(client_of("Secretary"), url(teams), f"Name,Withdrawn\n{one.name},yes\n")
    assert f"{one.name} leaves place 1 and is not ranked any more." in page.context["outcome"].moves


def test_results_move_nobody_here(league):
    page = look(client_of("Secretary"), url(league, "results"), "Round,Table\n1,1\n")
    assert page.context["outcome"].moves is None


def test_its_cost_does_not_grow_with_the_lines(league, django_assert_max_num_queries):
    cup = make_competition(league.club, name="Large", scheme={"withdrawn": "void"})
    entries = enter(cup, 12, first=41)
    for table in tables(draw(cup)):
        type_result(table, 30, 20)
    client = client_of("Secretary")
    client.get(url(cup))

    def cost(lines):
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        text = "Name,Withdrawn\n" + "".join(f"{each.name},yes\n" for each in lines)
        with CaptureQueriesContext(connection) as queries:
            look(client, url(cup), text)
        return [sql["sql"] for sql in queries if '"points_a"' in sql["sql"]]

    # All results are read twice: before the first line, and after the last.
    assert len(cost(entries[:1])) == len(cost(entries[:8])) == 2
