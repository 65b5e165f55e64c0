"""The questions that would settle a play, against every lie written out: their answers decide it,
and fewer or other ones do not."""

import itertools
from collections import Counter, defaultdict
from itertools import islice
from typing import NamedTuple

import pytest

from games.manille.lies import Answer
from games.manille.presets import PRESETS
from games.manille.questions import Question
from games.manille.replay import replay

from .enumerator import best_place, endings, fillings, leaders, legal, unseen_cards

SYSTEMS = ("classic-turnup", "west-flemish", "malilla-es", "botifarra-lliure", "three-dealer-alone")
EACH = 150


class Lie(NamedTuple):
    """Of one lie, by place of the turn: the card played, the whole hand it was played from, and
    whether that was against the rules."""

    cards: tuple
    held: list
    illegal: list


def every_lie(case):
    """The turns, as (trick, seat, card or None), and every lie of the unseen cards."""
    rules, table = case.rules, case.rules.table
    led_by = leaders(case)
    turns = [
        (number, seat, card)
        for number, record in enumerate(case.tricks)
        for seat, card in zip(table.order(led_by[number]), record.cards, strict=False)
    ]
    seats = [seat for _, seat, _ in turns]
    unseen = frozenset(unseen_cards(case))
    lies = []
    for cards in fillings(case, seats, [card for *_, card in turns], unseen):
        stood = [stand(case, led_by, turns, cards, place) for place in range(len(turns))]
        for rests in rests_of(case, seats, cards, sorted(unseen - set(cards))):
            hands = {seat: set(rest) for seat, rest in zip(table.seats, rests, strict=True)}
            held, illegal = [None] * len(turns), [False] * len(turns)
            for place in reversed(range(len(turns))):
                hand = hands[seats[place]]
                hand.add(cards[place])
                held[place] = frozenset(hand)
                may = legal(rules, case.trump, hand, *stood[place])
                illegal[place] = cards[place] not in may
            lies.append(Lie(tuple(cards), held, illegal))
    return turns, lies


def stand(case, led_by, turns, cards, place):
    """How the trick stood: the card led (None: nothing yet), the card winning, and whether that is
    a partner's."""
    number, seat, _ = turns[place]
    so_far = [cards[p] for p in range(place) if turns[p][0] == number]
    if not so_far:
        return None, "", False
    best = best_place(case.rules, case.trump, so_far)
    winner = case.rules.table.order(led_by[number])[best]
    return so_far[0], so_far[best], case.rules.table.partners(seat, winner, case.dealer)


def rests_of(case, seats, cards, left, done=()):
    """Every way to deal what nobody played, seat by seat."""
    table = case.rules.table
    if len(done) == table.size:
        yield done
        return
    seat = table.seats[len(done)]
    played = {card for card, other in zip(cards, seats, strict=True) if other == seat}
    for rest in itertools.combinations(left, case.rules.hand_size - seats.count(seat)):
        if set(case.hands.get(seat, ())) <= played.union(rest):
            others = [card for card in left if card not in rest]
            yield from rests_of(case, seats, cards, others, (*done, rest))


def decide(questions, places, lies, place):
    """Whether lies with the same answers agree on the play."""
    by_answers = defaultdict(set)
    for lie in lies:
        answers = tuple(
            lie.held[places[q.trick, q.seat]] & set(q.cards)
            if q.cards
            else lie.cards[places[q.trick, q.seat]]
            for q in questions
        )
        by_answers[answers].add(lie.illegal[place])
    return all(len(found) == 1 for found in by_answers.values())


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_answers_decide_and_no_fewer_do(system):
    asked, several = 0, 0
    for case in islice(endings(PRESETS[system], seed=7), EACH):
        found = replay(case.rules, case.dealer, case.trump, case.tricks, case.leader, case.hands)
        if not any(play.questions for play in found.plays):
            continue
        turns, lies = every_lie(case)
        places = {(number + 1, seat): place for place, (number, seat, _) in enumerate(turns)}
        which = [Question(seat, number + 1) for number, seat, card in turns if card is None]
        for place, play in enumerate(found.plays):
            if not play.questions:
                continue
            asked += 1
            assert decide(play.questions, places, lies, place), (case, play)
            if len(play.questions) > 1:
                several += 1
                for fewer in itertools.combinations(play.questions, len(play.questions) - 1):
                    assert not decide(fewer, places, lies, place), (case, play)
                for one in which:
                    assert not decide([one], places, lies, place), (case, play)
    assert asked > 30 and several > 2


@pytest.mark.parametrize("system", SYSTEMS)
def test_yes_and_no_decide_a_play_with_one_question(system):
    """Told of the cards of that question, the replay says so itself, and asks nothing more."""
    said = Counter()
    for case in islice(endings(PRESETS[system], seed=8), EACH):
        told = case.rules, case.dealer, case.trump, case.tricks, case.leader, case.hands
        for place, play in enumerate(replay(*told).plays):
            if len(play.questions) != 1 or not play.questions[0].cards:
                continue
            seat, trick, cards = play.questions[0]
            for held, answers in [
                (False, [Answer(seat, trick, card, False) for card in cards]),
                *((True, [Answer(seat, trick, card, True)]) for card in cards),
            ]:
                # Each of the answers can be true: else it would not have been asked.
                after = replay(*told, answers).plays[place]
                assert after.verdict == ("illegal" if held else "legal"), (case, answers)
                assert not after.questions
                said[after.verdict] += 1
    assert min(said["legal"], said["illegal"]) > 20, said
