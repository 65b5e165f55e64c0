"""The rules of a match."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.manille.presets import PRESETS, SOURCES
from games.shortcuts import match_to_read
from games.wording.rule_sentences import sentences, talk_reminder
from games.wording.rules import title


@require_safe
def match_rules(request: HttpRequest, code: str) -> HttpResponse:
    """All the rules of a match in sentences; those that differ from its system's are marked."""
    match = match_to_read(code)
    groups = sentences(match.rules)
    system = sentences(PRESETS[match.preset]) if match.preset in PRESETS else groups
    told = [
        {
            "title": heading,
            "sentences": [{"text": text, "house": text not in theirs} for text in ours],
            "instead_of": [text for text in theirs if text not in ours],
        }
        for (heading, ours), (_heading, theirs) in zip(groups, system, strict=True)
    ]
    context = {
        "match": match,
        "system": title(match.preset),
        "groups": told,
        "house": any(group["instead_of"] for group in told) or groups != system,
        "reminder": talk_reminder(match.rules),
        "source": SOURCES.get(match.preset, ""),
    }
    return render(request, "games/match_rules.html", context)
