"""A competition's page and its states."""

import re
from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Competition

from .competitions import (
    client_of,
    draw,
    enter,
    hand_in,
    make_club,
    make_competition,
    make_user,
    meetings,
    owner,
    play,
    tables,
    type_result,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    return make_competition(make_club(), name='Café <cup> "1"')


def test_it_tells_how_far_it_is(competition):
    client, url = client_of("Secretary"), competition.get_absolute_url()
    html = client.get(url).content.decode()
    assert "Café &lt;cup&gt;" in html and "open for entries" in html and "Draw round 1" in html
    enter(competition, 4)
    draw(competition)
    html = client.get(url).content.decode()
    assert "under way" in html and "Draw round 2" in html and "4 entries" in html
    assert "Draw round" not in client_of("Scorer").get(url).content.decode()


def test_until_the_first_draw_it_tells_what_comes_next(competition):
    competition.become("draft", owner())
    client, url = client_of("Secretary"), competition.get_absolute_url()

    def steps():
        html = client.get(url).content.decode()
        if "next-steps" not in html:
            return ""
        return " ".join(html.split('class="next-steps"', 1)[1].split("</ol>", 1)[0].split())

    told = steps()
    assert 'button primary" href' in told and "Enter who plays" in told
    assert 'button secondary" name="state" value="open"' in told
    assert "Then the first round can be drawn" in told and "Draw round 1" not in told
    enter(competition, 4)
    told = steps()
    assert "4 entries" in told and 'button primary" name="state" value="open"' in told
    client.post(reverse("competition_state", args=[competition.club.slug, competition.slug]),
                {"state": "open"})  # fmt: skip
    told = steps()
    assert "It is open for the draw" in told and "Draw round 1" in told
    assert "Who is there for round 1?" in told and "Show the competition to everybody" in told
    Competition.objects.get().change(owner(), published=True)
    assert "Everybody sees it" in steps()
    competition = Competition.objects.get()
    draw(competition)
    assert steps() == "" and "Draw round 2" in client.get(url).content.decode()
    competition.become("finished", owner())
    assert "Take it up again" in client.get(url).content.decode()
    # Others are not told: they could do nothing of it.
    competition.rounds.all().delete()
    Competition.objects.update(state="open")
    assert steps()
    client = client_of("Scorer")
    assert steps() == ""
    client = Client()
    assert steps() == ""


def test_a_round_robin_has_no_round_to_draw_once_all_are(competition):
    league = make_competition(competition.club, "round-robin", name="League")
    client, url = client_of("Secretary"), league.get_absolute_url()
    assert "Draw the rounds" in client.get(url).content.decode()
    enter(league, 4)
    draw(league)
    html = client.get(url).content.decode()
    assert "Draw the rounds" not in html and "Round 3" in html


def test_missing_results_stand_out_in_the_list_of_rounds(competition):
    client, url = client_of("Secretary"), competition.get_absolute_url()

    def rounds(page=url):
        html = client.get(page).content.decode()
        listed = html.split('id="rounds"', 1)[1].split("</section>", 1)[0]
        found = [re.sub(r"<.*?>", " ", row) for row in listed.split("<li>")[1:]]
        return [" ".join(text.split()) for text in found], "badge" in listed

    enter(competition, 4)
    first = draw(competition)
    assert rounds() == (["Round 1 not played yet"], False)
    type_result(tables(first)[0], 101, 20)
    assert rounds() == (["Round 1 1 result is missing"], True)
    draw(competition)
    assert rounds()[0] == ["Round 1 1 result is missing", "Round 2 not played yet"]
    type_result(tables(first)[1], 101, 20)
    assert rounds() == (["Round 1 All results count.", "Round 2 not played yet"], False)
    play(tables(competition.rounds.get(number=2))[0])
    assert rounds()[0][1] == "Round 2 2 results are missing"
    # Of meetings as many as their page counts; a void result is none that is missing.
    league = make_competition(
        competition.club, "team-league", name="League", options={"games": 2, "double": False}
    )
    enter(league, 4, first=11)
    meeting = meetings(draw(league))[0]
    hand_in(meeting)
    played = [table for table in tables(league.rounds.get(number=1)) if table.meeting == meeting]
    type_result(played[0], 101, 20)
    texts, _badge = rounds(league.get_absolute_url())
    assert texts[0] == "Round 1 2 results are missing"
    assert texts[1] == "Round 2 not played yet"
    played[1].type_result({"kind": "void"}, "", played[1].mark, owner())
    assert rounds(league.get_absolute_url())[0][0] == "Round 1 1 result is missing"
    page = client.get(league.rounds.get(number=1).get_absolute_url())
    assert "1 result is missing" in page.content.decode()


def test_results_that_wait_to_count_are_told_apart_from_those_that_are_missing(competition):
    client = client_of("Secretary")
    enter(competition, 6)
    round = draw(competition)
    one, other, third = tables(round)
    type_result(one, 101, 20, make_user("Scorer"))
    match = play(other, 40, 40)
    play(third, 40)  # which goes on
    pages = [each.get_absolute_url() for each in (competition, round)]
    for page in pages:
        html = client.get(page).content.decode()
        assert "1 result is missing" in html and "2 results wait to be signed or confirmed" in html
    for side in match.rules.table.sides:
        match.sign(side, "An")
    for page in pages:
        html = client.get(page).content.decode()
        assert "1 result is missing" in html and "1 result waits to be signed or confirmed" in html
    args = [competition.club.slug, competition.slug]
    html = client.get(reverse("standings", args=args)).content.decode()
    assert "1 result is missing" in html and "1 result waits to be signed or confirmed" in html
    # A sheet that was opened again and goes on waits for nobody's word.
    match.reopen("points were wrong")
    match.withdraw_deal(2, "twice")
    for page in pages:
        assert "2 results are missing" in client.get(page).content.decode()


def test_its_cost_does_not_grow_with_its_rounds(competition, django_assert_max_num_queries):
    competition.change(owner(), published=True)
    enter(competition, 4)
    for _ in range(5):
        draw(competition)
    with django_assert_max_num_queries(6):
        Client().get(competition.get_absolute_url())
    for round in competition.rounds.all():
        round.competition = competition
        for table in tables(round):
            play(table, 40, 40)
    with django_assert_max_num_queries(8):  # the sheets that nobody signed yet, and their deals
        html = Client().get(competition.get_absolute_url()).content.decode()
    assert html.count("2 results wait to be signed or confirmed") == 5


def test_states_follow_one_another(competition):
    client = client_of("Secretary")
    url = reverse("competition_state", args=[competition.club.slug, competition.slug])
    for state, after in (("draft", "draft"), ("finished", "draft"), ("open", "open")):
        client.post(url, {"state": state})
        assert Competition.objects.get().state == after
    enter(competition, 2)
    draw(competition)
    for state, after in (("draft", "running"), ("finished", "finished"), ("running", "running")):
        client.post(url, {"state": state, "confirm": "1"})
        assert Competition.objects.get().state == after
    assert client.post(url, {"state": "nonsense"}).status_code == 400
    html = client.get(
        reverse("competition_history", args=[competition.club.slug, competition.slug])
    ).content.decode()
    assert "Its state changed: finished" in html and "A1 &amp; B1 was entered" in html


def test_the_history_tells_days_as_every_other_page_does(competition):
    """With the month in words: nobody can take it for the day."""
    competition.log.update(at=datetime(2026, 11, 3, 19, 5, tzinfo=UTC))
    html = (
        client_of("Secretary")
        .get(reverse("competition_history", args=[competition.club.slug, competition.slug]))
        .content.decode()
    )
    assert "3 November 2026, 20:05</time>" in html and "11/03/2026" not in html
