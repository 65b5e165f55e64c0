"""Entries, fixtures, results and standings of a competition as tables."""

from datetime import date, time
from fractions import Fraction

import pytest
from django.test import Client

from games.models import Day, Match, Planned, Player

from .competitions import (
    address,
    client_of,
    draw,
    enter,
    make_club,
    make_competition,
    owner,
    play,
    sign,
    tables,
    type_result,
)
from .csv_files import cells, download
from .matches import rule

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    competition = make_competition(make_club())
    enter(competition, 3)
    Day.plan(
        competition,
        {1: Planned(date(2026, 3, 10), time(19, 30), "Ç"), 2: Planned(date(2026, 3, 17))},
        owner(),
    )
    draw(competition)
    type_result(tables(competition.rounds.get())[0], 61, -3)
    competition.change(owner(), published=True)
    return competition


def rows(competition, kind, client=None, **headers):
    return cells(download(client or Client(), address(competition, "export_file", kind), **headers))


def test_entries(competition):
    competition.entries.get(number=2).withdraw("", owner())
    assert rows(competition, "entries") == [
        ["Number", "Name", "Player 1", "Player 2", "Withdrawn"],
        ["1", "A1 & B1", "A1", "B1", "no"],
        ["2", "A2 & B2", "A2", "B2", "yes"],
        ["3", "A3 & B3", "A3", "B3", "no"],
    ]


def test_fixtures(competition):
    table, bye = competition.rounds.get().places()
    day = ["2026-03-10", "19:30", "Ç", "no"]
    assert rows(competition, "fixtures") == [
        ["Round", "Day", "Time", "Location", "Called off", "Table", "Side 1", "Side 2"],
        ["1", *day, "1", table.a.name, table.b.name],
        ["1", *day, "", bye.a.name, ""],
        ["2", "2026-03-17", "", "", "no", "", "", ""],
    ]


def test_results(competition):
    table = tables(competition.rounds.get())[0]
    head, *lines = rows(competition, "results")
    assert head == [
        "Round", "Table", "Side 1", "Side 2", "Result",
        "Points 1", "Points 2", "Deals won 1", "Deals won 2", "Counts",
        "As played 1", "As played 2",
    ]  # fmt: skip
    typed = ["played", "61", "-3", "", "", "yes", "", ""]
    assert lines == [["1", "1", table.a.name, table.b.name, *typed]]


def test_what_was_played_stands_beside_what_a_ruling_made_of_it():
    competition = make_competition(make_club())
    enter(competition, 4)
    draw(competition)
    competition.change(owner(), published=True)
    ruled, other = tables(competition.rounds.get())
    play(other, 38)
    match = play(ruled, 38)
    rule(match, 1, revoke="N", trick=3)
    match = Match.objects.get(pk=match.pk)
    match.give_up("Late")
    sign(match)
    head, *lines = rows(competition, "results")
    found = [dict(zip(head, line, strict=True)) for line in lines]
    assert [(one["Points 1"], one["Points 2"]) for one in found] == [("0", "30"), ("", "")]
    assert [(one["As played 1"], one["As played 2"]) for one in found] == [("8", "0"), ("", "")]
    # A result typed in counts instead of the sheet.
    type_result(other, 8, 0)
    assert rows(competition, "results")[2][-2:] == ["", ""]


def test_standings(competition):
    table = tables(competition.rounds.get())[0]
    head, first, *_others = rows(competition, "standings")
    assert head[:3] == ["Rank", "Number", "Name"] and head[-1] == "Withdrawn"
    assert first[:3] == ["1", str(table.a.number), table.a.name]
    assert len(head) == len(first) == 3 + len(competition.scheme.measures) + 5


def test_matches_won_stand_there_once_whatever_the_measures(competition):
    # Where nobody is ranked by them, and where they are a measure too.
    head, first, *_others = rows(competition, "standings")
    assert first[head.index("Matches won")] == "1"
    ladder = make_competition(competition.club, "ladder", name="Ladder", published=True)
    enter(ladder, 4, first=11)
    (one, _other) = tables(draw(ladder))
    type_result(one, 61, 3)
    head, first, *others = rows(ladder, "standings")
    assert head[3:] == [
        *("Matches won", "Match points for", "Matches", "Matches drawn", "Matches lost"),
        "Withdrawn",
    ]
    assert first[2:] == [one.a.name, "1", "61", "1", "0", "0", "no"]
    assert {len(line) for line in others} == {len(head)}


def test_halves_have_the_readers_decimal_sign():
    competition = make_competition(make_club(), scheme={"draw": Fraction(1, 2)})
    enter(competition, 2)
    draw(competition)
    type_result(tables(competition.rounds.get())[0], 5, 5)
    url = address(competition, "export_file", "standings")
    english = download(client_of("Olga"), url)
    dutch = download(client_of("Olga"), url, **{"accept-language": "nl"})
    assert "0.5" in cells(english)[1]
    assert "0,5" in cells(dutch, ";")[1]


def test_pools_stand_one_after_another():
    competition = make_competition(make_club(), "pools", options={"pool_size": 3})
    enter(competition, 6)
    draw(competition)
    competition.change(owner(), published=True)
    assert [row[0] for row in rows(competition, "standings")] == ["Pool", *"111222"]
    assert rows(competition, "fixtures")[0][5] == "Pool"


def test_those_who_are_not_listed_are_told_to_officers_only(competition):
    Player.objects.get(name="A1").hide(True, owner())
    for kind in ("entries", "fixtures", "results", "standings"):
        url = address(competition, "export_file", kind)
        assert "A1" not in download(Client(), url), kind
        # Who sits out stands in no result.
        assert "A1" in download(client_of("Scorer"), url) or kind == "results"
    assert rows(competition, "entries")[1][1:4] == [
        "N.\u00a0N.\u00a01.1",
        "N.\u00a0N.\u00a01.1",
        "B1",
    ]


def test_who_may_and_how(competition):
    url = address(competition, "export_file", "results")
    response = Client().get(url)
    name = f"{competition.slug}-results.csv"
    assert response["Content-Disposition"] == f'attachment; filename="{name}"'
    assert response["Content-Type"] == "text/csv; charset=utf-8" and response.streaming
    assert Client().post(url).status_code == 405
    assert Client().get(address(competition, "export_file", "people")).status_code == 404
    competition.change(owner(), published=False)
    assert Client().get(url).status_code == 404
    assert client_of("Referee").get(url).status_code == 200


@pytest.mark.parametrize("count", [4, 20])
@pytest.mark.parametrize(
    "kind, queries", [("entries", 4), ("fixtures", 5), ("results", 4), ("standings", 6)]
)
def test_its_cost_does_not_grow(kind, queries, count, django_assert_max_num_queries):
    competition = make_competition(make_club())
    enter(competition, count)
    draw(competition)
    competition.change(owner(), published=True)
    with django_assert_max_num_queries(queries):
        download(Client(), address(competition, "export_file", kind))
