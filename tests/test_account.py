"""The page of one's account."""

from datetime import date, time

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Day, Planned, Player, User
from tests.clubs import PASSWORD, account, found_club, logged_in, people
from tests.competitions import (
    client_of,
    draw,
    enter,
    hand_in,
    make_club,
    make_competition,
    make_user,
    meeting_of_captains,
    meetings,
    owner,
    type_result,
)

pytestmark = pytest.mark.django_db

URL = "/account/"


@pytest.fixture
def user():
    return account("Zoë")


def test_it_shows_clubs_offices_and_who_one_is_there(user):
    club = found_club("Hof <x>", user)
    (zoe,) = people(club, "Zoë V.")
    club.invite_player(zoe, user).accept(user)
    html = logged_in(user).get(URL).content.decode()

    assert f'href="{club.get_absolute_url()}"' in html
    assert "Hof &lt;x&gt;" in html and "Owner" in html and "Zoë V." in html


def test_another_name_needs_no_password(user):
    response = logged_in(user).post(URL, {"name": "Zoë 🂡", "email": user.email})

    assert response.status_code == 302
    user.refresh_from_db()
    assert user.name == "Zoë 🂡"


def test_another_address_does(user):
    client = logged_in(user)
    told = {"name": "Zoë", "email": "New@example.org"}
    for password in ({}, {"password": "no"}):
        response = client.post(URL, {**told, **password})
        assert set(response.context["form"].errors) == {"password"}
        assert response.context["form"]["email"].value() == "New@example.org"
    assert User.objects.get().email == "zoe@example.org"

    assert client.post(URL, {**told, "password": PASSWORD}).status_code == 302
    assert User.objects.get().email == "new@example.org"


@pytest.mark.parametrize(
    "field, value", [("name", " "), ("name", "n" * 81), ("email", ""), ("email", "x")]
)
def test_what_will_not_do_is_said_at_its_field(user, field, value):
    told = {"name": "Z", "email": user.email, "password": PASSWORD, field: value}
    response = logged_in(user).post(URL, told)

    assert response.status_code == 200 and field in response.context["form"].errors
    assert User.objects.get().name == "Zoë"


def test_somebody_elses_address_is_refused(user):
    account("An")
    told = {"name": "Zoë", "email": "AN@example.org", "password": PASSWORD}
    assert set(logged_in(user).post(URL, told).context["form"].errors) == {"email"}


def test_it_is_for_who_is_logged_in(client):
    assert client.get(URL).url == f"{reverse('log_in')}?next={URL}"
    assert client.post(URL, {"name": "x"}).status_code == 302


def test_other_methods_are_refused(user):
    assert logged_in(user).put(URL).status_code == 405


@pytest.mark.parametrize("clubs", [1, 8])
def test_few_queries(user, clubs, django_assert_num_queries):
    for number in range(clubs):
        found_club(f"Club {number}", user)
    client = logged_in(user)
    with django_assert_num_queries(4):  # session, user, clubs, players
        client.get(URL)


# A captain


def led(client):
    """What the page tells of the teams: their names, and of each meeting whom it is between."""
    return {
        each.team.name: [str(ahead.row.meeting) for ahead in each.meetings]
        for each in client.get(URL).context["teams"]
    }


def html_of(name):
    html = client_of(name).get(URL).content.decode()
    return html.split("<main", 1)[1].split("</main", 1)[0]


def test_a_captain_is_led_to_the_team_its_meetings_and_what_waits():
    meeting = meeting_of_captains(2)
    league = meeting.competition
    Day.plan(league, {1: Planned(date(2026, 12, 4), time(20, 0), "Zaal Rust")}, owner())
    url, confirm = meeting.get_absolute_url(), meeting.url("confirm_meeting")
    assert led(client_of("Home")) == {meeting.home.name: [str(meeting)]}
    html = html_of("Home")
    assert (
        f"<bdi>{meeting.home.name}</bdi>" in html and url in html and "Both line-ups are in" in html
    )
    assert "Friday 4 December 2026, 20:00 · <bdi>Zaal Rust</bdi>" in html
    assert "Hand in" not in html and league.get_absolute_url() + '"' not in html  # a secret one
    league.change(owner(), published=True)
    assert league.get_absolute_url() + '"' in html_of("Home")
    # A result that the other captain typed in.
    first, second = meeting.places()
    type_result(first, 61, 40, make_user("Home"))
    told = f"1 result waits for the captain of {meeting.guests.name}, or an officer."
    for name in ("Home", "Guest"):
        assert told in html_of(name) and (confirm in html_of(name)) == (name == "Guest")
    assert client_of("Guest").get(confirm).status_code == 200
    # Told otherwise it is no matter of one press.
    type_result(meeting.places()[0], 40, 61, make_user("Guest"))
    for name in ("Home", "Guest"):
        assert "The captains do not agree." in html_of(name) and confirm not in html_of(name)
    # Once all count it is over.
    for game in meeting.places():
        type_result(game, 61, 40)
    assert led(client_of("Home")) == {meeting.home.name: []}
    assert "No meeting of this team" in html_of("Home")


