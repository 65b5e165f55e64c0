"""Who may do what, over the real pages: every role against every action.

What each role may is written here once more, apart from games/permissions.py. Refused means: 404,
or for somebody who is not logged in the way to log in, and nothing written.
"""

import json
import re
import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.csv_files.importing import run
from games.csv_files.people import PeopleTaker
from games.csv_files.text import read
from games.models import (
    Club,
    ClubEntry,
    Invitation,
    LogEntry,
    Match,
    Membership,
    Player,
    Seating,
    User,
    effect_of_forgetting,
)
from games.permissions import CLUB_VERBS, LINK, MATCH_VERBS, OFFICERS, SELF, allowed, allows
from tests.clubs import account, club_match, found_club, logged_in, membership, officer, people
from tests.competitions import draw, enter, make_competition, make_user, play, tables
from tests.matches import PLAYERS, reading_client, record, rule, scoring_client, start_match
from tests.test_start import FORM

pytestmark = pytest.mark.django_db

ROLES = {
    "anonymous": "",
    "reading link": "",
    "account without a club": "",
    "owner of another club": "",
    "scorer of another club": "",
    "former secretary": "",
    "scoring link": "L",
    "scoring link of another match": "",
    "owner": "O",
    "secretary": "S",
    "referee": "R",
    "scorer": "C",
}


class World:
    """A club with an officer in each role, its people, and a match; and another club beside it."""

    def __init__(self) -> None:
        self.club = found_club()
        self.users = {role: officer(self.club, role) for role in OFFICERS if role != "owner"}
        self.users["owner"] = self.club.memberships.get(role="owner").user
        self.users["account without a club"] = account("Outsider")
        former = officer(self.club, "secretary", "Former")
        self.club.remove(membership(self.club, former), self.users["owner"])
        self.users["former secretary"] = former
        other = found_club("Elsewhere", account("Other"))
        self.users["owner of another club"] = other.memberships.get().user
        self.users["scorer of another club"] = account("Other scorer")
        other.memberships.create(user=self.users["scorer of another club"], role="scorer")
        self.an, self.bo = people(self.club, "An", "B. Ostyn")
        self.match = club_match(self.club, seated={"N": self.an}, rules={"target": 60})
        record(self.match, 38)

    def client(self, role: str, match: Match) -> Client:
        """The device of somebody in that role, towards `match`."""
        if role == "scoring link":
            return scoring_client(match)
        if role == "scoring link of another match":
            return scoring_client(start_match())
        if role == "reading link":
            return reading_client(match)
        return Client() if role == "anonymous" else logged_in(self.users[role])

    def in_club(self, name: str, *args: Any) -> str:
        return reverse(name, args=[self.club.slug, *args])


def written() -> list[Any]:
    """What there is of all that these actions write."""
    return [
        *(model.objects.count() for model in (LogEntry, ClubEntry, Seating, Invitation, User)),
        sorted(Match.objects.values_list("code", "club", "signed_at", "given_up")),
        sorted(Membership.objects.values_list("club", "user", "role")),
        sorted(map(str, Player.objects.values_list("pk", "name", "merged_into", "user", "hidden"))),
        sorted(Club.objects.values_list("name", "window_hours")),
    ]


# Each action: what is prepared in the world, giving the match that links lead to, the address and
# what is sent there (None: the page is read).
Asked = tuple[Match, str, dict[str, Any] | None]


def on_match(name: str, data: dict[str, Any] | None, *args: Any) -> Callable[[World], Asked]:
    def prepared(world: World) -> Asked:
        return world.match, reverse(name, args=[world.match.code, *args]), data

    return prepared


def finished(world: World) -> Match:
    record(world.match, 60)
    record(world.match, 60)
    assert world.match.is_over
    return world.match


def signed(world: World, hours: int = 0) -> Match:
    match = finished(world)
    for side in match.rules.table.sides:
        match.sign(side, "An")
    match.signed_at = timezone.now() - timedelta(hours=hours)
    match.save()
    return match


def to_record(world: World) -> Asked:
    data = {"number": 2, "key": str(uuid.uuid4()), "trump": "H", "declarer": "N", "calls": ""}
    url = reverse("record_deal", args=[world.match.code])
    return world.match, url, {**data, "points_NS": "38"}


