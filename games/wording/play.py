"""Card play in a player's words: what bound a seat, whether a play was allowed, and the proof.

Sentences come back as HTML: names of people are escaped and set apart from the text around them,
cards and suits are words. Nothing here judges; the engine's replay has done so.
"""

from collections.abc import Iterator
from typing import Any

from django.utils.functional import Promise
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, gettext_noop

from games.faults import say
from games.manille.cards import NO_TRUMP
from games.manille.errors import Fault
from games.manille.play import Trick
from games.manille.plays import Play
from games.manille.presets import PRESETS
from games.manille.replay import PlayedTrick, Replay, refuses_legality
from games.manille.sentences import proof
from games.manille.table import Camp, Seat
from games.models import Deal, Match

from .cards import suit_word, the_card
from .results import SEATS
from .rules import title

# Play options: where they are as the named system has them, its name alone tells the rules.
PLAY_OPTIONS = ("head", "exemption", "cannot_overtrump", "undertrump_partner")

DUTIES = {
    "lead": gettext_noop("%(rules)s: %(seat)s led, so any card was allowed."),
    "head": gettext_noop(
        "%(rules)s: %(seat)s had to follow suit (%(suit)s) with a card higher than the one winning."
    ),
    "follow": gettext_noop("%(rules)s: %(seat)s had to follow suit; %(suit)s were led."),
    "ruff": gettext_noop("%(rules)s: %(seat)s had to trump, holding no %(suit)s."),
    "overtrump": gettext_noop(
        "%(rules)s: %(seat)s had to play a higher trump than the one winning, holding no %(suit)s."
    ),
    "no-undertrump": gettext_noop(
        "%(rules)s: %(seat)s, holding no %(suit)s, could play anything but a lower trump than the "
        "one winning."
    ),
}
"""Duty -> what bound a seat; `suit` is the suit led. A free play has its own reasons (`FREE`)."""

FREE = {
    "no trump": gettext_noop(
        "%(rules)s: %(seat)s held no %(suit)s, and this deal is without trump, so any card was "
        "allowed."
    ),
    "none": gettext_noop(
        "%(rules)s: %(seat)s held neither %(suit)s nor a trump, so any card was allowed."
    ),
    "partner": gettext_noop(
        "%(rules)s: %(seat)s held no %(suit)s, and the partner was winning, so any card was "
        "allowed."
    ),
    "lower": gettext_noop(
        "%(rules)s: %(seat)s held no %(suit)s and no trump higher than the one winning, so any "
        "card was allowed."
    ),
}

PLAYED = {
    "legal": gettext_noop("%(seat)s played %(card)s."),
    "illegal": gettext_noop("%(seat)s played %(card)s, against the rules."),
    "undecided": gettext_noop(
        "%(seat)s played %(card)s. Whether that was allowed cannot be said: not all cards of that "
        "hand are known."
    ),
}
FORGOTTEN = gettext_noop(
    "%(seat)s played a card that nobody remembers. Whether it was allowed cannot be said."
)


def tell(message: str, **params: object) -> SafeString:
    """A translatable sentence as HTML, with whatever stands in its places escaped."""
    safe = {key: conditional_escape(value) for key, value in params.items()}
    return mark_safe(conditional_escape(gettext(message)) % safe)


def who(match: Match, seat: Seat) -> SafeString:
    """A player and the seat, "Bo (East)", as HTML."""
    return tell(gettext_noop("%(name)s (%(seat)s)"), name=name(match, seat), seat=SEATS[seat])


def name(match: Match, seat: Seat) -> SafeString:
    """A player's name, set apart from the text around it, since it may run the other way."""
    return format_html("<bdi>{}</bdi>", match.name(seat))


def names(match: Match, camp: Camp) -> SafeString:
    """The players of a camp, "An & Cis", as HTML."""
    return format_html("<bdi>{}</bdi>", match.names(camp))


def rules_name(match: Match) -> str | Promise:
    """What to call the rules that a play is judged by."""
    if match.rules_name:
        return match.rules_name
    preset = PRESETS.get(match.preset)
    if preset and any(
        getattr(preset, option) != getattr(match.rules, option) for option in PLAY_OPTIONS
    ):
        return gettext("%(system)s with house rules") % {"system": title(match.preset)}
    return title(match.preset)


def ask_card(match: Match, number: int, seat: Seat) -> SafeString:
    """Whose card is asked for."""
    return tell(
        gettext_noop("Trick %(number)s: %(seat)s to play"), number=number, seat=who(match, seat)
    )


def ask_instead(match: Match, number: int, seat: Seat) -> SafeString:
    """Which card is to be replaced."""
    return tell(
        gettext_noop("Trick %(number)s: choose what %(seat)s really played"),
        number=number,
        seat=who(match, seat),
    )


