"""Matches to look at and to try things out on: `manage.py demo`."""

from copy import copy
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from games.manille.presets import PRESETS
from games.models import Club, Deal, Match, Player, User, claim_match
from games.permissions import OWNER

from ._demo_competitions import CAPTAIN, PASSWORD, demo_competitions

# The first deal of the West-Flemish match: East leads, hearts are trump, every play is legal.
LEGAL_TRICKS = """\
SJ SQ ST SK
DJ DT D8 DK
HJ H7 HQ H9
S7 SA HK S8
C7 CJ CQ CA
C8 CT D9 CK
DQ DA HA C9
HT H8 D7 S9"""

# The second deal of the match to 61: South leads, diamonds are trump. In trick 3 East plays the ace
# of spades to a club, and shows the ten of clubs in trick 8.
REVOKE_TRICKS = """\
H9 H8 DK HJ
DQ DT D8 D9
C8 S9 SA C9
CQ CJ HA C7
S8 CK SJ SK
D7 DA HT H7
S7 CA ST DJ
CT SQ HK HQ"""

Deals = list[dict[str, Any]]
Steps = list[tuple[str, dict[str, Any], str]]

# What differs from deal to deal; `points` are the first side's card points, `ruled` the rulings on
# it and the appeals against them, each with its reason.
# A ruling that was appealed against and replaced, and one whose appeal waits for its answer.
LATE: Steps = [
    ("rule", {"revoke": "E", "trick": 4, "rule": "revoke: whole-pot", "by": "Lieve"}, "Kept ♠9"),
    ("appeal", {"by": "Bert"}, "It was the nine of clubs."),
    (
        "rule",
        {"play_stands": True, "penalties": {"EW": -5}, "rule": "Article 12, talking"}
        | {"by": "Board of the club"},
        "No revoke: the trick was turned up again. A penalty for the talk about it.",
    ),
]
ASKED: Steps = [
    ("rule", {"revoke": "N", "trick": 6, "rule": "revoke: whole-pot", "by": "Lieve"}, "Held ♥8"),
    ("appeal", {"by": "Annelies & Céline"}, "Nobody saw the eight before the last trick."),
]
WEST_FLEMISH: Deals = [
    {"trump": "H", "points": 42, "cards_played": LEGAL_TRICKS},
    {"trump": "S", "points": 27, "calls": "double", "ruled": LATE},
    {"misdeal": "exposed-card", "note": "The nine of hearts lay face up."},
    {"trump": "NT", "points": 36},
    {"trump": "D", "points": 22},
    {"trump": "C", "points": 45, "calls": "double", "ruled": ASKED},
    {"misdeal": "partner-peek"},
    {"trump": "D", "points": 30},
]
FLEMISH_CLUB: Deals = [
    {"trump": "S", "points": 41},
    {"trump": "NT", "points": 24, "calls": "double"},
    {"trump": "H", "points": 37, "calls": "double redouble"},
    {"trump": "C", "points": 30},
    {"trump": "D", "points": 39},
    {"trump": "NT", "points": 19},
    {"trump": "S", "points": 43, "calls": "double"},
    {"trump": "H", "points": 25},
    {"trump": "NT", "points": 41},
]
MANILLEN_61: Deals = [
    {"trump": "C", "points": 34, "declarer": "W", "last_trick": "NS"},
    {
        "trump": "D",
        "points": 24,
        "declarer": "E",
        "last_trick": "EW",
        "cards_played": REVOKE_TRICKS,
    },
    {"trump": "NT", "points": 31, "declarer": "S", "last_trick": "NS"},
]
BOTIFARRA: Deals = [
    {"trump": "H", "points": 45},
    {"trump": "D", "points": 30, "calls": "double", "declarer": "E"},
    {"trump": "NT", "points": 41},
    {"trump": "S", "points": 33, "calls": "double redouble"},
    {"trump": "C", "points": 50},
]
MATCHES: list[tuple[str, str, list[str], str, Deals]] = [
    (
        "west-flemish",
        "A match under way, with rulings and appeals: the next deal counts double",
        ["Annelies", "Bert", "Céline", "Dirk"],
        "N",
        WEST_FLEMISH,
    ),
    (
        "flemish-club",
        "A match that both sides have signed",
        ["Els", "Frans", "Greet", "Hugo"],
        "E",
        FLEMISH_CLUB,
    ),
    (
        "manillen-61",
        "A match with a revoke in deal 2: replay it",
        ["Ingrid", "Jef", "Karel", "Leen"],
        "N",
        MANILLEN_61,
    ),
    (
        "botifarra-lliure",
        "A match with Spanish cards",
        ["Montse", "Nil", "Oriol", "Pau"],
        "S",
        BOTIFARRA,
    ),
]


