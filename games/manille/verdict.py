"""The verdict on a record: every play judged, every deal scored, every claim compared.

The document that other programs read (`verdict`), and its exit status. The same in sentences:
`sentences.py`.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from .claim import ClaimVerdict
from .errors import InvalidRecord
from .events import event_to_json, judged, outcome
from .facts import Record, Told, checked
from .judge import Lawful
from .notation import UNKNOWN, write_hand
from .plays import Play
from .proof import Argument, Bar
from .replay import Replay, refuses_legality
from .rules import Rules
from .scoring import Line, Sheet, score

FORMAT, VERSION = "manille-verdict", 1


def verdict(record: Record) -> dict[str, Any]:
    """All that follows from a record, ready for JSON. Besides the keys of the format: `rules_id`,
    the digest of the rules judged by; `penalties` of a deal, match points by side apart from its
    `points`, where any; `misdeals`, which have no place among the `deals` (numbers count both);
    `unjudged`, the reason why plays are not judged under these rules; of an illegal play `seen_in`,
    the trick in which the table could first have seen it; of an undecided one the `questions` that
    would settle it; and, where somebody revoked though no single play shows who, the `argument`.
    Raises InvalidRecord where something cannot have happened.
    """
    deals = checked(record)
    sheet = score(record.rules, [one.result for one in deals], record.first_dealer)
    pairs = list(zip(sheet.lines, deals, strict=True))
    found: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "rules_id": record.rules.digest,
        "deals": [_deal(record.rules, line, one) for line, one in pairs if not one.deal.misdeal],
        "misdeals": [
            {"number": line.number, "dealer": line.dealer, "kind": one.deal.misdeal}
            | ({"events": list(_events(record.rules, one))} if one.deal.events else {})
            | _penalties(line)
            for line, one in pairs
            if one.deal.misdeal
        ],
        "totals": sheet.totals,
        "finished": sheet.finished is not None,
        "winner": sheet.winner,
        "claims": list(_differing(record, deals, sheet)),
    }
    reason = refuses_legality(record.rules)
    return found | {"unjudged": reason} if reason else found


def differing_claims(record: Record) -> list[dict[str, Any]]:
    """The `claims` of the verdict alone, for whoever need not wait until all plays, and claims of
    the remaining tricks, are judged. Raises InvalidRecord where something cannot have happened."""
    deals = checked(record)
    sheet = score(record.rules, [one.result for one in deals], record.first_dealer)
    return list(_differing(record, deals, sheet))


def status(found: Mapping[str, Any]) -> int:
    """1 where a verdict holds an illegal play, a claim that differs, or cards that no legal play
    explains; else 0."""
    wrong = found["claims"] or any(
        deal["explained"] is False or any(play["verdict"] == "illegal" for play in deal["plays"])
        for deal in found["deals"]
    )
    return 1 if wrong else 0


def _deal(rules: Rules, line: Line, one: Told) -> dict[str, Any]:
    points = one.result.card_points
    found: dict[str, Any] = {
        "number": line.number,
        "dealer": line.dealer,
        "eldest": line.eldest,
        "multiplier": line.multiplier,
        "card_points": points and {camp: points[camp] for camp in line.camps},
        "points": None if line.kind == "unscored" else line.points,
        "totals": line.totals,
    }
    found |= _penalties(line)
    if line.as_played:
        found["as_played"] = {
            "multiplier": line.as_played.multiplier,
            "points": line.as_played.points,
            "totals": line.as_played.totals,
        }
    if one.deal.events:
        found["events"] = list(_events(rules, one))
    return found | _judged(one.replay)


def _events(rules: Rules, one: Told) -> Iterator[dict[str, Any]]:
    """The events of a deal as recorded, with what the rules make of each (`outcome`), and for a
    claim the answer: `claim`, None where it could not be judged."""
    deal = one.deal
    trump = deal.contract.trump if deal.contract else ""
    for event in deal.events:
        claim: ClaimVerdict | None = None
        if event.kind == "claim":
            with suppress(InvalidRecord):  # no trump, no cards, or no rules of play to judge by
                claim = judged(
                    rules, one.dealer, trump, deal.tricks, deal.hands, deal.leader, event
                )
        found = event_to_json(event) | {"outcome": outcome(rules, event, claim)}
        if event.kind == "claim":
            found["claim"] = claim and _claim(claim)
        yield found


def _claim(claim: ClaimVerdict) -> dict[str, Any]:
    """The answer to a claim, and (None where that is ruled out) how an opponent can win a trick."""
    line = claim.line
    return {
        "answer": claim.answer,
        "camp": claim.camp,
        "tricks": claim.left,
        "explained": claim.explained,
        "line": line
        and {
            "hands": {seat: write_hand(cards) for seat, cards in line.hands.items()},
            "tricks": [f"{leader}: {' '.join(cards)}" for leader, cards in line.tricks],
            "winner": line.winner,
            "trick": line.trick,
        },
    }


def _penalties(line: Line) -> dict[str, Any]:
    return {"penalties": line.penalties} if line.penalties else {}


def _judged(replayed: Replay | None) -> dict[str, Any]:
    if replayed is None:
        return {"tricks": [], "plays": [], "explained": True, "suspects": []}
    found: dict[str, Any] = {
        "tricks": [
            {
                "number": trick.number,
                "leader": trick.leader,
                "winner": trick.winner,
                "card_points": trick.card_points,
            }
            for trick in replayed.tricks
        ],
        "plays": _lawful(replayed, replayed.lawful)
        if replayed.lawful
        else [_play(play) for play in replayed.plays],
        "explained": replayed.explained,
        "suspects": list(replayed.suspects),
    }
    if replayed.argument:
        found["argument"] = _argument(replayed.argument)
    return found


def _argument(argument: Argument) -> dict[str, Any]:
    found = {
        "cards": list(argument.cards),
        "room": argument.room,
        "seats": dict(argument.seats),
        "bars": [_bar(bar) for bar in argument.bars],
        "cases": [
            {
                "seat": case.seat,
                "trick": case.trick,
                "cards": list(case.cards),
                "revoke": case.revoke and _bar(case.revoke),
                "argument": case.argument and _argument(case.argument),
            }
            for case in argument.cases
        ],
        "tricks": list(argument.tricks),
    }
    return {key: value for key, value in found.items() if value or key == "room"}


def _bar(bar: Bar) -> dict[str, Any]:
    return {**bar._asdict(), "cards": list(bar.cards)}


def _lawful(replayed: Replay, found: Lawful) -> list[dict[str, Any]]:
    """The plays of a deal in which every one was legal, as `_play` has them."""
    duties = iter(found.duties)
    return [
        {"trick": trick.number, "seat": seat, "card": card, "verdict": "legal", "duty": duty}
        for trick in replayed.tricks
        for seat, card, duty in zip(trick.seats, trick.cards, duties, strict=False)
    ]


def _play(play: Play) -> dict[str, Any]:
    found: dict[str, Any] = {
        "trick": play.trick,
        "seat": play.seat,
        "card": play.card or UNKNOWN,
        "verdict": play.verdict,
        "duty": play.duty,
    }
    if play.verdict == "illegal":
        found |= {
            "due": list(play.due),
            "witness": play.witness,
            "witness_trick": play.witness_trick,
            "established": play.established,
            "seen_in": play.seen_in,
        }
    if play.questions:
        found["questions"] = [{**q._asdict(), "cards": list(q.cards)} for q in play.questions]
    return found


def _differing(record: Record, deals: tuple[Told, ...], sheet: Sheet) -> Iterator[dict[str, Any]]:
    """Every claim that differs from what follows from the facts."""
    for number, (line, one) in enumerate(zip(sheet.lines, deals, strict=True)):
        for place, claimed, derived in _compared(line, one):
            if derived is not None and claimed != derived:
                yield {
                    "place": f"deals[{number}].{place}",
                    "claimed": claimed,
                    "derived": derived,
                }
    for side in record.rules.table.sides:
        claimed, derived = record.totals.get(side), sheet.totals[side]
        if claimed is not None and claimed != derived:
            yield {"place": f"totals.{side}", "claimed": claimed, "derived": derived}


def _compared(line: Line, one: Told) -> Iterator[tuple[str, object, object]]:
    """(place, claimed, derived or None) for whatever a deal claims."""
    deal, replayed = one.deal, one.replay
    if deal.dealer:
        yield "dealer", deal.dealer, line.expected_dealer
    if replayed:
        if deal.leader:
            yield "leader", deal.leader, line.eldest
        for trick in replayed.tricks:
            yield f"tricks[{trick.number - 1}]", trick.leader, trick.expected_leader
        for camp in line.camps:
            if camp in deal.card_points and replayed.card_points:
                yield f"card_points.{camp}", deal.card_points[camp], replayed.card_points[camp]
        if deal.last_trick:
            yield "last_trick", deal.last_trick, replayed.last_trick
    if line.kind != "unscored":
        for side in line.points:
            if side in deal.points:
                yield f"points.{side}", deal.points[side], line.points[side]
    if claimed := deal.as_played:
        plain = line.as_played or line
        if claimed.multiplier:
            yield "as_played.multiplier", claimed.multiplier, plain.multiplier
        for side in line.totals:
            if side in claimed.points and line.kind != "unscored":
                yield f"as_played.points.{side}", claimed.points[side], plain.points[side]
            if side in claimed.totals:
                yield f"as_played.totals.{side}", claimed.totals[side], plain.totals[side]
