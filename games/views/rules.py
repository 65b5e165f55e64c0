"""Stub."""

from django.http import Http404


def match_rules(request, **kwargs):
    raise Http404
