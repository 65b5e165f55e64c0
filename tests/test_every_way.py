"""Every named system from the first deal to the signed sheet, through the site's own pages.

A deal is told with the fields that its form has and nothing else, so that a system whose form asks
too much or too little shows here. Nothing is said of one system that is not said of all.
"""

import html
import json
import random

import pytest
from django.test import Client
from django.urls import reverse

from games.manille.notation import TrickRecord, write_tricks
from games.manille.presets import PRESETS
from games.manille.record import parse_record
from games.manille.replay import refuses_legality
from games.models import Match, start_from_record
from games.wording.systems import FAMILIES, SYSTEMS
from tests.manille.deals import play_out
from tests.matches import PLAYERS, reading_client

from .devices import HTMX, Table

pytestmark = pytest.mark.django_db

EVERY = pytest.mark.parametrize("system", PRESETS)


@pytest.fixture
def table(request, system):
    return Table(system, random.Random(system))


def test_every_system_is_offered_once_with_a_name_of_its_own():
    offered = [system for family in FAMILIES for system in family.systems]

    assert sorted(offered) == sorted(PRESETS)
    assert len({str(SYSTEMS[system].title) for system in offered}) == len(offered)


@EVERY
def test_from_the_first_deal_to_the_signed_sheet(table, system):
    rules = PRESETS[system]
    sides = rules.table.sides
    assert table.match.rules == rules
    deals = 0
    while deals == 0 or table.form:
        told = table.deal()
        if deals % 4:  # at times one side takes nearly everything, or the test would take long
            most = table.chance.choice(list(told)[-len(rules.table.camps("N")) + 1 :])
            told |= {name: "2" for name in told if name.startswith("points_")}
            told[most] = str(rules.pot - 4)
        preview = table.client.get(table.url("preview_deal"), told).context.get("preview")
        assert preview, told
        table.record(told, **HTMX)
        match = table.match
        assert [(side["name"], side["total"]) for side in preview["sides"]] == [
            (match.names(side), match.sheet.totals[side]) for side in sides
        ]
        deals += 1
    assert match.sheet.finished == "target"
    assert deals > 1
    sheet = table.page("match")
    for side in sides:
        assert match.names(side) in sheet
    for page in ("history", "match_rules", "share", "sign"):
        table.page(page)
    assert html.unescape(reading_client(match).get(table.url("match")).content.decode())

    for side in sides:
        form = next(
            form
            for form in table.client.get(table.url("sign")).context["forms"]
            if form["side"].value() == side
        )
        signers = [value for value, _ in form.fields["signer"].choices]
        assert signers == [match.name(seat) for seat in side if seat in rules.people]
        seen = form["seen"].value()
        signed = {"side": side, "signer": signers[0], "seen": seen}
        assert table.client.post(table.url("sign"), signed).status_code == 302
    match = table.match
    assert match.is_signed
    assert match.signed_result["totals"] == match.sheet.totals

    first = table.client.get(table.url("export_record")).content
    again = start_from_record(parse_record(first.decode()))
    exported = Client().get(reverse("export_record", args=[again.code])).content
    assert exported == first
    assert again.sheet.totals == match.sheet.totals


@EVERY
def test_a_deal_is_taken_back_and_put_right(table, system):
    table.record(table.deal())
    told = table.deal()
    table.record(told)
    before = table.facts()
    response = table.client.post(table.url("undo"), {"number": "2"}, headers=HTMX)
    form = response.context["form"]
    # What was typed comes back into the form, each fact at its field.
    for name, value in told.items():
        if name not in ("number", "key"):
            asked = {"on": "True"}.get(value, value)
            shown = form[name].value()
            nobody = name == "declarer" and value == "nobody"
            assert nobody or str(shown if shown is not None else "") == asked, name
    table.record({**told, "number": "2", "key": str(form["key"].value())})
    assert table.facts()["deals"] == before["deals"]

    page = table.client.get(table.url("correct_deal", 1))
    form = page.context["form"]
    pot = str(form.rules.pot)
    points = [field.name for field in form.points]
    changed = {
        name: form[name].value()
        for name in form.fields
        if form[name].value() not in (None, "") and name not in (*points, "blind")
    }
    # The other sides took nothing at all.
    whole = {name: pot if name == points[0] else "0" for name in points}
    changed |= {"blind": "on"} if table.match.deal(1).blind else {}
    changed.pop("last_trick", None)
    changed |= whole | {"reason": "Added up wrongly"}
    response = table.client.post(table.url("correct_deal", 1), changed)
    assert not [form.errors for form in response.context["forms"] if form.errors]
    changed |= {"confirm": "1", "seen": response.context["seen"]}
    assert table.client.post(table.url("correct_deal", 1), changed).status_code == 302
    assert set(table.match.deal(1).points_by_camp.values()) == {0, form.rules.pot}
    assert "Added up wrongly" in table.page("history")
    assert "Deal 1" in table.page("deal", 1)


@EVERY
def test_points_can_be_ruled_and_a_revoke_costs_what_the_rules_say(table, system):
    rules = PRESETS[system]
    table.record(table.deal())
    for ruling in (
        {"kind": "revoke", "revoke": "E", "trick": "1"},
        {"kind": "points", **{f"points_{side}": "7" for side in rules.table.sides}},
    ):
        revision = table.match.deal(1).revision
        told = {**ruling, "reason": "The referee said so", "revision": revision}
        told |= {"by": "Zoë", "rule": "Article 7", f"penalty_{rules.table.sides[0]}": "−5"}
        response = table.client.post(table.url("rule_deal", 1), told)
        told |= {"confirm": "1", "seen": response.context["seen"]}
        assert table.client.post(table.url("rule_deal", 1), told).status_code == 302
        assert "Ruling:" in table.page("match")
        assert "The referee said so" in table.page("deal", 1)
        points = table.match.sheet.lines[0]
        if ruling["kind"] == "points":
            assert set(points.points.values()) == {7}
            assert points.totals[rules.table.sides[0]] == 2
        else:
            assert points.card_points[rules.table.camp_of("E", points.dealer)] == 0


