"""The verbs of a match: each works once, is refused in the wrong state, and leaves its log row."""

import uuid

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from games.manille.presets import PRESETS
from games.manille.rules import NEUTRAL
from games.models import CannotRecord, Deal, LogEntry, Match

from .matches import afresh, new_deal, record, rule, start_match

pytestmark = pytest.mark.django_db


def verbs(match: Match) -> list[str]:
    return list(match.log.values_list("verb", flat=True))


def test_a_match_is_a_fold_over_its_deals():
    match = start_match("flemish-club", first_dealer="N")
    record(match, 38, trump="D", declarer="N")
    record(match, 30, trump="NT", declarer="E", calls="double")
    record(match, misdeal="wrong-count")
    record(match, 19, trump="H", declarer="S", calls="double redouble")
    record(match, 60, trump="C", declarer="W")
    sheet = afresh(match).sheet
    assert sheet.totals == {"NS": 38, "EW": 44}
    assert [line.multiplier for line in sheet.lines] == [1, 4, None, 4, 1]
    assert [line.dealer for line in sheet.lines] == ["N", "E", "S", "S", "W"]


def test_the_same_press_records_one_deal():
    match = start_match()
    deal = new_deal(match, 38)
    again = new_deal(match, 38, key=deal.key)
    assert match.record_deal(deal) is True
    assert afresh(match).record_deal(again) is False
    assert match.deals.count() == 1
    assert verbs(match) == ["start", "record"]


def test_whoever_comes_second_is_told():
    match = start_match()
    here, there = new_deal(match, 38), new_deal(match, 21)
    record_one = afresh(match)
    record_one.record_deal(here)
    with pytest.raises(CannotRecord, match="Meanwhile"):
        afresh(match).record_deal(there)
    assert [deal.card_points for deal in afresh(match).played] == [38]


def test_impossible_deals_leave_nothing_behind():
    match = start_match()
    for facts in (
        {"points": 61},
        {"points": 38, "trump": "X"},
        {"points": 38, "calls": "redouble"},
        {"points": 38, "declarer": "Q"},
        {"misdeal": "earthquake"},
    ):
        with pytest.raises(ValidationError):
            match.record_deal(new_deal(match, **facts))
    assert match.deals.count() == 0
    assert verbs(match) == ["start"]


def test_what_only_some_systems_know_is_stored_and_scored():
    three = start_match("three-dealer-alone")
    deal = record(three, 38, dealer="N", trump="NT", blind=True)
    assert afresh(three).sheet.totals == {"N": 32, "E": 0, "S": 0}
    assert afresh(three).played[0].contract == deal.contract and deal.contract.blind
    assert deal.facts["blind"] is True
    pad = start_match("two-hand")
    deal = record(pad, 36)
    assert (deal.trump, deal.facts) == ("", {"card_points": {"N": 36, "E": 24}})
    assert afresh(pad).sheet.totals == {"N": 6, "E": 0}
    auction = start_match("coinchee")
    record(auction, misdeal="all-pass")
    record(auction, 35, trump="S", declarer="N", bid=38, calls="double")
    assert afresh(auction).sheet.totals == {"NS": 0, "EW": 6}
    assert afresh(auction).sheet.lines[1].dealer == "W"


@pytest.mark.parametrize(
    ("preset", "facts", "field"),
    [
        ("west-flemish", {"trump": ""}, "trump"),
        ("west-flemish", {"trump": "NT", "blind": True}, "blind"),
        ("three-dealer-alone", {"trump": "S", "blind": True, "dealer": "N"}, "blind"),
        ("two-hand", {"calls": "double"}, "calls"),
        ("manillen-61", {"misdeal": "all-pass"}, "misdeal"),
    ],
)
def test_what_a_system_does_not_know_is_refused_at_its_field(preset, facts, field):
    match = start_match(preset)
    with pytest.raises(ValidationError) as refused:
        match.record_deal(
            new_deal(match, **({} if "misdeal" in facts else {"points": 38}), **facts)
        )
    assert list(refused.value.message_dict) == [field]


def test_cards_without_a_trump_are_not_replayed():
    deal = new_deal(start_match("two-hand"), 36, cards_played="SA SK")
    assert deal.replay is None


def test_a_match_started_before_an_option_came_goes_on():
    match = start_match()
    for option in NEUTRAL:
        del match.frozen_rules[option]
    match.save()
    record(afresh(match), 38)
    assert afresh(match).rules == PRESETS["west-flemish"]
    assert afresh(match).sheet.totals == {"NS": 8, "EW": 0}


