"""The planned days of a competition: their list, and planning several at once."""

import re
from datetime import UTC, date, datetime, time, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.forms.days import series
from games.models import CannotChange, Day, Meeting, Planned, Player

from .competitions import (
    address,
    client_of,
    draw,
    enter,
    make_club,
    make_competition,
    meetings,
    owner,
)

pytestmark = pytest.mark.django_db

FORM = {
    "number": "1", "count": "3", "on": "2026-03-10", "interval": "14", "at": "19:30",
    "place": "Café Ç"
}  # fmt: skip


@pytest.fixture
def competition():
    return make_competition(make_club())


def test_several_days_at_once(competition):
    client, url = client_of("Secretary"), address(competition, "days")
    response = client.post(url, FORM, follow=True)
    assert "3 days are planned." in response.content.decode()
    assert list(competition.days.values_list("number", "on", "at", "place")) == [
        (number, date(2026, 3, 10) + timedelta(14 * (number - 1)), time(19, 30), "Café Ç")
        for number in (1, 2, 3)
    ]
    html = client.get(url).content.decode()
    assert "Tuesday 24 March 2026, 19:30" in html and "Café Ç" in html
    assert 'name="number" value="4"' in html and 'value="19:30"' in html
    again = client.post(url, FORM, follow=True).content.decode()
    assert "planned so already" in again
    assert competition.log.filter(verb="plan day").count() == 3
    history = client.get(address(competition, "competition_history")).content.decode()
    assert "The day of round 2 is now Tuesday 24 March 2026, 19:30, Café Ç" in history


def test_a_second_tuesday_of_each_month():
    assert series(date(2026, 11, 10), "month", 4) == [
        date(2026, 11, 10), date(2026, 12, 8), date(2027, 1, 12), date(2027, 2, 9)
    ]  # fmt: skip
    # A month without a fifth has its fourth, which is its last.
    assert series(date(2026, 3, 31), "month", 3) == [
        date(2026, 3, 31), date(2026, 4, 28), date(2026, 5, 26)
    ]  # fmt: skip


@pytest.mark.parametrize(
    "wrong",
    [
        {"number": "0"},
        {"number": "x"},
        {"number": "199"},
        {"count": "61"},
        {"count": ""},
        {"on": ""},
        {"on": "2026-02-30"},
        {"on": "1826-02-03"},
        {"on": "9999-12-31"},
        {"on": "2199-12-30"},
        {"interval": "2"},
        {"at": "25:00"},
        {"place": "x" * 201},
    ],
)
def test_what_is_wrong_is_told_and_kept(competition, wrong):
    response = client_of("Olga").post(address(competition, "days"), FORM | wrong)
    assert response.status_code == 200 and response.context["form"].errors
    html = response.content.decode()
    assert "Café Ç" in html or "place" in wrong
    assert not competition.days.exists()


def test_everybody_reads_them_once_published_and_the_office_plans(competition):
    Day.plan(competition, {1: Planned(date(2026, 3, 10))}, owner())
    url = address(competition, "days")
    assert Client().get(url).status_code == 404
    for name, may in (("Olga", True), ("Secretary", True), ("Referee", False), ("Scorer", False)):
        assert ("Plan them" in client_of(name).get(url).content.decode()) == may
        assert client_of(name).post(url, FORM | {"number": "5"}).status_code == (
            302 if may else 404
        )
    competition.change(owner(), published=True)
    page = Client().get(url)
    assert "Tuesday 10 March 2026" in page.content.decode() and page.status_code == 200
    assert Client().post(url, FORM).status_code == 404


def test_a_finished_competition_is_planned_no_more(competition):
    enter(competition, 4)
    draw(competition)
    competition.become("finished", owner())
    assert client_of("Olga").get(address(competition, "days")).status_code == 200
    with pytest.raises(CannotChange):
        Day.plan(competition, {1: Planned(date(2026, 3, 10))}, owner())
    client_of("Olga").post(address(competition, "days"), FORM)
    assert not competition.days.exists()


def test_a_day_is_there_before_the_draw_and_after_it_is_taken_back(competition):
    enter(competition, 4)
    Day.plan(
        competition,
        {1: Planned(date(2026, 3, 10), time(20), "Café Ç"), 2: Planned(date(2026, 3, 17))},
        owner(),
    )
    page = client_of("Olga").get(competition.get_absolute_url()).content.decode()
    assert page.count("Tuesday 10 March 2026, 20:00") == 1 and "Round 2" in page
    round = draw(competition)
    html = client_of("Olga").get(round.get_absolute_url()).content.decode()
    assert "Tuesday 10 March 2026, 20:00" in html and "Café Ç" in html
    round.take_back("", owner())
    assert competition.days.count() == 2
    assert "10 March" in client_of("Olga").get(competition.get_absolute_url()).content.decode()


def test_coming_up_on_the_page_of_the_club(competition):
    club = competition.club
    club.change_settings({"listed": True}, owner())
    today = club.today()
    days = {1: -1, 2: 0, 3: 7}
    planned = {number: Planned(today + timedelta(away)) for number, away in days.items()}
    planned[3] = planned[3]._replace(called_off=True, place="Café Ç")
    Day.plan(competition, planned, owner())
    html = client_of("Scorer").get(club.get_absolute_url()).content.decode()
    assert "Coming up" in html and "round 2" in html and "round 3" in html
    assert "round 1" not in html and "called off" in html and "Café Ç" in html
    assert "Coming up" not in Client().get(club.get_absolute_url()).content.decode()
    competition.change(owner(), published=True)
    html = Client().get(club.get_absolute_url()).content.decode()
    assert "Coming up" in html and "days.ics" in html


