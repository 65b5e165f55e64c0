"""All partners and opponents of one of a club's people."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.clubs import found_club, logged_in, owner_of, people
from tests.play import played, seats

pytestmark = pytest.mark.django_db


def url(player) -> str:
    return reverse("partners", args=[player.club.slug, player.pk])


@pytest.fixture
def club():
    return found_club(listed=True)


def test_all_of_them_page_by_page(club, monkeypatch):
    monkeypatch.setattr("games.views.figures.PEOPLE_A_PAGE", 4)
    monkeypatch.setattr("games.views.figures.PEOPLE_SHOWN", 2)
    an, *others = people(club, "An", *(f"Player {number}" for number in range(9)))
    for day in range(3):
        played(club, seats(an, *others[3 * day : 3 * day + 3]), day=day)
    player = Client().get(reverse("player", args=[club.slug, an.pk]))
    assert url(an) in player.content.decode()
    assert len(player.context["opponents"]) == 2

    found = []
    for page in (1, 2, 3):
        context = Client().get(url(an), {"page": page}).context
        found += [row.label for key in ("partners", "opponents") for row in context[key]]
    assert sorted(found) == [other.name for other in others]


def test_refused_and_empty(club):
    an, bo = people(club, "An", "<i>Bo</i>")
    page = Client().get(url(bo)).content.decode()
    assert "No match that was logged" in page and "<i>Bo" not in page
    assert Client().post(url(an)).status_code == 405
    an.hide(True, owner_of(club))
    assert Client().get(url(an)).status_code == 404
    assert logged_in(owner_of(club)).get(url(an), {"page": "zzz"}).status_code == 200


def test_cost(club, django_assert_max_num_queries):
    four = people(club, "An", "Bo", "Cis", "Dré")
    for day in range(3):
        played(club, seats(*four), day=day)
    with django_assert_max_num_queries(8):
        Client().get(url(four[0]))
