"""Stub."""

from django.http import Http404


def match(request, **kwargs):
    raise Http404


def record_deal(request, **kwargs):
    raise Http404


def preview_deal(request, **kwargs):
    raise Http404


def undo(request, **kwargs):
    raise Http404


def share(request, **kwargs):
    raise Http404


def open_scoring(request, **kwargs):
    raise Http404
