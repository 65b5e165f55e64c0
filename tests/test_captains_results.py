"""Captains of a team league type in the games of their meeting, and confirm each other's."""

import re
from datetime import date, timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from games.models import CannotChange, Competition, CompetitionChange, Player, Table

from .backups import file_of, restored
from .competitions import (
    client_of,
    draw,
    enter,
    main,
    make_competition,
    make_user,
    meeting_of_captains,
    meetings,
    owner,
    play,
    type_result,
)
from .matches import record

pytestmark = pytest.mark.django_db

PLAYED = {"how": "played", "points_a": "61", "points_b": "40"}


@pytest.fixture
def meeting():
    return meeting_of_captains(2)


def game(meeting, number=1):
    return next(table for table in meeting.places() if table.game == number)


def fresh(number=1):
    return Table.objects.select_related("match").get(game=number)


def typed(client, table, **data):
    url = table.url("table_result")
    page = client.get(url)
    return client.post(url, {**PLAYED, "seen": page.context["mark"], **data}, follow=True)


def test_one_captain_types_and_the_other_confirms(meeting):
    home, guest = client_of("Home"), client_of("Guest")
    page = home.get(meeting.get_absolute_url())
    assert main(page).count("Type in") == 2 and "Confirm" not in main(page)
    table = game(meeting)
    form = main(home.get(table.url("table_result")))
    assert "once the captain of the other team, or an officer, has confirmed it" in form
    assert "Take the match off" not in form
    page = typed(home, table)
    assert "It waits for the other captain, or an officer." in page.content.decode()
    found = fresh()
    assert (found.points_a, found.points_b, found.winner, found.typed_by) == (61, 40, "a", "Home")
    assert not found.counted
    # Whoever typed it in cannot confirm it, whatever is sent.
    assert "Confirm" not in main(page)
    url = table.url("confirm_result")
    page = home.get(url)
    assert "waits for the other captain" in main(page) and "<form" not in main(page)
    assert "waits for the other captain" in main(home.post(url, {"seen": fresh().mark}))
    assert not fresh().counted
    page = guest.get(meeting.get_absolute_url())
    assert url in main(page)
    page = guest.get(url)
    assert "61" in main(page) and "What this changes" not in main(page)  # it is not published
    assert guest.post(url, {"seen": "old"}).status_code == 200 and not fresh().counted
    response = guest.post(url, {"seen": page.context["table"].mark})
    assert response["Location"] == meeting.get_absolute_url()
    found = fresh()
    assert found.counted and found.confirmed_by == "Guest"
    assert guest.post(url, {"seen": ""}).status_code == 302  # pressed twice
    assert CompetitionChange.objects.filter(verb="confirm result").count() == 1
    # What counts is an officer's to put right.
    for client in (home, guest):
        page = client.get(table.url("table_result"))
        assert "An officer can put it right." in main(page) and "<form" not in main(page)
        client.post(table.url("table_result"), {**PLAYED, "points_a": "1", "seen": found.mark})
    assert fresh().points_a == 61


def test_the_other_captain_may_tell_it_otherwise_and_then_waits_in_turn(meeting):
    home, guest = client_of("Home"), client_of("Guest")
    table = game(meeting)
    typed(home, table)
    typed(guest, table, points_a="40", points_b="61")
    assert (fresh().winner, fresh().typed_by, fresh().counted) == ("b", "Guest", False)
    guest.post(table.url("confirm_result"), {"seen": fresh().mark})
    assert not fresh().counted
    home.post(table.url("confirm_result"), {"seen": fresh().mark})
    assert fresh().counted and fresh().winner == "b"


def test_an_officer_confirms_it_as_what_a_scorer_typed(meeting):
    typed(client_of("Home"), game(meeting))
    current = game(meeting)
    current.confirm(current.mark, make_user("Secretary"))
    assert fresh().counted and fresh().confirmed_by == "Secretary"


