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

from games.manille.cards import NO_TRUMP
from games.manille.notation import TrickRecord, write_tricks
from games.manille.presets import PRESETS
from games.manille.record import parse_record
from games.manille.replay import refuses_legality
from games.models import Match, start_from_record
from games.wording.systems import FAMILIES, SYSTEMS
from tests.manille.deals import play_out
from tests.matches import PLAYERS, reading_client

pytestmark = pytest.mark.django_db

EVERY = pytest.mark.parametrize("system", PRESETS)
HTMX = {"HX-Request": "true", "HX-Target": "live"}


class Table:
    """A device that may score a match, and what it sees there."""

    def __init__(self, system: str, chance: random.Random, **told: str) -> None:
        self.chance, self.client, self.form = chance, Client(), None
        rules = PRESETS[system]
        names = {f"name_{seat}": PLAYERS[seat] for seat in rules.people}
        told = {"system": system, "dealer": "N", **names, **told}
        page = self.client.get(reverse("start"), {"system": system})
        assert page.status_code == 200
        response = self.client.post(reverse("start"), told)
        assert response.status_code == 302, response.context["form"].errors
        self.code = response.url.strip("/").split("/")[-1]

    @property
    def match(self) -> Match:
        return Match.objects.get(code=self.code)

    def url(self, name: str, *place: int) -> str:
        return reverse(name, args=[self.code, *place])

    def page(self, name: str, *place: int) -> str:
        response = self.client.get(self.url(name, *place))
        assert response.status_code == 200, name
        return html.unescape(response.content.decode())

    def deal(self) -> dict[str, str]:
        """The next deal at random, told with the fields of the form on the page."""
        form = self.form or self.client.get(self.url("match")).context["form"]
        told = {"number": form["number"].value(), "key": str(form["key"].value())}
        if "dealer" in form.fields:
            told["dealer"] = form["dealer"].value()
        for name in ("trump", "declarer", "calls"):
            if name in form.fields:
                told[name] = self.chance.choice([v for v, _ in form.fields[name].choices])
        if told.get("declarer") == "nobody":
            told["trump"] = NO_TRUMP
        if told.get("trump") == NO_TRUMP and not form.rules.double_no_trump:
            told.pop("calls", None)
        if "bid" in form.fields:
            told["bid"] = str(self.chance.randint(form.rules.par + 1, form.rules.pot))
        if "blind" in form.fields and told["trump"] == NO_TRUMP:
            told["blind"] = "on"
        return told | self.points(form)

    def points(self, form) -> dict[str, str]:
        """Card points of all camps but one: the site works out the last. All of them are close to
        an equal share, so that no match ends with its first deals."""
        share = form.rules.pot // len(form.points)
        return {field.name: str(share + self.chance.randint(-3, 3)) for field in form.points[:-1]}

    def record(self, told: dict[str, str], **headers: str) -> str:
        response = self.client.post(self.url("record_deal"), told, headers=headers)
        assert response.status_code in (200, 302)
        self.form = response.context.get("form") if response.context else None
        assert not (self.form and self.form.errors)
        return html.unescape(response.content.decode())

    def facts(self) -> dict:
        return json.loads(self.client.get(self.url("export_record")).content)


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


def at(system: str, **told: str) -> Table:
    return Table(system, random.Random(1), **told)


def tell(table: Table, **told: str) -> dict[str, str]:
    form = table.client.get(table.url("match")).context["form"]
    return {"number": form["number"].value(), "key": str(form["key"].value()), **told}


@pytest.mark.parametrize(
    "points, words, scored",
    [
        ("41", "bid 38, made 41", {"NS": 11, "EW": 0}),
        ("38", "bid 38, made 38", {"NS": 8, "EW": 0}),
        ("35", "bid 38, made 35: failed by 3", {"NS": 0, "EW": 3}),
    ],
)
@pytest.mark.parametrize("system", ["coinchee", "encheres"])
def test_a_bid_says_whether_it_was_made(system, points, words, scored):
    table = at(system)
    told = tell(table, declarer="S", bid="38", trump="H", points_NS=points)
    preview = table.client.get(table.url("preview_deal"), told).content.decode()
    table.record(told)

    assert words in preview
    assert words in table.page("match")
    assert words in table.page("deal", 1)
    assert table.match.sheet.totals == scored


def test_a_deal_that_all_pass_goes_to_the_next_dealer():
    table = at("coinchee")
    page = table.page("match")
    assert "Everybody passed<small" in page
    table.record(tell(table, misdeal="all-pass"))

    page = table.page("match")
    assert "Everybody passed. Dré deals next." in page
    assert "Misdeal: Everybody passed" not in page
    assert table.match.sheet.next_dealer == "W"


