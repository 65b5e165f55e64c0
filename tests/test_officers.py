"""The officers of a club, and inviting another."""

import pytest
from django.urls import reverse

from games.models import Invitation
from tests.clubs import found_club, logged_in, membership, officer, owner_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return found_club()


@pytest.fixture
def url(club):
    return reverse("officers", args=[club.slug])


def test_an_invitation_is_made_and_shown_as_a_link(club, url):
    client = logged_in(owner_of(club))
    response = client.post(url, {"role": "scorer"})
    made = Invitation.objects.get()

    assert response.url == reverse("show_invitation", args=[club.slug, made.pk])
    html = client.get(response.url).content.decode()
    assert f'value="http://testserver{made.get_absolute_url()}"' in html
    assert 'class="qr"' in html
    listed = client.get(url).content.decode()
    assert response.url in listed and made.code not in listed


@pytest.mark.parametrize("role", ["", "king", "link"])
def test_only_offices_that_there_are(club, url, role):
    response = logged_in(owner_of(club)).post(url, {"role": role})
    assert response.status_code == 200 and "role" in response.context["form"].errors
    assert not Invitation.objects.exists()


def test_a_secretary_makes_no_owner(club, url):
    client = logged_in(officer(club, "secretary"))
    assert 'value="owner"' not in client.get(url).content.decode()
    assert client.post(url, {"role": "owner"}).status_code == 200
    assert not Invitation.objects.filter(role="owner").exists()


def test_a_scorer_reads_who_the_officers_are(club, url):
    html = logged_in(officer(club, "scorer", "Karel <x>")).get(url).content.decode()
    assert "Karel &lt;x&gt;" in html and "Owner" in html
    assert "Invite" not in html


def test_a_withdrawn_invitation_leads_nowhere(client, club, url):
    made = club.invite("scorer", owner_of(club))
    owner = logged_in(owner_of(club))
    away = reverse("withdraw_invitation", args=[club.slug, made.pk])
    assert owner.get(away).status_code == 405
    assert owner.post(away).url == url

    assert client.get(made.get_absolute_url()).status_code == 404
    assert owner.get(reverse("show_invitation", args=[club.slug, made.pk])).status_code == 404


def test_an_invitation_of_another_club_is_not_shown(club):
    other = found_club("Elsewhere", officer(club, "secretary"))
    made = club.invite("owner", owner_of(club))
    for name in ("show_invitation", "withdraw_invitation"):
        address = reverse(name, args=[other.slug, made.pk])
        client = logged_in(owner_of(other))
        assert client.get(address).status_code in (404, 405)
        assert client.post(address).status_code in (404, 405)
    assert Invitation.objects.filter(pk=made.pk).exists()


def test_an_office_is_changed_and_taken_away(club, url):
    karel = officer(club, "scorer", "Karel")
    client = logged_in(owner_of(club))
    page = reverse("officer", args=[club.slug, membership(club, karel).pk])
    assert 'value="scorer" id="id_role_3" checked' in client.get(page).content.decode()

    assert client.post(page, {"role": "king"}).status_code == 200
    assert client.post(page, {"role": "referee"}).url == url
    assert membership(club, karel).role == "referee"
    entry = club.log.get(verb="role")
    assert (entry.before["role"], entry.after["role"]) == ("scorer", "referee")

    assert client.post(page, {"remove": "1"}).url == url
    assert not club.memberships.filter(user=karel).exists()
    assert client.get(page).status_code == 404


@pytest.mark.parametrize("data", [{"remove": "1"}, {"role": "scorer"}])
def test_the_last_owner_stays_one(club, data):
    owner = owner_of(club)
    page = reverse("officer", args=[club.slug, membership(club, owner).pk])
    response = logged_in(owner).post(page, data)

    assert "A club needs an owner" in response.content.decode()
    assert membership(club, owner).role == "owner"


def test_an_officer_of_another_club_is_not_there(club):
    other = found_club("Elsewhere", officer(club, "secretary"))
    page = reverse("officer", args=[club.slug, membership(other, owner_of(other)).pk])
    assert logged_in(owner_of(club)).post(page, {"remove": "1"}).status_code == 404
    assert other.memberships.exists()


@pytest.mark.parametrize("officers", [1, 9])
def test_few_queries(club, url, officers, django_assert_max_num_queries):
    for number in range(officers):
        officer(club, "scorer", f"Scorer {number}")
    client = logged_in(owner_of(club))
    with django_assert_max_num_queries(6):
        client.get(url)
