"""Names of competitions' people that are not to be told: in public, or for good."""

import pytest
from django.core import serializers
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import (
    Competition,
    Entry,
    EntryPlayer,
    Player,
    effect_of_forgetting,
    every_standings,
)
from games.models.forgetting import forget
from games.models.log import CompetitionChange
from games.models.names import is_unnamed, untold, without_them
from tests.competitions import (
    add_people,
    address,
    client_of,
    draw,
    enter,
    hand_in,
    make_club,
    make_competition,
    make_user,
    meetings,
    owner,
    tables,
    type_result,
)
from tests.csv_files import download, faults, look

pytestmark = pytest.mark.django_db

HIDDEN = "Quirijn Zonderling"


@pytest.fixture
def cup() -> Competition:
    club = make_club(listed=True)
    cup = make_competition(club)
    pairs = [(HIDDEN, "Bo Lis"), ("Cis Mol", "Dré Nop"), ("Eva Ost", "Fon Pas")]
    entries = [(" & ".join(pair), add_people(club, *pair)) for pair in pairs]
    Entry.enter(cup, entries, owner())
    Competition.objects.filter(pk=cup.pk).update(published=True)
    cup = Competition.objects.get(pk=cup.pk)
    type_result(tables(draw(cup))[0], 60, 40)
    return Competition.objects.get(pk=cup.pk)


def hidden() -> Player:
    return Player.objects.get(name=HIDDEN)


def pages(cup: Competition, client: Client) -> str:
    args = [cup.club.slug, cup.slug]
    addresses = [
        *(reverse(name, args=args) for name in ("competition", "entries", "standings", "bracket")),
        *(
            reverse(name, args=[*args, 1])
            for name in ("competition_round", "round_board", "round_sheet", "round_club_sheets")
        ),
        reverse("round_sheet", args=[*args, 1]) + "?by=name",
        *(
            reverse("standing", args=[*args, number])
            for number in cup.entries.values_list("number", flat=True)
        ),
    ]
    answers = [client.get(address) for address in addresses]
    assert [answer.status_code for answer in answers] == [200] * len(addresses)
    return "".join(answer.content.decode() for answer in answers)


def test_who_does_not_want_to_be_listed_is_not_told_in_public(cup):
    assert HIDDEN in pages(cup, Client())
    hidden().hide(True, owner())
    public = pages(cup, Client())
    assert HIDDEN not in public and "Bo Lis" in public
    assert HIDDEN in pages(cup, client_of("Secretary"))


def test_a_name_deleted_is_told_nowhere_and_the_results_stay(cup):
    before = every_standings(cup)[0].rows
    player = hidden()
    effect = effect_of_forgetting(player)
    assert effect.entries == 1
    forget(player, effect.mark, owner())
    stored = serializers.serialize(
        "json", [*Entry.objects.all(), *CompetitionChange.objects.all(), *Player.objects.all()]
    )
    assert HIDDEN not in stored and "Bo Lis" in stored
    assert HIDDEN not in pages(cup, client_of("Secretary"))
    assert every_standings(Competition.objects.get(pk=cup.pk))[0].rows == before


def test_a_name_of_two_letters_is_no_word_of_what_others_wrote():
    told = {"An": "N. N.", "An & Bo": "N. N. & Bo"}
    log = {"entry": "An & Bo", "people": ["An", "Bo"], "reason": "An excuse of An & Bo"}
    assert untold(log, told) == {
        "entry": "N. N. & Bo",
        "people": ["N. N.", "Bo"],
        "reason": "An excuse of N. N. & Bo",
    }


NO = "N.\u00a0N."


def names_in(page) -> list[str]:
    return [line.name for table in page.context["tables"] for line in table]


