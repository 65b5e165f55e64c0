"""What is wrong with a record, and what it claims otherwise, in a player's words."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.faults import say
from games.manille.errors import Fault, InvalidRecord

from .rule_options import OPTIONS

MOST_FAULTS = 30
MOST_CLAIMS = 8

_LINE = re.compile(r"line (\d+)")
_PLACE = re.compile(r"deals\[(?P<deal>\d+)\](\.tricks\[(?P<trick>\d+)\])?\.?(?P<rest>.*)")

PLACES = {
    "format": gettext_lazy("format"),
    "version": gettext_lazy("version"),
    "rules": gettext_lazy("rules"),
    "players": gettext_lazy("players"),
    "played_on": gettext_lazy("day"),
    "place": gettext_lazy("place"),
    "deals": gettext_lazy("deals"),
    "totals": gettext_lazy("totals"),
    "dealer": gettext_lazy("dealer"),
    "misdeal": gettext_lazy("misdeal"),
    "declarer": gettext_lazy("declarer"),
    "trump": gettext_lazy("trump"),
    "calls": gettext_lazy("calls"),
    "bid": gettext_lazy("bid"),
    "blind": gettext_lazy("no trump named blind"),
    "card_points": gettext_lazy("card points"),
    "last_trick": gettext_lazy("last trick"),
    "points": gettext_lazy("match points"),
    "hands": gettext_lazy("hands"),
    "leader": pgettext_lazy("who leads to the first trick", "leader"),
    "tricks": gettext_lazy("tricks"),
    "ruling": gettext_lazy("ruling"),
    "earlier_rulings": gettext_lazy("earlier rulings"),
    "note": gettext_lazy("note"),
    "minute": gettext_lazy("minute"),
}
"""The keys of a record in a player's words."""


def say_place(place: str, match: object = 0) -> str:
    """A place in a record in words: `deals[2].tricks[1]` -> "Deal 3, trick 2"; empty for none. In a
    text that is `line 12`. `match` is the number of the match, where there are several."""
    told: dict[str, object] = {"match": match}
    if line := _LINE.fullmatch(place):
        told["line"] = line[1]
        words = _("Match %(match)s, line %(line)s") if match else _("Line %(line)s")
    elif not (found := _PLACE.fullmatch(place)):
        told["what"] = _key(place) if match else capfirst(_key(place))
        words = _("Match %(match)s, %(what)s") if match else "%(what)s"
    else:
        told["deal"] = int(found["deal"]) + 1
        if found["trick"]:
            told["trick"] = int(found["trick"]) + 1
            words = (
                _("Match %(match)s, deal %(deal)s, trick %(trick)s")
                if match
                else _("Deal %(deal)s, trick %(trick)s")
            )
        elif found["rest"]:
            told["what"] = _key(found["rest"])
            words = (
                _("Match %(match)s, deal %(deal)s, %(what)s")
                if match
                else _("Deal %(deal)s, %(what)s")
            )
        else:
            words = _("Match %(match)s, deal %(deal)s") if match else _("Deal %(deal)s")
    return words % told


def _key(path: str) -> str:
    """The last part of a place: `rules.cap` -> "rules (Greatest multiplier)"."""
    key, _dot, rest = path.partition(".")
    word = str(PLACES.get(key.partition("[")[0], key))
    if not rest:
        return word
    if key == "rules" and rest in OPTIONS:
        rest = str(OPTIONS[rest].label)
    return _("%(what)s (%(which)s)") % {"what": word, "which": rest}


def say_fault(fault: Fault) -> str:
    """A fault with its place, as one line; of several matches, with the number of its match."""
    if not fault.place:
        return say(fault)
    place = say_place(fault.place, fault.params.get("match", 0))
    return _("%(place)s: %(fault)s") % {"place": place, "fault": say(fault)}


def say_faults(error: InvalidRecord) -> list[str]:
    """A line for each fault, up to a limit, and how many more there are."""
    lines = [say_fault(fault) for fault in error.faults[:MOST_FAULTS]]
    more = len(error.faults) - MOST_FAULTS
    if more > 0:
        lines.append(
            ngettext("And %(count)s more fault.", "And %(count)s more faults.", more)
            % {"count": more}
        )
    return lines


def say_claim(claim: Mapping[str, Any], match: int = 0) -> str:
    """What a record claims otherwise than it follows, as a sentence; `match` as in `say_place`."""
    return _(
        "%(place)s: the record says %(claimed)s, but %(derived)s follows from what it tells."
    ) % {
        "place": say_place(claim["place"], match),
        "claimed": claim["claimed"],
        "derived": _("nothing") if claim["derived"] is None else claim["derived"],
    }


def say_claims(matches: Sequence[Sequence[Mapping[str, Any]]]) -> list[str]:
    """A line for each claim of each match that differs, up to a limit, and how many more differ."""
    lines = [
        say_claim(claim, number if len(matches) > 1 else 0)
        for number, claims in enumerate(matches, start=1)
        for claim in claims
    ]
    more = len(lines) - MOST_CLAIMS
    return [*lines[:MOST_CLAIMS], say_more_claims(more)] if more > 0 else lines


def say_imported(count: int) -> str:
    """That several matches came in."""
    return ngettext(
        "%(count)s match was imported: it is in the list of this device.",
        "%(count)s matches were imported: they are in the list of this device.",
        count,
    ) % {"count": count}


def say_more_claims(count: int) -> str:
    """How many claims differ that are not listed."""
    return ngettext(
        "And %(count)s more figure of the record differs from what follows.",
        "And %(count)s more figures of the record differ from what follows.",
        count,
    ) % {"count": count}
