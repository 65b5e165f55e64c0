"""What holds of every named system: its cards, its points, its records."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.manille.notation import TrickRecord
from games.manille.presets import PRESETS
from games.manille.record import parse_record, write_record
from games.manille.replay import refuses_legality, replay
from games.manille.scoring import score
from games.manille.verdict import verdict
from tests.manille import reference
from tests.manille.deals import JUDGED, play_out, seeds
from tests.manille.matches import matches
from tests.manille.random_records import records

every_preset = pytest.mark.parametrize("name", PRESETS)
every_judged_preset = pytest.mark.parametrize("name", JUDGED)
few = settings(max_examples=25)  # times twenty-seven systems


def deal_of(rules, data, care):
    """A deal in any trump the system plays in: the dealer, trump and the tricks."""
    dealer = data.draw(st.sampled_from(rules.table.seats))
    trump = data.draw(st.sampled_from(rules.trumps))
    chance = random.Random(data.draw(seeds()))
    return dealer, trump, play_out(rules, trump, dealer, chance, care)


def replayed(rules, dealer, trump, tricks):
    return replay(rules, dealer, trump, [TrickRecord(tuple(trick)) for trick in tricks])


@every_judged_preset
@few
@given(data=st.data())
def test_a_legal_deal_shows_no_revoke_and_fills_the_pot(name, data):
    rules = PRESETS[name]
    dealer, trump, tricks = deal_of(rules, data, care=1.0)
    found = replayed(rules, dealer, trump, tricks)
    assert len(tricks) == rules.hand_size and found.revokes == () and found.explained is True
    assert set(found.card_points) == set(rules.table.camps(dealer))
    assert sum(found.card_points.values()) == rules.pot


@every_judged_preset
@few
@given(data=st.data())
def test_careless_play_is_caught_where_the_reference_says(name, data):
    rules = PRESETS[name]
    dealer, trump, tricks = deal_of(rules, data, care=data.draw(st.floats(0, 1)))
    expected = reference.judge(rules, trump, dealer, tricks)
    found = replayed(rules, dealer, trump, tricks)
    assert [(play.seat, play.verdict) for play in found.plays] == [
        (other.seat, "illegal" if other.illegal else "legal") for other in expected.plays
    ]
    assert [play.due for play in found.revokes] == [
        tuple(other.legal) for other in expected.plays if other.illegal
    ]
    assert "".join(trick.winner for trick in found.tricks) == expected.winners
    assert found.card_points == expected.points


@pytest.mark.parametrize("name", [name for name in PRESETS if name not in JUDGED])
def test_where_plays_cannot_be_judged_a_reason_is_given_and_points_are_counted(name):
    rules = PRESETS[name]
    assert refuses_legality(rules).endswith("only points are counted.")
    found = replayed(rules, "N", "S", play_out(rules, "S", "N", random.Random(1), care=0))
    assert {play.verdict for play in found.plays} == {"undecided"}
    assert sum(found.card_points.values()) == rules.pot


def test_two_systems_cannot_be_judged():
    assert set(PRESETS) - set(JUDGED) == {"manille-aveugle", "two-hand"}


@every_preset
@few
@given(data=st.data())
def test_totals_are_the_sum_of_the_lines(name, data):
    rules = PRESETS[name]
    told, first = data.draw(matches(rules))
    sheet = score(rules, told, first)
    for side in rules.table.sides:
        assert sheet.totals[side] == sum(
            line.points[side] + line.penalties.get(side, 0) for line in sheet.lines
        )


@every_preset
@few
@given(data=st.data())
def test_whoever_takes_the_others_places_takes_their_scores(name, data):
    """Everybody moves one seat on: pairs exchange their scores, single players pass them on."""
    rules = PRESETS[name]
    told, first = data.draw(matches(rules))
    seats = rules.table.seats
    moved = str.maketrans(seats, seats[1:] + seats[0])

    def move(by_seats, names):
        here = {frozenset(name): name for name in names}
        return by_seats and {
            here[frozenset(name.translate(moved))]: points for name, points in by_seats.items()
        }

    mirrored = [
        replace(
            result,
            dealer=result.dealer.translate(moved),
            contract=result.contract
            and replace(result.contract, declarer=result.contract.declarer.translate(moved)),
            card_points=move(result.card_points, rules.table.camps(result.dealer.translate(moved))),
            ruling=result.ruling
            and replace(
                result.ruling,
                revoke=result.ruling.revoke and result.ruling.revoke.translate(moved),
                points=move(result.ruling.points, rules.table.sides),
                penalties=move(result.ruling.penalties, rules.table.sides),
            ),
        )
        for result in told
    ]
    here, there = score(rules, told, first), score(rules, mirrored, first.translate(moved))
    assert there.totals == move(here.totals, rules.table.sides)
    for line, other in zip(here.lines, there.lines, strict=True):
        assert other.points == move(line.points, rules.table.sides)
        assert (other.kind, other.multiplier) == (line.kind, line.multiplier)


@every_preset
@few
@given(data=st.data())
def test_its_records_come_back_and_are_judged_alike(name, data):
    record = data.draw(records(name))
    text = write_record(record)
    again = parse_record(text)
    assert again == record
    assert write_record(again) == text
    assert verdict(again) == verdict(record)
    assert verdict(record)["rules_id"] == record.rules.digest
