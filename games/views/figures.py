"""What came of the matches of a club's people: one of them, two as partners, the rating list."""

from collections.abc import Iterable
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.figures import Figures, Game, against, of_pair, of_person
from games.models import UNNAMED, Club, Match, Player, Rated, games_of
from games.permissions import CLUB_VERBS, SELF, allowed, allows
from games.shortcuts import (
    club_to_read,
    cover,
    listable,
    number_of,
    person_to_read,
    role_in,
    sees_secret,
    typed_in,
)
from games.wording.about import about_player
from games.wording.figures import figure
from games.wording.match_lists import match_row
from games.wording.people import (
    ABOUT_RATING,
    WHAT_COUNTS,
    WHAT_IS_RATED,
    doubling_rows,
    named_rows,
    person_rows,
    say_missed,
    say_streak,
    seat_rows,
    system_rows,
)

MATCHES_A_PAGE = 20
PEOPLE_SHOWN = 8
PEOPLE_A_PAGE = 50


def _page(request: HttpRequest, template: str, club: Club, context: dict[str, Any]) -> HttpResponse:
    """A page about a club's people. Search engines may read it where the club says so."""
    role = role_in(request, club.pk)
    told = {"club": club, "to_club": club.listed or allows(role, "see"), **context}
    request.indexable = club.listed and club.indexable
    return render(request, template, told)


def _told(request: HttpRequest, person: Player) -> str:
    """The name of one of the people as whoever asks may read it."""
    officer = allows(role_in(request, person.club_id), "see_people")
    return person.name if officer or not person.hidden else UNNAMED


def _people(
    request: HttpRequest, club: Club, keys: Iterable[int], page: str, *args: Any
) -> tuple[dict[int, str], dict[int, str]]:
    """Names of people, and the addresses of a page about each who is named."""
    found = Player.objects.filter(club=club).in_bulk(list(keys))
    names = {key: _told(request, person) for key, person in found.items()}
    urls = {
        key: reverse(page, args=[club.slug, *args, key])
        for key, person in found.items()
        if names[key] != UNNAMED and not person.forgotten
    }
    return names, urls


def _games(request: HttpRequest, person: Player) -> list[Game]:
    """The signed matches of a person that whoever asks may know of."""
    return games_of(person, secret=sees_secret(request, person.club_id))


def _tables(figures: Figures) -> dict[str, Any]:
    """Figures as the page of a person or a pair shows them."""
    return {
        "figures": figures,
        "systems": system_rows(figures),
        "named": named_rows(figures),
        "doublings": doubling_rows(figures),
        "missed": say_missed(figures.missed) if figures.missed else "",
        "streak": say_streak(figures.streaks),
        "what_counts": WHAT_COUNTS,
    }


def _matches(request: HttpRequest, *people: Player) -> dict[str, Any]:
    """A page of the latest matches in which all these people sat (`before`: those before one)."""
    everything = Match.objects.select_related("club").order_by("-pk")
    matches = listable(request, people[0].club, everything)
    for person in people:
        matches = matches.filter(pk__in=person.seatings.values("match"))
    count = matches.count()
    if before := request.GET.get("before", ""):
        matches = matches.filter(pk__lt=number_of(before))
    found = list(matches.prefetch_related("deals")[: MATCHES_A_PAGE + 1])
    shown = cover(request, found[:MATCHES_A_PAGE])
    return {
        "matches": [match_row(match, typed_in(request, match)) for match in shown],
        "count": count,
        "earlier": shown[-1].pk if len(found) > MATCHES_A_PAGE else None,
        "before": before,
    }


@never_cache
@require_safe
def player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One of the club's people: figures, latest matches; to officers what concerns the entry."""
    person = person_to_read(request, slug, number)
    if person.merged_into:
        # A link from before the merge leads on to the person.
        return redirect("player", slug, person.person.pk)
    club = person.club
    roles = {role_in(request, club.pk)} | ({SELF} if person.is_of(request.user) else set())
    may = allowed(roles, CLUB_VERBS)
    figures = of_person(_games(request, person))
    tallies = {
        "partners": list(figures.partners.items()),
        "opponents": list(figures.opponents.items()),
    }
    shown = {key: told[:PEOPLE_SHOWN] for key, told in tallies.items()}
    keys = {who for told in shown.values() for who, _tally in told}
    names, urls = _people(request, club, keys, "pair", person.pk)
    invitations = person.invitation_set.filter(used_at=None) if "invite_player" in may else []
    context = {
        "player": person,
        "about_page": about_player(person) if club.listed and not person.hidden else None,
        "may": may,
        "merged": person.entries[1:],
        "invitation": next((one for one in invitations if one.is_open), None),
        "rating": getattr(person, "rating", None),
        **_tables(figures),
        "seats": seat_rows(figures),
        **{key: person_rows(told, names, urls) for key, told in shown.items()},
        "more": any(len(told) > PEOPLE_SHOWN for told in tallies.values()),
        **_matches(request, person),
    }
    return _page(request, "games/player.html", club, context)


