"""Competitions and entries: their verbs and who may use them, without pages."""

from contextlib import suppress

import pytest
from django.core.exceptions import PermissionDenied

from games.models import (
    CannotChange,
    Competition,
    Entry,
    EntryPlayer,
    Round,
    next_draw,
    start_match_at,
)
from games.models.competition import OPEN, RUNNING
from games.models.entry import ABSENT, BYE, MOST_ASKED_FOR
from games.permissions import COMPETITION_VERBS, allows

from .competitions import (
    add_people,
    draw,
    enter,
    make_club,
    make_competition,
    make_user,
    owner,
    tables,
    type_result,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make_club()


# Making, changing, freezing


def test_rules_and_points_are_frozen_with_the_first_round(club):
    competition = make_competition(club)
    enter(competition, 4)
    competition.change(owner(), name="Winter cup", published=True)
    draw(competition)
    assert competition.state == RUNNING
    with pytest.raises(CannotChange):
        competition.change(owner(), rules=competition.rules, scheme=competition.scheme, options={})
    competition.change(owner(), name="Spring cup")
    assert Competition.objects.get().name == "Spring cup"


def test_rules_must_fit_the_format(club):
    with pytest.raises(CannotChange):
        make_competition(club, preset="two-hand", rules={"deals": None})
    with pytest.raises(CannotChange):
        make_competition(club, "draw-evening", entry_kind="pair")


def test_names_may_repeat_but_addresses_do_not(club):
    one, other = make_competition(club), make_competition(club)
    assert one.slug == "autumn-cup" and other.slug.startswith("autumn-cup-")
    assert make_competition(club, name="New").slug.startswith("new-")


@pytest.mark.parametrize("name", ["Olga", "Secretary", "Referee", "Scorer", "Nobody"])
def test_every_verb_asks_the_table_of_permissions(club, name):
    """Also somebody who is an officer of another club only."""
    user = make_user(name)
    if name == "Nobody":
        make_club("Others").memberships.create(user=user, role="secretary")
    role = club.role_of(user)
    competition = make_competition(club)
    pairs = enter(competition, 4)
    guest = add_people(club, "X", "Y")
    drawn = next_draw(competition)

    def attempt(verb, action):
        try:
            action()
        except PermissionDenied:
            assert not allows(role, verb), verb
        else:
            assert allows(role, verb), verb

    attempt("change_competition", lambda: competition.change(user, name="Cup"))
    attempt("change_competition", lambda: competition.become(OPEN, user))
    attempt("enter", lambda: Entry.enter(competition, [("X & Y", guest)], user))
    attempt("enter", lambda: pairs[0].rename("A & B", user))
    attempt("enter", lambda: pairs[0].tell(ABSENT, 7, user))
    attempt("enter", lambda: pairs[0].take_back(7, user))
    attempt("enter", lambda: competition.entries.last().strike(user))
    if competition.entries.count() == 3:
        pairs = enter(competition, 1, first=9)
    drawn = next_draw(competition)
    attempt("draw", lambda: Round.draw_next(competition, 1, drawn.mark, user))
    round = competition.rounds.first() or draw(competition)
    table, other = tables(round)[:2]
    attempt("type_result", lambda: type_result(table, 30, 20, user))
    if table.kind == "unplayed":
        type_result(table, 30, 20, make_user("Scorer"))
    else:
        assert table.counted == allows(role, "confirm_result")
    attempt("confirm_result", lambda: table.confirm(table.mark, user))
    people = other.seated()
    attempt("start_table", lambda: start_match_at(other, people, "N", user))
    attempt("draw", lambda: _taken_back_or_refused(round, user))
    attempt("enter", lambda: pairs[0].withdraw("ill", user))
    attempt("enter", lambda: pairs[0].come_back(user))
    assert set(COMPETITION_VERBS) >= {"see_competition", "make_competition"}


def _taken_back_or_refused(round, user):
    with suppress(CannotChange):
        round.take_back("", user)


# Entries


def test_nobody_is_entered_twice(club):
    competition = make_competition(club)
    a, b, c = add_people(club, "An", "Bo", "Cis")
    Entry.enter(competition, [("An & Bo", [a, b])], owner())
    for entries in (
        [("Bo & Cis", [b, c])],
        [("Cis", [c])],
        [("Cis & Cis", [c, c])],
    ):
        with pytest.raises(CannotChange):
            Entry.enter(competition, entries, owner())
    # Nor under the entry that was merged into theirs.
    twin, other = add_people(club, "Ann", "Dré")
    a.merge(twin, a.effect_of_merging(twin).mark, owner())
    twin.refresh_from_db()
    with pytest.raises(CannotChange):
        Entry.enter(competition, [("Ann & Dré", [twin, other])], owner())
    assert competition.entries.count() == 1


def test_an_entry_keeps_its_name_when_people_are_renamed(club):
    competition = make_competition(club)
    (entry,) = enter(competition, 1)
    entry.people[0].rename("Zoë", owner())
    assert Entry.objects.get().name == "A1 & B1"
    assert [player.name for player in Entry.objects.get().people] == ["Zoë", "B1"]


def test_absences_byes_late_entries_and_withdrawals_are_facts_of_their_own(club):
    competition = make_competition(club)
    a, b, c, d, e = enter(competition, 5)
    a.tell(ABSENT, 1, owner())
    b.tell(BYE, 1, owner())
    round = draw(competition)
    by_kind = {(table.a.name, table.kind) for table in round.places() if table.is_bye}
    assert ("A2 & B2", "requested-bye") in by_kind and len(by_kind) == 2
    assert round.draw["out"] == [[a.pk, "absent"]]
    with pytest.raises(CannotChange):
        c.tell(ABSENT, 1, owner())
    (late,) = enter(competition, 1, first=6)
    assert late.late_from == 2
    e.withdraw("ill", owner())
    drawn = next_draw(competition)
    assert {(out.id, out.why) for out in drawn.rounds[0].out} >= {(e.pk, "withdrawn")}
    playing = {id for table in drawn.rounds[0].tables for side in table.sides for id in side}
    assert late.pk in playing or (late.pk, "odd") in {
        (out.id, out.why) for out in drawn.rounds[0].out
    }
    e.come_back(owner())
    assert not any(out.why == "withdrawn" for out in next_draw(competition).rounds[0].out)
    with pytest.raises(CannotChange):
        e.strike(owner())


def test_somebody_entered_under_an_entry_that_was_merged_is_entered():
    competition = make_competition(make_club(), "season")
    an, anne, anna, bo = add_people(competition.club, "An", "Anne", "Anna", "Bo")
    Entry.enter(competition, [("An", [an])], owner())
    for one, other in ((anne, an), (anna, anne)):
        one.merge(other, one.effect_of_merging(other).mark, owner())
    with pytest.raises(CannotChange, match="Anna is entered already"):
        Entry.enter(competition, [("Bo", [bo]), ("Anna", [anna])], owner())
    assert competition.entries.count() == 1
    # So it is among so many that all who are entered are read.
    many = add_people(competition.club, *(f"Nr {at}" for at in range(MOST_ASKED_FOR)))
    for among in ([anna, bo], [anna, bo, *many]):
        assert EntryPlayer.entered(competition, among) == {anna.pk: "An"}
