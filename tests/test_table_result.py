"""The result of a table typed in, or put right; what can hardly be is asked about once."""

import pytest
from django.urls import reverse

from games.models import Competition, Match, Table, start_match_at

from .competitions import (
    add_people,
    address,
    begin_evening,
    client_of,
    draw,
    enter,
    make_club,
    make_competition,
    make_cup,
    make_user,
    owner,
    play,
    sign,
    tables,
    type_result,
)

pytestmark = pytest.mark.django_db

SURE = "It is right all the same"
TARGET = "Nobody has reached 101, to which the match goes."
NEGATIVE = "By these rules nobody has fewer than 0 match points."
EQUAL = "By these rules a match does not end equal."
TO_101 = {"target": 101, "deals": None, "tie": "extra-deal"}
PLAYED = {"how": "played", "points_a": "57", "points_b": "101"}


@pytest.fixture
def competition():
    return make_cup()


@pytest.fixture
def table(competition):
    return tables(draw(competition))[0]


@pytest.fixture
def evening(competition):
    return begin_evening(competition.club)


def current(table):
    return Table.objects.get(pk=table.pk)


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


def test_a_result_is_typed_in_without_deals(competition, table):
    client, url = client_of("Secretary"), address(competition, "table_result", table.pk)
    seen = client.get(url).context["mark"]
    response = client.post(url, {**PLAYED, "seen": seen})
    assert response["Location"] == table.round.get_absolute_url()
    now = current(table)
    assert (now.winner, now.points_a, now.points_b, now.counted) == ("b", 57, 101, True)
    # The same press once more changes nothing and is shown as a correction.
    client.post(url, {**PLAYED, "seen": seen})
    assert competition.log.filter(verb__contains="result").count() == 1


@pytest.mark.parametrize(
    "how, kind, winner",
    [
        ("a-absent", "forfeit", "b"),
        ("b-absent", "forfeit", "a"),
        ("nobody", "forfeit", ""),
        ("void", "void", ""),
    ],
)
def test_a_result_without_play(competition, table, how, kind, winner):
    client, url = client_of("Secretary"), address(competition, "table_result", table.pk)
    client.post(url, {"how": how, "points_a": "9", "seen": client.get(url).context["mark"]})
    now = current(table)
    assert (now.kind, now.winner, now.points_a) == (kind, winner, None)
    for page in (table.round.get_absolute_url(), url, address(competition, "standings")):
        assert client.get(page).status_code == 200


@pytest.mark.parametrize(
    "wrong, field",
    [
        ({"how": ""}, "how"),
        ({"how": "luck"}, "how"),
        ({"points_a": ""}, "points_a"),
        ({"points_b": "many"}, "points_b"),
        ({"points_b": "99999"}, "points_b"),
    ],
)
def test_what_cannot_be_is_said_at_its_field(competition, table, wrong, field):
    client, url = client_of("Secretary"), address(competition, "table_result", table.pk)
    seen = client.get(url).context["mark"]
    response = client.post(url, {**PLAYED, "seen": seen, **wrong})
    assert response.status_code == 200 and field in response.context["form"].errors
    assert current(table).kind == "unplayed"


def test_two_officers_do_not_overwrite_each_other(competition, table):
    client, url = client_of("Secretary"), address(competition, "table_result", table.pk)
    seen = client.get(url).context["mark"]
    type_result(table, 1, 2, make_user("Scorer"))
    response = client.post(url, {**PLAYED, "seen": seen})
    assert response.status_code == 200
    assert "Meanwhile this result has changed" in response.content.decode()
    assert current(table).points_b == 2 and 'value="57"' in response.content.decode()


def test_a_correction_shows_what_it_changes_and_keeps_its_reason(competition):
    one, other = tables(draw(competition))
    type_result(one, 50, 10)
    type_result(other, 40, 10)
    client, url = client_of("Secretary"), address(competition, "table_result", one.pk)
    data = {"how": "played", "points_a": "10", "points_b": "50"}
    data["seen"] = client.get(url).context["mark"]
    assert "reason" in client.post(url, data).context["form"].errors
    data["reason"] = "read wrongly"
    page = client.post(url, data)
    html = page.content.decode().replace("&amp;", "&")
    assert f"{one.side('a')} falls from place 1 to place 4." in html
    assert "50–10 becomes 10–50." in html
    main = html.split("<main", 1)[1]
    assert "<b>50</b>" not in main and "<b>10</b>" not in main  # no other figures beside these
    assert "stay as they were drawn" not in html
    draw(competition)
    assert "stay as they were drawn" in client.post(url, data).content.decode()
    assert current(one).winner == "a"
    client.post(url, {**data, "confirm": "1", "seen": "0"})
    assert current(one).winner == "a"
    client.post(url, {**data, "confirm": "1"})
    assert current(one).winner == "b"
    assert competition.log.last().reason == "read wrongly"


