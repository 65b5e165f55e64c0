"""The standings of a competition, and how each rank came about."""

import re
from fractions import Fraction
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Entry
from games.wording.rules import identifier

from .competitions import (
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

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    competition = make_competition(make_club(), published=True)
    enter(competition, 5)
    return competition


def address(competition, page="standings", *args):
    return reverse(page, args=[competition.club.slug, competition.slug, *args])


def ranks(response):
    return {
        line.name: (line.row.rank, line.row.tied)
        for table in response.context["tables"]
        for line in table
    }


def test_without_results_all_share_the_first_place(competition):
    page = Client().get(address(competition))
    assert set(ranks(page).values()) == {(1, True)}
    assert page.content.decode().count("(shared)") == 5
    empty = make_competition(competition.club, name="Empty", published=True)
    assert "Nobody yet." in Client().get(address(empty)).content.decode()


def test_equal_is_shown_as_equal_and_every_figure_stands_there(competition):
    one, other = tables(draw(competition))
    type_result(one, 50, 10)
    type_result(other, 50, 10)
    page = Client().get(address(competition))
    found = ranks(page)
    assert found[one.a.name] == found[other.a.name] == (1, True)
    assert found[one.b.name] == found[other.b.name] == (4, True)
    (first, *_rest) = page.context["tables"][0]
    assert first.figures == ["1", "+40", "50", "0"]


def test_its_cost_does_not_grow(competition, django_assert_num_queries):
    for _ in range(4):
        for table in tables(draw(competition)):
            type_result(table, 30, 20)
    # The competition, hidden names, what changed last, entries twice, results in one.
    with django_assert_num_queries(6):
        Client().get(address(competition))


def test_the_working_tells_what_counts_what_does_not_and_why(competition):
    one, other = tables(draw(competition))
    type_result(one, 150, 10)
    type_result(other, 30, 20, make_user("Scorer"))
    for table in tables(draw(competition)):
        if one.a_id in (table.a_id, table.b_id):
            type_result(table, 40, 40)
    url = address(competition, "standing", one.a.number)
    page = Client().get(url)
    working = page.context["working"]
    assert [(played.round, played.outcome, played.points) for played in working.counted] in (
        [(1, "won", "121–10"), (2, "drawn", "40–40")],
        [(1, "won", "121–10"), (2, "bye", "0–0")],
    )
    assert working.counted[0].capped
    assert working.figures[1].measure == "Difference of match points"
    assert working.figures[1].figure == "+111" and working.figures[1].terms.startswith("+111")
    part = Client().get(url, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part and "Place 1." in part
    unsigned = Client().get(address(competition, "standing", other.a.number))
    assert [left.reason for left in unsigned.context["working"].left_out][:1] == [
        "not signed by both sides or confirmed yet"
    ]
    assert "1 result is not confirmed yet" in Client().get(address(competition)).content.decode()


@pytest.mark.parametrize("three", [True, False])
def test_of_individuals_the_working_names_the_partner_too(competition, three):
    evening = make_competition(
        competition.club,
        "draw-evening",
        name="Evening",
        published=True,
        options={"three_games": three},
    )
    entries = enter(evening, 5, first=61)
    games = tables(draw(evening))
    for table in games[1:] if three else games:
        type_result(table, 50, 10)
    one = games[0]
    sat_out = next(entry for entry in entries if entry.name not in one.side("a") + one.side("b"))
    for me, partner, foes in (
        (one.a, one.a2, f"{one.b.name}, {one.b2.name}"),
        (one.b2, one.b, f"{one.a.name}, {one.a2.name}"),
    ):
        page = Client().get(address(evening, "standing", me.number))
        working = page.context["working"]
        line = (working.left_out if three else working.counted)[0]
        assert line.others == f"with {partner.name} against {foes}"
        assert line.others in page.content.decode()
        assert len(working.counted) == (2 if three else 1)
        assert all(each.others.startswith("with ") for each in working.counted)
        assert "With whom, against whom" in page.content.decode()
    working = Client().get(address(evening, "standing", sat_out.number)).context["working"]
    assert {each.others for each in working.counted} == {""}


def test_of_pairs_the_working_names_the_opponents_alone(competition):
    one, _other = tables(draw(competition))
    type_result(one, 50, 10)
    page = Client().get(address(competition, "standing", one.a.number))
    assert page.context["working"].counted[0].others == one.b.name
    assert ">Against</th>" in page.content.decode()


def test_whoever_withdrew_is_told_apart(competition):
    cup = make_competition(
        competition.club, name="Void", published=True, scheme={"withdrawn": "void"}
    )
    enter(cup, 4, first=11)
    one, other = tables(draw(cup))
    type_result(one, 50, 10)
    Entry.objects.get(pk=one.a_id).withdraw("ill", owner())
    page = Client().get(address(cup))
    assert ranks(page)[one.a.name] == (None, False) and "withdrawn" in page.content.decode()
    working = Client().get(address(cup, "standing", one.b.number)).context["working"]
    assert [left.reason for left in working.left_out] == ["removed: one of them withdrew"]
    gone = Client().get(address(cup, "standing", one.a.number)).content.decode()
    assert "Not ranked" in gone


def test_head_to_head_and_lots_tell_how_they_parted(competition):
    league = make_competition(competition.club, "round-robin", name="League", published=True)
    enter(league, 3, first=21)
    draw(league)
    for round in league.rounds.all():
        for table in tables(round):
            type_result(table, 20, 20)
    client = client_of("Secretary")
    assert "Draw the lots" in client.get(address(league)).content.decode()
    client.post(address(league, "draw_lots"))
    page = client.get(address(league))
    assert "Draw the lots" not in page.content.decode()
    for number in (1, 2, 3):
        working = Client().get(address(league, "standing", number)).context["working"]
        assert working.splits[0].startswith("Head-to-head leaves them equal")
        assert working.splits[-1].startswith("By lot among equals")
    response = client.post(address(competition, "draw_lots"), follow=True)
    assert "does not decide by lot" in response.content.decode()


def test_of_a_season_every_evening_tells_whether_it_counts(competition):
    season = make_competition(
        competition.club, "season", name="Season", published=True, scheme={"best": 1}
    )
    first = enter(season, 4, first=41)[0]
    for _ in range(2):
        for table in tables(draw(season)):
            type_result(table, 30, 20)
    page = Client().get(address(season, "standing", first.number))
    evenings = page.context["working"].evenings
    assert [counts for _evening, _figure, counts in evenings].count(True) == 1
    assert "(does not count)" in page.content.decode()
    told = "<dt>How many evenings count, the best of all</dt><dd>1</dd>"
    assert told in Client().get(address(season)).content.decode()
    assert told[4:28] not in Client().get(address(competition)).content.decode()


def counted(page):
    """The text of how it is counted: what it is ranked by, and each label with its value."""
    html = unescape(page.content.decode())
    (part,) = re.findall(r'<section class="panel counting".*', html, re.DOTALL)
    found = dict(re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", part))
    return re.findall(r"<li>(.*?)</li>", part.split("</ol>")[0]), found, part


def test_everybody_reads_how_it_is_counted_once_it_has_started(competition):
    type_result(tables(draw(competition))[0], 50, 10)
    ranked, told, part = counted(Client().get(address(competition)))
    assert ranked == [
        "League points",
        "Difference of match points",
        "Match points for",
        "League points of the opponents",
    ]
    assert told["A win"] == "1" and told["A draw"] == "½" and told["A loss"] == "0"
    assert told["A bye"] == "1" and told["A bye that was asked for"] == "½"
    assert told["Not coming"] == "0" and told["Each round missed by a late entry"] == "0"
    assert told["Match points that count of one match at most"] == "121"
    assert told["Match points for and against of a bye"] == "0–0"
    assert told["Results of those who withdraw"] == "stay"
    assert told["An opponent who did not come"] == "counts as met"
    assert "A result that is corrected counts as corrected from then on" in part
    # What cannot bear on these measures is not told.
    assert "Games won by a bye" not in told and "Head-to-head is looked at" not in told
    assert "Opponents left out, from the weakest" not in told
    rules = address(competition, "competition_rules")
    code = identifier(competition.rules)
    for page in ("standings", "competition"):
        html = Client().get(address(competition, page)).content.decode()
        link = html.split(f'href="{rules}">')[1].split("</a>")[0]
        assert "West-Flemish" in link and code in link


def test_a_league_tells_head_to_head_and_of_no_late_entry(competition):
    league = make_competition(
        competition.club,
        "round-robin",
        name="League",
        published=True,
        scheme={"win": 3, "draw": Fraction(4, 3), "result_cap": None},
    )
    ranked, told, _part = counted(Client().get(address(league)))
    assert ranked[1] == "Head-to-head" and told["Head-to-head looks at"] == "League points"
    assert told["A win"] == "3" and told["A draw"] == "4/3"
    assert told["Results of those who withdraw"] == "are removed, all of them"
    assert not {
        "Each round missed by a late entry",
        "A bye that was asked for",
        "Matches that they leave unplayed",
        "Match points that count of one match at most",
    } & set(told)


def test_an_evening_ranked_by_games_tells_nothing_of_league_points(competition):
    scheme = {"withdrawn": "by-rounds", "rounds": 4, "keep_from": Fraction(2, 3)}
    evening = make_competition(
        competition.club, "draw-evening", name="Evening", published=True, scheme=scheme
    )
    ranked, told, part = counted(Client().get(address(evening)))
    assert ranked == ["Games won", "Match points for"]
    assert told["Games won by a bye"] == "½" and "A win" not in told
    assert told["Number of rounds"] == "4"
    assert told["Share of the rounds from which they stay"] == "2/3"
    assert "For each game that is missed, where a table plays several in a round." in part
    one = make_competition(
        competition.club,
        "draw-evening",
        name="One game",
        published=True,
        options={"three_games": False},
        scheme={"measures": ("games-won-mean", "league-points-mean")},
    )
    _ranked, told, part = counted(Client().get(address(one)))
    # Means are over matches alone: what a bye brings is nothing to them.
    assert "A win" in told and "A bye" not in told and "Games won by a bye" not in told
    assert "For each game that is missed" not in part


def test_how_a_place_came_about_tells_on_paper_of_which_competition(competition):
    html = Client().get(address(competition, "standing", 1)).content.decode()
    (told,) = re.findall(r'<span class="print-only">(.*?)</span>', html)
    assert competition.name in told and competition.club.name in told


def test_pools_have_standings_of_their_own_and_a_knock_out_after_them(competition):
    cup = make_competition(
        competition.club, "pools", name="Pools", published=True, options={"pool_size": 3}
    )
    enter(cup, 6, first=51)
    client = client_of("Secretary")
    preview = client.get(address(cup, "draw_round"))
    assert [len(names) for _number, names in preview.context["pools"]] == [3, 3]
    assert "Draw the rounds as shown" in preview.content.decode()
    draw(cup)
    for number, table in enumerate(table for round in cup.rounds.all() for table in tables(round)):
        type_result(table, 30 + number, 20)
    page = Client().get(address(cup))
    assert [len(table) for table in page.context["tables"]] == [3, 3]
    assert "Pool 2" in page.content.decode()
    assert Client().get(address(cup, "standing", 1)).context["working"].counted
    client.post(address(cup, "draw_lots"))
    final = draw(cup)
    page = client.get(cup.get_absolute_url())
    assert "Round 4, final" in page.content.decode() and not page.context["draws"]
    assert "Draw round 5" not in client.get(final.get_absolute_url()).content.decode()
    (table,) = tables(final)
    type_result(table, 10, 5)
    assert "no round comes after" in client.get(address(cup, "draw_round")).content.decode()
    page = Client().get(address(cup))
    assert [len(table) for table in page.context["tables"]] == [3, 3]


def test_they_tell_after_which_round_and_when(competition):
    assert "Before the first result" in Client().get(address(competition)).content.decode()
    one, other = tables(draw(competition))
    type_result(one, 50, 10)
    page = Client().get(address(competition))
    assert (page.context["last"], page.context["missing"]) == (1, (1, 0))
    html = page.content.decode()
    assert "After round 1" in html and "1 result is missing" in html
    type_result(other, 50, 10)
    draw(competition)
    page = Client().get(address(competition))
    assert (page.context["last"], page.context["missing"]) == (1, (0, 0))
    year = str(page.context["now"].year)
    assert year in page.content.decode() and "Print" in page.content.decode()
