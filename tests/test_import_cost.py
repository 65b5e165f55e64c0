"""What looking at a file asks of the database.

What a line would do is found by doing it through the verbs of the models, and a refusal takes back
that line alone. So each line costs a savepoint, and one that changes something what its verb writes
and asks; never more for there being more lines, or more of what is there already.
"""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Competition, Day, Planned

from .competitions import add_people, address, client_of, draw, make_club, make_competition, owner
from .csv_files import cells, download, faults, look, take_over, told

pytestmark = pytest.mark.django_db

SAVEPOINT = 2  # made, and given up
FEW, MANY = 4, 12


def statements(url, lines):
    """How many statements it takes to look at these lines, and how many of them do something."""
    client = client_of("Olga")
    with CaptureQueriesContext(
        connection,
    ) as context:
        shown = look(client, url, "\n".join(lines))
    assert not faults(shown)
    return len(context), len(told(shown))


def cost_of_a_line(url, lines, changing):
    """How many statements each line takes beyond the first few; `changing`: all do something."""
    head, *others = lines
    assert len(others) >= MANY
    few, does_few = statements(url, [head, *others[:FEW]])
    many, does_many = statements(url, [head, *others[:MANY]])
    assert (does_few, does_many) == ((FEW, MANY) if changing else (0, 0))
    each, rest = divmod(many - few, MANY - FEW)
    assert rest == 0
    return each


def export(competition, kind):
    return cells(download(client_of("Olga"), address(competition, "export_file", kind)))


def lines_of(rows):
    return [",".join(row) for row in rows]


@pytest.fixture
def club():
    return make_club()


@pytest.fixture
def league(club):
    """Six teams, of whom each meets each twice: three meetings in each of ten rounds."""
    league = make_competition(club, "team-league", options={"pairs": 1, "games": 2}, name="League")
    people = [player.name for player in add_people(club, *(f"Nr {at}" for at in range(12)))]
    pairs = zip(people[::2], people[1::2], strict=True)
    lines = [f"Team {at},{one},{other}" for at, (one, other) in enumerate(pairs)]
    take_over(
        client_of("Olga"),
        address(league, "import_file", "entries"),
        "\n".join(["Name,Captain,Player 2", *lines]),
    )
    league = Competition.objects.get(pk=league.pk)
    Day.plan(league, {n: Planned(date(2026, 3, n)) for n in range(1, 11)}, owner())
    draw(league)
    return league


def test_people(club):
    url = reverse("import_people", args=[club.slug])
    lines = ["Name", *(f"Somebody {at}" for at in range(MANY))]
    assert cost_of_a_line(url, lines, changing=True) == SAVEPOINT + 2
    take_over(client_of("Olga"), url, "\n".join(lines))
    assert cost_of_a_line(url, lines, changing=False) == SAVEPOINT


def test_entries(club):
    competition = make_competition(club)
    people = add_people(club, *(f"Nr {at}" for at in range(2 * MANY)))
    pairs = zip(people[::2], people[1::2], strict=True)
    url = address(competition, "import_file", "entries")
    lines = ["Name,Player 1,Player 2", *(f",{one},{other}" for one, other in pairs)]
    assert cost_of_a_line(url, lines, changing=True) <= SAVEPOINT + 3
    take_over(client_of("Olga"), url, "\n".join(lines))
    assert cost_of_a_line(url, lines, changing=False) == SAVEPOINT


def test_teams(club):
    league = make_competition(club, "team-league", options={"pairs": 1})
    people = add_people(club, *(f"Nr {at}" for at in range(2 * MANY)))
    pairs = zip(people[::2], people[1::2], strict=True)
    url = address(league, "import_file", "entries")
    lines = [f"Team {at},{one},{other}" for at, (one, other) in enumerate(pairs)]
    lines = ["Name,Captain,Player 2", *lines]
    assert cost_of_a_line(url, lines, changing=True) <= SAVEPOINT + 3
    take_over(client_of("Olga"), url, "\n".join(lines))
    assert cost_of_a_line(url, lines, changing=False) == SAVEPOINT


def test_days(club):
    competition = make_competition(club)
    url = address(competition, "import_file", "fixtures")
    lines = ["Round,Day", *(f"{at},2026-03-{at:02}" for at in range(1, MANY + 1))]
    assert cost_of_a_line(url, lines, changing=True) <= SAVEPOINT + 7
    take_over(client_of("Olga"), url, "\n".join(lines))
    assert cost_of_a_line(url, lines, changing=False) == SAVEPOINT


def test_meetings(league):
    url = address(league, "import_file", "fixtures")
    rows = export(league, "fixtures")
    assert cost_of_a_line(url, lines_of(rows), changing=False) == SAVEPOINT
    for at, row in enumerate(rows[1:]):
        row[1] = str(date(2026, 5, 1) + timedelta(at))
    assert cost_of_a_line(url, lines_of(rows), changing=True) <= SAVEPOINT + 7


def test_a_schedule(club):
    competition = make_competition(club, "round-robin")
    add_people(club, *(f"Nr {at}" for at in range(4)))
    entries = address(competition, "import_file", "entries")
    names = ["Nr 0 & Nr 1", "Nr 2 & Nr 3"]
    take_over(client_of("Olga"), entries, "\n".join(["Name", *names]))
    url = address(competition, "import_file", "fixtures")
    lines = ["Round,Side 1,Side 2", *(f"{at},{','.join(names)}" for at in range(1, MANY + 1))]
    # A round each: it is drawn, with its table, and a row in the log.
    assert cost_of_a_line(url, lines, changing=True) <= SAVEPOINT + 3
    take_over(client_of("Olga"), url, "\n".join(lines))
    assert cost_of_a_line(url, lines, changing=False) == SAVEPOINT


def test_results(league):
    url = address(league, "import_file", "results")
    rows = export(league, "results")
    assert cost_of_a_line(url, lines_of(rows), changing=False) == SAVEPOINT
    points = rows[0].index("Points 1")
    for row in rows[1:]:
        row[points : points + 2] = "61", "20"
    assert cost_of_a_line(url, lines_of(rows), changing=True) <= SAVEPOINT + 9
    take_over(client_of("Olga"), url, "\n".join(lines_of(rows[: MANY + 1])))
    assert cost_of_a_line(url, lines_of(rows), changing=False) == SAVEPOINT