def ask_leader(number: int) -> SafeString:
    """That it must be told who led."""
    return tell(
        gettext_noop(
            "Who led trick %(number)s? A missing card leaves open who won the one before."
        ),
        number=number,
    )


def tell_start(match: Match, leader: Seat) -> SafeString:
    """How a replay begins."""
    return tell(gettext_noop("%(seat)s leads to the first trick."), seat=who(match, leader))


def tell_play(match: Match, play: Play) -> SafeString:
    """What was played, and whether it was allowed."""
    if play.card is None:
        return tell(FORGOTTEN, seat=who(match, play.seat))
    # Where plays are not judged, the page says why.
    verdict = "legal" if refuses_legality(match.rules) else play.verdict
    return tell(PLAYED[verdict], seat=who(match, play.seat), card=the_card(play.card))


def tell_duty(match: Match, replay: Replay, play: Play) -> SafeString | None:
    """What bound the seat, under which rules; None where that cannot be said."""
    whole = len(play.hand) == replay.rules.hand_size - play.trick + 1
    if play.verdict == "undecided" or not (whole or play.duty in ("lead", "head", "follow")):
        return None
    trick = replay.tricks[play.trick - 1]
    led = trick.cards[0]
    if play.duty == "lead":
        message = DUTIES["lead"]
    elif None in trick.cards[: trick.seats.index(play.seat)]:
        return None  # who was winning is open
    elif play.duty == "free":
        message = FREE[_free_because(replay, trick, play)]
    else:
        message = DUTIES[play.duty]
    return tell(
        message,
        rules=rules_name(match),
        seat=who(match, play.seat),
        suit=suit_word(led[0]) if led else "",
    )


def _free_because(replay: Replay, trick: PlayedTrick, play: Play) -> str:
    if replay.trump == NO_TRUMP:
        return "no trump"
    if not any(card[0] == replay.trump for card in play.hand):
        return "none"
    before = tuple(card for card in trick.cards[: trick.seats.index(play.seat)] if card)
    winner = Trick(replay.rules, replay.trump, trick.leader, replay.dealer, before).winner
    partners = winner and replay.rules.table.partners(play.seat, winner, replay.dealer)
    return "partner" if partners else "lower"


def tell_proof(match: Match, play: Play) -> SafeString:
    """Why a play was illegal: "Bo (East) played the jack of clubs to trick 3 although hearts were
    led, and played the eight of hearts in trick 6." Raises ValueError for any other play."""
    fault = proof(play)
    shown: dict[str, object] = {
        "seat": who(match, play.seat),
        "card": the_card(str(fault.params["card"])),
    }
    if "witness" in fault.params:
        shown["witness"] = the_card(str(fault.params["witness"]))
        shown["suit"] = suit_word(str(fault.params["suit"]))
    return tell(fault.message, **{**fault.params, **shown})


def tell_differences(match: Match, deal: Deal, replay: Replay) -> Iterator[SafeString]:
    """A sentence for everything the tricks say otherwise than what was logged of the deal."""
    logged, derived = deal.points_by_camp, replay.card_points
    if logged and derived:
        for camp, points in derived.items():
            if logged[camp] != points:
                yield tell(
                    gettext_noop(
                        "By the tricks the card points of %(names)s are %(derived)s, but "
                        "%(logged)s were logged."
                    ),
                    names=names(match, camp),
                    derived=points,
                    logged=logged[camp],
                )
    if deal.last_trick and replay.last_trick and deal.last_trick != replay.last_trick:
        yield tell(
            gettext_noop("The last trick went to %(names)s, but was logged for %(logged)s."),
            names=names(match, replay.last_trick),
            logged=names(match, deal.last_trick),
        )


def say_trick_fault(fault: Fault) -> str:
    """A fault of the tricks with the number of its trick, counted from 1."""
    place = fault.place.rpartition("tricks[")[2]
    if not place.rstrip("]").isdigit():
        return say(fault)
    return gettext("Trick %(trick)s: %(fault)s") % {
        "trick": int(place.rstrip("]")) + 1,
        "fault": say(fault),
    }


def trick_words(match: Match, dealer: Seat, trick: PlayedTrick) -> dict[str, Any]:
    """One trick in the list of tricks."""
    eldest = match.rules.table.after(dealer)
    turn = eldest if trick.number == 1 else trick.expected_leader
    return {
        "out_of_turn": turn not in (None, trick.leader),
        "number": trick.number,
        "leader": who(match, trick.leader),
        "winner": trick.winner and who(match, trick.winner),
        "complete": trick.complete,
        "card_points": trick.card_points,
    }
