"""What was stored before a column changed is still there after it."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games.manille.presets import PRESETS
from games.manille.record import rules_to_json

BEFORE = [("games", "0003_rule_sets")]
AFTER = [("games", "0004_rulings")]


@pytest.fixture
def at():
    """Goes to a state of the database and gives its models; the newest comes back afterwards."""

    def go(state):
        executor = MigrationExecutor(connection)
        executor.migrate(state)
        return MigrationExecutor(connection).loader.project_state(state).apps

    yield go
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


@pytest.mark.django_db(transaction=True)
def test_the_one_ruling_becomes_the_first_and_back(at):
    told = {"revoke": "N", "trick": 3, "reason": "held ♥8"}
    apps = at(BEFORE)
    match = apps.get_model("games", "Match").objects.create(
        frozen_rules=rules_to_json(PRESETS["west-flemish"]), players={}, first_dealer="N"
    )
    old = apps.get_model("games", "Deal").objects
    for number, ruling in enumerate((told, None, {"points": {"NS": 5}}), 1):
        old.create(match=match, number=number, trump="H", ruling=ruling)

    new = at(AFTER).get_model("games", "Deal").objects
    found = list(new.order_by("number").values_list("rulings", flat=True))
    assert found == [[told], [], [{"points": {"NS": 5}}]]
    latest = {"play_stands": True, "reason": "it was ♦8"}
    new.filter(number=1).update(rulings=[told, latest])

    back = at(BEFORE).get_model("games", "Deal").objects
    assert list(back.order_by("number").values_list("ruling", flat=True)) == [
        latest,
        None,
        {"points": {"NS": 5}},
    ]


@pytest.mark.django_db(transaction=True)
def test_events_wait_in_the_note_while_there_is_no_place_for_them(at):
    claim = {"kind": "claim", "seat": "E", "trick": 7, "note": "laid down"}
    long = {"kind": "wrong-count", "seat": "W", "cards": 9, "note": "x" * 490}
    apps = at([("games", "0005_deal_events")])
    match = apps.get_model("games", "Match").objects.create(
        frozen_rules=rules_to_json(PRESETS["west-flemish"]), players={}, first_dealer="N"
    )
    deals = apps.get_model("games", "Deal").objects
    told = [("two lines\nof it", [claim]), ("", []), ("", [long]), ("y" * 500, [claim])]
    for number, (note, events) in enumerate(told, 1):
        deals.create(match=match, number=number, trump="H", note=note, events=events)

    old = at([("games", "0004_rulings")]).get_model("games", "Deal").objects.order_by("number")
    notes = list(old.values_list("note", flat=True))
    assert notes[0].startswith("two lines\nof it\nevents: [{") and "laid down" in notes[0]
    assert notes[1] == "" and '"wrong-count"' in notes[2] and notes[3] == "y" * 500
    old.filter(number=2).update(note="what happened\nevents: none")

    new = at([("games", "0005_deal_events")]).get_model("games", "Deal").objects
    found = list(new.order_by("number").values_list("note", "events"))
    assert found[0] == told[0]
    assert found[1] == ("what happened\nevents: none", [])
    del long["note"]  # too long for the note of the deal
    assert found[2] == ("", [long])
    assert found[3] == ("y" * 500, [])
