"""The sheets for captains on paper: one page for each, and one for the result."""

import re
from datetime import date, time

import pytest
from django.urls import reverse

from games.models import Day, Planned

from .competitions import (
    captain_client,
    client_of,
    current,
    draw,
    html_of,
    league_of_four,
    meetings,
    owner,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def meeting():
    return meetings(draw(league_of_four()))[0]


def test_captains_sheets_of_a_round_and_of_a_meeting(meeting):
    args = [meeting.competition.club.slug, meeting.competition.slug, 1]
    url = reverse("captains_sheets", args=args)
    html = html_of(client_of("Scorer"), url)
    assert html.count('class="captains-sheet"') == 6  # two meetings, three pages each
    for name in ("A1", "E1", "A4"):
        assert f"<bdi>{name}</bdi>" in html
    one = f"{url}?meeting={meeting.pk}"
    assert html_of(client_of("Secretary"), one).count('class="captains-sheet"') == 3
    own = html_of(captain_client(meeting, "a"), one)
    assert own.count('class="captains-sheet"') == 2
    assert f"<bdi>{meeting.home.people[1].name}</bdi>" in own
    assert f"<bdi>{meeting.guests.people[1].name}</bdi>" not in own


def test_the_papers_tell_when_and_where_the_meeting_is_planned(meeting):
    competition = meeting.competition
    args = [competition.club.slug, competition.slug, 1]
    url, client = reverse("captains_sheets", args=args), client_of("Scorer")

    def heads():
        """The head of each meeting's sheets, all the same on its three pages."""
        html = client.get(url, headers={"Accept-Language": "en-GB"}).content.decode()
        found = [part.split("</header>")[0] for part in html.split("<header")[2:]]
        assert found[0] == found[2] and found[3] == found[5]
        return [" ".join(re.sub(r"<.*?>|^.*?>", " ", found[at]).split()) for at in (0, 3)]

    for head in heads():
        assert head.endswith("Date")  # to be filled in by hand
    day = Planned(date(2027, 1, 12), time(20), "Café Ç, back room")
    Day.plan(competition, {1: day}, owner())
    for head in heads():
        assert head.endswith("Tuesday 12 January 2027, 20:00 · Café Ç, back room")
    current(meeting).move(date(2027, 1, 14), "", owner())
    moved, other = heads()
    assert moved.endswith("Thursday 14 January 2027, 20:00 · Café Ç, back room")
    assert other.endswith("Tuesday 12 January 2027, 20:00 · Café Ç, back room")
    Day.plan(competition, {1: day._replace(called_off=True, at=None)}, owner())
    moved, other = heads()
    assert moved.endswith("Thursday 14 January 2027 · Café Ç, back room")
    assert other.endswith("Date")
    Day.plan(competition, {1: None}, owner())
    assert heads()[0].endswith("Thursday 14 January 2027")