def test_several_who_are_not_listed_are_numbered_in_every_list():
    club = make_club(listed=True)
    evening = make_competition(club, "draw-evening", options={"three_games": False}, published=True)
    people = add_people(club, "An Pauw", "Bo Lis", "Cis Mol", "Dré Nop")
    Entry.enter(evening, [(one.name, [one]) for one in people], owner())
    (table,) = tables(draw(evening))
    type_result(table, 60, 40)
    args = [club.slug, evening.slug]
    standings, round = reverse("standings", args=args), table.round.get_absolute_url()
    people[3].hide(True, owner())
    assert f"{NO}\u00a04" in names_in(Client().get(standings))
    people[1].hide(True, owner())  # earlier in the list: who was told by a number keeps it
    assert {f"{NO}\u00a02", f"{NO}\u00a04"} < set(names_in(Client().get(standings)))
    told = Competition.objects.get(pk=evening.pk)
    covers = EntryPlayer.covers(told)
    assert {told.entries.get(pk=key).number: name for key, name in covers.items()} == {
        2: f"{NO}\u00a02",
        4: f"{NO}\u00a04",
    }
    html = Client().get(round).content.decode()
    working = Client().get(reverse("standing", args=[*args, 1])).content.decode()
    entries = Client().get(reverse("entries", args=args)).content.decode()
    results = b"".join(Client().get(reverse("export_file", args=[*args, "results"])))
    for page in (html, working, entries, results.decode()):
        assert f"{NO}\u00a02" in page and f"{NO}\u00a04" in page
        assert "Bo Lis" not in page and "Dré Nop" not in page
    # Whoever may read the names reads them.
    assert {one.name for one in people} == set(names_in(client_of("Scorer").get(standings)))
    # Another competition counts anew.
    other = make_competition(club, "draw-evening", name="Other", published=True)
    Entry.enter(other, [(people[3].name, [people[3]])], owner())
    page = Client().get(reverse("standings", args=[club.slug, other.slug]))
    assert names_in(page) == [f"{NO}\u00a01"]
    assert len(EntryPlayer.covers(evening, other)) == 3


def test_of_pairs_every_person_has_a_number(cup):
    for name in ("Dré Nop", "Cis Mol", "Fon Pas"):
        Player.objects.get(name=name).hide(True, owner())
    page = Client().get(reverse("standings", args=[cup.club.slug, cup.slug]))
    assert set(names_in(page)) == {
        "Quirijn Zonderling & Bo Lis",
        f"{NO}\u00a02.1 & {NO}\u00a02.2",
        f"Eva Ost & {NO}\u00a03.2",
    }


@pytest.mark.parametrize("kind", ["pair", "team"])
def test_what_stands_for_one_is_not_taken_for_the_name_of_another(kind):
    # Somebody whose name was deleted is called so.
    name = f"Anna & {NO}"
    rows = [(1, name, kind, "Anna", 11, "8.1"), (1, name, kind, NO, 12, "8.2")]
    entries, people = without_them(rows)
    assert entries == {1: f"{NO}\u00a08.1 & {NO}\u00a08.2"}
    assert people == {11: f"{NO}\u00a08.1", 12: f"{NO}\u00a08.2"}


def test_a_team_called_after_one_and_its_line_ups():
    league = make_competition(
        make_club(), "team-league", published=True,
        options={"double": False, "games": 1, "pairs": 1},
    )  # fmt: skip
    friends = add_people(league.club, "Zed", "Yve")
    Entry.enter(league, [("Friends of Zed", friends)], owner())
    enter(league, 1)
    for name in ("Zed", "Yve"):
        Player.objects.get(name=name).hide(True, owner())
    (meeting,) = meetings(draw(league))
    hand_in(meeting)
    html = Client().get(meeting.get_absolute_url()).content.decode()
    assert f"Friends of {NO}\u00a01.1" in html
    assert f"{NO}\u00a01.1 &amp; {NO}\u00a01.2" in html and "Zed" not in html
    html = client_of("Scorer").get(meeting.get_absolute_url()).content.decode()
    assert "Zed &amp; Yve" in html


def test_a_public_file_with_numbers_comes_in_again_and_changes_nothing(cup):
    for name in (HIDDEN, "Bo Lis", "Cis Mol"):
        Player.objects.get(name=name).hide(True, owner())
    url = reverse("export_file", args=[cup.club.slug, cup.slug, "entries"])
    text = download(Client(), url)
    assert f"{NO}\u00a02.1 & Dré Nop" in text
    office = reverse("import_file", args=[cup.club.slug, cup.slug, "entries"])
    outcome = look(client_of("Secretary"), office, text).context["outcome"]
    assert not outcome.is_faulty and {line.effect for line in outcome.lines} == {"nothing"}
    new = look(client_of("Secretary"), office, f"Player 1,Player 2\n{NO} 9,Ida\n", join="1")
    assert "whose name is not told" in str(faults(new))


@pytest.mark.parametrize(
    ("name", "so"),
    [
        (NO, True),
        ("n. n. 12", True),
        ("N. N. 12.3", True),
        ("N.N.", True),
        ("N. N. the third", False),
        ("N", False),
    ],
)
def test_what_stands_for_a_name(name, so):
    assert is_unnamed(name) is so


def test_of_a_team_a_new_captain_keeps_the_number_and_so_do_those_who_stay():
    league = make_competition(make_club(), "team-league", published=True)
    team = enter(league, 1)[0]
    for name in ("A1", "C1", "E1"):
        Player.objects.get(name=name).hide(True, owner())

    def numbers():
        told = EntryPlayer.unnamed(league)[1]
        return {
            Player.objects.get(pk=key).name: name.split("\u00a0")[-1] for key, name in told.items()
        }

    before = {"A1": "1.1", "C1": "1.3", "E1": "1.5"}
    assert numbers() == before
    team.make_captain(Player.objects.get(name="E1"), owner())
    assert numbers() == before
    team.leave_team(Player.objects.get(name="B1"), owner())
    assert numbers() == before


