"""A match as a record, and back: nothing is lost, and the second export equals the first."""

import json
import random

import pytest
from django.test import Client
from django.urls import reverse

from games.manille.facts import checked
from games.manille.play import Trick
from games.manille.presets import PRESETS
from games.manille.record import parse_record, rules_to_json, write_record
from games.manille.rules import Rules
from games.manille.scoring import Doubling, possible_misdeals
from games.manille.verdict import verdict
from games.models import Match, record_of, start_from_record
from tests.matches import record, start_match

WEST_FLEMISH = PRESETS["west-flemish"]
THREE = {"seats": 3, "sides": "singles", "removed": "S7 C7"}
RULINGS = [
    {"revoke": "E", "trick": 3, "reason": "Hearts", "rule": "revoke: whole-pot", "by": "Zoë"}
    | {"at": "2026-10-25T21:30:00+00:00", "appeal": {"by": "Bo", "reason": "I had none"}},
    {"play_stands": True, "reason": "He had none"},
]
RULE_SETS = {
    **PRESETS,
    "timed": WEST_FLEMISH.changed(minutes=30, even_deals=True),
    "each alone": WEST_FLEMISH.changed(**THREE),
    "dealer alone": WEST_FLEMISH.changed(**THREE, camps="dealer-alone"),
    "cards left over": WEST_FLEMISH.changed(
        seats=3, sides="singles", undealt="dealer", camps="dealer-alone"
    ),
    "auction": WEST_FLEMISH.changed(trump="auction", contract="bid"),
    "draws dealt again": PRESETS["manillen-61"].changed(last_trick=0),
}


def tricks_of(rules: Rules, dealer: str, trump: str, chance: random.Random) -> tuple[list, dict]:
    """Tricks of a deal and the hands dealt; one card in twenty is played against the rules."""
    table, pack = rules.table, list(rules.cards.cards)
    chance.shuffle(pack)
    size = rules.hand_size
    hands = {seat: pack[i * size : (i + 1) * size] for i, seat in enumerate(table.seats)}
    dealt = {seat: " ".join(hand) for seat, hand in hands.items()}
    leader, tricks = table.after(dealer), []
    for _ in range(size):
        trick = Trick(rules, trump, leader, dealer)
        for _ in table.seats:
            hand = hands[trick.seat_to_play]
            card = chance.choice(hand if chance.random() < 0.05 else trick.legal(hand))
            hand.remove(card)
            trick = trick.play(card)
        tricks.append(" ".join(trick.cards))
        leader = trick.winner
    return tricks, dealt