def coming_up(club, client=None):
    """What is listed there: address -> words."""
    html = (client or Client()).get(club.get_absolute_url()).content.decode()
    if 'id="coming"' not in html:
        return {}
    listed = html.split('id="coming"', 1)[1].split("</section>", 1)[0]
    rows = re.findall(r'<a class="list-row" href="(.*?)">(.*?)</a>', listed, re.DOTALL)
    return {url: " ".join(re.sub(r"<.*?>", " ", text).split()) for url, text in rows}


def test_what_comes_up_leads_to_its_round_or_before_the_draw_to_its_day(competition):
    club = competition.club
    club.change_settings({"listed": True}, owner())
    competition.change(owner(), published=True)
    today = club.today()
    Day.plan(competition, {n: Planned(today + timedelta(n)) for n in (1, 2)}, owner())
    enter(competition, 4)
    round = draw(competition)
    first, second = coming_up(club)
    assert first == round.get_absolute_url()
    page, _sign, place = second.partition("#")
    assert page == address(competition, "days")
    assert f'id="{place}"' in Client().get(page).content.decode()
    round.take_back("", owner())
    assert next(iter(coming_up(club))) == f"{page}#round-1"


@pytest.fixture
def league():
    club = make_club()
    club.change_settings({"listed": True}, owner())
    league = make_competition(
        club, "team-league", options={"games": 2}, name="League", published=True
    )
    enter(league, 4)
    draw(league)
    return league


def test_a_meeting_on_a_day_of_its_own_comes_up_on_that_day(league):
    club, today = league.club, league.club.today()
    day = Planned(today + timedelta(3), time(7, 30), "Café Ç")
    Day.plan(league, {1: day, 2: day._replace(on=today + timedelta(9), at=None)}, owner())
    one, other = meetings(league.rounds.get(number=1))
    third = meetings(league.rounds.get(number=3))[0]  # of a round without a day
    one.move(today + timedelta(5), "", owner())
    third.move(today + timedelta(1), "", owner())
    found = coming_up(club)
    assert list(found) == [
        third.get_absolute_url(),
        one.round.get_absolute_url(),
        one.get_absolute_url(),
        league.rounds.get(number=2).get_absolute_url(),
    ]
    told = found[one.get_absolute_url()]
    assert f"League , round 1 {one.home} – {one.guests} Café Ç" in told and "7:30" in told
    # The page of the days tells the same hour and place.
    moved = Client().get(address(league, "days")).content.decode()
    moved = moved.split("On a day of their own")[1]
    assert moved.count("7:30") == 1  # the other is of a round without a time
    assert moved.count("<bdi>Café Ç</bdi>") == 1
    one.move(today, "", owner())
    assert next(iter(coming_up(club))) == one.get_absolute_url()
    # Nor one that is on its round's day after all, is over, or will not be played.
    one.move(today + timedelta(5), "", owner())
    other.move(today - timedelta(1), "", owner())
    Day.plan(league, {1: day._replace(on=today + timedelta(5))}, owner())
    assert list(coming_up(club))[0] == third.get_absolute_url()
    third.home.competition = league
    third.home.withdraw("", owner())
    found = coming_up(club)
    assert not {each.get_absolute_url() for each in (one, other, third)} & found.keys()
    league.become("finished", owner())
    assert coming_up(club) == {}


def test_what_comes_up_is_told_to_those_who_may_see_it(league):
    one = meetings(league.rounds.get(number=1))[0]
    one.move(league.club.today(), "", owner())
    player = one.home.people[0]
    Player.objects.filter(pk=player.pk).update(name="Zed", hidden=True)
    one.home.rename("Friends of Zed", owner())
    url = one.get_absolute_url()
    assert f"Friends of N. N. {one.home.number}.1 –" in coming_up(league.club)[url]
    assert "Friends of Zed –" in coming_up(league.club, client_of("Scorer"))[url]
    league.change(owner(), published=False)
    assert coming_up(league.club) == {} != coming_up(league.club, client_of("Scorer"))


@pytest.mark.parametrize("count", [1, 12])
def test_what_comes_up_are_the_next_few_and_costs_no_more(
    league, count, django_assert_max_num_queries
):
    today = league.club.today()
    Day.plan(league, {n: Planned(today + timedelta(2 * n)) for n in range(1, 7)}, owner())
    rows = Meeting.objects.order_by("pk").select_related("round__competition")
    for away, each in enumerate(rows[:count], 1):
        each.move(today + timedelta(2 * away + 1), "", owner())
    client, url = Client(), league.club.get_absolute_url()
    with django_assert_max_num_queries(6):
        client.get(url)
    found = coming_up(league.club)
    assert len(found) == 5
    assert sum("/meetings/" in each for each in found) == min(count, 2)


@pytest.mark.parametrize("zone, today", [("Europe/Brussels", 10), ("Atlantic/Azores", 9)])
def test_today_is_the_day_where_the_club_plays(competition, monkeypatch, zone, today):
    """23:30 in UTC is the next day in Brussels."""
    club = competition.club
    club.change_settings({"zone": zone}, owner())
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 3, 9, 23, 30, tzinfo=UTC))
    Day.plan(competition, {n: Planned(date(2026, 3, n)) for n in (9, 10)}, owner())
    assert [day.on.day for day in Day.to_come(club, True)] == list(range(today, 11))


@pytest.mark.parametrize("rounds", [1, 30])
def test_its_cost_does_not_grow(competition, rounds, django_assert_num_queries):
    competition.change(owner(), published=True)
    planned = {n: Planned(date(2026, 3, 1) + timedelta(n)) for n in range(1, rounds + 1)}
    Day.plan(competition, planned, owner())
    with django_assert_num_queries(4):  # competition, who is covered; rounds, days
        Client().get(address(competition, "days"))
