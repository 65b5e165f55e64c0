"""A team did not come: one result for all games of a meeting that were not played."""

import pytest
from django.urls import reverse

from games.models import Table

from .competitions import (
    client_of,
    current,
    draw,
    html_of,
    league_of_four,
    meetings,
    type_result,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def meeting():
    return meetings(draw(league_of_four()))[0]


def test_a_team_did_not_come(meeting):
    client, url = client_of("Secretary"), meeting.url("forfeit_meeting")
    assert "how" in client.post(url, {"seen": ""}).context["form"].errors
    shown = client.post(url, {"how": "b-absent"})
    assert shown.context["effect"] and shown.context["moves"]
    absent = f"{meeting.guests.name} did not come"
    change = f"So far: not played yet. From now on: {absent}."
    assert [told for _game, told in shown.context["effect"]] == [change] * 4
    assert not Table.objects.filter(kind="forfeit").exists()
    data = {"how": "b-absent", "seen": shown.context["mark"], "confirm": "1"}
    assert client.post(url, data).status_code == 302
    assert client.post(url, data).status_code == 302  # pressed twice
    html = html_of(client, meeting.get_absolute_url())
    assert f"{meeting.guests.name} did not come" in html
    # The wrong team: put right with a reason.
    shown = client.post(url, {"how": "a-absent"})
    assert "Say why" in str(shown.context["form"].errors["reason"])
    shown = client.post(url, {"how": "a-absent", "reason": "mixed up"})
    change = f"So far: {absent}. From now on: {meeting.home.name} did not come."
    assert shown.content.decode().count(change) == 4
    data = {"how": "a-absent", "reason": "mixed up", "confirm": "1"}
    stale = client.post(url, {**data, "seen": "old"})
    assert stale.context["moved"]
    assert client.post(url, {**data, "seen": shown.context["mark"]}).status_code == 302
    assert set(Table.objects.filter(meeting=meeting).values_list("winner", flat=True)) == {"b"}
    history = reverse(
        "competition_history", args=[meeting.competition.club.slug, meeting.competition.slug]
    )
    assert "Round 1, meeting 1, game 4:" in html_of(client, history)
    assert "mixed up" in html_of(client, history)


def test_where_all_was_played_no_team_can_not_have_come(meeting):
    for game in current(meeting).places():
        type_result(game, 60, 40)
    client, url = client_of("Secretary"), meeting.url("forfeit_meeting")
    assert "All games of this meeting were played" in html_of(client, url)
    client.post(url, {"how": "a-absent", "confirm": "1", "seen": current(meeting).mark})
    assert not Table.objects.filter(kind="forfeit").exists()
