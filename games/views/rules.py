"""Rules to read, to print, to change and to save."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from games import faces
from games.forms.rules import NameForm, RulesForm
from games.manille.presets import DEFAULT
from games.models import RuleSet
from games.named_rules import (
    NamedRules,
    own_sets,
    remember_set,
    rules_named,
    rules_of,
    saved_set,
    saved_sets,
)
from games.shortcuts import competition_page, competition_to_see, match_to_read
from games.wording.passport import tell_likeness, tell_rules, tell_table
from games.wording.rules import identifier, rules_title
from games.wording.systems import SYSTEMS


@never_cache
@require_safe
def rule_sets(request: HttpRequest) -> HttpResponse:
    """The rules that this device saved, and the named systems."""
    saved = [{"set": kept, "identifier": identifier(kept.rules)} for kept in saved_sets(request)]
    context = {"saved": saved, "systems": list(SYSTEMS.items())}
    request.indexable = True
    return render(request, "games/rule_sets.html", context)


@never_cache
@vary_on_headers("HX-Request")
@require_http_methods(["GET", "HEAD", "POST"])
def edit_rules(request: HttpRequest) -> HttpResponse:
    """Change any option of some rules, see what they resemble, save them. `system` names the rules
    to start from; htmx gets what follows from the options as they stand."""
    posted = request.POST if request.method == "POST" else None
    named = rules_named((posted or request.GET).get("system") or DEFAULT)
    saving = posted is not None and "save" in posted
    form = RulesForm(
        posted,
        base=named.rules,
        # A name of this device's own is taken; of rules seen by a link it is the best guess.
        name="" if named.key in own_sets(request) else named.name,
        saving=saving,
        sets=saved_sets(request) if saving else (),
    )
    if saving and form.is_valid():
        facts = {key: form.cleaned_data[key] for key in ("rules", "name", "code")}
        kept = RuleSet.keep(preset=named.preset, **facts)
        remember_set(request, kept)
        return redirect(kept)
    rules = named.rules if posted is None else form.cleaned_rules
    context = _about(named) | {
        "form": form,
        "rules": rules,
        "identifier": identifier(rules) if rules else "",
        "likeness": tell_likeness(rules) if rules else [],
    }
    template = "games/_likeness.html" if request.htmx else "games/edit_rules.html"
    return render(request, template, context)


def _about(named: NamedRules) -> dict[str, Any]:
    return {"named": named, "title": rules_title(named.preset, named.name)}


@require_safe
def passport(request: HttpRequest, system: str) -> HttpResponse:
    """All of some rules on a page to print: a system's, a saved set's or a match's."""
    named = rules_named(system)
    own = system in own_sets(request)
    request.indexable = system in SYSTEMS
    context = _about(named) | tell_rules(named.rules, named.preset) | {"own": own}
    return render(request, "games/passport.html", context)


@require_safe
def match_rules(request: HttpRequest, code: str) -> HttpResponse:
    """The rules of a match, which is their passport; those unlike its system's are marked."""
    match = match_to_read(request, code)
    named = rules_of(match)
    context = _about(named) | tell_rules(named.rules, named.preset) | {"match": match}
    return render(request, "games/match_rules.html", context)


@never_cache
@require_safe
def competition_rules(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """The rules by which a competition is played, which is their passport."""
    competition = competition_to_see(request, slug, name)
    rules, preset = competition.rules, competition.preset
    faces.show(rules)
    context = {"title": rules_title(preset, competition.rules_name)} | tell_rules(rules, preset)
    return competition_page(request, "games/competition_rules.html", competition, context)


@require_safe
def rules_table(request: HttpRequest, system: str) -> HttpResponse:
    """Match points for every total and multiplier, to pin to the wall."""
    named = rules_named(system)
    context = _about(named) | tell_table(named.rules) | {"identifier": identifier(named.rules)}
    return render(request, "games/rules_table.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def rename_rules(request: HttpRequest, code: str) -> HttpResponse:
    """Give saved rules another name; matches keep the one they started with."""
    kept = saved_set(request, code)
    taken = [other.name for other in saved_sets(request) if other.code != code]
    form = NameForm(request.POST or None, initial={"name": kept.name}, taken=taken)
    if request.method == "POST" and form.is_valid():
        if not RuleSet.objects.filter(pk=kept.pk).update(name=form.cleaned_data["name"]):
            raise Http404  # another tab has deleted it meanwhile
        return redirect(kept)
    return render(request, "games/rename_rules.html", {"form": form, "set": kept})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def delete_rules(request: HttpRequest, code: str) -> HttpResponse:
    """Delete saved rules, once that is confirmed; matches played by them keep theirs."""
    if request.method == "POST" and code in own_sets(request):
        kept = RuleSet.objects.filter(code=code).first()
        if kept:  # else the same press came twice
            kept.delete()
            messages.success(request, _("“%(name)s” was deleted.") % {"name": kept.name})
        return redirect("rule_sets")
    return render(request, "games/delete_rules.html", {"set": saved_set(request, code)})
