"""The page of one of a club's people: who reads it, and its figures."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import UNNAMED, Player
from tests.clubs import account, found_club, logged_in, officer, owner_of, people
from tests.matches import record, start_match
from tests.play import played, seats

pytestmark = pytest.mark.django_db

NASTY = '<script>alert("x")</script>'


@pytest.fixture
def club():
    return found_club(listed=True)


@pytest.fixture
def four(club):
    return people(club, "An", "Bo", "Cis", "Dré")


def url(player: Player) -> str:
    return reverse("player", args=[player.club.slug, player.pk])


def text(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode()


def test_figures_of_signed_matches(club, four):
    an, bo, cis, dre = four
    played(club, seats(*four))
    played(club, seats(an, cis, bo, dre), "EW", day=1)
    played(club, seats(*four), day=2, sign=False)
    response = Client().get(url(an))

    figures = response.context["figures"]
    assert (figures.matches.won, figures.matches.lost) == (1, 1)
    assert {row.label: row.tally.won for row in response.context["partners"]} == {"Cis": 1, "Bo": 0}
    assert [row.suit for row in response.context["named"]] == ["H"]
    assert response.context["rating"].matches == 2
    assert len(response.context["matches"]) == 3
    page = response.content.decode()
    assert "50%" in page and "West-Flemish Manillen" in page
    assert reverse("pair", args=[club.slug, an.pk, cis.pk]) in page


def test_without_a_signed_match(club, four):
    page = text(Client(), url(four[0]))
    assert (
        "No match that was logged" in page and "%" not in page.split("<main")[1].split("</main")[0]
    )


def test_merged_entries_are_one(club, four):
    an, bo, cis, dre = four
    (twin,) = people(club, "An II")
    played(club, seats(*four))
    played(club, seats(twin, bo, cis, dre), day=1)
    played(club, seats(bo, twin, cis, dre), day=2)
    an.merge(twin, an.effect_of_merging(twin).mark, owner_of(club))

    assert Client().get(url(an)).context["figures"].matches.played == 3
    partners = {row.label: row.tally.played for row in Client().get(url(bo)).context["partners"]}
    assert partners == {"Dré": 2, "Cis": 1}
    opponents = {row.label: row.tally.played for row in Client().get(url(bo)).context["opponents"]}
    assert opponents == {"An": 3, "Cis": 2, "Dré": 1}
    moved = Client().get(url(twin))
    assert moved.status_code == 302 and moved.url == url(an)


def test_who_reads_it(club, four):
    (an, *_others) = four
    referee = logged_in(officer(club, "referee"))
    itself = account("An's own")
    an.link(itself)
    stranger = logged_in(account("Stranger"))
    asked = {"public": Client(), "stranger": stranger, "self": logged_in(itself), "r": referee}

    def readers() -> set[str]:
        return {who for who, client in asked.items() if client.get(url(an)).status_code == 200}

    assert readers() == set(asked)
    an.hide(True, by=itself)
    assert readers() == {"self", "r"}
    an.hide(False, by=itself)
    club.listed = False
    club.save()
    assert readers() == {"self", "r"}
    assert Client().get(url(an)).status_code == 404


def test_the_public_reads_nothing_about_the_entry(club, four):
    (an, *_others) = four
    an.link(account("Annemie Account"))
    an.rename("An Renamed", owner_of(club))
    page = text(Client(), url(an))
    assert (
        "Annemie" not in page
        and "Also known as" not in page
        and "<form" not in page.split('id="main"')[1].split("</main")[0]
    )
    assert "Annemie" in text(logged_in(owner_of(club)), url(an))


def test_who_does_not_want_to_be_named_is_not(club, four):
    an, bo, cis, dre = four
    played(club, seats(*four))
    bo.hide(True, by=owner_of(club))
    page = text(Client(), url(an))

    assert "Bo" not in page.replace("viewBox", "") and UNNAMED in page
    assert reverse("pair", args=[club.slug, an.pk, bo.pk]) not in page
    seen = text(logged_in(owner_of(club)), url(an))
    assert "<bdi>Bo</bdi>" in seen and UNNAMED not in seen


def test_search_engines_only_where_the_club_says_so(club, four):
    assert Client().get(url(four[0]))["X-Robots-Tag"] == "noindex"
    club.indexable = True
    club.save()
    assert "X-Robots-Tag" not in Client().get(url(four[0])).headers


def test_names_are_escaped(club, four):
    nasty, other = people(club, NASTY, "مريم 🃏 " + "x" * 30)
    played(club, seats(nasty, other, four[0], four[1]))
    for one in (nasty, other, four[0], four[1]):
        page = text(Client(), url(one))
        assert NASTY not in page and "&lt;script&gt;" in page


def test_no_such_person(club, four):
    elsewhere = found_club("Elsewhere", account("Other"), listed=True)
    for address in (
        reverse("player", args=[club.slug, 99999]),
        reverse("player", args=[elsewhere.slug, four[0].pk]),
        reverse("player", args=["no-club", four[0].pk]),
    ):
        assert Client().get(address).status_code == 404
    assert Client().get(url(four[0]), {"before": "x"}).status_code == 404
    assert Client().post(url(four[0])).status_code == 405


def test_matches_are_paged(club, four):
    for _number in range(22):
        start_match(club=club, people=seats(*four))
    first = Client().get(url(four[0]))
    assert len(first.context["matches"]) == 20
    rest = Client().get(url(four[0]), {"before": first.context["earlier"]})
    assert len(rest.context["matches"]) == 2 and rest.context["earlier"] is None


def test_the_cost_does_not_grow(
    club, four, django_assert_num_queries, django_assert_max_num_queries
):
    for day in range(3):
        played(club, seats(*four), day=day)
    client = Client()
    with django_assert_max_num_queries(15) as few:
        client.get(url(four[0]))
    others = people(club, *(f"Other {number}" for number in range(8)))
    for day in range(4):
        played(club, seats(*others[day : day + 4]), day=day)
        played(club, seats(four[0], *others[day : day + 3]), day=day)
    with django_assert_num_queries(len(few)):
        client.get(url(four[0]))


def test_another_match_that_goes_on_is_listed(club, four):
    match = start_match(club=club, people=seats(*four))
    record(match, 38)
    assert match.get_absolute_url() in text(Client(), url(four[0]))
