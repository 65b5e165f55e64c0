"""Meetings that are held on another day than their round's, for calendar programs."""

import json
from datetime import UTC, date, datetime, time

import pytest
from django.test import Client

from games.backup import InvalidBackup
from games.models import Competition, CompetitionChange, Day, Meeting, Planned, Player

from .backups import emptied, file_of, restored
from .calendars import events, lines
from .competitions import address, draw, enter, make_club, make_competition, meetings, owner

pytestmark = pytest.mark.django_db

LONG_AGO = datetime(2025, 1, 1, 12, tzinfo=UTC)


@pytest.fixture
def league():
    competition = make_competition(
        make_club(), "team-league", options={"games": 2}, name="League", published=True
    )
    enter(competition, 4)
    planned = {
        1: Planned(date(2026, 3, 24), time(19, 30), "Café Ç"),
        2: Planned(date(2026, 4, 7), time(19, 30)),
    }
    Day.plan(competition, planned, owner())
    draw(competition)
    return competition


@pytest.fixture
def meeting(league):
    return meetings(league.rounds.get(number=1))[0]


def get(league):
    return Client().get(address(league, "competition_calendar"))


def told(league):
    """Uid -> event."""
    found = {str(event["uid"]): event for event in events(get(league))}
    assert len(found) == len(events(get(league)))
    return found


def move(meeting, on):
    meeting.move(on, "", owner())


def test_a_moved_meeting_is_an_event_of_its_own(league, meeting):
    before = told(league)
    day = league.days.get(number=1)
    assert str(before[str(day.uid)]["description"]).count("\n") == 1
    move(meeting, date(2026, 4, 2))
    after = told(league)
    assert after.keys() - before.keys() == {str(meeting.uid)}
    other = meetings(league.rounds.get(number=1))[1]
    assert str(after[str(day.uid)]["description"]) == f"{other.home} – {other.guests}"
    event = after[str(meeting.uid)]
    assert str(event["summary"]) == f"League, round 1: {meeting.home} – {meeting.guests}"
    # Its day only is another: at 19:30 in the same place, by then an hour later in UTC.
    assert event.decoded("dtstart") == datetime(2026, 4, 2, 17, 30, tzinfo=UTC)
    assert b"DTSTART:20260402T173000Z" in lines(get(league))
    assert str(event["location"]) == "Café Ç"
    assert str(event["description"]) == "Instead of Tuesday 24 March 2026"
    assert str(event["url"]) == f"http://testserver{meeting.get_absolute_url()}"
    assert str(event["status"]) == "CONFIRMED"
    # Back on the day of its round it is that one's again.
    move(meeting, None)
    again = told(league)
    assert again.keys() == before.keys()
    assert again[str(day.uid)]["description"] == before[str(day.uid)]["description"]


def test_it_is_known_again_and_its_changes_are_counted(league, meeting):
    move(meeting, date(2026, 4, 2))
    uid, day = str(meeting.uid), str(league.days.get(number=1).uid)
    first = told(league)[uid]
    CompetitionChange.objects.update(at=LONG_AGO)
    move(meeting, date(2026, 4, 3))
    found = told(league)
    assert int(found[uid]["sequence"]) == int(first["sequence"]) + 1
    changed = league.log.last().at.replace(microsecond=0)
    for name in ("last-modified", "dtstamp"):
        assert found[uid].decoded(name) == found[day].decoded(name) == changed
        # The other round is as it was.
        assert found[str(league.days.get(number=2).uid)].decoded(name) == LONG_AGO
    assert int(found[day]["sequence"]) == 0  # who plays is no other day, time or place
    # The time of its round is its own, too.
    Day.plan(league, {1: Planned(date(2026, 3, 24), time(20))}, owner())
    later = told(league)[uid]
    assert later.decoded("dtstart") == datetime(2026, 4, 3, 18, tzinfo=UTC)
    assert int(later["sequence"]) == int(found[uid]["sequence"]) + 1
    # Never fewer, though the round's day is no longer planned.
    Day.plan(league, {1: None}, owner())
    bare = told(league)[uid]
    assert bare.decoded("dtstart") == date(2026, 4, 3)
    assert "location" not in bare and "description" not in bare
    assert int(bare["sequence"]) == int(later["sequence"]) + 1
    move(meeting, None)
    move(meeting, date(2026, 4, 2))
    assert int(told(league)[uid]["sequence"]) == int(bare["sequence"]) + 2


