"""A match released from a club, as where it was taken into it by mistake."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Club, Match, Rated, Rating, Seating, claim_match, release_match
from games.models.rating import Moment, rate_anew
from tests.clubs import club_match, found_club, logged_in, officer, owner_of, people
from tests.competitions import draw, enter, make_club, make_competition, owner, play, tables
from tests.matches import record, scoring_client, start_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return found_club("Hof <x>", listed=True)


def url(match: Match) -> str:
    return reverse("release", args=[match.code])


def signed_match(club: Club, seated: dict) -> Match:
    match = club_match(club, seated=seated, rules={"target": 60})
    for _deal in range(3):
        if not match.is_over:
            record(match, 60)
    for side in match.rules.table.sides:
        match.sign(side, "An")
    return match


def test_a_match_claimed_by_mistake_is_the_guests_again(club):
    match = start_match()
    record(match, 38)
    an, bo = people(club, "An", "Bo")
    claim_match(match, club, {"N": an, "E": bo}, {}, owner_of(club))
    client = logged_in(officer(club, "secretary"))
    assert url(match) in client.get(match.get_absolute_url()).content.decode()
    shown = client.get(url(match)).content.decode()
    assert "Hof &lt;x&gt;" in shown and "<bdi>An</bdi>" in shown
    response = client.post(url(match), {"reason": "it was played elsewhere"})

    assert response.url == club.get_absolute_url()
    stored = Match.objects.get()
    assert stored.club is None and stored.players == match.players and stored.sheet.played == 1
    assert not Seating.objects.exists()
    assert match.code not in client.get(club.get_absolute_url()).content.decode()
    last = stored.log.last()
    assert (last.verb, last.by, last.reason) == ("release", "Secretary", "it was played elsewhere")
    scorer = scoring_client(match)
    history = scorer.get(reverse("history", args=[match.code])).content.decode()
    assert "The match was released from <bdi>Hof &lt;x&gt;</bdi>" in history
    told = client.get(reverse("club_history", args=[club.slug])).content.decode()
    assert "was released from the club" in told
    # The links stay, and it can be claimed once more.
    record(stored, 40)
    claim_match(stored, club, {}, {}, owner_of(club))
    assert Match.objects.get().club == club


def test_figures_and_ratings_follow(club):
    seated = dict(zip("NESW", people(club, "An", "Bo", "Cis", "Dré"), strict=True))
    first, second, third = (signed_match(club, seated) for _match in range(3))
    release_match(second, "not ours", owner_of(club))

    assert sorted(set(Rated.objects.values_list("match", flat=True))) == [first.pk, third.pk]
    assert set(Rating.objects.values_list("matches", flat=True)) == {2}
    kept = list(Rated.objects.order_by("pk").values_list("match", "player", "mu", "sigma"))
    rate_anew(club.pk, Moment.of(first))
    assert kept == list(Rated.objects.order_by("pk").values_list("match", "player", "mu", "sigma"))
    page = Client().get(reverse("player", args=[club.slug, seated["N"].pk]))
    assert page.context["count"] == 2
    for match in (first, third):
        release_match(match, "", owner_of(club))
    assert not Rating.objects.exists() and not Rated.objects.exists()


def test_pressed_twice_nothing_more_happens(club):
    match = club_match(club)
    client = logged_in(owner_of(club))
    for _press in range(2):
        assert client.post(url(match), {"reason": "x"}).status_code == 302
    assert match.log.filter(verb="release").count() == 1
    assert club.log.filter(verb="release").count() == 1
    assert client.get(url(match)).status_code == 404


def test_a_reason_is_asked_and_nothing_is_lost(club):
    match = club_match(club)
    response = logged_in(owner_of(club)).post(url(match), {"reason": " "})
    assert response.status_code == 200 and response.context["form"].errors["reason"]
    assert Match.objects.get().club == club


def test_it_is_told_whose_name_is_read_then(club):
    an, bo = people(club, "An", "Bo")
    an.hide(True, owner_of(club))
    match = club_match(club, seated={"N": an, "E": bo})
    html = logged_in(owner_of(club)).get(url(match)).content.decode()
    assert "<bdi>An</bdi> does not want to be listed" in html
    assert "<bdi>Bo</bdi> does not want to be listed" not in html


def test_a_match_at_a_table_is_taken_off_first():
    club = make_club(listed=True)
    competition = make_competition(club)
    enter(competition, 2)
    table = tables(draw(competition))[0]
    match = play(table, 38)
    client = logged_in(owner())
    for response in (client.get(url(match)), client.post(url(match), {"reason": "x"})):
        html = response.content.decode()
        assert "take it off the table first" in html
        assert 'method="post"' not in html.split("<main", 1)[1].split("</main", 1)[0]
        assert table.url("take_off_match") in html
    assert Match.objects.get().club == club

    client.post(table.url("take_off_match"), {"reason": "", "seen": table.mark})
    assert client.post(url(match), {"reason": "x"}).status_code == 302
    assert Match.objects.get().club is None


@pytest.mark.parametrize("role", ["scorer", "referee", "link", "outsider", "other"])
def test_who_may_not(club, role):
    match = club_match(club)
    if role in ("scorer", "referee"):
        client = logged_in(officer(club, role))
    elif role == "link":
        client = scoring_client(match)
    elif role == "other":
        client = logged_in(owner_of(make_club("Other")))
    else:
        client = Client()
    assert url(match) not in client.get(match.get_absolute_url()).content.decode()
    for response in (client.get(url(match)), client.post(url(match), {"reason": "x"})):
        to_log_in = response.status_code == 302 and "log-in" in response.url
        assert response.status_code == 404 or (to_log_in and role in ("link", "outsider"))
    assert Match.objects.get().club == club
    assert logged_in(owner_of(club)).put(url(match)).status_code == 405
