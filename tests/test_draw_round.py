"""Drawing the next round: shown first, then drawn as it was shown."""

import pytest

from games.models import Round

from .competitions import (
    address,
    client_of,
    draw,
    enter,
    make_club,
    make_competition,
    make_cup,
    make_user,
    owner,
    tables,
    type_result,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    return make_cup()


def test_a_round_is_drawn_as_it_was_shown(competition):
    client, url = client_of("Secretary"), address(competition, "draw_round")
    page = client.get(url)
    (shown,) = page.context["rounds"]
    seen = {"number": 1, "seen": page.context["draw"].mark}
    response = client.post(url, seen)
    round = Round.objects.get()
    assert response["Location"] == round.get_absolute_url()
    assert [(table.side("a"), table.side("b")) for table in tables(round)] == [
        (place.one, place.other) for place in shown.tables
    ]
    # The same press once more.
    assert client.post(url, seen)["Location"] == round.get_absolute_url()
    assert Round.objects.count() == 1
    page = client.get(url)
    assert "2 results are missing" in page.content.decode()


def test_results_are_counted_where_a_table_plays_several_games():
    evening = make_competition(make_club(), "draw-evening")
    enter(evening, 8)
    first, *_others = tables(draw(evening))
    url = address(evening, "draw_round")
    assert "6 results are missing" in client_of("Secretary").get(url).content.decode()
    type_result(first, 101, 60)
    first = tables(evening.rounds.get())[3]
    type_result(first, 101, 60, make_user("Scorer"))  # waits to be confirmed
    html = client_of("Secretary").get(url).content.decode()
    assert "4 results are missing" in html and "1 result waits to be signed" in html
    for table in tables(evening.rounds.get()):
        if table.kind == "unplayed":
            type_result(table, 101, 60)
        elif not table.counted:
            table.confirm(table.mark, owner())
    html = client_of("Secretary").get(url).content.decode()
    assert "missing" not in html and "waits to be" not in html and "All results" not in html


def test_repeats_that_cannot_be_avoided_are_told_before(competition):
    for _ in range(3):
        draw(competition)
    page = client_of("Secretary").get(address(competition, "draw_round"))
    assert "This cannot be avoided:" in page.content.decode()
    assert [len(one.each) for one in page.context["rounds"][0].repeats] == [2]


def test_a_draw_that_became_another_is_shown_anew(competition):
    client, url = client_of("Secretary"), address(competition, "draw_round")
    seen = client.get(url).context["draw"].mark
    enter(competition, 1, first=5)
    response = client.post(url, {"number": 1, "seen": seen})
    assert response.status_code == 200 and not Round.objects.exists()
    html = response.content.decode()
    assert "Meanwhile something has changed" in html and "number of entries" in html
    assert client.post(url, {"number": "x"}).status_code == 404


def test_too_few_entries_are_said_on_the_page(competition):
    other = make_competition(competition.club, name="Empty")
    html = client_of("Secretary").get(address(other, "draw_round")).content.decode()
    assert "at least 2 entries" in html and "as shown" not in html


def test_a_draw_that_waits_for_lots_leads_to_where_they_are_drawn(competition):
    pools = make_competition(competition.club, "pools", name="Pools")
    enter(pools, 8, first=11)
    draw(pools)
    for round in pools.rounds.all():
        for table in tables(round):
            type_result(table, 10, 10)
    client, standings = client_of("Secretary"), address(pools, "standings")
    shown = client.get(address(pools, "draw_round")).content.decode()
    assert "draw the lots" in shown and f'href="{standings}"' in shown
    # The button that the sentence speaks of is there; then the draw waits no longer.
    lots = address(pools, "draw_lots")
    assert f'href="{lots}"' in client.get(standings).content.decode()
    client.post(lots)
    shown = client.get(address(pools, "draw_round")).content.decode()
    assert "draw the lots" not in shown and f'href="{standings}"' not in shown