@never_cache
@require_safe
def partners(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Everybody with whom, and against whom, one of the club's people played."""
    person = _itself(request, slug, number)
    figures = of_person(_games(request, person))
    both = figures.opponents.keys() | figures.partners.keys()
    order = sorted(both, key=lambda who: (-_together(figures, who), who))
    page = Paginator(order, PEOPLE_A_PAGE).get_page(request.GET.get("page"))
    names, urls = _people(request, person.club, page.object_list, "pair", person.pk)
    context = {
        "player": person,
        "page": page,
        "partners": person_rows(
            [(who, figures.partners[who]) for who in page if who in figures.partners], names, urls
        ),
        "opponents": person_rows(
            [(who, figures.opponents[who]) for who in page if who in figures.opponents], names, urls
        ),
    }
    return _page(request, "games/partners.html", person.club, context)


def _together(figures: Figures, who: int) -> int:
    """How many matches somebody played with and against that person."""
    tallies = (figures.partners.get(who), figures.opponents.get(who))
    return sum(tally.played for tally in tallies if tally)


def _itself(request: HttpRequest, slug: str, number: int) -> Player:
    """One of the people who was not merged into another; else 404."""
    person = person_to_read(request, slug, number)
    if person.merged_into_id:
        raise Http404
    return person


@never_cache
@require_safe
def pair(request: HttpRequest, slug: str, number: int, other: int) -> HttpResponse:
    """Two of the club's people as partners, and against each other."""
    one, partner = (_itself(request, slug, key) for key in (number, other))
    if one.pk == partner.pk:
        raise Http404
    games = _games(request, one)
    context = {
        "one": one,
        "other": partner,
        **_tables(of_pair(games, partner.pk)),
        "against": against(games, partner.pk),
        **_matches(request, one, partner),
    }
    return _page(request, "games/pair.html", one.club, context)


@never_cache
@require_safe
def ratings(request: HttpRequest, slug: str) -> HttpResponse:
    """The ratings of the club's people, the best first; equal figures share a rank."""
    club = club_to_read(request, slug)
    listed = club.ratings.filter(player__forgotten=False).select_related("player")
    page = Paginator(listed.order_by("-shown", "player_id"), PEOPLE_A_PAGE).get_page(
        request.GET.get("page")
    )
    rows: list[dict[str, Any]] = []
    for place, rating in enumerate(page.object_list, page.start_index()):
        name = _told(request, rating.player)
        if rows and rows[-1]["shown"] == rating.shown:
            rank = rows[-1]["rank"]
        elif rows:
            rank = place
        else:
            rank = 1 + listed.filter(shown__gt=rating.shown).count()
        rows.append(
            {
                "rank": rank,
                "name": name,
                "url": "" if name == UNNAMED else reverse("rating", args=[slug, rating.player_id]),
                "shown": rating.shown,
                "matches": rating.matches,
            }
        )
    context = {
        "page": page,
        "rows": rows,
        "unnamed": UNNAMED if any(row["name"] == UNNAMED for row in rows) else "",
        "about": ABOUT_RATING,
        "what_is_rated": WHAT_IS_RATED,
    }
    return _page(request, "games/ratings.html", club, context)


@never_cache
@require_safe
def rating(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """How one of the people came by the rating, match by match, the latest first."""
    person = _itself(request, slug, number)
    steps = Rated.objects.filter(player=person).order_by("-number").select_related("match__club")
    if before := request.GET.get("before", ""):
        steps = steps.filter(number__lt=number_of(before))
    # One more than is shown: from where the last of them came.
    found = list(steps[: MATCHES_A_PAGE + 1])
    cover(request, [step.match for step in found])
    started = [step.strength.shown for step in found[1:]] + [1000]
    rows = [
        {
            "match": step.match,
            "names": str(step.match),
            "day": step.match.day_played,
            "shown": step.strength.shown,
            "change": _signed(step.strength.shown - before_it),
        }
        for step, before_it in zip(found, started, strict=False)
    ]
    context = {
        "player": person,
        "rows": rows[:MATCHES_A_PAGE],
        "earlier": found[MATCHES_A_PAGE - 1].number if len(found) > MATCHES_A_PAGE else None,
        "about": ABOUT_RATING,
        "what_is_rated": WHAT_IS_RATED,
    }
    return _page(request, "games/rating.html", person.club, context)


def _signed(change: int) -> str:
    """A change with its sign."""
    return f"+{change}" if change > 0 else figure(change)
