"""Counting signed matches anew, for those signed before there were figures and ratings."""

import pytest
from django.core.management import call_command

from games.models import Match, Rated, Rating
from tests.clubs import account, found_club, people
from tests.play import played, seats

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return found_club()


@pytest.fixture
def four(club):
    return people(club, "An", "Bo", "Cis", "Dré")


def kept() -> list[tuple]:
    return [
        *Rated.objects.order_by("match", "player").values_list("match", "player", "number", "mu"),
        *Rating.objects.order_by("player").values_list("player", "matches", "shown"),
        *Match.objects.order_by("pk").values_list("pk", "signed_deals"),
    ]


def forget_figures() -> None:
    """The database as it was before the site kept figures and ratings."""
    Rated.objects.all().delete()
    Rating.objects.all().delete()
    Match.objects.update(signed_deals=None)


def test_what_was_signed_before_counts(club, four, monkeypatch):
    monkeypatch.setattr("games.management.commands.recount.AT_A_TIME", 2)
    for day in range(5):
        played(club, seats(*four), day=day)
    before = kept()
    forget_figures()
    assert kept() != before

    call_command("recount", verbosity=0)
    assert kept() == before


def test_again_it_changes_nothing_and_what_is_open_does_not_count(club, four):
    played(club, seats(*four))
    played(club, seats(*four), day=1, sign=False)
    before = kept()
    call_command("recount")
    call_command("recount")
    assert kept() == before
    assert Rating.objects.get(player=four[0]).matches == 1


def test_every_club_is_counted_for_itself(club, four, capsys):
    other = found_club("Elsewhere", account("Other"))
    for each, own in ((club, four), (other, people(other, "A", "B", "C", "D"))):
        played(each, seats(*own))
    before = kept()
    forget_figures()
    call_command("recount")
    assert kept() == before
    assert [line.split(": ")[1] for line in capsys.readouterr().out.splitlines()] == ["1", "1"]
