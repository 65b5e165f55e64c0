"""Typing in what no match played to its end comes to: asked about once, then taken."""

import pytest

from games.models import Table

from .competitions import client_of, draw, enter, make_club, make_competition, tables

pytestmark = pytest.mark.django_db

SURE = "It is right all the same"
TARGET = "Nobody has reached 101, to which the match goes."
NEGATIVE = "By these rules nobody has fewer than 0 match points."
EQUAL = "By these rules a match does not end equal."
TO_101 = {"target": 101, "deals": None, "tie": "extra-deal"}


def table_by(**rules):
    competition = make_competition(make_club(), rules=rules)
    enter(competition, 2)
    return tables(draw(competition))[0]


def post(table, a, b, **data):
    client, url = client_of("Secretary"), table.url("table_result")
    seen = client.get(url).context["mark"]
    return client.post(url, {"how": "played", "points_a": a, "points_b": b, "seen": seen, **data})


def points():
    return Table.objects.values_list("points_a", "points_b", "counted").get(b__isnull=False)


@pytest.mark.parametrize(
    "a, b, doubts",
    [
        (100, 57, [TARGET]),
        (105, -3, [NEGATIVE]),
        (110, 110, [EQUAL]),
        (50, 50, [TARGET, EQUAL]),
        (-1, -1, [NEGATIVE, TARGET, EQUAL]),
    ],
)
def test_what_can_hardly_be_is_asked_about_once(a, b, doubts):
    table = table_by(**TO_101)
    page = post(table, a, b)
    html = page.content.decode()
    assert page.status_code == 200 and points() == (None, None, False)
    assert [doubt for doubt in (NEGATIVE, TARGET, EQUAL) if doubt in html] == doubts
    assert SURE in html and f'value="{a}"' in html and f'value="{b}"' in html
    assert post(table, a, b, sure="on").status_code == 302
    assert points() == (a, b, True)


@pytest.mark.parametrize(
    "rules, a, b",
    [
        (TO_101, 101, 57),
        (TO_101, 0, 134),
        ({**TO_101, "minutes": 60}, 80, 57),  # the time can end it
        ({**TO_101, "deals": 12}, 80, 57),
        ({**TO_101, "result_cap": 90}, 90, 57),  # more is not credited
        ({**TO_101, "tie": "drawn-match"}, 110, 110),
        ({**TO_101, "loser": "minus"}, 103, -20),
        ({"tie": "drawn-match"}, 7, 7),
    ],
)
def test_what_the_rules_allow_is_not_asked_about(rules, a, b):
    assert post(table_by(**rules), a, b).status_code == 302
    assert points() == (a, b, True)


def test_nothing_is_asked_where_nobody_played_or_a_field_is_wrong():
    table = table_by(**TO_101)
    page = client_of("Secretary").get(table.url("table_result"))
    assert SURE not in page.content.decode()
    assert SURE not in post(table, 5, "many").content.decode()
    assert post(table, "", "", how="a-absent").status_code == 302


def test_a_correction_is_asked_about_before_its_effect_is_shown():
    table = table_by(**TO_101)
    post(table, 101, 57)
    data = {"reason": "the time was up"}
    page = post(table, 90, 57, **data)
    assert TARGET in page.content.decode() and "effect" not in page.context
    page = post(table, 90, 57, sure="on", **data)
    html = page.content.decode()
    assert page.context["effect"] and "checked" in html.split('name="sure"')[1].split(">")[0]
    assert points() == (101, 57, True)
    assert post(table, 90, 57, sure="on", confirm="1", **data).status_code == 302
    assert points() == (90, 57, True)