def test_a_correction_tells_the_old_result_and_the_new(competition, table):
    type_result(table, 50, 10)
    client, url = client_of("Secretary"), address(competition, "table_result", table.pk)
    absent = f"{table.side('b')} did not come"

    def told(**data):
        response = client.post(url, {"reason": "x", **data})
        return response.content.decode().replace("&amp;", "&")

    assert f"So far: 50–10. From now on: {absent}." in told(how="b-absent")
    assert "So far: 50–10. From now on: declared void." in told(how="void")
    assert "The result stays as it is." in told(how="played", points_a="50", points_b="10")
    client.post(
        url, {"how": "b-absent", "reason": "x", "confirm": "1", "seen": current(table).mark}
    )
    found = told(how="played", points_a="0", points_b="-7", sure="on")
    assert f"So far: {absent}. From now on: 0–−7." in found


def test_where_deals_count_a_correction_tells_them_too():
    competition = make_competition(
        make_club(), "swiss", scheme={"measures": ("league-points", "deals-won")}
    )
    enter(competition, 2)
    (table,) = tables(draw(competition))
    facts = {"kind": "played", "winner": "a", "points_a": 5, "points_b": 3}
    table.type_result({**facts, "deals_a": 4, "deals_b": 2}, "", table.mark, owner())
    client, url = client_of("Secretary"), address(competition, "table_result", table.pk)
    data = {"how": "played", "points_a": "5", "points_b": "3", "deals_a": "3", "deals_b": "3"}
    html = client.post(url, {**data, "reason": "x"}).content.decode()
    assert "5–3 (deals won 4–2) becomes 5–3 (deals won 3–3)." in html


def test_after_the_window_a_scorer_corrects_no_more(competition, table):
    type_result(table, 50, 10)
    competition.club.change_settings({"window_hours": 0}, owner())
    client, url = client_of("Scorer"), address(competition, "table_result", table.pk)
    assert "time for corrections is over" in client.get(url).content.decode()
    data = {**PLAYED, "reason": "x", "confirm": "1", "seen": current(table).mark}
    assert client.post(url, data).status_code == 200
    assert current(table).points_a == 50
    client_of("Secretary").post(url, data)
    assert current(table).points_a == 57


def test_a_signed_match_is_corrected_by_reopening_it(competition):
    one, other = tables(draw(competition))
    match = play(one, 60, 60)
    sign(match)
    type_result(other, 20, 10)
    client = client_of("Secretary")
    url = address(competition, "table_result", one.pk)
    assert "reopen the match" in client.get(url).content.decode()
    page = client.get(reverse("reopen", args=[match.code])).content.decode().replace("&amp;", "&")
    assert f"{one.side('a')} falls from place 1 to place 2." in page
    competition.become("finished", owner())
    response = client.post(reverse("reopen", args=[match.code]), {"reason": "wrong"})
    assert "The competition is finished" in response.content.decode()
    assert Match.objects.get().is_signed and Competition.objects.get().state == "finished"


def test_pages_of_a_table_say_which_game(evening, table):
    one, other, *_rest = tables(evening.rounds.get())
    client = client_of("Secretary")
    for page, told in (
        ("table_result", "Result of table 1, game 2"),
        ("confirm_result", "Table 1, game 2"),
        ("take_off_match", "Table 1, game 2"),
    ):
        assert told in client.get(address(evening, page, other.pk)).content.decode()
    third = tables(evening.rounds.get())[2]
    shown = client.get(address(evening, "start_table", third.pk)).content.decode()
    assert "Table 1, game 3" in shown
    # Where there is one game only, nobody asks.
    cup = table.round.competition
    html = client.get(address(cup, "table_result", table.pk)).content.decode()
    assert "Result of table 1" in html and "Result of table 1, game" not in html
    (slip,) = client.get(address(evening, "round_slips", 1)).context["slips"]
    assert slip["title"] == "Table 1, game 2" and one.number == 1
    assert ", table 1, game 2" in other.match.place
    told = client.get(address(evening, "competition_history")).content.decode()
    assert "table 1, game 2: the match was started" in told
    assert ", game" not in client.get(address(cup, "competition_history")).content.decode()


def test_whoever_plays_is_told_once_but_for_a_substitute(competition, table):
    client, url = client_of("Secretary"), address(competition, "table_result", table.pk)
    match = play(table)
    names = f"<bdi>{table.side('a')}</bdi>".replace("&", "&amp;")
    told = client.get(url).content.decode()
    assert told.count(names) == 1
    match.delete()
    people = table.seated()
    substitute = add_people(competition.club, "Substitute")[0]
    seat = next(iter(people))
    fresh = Table.objects.get(pk=table.pk)
    fresh.round.competition = competition
    start_match_at(fresh, {**people, seat: substitute}, seat, owner())
    assert "Substitute" in client.get(url).content.decode()


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
