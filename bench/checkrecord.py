"""How fast `checkrecord` goes through many records, and how long the hardest of them take.

Complete deals: 100,000 random ones, as records of 12 deals each under every base system in turn,
mostly legal, in every twelfth deal a careless play here and there. Each record goes the way of the
command, without the files: from JSON to the record, from there to the verdict (every play judged,
every deal scored), and from the verdict to JSON. The three parts are timed apart, by processor
time, in one process.

Partial records: deals under every system that judges plays, of which up to 20 cards are unseen,
cut short, riddled with cards that nobody remembers, or both: whole tricks, one seat's cards, some
suits, the high cards. Some hands are told; at times plays are careless, known cards have changed
places or a leader is contradicted, so that nothing explains them.

Forgotten tricks: deals under every base system of which whole tricks are forgotten, the first, the
last or some in between, up to 20 cards; the last trick may be unfinished, one seat's hand told. In
every second deal known cards have changed places, so that it is asked of each seat in turn whether
it alone revoked.

Of both is shown how long the verdicts took, each from the JSON of one deal to that of the verdict,
by processor time, and the record that took longest with the number of its unseen cards. A third
argument sets how many cards are unseen at most, a fourth begins with other deals.
"""

import dataclasses
import json
import random
import sys
import time
from collections.abc import Callable

from games.manille.notation import TrickRecord, write_hand, write_trick
from games.manille.play import law_of
from games.manille.presets import PRESETS
from games.manille.record import parse_record
from games.manille.replay import refuses_legality
from games.manille.rules import Rules
from games.manille.verdict import verdict

DEALS = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
PARTIAL = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000
A_RECORD = 12
MOST_UNSEEN = int(sys.argv[3]) if len(sys.argv) > 3 else 20
SEED = int(sys.argv[4]) if len(sys.argv) > 4 else 4

SYSTEMS = (
    "classic-turnup",
    "dealer-names",
    "manillen-61",
    "west-flemish",
    "flemish-club",
    "malilla-es",
    "manilla-es-72",
    "malilla-mx",
    "botifarra-lliure",
    "manille-fr-68",
)
JUDGED = [name for name, rules in PRESETS.items() if not refuses_legality(rules)]

chance = random.Random(SEED)


def played_out(rules: Rules, dealer: str, trump: str, care: float) -> list[TrickRecord]:
    """The tricks of a random deal, each with its leader; each play is surely legal with the
    probability `care`."""
    law, pack, table = law_of(rules, trump), rules.cards, rules.table
    numbers = list(range(pack.size))
    chance.shuffle(numbers)
    size = rules.hand_size
    hands = {seat: numbers[i * size : (i + 1) * size] for i, seat in enumerate(table.seats)}
    leader = table.after(dealer)
    tricks = []
    for _ in range(size):
        led = best = winner = None
        cards = []
        for seat in table.order(leader):
            hand = hands[seat]
            partners = winner is not None and table.partners(seat, winner, dealer)
            legal = law.legal(sum(1 << card for card in hand), led, best, partners)
            careful = care == 1 or chance.random() < care
            card = chance.choice([c for c in hand if legal >> c & 1] if careful else hand)
            hand.remove(card)
            cards.append(pack.cards[card])
            led = card if led is None else led
            if best is None or law.beats(card, best):
                best, winner = card, seat
        tricks.append(TrickRecord(tuple(cards), leader))
        leader = winner
    return tricks


def document(system: str, deals: list[dict[str, object]]) -> str:
    """The JSON text of a record."""
    return json.dumps({"format": "manille-record", "version": 1, "rules": system, "deals": deals})


def complete(number: int) -> str:
    """A record of complete deals, whose leaders the reader has to find out."""
    system = SYSTEMS[number % len(SYSTEMS)]
    rules, dealer, deals = PRESETS[system], "N", []
    for place in range(A_RECORD):
        trump = chance.choice(rules.trumps)
        tricks = played_out(rules, dealer, trump, 0.95 if place == number % A_RECORD else 1)
        lines = [write_trick(TrickRecord(trick.cards)) for trick in tricks]
        deals.append({"dealer": dealer, "declarer": dealer, "trump": trump, "tricks": lines})
        dealer = rules.table.after(dealer)
    return document(system, deals)


