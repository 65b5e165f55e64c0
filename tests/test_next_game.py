"""The next game of a table at which three are played, started from the sheet of the one before."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from games.models import (
    CannotChange,
    CannotRecord,
    Club,
    Match,
    Table,
    next_game,
    start_another,
    start_match_at,
    start_next_game,
    take_off,
)

from .competitions import (
    SHORT,
    add_people,
    client_of,
    draw,
    enter,
    hand_in,
    make_club,
    make_competition,
    make_user,
    meetings,
    owner,
    play,
    sign,
    tables,
    type_result,
)
from .matches import reading_client, record, scoring_client

pytestmark = pytest.mark.django_db
NAME = "Evening of secrets"


@pytest.fixture
def evening():
    """A draw evening of one table in a club that everybody sees; not published."""
    competition = make_competition(
        make_club(listed=True, indexable=True), "draw-evening", name=NAME
    )
    enter(competition, 4)
    draw(competition)
    return competition


def games(competition):
    return tables(competition.rounds.get())


def address(match):
    return reverse("next_game", args=[match.code])


def players(match):
    return {frozenset(match.players[seat] for seat in side) for side in match.rules.table.sides}


def finish(match):
    record(match, 40)
    record(match, 40)


def test_a_guest_scribe_plays_three_games_one_after_another(evening):
    first = play(games(evening)[0], 40, 40)
    phone = scoring_client(first)
    html = phone.get(first.get_absolute_url()).content.decode()
    assert "Start game 2 of this table" in html and "Another match" not in html
    pairs = [players(first)]
    match = first
    for game in (2, 3):
        response = phone.post(address(match), {"game": game})
        match = games(evening)[game - 1].match
        assert response["Location"] == match.get_absolute_url()
        assert "deals first." in phone.get(match.get_absolute_url()).content.decode()
        # By the competition's rules, inside it, and he goes on scoring.
        assert (match.club, match.rules) == (evening.club, evening.rules)
        assert NAME in match.place and match.seatings.count() == 4
        assert phone.session["matches"][match.code] == match.scoring_code
        table = games(evening)[game - 1]
        assert {table.side("a"), table.side("b")} == {
            match.names(side) for side in match.rules.table.sides
        }
        pairs.append(players(match))
        finish(match)
        sign(Match.objects.get(pk=match.pk))
    # Everyone partners everyone, and the scribe keeps his seat.
    assert len({pair for each in pairs for pair in each}) == 6
    assert len({table.match.players["N"] for table in games(evening)}) == 1
    assert [table.counted for table in games(evening)] == [False, True, True]
    assert "No further game" in phone.get(match.get_absolute_url()).content.decode()
    assert phone.post(address(match), {"game": 4}, follow=True).status_code == 200
    assert Match.objects.count() == 3


def test_also_from_the_page_where_both_have_signed(evening):
    first = play(games(evening)[0], 40, 40)
    sign(first)
    html = scoring_client(first).get(reverse("sign", args=[first.code])).content.decode()
    assert "Start game 2 of this table" in html and "Another match" not in html
    form = html.split(address(first), 1)[1].split("</form>", 1)[0]
    assert 'name="game" value="2"' in form
    second = games(evening)[1]
    assert second.side("a").replace("&", "&amp;") in form


def test_two_phones_make_one_match_and_both_score_it(evening):
    first = play(games(evening)[0], 40, 40)
    one, other = scoring_client(first), scoring_client(first)
    places = {phone.post(address(first), {"game": 2})["Location"] for phone in (one, other, one)}
    second = games(evening)[1].match
    assert places == {second.get_absolute_url()} and Match.objects.count() == 2
    assert other.session["matches"][second.code] == second.scoring_code
    assert evening.log.filter(verb="start match").count() == 2
    # An old page of the first game does not start the third.
    finish(second)
    assert one.post(address(first), {"game": 2})["Location"] == second.get_absolute_url()
    assert "Go on to game 2" in one.get(first.get_absolute_url()).content.decode()
    assert Match.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_presses_at_once_make_one_match():
    competition = make_competition(make_club(), "draw-evening")
    enter(competition, 4)
    draw(competition)
    play(games(competition)[0], 40, 40)

    def press(_):
        try:
            return start_next_game(Table.objects.get(game=1), 2, "").pk
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(press, range(4)))) == 1
    assert Match.objects.count() == 2


def test_one_that_the_office_started_is_gone_on_to(evening):
    first = play(games(evening)[0], 40, 40)
    phone = scoring_client(first)
    second = play(games(evening)[1])
    assert "Go on to game 2" in phone.get(first.get_absolute_url()).content.decode()
    assert phone.post(address(first), {"game": 2})["Location"] == second.get_absolute_url()
    assert 'id="deal-form"' in phone.get(second.get_absolute_url()).content.decode()


def test_a_result_typed_in_is_passed_over(evening):
    first = play(games(evening)[0], 40, 40)
    phone = scoring_client(first)
    type_result(games(evening)[1], 101, 55)
    response = phone.post(address(first), {"game": 2}, follow=True)  # from a page of before
    assert "Meanwhile the competition has gone on" in response.content.decode()
    assert "Start game 3 of this table" in response.content.decode()
    assert Match.objects.count() == 1
    phone.post(address(first), {"game": 3})
    assert games(evening)[2].match and not games(evening)[1].match


def test_whoever_came_in_for_somebody_stays(evening):
    (stand_in,) = add_people(evening.club, "Stand-in")
    one = games(evening)[0]
    entered = one.seated()
    gone = entered["S"]
    # Partners have changed seats beside: that replaces nobody.
    seats = {**entered, "S": stand_in, "E": entered["W"], "W": entered["E"]}
    first = start_match_at(one, seats, "N", owner())
    finish(first)
    scoring_client(first).post(address(first), {"game": 2})
    second = games(evening)[1]
    expected = {
        seat: stand_in if player == gone else player for seat, player in second.seated().items()
    }
    assert {one.seat: one.player for one in second.match.seatings.all()} == expected
    assert stand_in in expected.values() and gone not in expected.values()


def test_not_while_the_game_goes_on(evening):
    first = play(games(evening)[0], 40)
    phone = scoring_client(first)
    assert address(first) not in phone.get(first.get_absolute_url()).content.decode()
    response = phone.post(address(first), {"game": 2}, follow=True)
    assert "not over yet" in response.content.decode()
    with pytest.raises(CannotRecord):
        start_next_game(games(evening)[0], 2, "")
    assert Match.objects.count() == 1


def test_not_once_the_competition_is_finished_or_its_round_taken_back(evening):
    first = play(games(evening)[0], 40, 40)
    phone = scoring_client(first)
    evening.become("finished", owner())
    html = phone.get(first.get_absolute_url()).content.decode()
    assert address(first) not in html and "No further game" in html
    response = phone.post(address(first), {"game": 2}, follow=True)
    assert "The competition is finished" in response.content.decode()
    evening.become("running", owner())
    table = games(evening)[0]
    Table.objects.all().delete()
    with pytest.raises(CannotChange):
        start_next_game(table, 2, "")
    assert Match.objects.count() == 1


def test_a_match_taken_off_the_table_has_no_next_game_there(evening):
    table = games(evening)[0]
    first = play(table, 40, 40)
    table.refresh_from_db()
    table.round.competition = evening
    take_off(table, "the others", table.mark, owner())
    response = scoring_client(first).post(address(first), {"game": 2}, follow=True)
    html = response.content.decode()
    assert "Meanwhile the competition has gone on" in html
    # It is a match of the club like any other: whoever goes on there is outside, and sees so.
    assert "Another match" in html and NAME not in html
    assert Match.objects.count() == 1


def test_games_caught_up_too_late_are_refused(evening):
    first = play(games(evening)[0], 40, 40)
    evening.change(owner(), catch_up_until="2026-01-01")
    response = scoring_client(first).post(address(first), {"game": 2}, follow=True)
    assert "Games could be caught up until" in response.content.decode()
    assert Match.objects.count() == 1


def test_strangers_readers_and_other_clubs_may_not(evening):
    first = play(games(evening)[0], 40, 40)
    make_club("Others").memberships.create(user=make_user("Stranger"), role="secretary")
    for device in (Client(), reading_client(first), client_of("Stranger"), client_of("Referee")):
        assert device.post(address(first), {"game": 2}).status_code == 404
    scorer = client_of("Scorer")
    assert scorer.get(address(first)).status_code == 405
    assert scorer.post(address(first), {}).status_code == 404
    assert scorer.post(address(first), {"game": "two"}).status_code == 404
    assert Match.objects.count() == 1
    # An officer may by the office alone: no link is handed out with it.
    scorer.post(address(first), {"game": 2})
    second = games(evening)[1].match
    assert scorer.session["matches"][second.code] == ""
    assert 'id="deal-form"' in scorer.get(second.get_absolute_url()).content.decode()


# Nothing of it outside the competition


def public_pages(competition, match) -> list[str]:
    slug = competition.club.slug
    keys = match.seatings.values_list("player", flat=True)
    urls = ["/", "/sitemap.xml", reverse("club", args=[slug]), reverse("ratings", args=[slug])]
    urls += [reverse("player", args=[slug, key]) for key in keys]
    return [Client().get(url).getvalue().decode() for url in urls]


def test_nothing_of_it_is_told_before_the_competition_is_published(evening):
    first = play(games(evening)[0], 40, 40)
    sign(first)
    phone = scoring_client(first)
    phone.post(address(first), {"game": 2})
    second = games(evening)[1].match
    for html in public_pages(evening, second):
        assert second.code not in html and first.code not in html and NAME not in html
    # A reader of the first game is led neither to the second nor to the competition.
    reader = Client().get(first.get_absolute_url()).content.decode()
    for hidden in (second.code, evening.slug, "Start game", "Go on to game", second.names("NS")):
        assert hidden not in reader
    # Nor is the scribe without an account, but to the game that he may score.
    scribe = phone.get(first.get_absolute_url()).content.decode()
    assert evening.slug not in scribe and "Go on to game 2" in scribe

    evening.change(owner(), published=True)
    reader = Client().get(first.get_absolute_url()).content.decode()
    assert second.get_absolute_url() in reader and address(first) not in reader
    assert second.scoring_code not in reader


def test_a_match_of_a_competition_is_not_copied_out_of_it(evening):
    first = play(games(evening)[0], 40, 40)
    sign(first)
    with pytest.raises(CannotRecord, match="at a table of a competition"):
        start_another(first, first.players, "N", 0)
    phone, url = scoring_client(first), reverse("another", args=[first.code])
    told = {"seating": "same", "dealer": "E", "known": 0}
    for response in (phone.get(url, follow=True), phone.post(url, told, follow=True)):
        html = response.content.decode()
        assert "This match is played at a table of a competition" in html
        assert "Start game 2 of this table" in html
    assert Match.objects.count() == 1


def test_a_table_of_one_game_leads_back_to_its_round(evening):
    cup = make_competition(evening.club, name="Open cup", published=True)
    enter(cup, 4, first=11)
    table = tables(draw(cup))[0]
    match = play(table, 60, 60)
    assert next_game(table) is None
    html = scoring_client(match).get(match.get_absolute_url()).content.decode()
    assert "Another match" not in html and address(match) not in html
    assert f'href="{table.round.get_absolute_url()}#table-{table.pk}"' in html
    assert reverse("standings", args=[cup.club.slug, cup.slug]) in html


def test_a_game_of_a_meeting_leads_back_to_it(evening):
    league = make_competition(
        evening.club, "team-league", name="League", options={"games": 2, "double": False}
    )
    enter(league, 2, first=51)
    meeting = meetings(draw(league))[0]
    hand_in(meeting)
    table = tables(league.rounds.get())[0]
    match = play(table, 40, 40)
    page, there = match.get_absolute_url(), meeting.get_absolute_url()
    assert next_game(table) is None
    html = scoring_client(match).get(page).content.decode()
    assert there not in html and "Another match" not in html  # not published
    assert f'href="{there}#game-1"' in client_of("Scorer").get(page).content.decode()
    # Its captain sees the meeting, and no more of the league.
    captain = meeting.team("a").captain
    type(captain).objects.filter(pk=captain.pk).update(user=make_user("Captain"))
    client = client_of("Captain")
    client.get(reverse("open_scoring", args=[match.scoring_code]))
    html = client.get(page).content.decode()
    assert f'href="{there}#game-1"' in html and "/standings/" not in html


# Where the match belongs


def test_the_sheet_leads_to_its_competition_for_whoever_may_see_it(evening):
    table = games(evening)[0]
    match = play(table, 40)
    links = [
        evening.get_absolute_url(),
        table.round.get_absolute_url(),
        f"{table.round.get_absolute_url()}#table-{table.pk}",
    ]
    page = match.get_absolute_url()

    def shown(client):
        return [f'href="{link}"' in client.get(page).content.decode() for link in links]

    assert shown(client_of("Referee")) == [True] * 3
    for outsider in (Client(), scoring_client(match), client_of("Nobody")):
        assert shown(outsider) == [False] * 3
        assert NAME not in outsider.get(page).content.decode()
    evening.change(owner(), published=True)
    assert shown(Client()) == [True] * 3
    html = Client().get(page).content.decode()
    assert "Table 1, game 1" in html
    # What is polled does not tell it again.
    part = Client().get(page, headers={"HX-Request": "true", "HX-Target": "standing"})
    assert evening.get_absolute_url() not in part.content.decode()


def test_without_scripts_a_refused_deal_leads_there_too(evening):
    match = play(games(evening)[0])
    url = reverse("record_deal", args=[match.code])
    html = client_of("Scorer").post(url, {"number": 1}).content.decode()
    assert f'href="{evening.get_absolute_url()}"' in html


def test_whoever_follows_a_game_learns_that_the_next_was_begun(evening):
    evening.change(owner(), published=True)
    first = play(games(evening)[0], 40, 40)
    phone, reader = scoring_client(first), Client()
    poll = {"HX-Request": "true", "HX-Target": "standing"}
    page = first.get_absolute_url()
    tags = {}
    for client in (phone, reader):
        client.get(page)
        tags[client] = client.get(page, headers=poll)["ETag"]
        again = client.get(page, headers={**poll, "If-None-Match": tags[client]})
        assert again.status_code == 304
    client_of("Scorer").post(address(first), {"game": 2})
    second = games(evening)[1].match
    answers = {
        client: client.get(page, headers={**poll, "If-None-Match": tags[client]})
        for client in (phone, reader)
    }
    assert second.get_absolute_url() in answers[reader].content.decode()
    assert "Go on to game 2" in answers[phone].content.decode()
    # A link would lead the scribe where he may not write: the button hands him that on.
    assert second.get_absolute_url() not in answers[phone].content.decode()


def test_the_cost_of_the_sheet_does_not_grow_with_the_tables(
    evening, django_assert_max_num_queries
):
    evening.change(owner(), published=True)
    enter(evening, 20, first=5)
    for table in tables(draw(evening)):
        if table.game == 1:
            match = play(table, 40, 40)
    phone = scoring_client(match)
    phone.get(match.get_absolute_url())
    with django_assert_max_num_queries(11):
        html = phone.get(match.get_absolute_url()).content.decode()
    assert "Start game 2 of this table" in html


def test_names_are_shown_as_text(evening):
    club = Club.objects.get()
    awkward = '<x> & "Renée" O’Brien ' + "å" * 50
    other = make_competition(club, "draw-evening", name=awkward[:80], rules=SHORT, published=True)
    enter(other, 4, first=31)
    match = play(tables(draw(other))[0], 40, 40)
    html = scoring_client(match).get(match.get_absolute_url()).content.decode()
    assert "<x>" not in html and len(re.findall("<bdi>&lt;x&gt;", html)) == 1
