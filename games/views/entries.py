"""Entries of a competition: the list, one of them, and what becomes of it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.forms.entries import (
    CheckInForm,
    EntriesForm,
    EntryForm,
    EntryNoteForm,
    TeamForm,
    WithdrawForm,
)
from games.models import (
    CannotChange,
    Entry,
    EntryNote,
    Player,
    effect_of_withdrawal,
    games_left,
    round_to_take_back,
)
from games.permissions import allows
from games.shortcuts import (
    competition_page,
    competition_to,
    competition_to_see,
    number_of,
    role_in,
)
from games.wording.competitions import say_entry
from games.wording.standings import say_moves
from games.wording.withdrawal import say_left, say_withdrawal

get_or_post = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@get_or_post
def entries(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Who competes; for the office the form for others."""
    competition = competition_to_see(request, slug, name)
    may_enter = allows(role_in(request, competition.club_id), "enter")
    if request.method == "POST" and not may_enter:
        raise Http404
    form = None
    if may_enter and competition.state != "finished":
        kind = TeamForm if competition.how.meetings else EntriesForm
        tick = request.POST.get("tick", "")
        form = kind(None if tick else request.POST or None, competition=competition)
        if tick:  # nothing is entered yet: some can be left out again
            form.tick(tick == "all", request.POST)
    if form and form.is_valid():
        try:
            with competition.locked():  # before the club, as everywhere
                added = Player.add(competition.club, form.new, request.user) if form.new else []
                Entry.enter(competition, form.with_people(added), request.user)
        except CannotChange as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("They are entered."))
            return redirect("entries", slug, name)
    notes: dict[int, dict[str, list[int]]] = {}
    to_come = EntryNote.objects.filter(
        entry__competition=competition, round__gt=competition.last_number
    )
    for key, kind, number in to_come.order_by("round").values_list("entry", "kind", "round"):
        notes.setdefault(key, {"absent": [], "bye": []})[kind].append(number)
    rows = []
    for entry in competition.entries.all():
        competition.cover(entry)
        told = notes.get(entry.pk, {"absent": [], "bye": []})
        rows.append({"entry": entry, "told": say_entry(entry, told["absent"], told["bye"])})
    context = {"rows": rows, "form": form}
    return competition_page(request, "games/entries.html", competition, context)


