"""A club's matches: started there, scored by its officers, and guests' matches as ever."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Match, Player, Seating
from tests.clubs import club_match, found_club, logged_in, officer, owner_of, people
from tests.matches import reading_client, record, scoring_client, start_match
from tests.test_match import follow
from tests.test_record_deal import told
from tests.test_start import FORM

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return found_club()


def seated(match: Match) -> dict[str, str]:
    return {one.seat: one.player.name for one in Seating.objects.filter(match=match)}


def test_the_clubs_people_are_found_by_their_names_and_others_are_guests(club):
    people(club, "AN", "Bo", "Gust")
    client = logged_in(officer(club, "scorer", "Karel"))
    page = client.get(reverse("start"), {"club": club.slug}).content.decode()
    assert '<option value="Gust">' in page
    client.post(reverse("start"), {**FORM, "club": club.slug})

    match = Match.objects.get()
    assert match.club == club and match.log.get().by == "Karel"
    assert match.players == {"N": "AN", "E": "Bo", "S": "Cis", "W": "Dré"}
    assert seated(match) == {"N": "AN", "E": "Bo"}
    assert Player.of(club).count() == 3


def test_new_names_join_the_people_where_asked(club):
    people(club, "An")
    client = logged_in(owner_of(club))
    told = {**FORM, "name_W": "", "club": club.slug, "join": "on"}
    key = client.get(reverse("start")).context["form"]["key"].value()
    for _press in range(2):
        assert client.post(reverse("start"), {**told, "key": key}).status_code == 302

    match = Match.objects.get()
    assert seated(match) == {"N": "An", "E": "Bo", "S": "Cis"}
    assert sorted(one.name for one in Player.of(club)) == ["An", "Bo", "Cis"]


def test_the_same_players_once_more_are_in_the_same_club(club):
    client = logged_in(owner_of(club))
    client.post(reverse("start"), {**FORM, "club": club.slug})
    code = Match.objects.get().code
    html = client.get(reverse("start"), {"like": code}).content.decode()
    assert f'<option value="{club.slug}" selected>' in html


def test_an_office_that_ended_meanwhile_is_told_and_nothing_is_lost(club):
    scorer = officer(club, "scorer")
    client = logged_in(scorer)
    club.leave(scorer)
    response = client.post(reverse("start"), {**FORM, "club": club.slug})
    html = response.content.decode()
    assert "Choose one of your clubs." in html and 'value="Cis"' in html
    assert not Match.objects.exists()


def test_without_a_club_chosen_it_is_a_match_among_guests(club):
    people(club, "An")
    client = logged_in(owner_of(club))
    client.post(reverse("start"), {**FORM, "club": ""})
    assert Match.objects.get().club is None and not Seating.objects.exists()


def test_a_merged_name_is_not_offered(club):
    an, twin = people(club, "An Peeters", "A. P.")
    an.merge(twin, an.effect_of_merging(twin).mark, owner_of(club))
    client = logged_in(owner_of(club))
    assert "A. P." not in client.get(reverse("start")).content.decode()


def test_a_scorer_records_a_deal_without_the_link_under_the_accounts_name(club):
    match = club_match(club)
    client = logged_in(officer(club, "scorer", "Karel"))
    assert 'id="deal-form"' in client.get(match.get_absolute_url()).content.decode()
    client.post(reverse("record_deal", args=[match.code]), told(match))

    assert Match.objects.get().deal(1).by == "Karel"
    assert match.scoring_code not in client.get(match.get_absolute_url()).content.decode()
    share = client.get(reverse("share", args=[match.code])).content.decode()
    assert match.scoring_code not in share


def test_a_referee_finds_rulings_but_no_form_for_deals(club):
    match = club_match(club)
    record(match, 38)
    client = logged_in(officer(club, "referee"))
    assert 'id="deal-form"' not in client.get(match.get_absolute_url()).content.decode()
    html = client.get(reverse("deal", args=[match.code, 1])).content.decode()
    assert reverse("rule_deal", args=[match.code, 1]) in html
    assert reverse("correct_deal", args=[match.code, 1]) not in html


def counted(client: Client, ask) -> CaptureQueriesContext:
    with CaptureQueriesContext(connection) as queries:
        ask(client)
    return queries


def statements(client: Client, match: Match) -> dict[str, CaptureQueriesContext]:
    """What the pages of a match ask the database."""
    client.get(match.get_absolute_url())  # from here on the device remembers it
    tag = follow(client, match)["ETag"]
    url = reverse("record_deal", args=[match.code])
    data = told(Match.objects.get(pk=match.pk))
    return {
        "sheet": counted(client, lambda one: one.get(match.get_absolute_url())),
        "poll": counted(client, lambda one: follow(one, match, tag)),
        "record": counted(client, lambda one: one.post(url, data, headers={"HX-Request": "true"})),
    }


def test_guests_ask_the_database_no_more_than_ever_and_never_for_users(club):
    for match in (start_match(), club_match(club)):
        record(match, 38)
        for client in (scoring_client(match), reading_client(match), Client()):
            queries = statements(client, match)
            # A match of a club may be played at a table of a competition.
            assert len(queries["sheet"]) <= 5 + bool(match.club)
            assert len(queries["poll"]) == 1
            assert len(queries["record"]) <= 8 + bool(match.club)
            for captured in queries.values():
                asked = " ".join(query["sql"] for query in captured)
                assert "games_user" not in asked and "games_membership" not in asked


def test_an_officer_costs_a_user_and_an_office_more(club):
    match = club_match(club)
    record(match, 38)
    queries = statements(logged_in(officer(club, "scorer")), match)
    assert len(queries["sheet"]) <= 7
    assert len(queries["poll"]) == 1
    assert len(queries["record"]) <= 11
