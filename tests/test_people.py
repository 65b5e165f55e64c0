"""The club's people, and adding others."""

import pytest
from django.urls import reverse

from games.models import Player
from tests.clubs import account, found_club, logged_in, officer, owner_of, people

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return found_club()


@pytest.fixture
def url(club):
    return reverse("people", args=[club.slug])


def names(club) -> list[str]:
    return sorted(player.name for player in Player.of(club))


def test_they_are_added_a_name_a_line(club, url):
    client = logged_in(officer(club, "scorer"))
    told = "An\r\n\r\n  Renée   O'Brien <x> \nرنيه\n🂡\n"
    assert client.post(url, {"names": told}).status_code == 302

    assert names(club) == sorted(["An", "Renée O'Brien <x>", "رنيه", "🂡"])
    assert "Renée O&#x27;Brien &lt;x&gt;" in client.get(url).content.decode()


@pytest.mark.parametrize(
    "told, word",
    [
        ("", "at least one"),
        ("\u200b\n\u2060", "at least one"),
        (" \n ", "at least one"),
        ("An\nan", "twice"),
        ("x" * 81, "longer"),
    ],
)
def test_what_will_not_do_is_said_and_nobody_is_added(club, url, told, word):
    response = logged_in(owner_of(club)).post(url, {"names": told})

    assert word in " ".join(response.context["form"].errors["names"])
    assert response.context["form"]["names"].value() == told
    assert names(club) == []


def test_a_name_that_is_there_is_not_added_again_nor_those_beside_it(club, url):
    people(club, "An")
    response = logged_in(owner_of(club)).post(url, {"names": "Bo\nAN"})

    assert "is one of the club" in response.context["form"].errors["names"][0]
    assert names(club) == ["An"]


def test_another_club_has_other_people(club, url):
    other = found_club("Elsewhere", account("Other"))
    people(other, "Only there")
    people(club, "An")
    assert "Only there" not in logged_in(owner_of(club)).get(url).content.decode()
    assert logged_in(owner_of(other)).get(url).status_code == 404


@pytest.mark.parametrize("count", [1, 30])
def test_few_queries(club, url, count, django_assert_num_queries):
    people(club, *(f"Player {number}" for number in range(count)))
    client = logged_in(owner_of(club))
    with django_assert_num_queries(5):  # session, user, club, office, people
        client.get(url)


def test_many_are_listed_page_by_page(club, url):
    people(club, *(f"Player {number:03}" for number in range(101)))
    client = logged_in(owner_of(club))
    first = client.get(url).content.decode()
    assert "Player 099" in first and "Player 100" not in first
    second = client.get(url, {"page": 2}).content.decode()
    assert "Player 100" in second and "Player 099" not in second
    assert client.get(url, {"page": "x"}).status_code == 200


def test_other_methods_are_refused(club, url):
    assert logged_in(owner_of(club)).put(url).status_code == 405
