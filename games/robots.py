"""What search engines may read: nothing but pages that say so (`request.indexable`)."""

from collections.abc import Callable

from django.contrib.sitemaps import Sitemap
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from .manille.presets import PRESETS
from .models import Club, Competition
from .models.competition import DRAFT


def middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Keep search engines out of every page whose view does not let them in. A page that nobody
    thought of is not found by its result in a search."""

    def asked(request: HttpRequest) -> HttpResponse:
        request.indexable = False
        response = get_response(request)
        if not request.indexable:
            response.headers.setdefault("X-Robots-Tag", "noindex")
        return response

    return asked


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """robots.txt. Other pages may be fetched, so that it is seen that they are not to be listed;
    a scoring link is not even fetched."""
    sitemap = request.build_absolute_uri(reverse("sitemap"))
    lines = ["User-agent: *", "Disallow: /score/", "Disallow: /invitations/", f"Sitemap: {sitemap}"]
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")


class Pages(Sitemap):
    """What is there without any club."""

    def items(self) -> list[tuple[str, list[str]]]:
        fixed = [(name, []) for name in ("home", "clubs", "rule_sets")]
        return fixed + [("passport", [preset]) for preset in PRESETS]

    def location(self, item: tuple[str, list[str]]) -> str:
        return reverse(item[0], args=item[1])


class Clubs(Sitemap):
    """The clubs that want to be found."""

    def items(self) -> QuerySet[Club]:
        return Club.objects.filter(listed=True, indexable=True).order_by("pk")


class Competitions(Sitemap):
    """Their competitions that are published."""

    def items(self) -> QuerySet[Competition]:
        found = Competition.objects.filter(
            published=True, club__listed=True, club__indexable=True
        ).exclude(state=DRAFT)
        return found.select_related("club").order_by("pk")


SITEMAPS = {"pages": Pages, "clubs": Clubs, "competitions": Competitions}