@never_cache
@login_required
@get_or_post
def check_in(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Who is there for the next round: everybody ticked is drawn."""
    competition = competition_to(request, "enter", slug, name)
    if competition.how.at_once:
        raise Http404  # nobody is drawn round by round
    form = CheckInForm(request.POST if request.method == "POST" else None, competition=competition)
    if request.method == "POST" and form.is_valid():
        present = set(map(int, form.cleaned_data["present"]))
        try:
            Entry.check_in(competition, present, request.user)
        except CannotChange as error:
            form.add_error("present", str(error))
        else:
            return redirect("draw_round", slug, name)
    return competition_page(request, "games/check_in.html", competition, {"form": form})


def _entry(request: HttpRequest, slug: str, name: str, number: int) -> Entry:
    """An entry, for an officer who may change it; else 404."""
    competition = competition_to(request, "enter", slug, name)
    found = get_object_or_404(competition.entries, number=number)
    found.competition = competition
    return found


def _told(entry: Entry) -> str:
    """Its name as a page tells it, which is not what is stored where a name was deleted."""
    return entry.competition.told({entry.pk: entry.name})[entry.pk]


@never_cache
@login_required
@get_or_post
def entry(request: HttpRequest, slug: str, name: str, number: int) -> HttpResponse:
    """One entry: its name in the lists, and what the draw goes by."""
    entry = _entry(request, slug, name, number)
    form = EntryForm(request.POST or None, entry=entry)
    if request.method == "POST" and form.is_valid():
        try:
            entry.rename(form.cleaned_data["name"], request.user)
        except CannotChange as error:
            form.add_error("name", str(error))
        else:
            messages.success(request, _("This is kept."))
            return redirect("entries", slug, name)
    return _entry_page(request, entry, form, None)


def _entry_page(
    request: HttpRequest, entry: Entry, form: EntryForm, note: EntryNoteForm | None
) -> HttpResponse:
    competition = entry.competition
    next_round = competition.last_number + 1
    facts = entry.facts()
    dated = not competition.how.at_once and not entry.withdrawn_at
    context = {
        "entry": entry,
        "name": _told(entry),
        "people": [(player, competition.called(player)) for player in entry.people],
        "told": say_entry(entry, facts["absent"], facts["bye"]),
        "to_come": sorted(
            (number, kind) for kind, rounds in facts.items() for number in rounds
            if number >= next_round
        ),
        "form": form,
        "note": (note or EntryNoteForm(entry=entry, next_round=next_round)) if dated else None,
    }  # fmt: skip
    return competition_page(request, "games/entry.html", competition, context)


@never_cache
@login_required
@get_or_post
def team(request: HttpRequest, slug: str, name: str, number: int) -> HttpResponse:
    """The people of a team: others join, somebody leaves (`leave`) or becomes the captain
    (`captain`)."""
    entry = _entry(request, slug, name, number)
    competition = entry.competition
    if not competition.how.meetings:
        raise Http404
    act = next((act for act in ("leave", "captain") if act in request.POST), "")
    data = request.POST if request.method == "POST" and not act else None
    form = EntriesForm(data, competition=competition)
    try:
        if act:
            key = number_of(request.POST[act])
            player = next((one for one in entry.people if one.pk == key), None)
            if player and act == "leave":
                entry.leave_team(player, request.user)
            elif player:
                entry.make_captain(player, request.user)
            return redirect("team", slug, name, number)
        if data and form.is_valid():
            with competition.locked():  # before the club, as everywhere
                added = Player.add(competition.club, form.new, request.user) if form.new else []
                people = [one for _name, people in form.with_people(added) for one in people]
                entry.join_team(people, request.user)
            messages.success(request, _("They are entered."))
            return redirect("team", slug, name, number)
    except CannotChange as error:
        if act:
            messages.error(request, str(error))
            return redirect("team", slug, name, number)
        form.add_error(None, str(error))
    people = [(player, competition.called(player)) for player in entry.people]
    context = {"entry": entry, "name": _told(entry), "people": people, "form": form}
    return competition_page(request, "games/team.html", competition, context)


@never_cache
@login_required
@require_POST
def note_entry(request: HttpRequest, slug: str, name: str, number: int) -> HttpResponse:
    """Note an absence or a bye asked for; or (`plays`) that it plays in that round after all."""
    entry = _entry(request, slug, name, number)
    plays = request.POST.get("plays", "")
    note = EntryNoteForm(request.POST, entry=entry, next_round=entry.competition.last_number + 1)
    try:
        if plays:
            if not (plays.isascii() and plays.isdecimal() and len(plays) < 4):
                raise Http404
            entry.take_back(int(plays), request.user)
        elif note.is_valid():
            entry.tell(note.cleaned_data["kind"], note.cleaned_data["round"], request.user)
        else:
            return _entry_page(request, entry, EntryForm(entry=entry), note)
    except CannotChange as error:
        messages.error(request, str(error))
    return redirect(entry)


@never_cache
@login_required
@get_or_post
def leave_entry(request: HttpRequest, slug: str, name: str, number: int) -> HttpResponse:
    """What it changes that an entry withdraws, or comes back after it did; then it is so. Before
    the start it is struck out (`strike`)."""
    entry = _entry(request, slug, name, number)
    competition = entry.competition
    form = WithdrawForm(request.POST or None)
    refused = ""
    try:
        if "strike" in request.POST:
            entry.strike(request.user)
            return redirect("entries", slug, name)
        if "back" in request.POST:
            entry.come_back(request.user, request.POST.get("seen", ""))
            return redirect(entry)
        if request.method == "POST" and form.is_valid():
            entry.withdraw(form.cleaned_data["reason"], request.user, request.POST.get("seen", ""))
            messages.success(request, _("%(entry)s has withdrawn.") % {"entry": _told(entry)})
            left = games_left(entry).first()
            return redirect(left.place_there if left else entry)
    except CannotChange as error:
        refused = str(error)
        if "strike" in request.POST:
            messages.error(request, refused)
            return redirect(entry)
    if not competition.started:
        return redirect(entry)  # where it is struck out
    entry.refresh_from_db(fields=["withdrawn_at"])
    effect = effect_of_withdrawal(entry, gone=entry.withdrawn_at is None)
    names = competition.names()
    context = {
        "entry": entry,
        "name": names[entry.pk],
        "form": form,
        "refused": refused,
        "effect": effect,
        "told": say_withdrawal(effect),
        "left": say_left(effect, competition, names),
        "to_take_back": round_to_take_back(entry, effect) if effect.gone else None,
        "moves": say_moves(effect.moves, names),
    }
    return competition_page(request, "games/leave_entry.html", competition, context)
