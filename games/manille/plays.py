"""Plays: the cards of a deal one by one, each with the verdict on it and what proves it.

A hand is known by the cards it shows later, and by what the record says it was dealt. So a deal is
gone through backwards: every card played returns to its hand, and each play is judged by the hand
before it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from .cards import Card, Mask, numbers
from .lies import Lies, Verdict
from .play import Duty, Ladder, on_ladder
from .questions import Question, questions
from .table import Seat

MILDNESS: Mapping[Duty, int] = {
    "head": 0,
    "follow": 1,
    "overtrump": 2,
    "ruff": 3,
    "no-undertrump": 4,
    "free": 5,
    "lead": 6,
}
"""Which of two duties is named that leave a hand equally many cards: the greater."""


@dataclass(frozen=True)
class Play:
    """One card played, and what is to be said of it.

    `hand` is what the seat is known to have held just before (the card played included), `legal`
    the cards of that hand that were allowed, `duty` what bound it. An illegal play names the cards
    that were `due`, and as `witness` the first of them, which came out in trick `witness_trick`
    (None where only the hand as the record tells it shows the card); `established` says that play
    had gone on too far for it to be put right (option `correction`), `seen_in` is the trick in
    which the cards on the table first proved it (None: they never did, a hand told did). Where it
    is illegal however the unseen cards lie, though no card shows it, nothing is `due` and there is
    no witness. An undecided play has the `questions` whose answers would decide it. `card` is None
    where nobody remembers it.
    """

    trick: int
    seat: Seat
    card: Card | None
    hand: tuple[Card, ...]
    legal: tuple[Card, ...]
    duty: Duty
    verdict: Verdict
    due: tuple[Card, ...] = ()
    witness: Card | None = None
    witness_trick: int | None = None
    established: bool = False
    seen_in: int | None = None
    questions: tuple[Question, ...] = ()


def backwards(lies: Lies, judged: bool) -> tuple[tuple[Play, ...], dict[Seat, Mask]]:
    """The verdict on each turn, and the cards each seat is known to have held when play began.
    Unless plays are `judged` under these rules, each is left undecided."""
    turns, dealt = lies.turns, lies.dealt
    shown = dict.fromkeys(dealt, 0)  # what each seat plays from here on
    forgotten = {seat: sum(t.seat == seat and t.card is None for t in turns) for seat in dealt}
    plays: list[Play] = []
    for place in reversed(range(len(turns))):
        seat, card = turns[place].seat, turns[place].card
        if card is None:
            forgotten[seat] -= 1
        else:
            shown[seat] |= 1 << card
        # A card dealt that never came out is held until a card is played that nobody remembers.
        known = shown[seat] | (0 if forgotten[seat] else dealt[seat] & lies.unseen)
        known |= lies.held(place)
        plays.append(_play(lies, place, known, judged))
    hands = {seat: shown[seat] | dealt[seat] for seat in dealt}
    for answer in lies.answers:
        if answer.held:
            hands[answer.seat] |= lies.law.rules.cards.mask((answer.card,))
    return tuple(reversed(plays)), hands


def _established(lies: Lies, place: int) -> bool:
    """Whether a play can no longer be put right."""
    rules, turns = lies.law.rules, lies.turns
    if rules.correction == "next-card":
        return place + 1 < len(turns)
    if rules.correction == "next-trick":
        return turns[place].trick < turns[-1].trick
    return len(turns) == rules.seats * rules.hand_size


def _ladders(lies: Lies, place: int, known: Mask) -> set[Ladder]:
    """What may bind a hand of which `known` cards are known, in every way the trick may stand."""
    turn = lies.turns[place]
    if not lies.before(place):
        return {lies.law.free_lead}
    if not known:
        return {lies.law.free}
    possible = (way for way in lies.ways_before(place) if turn.card is None or lies.possible(way))
    return {lies.ladder(way.stand, turn.seat) for way in possible}


def _play(lies: Lies, place: int, known: Mask, judged: bool) -> Play:
    """What is to be said of a turn; `known` are cards that the seat held for certain."""
    pack, turn = lies.law.rules.cards, lies.turns[place]
    bound = [on_ladder(ladder, known) for ladder in _ladders(lies, place, known)]
    # Where it is open how the trick stood, the mildest of the duties is named.
    duty = max(bound, key=lambda each: (each[1].bit_count(), MILDNESS[each[0]]))[0]
    legal = 0
    for _, cards in bound:
        legal |= cards
    verdict = "undecided" if turn.card is None or not judged else lies.verdict(place)
    play = Play(
        trick=turn.trick,
        seat=turn.seat,
        card=None if turn.card is None else pack.cards[turn.card],
        hand=pack.cards_in(known),
        legal=pack.cards_in(legal),
        duty=duty,
        verdict="legal" if verdict == "legal" else "undecided",
    )
    if turn.card is None or not judged or verdict == "legal":
        return play
    if verdict == "illegal":
        return _revoke(lies, place, play, 0 if legal >> turn.card & 1 else legal)
    return replace(play, questions=questions(lies, place))


def _revoke(lies: Lies, place: int, play: Play, due: Mask) -> Play:
    """The play, found illegal, with what proves it; `due` is empty where no single card does."""
    pack = lies.law.rules.cards
    witness = next(numbers(due), None)
    shown_in = {turn.card: turn.trick for turn in lies.turns[place:] if turn.seat == play.seat}
    return replace(
        play,
        verdict="illegal",
        due=pack.cards_in(due),
        witness=None if witness is None else pack.cards[witness],
        witness_trick=None if witness is None else shown_in.get(witness),
        established=_established(lies, place),
        seen_in=_seen_in(lies, place),
    )


def _seen_in(lies: Lies, place: int) -> int | None:
    """The trick in which the cards on the table first proved a play illegal."""
    turns = lies.turns
    for trick in range(turns[place].trick, turns[-1].trick + 1):
        so_far = tuple(turn for turn in turns if turn.trick <= trick)
        if Lies(lies.law, lies.dealer, so_far, {}).verdict(place) == "illegal":
            return trick
    return None
