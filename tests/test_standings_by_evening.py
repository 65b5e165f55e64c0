"""A season evening by evening: what each brought, and which of them count."""

from datetime import date

import pytest
from django.test import Client

from games.models import Day, Entry, Planned, Player, Round, next_draw

from .competitions import (
    address,
    client_of,
    draw,
    enter,
    make_club,
    make_competition,
    make_user,
    owner,
    tables,
    type_result,
)
from .csv_files import cells, download

pytestmark = pytest.mark.django_db

PAGE = "standings_by_evening"


def make_season(rounds=3, **facts):
    """Four people, one game a table; in every round those who sit first win 30 to 20."""
    scheme = {"measures": ("match-points-for",), **facts.pop("scheme", {"best": 2})}
    season = make_competition(
        make_club(), "season", published=True, scheme=scheme, options={"three_games": False}
    )
    enter(season, 4)
    for number in range(1, rounds + 1):
        if number == 2:  # of the same evening as the first
            drawn = next_draw(season)
            round = Round.draw_next(season, 2, drawn.mark, owner(), same_evening=True)
        else:
            round = draw(season)
        for table in tables(round):
            type_result(table, 30, 20)
    return season


def shown(page):
    evenings = page.context["evenings"]
    return {line.name: (line.total, line.evenings) for line in evenings.lines}


def sums(season):
    """Name -> the points of each round."""
    found = {entry.name: [] for entry in season.entries.all()}
    for round in season.rounds.all():
        round.competition = season
        for table in tables(round):
            for entry, points in ((table.a, 30), (table.a2, 30), (table.b, 20), (table.b2, 20)):
                found[entry.name].append(points)
    return found


def test_each_evening_is_a_column_and_what_does_not_count_stands_in_brackets():
    season = make_season(4)
    Day.plan(season, {3: Planned(date(2026, 10, 12))}, owner())
    page = Client().get(address(season, PAGE))
    columns = page.context["evenings"].columns
    assert [(each.evening, each.told, each.day) for each in columns] == [
        (1, "Evening 1 (rounds 1, 2)", ""),
        (2, "Evening 2 (round 3)", "12 Oct"),
        (3, "Evening 3 (round 4)", ""),
    ]
    for name, (one, two, three, four) in sums(season).items():
        total, evenings = shown(page)[name]
        assert [figure for figure, _counts in evenings] == [str(one + two), str(three), str(four)]
        left_out = 1 if four > three else 2
        assert [counts for _figure, counts in evenings] == [True, left_out != 1, left_out != 2]
        assert total == str(one + two + max(three, four))
    html = page.content.decode()
    assert "The best 2 evenings of each count" in html and html.count(">does not count<") == 0
    assert html.count("does not count</span>") == 4 and "Match points for" in html
    assert page.context["about_page"]


def test_without_a_best_number_all_count_and_rounds_of_one_evening_stand_together():
    season = make_season(3, scheme={"best": None})
    page = Client().get(address(season, PAGE))
    for name, (one, two, three) in sums(season).items():
        assert shown(page)[name] == (
            str(one + two + three), [(str(one + two), True), (str(three), True)]
        )  # fmt: skip
    assert "brackets" not in page.content.decode()


def test_whoever_was_not_there_has_no_figure():
    season = make_season(1)
    (late,) = enter(season, 1, first=9)
    for table in tables(draw(season)):
        type_result(table, 30, 20)
    total, evenings = shown(Client().get(address(season, PAGE)))[late.name]
    assert evenings[0] == ("", True) and evenings[1][0] == total


def test_the_standings_lead_there_and_other_formats_have_none():
    season = make_season(0)
    link = f'href="{address(season, PAGE)}"'
    assert link not in Client().get(address(season, "standings")).content.decode()
    assert "Before the first result" in Client().get(address(season, PAGE)).content.decode()
    for table in tables(draw(season)):
        type_result(table, 30, 20)
    assert link in Client().get(address(season, "standings")).content.decode()
    swiss = make_competition(season.club, name="Swiss", published=True)
    assert Client().get(address(swiss, PAGE)).status_code == 404


def test_who_may_see_it():
    season = make_season(1)
    season.change(owner(), published=False)
    url = address(season, PAGE)
    make_user("Stranger")
    for client in (Client(), client_of("Stranger")):
        assert client.get(url).status_code == 404
    assert client_of("Scorer").get(url).status_code == 200
    assert client_of("Olga").post(url).status_code == 405


def test_hidden_and_withdrawn_people():
    season = make_season(2)
    Player.objects.get(name="A1").hide(True, owner())
    Entry.objects.get(competition=season, number=2).withdraw("", owner())
    page = Client().get(address(season, PAGE))
    assert "A1" not in shown(page) and "A1" in shown(client_of("Scorer").get(address(season, PAGE)))
    assert "withdrawn" in page.content.decode()


def test_its_cost_does_not_grow(django_assert_num_queries):
    season = make_season(3)
    # The competition, hidden names, what changed last, evenings, entries twice, results, days.
    for count in (0, 8):
        if count:
            enter(season, count, first=21)
            for table in tables(draw(season)):
                type_result(table, 30, 20)
        with django_assert_num_queries(8):
            assert Client().get(address(season, PAGE)).status_code == 200


def test_a_browser_keeps_its_copy_until_a_result_comes_in():
    season = make_season(1)
    client, url = Client(), address(season, PAGE)
    mark = client.get(url)["ETag"]
    assert client.get(url, headers={"If-None-Match": mark}).status_code == 304
    for table in tables(draw(season)):
        type_result(table, 30, 20)
    assert client.get(url, headers={"If-None-Match": mark}).status_code == 200


def test_the_file_of_the_standings_has_a_column_for_each_and_tells_which_count():
    season = make_season(4)
    head, *lines = cells(download(Client(), address(season, "export_file", "standings")))
    assert head[-4:] == ["Evening 1", "Evening 2", "Evening 3", "Evenings that count"]
    for line in lines:
        one, two, three, four = sums(season)[line[2]]
        assert line[-4:-1] == [str(one + two), str(three), str(four)]
        assert line[-1] == ("1, 3" if four > three else "1, 2")
    season = make_season(1, scheme={"best": None})
    (late,) = enter(season, 1, first=9)
    for table in tables(draw(season)):
        type_result(table, 30, 20)
    head, *lines = cells(download(Client(), address(season, "export_file", "standings")))
    assert head[-2:] == ["Evening 1", "Evening 2"]
    assert next(line for line in lines if line[2] == late.name)[-2] == ""
