"""Finishing a competition: not in one press while results are missing."""

import pytest
from django.urls import reverse

from games.models import Competition

from .competitions import (
    client_of,
    draw,
    enter,
    make_club,
    make_competition,
    make_user,
    tables,
    type_result,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    competition = make_competition(make_club())
    enter(competition, 4)
    draw(competition)
    return competition


def press(competition, **data):
    url = reverse("competition_state", args=[competition.club.slug, competition.slug])
    return client_of("Secretary").post(url, {"state": "finished", **data})


def state():
    return Competition.objects.get().state


def test_it_tells_how_many_results_are_missing_before_it_finishes(competition):
    one, other = tables(competition.rounds.get())
    type_result(one, 50, 10)
    type_result(other, 50, 10, make_user("Scorer"))  # not confirmed: it does not count
    page = press(competition)
    html = page.content.decode()
    assert page.status_code == 200 and state() == "running"
    assert "1 result waits to be signed or confirmed" in html and "missing" not in html
    # The page is a plain form: what stands there finishes it.
    assert 'name="state" value="finished"' in html and 'name="confirm" value="1"' in html
    assert f'action="{page.wsgi_request.path}"' in html and "Leave everything as it is" in html
    assert press(competition, confirm="1")["Location"] == competition.get_absolute_url()
    assert state() == "finished"
    # A second press finds it finished.
    assert press(competition).status_code == 302 and state() == "finished"


def test_rounds_that_were_not_begun_are_missing_too():
    league = make_competition(make_club(), "round-robin")
    enter(league, 4)
    draw(league)
    type_result(tables(league.rounds.first())[0], 50, 10)
    assert "5 results are missing" in press(league).content.decode() and state() == "running"


def test_of_teams_the_meetings_are_counted():
    league = make_competition(make_club(), "team-league", options={"games": 2, "double": False})
    enter(league, 2)
    draw(league)
    assert "1 result is missing" in press(league).content.decode() and state() == "running"


def test_one_press_does_where_nothing_is_missing(competition):
    for table in tables(competition.rounds.get()):
        type_result(table, 50, 10)
    assert press(competition).status_code == 302 and state() == "finished"


def test_other_states_are_not_asked_about(competition):
    press(competition, confirm="1")
    press(competition, state="running")
    assert state() == "running"


def test_whoever_may_not_finish_it_is_told_nothing(competition):
    url = reverse("competition_state", args=[competition.club.slug, competition.slug])
    for name in ("Scorer", "Referee", "Stranger"):
        assert client_of(name).post(url, {"state": "finished"}).status_code == 404
    assert state() == "running"
