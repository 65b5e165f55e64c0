"""One of the club's people: the page, another name, linking an account."""

import pytest
from django.urls import reverse

from games.models import Invitation, Match, Player
from tests.clubs import account, club_match, found_club, logged_in, owner_of, people
from tests.matches import record

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return found_club()


@pytest.fixture
def an(club):
    return people(club, "An")[0]


@pytest.fixture
def client(club):
    return logged_in(owner_of(club))


def rename(player: Player) -> str:
    return reverse("rename_player", args=[player.club.slug, player.pk])


def test_matches_are_listed(client, club, an):
    match = club_match(club, seated={"S": an})
    record(match, 38)
    other = club_match(club)
    html = client.get(an.get_absolute_url()).content.decode()
    assert match.get_absolute_url() in html and "1 match" in html
    assert other.get_absolute_url() not in html


def test_renaming_rewrites_no_sheet_and_the_old_name_is_kept(client, club, an):
    match = club_match(club, seated={"N": an}, players={"N": "An", "E": "E", "S": "S", "W": "W"})
    assert client.post(rename(an), {"name": "Anna <x>"}).url == an.get_absolute_url()

    assert Match.objects.get().players == match.players
    an = Player.objects.get()
    assert an.name == "Anna <x>" and an.names_before == ["An"]
    html = client.get(an.get_absolute_url()).content.decode()
    assert "Anna &lt;x&gt;" in html and "Also known as:" in html
    an.rename("Annie", owner_of(club))
    an.rename("An", owner_of(club))
    assert Player.objects.get().names_before == ["Annie", "Anna <x>"]


@pytest.mark.parametrize("name", ["", "\u200b", "n" * 81, "b O"])
def test_a_name_that_will_not_do_is_refused(client, club, an, name):
    people(club, "B o")
    response = client.post(rename(an), {"name": name})

    assert response.status_code == 200 and "name" in response.context["form"].errors
    assert response.context["form"]["name"].value() == name
    an.refresh_from_db()
    assert an.name == "An"


def test_one_name_may_be_written_otherwise(client, an):
    assert client.post(rename(an), {"name": "AN"}).status_code == 302
    assert Player.objects.get().name == "AN"


def test_an_invitation_to_link_an_account(client, club, an):
    url = reverse("invite_player", args=[club.slug, an.pk])
    assert client.get(url).status_code == 405
    response = client.post(url)
    made = Invitation.objects.get()
    assert response.url == reverse("show_invitation", args=[club.slug, made.pk])
    assert made.get_absolute_url() in client.get(response.url).content.decode()
    assert response.url in client.get(an.get_absolute_url()).content.decode()

    made.accept(account())
    assert "Linked to the account of" in client.get(an.get_absolute_url()).content.decode()
    again = client.post(url, follow=True)
    assert "linked to an account already" in again.content.decode()
    assert Invitation.objects.count() == 1


def test_somebody_of_another_club_is_not_here(client, club):
    other = found_club("Elsewhere", account("Other"))
    (bo,) = people(other, "Bo")
    for name in ("player", "rename_player", "merge_player"):
        assert client.get(reverse(name, args=[club.slug, bo.pk])).status_code == 404
        assert client.get(reverse(name, args=[other.slug, bo.pk])).status_code == 404
    for number in (0, 9**30):
        assert client.get(reverse("player", args=[club.slug, number])).status_code == 404


@pytest.mark.parametrize("matches", [1, 9])
def test_few_queries(client, club, an, matches, django_assert_num_queries):
    for _ in range(matches):
        record(club_match(club, seated={"N": an}), 38)
    with django_assert_num_queries(13):
        client.get(an.get_absolute_url())
