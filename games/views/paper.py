"""What a club prints: round sheets to hang up, and sheets on which a table keeps its score."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Round, came_in_now, evenings_of
from games.shortcuts import competition_page, competition_to_see, cover, round_of
from games.wording.club_sheets import blank_sheet, club_sheets, say_sheet
from games.wording.days import days_planned, meeting_days, say_when
from games.wording.paper import sheet_tables, whereabouts, without_table
from games.wording.rounds import say_stage


def _stage(round: Round) -> str:
    competition = round.competition
    return say_stage(round, evenings_of(competition) if competition.how.evenings else {})


@require_safe
@never_cache
def round_sheet(request: HttpRequest, slug: str, name: str, number: int) -> HttpResponse:
    """A round to hang up: its tables in order, or everybody by name."""
    competition = competition_to_see(request, slug, name)
    round = round_of(competition, number)
    places = round.places()
    came_in = came_in_now(places)
    day = competition.days.filter(number=number).first()
    meetings = dict.fromkeys(table.meeting for table in places if table.meeting)
    days = meeting_days(list(meetings), day)
    context = {"round": round, "stage": _stage(round), "day": day}
    context["when"] = say_when(day.planned) if day else ""
    if request.GET.get("by") == "name":
        context["people"] = whereabouts(round, places, came_in, days)
    else:
        cover(request, [table.match for table in places if table.meeting and table.match])
        context["tables"] = sheet_tables(places, came_in, days)
        context["without"] = without_table(round, places, competition.names(), came_in)
    return competition_page(request, "games/round_sheet.html", competition, context)


@require_safe
@never_cache
def round_club_sheets(request: HttpRequest, slug: str, name: str, number: int) -> HttpResponse:
    """The club sheets of a round, one a table, with the deals that were logged there."""
    competition = competition_to_see(request, slug, name)
    round = round_of(competition, number)
    places = round.places(with_deals=True)
    cover(request, [table.match for table in places if table.match])
    found = club_sheets(places, came_in_now(places), days_planned(round, places))
    sheets = [(say_sheet(sheet), sheet) for sheet in found]
    context = {"round": round, "stage": _stage(round), "sheets": sheets}
    return competition_page(request, "games/round_club_sheets.html", competition, context)


@require_safe
def club_sheet(request: HttpRequest) -> HttpResponse:
    """A club sheet for any table, to be filled in by hand."""
    sheet = blank_sheet()
    return render(request, "games/club_sheet.html", {"sheet": sheet, "title": say_sheet(sheet)})
