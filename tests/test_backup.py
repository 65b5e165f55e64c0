"""A club as a file and back: everything the same, whatever keys the rows get."""

import io
import json
from datetime import date, time, timedelta
from pathlib import Path
from threading import Thread

import pytest
from django.db import connection
from django.utils.formats import date_format

from games.backup import restore, write
from games.models import (
    Club,
    CompetitionChange,
    Invitation,
    Match,
    Membership,
    Planned,
    Player,
    RuleSet,
    Table,
    User,
    standings_of,
)
from games.wording.backups import say_restored
from games.wording.competition_changes import SENTENCES
from tests.backups import AT, emptied, figures, file_of, full_club, restored, told_club
from tests.clubs import account, club_match, found_club, owner_of, people
from tests.competitions import client_of, draw
from tests.csv_files import address
from tests.matches import record

pytestmark = pytest.mark.django_db

RESTORING = {"restore", "was officer"}


def told(file: bytes) -> dict:
    """What a file tells, but for its officers, for what restoring added to the history, and for
    when a line-up was handed in that waited for the other team's."""
    found = json.loads(file)
    found["history"] = [row for row in found["history"] if row["verb"] not in RESTORING]
    found["rows"]["history"] = len(found["history"])
    for meeting in found.get("meetings", ()):
        if "home_at" not in meeting or "guests_at" not in meeting:
            meeting.pop("home_at", meeting.pop("guests_at", None))
    return found | {"officers": None}


def test_everything_comes_back_though_every_key_is_another():
    club = full_club()
    file, before = file_of(club), figures(club)
    keys = set(Match.objects.values_list("pk", flat=True))
    emptied()
    again = restored(file)

    assert not keys & set(again.club.matches.values_list("pk", flat=True))
    assert figures(again.club) == before
    assert told(file_of(again.club)) == told(file)
    assert (again.other_codes, again.officers, again.line_ups) == (0, 3, 1)
    assert again.exported_at == AT


def test_all_that_a_history_can_tell_comes_back():
    club = told_club()
    verbs = CompetitionChange.objects.filter(competition__club=club).values_list("verb", flat=True)
    assert set(verbs) == set(SENTENCES)
    page = client_of("Olga").get(address(club.competitions.last(), "competition_history"))
    assert page.status_code == 200
    for told in ("Renée plays in round 1 after all", "From a file was entered"):
        assert told in page.content.decode()
    file, before = file_of(club), figures(club)
    emptied()
    assert figures(restored(file).club) == before


def test_a_file_restored_twice_is_two_clubs_with_the_same_figures():
    club = full_club()
    file, before = file_of(club), figures(club)
    again = restored(file)

    assert again.club.slug != club.slug and again.other_codes == club.matches.count()
    line = next(say_restored(again))
    assert again.club.name.startswith(f"{club.name} (restored on ")
    assert f"“{club.slug}” is here already" in line and f"“{again.club.slug}”" in line
    assert figures(club) == before  # nobody else's rows were touched
    after = figures(again.club)
    names = [key for key in before if not key.startswith(("sheet", "history"))]
    assert names and all(after[key] == before[key] for key in names)


def test_it_goes_on_where_it_stopped():
    """The next round is drawn, a match signed: what these need of the past has come back."""
    file = file_of(full_club())
    emptied()
    club = restored(file).club
    for name in ("A swiss", "A ladder", "An season", "An draw-evening"):
        competition = club.competitions.get(name=name)
        made = draw(competition)
        assert made.number == competition.rounds.count()
    match = club.matches.filter(signed_at=None, table__isnull=False).first()
    table = match.table
    for side in match.rules.table.sides:
        match.sign(side, "x")
    assert Table.objects.get(pk=table.pk).counted


def test_a_file_of_version_1_is_read_for_ever():
    """It was written on SQLite, and is read here on whatever database the tests run. What a later
    version adds may be more than it tells, never less or other."""
    file = (Path(__file__).parent / "files" / "club-version-1.json").read_bytes()
    club = restored(file, account()).club
    assert _within(told(file), told(file_of(club)))
    ranks = {
        competition.name: [
            (row.rank, competition.names()[row.entry]) for row in standings_of(competition).rows[:3]
        ]
        for competition in club.competitions.all()
    }
    assert ranks["A swiss"] == [
        (1, "A200 & B200"),
        (2, "A205 & B205"),
        (3, "A203 & B203"),
    ]
    assert ranks["All"] == [
        (1, "A504 & B504"),
        (2, "A500 & B500"),
        (2, "A501 & B501"),
    ]
    assert club.matches.filter(signed_at=None).count() == 4


def test_so_is_a_team_league():
    """It was written on PostgreSQL. Five matches are logged in it, four of them signed."""
    file = (Path(__file__).parent / "files" / "league-version-1.json").read_bytes()
    again = restored(file, account())
    club = again.club
    assert _within(told(file), told(file_of(club)))
    assert again.line_ups == 1
    league = club.competitions.get()
    names = league.names()
    assert [(row.rank, names[row.entry], row.figures) for row in standings_of(league).rows] == [
        (1, "The Anchor", (3, 3, None, 74)),
        (2, "Tower Café", (1, 2, 1, 14)),
        (3, "The Old Mill", (1, 2, 1, -14)),
        (4, "The Swan", (0, 1, None, -74)),
    ]
    days = [date(2026, 11, 23) + timedelta(weeks=week) for week in range(6)]
    assert [day.planned for day in league.days.all()] == [Planned(day, time(20)) for day in days]
    signed = league.rounds.get(number=1).meetings.get(number=1)
    points = signed.games.order_by("game").values_list("points_a", "points_b", "winner")
    assert list(points) == [(37, 5, "a"), (41, 4, "a"), (3, 45, "b"), (49, 2, "a")]
    people = {one.player.name: one.shown for one in club.ratings.select_related("player")}
    assert set(people) == {"Aline", "Bas", "Cor", "Dina", "Koen", "Lotte", "Marc", "Nele"}
    assert min(people[name] for name in ("Cor", "Dina")) > people["Koen"] == people["Lotte"]


