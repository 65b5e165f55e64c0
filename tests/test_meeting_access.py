"""Who sees and does what on the pages of meetings: every address × everybody, captains included."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import LineUpPlace, Player
from games.permissions import CAPTAIN, COMPETITION_VERBS, OFFICERS, allowed, allows

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
)

pytestmark = pytest.mark.django_db

# Address, who may (Owner, Secretary, Referee, sCorer, the captain at Home, that of the Guests),
# whether everybody reads it once published, the methods it knows.
PAGES = {
    "meeting": ("OSRCHG", True, "GET"),
    "line_up a": ("OSCH", False, "GET POST"),
    "line_up b": ("OSCG", False, "GET POST"),
    "move_meeting": ("OS", False, "GET POST"),
    "forfeit_meeting": ("OSC", False, "GET POST"),
    "confirm_meeting": ("OSHG", False, "GET POST"),
    "captains_sheets": ("OSC", False, "GET"),
    "captains_sheets of one": ("OSCHG", False, "GET"),
    "team": ("OS", False, "GET POST"),
    "start_table": ("OSCHG", False, "GET POST"),
    "table_result": ("OSCHG", False, "GET POST"),
    "confirm_result": ("OSHG", False, "GET POST"),
}
PEOPLE = {
    "Olga": "O", "Secretary": "S", "Referee": "R", "Scorer": "C",
    "Home": "H", "Guest": "G", "Elsewhere": "", "Stranger": "",
}  # fmt: skip


@pytest.fixture
def meeting():
    club = make_club()
    competition = make_competition(club, "team-league", options={"games": 2, "double": False})
    enter(competition, 3)
    found = meetings(draw(competition))[0]
    third = competition.entries.exclude(pk__in=(found.home_id, found.guests_id)).get()
    for name, team in (("Home", found.home), ("Guest", found.guests), ("Elsewhere", third)):
        Player.objects.filter(pk=team.captain.pk).update(user=make_user(name))
    # Officers of another club are outsiders here.
    make_club("Others").memberships.create(user=make_user("Stranger"), role="secretary")
    hand_in(found)
    found.refresh_from_db()
    found.round.competition = competition
    return found


def address(meeting, page):
    competition = meeting.competition
    args = [competition.club.slug, competition.slug]
    name, _space, more = page.partition(" ")
    if name == "captains_sheets":
        query = f"?meeting={meeting.pk}" if more else ""
        return reverse(name, args=[*args, 1]) + query
    if name == "team":
        return reverse(name, args=[*args, 1])
    if name in ("start_table", "table_result", "confirm_result"):
        return reverse(name, args=[*args, meeting.games.get(game=1).pk])
    return reverse(name, args=[*args, meeting.pk, *([more] if more else [])])


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("revealed", [True, False])
def test_every_page_is_for_those_who_may(meeting, page, revealed):
    if not revealed:
        LineUpPlace.objects.all().delete()
        type(meeting).objects.update(home_at=None, guests_at=None)
    may, _public, methods = PAGES[page]
    url = address(meeting, page)
    for name, letter in PEOPLE.items():
        client = client_of(name)
        found = client.get(url).status_code
        if letter and letter in may:
            assert found == (302 if page == "start_table" and not revealed else 200), name
        else:
            assert found == 404, name
            if "POST" in methods:
                assert client.post(url, {}).status_code == 404, name
    guest = Client().get(url)
    assert guest.status_code == 404 or reverse("log_in") in guest["Location"]


@pytest.mark.parametrize("page", PAGES)
def test_what_is_published_is_read_by_everybody_and_nothing_else(meeting, page):
    meeting.competition.change(owner(), published=True)
    guest = Client().get(address(meeting, page))
    assert (guest.status_code == 200) == PAGES[page][1]
    if guest.status_code == 200:
        html = guest.content.decode()
        assert guest["X-Robots-Tag"] == "noindex"
        for word in ("<form", "Type in", "Start the match", "line-up/", "captains-sheets"):
            assert word not in html.split("<main", 1)[1].split("</main", 1)[0]


@pytest.mark.parametrize("page", PAGES)
def test_wrong_methods_are_refused(meeting, page):
    client, url = client_of("Olga"), address(meeting, page)
    assert client.put(url).status_code == 405
    if "POST" not in PAGES[page][2]:
        assert client.post(url).status_code == 405


@pytest.mark.parametrize("name", PEOPLE)
def test_the_meeting_offers_only_what_it_allows(meeting, name):
    import re

    client = client_of(name)
    page = client.get(meeting.get_absolute_url())
    if page.status_code == 404:
        return
    main = page.content.decode().split("<main", 1)[1].split("</main", 1)[0]
    for link in set(re.findall(r'href="(/clubs[^"#]*)', main)):
        assert client.get(link.replace("&amp;", "&")).status_code == 200, link


def test_a_captain_of_another_meeting_or_of_no_team_any_more_may_nothing(meeting):
    url = address(meeting, "line_up a")
    assert client_of("Home").get(url).status_code == 200
    meeting.home.competition = meeting.competition
    meeting.home.make_captain(meeting.home.people[1], owner())
    assert client_of("Home").get(url).status_code == 404
    assert client_of("Home").get(meeting.get_absolute_url()).status_code == 404


def test_what_is_not_there_is_404(meeting):
    client, competition = client_of("Olga"), meeting.competition
    args = [competition.club.slug, competition.slug]
    for name, more in (
        ("meeting", [10**9]),
        ("line_up", [meeting.pk, "c"]),
        ("captains_sheets", [99]),
        ("team", [99]),
    ):
        assert client.get(reverse(name, args=[*args, *more])).status_code == 404
    sheets = reverse("captains_sheets", args=[*args, 2])
    for wrong in (meeting.pk, "x", "9" * 30):  # a meeting of round 1
        assert client.get(sheets, {"meeting": wrong}).status_code == 404
    # A meeting of another competition is none of this one's; pairs are no teams.
    other = make_competition(competition.club, name="Other")
    enter(other, 2, first=21)
    for name, more in (("meeting", [meeting.pk]), ("team", [1])):
        url = reverse(name, args=[competition.club.slug, other.slug, *more])
        assert client.get(url).status_code == 404


def test_captains_and_officers_are_all_that_the_table_knows():
    for may in COMPETITION_VERBS.values():
        assert may <= {*OFFICERS, CAPTAIN}
    assert allowed({CAPTAIN}, COMPETITION_VERBS) == {
        *("hand_in", "start_table", "type_result", "confirm_result")
    }
    assert all(allows("owner", verb) for verb in COMPETITION_VERBS)
