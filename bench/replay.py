"""How fast complete deals are judged, beside OpenSpiel spades: same machine, same run.

Ours: `judge` finds the legality of every play, the winners and the card points of legal 32-card
deals, given the cards in order of play. A play is one card; 32 a deal.

OpenSpiel's spades, the nearest game it has, through pyspiel: known games are played again from a
new state. An action is a bid or a card; 56 a game. The 52 chance actions that deal the cards are
part of the work, but are not counted as plays. Three ways to do it, the first like for like:

- judged: every action by `apply_action_with_legality_check`, then `returns()`: legality, winners
  and points, as above. (`apply_action` alone takes any card the player holds, legal or not.)
- unjudged: every action by `apply_action`; no legality.
- unjudged, dealt already: the same, with the deal left out of the time. No hands, no legality.

All are timed in turns, by processor time, many rounds; shown are medians, and for the ratios the
medians of the rounds' ratios. Needs bench/requirements.txt.
"""

import random
import statistics
import time
from collections.abc import Callable

import pyspiel

from games.manille.cards import TRUMPS
from games.manille.judge import judge
from games.manille.play import Trick
from games.manille.presets import DEFAULT, PRESETS

ROUNDS = 40
DEALS = 400
GAMES = 200
SPADES_ACTIONS = 56
SPADES_DEALT = 52

chance = random.Random(2)
rules = PRESETS[DEFAULT]
spades = pyspiel.load_game("spades")


def legal_deal() -> tuple[str, list[int]]:
    """Trump and the cards, as numbers in order of play, of a random deal led by east."""
    pack = list(rules.cards.cards)
    chance.shuffle(pack)
    hands = {seat: [pack.pop() for _ in range(rules.hand_size)] for seat in rules.table.seats}
    trump, leader, cards = chance.choice(TRUMPS), "E", []
    for _ in range(rules.hand_size):
        trick = Trick(rules, trump, leader)
        while (seat := trick.seat_to_play) is not None:
            card = chance.choice(trick.legal(hands[seat]))
            hands[seat].remove(card)
            cards.append(rules.cards.number[card])
            trick = trick.play(card)
        leader = trick.winner
    return trump, cards


def spades_game() -> list[int]:
    """The actions of a random game: cards dealt, bids, cards played."""
    state = spades.new_initial_state()
    actions = []
    while not state.is_terminal():
        if state.is_chance_node():
            action = chance.choice(state.chance_outcomes())[0]
        else:
            action = chance.choice(state.legal_actions())
        actions.append(action)
        state.apply_action(action)
    assert len(actions) == SPADES_DEALT + SPADES_ACTIONS
    return actions


def dealt(game: list[int]) -> pyspiel.State:
    state = spades.new_initial_state()
    for action in game[:SPADES_DEALT]:
        state.apply_action(action)
    return state


def ours() -> float:
    start = time.process_time()
    for trump, cards in deals:
        judge(rules, trump, "E", cards)
    return 32 * len(deals) / (time.process_time() - start)


def judged() -> float:
    start = time.process_time()
    for game in games:
        state = spades.new_initial_state()
        for action in game[:SPADES_DEALT]:
            state.apply_action(action)
        for action in game[SPADES_DEALT:]:
            state.apply_action_with_legality_check(action)
        state.returns()
    return SPADES_ACTIONS * len(games) / (time.process_time() - start)


def unjudged() -> float:
    start = time.process_time()
    for game in games:
        state = spades.new_initial_state()
        for action in game:
            state.apply_action(action)
        state.returns()
    return SPADES_ACTIONS * len(games) / (time.process_time() - start)


def unjudged_dealt_already() -> float:
    ready = [(dealt(game), game[SPADES_DEALT:]) for game in games]
    start = time.process_time()
    for state, actions in ready:
        for action in actions:
            state.apply_action(action)
        state.returns()
    return SPADES_ACTIONS * len(games) / (time.process_time() - start)


deals = [legal_deal() for _ in range(DEALS)]
games = [spades_game() for _ in range(GAMES)]
assert not any(judge(rules, trump, "E", cards).illegal for trump, cards in deals)

PEERS: dict[str, Callable[[], float]] = {
    "judged": judged,
    "unjudged": unjudged,
    "unjudged, dealt already": unjudged_dealt_already,
}
own = []
theirs: dict[str, list[float]] = {name: [] for name in PEERS}
for _ in range(ROUNDS):
    own.append(ours())
    for name, measure in PEERS.items():
        theirs[name].append(measure())

print(f"manillescore, judged deals: {statistics.median(own):>30,.0f} plays/s")
for name, rates in theirs.items():
    ratio = statistics.median(mine / rate for mine, rate in zip(own, rates, strict=True))
    label = f"OpenSpiel spades, {name}:"
    print(f"{label:<44}{statistics.median(rates):>14,.0f} plays/s   ours/theirs {ratio:.2f}")
