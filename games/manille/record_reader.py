"""Reading a record: the values of a document, one after the other, and every fault in them.

How the text becomes a document, and a record becomes text, is in `record.py`.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import date, datetime

from .cards import TRUMPS, Card
from .errors import Fault, InvalidRecord, gettext_noop
from .events import FIELDS, KINDS, NEEDED, Event
from .facts import DealRecord, Record
from .notation import (
    TrickRecord,
    copas,
    parse_hand,
    parse_tricks,
    rules_from_json,
    shown,
    twice,
    written_twice,
)
from .results import TRUMP_UNKNOWN
from .rules import Rules
from .rulings import Appeal, Ruling
from .scoring import CALLS, MISDEALS, AsPlayed, Contract
from .table import Seat

FORMAT, VERSION = "manille-record", 1

MAX_DEALS = 999
"""More deals than any table plays, few enough that no chain of carried draws can choke a reader."""

MAX_EVENTS = 8
"""More than happens in one deal; each claim among them takes time to judge."""

MAX_FAULTS = 1000
"""So many faults are told; a document made of nothing else could hold half a million."""

MOST_POINTS = 999_999
"""Match points claimed or given go no further than this, up or down."""

MOST_TIMES = 10**18
"""What a deal counts has no bound but that of the numbers read."""

_PLAYED = ("declarer", "trump", "calls", "bid", "blind", "card_points", "last_trick")
_CARDS = ("hands", "leader", "tricks")

# Only years whose days have a date in every time zone.
_TIME = re.compile(
    r"[12]\d{3}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})", re.ASCII
)

_CONTROL = re.compile("[\x00-\x1f\x7f\ud800-\udfff]")
_CONTROL_BUT_LINES = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")


class Reader:
    """Reads values of the document and collects the faults: a value that is wrong is read as
    absent, so that the reading goes on to the next fault. A `null` counts as absent everywhere but
    in the rules."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def fault(self, place: str, message: str, **params: object) -> None:
        self.add([Fault(message, params, place)])

    def add(self, faults: Iterable[Fault]) -> None:
        """Keep these faults. Raises InvalidRecord with all of them once nobody would read on."""
        self.faults += faults
        if len(self.faults) >= MAX_FAULTS:
            raise InvalidRecord(self.faults[:MAX_FAULTS])

    def mapping(self, value: object, place: str) -> dict[str, object]:
        if not isinstance(value, dict):
            self.fault(place, gettext_noop("Here a JSON object is expected."))
            return {}
        self.add(written_twice(key, place) for key in getattr(value, "twice", ()))
        return {key: item for key, item in value.items() if item is not None}

    def array(self, value: object, place: str) -> list[object]:
        if isinstance(value, list):
            return value
        self.fault(place, gettext_noop("Here a JSON list is expected."))
        return []

    def text(self, value: object, place: str, wrong: re.Pattern[str] = _CONTROL) -> str:
        if not isinstance(value, str):
            self.fault(place, gettext_noop("Here a text is expected."))
        elif wrong.search(value):
            self.fault(place, gettext_noop("The text holds a character that cannot be shown."))
        else:
            return value
        return ""

    def whole(self, value: object, place: str, least: int, most: int) -> int | None:
        # A JSON true is a Python int; it is no number of points.
        if type(value) is int and least <= value <= most:
            return value
        message = gettext_noop("Here a whole number from %(least)s to %(most)s is expected.")
        self.fault(place, message, least=least, most=most)
        return None

    def word(self, value: object, place: str, words: Iterable[str]) -> str | None:
        allowed = tuple(words)
        if isinstance(value, str) and value in allowed:
            return value
        message = gettext_noop("“%(value)s” cannot stand here, only one of: %(words)s.")
        self.fault(place, message, value=shown(value), words=" ".join(allowed))
        return None

    def numbers(
        self, value: object, place: str, names: Callable[[str], bool], least: int, most: int
    ) -> dict[str, int]:
        """Numbers by side or camp; `names` tells which keys may be."""
        found = {}
        for key, item in self.mapping(value, place).items():
            if not names(key):
                message = gettext_noop("“%(camp)s” is not a side in this deal.")
                self.fault(place, message, camp=shown(key))
                continue
            number = self.whole(item, f"{place}.{key}", least, most)
            if number is not None:
                found[key] = number
        return found

    def record(self, value: object) -> Record | None:
        """The record, but for what only the course of the match can tell; None where the document
        is no record of this version, or its rules are wrong."""
        top = self.mapping(value, "")
        if self.faults:
            return None
        if top.get("format") != FORMAT:
            self.fault("format", gettext_noop("This is not a Manille record."))
            return None
        if type(top.get("version")) is not int or top["version"] != VERSION:
            message = gettext_noop("Only version %(version)s of the format is known here.")
            self.fault("version", message, version=VERSION)
            return None
        if "rules" not in top:
            self.fault("rules", gettext_noop("The rules are missing."))
            return None
        try:
            preset, rules = rules_from_json(top["rules"])
        except InvalidRecord as error:
            self.add(error.faults)
            return None
        deals = self.array(top.get("deals", []), "deals")
        if len(deals) > MAX_DEALS:
            message = gettext_noop("A record holds at most %(deals)s deals.")
            self.fault("deals", message, deals=MAX_DEALS)
            return None
        return Record(
            rules=rules,
            preset=preset,
            players=self.players(top.get("players", {}), rules),
            played_on=self.day(top["played_on"]) if "played_on" in top else None,
            place=self.text(top.get("place", ""), "place"),
            deals=tuple(
                self.deal(deal, rules, f"deals[{number}]") for number, deal in enumerate(deals)
            ),
            totals=self.points(top.get("totals", {}), "totals", rules),
        )

    def players(self, value: object, rules: Rules) -> dict[str, str]:
        names = {}
        for seat, name in self.mapping(value, "players").items():
            if self.word(seat, "players", rules.table.seats):
                read = self.text(name, f"players.{seat}")
                if read.strip():
                    names[seat] = read
        return names

    def day(self, value: object) -> str | None:
        if isinstance(value, str) and re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
            try:
                return date.fromisoformat(value).isoformat()
            except ValueError:
                pass  # the thirteenth month, the thirtieth of February
        self.fault("played_on", gettext_noop("Here a day is expected, as in 2026-10-25."))
        return None

    def points(self, value: object, place: str, rules: Rules) -> dict[str, int]:
        """Match points by side."""
        sides = rules.table.sides
        return self.numbers(value, place, sides.__contains__, -MOST_POINTS, MOST_POINTS)

    def deal(self, value: object, rules: Rules, place: str) -> DealRecord:
        deal = self.mapping(value, place)
        if not isinstance(value, dict):
            return DealRecord()  # what it lacks is no further fault
        seats = rules.table.seats

        def seat(key: str) -> str | None:
            return self.word(deal[key], f"{place}.{key}", seats) if key in deal else None

        dealer, leader = seat("dealer"), seat("leader")
        misdeal = contract = last_trick = ruling = minute = None
        if "misdeal" in deal:
            misdeal = self.word(deal["misdeal"], f"{place}.misdeal", MISDEALS)
            for key in (*_PLAYED, *_CARDS):
                if key in deal:
                    message = gettext_noop("A misdeal is not played: leave this out.")
                    self.fault(f"{place}.{key}", message)
        else:
            contract = self.contract(deal, rules, place)
        # Who plays with whom may depend on the dealer: here any seats of the table will do.
        card_points = self.numbers(
            deal.get("card_points", {}),
            f"{place}.card_points",
            lambda camp: bool(camp) and set(camp) <= set(seats),
            0,
            rules.pot,
        )
        if "last_trick" in deal:
            last_trick = self.text(deal["last_trick"], f"{place}.last_trick")
        points = self.points(deal.get("points", {}), f"{place}.points", rules)
        as_played = self.as_played(deal.get("as_played", {}), f"{place}.as_played", rules)
        hands, tricks = self.cards(deal, rules, place)
        if "ruling" in deal:
            ruling = self.ruling(deal["ruling"], rules, f"{place}.ruling")
        earlier = tuple(
            self.ruling(each, rules, f"{place}.earlier_rulings[{number}]")
            for number, each in enumerate(
                self.array(deal.get("earlier_rulings", []), f"{place}.earlier_rulings")
            )
        )
        note = self.text(deal.get("note", ""), f"{place}.note", _CONTROL_BUT_LINES)
        if "minute" in deal:
            minute = self.whole(deal["minute"], f"{place}.minute", 0, 99_999)
        return DealRecord(
            dealer=dealer,
            misdeal=misdeal,
            contract=contract,
            card_points=card_points,
            last_trick=last_trick,
            points=points,
            as_played=as_played,
            hands=hands,
            leader=leader,
            tricks=tricks,
            ruling=ruling,
            earlier_rulings=earlier,
            note=note,
            minute=minute,
            events=self.events(deal.get("events", []), rules, f"{place}.events"),
        )

    def as_played(self, value: object, place: str, rules: Rules) -> AsPlayed | None:
        """What a deal is claimed to come to without rulings; None where nothing is claimed."""
        given = self.mapping(value, place)
        multiplier = None
        if given.get("multiplier") is not None:
            multiplier = self.whole(given["multiplier"], f"{place}.multiplier", 1, MOST_TIMES)
        points, totals = (
            self.points(given.get(key, {}), f"{place}.{key}", rules) for key in ("points", "totals")
        )
        return AsPlayed(multiplier, points, totals) if multiplier or points or totals else None

    def events(self, value: object, rules: Rules, place: str) -> tuple[Event, ...]:
        listed = self.array(value, place)
        if len(listed) > MAX_EVENTS:
            message = gettext_noop("A deal holds at most %(events)s events.")
            self.fault(place, message, events=MAX_EVENTS)
            return ()
        read = (self.event(each, rules, f"{place}[{n}]") for n, each in enumerate(listed))
        return tuple(event for event in read if event)

    def event(self, value: object, rules: Rules, place: str) -> Event | None:
        """What happened beside the play; what does not belong to its kind is left alone."""
        given = self.mapping(value, place)
        kind = self.word(given.get("kind"), f"{place}.kind", KINDS)
        if kind is None:
            return None
        told = {key: given[key] for key in FIELDS[kind] if key in given}
        for key in NEEDED[kind]:
            if key not in told:
                self.fault(f"{place}.{key}", gettext_noop("This is missing."))
        seat = trick = card = cards = None
        if "seat" in told:
            seat = self.word(told["seat"], f"{place}.seat", rules.table.seats)
        if "trick" in told:
            trick = self.whole(told["trick"], f"{place}.trick", 1, rules.hand_size)
        if "card" in told:
            card = self.word(told["card"], f"{place}.card", rules.cards.cards)
        if "cards" in told:
            cards = self.whole(told["cards"], f"{place}.cards", 0, rules.cards.size)
        by = self.text(given.get("by", ""), f"{place}.by")
        note = self.text(given.get("note", ""), f"{place}.note", _CONTROL_BUT_LINES)
        return Event(kind=kind, seat=seat, trick=trick, card=card, cards=cards, by=by, note=note)

    def contract(self, deal: Mapping[str, object], rules: Rules, place: str) -> Contract | None:
        trump: str | None = ""
        if rules.play == "score-pad" and deal.get("trump", "") == "":
            pass  # nobody says what was trump
        elif "trump" in deal:
            trump = self.word(deal["trump"], f"{place}.trump", TRUMPS)
        else:
            self.add([replace(TRUMP_UNKNOWN, place=f"{place}.trump")])
        calls = [
            self.word(call, f"{place}.calls", CALLS)
            for call in self.array(deal.get("calls", []), f"{place}.calls")
        ]
        declarer = bid = None
        if "declarer" in deal:
            declarer = self.word(deal["declarer"], f"{place}.declarer", rules.table.seats)
        if "bid" in deal:
            bid = self.whole(deal["bid"], f"{place}.bid", 0, rules.pot)
        blind = self.flag(deal, "blind", place)
        if trump is None:
            return None
        return Contract(declarer, trump, tuple(call for call in calls if call), bid, blind)

    def cards(
        self, deal: Mapping[str, object], rules: Rules, place: str
    ) -> tuple[dict[Seat, tuple[Card, ...]], tuple[TrickRecord, ...]]:
        """The hands and the tricks of a deal, which are written in one way."""
        held = self.mapping(deal.get("hands", {}), f"{place}.hands")
        texts = {}
        for seat, hand in held.items():
            known = len(self.faults)
            if self.word(seat, f"{place}.hands", rules.table.seats):
                text = self.text(hand, f"{place}.hands.{seat}", _CONTROL_BUT_LINES)
                if len(self.faults) == known:
                    texts[seat] = text
        known = len(self.faults)
        lines = [
            self.text(line, f"{place}.tricks[{number}]", _CONTROL_BUT_LINES)
            for number, line in enumerate(self.array(deal.get("tricks", []), f"{place}.tricks"))
        ]
        if len(self.faults) > known:
            lines = []  # a line that is no text is not a trick without cards, too
        c_is_copas = copas([*texts.values(), *lines], rules)
        hands: dict[Seat, tuple[Card, ...]] = {}
        tricks: tuple[TrickRecord, ...] = ()
        faults: list[Fault] = []
        every: set[Card] = set()
        for seat, text in texts.items():
            here = f"{place}.hands.{seat}"
            try:
                hands[seat] = parse_hand(text, rules, c_is_copas=c_is_copas, place=here)
            except InvalidRecord as error:
                faults += error.faults
                continue
            faults += (twice(card, here) for card in hands[seat] if card in every)
            every.update(hands[seat])
        try:
            tricks = parse_tricks(lines, rules, c_is_copas=c_is_copas, place=f"{place}.tricks")
        except InvalidRecord as error:
            faults += error.faults
        self.add(faults)
        return hands, tricks

    def ruling(self, value: object, rules: Rules, place: str) -> Ruling:
        given = self.mapping(value, place)
        revoke = trick = points = penalties = appeal = None
        if "revoke" in given:
            revoke = self.word(given["revoke"], f"{place}.revoke", rules.table.seats)
        if "trick" in given:
            trick = self.whole(given["trick"], f"{place}.trick", 1, rules.hand_size)
        if "points" in given:
            points = self.points(given["points"], f"{place}.points", rules)
        if "penalties" in given:
            # None at all are told like no penalties.
            penalties = self.points(given["penalties"], f"{place}.penalties", rules) or None
        if "appeal" in given:
            appeal = Appeal(
                **self.decided(self.mapping(given["appeal"], f"{place}.appeal"), f"{place}.appeal")
            )
        return Ruling(
            revoke=revoke,
            trick=trick,
            points=points,
            play_stands=self.flag(given, "play_stands", place),
            penalties=penalties,
            rule=self.text(given.get("rule", ""), f"{place}.rule"),
            appeal=appeal,
            **self.decided(given, place),
        )

    def decided(self, given: Mapping[str, object], place: str) -> dict[str, str]:
        """By whom something was decided, when and why."""
        at = self.text(given.get("at", ""), f"{place}.at")
        if at and not _is_time(at):
            message = gettext_noop("Here a time is expected, as in 2026-10-25T21:30:00+02:00.")
            self.fault(f"{place}.at", message)
        return {
            "by": self.text(given.get("by", ""), f"{place}.by"),
            "at": at,
            "reason": self.text(given.get("reason", ""), f"{place}.reason", _CONTROL_BUT_LINES),
        }

    def flag(self, given: Mapping[str, object], key: str, place: str) -> bool:
        if not isinstance(given.get(key, False), bool):
            self.fault(f"{place}.{key}", gettext_noop("Here true or false is expected."))
        return given.get(key) is True


def _is_time(text: str) -> bool:
    try:
        return bool(_TIME.fullmatch(text) and datetime.fromisoformat(text))
    except ValueError:
        return False  # the 25th hour
