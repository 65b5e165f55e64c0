"""Names of people, clubs, teams and competitions, by whatever door they come in: how long they may
be, and that none turns round what a page says beside it."""

import io
import json

import pytest
from django.urls import reverse

from games.backup import restore
from games.models import Club, Competition, Entry, Match, Player, RuleSet, User, folded, unturned
from games.models.names import LONGEST_NAME

from .backups import file_of
from .clubs import account, found_club, logged_in, people
from .competitions import address, client_of, make_club, make_competition
from .csv_files import faults, look, take_over
from .matches import remember

pytestmark = pytest.mark.django_db

TURNS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"
LONGEST, TOO_LONG = "x" * LONGEST_NAME, "x" * (LONGEST_NAME + 1)
RECORD = {"format": "manille-record", "version": 1, "rules": "west-flemish", "deals": []}


def names(club):
    return sorted(Player.of(club).values_list("name", flat=True))


# Doors by which somebody joins a club's people: each a function of the club and the name


def by_the_form(club, name):
    client_of("Olga").post(reverse("people", args=[club.slug]), {"names": name})


def by_a_file(club, name):
    take_over(client_of("Olga"), reverse("import_people", args=[club.slug]), f"Name\n{name}\n")


def by_an_entry(club, name):
    competition = make_competition(club, "draw-evening")
    client_of("Olga").post(address(competition, "entries"), {"lines": name, "join": "on"})


def by_a_pair(club, name):
    told = {"lines": f"{name} & Bo", "join": "on"}
    client_of("Olga").post(address(make_competition(club), "entries"), told)
    Player.objects.filter(name="Bo").delete()


def by_a_file_of_entries(club, name):
    url = address(make_competition(club, "draw-evening"), "import_file", "entries")
    take_over(client_of("Olga"), url, f"Name\n{name}\n", join="on")


def at_the_table(club, name):
    seats = {"name_N": name, "dealer": "N", "system": "west-flemish"}
    client_of("Olga").post("/start/", {**seats, "club": club.slug, "join": "on"})


def by_a_record(club, name):
    _claimed(club, json.dumps({**RECORD, "players": {"N": name}}))


def by_a_text(club, name):
    _claimed(club, f'[Game "Manille"]\n[North "{name}"]\n[Rules "west-flemish"]\n')


def _claimed(club, record):
    """Import a match and take it into the club, North as somebody new."""
    client = client_of("Olga")
    client.post("/import/", {"text": record})
    if match := Match.objects.filter(club=None).first():
        remember(client, match, scoring=True)
        seats = {f"seat_{seat}": "guest" for seat in "ESW"}
        client.post(reverse("claim", args=[match.code]), {**seats, "seat_N": "new"})


DOORS = [
    by_the_form,
    by_a_file,
    by_an_entry,
    by_a_pair,
    by_a_file_of_entries,
    at_the_table,
    by_a_record,
    by_a_text,
]


@pytest.mark.parametrize("door", DOORS)
def test_the_longest_name_comes_in_by_every_door_and_is_saved_again(door):
    club = make_club()
    door(club, LONGEST)
    assert names(club) == [LONGEST]
    player = Player.objects.get(club=club)
    client = client_of("Olga")
    url = reverse("rename_player", args=[club.slug, player.pk])
    assert client.post(url, {"name": LONGEST}).status_code == 302
    at_the_table(club, LONGEST)
    assert Match.objects.filter(club=club, seatings__player=player).exists()
    by_a_file_of_entries(club, LONGEST)
    assert Entry.objects.filter(players=player).exists()


@pytest.mark.parametrize("door", DOORS)
def test_a_longer_one_comes_in_by_none(door):
    club = make_club()
    door(club, TOO_LONG)
    assert names(club) == [] and not Match.objects.exists()


def test_a_name_as_long_as_that_of_a_pair_is_no_persons():
    """The name of an entry may be longer; where it stands for a person it may not."""
    competition = make_competition(make_club(), "draw-evening")
    url = address(competition, "import_file", "entries")
    shown = look(client_of("Olga"), url, f"Name\n{TOO_LONG}\n", join="on")
    assert "longer than 80" in faults(shown)[2]


def test_the_longest_names_come_back_from_a_back_up():
    club = found_club()
    people(club, LONGEST)
    file = file_of(club)
    club.delete()
    restored = restore(io.BytesIO(file), account("New")).club
    assert names(restored) == [LONGEST]


# Characters that turn the direction


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("name", [f"\u202eAn{TURNS} Maes", "\u2067رنيه\u2069", "\u200fדוד"])
def test_no_name_turns_what_stands_beside_it(door, name):
    club = make_club()
    door(club, name)
    assert names(club) == [unturned(name)]
    assert not set(TURNS) & set("".join(names(club)))
    for match in Match.objects.all():
        assert not set(TURNS) & set("".join(match.players.values()))


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("name", ["رنيه", "דוד בן־גוריון", "👩‍👩‍👧 Ann", "می‌خواهم"])
def test_names_that_run_the_other_way_and_joined_signs_stay(door, name):
    club = make_club()
    door(club, name)
    assert names(club) == [name]


@pytest.mark.parametrize("door", DOORS)
def test_a_name_of_nothing_else_is_none(door):
    club = make_club()
    door(club, TURNS)
    assert names(club) == []
    assert all(match.players["N"] == "N" for match in Match.objects.all())


def test_clubs_teams_competitions_accounts_and_rules_likewise():
    name, plain = "De \u202eBolle\u2066", "De Bolle"
    client = logged_in(account("New"))
    client.post("/clubs/new/", {"name": name, "zone": "Europe/Brussels"})
    club = Club.objects.get()
    assert club.name == plain

    told = {"name": name, "format": "team-league", "system": "flemish-club"}
    client.post(reverse("new_competition", args=[club.slug]), told)
    competition = Competition.objects.get()
    assert competition.name == plain

    team = {"name": name, "lines": "An\nBo\nCis\nDré", "join": "on"}
    client.post(address(competition, "entries"), team)
    assert competition.entries.get().name == plain

    client.post("/account/", {"name": name, "email": "new@example.org"})
    assert User.objects.get(email="new@example.org").name == plain

    client.post(
        "/rules/edit/", {"system": "west-flemish", "target": "61", "name": name, "save": "1"}
    )
    assert RuleSet.objects.get().name == plain


def test_in_a_back_up_too():
    club = found_club("De Bolle")
    people(club, "An Maes")
    turned = file_of(club).replace(b'"An Maes"', '"An\u202e Maes"'.encode())
    turned = turned.replace(b'"name": "De Bolle"', '"name": "De\u2067 Bolle"'.encode())
    assert "\u202e".encode() in turned and "\u2067".encode() in turned
    club.delete()
    restored = restore(io.BytesIO(turned), account("New")).club
    assert restored.name == "De Bolle" and names(restored) == ["An Maes"]


def test_seats_of_a_back_up_too():
    club = make_club()
    at_the_table(club, "An Maes")
    turned = file_of(club).replace(b"An Maes", "An\u202e Maes".encode())
    club.delete()
    Match.objects.all().delete()
    match = restore(io.BytesIO(turned), account("New")).club.matches.get()
    assert match.players["N"] == "An Maes"


def test_whoever_was_written_with_one_before_is_the_same_person():
    assert folded("\u200fAn\u202e") == folded("an")
    club = make_club()
    old = Player.objects.create(club=club, name="An\u200f")
    at_the_table(club, "An\u200f")
    assert Match.objects.get().seatings.get().player == old