@EVERY
def test_a_match_is_given_up_and_another_follows(table, system):
    rules = PRESETS[system]
    table.record(table.deal())
    side = rules.table.sides[-1]
    told = {"by": side, "reason": "The last bus"}
    response = table.client.post(table.url("give_up"), told)
    told |= {"confirm": "1", "seen": response.context["seen"]}
    assert table.client.post(table.url("give_up"), told).status_code == 302
    assert table.match.given_up_by == side

    form = table.client.get(table.url("another")).context["form"]
    seatings = [value for value, _ in form.fields["seating"].choices]
    assert ("rotate" in seatings) == (len(rules.people) > 2)
    told = {"seating": seatings[-2], "dealer": "N", "known": "0"}
    response = table.client.post(table.url("another"), told)
    assert response.status_code == 302
    new = Match.objects.get(code=response.url.strip("/").split("/")[-1])
    assert new.rules == rules
    assert sorted(new.players.values()) == sorted(table.match.players.values())
    for seat in set(rules.table.seats) - set(rules.people):
        assert new.players[seat] == seat
        assert new.name(rules.player_of(seat)) in new.name(seat)


@EVERY
def test_the_table_is_drawn_as_it_is_played_at(table, system):
    rules = PRESETS[system]
    drawn = table.client.get(table.url("match")).context["table"]
    page = table.page("match")

    assert [seat["seat"] for seat in drawn["seats"]] == list(rules.table.seats)
    assert f'<div class="table table-{rules.seats}' in page
    way = "Play goes clockwise." if rules.table.clockwise else "Play goes counter-clockwise."
    assert way in page
    for seat in rules.people:
        assert PLAYERS[seat] in page
    table.record(table.deal())
    chart = table.client.get(table.url("match")).context["chart"]
    assert [line["label"] for line in chart] == [
        table.match.names(side) for side in rules.table.sides
    ]
    assert table.page("match").count("<polyline") == 2 * len(chart)


@EVERY
def test_cards_are_replayed_or_refused_with_the_reason(table, system):
    rules = PRESETS[system]
    told = table.deal()
    table.record(told)
    deal = table.match.deal(1)
    page = table.page("enter_cards", 1)
    if rules.play == "score-pad":
        assert "No rules of play are known for this game" in page
        assert "No rules of play are known for this game" in table.page("replay_start", 1)
        assert reverse("enter_cards", args=[table.code, 1]) not in table.page("deal", 1)
        stored = {"tricks": "HA H7", "revision": "0"}
        table.client.post(table.url("enter_cards", 1), stored)
        assert not table.match.deal(1).cards_played
        return
    assert page.count("card-gap") >= len(rules.removed.split())
    tricks = play_out(rules, deal.trump, deal.who_dealt(), table.chance)
    text = write_tricks(TrickRecord(tuple(trick)) for trick in tricks)
    response = table.client.post(table.url("enter_cards", 1), {"tricks": text, "revision": "0"})
    assert response.status_code == 302, response.context["form"].errors

    deal = table.match.deal(1)
    assert deal.cards_played == text
    replay = deal.replay
    assert sum(replay.card_points.values()) == rules.pot
    plays = len(replay.plays)
    assert plays == rules.seats * rules.hand_size
    refused = refuses_legality(rules)
    verdicts = {play.verdict for play in replay.plays}
    # Cards that were left over were seen by nobody, so that some plays may stay open.
    assert verdicts <= ({"undecided"} if refused else {"legal", "undecided"})
    assert refused or rules.undealt == "dealer" or verdicts == {"legal"}
    for step in (1, rules.seats, plays):
        shown = table.page("replay", 1, step)
        assert "against the rules" not in shown
        assert (refused or "not judged") in shown or not refused
        if refused:
            assert "Whether that was allowed cannot be said" not in shown
    again = start_from_record(parse_record(json.dumps(table.facts())))
    assert again.deal(1).cards_played == text


@EVERY
def test_the_form_asks_only_what_the_rules_leave_open(table, system):
    rules = PRESETS[system]
    fields = set(table.client.get(table.url("match")).context["form"].fields)
    page = table.page("match")

    assert ("trump" in fields) == (len(rules.trumps) > 1 and rules.play == "judged")
    assert ("bid" in fields) == (rules.contract == "bid")
    assert ("blind" in fields) == rules.blind_no_trump
    assert ("calls" in fields) == rules.double
    assert ("last_trick" in fields) == (rules.last_trick == 1)
    assert ("Everybody passed" in page) == (rules.all_pass == "next-dealer")
    assert ("The dealer’s partner looked too early" in page) == (rules.sides == "pairs")
    nobody_declares = {
        *("classic-turnup", "malilla-es", "manilla-es-72", "malilla-mx", "manille-fr-68"),
        *("manille-parlee", "manille-muette", "manillen-troef", "malilla-es-40", "malilla-mx-44"),
        *("en-voiture", "manillen-zonder-troef"),
        *("three-solo", "three-dealer-alone", "three-dummy", "two-hand"),
    }
    assert ("declarer" in fields) == (system not in nobody_declares)
