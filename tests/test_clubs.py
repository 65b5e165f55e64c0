"""The list of clubs."""

import pytest
from django.test import Client

from tests.clubs import account, found_club, logged_in, officer

pytestmark = pytest.mark.django_db

URL = "/clubs/"


def test_everybody_finds_those_that_show_themselves():
    owner = account()
    shown, hidden = found_club("Shown <x>", owner, listed=True), found_club("Hidden", owner)
    html = Client().get(URL).content.decode()

    assert shown.get_absolute_url() in html and "Shown &lt;x&gt;" in html
    assert hidden.get_absolute_url() not in html and "Hidden" not in html


def test_officers_find_their_own():
    club = found_club("Hidden")
    scorer = officer(club, "scorer")

    assert club.get_absolute_url() in logged_in(scorer).get(URL).content.decode()
    assert club.get_absolute_url() not in logged_in(account()).get(URL).content.decode()


def test_one_that_shows_itself_is_there_once():
    club = found_club(listed=True)
    html = logged_in(officer(club, "referee")).get(URL).content.decode()
    assert html.count(club.get_absolute_url()) == 1


@pytest.mark.parametrize("clubs", [1, 9])
def test_few_queries(clubs, django_assert_num_queries):
    owner = account()
    for number in range(clubs):
        found_club(f"Club {number}", owner, listed=True)
    with django_assert_num_queries(1):
        Client().get(URL)
    client = logged_in(owner)
    with django_assert_num_queries(4):  # session, user, own, listed
        client.get(URL)


def test_other_methods_are_refused(client):
    assert client.post(URL).status_code == 405
