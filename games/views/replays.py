"""The replay of a deal, with a verdict on each play."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from games.manille.errors import InvalidRecord
from games.manille.notation import UNKNOWN
from games.manille.plays import Play
from games.manille.replay import Replay, refuses_legality
from games.manille.table import Seat
from games.models import Deal, Match
from games.shortcuts import all_may, deal_of, match_to_read
from games.wording import play as wording
from games.wording import proofs
from games.wording.rules import identifier, rules_title


@require_safe
@vary_on_headers("HX-Request", "HX-History-Restore-Request")
def replay(request: HttpRequest, code: str, number: int, plays: int = 0) -> HttpResponse:
    """A deal after that many plays."""
    match = match_to_read(request, code)
    deal = deal_of(match, number)
    context: dict[str, Any] = {
        "match": match,
        "deal": deal,
        "may": set() if match.is_signed else all_may(request, match),
        "unjudged": refuses_legality(match.rules),
        "score_pad": match.rules.play == "score-pad",
        "rules_title": rules_title(match.preset, match.rules_name),
        "identifier": identifier(match.rules),
    }
    try:
        found = deal.replay
    except InvalidRecord as error:
        # A later correction of the dealer or of trump can leave cards that do not fit.
        faults = [wording.say_trick_fault(fault) for fault in error.faults]
        return render(request, "games/no_replay.html", {**context, "faults": faults})
    if found is None and plays == 0:
        return render(request, "games/no_replay.html", context)
    if found is None or plays > len(found.plays):
        raise Http404
    context |= _step(match, deal, found, plays)
    if request.htmx and not request.htmx.history_restore_request:
        return render(request, "games/_replay.html", {**context, "fragment": True})
    return render(request, "games/replay.html", context)


def _step(match: Match, deal: Deal, found: Replay, plays: int) -> dict[str, Any]:
    """What a replay shows after that many plays."""
    seats = match.rules.seats
    made = found.plays[plays - 1] if plays else None
    trick = found.tricks[made.trick - 1] if made else None
    revokes = [
        {
            "at": at,
            "proof": wording.tell_proof(match, play),
            **proofs.tell_revoke(match, found, play),
        }
        for at, play in enumerate(found.plays, start=1)
        if play.verdict == "illegal"
    ]
    return {
        "plays": plays,
        "count": len(found.plays),
        "trump": deal.trump,
        "dealer": wording.name(match, found.dealer),
        "table": _table(match, found, made, plays),
        "made": made,
        "said": wording.tell_play(match, made)
        if made
        else wording.tell_start(match, found.tricks[0].leader),
        "duty": made and wording.tell_duty(match, found, made),
        "revoke": next((each for each in revokes if each["at"] == plays), None),
        "due": made.due if made else (),
        "trick": trick and wording.trick_words(match, found.dealer, trick),
        "trick_ended": bool(trick and trick.complete and plays % seats == 0),
        "hands": [_hand(match, found, seat, made, plays) for seat in match.rules.table.seats],
        "points": [
            {"names": wording.names(match, camp), "points": points}
            for camp, points in found.after(plays).items()
        ],
        "tricks": [
            {
                **wording.trick_words(match, found.dealer, one),
                "at": (one.number - 1) * seats + 1,
                "is_shown": one is trick,
                "cards": [card or UNKNOWN for card in one.cards],
                "revoked": any(play.trick == one.number for play in found.revokes),
            }
            for one in found.tricks
        ],
        "revokes": revokes,
        "joint": proofs.tell_joint(match, found),
        "suspects": proofs.tell_more_suspects(match, found),
        "next_revoke": next((each["at"] for each in revokes if each["at"] > plays), None),
        "undecided": sum(play.verdict == "undecided" for play in found.plays),
        "found": found,
        "undealt": match.rules.undealt == "dealer",
        "logged": deal.points_by_camp,
        "differences": list(wording.tell_differences(match, deal, found)),
    }


def _table(match: Match, found: Replay, made: Play | None, plays: int) -> dict[str, Any]:
    """The drawn table: before each seat what it played to this trick."""
    trick = found.tricks[made.trick - 1] if made else found.tricks[0]
    played = plays - (trick.number - 1) * match.rules.seats
    ended = trick.complete and played == match.rules.seats
    illegal = {play.seat for play in found.revokes if play.trick == trick.number}
    cards = dict(zip(trick.seats, trick.cards[:played], strict=False))

    def state(seat: Seat) -> str:
        if seat in illegal and seat in cards:
            return "illegal"
        return "winner" if ended and seat == trick.winner else ""

    following = found.plays[plays].seat if plays < len(found.plays) else None
    return {
        "direction": match.rules.direction,
        "centre": _("Trick %(number)s") % {"number": trick.number},
        "seats": [
            {
                "seat": seat,
                "name": match.name(seat),
                "is_dealer": seat == found.dealer,
                "leads": seat == trick.leader,
                "to_play": seat == following and not ended,
                "card": (cards[seat] or UNKNOWN) if seat in cards else None,
                "card_state": state(seat),
            }
            for seat in match.rules.table.seats
        ],
    }


def _hand(match: Match, found: Replay, seat: Seat, made: Play | None, plays: int) -> dict[str, Any]:
    """The cards a seat is known to hold; of the seat that just played, those it held before."""
    just_played = made if made and made.seat == seat else None
    gone = {play.card for play in found.plays[:plays] if play.seat == seat}
    turns = sum(play.seat == seat for play in found.plays[:plays])
    held = [card for card in found.hands[seat] if card not in gone]
    if just_played:
        held = list(just_played.hand)
        turns -= 1
    judged = just_played is not None and just_played.verdict != "undecided"

    def state(card: str) -> str:
        if just_played and card == just_played.card:
            return "illegal" if just_played.verdict == "illegal" else "played"
        if judged and just_played:
            return "legal" if card in just_played.legal else "dimmed"
        return ""

    return {
        "name": wording.who(match, seat),
        "just_played": just_played is not None,
        "cards": [{"card": card, "state": state(card)} for card in held],
        "missing": match.rules.hand_size - turns - len(held),
    }
