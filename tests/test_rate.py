"""Ratings: the model, and how they follow what becomes of signed matches."""

import itertools
import random
from datetime import date, timedelta

import pytest
from django.utils import timezone

from games.models import Match, Player, Rated, Rating, claim_match
from games.models.rating import Moment, rate_anew
from games.rating import NEW, Strength, after, places
from tests.clubs import account, found_club, owner_of, people
from tests.matches import record, start_match
from tests.play import played, seats, signed


def test_a_first_win():
    """Worked by Weng and Lin's formulas: four newcomers have c² = 4·σ² + 2·β²… the library's own
    published example comes to the same."""
    (an, cis), (bo, dre) = after([[NEW, NEW], [NEW, NEW]], [1, 2])
    assert an == cis and bo == dre
    assert (an.mu, an.sigma) == (pytest.approx(26.9643, abs=1e-4), pytest.approx(8.1780, abs=1e-4))
    assert bo.mu == pytest.approx(50 - an.mu)
    assert (NEW.shown, an.shown, bo.shown) == (1000, 1097, 940)


def test_a_draw_of_equals_moves_nobody_but_makes_surer():
    (an, _cis), (bo, _dre) = after([[NEW, NEW], [NEW, NEW]], [1, 1])
    assert an.mu == bo.mu == pytest.approx(25)
    assert an.sigma < NEW.sigma


def test_the_order_of_sides_does_not_matter():
    strong, weak = Strength(31.0, 3.0), Strength(22.0, 5.0)
    one = after([[strong, NEW], [weak, NEW]], [2, 1])
    other = after([[weak, NEW], [strong, NEW]], [1, 2])
    for side, same in zip(one, reversed(other), strict=True):
        for a, b in zip(side, same, strict=True):
            assert a == (pytest.approx(b.mu), pytest.approx(b.sigma))


def test_partners_move_together_the_less_known_one_more():
    known, new = Strength(25.0, 2.0), NEW
    (a, b), _others = after([[known, new], [NEW, NEW]], [1, 2])
    assert 0 < a.mu - 25 < b.mu - 25


def test_beating_stronger_people_lifts_more():
    strong, weak = Strength(32.0, 4.0), Strength(18.0, 4.0)
    against_strong = after([[NEW, NEW], [strong, strong]], [1, 2])[0][0]
    against_weak = after([[NEW, NEW], [weak, weak]], [1, 2])[0][0]
    assert against_strong.mu > against_weak.mu > NEW.mu


@pytest.mark.parametrize(
    "totals, winner, given_up_by, expected",
    [
        ({"NS": 101, "EW": 60}, "NS", "", {"NS": 1, "EW": 2}),
        ({"NS": 60, "EW": 60}, None, "", {"NS": 1, "EW": 1}),
        ({"NS": 80, "EW": 60}, "EW", "NS", {"NS": 2, "EW": 1}),
        ({"N": 30, "E": 50, "S": 30}, "E", "", {"N": 2, "E": 1, "S": 2}),
        ({"N": 30, "E": 10, "S": 60}, "N", "S", {"N": 1, "E": 2, "S": 3}),
    ],
)
def test_places(totals, winner, given_up_by, expected):
    assert places({"totals": totals, "winner": winner}, given_up_by) == expected


# In the database


def kept() -> list[tuple]:
    """All that is kept of ratings."""
    steps = Rated.objects.order_by("player_id", "number")
    return [
        *steps.values_list("player", "number", "match", "mu", "sigma"),
        *Rating.objects.order_by("player_id").values_list("player", "matches", "shown"),
    ]


def anew(club) -> list[tuple]:
    """What all of it comes to from scratch."""
    Rated.objects.all().delete()
    Rating.objects.all().delete()
    rate_anew(
        club.pk, Moment(date.min.replace(year=1900), timezone.now() - timedelta(days=9999), 0)
    )
    return kept()


@pytest.fixture
def club(db):
    return found_club()


@pytest.fixture
def four(club):
    return people(club, "An", "Bo", "Cis", "Dré")


def test_a_match_counts_once_all_have_signed(club, four):
    match = played(club, seats(*four), sign=False)
    match.sign("NS", "An")
    assert kept() == []

    match.sign("EW", "Bo")
    an, bo, _cis, _dre = four
    assert (an.rating.shown, an.rating.matches) == (1097, 1)
    assert (bo.rating.shown, bo.rating.matches) == (940, 1)
    assert Match.objects.get().signed_deals == [["H", "N", "NS", "EW", 0, True, "NS"]] + [
        ["H", "E", "EW", "NS", 0, True, "NS"]
    ]


def test_a_guests_match_counts_once_it_is_claimed(club, four):
    match = start_match(rules={"target": 60})
    record(match, 60)
    record(match, 60)
    signed(match)
    assert match.signed_deals is None

    claim_match(match, club, seats(*four), {}, owner_of(club))
    assert Rating.objects.count() == 4
    assert len(Match.objects.get().signed_deals) == 2