def test_reaching_the_target_exactly_ends_the_match():
    match = start_match(rules={"target": 30})
    record(match, 60)
    assert match.is_over and match.winner == "NS"
    with pytest.raises(CannotRecord, match="over"):
        match.record_deal(new_deal(match, 30))


def test_undo_takes_back_the_last_deal_once():
    match = start_match()
    record(match, 38)
    record(match, 21)
    assert match.undo(2).card_points == 21
    assert match.undo(2) is None
    assert [deal.number for deal in afresh(match).played] == [1]
    assert verbs(match) == ["start", "record", "record", "undo"]
    assert match.log.last().before["card_points"] == {"NS": 21, "EW": 39}
    assert record(match, 40).number == 2


def test_correcting_keeps_what_it_was():
    match = start_match()
    record(match, 38)
    record(match, 30, trump="NT")
    record(match, 40)
    assert match.sheet.totals == {"NS": 28, "EW": 0}  # 8, a draw, then 10 carried twice
    changed = afresh(match).deal(2)
    changed.points_by_camp = {"NS": 31, "EW": 29}
    match.correct_deal(changed, "counted again", by="An")
    assert afresh(match).sheet.totals == {"NS": 8 + 2 + 10, "EW": 0}
    entry = match.log.last()
    assert (entry.verb, entry.number, entry.by, entry.reason) == (
        "correct",
        2,
        "An",
        "counted again",
    )
    assert entry.before["card_points"] == {"NS": 30, "EW": 30}
    assert entry.after["card_points"] == {"NS": 31, "EW": 29}


def test_two_corrections_of_the_same_deal_do_not_overwrite_each_other():
    match = start_match()
    record(match, 38)
    one, other = afresh(match).deal(1), afresh(match).deal(1)
    one.points_by_camp = {"NS": 36}
    match.correct_deal(one, "miscounted")
    other.points_by_camp = {"NS": 20}
    with pytest.raises(CannotRecord, match="somebody else"):
        match.correct_deal(other, "miscounted")
    assert afresh(match).deal(1).card_points == 36


def test_withdrawing_leaves_a_gap_and_the_log():
    match = start_match()
    for points in (38, 21, 40):
        record(match, points)
    match.withdraw_deal(2, "that was last week's")
    assert [deal.number for deal in afresh(match).played] == [1, 3]
    assert match.next_number == 4
    assert match.sheet.totals == {"NS": 18, "EW": 0}
    with pytest.raises(CannotRecord, match="no longer"):
        match.withdraw_deal(2, "again")


def test_a_ruling_stands_beside_what_was_played():
    match = start_match("dealer-names")
    record(match, 38)
    rule(match, 1, revoke="N", trick=3, reason="held ♥8", by="Referee")
    line = afresh(match).sheet.lines[0]
    assert line.points == {"NS": 0, "EW": 30}
    assert line.as_played.points == {"NS": 8, "EW": 0}
    assert match.log.last().verb == "rule"


def test_a_ruling_is_replaced_and_never_erased():
    match = start_match("dealer-names")
    record(match, 38)
    rule(match, 1, revoke="N", reason="held ♥8")
    rule(match, 1, points={"NS": 4}, penalties={"EW": -5}, reason="looked again")
    match = afresh(match)
    assert [ruling["reason"] for ruling in match.deal(1).rulings] == ["held ♥8", "looked again"]
    assert match.sheet.totals == {"NS": 4, "EW": -5}
    assert match.sheet.totals_as_played == {"NS": 8, "EW": 0}
    for rulings in ([], match.deal(1).rulings[1:], match.deal(1).rulings[:1]):
        changed = afresh(match).deal(1)
        changed.rulings = rulings
        with pytest.raises(ValueError, match="never erased"):
            match.rule(changed)
        with pytest.raises(ValueError, match="never erased"):
            match.correct_deal(changed, "x")
    corrected = afresh(match).deal(1)
    corrected.card_points = 40
    match.correct_deal(corrected, "counted again")
    assert len(afresh(match).deal(1).rulings) == 2