def order_of_loss(rules: Rules, tricks: list[TrickRecord]) -> list[int]:
    """The places of all cards played, those that nobody remembers first."""
    size, ranks = rules.seats, rules.pack
    cards = [card for trick in tricks for card in trick.cards]
    seats = [seat for trick in tricks for seat in rules.table.order(trick.leader or "")]
    places = list(range(len(cards)))
    how = chance.choice(("first", "last", "tricks", "scattered", "seat", "suits", "high", "turn"))
    if how == "first":  # as when a referee comes late
        return places
    if how == "last":
        return places[::-1]
    chance.shuffle(places)
    if how == "tricks":
        rank = chance.sample(range(len(tricks)), len(tricks))
        places.sort(key=lambda place: rank[place // size])
    elif how == "seat":
        some = chance.sample(rules.table.seats, chance.choice((1, 2)))
        places.sort(key=lambda place: seats[place] not in some)
    elif how == "suits":
        some = chance.sample("SHDC", 2)
        places.sort(key=lambda place: cards[place][0] not in some)
    elif how == "high":
        places.sort(key=lambda place: ranks.index(cards[place][1]) + 3 * chance.random())
    elif how == "turn":
        turn = chance.randrange(size)
        places.sort(key=lambda place: place % size != turn)
    return places


def partial(number: int) -> str:
    """A record of one deal of which up to `MOST_UNSEEN` cards are unseen."""
    system = JUDGED[number % len(JUDGED)]
    rules, table = PRESETS[system], PRESETS[system].table
    dealer, trump = chance.choice(table.seats), chance.choice(rules.trumps)
    tricks = played_out(rules, dealer, trump, chance.choice((1, 1, 0.97, 0.9, 0.7)))
    seats = [seat for trick in tricks for seat in table.order(trick.leader or "")]
    cards = [card for trick in tricks for card in trick.cards]
    left_over = rules.cards.size - len(cards)
    unseen = max(0, chance.choice((MOST_UNSEEN, chance.randint(0, MOST_UNSEEN))) - left_over)
    cut = chance.choice((0, 0, unseen // 2, chance.randint(0, unseen)))  # not recorded
    last = len(cards) - cut
    lost = [place for place in order_of_loss(rules, tricks) if place < last][: unseen - cut]
    known = [None if place in lost else cards[place] for place in range(last)]
    told = [seat for seat in table.seats if chance.random() < chance.choice((0, 0, 0.4))]
    hands = {s: [c for c, seat in zip(cards, seats, strict=True) if seat == s] for s in told}
    if chance.random() < 0.35:
        for place in change_places(known):
            hands.pop(seats[place], None)
    leaders = [trick.leader for trick in tricks]
    if not hands and chance.random() < 0.15:
        leaders[chance.randrange(len(leaders))] = chance.choice(table.seats)
    return one_deal(system, dealer, trump, known, leaders, hands)


def forgotten(number: int) -> str:
    """A record of one deal of which whole tricks are forgotten."""
    system = SYSTEMS[number % len(SYSTEMS)]
    rules, table = PRESETS[system], PRESETS[system].table
    dealer, trump = chance.choice(table.seats), chance.choice(rules.trumps)
    tricks = played_out(rules, dealer, trump, 1)
    seats = [seat for trick in tricks for seat in table.order(trick.leader or "")]
    cards = [card for trick in tricks for card in trick.cards]
    size, unseen = rules.seats, MOST_UNSEEN - (rules.cards.size - len(cards))
    last = len(cards) - chance.choice((0, 0, chance.randint(1, size)))  # the last one unfinished
    unseen -= len(cards) - last
    lost = unseen // size - chance.choice((0, 0, 0, 1))
    first = chance.choice((0, len(tricks) - lost - 1, len(tricks) - lost))
    which = range(first, first + lost)
    if chance.random() < 0.5:
        which = chance.sample(range(len(tricks)), lost)
    known = [None if place // size in which else card for place, card in enumerate(cards[:last])]
    if number // len(SYSTEMS) % 2:
        change_places(known)
    hands = {}
    if chance.random() < 0.5:
        told = chance.choice(table.seats)
        others = {card for card, seat in zip(known, seats, strict=False) if seat != told}
        hand = {card for card, seat in zip(cards, seats, strict=True) if seat == told} - others
        hand |= {card for card, seat in zip(known, seats, strict=False) if card and seat == told}
        hands[told] = sorted(hand)
    leaders = [trick.leader for trick in tricks]
    return one_deal(system, dealer, trump, known, leaders, hands)


def change_places(known: list[str | None]) -> list[int]:
    """Let two to six of the `known` cards change places. Returns the places."""
    places = []
    for _ in range(chance.randint(1, 3)):
        one, other = chance.sample([place for place, card in enumerate(known) if card], 2)
        known[one], known[other] = known[other], known[one]
        places += [one, other]
    return places


def one_deal(
    system: str,
    dealer: str,
    trump: str,
    known: list[str | None],
    leaders: list[str | None],
    hands: dict[str, list[str]],
) -> str:
    """A record of one deal: the cards played in their order, None for one that is forgotten."""
    rules, size = PRESETS[system], PRESETS[system].seats
    lines = [
        write_trick(TrickRecord(tuple(known[first : first + size]), leader))
        for first, leader in zip(range(0, len(known), size), leaders, strict=False)
    ]
    told_hands = {seat: write_hand(hand) for seat, hand in hands.items()}
    deal = {"dealer": dealer, "trump": trump, "tricks": lines, "hands": told_hands}
    if rules.contract == "bid":
        deal |= {"declarer": dealer, "bid": rules.par + 1}
    return document(system, [deal])


def bench_complete() -> None:
    spent = {"read": 0.0, "judge": 0.0, "write": 0.0}
    records, illegal = DEALS // A_RECORD, 0
    for number in range(records):
        text = complete(number).encode()
        start = time.process_time()
        record = parse_record(text)
        parsed = time.process_time()
        dataclasses.replace(record).told  # noqa: B018  parsing did this too, to refuse what cannot be
        told = time.process_time()
        found = verdict(record)
        judged = time.process_time()
        json.dumps(found)
        written = time.process_time()
        spent["read"] += parsed - start - (told - parsed)
        spent["judge"] += judged - parsed
        spent["write"] += written - judged
        illegal += any(p["verdict"] == "illegal" for d in found["deals"] for p in d["plays"])
    deals, whole = records * A_RECORD, sum(spent.values())
    print(f"{deals:,} complete deals in {records:,} records, {illegal:,} with illegal plays:")
    for part, seconds in spent.items():
        print(f"  {part:<8}{deals / seconds:>10,.0f} deals/s")
    print(f"  {'in all':<8}{deals / whole:>10,.0f} deals/s, {whole:.1f} s")


def bench_partial(kind: str, text_of: Callable[[int], str]) -> None:
    times, unexplained = [], 0
    for number in range(PARTIAL):
        text = text_of(number)
        start = time.process_time()
        found = verdict(parse_record(text))
        json.dumps(found)
        times.append((time.process_time() - start, text))
        unexplained += not found["deals"][0]["explained"]
    times.sort()
    median, late, slowest = (
        times[place][0] * 1e3 for place in (PARTIAL // 2, PARTIAL * 99 // 100, -1)
    )
    print(
        f"{PARTIAL:,} {kind}, up to {MOST_UNSEEN} cards unseen, {unexplained:,} with a revoke: "
        f"median {median:.1f} ms, 99 of 100 within {late:.1f} ms, slowest {slowest:.1f} ms:"
    )
    text = times[-1][1]
    record = parse_record(text)
    known = sum(card is not None for trick in record.deals[0].tricks for card in trick.cards)
    print(f"  {record.rules.cards.size - known} cards unseen: {text}")


bench_complete()
bench_partial("partial records", partial)
bench_partial("records with forgotten tricks", forgotten)
