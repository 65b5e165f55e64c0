"""Entries of a competition: the list and the form; one entry's page."""

import pytest
from django.urls import reverse

from games.models import Entry, Player

from .competitions import add_people, client_of, draw, enter, make_club, make_competition
from .gallery import AWKWARD_NAME

pytestmark = pytest.mark.django_db


@pytest.fixture
def pairs():
    return make_competition(make_club())


@pytest.fixture
def individuals():
    return make_competition(make_club(), "draw-evening")


def address(competition, page="entries", *args):
    return reverse(page, args=[competition.club.slug, competition.slug, *args])


def names(competition):
    return list(competition.entries.values_list("name", flat=True))


def test_a_pair_is_chosen_from_the_clubs_people(pairs):
    an, bo, cis = add_people(pairs.club, "An", AWKWARD_NAME, "Cis")
    client, url = client_of("Secretary"), address(pairs)
    assert client.post(url, {"first": an.pk, "second": bo.pk}).status_code == 302
    assert names(pairs) == [f"An & {AWKWARD_NAME}"]
    html = client.get(url).content.decode()
    assert "<x>" not in html
    # Who is entered is not offered any more.
    response = client.post(url, {"first": an.pk, "second": cis.pk})
    assert response.status_code == 200 and "first" in response.context["form"].errors
    response = client.post(url, {"first": cis.pk, "second": ""})
    assert "second" in response.context["form"].errors
    response = client.post(url, {"first": cis.pk, "second": cis.pk})
    assert "second" in response.context["form"].errors


def test_pairs_are_written_one_a_line(pairs):
    add_people(pairs.club, "An", "Bo")
    client, url = client_of("Secretary"), address(pairs)
    lines = "an &  BO\n\nCis & Dré"
    response = client.post(url, {"lines": lines})
    assert response.status_code == 200 and not names(pairs)
    assert "these names: Cis, Dré." in " ".join(response.context["form"].errors["lines"])
    assert "an &amp;  BO" in response.content.decode()
    assert client.post(url, {"lines": lines, "join": "on"}).status_code == 302
    assert names(pairs) == ["An & Bo", "Cis & Dré"]
    assert Player.objects.count() == 4


@pytest.mark.parametrize(
    "lines",
    ["An", "An & Bo & Cis", "An &", "& Bo", "An & An", "An & Bo\nbo & Cis", "x" * 81 + " & Bo"],
)
def test_lines_that_are_no_pairs_are_refused_and_nobody_joins(pairs, lines):
    client, url = client_of("Secretary"), address(pairs)
    response = client.post(url, {"lines": lines, "join": "on"})
    assert response.status_code == 200 and response.context["form"].errors
    assert not names(pairs) and not Player.objects.exists()


def test_individuals_are_ticked_or_written(individuals):
    an, bo = add_people(individuals.club, "An", "Bo")
    client, url = client_of("Secretary"), address(individuals)
    client.post(url, {"chosen": [an.pk, bo.pk], "lines": "Cis", "join": "on"})
    assert names(individuals) == ["An", "Bo", "Cis"]
    assert "lines" in client.post(url, {"lines": ""}).context["form"].errors
    assert "chosen" in client.post(url, {"chosen": [an.pk]}).context["form"].errors


def test_everybody_is_ticked_at_once_and_some_left_out_again(individuals):
    an, bo, cis = add_people(individuals.club, "An", "Bo", "Cis")
    client, url = client_of("Secretary"), address(individuals)
    page = client.get(url)
    html = page.content.decode()
    assert "Tick everybody" in html and "Enter who plays" in html and "Enter others" not in html
    assert "checked" not in html
    shown = client.post(url, {"tick": "all", "lines": "Dré <x>", "join": "on"})
    form = shown.context["form"]
    assert not names(individuals) and not form.errors
    assert form["chosen"].value() == [str(one.pk) for one in (an, bo, cis)]
    assert (form["lines"].value(), form["join"].value()) == ("Dré <x>", True)
    assert (
        "Dré &lt;x&gt;" in shown.content.decode() and shown.content.decode().count("checked") == 4
    )
    shown = client.post(url, {"tick": "none", "chosen": [an.pk], "lines": "Dré <x>"})
    form = shown.context["form"]
    assert form["chosen"].value() == [] and form["join"].value() is False
    client.post(url, {"chosen": [an.pk, cis.pk]})
    assert names(individuals) == ["An", "Cis"]
    html = client.get(url).content.decode()
    assert "Enter others" in html and "Tick everybody" not in html  # Bo alone is left
    for name in ("Scorer", "Referee"):
        assert client_of(name).post(url, {"tick": "all"}).status_code == 404


@pytest.mark.parametrize("format", ["swiss", "team-league"])
def test_where_several_make_an_entry_nobody_is_ticked_for_it(format):
    competition = make_competition(make_club(), format)
    add_people(competition.club, "An", "Bo", "Cis")
    assert "Tick everybody" not in client_of("Secretary").get(address(competition)).content.decode()


def test_the_list_costs_the_same_for_any_number(pairs, django_assert_max_num_queries):
    enter(pairs, 12)
    client = client_of("Referee")
    client.get(address(pairs))
    with django_assert_max_num_queries(8):
        assert len(client.get(address(pairs)).context["rows"]) == 12


# One entry


def test_absence_and_a_bye_asked_for(pairs):
    enter(pairs, 5)
    client, url = client_of("Secretary"), address(pairs, "note_entry", 1)
    client.post(url, {"round": 1, "kind": "absent"})
    client.post(url, {"round": 2, "kind": "bye"})
    html = client.get(address(pairs, "entry", 1)).content.decode()
    assert "Absent from round 1" in html and "Plays after all" in html
    assert "absent from round 1, asked for a bye in round 2" in " ".join(
        client.get(address(pairs)).content.decode().split()
    )
    draw(pairs)
    response = client.post(url, {"plays": 1}, follow=True)
    assert "drawn already" in response.content.decode()
    client.post(url, {"plays": 2})
    assert Entry.objects.get(number=1).facts() == {"absent": [1], "bye": []}
    for wrong in ({"round": 1, "kind": "absent"}, {"round": 3}, {"round": "x", "kind": "bye"}):
        assert client.post(url, wrong).status_code == 200
    assert client.post(url, {"plays": "x"}).status_code == 404


def test_striking_out_before_the_start(pairs):
    enter(pairs, 2)
    client = client_of("Secretary")
    client.post(address(pairs, "leave_entry", 1), {"strike": "1"})
    assert names(pairs) == ["A2 & B2"]
    assert client.get(address(pairs, "entry", 1)).status_code == 404


def test_the_name_in_the_lists(pairs):
    enter(pairs, 2)
    client, url = client_of("Secretary"), address(pairs, "entry", 1)
    client.post(url, {"name": "The Kings"})
    assert names(pairs) == ["The Kings", "A2 & B2"]
    for wrong in ("", "a2 & b2", "x" * 171):
        response = client.post(url, {"name": wrong})
        assert response.status_code == 200 and "name" in response.context["form"].errors


def test_the_entry_of_a_team_tells_who_is_its_captain(pairs):
    league = make_competition(pairs.club, "team-league", name="League")
    enter(league, 2, first=11)
    client = client_of("Secretary")
    html = client.get(address(league, "entry", 1)).content.decode()
    assert html.count("Captain</span>") == 1
    assert html.index("A11") < html.index("Captain</span>") < html.index("B11")
    enter(pairs, 2)
    assert "Captain</span>" not in client.get(address(pairs, "entry", 1)).content.decode()