def delete_name(name):
    player = Player.objects.get(name=name)
    forget(player, effect_of_forgetting(player).mark, owner())


def test_officers_tell_deleted_names_apart_by_the_same_numbers_as_everybody(cup):
    for name in (HIDDEN, "Bo Lis", "Dré Nop"):
        delete_name(name)
    Player.objects.get(name="Eva Ost").hide(True, owner())
    one, two = f"{NO}\u00a01.1 & {NO}\u00a01.2", f"Cis Mol & {NO}\u00a02.2"
    args = [cup.club.slug, cup.slug]
    office = client_of("Secretary")
    for client, third in ((office, "Eva Ost"), (Client(), f"{NO}\u00a03.1")):
        page = client.get(reverse("standings", args=args))
        assert set(names_in(page)) == {one, two, f"{third} & Fon Pas"}
        for name, more in (
            ("entries", []), ("competition_round", [1]), ("round_board", [1]),
            ("round_sheet", [1]), ("standing", [1]),
        ):  # fmt: skip
            html = client.get(reverse(name, args=[*args, *more])).content.decode()
            assert one.replace("&", "&amp;") in html, name
    # By name officers find every one of them, everybody else none.
    sheet = reverse("round_sheet", args=[*args, 1]) + "?by=name"
    found = [one.name.text for one in office.get(sheet).context["people"]]
    assert {f"{NO}\u00a01.1", f"{NO}\u00a01.2", f"{NO}\u00a02.2"} < set(found)
    assert NO not in Client().get(sheet).content.decode()
    # Nothing that is only told so comes to be stored.
    table = tables(cup.rounds.get())[-1]
    table.round.competition = cup
    type_result(table, 61, 60)
    entries = Entry.objects.order_by("number").values_list("name", flat=True)
    assert [*entries] == [f"{NO} & {NO}", f"Cis Mol & {NO}", "Eva Ost & Fon Pas"]


@pytest.mark.parametrize(
    "name", ["check_in", "entry", "leave_entry", "start_table", "table_result"]
)
def test_pages_on_which_officers_act_tell_the_same_numbers(cup, name):
    table = tables(cup.rounds.get())[0]
    entry = Entry.objects.get(pk=table.a_id)
    for each in entry.people:
        delete_name(each.name)
    more = {"check_in": [], "entry": [entry.number], "leave_entry": [entry.number]}
    url = address(cup, name, *more.get(name, [table.pk]))
    html = client_of("Secretary").get(url).content.decode()
    assert f"{NO}\u00a0{entry.number}.1 &amp; {NO}\u00a0{entry.number}.2" in html
    # The name in the lists is what can be changed, and stays as it is stored.
    assert (f'value="{NO} &amp; {NO}"' in html) == (name == "entry")


def test_where_no_name_is_deleted_officers_ask_nothing_more(cup, django_assert_num_queries):
    client = client_of("Secretary")
    url = reverse("entries", args=[cup.club.slug, cup.slug])
    with CaptureQueriesContext(connection) as before:
        client.get(url)
    for name in (HIDDEN, "Bo Lis", "Dré Nop"):
        delete_name(name)
    with django_assert_num_queries(len(before) + 1):
        client.get(url)


def test_a_captain_chooses_between_deleted_names_by_their_numbers():
    league = make_competition(make_club(), "team-league", options={"games": 1, "pairs": 1})
    enter(league, 2)
    meeting = meetings(draw(league))[0]
    team = meeting.home
    for player in team.people[1:3]:
        delete_name(player.name)
    for client in (client_of("Scorer"), captain_of(team)):
        form = client.get(meeting.url("line_up", "a")).context["form"]
        labels = [label for _key, label in form.fields["place_1"].choices[1:]]
        told = [f"{NO}\u00a0{team.number}.{place}" for place in (2, 3)]
        assert labels[1:3] == told and team.captain.name in labels
    html = client_of("Secretary").get(address(league, "team", team.number)).content.decode()
    assert all(each in html for each in told)
    page = client_of("Secretary").get(address(league, "entry", team.number))
    assert all(each in page.content.decode() for each in told)
    html = client_of("Secretary").get(address(league, "captains_sheets", 1)).content.decode()
    assert all(each in html for each in told)


def captain_of(team):
    Player.objects.filter(pk=team.captain.pk).update(user=make_user("Home"))
    return client_of("Home")
