"""What happens where two verbs want the same rows at the same moment, on a database that lets them:
locks are taken in one order (competition, club, match, table), so that nobody waits for ever."""

import inspect
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connections
from django.http import Http404
from django.urls import reverse

from games.models import (
    Club,
    Competition,
    Entry,
    Invitation,
    Match,
    Player,
    Round,
    effect_of_forgetting,
    forget,
)

from .competitions import (
    add_people,
    address,
    client_of,
    draw,
    enter,
    hand_in,
    make_club,
    make_competition,
    make_cup,
    make_user,
    meetings,
    owner,
    play,
    tables,
)
from .matches import new_deal, scoring_client, start_match

pytestmark = pytest.mark.django_db(transaction=True)

A_MOMENT = 0.4
"""In which the other one comes as far as its lock."""


@contextmanager
def held_up(monkeypatch: Any, where: type, name: str, after: bool = True) -> Iterator[Any]:
    """Have whoever first calls that method wait a moment after (or before) it; the event told is
    set once that is so."""
    there, usual = threading.Event(), getattr(where, name)

    def slow(*args: Any, **kwargs: Any) -> Any:
        if there.is_set():
            return usual(*args, **kwargs)
        found = usual(*args, **kwargs) if after else None
        there.set()
        time.sleep(A_MOMENT)
        return found if after else usual(*args, **kwargs)

    bound = inspect.ismethod(usual)  # a method of the class
    wrapped = classmethod(lambda cls, *args, **kw: slow(*args, **kw)) if bound else slow
    with monkeypatch.context() as patched:
        patched.setattr(where, name, wrapped)
        yield there


