"""The club sheets of a round: a table each, three games side by side, 25 lines."""

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Day, Planned, Player, Table, start_match_at

from .competitions import (
    add_people,
    client_of,
    draw,
    enter,
    league_of_four,
    make_club,
    make_competition,
    meeting_of_captains,
    meetings,
    owner,
    play,
    tables,
    type_result,
)
from .matches import record

pytestmark = pytest.mark.django_db


def evening(**facts):
    evening = make_competition(make_club(), "draw-evening", published=True, **facts)
    enter(evening, 8)
    return draw(evening)


def get(round, client=None):
    competition = round.competition
    args = [competition.club.slug, competition.slug, round.number]
    response = (client or Client()).get(reverse("round_club_sheets", args=args))
    assert response.status_code == 200
    return response


def sheets(round):
    return [sheet for _title, sheet in get(round).context["sheets"]]


def written(block):
    return [line.points for line in block.lines if any(line.points)]


def test_a_drawn_table_has_a_sheet_with_its_names():
    round = evening()
    one, two = sheets(round)
    assert (one.table, two.table, one.pages) == (1, 2, 1)
    assert [block.game for block in one.blocks] == [1, 2, 3]
    for block, table in zip(one.blocks, tables(round), strict=False):
        sides = [[name.text for name in side] for side in block.sides]
        assert sides == [[table.a.name, table.a2.name], [table.b.name, table.b2.name]]
        assert [line.number for line in block.lines] == list(range(1, 26))
        assert written(block) == [] and block.foot == ("", "")
    html = get(round).content.decode()
    assert html.count('<article class="club-sheet"') == 2 and "Print" in html


def test_deals_that_were_logged_are_filled_in_and_add_up():
    round = evening(rules={"deals": 12})
    match = play(tables(round)[0], 40, 20, 30)
    record(match, misdeal="exposed-card")
    record(match, 41)
    first, second, _third = sheets(round)[0].blocks
    lines = written(first)
    one, other = match.rules.table.sides
    points = [(line.points[one], line.points[other]) for line in match.sheet.lines]
    assert len(lines) == 5 and lines[3] == ("–", "–")
    assert [tuple(map(int, line)) for line in lines if line[0] != "–"] == [
        *points[:3],
        points[4],
    ]
    totals = match.sheet.totals
    assert first.foot == (str(totals[one]), str(totals[other]))
    assert sum(int(line[0]) for line in lines if line[0] != "–") == totals[one]
    assert written(second) == []
    assert sheets(round)[0].played_on == match.played_on


def test_more_deals_than_lines_go_on_to_a_second_sheet():
    round = evening(rules={"deals": 30})
    play(tables(round)[0], *([40, 20] * 13))  # 26 of 30
    other_table = tables(round)[3]
    found = sheets(round)
    assert [(sheet.table, sheet.page, sheet.pages) for sheet in found] == [
        (1, 1, 2), (1, 2, 2), (2, 1, 2), (2, 2, 2),
    ]  # fmt: skip
    assert other_table.number == 2
    first, second = found[0].blocks[0], found[1].blocks[0]
    assert len(written(first)) == 25 and len(written(second)) == 1
    assert [line.number for line in second.lines] == list(range(26, 51))
    assert first.goes_on and not second.goes_on
    carried = [sum(int(line[side]) for line in written(first)) for side in (0, 1)]
    assert first.foot == tuple(map(str, carried))
    assert int(second.foot[0]) + int(second.foot[1]) > sum(carried)
    assert "sheet 2 of 2" in get(round).content.decode()


def test_a_result_typed_in_stands_under_empty_lines():
    round = evening()
    type_result(tables(round)[1], 101, 64)
    block = sheets(round)[0].blocks[1]
    assert block.foot == ("101", "64") and written(block) == []


def test_fixed_pairs_have_one_block():
    swiss = make_competition(make_club(), published=True)
    enter(swiss, 4)
    round = draw(swiss)
    one = sheets(round)[0]
    table = tables(round)[0]
    assert [block.game for block in one.blocks] == [0]
    assert [[n.text for n in side] for side in one.blocks[0].sides] == [
        [table.a.name],
        [table.b.name],
    ]


def test_who_does_not_want_to_be_listed_is_told_to_officers_only():
    round = evening()
    match = play(tables(round)[0], 40)
    drawn = Table.objects.filter(number=2).first().a.name
    for name in (match.players["N"], drawn):
        Player.objects.filter(name=name).update(hidden=True)
        assert f"<bdi>{name}</bdi>" not in get(round).content.decode()
        assert f"<bdi>{name}</bdi>" in get(round, client_of("Scorer")).content.decode()


def test_who_is_not_named_has_the_same_number_in_every_block():
    round = evening()
    table = tables(round)[0]
    match = play(table, 40)
    hidden = [Player.objects.get(name=match.players[seat]) for seat in "NE"]
    Player.objects.filter(pk__in=[one.pk for one in hidden]).update(hidden=True)
    numbers = {one.entered.get().number for one in hidden}
    for block in sheets(round)[0].blocks:  # the first was begun, the others are still to come
        names = [name.text for side in block.sides for name in side]
        told = {name for name in names if name.startswith("N.")}
        assert told == {f"N.\u00a0N.\u00a0{number}" for number in numbers}
    # Somebody who came in and does not compete has none.
    (urbain,) = add_people(round.competition.club, "Urbain")
    Player.objects.filter(pk=urbain.pk).update(hidden=True)
    other = tables(round)[3]
    start_match_at(other, {**other.seated(), "S": urbain}, "N", owner())
    one, other = sheets(round)[1].blocks[0].sides
    assert "N.\u00a0N." in [name.text for name in (*one, *other)]