def _within(one: object, other: object) -> bool:
    """Whether a JSON value tells all that another one tells."""
    if isinstance(one, dict) and isinstance(other, dict):
        return all(key in other and _within(value, other[key]) for key, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_within, one, other))
    return one == other


def test_the_same_club_gives_the_same_file_but_for_its_time():
    club = full_club()
    one, other = file_of(club), "".join(write(club, AT + timedelta(days=1))).encode()
    assert one.replace(b"2026-11-01T20:15", b"2026-11-02T20:15") == other


def test_an_empty_club():
    club = found_club()
    file = file_of(club)
    club.delete()
    assert told(file_of(restored(file, account("Ann")).club)) == told(file)


def test_reading_links_stay_where_they_are_free_and_scoring_links_never():
    club = found_club()
    match = club_match(club)
    file = file_of(club)
    assert match.code.encode() in file and match.scoring_code.encode() not in file

    beside = restored(file, owner_of(club)).club.matches.get()
    assert beside.code != match.code and beside.scoring_code != match.scoring_code
    Match.objects.all().delete()
    again = restored(file, owner_of(club)).club.matches.get()
    assert again.code == match.code and again.scoring_code != match.scoring_code


def test_only_what_is_the_clubs_is_in_it():
    club = found_club("Ours")
    other = found_club("Theirs", account("Elsewhere"))
    people(other, "Somebody else")
    record(club_match(other, place="Their place"), 40)
    RuleSet.objects.create(name="A device's", frozen_rules={})
    file = file_of(club).decode()
    for word in ("Theirs", "elsewhere@", "Somebody else", "Their place", "A device", "password"):
        assert word not in file


def test_nobody_gets_an_office_or_a_link_to_an_account():
    club = found_club()
    [an] = people(club, "An")
    stranger = account("Stranger")
    club.invite("secretary", owner_of(club)).accept(stranger)
    club.invite_player(an, owner_of(club)).accept(stranger)
    club.invite("referee", owner_of(club))
    file = file_of(club)
    assert b"stranger@example.org" in file
    Club.objects.all().delete()

    new = account("New owner")
    again = restored(file, new)
    assert [(one.user, one.role) for one in Membership.objects.all()] == [(new, "owner")]
    assert not Invitation.objects.exists() and not Player.objects.exclude(user=None).exists()
    assert User.objects.count() == 3
    assert again.officers == 2
    noted = again.club.log.filter(verb="was officer").order_by("pk")
    assert [one.after for one in noted] == [
        {"name": "Owner", "role": "owner"},
        {"name": "Stranger", "role": "secretary"},
    ]


def test_an_address_that_is_taken_gets_an_addition():
    club = found_club("Hof")
    file = file_of(club)
    club.name = "Another"
    club.save()
    again = restored(file, owner_of(club)).club
    assert again.name == "Hof" and again.slug.startswith("hof-") and club.slug == "hof"


@pytest.mark.parametrize("name", ["Hof", "HOF", "n" * 60, "🂡" * 60])
def test_a_name_that_is_taken_gets_the_day(name):
    club = found_club(name)
    file, day = file_of(club), date_format(club.today())
    one, two = (restored(file, owner_of(club)) for _time in range(2))
    assert len({club.name, one.club.name, two.club.name}) == 3
    for again, end in ((one, f"(restored on {day})"), (two, f"(restored on {day}, 2)")):
        assert again.name == name and again.club.name.startswith(name[:3])
        assert again.club.name.endswith(end) and len(again.club.name) <= 60
        again.club.full_clean()
    assert any(one.club.name in line and "settings" in line for line in say_restored(one))
    club.refresh_from_db()
    assert club.name == name
    # Capitals make no other name of it.
    club.name = name.upper()
    club.save()
    assert restored(file, owner_of(club)).club.name != name


@pytest.mark.parametrize("count", [1, 30])
def test_statements_do_not_grow_with_the_rows(count, django_assert_max_num_queries):
    club = found_club()
    four = dict(zip("NESW", people(club, "An", "Bo", "Cis", "Dré"), strict=True))
    for _match in range(count):
        match = club_match(club, seated=four, rules={"target": 20})
        record(match, 60)
        for side in ("NS", "EW"):
            match.sign(side, "x")
    with django_assert_max_num_queries(25):
        file = file_of(club)
    with django_assert_max_num_queries(70):
        restore(io.BytesIO(file), owner_of(club))


@pytest.mark.django_db(transaction=True)
def test_it_is_read_as_of_one_moment_while_others_write():
    club = found_club()
    people(club, "An")
    pieces = write(club, AT)
    begun = next(pieces)  # what follows is read from here on

    def add() -> None:
        try:
            people(Club.objects.get(), "Bo")
        finally:
            connection.close()

    other = Thread(target=add)
    other.start()
    other.join()
    assert json.loads(begun + "".join(pieces))["rows"]["people"] == 1
    assert Player.objects.count() == 2
    people(club, "Cis")  # and nothing is left locked
