import io

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from games.models import (
    Club,
    Competition,
    Match,
    Meeting,
    Player,
    Round,
    Table,
    User,
    evenings_of,
    standings_of,
)
from games.permissions import OFFICERS
from tests.matches import scoring_client, start_match


@pytest.fixture
def development(settings):
    settings.DEBUG = True


def demo(*arguments: str) -> str:
    out = io.StringIO()
    call_command("demo", *arguments, stdout=out)
    return out.getvalue()


def test_demo_matches_are_worth_looking_at(db, development):
    printed = demo()
    own = Match.objects.filter(scoring_code__startswith="demo-")
    matches = {match.preset: match for match in own}

    assert set(matches) == {"west-flemish", "flemish-club", "manillen-61", "botifarra-lliure"}
    under_way = matches["west-flemish"]
    assert not under_way.is_over
    assert under_way.sheet.carried == 1
    lines = under_way.sheet.lines
    assert {line.kind for line in lines} == {"played", "misdeal"}
    assert [len(deal.rulings) for deal in under_way.played] == [0, 2, 0, 0, 0, 1, 0, 0]
    assert "appeal" in under_way.deal(6).ruling and lines[1].penalties == {"NS": 0, "EW": -5}
    assert under_way.sheet.totals != under_way.sheet.totals_as_played
    assert any(factor.cause == "double" for line in lines for factor in line.factors)
    assert under_way.deal(1).replay.complete and not under_way.deal(1).replay.revokes
    assert matches["flemish-club"].is_signed
    with_revoke = matches["manillen-61"].deal(2)
    (revoke,) = with_revoke.replay.revokes
    assert (revoke.seat, revoke.trick, revoke.card, revoke.witness) == ("E", 3, "SA", "CT")
    assert with_revoke.replay.card_points == with_revoke.points_by_camp
    for match in matches.values():
        assert f"/score/{match.scoring_code}/" in printed


def test_asked_twice_it_makes_them_once(db, development):
    assert demo() == demo()
    assert Match.objects.count() == 10 and Competition.objects.count() == 6
    # 2, 5, 6 and 3 of the pools, a semi-final and a final, 3 of the ladder, 6 of the league
    assert Round.objects.count() == 27


def test_if_empty_leaves_other_matches_alone(db, development):
    start_match()

    assert demo("--if-empty") == ""
    assert Match.objects.count() == 1 and not Club.objects.exists()


def test_its_competitions_are_in_every_state_worth_looking_at(db, development):
    printed = demo()
    club = Club.objects.get()
    assert reverse("competitions", args=[club.slug]) in printed
    found = {one.format: one for one in club.competitions.all()}
    assert {key: one.state for key, one in found.items()} == {
        "draw-evening": "running",
        "swiss": "finished",
        "season": "running",
        "pools": "running",
        "ladder": "running",
        "team-league": "running",
    }
    assert all(one.shown for one in found.values())
    evening = Table.objects.filter(round__competition=found["draw-evening"], round__number=2)
    assert evening.filter(counted=True).count() == 2 and evening.count() == 9
    assert evening.get(match__isnull=False).match.sheet.played == 3
    bye = Table.objects.filter(round__competition=found["swiss"], b=None)
    assert bye.count() == len({table.a_id for table in bye}) == 5
    season = found["season"]
    assert evenings_of(season) == {1: 1, 2: 2, 3: 2, 4: 3, 5: 4, 6: 5}
    working = standings_of(season).working(standings_of(season).rows[0].entry)
    assert sum(each.counts for each in working.evenings) == 3 < len(working.evenings)
    assert found["pools"].rounds.last().is_final
    for competition in found.values():
        for page in ("competition", "standings", "entries"):
            url = reverse(page, args=[club.slug, competition.slug])
            assert Client().get(url).status_code == 200
        for number in competition.rounds.values_list("number", flat=True):
            url = reverse("competition_round", args=[club.slug, competition.slug, number])
            assert Client().get(url).status_code == 200


def test_its_league_has_meetings_of_every_kind(db, development, client):
    """Signed game by game, typed in, going on, waiting for a line-up, to come; a captain who can
    hand in the one that is missing, and who is not told the other team's."""
    demo()
    league = Competition.objects.get(format="team-league")
    teams = league.entries.order_by("number")
    assert [team.seats.count() for team in teams] == [5, 5, 5, 5]
    found = Meeting.objects.filter(round__competition=league).order_by("round__number", "number")
    signed, typed, goes_on, waits, *to_come = found
    assert all(game.match.is_signed and game.counted for game in signed.games.all())
    assert all(game.typed_by and game.counted for game in typed.games.all())
    assert goes_on.revealed and goes_on.games.get(match__isnull=False).match.sheet.played == 2
    assert waits.home_at and not waits.guests_at and waits.guests == teams[0]
    assert len(to_come) == 8 and not any(each.home_at or each.guests_at for each in to_come)
    today = league.club.today()
    assert [(day.on - today).days for day in league.days.all()] == [-7, 0, 7, 14, 21, 28]
    winners = {game.winner for game in signed.games.all()}
    assert winners == {"a", "b"} and standings_of(league).rows[0].entry == teams[0].pk

    for meeting in found:
        assert Client().get(meeting.get_absolute_url()).status_code == 200
    assert client.login(username="captain@demo.example", password="demo")
    url = reverse("line_up", args=[league.club.slug, league.slug, waits.pk, "b"])
    assert client.get(url).status_code == 200
    told = client.get(waits.get_absolute_url()).content.decode()
    assert waits.home.people[0].name not in told


def test_its_draws_and_results_are_the_same_each_time(db, development):
    def told() -> list[tuple[object, ...]]:
        demo()
        tables = Table.objects.order_by("pk")
        found = list(tables.values_list("a__name", "b__name", "points_a", "points_b"))
        Club.objects.all().delete()
        Match.objects.all().delete()
        User.objects.all().delete()
        return found

    assert told() == told()


def test_links_that_anybody_can_guess_are_not_made_in_production(db, settings):
    settings.DEBUG = False
    with pytest.raises(CommandError):
        demo()
    assert not Match.objects.exists()


def test_the_front_page_leads_to_them(db, development):
    demo()

    assert Client().get("/").content.decode().count("/score/demo-") == 4
    known = scoring_client(Match.objects.first())
    assert known.get("/").content.decode().count("/score/demo-") == 3


def test_the_demo_club_has_an_officer_in_each_role_and_its_people(db, development, client):
    printed = demo()
    club = Club.objects.get()
    demo()

    assert Club.objects.count() == 1
    assert sorted(club.memberships.values_list("role", flat=True)) == sorted(OFFICERS)
    assert club.matches.count() == 9 and Match.objects.filter(club=None).count() == 1
    for email in User.objects.values_list("email", flat=True):
        assert email in printed
    assert client.login(username="owner@demo.example", password="demo")
    assert Player.of(club).count() == 13 + 24
    assert "Els" in client.get(club.get_absolute_url()).content.decode()
