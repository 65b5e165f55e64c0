"""Bringing in entries, fixtures and results of a competition; out and in again changes nothing."""

from datetime import date, time

import pytest
from django.utils import translation
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from games.csv_files.entries import EntriesTaker, entry_lines
from games.csv_files.fixtures import FixturesTaker, fixture_lines
from games.csv_files.importing import NOTHING, run
from games.csv_files.people import PeopleTaker, people_lines
from games.csv_files.results import ResultsTaker, result_lines
from games.csv_files.text import decode, read, write
from games.manille.presets import PRESETS
from games.models import (
    Competition,
    CompetitionChange,
    Day,
    Entry,
    Planned,
    Player,
    Round,
    Table,
    User,
    effect_of_forgetting,
    fits,
    folded,
    forget,
)

from .competitions import (
    add_people,
    address,
    client_of,
    draw,
    enter,
    make_club,
    make_competition,
    owner,
    play,
    sign,
    tables,
    type_result,
)
from .csv_files import cells, download, faults, look, take_over, told

pytestmark = pytest.mark.django_db

HARD = 'Renée O\'Brien-Åsgård "Jo" <x>'


def import_url(competition, kind):
    return address(competition, "import_file", kind)


def export(competition, kind, name="Olga", **headers):
    return download(client_of(name), address(competition, "export_file", kind), **headers)


def everything(competition):
    """What there is of all that files write."""
    return [
        list(Player.objects.order_by("pk").values("pk", "name", "hidden")),
        list(Entry.objects.order_by("pk").values()),
        list(Day.objects.order_by("pk").values()),
        list(Round.objects.order_by("pk").values()),
        list(Table.objects.order_by("pk").values()),
        CompetitionChange.objects.count(),
        Competition.objects.values("state", "seed").get(pk=competition.pk),
    ]


# Pages


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


# Entries


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


# Fixtures

SCHEDULE = """Round;Day;Time;Location;Table;Side 1;Side 2
1;03/03/2026;19.30;Café Ç;2;A1;A2
1;;;;1;A3;A4
2;2026-03-10;;;;A2;A3
2;;;;;A4;A1
3;17-03-26;8:15 pm;;;A1;A3
3;;;;;A2;A4
4;2026-03-24;;;;;
"""


@pytest.fixture
def duel():
    """Four individuals, of whom everyone meets everyone by the rules of a game for two."""
    preset = next(key for key, rules in PRESETS.items() if fits(rules, "swiss", "individual"))
    competition = make_competition(
        make_club(), "round-robin", entry_kind="individual", preset=preset, rules={}
    )
    enter(competition, 4)
    return competition


def test_a_schedule_that_somebody_else_drew(duel):
    url, client = import_url(duel, "fixtures"), client_of("Secretary")
    shown = look(client, url, SCHEDULE)
    assert not faults(shown), faults(shown)
    lines = told(shown)
    assert [row[:2] for row in lines] == [(number, "new") for number in range(2, 9)]
    assert lines[0][2].startswith("Round 1, table 2: A1 – A2; Round 1: Tuesday 3 March 2026, 19:30")
    assert duel.rounds.count() == 0 == duel.days.count()
    assert take_over(client, url, SCHEDULE).status_code == 302
    duel.refresh_from_db()
    assert duel.state == "running" and duel.rounds.count() == 3
    first = duel.rounds.get(number=1)
    assert [(t.number, t.a.name, t.b.name) for t in first.places()] == [
        (1, "A3", "A4"), (2, "A1", "A2")
    ]  # fmt: skip
    assert [(day.number, day.on, day.at) for day in duel.days.all()] == [
        (1, date(2026, 3, 3), time(19, 30)),
        (2, date(2026, 3, 10), None),
        (3, date(2026, 3, 17), time(20, 15)),
        (4, date(2026, 3, 24), None),
    ]
    assert duel.days.get(number=1).place == "Café Ç"
    assert "nothing to do" in look(client, url, SCHEDULE).content.decode()
    assert {"draw", "plan day", "import", "state"} <= set(duel.log.values_list("verb", flat=True))
    # Played as any other: results, standings, and further rounds of the schedule.
    type_result(tables(first)[0], 61, 20)
    assert client.get(address(duel, "standings")).status_code == 200
    assert client.get(address(duel, "competition_round", 1)).status_code == 200
    take_over(client, url, "Round;Side 1;Side 2\n4;A1;A2\n")
    assert duel.rounds.count() == 4


def test_a_bye_in_a_schedule(duel):
    enter(duel, 1, first=5)
    text = "Round;Side 1;Side 2\n1;A1;A2\n1;A3;A4\n1;;A5\n"
    take_over(client_of("Olga"), import_url(duel, "fixtures"), text)
    bye = Table.objects.get(b=None)
    assert (bye.a.name, bye.kind, bye.number, bye.counted) == ("A5", "bye", None, True)
    assert not told(look(client_of("Olga"), import_url(duel, "fixtures"), text))
    assert not told(look(client_of("Olga"), import_url(duel, "fixtures"), export(duel, "fixtures")))