def test_an_appeal_is_answered_by_the_next_ruling():
    match = start_match("dealer-names", rules={"target": 8})
    record(match, 38)
    match.sign("NS", "An")
    appeal = {"by": "Bo", "at": "2026-10-25T21:30:00+00:00", "reason": "I followed"}
    with pytest.raises(CannotRecord, match="No ruling"):
        match.appeal(1, appeal, 0)
    rule(match, 1, points={"NS": 8}, reason="x")
    match.sign("NS", "An")
    with pytest.raises(CannotRecord, match="somebody else"):
        afresh(match).appeal(1, appeal, 0)  # against another ruling than was shown
    for _ in range(2):  # the same press twice
        afresh(match).appeal(1, appeal, 1, by="Bo")
    assert afresh(match).deal(1).ruling["appeal"] == appeal
    assert match.signatures.exists()  # no points were moved
    entry = match.log.last()
    assert (entry.verb, entry.by, entry.reason) == ("appeal", "Bo", "I followed")
    with pytest.raises(CannotRecord, match="already"):
        afresh(match).appeal(1, {**appeal, "by": "Dré"}, 2)
    for _ in range(2):
        rule(match, 1, points={"NS": 8}, reason="x")  # upheld: the same again, once
    rulings = afresh(match).deal(1).rulings
    assert ["appeal" in ruling for ruling in rulings] == [True, False]
    with pytest.raises(CannotRecord, match="Reopen"):
        match.sign("NS", "An")
        match.sign("EW", "Bo")
        match.appeal(1, appeal, 3)


def test_both_sides_sign_and_then_nothing_changes():
    match = start_match(rules={"target": 30})
    with pytest.raises(CannotRecord, match="not over"):
        match.sign("NS", "An")
    record(match, 60)
    match.sign("NS", "An")
    assert not afresh(match).is_signed
    match.sign("NS", "An again")
    match.sign("EW", "Bo")
    match = afresh(match)
    assert match.signed_result == {
        "totals": {"NS": 30, "EW": 0},
        "credited": {"NS": 30, "EW": 0},
        "winner": "NS",
    }
    for change in (
        lambda: match.undo(1),
        lambda: match.withdraw_deal(1, "x"),
        lambda: match.correct_deal(match.deal(1), "x"),
        lambda: match.give_up("x"),
        lambda: match.record_deal(new_deal(match, 30)),
    ):
        with pytest.raises(CannotRecord):
            change()
    match.reopen("points were wrong")
    assert not afresh(match).is_signed and not match.signatures.exists()
    assert verbs(match) == ["start", "record", "sign", "sign", "reopen"]


def test_a_change_takes_back_the_first_signature():
    match = start_match(rules={"target": 30})
    record(match, 60)
    match.sign("NS", "An")
    changed = afresh(match).deal(1)
    changed.points_by_camp = {"NS": 59}
    match.correct_deal(changed, "one point less")
    assert not match.signatures.exists()


def test_giving_up():
    match = start_match()
    record(match, 38)
    match.give_up("the café closes")
    assert match.is_over and match.winner == "NS"
    match.reopen("it stayed open")
    match.give_up("An is ill", "NS")
    assert match.winner == "EW"


def test_the_database_itself_refuses_doubles():
    match = start_match()
    deal = record(match, 38)
    for facts in ({"number": 1, "key": uuid.uuid4()}, {"number": 2, "key": deal.key}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Deal.objects.create(match=match, trump="H", card_points=30, **facts)
    with pytest.raises(IntegrityError), transaction.atomic():
        Deal.objects.create(match=match, number=2, misdeal="abandoned", trump="S")


def test_the_log_is_written_with_the_change_or_not_at_all(monkeypatch):
    match = start_match()

    def broken(*args, **kwargs):
        raise RuntimeError

    monkeypatch.setattr(LogEntry.objects, "create", broken)
    with pytest.raises(RuntimeError):
        match.record_deal(new_deal(match, 38))
    monkeypatch.undo()
    assert afresh(match).played == []


def test_a_deal_with_tricks_is_replayed_and_only_read():
    match = start_match("manillen-61", first_dealer="N")
    tricks = "\n".join(
        (
            "HQ C7 HA HJ",
            "DA DK D8 H8",
            "ST H9 SK CA",
            "H7 HK D7 S9",
            "SJ CK SQ HT",
            "D9 CQ DJ S7",
            "C8 C9 DQ CJ",
            "CT DT SA S8",
        )
    )
    deal = record(match, 28, trump="H", declarer="N")
    changed = afresh(match).deal(1)
    changed.cards_played = tricks
    before = match.sheet.totals
    match.record_cards(changed)
    replay = afresh(match).deal(1).replay
    assert [(play.trick, play.seat, play.card) for play in replay.revokes] == [
        (1, "S", "C7"),
        (3, "E", "H9"),
        (5, "E", "HT"),
    ]
    assert replay.card_points == {"NS": 28, "EW": 33}
    assert afresh(match).sheet.totals == before
    assert deal.number == 1
