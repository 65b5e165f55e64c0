"""What a change would do to a match, before anything is written."""

import pytest

from games.models import CannotRecord, Match, effect_of_change

from .matches import record, start_match

pytestmark = pytest.mark.django_db


def effect_on(match, number, **facts):
    """The effect of telling a deal so, on the very deal that the match holds."""
    match = Match.objects.get(pk=match.pk)
    match.sheet  # noqa: B018 - a page has shown it already
    changed = match.deal(number)
    for name, value in facts.items():
        setattr(changed, name, value)
    return effect_of_change(match, number, changed)


def carried(effect):
    return effect.before.carried, effect.after.carried


def test_before_is_what_is_stored_though_the_deal_at_hand_was_changed():
    match = start_match()
    record(match, 38)
    effect = effect_on(match, 1, card_points=45)
    assert effect.deal.before.points == {"NS": 8, "EW": 0}
    assert effect.deal.after.points == {"NS": 15, "EW": 0}
    assert effect.facts[0]["card_points"] == {"NS": 38, "EW": 22}
    assert not effect.changes_nothing
    assert match.log.count() == 2


def test_the_match_may_have_been_over_sooner():
    match = start_match(rules={"target": 20})
    for points in (38, 20, 45):
        record(match, points)
    effect = effect_on(match, 1, card_points=55)
    assert [(change.number, change.after.kind) for change in effect.later] == [
        (2, "beyond"),
        (3, "beyond"),
    ]
    assert effect.before.totals == {"NS": 23, "EW": 10}
    assert effect.after.totals == {"NS": 25, "EW": 0}
    assert effect.after.over and effect.after.winner == "NS"


def test_a_drawn_deal_doubles_the_next_only():
    match = start_match()
    for points in (38, 40, 41):
        record(match, points)
    effect = effect_on(match, 1, card_points=30)
    assert [(change.number, change.after.multiplier) for change in effect.later] == [(2, 2)]


def test_a_last_deal_that_was_drawn_doubles_the_one_to_come():
    match = start_match()
    for points in (38, 30):
        record(match, points)
    assert carried(effect_on(match, 2, card_points=31)) == (1, 0)
    assert carried(effect_of_change(match, 2, None)) == (1, 0)
    assert carried(effect_on(match, 1, card_points=30)) == (1, 2)
    assert carried(effect_on(match, 1, card_points=40)) == (1, 1)
    match.give_up("late")  # nothing is dealt any more
    assert carried(effect_on(match, 1, card_points=30)) == (0, 0)


def test_a_misdeal_moves_the_dealers_that_follow():
    match = start_match()
    for points in (38, 40, 41):
        record(match, points)
    effect = effect_on(match, 1, misdeal="wrong-count", trump="", declarer="", card_points=None)
    assert [(change.number, change.after.dealer) for change in effect.later] == [(2, "N"), (3, "E")]
    assert (effect.before.next_dealer, effect.after.next_dealer) == ("W", "S")


def test_the_winner_of_a_match_given_up_can_change():
    match = start_match()
    record(match, 38)
    match.give_up("late")
    effect = effect_on(match, 1, card_points=10)
    assert (effect.before.winner, effect.after.winner) == ("NS", "EW")
    assert effect.before.over and effect.after.over


def test_numbers_stay_with_their_deals_where_one_was_withdrawn():
    match = start_match()
    for points in (38, 40, 30, 45):
        record(match, points)
    match.withdraw_deal(2, "not ours")
    effect = effect_of_change(match, 3, None)
    assert effect.deal.number == 3 and effect.deal.after is None
    assert [change.number for change in effect.later] == [4]
    assert effect.later[0].after.points == {"NS": 15, "EW": 0}


def test_what_the_change_itself_would_refuse_is_refused():
    match = start_match(rules={"target": 30})
    record(match, 60)
    with pytest.raises(CannotRecord, match="no longer"):
        effect_of_change(match, 2, None)
    match.sign("NS", "An")
    match.sign("EW", "Bo")
    with pytest.raises(CannotRecord, match="Reopen"):
        effect_of_change(match, 1, None)
