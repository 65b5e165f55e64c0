"""Stub."""

from django.http import Http404


def enter_cards(request, **kwargs):
    raise Http404


def replay(request, **kwargs):
    raise Http404
