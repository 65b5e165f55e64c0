"""Records of matches: reading one into the site, and handing one out."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from games.forms.records import RecordForm
from games.manille.errors import InvalidRecord
from games.manille.record import write_record
from games.manille.verdict import verdict
from games.models import Match
from games.shortcuts import match_to_read, remember, signed_as
from games.wording.records import say_claim, say_faults, say_more_claims

MOST_NOTICES = 8


@require_http_methods(["GET", "HEAD", "POST"])
def import_record(request: HttpRequest) -> HttpResponse:
    """Begin a match with what a record tells; this device may score it."""
    form = RecordForm(request.POST or None, request.FILES or None, label_suffix="")
    if request.method == "POST" and form.is_valid():
        record = form.cleaned_data["record"]
        try:
            match = Match.from_record(record, by=signed_as(request))
        except InvalidRecord as error:
            form.add_error(None, ValidationError(say_faults(error)))
        else:
            remember(request, match, scoring=True)
            claims = verdict(record)["claims"]
            for claim in claims[:MOST_NOTICES]:
                messages.warning(request, say_claim(claim))
            if len(claims) > MOST_NOTICES:
                messages.warning(request, say_more_claims(len(claims) - MOST_NOTICES))
            return redirect(match)
    return render(request, "games/import_record.html", {"form": form})


@require_safe
def export_record(request: HttpRequest, code: str) -> HttpResponse:
    """The match as a record, for other programs and for keeping."""
    match = match_to_read(code)
    day = f"-{match.played_on}" if match.played_on else ""
    return HttpResponse(
        write_record(match.record()),
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="manille{day}.json"'},
    )
