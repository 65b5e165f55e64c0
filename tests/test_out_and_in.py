"""What comes out as a file and is brought in again changes nothing."""

from datetime import date, time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from games.csv_files.entries import EntriesTaker, entry_lines
from games.csv_files.fixtures import FixturesTaker, fixture_lines
from games.csv_files.people import PeopleTaker, people_lines
from games.csv_files.results import ResultsTaker, result_lines
from games.models import Day, Entry, Planned, Player, User, effect_of_forgetting, folded, forget

from .competitions import (
    add_people,
    client_of,
    draw,
    enter,
    make_club,
    make_competition,
    owner,
    tables,
    type_result,
)
from .csv_files import everything, export, faults, import_url, look, names, through, told

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("format", ["draw-evening", "swiss", "season", "round-robin", "pools"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_out_and_in_again_changes_nothing(format, language):
    competition = make_competition(make_club(), format)
    entries = enter(competition, 5)
    Day.plan(
        competition,
        {1: Planned(date(2026, 3, 3), time(20), "=Café; 1"), 9: Planned(date(2026, 4, 1))},
        owner(),
    )
    Player.objects.get(name="A1").hide(True, owner())
    draw(competition)
    first, *others = tables(competition.rounds.get(number=1))
    type_result(first, 61, 61)
    if others:
        facts = {"kind": "forfeit", "winner": "b", "points_a": None, "points_b": None}
        others[0].type_result({**facts, "deals_a": None, "deals_b": None}, "", others[0].mark,
                              User.objects.get(name="Scorer"))  # fmt: skip
    entries[4].withdraw("", owner())
    player = Player.objects.get(name="A2")
    forget(player, effect_of_forgetting(player).mark, owner())
    before = everything(competition)
    for kind in ("entries", "fixtures", "results"):
        text = export(competition, kind, **{"accept-language": language})
        shown = look(client_of("Scorer" if kind == "results" else "Olga"),
                     import_url(competition, kind), text)  # fmt: skip
        assert not faults(shown), (kind, faults(shown))
        assert not told(shown), (kind, told(shown))
    assert everything(competition) == before


class OutAndIn(TestCase):
    """Whatever people are called."""

    @settings(max_examples=40, suppress_health_check=list(HealthCheck))
    @given(
        st.lists(names, min_size=4, max_size=4, unique_by=folded),
        st.sampled_from(["en", "nl"]),
        st.integers(-9999, 9999),
    )
    def test_out_and_in_again_changes_nothing(self, called, language, points):
        club, by = make_club("Out and in"), owner()
        competition = make_competition(club)
        people = add_people(club, *called)
        pairs = [(f"{a.name} & {b.name}", [a, b]) for a, b in (people[:2], people[2:])]
        Entry.enter(competition, pairs, by)
        draw(competition)
        type_result(tables(competition.rounds.get())[0], points, 3)
        Day.plan(competition, {1: Planned(date(2026, 3, 3), None, called[0])}, by)
        before = everything(competition)
        for lines, taker in (
            (people_lines(club), PeopleTaker(club, by)),
            (entry_lines(competition), EntriesTaker(competition, by, False)),
            (fixture_lines(competition), FixturesTaker(competition, by)),
            (result_lines(competition), ResultsTaker(competition, by)),
        ):
            assert through(lines, taker, language) == []
        assert everything(competition) == before
        # In a club where nobody is yet it all comes again.
        other = make_competition(make_club("Elsewhere"), name="Other")
        found = through(entry_lines(competition), EntriesTaker(other, by, True), language)
        assert [(effect, faults) for effect, _text, faults in found] == [("new", [])] * 2
