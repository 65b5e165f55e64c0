"""The verbs of a club ask once more who asks, on the locked club: an office may have ended since
the page asked."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from games.models import CannotChange, Club, Match, Player, User, claim_match
from tests.clubs import account, club_match, found_club, membership, officer, owner_of, people
from tests.matches import start_match

pytestmark = pytest.mark.django_db


class World:
    def __init__(self) -> None:
        self.club = found_club()
        owner = owner_of(self.club)
        self.by = {role: officer(self.club, role) for role in ("secretary", "referee", "scorer")}
        self.by |= {"owner": owner, "outsider": account("Outsider")}
        self.an, self.bo = people(self.club, "An", "Bo")
        self.invited = self.club.invite("owner", owner)
        self.other = membership(self.club, officer(self.club, "scorer", "Somebody"))
        self.match = start_match()


Verb = Callable[[World, User], Any]
VERBS: dict[str, tuple[str, Verb]] = {
    "settings": ("O", lambda w, by: w.club.change_settings({"name": "X"}, by)),
    "invite": ("OS", lambda w, by: w.club.invite("scorer", by)),
    "invite an owner": ("O", lambda w, by: w.club.invite("owner", by)),
    "withdraw": ("O", lambda w, by: w.club.withdraw_invitation(w.invited, by)),
    "role": ("OS", lambda w, by: w.club.change_role(w.other, "referee", by)),
    "make an owner": ("O", lambda w, by: w.club.change_role(w.other, "owner", by)),
    "remove": ("OS", lambda w, by: w.club.remove(w.other, by)),
    "remove an owner": ("O", lambda w, by: w.club.remove(_second_owner(w), by)),
    "add": ("OSRC", lambda w, by: Player.add(w.club, ["Gust"], by)),
    "rename": ("OS", lambda w, by: w.an.rename("Anna", by)),
    "merge": ("OS", lambda w, by: w.an.merge(w.bo, w.an.effect_of_merging(w.bo).mark, by)),
    "take back": ("OS", lambda w, by: w.an.take_back_merge(by)),
    "invite a player": ("OS", lambda w, by: w.club.invite_player(w.an, by)),
    "claim": ("OSRC", lambda w, by: claim_match(w.match, w.club, {}, {}, by)),
}
LETTERS = {"owner": "O", "secretary": "S", "referee": "R", "scorer": "C", "outsider": "-"}


def _second_owner(world: World) -> Any:
    return world.club.memberships.create(user=account("Second"), role="owner")


@pytest.mark.parametrize("verb", VERBS)
def test_who_may(verb: str):
    may, call = VERBS[verb]
    world = World()
    for role, by in world.by.items():
        with transaction.atomic():
            if LETTERS[role] in may:
                call(world, by)
            else:
                with pytest.raises(PermissionDenied):
                    call(world, by)
            transaction.set_rollback(True)


def test_an_officer_who_is_gone_meanwhile_cannot_be_changed():
    world = World()
    world.other.delete()
    world.other.pk = 10**9
    for change in (
        lambda: world.club.change_role(world.other, "referee", world.by["owner"]),
        lambda: world.club.remove(world.other, world.by["owner"]),
    ):
        with pytest.raises(CannotChange):
            change()


@pytest.mark.parametrize(
    "hours, window, table, verb",
    [
        (47, 48, True, "reopen"),
        (47, 48, False, "reopen_signed"),
        (49, 48, True, "reopen_late"),
        (49, 48, False, "reopen_late"),
        (1, 0, True, "reopen_late"),
    ],
)
def test_what_it_takes_to_reopen_a_signed_match(hours, window, table, verb):
    club = found_club(window_hours=window, table_corrects=table)
    match = club_match(club)
    assert match.verb_to_reopen == "reopen"  # not signed yet

    match.signed_at = timezone.now() - timedelta(hours=hours)
    assert match.verb_to_reopen == verb
    match.club = None
    assert match.verb_to_reopen == "reopen"  # guests have no window


def test_the_day_of_a_match_is_a_day_where_the_club_plays(monkeypatch):
    late = timezone.datetime.fromisoformat("2026-10-25T23:30:00+00:00")
    monkeypatch.setattr(timezone, "now", lambda: late)
    assert found_club(zone="Europe/Brussels").today().isoformat() == "2026-10-26"
    other = found_club("Other", account("Other"), zone="America/Mexico_City")
    assert other.today().isoformat() == "2026-10-25"


def test_a_club_that_goes_leaves_its_matches_with_their_links():
    club = found_club()
    match = club_match(club, seated={"N": people(club, "An")[0]})
    Club.objects.all().delete()
    assert Match.objects.get().club is None and Match.objects.get().players == match.players
