"""Matches, deals and devices for the page tests, made the way the site makes them."""

import uuid
from typing import Any

from django.test import Client

from games.manille.presets import PRESETS
from games.models import Deal, Match

PLAYERS = {"N": "An", "E": "Bo", "S": "Cis", "W": "Dré"}


def start_match(
    preset: str = "west-flemish", *, rules: dict[str, Any] | None = None, **facts: Any
) -> Match:
    """A new match in a named system; `rules` are options that differ, `facts` as Match.start."""
    changed = PRESETS[preset].changed(**(rules or {}))
    # A dummy has no name of its own.
    names = {
        seat: PLAYERS[seat] if seat in changed.people else seat for seat in changed.table.seats
    }
    facts.setdefault("players", names)
    facts.setdefault("first_dealer", "N")
    return Match.start(preset=preset, rules=changed, **facts)


def afresh(match: Match) -> Match:
    """The match as it is stored now."""
    return Match.objects.get(pk=match.pk)


def new_deal(match: Match, points: int | None = None, **facts: Any) -> Deal:
    """The next deal of `match`, not yet recorded; `points` are the first camp's card points."""
    facts.setdefault("number", match.next_number)
    facts.setdefault("key", uuid.uuid4())
    if not facts.get("misdeal"):
        trumps = match.rules.trumps
        facts.setdefault("trump", "H" if "H" in trumps and "" not in trumps else trumps[0])
        if facts["trump"]:
            facts.setdefault("declarer", match.sheet.next_dealer)
        if match.rules.contract == "bid":
            facts.setdefault("bid", match.rules.par + 1)
        facts.setdefault("card_points", points)
    return Deal(match=match, **facts)


def record(match: Match, points: int | None = None, **facts: Any) -> Deal:
    """Record the next deal of `match` and return it."""
    deal = new_deal(match, points, **facts)
    assert match.record_deal(deal)
    return deal


def rule(match: Match, number: int, by: str = "", **ruling: Any) -> Deal:
    """Give a ruling on a deal, its keys as in a record, and return the deal."""
    changed = afresh(match).deal(number)
    changed.rule(ruling)
    match.rule(changed, by)
    return changed


def remember(client: Client, match: Match, *, scoring: bool) -> Client:
    """Have the client's device know the match by its scoring or its reading link."""
    session = client.session
    known = session.get("matches", {})
    session["matches"] = {**known, match.code: match.scoring_code if scoring else ""}
    session.save()
    client.cookies["sessionid"] = session.session_key
    return client


def scoring_client(match: Match) -> Client:
    """A device that came in by the scoring link."""
    return remember(Client(), match, scoring=True)


def reading_client(match: Match) -> Client:
    """A device that came in by the reading link."""
    return remember(Client(), match, scoring=False)
