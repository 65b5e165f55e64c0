"""The page of a team, and how teams come into a league."""

import pytest
from django.urls import reverse

from games.models import (
    Competition,
    Entry,
    Player,
)

from .changes import sent_back
from .competitions import (
    add_people,
    client_of,
    html_of,
    league_of_four,
    make_club,
    make_competition,
)
from .gallery import AWKWARD_NAME

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    return league_of_four()


def test_a_team_league_is_made_and_settled():
    club = make_club()
    client = client_of("Secretary")
    data = {"name": "League", "format": "team-league", "system": "flemish-club"}
    url = reverse("new_competition", args=[club.slug])
    settings = client.post(url, data)["Location"]
    made = Competition.objects.get()
    assert dict(made.option) == {"double": True, "games": 6, "pairs": 2}
    assert made.scheme.forfeit_games == 6
    # A forfeit brings all games of a meeting, also where these become fewer.
    told = sent_back(client.get(settings), games="4", pairs="1")
    assert client.post(settings, told).status_code == 302
    made = Competition.objects.get()
    assert (made.option["games"], made.option["pairs"], made.scheme.forfeit_games) == (4, 1, 4)
    told = sent_back(client.get(settings), games="3", forfeit_games="5")
    client.post(settings, told)
    assert Competition.objects.get().scheme.forfeit_games == 5
    for wrong in ({"games": "0"}, {"games": "51"}, {"pairs": "x"}, {"pairs": "21"}):
        page = client.post(settings, sent_back(client.get(settings), **wrong))
        assert set(page.context["form"].errors) == set(wrong)


def test_a_team_enters_with_its_people_new_ones_join():
    competition = make_competition(make_club(), "team-league")
    an, bo, cis = add_people(competition.club, "An", AWKWARD_NAME, "Cis")
    client = client_of("Secretary")
    url = reverse("entries", args=[competition.club.slug, competition.slug])
    data = {"name": "De Troeven", "captain": cis.pk, "chosen": [an.pk, bo.pk], "lines": "Dré\nDré"}
    page = client.post(url, data)
    assert "Nobody of the club has " in page.content.decode() and not Entry.objects.exists()
    assert "De Troeven" in page.content.decode()
    assert client.post(url, {**data, "join": "on"}).status_code == 302
    team = Entry.objects.get()
    assert team.name == "De Troeven"
    assert [one.name for one in team.people] == ["Cis", "An", AWKWARD_NAME, "Dré"]
    assert team.captain == cis
    page = client.post(url, {"name": "", "lines": "Els", "join": "on"})
    assert set(page.context["form"].errors) == {"name"}
    page = client.post(url, {"name": "Few", "lines": "Els\nFons", "join": "on"})
    assert "at least 4 people" in str(page.context["form"].errors["lines"])
    people = "Els\nFons\nGui\nHan"
    page = client.post(url, {"name": "de  TROEVEN", "lines": people, "join": "on"})
    assert "There is an entry “de  TROEVEN” already" in page.content.decode()
    assert Player.objects.filter(name="Els").count() == 0  # nothing half-written
    page = client.post(url, {"name": "Taken", "captain": an.pk, "lines": people, "join": "on"})
    assert "captain" in page.context["form"].errors


def test_people_of_a_team_come_and_go(competition):
    team = competition.entries.first()
    url = reverse("team", args=[competition.club.slug, competition.slug, team.number])
    client = client_of("Secretary")
    assert client.post(url, {"lines": "Fien", "join": "on"}).status_code == 302
    assert [one.name for one in team.people] == ["A1", "B1", "C1", "D1", "E1", "Fien"]
    assert "A2 is entered already" in client.post(url, {"lines": "A2"}).content.decode()
    b, fien = team.people[1], team.people[5]
    client.post(url, {"captain": fien.pk})
    client.post(url, {"leave": b.pk})
    assert [one.name for one in team.people] == ["Fien", "C1", "D1", "E1", "A1"]
    page = client.post(url, {"leave": fien.pk}, follow=True)
    assert "Make somebody else the captain first" in page.content.decode()
    assert client.post(url, {"leave": "x"}).status_code == 404
    assert client.post(url, {"captain": b.pk}).status_code == 302  # who has left
    rename = reverse("entry", args=[competition.club.slug, competition.slug, team.number])
    assert "At most 80" in client.post(rename, {"name": "x" * 81}).content.decode()
    history = reverse("competition_history", args=[competition.club.slug, competition.slug])
    html = html_of(client, history)
    for told in ("Fien joined Team 1", "B1 left Team 1", "Fien is now the captain of Team 1"):
        assert told in html
