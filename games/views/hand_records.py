"""Hand records: deals as diagrams, to be read and printed on A4 or A6."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.forms.hand_records import PAPERS, HandRecordsForm
from games.manille.scoring import Line
from games.models import Deal, Match
from games.shortcuts import match_to_read, qr_drawing
from games.wording.hand_records import diagram
from games.wording.rules import identifier, rules_title

PER_PAGE = {"a4": 4, "a6": 1}
"""How many deals stand on a page of each paper where several are printed."""


@require_safe
def hand_record(request: HttpRequest, code: str, number: int, mark: str = "") -> HttpResponse:
    """One deal as a diagram.

    A number can come to stand for another deal once its own was taken back, so the address that is
    printed carries the deal's mark too. Where that deal is gone this says so (410).
    """
    match = match_to_read(request, code)
    lines = zip(match.played, match.sheet.lines, strict=True)
    deal, line = next(((d, line) for d, line in lines if d.number == number), (None, None))
    if deal is None or line is None or (mark and mark != deal.mark):
        if not match.log.filter(number=number, verb__in=("undo", "withdraw")).exists():
            raise Http404
        context = {"match": match, "number": number, "now": deal}
        return render(request, "games/hand_record_gone.html", context, status=410)
    paper = request.GET.get("paper", "")
    context = {
        **_context(match, paper if paper in PAPERS else "a4"),
        "deal": deal,
        "one": _one(request, match, deal, line),
        "papers": PAPERS.items(),
    }
    return render(request, "games/hand_record.html", context)


@require_safe
def hand_records(request: HttpRequest, code: str) -> HttpResponse:
    """The deals whose cards are stored, or those chosen of them, several to a page."""
    match = match_to_read(request, code)
    drawn = {
        deal.number: (deal, line)
        for deal, line in zip(match.played, match.sheet.lines, strict=True)
        if deal.has_cards
    }
    form = HandRecordsForm(request.GET or None, numbers=list(drawn))
    # What cannot be chosen is said at the field, and all deals are shown.
    chosen = form.chosen if form.is_valid() else list(drawn)
    paper = form.paper_chosen
    ones = [_one(request, match, *drawn[number]) for number in chosen]
    per_page = PER_PAGE[paper]
    context = {
        **_context(match, paper),
        "form": form,
        "count": len(drawn),
        "pages": [ones[i : i + per_page] for i in range(0, len(ones), per_page)],
        "without": [deal.number for deal in match.played if not deal.has_cards],
    }
    return render(request, "games/hand_records.html", context)


def _context(match: Match, paper: str) -> dict[str, Any]:
    return {
        "match": match,
        "paper": paper,
        "paper_css": f"games/paper-{paper}.css",
        "rules_title": rules_title(match.preset, match.rules_name),
        "identifier": identifier(match.rules),
    }


def _one(request: HttpRequest, match: Match, deal: Deal, line: Line) -> dict[str, Any]:
    """A deal's diagram with the address that stays its own."""
    url = request.build_absolute_uri(
        reverse("hand_record", args=[match.code, deal.number, deal.mark])
    )
    return {**diagram(match, deal, line), "url": url, "qr": qr_drawing(url)}
