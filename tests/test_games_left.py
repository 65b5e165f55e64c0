"""Games that are drawn when an entry withdraws: what becomes of each is told before, and after it
the round shows it."""

import pytest

from games.models import Competition, Entry, Player, Table, effect_of_withdrawal, standings_of

from .competitions import (
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
    play,
    sign,
    tables,
    type_result,
)
from .matches import record

pytestmark = pytest.mark.django_db


def entry_at(table):
    """Who sits first at a table, as a page has it."""
    entry = Entry.objects.get(pk=table.a_id)
    entry.competition = Competition.objects.get(pk=table.round.competition_id)
    return entry


def fates(entry, gone=True):
    return [(left.round, left.games, left.fate) for left in effect_of_withdrawal(entry, gone).left]


def page_of(entry, name="Secretary"):
    response = client_of(name).get(address(entry.competition, "leave_entry", entry.number))
    return response, response.content.decode().replace("&amp;", "&")


def withdraw(entry, client=None):
    client = client or client_of("Secretary")
    url = address(entry.competition, "leave_entry", entry.number)
    seen = client.get(url).context["effect"].mark
    return client.post(url, {"reason": "ill", "seen": seen}, follow=True)


def evening(three=True, count=8, **scheme):
    competition = make_competition(
        make_club(),
        "draw-evening",
        options={"three_games": three},
        scheme={"withdrawn": "keep", **scheme},
        published=True,
    )
    enter(competition, count)
    return competition


def test_in_the_middle_of_an_evening_the_games_left_are_told_and_where_to_go_next():
    round = draw(evening())
    first, *_others = tables(round)
    type_result(first, 30, 20)
    entry = entry_at(first)
    assert fates(entry) == [(1, (2, 3), "four-nobody")]
    page, html = page_of(entry)
    (left,) = page.context["left"]
    others = {first.a2.name, first.b.name, first.b2.name}
    assert left.place.startswith("Round 1, table 1, games 2, 3: ")
    assert set(left.place.split(": ")[1].split(", ")) == others
    assert "start it with a substitute, or type in a result." in html
    assert page.context["to_take_back"] is None and "taken back" not in html
    # Then the round shows the table as it is now, and leads on.
    page = withdraw(entry)
    assert page.request["PATH_INFO"] == round.get_absolute_url()
    html = page.content.decode()
    assert f"{entry.name} has withdrawn." in html
    assert html.count(f"{entry.name} withdrew: waits for a substitute or a result") == 2
    assert html.count("Start with a substitute") == 2
    assert page.context["missing"] == (5, 0)


def test_a_substitute_takes_the_empty_seat_and_nobody_else_does_by_default():
    competition = evening(three=False, count=4)
    (table,) = tables(draw(competition))
    entry = entry_at(table)
    (stand_in,) = add_people(competition.club, "Stand-in")
    withdraw(entry)
    client, url = client_of("Scorer"), address(competition, "start_table", table.pk)
    page = client.get(url)
    html = page.content.decode()
    assert "has withdrawn: say who plays instead." in html and "counts for nobody" not in html
    assert '<details class="disclosure" open>' in html and "substitute" in html
    form = page.context["form"]
    (empty,) = [seat for seat in form.seats if seat.value() == ""]
    gone = Player.objects.get(name=entry.name)
    assert str(gone.pk) not in dict(empty.field.choices)
    told = {seat.html_name: seat.value() for seat in form.seats} | {"dealer": "lot"}
    refused = client.post(url, told)
    assert refused.context["form"].errors[empty.name] == ["Say who sits here."]
    assert not Table.objects.exclude(match=None).exists()
    client.post(url, told | {empty.html_name: str(stand_in.pk)})
    table.refresh_from_db()
    assert "Stand-in" in table.match.players.values()
    assert fates(Entry.objects.get(pk=entry.pk), gone=False) == [(1, (1,), "begun")]


def test_where_nothing_is_played_the_round_can_be_taken_back_and_drawn_without_it():
    competition = evening()
    round = draw(competition)
    entry = entry_at(tables(round)[0])
    page, html = page_of(entry)
    assert page.context["to_take_back"] == round
    assert "Nothing of round 1 is played yet: once the entry is withdrawn" in html
    withdraw(entry)
    client = client_of("Secretary")
    client.post(address(competition, "take_back_round", 1), {"reason": ""})
    again = draw(Competition.objects.get())
    assert not Table.objects.filter(a=entry).exists() and again.number == 1


