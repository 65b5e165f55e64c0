"""A team league: its draw, line-ups, meetings of several games, and what they come to."""

from datetime import date
from fractions import Fraction

import pytest
from django.core.exceptions import PermissionDenied

from games.models import (
    CannotChange,
    Competition,
    CompetitionChange,
    Entry,
    Match,
    Meeting,
    Player,
    Table,
    results_of,
    standings_of,
    start_match_at,
)
from games.models.competition import FINISHED
from games.models.meeting import mark_of
from games.models.standings import moves_if

from .competitions import (
    add_people,
    current,
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
    type_result,
)

pytestmark = pytest.mark.django_db
FORFEIT = {"kind": "forfeit", "points_a": None, "points_b": None, "deals_a": None, "deals_b": None}


def league(teams: int = 3, **facts) -> Competition:
    facts = {"options": {"games": 4}, "scheme": {"forfeit_games": 4}, **facts}
    competition = make_competition(make_club(), "team-league", **facts)
    enter(competition, teams)
    return competition


def first_meeting(competition: Competition) -> Meeting:
    return meetings(draw(competition))[0]


def names(players) -> list[str]:
    return [player.name for player in players]


def captain(meeting: Meeting, side: str):
    """The account of the captain of that side."""
    player = meeting.team(side).captain
    if player.account is None:
        user = make_user(f"Captain {player.name}")
        Player.objects.filter(pk=player.pk).update(user=user)
    return Player.objects.get(pk=player.pk).user


def figures(competition: Competition) -> dict[str, tuple]:
    """Name -> rank and figures: league points, games won, head-to-head, difference."""
    standings = standings_of(Competition.objects.get(pk=competition.pk))
    told = competition.names()
    return {told[row.entry]: (row.rank, *row.figures[:2]) for row in standings.rows}


def win(meeting: Meeting, *winners: str) -> None:
    """Type in its games in order: 60:40 for `a`, 40:60 for `b`, 50:50 for `d`; `-` none."""
    for game, winner in zip(meeting.places(), winners, strict=True):
        if winner != "-":
            type_result(game, *{"a": (60, 40), "b": (40, 60), "d": (50, 50)}[winner])


# The draw


def test_everyone_is_at_home_against_everyone():
    competition = league(4)
    draw(competition)
    found = Meeting.objects.values_list("home__name", "guests__name")
    assert len(found) == len(set(found)) == 12
    assert Table.objects.count() == 12 * 4
    for meeting in Meeting.objects.all():
        games = meeting.games.order_by("game").values_list("game", "number", "a", "b")
        assert list(games) == [
            (game, meeting.number, meeting.home_id, meeting.guests_id) for game in range(1, 5)
        ]


def test_single_and_odd_each_has_one_bye():
    competition = league(5, options={"games": 2, "double": False})
    draw(competition)
    assert competition.rounds.count() == 5 and Meeting.objects.count() == 10
    byes = Table.objects.filter(b=None).values_list("a", flat=True)
    assert sorted(byes) == sorted(competition.entries.values_list("pk", flat=True))


def test_a_late_team_takes_the_byes():
    competition = league(3, options={"games": 2, "double": False})
    draw(competition)
    (late,) = enter(competition, 1, first=4)
    assert not Table.objects.filter(b=None).exists()
    assert Meeting.objects.count() == 6 and Table.objects.count() == 12
    theirs = [m for m in Meeting.objects.all() if late.pk in (m.home_id, m.guests_id)]
    assert len(theirs) == 3 and all(m.games.count() == 2 for m in theirs)
    with pytest.raises(CannotChange, match="field is even"):
        enter(competition, 1, first=5)


def test_it_can_be_taken_back_until_a_result_is_in():
    competition = league()
    round = draw(competition)
    hand_in(meetings(round)[0])
    round.take_back("no hall", owner())
    assert not Meeting.objects.exists() and not Table.objects.exists()
    round = draw(Competition.objects.get())
    win(meetings(round)[0], "a", "-", "-", "-")
    with pytest.raises(CannotChange, match="a result already"):
        round.take_back("no hall", owner())


# Teams


def test_a_team_needs_enough_people_each_of_one_team():
    competition = league(1)
    few = add_people(competition.club, "X", "Y", "Z")
    with pytest.raises(CannotChange, match="at least 4 people"):
        Entry.enter(competition, [("Few", few)], owner())
    taken = competition.entries.get().people[0]
    with pytest.raises(CannotChange, match="A1 is entered already"):
        Entry.enter(competition, [("Taken", [*few, taken])], owner())
    assert competition.entries.count() == 1
    with pytest.raises(CannotChange, match="fewer people"):
        competition.change(
            owner(),
            rules=competition.rules,
            scheme=competition.scheme,
            options={**competition.option, "pairs": 3},
        )


