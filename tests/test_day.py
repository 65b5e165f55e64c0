"""The day of one round."""

from datetime import date, time

import pytest
from django.test import Client

from games.models import Day, Planned

from .competitions import address, client_of, make_club, make_competition, owner

pytestmark = pytest.mark.django_db

FORM = {"on": "2026-03-17", "at": "20:00", "place": "Hof"}


@pytest.fixture
def competition():
    competition = make_competition(make_club())
    Day.plan(competition, {2: Planned(date(2026, 3, 10), time(19, 30), "Café Ç")}, owner())
    return competition


def test_it_is_changed_called_off_and_taken_out(competition):
    client, url = client_of("Secretary"), address(competition, "day", 2)
    html = client.get(url).content.decode()
    assert 'value="2026-03-10"' in html and 'value="19:30"' in html and "Café Ç" in html
    assert client.post(url, FORM).url == address(competition, "days")
    day = competition.days.get()
    assert (day.on, day.at, day.place, day.sequence) == (date(2026, 3, 17), time(20), "Hof", 1)
    client.post(url, FORM)
    assert competition.days.get().sequence == 1  # the same press twice
    client.post(url, FORM | {"called_off": "on"})
    assert competition.days.get().called_off and competition.days.get().uid == day.uid
    assert "called off" in client.get(address(competition, "days")).content.decode()
    client.post(url, {"remove": "1"})
    assert not competition.days.exists()
    client.post(url, {"remove": "1"})
    verbs = list(competition.log.filter(round=2).values_list("verb", flat=True))
    assert verbs == ["plan day"] * 3 + ["unplan day"]
    history = client.get(address(competition, "competition_history")).content.decode()
    assert "taken out of the plan: Tuesday 17 March 2026, 20:00, Hof, called off" in history


def test_a_round_that_has_none_gets_one(competition):
    client_of("Olga").post(address(competition, "day", 7), {"on": "2026-04-01"})
    assert competition.days.get(number=7).at is None
    for number in (0, 201, 10**9):
        assert client_of("Olga").get(address(competition, "day", number)).status_code == 404


@pytest.mark.parametrize("wrong", [{"on": ""}, {"on": "x"}, {"on": "0001-01-01"}, {"at": "x"}])
def test_what_is_wrong_is_told_and_kept(competition, wrong):
    response = client_of("Olga").post(address(competition, "day", 2), FORM | wrong)
    assert response.status_code == 200 and response.context["form"].errors
    assert "Hof" in response.content.decode()
    assert competition.days.get().place == "Café Ç"


def test_it_is_for_the_office(competition):
    url = address(competition, "day", 2)
    for name in ("Referee", "Scorer"):
        assert client_of(name).get(url).status_code == 404
        assert client_of(name).post(url, FORM).status_code == 404
    assert Client().post(url, FORM).status_code == 302
    assert client_of("Olga").put(url).status_code == 405
    assert competition.days.get().place == "Café Ç"


def test_a_finished_competition_is_planned_no_more(competition):
    from games.models import Competition

    Competition.objects.update(state="finished")
    response = client_of("Olga").post(address(competition, "day", 2), FORM)
    assert "finished" in response.content.decode() and "Hof" in response.content.decode()
    assert competition.days.get().place == "Café Ç"
