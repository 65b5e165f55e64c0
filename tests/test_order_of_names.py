"""People are listed as they are looked up, whatever the database sorts by."""

import pytest
from django.urls import reverse

from games.csv_files.people import people_lines
from games.forms.entries import CheckInForm, EntriesForm, TeamForm
from games.forms.players import ClaimForm, MergeForm
from games.forms.tables import StartTableForm
from games.models import Entry, Player, by_name, looked_up
from tests.clubs import found_club, logged_in, owner_of, people

from .competitions import add_people, draw, make_club, make_competition, owner, tables
from .matches import start_match

MIXED = ("Zoë", "Cor", "élise", "Céline", "Eduard", "an", "Øyvind", "Œdipe", "Pim")
IN_ORDER = ["an", "Céline", "Cor", "Eduard", "élise", "Œdipe", "Øyvind", "Pim", "Zoë"]


def offered(choices) -> list[str]:
    """The names of a select, without what stands before them."""
    return [name for _key, name in choices if name in MIXED]


def test_accents_capitals_and_ligatures_make_no_difference():
    assert sorted(MIXED, key=looked_up) == IN_ORDER
    assert looked_up("  CÉLINE  d’Œuvre") == "celine d’oeuvre"


def test_of_equal_names_the_earlier_comes_first():
    later, earlier = Player(pk=2, name="Cé"), Player(pk=1, name="ce")
    assert by_name([later, earlier]) == [earlier, later]


@pytest.mark.django_db
def test_the_people_of_a_club_and_their_file(monkeypatch):
    club = found_club()
    people(club, *MIXED)
    client, url = logged_in(owner_of(club)), reverse("people", args=[club.slug])
    assert [one.name for one in client.get(url).context["page"]] == IN_ORDER
    _head, *lines = people_lines(club)
    assert [name for _number, name, _listed in lines] == IN_ORDER
    monkeypatch.setattr("games.views.players.PEOPLE_A_PAGE", 4)
    pages = [client.get(url, {"page": page}).context["page"] for page in (1, 2, 3)]
    assert [[one.name for one in page] for page in pages] == [
        IN_ORDER[:4],
        IN_ORDER[4:8],
        IN_ORDER[8:],
    ]


@pytest.mark.django_db
def test_selects_of_a_clubs_people():
    club = found_club()
    one, *_others = people(club, *MIXED)  # Zoë
    choices = MergeForm(stays=one).fields["other"].choices
    assert offered(choices[-1][1]) == IN_ORDER[:-1]
    form = ClaimForm(match=start_match(), club=club)
    assert offered(form.fields["seat_N"].choices[-1][1]) == IN_ORDER


@pytest.mark.django_db
def test_names_offered_while_a_match_is_started():
    club = found_club()
    people(club, *MIXED)
    names = logged_in(owner_of(club)).get(reverse("start")).context["names"]
    assert offered((name, name) for name in names) == IN_ORDER


@pytest.mark.django_db
@pytest.mark.parametrize(
    "format, form, field",
    [
        ("draw-evening", EntriesForm, "chosen"),
        ("round-robin", EntriesForm, "second"),
        ("team-league", TeamForm, "captain"),
    ],
)
def test_who_can_be_entered(format, form, field):
    competition = make_competition(make_club(), format)
    add_people(competition.club, *MIXED)
    assert offered(form(competition=competition).fields[field].choices) == IN_ORDER


@pytest.mark.django_db
def test_who_is_there_and_who_sits_in_for_somebody():
    competition = make_competition(make_club(), "draw-evening")
    added = add_people(competition.club, *MIXED[:8])
    Entry.enter(competition, [(player.name, [player]) for player in added], owner())
    add_people(competition.club, *MIXED[8:])
    there = CheckInForm(competition=competition).fields["present"].choices
    assert offered(there) == [name for name in IN_ORDER if name != "Pim"]
    table = tables(draw(competition))[0]
    others = {table.b.name, table.b2.name}  # who sit at this table for the other side
    expected = [name for name in IN_ORDER if name not in others]
    assert offered(StartTableForm(table=table).fields["seat_N"].choices) == expected