def to_appeal(world: World) -> Asked:
    rule(world.match, 1, revoke="N", trick=3, reason="held it", by="Lieve")
    url = reverse("appeal", args=[world.match.code, 1])
    return world.match, url, {"by": "An", "reason": "It was not so", "revision": 1}


def to_sign(world: World) -> Asked:
    match = finished(world)
    data = {"side": "NS", "seen": json.dumps(match.result()), "signer": "An", "name": ""}
    return match, reverse("sign", args=[match.code]), data


def to_go_on(world: World) -> Asked:
    match = finished(world)
    data = {"seating": "same", "dealer": "E", "known": 0}
    return match, reverse("another", args=[match.code]), data


def to_play_on(world: World) -> Asked:
    """The first of three games at a table of a competition is over."""
    world.club.memberships.create(user=make_user("Olga"), role="owner")
    competition = make_competition(world.club, "draw-evening")
    enter(competition, 4)
    match = play(tables(draw(competition))[0], 40, 40)
    return match, reverse("next_game", args=[match.code]), {"game": "2"}


def to_leave(world: World) -> Asked:
    officer(world.club, "owner", "Second owner")
    return world.match, world.in_club("leave_club"), {}


def to_reopen(hours: int, table: bool) -> Callable[[World], Asked]:
    def prepared(world: World) -> Asked:
        Club.objects.update(table_corrects=table)
        match = signed(world, hours)
        return match, reverse("reopen", args=[match.code]), {"reason": "points were wrong"}

    return prepared


def to_reopen_given_up(world: World) -> Asked:
    world.match.give_up("late")
    return world.match, reverse("reopen", args=[world.match.code]), {"reason": "go on"}


def in_club(name: str, data: dict[str, Any] | None = None) -> Callable[[World], Asked]:
    return lambda world: (world.match, world.in_club(name), data)


def of_an(name: str, data: dict[str, Any] | None = None) -> Callable[[World], Asked]:
    return lambda world: (world.match, world.in_club(name, world.an.pk), data)


def to_merge(world: World) -> Asked:
    effect = world.an.effect_of_merging(world.bo)
    data = {"other": world.bo.pk, "seen": effect.mark, "confirm": "1"}
    return world.match, world.in_club("merge_player", world.an.pk), data


def to_take_back(world: World) -> Asked:
    world.an.merge(world.bo, world.an.effect_of_merging(world.bo).mark, world.users["owner"])
    return world.match, world.in_club("take_back_merge", world.bo.pk), {}


def to_forget(world: World) -> Asked:
    data = {"seen": effect_of_forgetting(world.an).mark}
    return world.match, world.in_club("forget_player", world.an.pk), data


def to_see_a_pair(world: World) -> Asked:
    return world.match, world.in_club("pair", world.an.pk, world.bo.pk), None


def to_change(role: str, data: dict[str, str]) -> Callable[[World], Asked]:
    """Somebody else's office."""

    def prepared(world: World) -> Asked:
        one = membership(world.club, officer(world.club, role, "Somebody"))
        return world.match, world.in_club("officer", one.pk), data

    return prepared


def invitation(role: str, name: str, data: Any = None) -> Callable[[World], Asked]:
    def prepared(world: World) -> Asked:
        made = world.club.invite(role, world.users["owner"])
        return world.match, world.in_club(name, made.pk), data

    return prepared


def to_bring_in(world: World) -> Asked:
    text = "Name\nGust\n"
    with transaction.atomic():
        seen = run(PeopleTaker(world.club, world.users["owner"]), read(text)).mark
    data = {"text": text, "seen": seen, "confirm": "1"}
    return world.match, world.in_club("import_people"), data