def test_its_cost_does_not_grow_with_its_tables(django_assert_num_queries):
    round = evening()
    for table in tables(round)[:2]:
        play(table, 40)
        # competition, who is hidden, round, tables, deals, who is hidden at them, who came in, day
        with django_assert_num_queries(8):
            get(round)


def test_who_came_in_is_expected_in_the_games_to_come():
    round = evening()
    (urbain,) = add_people(round.competition.club, "Urbain")
    first = tables(round)[0]
    people = first.seated()
    start_match_at(first, {**people, "S": urbain}, "N", owner())
    for block in sheets(round)[0].blocks:
        names = [name.text for side in block.sides for name in side]
        assert "Urbain" in names and people["S"].name not in names
    # In the next game whoever was drawn is back: the third waits for them again.
    second = tables(round)[1]
    start_match_at(second, second.seated(), "N", owner())
    third = [name.text for side in sheets(round)[0].blocks[2].sides for name in side]
    assert people["S"].name in third and "Urbain" not in third


def test_in_a_meeting_the_line_ups_and_their_substitutes_are_named():
    meeting = meeting_of_captains(2)
    league = meeting.competition
    league.change(owner(), published=True)
    *_first, leaves, _other, comes = meeting.home.people  # the second pair, of the second game
    meeting.substitute("a", 2, leaves, comes, owner())
    one, two = sheets(meeting.round)[0].blocks
    named = [{name.text for side in block.sides for name in side} for block in (one, two)]
    assert named[0] == {one.name for one in meeting.places()[0].seated().values()}
    assert comes.name in named[1] and leaves.name not in named[1] | named[0]


@pytest.mark.parametrize(
    ("games", "beside"), [(2, [2]), (3, [3]), (4, [2, 2]), (5, [3, 2]), (6, [3, 3]), (8, [3, 3, 2])]
)
def test_a_meeting_has_as_many_sheets_as_its_games_need(games, beside):
    meeting = meeting_of_captains(games)
    meeting.competition.change(owner(), published=True)
    page = get(meeting.round)
    found = page.context["sheets"]
    assert [len(sheet.blocks) for _title, sheet in found] == beside
    assert [one.game for _title, sheet in found for one in sheet.blocks] == [*range(1, games + 1)]
    assert [(sheet.page, sheet.pages) for _title, sheet in found] == [
        (number, len(beside)) for number in range(1, len(beside) + 1)
    ]
    one = "Meeting 1" if len(beside) == 1 else f"Meeting 1, sheet 1 of {len(beside)}"
    assert found[0][0] == one and f"club-blocks-{beside[0]}" in page.content.decode()


def test_deals_of_a_meeting_stand_under_their_games():
    meeting = meeting_of_captains(4)
    meeting.competition.change(owner(), published=True)
    first, _two, third, _four = meeting.places()
    for table in (first, third):
        play(table, 40)
    found = sheets(meeting.round)
    assert [[one.game for one in sheet.blocks] for sheet in found] == [[1, 2], [3, 4]]
    assert [[bool(written(one)) for one in sheet.blocks] for sheet in found] == [[True, False]] * 2


def test_the_planned_day_stands_on_the_sheet_of_what_was_typed_in_or_is_to_come():
    round = evening()
    assert [sheet.played_on for sheet in sheets(round)] == [None, None]
    day = Planned(date(2026, 12, 4))
    Day.plan(round.competition, {1: day}, owner())
    type_result(tables(round)[0], 101, 64)
    assert [sheet.played_on for sheet in sheets(round)] == [day.on, day.on]
    assert get(round).content.decode().count("<b>4 December 2026</b>") == 2
    match = play(tables(round)[3], 40)  # on another day than planned
    assert [sheet.played_on for sheet in sheets(round)] == [day.on, match.played_on]
    Day.plan(round.competition, {1: day._replace(called_off=True)}, owner())
    assert [sheet.played_on for sheet in sheets(round)] == [None, match.played_on]


def test_the_sheets_of_a_meeting_that_was_moved_have_its_own_day(django_assert_num_queries):
    league = league_of_four()
    round = draw(league)
    one, two = meetings(round)
    get(round)
    # Beside those of other rounds the meetings, teams at home, guests and line-ups; no match.
    with django_assert_num_queries(9):
        get(round)
    day = Planned(date(2026, 12, 4))
    Day.plan(league, {1: day}, owner())
    two.move(date(2026, 12, 9), "the hall is let", owner())
    expected = {one.number: day.on, two.number: date(2026, 12, 9)}
    assert {sheet.table: sheet.played_on for sheet in sheets(round)} == expected
    with django_assert_num_queries(9):
        get(round)