def test_each_meeting_ever_drawn_has_its_own(league):
    uids = {meeting.uid for meeting in Meeting.objects.select_related("round")}
    assert len(uids) == Meeting.objects.count() == 12
    league.rounds.get(number=1).take_back("", owner())
    league = Competition.objects.get()
    draw(league)
    assert not uids & {meeting.uid for meeting in Meeting.objects.select_related("round")}


def test_it_is_known_again_on_another_site(league, meeting):
    move(meeting, date(2026, 4, 2))
    file = file_of(league.club)
    event = told(league)[str(meeting.uid)]
    emptied()
    damaged = json.loads(file)
    damaged["meetings"][0]["held_on"] = "0001-01-01"
    with pytest.raises(InvalidBackup) as error:
        restored(json.dumps(damaged).encode())
    assert error.value.faults[0].place == "meetings[0].held_on"
    restored(file)
    again = told(Competition.objects.get(name="League"))[str(meeting.uid)]
    for name in ("dtstart", "sequence", "summary", "location", "last-modified"):
        assert again[name] == event[name]


def test_a_round_that_comes_to_the_day_of_its_meeting_tells_it_again(league, meeting):
    move(meeting, date(2026, 3, 31))
    Day.plan(league, {1: Planned(date(2026, 3, 31))}, owner())
    found = told(league)
    assert str(meeting.uid) not in found
    assert str(meeting.home) in str(found[str(league.days.get(number=1).uid)]["description"])


def test_a_round_called_off_and_a_team_that_withdraws(league, meeting):
    Day.plan(league, {1: Planned(date(2026, 3, 24), None, "", True)}, owner())
    move(meeting, date(2026, 4, 2))
    found = told(league)
    assert str(found[str(league.days.get(number=1).uid)]["status"]) == "CANCELLED"
    assert str(found[str(meeting.uid)]["status"]) == "CONFIRMED"
    CompetitionChange.objects.update(at=LONG_AGO)
    meeting.home.withdraw("", owner())
    event = told(league)[str(meeting.uid)]
    assert str(event["status"]) == "CANCELLED" and event.decoded("dtstamp") > LONG_AGO


def test_another_zone_is_another_moment(league, meeting):
    move(meeting, date(2026, 4, 2))
    Day.plan(league, {2: Planned(date(2026, 4, 7))}, owner())
    CompetitionChange.objects.update(at=LONG_AGO)
    league.club.change_settings({"zone": "Europe/London"}, owner())
    found = told(league)
    event = found[str(meeting.uid)]
    assert event.decoded("dtstart") == datetime(2026, 4, 2, 18, 30, tzinfo=UTC)
    at = league.club.log.get(verb="settings").at.replace(microsecond=0)
    assert event.decoded("last-modified") == at
    # A whole day is that date wherever it is.
    whole = found[str(league.days.get(number=2).uid)]
    assert whole.decoded("last-modified") == LONG_AGO


def test_names_that_are_not_to_be_told(league, meeting):
    person = meeting.home.people[0]
    Player.objects.filter(pk=person.pk).update(name="Zed", hidden=True)
    meeting.home.rename("Friends of Zed", owner())
    move(meeting, date(2026, 4, 2))
    event = told(league)[str(meeting.uid)]
    assert "Zed" not in str(event["summary"]) and "Friends of N.\u00a0N." in str(event["summary"])


@pytest.mark.parametrize("count", [1, 12])
def test_its_cost_does_not_grow(league, count, django_assert_num_queries):
    for each in Meeting.objects.order_by("pk").select_related("round__competition")[:count]:
        move(each, date(2026, 5, 1))
    # Competition, who is covered (three times); days, meetings, tables, changes of rounds and of
    # the zone; days of the meetings, and how often they were moved.
    with django_assert_num_queries(11):
        assert len(events(get(league))) == 2 + count


@pytest.mark.parametrize("count", [1, 12])
def test_the_page_of_days_lists_them(league, meeting, count, django_assert_max_num_queries):
    rows = Meeting.objects.order_by("pk").select_related("round__competition", "home", "guests")
    for each in rows[:count]:
        move(each, date(2026, 5, 1))
    Player.objects.filter(pk=meeting.home.people[0].pk).update(name="Zed", hidden=True)
    meeting.home.rename("Friends of Zed", owner())
    with django_assert_max_num_queries(12):
        html = Client().get(address(league, "days")).content.decode()
    assert html.count("Friday 1 May 2026") == count and meeting.get_absolute_url() in html
    assert "Zed" not in html and "Friends of N.\u00a0N." in html
    # One on its round's day is not: neither in calendars.
    Day.plan(league, {1: Planned(date(2026, 5, 1))}, owner())
    html = Client().get(address(league, "days")).content.decode()
    assert meeting.get_absolute_url() not in html
