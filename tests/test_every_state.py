"""Every page of a competition in every format and state: nothing there yet, one alone, everybody
equal, finished. None may fail, whoever asks."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import FORMATS, CannotChange, Table, every_standings, standings_of
from games.models.competition import DRAFT, FINISHED
from games.standings.scheme import MEASURES
from tests.competitions import (
    client_of,
    draw,
    enter,
    make_club,
    make_competition,
    owner,
    play,
    tables,
    type_result,
)

pytestmark = pytest.mark.django_db

STATES = (
    "draft",
    "open, nobody",
    "open, one",
    "open, two",
    "open, three",
    "drawn",
    "all equal",
    "some results",
    "everybody withdrew",
    "finished",
)
PAGES = (
    *("competition", "entries", "standings", "competition_rules"),
    *("competition_settings", "draw_round", "check_in"),
)
HELD = [key for key, how in FORMATS.items() if set(how.kinds) & {"individual", "pair"}]


def prepared(format: str, state: str):
    """A published competition in that state, ranked by as much as can be at once."""
    facts = {"scheme": {"best": 2}} if FORMATS[format].evenings else {}
    competition = make_competition(make_club(listed=True), format, published=True, **facts)
    if state == "draft":
        competition.become(DRAFT, owner())
    if state in ("draft", "open, nobody"):
        return competition
    alone = {"open, one": 1, "open, two": 2, "open, three": 3}
    enter(competition, alone.get(state, 9))
    if state in alone:
        return competition
    draw(competition)
    everything = list(Table.objects.filter(round__competition=competition, b__isnull=False))
    if state == "some results":
        play(everything[0], 40)
        everything = everything[1::2]
    if state in ("all equal", "finished", "some results", "everybody withdrew"):
        for table in everything:
            table.round.competition = competition
            type_result(table, 50, 50 if state == "all equal" else 30)
    if state == "everybody withdrew":
        for entry in competition.entries.all():
            entry.competition = competition
            entry.withdraw("", owner())
    if state == "finished":
        competition.become(FINISHED, owner())
    return competition


def addresses(competition) -> list[str]:
    """All pages of it, also those that nothing links to yet."""
    base = [competition.club.slug, competition.slug]
    found = [reverse(page, args=base) for page in PAGES]
    found.append(reverse("competition_history", args=base))
    for number in competition.entries.values_list("number", flat=True)[:3]:
        found += [reverse(page, args=[*base, number]) for page in ("standing", "entry")]
    for number in {1, competition.last_number or 1, competition.last_number + 1}:
        for page in ("competition_round", "round_board", "round_slips", "take_back_round"):
            found.append(reverse(page, args=[*base, number]))
    table = tables(competition.rounds.first())[0] if competition.rounds.exists() else None
    if table:
        for page in ("start_table", "table_result", "confirm_result"):
            found.append(reverse(page, args=[*base, table.pk]))
    return found


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("format", HELD)
def test_no_page_fails(format, state):
    competition = prepared(format, state)
    there = {"competition", "entries", "standings"}
    officer, guest = client_of("Olga"), Client()
    for url in addresses(competition):
        answers = [officer.get(url), guest.get(url), officer.get(url, headers={"HX-Request": "1"})]
        assert {answer.status_code for answer in answers} <= {200, 302, 404}, url
        if any(url == reverse(page, args=competition_args(competition)) for page in there):
            assert answers[0].status_code == 200
            assert answers[1].status_code == (404 if state == "draft" else 200)
        html = answers[0].content.decode()
        assert "None" not in re.sub(r"<[^>]*>|None yet", "", html.split("<main")[-1]), url


def competition_args(competition) -> list[str]:
    return [competition.club.slug, competition.slug]


@pytest.mark.parametrize("format", HELD)
def test_whoever_is_equal_on_everything_shares_the_first_place(format):
    competition = prepared(format, "drawn")
    for found in every_standings(competition):
        played = {row.entry for row in found.rows if row.figures[0]}  # by a bye
        ranks = {row.rank for row in found.rows if row.entry not in played}
        assert len(ranks) == 1
    one = prepared_alone(format)
    (row,) = standings_of(one).rows
    assert (row.rank, row.tied, row.matches) == (1, False, 0)


def prepared_alone(format: str):
    competition = make_competition(make_club("Other"), format, name="Alone")
    enter(competition, 1)
    return competition


@pytest.mark.parametrize("measure", MEASURES)
def test_every_measure_is_shown_before_anything_was_played_and_after(measure):
    first = "league-points" if measure in ("head-to-head", "lot") else measure
    measures = tuple(dict.fromkeys([first, measure]))
    scheme = {"measures": measures, "cut_lowest": 1}
    competition = make_competition(make_club(), scheme=scheme, published=True)
    urls = [reverse("standings", args=competition_args(competition))]
    assert Client().get(urls[0]).status_code == 200
    enter(competition, 3)
    urls.append(reverse("standing", args=[*competition_args(competition), 1]))
    assert [Client().get(url).status_code for url in urls] == [200, 200]
    round = draw(competition)
    assert [Client().get(url).status_code for url in urls] == [200, 200]
    type_result(tables(round)[0], 0, 0)
    assert [Client().get(url).status_code for url in urls] == [200, 200]


@pytest.mark.parametrize("format", HELD)
@pytest.mark.parametrize("count", [0, 1])
def test_a_field_that_is_too_small_is_refused_in_a_sentence(format, count):
    competition = make_competition(make_club(), format)
    if count:
        enter(competition, count)
    with pytest.raises(CannotChange) as refused:
        draw(competition)
    assert str(refused.value).endswith(".")
    url = reverse("draw_round", args=competition_args(competition))
    shown = client_of("Olga").get(url)
    assert shown.status_code == 200 and str(refused.value) in shown.content.decode()
