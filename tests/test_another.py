"""Another match of the same people: players, rules, who sits where, who deals first."""

import pytest
from django.urls import reverse
from django.utils.html import escape

from games.models import Match

from .gallery import AWKWARD_NAME
from .matches import PLAYERS, reading_client, record, scoring_client, start_match

pytestmark = pytest.mark.django_db
NAMES = {**PLAYERS, "E": AWKWARD_NAME}
SAME = {"seating": "same", "dealer": "E", "known": 0}


@pytest.fixture
def match():
    match = start_match(
        players=NAMES,
        rules={"target": 30, "stacking": "add"},
        rules_name="Our club",
        place="Café, table 3",
    )
    record(match, 60)
    return match


@pytest.fixture
def url(match):
    return reverse("another", args=[match.code])


def begun(match):
    return list(Match.objects.filter(follows=match))


def test_players_and_rules_stay_and_the_deal_goes_on(match, url):
    client = scoring_client(match)
    response = client.get(url)
    assert response.context["form"]["dealer"].value() == "E"  # North dealt last
    html = response.content.decode()
    assert escape(AWKWARD_NAME) in html and "<x>" not in html
    response = client.post(url, SAME)
    (new,) = begun(match)
    assert response.status_code == 302 and response["Location"] == new.get_absolute_url()
    assert (new.players, new.first_dealer, new.place) == (NAMES, "E", "Café, table 3")
    assert (new.rules, new.preset) == (match.rules, match.preset)
    assert new.rules_name == "Our club"
    assert new.scoring_code != match.scoring_code and new.played == []
    # The device may go on scoring.
    assert client.session["matches"][new.code] == new.scoring_code


def test_whoever_follows_the_old_match_finds_the_next(match, url):
    reader, sheet = reading_client(match), match.get_absolute_url()
    assert "next match" not in reader.get(sheet).content.decode()
    poll = {"HX-Request": "true", "HX-Target": "standing"}
    held = reader.get(sheet, headers=poll)["ETag"]
    assert reader.get(sheet, headers={**poll, "If-None-Match": held}).status_code == 304
    scoring_client(match).post(url, SAME)
    (new,) = begun(match)
    fresh = reader.get(sheet, headers={**poll, "If-None-Match": held})
    assert fresh.status_code == 200
    assert new.get_absolute_url() in fresh.content.decode()
    assert new.scoring_code not in fresh.content.decode()
    history = reader.get(reverse("history", args=[match.code])).content.decode()
    assert "Another match was begun" in history


def test_a_double_press_makes_one_match(match, url):
    client = scoring_client(match)
    places = {client.post(url, SAME)["Location"] for _ in range(2)}
    assert len(begun(match)) == 1 and places == {begun(match)[0].get_absolute_url()}
    # Whoever has seen that one can still begin a further one.
    page = client.get(url)
    assert begun(match)[0].get_absolute_url() in page.content.decode()
    client.post(url, {**SAME, "known": page.context["form"]["known"].value()})
    assert len(begun(match)) == 2


def test_partners_rotate_and_the_dealer_goes_along(match, url):
    scoring_client(match).post(url, {**SAME, "seating": "rotate"})
    (new,) = begun(match)
    assert new.players == {"N": "An", "E": "Dré", "S": AWKWARD_NAME, "W": "Cis"}
    assert new.first_dealer == "S"


def test_every_seat_can_be_chosen(match, url):
    data = {**SAME, "seating": "free", "at_N": "N", "at_E": "S", "at_S": "E", "at_W": "W"}
    scoring_client(match).post(url, data)
    (new,) = begun(match)
    assert new.players == {"N": "An", "E": "Cis", "S": AWKWARD_NAME, "W": "Dré"}
    assert new.first_dealer == "S"


def test_the_first_dealer_by_lot(match, url, monkeypatch):
    monkeypatch.setattr("games.forms.changes.secrets.choice", lambda seats: seats[-1])
    client = scoring_client(match)
    response = client.post(url, {**SAME, "dealer": "lot"}, follow=True)
    assert begun(match)[0].first_dealer == "W"
    assert "Dré deals first." in response.content.decode()


@pytest.mark.parametrize(
    "wrong, field",
    [
        ({"at_S": "E", "at_E": "E"}, "at_S"),
        ({"at_W": ""}, "at_W"),
        ({"at_W": "Q"}, "at_W"),
        ({"seating": "circle"}, "seating"),
        ({"dealer": ""}, "dealer"),
        ({"known": ""}, "known"),
    ],
)
def test_what_cannot_be_is_said(match, url, wrong, field):
    data = {**SAME, "seating": "free", "at_N": "W", "at_E": "S", "at_S": "E", "at_W": "N", **wrong}
    response = scoring_client(match).post(url, data)
    assert response.status_code == 200
    form = response.context["form"]
    assert field in form.errors
    assert form["at_N"].value() == "W"
    assert begun(match) == []


def test_people_of_the_same_name_are_different_people():
    match = start_match(players={"N": "An", "E": "An", "S": "Cis", "W": "Dré"})
    match.give_up("late")
    data = {**SAME, "seating": "free", "at_N": "E", "at_E": "N", "at_S": "S", "at_W": "W"}
    scoring_client(match).post(reverse("another", args=[match.code]), data)
    assert begun(match)[0].first_dealer == "N"


def test_two_players_have_nobody_to_rotate():
    match = start_match(
        "malilla-mx", rules={"seats": 2, "sides": "singles"}, players={"N": "An", "E": "Bo"}
    )
    match.give_up("late")
    form = scoring_client(match).get(reverse("another", args=[match.code])).context["form"]
    assert [value for value, label in form.fields["seating"].choices] == ["same", "free"]


def test_not_while_the_match_goes_on():
    match = start_match()
    client, url = scoring_client(match), reverse("another", args=[match.code])
    assert "not over yet" in client.get(url).content.decode()
    response = client.post(url, SAME)
    assert response.status_code == 200 and "not over yet" in response.content.decode()
    assert begun(match) == []


def test_readers_and_strangers_are_refused(match, url, client):
    for device in (client, reading_client(match)):
        assert device.get(url).status_code == 404
        assert device.post(url, SAME).status_code == 404
    assert scoring_client(match).put(url).status_code == 405
    assert begun(match) == []
