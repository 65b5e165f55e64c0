"""The cards of a dispute under other rules than the match's."""

from typing import Any

from django.http import HttpRequest

from games.forms.disputes import Dispute
from games.manille.presets import PRESETS
from games.manille.replay import Replay, refuses_legality
from games.manille.rules import Rules
from games.models import Match
from games.named_rules import NamedRules, saved_sets, shared_set
from games.wording import play as wording
from games.wording import proofs
from games.wording.rules import identifier, rules_title
from games.wording.systems import SYSTEMS

PLAY_OPTIONS = (*wording.PLAY_OPTIONS, "correction")
"""The options that judge a play. Who sat where and which way play went are facts of the match."""


def _fits(match: Match, rules: Rules) -> bool:
    ours = match.rules
    return (rules.pack, set(rules.removed.split()), rules.seats, rules.play) == (
        ours.pack,
        set(ours.removed.split()),
        ours.seats,
        "judged",
    )


def sets_for(request: HttpRequest, match: Match) -> list[tuple[str, str]]:
    """The other rules that these cards can be judged by, as (key, title): what the device saved,
    and the named systems."""
    saved = [(kept.code, kept.name) for kept in saved_sets(request) if _fits(match, kept.rules)]
    named = [
        (preset, str(SYSTEMS[preset].title))
        for preset, rules in PRESETS.items()
        if _fits(match, rules) and rules.digest != match.rules.digest
    ]
    return [*saved, *named]


def compared(match: Match, draft: Dispute, found: Replay, key: str) -> dict[str, Any] | None:
    """The plays on which the other rules that were asked about say something else."""
    other = _named(key)
    if other is None:
        return None
    context: dict[str, Any] = {
        "title": rules_title(other.preset, other.name),
        "identifier": identifier(other.rules),
    }
    refusal = refuses_legality(other.rules)
    if refusal or not _fits(match, other.rules):
        same_seats = other.rules.seats == match.rules.seats
        return context | {"refusal": refusal or proofs.say_misfit(same_seats)}
    options = {option: getattr(other.rules, option) for option in PLAY_OPTIONS}
    theirs = draft.judged(match.rules.changed(**options))
    return context | {
        "rows": [
            {
                "play": proofs.tell_place(match, one),
                "ours": proofs.tell_verdict(found, one),
                "theirs": proofs.tell_verdict(theirs, another),
            }
            for one, another in zip(found.plays, theirs.plays, strict=True)
            if one.verdict != another.verdict
        ],
        "explained": (found.explained, theirs.explained),
        "differs_together": found.explained != theirs.explained,
    }


def _named(key: str) -> NamedRules | None:
    """Rules by the name of a system or the code of a saved set; None where there are none."""
    if key in PRESETS:
        return NamedRules(key, PRESETS[key], key)
    kept = shared_set(key) if key else None
    return NamedRules(key, kept.rules, kept.preset, kept.name) if kept else None
