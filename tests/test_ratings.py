"""A club's rating list, and how one of its people came by a rating."""

from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse

from games.models import UNNAMED, Match, Rating
from tests.clubs import account, found_club, logged_in, owner_of, people
from tests.play import played, seats

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return found_club(listed=True)


@pytest.fixture
def four(club):
    return people(club, "An", "Bo", "Cis", "<u>Dré</u>")


def url(club) -> str:
    return reverse("ratings", args=[club.slug])


def test_the_best_first_and_equals_equal(club, four):
    played(club, seats(*four))
    response = Client().get(url(club))
    rows = response.context["rows"]

    assert [(row["rank"], row["name"], row["shown"]) for row in rows] == [
        (1, "An", 1097),
        (1, "Cis", 1097),
        (3, "Bo", 940),
        (3, "<u>Dré</u>", 940),
    ]
    page = response.content.decode()
    assert "how strong somebody has proved to be" in page
    assert "<u>Dré" not in page and "&lt;u&gt;Dré" in page


def test_ranks_go_on_from_page_to_page(club, four, monkeypatch):
    monkeypatch.setattr("games.views.figures.PEOPLE_A_PAGE", 1)
    played(club, seats(*four))
    ranks = [
        row["rank"]
        for page in range(1, 5)
        for row in Client().get(url(club), {"page": page}).context["rows"]
    ]
    assert ranks == [1, 1, 3, 3]


def test_nobody_rated_yet(club):
    assert "No rating yet" in Client().get(url(club)).content.decode()


def test_who_is_not_named_keeps_the_place(club, four):
    played(club, seats(*four))
    four[0].hide(True, owner_of(club))
    response = Client().get(url(club))
    assert [row["name"] for row in response.context["rows"]][0] == UNNAMED
    assert "An" not in [row["name"] for row in response.context["rows"]]
    assert f"/people/{four[0].pk}/" not in response.content.decode()
    seen = logged_in(owner_of(club)).get(url(club)).context["rows"]
    assert seen[0]["name"] == "An"


def test_refused(club, four):
    assert Client().post(url(club)).status_code == 405
    club.listed = False
    club.save()
    assert Client().get(url(club)).status_code == 404
    assert logged_in(account("Stranger")).get(url(club)).status_code == 404
    assert logged_in(owner_of(club)).get(url(club)).status_code == 200


def test_the_list_reads_what_is_kept(club, four, django_assert_max_num_queries):
    """However many matches there are, nothing is computed for a page."""
    for day in range(3):
        played(club, seats(*four), day=day)
    with django_assert_max_num_queries(4):
        Client().get(url(club))
    Rating.objects.filter(player=four[0]).update(shown=4321)
    assert Client().get(url(club)).context["rows"][0]["shown"] == 4321


# One person's


def steps(player) -> str:
    return reverse("rating", args=[player.club.slug, player.pk])


def test_match_by_match(club, four):
    first = played(club, seats(*four))
    second = played(club, seats(*four), "EW", day=1)
    response = Client().get(steps(four[0]))
    rows = response.context["rows"]

    assert [row["match"] for row in rows] == [second, first]
    assert rows[1]["change"] == "+97" and rows[1]["shown"] == 1097
    assert rows[0]["change"].startswith("−")
    assert rows[0]["shown"] == Rating.objects.get(player=four[0]).shown
    assert first.get_absolute_url() in response.content.decode()


def test_a_day_is_the_one_where_the_club_plays(club, four):
    """23:30 in UTC is the next day in Brussels."""
    match = played(club, seats(*four))
    Match.objects.filter(pk=match.pk).update(
        played_on=None, started_at=datetime(2026, 3, 9, 23, 30, tzinfo=UTC)
    )
    assert "10 March 2026" in Client().get(steps(four[0])).content.decode()
    assert "10 March 2026" in Client().get(four[0].get_absolute_url()).content.decode()


def test_match_by_match_in_pages(club, four, monkeypatch):
    monkeypatch.setattr("games.views.figures.MATCHES_A_PAGE", 2)
    for day in range(3):
        played(club, seats(*four), day=day)
    first = Client().get(steps(four[0])).context
    rest = Client().get(steps(four[0]), {"before": first["earlier"]}).context
    assert len(first["rows"]) == 2 and len(rest["rows"]) == 1
    assert rest["rows"][0]["change"] == "+97"
    assert first["rows"][1]["shown"] - rest["rows"][0]["shown"] == int(first["rows"][1]["change"])


def test_match_by_match_refused(club, four):
    played(club, seats(*four))
    assert Client().post(steps(four[0])).status_code == 405
    assert Client().get(steps(four[0]), {"before": "1 or 1"}).status_code == 404
    four[1].hide(True, owner_of(club))
    page = Client().get(steps(four[0])).content.decode()
    assert "Bo" not in page.replace("viewBox", "") and UNNAMED in page
    assert Client().get(steps(four[1])).status_code == 404


def test_match_by_match_cost(club, four, django_assert_max_num_queries):
    for day in range(4):
        played(club, seats(*four), day=day)
    with django_assert_max_num_queries(4):
        Client().get(steps(four[0]))


def test_match_by_match_of_somebody_unrated(club, four):
    assert "No rating yet" in Client().get(steps(four[0])).content.decode()