@pytest.mark.parametrize("officer, counted", [("Scorer", False), ("Secretary", True)])
def test_what_an_officer_typed_in_is_no_captains(meeting, officer, counted):
    type_result(game(meeting), 10, 5, make_user(officer))
    for name in ("Home", "Guest"):
        client, current = client_of(name), game(meeting)
        assert "<form" not in main(client.get(current.url("table_result")))
        with pytest.raises(PermissionDenied):
            type_result(current, 20, 5, make_user(name))
        if not counted:
            with pytest.raises(PermissionDenied):
                current.confirm(current.mark, make_user(name))
            client.post(current.url("confirm_result"), {"seen": current.mark})
    assert (fresh().points_a, fresh().counted) == (10, counted)


@pytest.mark.parametrize("name", ["Home", "Guest", "Secretary"])
def test_what_stands_there_is_corrected_whether_it_counts_or_not(meeting, name):
    """One word for one action: for whoever typed it in, the other captain, and officers."""
    one, other = game(meeting), game(meeting, 2)
    typed(client_of("Home"), one)
    html = main(client_of(name).get(meeting.get_absolute_url()))
    assert (html.count("Type in"), html.count("Correct")) == (1, 1)
    assert html.index(one.url("table_result")) < html.index("Correct") < html.index("Type in")
    type_result(other, 61, 40)  # counts: an officer's to put right
    html = main(client_of(name).get(meeting.get_absolute_url()))
    assert "Type in" not in html
    assert html.count("Correct") == (2 if name == "Secretary" else 1)


def test_so_it_is_on_the_page_of_a_round(meeting):
    swiss = make_competition(meeting.competition.club, name="Swiss")
    enter(swiss, 4, first=21)
    round = draw(swiss)
    type_result(round.places()[0], 61, 40, make_user("Scorer"))  # waits for an officer's word
    html = main(client_of("Secretary").get(round.get_absolute_url()))
    assert (html.count("Type in"), html.count("Correct")) == (1, 1)


def test_an_officer_puts_right_what_a_captain_typed_and_it_is_the_officers_then(meeting):
    typed(client_of("Home"), game(meeting))
    type_result(game(meeting), 33, 3, make_user("Scorer"))
    with pytest.raises(PermissionDenied):
        current = game(meeting)
        current.confirm(current.mark, make_user("Guest"))


def test_a_game_that_was_logged_is_signed(meeting):
    match = play(game(meeting))
    page = client_of("Home").get(meeting.get_absolute_url())
    assert main(page).count("Type in") == 2  # nothing is logged yet
    record(match, 40)
    page = client_of("Home").get(meeting.get_absolute_url())
    assert main(page).count("Type in") == 1
    current = game(meeting)
    page = client_of("Home").get(current.url("table_result"))
    assert "both sides sign its sheet" in main(page) and match.get_absolute_url() in main(page)
    with pytest.raises(CannotChange):
        type_result(current, 61, 40, make_user("Home"))
    record(match, 40)
    current = game(meeting)
    with pytest.raises(PermissionDenied):  # no captain signs for both sides
        current.confirm(current.mark, make_user("Guest"))
    page = client_of("Guest").post(current.url("confirm_result"), {"seen": current.mark})
    assert "Both sides sign the sheet of this game" in main(page)
    assert not fresh().counted and not match.signatures.exists()


def test_captains_of_other_meetings_and_tables_may_nothing(meeting):
    competition = meeting.competition
    other = make_competition(competition.club, "team-league", name="Other")
    enter(other, 2, first=11)
    theirs = meetings(draw(other))[0]
    table = game(theirs)
    for page in ("table_result", "confirm_result"):
        assert client_of("Home").get(table.url(page)).status_code == 404
        assert client_of("Home").post(table.url(page), PLAYED).status_code == 404
    with pytest.raises(PermissionDenied):
        type_result(table, 1, 0, make_user("Home"))
    swiss = make_competition(competition.club, name="Swiss")
    enter(swiss, 2, first=21)
    from .competitions import tables

    (lone,) = tables(draw(swiss))
    assert client_of("Home").get(lone.url("table_result")).status_code == 404
    with pytest.raises(PermissionDenied):
        type_result(lone, 1, 0, make_user("Home"))


