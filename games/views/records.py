"""Records of matches: reading one into the site, and handing one out."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from games.forms.records import RecordForm
from games.manille.errors import InvalidRecord
from games.manille.pbn import write_text
from games.manille.record import write_record
from games.manille.verdict import differing_claims
from games.models import Match, record_of, start_from_sources
from games.shortcuts import match_to_read, remember, signed_as
from games.wording.records import say_claims, say_faults, say_imported


@require_http_methods(["GET", "HEAD", "POST"])
def import_record(request: HttpRequest) -> HttpResponse:
    """Begin the matches that a record tells of, all or none; this device may score them."""
    form = RecordForm(request.POST or None, request.FILES or None, label_suffix="")
    if request.method == "POST" and form.is_valid():
        sources = form.cleaned_data["sources"]
        try:
            matches = start_from_sources(sources, by=signed_as(request))
        except InvalidRecord as error:
            form.add_error(None, ValidationError(say_faults(error)))
        else:
            for match in reversed(matches):  # the first is the latest: it heads the list
                remember(request, match, scoring=True)
            if len(matches) > 1:
                messages.success(request, say_imported(len(matches)))
            for line in say_claims([differing_claims(source.record) for source in sources]):
                messages.warning(request, line)
            return redirect(matches[0] if len(matches) == 1 else "home")
    return render(request, "games/import_record.html", {"form": form})


@require_safe
def export_record(request: HttpRequest, code: str) -> HttpResponse:
    """The match as a record, for other programs and for keeping."""
    match = match_to_read(request, code)
    return _file(match, "json", "application/json", write_record(record_of(match)))


@require_safe
def export_text(request: HttpRequest, code: str) -> HttpResponse:
    """The match as a text that a card player can read."""
    match = match_to_read(request, code)
    return _file(match, "pbn", "text/plain; charset=utf-8", write_text([record_of(match)]))


def _file(match: Match, kind: str, content_type: str, content: str) -> HttpResponse:
    day = f"-{match.played_on}" if match.played_on else ""
    return HttpResponse(
        content,
        content_type=content_type,
        headers={"Content-Disposition": f'attachment; filename="manille{day}.{kind}"'},
    )
