"""The days of a competition for calendar programs (RFC 5545)."""

from datetime import UTC, date, datetime, time

import pytest
from django.test import Client

from games.models import CompetitionChange, Day, Planned, Player

from .calendars import events, lines
from .competitions import address, client_of, draw, enter, make_club, make_competition, owner

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    competition = make_competition(make_club(), name="Čup; with, signs \\ and “Zoë” 🂡")
    enter(competition, 4)
    competition.change(owner(), published=True)
    return competition


def get(competition, client=None, **query):
    return (client or Client()).get(address(competition, "competition_calendar"), query)


def test_whole_days_and_times(competition):
    Day.plan(
        competition,
        {
            1: Planned(date(2026, 3, 10)),
            2: Planned(date(2026, 3, 24), time(19, 30), "Café Ç; back room, 1st floor"),
            3: Planned(date(2026, 4, 7), time(19, 30), "", True),
        },
        owner(),
    )
    first, second, third = events(get(competition))
    assert first.decoded("dtstart") == date(2026, 3, 10) and "location" not in first
    assert b"DTSTART;VALUE=DATE:20260310" in lines(get(competition))
    # In winter Brussels is an hour before UTC, in summer two.
    assert second.decoded("dtstart") == datetime(2026, 3, 24, 18, 30, tzinfo=UTC)
    assert third.decoded("dtstart") == datetime(2026, 4, 7, 17, 30, tzinfo=UTC)
    assert b"DTSTART:20260407T173000Z" in lines(get(competition))
    assert str(second["location"]) == "Café Ç; back room, 1st floor"
    assert str(second["summary"]) == f"{competition.name}, round 2"
    assert [str(event["status"]) for event in (first, second, third)] == [
        "CONFIRMED", "CONFIRMED", "CANCELLED"
    ]  # fmt: skip
    assert str(first["url"]) == f"http://testserver{address(competition, 'days')}#round-1"
    head = lines(get(competition))
    assert head[0] == b"BEGIN:VCALENDAR" and b"VERSION:2.0" in head
    assert rb"Zo\xc3\xab" not in head and any(rb"\; with\, signs \\ and" in line for line in head)


def test_days_are_known_again_and_changes_counted(competition):
    Day.plan(competition, {1: Planned(date(2026, 3, 10)), 2: Planned(date(2026, 3, 17))}, owner())
    before, other = events(get(competition))
    assert before["uid"] != other["uid"]
    assert get(competition).content == get(competition).content
    CompetitionChange.objects.update(at=datetime(2026, 1, 1, 12, tzinfo=UTC))
    Day.plan(competition, {1: Planned(date(2026, 3, 11))}, owner())
    after, same = events(get(competition))
    assert (after["uid"], int(after["sequence"])) == (before["uid"], 1)
    assert int(before["sequence"]) == int(same["sequence"]) == 0
    last = competition.log.last().at.replace(microsecond=0)
    assert after.decoded("last-modified") == after.decoded("dtstamp") == last


def test_a_club_that_moves_plays_at_another_moment(competition):
    planned = {1: Planned(date(2026, 3, 10)), 2: Planned(date(2026, 3, 17), time(19, 30))}
    Day.plan(competition, planned, owner())
    competition.club.change_settings({"zone": "Europe/London"}, owner())
    whole, timed = events(get(competition))
    assert (int(whole["sequence"]), int(timed["sequence"])) == (0, 1)
    assert timed.decoded("dtstart") == datetime(2026, 3, 17, 19, 30, tzinfo=UTC)


def test_it_is_sent_again_only_when_it_changed(competition):
    Day.plan(competition, {1: Planned(date(2026, 3, 10))}, owner())
    tag = get(competition)["ETag"]
    url = address(competition, "competition_calendar")
    assert Client().get(url, headers={"if-none-match": tag}).status_code == 304
    Day.plan(competition, {1: Planned(date(2026, 3, 11))}, owner())
    assert Client().get(url, headers={"if-none-match": tag}).status_code == 200


def test_it_leads_to_the_round_and_before_the_draw_to_its_day(competition):
    planned = {1: Planned(date(2026, 3, 10)), 2: Planned(date(2026, 3, 17))}
    Day.plan(competition, planned, owner())
    days = f"http://testserver{address(competition, 'days')}"
    before = events(get(competition))
    assert [str(event["url"]) for event in before] == [f"{days}#round-1", f"{days}#round-2"]
    round, tag = draw(competition), get(competition)["ETag"]
    after = events(get(competition))
    assert str(after[0]["url"]) == f"http://testserver{round.get_absolute_url()}"
    assert str(after[1]["url"]) == f"{days}#round-2"
    # It is the same event, last changed by the draw.
    uids = [str(day.uid) for day in competition.days.all()]
    assert [str(event["uid"]) for event in before] == uids == [str(each["uid"]) for each in after]
    assert after[0].decoded("last-modified") >= before[0].decoded("last-modified")
    round.take_back("", owner())
    assert get(competition)["ETag"] != tag
    assert str(events(get(competition))[0]["url"]) == f"{days}#round-1"


def test_who_meets_whom_once_that_is_drawn(competition):
    Day.plan(competition, {1: Planned(date(2026, 3, 10)), 2: Planned(date(2026, 3, 17))}, owner())
    assert "description" not in events(get(competition))[0]
    Player.objects.get(name="A1").hide(True, owner())
    draw(competition)
    first, second = events(get(competition))
    text = str(first["description"])
    assert text.count("\n") == 1 and "Table 1: " in text and "A2 & B2" in text
    assert "A1" not in text and "N.\u00a0N." in text and "description" not in second
    # Not even to an officer: a calendar can be shown to others.
    assert "A1 &" not in str(events(get(competition, client_of("Olga")))[0]["description"])


def test_it_speaks_the_language_of_its_address(competition):
    Day.plan(competition, {1: Planned(date(2026, 3, 10))}, owner())
    url = address(competition, "competition_calendar")
    plain = Client().get(url).content
    assert Client().get(url, headers={"accept-language": "fr"}).content == plain
    assert Client().get(url, {"lang": "en"}).content == plain
    assert Client().get(url, {"lang": "../x"}).content == plain
    page = Client().get(address(competition, "days"), headers={"accept-language": "fr"})
    assert "days.ics?lang=fr" in page.content.decode() and "webcal://" in page.content.decode()


def test_it_is_for_everybody_once_published(competition):
    response = get(competition)
    assert response["X-Robots-Tag"] == "noindex"
    assert Client().post(address(competition, "competition_calendar")).status_code == 405
    competition.change(owner(), published=False)
    assert get(competition).status_code == 404
    assert get(competition, client_of("Scorer")).status_code == 200


def test_an_empty_calendar_is_one(competition):
    assert events(get(competition)) == []


@pytest.mark.parametrize("rounds", [1, 3])
def test_its_cost_does_not_grow(competition, rounds, django_assert_num_queries):
    for number in range(1, rounds + 1):
        draw(competition)
        Day.plan(competition, {number: Planned(date(2026, 3, number))}, owner())
    # Competition, who is covered (twice); days, tables, the last changes of rounds and of the zone.
    with django_assert_num_queries(7):
        get(competition)