def test_people_join_and_leave_a_team_and_lead_it():
    competition = league(2)
    team, other = competition.entries.all()
    team.competition = other.competition = competition
    (newcomer,) = add_people(competition.club, "Fien")
    team.join_team([newcomer], owner())
    with pytest.raises(CannotChange, match="Fien is entered already"):
        other.join_team([newcomer], owner())
    team.make_captain(newcomer, owner())
    assert names(team.people) == ["Fien", "B1", "C1", "D1", "E1", "A1"]
    with pytest.raises(CannotChange, match="somebody else the captain"):
        team.leave_team(newcomer, owner())
    team.leave_team(team.people[1], owner())
    team.leave_team(team.people[1], owner())
    assert names(team.people) == ["Fien", "D1", "E1", "A1"]
    with pytest.raises(CannotChange, match="at least 4 people"):
        team.leave_team(team.people[1], owner())
    with pytest.raises(PermissionDenied):
        team.make_captain(team.people[1], make_user("Scorer"))
    verbs = CompetitionChange.objects.order_by("pk").values_list("verb", flat=True)
    assert list(verbs)[-4:] == ["join team", "captain", "leave team", "leave team"]


# Line-ups


def test_neither_line_up_is_told_before_both_are_in():
    meeting = first_meeting(league())
    home, guests = meeting.home.people, meeting.guests.people
    meeting.hand_in("a", home[1:5], captain(meeting, "a"))
    meeting = current(meeting)
    assert meeting.handed_in("a") and not meeting.revealed
    assert meeting.pair("a", 1) == meeting.pair("b", 1) == []
    assert meeting.places()[0].seated() == {}
    told = str(CompetitionChange.objects.filter(verb="hand in").values())
    assert not any(f"'{one.name}'" in told for one in home)
    # It can be put right until then.
    meeting.hand_in("a", [home[3], home[2], home[1], home[0]], captain(meeting, "a"))
    meeting.hand_in("b", guests[:4], owner())
    meeting = current(meeting)
    assert meeting.revealed
    with pytest.raises(CannotChange, match="Both line-ups are in"):
        meeting.hand_in("a", home[:4], owner())
    meeting.hand_in("b", guests[:4], owner())  # the same press twice
    pairs = [(names(meeting.pair("a", n)), names(meeting.pair("b", n))) for n in (1, 2, 3, 4)]
    a, b = names(home), names(guests)
    assert pairs == [
        ([a[3], a[2]], b[0:2]), ([a[1], a[0]], b[2:4]),
        ([a[3], a[2]], b[2:4]), ([a[1], a[0]], b[0:2]),
    ]  # fmt: skip
    entry = CompetitionChange.objects.get(verb="line-ups")
    assert entry.after["line_ups"] == [[a[3], a[2], a[1], a[0]], b[:4]]


def test_who_hands_in_a_line_up():
    meeting = first_meeting(league())
    people = meeting.home.people
    for user in (make_user("Referee"), make_user("Stranger"), captain(meeting, "b")):
        with pytest.raises(PermissionDenied):
            meeting.hand_in("a", people[:4], user)
    for wrong in (people[:3], [*people[:3], people[0]], [*people[:3], meeting.guests.people[0]]):
        with pytest.raises(CannotChange):
            meeting.hand_in("a", wrong, owner())
    assert not current(meeting).handed_in("a")
    meeting.hand_in("a", people[:4], make_user("Scorer"))
    assert current(meeting).handed_in("a")


def test_a_team_that_withdrew_hands_in_nothing():
    meeting = first_meeting(league())
    meeting.home.withdraw("", owner())
    with pytest.raises(CannotChange, match="has withdrawn"):
        meeting.hand_in("b", meeting.guests.people[:4], owner())


