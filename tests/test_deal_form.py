import copy
import uuid

import pytest

from games.forms.deals import DealForm
from games.models import Deal
from tests.matches import record, start_match

pytestmark = pytest.mark.django_db


def new(match, **told):
    """A form to record the next deal, filled in as a scribe would."""
    told = {
        "number": match.next_number,
        "key": str(uuid.uuid4()),
        "trump": "H",
        "declarer": "N",
        "calls": "",
        "points_NS": "38",
        **told,
    }
    return DealForm(
        {name: value for name, value in told.items() if value is not None},
        instance=Deal(match=match),
    )


def test_one_figure_is_enough():
    match = start_match()
    form = new(match)

    assert form.is_valid(), form.errors
    assert match.record_deal(form.instance)
    assert match.deal(1).points_by_camp == {"NS": 38, "EW": 22}
    assert match.sheet.totals == {"NS": 8, "EW": 0}


def test_the_other_sides_figure_is_enough_and_zero_is_a_figure():
    form = new(start_match(), points_NS="", points_EW="0")

    assert form.is_valid(), form.errors
    assert form.instance.points_by_camp == {"NS": 60, "EW": 0}


@pytest.mark.parametrize(
    ("told", "field", "words"),
    [
        ({"points_NS": "61"}, "points_NS", "0 to 60, not 61"),
        ({"points_NS": "38", "points_EW": "23"}, "points_NS", "add up to 60, not 61"),
        ({"points_NS": "30", "points_EW": "29"}, "points_NS", "add up to 60, not 59"),
        ({"points_NS": ""}, "points_NS", "Give the card points of either side."),
        ({"points_NS": " "}, "points_NS", "Give the card points of either side."),
        ({"points_NS": "3,5"}, "points_NS", "“3,5” is not a whole number"),
        ({"points_NS": "-3"}, "points_NS", "“-3” is not a whole number"),
        ({"points_NS": "many"}, "points_NS", "“many” is not a whole number"),
        ({"points_NS": "", "points_EW": "٣"}, "points_EW", "“٣” is not a whole number"),
        ({"trump": ""}, "trump", "Say what was trump"),
        ({"trump": "X"}, "trump", "X is not one of the available choices"),
        ({"declarer": "Q"}, "declarer", "Q is not one of the available choices"),
        ({"calls": "redouble"}, "calls", "redouble is not one of the available choices"),
        ({"misdeal": "earthquake"}, "misdeal", "earthquake is not one of the available choices"),
        ({"number": "0"}, "number", "greater than or equal to 1"),
        ({"number": "99999999999999999999"}, "number", "less than or equal to 9999"),
        ({"key": "x"}, "key", "valid UUID"),
        ({"note": "n" * 501}, "note", "at most 500"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(told, field, words):
    form = new(start_match(), **told)

    assert not form.is_valid()
    assert words in str(form.errors[field].as_text())
    assert list(form.errors) == [field]


def test_no_trump_is_not_doubled_where_the_rules_say_so():
    match = start_match("botifarra-lliure")

    form = new(match, trump="NT", calls="double", points_NS="40")
    assert not form.is_valid()
    assert form.errors["calls"] == ["A deal without trump is not doubled under these rules."]
    assert new(match, trump="NT", calls="", points_NS="40").is_valid()
    assert new(match, calls="double redouble third", points_NS="40").is_valid()


@pytest.mark.parametrize(
    ("preset", "calls"),
    [
        ("classic-turnup", None),
        ("west-flemish", ["", "double"]),
        ("flemish-club", ["", "double", "double redouble"]),
        ("botifarra-lliure", ["", "double", "double redouble", "double redouble third"]),
    ],
)
def test_exactly_the_legal_calls_are_offered(preset, calls):
    form = DealForm(instance=Deal(match=start_match(preset)))

    offered = (
        [value for value, _ in form.fields["calls"].choices] if "calls" in form.fields else None
    )
    assert offered == calls


def test_a_turned_trump_asks_for_no_declarer_and_no_deal_without():
    form = DealForm(instance=Deal(match=start_match("classic-turnup")))

    assert "declarer" not in form.fields
    assert [value for value, _ in form.fields["trump"].choices] == ["S", "H", "D", "C"]


@pytest.mark.parametrize(
    ("preset", "seat"), [("west-flemish", "E"), ("botifarra-lliure", "W"), ("manillen-61", "S")]
)
def test_the_declarer_is_preset_by_the_system(preset, seat):
    """The dealer, one place further on each deal; eldest hand where the choice begins there."""
    match = start_match(preset)
    record(match, 40)

    assert DealForm(instance=Deal(match=match))["declarer"].value() == seat


def test_every_deal_without_trump_has_nothing_to_choose():
    rules = {"no_trump": "every-deal"}
    form = DealForm(instance=Deal(match=start_match("dealer-names", rules=rules)))

    assert not {"trump", "declarer", "calls"} & set(form.fields)
    form = new(form.match, points_NS="38")
    assert form.is_valid()
    assert form.instance.trump == "NT"


def test_the_last_trick_is_asked_where_it_counts():
    match = start_match("manillen-61")

    assert "last_trick" not in DealForm(instance=Deal(match=start_match())).fields
    form = new(match, points_NS="61", last_trick="EW")
    assert not form.is_valid()
    assert "last_trick" in form.errors
    assert new(match, points_NS="31", last_trick="EW").is_valid()
    assert new(match, points_NS="31").is_valid()


def bidding():
    return start_match(rules={"trump": "auction", "contract": "bid"})


@pytest.mark.parametrize(
    ("bid", "words"),
    [
        ("", "Say how many card points were bid."),
        ("30", "from 31 to 60"),
        ("61", "from 31 to 60"),
        ("4,5", "A bid is a whole number"),
    ],
)
def test_an_impossible_bid_is_refused(bid, words):
    form = new(bidding(), bid=bid)

    assert not form.is_valid()
    assert words in form.errors["bid"].as_text()


def test_a_bid_is_told_where_there_is_one():
    form = new(bidding(), bid="35")

    assert form.is_valid(), form.errors
    assert form.instance.bid == 35
    assert "bid" not in DealForm(instance=Deal(match=start_match())).fields


def test_who_bid_must_be_told():
    form = new(bidding(), bid="35", declarer=None)

    assert not form.is_valid()
    assert form.errors["declarer"] == ["Say who named trump."]


def test_a_misdeal_takes_nothing_from_the_other_fields():
    match = start_match("manillen-61")
    form = new(match, misdeal="wrong-count", points_NS="rubbish", last_trick="NS", calls="?")

    assert form.is_valid(), form.errors
    assert match.record_deal(form.instance)
    assert match.deal(1).facts == {"misdeal": "wrong-count"}


def test_where_the_dealer_plays_alone_the_others_share_their_card_points():
    rules = {
        "seats": 3,
        "sides": "singles",
        "camps": "dealer-alone",
        "removed": "S7 H7",
    }
    players = {"N": "An", "E": "Bo", "S": "Cis"}
    match = start_match("classic-turnup", rules=rules, players=players)

    form = DealForm(instance=Deal(match=match))
    assert [field.name for field in form.points] == ["points_N", "points_ES"]
    form = new(match, dealer="N", points_NS=None, points_N="40")
    assert form.is_valid(), form.errors
    assert match.record_deal(form.instance)
    form = DealForm(instance=Deal(match=match))
    assert [field.name for field in form.points] == ["points_S", "points_NE"]


def test_correcting_starts_from_what_was_recorded_and_may_name_dealer_and_misdeal():
    match = start_match()
    record(match, 38, declarer="E", note="late")
    stored = match.deal(1)

    form = DealForm(instance=copy.copy(stored), correcting=True)
    assert "number" not in form.fields
    assert form["points_NS"].value() == 38
    assert form["points_EW"].value() == 22
    assert form["declarer"].value() == "E"
    told = {"revision": 0, "dealer": "S", "misdeal": "", "trump": "NT", "points_NS": "40"}
    form = DealForm(told, instance=copy.copy(stored), correcting=True)
    assert form.is_valid(), form.errors
    match.correct_deal(form.instance, "misheard")
    assert match.sheet.totals == {"NS": 20, "EW": 0}
    assert match.sheet.lines[0].dealer == "S"

    told = {"revision": 1, "dealer": "", "misdeal": "abandoned", "points_NS": "40"}
    form = DealForm(told, instance=copy.copy(match.deal(1)), correcting=True)
    assert form.is_valid(), form.errors
    match.correct_deal(form.instance, "thrown in")
    assert match.deal(1).facts == {"misdeal": "abandoned"}


def test_correcting_cannot_lose_the_points():
    match = start_match()
    record(match, 38)

    told = {"revision": 0, "trump": "H", "points_NS": "", "points_EW": ""}
    form = DealForm(told, instance=copy.copy(match.deal(1)), correcting=True)
    assert not form.is_valid()
    assert "points_NS" in form.errors


def test_reading_the_form_asks_the_database_nothing(django_assert_num_queries):
    """So that recording a deal stays within its few statements."""
    match = start_match()
    told = {"number": 1, "key": uuid.uuid4(), "trump": "H", "declarer": "N", "points_NS": "38"}

    with django_assert_num_queries(0):
        form = DealForm(told, instance=Deal(match=match))
        assert form.is_valid()