def test_where_all_results_are_removed_no_substitute_saves_the_table():
    round = draw(evening(three=False, withdrawn="void"))
    table, other = tables(round)
    type_result(other, 30, 20)
    entry = entry_at(table)
    assert fates(entry) == [(1, (1,), "four-removed")]
    _page, html = page_of(entry)
    assert "but it counts for nobody: all results of this entry are removed." in html
    html = withdraw(entry).content.decode()
    assert f"{entry.name} withdrew: what is played here counts for nobody" in html
    url = address(entry.competition, "start_table", table.pk)
    assert "What is played here counts for nobody." in client_of("Olga").get(url).content.decode()
    # And that is so.
    type_result(Table.objects.get(pk=table.pk), 30, 20)
    left_out = {result.id: why for result, why in standings_of(round.competition).tally.left_out}
    assert left_out[table.pk] == "withdrawn"


@pytest.mark.parametrize(
    ("scheme", "three", "fate"),
    [
        ({"unplayed": "forfeit"}, False, "four-won"),
        ({"withdrawn": "by-rounds", "rounds": 4}, True, "four-removed"),
    ],
)
def test_tables_of_four_by_other_rules(scheme, three, fate):
    entry = entry_at(tables(draw(evening(three=three, **scheme)))[0])
    assert {told for _round, _games, told in fates(entry)} == {fate}


@pytest.mark.parametrize(
    ("scheme", "fate", "sentence", "state"),
    [
        ({}, "nobody", "type in that this side did not come.", "{} withdrew"),
        (
            {"unplayed": "forfeit"},
            "won",
            "The other side wins it without playing.",
            "{} withdrew: won by the other side",
        ),
        ({"withdrawn": "void"}, "removed", "It counts for nobody: all results", "{} withdrew"),
    ],
)
def test_pairs(scheme, fate, sentence, state):
    competition = make_competition(make_club(), scheme={"withdrawn": "keep", **scheme})
    enter(competition, 4)
    round = draw(competition)
    table, other = tables(round)
    type_result(other, 30, 20)
    entry = entry_at(table)
    assert fates(entry) == [(1, (1,), fate)]
    page, html = page_of(entry)
    assert page.context["left"][0].place == f"Round 1, table {table.number}: {table.b.name}"
    assert sentence in html
    page = withdraw(entry)
    (row,) = [
        row for place in page.context["tables"] for row in place.games if row.table.pk == table.pk
    ]
    assert row.state == state.format(entry.name) and not row.missing
    # What was told is what the standings do.
    standings = standings_of(competition)
    won = [one.outcome for one in standings.working(table.b_id).counted]
    assert won == (["won"] if fate == "won" else [])


@pytest.mark.parametrize(
    ("scheme", "fate"),
    [
        ({}, "begun"),
        ({"unplayed": "forfeit"}, "begun-won"),
        ({"withdrawn": "void"}, "begun-removed"),
    ],
)
def test_a_match_that_goes_on(scheme, fate):
    competition = make_competition(make_club(), scheme={"withdrawn": "keep", **scheme})
    enter(competition, 4)
    table = tables(draw(competition))[0]
    match = play(table, 40)
    entry = entry_at(table)
    assert fates(entry) == [(1, (1,), fate)]
    _page, html = page_of(entry)
    assert "It has begun" in html
    withdraw(entry)
    match.refresh_from_db()
    record(match, 20)
    sign(match)
    counted = standings_of(competition).working(table.b_id).counted
    assert len(counted) == (0 if fate == "begun-removed" else 1)
    entry = Entry.objects.get(pk=entry.pk)
    assert fates(entry, gone=False) == []  # it is over


def test_what_was_typed_in_and_waits_has_begun():
    competition = make_competition(make_club(), scheme={"withdrawn": "keep"})
    enter(competition, 4)
    table = tables(draw(competition))[0]
    type_result(table, 30, 20, make_user("Scorer"))
    assert fates(entry_at(table)) == [(1, (1,), "begun")]