def random_deal(rules: Rules, dealer: str, chance: random.Random) -> dict:
    table = rules.table
    deal: dict = {}
    if chance.random() < 0.3:
        deal["note"] = chance.choice(["Renée’s “nine”", "<b>ten</b> 🎴", "two\nlines"])
    if rules.minutes:
        deal["minute"] = chance.randrange(60)
    if chance.random() < 0.15:
        if chance.random() < 0.5:
            points = {chance.choice(table.sides): chance.choice([-5, 30])}
            deal["ruling"] = {"points": points, "penalties": points, "reason": "On purpose"}
        return deal | {"misdeal": chance.choice(possible_misdeals(rules))}
    if trump := chance.choice(rules.trumps):
        deal["trump"] = trump
    deal["declarer"] = chance.choice(table.seats)
    if rules.contract == "bid":
        deal["bid"] = chance.randrange(rules.par + 1, rules.pot + 1)
    if rules.blind_no_trump and trump == "NT":
        deal["blind"] = chance.random() < 0.5
    calls: tuple = ()
    while chance.random() < 0.4 and (call := Doubling(calls).next_call(rules, trump)):
        calls += (call,)
    deal["calls"] = list(calls)
    camps = table.camps(dealer)
    if chance.random() < 0.85:
        left = rules.pot
        deal["card_points"] = {}
        for camp in camps[:-1]:
            deal["card_points"][camp] = chance.choice([0, left // 2, chance.randrange(left + 1)])
            left -= deal["card_points"][camp]
        if chance.random() < 0.5:
            deal["card_points"][camps[-1]] = left
    if trump and rules.undealt == "none" and chance.random() < 0.5:
        tricks, hands = tricks_of(rules, dealer, trump, chance)
        if chance.random() < 0.3:
            tricks = tricks[: chance.randrange(1, len(tricks))]
        deal["tricks"] = tricks
        if chance.random() < 0.5:
            seat = chance.choice(table.seats)
            deal["hands"] = {seat: hands[seat]}
        deal["leader"] = table.after(dealer)
    if chance.random() < 0.2:
        deal["ruling"] = {"revoke": chance.choice(table.seats), "trick": 2, "reason": "Seen late"}
        if chance.random() < 0.5:
            penalty = {"penalties": {table.sides[0]: -30}, "by": "Zoë", "appeal": {"by": "An"}}
            deal["earlier_rulings"] = [deal["ruling"], penalty]
    return deal


def random_record(name: str, seed: int) -> dict:
    """A record in which all that can happen happens. Many deals are dealt out of turn; where camps
    hang on the dealer, who dealt is always told, since this test does not know the rotation."""
    rules, chance = RULE_SETS[name], random.Random(f"{name} {seed}")
    rules_told = rules_to_json(rules, name if name in PRESETS else None)
    names = {seat: f"{seat}é “x” <b>" for seat in rules.table.seats if chance.random() < 0.7}
    deals = []
    for _ in range(chance.randrange(9)):
        dealer = chance.choice(rules.table.seats)
        deal = random_deal(rules, dealer, chance)
        if rules.table.dealer_alone or chance.random() < 0.4:
            deal["dealer"] = dealer
        deals.append(deal)
    found = {"format": "manille-record", "version": 1, "rules": rules_told, "players": names}
    if chance.random() < 0.5:
        found |= {"played_on": "2026-10-25", "place": "Café One, table 3"}
    return found | {"deals": deals}


def exported(match: Match) -> str:
    response = Client().get(reverse("export_record", args=[match.code]))
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", RULE_SETS)
def test_export_import_export_is_byte_for_byte_the_same(db, name, seed):
    told = parse_record(json.dumps(random_record(name, seed)))
    match = start_from_record(told)
    first = exported(match)
    again = start_from_record(parse_record(first))

    assert exported(again) == first
    assert again.sheet.totals == match.sheet.totals
    assert [line.dealer for line in again.sheet.lines] == [
        line.dealer for line in match.sheet.lines
    ]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", RULE_SETS)
def test_what_a_record_tells_comes_back(db, name, seed):
    told = parse_record(json.dumps(random_record(name, seed)))
    back = parse_record(exported(start_from_record(told)))

    assert (back.rules, back.preset, back.players) == (told.rules, told.preset, told.players)
    assert (back.played_on, back.place) == (told.played_on, told.place)
    assert [deal.dealer for deal in back.deals] == [one.dealer for one in checked(told)]
    assert len(back.deals) == len(told.deals)
    for old, new in zip(told.deals, back.deals, strict=True):
        for fact in ("misdeal", "contract", "last_trick", "hands", "leader", "tricks"):
            assert getattr(new, fact) == getattr(old, fact), fact
        assert (new.ruling, new.note, new.minute) == (old.ruling, old.note, old.minute)
        assert new.earlier_rulings == old.earlier_rulings
        assert old.card_points.items() <= new.card_points.items()


def test_a_dealer_is_stored_only_where_rotation_says_otherwise(db):
    deal = {"trump": "H", "card_points": {"NS": 40}}
    dealers = ["E", None, "W", "E", None, "S"]  # clockwise: E S W, then E out of turn, S W
    deals = [{**deal, **({"dealer": dealer} if dealer else {})} for dealer in dealers]
    told = {"format": "manille-record", "version": 1, "rules": "west-flemish", "deals": deals}
    match = start_from_record(parse_record(json.dumps(told)))

    assert match.first_dealer == "E"
    assert [stored.dealer for stored in match.played] == ["", "", "", "E", "", "S"]
    assert [line.dealer for line in match.sheet.lines] == list("ESWESS")


def test_minutes_become_times_of_day(db):
    deals = [
        {"trump": "H", "card_points": {"NS": 40}, "minute": 12},
        {"trump": "H", "card_points": {"NS": 40}, "minute": 61},
    ]
    rules = {"preset": "west-flemish", "minutes": 60}
    told = {"format": "manille-record", "version": 1, "rules": rules, "deals": deals}
    match = start_from_record(parse_record(json.dumps(told)))

    assert [match.minute_of(deal.recorded_at) for deal in match.played] == [12, 61]
    assert match.sheet.finished == "minutes"


def played_at_the_table(preset: str) -> Match:
    """A match recorded by its verbs, with whatever a table needs."""
    seats = PRESETS[preset].table.seats
    players = {"N": "An", "E": "E", "S": "Cis", "W": "Dré"}
    match = start_match(preset, players={seat: players[seat] for seat in seats})
    record(match, 36)
    record(match, misdeal="wrong-count", note="29 cards")
    record(match, match.rules.par, declarer=match.sheet.next_dealer)
    record(match, 21, dealer=seats[-1], rulings=RULINGS)
    match.withdraw_deal(1, "Written twice")
    return match


@pytest.mark.parametrize("preset", PRESETS)
def test_a_match_of_the_site_claims_nothing_that_does_not_follow(db, preset):
    match = played_at_the_table(preset)
    first = exported(match)
    found = parse_record(first)

    assert verdict(found)["claims"] == [
        # Whoever dealt out of turn is told, and reported as such.
        claim
        for claim in verdict(found)["claims"]
        if claim["place"].endswith(".dealer")
    ]
    named = {"N": "An", "S": "Cis", "W": "Dré"}
    assert found.players == {seat: name for seat, name in named.items() if seat in match.players}
    assert exported(start_from_record(found)) == first


def test_it_is_a_file_to_keep(client, db):
    match = start_match(played_on="2026-10-25")
    match.refresh_from_db()
    response = client.get(reverse("export_record", args=[match.code]))

    assert response.headers["Content-Type"] == "application/json"
    disposition = response.headers["Content-Disposition"]
    assert disposition == 'attachment; filename="manille-2026-10-25.json"'
    assert response.content.decode() == write_record(record_of(match))
    assert match.scoring_code not in response.content.decode()


def test_it_is_for_reading_only_and_for_known_matches(client, db):
    match = start_match()

    assert client.post(reverse("export_record", args=[match.code])).status_code == 405
    assert client.get(reverse("export_record", args=["nosuchmatch"])).status_code == 404


@pytest.mark.parametrize("deals", [1, 9])
def test_it_needs_two_queries(client, db, django_assert_num_queries, deals):
    match = start_match()
    for _ in range(deals):
        record(match, 31)
    with django_assert_num_queries(2):
        exported(match)
