"""A name is deleted while something is written that tells it, on a database that lets them: what is
written waits for the lock, and then tells the name no more."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core import serializers
from django.urls import reverse

from games.models import (
    CannotChange,
    Club,
    ClubEntry,
    Competition,
    CompetitionChange,
    Deal,
    Entry,
    LogEntry,
    Match,
    Player,
    Round,
    Signature,
    Table,
    claim_match,
    effect_of_forgetting,
    forget,
    start_match_at,
)

from .competitions import (
    add_people,
    draw,
    enter,
    hand_in,
    make_club,
    make_competition,
    meetings,
    owner,
    play,
    tables,
)
from .matches import scoring_client, start_match
from .test_locks import held_up, together

pytestmark = pytest.mark.django_db(transaction=True)

NAME = "Quirijn Zonderling"
TOLD = (Player, Entry, Table, Round, Match, Deal, Signature, LogEntry, CompetitionChange, ClubEntry)


def named(player: Player) -> Player:
    player.rename(NAME, owner())
    return player


def is_told() -> list[str]:
    """The tables that tell the name."""
    return [
        model.__name__
        for model in TOLD
        if "Quirijn" in serializers.serialize("json", model.objects.all(), ensure_ascii=False)
    ]


def pairs_with_name() -> Competition:
    competition = make_competition(make_club())
    one, *others = add_people(competition.club, NAME, "B1", "A2", "B2")
    for pair in ((one, others[0]), others[1:]):
        Entry.enter(competition, [(" & ".join(each.name for each in pair), pair)], owner())
    return competition


def three_games_with_name() -> Competition:
    competition = make_competition(make_club(), "draw-evening")
    for one in add_people(competition.club, NAME, "B1", "A2", "B2"):
        Entry.enter(competition, [(one.name, [one])], owner())
    return competition


def league_with_name() -> Any:
    competition = make_competition(
        make_club(), "team-league", options={"games": 2, "double": False}
    )
    enter(competition, 2)
    meeting = meetings(draw(competition))[0]
    named(meeting.home.people[0])
    return meeting


def ready(what: str) -> Callable[[], Any]:
    """A press of which everything was read before the name is deleted."""
    make_club("Others")
    by = owner()
    if what in ("line-up", "substitute", "captain", "leaves the team"):
        meeting = league_with_name()
        players = meeting.home.people
        if what == "captain":
            meeting.home.make_captain(players[1], by)
            return lambda: meeting.home.make_captain(players[0], by)
        if what == "leaves the team":
            meeting.home.make_captain(players[1], by)
            return lambda: meeting.home.leave_team(players[0], by)
        hand_in(meeting, "b")
        if what == "line-up":
            return lambda: meeting.hand_in("a", players[:4], by)
        hand_in(meeting, "a")
        return lambda: meeting.substitute("a", 1, players[0], players[4], by)
    if what == "next game":
        competition = three_games_with_name()
        match = play(tables(draw(competition))[0], 40, 40)
        phone = scoring_client(match)
        return lambda: phone.post(reverse("next_game", args=[match.code]), {"game": 2})
    if what in ("another", "plain", "claimed"):
        club = make_club()
        (one,) = add_people(club, NAME)
        if what == "claimed":
            match = start_match(players={**dict(zip("NESW", "ABCD", strict=True)), "N": "Guest"})
            return lambda: claim_match(match, club, {"N": one}, {}, owner())
        facts = {"club": club, "people": {"N": one}}
        facts["players"] = {"N": NAME, "E": "Bo", "S": "Cis", "W": "Dré"}
        if what == "plain":
            return lambda: start_match(**facts)
        match = start_match(**facts)
        match.give_up("late")
        phone = scoring_client(match)
        told = {"seating": "same", "dealer": "E", "known": 0}
        return lambda: phone.post(reverse("another", args=[match.code]), told)
    competition = pairs_with_name()
    if what == "invited":
        player = Player.objects.get(name=NAME)
        return lambda: competition.club.invite_player(player, by)
    if what == "withdrawn":
        entry = Entry.objects.get(name__contains=NAME)
        entry.competition = competition
        return lambda: entry.withdraw("", by)
    if what == "struck out":
        entry = Entry.objects.get(name__contains=NAME)
        entry.competition = competition
        return lambda: entry.strike(by)
    table = tables(draw(competition))[0]
    if what == "started":
        people = table.seated()
        return lambda: start_match_at(table, people, "N", by)
    if what == "every match":
        return lambda: table.round.start_matches(by)
    assert what == "result"
    facts = {"kind": "played", "winner": "a", "points_a": 61, "points_b": 40}
    table.side("a")
    return lambda: table.type_result(facts, "", table.mark, by)


@pytest.mark.parametrize(
    "what",
    ["started", "every match", "next game", "another", "plain", "claimed", "result", "withdrawn"]
    + ["struck out", "invited", "line-up", "substitute", "captain", "leaves the team"],
)
def test_a_name_that_is_deleted_meanwhile_is_not_written_again(monkeypatch, what):
    """What is written waits until the name is deleted wherever it was told, and then tells none."""
    press = ready(what)
    player = Player.objects.get(name=NAME)
    effect = effect_of_forgetting(player)
    with held_up(monkeypatch, Club, "note", after=False) as all_rewritten:
        found = together(lambda: forget(player, effect.mark, owner()), all_rewritten, press)
    assert found[0] is None, repr(found[0])
    assert not isinstance(found[1], Exception) or isinstance(found[1], CannotChange), repr(found[1])
    assert Player.objects.get(pk=player.pk).forgotten and is_told() == []