CARDS = {"revision": "0", "tricks": "ST S7 S8 SK", "hands": "", "leader": ""}
ACTIONS: dict[str, tuple[str, Callable[[World], Asked]]] = {
    # a match of the club
    "record a deal": ("LOSC", to_record),
    "preview a deal": ("LOSC", on_match("preview_deal", None)),
    "undo the last deal": ("LOSC", on_match("undo", {"number": "1"})),
    "correct a deal": ("LOSC", on_match("correct_deal", {"reason": "x"}, 1)),
    "withdraw a deal": ("LOSC", on_match("withdraw_deal", {"reason": "x"}, 1)),
    "rule on a deal": ("LOR", on_match("rule_deal", {"reason": "x"}, 1)),
    "appeal against a ruling": ("LOSRC", to_appeal),
    "enter cards": ("LOSRC", on_match("enter_cards", CARDS, 1)),
    "note an event": ("LOSRC", on_match("events", {"take_back": "0", "revision": "0"}, 1)),
    "sign": ("LOSC", to_sign),
    "give up": ("LOSC", on_match("give_up", {"by": "NS", "reason": "late"})),
    "reopen what was given up": ("LOSRC", to_reopen_given_up),
    "reopen in time": ("LOSRC", to_reopen(1, True)),
    "reopen in time, officers only": ("OSR", to_reopen(1, False)),
    "reopen late": ("OS", to_reopen(49, True)),
    "reopen late, officers only": ("OS", to_reopen(49, False)),
    "begin another match": ("LOSC", to_go_on),
    "start the next game of a table": ("LOSC", to_play_on),
    "name the device": ("LOS", on_match("share", {"name": "Table 3"})),
    "release from the club": ("OS", on_match("release", {"reason": "not ours"})),
    # the club
    "see a club not shown to all": ("OSRC", in_club("club")),
    "see its history": ("OSRC", in_club("club_history")),
    "read the settings": ("O", in_club("club_settings")),
    "change the settings": (
        "O",
        in_club("club_settings", {"name": "X", "zone": "Europe/Paris", "window_hours": "5"}),
    ),
    "download the back-up": ("O", in_club("club_backup")),
    "give up the own office": ("OSRC", to_leave),
    "see the officers": ("OSRC", in_club("officers")),
    "invite a scorer": ("OS", in_club("officers", {"role": "scorer"})),
    "see an invitation": ("OS", invitation("referee", "show_invitation")),
    "see an owner's invitation": ("O", invitation("owner", "show_invitation")),
    "withdraw an invitation": ("OS", invitation("referee", "withdraw_invitation", {})),
    "withdraw an owner's invitation": ("O", invitation("owner", "withdraw_invitation", {})),
    "make a scorer referee": ("OS", to_change("scorer", {"role": "referee"})),
    "remove a scorer": ("OS", to_change("scorer", {"remove": "1"})),
    "remove another owner": ("O", to_change("owner", {"remove": "1"})),
    "make an owner scorer": ("O", to_change("owner", {"role": "scorer"})),
    # its people
    "see the people": ("OSRC", in_club("people")),
    "have the people as a file": ("OSRC", in_club("export_people")),
    "see what a file of people does": ("OSRC", in_club("import_people")),
    "bring in a file of people": ("OSRC", to_bring_in),
    "add a person": ("OSRC", in_club("people", {"names": "Gust"})),
    "see a person": ("OSRC", of_an("player")),
    "rename a person": ("OS", of_an("rename_player", {"name": "Anna"})),
    "see merging": ("OS", of_an("merge_player")),
    "merge two entries": ("OS", to_merge),
    "take a merge back": ("OS", to_take_back),
    "invite a person to link": ("OS", of_an("invite_player", {})),
    "name a person no more in public": ("OS", of_an("hide_player", {})),
    "see what deleting a name reaches": ("OS", of_an("forget_player")),
    "delete a name": ("OS", to_forget),
    "see a person's partners": ("OSRC", of_an("partners")),
    "see a person's rating": ("OSRC", of_an("rating")),
    "see a pair": ("OSRC", to_see_a_pair),
    "see the ratings": ("OSRC", in_club("ratings")),
}
# What writes nothing by itself: the page is what is refused, or its effect is shown first.
READS = {
    "preview a deal",
    "correct a deal",
    "withdraw a deal",
    "rule on a deal",
    "note an event",
    "give up",
    "name the device",
}


@pytest.mark.parametrize("action", ACTIONS)
def test_who_may_do_what(action: str):
    may, prepare = ACTIONS[action]
    world = World()
    match, url, data = prepare(world)
    before = written()
    for role, letter in ROLES.items():
        with transaction.atomic():  # each role finds the world as it was
            client = world.client(role, match)
            started = written() if "another" in role else before  # a match to have a link to
            response = client.get(url) if data is None else client.post(url, data)
            done = written() != started
            transaction.set_rollback(True)
        to_log_in = response.status_code == 302 and response.url.startswith(reverse("log_in"))
        if letter and letter in may:
            assert response.status_code in (200, 302) and not to_log_in, role
            if data is not None and action not in READS:
                assert done, (role, response.content.decode())
        else:
            logged_in_now = role not in ("anonymous", "reading link") and "scoring" not in role
            assert not done, role
            assert response.status_code == 404 or (to_log_in and not logged_in_now), role


