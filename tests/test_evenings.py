"""Drawing a round, its page, its tables: start, results, confirming, taking it back."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Competition, Match, Round, Table, start_match_at

from .competitions import (
    add_people,
    client_of,
    draw,
    enter,
    make_club,
    make_competition,
    make_user,
    owner,
    play,
    sign,
    tables,
    type_result,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    competition = make_competition(make_club())
    enter(competition, 4)
    return competition


@pytest.fixture
def table(competition):
    return tables(draw(competition))[0]


def address(competition, page, *args):
    return reverse(page, args=[competition.club.slug, competition.slug, *args])


def current(table):
    return Table.objects.get(pk=table.pk)


# Drawing


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
    assert "2 tables" in page.content.decode()  # have no result yet


def test_repeats_that_cannot_be_avoided_are_told_before(competition):
    for _ in range(3):
        draw(competition)
    page = client_of("Secretary").get(address(competition, "draw_round"))
    assert "This cannot be avoided:" in page.content.decode()
    assert len(page.context["rounds"][0].repeats) == 2


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


# The round's page


def test_the_round_tells_how_every_table_stands(competition):
    one, other = tables(draw(competition))
    play(one, 40)
    type_result(other, 12, 50, make_user("Scorer"))
    url = address(competition, "competition_round", 1)
    html = client_of("Secretary").get(url).content.decode()
    assert "2 results are missing" in html and "1 deal played" in html
    assert "typed in by Scorer, not confirmed yet" in html and "Confirm" in html
    assert "Confirm" not in client_of("Scorer").get(url).content.decode()
    part = client_of("Referee").get(url, headers={"HX-Request": "true"})
    assert "<html" not in part.content.decode() and "1 deal played" in part.content.decode()
    assert "HX-Request" in part["Vary"]


def test_its_cost_does_not_grow_with_its_tables(competition, django_assert_num_queries):
    competition.change(owner(), published=True)
    enter(competition, 8, first=5)
    round = draw(competition)
    url = address(competition, "competition_round", 1)
    counts = []
    for table in tables(round)[:3]:
        play(table, 40)
        with django_assert_num_queries(8):
            counts.append(Client().get(url).status_code)
    assert counts == [200, 200, 200]


def test_a_round_is_taken_back_with_its_reason(competition, table):
    client = client_of("Secretary")
    url = address(competition, "take_back_round", 1)
    assert client.get(url).status_code == 200
    response = client.post(url, {"reason": "somebody came late"})
    assert response["Location"] == competition.get_absolute_url() and not Round.objects.exists()
    assert client.post(url, {})["Location"] == competition.get_absolute_url()
    history = client.get(address(competition, "competition_history")).content.decode()
    assert "Round 1 was taken back" in history and "somebody came late" in history
    type_result(tables(draw(Competition.objects.get()))[0], 3, 1)
    for response in (client.get(url), client.post(url, {})):
        assert "There is a result already" in response.content.decode()
    assert Round.objects.count() == 1


# Starting a match


def test_a_tables_match_is_started_in_the_club_under_its_rules(competition, table):
    client, url = client_of("Scorer"), address(competition, "start_table", table.pk)
    form = client.get(url).context["form"]
    typed = {name: form[name].value() for name in form.fields}
    response = client.post(url, {**typed, "dealer": "E"})
    match = Match.objects.get()
    assert response["Location"] == match.get_absolute_url()
    assert (match.club, match.rules, match.first_dealer) == (
        competition.club,
        competition.rules,
        "E",
    )
    names = {table.side("a"), table.side("b")}
    assert {match.names(side) for side in match.rules.table.sides} == names
    assert client.session["matches"][match.code] == match.scoring_code
    # The same press once more, or another device.
    assert client.post(url, typed)["Location"] == match.get_absolute_url()
    assert client_of("Secretary").get(url)["Location"] == match.get_absolute_url()
    assert Match.objects.count() == 1


def test_somebody_is_replaced(competition, table):
    from .competitions import add_people

    (stand_in,) = add_people(competition.club, "Stand-in")
    client, url = client_of("Scorer"), address(competition, "start_table", table.pk)
    form = client.get(url).context["form"]
    typed = {name: form[name].value() for name in form.fields}
    wrong = client.post(url, {**typed, "seat_N": typed["seat_S"]})
    assert "Nobody has two seats." in wrong.content.decode()
    assert client.post(url, {**typed, "seat_N": "999"}).status_code == 200
    assert client.post(url, {**typed, "dealer": "X"}).status_code == 200
    assert not Match.objects.exists()
    client.post(url, {**typed, "seat_N": stand_in.pk})
    assert Match.objects.get().players["N"] == "Stand-in"
    assert Match.objects.get().seatings.get(seat="N").player == stand_in


# Results


PLAYED = {"how": "played", "points_a": "57", "points_b": "101"}


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


def test_a_scorers_result_is_confirmed_once_its_effect_was_seen(competition, table):
    client, url = client_of("Scorer"), address(competition, "table_result", table.pk)
    client.post(url, {**PLAYED, "seen": client.get(url).context["mark"]})
    assert not current(table).counted
    secretary, url = client_of("Secretary"), address(competition, "confirm_result", table.pk)
    html = secretary.get(url).content.decode()
    assert f"{table.side('a')} falls from place 1 to place 4.".replace("&", "&amp;") in html
    secretary.post(url, {"seen": "something else"})
    assert not current(table).counted
    secretary.post(url, {"seen": current(table).mark})
    assert current(table).counted and current(table).confirmed_by == "Secretary"
    assert "counts already" in secretary.get(url).content.decode()


def test_an_officer_confirms_a_match_that_is_over(competition, table):
    match = play(table, 40)
    client, url = client_of("Secretary"), address(competition, "confirm_result", table.pk)
    assert "no result to confirm" in client.get(url).content.decode()
    from .matches import record

    record(match, 40)
    page = client.get(url)
    assert "You sign the sheet" in page.content.decode()
    client.post(url, {"seen": page.context["table"].mark})
    assert Match.objects.get().is_signed and current(table).counted


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


# The evening on one screen


def test_check_in_says_who_is_drawn(competition):
    enter(competition, 2, first=5)
    client, url = client_of("Secretary"), address(competition, "check_in")
    everybody = client.get(url).context["form"]["present"].value()
    assert len(everybody) == 6
    assert client.post(url, {"present": everybody[2:]})["Location"] == address(
        competition, "draw_round"
    )
    draw_page = client.get(address(competition, "draw_round"))
    assert [why for _name, why in draw_page.context["rounds"][0].out] == 2 * ["is absent"]
    assert client.get(url).context["form"]["present"].value() == everybody[2:]
    client.post(url, {"present": everybody[1:]})
    assert len(client.get(address(competition, "draw_round")).context["rounds"][0].out) == 2
    assert client.post(url, {"present": ["999"]}).status_code == 200
    league = make_competition(competition.club, "round-robin", name="League")
    assert client.get(address(league, "check_in")).status_code == 404


def test_every_match_of_a_round_is_started_at_once(competition, table):
    type_result(table, 3, 1)
    client, url = client_of("Scorer"), address(competition, "start_round", 1)
    html = client.post(url, follow=True).content.decode()
    assert "1 match is started." in html and Match.objects.count() == 1
    html = client.post(url, follow=True).content.decode()
    assert "No table waits" in html and Match.objects.count() == 1


def test_of_three_games_the_next_starts_once_the_one_before_is_over(competition):
    from .matches import record

    evening = make_competition(competition.club, "draw-evening", name="Evening")
    enter(evening, 8, first=11)
    round = draw(evening)
    client, url = client_of("Scorer"), address(evening, "start_round", 1)
    client.post(url)
    assert [t.game for t in tables(round) if t.match] == [1, 1]
    client.post(url)
    assert Match.objects.count() == 2
    first = next(t for t in tables(round) if t.match)
    record(first.match, 40)
    record(first.match, 40)
    client.post(url)
    assert [(t.number, t.game) for t in tables(round) if t.match] == [(1, 1), (1, 2), (2, 1)]


@pytest.fixture
def evening(competition):
    """Two tables of three games each: at the first the second game goes on."""
    evening = make_competition(competition.club, "draw-evening", name="Evening")
    enter(evening, 8, first=11)
    games = tables(draw(evening))
    type_result(games[0], 101, 60)
    play(games[1], 40)
    return evening


def test_a_table_of_three_games_is_listed_once(evening):
    url, board = (address(evening, page, 1) for page in ("competition_round", "round_board"))
    client = client_of("Secretary")
    page = client.get(url)
    places = page.context["tables"]
    assert [(place.number, len(place.games), place.missing) for place in places] == [
        (1, 3, 2),
        (2, 3, 3),
    ]
    assert "5 results are missing" in page.content.decode()
    html = page.content.decode()
    assert html.count("Table 1") == 1 and html.count("game 2") == 2
    for place in places:
        for row in place.games:
            assert f'id="table-{row.table.pk}"' in html
    # On the board who plays with whom now, or next, and how far the table is.
    page = client.get(board)
    html = page.content.decode()
    assert html.count('class="board-table') == 2 and html.count("game 2") == 2
    one, two = page.context["tables"]
    assert (one.now.table.game, two.now.table.game) == (2, 1)
    shown = html.split('class="board-table')[1].replace("&amp;", "&")
    assert one.now.one in shown and one.games[0].one not in shown
    assert "1 deal played" in shown
    assert shown.split('aria-current="true">')[1].startswith("game 2")
    for table in (row.table for place in (one, two) for row in place.games):
        if not table.begun:
            type_result(table, 70, 90)
    Table.objects.get(match__isnull=False).match.give_up("late", "EW")
    one, two = client.get(board).context["tables"]
    assert (one.now.table.game, two.now.table.game, one.missing, two.missing) == (3, 3, 1, 0)


def test_the_cost_of_the_board_does_not_grow(evening, django_assert_max_num_queries):
    evening.change(owner(), published=True)
    enter(evening, 12, first=31)
    for number in (1, 2):
        with django_assert_max_num_queries(6):
            Client().get(address(evening, "round_board", number))
        if number == 1:
            draw(evening)


def test_a_match_of_every_table_is_offered_while_one_waits(evening):
    url = address(evening, "competition_round", 1)
    start = address(evening, "start_round", 1)
    for name in ("Scorer", "Secretary"):
        assert start in client_of(name).get(url).content.decode()
    client = client_of("Scorer")
    assert start not in client_of("Referee").get(url).content.decode()
    part = {"HX-Request": "true"}
    assert start in client.get(url, headers=part).content.decode()
    client.post(start)  # the second table's first game
    for headers in ({}, part):
        assert start not in client.get(url, headers=headers).content.decode()
    one = Table.objects.get(round__competition=evening, number=1, game=2)
    one.match.give_up("late", "NS")
    assert start in client.get(url, headers=part).content.decode()
    evening.become("finished", owner())
    assert start not in client.get(url).content.decode()


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


def test_slips_open_the_right_match_for_scoring(competition, table):
    client, url = client_of("Secretary"), address(competition, "round_slips", 1)
    assert "start them first" in client.get(url).content.decode()
    match = play(table)
    page = client.get(url)
    (slip,) = page.context["slips"]
    assert slip["table"] == table and "<svg" in slip["qr"]
    phone = Client()
    phone.get(slip["url"])
    assert phone.session["matches"] == {match.code: match.scoring_code}
    # The link is nowhere on what everybody sees.
    competition.change(owner(), published=True)
    for page in ("competition_round", "round_board"):
        assert (
            match.scoring_code not in Client().get(address(competition, page, 1)).content.decode()
        )
    # Nobody is sent to score what was typed in and counts.
    type_result(Table.objects.get(pk=table.pk), 30, 20)
    assert client.get(url).context.get("slips") == []


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


def test_the_clock_of_a_round(competition, table):
    client, url = client_of("Scorer"), address(competition, "round_clock", 1)
    client.post(url, {"minutes": "50"})
    page = client.get(address(competition, "competition_round", 1))
    assert 49 * 60 < page.context["clock"].left <= 50 * 60
    assert 'data-left="' in page.content.decode()
    competition.change(owner(), published=True)
    board = Client().get(address(competition, "round_board", 1), headers={"HX-Request": "true"})
    assert 'data-left="' in board.content.decode() and "<html" not in board.content.decode()
    html = client.post(url, {"minutes": "many"}, follow=True).content.decode()
    assert "Write a whole number of minutes." in html
    Round.objects.update(starts_at="2026-01-01T10:00Z")
    assert client.get(address(competition, "round_board", 1)).context["clock"].left == 0
    client.post(url, {"minutes": ""})
    assert client.get(address(competition, "round_board", 1)).context["clock"] is None
