"""The hand records of a match: which deals, on which paper."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Match

from .matches import record, scoring_client, start_match
from .test_hand_record import words
from .test_replay import CARELESS, lines

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    """Seven deals, of which the second and a misdeal have no cards."""
    match = start_match("manillen-61")
    for number in range(1, 8):
        if number == 2:
            record(match, 30)
        elif number == 4:
            record(match, misdeal="exposed-card")
        else:
            record(match, 30, cards_played=lines(CARELESS))
    return match


def show(match: Match, query: str = ""):
    response = Client().get(reverse("hand_records", args=[match.code]) + query)
    assert response.status_code == 200
    return response


def pages(response) -> list[list[int]]:
    return [[one["deal"].number for one in page] for page in response.context["pages"]]


def test_all_the_deals_with_cards_stand_there_four_to_a_page(match):
    response = show(match)
    assert pages(response) == [[1, 3, 5, 6], [7]]
    page = words(response)
    assert "games/paper-a4.css" in page
    assert "No cards were entered for deals 2, 4." in page
    for deal in match.played:
        link = reverse("hand_record", args=[match.code, deal.number, deal.mark])
        assert (link in page) is deal.has_cards


def test_deals_and_paper_are_chosen(match):
    response = show(match, "?deal=7&deal=3&paper=a6")
    assert pages(response) == [[3], [7]]
    assert "games/paper-a6.css" in words(response)
    assert pages(show(match, "?paper=a6")) == [[1], [3], [5], [6], [7]]


@pytest.mark.parametrize("query", ["?deal=2", "?deal=x&deal=1", "?paper=letter", "?deal=99999"])
def test_what_cannot_be_chosen_is_said_at_the_field(match, query):
    response = show(match, query)
    assert pages(response) == [[1, 3, 5, 6], [7]]
    assert 'class="errorlist"' in words(response)


def test_a_match_without_cards_says_so():
    match = start_match()
    record(match, 30)
    page = words(show(match))
    assert "No cards were entered for any deal of this match" in page
    assert "<article" not in page


def test_who_may_not(match):
    assert Client().get("/matches/nothing/hand-records/").status_code == 404
    address = reverse("hand_records", args=[match.code])
    assert scoring_client(match).post(address).status_code == 405


def test_it_takes_two_statements_however_many_deals(match, django_assert_max_num_queries):
    with django_assert_max_num_queries(2):
        show(match)
