"""`checkrecord`: what follows from the records of matches, and what is wrong with them."""

import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext, ngettext

from games.manille.errors import Fault, InvalidRecord, gettext_noop
from games.manille.facts import Record
from games.manille.notation import UNKNOWN
from games.manille.pbn import read_matches
from games.manille.record import MAX_BYTES
from games.manille.replay import Replay, refuses_legality
from games.manille.rulings import Ruling
from games.manille.sentences import argued, asked, proof, suspected
from games.manille.verdict import status, verdict

INVALID = 2

SEATS = {
    "N": gettext_noop("North"),
    "E": gettext_noop("East"),
    "S": gettext_noop("South"),
    "W": gettext_noop("West"),
}
SUITS = {
    "S": gettext_noop("spades"),
    "H": gettext_noop("hearts"),
    "D": gettext_noop("diamonds"),
    "C": gettext_noop("clubs"),
}
MISDEALS = {
    "wrong-count": gettext_noop("Deal %(number)s: misdeal by %(dealer)s, a wrong number of cards."),
    "exposed-card": gettext_noop("Deal %(number)s: misdeal by %(dealer)s, a card was exposed."),
    "partner-peek": gettext_noop(
        "Deal %(number)s: dealt by %(dealer)s, whose partner looked at the cards too early."
    ),
    "abandoned": gettext_noop("Deal %(number)s: dealt by %(dealer)s and abandoned."),
    "all-pass": gettext_noop("Deal %(number)s: dealt by %(dealer)s, and everybody passed."),
}
EVENTS = {
    "claim": gettext_noop("%(seat)s claimed all tricks from trick %(trick)s on."),
    "card-missing": gettext_noop("In trick %(trick)s a card was found missing."),
    "card-missing of": gettext_noop("In trick %(trick)s %(player)s lacked a card."),
    "card-double": gettext_noop("%(card)s was in the pack twice."),
    "wrong-count": gettext_noop("%(seat)s had been dealt a wrong number of cards: %(cards)s."),
    "exposed-card": gettext_noop("In trick %(trick)s %(player)s exposed %(card)s."),
    "exposed-card before": gettext_noop("Before play %(player)s exposed %(card)s."),
}
CLAIMS = {
    "proved": gettext_noop("The claim is right: no legal play gives an opponent a trick."),
    "refuted": gettext_noop("The claim is wrong: an opponent could have won a trick."),
    "playable": gettext_noop("The claim is right only if the claiming side plays well."),
    "open": gettext_noop("Whether the claim is right depends on cards nobody has seen."),
    "possible": gettext_noop("An opponent could have won a trick, at least with some hands."),
}
OUTCOMES = {
    "stands": gettext_noop("The tricks left go to the side that claimed them."),
    "misdeal": gettext_noop("By these rules the deal does not count."),
    "revoke": gettext_noop("By these rules it counts as a revoke."),
    "play-on": gettext_noop("By these rules the deal is played on."),
    "unsettled": gettext_noop("It is left to the referee."),
}


class Command(BaseCommand):
    help = (
        "Check records of matches: judge every play, score every deal, compare every claim. "
        "Exit status: 0 nothing wrong; 1 an illegal play, a claim that differs, or cards that no "
        "legal play explains; 2 a file that is not a valid record."
    )
    requires_system_checks: list[str] = []  # it needs neither the site nor its database

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "files", nargs="+", metavar="FILE", help="JSON or text; - reads standard input"
        )
        parser.add_argument("--json", action="store_true", help="print one verdict a line, as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        files: list[str] = options["files"]
        worst = 0
        try:
            for file in files:
                try:
                    records = [source.record for source in read_matches(_read(file))]
                except InvalidRecord as error:
                    worst = INVALID
                    for fault in error.faults:
                        self._say(self.stderr, f"{file}: {_sentence(fault)}")
                    continue
                for number, record in enumerate(records, start=1):
                    found = verdict(record)
                    worst = max(worst, status(found))
                    several = len(records) > 1
                    if options["json"]:
                        named = {"file": file} if several or len(files) > 1 else {}
                        if several:
                            named["match"] = number
                        # Escapes for whatever is not ASCII: no terminal, no file name can stop it.
                        self.stdout.write(json.dumps(named | found))
                        continue
                    if several:
                        words = {"file": file, "number": number}
                        self._say(self.stdout, gettext("%(file)s, match %(number)s:") % words)
                    elif len(files) > 1:
                        self._say(self.stdout, f"{file}:")
                    for line in _report(record, found):
                        self._say(self.stdout, line)
            self.stdout.flush()
        except BrokenPipeError:
            # Whoever reads the output has seen enough: what was judged so far still counts.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(worst)

    def _say(self, stream: Any, line: str) -> None:
        """One line, whatever stands in it: names and files may hold line breaks, controls for
        terminals, and letters that the terminal's encoding has not."""
        shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in line)
        encoding = getattr(stream, "encoding", None) or "utf-8"
        stream.write(shown.encode(encoding, "backslashreplace").decode(encoding))


