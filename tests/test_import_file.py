"""Bringing in a file of a competition; entries."""

import pytest

from games.models import Player

from .competitions import add_people, address, client_of, draw, enter, make_club, make_competition
from .csv_files import faults, import_url, look, take_over, told

pytestmark = pytest.mark.django_db

HARD = 'Renée O\'Brien-Åsgård "Jo" <x>'


@pytest.mark.parametrize("kind", ["entries", "fixtures", "results"])
def test_each_page_tells_its_columns(kind):
    competition = make_competition(make_club())
    html = client_of("Olga").get(import_url(competition, kind)).content.decode()
    assert "<dt>Side 1</dt>" in html or kind == "entries"
    assert ("New names join" in html) == (kind == "entries")


def test_nothing_else_comes_in():
    competition = make_competition(make_club())
    for kind in ("standings", "people", "x"):
        assert client_of("Olga").get(import_url(competition, kind)).status_code == 404


def test_entries_of_pairs():
    competition = make_competition(make_club())
    add_people(competition.club, "An", "Bo", "Cis", "Dré")
    text = "Name;Player 1;Player 2\n;An;Bo\nThe Others;Cis;Dré\n"
    url, client = import_url(competition, "entries"), client_of("Secretary")
    assert told(look(client, url, text)) == [(2, "new", "An & Bo"), (3, "new", "The Others")]
    assert competition.entries.count() == 0
    assert take_over(client, url, text).status_code == 302
    assert list(competition.entries.values_list("number", "name")) == [
        (1, "An & Bo"), (2, "The Others")
    ]  # fmt: skip
    assert competition.log.get(verb="import").after == {"file": "entries", "lines": 2}
    assert "nothing to do" in look(client, url, text).content.decode()
    # The pair is known again the other way round; it gets the name that the file has.
    assert told(look(client, url, "Name;Player 1;Player 2\nBo & An;Bo;An\n")) == [
        (2, "changed", "“An & Bo” is renamed “Bo & An”")
    ]
    history = client.get(address(competition, "competition_history")).content.decode()
    assert "A file was taken over (entries); lines that changed something: 2" in history


def test_pairs_in_one_column():
    competition = make_competition(make_club())
    add_people(competition.club, "An", "Bo")
    url = import_url(competition, "entries")
    assert told(look(client_of("Olga"), url, "Name\nAn & Bo\n")) == [(2, "new", "An & Bo")]
    assert "A pair is two people" in faults(look(client_of("Olga"), url, "Name\nAn\n"))[2]


def test_new_names_join_where_that_is_ticked():
    competition = make_competition(make_club(), "season")
    add_people(competition.club, "An")
    url, client = import_url(competition, "entries"), client_of("Olga")
    text = f"Name\nAn\n{HARD.replace(chr(34), '')}\n"
    assert "Nobody of the club" in faults(look(client, url, text))[3]
    shown = look(client, url, text, join="on")
    assert "new in the club" in told(shown)[1][2]
    take_over(client, url, text, join="on")
    assert Player.of(competition.club).count() == 2 == competition.entries.count()
    assert competition.club.log.filter(verb="add player").count() == 2


def test_entries_withdraw_and_come_back():
    competition = make_competition(make_club(), "season")
    (entry, _other) = enter(competition, 2)
    url, client = import_url(competition, "entries"), client_of("Olga")
    take_over(client, url, "Name;Withdrawn\nA1;yes\n")
    entry.refresh_from_db()
    assert entry.withdrawn_at
    assert not told(look(client, url, "Name;Withdrawn\nA1;\n"))
    take_over(client, url, "Name;Withdrawn\nA1;no\n")
    entry.refresh_from_db()
    assert entry.withdrawn_at is None
    assert "twice" in faults(look(client, url, "Name\nA1\na1\n"))[3]


def test_entries_after_the_draw_of_pools_are_refused_by_the_models_own_word():
    competition = make_competition(make_club(), "pools")
    enter(competition, 4)
    draw(competition)
    add_people(competition.club, "An", "Bo")
    shown = look(client_of("Olga"), import_url(competition, "entries"), "Name\nAn & Bo\n")
    assert "pools are drawn already" in faults(shown)[2]
