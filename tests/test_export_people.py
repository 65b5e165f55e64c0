"""The table of a club's people."""

import pytest
from django.test import Client
from django.urls import reverse

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
        ["Number", "Name", "Listed"],
        [str(bo.pk), "'=Bo", "no"],
        [str(an.pk), "An", "yes"],
    ]


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
    for language, head in (("en", b"Number,"), ("nl", b";"), ("fr", b";"), ("de", b";")):
        found = client_of("Olga").get(url_of(club), headers={"accept-language": language})
        line = b"".join(found.streaming_content).split(b"\r\n")[0]
        assert head in line, language


@pytest.mark.parametrize("count", [2, 40])
def test_one_query_however_many_there_are(club, count, django_assert_num_queries):
    add_people(club, *(f"P{number}" for number in range(count)))
    client = client_of("Olga")
    with django_assert_num_queries(5):  # session, user, club, office; people
        download(client, url_of(club))
