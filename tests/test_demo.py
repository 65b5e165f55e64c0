import io

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.models import Club, Match, Player, User
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
    matches = {match.preset: match for match in Match.objects.all()}

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
    assert Match.objects.count() == 4


def test_if_empty_leaves_other_matches_alone(db, development):
    start_match()

    assert demo("--if-empty") == ""
    assert Match.objects.count() == 1


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
    assert club.matches.count() == 3 and Match.objects.filter(club=None).count() == 1
    for email in User.objects.values_list("email", flat=True):
        assert email in printed
    assert client.login(username="owner@demo.example", password="demo")
    assert Player.of(club).count() == 13
    assert "Els" in client.get(club.get_absolute_url()).content.decode()