def test_what_is_wrong_with_a_schedule(duel):
    text = """Round,Day,Table,Side 1,Side 2
1,2026-13-01,1,A1,A2
1,,1,A3,A4
1,,2,A1,A3
1,,,A2,A2
1,,,A9,A4
x,,,A1,A2
,,,A1,A2
2,2026-03-01,,A1,
2,2026-03-02,,A2,A3
201,,,A1,A2
3,,4,,
3,31/02/2026,,,
"""
    before = everything(duel)
    shown = look(client_of("Olga"), import_url(duel, "fixtures"), text)
    wrong = faults(shown)
    assert "no day" in wrong[2]
    assert wrong.keys() >= {2, 5, 6, 7, 8, 10, 11, 12, 13}
    assert "themselves" in wrong[5] and "A9" in wrong[6] and "no whole number" in wrong[7]
    assert "no round" in wrong[8] and "Line 9 has another day" in wrong[10]
    assert "between 1 and 200" in wrong[11] and "Who sits" in wrong[12]
    assert everything(duel) == before
    twice = "Round,Table,Side 1,Side 2\n1,1,A1,A2\n1,1,A3,A4\n1,2,A4,A1\n"
    wrong = faults(look(client_of("Olga"), import_url(duel, "fixtures"), twice))
    assert "Line 2 has this table" in wrong[3] and "line 2" in wrong[4]
    gap = "Round,Side 1,Side 2\n2,A1,A2\n"
    wrong = faults(look(client_of("Olga"), import_url(duel, "fixtures"), gap))
    assert "Round 1 has to come first" in wrong[2]
    assert everything(duel) == before


def test_what_is_drawn_stays(duel):
    draw(duel)
    url, client = import_url(duel, "fixtures"), client_of("Olga")
    table = duel.rounds.get(number=1).places()[0]
    other = next(e.name for e in duel.entries.all() if e not in (table.a, table.b))
    text = f"Round,Table,Side 1,Side 2\n1,{table.number},{table.a},{other}\n"
    assert "sit others" in faults(look(client, url, text))[2]
    text = f"Round,Side 1,Side 2\n1,{table.b},{table.a}\n"
    assert "other way round" in faults(look(client, url, text))[2]
    text = f"Round,Side 1,Side 2\n1,{table.a},{table.b}\n"
    assert not told(look(client, url, text)) and not faults(look(client, url, text))


def test_where_the_site_draws_a_file_brings_days_only():
    competition = make_competition(make_club())
    enter(competition, 4)
    url, client = import_url(competition, "fixtures"), client_of("Olga")
    shown = look(client, url, "Round,Side 1,Side 2\n1,A1 & B1,A2 & B2\n")
    assert "days only" in faults(shown)[2]
    take_over(client, url, "Round,Day,Called off\n1,2026-03-03,no\n2,2026-03-10,yes\n")
    assert list(competition.days.values_list("number", "called_off")) == [(1, False), (2, True)]
    shown = look(client, url, "Round,Time\n1,20:00\n3,20:00\n")
    assert told(shown)[0][1:] == ("changed", "Round 1: Tuesday 3 March 2026, 20:00")
    assert "no day" in faults(shown)[3]


def test_a_finished_competition_takes_nothing(duel):
    draw(duel)
    duel.become("finished", owner())
    shown = look(client_of("Olga"), import_url(duel, "fixtures"), "Round,Day\n1,2026-03-03\n")
    assert "finished" in faults(shown)[2]


# Results


@pytest.fixture
def swiss():
    competition = make_competition(make_club())
    enter(competition, 6)
    draw(competition)
    return competition


def test_results_are_typed_in_and_count(swiss):
    url, client = import_url(swiss, "results"), client_of("Secretary")
    one, two, three = tables(swiss.rounds.get())
    text = (
        "Round;Table;Side 1;Side 2;Points 1;Points 2;Result\n"
        "1;1;;;61;−3;\n"
        f";;{two.b};{two.a};0;40,0;played\n"
        f"1;3;{three.a};{three.b};;;Side 1 did not come\n"
    )
    shown = look(client, url, text)
    assert not faults(shown), faults(shown)
    assert [row[:2] for row in told(shown)] == [(2, "new"), (3, "new"), (4, "new")]
    assert not Table.objects.exclude(kind="unplayed").exists()
    take_over(client, url, text)
    for table in (one, two, three):
        table.refresh_from_db()
    assert (one.points_a, one.points_b, one.winner, one.counted) == (61, -3, "a", True)
    assert (two.points_a, two.points_b, two.confirmed_by) == (40, 0, "Secretary")
    assert (three.kind, three.winner, three.counted) == ("forfeit", "b", True)
    assert "nothing to do" in look(client, url, text).content.decode()
    assert swiss.log.get(verb="import").after == {"file": "results", "lines": 3}
    assert swiss.log.filter(verb="type result").count() == 3


