"""What a page or a verb asks of the database does not grow with what the site holds. Pages that
have such a test of their own are not repeated here; figures: bench/scale.py."""

import json

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Club, Match, Player, Table
from tests.clubs import found_club, logged_in, owner_of, people
from tests.competitions import client_of, draw, enter, make_club, make_competition, type_result
from tests.competitions import tables as tables_of
from tests.matches import new_deal, remember
from tests.play import played, seats

pytestmark = pytest.mark.django_db

FEW, MANY = 2, 12


@pytest.fixture
def club() -> Club:
    return found_club(listed=True)


@pytest.fixture
def four(club) -> list[Player]:
    return people(club, "An", "Bo", "Cis", "Dré")


def statements(ask) -> int:
    with CaptureQueriesContext(connection) as asked:
        response = ask()
    assert response.status_code < 400
    return len(asked)


def grows(club, four, ask) -> tuple[int, int]:
    """The statements that it takes with few and with many signed matches in the club."""
    counts = []
    for day in range(MANY):
        played(club, seats(*four), day=day)
        if day + 1 in (FEW, MANY):
            counts.append(statements(ask))
    return tuple(counts)


@pytest.mark.parametrize("page", ["club", "people", "ratings", "competitions", "club_history"])
def test_pages_of_a_club(club, four, page):
    client = logged_in(owner_of(club))
    few, many = grows(club, four, lambda: client.get(reverse(page, args=[club.slug])))
    assert few == many


@pytest.mark.parametrize("page", ["player", "partners", "rating"])
def test_pages_of_a_person(club, four, page):
    address = reverse(page, args=[club.slug, four[0].pk])
    few, many = grows(club, four, lambda: Client().get(address))
    assert few == many


def test_recording_a_deal_and_its_sheet(club, four):
    matches = iter([played(club, seats(*four), day=20, sign=False) for _ in range(2)])

    def record():
        match = Match.objects.get(pk=next(matches).pk)
        match.undo(match.played[-1].number)
        deal = new_deal(match, 30)
        client = remember(Client(), match, scoring=True)
        told = {"number": deal.number, "key": deal.key, "trump": deal.trump}
        return client.post(reverse("record_deal", args=[match.code]), told)

    few, many = grows(club, four, record)
    assert few == many


@pytest.mark.parametrize("day", [30, -1], ids=["the latest", "begun before the others"])
def test_signing(club, four, day):
    """Where others were played later these are rated anew: that many rows, no more statements."""
    played(club, seats(*four), day=-2)
    matches = iter([played(club, seats(*four), day=day, sign=False) for _ in range(2)])
    client = logged_in(owner_of(club))

    def sign():
        match = next(matches)
        match.sign("NS", "An")
        told = {"side": "EW", "name": "Bo", "seen": json.dumps(match.result())}
        return client.post(reverse("sign", args=[match.code]), told)

    few, many = grows(club, four, sign)
    assert few == many


def test_signing_looks_at_later_matches_by_their_ratings(club, four):
    """Not through all matches of the club, which no index puts in the order of play."""
    match = played(club, seats(*four), day=-1, sign=False)
    played(club, seats(*four), day=1)
    match.sign("NS", "An")
    with CaptureQueriesContext(connection) as asked:
        match.sign("EW", "Bo")
    assert not [each for each in asked if "COALESCE" in each["sql"] and " IN (" not in each["sql"]]


@pytest.fixture
def competition():
    found = make_competition(make_club(listed=True), published=True)
    enter(found, 8)
    return found


def play_round(competition) -> None:
    for table in tables_of(draw(competition)):
        type_result(table, 100, 60)


@pytest.mark.parametrize(
    "page", ["competition", "entries", "standings", "draw_round", "competition_history"]
)
def test_pages_of_a_competition(competition, page):
    client = client_of("Olga")
    address = reverse(page, args=[competition.club.slug, competition.slug])
    counts = []
    for rounds in range(1, 5):
        play_round(competition)
        if rounds in (1, 4):
            counts.append(statements(lambda: client.get(address)))
    assert counts[0] == counts[1]


def test_confirming_a_result(competition):
    client, counts = client_of("Olga"), []
    for _round in range(4):
        first, *others = tables_of(draw(competition))
        for table in others:
            type_result(table, 100, 60)
        first.typed_by, first.kind, first.winner = "x", "played", "a"
        first.points_a, first.points_b = 101, 50
        first.save()
        mark = Table.objects.get(pk=first.pk).mark
        counts.append(
            statements(lambda at=first, seen=mark: client.post(
                at.url("confirm_result"), {"seen": seen}
            ))
        )  # fmt: skip
        assert Table.objects.get(pk=first.pk).counted
    assert counts[0] == counts[-1]