def together(first: Callable[[], Any], there: threading.Event, second: Callable[[], Any]) -> list:
    """What both came to: the second begins once the first is held up."""
    found: list[Any] = [None, None]

    def run(place: int, what: Callable[[], Any]) -> None:
        try:
            if place:
                assert there.wait(30)
            found[place] = what()
        except Exception as error:
            found[place] = error
        finally:
            connections.close_all()

    threads = [
        threading.Thread(target=run, args=[place, what])
        for place, what in enumerate((first, second))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def fine(found: list) -> None:
    """Nobody waited for ever: neither was thrown out by the database."""
    for each in found:
        assert not isinstance(each, Exception), repr(each)


@pytest.fixture
def competition():
    return make_cup()


CSV = b"player 1;player 2\nNew one;New other\n"


@pytest.mark.parametrize("way", ["typed", "file"])
def test_new_people_are_entered_while_the_competition_is_published(competition, monkeypatch, way):
    client, lines = client_of("Olga"), "New one & New other"
    url, told = address(competition, "entries"), {"lines": lines, "join": "on"}
    if way == "file":
        url = address(competition, "import_file", "entries")
        told = {"text": CSV.decode(), "join": "on"}
        told |= {"seen": client.post(url, told).context["outcome"].mark, "confirm": "1"}
    with held_up(monkeypatch, Competition, "changing", after=False) as at_the_door:
        answer, other = together(
            lambda: client.post(url, told),
            at_the_door,
            lambda: competition.change(owner(), published=True),
        )
    fine([answer, other])
    assert answer.status_code == 302
    assert competition.entries.filter(name="New one & New other").count() == 1
    assert Competition.objects.get().published


@pytest.mark.parametrize("what", ["forgotten", "merged"])
def test_somebody_who_is_forgotten_or_merged_meanwhile_is_not_entered(
    competition, monkeypatch, what
):
    one, other, third = add_people(competition.club, "Zoë Zomer", "Yves", "Xavier")

    def is_gone():
        if what == "forgotten":
            forget(one, effect_of_forgetting(one).mark, owner())
        else:
            third.merge(one, third.effect_of_merging(one).mark, owner())

    client, told = client_of("Olga"), {"first": one.pk, "second": other.pk, "lines": ""}
    with held_up(monkeypatch, Competition, "locked", after=False) as chosen:
        answer, done = together(
            lambda: client.post(address(competition, "entries"), told), chosen, is_gone
        )
    fine([answer, done])
    assert not Entry.objects.filter(name__contains="Zomer").exists()
    assert "Meanwhile this entry was merged" in answer.content.decode()
    assert competition.entries.count() == 4


def test_a_further_match_begins_while_the_one_before_is_signed(monkeypatch):
    match = start_match(club=make_club(), rules={"deals": 1, "target": None, "tie": "drawn-match"})
    match.record_deal(new_deal(match, 40))
    phone, other = scoring_client(match), scoring_client(match)
    url = reverse("another", args=[match.code])
    signing = Match.objects.get(pk=match.pk)
    with held_up(monkeypatch, Match, "start") as begun:
        found = together(
            lambda: phone.post(url, {"seating": "same", "dealer": "E", "known": 0}),
            begun,
            lambda: signing.sign("NS", "An"),
        )
    fine(found)
    assert found[0].status_code == 302 and other.get(match.get_absolute_url()).status_code == 200
    assert match.followed_by.count() == match.signatures.count() == 1


PHONE = ["record_deal", "undo", "sign", "give_up", "another", "next_game"]


def typed_on(match: Match, page: str) -> dict[str, Any]:
    """What a phone sends there."""
    return {
        "record_deal": {"number": 1, "key": "6f1c1c34-8f0c-4c0e-9d0b-0d6f2a0f4a11", "trump": "H",
                        "declarer": "N", "calls": "", "points_NS": "38"},
        "undo": {"number": 1},
        "sign": {"side": "NS", "name": "An", "seen": "{}"},
        "give_up": {"side": "", "reason": "late", "seen": match.version, "confirm": "1"},
        "another": {"seating": "same", "dealer": "E", "known": 0},
        "next_game": {"game": 2},
    }[page]  # fmt: skip


@pytest.mark.parametrize("page", PHONE)
def test_a_phone_writes_to_a_match_whose_round_is_being_taken_back(competition, monkeypatch, page):
    round = draw(competition)
    match = play(tables(round)[0])
    phone, told = scoring_client(match), typed_on(match, page)
    with held_up(monkeypatch, Round, "may_take_back", after=False) as locked:
        found = together(
            lambda: round.take_back("", owner()),
            locked,
            lambda: phone.post(reverse(page, args=[match.code]), told),
        )
    fine(found)
    assert found[1].status_code in (200, 302)
    assert not Match.objects.exists() and competition.rounds.count() == 0


# An account is deleted, and with it the club in which nobody else is an officer


@pytest.fixture
def lone():
    """A club of one officer, in whose league two teams meet, led by Home and Guest."""
    club = Club.found("De Bolle", make_user("Olga"))
    competition = make_competition(
        club, "team-league", options={"games": 2, "double": False}, published=True
    )
    enter(competition, 2)
    found = meetings(draw(competition))[0]
    for name, team in (("Home", found.home), ("Guest", found.guests)):
        Player.objects.filter(pk=team.captain.pk).update(user=make_user(name))
    return found


@pytest.mark.parametrize("page", ["line_up", "start_table", "table_result", "confirm_meeting"])
def test_a_captain_acts_while_the_last_officer_deletes_the_account(lone, monkeypatch, page):
    if page != "line_up":
        hand_in(lone)
    if page == "confirm_meeting":
        for game in lone.places():
            facts = {"kind": "played", "winner": "a", "points_a": 61, "points_b": 40}
            game.type_result(facts, "", game.mark, make_user("Guest"))
    home, game = client_of("Home"), lone.places()[0]
    if page in ("start_table", "table_result"):
        url = game.url(page)
    else:
        url = lone.url(page, *(["a"] if page == "line_up" else []))
    shown = home.get(url)
    if page == "line_up":
        told = {f"place_{at}": one.pk for at, one in enumerate(lone.home.people[:4], 1)}
    elif page == "start_table":
        seats = {f"seat_{seat}": player.pk for seat, player in game.seated().items()}
        told = {**seats, "dealer": "N"}
    elif page == "table_result":
        told = {"how": "played", "points_a": "61", "points_b": "40", "seen": shown.context["mark"]}
    else:
        told = {"seen": shown.context["mark"]}
    with held_up(monkeypatch, Club, "delete", after=False) as locked:
        found = together(owner().erase, locked, lambda: home.post(url, told))
    fine(found)
    assert found[1].status_code == 404
    assert not Club.objects.exists() and not Competition.objects.exists()


@pytest.mark.parametrize("first", ["account", "phone"])
@pytest.mark.parametrize("page", PHONE)
def test_a_phone_writes_while_the_last_officer_deletes_the_account(lone, monkeypatch, page, first):
    if first == "phone" and page not in ("record_deal", "sign", "another"):
        return  # writes nothing yet, or is the same to the database
    hand_in(lone)
    match = play(lone.places()[0])
    if page == "another":  # of a competition there is none
        match = start_match(club=lone.competition.club)
    if page in ("sign", "another"):
        match.give_up("late")
    phone, told = scoring_client(match), typed_on(match, page)
    if page == "sign":
        told |= {"seen": json.dumps(match.result()), "signer": match.players["N"]}

    def writes():
        return phone.post(reverse(page, args=[match.code]), told)

    if first == "account":
        with held_up(monkeypatch, Club, "delete", after=False) as there:
            found = together(owner().erase, there, writes)[::-1]
    else:
        with held_up(monkeypatch, Match, "note", after=False) as there:
            found = together(writes, there, owner().erase)
    fine(found)
    assert found[0].status_code in (200, 302, 404)
    assert not Club.objects.exists() and Match.objects.filter(club=None).exists()


def test_another_officer_acts_on_what_goes_with_the_club(lone):
    """In a second window the last officer goes on meanwhile: there is nothing left to change."""
    club, competition, by = lone.competition.club, lone.competition, owner()
    invitation = Invitation.objects.get(pk=club.invite("scorer", by).pk)
    owner().erase()
    for press in (
        lambda: competition.change(by, name="Other"),
        lambda: Player.add(club, ["Zoë"], by),
        lambda: invitation.accept(make_user("Late")),
    ):
        with pytest.raises(Http404):
            press()