def test_the_line_up_to_hand_in_and_the_next_meetings_in_the_order_of_their_days():
    league = make_competition(make_club(), "team-league", options={"games": 2, "double": True})
    team = enter(league, 4)[0]
    Player.objects.filter(pk=team.captain.pk).update(user=make_user("Home"))
    assert led(client_of("Home")) == {"Team 1": []}  # nothing is drawn
    draw(league)
    own = [
        meeting
        for round in league.rounds.all()
        for meeting in meetings(round)
        if team in (meeting.home, meeting.guests)
    ]
    for meeting in own:
        meeting.round.competition = league
    assert led(client_of("Home")) == {"Team 1": [str(each) for each in own[:3]]}
    own[3].move(date(2026, 12, 1), "", owner())
    Day.plan(league, {1: Planned(date(2026, 12, 8)), 2: Planned(date(2026, 12, 2))}, owner())
    assert led(client_of("Home")) == {"Team 1": [str(own[at]) for at in (3, 1, 0)]}
    side = "a" if own[1].home == team else "b"
    url = own[1].url("line_up", side)
    assert url in html_of("Home")
    assert client_of("Home").get(url).status_code == 200
    hand_in(own[1], side)
    assert url not in html_of("Home") and "The line-up of Team 1 is in" in html_of("Home")
    # One that has begun stays, whatever its day.
    type_result(own[5].places()[0], 61, 40)
    assert led(client_of("Home"))["Team 1"] == [str(own[at]) for at in (3, 1, 0, 5)]
    # Who has withdrawn, or leads no more, has nothing before them.
    team.make_captain(team.people[1], owner())
    assert led(client_of("Home")) == {}


def test_one_who_is_merged_or_does_not_want_to_be_listed():
    meeting = meeting_of_captains(2)
    captain, spare = meeting.home.captain, meeting.home.people[-1]
    Player.objects.filter(pk=captain.pk).update(user=None)
    Player.objects.filter(pk=spare.pk).update(user=make_user("Home"))
    assert led(client_of("Home")) == {}  # one of the team's people leads it not
    meeting.home.leave_team(spare, owner())
    spare = Player.objects.get(pk=spare.pk)
    captain = Player.objects.get(pk=captain.pk)
    spare.merge(captain, spare.effect_of_merging(captain).mark, owner())
    assert [*led(client_of("Home"))] == [meeting.home.name]
    meeting.guests.rename("Friends of Quirijn", owner())
    quirijn = meeting.guests.people[1]
    quirijn.rename("Quirijn", owner())
    Player.objects.get(pk=quirijn.pk).hide(True, owner())
    assert "Quirijn" not in html_of("Home")
    meeting.competition.club.memberships.create(user=make_user("Home"), role="scorer")
    assert "Quirijn" in html_of("Home")


def test_other_clubs_officers_and_players_lead_nobody():
    meeting_of_captains(2)
    for name in ("Olga", "Secretary", "Elsewhere"):
        assert led(client_of(name)) == {}


def test_its_cost_does_not_grow_with_the_meetings_of_a_team(django_assert_max_num_queries):
    meeting = meeting_of_captains(2)
    client, league = client_of("Home"), meeting.competition
    with CaptureQueriesContext(connection) as queries:
        client.get(URL)
    other = make_competition(league.club, "team-league", name="Other")
    enter(other, 8, first=11)
    draw(other)
    team = other.entries.get(name="Team 11")
    Player.objects.filter(user__name="Home").update(user=None)
    Player.objects.filter(pk=team.captain.pk).update(user=make_user("Home"))
    with django_assert_max_num_queries(len(queries)):
        assert len(client.get(URL).context["teams"][0].meetings) == 3


def test_who_one_is_at_a_club_is_one_sentence_in_its_link():
    """The link is a row with gaps: pieces of a sentence stand apart, its full stop too."""
    club = make_club()
    (player,) = people(club, "An")
    Player.objects.filter(pk=player.pk).update(user=make_user("Scorer"))
    html = client_of("Scorer").get(reverse("account")).content.decode()
    told = "<span>At <bdi>De Bolle</bdi> you are <bdi>An</bdi>.</span>"
    assert f'href="{player.get_absolute_url()}">{told}</a>' in html
