"""Stub."""

from django.http import Http404


def history(request, **kwargs):
    raise Http404


def sign(request, **kwargs):
    raise Http404


def give_up(request, **kwargs):
    raise Http404


def reopen(request, **kwargs):
    raise Http404


def another(request, **kwargs):
    raise Http404
