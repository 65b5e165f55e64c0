"""Records of all presets at random, for tests with hypothesis."""

import random
from dataclasses import replace

from hypothesis import strategies as st

from games.manille.events import FIELDS, KINDS, NEEDED, Event
from games.manille.facts import DealRecord, Record
from games.manille.notation import TrickRecord
from games.manille.play import Trick
from games.manille.presets import PRESETS
from games.manille.scoring import (
    Appeal,
    AsPlayed,
    Contract,
    Doubling,
    Ruling,
    possible_misdeals,
)

NAMES = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), include_characters='"\\<>&\u200f\u202e'),
    min_size=1,
    max_size=30,
).filter(str.strip) | st.sampled_from(
    ['Renée O\'Brien-Åsgård "Jo" <x>', "مريم", "שרה", "🂡 Jo 👩‍👩‍👧", "An\u2028na", "Jo\\u0041"]
)
NOTES = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\x7f")).map(
    lambda text: "".join(c for c in text if c >= " " or c in "\t\n\r")
)


def played_tricks(rules, trump, rng):
    """(hands, leader, tricks) that fit together: cards played at random, cut short, some forgotten,
    with a written leader wherever one is needed and at times where none is, some out of turn."""
    table, cards = rules.table, list(rules.cards.cards)
    rng.shuffle(cards)
    size = rules.hand_size
    dealt = {seat: cards[i * size : (i + 1) * size] for i, seat in enumerate(table.seats)}
    hands = {seat: tuple(hand) for seat, hand in dealt.items() if rng.random() < 0.3}
    leader = first = rng.choice(table.seats)
    forget = rng.choice([0, 0, 0.1])
    tricks, needed = [], False
    plays = rng.choice([size * rules.seats, rng.randint(0, size * rules.seats)])
    while plays > 0:
        written = leader if needed or rng.random() < 0.1 else None
        if written and rng.random() < 0.1:
            leader = written = rng.choice(table.seats)
        trick = Trick(rules, trump, leader, dealer=leader)  # who wins is the same for any dealer
        for seat in table.order(leader)[:plays]:
            trick = trick.play(dealt[seat].pop())
        plays -= rules.seats
        shown = tuple(card if rng.random() >= forget else None for card in trick.cards)
        tricks.append(TrickRecord(shown, written))
        needed = None in shown
        leader = trick.winner
    return hands, first, tuple(tricks)


def random_event(rules, rng):
    kind = rng.choice(KINDS)
    told = {
        "seat": rng.choice(rules.table.seats),
        "trick": rng.randint(1, rules.hand_size),
        "card": rng.choice(rules.cards.cards),
        "cards": rng.randint(0, rules.cards.size),
    }
    return Event(
        kind=kind,
        by=rng.choice(["", "مريم", 'A "b" \\ ]']),
        note=rng.choice(["", 'a\nb\t"\\n;%{}[]', "% x", "-", "none", "7"]),
        **{key: told[key] for key in FIELDS[kind] if key in NEEDED[kind] or rng.random() < 0.5},
    )


def random_deal(rules, rng):
    table = rules.table
    seats, sides = table.seats, table.sides
    # Card points by camp need the dealer where he plays alone.
    dealer = rng.choice(seats if table.dealer_alone else [None, *seats])
    some_points = {side: rng.randint(-300, 300) for side in sides if rng.random() < 0.5}
    plain = AsPlayed(rng.choice([None, 1, 8]), some_points, dict.fromkeys(sides, -61))
    rest = {
        "dealer": dealer,
        "points": some_points,
        "as_played": rng.choice([None, None, plain]),
        "minute": rng.choice([None, 0, 55]),
        "events": tuple(random_event(rules, rng) for _ in range(rng.choice([0, 0, 1, 8]))),
    }
    given = Ruling(points={side: rng.randint(-60, 60) for side in sides if rng.random() < 0.7})
    penalised = Ruling(
        "Twice\nwarned “”",
        penalties={side: rng.randint(-60, 9) for side in sides if rng.random() < 0.5}
        or {sides[0]: 0},
        rule=rng.choice(["", "revoke: whole-pot", "Article 7 <b>"]),
        by=rng.choice(["", "مريم"]),
        at=rng.choice(["", "2026-10-25T21:30Z", "2026-10-25T21:30:00.25-11:30"]),
        appeal=rng.choice([None, Appeal(), Appeal("An", "2999-12-31T23:59:59+14:00", "No")]),
    )
    stands = rng.choice([given, penalised, Ruling(play_stands=True), replace(penalised, trick=1)])
    if rng.random() < 0.5:
        given = replace(penalised, points=given.points)
    earlier = tuple(rng.choice([given, penalised, stands]) for _ in range(rng.randint(0, 2)))
    if rng.random() < 0.2:
        return DealRecord(
            misdeal=rng.choice(possible_misdeals(rules)),
            **rng.choice([{}, {}, {"ruling": given, "earlier_rulings": earlier}]),
            **rest,
        )
    trump = rng.choice(rules.trumps)
    doubling = Doubling()
    while (call := doubling.next_call(rules, trump)) and rng.random() < 0.5:
        doubling = Doubling((*doubling.calls, call))
    camps = table.camps(dealer or seats[0])
    cuts = [0, *sorted(rng.randint(0, rules.pot) for _ in camps[1:]), rules.pot]
    whole = {camp: cuts[place + 1] - cuts[place] for place, camp in enumerate(camps)}
    but_one = {camp: points for camp, points in whole.items() if camp != camps[0]}
    card_points = rng.choice([{}, but_one, whole])
    hands, leader, tricks = played_tricks(rules, trump, rng) if trump else ({}, None, ())
    revoke = Ruling("", rng.choice(seats), rng.choice([None, 1, rules.hand_size]))
    most = max(whole, key=whole.get)
    bids = rules.contract == "bid"
    return DealRecord(
        contract=Contract(
            rng.choice(seats if bids else [None, *seats]),
            trump,
            doubling.calls,
            rng.randint(rules.par + 1, rules.pot) if bids else None,
            rules.blind_no_trump and trump == "NT" and rng.random() < 0.5,
        ),
        card_points=card_points,
        last_trick=most if card_points == whole and rng.random() < 0.5 else None,
        hands=hands,
        leader=leader,
        tricks=tricks,
        **rng.choice(
            [{}, {"ruling": rng.choice([given, stands, revoke]), "earlier_rulings": earlier}]
        ),
        **rest,
    )


@st.composite
def records(draw, name=None):
    name = name or draw(st.sampled_from(sorted(PRESETS)))
    rng = random.Random(draw(st.integers(0, 2**32)))
    rules = PRESETS[name]
    if rng.random() < 0.5:
        rules = rules.changed(target=rng.randint(1, 300), deals=rng.choice([None, 12]))
    deals = [random_deal(rules, rng) for _ in range(draw(st.integers(0, 4)))]
    notes = draw(st.lists(NOTES, min_size=len(deals), max_size=len(deals)))
    return Record(
        rules=rules,
        preset=draw(st.sampled_from([name, None])),
        players=draw(st.dictionaries(st.sampled_from(rules.table.seats), NAMES)),
        played_on=draw(st.none() | st.dates().map(str)),
        place=draw(NAMES | st.just("")),
        deals=tuple(
            DealRecord(**{**deal.__dict__, "note": note})
            for deal, note in zip(deals, notes, strict=True)
        ),
        totals={side: rng.randint(-500, 500) for side in rules.table.sides if rng.random() < 0.5},
    )