def test_whoever_turns_out_to_lead_both_teams_speaks_for_one_of_them(meeting):
    """Two of the club's people were one person, entered in two teams: what that one typed in still
    waits for somebody else's word."""
    Player.objects.filter(user__name="Guest").update(user=None)
    home, other = meeting.home.captain, meeting.guests.captain
    home.merge(other, home.effect_of_merging(other).mark, owner())
    client = client_of("Home")
    page = main(client.get(meeting.get_absolute_url()))
    assert page.count("Type in") == 2 and page.count("line-up/") == 2
    assert typed(client, game(meeting)).status_code == 200
    page = client.get(meeting.get_absolute_url())
    assert page.status_code == 200 and "Confirm" not in main(page)
    client.post(fresh().url("confirm_result"), {"seen": fresh().mark})
    assert fresh().typed_by == "Home" and not fresh().counted


def test_it_is_in_time_and_while_the_competition_runs(meeting):
    competition = meeting.competition
    Competition.objects.update(catch_up_until=date(2020, 1, 1))
    page = typed(client_of("Home"), game(meeting))
    assert "Games could be caught up until" in main(page) and fresh().kind == "unplayed"
    assert 'value="61"' in main(page)  # what was typed stays
    type_result(game(meeting), 7, 3)  # an officer may
    Competition.objects.update(catch_up_until=None)
    competition.become("finished", owner())
    page = client_of("Home").get(meeting.get_absolute_url())
    assert "Type in" not in main(page)
    page = typed(client_of("Home"), game(meeting, 2))
    assert "finished" in main(page) and fresh(2).kind == "unplayed"


def test_a_team_that_did_not_come(meeting):
    typed(client_of("Home"), game(meeting), how="b-absent")
    found = fresh()
    assert (found.kind, found.winner, found.counted) == ("forfeit", "a", False)
    assert "not confirmed yet" in main(client_of("Guest").get(meeting.get_absolute_url()))


def test_who_typed_it_in_moves_house_with_the_club(meeting):
    typed(client_of("Home"), game(meeting))
    again = restored(file_of(meeting.competition.club)).club
    found = meetings(again.competitions.get().rounds.first())[0]
    assert found.typed_for() == {1: "a"} == meeting.typed_for()


@pytest.mark.parametrize("side", [None, 2, "a", [0]])
def test_a_log_from_elsewhere_makes_nobody_a_captain(meeting, side):
    typed(client_of("Home"), game(meeting))
    row = CompetitionChange.objects.get(verb="type result")
    row.after["captain"] = side
    row.save()
    assert meeting.typed_for() == {}
    assert client_of("Guest").get(meeting.get_absolute_url()).status_code == 200
    assert "Confirm" not in main(client_of("Guest").get(meeting.get_absolute_url()))


def test_once_published_the_other_captain_sees_what_it_changes(meeting):
    meeting.competition.change(owner(), published=True)
    typed(client_of("Home"), game(meeting))
    page = client_of("Guest").get(game(meeting).url("confirm_result"))
    assert "What this changes in the standings" in main(page)


def test_the_page_of_a_meeting_costs_one_query_more_at_most(meeting, django_assert_max_num_queries):
    for number in (1, 2):
        typed(client_of("Home"), game(meeting, number))
    client = client_of("Guest")
    client.get(meeting.get_absolute_url())
    with django_assert_max_num_queries(22):
        client.get(meeting.get_absolute_url())


# Captains who do not agree

AGREE_NOT = "The captains do not agree."


def told(team, result):
    return f"The captain of <bdi>{team.name}</bdi> typed in: {result}."