def test_a_substitute_plays_from_a_game_on():
    meeting = first_meeting(league())
    hand_in(meeting)
    a, b, c, d, e = meeting.home.people
    leader, meeting = captain(meeting, "a"), current(meeting)
    with pytest.raises(CannotChange, match="only an officer"):
        meeting.substitute("a", 1, a, e, leader)
    with pytest.raises(CannotChange, match="one who does not"):
        meeting.substitute("a", 3, a, c, leader)
    meeting.substitute("a", 3, e, a, leader)  # as it is: one plays, the other does not
    with pytest.raises(PermissionDenied):
        meeting.substitute("b", 3, a, e, leader)
    meeting.substitute("a", 3, a, e, leader)
    meeting.substitute("a", 3, a, e, leader)  # the same press twice
    meeting = current(meeting)
    assert meeting.pair("a", 1) == [a, b] and meeting.pair("a", 3) == [e, b]
    assert meeting.pair("a", 4) == [c, d]
    meeting.substitute("a", 4, c, a, owner())
    assert current(meeting).pair("a", 4) == [a, d]
    with pytest.raises(CannotChange, match="one who does not"):
        meeting.substitute("a", 2, d, e, owner())  # who plays later


def test_nobody_is_replaced_in_a_game_that_has_begun():
    meeting = first_meeting(league())
    hand_in(meeting)
    meeting = current(meeting)
    win(meeting, "-", "-", "a", "-")
    a, _b, c, _d, e = meeting.home.people
    with pytest.raises(CannotChange, match="Game 3 has begun"):
        meeting.substitute("a", 2, a, e, owner())
    meeting.substitute("a", 2, c, e, owner())


# Games


def test_matches_start_by_turns_with_the_pairs_of_both_line_ups():
    meeting = first_meeting(league())
    round = meeting.round
    assert round.to_start() == []
    game = meeting.places()[0]
    people = dict(zip("NSEW", [*meeting.home.people[:2], *meeting.guests.people[:2]], strict=True))
    with pytest.raises(CannotChange, match="line-ups"):
        start_match_at(game, people, "N", owner())
    hand_in(meeting)
    assert [table.game for table in round.to_start()] == [1, 2]
    started = round.start_matches(owner())
    assert [match.place for match in started] == [
        f"Autumn cup, round 1, meeting 1, game {game}" for game in (1, 2)
    ]
    seats = started[1].seatings.values_list("seat", "player__name")
    home, guests = names(meeting.home.people), names(meeting.guests.people)
    assert dict(seats) == {"N": home[2], "S": home[3], "E": guests[2], "W": guests[3]}
    assert round.to_start() == []
    for match in started:
        match.give_up("late", "EW")
    assert [table.game for table in round.to_start()] == [3, 4]


def test_a_captain_starts_the_matches_of_the_own_meeting():
    round = draw(league(4))
    meeting, other = meetings(round)
    hand_in(meeting), hand_in(other)
    leader, game = captain(meeting, "b"), current(meeting).places()[0]
    assert start_match_at(game, game.seated(), "N", leader)
    elsewhere = current(other).places()[0]
    with pytest.raises(PermissionDenied):
        start_match_at(elsewhere, elsewhere.seated(), "N", leader)


def test_a_meeting_counts_once_all_its_games_do():
    competition = league()
    meeting = first_meeting(competition)
    hand_in(meeting)
    home, guests = meeting.home.name, meeting.guests.name
    meeting = current(meeting)
    games = meeting.places()
    match = play(games[0], 38, 36)
    sign(match)
    type_result(games[1], 60, 40)
    type_result(games[2], 60, 40)
    assert figures(competition)[home][1:] == (0, 0)
    scorer = make_user("Scorer")
    type_result(games[3], 10, 60, scorer)
    assert figures(competition)[home][1:] == (0, 0)
    meeting = current(meeting)
    waiting = meeting.to_confirm(owner())
    assert [game.game for game in waiting] == [4] and meeting.to_confirm(scorer) == []
    assert [move.kind for move in meeting.moves({waiting[0].pk: waiting[0].facts_to_confirm()})]
    meeting.confirm(mark_of(waiting), owner())
    assert figures(competition)[home] == (1, 3, 3)
    assert figures(competition)[guests][1:] == (0, 1)
    (result,) = [one for one in results_of(competition) if one.counted and one.b]
    points = [Table.objects.get(pk=games[0].pk).points_a, 60, 60, 10]
    assert result.points_a == sum(points) and (result.games_a, result.games_b) == (3, 1)


@pytest.mark.parametrize("worth, games", [(0, 1), (Fraction(1, 2), 2)])
def test_an_even_meeting_is_drawn_and_a_drawn_game_is_worth_what_the_scheme_says(worth, games):
    competition = league(2, scheme={"drawn_game": worth})
    first = first_meeting(competition)
    win(current(first), "a", "b", "d", "d")
    assert figures(competition) == {"Team 1": (1, 1, games), "Team 2": (1, 1, games)}