@pytest.mark.parametrize("bid", ["", "30", "61", "x"])
def test_a_bid_is_from_31_to_the_pot(bid):
    table = at("coinchee")
    told = tell(table, declarer="S", bid=bid, trump="H", points_NS="40")
    response = table.client.post(table.url("record_deal"), told)

    assert response.context["form"].errors["bid"]
    assert f'value="{bid}"' in response.content.decode() or not bid
    assert not table.match.played


def test_nobody_choosing_leaves_it_to_the_dealer():
    page = at("manillen-61").page("match")

    assert "Who chose" in page
    assert "Nobody: An, the dealer, had to" in page


def test_where_all_pass_the_dealer_plays_without_trump():
    table = at("verplicht-manille")
    assert "Nobody: An, the dealer, had to play without trump" in table.page("match")
    refused = tell(table, declarer="nobody", trump="H", points_NS="38")
    response = table.client.post(table.url("record_deal"), refused)
    assert response.context["form"].errors["trump"] == ["Nobody named a trump: then there is none."]
    table.record(tell(table, declarer="nobody", points_NS="38"))

    deal = table.match.deal(1)
    assert (deal.declarer, deal.trump) == ("N", "NT")
    assert table.match.sheet.totals == {"NS": 16, "EW": 0}


def test_a_score_pad_asks_for_points_only():
    table = at("two-hand")
    fields = set(table.client.get(table.url("match")).context["form"].fields)
    assert fields == {"number", "key", "misdeal", "note", "points_N", "points_E"}
    page = table.page("match")
    assert "leads" not in page.split('id="deal-form"')[1].split("</form>")[0]
    table.record(tell(table, points_N="38"))

    assert table.match.sheet.totals == {"N": 8, "E": 0}
    assert "trump" not in table.facts()["deals"][0]


def test_three_each_alone_need_two_figures():
    table = at("three-solo")
    told = tell(table, trump="H", points_N="27", points_E="12")
    table.record(told)
    assert table.match.deal(1).points_by_camp == {"N": 27, "E": 12, "S": 21}
    assert table.match.sheet.totals == {"N": 7, "E": 0, "S": 1}

    too_few = tell(table, trump="H", points_N="27")
    too_many = tell(table, trump="H", points_N="27", points_E="30", points_S="30")
    for told, words in (
        (too_few, "Give the card points of every side, or of all but one."),
        (too_many, "The card points must add up to 60, not 87."),
    ):
        response = table.client.post(table.url("record_deal"), told)
        assert words in html.unescape(response.content.decode())
    assert len(table.match.played) == 1


def test_the_dealer_alone_plays_against_the_other_two():
    table = at("three-dealer-alone")
    page = table.page("match")
    assert "The 2 cards left over count for the dealer." in page
    assert '<label for="id_points_ES"><bdi>Bo & Cis</bdi></label>' in page
    table.record(tell(table, dealer="N", trump="H", points_N="25"))

    assert table.match.sheet.totals == {"N": 0, "E": 5, "S": 5}
    assert "Bo & Cis</bdi> played together" in table.page("deal", 1)
    # Clockwise, East deals next and is the one who plays alone.
    form = table.client.get(table.url("match")).context["form"]
    assert [field.name for field in form.points] == ["points_E", "points_NS"]


def test_no_trump_named_blind_counts_four_times():
    table = at("three-dealer-alone")
    refused = tell(table, dealer="N", trump="H", blind="on", points_N="40")
    response = table.client.post(table.url("record_deal"), refused)
    assert response.context["form"].errors["blind"]
    assert "checked" in str(response.context["form"]["blind"])
    told = tell(table, dealer="N", trump="NT", blind="on", points_N="40")
    assert "×4" in table.client.get(table.url("preview_deal"), told).content.decode()
    table.record(told)

    assert table.match.sheet.totals == {"N": 40, "E": 0, "S": 0}
    assert "no trump named blind ×4" in table.page("match")
    assert table.facts()["deals"][0]["blind"] is True


def test_a_dummy_is_told_by_who_plays_it():
    table = at("three-dummy")
    page = table.page("match")
    assert "An with a dummy" in page
    assert "dummy of An" in page
    for _ in range(2):  # counter-clockwise: North, West, then the dummy
        table.record(tell(table, trump="H", points_NS="40"))

    assert "<bdi>An</bdi> deals for the dummy, <bdi>Bo</bdi> leads." in table.page("match")
    assert table.facts()["players"] == {"N": "An", "E": "Bo", "W": "Dré"}


def test_cards_that_were_taken_out_are_shown_as_gone():
    table = at("three-solo")
    table.record(tell(table, trump="H", points_N="27", points_E="12"))
    page = table.page("enter_cards", 1)

    assert 'value="H7"' in page
    assert 'value="S7"' not in page
    assert "Taken out before dealing:" in page
