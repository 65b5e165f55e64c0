"""A guests' match taken into a club: who of its people sat where."""

import pytest
from django.urls import reverse

from games.models import Match, Player, Seating, claim_match
from tests.clubs import account, found_club, logged_in, officer, owner_of, people
from tests.matches import PLAYERS, record, remember, start_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return found_club("Hof <x>")


@pytest.fixture
def match():
    match = start_match(players={**PLAYERS, "W": "Dré Maes"})
    record(match, 38)
    return match


@pytest.fixture
def client(club, match):
    return remember(logged_in(owner_of(club)), match, scoring=True)


def url(match: Match) -> str:
    return reverse("claim", args=[match.code])


def seated(match: Match) -> dict[str, str]:
    return {one.seat: one.player.name for one in Seating.objects.filter(match=match)}


def test_the_sheet_leads_here_for_whoever_is_logged_in_and_scores(client, club, match):
    assert url(match) in client.get(match.get_absolute_url()).content.decode()
    reader = remember(logged_in(account()), match, scoring=False)
    assert url(match) not in reader.get(match.get_absolute_url()).content.decode()


def test_names_are_found_suggested_or_new(client, club, match):
    people(club, "AN", "Dre Maes", "Gust")
    form = client.get(url(match)).context["form"]

    chosen = {seat: form[f"seat_{seat}"].value() for seat in "NESW"}
    an = Player.named(club, "An")
    # The same name is the same person; one much like it is asked; others are new.
    assert chosen == {"N": str(an.pk), "E": "new", "S": "new", "W": ""}
    assert "Similar names" in str(form["seat_W"])


def test_people_are_seated_and_the_sheet_stays(client, club, match):
    an, dre, gust = people(club, "AN", "Dre Maes", "Gust")
    before = match.players
    told = {"seat_N": an.pk, "seat_E": "new", "seat_S": "guest", "seat_W": dre.pk}
    assert client.post(url(match), told).url == match.get_absolute_url()

    stored = Match.objects.get()
    assert stored.club == club and stored.players == before
    assert seated(match) == {"N": "AN", "E": "Bo", "W": "Dre Maes"}
    page = client.get(match.get_absolute_url()).content.decode()
    assert "Hof &lt;x&gt;" in page and url(match) not in page
    history = client.get(reverse("history", args=[match.code])).content.decode()
    assert "The match was taken into <bdi>Hof &lt;x&gt;</bdi>" in history
    assert match.log.last().by == "Owner"


def test_pressed_twice_nothing_more_happens(client, club, match):
    told = {f"seat_{seat}": "new" for seat in "NESW"}
    for _press in range(2):
        assert client.post(url(match), told).status_code == 302
    assert Player.of(club).count() == 4
    assert match.log.filter(verb="claim").count() == 1


@pytest.mark.parametrize("wrong", ["", "x", "0", "9" * 30])
def test_what_will_not_do_is_said_at_its_seat(client, club, match, wrong):
    an, dre = people(club, "An", "Dre Maes")
    told = {"seat_N": an.pk, "seat_E": "new", "seat_S": an.pk, "seat_W": wrong}
    response = client.post(url(match), told)

    assert response.status_code == 200
    errors = response.context["form"].errors
    assert set(errors) == {"seat_S", "seat_W"} and "two seats" in errors["seat_S"][0]
    assert response.context["form"]["seat_E"].value() == "new"
    assert Match.objects.get().club is None and Player.of(club).count() == 2


def test_two_of_one_name_do_not_both_join(client, club):
    match = start_match(players={**PLAYERS, "E": "an"})
    remember(client, match, scoring=True)
    response = client.post(url(match), {f"seat_{seat}": "new" for seat in "NESW"})
    assert "seat_E" in response.context["form"].errors
    assert not Player.of(club).exists()


def test_seats_without_a_name_are_guests(client, club):
    match = start_match(players=dict(zip("NESW", "NESW", strict=True)))
    remember(client, match, scoring=True)
    form = client.get(url(match)).context["form"]
    assert {form[f"seat_{seat}"].value() for seat in "NESW"} == {"guest"}


def test_somebody_with_two_clubs_is_asked_which(client, club, match):
    other = found_club("Second", owner_of(club))
    html = client.get(url(match)).content.decode()
    assert f"?club={other.slug}" in html and f"?club={club.slug}" in html
    assert client.post(url(match), {}).status_code == 404
    told = {f"seat_{seat}": "guest" for seat in "NESW"}
    assert client.post(f"{url(match)}?club={other.slug}", told).status_code == 302
    assert Match.objects.get().club == other


def test_without_a_club_one_is_told_how_to_come_by_one(match):
    client = remember(logged_in(account()), match, scoring=True)
    assert reverse("found_club") in client.get(url(match)).content.decode()
    assert client.post(url(match), {}).status_code == 404


def test_a_match_of_a_club_is_not_claimed_again(client, club, match):
    other = found_club("Other", account("Other"))
    claim_match(match, other, {}, {}, owner_of(other))
    told = {f"seat_{seat}": "guest" for seat in "NESW"}
    assert client.get(url(match)).status_code == 302
    assert client.post(url(match), told).status_code == 302
    assert Match.objects.get().club == other


def test_not_even_by_two_clubs_at_once(client, club, match, monkeypatch):
    other = found_club("Other", account("Other"))

    def meanwhile(*told, **by):
        claim_match(Match.objects.get(), other, {}, {}, owner_of(other))
        return claim_match(*told, **by)

    monkeypatch.setattr("games.views.players.claim_match", meanwhile)
    response = client.post(url(match), {f"seat_{seat}": "new" for seat in "NESW"})
    assert "taken into another club" in response.content.decode()
    assert Match.objects.get().club == other and not Player.of(club).exists()


def test_another_match_stays_in_the_club_with_its_people(client, club, match):
    an, bo, cis, _dre = people(club, "An", "Bo", "Cis", "Dré Maes")
    claim_match(match, club, {"N": an, "E": bo, "S": cis}, {}, owner_of(club))
    match.give_up("late")
    told = {"seating": "rotate", "dealer": "N", "known": 0}
    assert client.post(reverse("another", args=[match.code]), told).status_code == 302

    new = Match.objects.get(follows=match)
    assert new.club == club
    assert seated(new) == {seat: name for seat, name in new.players.items() if name != "Dré Maes"}
    assert new.players != match.players


def test_who_may_not(client, club, match):
    scorer = logged_in(officer(club, "scorer"))  # without the match's link
    assert scorer.get(url(match)).status_code == 404
    assert client.put(url(match)).status_code == 405
