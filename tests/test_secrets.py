"""What nobody but officers comes to know before a competition is published."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import CannotRecord, Match, Rating, Table, start_another, take_off
from tests.competitions import (
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

pytestmark = pytest.mark.django_db

NAME = "Cup of secrets"


@pytest.fixture
def competition():
    """A competition of a club that everybody may see, with a signed match, one under way and a
    result typed in; not published."""
    club = make_club(listed=True, indexable=True)
    competition = make_competition(club, name=NAME)
    enter(competition, 6)
    first, second, third = tables(draw(competition))
    sign(play(first, 40, 45))
    play(second, 33)
    type_result(third, 77, 66)
    return competition


def people(competition):
    """Those of the table whose match is signed; the first two are partners."""
    table = Table.objects.filter(round__competition=competition, match__isnull=False).first()
    return [*table.a.people, *table.b.people]


def pages_of_the_club(competition) -> dict[str, str]:
    """What everybody may open of the club, and its addresses."""
    slug = competition.club.slug
    keys = [one.pk for one in people(competition)]
    urls = [
        "/",
        "/clubs/",
        "/sitemap.xml",
        "/robots.txt",
        reverse("club", args=[slug]),
        reverse("ratings", args=[slug]),
        *(reverse(name, args=[slug, keys[0]]) for name in ("player", "partners", "rating")),
        reverse("pair", args=[slug, keys[0], keys[1]]),
    ]
    found = {}
    for url in urls:
        response = Client().get(url)
        assert response.status_code == 200, url
        found[url] = response.getvalue().decode()
    return found


def every_link(competition) -> list[str]:
    """Each address of the competition that its officers are offered."""
    client = client_of("Olga")
    todo, seen = [competition.get_absolute_url()], set()
    while todo:
        url = todo.pop()
        if url in seen:
            continue
        seen.add(url)
        response = client.get(url)
        if response.status_code == 200:
            html = response.getvalue().decode()
            links = re.findall(r'(?:href|action|hx-get)="([^"#?]+)', html)
            todo += [link for link in links if link.startswith(competition.get_absolute_url())]
    return sorted(seen)


def test_no_page_of_the_club_tells_of_it_or_of_its_matches(competition):
    codes = [table.match.code for table in Table.objects.exclude(match=None)]
    assert len(codes) == 2
    for url, html in pages_of_the_club(competition).items():
        assert NAME not in html and competition.slug not in html, url
        assert not any(code in html for code in codes), url
    slug, one = competition.club.slug, people(competition)[0]
    page = Client().get(reverse("player", args=[slug, one.pk]))
    assert page.context["count"] == page.context["figures"].matches.played == 0
    assert "No rating yet" in Client().get(reverse("ratings", args=[slug])).content.decode()
    # Its officers see it all.
    html = client_of("Referee").get(reverse("club", args=[slug])).content.decode()
    assert all(code in html for code in codes)
    page = client_of("Scorer").get(reverse("player", args=[slug, one.pk]))
    assert page.context["count"] == page.context["figures"].matches.played == 1


def test_no_address_of_it_answers_and_nothing_shows_that_there_is_one(competition):
    links = every_link(competition)
    names = {
        re.sub(r"\d+", "1", link.removeprefix(competition.get_absolute_url())) for link in links
    }
    assert {"", "standings/", "standings/1/", "rounds/1/", "rounds/1/board/", "entries/"} <= names
    for link in links:
        answer = Client().get(link)
        to_log_in = answer.status_code == 302 and answer.url.startswith(reverse("log_in"))
        assert answer.status_code in (404, 405) or to_log_in, link
    slug = competition.club.slug
    assert NAME not in Client().get(reverse("competitions", args=[slug])).content.decode()


def test_a_draft_is_not_shown_even_when_it_is_to_be_published(competition):
    draft = make_competition(competition.club, name="Draft cup", published=True)
    draft.become("draft", owner())
    enter(draft, 2, first=21)
    for page in ("competition", "entries", "standings"):
        url = reverse(page, args=[draft.club.slug, draft.slug])
        assert Client().get(url).status_code == 404
    for url in ("/sitemap.xml", reverse("competitions", args=[draft.club.slug])):
        assert draft.slug not in Client().get(url).getvalue().decode()


def test_published_everything_is_told_and_unpublished_no_more(competition):
    slug, one = competition.club.slug, people(competition)[0]
    code = Table.objects.exclude(match=None).first().match.code
    competition.change(owner(), published=True)
    assert Rating.objects.count() == 4  # of the match that is signed
    found = pages_of_the_club(competition)
    for page in ("club", "player", "pair", "rating"):
        url = next(url for url in found if reverse_name(url) == page)
        assert code in found[url], page
    assert competition.slug in found["/sitemap.xml"]
    assert Client().get(reverse("player", args=[slug, one.pk])).context["count"] == 1

    competition.change(owner(), published=False)
    assert not Rating.objects.exists()
    assert code not in pages_of_the_club(competition)[reverse("club", args=[slug])]


def reverse_name(url: str) -> str:
    from django.urls import resolve

    return resolve(url).url_name


def test_a_club_that_nobody_sees_rates_all_until_it_is_shown(competition):
    club = competition.club
    club.change_settings({"listed": False}, owner())
    assert Rating.objects.count() == 4
    _first, second, _third = tables(competition.rounds.get())
    match = Table.objects.get(pk=second.pk).match
    match.give_up("late")
    sign(match)
    assert Rating.objects.count() == 8
    club.change_settings({"listed": True}, owner())
    assert not Rating.objects.exists()


def test_the_link_of_a_match_is_enough_to_read_it_but_no_search_engine_does(competition):
    match = Table.objects.exclude(match=None).first().match
    page = Client().get(match.get_absolute_url())
    assert page.status_code == 200 and page["X-Robots-Tag"] == "noindex"
    competition.change(owner(), published=True)
    assert "X-Robots-Tag" not in Client().get(match.get_absolute_url())
    history = reverse("history", args=[match.code])
    assert Client().get(history)["X-Robots-Tag"] == "noindex"
    competition.club.change_settings({"indexable": False}, owner())
    assert Client().get(match.get_absolute_url())["X-Robots-Tag"] == "noindex"


def test_whoever_reopens_by_the_scoring_link_is_told_no_standings(competition):
    match = Table.objects.exclude(match=None).first().match
    scorer = Client()
    scorer.get(reverse("open_scoring", args=[match.scoring_code]))
    url = reverse("reopen", args=[match.code])
    assert "standings" not in scorer.get(url).getvalue().decode()
    assert "standings" in client_of("Olga").get(url).getvalue().decode()
    one = people(competition)[0]
    one.hide(True, owner())
    competition.change(owner(), published=True)
    html = scorer.get(url).getvalue().decode().split("What this changes in the standings", 1)[1]
    assert one.name not in re.findall(r"\w+", html.split("<form", 1)[0])


def test_a_match_taken_off_a_table_does_not_name_the_competition_nor_does_one_that_follows(
    competition,
):
    signed, under_way = (one.match for one in Table.objects.exclude(match=None).order_by("pk"))
    with pytest.raises(CannotRecord, match="at a table of a competition"):
        start_another(signed, signed.players, "N", 0)
    assert NAME in signed.place
    for match in (signed, under_way):
        table = Table.objects.get(match=match)
        take_off(table, "", table.mark, owner())
    further = start_another(Match.objects.get(pk=signed.pk), signed.players, "N", 0)
    assert further.place == ""
    for html in pages_of_club_and_people(competition, signed):
        assert NAME not in html
    html = Client().get(reverse("club", args=[competition.club.slug])).content.decode()
    assert all(match.code in html for match in (signed, under_way, further))
    assert Rating.objects.count() == 4  # what was played counts as any match of the club


def pages_of_club_and_people(competition, match):
    slug = competition.club.slug
    people = [seating.player for seating in match.seatings.all()]
    urls = [reverse("club", args=[slug]), match.get_absolute_url()]
    urls += [reverse("player", args=[slug, one.pk]) for one in people]
    return [Client().get(url).getvalue().decode() for url in urls]


def test_somebody_hidden_is_named_on_no_public_page_of_it(competition):
    one = people(competition)[0]
    one.hide(True, owner())
    competition.change(owner(), published=True)
    for link in every_link(competition):
        answer = Client().get(link)
        if answer.status_code == 200:
            assert not re.search(rf"\b{one.name}\b", answer.getvalue().decode()), link