def _read(file: str) -> bytes:
    """The file's bytes, of a file too large only as many as show that it is."""
    try:
        if file == "-":
            return sys.stdin.buffer.read(MAX_BYTES + 1)
        with open(file, "rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        message = gettext_noop("The file cannot be read: %(reason)s.")
        raise InvalidRecord(Fault(message, {"reason": reason})) from error


def _sentence(fault: Fault) -> str:
    """The fault in the user's language, after its place."""
    text = gettext(fault.message) % fault.params if fault.params else gettext(fault.message)
    return f"{fault.place}: {text}" if fault.place else text


def _report(record: Record, found: Mapping[str, Any]) -> Iterator[str]:
    """The verdict in sentences, one a line, deals in order."""

    def seat(letter: str) -> str:
        name = record.players.get(letter)
        words = {"seat": gettext(SEATS[letter]), "name": name}
        return gettext("%(seat)s (%(name)s)") % words if name else words["seat"]

    if "unjudged" in found:
        yield gettext(found["unjudged"])
    lines = {
        deal["number"]: chain(
            _deal_report(deal, seat),
            _ruling_report(record.deals[deal["number"] - 1].ruling, seat),
            _proof_report(record.told[deal["number"] - 1].replay, seat),
        )
        for deal in found["deals"]
    }
    for misdeal in found["misdeals"]:
        words = {**misdeal, "dealer": seat(misdeal["dealer"])}
        lines[misdeal["number"]] = chain(
            [gettext(MISDEALS[misdeal["kind"]]) % words],
            _penalties(misdeal),
            _ruling_report(record.deals[misdeal["number"] - 1].ruling, seat),
        )
    for number in sorted(lines):
        yield from lines[number]
    yield gettext("Match points in all: %(totals)s.") % {"totals": _figures(found["totals"])}
    if found["finished"]:
        yield (
            gettext("The match is over: %(winner)s won.") % {"winner": found["winner"]}
            if found["winner"]
            else gettext("The match is over: it is drawn.")
        )
    for claim in found["claims"]:
        yield gettext("%(place)s: %(claimed)s is claimed, but it comes to %(derived)s.") % claim
    if not status(found):
        yield gettext("Nothing wrong was found.")


def _deal_report(deal: Mapping[str, Any], seat: Callable[[str], str]) -> Iterator[str]:
    names = {**deal, "dealer": seat(deal["dealer"]), "eldest": seat(deal["eldest"])}
    yield gettext("Deal %(number)s: dealt by %(dealer)s, eldest hand %(eldest)s.") % names
    if deal["card_points"]:
        points = {"points": _figures(deal["card_points"])}
        yield "  " + gettext("Card points: %(points)s.") % points
    if deal["points"] is None:
        yield "  " + gettext("Too little is known to score it.")
    else:
        yield "  " + gettext("Match points: %(points)s (×%(multiplier)s); in all: %(totals)s.") % {
            "points": _figures(deal["points"]),
            "multiplier": deal["multiplier"] or 1,
            "totals": _figures(deal["totals"]),
        }
    yield from _penalties(deal)
    if "as_played" in deal:
        yield "  " + gettext("Without the ruling: %(points)s; in all: %(totals)s.") % {
            "points": _figures(deal["as_played"]["points"]),
            "totals": _figures(deal["as_played"]["totals"]),
        }
    yield from _event_report(deal, seat)
    for play in deal["plays"]:
        if play["verdict"] == "illegal":
            fault = proof(play)
            words = {
                "seat": seat(play["seat"]),
                "suit": gettext(SUITS[str(fault.params["suit"])]),
            }
            yield "  " + gettext(fault.message) % {**fault.params, **words}
            if not play["established"]:
                yield "  " + gettext("It could still be put right when the record ends.")
    undecided = sum(play["verdict"] == "undecided" for play in deal["plays"])
    if undecided:
        yield "  " + ngettext(
            "%(count)s play cannot be judged by the cards known.",
            "%(count)s plays cannot be judged by the cards known.",
            undecided,
        ) % {"count": undecided}


def _ruling_report(ruling: Ruling | None, seat: Callable[[str], str]) -> Iterator[str]:
    """What was ruled, by whom and why; what that changed is told with the points."""
    if ruling is None:
        return
    said = gettext("Ruling: a penalty apart from the deal.")
    if ruling.revoke:
        words = {"name": seat(ruling.revoke), "trick": ruling.trick}
        said = gettext("Ruling: %(name)s revoked.") % words
        if ruling.trick:
            said = gettext("Ruling: %(name)s revoked in trick %(trick)s.") % words
    elif ruling.points is not None:
        points = {"points": _figures(ruling.points)}
        said = gettext("Ruling: match points %(points)s.") % points
    elif ruling.play_stands:
        said = gettext("Ruling: the play stands.")
    yield "  " + said
    if ruling.by:
        yield "  " + gettext("Given by %(name)s.") % {"name": ruling.by}
    if ruling.rule:
        yield "  " + gettext("By which rule: %(rule)s.") % {"rule": ruling.rule}
    if ruling.reason:
        yield "  " + gettext("Reason: “%(reason)s”.") % {"reason": ruling.reason}


def _proof_report(replayed: Replay | None, seat: Callable[[str], str]) -> Iterator[str]:
    """Who can have revoked, why somebody must have, and what would settle the rest."""
    if replayed is None or refuses_legality(replayed.rules):
        return
    facts: list[Fault] = []
    if replayed.argument:
        facts = [suspected(replayed.suspects), *argued(replayed.argument)]
    facts += [asked(question) for play in replayed.plays for question in play.questions]
    for fact in dict.fromkeys(_told(fact, seat) for fact in facts):  # each question once
        yield "  " + fact


def _told(fact: Fault, seat: Callable[[str], str]) -> str:
    """A sentence with the seats and cards in its places as text."""
    words = dict(fact.params)
    if words.get("seat"):
        words["seat"] = seat(str(words["seat"]))
    words["seats"] = ", ".join(map(seat, words.get("seats", ())))
    for several in ("cards", "tricks"):
        words[several] = ", ".join(map(str, words.get(several, ())))
    words["card"] = words.get("card") or UNKNOWN
    return gettext(fact.message) % words


def _event_report(deal: Mapping[str, Any], seat: Callable[[str], str]) -> Iterator[str]:
    for event in deal.get("events", ()):
        kind, who = event["kind"], seat(event["seat"]) if "seat" in event else ""
        if kind == "card-missing" and who:
            kind = "card-missing of"
        elif kind == "exposed-card" and "trick" not in event:
            kind = "exposed-card before"
        yield "  " + gettext(EVENTS[kind]) % {**event, "seat": who, "player": who}
        if event["kind"] == "claim" and event["claim"]:
            yield "  " + gettext(CLAIMS[event["claim"]["answer"]])
        yield "  " + gettext(OUTCOMES[event["outcome"]])


def _penalties(deal: Mapping[str, Any]) -> Iterator[str]:
    if "penalties" in deal:
        words = {"penalties": _figures(deal["penalties"])}
        yield "  " + gettext("Penalties, which the totals include: %(penalties)s.") % words


def _figures(points: Mapping[str, int]) -> str:
    """Points by side, as `NS 21, EW 39`."""
    return ", ".join(f"{side} {number}" for side, number in points.items())
