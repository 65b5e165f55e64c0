"""One match of a text in the manner of PBN: its tags turned into the document that `record.py`
reads, with the line on which each thing is told."""

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from .errors import InvalidRecord, gettext_noop
from .notation import rules_from_json, written_twice
from .pbn_cards import CardReader
from .pbn_tags import (
    DEAL,
    FACTS,
    MATCH,
    NOTHING,
    WORDS,
    Faults,
    Tag,
    TaggedMatch,
    Word,
    at,
    misplaced_rows,
    section_key,
)
from .record_reader import FORMAT, VERSION
from .rules import Rules, optional
from .table import Seat

_FOREIGN = re.compile(r"Auction|.*Table", re.IGNORECASE)  # sections of bridge
_SECTIONS = ("ruling", "rulings", "events", "facts")  # which never say anything in the tag itself
_PATH = re.compile(r"[\w-]+(\.[\w-]+){0,7}")
_NUMBER = re.compile(r"-?[0-9]{1,19}")


class MatchReader:
    """Reads the tags of a match. `document` is what they tell, in the shape of the JSON record,
    `lines` its places -> lines, `leaders` the line and leader of each trick of each deal, `faults`
    what is wrong with the writing."""

    def __init__(self, match: TaggedMatch, faults: Faults) -> None:
        first = (match.tags or [tag for deal in match.deals for tag in deal])[0]
        self.faults = faults
        self.lines: dict[str, int] = {"": first.line}
        self.leaders: list[list[tuple[int, Seat]]] = []
        self.document: dict[str, object] = {"version": VERSION, "players": {}}
        self._rules: Rules | None = None
        self._match(match.tags)
        self.document["deals"] = [
            self._deal(tags, f"deals[{number}]") for number, tags in enumerate(match.deals)
        ]

    # The match

    def _match(self, tags: list[Tag]) -> None:
        seen: dict[str, str] = {}
        late = []
        for tag in tags:
            if tag.name not in MATCH:
                late.append(tag)
            elif tag.name in seen:
                # Games of PBN repeat what is the same for all of them, or write # for it.
                if not tag.same and tag.value != seen[tag.name]:
                    self.faults.add([written_twice(tag.name, at(tag.line))])
            else:
                seen[tag.name] = tag.value
                self.lines[MATCH[tag.name]] = tag.line
                self._match_tag(tag)
        with suppress(InvalidRecord):  # whoever reads the document says why
            _, self._rules = rules_from_json(self.document.get("rules"))
        for tag in late:
            self._other(tag, self.document, "")

    def _match_tag(self, tag: Tag) -> None:
        place, value = MATCH[tag.name], tag.value
        if tag.name == "Rules":
            rules = self._facts(tag, place)
            for option, told in rules.items():
                if told is None and not _may_lack(option):
                    rules[option] = "none"  # a word, here
            if value:
                rules["preset"] = value
                self.lines["rules.preset"] = tag.line
            if rules:
                self.document["rules"] = rules
            return
        self._no_rows(tag)
        if tag.name == "Game":
            self.document["format"] = FORMAT if value.strip().lower() == "manille" else value
        elif place.startswith("players."):
            self._player(tag, place.rpartition(".")[2])
        elif tag.name == "Totals":
            self.document["totals"] = self._figures(tag, place)
        elif tag.name == "Site":
            self.document["place"] = value
        elif value and "?" not in value:
            self.document[place] = re.sub(r"[./]", "-", value.strip())

    def _player(self, tag: Tag, seat: Seat) -> None:
        players = self.document["players"]
        assert isinstance(players, dict)
        players[seat] = tag.value

    # A deal

    def _deal(self, tags: list[Tag], place: str) -> dict[str, Any]:
        deal: dict[str, Any] = {}
        seen: dict[str, Tag] = {}
        hands: list[Tag] = []
        self.lines[place] = tags[0].line
        self.leaders.append([])
        for tag in tags:
            if tag.name not in DEAL:
                self._other(tag, deal, place)
            elif tag.name == "Hand":
                self._no_rows(tag)
                hands.append(tag)
            elif tag.name in seen:
                self.faults.add([written_twice(tag.name, at(tag.line))])
            else:
                seen[tag.name] = tag
                self.lines[f"{place}.{DEAL[tag.name]}" if DEAL[tag.name] else place] = tag.line
                if tag.name != "Play":
                    self._no_rows(tag)
                self._deal_tag(tag, deal, place)
        self._cards(deal, seen, hands, place)
        return deal

    def _deal_tag(self, tag: Tag, deal: dict[str, Any], place: str) -> None:
        key, value = DEAL[tag.name], tag.value
        word = value.strip()
        if tag.name in ("Board", "Deal", "Play") or not value:
            return
        if tag.name in ("CardPoints", "Score"):
            deal[key] = self._figures(tag, f"{place}.{key}")
        elif tag.name == "Note":
            deal[key] = value
        elif tag.name == "Doubling":
            deal[key] = re.findall(r"[^\s,]+", value.lower())
        elif tag.name in ("Bid", "Minute"):
            deal[key] = int(word) if _NUMBER.fullmatch(word) else value
        elif tag.name == "Blind":
            deal[key] = {"yes": True, "true": True, "no": False, "false": False}.get(
                word.lower(), value
            )
        elif tag.name == "Misdeal":
            deal[key] = word.lower()
        elif word != "?" or tag.name == "Leader":
            deal[key] = word.upper()

    def _cards(
        self, deal: dict[str, Any], tags: Mapping[str, Tag], hands: list[Tag], place: str
    ) -> None:
        """Puts the hands, the leader and the tricks into the deal."""
        if self._rules is None:
            return
        reader = CardReader(self._rules, self.faults, hands, tags.get("Play"))
        held = reader.hands(tags.get("Deal"))
        for seat, (line, cards) in held.items():
            self.lines[f"{place}.hands.{seat}"] = line
            deal.setdefault("hands", {})[seat] = " ".join(cards)
        leader = deal.pop("leader", None)
        dealer, trump = str(deal.get("dealer", "")), str(deal.get("trump", ""))
        told, tricks = reader.tricks(dealer, str(leader or ""), trump)
        if told:
            deal["leader"] = told
        if "Play" in tags:
            self.lines.setdefault(f"{place}.leader", tags["Play"].line)
        for number, trick in enumerate(tricks):
            self.lines[f"{place}.tricks[{number}]"] = trick.line
            deal.setdefault("tricks", []).append(trick.text)
        self.leaders[-1] = [(trick.line, trick.leader) for trick in tricks]

    # Whatever else

    def _other(self, tag: Tag, target: dict[str, object], place: str) -> None:
        """A section of its own name, with facts; a tag that nobody knows here is left alone."""
        key = section_key(tag.name)
        if _FOREIGN.fullmatch(tag.name) or (not tag.rows and key not in _SECTIONS):
            return
        if not tag.rows:
            message = gettext_noop("Write it on the lines below: on each a name and a value.")
            self.faults.at(tag.line, message)
            return
        here = "" if tag.name == FACTS else key
        path = ".".join(filter(None, (place, here)))
        self.lines.setdefault(path, tag.line)
        facts = self._facts(tag, path)
        found = facts if not here else {here: _listed(facts)}
        for name, value in found.items():
            if name in target:
                self.faults.add([written_twice(name, at(tag.line))])
            else:
                target[name] = value if here else _listed(value)

    def _facts(self, tag: Tag, place: str) -> dict[str, object]:
        """The facts under a tag, by their paths: `points.NS 30` -> {"points": {"NS": 30}}."""
        facts: dict[str, object] = {}
        for line, words in tag.rows:
            path = words[0].text
            if words[0].quoted or not _PATH.fullmatch(path) or len(words) < 2:
                message = gettext_noop("Here a name and a value are expected, as in target 61.")
                self.faults.at(line, message)
                continue
            *parents, last = path.split(".")
            target: object = facts
            for parent in parents:
                target = target.setdefault(parent, {}) if isinstance(target, dict) else None
            if not isinstance(target, dict) or last in target:
                self.faults.add([written_twice(path, at(line))])
                continue
            target[last] = _value(words[1:])
            here = place
            for part in path.split("."):
                here = f"{here}.{part}" if here else part
                self.lines.setdefault(here, line)
        return facts

    def _figures(self, tag: Tag, place: str) -> dict[str, object]:
        """Points by side: `NS 21, EW 39` -> {"NS": 21, "EW": 39}."""
        words = re.findall(r"[^\s,:=]+", tag.value)
        found: dict[str, object] = {}
        if len(words) % 2 or not all(_NUMBER.fullmatch(word) for word in words[1::2]):
            message = gettext_noop("Here sides and their points are expected, as in NS 21, EW 39.")
            self.faults.at(tag.line, message)
            return found
        for side, number in zip(words[::2], words[1::2], strict=True):
            if side.upper() in found:
                self.faults.add([written_twice(side.upper(), at(tag.line))])
            found[side.upper()] = int(number)
        return found

    def _no_rows(self, tag: Tag) -> None:
        self.faults.add(misplaced_rows(tag))


def _may_lack(option: str) -> bool:
    try:
        return optional(option)
    except KeyError:
        return True


def _value(words: list[Word]) -> object:
    """What the words after a path say: a text in quotation marks, a number, `yes`, `no`, `none`,
    `-` for nothing, or a text of words."""
    if len(words) > 1 or words[0].quoted:
        return " ".join(word.text for word in words)
    text = words[0].text
    if text == NOTHING:
        return {}
    if text.lower() in WORDS:
        return WORDS[text.lower()]
    return int(text) if _NUMBER.fullmatch(text) else text


def _listed(value: object) -> object:
    """The value with a list wherever the names are 1, 2, 3 …"""
    if not isinstance(value, Mapping):
        return value
    items = {name: _listed(item) for name, item in value.items()}
    if items and list(items) == [str(number) for number in range(1, len(items) + 1)]:
        return list(items.values())
    return items
