"""Rules as an address names them, and the rule sets that a device (a browser session) saved."""

from typing import NamedTuple

from django.core.validators import slug_re
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from . import faces
from .manille.presets import PRESETS
from .manille.rules import Rules
from .models import Match, RuleSet

REMEMBERED = 100
"""So many rule sets a device remembers; those saved first are forgotten first."""


class NamedRules(NamedTuple):
    """Rules as an address names them: by `key`, the name of a system, the code of a saved set or
    of a match. `name` is a saved set's, else empty; `preset` the system that they come from."""

    key: str
    rules: Rules
    preset: str
    name: str = ""
    match: Match | None = None


def rules_named(key: str) -> NamedRules:
    """The rules that `key` stands for; else 404."""
    if key in PRESETS:
        return NamedRules(key, PRESETS[key], key)
    kept = shared_set(key)
    if kept:
        return NamedRules(key, kept.rules, kept.preset, kept.name)
    if not slug_re.match(key):
        raise Http404
    match = get_object_or_404(Match, code=key)
    faces.show(match.rules)
    return rules_of(match)


def shared_set(code: str) -> RuleSet | None:
    """The rule set with this code, which is all that it takes to read it."""
    # There are texts that the database does not even take.
    return RuleSet.objects.filter(code=code).first() if slug_re.match(code) else None


def rules_of(match: Match) -> NamedRules:
    """The rules of a match."""
    return NamedRules(match.code, match.rules, match.preset, match.rules_name, match)


def own_sets(request: HttpRequest) -> list[str]:
    """The codes of the rule sets that this device saved, latest last."""
    return request.session.get("rule_sets", [])


def saved_sets(request: HttpRequest) -> list[RuleSet]:
    """The rule sets that this device saved, latest first."""
    codes = own_sets(request)
    found = RuleSet.objects.in_bulk(codes, field_name="code") if codes else {}
    return [found[code] for code in reversed(codes) if code in found]


def saved_set(request: HttpRequest, code: str) -> RuleSet:
    """A rule set that this device saved; else 404, as if there were none."""
    if code not in own_sets(request):
        raise Http404
    return get_object_or_404(RuleSet, code=code)


def remember_set(request: HttpRequest, kept: RuleSet) -> None:
    """Have the device remember a rule set as its own."""
    codes = own_sets(request)
    if kept.code not in codes:
        request.session["rule_sets"] = [*codes, kept.code][-REMEMBERED:]
