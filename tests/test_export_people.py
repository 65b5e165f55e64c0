"""The table of a club's people."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Player, effect_of_forgetting
from games.models.forgetting import forget

from .backups import file_of, restored
from .competitions import add_people, client_of, make_club, make_user, owner
from .csv_files import cells, download

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make_club()


def url_of(club):
    return reverse("export_people", args=[club.slug])


def test_everybody_stands_there_once(club):
    an, bo, twin = add_people(club, "An", "=Bo", "Ann")
    bo.hide(True, owner())
    an.merge(twin, an.effect_of_merging(twin).mark, owner())
    text = download(client_of("Referee"), url_of(club))
    assert cells(text) == [
        ["Number in the club", "Name", "Listed"],
        ["2", "'=Bo", "no"],
        ["1", "An", "yes"],
    ]


def test_numbers_are_the_clubs_own_and_stay(club):
    """They do not tell how many people the site has; nobody's changes when somebody goes."""
    add_people(make_club("Elsewhere"), *(f"P{number}" for number in range(7)))
    an, bo, cis = add_people(club, "An", "Bo", "Cis")
    client = client_of("Olga")

    def numbers():
        return {name: number for number, name, _listed in cells(download(client, url_of(club)))[1:]}

    assert numbers() == {"An": "1", "Bo": "2", "Cis": "3"}
    an.merge(bo, an.effect_of_merging(bo).mark, owner())
    add_people(club, "Dré")
    assert numbers() == {"An": "1", "Cis": "3", "Dré": "4"}
    Player.objects.get(pk=bo.pk).take_back_merge(owner())
    forget(cis, effect_of_forgetting(cis).mark, owner())
    assert numbers() == {"An": "1", "Bo": "2", "Dré": "4"}


def test_they_move_house_with_the_club(club):
    add_people(make_club("Elsewhere"), "X", "Y")
    an, _bo, cis = add_people(club, "An", "Bo", "Cis")
    cis.merge(an, cis.effect_of_merging(an).mark, owner())
    client = client_of("Olga")
    before = cells(download(client, url_of(club)))
    assert before[1:] == [["2", "Bo", "yes"], ["3", "Cis", "yes"]]
    again = restored(file_of(club)).club
    assert again.pk != club.pk and cells(download(client, url_of(again))) == before


def test_it_is_for_officers(club):
    club.change_settings({"listed": True}, owner())
    make_club("Elsewhere").memberships.create(user=make_user("Stranger"), role="owner")
    assert client_of("Stranger").get(url_of(club)).status_code == 404
    assert Client().get(url_of(club)).status_code == 302
    assert client_of("Olga").post(url_of(club)).status_code == 405


def test_it_is_a_file_as_spreadsheets_expect_it(club):
    add_people(club, "An")
    response = client_of("Olga").get(url_of(club))
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="de-bolle-people.csv"'
    # Where decimals have a comma, cells are parted by semicolons.
    for language, head in (
        ("en", b"Number in the club,"),
        ("nl", b";"),
        ("fr", b";"),
        ("de", b";"),
    ):
        found = client_of("Olga").get(url_of(club), headers={"accept-language": language})
        line = b"".join(found.streaming_content).split(b"\r\n")[0]
        assert head in line, language


@pytest.mark.parametrize("count", [2, 40])
def test_two_queries_however_many_there_are(club, count, django_assert_num_queries):
    add_people(club, *(f"P{number}" for number in range(count)))
    client = client_of("Olga")
    with django_assert_num_queries(6):  # session, user, club, office; numbers, people
        download(client, url_of(club))
