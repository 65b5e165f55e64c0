"""Times as clocks show them where a club plays, on every page of the club and of its matches;
elsewhere as the site's settings say."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from .models import Club


def middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Has a request begin in the site's zone, and forgets another after it."""

    def with_zone(request: HttpRequest) -> HttpResponse:
        with timezone.override(None):
            return get_response(request)

    return with_zone


def show(club: Club | None) -> None:
    """Tell times from here on, until the request is answered, as they are where the club plays."""
    if club is not None:
        timezone.activate(club.timezone)