STARTS = {"owner", "secretary", "referee", "scorer"}


@pytest.mark.parametrize("role", ROLES)
def test_who_may_start_a_match_in_a_club(role: str):
    """The start page is open to all: who may not is not offered the club, and cannot choose it."""
    world = World()
    client = world.client(role, world.match)
    count = Match.objects.count()
    shown = client.get(reverse("start"), {"club": world.club.slug}).content.decode()
    response = client.post(reverse("start"), {**FORM, "club": world.club.slug})

    if role in STARTS:
        assert f'value="{world.club.slug}" selected' in shown
        assert response.status_code == 302
        assert Match.objects.order_by("pk").last().club == world.club
    else:
        assert world.club.slug not in shown
        assert response.status_code == 200 and "club" in response.context["form"].errors
        assert Match.objects.count() == count


@pytest.mark.parametrize("linked", [True, False])
@pytest.mark.parametrize("role", ROLES)
def test_who_may_claim_a_guests_match(role: str, linked: bool):
    """It takes both: the match's scoring link, and an office in the club."""
    world = World()
    match = start_match()
    client = world.client(role, start_match())
    if linked:
        client.get(reverse("open_scoring", args=[match.scoring_code]))
    url = f"{reverse('claim', args=[match.code])}?club={world.club.slug}"
    seats = {f"seat_{seat}": "guest" for seat in PLAYERS}
    response = client.post(url, seats)

    match.refresh_from_db()
    if linked and role in STARTS:
        assert response.status_code == 302 and match.club == world.club
    elif linked and role in ("owner of another club", "scorer of another club"):
        # With one club of their own there is no other to choose.
        assert match.club != world.club
    else:
        assert response.status_code == 404 or response.url.startswith(reverse("log_in"))
        assert match.club is None


def test_the_table_knows_no_other_roles_and_no_other_verbs():
    assert set(MATCH_VERBS) & set(CLUB_VERBS) == set()
    for verbs in (MATCH_VERBS, CLUB_VERBS):
        for may in verbs.values():
            assert may <= {*OFFICERS, LINK, SELF}
    assert all(allows("owner", verb) for verb in [*CLUB_VERBS, *set(MATCH_VERBS) - {"claim"}])
    assert not any(allows("", verb) for verb in [*CLUB_VERBS, *MATCH_VERBS])
    assert allowed(set()) == allowed({""}) == set()
    with pytest.raises(KeyError):
        allows("owner", "no such verb")


@pytest.mark.parametrize("role", ROLES)
def test_pages_offer_only_what_they_allow(role: str):
    """Every link from the pages of a match and of its club leads somewhere for whoever sees it."""
    world = World()
    rule(world.match, 1, revoke="N", trick=3, reason="held it", by="Lieve")
    client = world.client(role, world.match)
    code = world.match.code
    for page in (
        world.match.get_absolute_url(),
        reverse("deal", args=[code, 1]),
        reverse("share", args=[code]),
        reverse("replay_start", args=[code, 1]),
        world.in_club("club"),
        world.in_club("officers"),
        world.in_club("people"),
        world.in_club("player", world.an.pk),
    ):
        response = client.get(page)
        if response.status_code != 200:
            continue
        for link in set(
            re.findall(r'href="(/(?:matches|clubs)[^"#?]*)', response.content.decode())
        ):
            found = client.get(link)
            assert found.status_code in (200, 302), (page, link)


@pytest.mark.parametrize("table", [True, False])
@pytest.mark.parametrize("role", ROLES)
def test_a_signed_match_offers_reopening_to_those_who_may(role: str, table: bool):
    world = World()
    Club.objects.update(table_corrects=table)
    match = signed(world, 1)
    client = world.client(role, match)
    link = reverse("reopen", args=[match.code])
    may = ROLES[role] and ROLES[role] in ("LOSRC" if table else "OSR")
    for page in (match.get_absolute_url(), reverse("deal", args=[match.code, 1])):
        assert (link in client.get(page).content.decode()) == bool(may), page
