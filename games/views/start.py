"""Where people come in: the front page and the start of a match."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The front page."""
    return render(request, "games/home.html")


def start(request, **kwargs):
    raise Http404


def house_rules(request, **kwargs):
    raise Http404
