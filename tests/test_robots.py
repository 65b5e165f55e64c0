"""What search engines may read, and what a shared link shows."""

import html
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Match
from tests.competitions import (
    address,
    client_of,
    draw,
    enter,
    make_club,
    make_competition,
    owner,
    play,
    sign,
    tables,
    type_result,
)
from tests.matches import start_match

pytestmark = pytest.mark.django_db


def told(response, name: str) -> list[str]:
    found = re.findall(
        rf'<meta (?:name|property)="{name}" content="([^"]*)"', response.content.decode()
    )
    return [html.unescape(each) for each in found]


@pytest.fixture
def competition():
    club = make_club("Hof <x>", listed=True, indexable=True)
    competition = make_competition(club, name='"Cup" & <b>', published=True)
    enter(competition, 4)
    type_result(tables(draw(competition))[0], 60, 40)
    return competition


def test_robots_txt_leads_to_the_sitemap_and_keeps_out_of_scoring_links(client):
    text = client.get("/robots.txt")
    assert text["Content-Type"] == "text/plain; charset=utf-8"
    lines = text.content.decode().splitlines()
    assert "Disallow: /score/" in lines and "Sitemap: http://testserver/sitemap.xml" in lines
    assert client.post("/robots.txt").status_code == 405


def test_the_sitemap_has_what_may_be_listed_and_nothing_else(client, competition):
    quiet = make_club("Quiet", listed=True)
    make_competition(quiet, name="Quiet cup", published=True)
    make_competition(competition.club, name="Unpublished")
    shown = client.get("/sitemap.xml").content.decode()
    assert f"<loc>http://testserver{competition.get_absolute_url()}</loc>" in shown
    assert f"<loc>http://testserver{competition.club.get_absolute_url()}</loc>" in shown
    assert reverse("passport", args=["west-flemish"]) in shown
    assert "quiet" not in shown and "unpublished" not in shown
    for url in re.findall(r"<loc>http://testserver([^<]*)</loc>", shown)[:6]:
        response = client.get(url)
        assert response.status_code == 200 and "X-Robots-Tag" not in response


def test_nothing_else_is_listed(client, competition):
    match = start_match()
    for url in (
        "/start/",
        "/account/log-in/",
        "/import/",
        match.get_absolute_url(),
        reverse("passport", args=[match.code]),
        reverse("share", args=[match.code]),
        "/no-such-page/",
    ):
        assert client.get(url)["X-Robots-Tag"] == "noindex", url


def test_a_shared_link_tells_what_it_leads_to(client, competition):
    name = competition.name
    for page, args, title, text in (
        ("competition", (), name, "Hof <x>: Swiss, under way"),
        ("entries", (), name, "Hof <x>: Swiss, under way"),
        ("competition_round", (1,), f"{name}, round 1", "Hof <x>: Swiss, under way"),
        ("round_board", (1,), f"{name}, round 1", "Hof <x>: Swiss, under way"),
        ("standings", (), f"{name}, standings", None),
    ):
        response = client.get(address(competition, page, *args))
        assert told(response, "og:title") == [title], page
        assert told(response, "og:description") == told(response, "description")
        if text:
            assert told(response, "description") == [text]
        else:
            assert told(response, "description")[0].startswith("1. A")
    club = client.get(competition.club.get_absolute_url())
    assert told(club, "og:title") == ["Hof <x>"]
    match = start_match()
    assert told(client.get(match.get_absolute_url()), "og:title") == [str(match)]
    assert told(client.get(match.get_absolute_url()), "description") == ["0–0, no deal played yet"]


def test_a_page_that_is_no_one_elses_business_has_nothing_to_share(competition):
    competition.change(owner(), published=False)
    page = client_of("Olga").get(competition.get_absolute_url())
    assert told(page, "og:title") == []


@pytest.mark.parametrize("page, args", [("standings", ()), ("standing", (1,))])
def test_standings_are_sent_again_only_when_they_changed(competition, page, args):
    url = address(competition, page, *args)
    client = Client()
    first = client.get(url)
    assert "no-cache" in first["Cache-Control"] and "private" in first["Cache-Control"]
    held = {"If-None-Match": first["ETag"]}
    again = client.get(url, headers=held)
    assert again.status_code == 304 and not again.content
    with CaptureQueriesContext(
        connection,
    ) as unchanged:
        client.get(url, headers=held)
    with CaptureQueriesContext(
        connection,
    ) as whole:
        client.get(url)
    assert len(unchanged) < len(whole)

    # Another reader, language or part of the page is another matter.
    assert client_of("Olga").get(url, headers=held).status_code == 200
    assert client.get(url, headers={**held, "Accept-Language": "fr"}).status_code == 200
    if page == "standing":
        assert (
            client.get(
                url, headers={**held, "HX-Request": "true", "HX-Target": "working"}
            ).status_code
            == 200
        )
    for change in (
        lambda: type_result(tables(competition.rounds.get())[1], 50, 40),
        lambda: competition.entries.first().rename("Others", owner()),
        lambda: competition.entries.last().people[0].hide(True, owner()),
        lambda: competition.entries.last().withdraw("", owner()),
    ):
        held = {"If-None-Match": client.get(url)["ETag"]}
        assert client.get(url, headers=held).status_code == 304
        change()
        assert client.get(url, headers=held).status_code == 200


def test_standings_follow_a_match_that_is_signed_reopened_and_signed_anew(competition):
    url = address(competition, "standings")
    client = Client()
    match = play(tables(competition.rounds.get())[1], 38, 40)

    def reopen():
        Match.objects.get(pk=match.pk).reopen("wrong")

    def sign_anew():
        sign(Match.objects.get(pk=match.pk))

    def both():  # after which there are as many results as before
        reopen()
        sign_anew()

    for change in (sign_anew, reopen, sign_anew, both):
        held = {"If-None-Match": client.get(url)["ETag"]}
        assert client.get(url, headers=held).status_code == 304
        change()
        assert client.get(url, headers=held).status_code == 200


def test_standings_that_one_may_not_see_are_not_there_whatever_one_holds(competition):
    url = address(competition, "standings")
    tag = Client().get(url)["ETag"]
    competition.change(owner(), published=False)
    assert Client().get(url, headers={"If-None-Match": tag}).status_code == 404


def test_a_message_is_not_lost_where_the_page_is_as_before(competition):
    client = client_of("Olga")
    url = address(competition, "standings")
    tag = client.get(url)["ETag"]
    client.post(address(competition, "draw_lots"))  # refused: its measures have no lot
    response = client.get(url, headers={"If-None-Match": tag})
    assert response.status_code == 200 and "lot" in response.content.decode()
    assert client.get(url, headers={"If-None-Match": tag}).status_code == 304