def test_forfeits_of_a_game_and_of_a_meeting():
    competition = league(2)
    meeting = first_meeting(competition)
    home, guests = meeting.home.name, meeting.guests.name
    meeting = current(meeting)
    win(meeting, "b", "-", "-", "-")
    meeting.settle({**FORFEIT, "winner": "a"}, "", meeting.mark, owner())
    assert figures(competition)[home] == (1, 3, 3) and figures(competition)[guests] == (2, 0, 1)
    # The other meeting: nobody came at all, which brings what the scheme says.
    second = current(meetings(competition.rounds.get(number=2))[0])
    second.settle({**FORFEIT, "winner": "b"}, "", second.mark, owner())
    assert second.guests.name == home
    assert figures(competition)[home][1:] == (6, 7)
    # Put right: it is the other team that came.
    second = current(second)
    with pytest.raises(CannotChange, match="Meanwhile"):
        second.settle({**FORFEIT, "winner": "a"}, "wrong team", "another mark", owner())
    second.settle({**FORFEIT, "winner": "a"}, "wrong team", second.mark, owner())
    assert figures(competition)[guests][1:] == (3, 5)
    assert figures(competition)[home][1:] == (3, 3)


def test_a_meeting_declared_void_is_nobodys():
    competition = league(2)
    meeting = current(first_meeting(competition))
    facts = {**FORFEIT, "kind": "void", "winner": ""}
    meeting.settle(facts, "", meeting.mark, owner())
    assert {row[1:] for row in figures(competition).values()} == {(0, 0)}
    assert [reason for _r, reason in standings_of(competition).tally.left_out].count("void") == 1


def test_the_results_of_a_team_that_withdraws_are_removed_wholly():
    competition = league(3)
    for round in (draw(competition), *competition.rounds.filter(number__in=(2, 3))):
        round.competition = competition
        for meeting in meetings(round):
            win(current(meeting), "a", "a", "a", "b")
    gone = competition.entries.get(name="Team 2")
    gone.competition = competition
    gone.withdraw("", owner())
    after = figures(competition)
    assert after["Team 2"] == (None, 0, 0)
    meeting = Meeting.objects.get(
        home__name__in=("Team 1", "Team 3"),
        guests__name__in=("Team 1", "Team 3"),
        round__number__lte=3,
    )
    assert after[meeting.home.name] == (1, 3, 3) and after[meeting.guests.name] == (2, 0, 1)
    gone.come_back(owner())
    assert figures(competition)["Team 2"][0] is not None
    competition.become(FINISHED, owner())
    with pytest.raises(CannotChange, match="finished"):
        current(meeting).move(date(2027, 1, 2), "", owner())


def test_correcting_a_game_tells_who_moves():
    competition = league(2)
    meeting = current(first_meeting(competition))
    win(meeting, "a", "a", "b", "b")
    game = current(meeting).places()[3]
    facts = {**game.facts, "winner": "a", "points_a": 60, "points_b": 40}
    moves = game.moves(**facts)
    assert [move.entry for move in moves if move.after > move.before] == [meeting.guests_id]
    assert moves_if(competition, {game.pk: (True, game.result())}) == ()


def test_a_meeting_is_held_on_another_day():
    meeting = current(first_meeting(league()))
    with pytest.raises(PermissionDenied):
        meeting.move(date(2027, 1, 2), "snow", make_user("Scorer"))
    meeting.move(date(2027, 1, 2), "snow", owner())
    assert current(meeting).held_on == date(2027, 1, 2)
    meeting.move(None, "", owner())
    assert current(meeting).held_on is None
    assert CompetitionChange.objects.filter(verb="move meeting").count() == 2


def test_a_merge_and_a_rename_follow_into_line_ups():
    meeting = first_meeting(league())
    hand_in(meeting)
    a = meeting.home.people[0]
    a.rename("Anna", owner())
    assert names(current(meeting).pair("a", 1))[0] == "Anna"
    (twin,) = add_people(meeting.competition.club, "Annie")
    gone = Player.objects.get(pk=a.pk)
    twin.merge(gone, twin.effect_of_merging(gone).mark, owner())
    meeting = current(meeting)
    assert names(meeting.pair("a", 1))[0] == "Annie"
    assert meeting.home.captain == twin
    assert Match.objects.count() == 0