def test_of_a_round_robin_every_round_to_come_is_told_and_folded():
    competition = make_competition(
        make_club(), "round-robin", options={"double": True}, scheme={"withdrawn": "keep"}
    )
    enter(competition, 4)
    table = tables(draw(competition))[0]
    entry = entry_at(table)
    assert [round for round, _games, _fate in fates(entry)] == [1, 2, 3, 4, 5, 6]
    _page, html = page_of(entry)
    assert "<summary>6 tables</summary>" in html and "the rounds can be taken back" in html
    type_result(table, 30, 20)
    assert [round for round, _games, _fate in fates(entry)] == [2, 3, 4, 5, 6]
    assert page_of(entry)[0].context["to_take_back"] is None


def test_in_a_knock_out_somebody_has_to_go_on():
    competition = make_competition(
        make_club(), "pools", options={"pool_size": 3}, scheme={"withdrawn": "keep"}
    )
    enter(competition, 6)
    draw(competition)
    for number, table in enumerate(t for r in competition.rounds.all() for t in tables(r)):
        type_result(table, 30 + number, 20)
    competition.draw_lots(owner())
    (table,) = tables(draw(competition))
    entry = entry_at(table)
    assert fates(entry) == [(4, (1,), "knock-out")]
    assert "Somebody has to go on" in page_of(entry)[1]


def test_meetings_of_teams():
    league = make_competition(
        make_club(), "team-league",
        options={"double": False, "games": 2, "pairs": 1}, scheme={"withdrawn": "keep"},
    )  # fmt: skip
    enter(league, 4)
    round = draw(league)
    meeting = meetings(round)[0]
    entry = Entry.objects.get(pk=meeting.home_id)
    entry.competition = league
    assert fates(entry)[0] == (1, (1, 2), "nobody")
    hand_in(meeting)
    games = list(meeting.games.all())
    games[0].round, games[0].meeting = round, meeting
    type_result(games[0], 30, 20)
    assert fates(entry)[0] == (1, (2,), "meeting")
    page, html = page_of(entry)
    assert page.context["left"][0].place == (
        f"Round 1, meeting {meeting.number}, game 2: {meeting.guests.name}"
    )
    assert "type in that this team did not come" in html
    page = withdraw(entry)
    assert page.request["PATH_INFO"] == meeting.get_absolute_url()


def test_coming_back_tells_what_is_to_be_played():
    competition = evening(three=False)
    table = tables(draw(competition))[0]
    entry = entry_at(table)
    withdraw(entry)
    page, html = page_of(Entry.objects.get(pk=entry.pk))
    assert "Its games that are not over" in html and "It is played as it was drawn." in html
    assert page.context["to_take_back"] is None


def test_who_has_played_everything_goes_back_to_the_entry():
    competition = make_competition(make_club())
    enter(competition, 4)
    for table in tables(draw(competition)):
        type_result(table, 30, 20)
    entry = entry_at(table)
    assert fates(entry) == [] and "Its games" not in page_of(entry)[1]
    assert withdraw(entry).request["PATH_INFO"] == address(competition, "entry", entry.number)


def test_a_match_started_meanwhile_is_looked_at_again():
    competition = evening(three=False)
    table = tables(draw(competition))[0]
    entry = entry_at(table)
    client, url = client_of("Secretary"), address(competition, "leave_entry", entry.number)
    seen = client.get(url).context["effect"].mark
    play(table, 40)
    response = client.post(url, {"reason": "ill", "seen": seen})
    assert "Meanwhile the competition has gone on." in response.content.decode()
    assert not Entry.objects.get(pk=entry.pk).withdrawn_at
    assert "ill" in response.content.decode()


def test_hidden_people_stay_untold_in_the_round():
    competition = evening(three=False)
    table = tables(draw(competition))[0]
    entry = entry_at(table)
    Player.objects.get(name=entry.name).hide(True, owner())
    withdraw(entry)
    html = client_of("Stranger").get(table.round.get_absolute_url()).content.decode()
    told = f"N.\u00a0N.\u00a0{entry.number} withdrew"
    assert f"{entry.name} withdrew" not in html and told in html