CLUB = "De Manillers"
OFFICERS = {
    "owner": ("Odile", "owner@demo.example"),
    "secretary": ("Simon", "secretary@demo.example"),
    "referee": ("Lieve", "referee@demo.example"),
    "scorer": ("Karel", "scorer@demo.example"),
}
IN_THE_CLUB = ("west-flemish", "flemish-club", "manillen-61")


class Command(BaseCommand):
    help = (
        "Makes demo matches and prints their scoring links. Anybody can guess these links, so it "
        "is done in development only (DEBUG=1)."
    )

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument(
            "--if-empty", action="store_true", help="do nothing where there are matches already"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEBUG:
            raise CommandError("Demo matches have links that anybody can guess: set DEBUG=1.")
        if options["if_empty"] and Match.objects.exists():
            return
        for preset, about, names, first_dealer, deals in MATCHES:
            match = Match.objects.filter(scoring_code=f"demo-{preset}").first()
            if match is None:
                match = play(preset, about, names, first_dealer, deals)
            link = reverse("open_scoring", args=[match.scoring_code])
            self.stdout.write(f"{about}: {link}")
        club = demo_club()
        owner = club.memberships.filter(role=OWNER).order_by("pk").first()
        if owner:
            demo_competitions(club, owner.user)
        link = reverse("competitions", args=[club.slug])
        self.stdout.write(f"Competitions of the demo club: {link}")
        for role, (name, email) in OFFICERS.items():
            self.stdout.write(f"{name}, {role} of the demo club: {email}, password {PASSWORD}")
        name, email = CAPTAIN
        if User.objects.filter(email=email).exists():
            self.stdout.write(f"{name}, captain of a team there: {email}, password {PASSWORD}")


@transaction.atomic
def play(
    preset: str, about: str, names: list[str], first_dealer: str, deals: Deals, minutes: int = 6
) -> Match:
    """Play a demo match to its last deal, one deal every few `minutes`; sign it if it is over."""
    started_at = timezone.now() - timedelta(minutes=minutes * (len(deals) + 1))
    match = Match.start(
        preset=preset,
        rules=PRESETS[preset],
        players=dict(zip("NESW", names, strict=True)),
        first_dealer=first_dealer,
        place=about,
        played_on=timezone.localdate(started_at),
        started_at=started_at,
        code=f"demo-{preset}-to-read",
        scoring_code=f"demo-{preset}",
    )
    for number, facts in enumerate(deals, start=1):
        deal = Deal(number=number, recorded_at=started_at + timedelta(minutes=minutes * number))
        facts = dict(facts)
        deal.card_points = facts.pop("points", None)
        steps = facts.pop("ruled", [])
        if "misdeal" not in facts:
            deal.declarer = match.sheet.next_dealer
        for field, value in facts.items():
            setattr(deal, field, value)
        match.record_deal(deal)
        for minute, (verb, told, reason) in enumerate(steps, start=1):
            at = deal.recorded_at + timedelta(minutes=minute)
            told = {**told, "at": at.isoformat(timespec="seconds"), "reason": reason}
            changed = copy(match.deal(number))
            if verb == "rule":
                changed.rule(told)
                match.rule(changed)
            else:
                match.appeal(number, told, changed.revision)
    if match.is_over:
        for side in match.rules.table.sides:
            match.sign(side, match.players[side[0]])
    return match


@transaction.atomic
def demo_club() -> Club:
    """A club with an officer in each role, whose people played the Flemish demo matches: one is
    listed twice, one was renamed, one has an account."""
    found = Club.objects.filter(slug="de-manillers").first()
    if found:
        return found
    users = {
        role: User.objects.create_user(email, PASSWORD, name=name)
        for role, (name, email) in OFFICERS.items()
    }
    owner = users["owner"]
    club = Club.found(CLUB, owner, listed=True)
    for role, user in users.items():
        if role != "owner":
            club.invite(role, owner).accept(user)
    for preset in IN_THE_CLUB:
        match = Match.objects.get(scoring_code=f"demo-{preset}")
        claim_match(match, club, {}, match.players, owner)
    karel, frans, _twin = (
        *(Player.named(club, name) for name in ("Karel", "Frans")),
        *Player.add(club, ["K. Claes"], owner),
    )
    club.invite_player(karel, owner).accept(users["scorer"])
    frans.rename("Frans Maes", owner)
    return club
