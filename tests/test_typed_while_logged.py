"""A result typed in while the table is still logging its match: neither side acts in the dark."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Player, Table

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
    play,
    tables,
    type_result,
)
from .matches import record

pytestmark = pytest.mark.django_db

UNDER_WAY = "The match at this table is under way, with"
TYPED_IN = "was typed in, and counts instead of this sheet: 57–101."


@pytest.fixture
def table():
    competition = make_competition(make_club())
    enter(competition, 2)
    return tables(draw(competition))[0]


def fresh(table):
    found = Table.objects.select_related("match").get(pk=table.pk)
    found.round.competition = table.competition
    return found


def scribe(match):
    client = Client()
    client.get(reverse("open_scoring", args=[match.scoring_code]))
    return client


def test_the_form_warns_while_the_match_is_under_way(table):
    client = client_of("Secretary")
    assert UNDER_WAY not in client.get(table.url("table_result")).content.decode()
    match = play(table, 40)
    one, other = match.rules.table.sides
    totals = f"{match.sheet.totals[one]}–{match.sheet.totals[other]}"
    assert totals != "0–0"
    html = client.get(table.url("table_result")).content.decode()
    assert f"{UNDER_WAY} {totals} so far." in html and match.get_absolute_url() in html
    record(match, 40)
    assert match.is_over
    assert UNDER_WAY not in client.get(table.url("table_result")).content.decode()


def test_the_warning_stays_when_the_typed_result_is_put_right(table):
    play(table, 40)
    type_result(fresh(table), 57, 101)
    client, url = client_of("Secretary"), table.url("table_result")
    page = client.get(url)
    data = {"how": "played", "points_a": "101", "points_b": "57", "reason": "read wrongly"}
    page = client.post(url, {**data, "seen": page.context["mark"]})
    assert page.context["effect"] and UNDER_WAY in page.content.decode()


def test_the_scribe_is_told_that_a_typed_result_counts(table):
    match = play(table, 40)
    client, url = scribe(match), match.get_absolute_url()
    page = client.get(url)
    assert TYPED_IN not in page.content.decode()
    follow = {"HX-Request": "true", "HX-Target": "standing", "If-None-Match": page.context["tag"]}
    assert client.get(url, headers=follow).status_code == 304
    type_result(fresh(table), 57, 101)
    page = client.get(url, headers=follow)  # the phone follows: it is told without a press
    assert page.status_code == 200 and TYPED_IN in page.content.decode()
    assert client.get(url, headers={**follow, "If-None-Match": page["ETag"]}).status_code == 304
    assert TYPED_IN in client.get(url).content.decode()
    # Put right, it is told anew; once the match is over, too.
    current = fresh(table)
    facts = {"kind": "played", "winner": "a", "points_a": 101, "points_b": 57}
    current.type_result(facts, "read wrongly", current.mark, owner())
    html = client.get(url, headers={**follow, "If-None-Match": page["ETag"]}).content.decode()
    assert "instead of this sheet: 101–57." in html
    record(match, 40)
    assert "instead of this sheet: 101–57." in client.get(url).content.decode()


def test_it_is_not_told_before_it_counts(table):
    match = play(table, 40)
    type_result(fresh(table), 57, 101, make_user("Scorer"))
    assert "typed in" not in scribe(match).get(match.get_absolute_url()).content.decode()
    current = fresh(table)
    current.confirm(current.mark, owner())
    assert TYPED_IN in scribe(match).get(match.get_absolute_url()).content.decode()


def test_readers_are_told_once_the_competition_is_published(table):
    match = play(table, 40)
    type_result(fresh(table), 57, 101)
    url = match.get_absolute_url()
    assert TYPED_IN not in Client().get(url).content.decode()
    assert TYPED_IN in client_of("Scorer").get(url).content.decode()
    table.competition.change(owner(), published=True)
    assert TYPED_IN in Client().get(url).content.decode()


def test_whoever_did_not_come_is_named_as_on_the_sheet(table):
    match = play(table)
    current = fresh(table)
    current.type_result({"kind": "forfeit", "winner": "b"}, "", current.mark, owner())
    table.competition.change(owner(), published=True)
    one = match.rules.table.sides[0]
    hidden, partner = (match.players[seat] for seat in one)
    Player.objects.filter(name=hidden).update(hidden=True)
    html = Client().get(match.get_absolute_url()).content.decode()
    (told,) = (line for line in html.splitlines() if "instead of this sheet" in line)
    assert "did not come" in told and partner in told and hidden not in told
    assert not re.search(rf"\b{hidden}\b(?!\.)", html)  # A1, which is no path of an icon


def test_a_captain_reads_it_before_it_is_published():
    competition = make_competition(
        make_club(), "team-league", options={"games": 1, "pairs": 1, "double": False}
    )
    enter(competition, 2)
    meeting = meetings(draw(competition))[0]
    Player.objects.filter(pk=meeting.home.captain.pk).update(user=make_user("Home"))
    hand_in(meeting)
    meeting.refresh_from_db()
    meeting.round.competition = competition
    match = play(meeting.places()[0])
    type_result(meeting.places()[0], 57, 101)
    url = match.get_absolute_url()
    assert TYPED_IN in client_of("Home").get(url).content.decode()
    assert TYPED_IN not in client_of("Guest").get(url).content.decode()


def test_what_it_costs(table, django_assert_max_num_queries):
    match = play(table, 40)
    type_result(fresh(table), 57, 101)
    client, url = scribe(match), match.get_absolute_url()
    client.get(url)
    follow = {"HX-Request": "true", "HX-Target": "standing"}
    with django_assert_max_num_queries(6):
        tag = client.get(url, headers=follow)["ETag"]
    with django_assert_max_num_queries(2):  # the session, the state
        assert client.get(url, headers={**follow, "If-None-Match": tag}).status_code == 304


def row_of(html: str, match) -> str:
    """The line of a list that leads to the match."""
    return html.split(f'href="{match.get_absolute_url()}"')[1].split("</a>")[0]


def listed(table, match) -> list[str]:
    """Where matches are listed: the club's page, that of a player, of two, and the front page."""
    club = table.competition.club
    club.listed = True
    club.save()
    one, other, *_rest = match.seatings.select_related("player").order_by("pk")
    person, partner = one.player, other.player
    return [
        club.get_absolute_url(),
        person.get_absolute_url(),
        reverse("pair", args=[club.slug, person.pk, partner.pk]),
        reverse("home"),
    ]


