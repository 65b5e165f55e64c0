"""Line-ups: handed in by captains, told once both are in, changed by substitutes."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import LineUpPlace

from .competitions import (
    captain_client,
    client_of,
    current,
    draw,
    hand_in,
    html_of,
    league_of_four,
    meetings,
    type_result,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def meeting():
    return meetings(draw(league_of_four()))[0]


def line_up(players):
    return {f"place_{at}": player.pk for at, player in enumerate(players, 1)}


def test_captains_hand_in_and_neither_sees_the_other_before(meeting):
    home, guests = captain_client(meeting, "a"), captain_client(meeting, "b")
    people, others = meeting.home.people, meeting.guests.people
    chosen = [people[3], people[1], people[4], people[0]]
    url, page = meeting.url("line_up", "a"), meeting.get_absolute_url()
    assert home.post(url, line_up(chosen))["Location"] == page
    secret = f"{people[3].name} &amp; {people[1].name}"
    assert secret in html_of(home, page)
    competition = meeting.competition
    args = [competition.club.slug, competition.slug]
    everywhere = [
        page,
        *(reverse(name, args=[*args, 1]) for name in ("competition_round", "round_board")),
        reverse("standing", args=[*args, meeting.home.number]),
    ]
    for client in (guests, client_of("Olga"), Client()):
        for address in everywhere:
            assert secret not in html_of(client, address)
        assert "handed in" in html_of(client, page)
    # Officers are told nothing by the form, the paper or the history either.
    olga = client_of("Olga")
    form = html_of(olga, url)
    chosen_before = [f'value="{one.pk}" selected' for one in chosen]
    assert "hidden until the other one is in" in form
    assert not any(option in form for option in chosen_before)
    assert "hidden" not in html_of(home, url).split("<main", 1)[1].split("<form")[0]
    assert all(option in html_of(home, url) for option in chosen_before)
    papers = html_of(olga, reverse("captains_sheets", args=[*args, 1]))
    assert secret not in papers
    history = html_of(olga, reverse("competition_history", args=args))
    assert f"the line-up of {meeting.home.name} was handed in" in history
    told = f"{meeting.home.name} with {people[3].name}"  # a name alone is short enough for a token
    assert told not in history
    game = current(meeting).games.get(game=1)
    started = guests.get(reverse("start_table", args=[*args, game.pk]), follow=True)
    assert "Both line-ups are to be handed in first" in started.content.decode()
    assert secret not in started.content.decode()

    guests.post(meeting.url("line_up", "b"), line_up(others[:4]))
    for client in (guests, home, client_of("Olga"), Client()):
        assert secret in html_of(client, page)
    assert secret in html_of(Client(), reverse("round_board", args=[*args, 1]))
    history = html_of(olga, reverse("competition_history", args=args))
    assert told in history and "both line-ups are in" in history


def test_a_wrong_line_up_keeps_what_was_chosen(meeting):
    client, people = captain_client(meeting, "a"), meeting.home.people
    url = meeting.url("line_up", "a")
    response = client.post(url, line_up([people[0], people[1], people[0]]))
    errors = response.context["form"].errors
    assert set(errors) == {"place_3", "place_4"} and "two pairs" in str(errors["place_3"])
    assert response.content.decode().count(" selected") >= 3
    stranger = meeting.guests.people[0]
    response = client.post(url, line_up([*people[:3], stranger]))
    assert "Meanwhile the team has changed" in str(response.context["form"].errors["place_4"])
    assert not LineUpPlace.objects.exists()
    # Handed in by both while the form was open: it is kept for nothing, and said so.
    hand_in(meeting)
    assert "A substitute comes in" in html_of(client, url)


def test_a_substitute_comes_in(meeting):
    hand_in(meeting)
    client, people = captain_client(meeting, "a"), meeting.home.people
    url = meeting.url("line_up", "a")
    data = {"game": "3", "leaves": people[0].pk, "comes": people[4].pk}
    response = client.post(url, {**data, "game": "1"})  # not offered to a captain
    assert "has not begun" in str(response.context["form"].errors["game"])
    response = client.post(url, {**data, "comes": people[1].pk})
    assert "one who plays, and one who does not" in response.content.decode()
    assert client.post(url, {"game": "3"}).context["form"].errors.keys() == {"leaves", "comes"}
    assert client.post(url, data).status_code == 302
    told = f"From game 3 {people[4].name} plays for {people[0].name}."
    assert told in html_of(Client(), meeting.get_absolute_url())
    assert f"{people[4].name} &amp; {people[1].name}" in html_of(
        Client(), meeting.get_absolute_url()
    )
    for game in current(meeting).places():
        type_result(game, 60, 40)
    assert "no game to come" in html_of(client, url)