def test_a_guest_at_the_table_leaves_a_match_unrated(club, four):
    an, bo, cis, _dre = four
    match = played(club, {"N": an, "E": bo, "S": cis})
    assert match.is_signed and kept() == []


def test_reopening_takes_a_match_out_again(club, four):
    first = played(club, seats(*four))
    once = kept()
    second = played(club, seats(*four), "EW", day=1)
    second.reopen("a slip")
    assert kept() == once

    first.reopen("another")
    assert kept() == []
    assert Match.objects.get(pk=first.pk).signed_deals is None


def test_a_correction_in_the_past_moves_all_that_followed(club, four):
    matches = [played(club, seats(*four), day=day) for day in range(4)]
    before = kept()
    match = matches[1]
    match.reopen("the other side won")
    match.undo(2)
    match.undo(1)
    record(match, 0)
    record(match, 0)
    signed(match)

    after_it = kept()
    assert after_it != before
    assert [row for row in after_it if row[2:3] == (matches[0].pk,)] == [
        row for row in before if row[2:3] == (matches[0].pk,)
    ]
    assert after_it == anew(club)


def test_a_match_recorded_late_is_rated_in_the_order_of_play(club, four):
    played(club, seats(*four), "NS", day=5)
    played(club, seats(*four), "EW", day=1)
    first = Rated.objects.filter(player=four[0]).order_by("number").values_list("match", flat=True)
    assert list(first) == list(Match.objects.order_by("-pk").values_list("pk", flat=True))
    assert kept() == anew(club)


def test_merging_and_taking_back_move_ratings_along(club, four):
    owner = owner_of(club)
    an, bo, cis, dre = four
    (twin,) = people(club, "An twice")
    played(club, seats(*four))
    played(club, seats(twin, bo, cis, dre), "EW", day=1)
    played(club, seats(*four), day=2)
    before = kept()

    an.merge(twin, an.effect_of_merging(twin).mark, owner)
    assert not Rating.objects.filter(player=twin).exists()
    assert Rating.objects.get(player=an).matches == 3
    merged = kept()
    assert merged == anew(club)

    Player.objects.get(pk=twin.pk).take_back_merge(owner)
    assert kept() == before


def test_whatever_happens_ratings_are_those_computed_from_scratch(club):
    """Random histories: sign, reopen, correct, merge, take back, in any order of days."""
    owner = owner_of(club)
    lot = random.Random(14)
    folk = people(club, *(f"Player {number}" for number in range(9)))
    for _round in range(40):
        action = lot.choice(["play", "play", "play", "reopen", "sign", "merge", "back"])
        matches = list(Match.objects.all())
        if action == "play":
            chosen = lot.sample(folk, 4)
            if len({one.person.pk for one in map(fresh, chosen)}) == 4:
                played(club, seats(*chosen), lot.choice(["NS", "EW"]), day=lot.randrange(9))
        elif action == "reopen" and matches:
            lot.choice(matches).reopen("why not")
        elif action == "sign" and matches:
            signed(lot.choice(matches))
        elif action == "merge":
            stays, goes = map(fresh, lot.sample(folk, 2))
            try:
                stays.merge(goes, stays.effect_of_merging(goes).mark, owner)
            except Exception as refused:  # noqa: BLE001
                assert type(refused).__name__ == "CannotChange"
        elif action == "back":
            fresh(lot.choice(folk)).take_back_merge(owner)
    found = kept()
    assert Player.objects.filter(merged_into__isnull=False).exists()
    assert len(found) > 40
    assert found == anew(club)


def fresh(player: Player) -> Player:
    return Player.objects.get(pk=player.pk)


def test_many_matches_are_rated_in_parts_as_in_one(club, four, monkeypatch):
    for day, order in enumerate(itertools.islice(itertools.permutations(four), 7)):
        played(club, seats(*order), day=day)
    whole = anew(club)
    monkeypatch.setattr("games.models.rating.AT_A_TIME", 2)
    assert anew(club) == whole


def test_signing_costs_the_same_however_much_was_played(club, four, django_assert_max_num_queries):
    for day in range(6):
        played(club, seats(*four), day=day)
    match = played(club, seats(*four), day=7, sign=False)
    match.sign("NS", "An")
    with django_assert_max_num_queries(24):
        match.sign("EW", "Bo")
    assert Rating.objects.get(player=four[0]).matches == 7


def test_another_club_is_left_alone(club, four):
    played(club, seats(*four))
    before = kept()
    other = found_club("Elsewhere", account("Other"))
    played(other, seats(*people(other, "A", "B", "C", "D")))
    assert [row for row in kept() if row[0] in {one.pk for one in four}] == before