def test_the_other_captain_is_shown_what_was_typed_before_telling_it_otherwise(meeting):
    home, guest = client_of("Home"), client_of("Guest")
    table = game(meeting)
    assert "typed in:" not in main(guest.get(table.url("table_result")))
    assert AGREE_NOT not in main(typed(home, table))
    for page in ("table_result", "confirm_result"):
        html = main(guest.get(table.url(page)))
        assert told(meeting.home, "61–40") in html and AGREE_NOT not in html
    assert AGREE_NOT in typed(guest, table, points_a="40", points_b="61").content.decode()
    # Both claims are seen by both captains, and by officers.
    for client in (home, guest, client_of("Secretary")):
        for page in ("table_result", "confirm_result"):
            html = main(client.get(table.url(page)))
            assert told(meeting.home, "61–40") in html and told(meeting.guests, "40–61") in html
            assert AGREE_NOT in html
    html = main(client_of("Secretary").get(meeting.url("confirm_meeting")))
    assert told(meeting.home, "61–40") in html and html.count(AGREE_NOT) == 1
    # Of the other game nobody told anything.
    assert "typed in:" not in main(home.get(game(meeting, 2).url("table_result")))


def test_captains_who_come_to_agree_and_the_word_of_an_officer(meeting):
    home, guest = client_of("Home"), client_of("Guest")
    typed(home, game(meeting))
    typed(guest, game(meeting), how="b-absent")
    html = main(home.get(game(meeting).url("confirm_result")))
    assert AGREE_NOT in html and f"typed in: {meeting.guests.name} did not come." in html
    # To type in the same as the other captain is to confirm it; not so once more the own words.
    typed(guest, game(meeting), how="b-absent")
    assert not fresh().counted
    html = typed(home, game(meeting), how="b-absent").content.decode()
    assert AGREE_NOT not in html and "The result counts." in html
    assert (fresh().counted, fresh().kind, fresh().confirmed_by) == (True, "forfeit", "Home")


def test_an_officers_word_leaves_both_claims_to_be_read(meeting):
    home, guest = client_of("Home"), client_of("Guest")
    typed(home, game(meeting))
    typed(guest, game(meeting), points_a="30")
    type_result(game(meeting), 50, 45, make_user("Scorer"))
    html = main(client_of("Secretary").get(game(meeting).url("confirm_result")))
    assert AGREE_NOT in html and "typed in by Scorer" in html
    assert told(meeting.home, "61–40") in html and told(meeting.guests, "30–40") in html


def test_what_was_typed_in_before_the_round_was_drawn_anew_is_none_of_its_claims(meeting):
    typed(client_of("Home"), game(meeting))
    round = meeting.round
    round.drawn_at = CompetitionChange.objects.latest("at").at + timedelta(seconds=1)
    round.save(update_fields=["drawn_at"])
    assert meeting.claims() == {} == meeting.typed_for()
    assert "typed in:" not in main(client_of("Guest").get(game(meeting).url("table_result")))


@pytest.mark.parametrize(
    "wrong", [{"kind": "luck"}, {"kind": []}, {"winner": "c"}, {"points_a": "61"}, {"kind": None}]
)
def test_a_log_that_tells_nonsense_makes_no_claim(meeting, wrong):
    typed(client_of("Home"), game(meeting))
    row = CompetitionChange.objects.get(verb="type result")
    row.after |= wrong
    row.save()
    assert meeting.claims() == {}
    assert client_of("Guest").get(game(meeting).url("confirm_result")).status_code == 200


def test_claims_move_house_with_the_club(meeting):
    typed(client_of("Home"), game(meeting))
    again = restored(file_of(meeting.competition.club)).club
    found = meetings(again.competitions.get().rounds.first())[0]
    assert found.claims() == meeting.claims() != {}


def test_a_disputed_result_is_not_printed_for_the_captains_to_sign(meeting):
    """Their sheet would tell what the one typed in last as if both had said so."""
    typed(client_of("Home"), game(meeting))
    typed(client_of("Guest"), game(meeting), points_a="40", points_b="61")
    typed(client_of("Home"), game(meeting, 2), points_a="55", points_b="33")
    competition = meeting.competition
    url = reverse("captains_sheets", args=[competition.club.slug, competition.slug, 1])

    def points():
        html = client_of("Secretary").get(url).content.decode()
        return re.findall(r'<td class="paper-points">(.*?)</td>', html)

    assert points()[:4] == ["", "", "55", "33"]
    # Once it is settled it stands there.
    game(meeting).confirm(fresh().mark, owner())
    assert points()[:4] == ["40", "61", "55", "33"]
