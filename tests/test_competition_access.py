"""Who sees and does what on the pages of competitions: every address × everybody."""

import pytest
from django.test import Client
from django.urls import reverse

from games.permissions import allows

from .competitions import (
    client_of,
    draw,
    enter,
    make_club,
    make_competition,
    make_user,
    owner,
    play,
    tables,
)

pytestmark = pytest.mark.django_db

# Address, what it takes, whether it is read once published, which methods it knows.
PAGES = {
    "new_competition": ("make_competition", False, "GET POST"),
    "competition": ("see_competition", True, "GET"),
    "competition_settings": ("change_competition", False, "GET POST"),
    "competition_state": ("change_competition", False, "POST"),
    "competition_history": ("see_competition", False, "GET"),
    "entries": ("see_competition", True, "GET POST"),
    "entry": ("enter", False, "GET POST"),
    "note_entry": ("enter", False, "POST"),
    "leave_entry": ("enter", False, "GET POST"),
    "draw_round": ("draw", False, "GET POST"),
    "competition_round": ("see_competition", True, "GET"),
    "check_in": ("enter", False, "GET POST"),
    "round_board": ("see_competition", True, "GET"),
    "round_sheet": ("see_competition", True, "GET"),
    "round_club_sheets": ("see_competition", True, "GET"),
    "bracket": ("see_competition", True, "GET"),
    "round_slips": ("hand_on", False, "GET"),
    "start_round": ("start_table", False, "POST"),
    "round_clock": ("start_table", False, "POST"),
    "take_back_round": ("draw", False, "GET POST"),
    "start_table": ("start_table", False, "GET POST"),
    "table_result": ("type_result", False, "GET POST"),
    "confirm_result": ("confirm_result", False, "GET POST"),
    "days": ("see_competition", True, "GET POST"),
    "day": ("plan_days", False, "GET POST"),
    "competition_calendar": ("see_competition", True, "GET"),
    "files": ("see_competition", True, "GET"),
    "export_file": ("see_competition", True, "GET"),
    "import_file": ("draw", False, "GET POST"),
    "take_off_match": ("take_off_match", False, "GET POST"),
    "competition_rules": ("see_competition", True, "GET"),
    "standings": ("see_competition", True, "GET"),
    "standing": ("see_competition", True, "GET"),
    "draw_lots": ("draw", False, "GET POST"),
}
OFFICERS = ["Olga", "Secretary", "Referee", "Scorer"]


@pytest.fixture
def competition():
    competition = make_competition(make_club())
    enter(competition, 4)
    play(tables(draw(competition))[0])
    # Officers of another club are outsiders here.
    make_club("Others").memberships.create(user=make_user("Stranger"), role="secretary")
    return competition


def address(competition, page):
    args = [competition.club.slug]
    if page != "new_competition":
        args.append(competition.slug)
    if page in ("entry", "note_entry", "leave_entry", "competition_round", "standing"):
        args.append(1)
    if page.startswith("round_") or page in ("take_back_round", "start_round"):
        args.append(1)
    if page == "day":
        args.append(1)
    if page.endswith("_file"):
        args.append("fixtures")
    if page in ("start_table", "table_result", "confirm_result", "take_off_match"):
        args.append(tables(competition.rounds.get())[0].pk)
    return reverse(page, args=args)


@pytest.mark.parametrize("page", PAGES)
def test_every_page_is_for_those_who_may(competition, page):
    verb, public, methods = PAGES[page]
    url = address(competition, page)
    method = "get" if "GET" in methods else "post"
    for name in OFFICERS:
        role = competition.club.role_of(make_user(name))
        found = getattr(client_of(name), method)(url).status_code
        if allows(role, verb):
            assert found in (200, 302) or (page == "competition_state" and found == 400)
        else:
            assert found == 404, (page, name)
    stranger = getattr(client_of("Stranger"), method)(url)
    assert stranger.status_code == 404
    guest = getattr(Client(), method)(url)
    if guest.status_code == 302:
        assert reverse("log_in") in guest["Location"]
    else:
        assert guest.status_code == 404


@pytest.mark.parametrize("page", PAGES)
def test_what_is_published_is_read_by_everybody_and_nothing_else(competition, page):
    competition.change(owner(), published=True)
    _verb, public, methods = PAGES[page]
    if "GET" not in methods:
        return
    guest = Client().get(address(competition, page))
    assert (guest.status_code == 200) == public
    if public:
        assert guest["X-Robots-Tag"] == "noindex"  # the club is not shown to search engines
    if public and guest["Content-Type"].startswith("text/html"):
        html = guest.content.decode()
        assert 'method="post"' not in html.split("<main", 1)[1].split("</main", 1)[0]
    if page == "entries":
        assert Client().post(address(competition, page), {"lines": "X & Y"}).status_code == 404


@pytest.mark.parametrize("page", PAGES)
def test_wrong_methods_are_refused(competition, page):
    methods = PAGES[page][2]
    client, url = client_of("Olga"), address(competition, page)
    assert client.put(url).status_code == 405
    if "POST" not in methods:
        assert client.post(url).status_code == 405
    if "GET" not in methods:
        assert client.get(url).status_code == 405


def test_what_is_not_there_is_404(competition):
    client = client_of("Olga")
    for page, args in (
        ("competition", ["de-bolle", "no-cup"]),
        ("competition", ["no-club", competition.slug]),
        ("competition_round", ["de-bolle", competition.slug, 9]),
        ("standing", ["de-bolle", competition.slug, 99]),
        ("table_result", ["de-bolle", competition.slug, 10**9]),
    ):
        assert client.get(reverse(page, args=args)).status_code == 404
    # A table of another competition is none of this one's.
    other = make_competition(competition.club, name="Other")
    enter(other, 2, first=21)
    table = tables(draw(other))[0]
    url = reverse("table_result", args=["de-bolle", competition.slug, table.pk])
    assert client.get(url).status_code == 404


def test_the_list_of_competitions(competition):
    url = reverse("competitions", args=[competition.club.slug])
    assert Client().get(url).status_code == 404  # nothing to see, as if there were no club
    assert "Autumn cup" in client_of("Referee").get(url).content.decode()
    assert "Autumn cup" not in client_of("Stranger").get(url).content.decode()
    competition.change(owner(), published=True)
    html = Client().get(url).content.decode()
    assert "Autumn cup" in html and "New competition" not in html
    draft = make_competition(competition.club, name="Secret cup")
    draft.become("draft", owner())
    draft.change(owner(), published=True)
    assert "Secret cup" not in Client().get(url).content.decode()
    assert Client().get(draft.get_absolute_url()).status_code == 404


def test_an_indexable_clubs_published_competition_is_found(competition):
    facts = {"listed": True, "indexable": True}
    competition.club.change_settings(facts, owner())
    assert client_of("Olga").get(competition.get_absolute_url())["X-Robots-Tag"] == "noindex"
    competition.change(owner(), published=True)
    page = Client().get(competition.get_absolute_url())
    assert "X-Robots-Tag" not in page and "noindex" not in page.content.decode()
