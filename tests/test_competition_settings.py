"""Settings of a competition: rules, points and measures until it starts, then its name."""

from fractions import Fraction

import pytest
from django.urls import reverse

from games.models import FORMATS, Competition
from games.standings.scheme import MEASURES

from .changes import sent_back
from .competitions import client_of, draw, enter, make_club, make_competition

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    return make_competition(make_club())


def address(competition):
    return reverse("competition_settings", args=[competition.club.slug, competition.slug])


@pytest.mark.parametrize("format", FORMATS)
def test_sent_back_unchanged_everything_stays(format):
    competition = make_competition(make_club(), format)
    client, url = client_of("Secretary"), address(competition)
    response = client.post(url, sent_back(client.get(url)))
    assert response.status_code == 302, response.context["form"].errors
    after = Competition.objects.get()
    assert (after.scheme, after.rules, after.option) == (
        competition.scheme,
        competition.rules,
        competition.option,
    )
    assert competition.log.filter(verb="change").count() == 0


def test_points_and_measures_are_changed(competition):
    client, url = client_of("Secretary"), address(competition)
    changed = {
        "win": "3", "draw": "0,5", "requested_bye": "½", "bye": "1 2", "result_cap": "",
        "measure_1": "match-points-for", "measure_2": "head-to-head", "measure_3": "",
        "measure_4": "", "published": "on", "name": "Winter cup", "forfeit_points_for": "30",
    }  # fmt: skip
    response = client.post(url, sent_back(client.get(url), **changed))
    assert response.status_code == 200
    assert list(response.context["form"].errors) == ["bye"]
    assert 'value="1 2"' in response.content.decode()
    response = client.post(url, sent_back(client.get(url), **{**changed, "bye": "1 1/2"}))
    assert response.status_code == 302
    after = Competition.objects.get()
    half = Fraction(1, 2)
    scheme = after.scheme
    assert (scheme.win, scheme.draw, scheme.requested_bye) == (3, half, half)
    assert scheme.bye == Fraction(3, 2) and scheme.result_cap is None
    assert scheme.measures == ("match-points-for", "head-to-head")
    assert scheme.forfeit_points == (30, 0)
    assert after.published and after.name == "Winter cup"
    assert after.log.filter(verb="change").count() == 1


@pytest.mark.parametrize(
    "wrong, field",
    [
        ({"win": "many"}, "win"),
        ({"win": "1e400"}, "win"),
        ({"win": "1/0"}, "win"),
        ({"draw": "7"}, "draw"),
        ({"measure_1": ""}, "measure_1"),
        ({"measure_1": "lot"}, "measure_1"),
        ({"measure_2": "difference", "measure_3": "difference"}, "measure_1"),
        ({"measure_1": "charm"}, "measure_1"),
        ({"result_cap": "0"}, "result_cap"),
        ({"forfeit_points_for": ""}, "forfeit_points_for"),
        ({"withdrawn": "by-rounds"}, "rounds"),
        ({"keep_from": "2"}, "keep_from"),
        ({"name": ""}, "name"),
        ({"system": "nonsense"}, "system"),
        ({"entry_kind": "individual"}, "system"),
    ],
)
def test_what_cannot_be_is_said_at_its_field(competition, wrong, field):
    client, url = client_of("Secretary"), address(competition)
    data = sent_back(client.get(url), **{"measure_1": list(MEASURES)[0], **wrong})
    if not wrong.get("measure_1", "x"):
        data = {key: value for key, value in data.items() if not key.startswith("measure_")}
    response = client.post(url, data)
    assert response.status_code == 200
    assert field in response.context["form"].errors
    assert Competition.objects.get().settings == competition.settings


def test_after_the_start_only_the_name_and_who_sees_it(competition):
    enter(competition, 2)
    draw(competition)
    client, url = client_of("Secretary"), address(competition)
    page = client.get(url)
    assert "win" not in page.context["form"].fields
    client.post(url, {"name": "Winter cup", "published": "on", "win": "9"})
    after = Competition.objects.get()
    assert (after.name, after.published, after.scheme.win) == ("Winter cup", True, 1)


def test_who_enters_stays_while_there_are_entries(competition):
    enter(competition, 2)
    client, url = client_of("Secretary"), address(competition)
    data = sent_back(client.get(url), entry_kind="individual", system="two-hand")
    response = client.post(url, data)
    assert response.status_code == 200 and "strike them out first" in response.content.decode()
    assert Competition.objects.get().entry_kind == "pair"


def test_how_many_rounds_count_is_asked_of_a_season_only(competition):
    client = client_of("Secretary")
    assert "best" not in client.get(address(competition)).context["form"].fields
    season = make_competition(competition.club, "season", name="Season")
    response = client.post(address(season), sent_back(client.get(address(season)), best="8"))
    assert response.status_code == 302
    assert Competition.objects.get(pk=season.pk).scheme.best == 8
