"""Two of a club's people as partners."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.clubs import account, found_club, logged_in, owner_of, people
from tests.play import played, seats

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return found_club(listed=True)


@pytest.fixture
def four(club):
    return people(club, "An", "Bo", "Cis", "<b>Dré</b>")


def url(club, one, other) -> str:
    return reverse("pair", args=[club.slug, one.pk, other.pk])


def test_together_and_against_each_other(club, four):
    an, bo, cis, dre = four
    played(club, seats(*four))
    played(club, seats(an, bo, cis, dre), "EW", day=1)
    played(club, seats(an, cis, bo, dre), "EW", day=2)  # against each other
    played(club, seats(bo, cis, dre, an), "NS", day=3)  # partners as East and West
    one = Client().get(url(club, an, cis)).context
    other = Client().get(url(club, cis, an)).context

    assert (one["figures"].matches.won, one["figures"].matches.lost) == (1, 2)
    assert one["figures"].matches == other["figures"].matches
    assert one["figures"].named == other["figures"].named
    assert (one["against"].lost, other["against"].won) == (1, 1)
    assert len(one["matches"]) == 4
    page = Client().get(url(club, an, dre)).content.decode()
    assert "<b>Dré</b>" not in page and "&lt;b&gt;Dré" in page


def test_two_who_never_played_together(club, four):
    an, bo, *_ = four
    page = Client().get(url(club, an, bo)).content.decode()
    assert "no signed match as partners" in page


def test_refused(club, four):
    an, bo, cis, _dre = four
    owner = owner_of(club)
    assert Client().post(url(club, an, bo)).status_code == 405
    assert Client().get(url(club, an, an)).status_code == 404
    bo.hide(True, owner)
    assert Client().get(url(club, an, bo)).status_code == 404
    assert Client().get(url(club, bo, an)).status_code == 404
    assert logged_in(owner).get(url(club, an, bo)).status_code == 200
    club.listed = False
    club.save()
    assert Client().get(url(club, an, cis)).status_code == 404
    assert logged_in(account("Stranger")).get(url(club, an, cis)).status_code == 404


def test_cost(club, four, django_assert_max_num_queries, django_assert_num_queries):
    an, _bo, cis, _dre = four
    played(club, seats(*four))
    with django_assert_max_num_queries(12) as few:
        Client().get(url(club, an, cis))
    for day in range(4):
        played(club, seats(*four), day=day)
    with django_assert_num_queries(len(few)):
        Client().get(url(club, an, cis))