def test_lists_of_matches_tell_the_result_that_counts(table):
    table.competition.change(owner(), published=True)
    match = play(fresh(table))
    addresses = listed(table, match)
    client = scribe(match)
    for url in addresses:
        assert "no deal played yet" in row_of(client.get(url).content.decode(), match), url
    type_result(fresh(table), 57, 101, make_user("Scorer"))
    for url in addresses:  # it does not count yet
        assert "no deal played yet" in row_of(client.get(url).content.decode(), match), url
    current = fresh(table)
    current.confirm(current.mark, owner())
    for url in addresses:
        row = row_of(client.get(url).content.decode(), match)
        assert re.findall(r'match-total">(.*?)<', row) == ["57", "101"], url
        assert "counts as it was typed in" in row and "badge" not in row, url
    # One who did not come is named as on the sheet; there are no points then.
    current = fresh(table)
    current.type_result({"kind": "forfeit", "winner": "b"}, "late", current.mark, owner())
    one = match.rules.table.sides[0]
    hidden, partner = (match.players[seat] for seat in one)
    Player.objects.filter(name=hidden).update(hidden=True)
    reader = Client()
    reader.get(match.get_absolute_url())
    for url in (addresses[0], reverse("home")):
        row = row_of(reader.get(url).content.decode(), match)
        assert "did not come" in row and partner in row and "match-total" not in row
        assert not re.search(rf"\b{hidden}\b(?!\.)", row)


def test_a_result_of_what_is_not_published_is_listed_for_those_who_may_know_it(table):
    match = play(table, 40)
    type_result(fresh(table), 57, 101)
    reader = Client()
    reader.get(match.get_absolute_url())
    for client, told in ((reader, False), (scribe(match), True), (client_of("Scorer"), True)):
        client.get(match.get_absolute_url())
        row = row_of(client.get(reverse("home")).content.decode(), match)
        assert ("counts as it was typed in" in row) is told


def test_to_list_it_costs_no_query_more(table, django_assert_num_queries):
    table.competition.change(owner(), published=True)
    match = play(table)
    url = listed(table, match)[0]
    with CaptureQueriesContext(connection) as before:
        Client().get(url)
    type_result(fresh(table), 57, 101)
    with django_assert_num_queries(len(before)):
        Client().get(url)