def test_a_result_that_counts_is_not_overwritten(swiss):
    url, client = import_url(swiss, "results"), client_of("Olga")
    take_over(client, url, "Round,Table,Points 1,Points 2\n1,1,61,20\n")
    shown = take_over(client, url, "Round,Table,Points 1,Points 2\n1,1,61,21\n1,2,61,0\n")
    assert "counts already" in faults(shown)[2] and "61–20" in faults(shown)[2]
    assert "reason" in faults(shown)[2]
    assert Table.objects.filter(counted=True).count() == 1  # the other line neither


def test_a_scorers_results_wait_and_an_officer_confirms_them(swiss):
    url = import_url(swiss, "results")
    text = "Round,Table,Points 1,Points 2\n1,1,61,20\n"
    take_over(client_of("Scorer"), url, text)
    table = Table.objects.get(kind="played")
    assert (table.typed_by, table.counted) == ("Scorer", False)
    assert not told(look(client_of("Scorer"), url, text))
    shown = look(client_of("Secretary"), url, text)
    assert told(shown)[0][1] == "changed" and "is confirmed" in told(shown)[0][2]
    take_over(client_of("Secretary"), url, text)
    table.refresh_from_db()
    assert table.counted and table.confirmed_by == "Secretary"


def test_a_signed_sheet_stands(swiss):
    table = tables(swiss.rounds.get())[0]
    sign(play(table, 40, 40))
    table.refresh_from_db()
    url, client = import_url(swiss, "results"), client_of("Olga")
    head = "Round,Table,Points 1,Points 2\n"
    assert not told(look(client, url, f"{head}1,1,{table.points_a},{table.points_b}\n"))
    assert "counts already" in faults(look(client, url, f"{head}1,1,1,2\n"))[2]
    shown = look(client, url, export(swiss, "results"))
    assert not told(shown) and not faults(shown)


def test_what_is_wrong_with_results(swiss):
    table = tables(swiss.rounds.get())[0]
    text = f"""Round,Table,Side 1,Side 2,Points 1,Points 2,Result
1,9,,,1,2,
2,1,,,1,2,
1,1,Nobody,{table.b},1,2,
,,{table.a},{table.a},1,2,
1,1,,,1,,
1,1,,,10000,x,
1,1,,,,,lost
1,2,,,1,2,void
1,3,,,1,2,
1,3,,,1,2,
,2,,,,,void
"""
    before = everything(swiss)
    shown = look(client_of("Olga"), import_url(swiss, "results"), text)
    wrong = faults(shown)
    assert wrong.keys() >= {2, 3, 4, 5, 6, 7, 8, 9, 11}, wrong
    assert "not drawn yet" in wrong[3] and "sit others" in wrong[4]
    assert "both sides" in wrong[6] and "9999" in wrong[7] and "whole number" in wrong[7]
    assert "side 1 did not come" in wrong[8] and "was not played" in wrong[9]
    assert "Line 10" in wrong[11]
    assert everything(swiss) == before


def test_three_games_at_a_table_are_told_apart():
    competition = make_competition(make_club(), "draw-evening")
    enter(competition, 4)
    draw(competition)
    url, client = import_url(competition, "results"), client_of("Olga")
    head = "Round,Table,Game,Points 1,Points 2\n"
    assert "Several tables" in faults(look(client, url, f"{head}1,1,,61,0\n"))[2]
    take_over(client, url, f"{head}1,1,2,61,0\n")
    assert Table.objects.get(counted=True).game == 2
    table = tables(competition.rounds.get())[2]
    text = (
        "Round,Side 1,Partner 1,Side 2,Partner 2,Points 1,Points 2\n"
        f"1,{table.b},{table.b2},{table.a},{table.a2},7,5\n"
    )
    take_over(client, url, text)
    table.refresh_from_db()
    assert (table.points_a, table.points_b) == (5, 7)


def test_a_file_in_another_language(swiss):
    with translation.override("nl"):
        text = export(swiss, "results", **{"accept-language": "nl"})
    assert ";" in text.splitlines()[0]
    rows = cells(text, ";")
    rows[1][rows[0].index(rows[0][5])] = "61"
    shown = look(client_of("Olga"), import_url(swiss, "results"), text)
    assert not told(shown) and not faults(shown)


# Out and in again


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


names = (
    st.text(st.characters(exclude_categories=["Cs", "Cc", "Cn"]), min_size=1, max_size=30)
    .map(lambda text: " ".join(text.split()))
    .filter(lambda text: any(c.isalnum() for c in text))
)


def through(lines, taker, language):
    """What a file does that comes out in a language and is brought in again at once."""
    with translation.override(language):
        text = decode(b"".join(write(lines, ";" if language == "nl" else ",")))
        outcome = run(taker, read(text))
    return [
        (line.effect, line.text, line.faults) for line in outcome.lines if line.effect != NOTHING
    ]


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
