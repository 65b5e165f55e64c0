"""Stub."""

from django.http import Http404


def import_record(request, **kwargs):
    raise Http404


def export_record(request, **kwargs):
    raise Http404
