"""What happened in a deal beside its play, in a player's words, and what the rules make of it."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext, gettext_lazy, ngettext

from games.faults import say
from games.manille.claim import ClaimVerdict, Line
from games.manille.errors import InvalidRecord
from games.manille.events import Event, judged, outcome
from games.manille.rules import Rules
from games.manille.table import Seat
from games.models import Deal, Match
from games.wording.cards import the_card
from games.wording.sheet import names

KINDS = {
    "claim": gettext_lazy("All the tricks left were claimed"),
    "card-missing": gettext_lazy("A card is missing"),
    "card-double": gettext_lazy("A card is there twice"),
    "wrong-count": gettext_lazy("A wrong number of cards was dealt"),
    "exposed-card": gettext_lazy("A card was exposed"),
}


@dataclass(frozen=True)
class Happened:
    """One event, ready to be shown: `text` what happened, `rule` what follows. `answer` and `line`
    are a claim's: why, and (`line`) how an opponent wins a trick. `revoke` is whom to rule on."""

    event: Event
    text: str
    rule: str
    answer: str = ""
    why: str = ""
    line: "LineWords | None" = None
    safe: "list[tuple[str, tuple[str, ...]]] | None" = None
    revoke: Seat = ""


@dataclass(frozen=True)
class LineWords:
    """How an opponent wins a trick: hands and tricks as cards under names, and the sentence."""

    hands: list[tuple[str, tuple[str, ...]]]
    tricks: list[tuple[int, list[tuple[str, str]]]]
    said: str


def event_words(match: Match, event: Event) -> str:
    """What happened, as a sentence."""
    told = {
        "player": names(match, event.seat or ""),
        "trick": event.trick,
        "card": the_card(event.card) if event.card else "",
        "cards": event.cards,
    }
    if event.kind == "claim":
        return gettext("%(player)s claimed all tricks from trick %(trick)s on.") % told
    if event.kind == "card-missing":
        if event.seat:
            return gettext("In trick %(trick)s %(player)s lacked a card.") % told
        return gettext("In trick %(trick)s a card was found missing.") % told
    if event.kind == "card-double":
        return gettext("The pack held %(card)s twice.") % told
    if event.kind == "wrong-count":
        if event.trick:
            text = ngettext(
                "In trick %(trick)s it was noticed that %(player)s had been dealt %(cards)s card.",
                "In trick %(trick)s it was noticed that %(player)s had been dealt %(cards)s cards.",
                event.cards or 0,
            )
        else:
            text = ngettext(
                "Before play it was noticed that %(player)s had been dealt %(cards)s card.",
                "Before play it was noticed that %(player)s had been dealt %(cards)s cards.",
                event.cards or 0,
            )
        return text % told
    if event.trick:
        return gettext("In trick %(trick)s %(player)s exposed %(card)s.") % told
    return gettext("Before play %(player)s exposed %(card)s.") % told


def happened(match: Match, deal: Deal, dealer: Seat) -> list[Happened]:
    """The events of a deal in the order in which they were noted."""
    return [_happened(match, deal, dealer, event) for event in deal.as_record().events]


def _happened(match: Match, deal: Deal, dealer: Seat, event: Event) -> Happened:
    claim: ClaimVerdict | None = None
    why = ""
    if event.kind == "claim":
        told = deal.as_record()
        try:
            claim = judged(
                match.rules, dealer, deal.trump, told.tricks, told.hands, told.leader, event
            )
        except InvalidRecord as error:
            why = " ".join(say(fault) for fault in error.faults)
        else:
            why = _why(claim)
    what = outcome(match.rules, event, claim)
    return Happened(
        event=event,
        text=event_words(match, event),
        rule=_rule(match.rules, event, what),
        answer=claim.answer if claim else "",
        why=why,
        line=_line(match, claim, claim.line) if claim and claim.line else None,
        safe=_hands(match, claim.safe) if claim and claim.safe else None,
        revoke=event.seat or "" if what == "revoke" else "",
    )


def _why(claim: ClaimVerdict) -> str:
    """The answer to a claim, as a sentence."""
    return {
        "proved": gettext(
            "The claim is right: however the unseen cards lie and whatever is played within the "
            "rules, no opponent wins a trick."
        ),
        "refuted": gettext(
            "The claim is wrong: all cards are known, and the opponents can win a trick whatever "
            "the claiming side plays."
        )
        if claim.known
        else gettext(
            "The claim is wrong: wherever the unseen cards lie, an opponent could still have won "
            "a trick by legal play."
        ),
        "playable": gettext(
            "An opponent could still have won a trick by legal play, but only if the claiming side "
            "let it happen: played well, all the tricks are theirs."
        ),
        "open": gettext(
            "It depends on cards that nobody has seen: with some hands an opponent could have won "
            "a trick, with others none."
        ),
        "possible": gettext(
            "An opponent could have won a trick by legal play, as shown here. Whether that holds "
            "for all hands, or against the best play, would take too long to find out."
        ),
    }[claim.answer]


def _rule(rules: Rules, event: Event, what: str) -> str:
    """What follows by these rules, as a sentence."""
    if what == "stands":
        return gettext("All the tricks left go to the side that claimed them.")
    if what == "revoke":
        if event.kind == "claim":
            return gettext("In this match a wrong claim counts as a revoke.")
        return gettext("In this match a card missing after the first trick counts as a revoke.")
    if what == "misdeal":
        if rules.second_misdeal_passes:
            return gettext(
                "The deal does not count. The same dealer deals again; after the second misdeal in "
                "a row the next player deals."
            )
        return gettext("The deal does not count. The same dealer deals again.")
    if what == "unsettled":
        return gettext(
            "Until it is settled the referee decides; the deal can be played out as far as cards "
            "are there."
        )
    if event.kind == "claim":
        return gettext("The claim does not stand, and the deal is played out.")
    return gettext("No rule of this match sets a penalty, and play goes on.")


def _hands(
    match: Match, hands: Mapping[Seat, tuple[str, ...]]
) -> list[tuple[str, tuple[str, ...]]]:
    return [(names(match, seat), cards) for seat, cards in hands.items() if cards]


def _line(match: Match, claim: ClaimVerdict, line: Line) -> LineWords:
    table = match.rules.table
    tricks = [
        (
            claim.first + number,
            [
                (names(match, seat), card)
                for seat, card in zip(table.order(leader), cards, strict=True)
            ],
        )
        for number, (leader, cards) in enumerate(line.tricks)
    ]
    leader, cards = line.tricks[-1]
    card = cards[table.order(leader).index(line.winner)]
    said = gettext("%(player)s wins trick %(trick)s with %(card)s.") % {
        "player": names(match, line.winner),
        "trick": line.trick,
        "card": the_card(card),
    }
    return LineWords(_hands(match, line.hands), tricks, said)
